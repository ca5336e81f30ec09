"""A localisation file: its units, and its bytes with some of the targets edited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tertium.edits import Edit, apply_edits
from tertium.errors import InputError
from tertium.fixed_places import FixedPlace, find_obstacle, refine
from tertium.text.bilingual.character_map import CharacterMap
from tertium.text.bilingual.coded_bytes import CodedBytes
from tertium.text.bilingual.units import BilingualUnit, TargetPlace

Write = Callable[[str, int, CodedBytes], bytes]
"""Writes a text as it stands in a file; the number is that of a CDATA section, or 0."""

LayOut = Callable[[TargetPlace, bytes], bytes]
"""Returns the content of an edited target as the file breaks lines, by its place."""


@dataclass(frozen=True, kw_only=True)
class BilingualDocument:
    """A localisation file.

    Attributes:
        file: Its name, for messages.
        format: Its format, one of ``registry.BILINGUAL``.
        coded: Its content.
        units: Its units, in order.
        source_language: The language of the sources, if the file says so.
        target_language: The language of the targets, if the file says so.
        map_target: Returns the characters of the raw content of a target.
        write_target: Writes a text as it stands in a target.
        empty: The content of an empty target.
        origin: The byte of an empty target at which text goes.
        lay_out: Returns the content of an edited target as the file breaks lines.
    """

    file: str
    format: str
    coded: CodedBytes
    units: Sequence[BilingualUnit]
    source_language: str = ""
    target_language: str = ""
    map_target: Callable[[bytes], CharacterMap]
    write_target: Write
    empty: bytes = b""
    origin: int = 0
    lay_out: LayOut | None = None

    def find_fixed(self, number: int) -> tuple[FixedPlace, ...]:
        """Return what edits have to leave in a target: its tags, and in PO its line breaks.

        Args:
            number: The number of the unit, from 0.
        """
        raw = self._get_raw(self.units[number])
        return self._map(self.units[number]).fixed if b"<" in raw or b"\\" in raw else ()

    def edit(self, edits: Mapping[int, Sequence[Edit]]) -> bytes:
        r"""Return the file with some targets edited, and all other bytes as they are.

        Args:
            edits: The edits of some units, by their numbers from 0. They do not overlap.

        Raises:
            InputError: An edit would remove a tag, or cannot be written.

        >>> from tertium.text.bilingual import parse_bilingual
        >>> document = parse_bilingual(b'msgid "net"\nmsgstr "limpio"\n', "po", "es.po")
        >>> document.edit({0: [Edit(0, 6, "neto")]})
        b'msgid "net"\nmsgstr "neto"\n'
        """
        changed = {number: made for number, made in edits.items() if self._changes(self.units[number], made)}
        if not changed and self.coded.inexact:
            return self.coded.inexact
        if self.coded.inexact:
            raise InputError(
                f"the file cannot be written again byte for byte in its encoding, {self.coded.encoding}",
                file=self.file,
                remedy="Convert it to UTF-8 first",
            )
        body = self.coded.body
        pieces: list[bytes] = []
        done = 0
        for unit, made in sorted(
            ((self.units[number], made) for number, made in changed.items()), key=lambda each: each[0].place.start
        ):
            pieces += [body[done : unit.place.start], self._edit_unit(unit, made)]
            done = unit.place.end
        return self.coded.encode(b"".join([*pieces, body[done:]]))

    @staticmethod
    def _changes(unit: BilingualUnit, made: Sequence[Edit]) -> bool:
        return apply_edits(unit.target, _in_order(made)) != unit.target

    def _edit_unit(self, unit: BilingualUnit, made: Sequence[Edit]) -> bytes:
        before = self._map(unit)
        if obstacle := find_obstacle(before.text, made, before.fixed):
            raise self._error(unit, f"an edit would remove {obstacle.what}", "Edit the words on one side of it")
        finer = [part for edit in _in_order(made) for part in refine(before.text, edit, before.fixed)]
        try:
            content = self._splice(self._get_raw(unit), before, finer)
            content = self.lay_out(unit.place, content) if self.lay_out else content
            after = self.map_target(content)
        except ValueError as error:
            raise self._error(unit, f"the edit cannot be written: {error}", "Choose another edit") from None
        wanted = apply_edits(before.text, finer)
        # What was written is read again: a wrong file would be worse than none.
        if after.text.split() != wanted.split() or _list_tags(after) != _list_tags(before):
            raise self._error(unit, "the edit cannot be written without changing more", "Choose another edit")
        return unit.place.opening + content + unit.place.closing

    def _splice(self, raw: bytes, found: CharacterMap, edits: Sequence[Edit]) -> bytes:
        pieces: list[bytes] = []
        done = 0
        for edit in edits:
            if edit.start == edit.end:
                # New text goes with the character before it, into the same tag.
                at = edit.start - 1 if edit.start else 0
                place = found.ends[at] if edit.start else found.starts[0] if found.text else self.origin
                start = end = place
            else:
                at = edit.start
                start, end = found.starts[edit.start], found.ends[edit.end - 1]
            section = found.sections[at] if found.text else 0
            pieces += [raw[done:start], self.write_target(edit.text, section, self.coded)]
            done = end
        return b"".join([*pieces, raw[done:]])

    def _map(self, unit: BilingualUnit) -> CharacterMap:
        found = self.map_target(self._get_raw(unit))
        if found.text != unit.target:  # the parser that found the unit has another opinion
            raise self._error(unit, "the target cannot be edited in place", "Write the file again as plain UTF-8")
        return found

    def _get_raw(self, unit: BilingualUnit) -> bytes:
        return self.empty if unit.place.missing else self.coded.body[unit.place.start : unit.place.end]

    def _error(self, unit: BilingualUnit, message: str, remedy: str) -> InputError:
        return InputError(f"unit {unit.id!r}: {message}", file=self.file, line=unit.line, remedy=remedy)


def _in_order(edits: Iterable[Edit]) -> list[Edit]:
    return sorted(edits, key=lambda each: (each.start, each.end))


def _list_tags(found: CharacterMap) -> list[str]:
    return [place.what for place in found.fixed]
