"""What is given as an encoder and is not one is refused in our words, and killed installations leave nothing."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tertium import encoders
from tertium.encoders.catalogue import DEFAULT
from tertium.encoders.scratch import make_scratch, restore_old
from tertium.errors import InputError
from tests.encoders.small_encoder import write_encoder


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path / "models"))
    return write_encoder(tmp_path / "source", prefix="bert.")


def refuse(source: Path, message: str) -> None:
    with pytest.raises(InputError, match=message):
        encoders.install_encoder(DEFAULT, str(source))


def test_a_damaged_member_in_lzma(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "model.jar"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.write(folder / "tokenizer.json", "tokenizer.json")
    content = bytearray(path.read_bytes())
    content[60:90] = b"\xff" * 30
    path.write_bytes(content)
    refuse(path, "the archive is damaged")


def test_numbers_that_numpy_does_not_have(folder: Path) -> None:
    header = json.dumps({"x": {"dtype": "F8_E4M3", "shape": [4], "data_offsets": [0, 4]}}).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + bytes(4))
    refuse(folder, "the weights cannot be read")


def test_brackets_without_end(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("[" * 200_000, encoding="utf-8")
    refuse(folder, "the tokenizer cannot be read: it is nested too deeply")


@pytest.mark.posix
@pytest.mark.parametrize("name", ["tokenizer.json", "model.safetensors"])
def test_a_link_to_a_device(folder: Path, name: str) -> None:
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/zero")
    refuse(folder, "cannot be read: it is not an ordinary file")


def test_a_file_that_is_too_large(folder: Path) -> None:
    with (folder / "tokenizer.json").open("wb") as file:
        file.truncate(1 << 30)
    refuse(folder, "the tokenizer cannot be read: it has more than 64 MiB")


KILLED = """
import os, signal, sys
from pathlib import Path
from tertium.encoders.scratch import make_scratch
with make_scratch(".small-", Path(sys.argv[1])) as folder:
    (folder / "old").mkdir()
    (folder / "old" / "weights").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.posix
def test_the_folder_of_a_killed_installation_is_removed_and_its_encoder_put_back(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert len(list(tmp_path.glob(".small-*/files/old/weights"))) == 1
    restore_old(".small-", tmp_path / "small")
    assert (tmp_path / "small" / "weights").is_file()
    with make_scratch(".small-", tmp_path) as first, make_scratch(".small-", tmp_path) as second:
        assert set(tmp_path.glob(".small-*")) == {first.parent, second.parent}, "nobody removes what is in use"
    assert not list(tmp_path.glob(".small-*"))


@pytest.mark.posix
def test_installations_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Each removes what killed ones have left, while the folders of others come and go."""
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from tertium.encoders.scratch import make_scratch\n"
        "for _ in range(400):\n"
        "    with make_scratch('tertium-x-', Path(sys.argv[1])) as folder:\n"
        "        (folder / 'weights').touch()\n"
        "        assert (folder / 'weights').exists()\n"
    )
    place = tmp_path / "place"
    place.mkdir()
    command = [sys.executable, "-c", program, str(place)]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[1] for process in running] == [""] * 3
    assert not list(place.iterdir())
