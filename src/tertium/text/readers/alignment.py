"""Alignment by document and segment, for the formats that name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tertium.errors import InputError
from tertium.files.opening import shown
from tertium.files.rows import require_room
from tertium.text.readers.segment_run import Key, Request, SegmentRun, System

_SAME_SEGMENTS = "Give every source, reference and system the same segments of the same documents"


@dataclass(kw_only=True)
class Layer:
    """The source, one reference or one system of a file, while the file is read.

    Attributes:
        what: Its name in messages, such as ``system 'online-B'``.
        name: The name that the file gives it, if any.
        by_document: Whether it may be missing in whole documents, as references are in some documents of WMT.
        texts: The text of each segment.
        lines: The line of each segment.
    """

    what: str
    name: str | None = None
    by_document: bool = False
    texts: dict[Key, str] = field(default_factory=dict)
    lines: dict[Key, int] = field(default_factory=dict)

    def add(self, key: Key, text: str, line: int, file: str) -> None:
        """Add a segment.

        Raises:
            InputError: The segment was added before.
        """
        if key in self.texts:
            raise InputError(
                f"{self.what} has {called(key)} twice, first on line {self.lines[key]}",
                file=shown(file),
                line=line,
                remedy="Give each segment of a document its own id",
            )
        self.texts[key] = text
        self.lines[key] = line


@dataclass
class Layers:
    """The content of one file, and the language of its references and systems, where it says that."""

    source: Layer | None = None
    references: list[Layer] = field(default_factory=list)
    systems: list[Layer] = field(default_factory=list)
    language: str = ""

    def to_part(self, request: Request) -> SegmentRun:
        """Put the layers side by side, in the order of the source, or else of the first reference or system.

        Raises:
            InputError: A layer lacks a segment that another one has, or the file lacks what it was given for.
        """
        layers = [*([self.source] if self.source else []), *self.references, *self.systems]
        order = _order(layers)
        require_room(sum(len(order) - len(layer.texts) for layer in self.references), request.path)
        for layer in layers:
            _check(layer, order, request.path)
        keys = list(order)
        wanted = request.wanted
        part = SegmentRun(
            length=len(keys),
            systems=[
                System(layer.name, [layer.texts[key] for key in keys])
                for layer in self.systems
                if "hypotheses" in wanted
            ],
            references=[
                [layer.texts.get(key) for key in keys]  # missing where a whole document has no such reference
                for layer in self.references
                if "references" in wanted
            ],
            sources=[self.source.texts[key] for key in keys] if self.source and "sources" in wanted else None,
            documents=[document for document, _ in keys],
            lines=[order[key] for key in keys],
            keys=keys,
            language=self.language,
        )
        _check_role(part, request)
        return part


def align(parts: Sequence[SegmentRun], paths: Sequence[str]) -> list[SegmentRun]:
    """Put the segments of several files into the order of the first.

    Raises:
        InputError: A file lacks a segment that another one has.
    """
    leader, leading = parts[0], paths[0]
    aligned = [leader]
    for part, path in zip(parts[1:], paths[1:], strict=True):
        _check_same_keys(leader, leading, part, path)
        _check_same_keys(part, path, leader, leading)
        place = {key: at for at, key in enumerate(part.keys or ())}
        aligned.append(part if part.keys == leader.keys else part.reorder([place[key] for key in leader.keys or ()]))
    return aligned


def called(key: Key) -> str:
    """Return the name of a segment in messages."""
    document, segment = key
    return f"segment {segment!r} of document {document!r}" if document else f"segment {segment!r}"


def _order(layers: Sequence[Layer]) -> dict[Key, int]:
    for layer in layers:
        if not layer.by_document:
            return layer.lines
    # Only references, none of which has to be complete: the segments of all of them.
    return {key: line for layer in reversed(layers) for key, line in layer.lines.items()}


def _check(layer: Layer, order: dict[Key, int], file: str) -> None:
    documents = {document for document, _ in layer.texts}
    for key, line in order.items():
        if key not in layer.texts and (key[0] in documents or not layer.by_document):
            raise _lacking(f"{layer.what} lacks {called(key)}, which is here", file, line)
    for key, line in layer.lines.items():
        if key not in order:
            raise _lacking(f"{layer.what} has {called(key)}, which the others lack", file, line)


def _check_role(part: SegmentRun, request: Request) -> None:
    if not part.length:
        raise InputError("the file has no segments", file=shown(request.path), remedy="Give another file")
    present = {"hypotheses": part.systems, "references": part.references, "sources": part.sources}
    if not present.get(request.role, part.documents):
        raise InputError(
            f"the file has no {request.role}",
            file=shown(request.path),
            remedy=f"Give a file with {request.role}",
        )


def _check_same_keys(having: SegmentRun, file: str, lacking: SegmentRun, other: str) -> None:
    known = set(lacking.keys or ())
    for at, key in enumerate(having.keys or ()):
        if key not in known:
            line = having.lines[at] if having.lines else None
            raise _lacking(f"{called(key)} is here, but is missing in {shown(other)}", file, line)


def _lacking(message: str, file: str, line: int | None) -> InputError:
    return InputError(message, file=shown(file), line=line, remedy=_SAME_SEGMENTS)
