"""Pairs, and the conditions on which they are applied."""

from pathlib import Path

import pytest

from tertium.postedit import Confirmation, Record, Repository, SuggestedEdit

SALIDA = SuggestedEdit(span="Salida quiere", suggestion="Salida vuelo", document="notice")


@pytest.mark.parametrize(
    ("record", "missed"),
    [
        (Record(3, 0, 2), []),
        (Record(2, 0, 2), ["times"]),
        (Record(8, 1, 2), ["share"]),
        (Record(3, 0, 1), ["documents"]),
        (Record(), ["times", "share", "documents"]),
    ],
    ids=["none", "times", "share", "documents", "all"],
)
def test_what_a_pair_misses_is_known(record: Record, missed: list[str]) -> None:
    assert Confirmation().misses(record) == missed


def test_pairs_that_were_only_declined_are_not_waiting_for_confirmation(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "postedit.sqlite")
    repository.decide(SALIDA, accepted=False)
    assert Confirmation().count_misses(repository.pairs())["accepted"] == 0
    repository.decide(SALIDA, accepted=True)
    counts = {"accepted": 1, "unconfirmed": 1, "times": 1, "share": 1, "documents": 1}
    assert Confirmation().count_misses(repository.pairs()) == counts
