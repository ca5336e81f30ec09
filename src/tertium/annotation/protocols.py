"""Protocols: what annotators are asked, step by step, and what they see while they answer.

``fluency-adequacy`` is that of Callison-Burch, Osborne and Koehn (2006, table 3): fluency from the translation alone,
then adequacy beside a reference. The reference must not be seen before fluency is stored, so each step says what it
shows, and ``tertium.annotation.sitting`` gives out nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tertium.annotation.answers import Answer, check_ranks, check_spans, check_value
from tertium.errors import SpecError
from tertium.registry import unknown

Shape = Literal["scale", "slider", "spans", "ranking"]

SEVERITIES = ("minor", "major")


@dataclass(frozen=True, kw_only=True)
class Step:
    """One question about an item.

    Attributes:
        name: What its judgments are called.
        shape: How it is answered: on a ``scale`` of a few steps, by a ``slider``, by ``spans`` of the translation that
            are wrong, or by a ``ranking`` of several translations.
        question: The question.
        labels: What the values mean: of a scale all, of a slider some.
        lowest: The lowest value.
        highest: The highest value.
        shows_source: Whether the source is shown.
        shows_reference: Whether the references are shown.
        severities: How bad an error can be.
        categories: What kinds of errors there are; empty if that is not asked.
    """

    name: str
    shape: Shape
    question: str
    labels: Mapping[int, str] = field(default_factory=dict)
    lowest: float = 0.0
    highest: float = 0.0
    shows_source: bool = False
    shows_reference: bool = False
    severities: Sequence[str] = ()
    categories: Sequence[str] = ()

    def check(self, answer: Answer, texts: Sequence[str]) -> None:
        """Raise an ``InputError`` unless this answers the question about these translations."""
        if self.shape == "ranking":
            check_ranks(answer, len(texts))
        elif self.shape == "spans":
            check_spans(answer, texts[0], self.severities, self.categories)
        else:
            check_value(answer, self.lowest, self.highest, whole=self.shape == "scale")


@dataclass(frozen=True, kw_only=True)
class JudgingProtocol:
    """What is asked about each item.

    Attributes:
        name: Its name.
        steps: The questions, in order. Nothing that a later step shows is known before an earlier one is answered.
        ranked: How many translations of one segment stand in an item.
        weights: What an error costs by its severity, for protocols that count errors.
    """

    name: str
    steps: Sequence[Step]
    ranked: int = 1
    weights: Mapping[str, float] = field(default_factory=dict)

    def step(self, name: str) -> Step:
        """Return a step by its name.

        Raises:
            SpecError: There is none of this name.
        """
        for each in self.steps:
            if each.name == name:
                return each
        raise unknown("step", name, [each.name for each in self.steps], owner=self.name)


_FLUENCY = Step(
    name="fluency",
    shape="scale",
    question="How fluent is this translation?",
    labels={5: "Flawless", 4: "Good", 3: "Non-native", 2: "Disfluent", 1: "Incomprehensible"},
    lowest=1,
    highest=5,
)
_ADEQUACY = Step(
    name="adequacy",
    shape="scale",
    question="How much of the meaning of the reference is in the translation?",
    labels={5: "All", 4: "Most", 3: "Much", 2: "Little", 1: "None"},
    lowest=1,
    highest=5,
    shows_reference=True,
)
_ASSESSMENT = Step(
    name="da",
    shape="slider",
    question="How well does the translation express the meaning of the source?",
    labels={0: "Not at all", 100: "Perfectly"},
    lowest=0,
    highest=100,
    shows_source=True,
)
_ERRORS = Step(
    name="errors",
    shape="spans",
    question="Which parts of the translation are wrong?",
    shows_source=True,
    severities=SEVERITIES,
)
_RANKING = Step(
    name="rank",
    shape="ranking",
    question="Which translation is best?",
    shows_source=True,
    shows_reference=True,
)

PROTOCOLS: Mapping[str, JudgingProtocol] = {
    each.name: each
    for each in (
        JudgingProtocol(name="fluency-adequacy", steps=(_FLUENCY, _ADEQUACY)),
        JudgingProtocol(name="da", steps=(_ASSESSMENT,)),
        JudgingProtocol(name="esa", steps=(_ERRORS, _ASSESSMENT)),
        JudgingProtocol(name="mqm", steps=(_ERRORS,), weights={"minor": 1.0, "major": 5.0}),
        JudgingProtocol(name="ranking", steps=(_RANKING,), ranked=5),
    )
}


def find_protocol(
    name: str,
    *,
    categories: Sequence[str] = (),
    severities: Mapping[str, float] | None = None,
    ranked: int | None = None,
    monolingual: bool = False,
) -> JudgingProtocol:
    """Return a protocol by its name, with what a campaign changes in it.

    >>> [step.name for step in find_protocol("fluency-adequacy").steps]
    ['fluency', 'adequacy']

    Args:
        name: One of ``PROTOCOLS``.
        categories: The kinds of errors to choose from, where errors are marked.
        severities: How bad an error can be, and what it costs, where errors are marked; 2 to 9 of them, in the order
            of their keys.
        ranked: How many translations stand in an item, where they are ranked.
        monolingual: Show the references where the source would be shown, for annotators who do not read the source
            language.

    Raises:
        SpecError: There is no such protocol, or it does not take this setting.
    """
    if name not in PROTOCOLS:
        raise unknown("protocol", name, PROTOCOLS)
    protocol = PROTOCOLS[name]
    steps = list(protocol.steps)
    weights = protocol.weights
    if categories or severities:
        if not any(step.shape == "spans" for step in steps):
            what = "categories" if categories else "severities"
            raise SpecError(f"the protocol {name!r} has no {what}", remedy="Use the protocol mqm or esa")
        named = _check_severities(severities) if severities else SEVERITIES
        weights = {**severities} if severities and weights else weights
        steps = [
            replace(step, categories=tuple(categories), severities=named) if step.shape == "spans" else step
            for step in steps
        ]
    if ranked is not None:
        if protocol.ranked == 1:
            raise SpecError(f"the protocol {name!r} does not rank translations", remedy="Use the protocol ranking")
        if not 2 <= ranked <= 9:
            raise SpecError(f"{ranked} translations cannot be ranked", remedy="Give 2 to 9")
    if monolingual:
        steps = [
            replace(
                step, shows_source=False, shows_reference=True, question=step.question.replace("source", "reference")
            )
            if step.shows_source
            else step
            for step in steps
        ]
    return replace(protocol, steps=tuple(steps), ranked=ranked or protocol.ranked, weights=weights)


def _check_severities(severities: Mapping[str, float]) -> tuple[str, ...]:
    if not 2 <= len(severities) <= 9:
        raise SpecError(f"there are {len(severities)} severities", remedy="Give 2 to 9")
    for name, weight in severities.items():
        if not name.strip() or not name.isprintable() or len(name) > 50:
            raise SpecError(f"a severity is called {name!r}", remedy="Give 1 to 50 printable characters")
        if not isinstance(weight, int | float) or not 0 <= weight <= 1000:
            raise SpecError(f"an error that is {name} costs {weight}", remedy="Give a number from 0 to 1000")
    return tuple(severities)
