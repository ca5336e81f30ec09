"""XLIFF 1.0 to 1.2 and 2.x.

In XLIFF 1, a unit is a ``<trans-unit>``, in XLIFF 2 a ``<segment>`` of a ``<unit>``. What is not to be translated
(``translate="no"``) is left out, and so are suggestions of memories (``<alt-trans>``, ``<matches>``) and binary units.
The header of a catalogue that was converted from PO is not a unit either. States of targets are read and never changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tertium.text.bilingual.coded_bytes import decode_xml
from tertium.text.bilingual.document import BilingualDocument
from tertium.text.bilingual.units import BilingualUnit
from tertium.text.bilingual.xml_scan import ScannedElement, XmlScan
from tertium.text.bilingual.xml_targets import map_xml, place_after, place_content, write_xml
from tertium.text.readers.line_breaks import join_lines

_PO_HEADER = "x-gettext-domain-header"
# The name of a unit is repeated in the names of its segments.
_LONGEST_NAME = 1000
_NAMESPACE = "urn:oasis:names:tc:xliff:document:"


def parse(content: bytes, file: str, source_language: str = "", target_language: str = "") -> BilingualDocument:
    """Read an XLIFF file.

    Args:
        content: The bytes of the file.
        file: Its name, for messages.
        source_language: Not used: the file has one source language.
        target_language: Not used likewise.

    Raises:
        InputError: The file is not XLIFF.
    """
    coded = decode_xml(content, file)
    scan = _XliffScan(coded.body, file)
    scan.run()
    documents = {unit.document for unit in scan.units}
    return BilingualDocument(
        file=file,
        format="xliff",
        coded=coded,
        # A single name says nothing that the name of the file does not.
        units=scan.units if len(documents) > 1 else [replace(unit, document="") for unit in scan.units],
        source_language=scan.languages[0],
        target_language=scan.languages[1],
        map_target=map_xml,
        write_target=write_xml,
    )


@dataclass(slots=True)
class _OpenUnit:
    """A unit of XLIFF 1, or a segment of XLIFF 2, while it is read."""

    element: ScannedElement
    source: ScannedElement | None = None
    anchor: ScannedElement | None = None
    target: ScannedElement | None = None


@dataclass(slots=True)
class _OpenFile:
    """A file, and the units of each name that it has so far."""

    name: str = ""
    number: int = 0
    counts: dict[str, int] = field(default_factory=dict)


class _XliffScan(XmlScan):
    """A pass over an XLIFF file."""

    def __init__(self, body: bytes, file: str) -> None:
        super().__init__(body, file)
        self.units: list[BilingualUnit] = []
        self.languages = ("", "")
        self._is_second = False
        self._files: dict[str, _OpenFile] = {}
        self._in_file = _OpenFile()
        self._open: _OpenUnit | None = None
        self._segments: list[_OpenUnit] = []

    @property
    def _holder(self) -> str:
        """The element whose children are source and target."""
        return "segment" if self._is_second else "trans-unit"

    def wants_text(self, element: ScannedElement) -> bool:
        """Return whether an element is the source or target of a unit."""
        names = ("source", "target", "seg-source")
        return self._open is not None and self.parent == self._holder and element.name in names and _is_core(element)

    def open(self, element: ScannedElement) -> None:
        """Begin the file, a unit or a segment."""
        attributes = element.attributes
        if len(self.stack) == 1:
            self._begin(element)
        elif not _is_core(element):
            return
        elif element.name == "file":
            name = attributes.get("original") or attributes.get("id") or ""
            self._in_file = self._files.setdefault(name, _OpenFile(name))
            if not self._is_second:
                found = (attributes.get("source-language", ""), attributes.get("target-language", ""))
                self.languages = (self.languages[0] or found[0], self.languages[1] or found[1])
        elif element.name == "unit" and self._is_second:
            self._segments = []
        elif element.name == self._holder and self._is_translated():
            self._open = _OpenUnit(element)

    def close(self, element: ScannedElement) -> None:
        """End a source, a target, a segment or a unit."""
        if not _is_core(element):
            return
        if self._open is not None and self.parent == self._holder:
            if element.name in ("source", "seg-source"):
                self._open.anchor = element
            if element.name == "source":
                self._open.source = element
            elif element.name == "target" and self._open.target is None:
                self._open.target = element
        if self._open is not None and element is self._open.element:
            self._segments.append(self._open)
            self._open = None
        if element.name == ("unit" if self._is_second else "trans-unit"):
            self._add_units(element)

    def _begin(self, root: ScannedElement) -> None:
        version = root.attributes.get("version", "")
        if root.name != "xliff" or not version.startswith(("1.", "2.")):
            what = f"XLIFF {version}" if root.name == "xliff" else f"<{root.name}>"
            raise self.error(f"this is not XLIFF 1 or 2, but {what}", "Give a file of XLIFF 1.0 to 1.2, or 2.x")
        self._is_second = version.startswith("2.")
        if self._is_second:
            self.languages = (root.attributes.get("srcLang", ""), root.attributes.get("trgLang", ""))

    def _is_translated(self) -> bool:
        said = [each.attributes["translate"] for each in self.stack if "translate" in each.attributes]
        is_header = self.stack[-1].attributes.get("restype") == _PO_HEADER
        return not is_header and (not said or said[-1] != "no")

    def _add_units(self, element: ScannedElement) -> None:
        self._in_file.number += 1
        name = element.attributes.get("id") or str(self._in_file.number)
        several = len(self._segments) > 1
        if several and len(name) > _LONGEST_NAME:
            raise self.error(
                f"the id of a unit has more than {_LONGEST_NAME:,} characters", "Give the unit a shorter id"
            )
        for number, segment in enumerate(self._segments, 1):
            own = segment.element.attributes.get("id", "") if self._is_second else ""
            part = own or (str(number) if several else "")
            self._add_unit(segment, f"{name}/{part}" if part else name)
        self._segments = []

    def _add_unit(self, opened: _OpenUnit, name: str) -> None:
        if opened.source is None or opened.anchor is None:
            raise self.error(
                f"the unit {name!r} has no source", "Write the file again with the program that it is from"
            )
        count = self._in_file.counts[name] = self._in_file.counts.get(name, 0) + 1
        target = opened.target
        state = opened.element.attributes.get("state", "")
        self.units.append(
            BilingualUnit(
                id=name if count == 1 else f"{name}#{count}",
                source=join_lines(opened.source.text),
                target=join_lines(target.text) if target else "",
                line=(target or opened.source).line,
                place=place_content(self.body, target) if target else place_after(self.body, opened.anchor, b"target"),
                document=self._in_file.name,
                state=(target.attributes.get("state", "") if target else "") or state,
            )
        )


def _is_core(element: ScannedElement) -> bool:
    return not element.namespace or element.namespace.startswith(_NAMESPACE)
