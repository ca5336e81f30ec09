"""Judgments go out and come back: the new campaign has the same figures, and the same export."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tertium.annotation import (
    Answer,
    CampaignStore,
    ErrorSpan,
    Sitting,
    check_annotators,
    export_judgments,
    export_spans,
    import_judgments,
    separate,
    values_by_system,
)
from tertium.errors import InputError
from tertium.meta import Judgments, measure_agreement
from tests.annotation.campaigns import ATTEMPTS, make_texts, prepare

TEXTS = make_texts(30, 3, per_document=None)


def judge(store: CampaignStore, keys: dict[str, str]) -> None:
    chance = random.Random(3)
    for key in keys.values():
        sitting = Sitting(store, key)
        while (place := sitting.next_place()) is not None:
            step = sitting.task(place).step
            assert step is not None
            if step.shape == "ranking":
                answer = Answer(ranks=tuple(chance.randint(1, 3) for _ in range(3)))
            elif step.shape == "spans":
                spans = [ErrorSpan(start=0, end=3, severity="major"), ErrorSpan(start=4, end=4, severity="minor")]
                answer = Answer(spans=tuple(spans[: chance.randint(0, 2)]))
            else:
                answer = Answer(float(chance.randint(1, 5)))
            sitting.answer(place, step.name, answer, attempt=f"import {next(ATTEMPTS)}")


@pytest.mark.parametrize("protocol", ["fluency-adequacy", "da", "esa", "mqm", "ranking"])
def test_what_is_exported_can_be_imported(tmp_path: Path, protocol: str) -> None:
    changes = {"ranked": 3} if protocol == "ranking" else {}
    names = ("Ada", "Ben", "Cid")
    store, keys = prepare(
        tmp_path, protocol, annotators=names, test_set=TEXTS, changes=changes, redundancy=2, repeats=0.2
    )
    judge(store, keys)
    frame, spans = export_judgments(store, "test"), export_spans(store, "test")
    has_spans = protocol in ("esa", "mqm")
    campaign = import_judgments(store, "again", TEXTS, frame.columns, spans=spans.columns if has_spans else None)
    assert campaign.protocol == protocol
    again = export_judgments(store, "again")
    if protocol == "ranking":
        # Sheets are numbers of items, which are others.
        assert {**again.to_dict(), "sheet": []} == {**frame.to_dict(), "sheet": []}
    else:
        assert again.to_dict() == frame.to_dict()
    assert export_spans(store, "again").to_dict() == spans.to_dict()
    assert separate(values_by_system(store, "again")) == separate(values_by_system(store, "test"))
    agreements = [measure_agreement(Judgments(**each.columns)).to_dict() for each in (frame, again)]
    assert repr(agreements[0]) == repr(agreements[1])
    for one, other in zip(check_annotators(store, "test"), check_annotators(store, "again"), strict=True):
        assert (one.items, one.repeats, one.same, repr(one.shift)) == (
            other.items, other.repeats, other.same, repr(other.shift)
        )  # fmt: skip
    assert all(each.done == each.items for each in store.annotators("again"))
    key = store.renew_key("again", "Ada")
    assert Sitting(store, key).next_place() is None
    with pytest.raises(InputError, match="already"):
        import_judgments(store, "again", TEXTS, frame.columns, spans=spans.columns if has_spans else None)


def rows(**changes: object) -> dict[str, list[object]]:
    row = {"system": "system0", "segment": 1, "annotator": "A", "kind": "da", "value": 3.0, "sheet": "", **changes}
    return {name: [value] for name, value in row.items()}


@pytest.mark.parametrize(
    ("judgments", "problem"),
    [
        (rows(system="none"), "no segment 1 of system 'none'"),
        (rows(segment=31), "no segment 31"),
        (rows(kind="taste"), "belong to no single protocol"),
        (rows(kind="mqm"), "not where they are"),
        (rows(value=300.0), "from 0 to 100"),
        ({name: cells * 2 for name, cells in rows().items()}, "two judgments of da"),
        ({name: [] for name in rows()}, "no kind"),
    ],
)
def test_what_cannot_be_imported_is_named(tmp_path: Path, judgments: dict[str, list[object]], problem: str) -> None:
    store = CampaignStore(tmp_path / "campaigns.sqlite")
    with pytest.raises(InputError, match=problem):
        import_judgments(store, "new", TEXTS, judgments)
    assert store.campaigns() == []
