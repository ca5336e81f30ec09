"""The tutorial: answers that are known, explained afterwards, and not counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium.annotation import (
    PROTOCOLS,
    Answer,
    CampaignStore,
    ErrorSpan,
    PlanSettings,
    Sitting,
    check_annotators,
    export_judgments,
    find_lessons,
    find_protocol,
    read_error_types,
    read_lessons,
    split_words,
    values_by_system,
)
from tertium.annotation.lessons import Lesson
from tertium.errors import InputError, SpecError
from tests.annotation.campaigns import give, make_texts
from tests.older_stores import remove_sums


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_protocol_has_a_tutorial_that_fits_it(name: str, tmp_path: Path) -> None:
    protocol = find_protocol(name)
    lessons = find_lessons(protocol)
    assert len(lessons) >= 2
    path = tmp_path / "tutorial.json"
    path.write_text(json.dumps([json.loads(each.to_json()) for each in lessons]), encoding="utf-8")
    assert read_lessons(path, protocol) == [Lesson.from_json(each.to_json()) for each in lessons]


@pytest.mark.parametrize("name", PROTOCOLS)
@pytest.mark.parametrize("monolingual", [False, True])
def test_explanations_speak_of_what_is_asked_and_shown(name: str, monolingual: bool) -> None:
    protocol = find_protocol(name, monolingual=monolingual)
    said = " ".join(lesson.explanation for lesson in find_lessons(protocol))
    assert ("marked" in said) == any(step.shape == "spans" for step in protocol.steps)
    assert ("error" in said) == any(step.shape == "spans" for step in protocol.steps)
    if not any(step.shows_source for step in protocol.steps):
        assert "nueve" not in said
        assert "Rojas" not in said
    assert "reference" not in said or all(step.shows_reference for step in protocol.steps)


def prepare_with_lessons(folder: Path, protocol: str = "fluency-adequacy") -> tuple[CampaignStore, str]:
    store = CampaignStore(folder / "campaigns.sqlite")
    asked = find_protocol(protocol)
    plan = PlanSettings(annotators=1, ranked=asked.ranked, repeats=0, controls=0)
    (key,) = store.prepare("test", make_texts(), protocol, ["Ada"], plan=plan, lessons=find_lessons(asked)).values()
    return store, key


def test_the_tutorial_comes_first_and_does_not_count(tmp_path: Path) -> None:
    store, key = prepare_with_lessons(tmp_path)
    sitting = Sitting(store, key)
    assert (sitting.items, sitting.lessons) == (15, 3)
    task = sitting.task(0)
    assert task.texts[0].startswith("The dog is sleeping")
    assert not task.references
    assert sitting.lesson(0) is None, "nothing is explained before it is answered"
    sitting.answer(0, "fluency", Answer(5.0), attempt="a")
    assert sitting.lesson(0) is None
    assert sitting.task(0).references == ["The dog is sleeping in front of the door."]
    sitting.answer(0, "adequacy", Answer(1.0), attempt="b")
    lesson = sitting.lesson(0)
    assert lesson is not None
    assert lesson.is_met("fluency", Answer(5.0))
    assert not lesson.is_met("adequacy", Answer(1.0))
    give(sitting, iter([5, 3, 2, 5] + [4] * 24))
    assert sitting.next_place() is None
    (progress,) = store.annotators("test")
    assert (progress.items, progress.done, progress.active) == (12, 12, 36.0)
    (quality,) = check_annotators(store, "test")
    assert (quality.items, quality.lessons, quality.understood, quality.seconds) == (12, 3, 2, 3.0)
    assert len(export_judgments(store, "test").columns["value"]) == 24
    assert sum(map(len, values_by_system(store, "test").values())) == 12
    assert sitting.lesson(12) is None


def test_marks_and_ranks_are_compared_with_what_is_expected() -> None:
    lesson = Lesson(
        texts=("It starts at seven today.",), source="", references=(), expected={"errors": {"seven": "major"}},
        explanation="",
    )  # fmt: skip

    def mark(*places: tuple[int, int]) -> Answer:
        return Answer(spans=tuple(ErrorSpan(start=start, end=end, severity="minor") for start, end in places))

    assert lesson.is_met("errors", mark((10, 18)))
    assert not lesson.is_met("errors", mark())
    assert not lesson.is_met("errors", mark((13, 18), (0, 2)))
    assert not lesson.is_met("errors", mark((13, 18), (3, 3)))
    missing = Lesson(texts=("a b",), source="", references=(), expected={"errors": {"": "minor"}}, explanation="")
    assert missing.is_met("errors", mark((2, 2)))
    assert not missing.is_met("errors", mark((2, 3)))
    ranks = Lesson(texts=("a", "b", "c"), source="", references=(), expected={"rank": [1, 2, 2]}, explanation="")
    assert ranks.is_met("rank", Answer(ranks=(1, 3, 3)))
    assert not ranks.is_met("rank", Answer(ranks=(1, 2, 3)))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{", "not JSON"),
        ("[]", "not a list of lessons"),
        ("[3]", "not an object"),
        ('[{"translations": []}]', "no translations"),
        ('[{"translations": ["a"], "reference": [3]}]', "reference of a lesson is not text"),
        ('[{"translations": ["a"], "expected": {}}]', "lesson 1 expects nothing of errors"),
        ('[{"translations": ["a"], "expected": {"errors": {"b": "minor"}, "da": [1, 2]}}]', "not words of its"),
        ('[{"translations": ["a"], "expected": {"errors": {"a": "bad"}, "da": [1, 2]}}]', "are 'bad'"),
        ('[{"translations": ["a"], "expected": {"errors": {}, "da": [1, 200]}}]', "from 0 to 100"),
        ('[{"translations": ["a"], "expected": {"errors": {}, "da": 3}}]', "are not two numbers"),
        ('[{"translations": ["a", "b"], "expected": {"errors": {}, "da": [0, 3]}}]', "2 translations"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_tutorial_that_cannot_be_used_is_refused(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "tutorial.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=problem) as error:
        read_lessons(path, find_protocol("esa"))
    assert "tutorial.json" in str(error.value)


def test_categories_and_severities_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "errors.toml"
    path.write_text('categories = ["Accuracy", "Style"]\n[severities]\nminor = 1\nmajor = 5\ncritical = 25\n')
    protocol = find_protocol("mqm", **read_error_types(path))
    assert protocol.steps[0].severities == ("minor", "major", "critical")
    assert protocol.weights == {"minor": 1, "major": 5, "critical": 25}
    assert find_protocol("esa", **read_error_types(path)).weights == {}
    lines = tmp_path / "errors.txt"
    lines.write_text("Accuracy\n\nStyle\n")
    assert read_error_types(lines) == {"categories": ["Accuracy", "Style"]}
    for text in ("", "a\na\n"):
        lines.write_text(text)
        with pytest.raises(InputError):
            read_error_types(lines)
    path.write_text("categories = 3\n")
    with pytest.raises(InputError, match="not a list of errors"):
        read_error_types(path)
    for severities in ({"minor": 1}, {"minor": 1, "major": -1}, {"minor": 1, "": 2}):
        with pytest.raises(SpecError):
            find_protocol("mqm", severities=severities)
    with pytest.raises(SpecError, match="has no severities"):
        find_protocol("da", severities={"minor": 1, "major": 5})


def test_words_keep_their_marks_and_cover_all_that_is_seen() -> None:
    text = "हिन्दी में: वह गया। (well-known) e\u0301te\u0301 我们\tสวัสดี"
    words = [text[start:end] for start, end in split_words(text)]
    assert words[:6] == ["हिन्दी", "में", ":", "वह", "गया", "।"]
    assert words[6:13] == ["(", "well-known", ")", "e\u0301te\u0301", "我", "们", "ส"]
    assert "".join(words) == "".join(text.split())


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    store, _ = prepare_with_lessons(tmp_path)
    store.close()
    remove_sums(
        store.path,
        1,
        "DROP TABLE lesson",
        "ALTER TABLE campaign DROP COLUMN origin",
        "DELETE FROM assignment WHERE item IN (SELECT id FROM item WHERE role = 'tutorial')",
        "UPDATE assignment SET place = place - 3",
        "DELETE FROM item WHERE role = 'tutorial'",
    )
    again = CampaignStore(store.path)
    assert again.campaign("test").origin == ""
    assert again.lessons("test") == {}
    key = again.renew_key("test", "Ada")
    sitting = Sitting(again, key)
    assert give(sitting, iter([3] * 24)) == sitting.items == 12
