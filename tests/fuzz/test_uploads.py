"""Attacks on what the web app receives: forms with files, JSON of requests, and uploaded test sets."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import strategies as st

from tests.fuzz.attacks import attack
from tests.fuzz.hostile import spoil
from tests.fuzz.test_readers import CSV, JSONL, SGML, TMX, TSV, XLIFF, XML
from tests.office_files import make_docx, make_xlsx

pytest.importorskip("fastapi", reason="NO FASTAPI: uploads are not attacked")

from starlette.requests import Request

from tertium.web.api.strict_json import parse_strictly
from tertium.web.languagetool import MOST_CHARACTERS, read_request
from tertium.web.multipart import receive_form
from tertium.web.work.reading import add_files
from tertium.web.workspace import FileStore, Workspace

FORM = (
    b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nset\r\n'
    b'--b\r\nContent-Disposition: form-data; name="files"; filename="../one.txt"\r\nContent-Type: text/plain\r\n\r\n'
    b"a dog\nthe cat\n\r\n--b--\r\n"
)
CHECKED = (
    b"language=es-ES&motherTongue=ca&data=%7B%22annotation%22%3A%5B%7B%22text%22%3A%22El+disco%22%7D%2C"
    b"%7B%22markup%22%3A%22%3Cb%3E%22%7D%5D%7D"
)
NAMES = (
    "one.txt",
    "one.tsv",
    "one.csv",
    "one.jsonl",
    "one.sgm",
    "one.xml",
    "one.xliff",
    "one.tmx",
    "one.docx",
    "one.gz",
)


class Silence:
    """A job whose progress nobody watches."""

    def begin(self, stage: str, total: int | None = None) -> None:
        """Take note of nothing."""

    def advance(self, count: int) -> None:
        """Take note of nothing."""


def send(body: bytes, step: int) -> Request:
    """A request whose body comes in pieces."""
    pieces: Iterator[bytes] = iter([body[at : at + step] for at in range(0, len(body), step)])

    async def receive() -> dict[str, object]:
        piece = next(pieces, None)
        return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

    headers = [(b"content-type", b"multipart/form-data; boundary=b")]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, receive)


@pytest.mark.filterwarnings("ignore:.*equals a reference")
def test_whole_input_is_taken() -> None:
    """Otherwise the attacks would end at the door."""
    with TemporaryDirectory() as name:
        form = asyncio.run(receive_form(send(FORM, 7), FileStore(Path(name))))
        assert (form.fields, [file.name for file in form.files]) == ({"name": "set"}, ["one.txt"])
        assert upload(b"a\nb\n", "one.txt", "system") == 1
        assert read_request(CHECKED, [Path(name)])["text"] == "El disco   "


@attack(
    spoil(CHECKED),
    st.one_of(
        st.binary(max_size=40), st.sampled_from([b"", b"&text=", b"&language=es-", b"&motherTongue=%00", b"[" * 9])
    ),
    brief=25,
)
def test_texts_of_editors(body: bytes, more: bytes) -> None:
    asked = read_request(body + more, [Path("/no/such/folder")])
    assert asked["language"] in ("ca", "en", "es", "fr")
    assert len(asked["text"]) <= MOST_CHARACTERS


@attack(spoil(FORM), st.sampled_from([1, 7, 4096]), brief=25)
def test_forms(body: bytes, step: int) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name, "files")
        folder.mkdir()
        form = asyncio.run(receive_form(send(body, step), FileStore(folder)))
        for file in form.files:
            assert "/" not in file.name
        outside = [path for path in Path(name).rglob("*") if path.is_file() and folder not in path.parents]
        assert not outside


@attack(spoil('{"hypotheses": ["a"], "references": [["b"]], "metrics": ["bleu"], "n": -1.5e3, "x": null}'), brief=25)
def test_bodies(content: bytes) -> None:
    parse_strictly(content)


@attack(
    spoil(TSV, CSV, JSONL, SGML, XML, XLIFF, TMX, make_docx(), make_xlsx(), gzip.compress(TSV.encode())),
    st.sampled_from(NAMES),
    st.sampled_from(["system", "reference", "source", "documents"]),
    brief=15,
)
def test_uploaded_sets(content: bytes, name: str, role: str) -> None:
    upload(content, name, role)


def upload(content: bytes, name: str, role: str) -> int:
    """Store a file beside a good system and a good reference; the number of the new test set."""
    with TemporaryDirectory() as place:
        workspace = Workspace(Path(place))
        good, bad = Path(place, "good.txt"), Path(place, name)
        good.write_text("a dog\nthe cat\n")
        bad.write_bytes(content)
        stored = [
            (workspace.files.copy(bad), role),
            *((workspace.files.copy(good), each) for each in ("system", "reference")),
        ]
        files = [{"name": file.name, "digest": file.digest, "role": its} for file, its in stored]
        return add_files(workspace, {"name": "set", "files": files}, Silence())  # type: ignore[arg-type]
