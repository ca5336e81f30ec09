"""Names in spans, and the frequent noun phrases that stand for them when spans are counted.

Moré and Climent (2006), section 5: *mataron a Rigobert Mallafré* is nowhere to be found, since nobody has ever written
about him; *mataron a un policía* is. What stands for a person, a place or an organisation is in ``proper_nouns.toml``
in the folder of the language: for each kind what can stand alone (``alone``, ``plural``) and what can stand after a
determiner, by its gender and number (``after_f_s``, ``after_p``, ``after``; ``after_elided`` after an apostrophe).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.mtness.chunking.spans import Span
from tertium.mtness.resources.languages import find_language, read_rules
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

KINDS = ("person", "place", "organisation")
MOST_VARIANTS = 4
_APOSTROPHES = ("'", "\u2019")
_MOST_PARTICLES = 2
_MARGIN = 8  # words before and after a span that are looked at, so that long lines do not take long


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A run of words that is a name.

    Attributes:
        first: Its first token.
        stop: The token after its last one.
        kind: ``"person"``, ``"place"`` or ``"organisation"``; empty if that is not known.
        number: ``"p"`` if it is in the plural, as in *Andes*; otherwise ``"s"``.
        position: Which substitutes fit: ``"alone"``, ``"plural"``, or one that starts with ``"after"``.
    """

    first: int
    stop: int
    kind: str
    number: str
    position: str


@dataclass(frozen=True, kw_only=True)
class ProperNouns:
    """The names of a language, and what stands for them.

    Attributes:
        particles: Words that are inside names, such as *de*.
        substitutes: What stands for names, by kind and by what is before the name.
        contractions: Two words that become one, such as *a el*, and what they become.
        elisions: Words that lose their last letter before a vowel, and what is left of them.
        vowels: Letters that they lose it before.
    """

    particles: frozenset[str]
    substitutes: Mapping[str, Mapping[str, tuple[str, ...]]]
    contractions: Mapping[str, str]
    elisions: Mapping[str, str]
    vowels: str = ""

    @classmethod
    def of(cls, language: str | Path) -> ProperNouns:
        """Read those of a language: one of ours by its two letters, or another by the path of its folder.

        A language without such a file has none: no name of it is replaced.

        Raises:
            InputError: The file has something else in it than it should; the error names the file and the place.
            SpecError: There is no such language.
        """
        return _parse(read_rules(language, "proper_nouns"), find_language(language) / "proper_nouns.toml")

    def find_names(self, tokens: Sequence[Token], first: int = 0, stop: int | None = None) -> list[Name]:
        """Return the names in a segment, from left to right.

        Args:
            tokens: All of its words and marks.
            first: The first one to look at.
            stop: The one after the last to look at; all if it is not given.
        """
        end = len(tokens) if stop is None else min(stop, len(tokens))
        sure = {index for index in range(first, end) if _is_name(tokens, index)}
        # The capital of a first word means nothing by itself, but "Rigobert Mallafré" at the start is one name.
        sure |= {index - 1 for index in sure if index > first and _is_unknown_capital(tokens[index - 1])}
        names: list[Name] = []
        done = first
        for index in sorted(sure):
            if index >= done:
                done = self._find_end(tokens, sure, index)
                names.append(_describe(tokens, index, done))
        return names

    def find_substitutes(self, name: Name) -> tuple[str, ...]:
        """Return what can stand for a name, the best first; a little of everything if its kind is not known."""
        if name.kind:
            lists = [self._look_up(name.kind, name.position)]
        else:
            lists = [self._look_up(kind, name.position) for kind in KINDS]
        mixed = chain.from_iterable(zip_longest(*lists))
        return tuple(dict.fromkeys(text for text in mixed if text))[:MOST_VARIANTS]

    def generalise(
        self,
        segment: Segment,
        span: Span,
        edits: Sequence[Edit] = (),
        *,
        untouched_by: Sequence[Edit] = (),
    ) -> tuple[str, ...]:
        """Return a span, after edits, with frequent noun phrases for its names.

        Args:
            segment: The segment.
            span: A span of it.
            edits: What is to be changed, in order, by places in the text of the segment; what is outside the span is
                left alone.
            untouched_by: Names that these would touch stay as they are, as those do that ``edits`` touch. Give the
                edits of a suggestion here to have the span without them, but with the same names replaced: the
                texts of both then correspond one by one.

        Returns:
            At most four texts; none if there is no name in the span that could be replaced.
        """
        tokens = segment.tokens
        # Most spans have none, and are asked about often.
        if not any(
            token.tag.part is Part.PROPER or _is_unknown_capital(token) for token in tokens[span.first : span.stop]
        ):
            return ()
        inside = [edit for edit in edits if span.start <= edit.start and edit.end <= span.end]
        places: list[tuple[int, int]] = []
        choices: list[tuple[str, ...]] = []
        for found in self.find_names(tokens, max(0, span.first - _MARGIN), span.stop + _MARGIN):
            first, stop = max(found.first, span.first), min(found.stop, span.stop)
            if first >= stop:
                continue
            name = replace(found, first=first, stop=stop)
            if first == span.first:  # what is before the span is not in the query
                name = replace(name, position="plural" if name.number == "p" else "alone")
            start, end = tokens[first].start, tokens[stop - 1].end
            # A substitute fits the determiner before it, which must stay as well.
            kept = tokens[first - 1].start if name.position.startswith("after") else start
            # An edit may reach beyond the span, such as over the blank after its last word: it touches the name all
            # the same.
            if not any(edit.start < end and edit.end >= kept for edit in (*edits, *untouched_by)):
                places.append((start, end))
                choices.append(self.find_substitutes(name))
        if not choices or not all(choices):
            return ()
        texts: list[str] = []
        for turn in range(max(map(len, choices))):
            chosen = [substitutes[turn % len(substitutes)] for substitutes in choices]
            names = [Edit(*place, substitute) for place, substitute in zip(places, chosen, strict=True)]
            texts.append(self._write(segment.text, span, inside, names))
        return tuple(texts)

    def _find_end(self, tokens: Sequence[Token], sure: set[int], first: int) -> int:
        """Where a name ends: particles belong to it if it is a person's, and more of the name is after them."""
        stop = first + 1
        is_place = tokens[first].tag.form in ("place", "organisation")
        while stop < len(tokens):
            following = stop
            while not is_place and following < len(tokens) and tokens[following].text.casefold() in self.particles:
                following += 1
            if following - stop > _MOST_PARTICLES or following not in sure:
                break
            stop = following + 1
        return stop

    def _look_up(self, kind: str, position: str) -> tuple[str, ...]:
        """The list for what is before a name; if there is none, that for less than is known of it."""
        lists = self.substitutes.get(kind, {})
        parts = position.split("_")
        for key in (position, f"{parts[0]}_{parts[-1]}", parts[0]):
            if key in lists:
                return lists[key]
        if parts[0] != "after":
            return ()
        fitting = [texts for key, texts in lists.items() if key.startswith("after") and key.endswith(f"_{parts[-1]}")]
        return tuple(chain.from_iterable(zip(*fitting, strict=False)))

    def _write(self, text: str, span: Span, edits: Iterable[Edit], names: Iterable[Edit]) -> str:
        pieces = [(edit.start, edit.end, edit.text, False) for edit in edits]
        pieces += [(edit.start, edit.end, edit.text, True) for edit in names]
        written = ""
        done = span.start
        for start, end, new, is_name in sorted(pieces):
            written += text[done:start]
            written = self._join(written, new) if is_name else written + new
            done = end
        return written + text[done : span.end]

    def _join(self, before: str, substitute: str) -> str:
        """Put a substitute after a text: words that become one do, and apostrophes come and go."""
        head, space, last = before.rstrip().rpartition(" ")
        head += space
        straight = last.replace("\u2019", "'").casefold()
        full = next((word for word, elided in self.elisions.items() if elided == straight), None)
        if full is not None:
            last, before = full, f"{head}{full} "
        article, _, rest = substitute.partition(" ")
        contracted = self.contractions.get(f"{last.casefold()} {article}")
        if contracted is not None and rest:
            return f"{head}{contracted} {rest}"
        if last.casefold() in self.elisions and substitute[0].casefold() in self.vowels:
            return f"{head}{self.elisions[last.casefold()]}{substitute}"
        return before + substitute


def _is_unknown_capital(token: Token) -> bool:
    """Whether it is a word that nobody knows, with a capital; not so if all letters are, as in RAM."""
    text = token.text
    return token.tag.part is Part.UNKNOWN and text[:1].isupper() and (len(text) == 1 or not text.isupper())


def _starts_sentence(tokens: Sequence[Token], index: int) -> bool:
    """Whether there are no words before it, or only those of another sentence."""
    while index and tokens[index - 1].tag.part is Part.PUNCTUATION:
        index -= 1
        if tokens[index].tag.form == "final":
            return True
    return index == 0


def _is_name(tokens: Sequence[Token], index: int) -> bool:
    if tokens[index].tag.part is Part.PROPER:
        return True
    return _is_unknown_capital(tokens[index]) and not _starts_sentence(tokens, index)


def _describe(tokens: Sequence[Token], first: int, stop: int) -> Name:
    forms = [token.tag.form for token in tokens[first:stop] if token.tag.form in KINDS]
    kind = "person" if "person" in forms else next(iter(forms), "")
    number = "p" if any(token.tag.number == "p" for token in tokens[first:stop]) else "s"
    position = "plural" if number == "p" else "alone"
    before = tokens[first - 1] if first else None
    if before is not None and (before.tag.part is Part.DETERMINER or before.tag.form == "contracted"):
        if before.text.endswith(_APOSTROPHES):
            position = "after_elided"
        else:
            gender = before.tag.gender or ("m" if before.tag.form == "contracted" else "")
            position = "_".join(["after", *filter(None, [gender, before.tag.number or number])])
    return Name(first=first, stop=stop, kind=kind, number=number, position=position)


def _parse(table: Mapping[str, Any], file: Path) -> ProperNouns:
    substitutes: dict[str, dict[str, tuple[str, ...]]] = {}
    for key, value in table.items():
        if key in KINDS and isinstance(value, dict):
            substitutes[key] = {place: _check_list(texts, f"{key}.{place}", file) for place, texts in value.items()}
        elif key in ("contractions", "elisions") and isinstance(value, dict):
            _check_list(list(value.values()), key, file)
        elif key not in ("particles", "vowels"):
            known = ", ".join((*KINDS, "contractions", "elisions", "particles", "vowels"))
            raise InputError(f"there is no {key!r}, or it is not a table", file=file, remedy=f"There are: {known}")
    vowels = table.get("vowels", "")
    if not isinstance(vowels, str):
        raise InputError("'vowels' is not a string", file=file, remedy="Write them one after the other")
    return ProperNouns(
        particles=frozenset(_check_list(table.get("particles", []), "particles", file)),
        substitutes=substitutes,
        contractions=dict(table.get("contractions", {})),
        elisions=dict(table.get("elisions", {})),
        vowels=vowels,
    )


def _check_list(texts: Any, where: str, file: Path) -> tuple[str, ...]:
    if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
        raise InputError(f"{where!r} is not a list of texts", file=file, remedy='Write for instance ["Juan", "María"]')
    return tuple(texts)
