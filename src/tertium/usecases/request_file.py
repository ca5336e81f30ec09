"""Files of requests: a whole evaluation in version control, run again by ``tertium run``."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium._core import __version__
from tertium.codec import SCHEMA, decode_request, encode_request
from tertium.errors import InputError, SpecError
from tertium.files.toml import read_toml
from tertium.files.whole import write_whole
from tertium.usecases.table import load_use_case

if TYPE_CHECKING:
    from tertium.usecases.use_case import UseCase

_LIST = "requests"
_REMEDY = "`tertium schema COMMAND` lists the fields of a command"
# NAME=FILE, scan(FILE+FILE): the parts of a spec that may be files.
_PARTS = re.compile(r"[=(),+]")
_BLOCK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class StoredRequest:
    """A request of a file, and where its result goes.

    Attributes:
        use_case: The use case.
        request: The request.
        output: The file of the result; None for standard output.
        output_format: The format of the result; None for that of the output's suffix.
    """

    use_case: UseCase[Any, Any]
    request: Any
    output: Path | None = None
    output_format: str | None = None

    @property
    def written(self) -> Path | None:
        """What the run writes: the file of the result, or what the request itself names."""
        return self.output or getattr(self.request, "output", None)

    def to_data(self) -> dict[str, Any]:
        """Return it as a file of requests has it."""
        data: dict[str, Any] = {"command": self.use_case.name, **encode_request(self.request)}
        if self.output is not None:
            data["output"] = str(self.output)
        if self.output_format is not None:
            data["format"] = self.output_format
        return data

    def digest(self) -> str:
        """Return a digest of all that decides the result: the request, its input files, and the version.

        Folders count by the names, sizes and times of their files, since an index may be very large.
        """
        found = hashlib.sha256(json.dumps([__version__, self.to_data()], sort_keys=True).encode())
        for path in sorted(set(_list_files(encode_request(self.request)))):
            if path.resolve() != (self.written or path / "-").resolve():
                found.update(f"\n{path}:{_digest_path(path)}".encode())
        return found.hexdigest()


@dataclass(frozen=True, kw_only=True)
class RequestFile:
    """Some requests, in the order in which they are run.

    Attributes:
        requests: The requests.
        folder: The folder that their paths start from.
    """

    requests: tuple[StoredRequest, ...]
    folder: Path


def read_request_file(path: str | Path) -> RequestFile:
    """Read a file of requests, TOML or JSON.

    Args:
        path: The file: one request, or a list of them called ``requests``.

    Raises:
        InputError: The file cannot be read, there is no such command, or a field is missing or wrong.
    """
    data = _read(Path(path))
    if (version := data.pop("schema", SCHEMA)) != SCHEMA:
        raise InputError(
            f"schema {version!r} is not known", file=path, remedy=f"This version of Tertium reads schema {SCHEMA}"
        )
    folder = data.pop("folder", ".")
    listed = data.pop(_LIST, None)
    if (listed is None) == (not data) or not isinstance(folder, str):
        raise InputError(
            "the file is neither one request nor a list of them",
            file=path,
            remedy=f"Give one request with `command`, or a list of them called {_LIST}",
        )
    requests = [data] if listed is None else listed
    if not isinstance(requests, list) or not all(isinstance(each, dict) for each in requests):
        raise InputError(f"{_LIST} is not a list of requests", file=path, remedy=f"Write [[{_LIST}]] before each")
    return RequestFile(
        requests=tuple(_parse(each, path, number) for number, each in enumerate(requests, 1)),
        folder=Path(path).parent / folder,
    )


def write_request_file(request: StoredRequest, path: Path) -> None:
    """Write a file that repeats a request from the working directory, as TOML or JSON by its suffix.

    Args:
        request: The request.
        path: The file.
    """
    folder = os.path.relpath(Path.cwd(), path.resolve().parent)
    data = {"schema": SCHEMA, **({"folder": folder} if folder != "." else {}), **request.to_data()}
    if path.suffix == ".json":
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    else:
        import tomli_w

        text = tomli_w.dumps(data)
    write_whole(text.encode(), path)


def digest_file(path: Path) -> str:
    """Return the SHA-256 of a file."""
    found = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            found.update(block)
    return found.hexdigest()


def _read(path: Path) -> dict[str, Any]:
    if path.suffix != ".json":
        return read_toml(path, kind="file of requests", remedy=_REMEDY)
    from tertium.files.opening import read_bytes

    try:
        data = json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON: {error}", file=path, remedy=_REMEDY) from error
    if not isinstance(data, dict):
        raise InputError("this is not a JSON object", file=path, remedy=_REMEDY)
    return data


def _parse(data: Mapping[str, Any], path: str | Path, number: int) -> StoredRequest:
    fields = dict(data)
    command = fields.pop("command", None)
    if not isinstance(command, str):
        raise InputError(f"request {number} has no command", file=path, remedy='Write, for example, command = "score"')
    try:
        use_case = load_use_case(command)
    except SpecError as error:
        raise InputError(error.message, file=path, remedy=error.remedy) from error
    output_format = fields.pop("format", None)
    output = None if "output" in use_case.request.__dataclass_fields__ else fields.pop("output", None)
    for name, value in (("format", output_format), ("output", output)):
        if not isinstance(value, str | None):
            raise InputError(f"{name} of request {number} is not a text", file=path, remedy=_REMEDY)
    return StoredRequest(
        use_case=use_case,
        request=decode_request(
            use_case.request, fields, file=path, remedy=f"`tertium schema {command}` lists the fields"
        ),
        output=None if output is None else Path(output),
        output_format=output_format,
    )


def _list_files(value: Any) -> Iterator[Path]:
    """Yield the files and folders that a value of a request names, in a spec too."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _list_files(each)
    elif isinstance(value, str) and value:
        for part in {value, *_PARTS.split(value)}:
            try:
                if part and Path(part).exists():
                    yield Path(part)
            except (OSError, ValueError):  # a text that cannot be the name of a file
                continue


def _digest_path(path: Path) -> str:
    if path.is_file():
        return digest_file(path)
    files = sorted(each for each in path.rglob("*") if each.is_file())
    described = [(str(each.relative_to(path)), each.stat().st_size, each.stat().st_mtime_ns) for each in files]
    return hashlib.sha256(json.dumps(described).encode()).hexdigest()
