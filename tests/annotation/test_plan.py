"""Plans: documents together, systems in turn, nobody sees a segment twice."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.annotation import PlanSettings, plan_campaign
from tertium.errors import InputError, SpecError
from tertium.types import TestSet
from tests.annotation.campaigns import make_texts

settings = st.builds(
    PlanSettings,
    annotators=st.integers(2, 6),
    redundancy=st.integers(1, 2),
    repeats=st.sampled_from([0, 0.1, 0.3]),
    controls=st.sampled_from([0, 0.1, 0.3]),
    distance=st.integers(1, 25),
    seed=st.integers(0, 2**32),
    items=st.none() | st.integers(4, 40),
)


@given(
    settings=settings,
    segments=st.integers(1, 40),
    systems=st.integers(1, 5),
    per_document=st.sampled_from([None, 1, 4]),
)
def test_a_plan_keeps_its_promises(
    settings: PlanSettings, segments: int, systems: int, per_document: int | None
) -> None:
    test_set = make_texts(segments, systems, per_document=per_document)
    plan = plan_campaign(test_set, settings)
    assert plan == plan_campaign(test_set, settings)
    assert len(plan.sequences) == settings.annotators
    judged: Counter[tuple[int, str]] = Counter()
    for sequence in plan.sequences:
        items = [plan.items[number] for number in sequence]
        targets = [item for item in items if item.role == "target"]
        seen = [item.segment for item in targets]
        assert len(set(seen)) == len(seen), "nobody sees a segment twice"
        assert settings.items is None or len(targets) <= settings.items
        documents = [(test_set.documents or range(segments))[segment] for segment in seen]
        runs = [key for key, _ in groupby(documents)]
        assert len(set(runs)) == len(runs), "documents stay together"
        for item in targets:
            (system,) = item.systems
            assert item.texts == (test_set.systems[system][item.segment],)
            judged[item.segment, system] += 1
        for place, item in enumerate(items):
            if item.role == "target":
                continue
            assert item.original is not None
            original = sequence.index(item.original)
            between = [each for each in items[original + 1 : place] if each.role == "target"]
            assert len(between) >= settings.distance
            if item.role == "repeat":
                assert item.texts == plan.items[item.original].texts
            else:
                assert item.texts != plan.items[item.original].texts
                assert len(item.texts[0].split()) == len(plan.items[item.original].texts[0].split())
    assert max(judged.values(), default=0) <= settings.redundancy
    if settings.items is None and settings.annotators >= systems * settings.redundancy:
        assert len(judged) == segments * systems
        assert set(judged.values()) == {settings.redundancy}
        assert not any("no annotator" in note for note in plan.notes)


def test_systems_and_annotators_are_balanced() -> None:
    plan = plan_campaign(make_texts(60, 3), PlanSettings(annotators=3, repeats=0, controls=0))
    for sequence in plan.sequences:
        shares = Counter(plan.items[number].systems[0] for number in sequence)
        assert len(sequence) == 60
        assert set(shares.values()) == {20}


@given(
    annotators=st.integers(1, 6),
    data=st.data(),
    items=st.integers(1, 30),
    sizes=st.lists(st.integers(1, 5), min_size=1, max_size=30)
    | st.builds(lambda size, number: [size] * number, st.integers(1, 5), st.integers(1, 30)),
    systems=st.integers(1, 5),
)
def test_with_little_work_each_still_has_all_its_annotators(
    annotators: int, data: st.DataObject, items: int, sizes: list[int], systems: int
) -> None:
    redundancy = data.draw(st.integers(1, annotators))
    texts = make_texts(sum(sizes), systems)
    documents = [f"doc{number}" for number, size in enumerate(sizes) for _ in range(size)]
    test_set = TestSet(**{**vars(texts), "documents": documents})
    plan = plan_campaign(
        test_set, PlanSettings(annotators=annotators, redundancy=redundancy, items=items, repeats=0, controls=0)
    )
    judged = Counter(number for sequence in plan.sequences for number in sequence)
    fewer = Counter(people for people in judged.values() if people < redundancy)
    for people, number in fewer.items():
        assert f"{number} by {people} annotator" in plan.notes[0]
    full = Counter(dict.fromkeys(texts.systems, 0))
    full.update(plan.items[number].systems[0] for number, people in judged.items() if people == redundancy)
    segments = [plan.items[number].segment for number in judged]
    if len(set(segments)) == len(segments):  # else the system with the least work may have had these documents already
        assert max(full.values()) - min(full.values()) <= max(sizes)


def test_the_limit_leaves_out_translations_and_not_annotators() -> None:
    plan = plan_campaign(
        make_texts(300, 3, per_document=None), PlanSettings(annotators=3, redundancy=3, items=12, repeats=0, controls=0)
    )
    assert [sorted(sequence) for sequence in plan.sequences] == [list(range(12))] * 3
    assert Counter(item.systems[0] for item in plan.items) == dict.fromkeys(("system0", "system1", "system2"), 4)
    assert plan.notes == (
        "12 of 900 translations are judged by 3 annotators each and 888 have no annotator: nobody judges more than 12, "
        "and nobody sees a segment twice. Give more annotators or a higher limit to have all judged",
    )


def test_ranked_items_have_several_systems() -> None:
    plan = plan_campaign(make_texts(20, 4), PlanSettings(annotators=2, ranked=3))
    targets = [item for item in plan.items if item.role == "target"]
    assert all(len(set(item.systems)) == 3 for item in targets)
    assert not any(item.role == "control" for item in plan.items)
    with pytest.raises(InputError, match="there are 2 systems"):
        plan_campaign(make_texts(20, 2), PlanSettings(annotators=2, ranked=3))


def test_what_cannot_be_planned_is_said() -> None:
    plan = plan_campaign(make_texts(8, 3), PlanSettings(annotators=1))
    assert plan.notes[0].startswith("8 of 24 translations are judged by 1 annotator each and 16 have no annotator: ")
    short = plan_campaign(make_texts(8, 1), PlanSettings(annotators=1, repeats=0.5))
    assert any("fewer repeat items" in note for note in short.notes)
    for wrong in ({"annotators": 0}, {"annotators": 1, "redundancy": 2}, {"annotators": 1, "repeats": 0.6}):
        with pytest.raises(SpecError):
            PlanSettings(**wrong)
