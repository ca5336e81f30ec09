"""Localisation files that are post-edited: their segments, and the file with the accepted edits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.files.compression import COMPRESSIONS, LONGEST_MAGIC
from tertium.files.opening import STDIN, open_binary, shown
from tertium.postedit.proposed_edits import ProposedEdits
from tertium.postedit.segments import TranslatedSegment
from tertium.registry import BILINGUAL
from tertium.text import BilingualDocument, find_format, read_bilingual


def is_localisation_file(path: str | Path, input_format: str = "auto") -> bool:
    """Return whether a file is in a format with units, by its suffix or the name of the format."""
    return find_format(str(path), input_format) in BILINGUAL


def require_same_format(output: Path | None, file: str | Path, input_format: str = "auto") -> None:
    """Refuse an output whose name says another format than that of the localisation file whose copy it is to be.

    Raises:
        InputError: The suffixes are of different formats.
    """
    if output is None or not output.suffix or output.suffix == Path(file).suffix:
        return
    if find_format(str(output), "auto") != find_format(str(file), input_format):
        raise InputError(
            f"the edited text has the format of {file}, which the suffix {output.suffix} does not say",
            file=output,
            remedy=f"Give a name that ends with {Path(file).suffix}",
        )


class LocalisedText:
    """A localisation file that is post-edited.

    Args:
        path: The file; ``-`` is standard input.
        input_format: Its format, or ``auto``.
        language_pair: The language pair, such as ``ca-es``, to choose the languages of a TMX file.

    Attributes:
        segments: Its segments, with the tags that edits have to leave in place.

    Raises:
        InputError: The file cannot be read, is not in a format with units, or is compressed.
    """

    def __init__(self, path: str | Path, input_format: str = "auto", language_pair: str = "") -> None:
        if not is_localisation_file(path, input_format):
            raise InputError(
                "this is not a localisation file, by its name",
                file=shown(str(path)),
                remedy=f"Give its format with --input-format: {', '.join(BILINGUAL)}",
            )
        _refuse_compressed(str(path))
        source, _, target = language_pair.partition("-") if language_pair else ("", "", "")
        self._document = read_bilingual(path, input_format, source_language=source, target_language=target)
        self.segments = [
            TranslatedSegment(
                unit.target, unit.source, unit.document, id=unit.id, fixed=self._document.find_fixed(number)
            )
            for number, unit in enumerate(self._document.units)
        ]

    @property
    def document(self) -> BilingualDocument:
        """The file."""
        return self._document

    def attach(self, proposed: ProposedEdits) -> ProposedEdits:
        """Return proposed edits whose segments know the tags of the file.

        Args:
            proposed: Edits that were proposed for this file.

        Raises:
            InputError: They were proposed for another text.
        """
        for number, (mine, theirs) in enumerate(zip_longest(self.segments, proposed.segments), 1):
            if mine is None or theirs is None or mine.text != theirs.text:
                raise InputError(
                    f"the findings are about another text: segment {number} is not the same",
                    file=self._document.file,
                    line=self._document.units[number - 1].line if mine else None,
                    remedy="Run `tertium mtness FILE -f json` on this file, and review these findings",
                )
        segments = tuple(
            replace(theirs, id=mine.id, fixed=mine.fixed)
            for mine, theirs in zip(self.segments, proposed.segments, strict=True)
        )
        return replace(proposed, segments=segments)

    def edit(self, edits: Mapping[int, Sequence[Edit]]) -> bytes:
        """Return the file with edits, and all other bytes as they are.

        Args:
            edits: The edits of some segments, by their numbers from 0.

        Raises:
            InputError: An edit cannot be written.
        """
        return self._document.edit(edits)


def _refuse_compressed(path: str) -> None:
    if path == STDIN:
        return
    with open_binary(path) as stream:
        head = stream.read(LONGEST_MAGIC)
    for compression in COMPRESSIONS:
        if compression.fits(head):
            raise InputError(
                "the file is compressed, so that it cannot be written again byte for byte",
                file=shown(path),
                remedy=f"Decompress it first: {compression.command} {shown(path)}",
            )
