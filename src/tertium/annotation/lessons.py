"""The tutorial: items with an answer that is known, which is explained after the annotator's own. They do not count."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from tertium.annotation.answers import Answer
from tertium.annotation.protocols import JudgingProtocol
from tertium.errors import InputError
from tertium.files.opening import read_bytes


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One item of a tutorial.

    Attributes:
        texts: The translations.
        source: The source.
        references: The references.
        expected: What is expected by the names of steps: the lowest and the highest value; how bad the errors are by
            the words that are wrong, where the empty word stands for something that is missing; or the ranks.
        explanation: Why.
    """

    texts: Sequence[str]
    source: str
    references: Sequence[str]
    expected: Mapping[str, Any]
    explanation: str

    def is_met(self, step: str, answer: Answer) -> bool:
        """Return whether an answer is as expected.

        Of ranks the order counts; of errors that each is touched by a mark, and each mark touches one.
        """
        wanted = self.expected[step]
        if answer.value is not None:
            low, high = wanted
            return bool(low <= answer.value <= high)
        if answer.ranks:
            return _order(answer.ranks) == _order(wanted)
        places = [(self.texts[0].find(words), len(words)) for words in wanted if words]
        errors = [(start, start + size) for start, size in places]
        marks = [(span.start, span.end) for span in answer.spans if span.end > span.start]
        missing = any(span.end == span.start for span in answer.spans)
        return (
            missing == ("" in wanted)
            and all(any(_touch(error, mark) for mark in marks) for error in errors)
            and all(any(_touch(error, mark) for error in errors) for mark in marks)
        )

    def to_json(self) -> str:
        """Return the lesson as it is stored, and as it stands in a file."""
        return json.dumps(
            {
                "source": self.source,
                "reference": list(self.references),
                "translations": list(self.texts),
                "expected": dict(self.expected),
                "explanation": self.explanation,
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Lesson:
        """Return the lesson that was stored."""
        return _read_lesson(json.loads(text))


def find_lessons(protocol: JudgingProtocol) -> list[Lesson]:
    """Return the tutorial that comes with a protocol. It is about translations from Spanish into English.

    >>> from tertium.annotation import find_protocol
    >>> [lesson.texts[0] for lesson in find_lessons(find_protocol("ranking"))]
    ['The meeting tomorrow at seven start.', 'The dog sleeps in front of the door.']
    """
    text = files("tertium.annotation").joinpath("lessons.json").read_text(encoding="utf-8")
    found = json.loads(text)["meaning" if protocol.ranked == 1 else "ranking"]
    if protocol.name in ("fluency-adequacy", "da"):
        found = found[:3]  # the last one is about marking
    return [_explain(_keep_steps(_read_lesson(each), protocol), each.get("where", {}), protocol) for each in found]


def read_lessons(path: Path | str, protocol: JudgingProtocol) -> list[Lesson]:
    """Read a tutorial from a file: a list in JSON, of objects with translations, expected answers and an explanation.

    Args:
        path: The file. An object has ``translations``, ``expected`` and ``explanation``, and ``source`` and
            ``reference`` where the protocol shows them.
        protocol: What annotators are asked.

    Raises:
        InputError: The file is not such a list, or an answer is expected that the protocol would refuse.
    """
    content = read_bytes(path)
    try:
        found = json.loads(content)
        if not isinstance(found, list) or not found:
            raise InputError("it is not a list of lessons", remedy="Give a list with at least one")
        lessons = [_keep_steps(_read_lesson(each), protocol) for each in found]
        for number, lesson in enumerate(lessons, start=1):
            _check(lesson, protocol, number)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the tutorial is not JSON ({error})", file=path, remedy="Give a list of lessons") from error
    except InputError as error:
        raise InputError(f"in the tutorial, {error.message}", file=path, remedy=error.remedy) from error
    return lessons


def _read_lesson(data: object) -> Lesson:
    if not isinstance(data, dict):
        raise InputError("a lesson is not an object", remedy="Give translations, expected and explanation")
    references = data.get("reference", [])
    texts: dict[str, Any] = {
        "translations": data.get("translations"),
        "reference": [references] if isinstance(references, str) else references,
        "source": [data.get("source", "")],
        "explanation": [data.get("explanation", "")],
    }
    for name, found in texts.items():
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise InputError(f"{name} of a lesson is not text", remedy="Give text, or a list of texts")
    if not texts["translations"]:
        raise InputError("a lesson has no translations", remedy="Give at least one")
    expected = data.get("expected", {})
    if not isinstance(expected, dict):
        raise InputError("expected of a lesson is not an object", remedy="Give the answers by the names of steps")
    return Lesson(
        texts=tuple(texts["translations"]),
        source=str(texts["source"][0]),
        references=tuple(texts["reference"]),
        expected=expected,
        explanation=str(texts["explanation"][0]),
    )


def _keep_steps(lesson: Lesson, protocol: JudgingProtocol) -> Lesson:
    names = [step.name for step in protocol.steps]
    return replace(lesson, expected={name: lesson.expected[name] for name in names if name in lesson.expected})


def _explain(lesson: Lesson, more: Mapping[str, str], protocol: JudgingProtocol) -> Lesson:
    """Return the lesson with what is explained only where the source is shown, or where a step is asked."""
    here = ["source"] if any(step.shows_source for step in protocol.steps) else []
    here += [step.name for step in protocol.steps]
    return replace(lesson, explanation=" ".join([lesson.explanation, *(more[each] for each in here if each in more)]))


def _check(lesson: Lesson, protocol: JudgingProtocol, number: int) -> None:
    """Raise an ``InputError`` unless the lesson fits the protocol."""
    for step in protocol.steps:
        if step.name not in lesson.expected:
            raise InputError(f"lesson {number} expects nothing of {step.name}", remedy="Give the expected answer")
        wanted = lesson.expected[step.name]
        problem, remedy = "", ""
        if step.shape == "ranking":
            step.check(Answer.from_data({"ranks": wanted}), lesson.texts)
        elif step.shape == "spans":
            if not isinstance(wanted, dict) or not all(words in lesson.texts[0] for words in wanted):
                problem, remedy = "are not words of its translation", "Give severities by the words that are wrong"
            elif strange := [each for each in wanted.values() if each not in step.severities]:
                problem, remedy = f"are {strange[0]!r}", f"Give one of: {', '.join(step.severities)}"
        elif not isinstance(wanted, list) or len(wanted) != 2:
            problem, remedy = "are not two numbers", "Give the lowest and the highest"
        else:
            for value in wanted:
                step.check(Answer.from_data({"value": value}), lesson.texts)
        if problem:
            raise InputError(f"the answers to {step.name} that lesson {number} expects {problem}", remedy=remedy)
    if protocol.ranked == 1 and len(lesson.texts) > 1:
        raise InputError(f"lesson {number} has {len(lesson.texts)} translations", remedy="Give one")


def _order(ranks: Sequence[int]) -> list[int]:
    """Return ranks without gaps, since 1, 3 says the same as 1, 2.

    >>> _order([5, 2, 5])
    [2, 1, 2]
    """
    kept = sorted(set(ranks))
    return [kept.index(rank) + 1 for rank in ranks]


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
