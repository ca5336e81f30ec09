"""Receiving files from a form: each goes to the disk as it comes, and what is too much is refused at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from fastapi import Request
from python_multipart import MultipartParser
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from tertium.errors import InputError
from tertium.web.guard import MOST_UPLOAD
from tertium.web.workspace import FileStore, IncomingFile, StoredFile, TooLargeError

MOST_FILES = 100
# RFC 2046, 5.1.1.
LONGEST_BOUNDARY = 70
_MOST_FIELD = 1 << 16
_MOST_FIELDS = 100


@dataclass
class ReceivedForm:
    """A form that was sent.

    Attributes:
        fields: The last value of each field.
        files: The files, in order.
    """

    fields: dict[str, str] = field(default_factory=dict)
    files: list[StoredFile] = field(default_factory=list)


async def receive_form(request: Request, store: FileStore, *, most: int = MOST_UPLOAD) -> ReceivedForm:
    """Receive a form with files.

    Args:
        request: The request, whose body nobody has read.
        store: Where files are kept.
        most: The most bytes.

    Raises:
        TooLargeError: There is more.
        InputError: It is not such a form, or was cut off.
    """
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary")
    if kind != b"multipart/form-data" or not boundary:
        raise InputError("no files were sent", remedy="Choose files on the page, and send them")
    if len(boundary) > LONGEST_BOUNDARY:
        raise InputError(
            f"the boundary of the form has {len(boundary):,} characters",
            remedy=f"Send one of at most {LONGEST_BOUNDARY} characters (RFC 2046)",
        )
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length) > most:
        raise _too_large(most)
    with store.receive() as incoming:
        receiver = _Receiver(store, incoming)
        parser = MultipartParser(boundary, receiver.callbacks())  # type: ignore[arg-type]
        size = 0
        try:
            async for chunk in request.stream():
                size += len(chunk)
                if size > most:
                    raise _too_large(most)
                await run_in_threadpool(parser.write, chunk)
            parser.finalize()
        except MultipartParseError as error:
            raise InputError("the upload was cut off or is damaged", remedy="Send it again") from error
        except ClientDisconnect as error:  # nobody reads the answer, and the log needs no traceback
            raise InputError("the upload was cut off", remedy="Send it again") from error
        if not receiver.ended:
            raise InputError("the upload was cut off", remedy="Send it again")
        return receiver.form


def _too_large(most: int) -> TooLargeError:
    return TooLargeError(
        f"the upload is larger than {most >> 20:,} MiB", remedy="Compress the files, or start the server with --files"
    )


class _Receiver:
    """Takes a form apart."""

    def __init__(self, store: FileStore, incoming: list[IncomingFile]) -> None:
        self.form = ReceivedForm()
        self.ended = False
        self._store = store
        self._incoming = incoming
        self._file: IncomingFile | None = None
        self._name = ""
        self._value = bytearray()
        self._header: tuple[bytearray, bytearray] = (bytearray(), bytearray())
        self._disposition = b""

    def callbacks(self) -> dict[str, object]:
        return {
            "on_part_begin": self._begin,
            "on_header_field": lambda data, start, end: self._header[0].extend(data[start:end]),
            "on_header_value": lambda data, start, end: self._header[1].extend(data[start:end]),
            "on_header_end": self._end_header,
            "on_headers_finished": self._end_headers,
            "on_part_data": self._take,
            "on_part_end": self._end,
            "on_end": self._finish,
        }

    def _begin(self) -> None:
        self._file, self._value, self._disposition = None, bytearray(), b""
        self._header = (bytearray(), bytearray())

    def _end_header(self) -> None:
        if bytes(self._header[0]).lower() == b"content-disposition":
            self._disposition = bytes(self._header[1])
        self._header = (bytearray(), bytearray())

    def _end_headers(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._name = options.get(b"name", b"").decode(errors="replace")
        given = options.get(b"filename")
        if given is None:
            if len(self.form.fields) >= _MOST_FIELDS:
                raise InputError("the form has too many fields", remedy="Send it from the page")
        elif given:
            if len(self.form.files) >= MOST_FILES:
                raise TooLargeError(f"there are more than {MOST_FILES} files", remedy="Send fewer files")
            self._file = self._store.begin(given.decode(errors="replace"))
            self._incoming.append(self._file)

    def _take(self, data: bytes, start: int, end: int) -> None:
        if self._file is not None:
            self._file.write(data[start:end])
            return
        self._value += data[start:end]
        if len(self._value) > _MOST_FIELD:
            raise InputError(f"a field of the form is longer than {_MOST_FIELD:,} bytes", remedy="Send it as a file")

    def _end(self) -> None:
        if self._file is not None:
            self.form.files.append(self._file.finish())
            self._file = None
        else:
            self.form.fields[self._name] = self._value.decode(errors="replace")

    def _finish(self) -> None:
        self.ended = True
