"""Lists of words, and the script that makes them."""

from __future__ import annotations

import gzip
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tertium.errors import InputError
from tertium.lexicon.function_words import describe_words, load_function_words

SCRIPT = Path(__file__).parents[2] / "scripts" / "list_function_words.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    specification = importlib.util.spec_from_file_location("list_function_words", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_english_has_function_words_and_no_others() -> None:
    words = load_function_words("english")
    assert {"the", "of", "he", "she", "was", "but", "would", ",", "."} <= words
    assert not words & {"select", "document", "table", "libreoffice", "house", "lady"}
    assert 60 <= len(words) <= 120
    assert all(word == word.lower() and len(word.split()) == 1 for word in words)


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "german.txt"
    path.write_text("# Artikel\nDer\n\ndie\r\n das \n", encoding="utf-8")
    assert load_function_words(str(path)) == {"der", "die", "das"}
    assert describe_words(str(path)).startswith("german sha256:")
    assert describe_words("english").startswith("english sha256:")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"the\nof course\n", ":2: 'of course' is more than one word. Give one word per line"),
        (b"the\n\nna\xefve\n", ":3: byte 3 of the line, 0xEF, is not valid UTF-8. "),
    ],
)
def test_a_malformed_list_names_file_and_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_function_words(str(path))
    assert str(caught.value).startswith(f"{path}{message}")


@pytest.mark.parametrize("name", ["klingon", "english.txt", "."])
def test_a_missing_list_tells_what_there_is(name: str) -> None:
    with pytest.raises(InputError, match="or a built-in list: english"):
        load_function_words(name)


def test_the_script_lists_frequent_words(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prose, manual = tmp_path / "prose.txt", tmp_path / "manual.txt.gz"
    prose.write_text("The man saw the dog.\n" * 10 + "She saw him.\n# #\n", encoding="utf-8")
    with gzip.open(manual, "wt", encoding="utf-8") as file:
        file.write("Click the table, the table.\n" * 3)
    script.main([str(prose), str(manual), "--threshold", "0.1", "--also-in", str(prose)])
    path = tmp_path / "words.txt"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    # table is above the mean of 0.1, but is not in the prose
    assert [line for line in path.read_text().splitlines() if not line.startswith("#")] == ["the", "."]
    assert "#   prose.txt: 66 tokens; here above 0.05 too" in path.read_text()
    assert load_function_words(str(path)) == {"the", "."}
    script.main([str(prose), str(manual), "--threshold", "0.1"])
    assert "table" in capsys.readouterr().out.split()


@pytest.mark.parametrize("arguments", [["empty.txt"], ["empty.txt", "--also-in", "other.txt"]])
def test_the_script_refuses_what_makes_no_sense(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.txt").touch()
    with pytest.raises(SystemExit):
        script.main(arguments)
