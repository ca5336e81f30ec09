"""SGML of NIST and of WMT until 2020: ``srcset``, ``refset`` and ``tstset``, with documents and segments in them.

These files look like XML but often are not: attributes without quotes, tags in capitals, a bare ``&``. So only the few
tags that matter are searched for, and everything else between ``<seg>`` and ``</seg>`` is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tertium.errors import InputError
from tertium.files.lines import read_lines
from tertium.files.opening import LARGEST_WHOLE, shown
from tertium.text.readers.alignment import Layer, Layers, called
from tertium.text.readers.line_breaks import join_lines
from tertium.text.readers.segment_run import Request, SegmentRun

_SETS = ("srcset", "refset", "tstset")
_OPENING = re.compile(r"<(?:!--|!ENTITY\b|(?P<end>/?)(?P<name>srcset|refset|tstset|doc|seg)\b)", re.IGNORECASE)
# Only at the beginning of a word: from each of its letters on, a long word without "=" would be searched again.
_ATTRIBUTE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_ENTITY = re.compile(r"&(?:#(?P<decimal>\d{1,9})|#[xX](?P<hexadecimal>[0-9a-fA-F]{1,9})|(?P<name>\w+));")


def read(request: Request) -> Iterator[SegmentRun]:
    """Read an SGML file as a whole, since its segments are aligned by their names."""
    blocks = read_lines(request.path, block_size=request.block_size, most=LARGEST_WHOLE)
    text = "\n".join(line for lines in blocks for line in lines)
    scan = _SgmlScan(path=request.path, text=text)
    scan.run()
    yield scan.layers(request).to_part(request)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SgmlTag:
    """A tag, or the beginning of a definition of entities, which has no name."""

    start: int
    stop: int
    name: str
    is_end: bool
    attributes: str


@dataclass(kw_only=True)
class _SgmlScan:
    """One pass over the text of a file."""

    path: str
    text: str
    at: int = 0
    line: int = 1
    counted: int = 0
    set_name: str | None = None
    set_attributes: dict[str, str] = field(default_factory=dict)
    language: str = ""
    document: str | None = None
    document_attributes: dict[str, str] = field(default_factory=dict)
    layer: Layer | None = None
    has_comment_end: bool = True
    found: dict[str, dict[str | None, Layer]] = field(default_factory=lambda: {name: {} for name in _SETS})

    def run(self) -> None:
        while tag := self._find_tag():
            self.at = tag.stop
            if tag.name:
                self._take(tag)
            else:
                raise self._error(
                    tag.start,
                    "the file defines its own entities",
                    "Remove the <!ENTITY ...>, and write the text itself",
                )

    def _find_tag(self, *, inside: bool = False) -> _SgmlTag | None:
        """Return the next tag; in a segment, comments and definitions are text.

        Regular expressions would look for the end of every tag that has none, up to the end of the file each time.
        """
        at = self.at
        has_tag_end = True
        while opening := _OPENING.search(self.text, at):
            at = opening.end()
            if opening["name"] and has_tag_end:
                stop = self.text.find(">", at)
                if stop >= 0:
                    return _SgmlTag(
                        start=opening.start(),
                        stop=stop + 1,
                        name=opening["name"].lower(),
                        is_end=bool(opening["end"]),
                        attributes=self.text[at:stop],
                    )
                has_tag_end = False
            elif inside:
                continue
            elif opening[0] == "<!--" and self.has_comment_end:
                stop = self.text.find("-->", at)
                self.has_comment_end = stop >= 0
                at = stop + 3 if self.has_comment_end else at
            elif opening[0] != "<!--" and not opening["name"]:
                return _SgmlTag(start=opening.start(), stop=at, name="", is_end=False, attributes="")
        return None

    def layers(self, request: Request) -> Layers:
        """The content, in the role of the file."""
        source = self.found["srcset"].get(None)
        references, systems = list(self.found["refset"].values()), list(self.found["tstset"].values())
        # A reference may be scored as a system, and a system may be used as a reference.
        if request.role == "hypotheses" and not systems:
            references, systems = [], references
        if request.role == "references" and not references:
            references, systems = systems, []
        return Layers(source, references, systems, self.language)

    def _take(self, tag: _SgmlTag) -> None:
        name, is_end = tag.name, tag.is_end
        if name == "seg":
            if is_end:
                raise self._error(tag.start, "there is a </seg> without a <seg>", "Write <seg id=...> before the text")
            self._take_segment(tag)
            return
        self.layer = None
        if name == "doc":
            self.document_attributes = {} if is_end else self._attributes(tag)
            self.document = None if is_end else self._required("docid", self.document_attributes, tag, "doc")
        else:
            self.set_name = None if is_end else name
            self.set_attributes = {} if is_end else self._attributes(tag)
            if name != "srcset":
                self.language = self.language or self.set_attributes.get("trglang", "")

    def _take_segment(self, tag: _SgmlTag) -> None:
        if self.set_name is None or self.document is None:
            raise self._error(
                tag.start,
                "there is a <seg> outside of a document",
                "Put <srcset>, <refset> or <tstset> around it, and <doc docid=...>",
            )
        key = (self.document, self._required("id", self._attributes(tag), tag, "seg"))
        end = self._find_tag(inside=True)
        if end is None or not end.is_end or end.name != "seg":
            raise self._error(tag.start, f"{called(key)} has no </seg>", "Close every <seg> with </seg>")
        text = self._unescape(join_lines(self.text[self.at : end.start]), tag)
        self.layer = self.layer or self._find_layer()
        self.layer.add(key, text, self._line(tag.start), self.path)
        self.at = end.stop

    def _find_layer(self) -> Layer:
        set_name = self.set_name or ""
        by_name = self.found[set_name]
        if set_name == "srcset":  # its documents may have a sysid, which means nothing
            return by_name.setdefault(None, Layer(what="the source"))
        both = {**self.set_attributes, **self.document_attributes}
        name = both.get("sysid") or both.get("refid")
        what = "reference" if set_name == "refset" else "system"
        return by_name.setdefault(name, Layer(what=f"{what} {name!r}" if name else f"the {what}", name=name))

    def _attributes(self, tag: _SgmlTag) -> dict[str, str]:
        found = [(name.lower(), "".join(values)) for name, *values in _ATTRIBUTE.findall(tag.attributes)]
        # Reversed, since of an attribute that occurs twice the first one counts.
        return {name: self._unescape(value, tag) for name, value in reversed(found)}

    def _required(self, name: str, attributes: dict[str, str], tag: _SgmlTag, element: str) -> str:
        if not attributes.get(name):
            raise self._error(tag.start, f"there is a <{element}> without {name}", f"Write <{element} {name}=...>")
        return attributes[name]

    def _unescape(self, text: str, tag: _SgmlTag) -> str:
        if "&" not in text:
            return text

        def character(entity: re.Match[str]) -> str:
            if entity["name"]:
                return _named_character(entity["name"]) or entity[0]
            number = int(entity["decimal"]) if entity["decimal"] else int(entity["hexadecimal"], 16)
            if number == 0 or 0xD800 <= number <= 0xDFFF or number > 0x10FFFF:
                raise self._error(tag.start, f"{entity[0]} is not a character", "Write the character itself")
            return chr(number)

        return _ENTITY.sub(character, text)

    def _line(self, at: int) -> int:
        self.line += self.text.count("\n", self.counted, at)
        self.counted = at
        return self.line

    def _error(self, at: int, message: str, remedy: str) -> InputError:
        return InputError(message, file=shown(self.path), line=self._line(at), remedy=remedy)


def _named_character(name: str) -> str | None:
    from html.entities import html5

    return html5.get(f"{name};")
