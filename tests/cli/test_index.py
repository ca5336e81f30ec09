import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from tertium.cli.commands import make_app
from tertium.errors import InputError, SpecError, TertiumError
from tertium.lexicon import count_information, read_information

TEXT = "El perro come pan.\nL’home fer-ne.\nEl perro no come.\n"

app = make_app(["index", "count"])


def call(*arguments: str | Path, **options: bytes) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], catch_exceptions=True, **options)


def refusal(*arguments: str | Path) -> str:
    error = call(*arguments).exception
    assert isinstance(error, InputError | SpecError), error
    return str(error)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    place = tmp_path / "index"
    assert call("index", "build", tmp_path / "text.txt", "-o", place, "--language", "ca").exit_code == 0
    return place


def test_phrases_are_counted(index: Path) -> None:
    printed = call("count", "el perro", "come", "--index", index).output
    assert [line.split() for line in printed.splitlines()[:3]] == [
        ["phrase", "count", "lines"],
        ["el", "perro", "2", "2"],
        ["come", "2", "2"],
    ]
    data = json.loads(call("count", "El Perro", "ne", "*", "--index", index, "-f", "json").output)
    assert [(row["phrase"], row["count"], row["lines"]) for row in data["counts"]] == [
        ("El Perro", 2, 2),
        ("ne", 1, 1),
        ("*", 17, 3),
    ]
    assert data["tokens"] == 17


def test_occurrences_are_shown(index: Path) -> None:
    data = json.loads(call("count", "perro *", "--index", index, "--show", "5", "--context", "1", "-f", "json").output)
    shown = data["counts"][0]["shown"]
    assert [(each["line"], each["before"], each["phrase"], each["after"]) for each in shown] == [
        (1, "el", "perro come", "pan"),
        (3, "el", "perro no", "come"),
    ]
    assert "perro come" in call("count", "perro *", "--index", index, "--show", "5").output


def test_occurrences_are_rows_of_tsv(index: Path) -> None:
    printed = call("count", "perro *", "gato", "--index", index, "--show", "5", "--context", "1", "-f", "tsv").output
    header, *rows = [line.split("\t") for line in printed.splitlines()]
    assert header == ["phrase", "count", "lines", "document", "line", "before", "match", "after"]
    assert [row[:3] + row[4:] for row in rows] == [
        ["perro *", "2", "2", "1", "el", "perro come", "pan"],
        ["perro *", "2", "2", "3", "el", "perro no", "come"],
        ["gato", "0", "0", "", "", "", ""],
    ]
    assert rows[0][3].endswith("text.txt")


@pytest.mark.parametrize("phrase", ["el perr*", "*s", "a*b", r"perro\*"])
def test_a_star_within_a_word_is_refused(index: Path, phrase: str) -> None:
    assert "has a * within a word. Put spaces around *" in refusal("count", phrase, "--index", index)
    assert call("count", phrase, "--no-wildcards", "--index", index).exit_code == 0
    assert call("count", r"perro \*", "--index", index).exit_code == 0


def test_lists_of_phrases_come_from_files_and_standard_input(index: Path, tmp_path: Path) -> None:
    (tmp_path / "list").write_text("el perro\n\nfer-ne\n", encoding="utf-8")
    data = json.loads(call("count", "pan", "--phrases", tmp_path / "list", "--index", index, "-f", "json").output)
    assert [(row["phrase"], row["count"]) for row in data["counts"]] == [("pan", 1), ("el perro", 2), ("fer-ne", 1)]
    assert call("count", "pan", "--index", index, "-f", "tsv", "-o", tmp_path / "out.tsv").exit_code == 0
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8").splitlines()[1].split("\t") == ["pan", "1", "1"]


def test_text_is_added_and_shards_are_merged(index: Path, tmp_path: Path) -> None:
    packed = tmp_path / "more.gz"
    packed.write_bytes(gzip.compress(b"un perro\n"))
    assert "shards" in call("index", "add", packed, "-i", index, "--memory", "200M").output
    info = json.loads(call("index", "info", index, "-f", "json").output)
    assert (info["lines"], len(info["shards"]), info["normalisation"]["hyphens"]) == (4, 2, "split")
    merged = json.loads(call("index", "merge", index, "-f", "json").output)
    assert (merged["lines"], len(merged["shards"]), merged["vocabulary"]) == (4, 1, 13)
    assert "intact" in call("index", "check", index).output


def test_case_and_marks_are_as_asked_for(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    arguments = ["--no-casefold", "--apostrophes", "keep", "--hyphens", "split"]
    assert call("index", "build", tmp_path / "text.txt", "-o", tmp_path / "index", *arguments).exit_code == 0
    asked = ["El", "el", "L'home", "ne"]
    data = json.loads(call("count", *asked, "-i", tmp_path / "index", "-f", "json").output)
    assert [row["count"] for row in data["counts"]] == [2, 0, 1, 1]


def test_bad_input_is_explained(index: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"fine\n\xff\n")
    assert f"{bad}:2: the text is not valid UTF-8" in refusal("index", "build", bad, "-o", tmp_path / "other")
    assert f"{bad}:2: byte 1 of the line, 0xFF, is not valid UTF-8" in refusal(
        "count", "--phrases", bad, "--index", index
    )
    assert "no such file" in refusal("index", "add", tmp_path / "none", "-i", index)
    assert "'lots' is not an amount" in refusal("index", "build", bad, "-o", tmp_path / "other", "--memory", "lots")
    assert "at least 160M" in refusal("index", "build", bad, "-o", tmp_path / "other", "--memory", "64K")
    assert "keep or split" in refusal("index", "build", bad, "-o", tmp_path / "other", "--hyphens", "x")
    assert "no such index" in refusal("count", "pan", "--index", tmp_path / "none")
    assert "no index is given" in refusal("count", "pan")
    assert "no phrases are given" in refusal("count", "--index", index)
    assert "'' cannot be counted: the phrase has no words" in refusal("count", "", "--index", index)


def test_damage_is_reported(index: Path) -> None:
    (file,) = index.rglob("words.bin")
    content = bytearray(file.read_bytes())
    content[8] ^= 1
    file.unlink()
    file.write_bytes(content)
    assert f"{file}: the file is damaged" in refusal("index", "check", index)
    assert f"{file}: the file is damaged" in refusal("count", "el perro", "--index", index)


def test_standard_input_is_text_too(tmp_path: Path) -> None:
    assert call("index", "build", "-", "-o", tmp_path / "index", input=TEXT.encode()).exit_code == 0
    data = json.loads(call("count", "pan", "-i", tmp_path / "index", "--show", "1", "-f", "json").output)
    assert data["counts"][0]["shown"][0]["document"] == "standard input"


@pytest.mark.parametrize("command", [["index"], ["index", "build"], ["index", "check"], ["count"]])
def test_help_has_examples(command: list[str]) -> None:
    assert "tertium" in call(*command, "--help").output
    assert issubclass(InputError, TertiumError)


def test_information_content_is_counted_from_an_index(tmp_path: Path) -> None:
    (tmp_path / "english.txt").write_text("the dog saw a cat\nthe cat ran\n", encoding="utf-8")
    english, counted = tmp_path / "english.index", tmp_path / "english.ic"
    assert call("index", "build", tmp_path / "english.txt", "-o", english, "--language", "en").exit_code == 0
    printed = call("index", "information", english, "-o", counted).output
    assert printed == f"{counted}: information content of nouns and verbs, from 8 words and marks\n"
    expected = count_information({"dog": 1, "cat": 2, "saw": 1, "ran": 1, "a": 1, "the": 2})
    np.testing.assert_array_equal(read_information(counted).counts, expected.counts)
    assert call("index", "information", english, "-o", counted, "--smoothing", "0", "--replace").exit_code == 0
    assert read_information(counted).counts.min() == 0


def test_indexes_are_joined(index: Path, tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_text("El perro duerme.\n", encoding="utf-8")
    assert call("index", "build", tmp_path / "more.txt", "-o", tmp_path / "more", "--language", "ca").exit_code == 0
    done = call("index", "join", index, tmp_path / "more", "-o", tmp_path / "all", "--memory", "200M", "-f", "json")
    data = json.loads(done.output)
    assert (data["path"], data["shard_count"], data["tokens"], data["lines"]) == (str(tmp_path / "all"), 1, 21, 4)
    counted = json.loads(call("count", "el perro", "--index", tmp_path / "all", "--show", "9", "-f", "json").output)
    assert counted["counts"][0]["count"] == 3
    assert [each["document"].rpartition("/")[2] for each in counted["counts"][0]["shown"]] == ["text.txt"] * 2 + [
        "more.txt"
    ]
    assert call("index", "build", tmp_path / "more.txt", "-o", tmp_path / "es", "-l", "es").exit_code == 0
    assert "not normalised as that of" in refusal("index", "join", index, tmp_path / "es", "-o", tmp_path / "new")
    assert "at least 160M" in refusal("index", "join", index, "-o", tmp_path / "new", "--memory", "1M")
