"""Cuts tagged segments into spans.

Moré and Climent (2006), section 3: noun phrases, verbs, adjectival phrases as verbal complements, adverbial phrases and
prepositional phrases; and those of them that stand together and express a relation, with no punctuation between.

Our deviations: the paper names the kinds of spans and not their rules; ours are data (``chunk_rules``). A span has a
word that means something by itself, and at least two words unless nobody knows the one that it has: a known word alone
occurs in any corpus. Longer spans than ``longest`` are left out, since they occur in none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tertium.mtness.chunking.automaton import Automaton
from tertium.mtness.chunking.chunk_rules import ChunkRules
from tertium.mtness.chunking.spans import Span, SpanKind
from tertium.mtness.resources.languages import find_language
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import CONTENT, Part
from tertium.mtness.text.tokens import Token


class _Phrase(NamedTuple):
    """Words of a segment that one rule matched."""

    rule: int
    first: int
    stop: int


@dataclass(slots=True)
class _Step:
    """A place in the tree of relations, one phrase deeper than the last."""

    further: dict[int, _Step] = field(default_factory=dict)
    relations: list[int] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Chunker:
    """Cuts segments into spans.

    Attributes:
        rules: The rules of the language.
        language: Its two letters, or the name of the folder that the rules are from; empty if they are from none.
    """

    rules: ChunkRules
    language: str = ""
    _automaton: Automaton = field(init=False, repr=False, compare=False)
    _relations: _Step = field(init=False, repr=False, compare=False)
    _barriers: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = {phrase.name: number for number, phrase in enumerate(self.rules.phrases)}
        root = _Step()
        for number, relation in enumerate(self.rules.relations):
            for names in relation.spell_out():
                step = root
                for name in names:
                    step = step.further.setdefault(numbers[name], _Step())
                step.relations.append(number)
        barriers = tuple(
            tuple(tuple(numbers[name] for name in names) for names in relation.not_after)
            for relation in self.rules.relations
        )
        automaton = Automaton([phrase.pattern for phrase in self.rules.phrases], self.rules.longest)
        object.__setattr__(self, "_automaton", automaton)
        object.__setattr__(self, "_relations", root)
        object.__setattr__(self, "_barriers", barriers)

    def __reduce__(self) -> tuple[Any, ...]:
        # What was learned on the way stays here: other processes learn it anew.
        return partial(type(self), rules=self.rules, language=self.language), ()

    @classmethod
    def of(cls, language: str | Path) -> Chunker:
        """Return the chunker of a language: one of ours by its two letters, or another by the path of its folder.

        Raises:
            InputError: A rule of the language is wrong; the error names file and rule.
            SpecError: There is no such language.
        """
        return cls(rules=ChunkRules.of(language), language=find_language(language).resolve().name)

    def chunk(self, segments: Sequence[Segment]) -> list[Segment]:
        """Return the segments with their spans."""
        return [segment.with_spans(self._find_spans(segment)) for segment in segments]

    def _find_spans(self, segment: Segment) -> tuple[Span, ...]:
        tokens = segment.tokens
        phrases = [_Phrase(*match) for match in self._automaton.split(tokens)]
        means = [token.tag.part in CONTENT for token in tokens]
        found: dict[tuple[int, int], SpanKind] = {}
        for index, phrase in enumerate(phrases):
            kind = self._find_kind(tokens, phrases, index)
            if kind is not None and True in means[phrase.first : phrase.stop]:
                found[phrase.first, phrase.stop] = kind
        for kind, first, stop in self._find_relations(phrases):
            if True in means[first:stop]:
                found.setdefault((first, stop), kind)
        return tuple(segment.make_span(found[place], *place) for place in sorted(found))

    def _find_kind(self, tokens: Sequence[Token], phrases: Sequence[_Phrase], index: int) -> SpanKind | None:
        """What kind of span a phrase is by itself, if it is any."""
        phrase = phrases[index]
        rule = self.rules.phrases[phrase.rule]
        if phrase.stop == phrase.first + 1 and tokens[phrase.first].tag.part is not Part.UNKNOWN:
            return None
        if rule.after:
            before = phrases[index - 1] if index else None
            if before is None or before.stop != phrase.first or self.rules.phrases[before.rule].name != rule.after:
                return None
        return rule.kind

    def _find_relations(self, phrases: Sequence[_Phrase]) -> Iterator[tuple[SpanKind, int, int]]:
        """The relations, by where they start, and of those that start together the first rules first."""
        longest = self.rules.longest
        for index, start in enumerate(phrases):
            step = self._relations.further.get(start.rule)
            stop = start.stop
            matches: list[tuple[int, int]] = []
            for phrase in phrases[index + 1 : index + longest]:
                step = step.further.get(phrase.rule) if step and phrase.first == stop else None
                stop = phrase.stop
                if step is None or stop - start.first > longest:
                    break
                matches += [(relation, stop) for relation in step.relations]
            for relation, end in sorted(matches):
                if not self._is_barred(phrases, index, relation):
                    yield self.rules.relations[relation].kind, start.first, end

    def _is_barred(self, phrases: Sequence[_Phrase], index: int, relation: int) -> bool:
        """Whether phrases stand right before a relation that it must not follow."""
        for names in self._barriers[relation]:
            before = phrases[max(0, index - len(names)) : index + 1]
            together = all(left.stop == right.first for left, right in pairwise(before))
            if together and tuple(phrase.rule for phrase in before[:-1]) == names:
                return True
        return False
