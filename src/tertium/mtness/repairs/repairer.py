"""Repairs of segments: all ways to make suggestions, over many segments at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.edits import Edit, apply_edits
from tertium.errors import SpecError
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.drafts import Draft, match_case
from tertium.mtness.repairs.junctions import Replacement, join_words
from tertium.mtness.repairs.kinds import ACTIONS, KINDS, SECTIONS
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.repairs.word_links import LinkedSegment, split_source
from tertium.mtness.resources.dictionary import Dictionary, Inflector, SourceWord, Wish
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Tag
from tertium.registry import unknown

LIMIT = 6
"""How many repairs of the same words there are, at most."""

MOST = 400
"""How many repairs a segment has, at most."""

_Form = tuple[str, str, Tag, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
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
    actions: frozenset[Action] = frozenset(ACTIONS.values())

    @classmethod
    def of(
        cls,
        language: str | Path,
        dictionary: Dictionary | None = None,
        inflector: Inflector | None = None,
        *,
        limit: int = LIMIT,
        actions: Iterable[str] | None = None,
    ) -> Repairer:
        """Return one for a language of the output.

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
            raise SpecError(f"the maximum number of suggestions per word is {limit}", remedy="Give 1 or more")
        chosen = list(ACTIONS) if actions is None else list(actions)
        for name in chosen:
            if name not in ACTIONS:
                raise unknown("action", name, ACTIONS)
        return cls(
            rules=Rules.read(language, SECTIONS),
            dictionary=dictionary,
            inflector=inflector,
            limit=limit,
            actions=frozenset(ACTIONS[name] for name in chosen),
        )

    def describe(self) -> str:
        """Return the ways to make repairs, their bound, and the dictionary, for signatures."""
        chosen = [name for name, action in ACTIONS.items() if action in self.actions]
        names = "all" if len(chosen) == len(ACTIONS) else "+".join(chosen)
        forms = "yes" if self.inflector is not None else "no"
        dictionary = "none" if self.dictionary is None else self.dictionary.version
        return f"actions={names},limit={self.limit},forms={forms},dictionary={dictionary}"

    def repair(
        self, segments: Sequence[Segment], words: Sequence[tuple[SourceWord, ...]] | None = None
    ) -> list[Segment]:
        """Return the repairs of each segment, by place, and at each place the best first.

        The dictionary and the inflector are asked once for all segments.

        Args:
            segments: The segments.
            words: The words of their sources, if they have been looked up.
        """
        if words is None:
            words = self.look_up(segments)
        kinds = [kind for kind in KINDS if not self.actions.isdisjoint(kind.ACTIONS)]
        drafts: list[list[Draft]] = []
        for segment, found in zip(segments, words, strict=True):
            linked = LinkedSegment.of(segment, found)
            proposed = (draft for kind in kinds for draft in kind.propose(linked, self.rules))
            drafts.append([draft for draft in proposed if draft.action in self.actions])
        forms = self._inflect(each for some in drafts for each in some)
        return [
            segment.with_repairs(self._finish(segment, some, forms))
            for segment, some in zip(segments, drafts, strict=True)
        ]

    def look_up(self, segments: Sequence[Segment]) -> list[tuple[SourceWord, ...]]:
        """Return the words of the sources of segments, with all that they may mean."""
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

    def _finish(self, segment: Segment, drafts: Sequence[Draft], forms: dict[_Form, str | None]) -> tuple[Repair, ...]:
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
        return tuple(sorted(repairs, key=lambda each: (each.start, each.end, each.rank)))

    def _make(self, segment: Segment, draft: Draft, forms: dict[_Form, str | None], rank: int) -> Repair | None:
        text, tokens = segment.text, segment.tokens
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
        return Repair(
            edits=edits,
            action=draft.action,
            error=draft.error,
            replaced=text[start:end],
            replacement=new,
            source=draft.source,
            rank=rank,
        )


def _describe(wish: Wish) -> _Form:
    """All of a wish but its place in the text."""
    token = wish.token
    return token.text, token.lemma, token.tag, token.native, wish.gender, wish.number
