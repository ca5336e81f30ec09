"""Test sets from folders as sacrebleu keeps them: the same fields, texts, files and scores."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import InputError, SpecError, TertiumError
from tertium.sacrebleu import dataset, parse_command, run_command
from tests.peers.sacrebleu_command import DATASETS, lead_peer_to, run_ours, run_peer, sacrebleu
from tests.sacrebleu.made_test_sets import OTHERS, OUTPUT, REFERENCES, SOURCES, make_folder, write

PAIRS = {
    "wmt17": "de-en",
    "wmt18": "de-en",
    "wmt20/tworefs": "de-en",
    "wmt08": "de-en",
    "wmt19/google/ar": "en-de",
    "iwslt17": "de-en",
    "multi30k/2018": "en-de",
    "mtnt2019": "fr-en",
    "wmt21": "de-en",
    "wmt21/AB": "de-en",
    "wmt22": "cs-en",
    "wmt23": "de-en",
}
# References of XML come in an order that differs from run to run in sacrebleu.
XML = ("wmt21", "wmt21/AB", "wmt22", "wmt23")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of test sets, for sacrebleu and for us."""
    folder = tmp_path / "test sets"
    make_folder(folder)
    lead_peer_to(folder, monkeypatch)
    monkeypatch.setenv("NO_COLOR", "1")
    return folder


def test_the_catalogue_is_that_of_sacrebleu() -> None:
    assert set(dataset.DATASETS) == set(DATASETS)
    for name, theirs in DATASETS.items():
        ours = dataset.DATASETS[name]
        assert (ours.description, ours.citation, list(ours.data)) == (
            theirs.description.strip(),
            theirs.citation,
            theirs.data,
        )
        assert list(ours.langpairs) == list(theirs.langpairs)
        for pair, files in theirs.langpairs.items():
            assert list(ours.langpairs[pair]) == ([files["path"]] if isinstance(files, dict) else files)
    assert dataset.SUBSETS == sacrebleu.dataset.SUBSETS


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("is_processed", [False, True], ids=["published files", "text files"])
def test_fields_and_texts_are_the_same(name: str, is_processed: bool, place: Path) -> None:
    pair, theirs, ours = PAIRS[name], DATASETS[name], dataset.find_dataset(name)
    fields = theirs.fieldnames(pair)
    if not is_processed:
        found = ours.read(pair, ours.fieldnames(pair))
        assert not list((place / name).glob("*.src")), "reading writes nothing"
    texts = {
        field: [line.rstrip() for line in Path(file).read_text(encoding="utf-8").split("\n")[:-1]]
        for field, file in zip(fields, theirs.get_files(pair), strict=True)
    }
    if is_processed:
        shutil.rmtree(place / name / "raw")
        found = ours.read(pair, list(fields))
    assert found == texts
    assert list(found) == fields or name in XML
    assert set(ours.fieldnames(pair)) == set(fields)
    assert len(texts["src"]) == len(SOURCES) + (name == "mtnt2019")


@pytest.mark.parametrize("name", PAIRS)
def test_files_are_written_as_sacrebleu_does(name: str, place: Path) -> None:
    pair = PAIRS[name]
    dataset.download_test_set(name, pair)
    ours = {path.name: path.read_bytes() for path in (place / name).glob("*.*-*.*")}
    for path in (place / name).glob("*.*-*.*"):
        path.unlink()
    DATASETS[name].process_to_text(pair)
    assert ours == {path.name: path.read_bytes() for path in (place / name).glob("*.*-*.*")}
    assert sorted(dataset.get_files(name, pair)) == sorted(sacrebleu.utils.get_files(name, pair))
    assert dataset.get_source_file(name, pair) == sacrebleu.get_source_file(name, pair)
    assert sorted(dataset.get_reference_files(name, pair)) == sorted(sacrebleu.get_reference_files(name, pair))
    assert list(dataset.find_dataset(name).source(pair)) == list(DATASETS[name].source(pair))


@pytest.mark.parametrize(
    "line",
    [
        *(f"-t {name} -l {pair} -m bleu chrf ter" for name, pair in PAIRS.items()),
        "-t wmt17 -l de-en -tok none",
        "-t wmt17,wmt18 -l de-en -f text",
        "-t wmt17 -l de-en --origlang de",
        "-t wmt17 -l de-en -ol non-de -m chrf",
        "-t wmt18 -l de-en --subset sport",
        "-t wmt18 -l de-en --subset country:US -ol de",
        "-t wmt23 -l de-en --subset soc.*",
        "-t wmt21 -l de-en --origlang en -sl",
        "-t wmt17 -l de-en --detail",
        "-t wmt18 -l de-en --detail -m chrf bleu",
        "-t wmt23 -l de-en -d -w 3 -m ter",
        "-t mtnt2019 -l fr-en --detail",
    ],
)
def test_scores_are_the_same(line: str, place: Path) -> None:
    words = shlex.split(line)
    segments = [*OUTPUT, ""] if "mtnt2019" in words else OUTPUT * (1 + line.count(","))
    given = "".join(f"{text}\n" for text in segments).encode()
    ours = run_ours(words, given)  # from published files
    theirs = run_peer(words, given, place)
    again = run_ours(words, given)  # from text files, which sacrebleu has written
    assert ours == theirs == again
    assert (theirs.status, bool(theirs.out)) == (0, True)


@pytest.mark.parametrize(
    "line",
    [
        "-t wmt17 -l de-en --echo src",
        "-t wmt17 -l de-en --echo ref src docid",
        "-t wmt17 -l de-en --echo all",
        "-t wmt17,wmt18 -l de-en --echo ref",
        "-t wmt17 -l de-en --echo src --origlang de",
        "-t wmt18 -l de-en --echo src --subset crime",
        "-t wmt20/tworefs -l de-en --echo ref ref:1",
        "-t wmt21 -l de-en --echo ref ref:B made-system origlang",
        "-t wmt23 -l de-en --echo domain",
        "-t wmt21 -l de-en --list",
        "-t wmt17 --list",
        "--list -l en-zh",
    ],
)
def test_what_is_printed_of_a_test_set_is_the_same(line: str, place: Path) -> None:
    words = shlex.split(line)
    ours = run_ours(words)
    theirs = run_peer(words, b"", place)
    sort: Any = (lambda text: sorted(text.replace("\n", ", ").split(", "))) if "wmt21" in line else str
    assert (sort(ours.out), ours.logged, ours.status) == (sort(theirs.out), theirs.logged, theirs.status)
    assert (ours.status, bool(ours.out)) == (0, True)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("-t wmt19 -l de-en", "wmt19.de-en.ref: the test set wmt19/de-en is not in the folder .*Nothing is downloaded"),
        ("-t wmt19 -l de-en --echo src", "neither is wmt19/raw/sgm/newstest2019-deen-src.de.sgm.*Run: sacrebleu -t"),
        ("-t wmt24 -l en-de", "unpack https://github.com/wmt-conference/.* in .*wmt24/raw.*variable SACREBLEU"),
        ("-t wmt24 -l en-de --list", "wmt24.en-de.src: the test set wmt24/en-de is not in the folder"),
        ("-t wmt17 -l de-en --echo all src", "--echo all prints all fields"),
        ("-t wmt17 -l de-en --echo ref:1", "has no field 'ref:1' for de-en. It has src, ref, docid"),
        ("-t wmt17 -l de-fr", "the test set 'wmt17' has no language pair 'de-fr'. It has cs-en, de-en"),
        ("-t wtm17 -l de-en", "there is no test set 'wtm17'. Did you mean 'wmt17'"),
        ("-t wmt17 -l de-en --subset sport", "wmt17/de-en does not say what documents are about"),
        ("-t multi30k/2018 -l en-de -ol fr", "multi30k/2018/en-de does not say the original language"),
        ("-t wmt18 -l de-en --subset (", "is not a regular expression"),
        ("-t wmt17 -l de-en --origlang xx", "there is no segment to score"),
        ("-t wmt17,wmt20/tworefs -l de-en", "wmt17 has 1 references per segment, and wmt20/tworefs has 2"),
        ("-t ../secret -l de-en", "there is no test set '../secret'"),
    ],
)
def test_what_is_missing_is_an_error_that_says_what_to_do(line: str, message: str, place: Path) -> None:
    write(place.parent / "secret" / "secret.de-en.src", "x\n")
    words = shlex.split(line)
    given = place / "output"
    given.write_text("\n".join(OUTPUT), encoding="utf-8")
    with pytest.raises(TertiumError, match=message):
        list(run_command(parse_command([*words, "-i", str(given)])))


def test_a_system_of_another_length_is_refused_before_a_part_is_taken(place: Path) -> None:
    """Sacrebleu scores as many segments as there are."""
    words = ["-t", "wmt17", "-l", "de-en", "-ol", "en"]
    given = "".join(f"{text}\n" for text in OUTPUT[:2]).encode()
    assert run_peer(words, given, place).status == 0
    assert run_ours(words, given).status == 2


def test_a_language_pair_with_references_of_its_own_can_be_taken_apart(place: Path) -> None:
    """Sacrebleu ends with a traceback: it takes the entry of wmt22/cs-en for a list."""
    words = ["-t", "wmt22", "-l", "cs-en", "-ol", "de", "--echo", "ref:B"]
    assert run_peer(words, b"", place).status == 1
    assert run_ours(words).out.splitlines() == OTHERS[2:]


def test_citations_are_printed(place: Path) -> None:
    """Sacrebleu 2.6.0 ends with a traceback."""
    assert run_peer(["--citation", "-t", "wmt17"], b"", place).status == 1
    found = run_ours(["--citation", "-t", "wmt17,mtnt2019"])
    assert found.out == f"{DATASETS['wmt17'].citation}\n"
    assert found.logged == ("No citation found for mtnt2019",)


def test_the_parts_of_one_original_language_are_scored(place: Path) -> None:
    """Sacrebleu takes the letters of ``de`` for languages, and ends with a traceback."""
    words = ["-t", "wmt18", "-l", "de-en", "-ol", "de", "--detail"]
    given = "".join(f"{text}\n" for text in OUTPUT).encode()
    assert run_peer(words, given, place).status == 1
    lines = run_ours(words, given).out.splitlines()
    assert lines[1].startswith("origlang=de domain=ALL   : sentences=3 ")


def test_a_list_of_fields_says_where_xml_is_absent(place: Path) -> None:
    pairs = dict.fromkeys(dataset.get_langpairs_for_testset("wmt21"), f"(not in {place})")
    pairs["de-en"] = "src, ref:A, ref:B, docid, origlang, made-system"
    assert run_ours(["--list", "-t", "wmt21"]).out == "".join(f"{pair}: {text}\n" for pair, text in pairs.items())


def test_a_test_set_of_ones_own_has_the_same_layout(place: Path) -> None:
    folder = place / "mine"
    write(folder / "mine.de-en.src", "\n".join(SOURCES))
    write(folder / "mine.de-en.ref-A", "\n".join(REFERENCES))
    write(folder / "mine.de-en.ref-B", "\n".join(OTHERS))
    write(folder / "mine.de-en.origlang", "de\nde\nen\nen\nde\n")
    assert "mine" in dataset.get_available_testsets()
    assert dataset.get_langpairs_for_testset("mine") == ["de-en"]
    assert "mine" in dataset.get_available_testsets_for_langpair("en-de")
    assert run_ours(["--list", "-t", "mine"]).out == "de-en: src, ref:A, ref:B, origlang\n"
    given = "".join(f"{text}\n" for text in OUTPUT).encode()
    ours = run_ours(["-t", "mine", "-l", "de-en"], given)
    files = [dataset.find_dataset("mine").text_file("de-en", f"ref:{name}") for name in "AB"]
    assert ours.out == run_peer([*map(str, files), "-l", "de-en"], given, place).out
    assert run_ours(["-t", "mine", "-l", "de-en", "--echo", "ref", "-ol", "en"]).out.splitlines() == REFERENCES[2:4]


def test_the_folder_is_that_of_the_environment(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert str(place) == dataset.SACREBLEU_DIR
    monkeypatch.delenv("SACREBLEU")
    assert str(Path("~/.sacrebleu").expanduser()) == dataset.SACREBLEU_DIR
    with pytest.raises(AttributeError, match="has no attribute 'DATASET'"):
        _ = dataset.DATASET


def test_lists_are_those_of_sacrebleu(place: Path) -> None:
    assert dataset.get_available_testsets() == sacrebleu.get_available_testsets()
    assert dataset.get_langpairs_for_testset("wmt19") == sacrebleu.get_langpairs_for_testset("wmt19")
    assert dataset.get_langpairs_for_testset("nothing") == []
    for pair in ("de-en", "en-zh", "xx-yy"):
        assert dataset.get_available_testsets_for_langpair(pair) == sacrebleu.utils.get_available_testsets_for_langpair(
            pair
        )
    for name in ("wmt17", "wmt18", "wmt23"):
        for ours, theirs in (
            (dataset.get_available_origlangs, sacrebleu.utils.get_available_origlangs),
            (dataset.get_available_subsets, sacrebleu.utils.get_available_subsets),
        ):
            assert ours(name, "de-en") == theirs(name, "de-en")
            assert ours(None, "de-en") == theirs(None, "de-en") == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<dataset>", "the XML is broken: no element found"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><dataset>&a;</dataset>', "defines its own entities"),
        ('<dataset><doc id="d"><src><seg id="x">a</seg></src></doc></dataset>', "an id that is not a number"),
    ],
)
def test_broken_xml_is_an_error(content: str, message: str, place: Path) -> None:
    write(place / "wmt21" / "raw" / "test" / "newstest2021.de-en.xml", content)
    with pytest.raises(InputError, match=message):
        dataset.find_dataset("wmt21").fieldnames("de-en")


def test_a_line_with_too_few_columns_is_named(place: Path) -> None:
    write(place / "mtnt2019" / "raw" / "MTNT2019" / "fr-en.final.tsv", "1\tx\ta\tb\n2\tx\n")
    with pytest.raises(InputError, match=r"final\.tsv:2: the line has 2 columns, and column 3 is wanted"):
        list(dataset.find_dataset("mtnt2019").source("fr-en"))


def test_an_unknown_field_or_pair_is_named(place: Path) -> None:
    with pytest.raises(SpecError, match="has no field 'genre'"):
        dataset.find_dataset("mtnt2019").read("fr-en", ["genre"])
    with pytest.raises(SpecError, match="has no language pair 'xx-yy'"):
        dataset.get_source_file("wmt17", "xx-yy")
    with pytest.raises(SpecError, match="a part of a test set is wanted, but not of which"):
        dataset.filter_subset([["a"]], None, None, "en")
