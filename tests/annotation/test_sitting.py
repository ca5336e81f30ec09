"""What annotators see and when, and that what is acknowledged is stored once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tertium.annotation import Answer, CampaignStore, ErrorSpan, LinkError, Sitting, export_judgments, export_spans
from tertium.errors import InputError, SpecError
from tests.annotation.campaigns import give, make_texts, prepare


def test_the_reference_is_withheld_until_fluency_is_stored(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path)
    sitting = Sitting(store, keys["Ada"])
    before = sitting.task(0)
    assert before.step is not None
    assert before.step.name == "fluency"
    assert "secret" not in repr(before)
    assert "fuente" not in repr(before)
    with pytest.raises(InputError, match="adequacy is not asked yet"):
        sitting.answer(0, "adequacy", Answer(5.0), attempt="early")
    assert "secret" not in repr(sitting.task(0))
    receipt = sitting.answer(0, "fluency", Answer(4.0), attempt="one")
    assert not receipt.finished
    after = sitting.task(0)
    assert after.step is not None
    assert after.step.name == "adequacy"
    assert after.references[0].startswith("secret reference")
    with pytest.raises(InputError, match="what the next step shows has been seen"):
        sitting.answer(0, "fluency", Answer(5.0), attempt="late")
    assert sitting.answer(0, "adequacy", Answer(2.0), attempt="two").finished
    assert sitting.next_place() == 1


def test_the_same_attempt_is_stored_once(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, "da")
    sitting = Sitting(store, keys["Ada"])
    receipts = {str(sitting.answer(0, "da", Answer(50.0), attempt="again")) for _ in range(3)}
    assert len(receipts) == 1
    assert len(export_judgments(store, "test").columns["value"]) == 1
    with pytest.raises(InputError, match="was used before"):
        sitting.answer(1, "da", Answer(50.0), attempt="again")


def test_the_last_ten_can_be_revised_and_the_last_answer_counts(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, "da", repeats=0, controls=0)
    sitting = Sitting(store, keys["Ada"])
    assert give(sitting, iter(range(100)), 11) == 11
    assert sitting.answer(1, "da", Answer(99.5), attempt="revised").revision == 1
    with pytest.raises(InputError, match="item 1 can no longer be changed"):
        sitting.answer(0, "da", Answer(1.0), attempt="too late")
    with pytest.raises(InputError, match="there is no item 13"):
        sitting.task(12)
    frame = export_judgments(store, "test")
    assert sorted(frame.columns["value"].tolist())[-1] == 99.5
    assert len(frame.columns["value"]) == 11


def test_wrong_answers_are_refused_and_nothing_is_stored(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path)
    sitting = Sitting(store, keys["Ada"])
    wrong = [Answer(), Answer(0.0), Answer(6.0), Answer(2.5), Answer(float("nan")), Answer(3.0, ranks=(1,))]
    for number, answer in enumerate(wrong):
        with pytest.raises(InputError):
            sitting.answer(0, "fluency", answer, attempt=f"wrong {number}")
    with pytest.raises(SpecError, match="no step 'style'"):
        sitting.answer(0, "style", Answer(3.0), attempt="no step")
    for attempt in ("", "x" * 101, "a\0b"):
        with pytest.raises(InputError, match="no usable name"):
            sitting.answer(0, "fluency", Answer(3.0), attempt=attempt)
    assert sitting.next_place() == 0
    assert len(export_judgments(store, "test").columns["value"]) == 0


def test_spans_are_exported_with_their_words(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, "mqm", changes={"categories": ["Accuracy", "Fluency"]})
    sitting = Sitting(store, keys["Ada"])
    text = sitting.task(0).texts[0]
    spans = (
        ErrorSpan(start=0, end=4, severity="major", category="Accuracy"),
        ErrorSpan(start=5, end=5, severity="minor", category="Fluency", prefilled=True),
    )
    for span in (
        ErrorSpan(start=0, end=len(text) + 1, severity="major", category="Accuracy"),
        ErrorSpan(start=0, end=1, severity="grave", category="Accuracy"),
        ErrorSpan(start=0, end=1, severity="major", category="Taste"),
    ):
        with pytest.raises(InputError):
            sitting.answer(0, "errors", Answer(spans=(span,)), attempt="wrong")
    sitting.answer(0, "errors", Answer(spans=spans), attempt="spans")
    sitting.answer(1, "errors", Answer(), attempt="none")
    assert sorted(export_judgments(store, "test").columns["value"].tolist()) == [0.0, 1.0, 5.0]
    found = export_spans(store, "test")
    assert list(found.columns["text"]) == [text[:4], ""]
    assert found.columns["prefilled"].tolist() == [0, 1]


def test_rankings_are_compared_within_an_item(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, "ranking", changes={"ranked": 3})
    sitting = Sitting(store, keys["Ada"])
    with pytest.raises(InputError, match="2 ranks for 3 translations"):
        sitting.answer(0, "rank", Answer(ranks=(1, 2)), attempt="short")
    sitting.answer(0, "rank", Answer(ranks=(2, 1, 2)), attempt="ranks")
    frame = export_judgments(store, "test")
    assert frame.columns["value"].tolist() == [2.0, 1.0, 2.0]
    assert len(set(frame.columns["sheet"])) == 1


def test_context_is_what_stands_before_in_the_document(tmp_path: Path) -> None:
    store, keys = prepare(tmp_path, "da", repeats=0, controls=0)
    sitting = Sitting(store, keys["Ada"])
    seen: list[str] = []
    for place in range(5):
        task = sitting.task(place)
        assert list(task.context) == (seen if place < 4 else [])
        seen.append(task.texts[0])
        sitting.answer(place, "da", Answer(10.0), attempt=f"{place}")


def test_links_are_hashed_and_expire(tmp_path: Path) -> None:
    time = [1000.0]
    store = CampaignStore(tmp_path / "campaigns.sqlite", now=lambda: time[0])
    keys = store.prepare("test", make_texts(), "da", ["Ada"], days=1)
    (key,) = keys.values()
    store.close()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.encode() not in content
    store = CampaignStore(tmp_path / "campaigns.sqlite", now=lambda: time[0])
    assert Sitting(store, key).annotator == "Ada"
    with pytest.raises(LinkError, match="does not exist"):
        Sitting(store, key[:-1])
    time[0] += 86401
    with pytest.raises(LinkError, match="has expired"):
        Sitting(store, key)
    new = store.renew_key("test", "Ada")
    assert Sitting(store, new).annotator == "Ada"
    with pytest.raises(SpecError, match="no annotator 'Eve'"):
        store.renew_key("test", "Eve")


def test_many_annotators_at_once_lose_nothing(tmp_path: Path) -> None:
    names = [f"annotator {number}" for number in range(8)]
    store, keys = prepare(
        tmp_path, "da", annotators=names, test_set=make_texts(20, 4, per_document=None), repeats=0, controls=0
    )

    def work(name: str) -> int:
        return give(Sitting(store, keys[name]), iter(range(100)))

    with ThreadPoolExecutor(8) as pool:
        done = sum(pool.map(work, names))
    assert done == 80
    frame = export_judgments(store, "test")
    places = list(zip(frame.columns["system"], frame.columns["segment"].tolist(), strict=True))
    assert len(set(places)) == len(places) == 80
    assert all(each.done == each.items == 10 for each in store.annotators("test"))
    assert store.annotators("test")[0].active == 15.0


def test_campaigns_are_refused_that_cannot_be_judged(tmp_path: Path) -> None:
    store, _ = prepare(tmp_path)
    with pytest.raises(InputError, match="there is a campaign 'test' already"):
        store.prepare("test", make_texts(), "da", ["Ada"])
    without = make_texts()
    object.__setattr__(without, "sources", None)
    with pytest.raises(InputError, match="shows the source, and the test set has none"):
        store.prepare("other", without, "da", ["Ada"])
    keys = store.prepare("other", without, "da", ["Ada"], settings={"monolingual": True})
    task = Sitting(store, keys["Ada"]).task(0)
    assert task.source is None
    assert task.references
    with pytest.raises(InputError, match="without a slash"):
        store.prepare("a/b", make_texts(), "da", ["Ada"])
    for names in ([], ["Ada", "Ada"], [""], ["a\tb"]):
        with pytest.raises(InputError):
            store.prepare("third", make_texts(), "da", names)
    with pytest.raises(SpecError, match="There are: test, other"):
        store.campaign("none")
    with pytest.raises(SpecError, match="protocol"):
        store.prepare("third", make_texts(), "taste", ["Ada"])
    assert [each.name for each in store.campaigns()] == ["test", "other"]


@pytest.mark.parametrize(
    "data",
    [3, {"value": "3"}, {"value": True}, {"taste": 1}, {"spans": 3}, {"spans": [3]}, {"ranks": [1.5]},
     {"spans": [{"start": 0, "end": 1}]}, {"spans": [{"start": 0, "end": 1, "severity": "major", "x": 1}]},
     {"ranks": [2**60]}, {"spans": [{"start": 0, "end": 1, "severity": "major", "prefilled": 3}]}],
)  # fmt: skip
def test_what_is_no_answer_is_refused(data: object) -> None:
    with pytest.raises(InputError):
        Answer.from_data(data)


def test_answers_survive_storage() -> None:
    span = {"start": 1, "end": 3, "severity": "minor", "category": "é", "prefilled": True}
    answer = Answer.from_data({"value": 3, "spans": [span]})
    assert Answer.from_json(answer.to_json()) == answer
    assert json.loads(answer.to_json())["spans"] == [span]
