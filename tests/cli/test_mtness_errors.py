"""``tertium mtness`` where something is wrong or missing: every error says what to do about it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tertium.samples import mtness as samples
from tests.cli.mtness_running import LITERAL, OURS, PAIR, Call, copy_rules


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files with something wrong in them."""
    contents: dict[str, bytes] = {
        "short": b"Una\nDues\n",
        "latin": "El disco está lleno\nEl señor\n".encode("latin-1"),
        "columns": b"disco\tdisco\tnoun.m.s\nlleno\tlleno\n",
        "tag": b"disco\tdisco\tnoum.m.s\n",
        "penn": b"y\ty\tCC\ndiscos\tdisco\tNNS\n",
        "pairs": b"disc\tdisco\nple\n",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "empty").mkdir()
    copy_rules(tmp_path / "toml", "spans.toml", "longest = 8", "longest = [")
    copy_rules(tmp_path / "key", "suggestions.toml", 'before = "^h?[oó]"', 'befor = "^h?[oó]"')
    copy_rules(tmp_path / "rule", "spans.toml", 'gerund = "verb.gerund', 'gerund = "verp.gerund')
    return {path.name: str(path) for path in tmp_path.iterdir()} | {"missing": str(tmp_path / "missing")}


ERRORS: dict[str, tuple[list[str], list[str]]] = {
    "no index": ([LITERAL, "-l", "es"], ["tertium index build", "--counts", "--stop-after"]),
    "counts stage": ([LITERAL, "-l", "es", "--stop-after", "counts"], ["no corpus to count in"]),
    "two": ([LITERAL, "-l", "es", "-i", "INDEX", "--counts", "scan(x)"], ["--index or --counts"]),
    "language": ([LITERAL, "-l", "de", "-i", "INDEX"], ["'de'", "ca, en, es, fr"]),
    "no language": ([LITERAL, "-l", "xx", "-i", "INDEX"], ["there is no language 'xx'", "Did you mean"]),
    "tagger": ([LITERAL, "-l", "es", "-i", "INDEX", "--tagger", "wordlst"], ["'wordlist'", "apertium", "auto"]),
    "no tagger": ([LITERAL, "-l", "es", "-i", "INDEX", "--tagger", "wordlist("], ["name(argument)"]),
    "dictionary": ([LITERAL, *PAIR, "-i", "INDEX", "--dictionary", "pears"], ["'pairs'", "apertium", "none"]),
    "no source language": ([LITERAL, "-l", "es", "-i", "INDEX", "--dictionary", "pairs"], ["such as ca"]),
    "source": ([LITERAL, "-l", "es", "-i", "INDEX", "-s", "<short>"], ["has 36", "has 2", "empty line"]),
    "missing": (["<missing>", "-l", "es", "-i", "INDEX"], ["<missing>: no such file"]),
    "missing source": ([LITERAL, "-l", "es", "-i", "INDEX", "-s", "<missing>"], ["<missing>: no such file"]),
    "latin": (["<latin>", "-l", "es", "-i", "INDEX"], ["<latin>:1", "UTF-8", "iconv"]),
    "columns": ([LITERAL, "-l", "es", "-i", "INDEX", "--tagger", "wordlist(<columns>)"], ["<columns>:2"]),
    "files": ([LITERAL, "-l", "es", "-i", "INDEX", "--tagger", "wordlist(a,b,c,d)"], ["at most 2 files", "not 4"]),
    "penn": ([LITERAL, "-l", "es", "-i", "INDEX", "--tagger", "wordlist(<penn>)"], ["<penn>:2", "'NNS'", "NCFS000"]),
    "key": ([LITERAL, "-l", "es", "-i", "INDEX", "--rules", "<key>"], ["<key>/suggestions.toml", "'befor'", "words"]),
    "tag": ([LITERAL, "-l", "es", "-i", "INDEX", "--tagger", "wordlist(<tag>)"], ["<tag>:1", "noum", "noun"]),
    "pairs": ([LITERAL, *PAIR, "-i", "INDEX", *OURS[:2], "--dictionary", "pairs(<pairs>)"], ["<pairs>:2"]),
    "toml": ([LITERAL, "-l", "es", "-i", "INDEX", "--rules", "<toml>"], ["<toml>/spans.toml", "TOML"]),
    "rule": ([LITERAL, "-l", "es", "-i", "INDEX", "--rules", "<rule>"], ["<rule>/spans.toml", "verp"]),
    "empty rules": (
        [LITERAL, "-l", "es", "-i", "INDEX", "--rules", "<empty>"],
        ["<empty>/spans.toml", "no such file", "docs/how-to/mtness-l"],
    ),
    "rules": ([LITERAL, "-l", "es", "-i", "INDEX", "--rules", "<missing>"], ["<missing>", "folder of rules"]),
    "missing index": ([LITERAL, "-l", "es", "-i", "<missing>"], ["<missing>", "tertium index build"]),
    "empty index": ([LITERAL, "-l", "es", "-i", "<empty>"], ["<empty>", "tertium index build"]),
    "provider": ([LITERAL, "-l", "es", "--counts", "sacn(x)"], ["scan"]),
    "scan": ([LITERAL, "-l", "es", "--counts", "scan(<missing>)"], ["<missing>", "no such file"]),
    "level": ([LITERAL, "-l", "es", "-i", "INDEX", "--significance", "7"], ["between 0 and 1"]),
    "words": ([LITERAL, "-l", "fr", "-i", "INDEX", "--tagger", "wordlist"], ["'fr'", "wordlist(words.tsv)"]),
    "spacy": ([LITERAL, "-l", "es", "-i", "INDEX", "--tagger", "spacy(no_model)"], ["spacy"]),
    "names": ([LITERAL, LITERAL, "-l", "es", "-i", "INDEX"], ["--name"]),
}


@pytest.mark.parametrize("name", list(ERRORS))
def test_an_error_names_its_remedy(call: Call, index: str, files: dict[str, str], name: str) -> None:
    def fill(text: str) -> str:
        for file, path in files.items():
            text = text.replace(f"<{file}>", path)
        return text.replace("INDEX", index)

    arguments, expected = ERRORS[name]
    answer = call(*map(fill, arguments))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("tertium: ")
    assert answer.err.count("\n") == 1
    for part in expected:
        assert fill(part) in answer.err


def test_an_index_that_is_broken(call: Call, index: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.index"
    shutil.copytree(index, broken)
    for file in broken.glob("*/suffixes.bin"):
        file.write_bytes(file.read_bytes()[:100])
    answer = call(LITERAL, "-l", "es", *OURS[:2], "-i", str(broken))
    assert (answer.code, answer.out) == (2, "")
    assert "suffixes.bin: " in answer.err
    assert "tertium index check" in answer.err


def test_a_spelling_dictionary_that_is_missing(call: Call, index: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("hunspell", reason="NO HUNSPELL: pip install 'tertium[spelling]'")
    monkeypatch.setattr("tertium.mtness.resources.spelling.FOLDERS", ())
    answer = call(LITERAL, "-l", "es", *OURS[:2], "-i", index, "--spelling")
    assert (answer.code, answer.out) == (2, "")
    assert "apt-get install hunspell-es" in answer.err


@pytest.fixture
def without_apertium(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TERTIUM_APERTIUM", str(tmp_path))


@pytest.mark.usefixtures("without_apertium")
@pytest.mark.parametrize("name", ["text", "json", "tsv", "html"])
def test_without_apertium_our_lists_do_and_it_is_said_what_to_install(call: Call, index: str, name: str) -> None:
    by_itself = call(LITERAL, *PAIR, "-i", index, "-f", name)
    assert by_itself.code == 0
    assert by_itself.err.count("apt-get install apertium") == 2
    assert "our own small list" in by_itself.err
    assert "our own small table" in by_itself.err
    asked = call(LITERAL, *PAIR, *OURS, "-i", index, "-f", name)
    assert asked.err == ""
    assert asked.out == by_itself.out


@pytest.mark.usefixtures("without_apertium")
def test_without_apertium_a_stage_says_so_too(call: Call) -> None:
    answer = call(str(samples.path("source.ca.txt")), "-l", "ca", "--stop-after", "spans")
    assert answer.code == 0
    assert "apt-get install apertium" in answer.err
    assert "apt-get" not in answer.out


@pytest.mark.usefixtures("without_apertium")
@pytest.mark.parametrize(
    "more", [["-l", "fr"], ["-l", "es", "--source-language", "en", *OURS[:2]]], ids=["fr", "en-es"]
)
def test_without_apertium_other_languages_are_refused(call: Call, index: str, more: list[str]) -> None:
    answer = call(LITERAL, "-i", index, *more)
    assert (answer.code, answer.out) == (2, "")
    assert "Apertium" in answer.err
    assert ".tsv)" in answer.err


@pytest.mark.usefixtures("without_apertium")
def test_apertium_that_was_asked_for_is_needed(call: Call, index: str) -> None:
    answer = call(LITERAL, "-l", "fr", "--tagger", "apertium", "-i", index)
    assert (answer.code, answer.out) == (2, "")
    assert "apt-get install apertium" in answer.err
