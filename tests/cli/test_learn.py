"""``tertium mtness learn`` from the text to the findings, with small programs as the system, and with Apertium."""

from __future__ import annotations

import gzip
import json
import shlex
import sys
from pathlib import Path

import pytest

from tertium.corpus.building import build_index
from tertium.mtness import Combiner, ConfusionTable
from tests.cli.mtness_running import OURS, Answer, Call
from tests.mtness.apertium_installed import needs_apertium

NOUNS = ("lista", "carpeta", "ventana", "página", "tabla", "imagen", "columna", "pestaña", "celda", "fila")
VERBS = ("haga", "hace", "hizo", "haciendo")
# Every tenth line is put aside, which are those of the first noun. Weights need wrong repairs too, with any tagger:
# there "a", which the system makes of "en", is sometimes right.
TEXTS = [
    f"{verb} clic {'a' if noun == NOUNS[0] and number == 7 else 'en'} la {noun} {number} para usted"
    for number in range(1, 8)
    for verb in VERBS
    for noun in NOUNS
]
CORPUS = [f"Usted {verb} clic en la {noun}." for verb in VERBS for noun in NOUNS] * 3
SOURCES = [f"feu clic a la {noun} número {number}" for number in range(1, 5) for noun in NOUNS]

# A translator that knows a few words, and no more.
_CODE = """
import sys
table = dict(pair.split("=") for pair in sys.argv[1:])
for line in sys.stdin.buffer:
    words = [table.get(word, word) for word in line.decode().split()]
    sys.stdout.buffer.write((" ".join(words) + "\\n").encode())
"""
PROGRAM = (sys.executable, "-c", _CODE)
THERE, BACK = (shlex.join([*PROGRAM, *pairs]) for pairs in (("en=a", "tabla=taula"), ("feu=haga", "taula=mesa")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("learn")
    files = {"text.es.txt": TEXTS, "source.ca.txt": SOURCES, "short.es.txt": TEXTS[:50], "corpus.txt": CORPUS}
    for name, lines in files.items():
        (place / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (place / "packed.es.txt.gz").write_bytes(gzip.compress((place / "text.es.txt").read_bytes()))
    build_index([place / "corpus.txt"], place / "es.index")
    return place


def learn(call: Call, folder: Path, output: Path, *more: str, text: str = "text.es.txt", **changed: str) -> Answer:
    options = {"--index": str(folder / "es.index"), "--there": THERE, "--back": BACK}
    options |= {f"--{name}": value for name, value in changed.items()}
    given = [part for option in options.items() for part in option]
    languages = ("-l", "es", "--source-language", "ca")
    return call("learn", str(folder / text), *languages, *given, "-o", str(output), *more)


def test_a_table_is_learned_and_used(call: Call, folder: Path, tmp_path: Path) -> None:
    table, weights = tmp_path / "ca-es.tsv.gz", tmp_path / "weights.json"
    source = str(folder / "source.ca.txt")
    answer = learn(call, folder, table, "--weights", str(weights), "--source-text", source, "--quiet")
    assert answer.code == 0, answer.err
    found = ConfusionTable.read(table)
    assert f"{len(found.confusions):,} confusions from 280 lines, 0 of them style" in answer.out
    by_words = {(each.replaced, each.replacement): each for each in found.confusions}
    general = by_words[("a",), ("en",)]
    assert (general.count, general.occurrences) == (252, 252)
    assert general.gain > 0
    assert found.language_pair == "ca-es"
    assert found.origin.startswith("252 lines through ")
    assert "\n" not in found.origin
    assert (("a",), ("en",)) in found.habits
    assert f"{len(found.habits):,} of known frequency" in answer.out
    combiner = Combiner.read(weights)
    assert combiner.origin.startswith("28 of 252 lines through ")
    output = tmp_path / "output.txt"
    output.write_text("Usted haga clic en la mesa.\n", encoding="utf-8")
    arguments = (str(output), "-l", "es", *OURS[:2], "-i", str(folder / "es.index"), "-f", "json")
    options = ("--learned", str(table), "--weights", str(weights), "--min-probability", "0.2")
    answer = call(*arguments, *options)
    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert f"learned:{found.version}" in data["signature"]
    assert f"combiner:{combiner.version}" in data["signature"]
    # How probable it is depends on the tagger that there is: weights from a few lines are what they are.
    (finding,) = [each for each in data["findings"] if each["verdict"] == "instance" and "mesa" in each["text"]]
    best = finding["suggestions"][0]
    assert (best["action"], best["replaced"], best["replacement"]) == ("learned", "mesa", "tabla")
    assert finding["probability"] > 0.2
    without = json.loads(call(*arguments, "--learned", "none", "--choices", "none").out)
    assert "learned:" not in without["signature"]
    assert "choices:es sha256:" in data["signature"]
    assert "choices:" not in without["signature"]
    absent = call(*arguments, "--choices", "absent.tsv.gz")
    assert absent.code == 2
    assert "absent.tsv.gz" in absent.err
    assert not [each for each in without["findings"] if each["verdict"] == "instance"]


def test_weights_are_learned_for_a_table_that_is_known(call: Call, folder: Path, tmp_path: Path) -> None:
    table, weights = tmp_path / "ca-es.tsv.gz", tmp_path / "weights.json"
    assert learn(call, folder, table, "--quiet").code == 0
    given = (
        "learn",
        str(folder / "text.es.txt"),
        "-l",
        "es",
        "--source-language",
        "ca",
        "-i",
        str(folder / "es.index"),
    )
    programs = ("--there", THERE, "--back", BACK, "--quiet")
    answer = call(*given, *programs, "--learned", str(table), "--weights", str(weights))
    assert answer.code == 0, answer.err
    combiner = Combiner.read(weights)
    assert answer.out == f"{len(combiner.weights):,} weights from 280 lines\n"
    assert combiner.origin.startswith("280 lines through ")
    assert "known" in combiner.weights
    both = ("--learned", "auto", "--weights", str(weights), "--replace", "--source-text", str(folder / "source.ca.txt"))
    answer = call(*given, *programs, *both)
    assert (answer.code, "are for tables" in answer.err) == (2, True)
    for more in ((), ("--learned", "auto"), ("--learned", "auto", "-o", str(table), "--weights", str(weights))):
        answer = call(*given, *programs, *more)
        assert answer.code == 2
        assert "Give" in answer.err
    other = [*given[:5], "fr", *given[6:]]
    answer = call(*other, *programs, "--learned", "auto", "--weights", str(weights), "--replace")
    assert answer.code == 2
    assert "there is no table to keep for fr-es" in answer.err


def test_files_that_cannot_be_written_are_told_of_before_anything_is_learned(
    call: Call, folder: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing"
    for more in ((), ("--weights", str(missing / "weights.json"))):
        output = tmp_path / "table.tsv" if more else missing / "table.tsv"
        answer = learn(call, folder, output, *more)
        assert answer.code == 2
        assert str(missing) in answer.err
        assert "translating" not in answer.err
    same = tmp_path / "table.tsv"
    answer = learn(call, folder, same, "--weights", str(same))
    assert (answer.code, "--weights" in answer.err) == (2, True)
    answer = learn(call, folder, same, "--weights", str(folder / "text.es.txt"))
    assert "replace its own input" in answer.err
    assert list(tmp_path.iterdir()) == []


def test_the_same_text_gives_the_same_table(call: Call, folder: Path, tmp_path: Path) -> None:
    for name, text in (("one.tsv", "text.es.txt"), ("two.tsv", "packed.es.txt.gz")):
        assert learn(call, folder, tmp_path / name, text=text).code == 0
    assert (tmp_path / "one.tsv").read_bytes() == (tmp_path / "two.tsv").read_bytes()


def test_some_lines_at_random(call: Call, folder: Path, tmp_path: Path) -> None:
    answer = learn(call, folder, tmp_path / "one.tsv", "--lines", "120", "--seed", "3")
    assert "from 120 lines" in answer.out
    assert "through" in ConfusionTable.read(tmp_path / "one.tsv").origin
    assert ConfusionTable.read(tmp_path / "one.tsv").confusions[0].occurrences == 108


def test_it_says_what_it_does(call: Call, folder: Path, tmp_path: Path) -> None:
    answer = learn(call, folder, tmp_path / "one.tsv")
    assert "translating to the source language" in answer.err
    assert "translating back" in answer.err
    assert learn(call, folder, tmp_path / "two.tsv", "--quiet").err == ""


FAILING = shlex.join([sys.executable, "-c", "import sys; sys.exit('no such model')"])
ERRORS = {
    "command missing": ({"there": "/no/such/mt es-ca"}, "", ["/no/such/mt cannot be run", "Check the command"]),
    "command fails": ({"back": FAILING}, "", ["failed with status 1: no such model", "Check the command"]),
    "command empty": ({"there": " "}, "", ["empty", "apertium"]),
    "quotes": ({"there": "mt 'es"}, "", ["cannot be split"]),
    "lines": (
        {"back": shlex.join([sys.executable, "-c", "print(1)"])},
        "",
        ["wrote 1 lines for 280 segments", "one line per line"],
    ),
    "few lines": ({}, "short.es.txt", ["only 50 lines", "at least 100"]),
    "no text": ({}, "missing.txt", ["missing.txt", "no such file"]),
    "no index": ({"index": "/no/such/index"}, "", ["/no/such/index", "tertium index build"]),
    "not an index": ({"index": str(Path(__file__).parent)}, "", ["tests/cli", "tertium index build"]),
    "language": ({"language": "xx"}, "", ["'xx'", "Did you mean"]),
    "thesaurus": ({"thesaurus": "/no/such.dat"}, "", ["/no/such.dat"]),
}


@pytest.mark.parametrize("name", ERRORS)
def test_what_is_wrong_is_said_and_nothing_is_written(name: str, call: Call, folder: Path, tmp_path: Path) -> None:
    changed, text, words = ERRORS[name]
    output = tmp_path / "table.tsv"
    output.write_text("before", encoding="utf-8")
    answer = learn(call, folder, output, "--quiet", "--replace", text=text or "text.es.txt", **changed)
    assert answer.code == 2
    assert "Traceback" not in answer.err
    for word in words:
        assert word in answer.err
    assert output.read_text(encoding="utf-8") == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["table.tsv"]


def test_the_text_is_not_written_over(call: Call, folder: Path) -> None:
    answer = learn(call, folder, folder / "text.es.txt")
    assert answer.code == 2
    assert "replace its own input" in answer.err


def test_the_command_has_help(call: Call) -> None:
    answer = call("learn", "--help")
    assert answer.code == 0
    assert "--source-language" in answer.out
    assert "tertium mtness learn" in answer.out


@needs_apertium
def test_apertium_is_learned_from_its_own_output(call: Call, folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "ca-es.tsv"
    arguments = ("-l", "es", "--source-language", "ca", "-i", str(folder / "es.index"), "-o", str(output), "--quiet")
    text = tmp_path / "text.txt"
    # "hacer clic en" goes to Catalan and comes back; "vuelo" is "vol", which is "quiere" as well.
    lines = [f"El {noun} número {number} está lleno de gente." for number in range(60) for noun in ("vuelo", "disco")]
    text.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    answer = call("learn", str(text), *arguments)
    assert answer.code == 0, answer.err
    table = ConfusionTable.read(output)
    assert "apertium" in table.origin.casefold()
    assert table.language_pair == "ca-es"
    assert all(each.count <= each.occurrences for each in table.confusions)
