"""The file of campaigns: damage is found and named, copies are whole, and files of earlier versions are read."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tertium.annotation import CampaignStore, Sitting, check_annotators, export_judgments
from tertium.cli.app import app
from tertium.errors import InputError
from tests.annotation.campaigns import give, prepare
from tests.older_stores import remove_sums


def judge(folder: Path, items: int = 3) -> tuple[CampaignStore, dict[str, str]]:
    store, keys = prepare(folder)
    give(Sitting(store, keys["Ada"]), [2, 3] * items, items)
    return store, keys


def spoil(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))


@pytest.mark.parametrize("other", [b"9.0", b"NaN"])
def test_a_judgment_that_was_changed_in_the_file_is_refused_by_its_number(tmp_path: Path, other: bytes) -> None:
    store, _ = judge(tmp_path)
    store.close()
    spoil(store.path, b'"value": 2.0', b'"value": ' + other)
    for command in (
        ["export", str(store.path), "test"],
        ["status", str(store.path), "test"],
        ["check", str(store.path)],
    ):
        result = CliRunner().invoke(app, ["judge", *command])
        assert result.exit_code, command
        assert "wrong checksum: judgment 1, judgment 3" in str(result.exception)


def test_damage_is_found_in_a_store_that_is_open(tmp_path: Path) -> None:
    store, keys = judge(tmp_path)
    spoil(store.path, b"s1w0n3 s1w1n3", b"s1w0n3 s1w1n4")
    with pytest.raises(InputError, match=r"the file of campaigns is damaged \(wrong checksum: item \d+\)"):
        give(Sitting(store, keys["Ada"]), [3] * 30)


def test_a_damaged_row_gets_no_new_checksum_when_it_is_written(tmp_path: Path) -> None:
    store, _ = judge(tmp_path)
    spoil(store.path, b"Ada", b"Adi")
    with pytest.raises(InputError, match="wrong checksum: annotator 1"):
        store.writer.write(lambda connection: connection.execute("UPDATE main.annotator SET expires = 1").rowcount)


def test_a_row_that_is_missing_is_found(tmp_path: Path) -> None:
    store, _ = judge(tmp_path)
    store.close()
    rows = store.database.read(lambda connection: connection.execute("SELECT * FROM row_count").fetchall())
    store.database.write(lambda connection: connection.execute("DELETE FROM main.judgment WHERE id = 4").rowcount)
    store.database.write(
        lambda connection: [
            connection.execute("UPDATE row_count SET rows = ?, checksum = ? WHERE name = ?", [count, checksum, name])
            for name, count, checksum in rows
        ]
    )
    with pytest.raises(InputError, match=r"the number of rows of judgment \(5\)"):
        CampaignStore(store.path)


def test_a_file_without_checksums_is_read_and_gets_them(tmp_path: Path) -> None:
    store, _ = judge(tmp_path)
    expected = export_judgments(store, "test")
    store.close()
    remove_sums(store.path, 2)
    again = CampaignStore(store.path, create=False)
    assert str(export_judgments(again, "test")) == str(expected)
    assert again.check() == 6
    spoil(store.path, b'"value": 2.0', b'"value": 9.0')
    with pytest.raises(InputError, match="wrong checksum"):
        CampaignStore(store.path)


READER = """
import os, sys
from tertium.annotation import CampaignStore

if os.geteuid() == 0:
    os.setuid(65534)  # root may write everywhere
print(CampaignStore(sys.argv[1], create=False).check())
"""


@pytest.mark.posix
def test_a_file_without_checksums_that_cannot_be_written_is_read() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store, _ = judge(folder)
        store.close()
        remove_sums(store.path, 2)
        content = store.path.read_bytes()
        store.path.chmod(0o444)
        folder.chmod(0o555)
        done = subprocess.run([sys.executable, "-c", READER, store.path], capture_output=True, text=True, timeout=60)
        assert (done.stdout, done.stderr) == ("6\n", "")
        assert store.path.read_bytes() == content


def test_a_value_out_of_range_in_a_file_without_checksums_is_refused(tmp_path: Path) -> None:
    store, _ = judge(tmp_path)
    store.close()
    remove_sums(store.path, 2, """UPDATE judgment SET answer = replace(answer, '2.0', 'NaN') WHERE id = 3""")
    again = CampaignStore(store.path)
    for use in (export_judgments, check_annotators):
        with pytest.raises(InputError, match=r"judgment 3: the value is nan"):
            use(again, "test")


def test_a_copy_is_made_while_annotators_judge(tmp_path: Path) -> None:
    store, keys = judge(tmp_path)
    writer = threading.Thread(target=lambda: give(Sitting(store, keys["Ben"]), [4] * 60))
    writer.start()
    copies = [store.back_up(tmp_path / f"copy{number}.sqlite") for number in range(3)]
    writer.join()
    counts = [CampaignStore(each, create=False).check() for each in copies]
    assert 6 <= counts[0] <= counts[1] <= counts[2] <= store.check()
    assert copies[0].stat().st_mode & 0o077 == 0
    result = CliRunner().invoke(app, ["judge", "backup", str(store.path), str(tmp_path)])
    assert result.exit_code == 0
    assert "campaigns-20" in result.stdout
    assert f"intact; judgments: {store.check()}" in result.stdout
    assert not [each.name for each in tmp_path.iterdir() if each.name.startswith(".")]


def test_a_copy_replaces_nothing_and_is_not_made_of_damage(tmp_path: Path) -> None:
    store, _ = judge(tmp_path)
    with pytest.raises(InputError, match="it exists already"):
        store.back_up(store.path)
    spoil(store.path, b'"value": 2.0', b'"value": 9.0')
    with pytest.raises(InputError, match=r"wrong checksum: judgment 1, .*so that no copy is made"):
        store.back_up(tmp_path / "copy.sqlite")
    assert sorted(each.name for each in tmp_path.iterdir() if "copy" in each.name) == []


def test_an_empty_file_is_not_a_store_without_campaigns(tmp_path: Path) -> None:
    path = tmp_path / "campaigns.sqlite"
    path.touch()
    with pytest.raises(InputError, match="it is empty"):
        CampaignStore(path, create=False)
