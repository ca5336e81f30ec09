"""WMT's XML since 2021: ``<dataset>/<collection>/<doc id>/<src|ref translator|hyp system>/<p>/<seg id>``.

One file contains the source, any number of references and any number of systems. Definitions of entities are refused,
and no other file is ever read.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from tertium.errors import InputError
from tertium.files.lines import LONGEST_LINE
from tertium.files.opening import LARGEST_WHOLE, read_blocks, shown
from tertium.text.readers.alignment import Layer, Layers
from tertium.text.readers.line_breaks import join_lines
from tertium.text.readers.segment_run import Request, SegmentRun
from tertium.text.readers.xml_limits import XmlLimits

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

_NIST_ROOTS = ("mteval", "srcset", "refset", "tstset")
_ROOTS = ("dataset", "collection", "doc")
_DECLARATION = re.compile(rb"<\?xml[^>]{1,200}?encoding\s{0,9}=\s{0,9}[\"']([A-Za-z0-9._-]{1,40})[\"']")
_KNOWN_TO_PARSER = ("utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "utf-16")


def read(request: Request) -> Iterator[SegmentRun]:
    """Read a WMT XML file as a whole, since its segments are aligned by their names."""
    from xml.parsers import expat

    blocks = read_blocks(request.path, request.block_size, LARGEST_WHOLE)
    # The parser knows few encodings, so that all others are decoded before it. It gets UTF-8 then, and has to ignore
    # the declaration.
    start = next(blocks, b"")
    decoder = _find_decoder(start, request.path)
    parser = expat.ParserCreate("utf-8" if decoder else None)
    scan = _XmlScan(path=request.path, parser=parser)
    limits = XmlLimits(parser, scan.error)
    try:
        for block in chain([start], blocks):
            limits.feed(decoder(block) if decoder else block)
        if parser.CurrentByteIndex > 0:  # an empty file has its own message, from the layers
            parser.Parse(b"", True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise InputError(
            f"the XML is broken: {reason}",
            file=shown(request.path),
            line=error.lineno,
            remedy="Write the file again with an XML library, or give format sgml if it is SGML of WMT before 2021",
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"the XML is not in the encoding that it declares: {error.encoding}",
            file=shown(request.path),
            line=parser.CurrentLineNumber,
            remedy="Write the file again in UTF-8",
        ) from None
    scan.layers.language = scan.language or ""
    yield scan.layers.to_part(request)


def _find_decoder(start: bytes, path: str) -> Callable[[bytes], bytes] | None:
    """Return what makes UTF-8 of the file; None if the parser can read it as it is."""
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        name = "utf-32"
    elif declared := _DECLARATION.match(start.removeprefix(codecs.BOM_UTF8)):
        name = declared[1].decode("ascii")
    else:
        return None
    if name.lower() in _KNOWN_TO_PARSER:
        return None
    try:
        decoder = codecs.getincrementaldecoder(name)()
        if not isinstance(decoder.decode(b""), str):  # a compression, which Python has among the encodings
            raise LookupError
    except LookupError:
        raise InputError(
            f"the XML declares the encoding {name!r}, which is unknown",
            file=shown(path),
            line=1,
            remedy="Write the file again in UTF-8",
        ) from None
    return lambda block: decoder.decode(block).encode("utf-8")


@dataclass(kw_only=True)
class _XmlScan:
    """One pass of the parser over a file."""

    path: str
    parser: XMLParserType
    layers: Layers = field(default_factory=Layers)
    depth: int = 0
    document: str | None = None
    layer: Layer | None = None
    references_here: int = 0
    language: str | None = None
    segment: str | None = None
    segment_line: int = 0
    text: list[str] = field(default_factory=list)
    length: int = 0
    known: dict[tuple[str, str | None], Layer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth == 1:
            self._check_root(name)
        if name == "doc":
            self.document = self._required(name, "id", attributes)
            self.references_here = 0
        elif name in ("src", "ref", "hyp"):
            if self.document is None:
                raise self.error(f"there is a <{name}> outside of a <doc>", "Put <doc id=...> around it")
            self.layer = self._find_layer(name, attributes)
        elif name == "seg":
            if self.layer is None or self.segment is not None:
                raise self.error("there is a <seg> outside of <src>, <ref> or <hyp>", "Put it into one of them")
            self.segment = self._required(name, "id", attributes)
            self.segment_line = self.parser.CurrentLineNumber
            self.text, self.length = [], 0

    def _end(self, name: str) -> None:
        self.depth -= 1
        if name == "seg" and self.layer is not None and self.segment is not None and self.document is not None:
            self.layer.add((self.document, self.segment), join_lines("".join(self.text)), self.segment_line, self.path)
            self.segment = None
        elif name in ("src", "ref", "hyp"):
            self.layer = None
        elif name == "doc":
            self.document = None

    def _characters(self, text: str) -> None:
        if self.segment is not None:
            self.text.append(text)
            self.length += len(text)
            if self.length > LONGEST_LINE:
                raise self.error(
                    f"the segment is longer than {LONGEST_LINE >> 20} MiB",
                    "Check that the file has one <seg> per segment",
                )

    def _find_layer(self, name: str, attributes: dict[str, str]) -> Layer:
        if name == "src":
            self.layers.source = self.layers.source or Layer(what="the source")
            return self.layers.source
        language = attributes.get("lang") or attributes.get("language")
        if name == "hyp":
            self.language = self.language or language
            system = attributes.get("system")
            new = Layer(what=f"system {system!r}" if system else "the system", name=system)
            return self._named(name, self.layers.systems, new)
        self._check_language(language)
        self.references_here += 1
        translator = attributes.get("translator") or str(self.references_here)
        new = Layer(what=f"reference {translator!r}", name=translator, by_document=True)
        return self._named(name, self.layers.references, new)

    def _named(self, element: str, layers: list[Layer], new: Layer) -> Layer:
        """The layer of this name that is there, or the new one."""
        if (element, new.name) not in self.known:
            self.known[element, new.name] = new
            layers.append(new)
        return self.known[element, new.name]

    def _check_root(self, name: str) -> None:
        if name.lower() in _NIST_ROOTS:
            raise self.error(f"this is XML of NIST, with the root <{name}>", "Give the format as sgml")
        if name not in _ROOTS:
            raise self.error(f"this is not XML of WMT: the root is <{name}>", "The root of WMT's XML is <dataset>")

    def _check_language(self, language: str | None) -> None:
        if self.language and language and language != self.language:
            raise self.error(
                f"there are references in {self.language!r} and in {language!r}", "Give one file per target language"
            )
        self.language = self.language or language

    def _required(self, element: str, name: str, attributes: dict[str, str]) -> str:
        if not attributes.get(name):
            raise self.error(f"there is a <{element}> without {name}", f"Write <{element} {name}=...>")
        return attributes[name]

    def error(self, message: str, remedy: str) -> InputError:
        """Return an error at the current line."""
        return InputError(message, file=shown(self.path), line=self.parser.CurrentLineNumber, remedy=remedy)
