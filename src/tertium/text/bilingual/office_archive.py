"""Office files: ZIP archives of XML parts, of which one part is replaced and every other byte stays.

The members of the archive are copied as they are, compressed. So what Tertium does not know, such as styles, pictures
and comments, cannot be lost.
"""

from __future__ import annotations

import posixpath
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO

from tertium.errors import InputError
from tertium.files.opening import LARGEST_WHOLE
from tertium.text.bilingual.coded_bytes import CodedBytes, decode_xml
from tertium.text.bilingual.xml_scan import ScannedElement, XmlScan

MOST_PARTS = 10_000
"""How many parts an office file may have."""

MOST_EXPANSION = 200
"""How many times larger than the file all its parts may be together, if they have more than 1 MiB."""

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STRICT_RELATIONS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
_SAVE_AGAIN = "Open it in an office program, and save it again"

# The headers of a ZIP archive: of a member, of its entry in the directory, and of the end of the directory.
_MEMBER = struct.Struct("<4s5H3L2H")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_DIRECTORY_END = struct.Struct("<4s4H2LH")
_DESCRIPTOR_FLAG = 1 << 3
_LARGEST_NUMBER = 0xFFFFFFFF
# The last one: a version of the format that there is not.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    OSError,
    NotImplementedError,
)


class OfficeArchive:
    """The parts of an office file.

    Args:
        content: The bytes of the file.
        file: Its name, for messages.

    Raises:
        InputError: The file is not an archive, or one that cannot be read, or that is far larger when it is unpacked.
    """

    def __init__(self, content: bytes, file: str) -> None:
        self.content, self.file = content, file
        try:
            self._zip = zipfile.ZipFile(BytesIO(content))
        except _DAMAGE as error:
            raise InputError(
                f"this is not an office file, or it is damaged ({error})", file=file, remedy=_SAVE_AGAIN
            ) from None
        if len(self._zip.infolist()) > MOST_PARTS:
            raise InputError(f"the file has more than {MOST_PARTS:,} parts", file=file, remedy=_SAVE_AGAIN)
        # What the directory says is enough, since `read` unpacks no part to more than that.
        allowed = min(2 * LARGEST_WHOLE, max(MOST_EXPANSION * len(content), 1 << 20))
        if sum(info.file_size for info in self._zip.infolist()) > allowed:
            raise InputError(
                f"the parts of the file become more than {allowed >> 20:,} MiB when they are decompressed",
                file=file,
                remedy=_SAVE_AGAIN,
            )

    def has(self, name: str) -> bool:
        """Return whether there is a part of a name."""
        return name in self._zip.NameToInfo

    def read(self, name: str) -> bytes:
        """Return the content of a part.

        Raises:
            InputError: There is no such part, or it is damaged, encrypted or too large.
        """
        info = self._zip.NameToInfo.get(name)
        if info is None or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InputError(f"the file has no part {name!r} that can be read", file=self.file, remedy=_SAVE_AGAIN)
        if info.file_size > LARGEST_WHOLE:
            raise InputError(
                f"the part {name!r} has more than {LARGEST_WHOLE >> 20} MiB",
                file=self.file,
                remedy="Split it into several files",
            )
        try:
            # Not ZipFile.read, which unpacks all that is there before it looks at the size.
            with self._zip.open(info) as part:
                return part.read(info.file_size)
        except (*_DAMAGE, RuntimeError) as error:  # RuntimeError: it is encrypted
            raise InputError(
                f"the part {name!r} of the file cannot be read ({error})", file=self.file, remedy=_SAVE_AGAIN
            ) from None

    def read_xml(self, name: str) -> CodedBytes:
        """Return the content of a part that is XML.

        Raises:
            InputError: There is no such part, or it cannot be read.
        """
        return decode_xml(self.read(name), f"{self.file}: {name}")

    def find_main(self) -> str:
        """Return the name of the main part: the text or the workbook."""
        return next(iter(self.find_related("", "officeDocument").values()), "")

    def find_related(self, name: str, kind: str) -> dict[str, str]:
        """Return the names of the parts of a kind that a part refers to, by the ids of the references.

        Args:
            name: The name of the part; empty for the file itself.
            kind: The kind, such as ``worksheet``.
        """
        folder, base = posixpath.split(name)
        relations = posixpath.join(folder, "_rels", f"{base}.rels")
        if not self.has(relations):
            return {}
        scan = _Relations(self.read_xml(relations).body, f"{self.file}: {relations}")
        scan.run()
        return {
            each.attributes["Id"]: posixpath.normpath(posixpath.join("/", folder, each.attributes["Target"]))[1:]
            for each in scan.found
            if each.attributes.get("Type") in (f"{_RELATIONS}/{kind}", f"{_STRICT_RELATIONS}/{kind}")
            and {"Id", "Target"} <= each.attributes.keys()
        }

    def replace(self, name: str, content: bytes) -> bytes:
        """Return the archive with another content of one part, and all other bytes of its members as they are.

        Args:
            name: The name of the part.
            content: Its new content.

        Raises:
            InputError: The archive has features that office files do not have.
        """
        archive, infos = self.content, self._zip.infolist()
        replaced, directory = self._zip.getinfo(name), self._zip.start_dir
        places = sorted({info.header_offset for info in infos} | {directory})
        start = replaced.header_offset
        end = places[places.index(start) + 1]
        member = _compress(archive, start, replaced, content)
        shift = len(member) - (end - start)
        entries, place = [], directory
        for info in infos:
            entry = list(_ENTRY.unpack_from(archive, place))
            stop = place + _ENTRY.size + sum(entry[10:13])
            if entry[0] != b"PK\x01\x02" or _LARGEST_NUMBER in entry[8:10] or entry[16] != info.header_offset:
                raise self._refuse()
            if info is replaced:
                head = _MEMBER.unpack_from(member)
                entry[3], entry[7:10] = head[2], head[6:9]
            entry[16] += shift if info.header_offset > start else 0
            entries += [_ENTRY.pack(*entry), archive[place + _ENTRY.size : stop]]
            place = stop
        end_of_directory = list(_DIRECTORY_END.unpack_from(archive, place))
        if end_of_directory[0] != b"PK\x05\x06":
            raise self._refuse()
        end_of_directory[6] += shift
        return b"".join(
            [
                archive[:start],
                member,
                archive[end:directory],
                *entries,
                _DIRECTORY_END.pack(*end_of_directory),
                archive[place + _DIRECTORY_END.size :],
            ]
        )

    def _refuse(self) -> InputError:
        return InputError("the archive is not as office programs write it", file=self.file, remedy=_SAVE_AGAIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficePart(CodedBytes):
    """A part of an office file, whose targets are edited.

    Attributes:
        archive: The file.
        name: The name of the part.
        restored: What some pieces of ``body`` are in the file, if they have not been edited.
    """

    archive: OfficeArchive
    name: str
    restored: Mapping[bytes, bytes] = field(default_factory=dict)

    def encode(self, body: bytes) -> bytes:
        """Return the whole file with this part."""
        if body == self.body:
            return self.archive.content
        return self.archive.replace(self.name, CodedBytes.encode(self, self.restore(body)))

    def restore(self, body: bytes) -> bytes:
        """Return a body with those pieces as they are in the file that have not been edited."""
        from re import DOTALL, finditer, sub

        if not self.restored:
            return body
        # An empty cell, <c .../>, is not the beginning of one that ends with the next.
        cell = rb"""<(?:\w+:)?c\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*(?<!/)>.*?</(?:\w+:)?c>"""
        # After the last end of a cell none is looked for, since that would be done from each beginning in a comment.
        last = max((found.end() for found in finditer(rb"</(?:\w+:)?c>", body)), default=0)
        return sub(cell, lambda found: self.restored.get(found[0], found[0]), body[:last], flags=DOTALL) + body[last:]


class _Relations(XmlScan):
    """The references of a part."""

    def __init__(self, body: bytes, file: str) -> None:
        super().__init__(body, file)
        self.found: list[ScannedElement] = []

    def wants_text(self, element: ScannedElement) -> bool:
        """Return False: they have attributes alone."""
        del element
        return False

    def open(self, element: ScannedElement) -> None:
        """Keep a reference."""
        if element.name == "Relationship":
            self.found.append(element)


def _compress(archive: bytes, start: int, info: zipfile.ZipInfo, content: bytes) -> bytes:
    """Return a member with its header, compressed as it was."""
    head = list(_MEMBER.unpack_from(archive, start))
    rest = archive[start + _MEMBER.size : start + _MEMBER.size + head[9] + head[10]]
    if info.compress_type == zipfile.ZIP_STORED:
        packed = content
    else:
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = packer.compress(content) + packer.flush()
    head[2] &= ~_DESCRIPTOR_FLAG  # sizes stand in the header, and not after the content
    head[3] = zipfile.ZIP_STORED if info.compress_type == zipfile.ZIP_STORED else zipfile.ZIP_DEFLATED
    head[6:9] = zlib.crc32(content), len(packed), len(content)
    return _MEMBER.pack(*head) + rest + packed
