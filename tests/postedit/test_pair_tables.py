"""Tables of pairs."""

from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.postedit import Repository, read_pairs, write_pairs
from tertium.postedit.pair_tables import COLUMNS
from tertium.postedit.suggested_edits import PairKey


def test_tables_by_hand_need_two_columns(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "postedit.sqlite")
    table = tmp_path / "mine.tsv"
    table.write_text("suggestion\tspan\nvuelo\tquiere\n\n", encoding="utf-8")
    assert (repository.import_(read_pairs(table)), repository.import_(read_pairs(table))) == (1, 0)
    assert repository.record_of([PairKey("", "quiere", "vuelo")]).popitem()[1].accepted == 1
    header = write_pairs(repository.export()).splitlines()[0]
    assert header.split("\t") == list(COLUMNS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tb\n", "mine.tsv:1: the table has no column 'span'"),
        ("span\tsuggestion\na\n", "mine.tsv:2: the line has 1 cells"),
        ("span\tsuggestion\taccepted\na\tb\tmany\n", "mine.tsv:2: 'many' is not a number"),
        ("span\tsuggestion\tlast\na\tb\tnow\n", "mine.tsv:2: 'now' is not a time"),
        ("span\tsuggestion\na\ta\n", "mine.tsv:2: the pair changes nothing"),
    ],
    ids=["column", "cells", "number", "time", "nothing"],
)
def test_bad_tables_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "mine.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_pairs(tmp_path / "mine.tsv")
    assert message in str(error.value)
