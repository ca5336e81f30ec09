"""Segments of a document that is post-edited."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.fixed_places import FixedPlace


@dataclass(frozen=True, slots=True)
class TranslatedSegment:
    """A machine-translated segment, as it was before any edit.

    Attributes:
        text: The translation.
        source: The source segment; None if it is not known.
        document: The document that it belongs to; empty if it is not known.
        id: What its file calls it; empty if it has no name.
        fixed: What edits have to leave in place: the tags of a localisation file.
    """

    text: str
    source: str | None = None
    document: str = ""
    _: KW_ONLY
    id: str = ""
    fixed: tuple[FixedPlace, ...] = ()


def read_segments(text: str, source: str | None = None) -> list[TranslatedSegment]:
    """Read the segments of a text file, one per line, with their sources if these are given.

    Args:
        text: The file; ``-`` is standard input.
        source: The file of source segments, one per line.

    Raises:
        InputError: A file cannot be read, or the files differ in length.
    """
    if source == text == "-":
        raise InputError("standard input is given twice", file="stdin", remedy="Give - for one file only")
    texts = list(iterate_lines(text))
    if source is None:
        return [TranslatedSegment(each) for each in texts]
    sources = list(iterate_lines(source))
    if len(sources) != len(texts):
        raise InputError(
            f"the source has {len(sources):,} segment{'' if len(sources) == 1 else 's'}, "
            f"and the text has {len(texts):,}",
            file=source,
            remedy="Give the source of this text, one segment per line",
        )
    return [TranslatedSegment(each, original) for each, original in zip(texts, sources, strict=True)]
