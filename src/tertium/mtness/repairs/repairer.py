"""Repairs of segments: all ways to make alternatives, over many segments at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tertium.edits import Edit, apply_edits
from tertium.errors import SpecError
from tertium.mtness.chunking.chunks import ChunkedSegment
from tertium.mtness.repairs.drafts import Draft, match_case
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.junctions import Replacement, join_words
from tertium.mtness.repairs.kinds import (
    apocopation,
    articles,
    copulas,
    function_words,
    orders,
    other_systems,
    personal_prepositions,
    prepositions,
    source_words,
    translations,
)
from tertium.mtness.repairs.repair import Action, Repair, RepairableSegment
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.repairs.word_links import LinkedSegment, split_source
from tertium.mtness.resources.dictionary import Dictionary, Inflector, SourceWord, Wish
from tertium.mtness.text.segments import Segment
from tertium.mtness.text.tags import Tag

LIMIT = 6
"""How many repairs of the same words there are, at most."""

MOST = 400
"""How many repairs a segment has, at most."""

# The surer ones first: those of the same words are ranked in this order.
_MAKERS: tuple[tuple[Callable[[LinkedSegment, Rules], Iterator[Draft]], frozenset[Action]], ...] = (
    (source_words.propose, frozenset((Action.SOURCE_WORD,))),
    (apocopation.propose, frozenset((Action.APOCOPATION,))),
    (copulas.propose, frozenset((Action.COPULA,))),
    (translations.propose, frozenset((Action.OTHER_TRANSLATION, Action.COPULA))),
    (other_systems.propose, frozenset((Action.OTHER_SYSTEM,))),
    (prepositions.propose, frozenset((Action.DROP_PREPOSITION, Action.COPULA))),
    (articles.propose, frozenset((Action.ADD_ARTICLE, Action.DROP_ARTICLE))),
    (personal_prepositions.propose, frozenset((Action.ADD_PREPOSITION,))),
    (orders.propose, frozenset((Action.ORDER, Action.ADJECTIVE_ORDER))),
    (function_words.propose, frozenset((Action.FUNCTION_WORD,))),
)

_Form = tuple[str, str, Tag, str, str, str]


@dataclass(frozen=True, slots=True)
class Repairer:
    """What makes the repairs of a language.

    Attributes:
        rules: Those of the language.
        dictionary: Where source words are looked up; without it, only A1 and what needs no source.
        inflector: Who knows other forms of words; without it, repairs that need one are left out.
        limit: How many repairs of the same words there are, at most.
        actions: The ways to make repairs.
    """

    rules: Rules
    dictionary: Dictionary | None = None
    inflector: Inflector | None = None
    limit: int = LIMIT
    actions: frozenset[Action] = frozenset(Action)

    @classmethod
    def of(
        cls,
        language: str | Path,
        dictionary: Dictionary | None = None,
        inflector: Inflector | None = None,
        limit: int = LIMIT,
        actions: Iterable[str] | None = None,
    ) -> Repairer:
        """One for a language of the output.

        Args:
            language: Its two letters, or a folder of rules.
            dictionary: From the language of the source to it.
            inflector: Of the language of the output.
            limit: How many repairs of the same words there are, at most.
            actions: The ways to make repairs; all if None.

        Raises:
            SpecError: There is no such language or action, or the limit is below 1.
            InputError: The rules of the language are not what they have to be.
        """
        if limit < 1:
            raise SpecError(f"there cannot be at most {limit} repairs of a word", remedy="Give 1 or more")
        chosen = list(Action) if actions is None else list(actions)
        for name in chosen:
            if name not in set(Action):
                raise SpecError(f"there is no action {name!r}", remedy=f"There are: {', '.join(Action)}")
        return cls(Rules.read(language), dictionary, inflector, limit, frozenset(map(Action, chosen)))

    def describe(self) -> str:
        """The ways to make repairs, their bound, and the dictionary, for signatures."""
        names = "all" if len(self.actions) == len(Action) else "+".join(each for each in Action if each in self.actions)
        forms = "yes" if self.inflector is not None else "no"
        dictionary = "none" if self.dictionary is None else self.dictionary.version
        return f"actions={names},limit={self.limit},forms={forms},dictionary={dictionary}"

    def repair(
        self, segments: Sequence[ChunkedSegment], words: Sequence[tuple[SourceWord, ...]] | None = None
    ) -> list[RepairableSegment]:
        """The repairs of each segment, by place, and at each place the best first.

        The dictionary and the inflector are asked once for all segments.

        Args:
            segments: The segments.
            words: The words of their sources, if they have been looked up.
        """
        if words is None:
            words = self.look_up([segment.tagged.segment for segment in segments])
        makers = [make for make, actions in _MAKERS if actions & self.actions]
        drafts: list[list[Draft]] = []
        for segment, found in zip(segments, words, strict=True):
            linked = LinkedSegment.of(segment, found)
            proposed = (draft for make in makers for draft in make(linked, self.rules))
            drafts.append([draft for draft in proposed if draft.action in self.actions])
        forms = self._inflect(each for some in drafts for each in some)
        return [
            RepairableSegment(segment, self._finish(segment, some, forms))
            for segment, some in zip(segments, drafts, strict=True)
        ]

    def look_up(self, segments: Sequence[Segment]) -> list[tuple[SourceWord, ...]]:
        """The words of the sources of segments, with all that they may mean."""
        sources = [segment.source or "" for segment in segments]
        distinct = list(dict.fromkeys(source for source in sources if source.strip()))
        if self.dictionary is None:
            found = dict(zip(distinct, map(split_source, distinct), strict=True))
        else:
            found = dict(zip(distinct, self.dictionary.look_up(distinct) if distinct else [], strict=True))
        return [found.get(source, ()) for source in sources]

    def _inflect(self, drafts: Iterable[Draft]) -> dict[_Form, str | None]:
        wishes: dict[_Form, Wish] = {}
        for draft in drafts:
            for change in draft.changes:
                if isinstance(change.text, Wish):
                    wishes.setdefault(_describe(change.text), change.text)
        if self.inflector is None or not wishes:
            return {}
        return dict(zip(wishes, self.inflector.inflect(list(wishes.values())), strict=True))

    def _finish(
        self, segment: ChunkedSegment, drafts: Sequence[Draft], forms: dict[_Form, str | None]
    ) -> tuple[Repair, ...]:
        repairs: list[Repair] = []
        ranks: dict[tuple[int, int], int] = {}
        seen: dict[tuple[Edit, ...], int] = {}
        for draft in drafts:
            place = (draft.first, draft.stop)
            rank = ranks.get(place, 0)
            if rank == self.limit or len(repairs) == MOST:
                continue
            repair = self._make(segment, draft, forms, rank)
            if repair is None:
                continue
            known = seen.setdefault(repair.edits, len(repairs))
            if known == len(repairs):
                ranks[place] = rank + 1
                repairs.append(repair)
            elif repairs[known].error is ErrorType.UNKNOWN:
                # What another system has there is known by its kind now.
                repairs[known] = replace(repairs[known], error=repair.error)
        return tuple(sorted(repairs, key=lambda each: (each.start, each.end, each.rank)))

    def _make(self, segment: ChunkedSegment, draft: Draft, forms: dict[_Form, str | None], rank: int) -> Repair | None:
        text, tokens = segment.tagged.text, segment.tagged.tokens
        replacements: list[Replacement] = []
        for change in draft.changes:
            new = change.text
            if isinstance(new, Wish):
                form = forms.get(_describe(new))
                if form is None:
                    return None
                new = match_case(form, tokens[change.first].text)
            replacements.append((change.first, change.stop, new))
        first, stop = draft.first, draft.stop
        start = tokens[first].start
        end = tokens[stop - 1].end if stop > first else start
        edits = join_words(text, tokens, replacements, self.rules)
        if not edits:
            return None
        main = [new for one, other, new in replacements if (one, other) == (first, stop)]
        if main:
            # What was joined to its neighbour is named as it was before.
            new = next((edit.text.strip() for edit in edits if (edit.start, edit.end) == (start, end)), main[0])
        else:
            new = apply_edits(text[start:end], edits, start)
        return Repair(edits, draft.action, draft.error, text[start:end], new, draft.source, rank)


def _describe(wish: Wish) -> _Form:
    """All of a wish but its place in the text."""
    token = wish.token
    return token.text, token.lemma, token.tag, token.native, wish.gender, wish.number
