"""The bytes of a file in any encoding, as UTF-8 for the parsers, and back."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from tertium.errors import InputError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"<\?xml[^>]{1,200}?encoding\s{0,9}=\s{0,9}[\"']([A-Za-z0-9._-]{1,40})[\"']")
_PO_CHARSET = re.compile(rb"Content-Type:[^\"\\\n]{0,200}?charset=([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodedBytes:
    """The content of a file.

    Attributes:
        body: The content as UTF-8, without a byte-order mark.
        mark: The byte-order mark of the file, if any.
        encoding: The encoding of the file.
        inexact: The bytes of the file, if ``encode`` would return others; empty otherwise.
    """

    body: bytes
    mark: bytes = b""
    encoding: str = "utf-8"
    inexact: bytes = b""

    def encode(self, body: bytes) -> bytes:
        """Return a body as the bytes of a file in the same encoding."""
        return self.mark + (body if self.encoding == "utf-8" else body.decode().encode(self.encoding))

    def can_write(self, character: str) -> bool:
        """Return whether the encoding has a character."""
        try:
            character.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True


def decode_xml(content: bytes, file: str) -> CodedBytes:
    """Return the content of an XML file.

    Raises:
        InputError: The encoding is unknown, or the content is not in it.
    """
    mark, encoding = _find_mark(content)
    if not mark:
        if content.startswith(b"<\0"):
            encoding = "utf-16-le"
        elif content.startswith(b"\0<"):
            encoding = "utf-16-be"
        elif declared := _DECLARED.match(content):
            encoding = _find_codec(declared[1].decode("ascii"), file)
    return _decode(content, mark, encoding, file)


def decode_po(content: bytes, file: str) -> CodedBytes:
    """Return the content of a PO file, whose header says the encoding.

    Raises:
        InputError: The encoding is unknown, or the content is not in it.
    """
    mark, encoding = _find_mark(content)
    declared = None if mark else _PO_CHARSET.search(content)
    if declared and declared[1] != b"CHARSET":  # what templates have
        encoding = _find_codec(declared[1].decode("ascii"), file)
    return _decode(content, mark, encoding, file)


def _find_mark(content: bytes) -> tuple[bytes, str]:
    return next(((mark, name) for mark, name in _MARKS if content.startswith(mark)), (b"", "utf-8"))


def _find_codec(name: str, file: str) -> str:
    try:
        # Python has compressions among the encodings, which do not decode to text.
        if not isinstance(codecs.getincrementaldecoder(name)().decode(b""), str):
            raise LookupError
        found = codecs.lookup(name).name
    except LookupError:
        raise InputError(
            f"the file declares the encoding {name!r}, which is unknown",
            file=file,
            line=1,
            remedy="Write the file again in UTF-8",
        ) from None
    return "utf-8" if found in ("utf-16", "utf-32") else found  # without a mark, it is neither


def _decode(content: bytes, mark: bytes, encoding: str, file: str) -> CodedBytes:
    coded = content[len(mark) :]
    try:
        text = coded.decode(encoding)
        body = coded if encoding == "utf-8" else text.encode()
        is_exact = encoding == "utf-8" or text.encode(encoding) == coded
    except UnicodeError as error:
        place = error.start if isinstance(error, UnicodeDecodeError) else 0
        raise InputError(
            f"the file is not in the encoding that it declares: {encoding}",
            file=file,
            line=coded.count(b"\n", 0, place) + 1,
            remedy="Write the file again in UTF-8",
        ) from None
    return CodedBytes(body=body, mark=mark, encoding=encoding, inexact=b"" if is_exact else content)
