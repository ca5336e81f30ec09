"""TMX: translation memories, in two or more languages.

A unit is a ``<tu>`` that has the source language. Where a file has more than two languages, source and target have to
be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tertium.errors import InputError
from tertium.languages import to_two_letters
from tertium.text.bilingual.coded_bytes import decode_xml
from tertium.text.bilingual.document import BilingualDocument
from tertium.text.bilingual.units import BilingualUnit, TargetPlace
from tertium.text.bilingual.xml_scan import XML_LANGUAGE, ScannedElement, XmlScan
from tertium.text.bilingual.xml_targets import find_indentation, map_xml, place_content, write_xml
from tertium.text.readers.line_breaks import join_lines

_LONGEST_LANGUAGE = 100
# This many languages are listed in a message.
_LANGUAGES_SHOWN = 20


def parse(content: bytes, file: str, source_language: str = "", target_language: str = "") -> BilingualDocument:
    """Read a TMX file.

    Args:
        content: The bytes of the file.
        file: Its name, for messages.
        source_language: The language of the sources; by default that which the header names.
        target_language: The language of the targets; by default the other one, if the file has two.

    Raises:
        InputError: The file is not TMX, or the languages are not clear.
    """
    coded = decode_xml(content, file)
    scan = _TmxScan(coded.body, file)
    scan.run()
    source, target = choose_languages(
        list(scan.languages), scan.header_language, source_language, target_language, file
    )
    return BilingualDocument(
        file=file,
        format="tmx",
        coded=coded,
        units=[_make_unit(entry, source, target, coded.body) for entry in scan.entries if source in entry.variants],
        source_language=source,
        target_language=target,
        map_target=map_xml,
        write_target=write_xml,
    )


@dataclass(slots=True, kw_only=True)
class _Variant:
    """A ``<tuv>`` and its ``<seg>``."""

    element: ScannedElement
    segment: ScannedElement


@dataclass(slots=True, kw_only=True)
class _MemoryEntry:
    """A ``<tu>``."""

    number: int
    name: str
    line: int
    variants: dict[str, _Variant] = field(default_factory=dict)


class _TmxScan(XmlScan):
    """A pass over a TMX file."""

    def __init__(self, body: bytes, file: str) -> None:
        super().__init__(body, file)
        self.entries: list[_MemoryEntry] = []
        self.languages: dict[str, None] = {}  # in the order of the file
        self.header_language = ""
        self._segment: ScannedElement | None = None

    def wants_text(self, element: ScannedElement) -> bool:
        """Return whether an element is the segment of a variant."""
        return element.name == "seg" and self.parent == "tuv"

    def open(self, element: ScannedElement) -> None:
        """Begin the file or an entry."""
        if len(self.stack) == 1 and element.name != "tmx":
            raise self.error(f"this is not TMX, but <{element.name}>", "Give a TMX file")
        if element.name == "header" and self.parent == "tmx":
            self.header_language = element.attributes.get("srclang", "")
        elif element.name == "tu":
            self.entries.append(
                _MemoryEntry(number=len(self.entries) + 1, name=element.attributes.get("tuid", ""), line=element.line)
            )
        elif element.name == "tuv":
            self._segment = None

    def close(self, element: ScannedElement) -> None:
        """End a segment or a variant."""
        if element.name == "seg" and self.parent == "tuv":
            self._segment = element
        elif element.name == "tuv" and self._segment is not None and self.entries:
            language = _get_language(element)
            if not language:
                raise self.error("there is a <tuv> without xml:lang", 'Write <tuv xml:lang="...">')
            if len(language) > _LONGEST_LANGUAGE:
                raise self.error(
                    f"a language has more than {_LONGEST_LANGUAGE} characters", "Write a code, such as en-GB"
                )
            self.languages[language] = None
            # A memory may have several translations: the first counts.
            self.entries[-1].variants.setdefault(language, _Variant(element=element, segment=self._segment))


def choose_languages(languages: Sequence[str], header: str, source: str, target: str, file: str) -> tuple[str, str]:
    """Return the languages of source and target, as the file writes them.

    Args:
        languages: The languages of the file.
        header: The source language, as the header names it.
        source: The source language that the caller named, if any.
        target: The target language that the caller named, if any.
        file: The file, for messages.

    Raises:
        InputError: The file does not have them, or it is not clear which are meant.

    >>> choose_languages(["en-US", "es", "ca"], "en-US", "", "ES-ES", "memory.tmx")
    ('en-US', 'es')
    """
    chosen_source = _find(languages, source, "source", file) if source else ""
    chosen_target = _find(languages, target, "target", file) if target else ""
    others = [each for each in languages if each != chosen_target]
    if not chosen_source:
        wanted = header.casefold()
        by_header = [each for each in others if each.casefold() == wanted]
        chosen_source = by_header[0] if by_header else others[0] if len(others) == 1 or len(languages) == 2 else ""
    left = [each for each in languages if each != chosen_source]
    if not chosen_target and len(left) == 1:
        chosen_target = left[0]
    if not chosen_source or not chosen_target or chosen_source == chosen_target:
        raise _unclear("it is not clear which languages are source and target", languages, file)
    return chosen_source, chosen_target


def _find(languages: Sequence[str], wanted: str, what: str, file: str) -> str:
    code = wanted.casefold().replace("_", "-")
    exact = [each for each in languages if each.casefold().replace("_", "-") == code]
    close = [each for each in languages if to_two_letters(each) == to_two_letters(wanted)]
    found = exact or close
    if not found:
        raise _unclear(f"the file has no {what} language {wanted!r}", languages, file)
    if len(found) > 1:
        some = " or ".join(found[:_LANGUAGES_SHOWN])
        raise _unclear(f"the {what} language {wanted!r} could be {some}", languages, file)
    return found[0]


def _unclear(problem: str, languages: Sequence[str], file: str) -> InputError:
    rest = len(languages) - _LANGUAGES_SHOWN
    shown = ", ".join(languages[:_LANGUAGES_SHOWN]) + (f" and {rest:,} more" if rest > 0 else "")
    there = f"The file has {shown}" if languages else "The file has no segments"
    return InputError(
        problem,
        file=file,
        remedy=f"{there}: give source_language= and target_language=",
        command_remedy=f"{there}: choose two with --source-language and --language; for postedit, --language-pair",
    )


def _get_language(element: ScannedElement) -> str:
    return element.attributes.get(XML_LANGUAGE) or element.attributes.get("lang") or ""


def _make_unit(entry: _MemoryEntry, source: str, target: str, body: bytes) -> BilingualUnit:
    original = entry.variants[source]
    text = join_lines(original.segment.text)
    found = entry.variants.get(target)
    return BilingualUnit(
        id=entry.name or str(entry.number),
        source=text,
        target=join_lines(found.segment.text) if found else "",
        line=found.segment.line if found else entry.line,
        place=place_content(body, found.segment) if found else _place_variant(body, original, target),
        key=entry.name or text,
    )


def _place_variant(body: bytes, model: _Variant, language: str) -> TargetPlace:
    """Return the place of a variant that is not there: after that of the source, and written as that is."""
    stop = body.index(b">", model.element.end) + 1
    name = b"xml:lang" if XML_LANGUAGE in model.element.attributes else b"lang"
    value = language.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").encode()
    inner = find_indentation(body, model.segment.start)
    outer = body[model.segment.stop : model.element.end]
    return TargetPlace(
        start=stop,
        end=stop,
        opening=find_indentation(body, model.element.start) + b'<tuv %b="%b">' % (name, value) + inner + b"<seg>",
        closing=b"</seg>" + (outer if outer.isspace() else b"") + b"</tuv>",
        missing=True,
    )
