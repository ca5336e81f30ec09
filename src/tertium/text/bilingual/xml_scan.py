"""One pass over an XML file that knows the bytes of each element.

Definitions of entities are refused, and no other file is ever read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tertium.errors import InputError
from tertium.files.lines import LONGEST_LINE
from tertium.text.readers.xml_limits import XmlLimits

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

DEEPEST = 500
"""How deeply elements may be nested."""
CODES = frozenset(("bpt", "ept", "it", "ph", "ut"))
"""Inline elements whose content is code of the original file, not text."""
XML_LANGUAGE = "http://www.w3.org/XML/1998/namespace lang"

_START_TAG = re.compile(rb"<([^\s/>\"']+)(?>(?:[^>\"']++|\"[^\"]*\"|'[^']*')*)>")
_BLOCK = 1 << 20


@dataclass(slots=True, kw_only=True)
class ScannedElement:
    """An element of the file.

    Attributes:
        name: Its name without a prefix.
        namespace: Its namespace.
        attributes: Its attributes.
        line: The line of its start tag.
        start: The byte at which its start tag starts.
        inner: The byte after its start tag; 0 if not asked for.
        end: The byte at which its end tag starts; for a single tag, the byte after it.
        stop: The byte after its end tag; 0 if not asked for.
        text: Its text, without that of codes; empty if not asked for.
    """

    name: str
    namespace: str
    attributes: dict[str, str]
    line: int
    start: int
    inner: int = 0
    end: int = 0
    stop: int = 0
    text: str = ""

    @property
    def is_single(self) -> bool:
        """Whether it is a single tag, as ``<target/>`` is."""
        return self.inner == self.stop


class XmlScan:
    """A pass of the parser; formats override ``open``, ``close`` and ``wants_text``.

    Args:
        body: The file, as UTF-8.
        file: Its name, for messages.
    """

    def __init__(self, body: bytes, file: str) -> None:
        self.body, self.file = body, file
        self.stack: list[ScannedElement] = []
        self._wanted: ScannedElement | None = None
        self._pieces: list[str] = []
        self._length = 0
        self._codes = 0
        self._parser = self._make_parser()

    def open(self, element: ScannedElement) -> None:
        """Called at each start tag; the element is the last of ``stack``."""

    def close(self, element: ScannedElement) -> None:
        """Called at each end tag; the element is still the last of ``stack``."""

    def wants_text(self, element: ScannedElement) -> bool:
        """Return whether text and bytes of an element are needed."""
        raise NotImplementedError

    @property
    def parent(self) -> str:
        """The name of the element around the last one."""
        return self.stack[-2].name if len(self.stack) > 1 else ""

    def run(self) -> None:
        """Read the file.

        Raises:
            InputError: The file is not well-formed XML, or not of the format.
        """
        from xml.parsers import expat

        limits = XmlLimits(self._parser, self.error)
        try:
            for start in range(0, len(self.body), _BLOCK):
                limits.feed(self.body[start : start + _BLOCK])
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise InputError(
                f"the XML is broken: {expat.errors.messages[error.code]}",
                file=self.file,
                line=error.lineno,
                remedy="Write the file again with the program that it is from",
            ) from None

    def _make_parser(self) -> XMLParserType:
        from xml.parsers import expat

        parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add
        return parser

    def error(self, message: str, remedy: str) -> InputError:
        """Return an error at the current line."""
        return InputError(message, file=self.file, line=self._parser.CurrentLineNumber, remedy=remedy)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        namespace, _, local = name.rpartition(" ")
        place = self._parser.CurrentByteIndex
        element = ScannedElement(
            name=local,
            namespace=namespace,
            attributes=attributes,
            line=self._parser.CurrentLineNumber,
            start=place,
        )
        if len(self.stack) == DEEPEST:
            raise self.error(
                f"elements are nested more than {DEEPEST} deep", "Check that the file is what it should be"
            )
        self.stack.append(element)
        if self._wanted is not None:
            self._codes += local in CODES
        elif self.wants_text(element):
            element.inner = self._find_inner(place)
            self._wanted, self._pieces, self._length, self._codes = element, [], 0, 0
        self.open(element)

    def _end(self, _: str) -> None:
        element = self.stack[-1]
        element.end = self._parser.CurrentByteIndex
        if element is self._wanted:
            element.text = "".join(self._pieces)
            is_single = self.body.endswith(b"/>", element.start, element.inner)
            element.stop = element.inner if is_single else self.body.index(b">", element.end) + 1
            self._wanted = None
        elif self._wanted is not None:
            self._codes -= element.name in CODES
        self.close(element)
        self.stack.pop()

    def _find_inner(self, place: int) -> int:
        tag = _START_TAG.match(self.body, place)
        if tag is None:
            raise self.error("the tag is not where the parser found it", "Write the file again in UTF-8")
        return tag.end()

    def _add(self, text: str) -> None:
        if self._wanted is not None and not self._codes:
            self._pieces.append(text)
            self._length += len(text)
            if self._length > LONGEST_LINE:
                raise self.error(
                    f"a text is longer than {LONGEST_LINE >> 20} MiB", "Check that the file is what it should be"
                )
