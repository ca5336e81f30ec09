"""WMT's XML since 2021, as sacrebleu takes it apart: one list per field, one entry per segment.

Documents of test suites are left out, and so are segments without any reference. ``tertium.text.readers.wmt_xml`` reads
these files for all other commands, and reports what does not fit instead of leaving it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.errors import InputError
from tertium.files.opening import explaining_os_errors, read_bytes, shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def read_xml_fields(path: Path) -> dict[str, list[str]]:
    """Return the fields of an XML file: ``src``, ``ref:…``, ``docid``, ``origlang``, systems, and ``domain``.

    References come in the order of their translators' names. (In sacrebleu, their order differs from run to run.)

    Raises:
        InputError: The file cannot be read, or is not XML of WMT.
    """
    with explaining_os_errors(str(path)):
        state = path.stat()
    return {name: list(values) for name, values in _read_state(path, state.st_mtime_ns, state.st_size).items()}


# Files are large, and asked for their fields first and then for each of them.
@lru_cache(maxsize=2)
def _read_state(path: Path, changed: int, size: int) -> Mapping[str, Sequence[str]]:
    """Read a file once for each state of it."""
    root = _parse(path)
    references = sorted({_name_reference(each.get("translator")) for each in root.iter("ref")})
    documents = [each for each in root.iter("doc") if "testsuite" not in each.attrib]
    systems = list(dict.fromkeys(each.get("system", "") for document in documents for each in document.iter("hyp")))
    names = ["src", *references, "docid", "origlang", *systems]
    if any(document.get("domain") is not None for document in documents):
        names.append("domain")
    fields: dict[str, list[str]] = {name: [] for name in names}
    for document in documents:
        for row in _list_segments(document, path):
            for name, values in fields.items():
                values.append(" ".join(row.get(name, "").split()))
    return fields


def _list_segments(document: Element, path: Path) -> Iterator[Mapping[str, str]]:
    sources = _read_texts(document.findall(".//src"), path)
    references = {_name_reference(each.get("translator")): _read_texts([each], path) for each in document.iter("ref")}
    systems = {each.get("system", ""): _read_texts([each], path) for each in document.iter("hyp")}
    about = {"docid": document.get("id", ""), "origlang": document.get("origlang", "")}
    about["domain"] = document.get("domain", "")
    for number in sorted(sources):
        translations = {name: texts.get(number, "") for name, texts in references.items()}
        if any(translations.values()):
            outputs = {name: texts.get(number, "") for name, texts in systems.items()}
            yield {"src": sources[number], **translations, **outputs, **about}


def _read_texts(parts: list[Element], path: Path) -> dict[int, str]:
    try:
        return {int(each.get("id", "")): each.text or "" for part in parts for each in part.iter("seg")}
    except ValueError as error:
        raise InputError(
            f"a segment has an id that is not a number: {error}", file=path, remedy="Get the file again"
        ) from None


def _name_reference(translator: str | None) -> str:
    return f"ref:{translator}" if translator else "ref"


def _parse(path: Path) -> Element:
    """Return the tree of a file; definitions of entities, which could grow without limit, are refused."""
    from xml.etree.ElementTree import TreeBuilder
    from xml.parsers import expat

    builder, parser = TreeBuilder(), expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data

    def refuse(*_: object) -> None:
        raise InputError("the file defines its own entities", file=path, remedy="Get the file again")

    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(read_bytes(path), True)
    except expat.ExpatError as error:
        raise InputError(
            f"the XML is broken: {expat.errors.messages[error.code]}",
            file=shown(str(path)),
            line=error.lineno,
            remedy="Get the file again",
        ) from None
    except (LookupError, ValueError) as error:  # Python does not know the encoding, or the parser cannot use it
        raise InputError(
            f"the XML is in an encoding that cannot be read: {error}",
            file=shown(str(path)),
            remedy="Get the file again",
        ) from None
    return builder.close()
