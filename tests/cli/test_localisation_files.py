"""Localisation files on the command line: scored, examined, and post-edited to the same file."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tertium.cli.app import app
from tertium.errors import InputError, TertiumNote, TertiumWarning
from tertium.mtness import find_mtness_by_system, open_mtness
from tertium.postedit import Repository
from tertium.report import describe_examinations, render
from tertium.samples import mtness as samples
from tertium.text import read_test_set
from tests.cli.postedit_desk import call, refusal, succeed

XLIFF = """<?xml version="1.0"?>
<xliff version="1.2"><file original="f" source-language="ca" target-language="es"><body>
<trans-unit id="first"><source>Sortida vol.</source><target>Salida <g id="1">quiere</g>.</target></trans-unit>
<trans-unit id="second"><source>Disc ple.</source><target>Disco es lleno.</target></trans-unit>
<trans-unit id="third"><source>Disc ple ara.</source><target>Disco <x id="1"/>es lleno ahora.</target></trans-unit>
<trans-unit id="fourth"><source>Disc ple.</source><target>Disco es<x id="1"/> lleno siempre.</target></trans-unit>
</body></file></xliff>
"""


def run(*arguments: str) -> str:
    """Run a command in this process, and return what it prints."""
    result = CliRunner().invoke(app, arguments)
    if result.exception:
        raise result.exception
    return result.stdout


class LocalisationDesk:
    """A folder with a file, findings in it, and a repository."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file, self.edited = folder, folder / "es.xliff", folder / "edited.xliff"
        self.file.write_text(XLIFF, encoding="utf-8")
        self.repository = folder / "kept.sqlite"
        self.findings = folder / "found.json"
        self.write()

    def write(self, *texts: str) -> None:
        texts = texts or ("Salida quiere.", "Disco es lleno.", "Disco es lleno ahora.", "Disco es lleno siempre.")
        segments = [{"number": number, "text": text, "source": ""} for number, text in enumerate(texts, 1)]
        findings = [self.find(1, 0, "Salida quiere", "Salida vuelo", "Vuelo")]
        findings += [self.find(2, 6, "es lleno", "está lleno", "rebosa")]
        data = {"segments": segments, "findings": findings, "language_pair": "ca-es"}
        self.findings.write_text(json.dumps(data), encoding="utf-8")

    @staticmethod
    def find(segment: int, start: int, text: str, *suggestions: str) -> dict[str, Any]:
        return {
            "segment": segment,
            "start": start,
            "end": start + len(text),
            "text": text,
            "verdict": "instance",
            "suggestions": [{"text": each} for each in suggestions],
        }

    def review(self, answers: str) -> str:
        given = ("review", self.findings, "--file", self.file, "-o", self.edited, "--repository", self.repository)
        return succeed(*given, answers=answers).output


@pytest.fixture
def desk(tmp_path: Path) -> LocalisationDesk:
    return LocalisationDesk(tmp_path)


def test_only_accepted_targets_change(desk: LocalisationDesk) -> None:
    said = desk.review("a\na\n")
    assert "segment 1 (first)" in said
    expected = XLIFF.replace('<g id="1">quiere</g>', '<g id="1">vuelo</g>').replace(
        "Disco es lleno.", "Disco está lleno."
    )
    assert desk.edited.read_text(encoding="utf-8") == expected


def test_without_a_decision_it_is_the_same_file(desk: LocalisationDesk) -> None:
    desk.review("s\nd\n")
    assert desk.edited.read_bytes() == desk.file.read_bytes()


def test_a_suggestion_that_would_remove_a_tag_is_refused_and_asked_again(desk: LocalisationDesk) -> None:
    said = desk.review("2\na\nq\n")
    assert 'would remove <g id="1">, which stands within these words in the file' in said
    assert "1 decided" in said
    assert '>Salida <g id="1">vuelo</g>.<' in desk.edited.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("answer", "third", "fourth"),
    [
        # One word changes, and the tag stays between both.
        ("p all", 'Disco <x id="1"/>está lleno ahora.', 'Disco está<x id="1"/> lleno siempre.'),
        # Two words become one: the tag between them would be lost.
        ("c 2\np all", 'Disco <x id="1"/>rebosa ahora.', 'Disco es<x id="1"/> lleno siempre.'),
    ],
)
def test_propagation_leaves_words_with_a_tag(desk: LocalisationDesk, answer: str, third: str, fourth: str) -> None:
    said = desk.review(f"s\n{answer}\n")
    assert ("segment 4: es lleno stays, since a tag stands within it" in said) == (answer != "p all")
    edited = desk.edited.read_text(encoding="utf-8")
    assert third in edited
    assert fourth in edited


def test_apply_writes_the_same_format(desk: LocalisationDesk) -> None:
    repository = Repository(desk.repository)
    repository.import_([{"span": "es lleno siempre", "suggestion": "rebosa"}])
    repository.import_([{"span": "disco es lleno", "suggestion": "disco está lleno"}])
    limits = ("--min-accepted", "1", "--min-documents", "1", "--repository", desk.repository)
    with pytest.warns(
        TertiumNote, match="segment 4: 'es lleno siempre' was left as it is, since the edit would remove"
    ):
        succeed("apply", desk.file, "-o", desk.edited, *limits)
    assert desk.edited.read_text(encoding="utf-8") == XLIFF.replace("es lleno", "está lleno").replace(
        'es<x id="1"/> lleno', 'está<x id="1"/> lleno'
    )


def test_findings_of_another_text_are_refused(desk: LocalisationDesk) -> None:
    desk.write("Salida quiere.", "Disco es lleno!", "c", "d")
    given = ("review", desk.findings, "--file", desk.file, "-o", desk.edited, "--repository", desk.repository)
    assert "es.xliff:4: the findings are about another text: segment 2 is not the same." in refusal(*given)
    desk.write("Salida quiere.", "Disco es lleno.")
    assert "segment 3 is not the same" in refusal(*given)
    assert not desk.edited.exists()


def test_refusals(desk: LocalisationDesk) -> None:
    review = ("review", desk.findings, "--repository", desk.repository)
    assert "Give the file that the findings are about with --file" in refusal(*review, "-o", desk.edited)
    assert "its own input" in refusal(*review, "--file", desk.file, "-o", desk.file)
    plain = desk.folder / "es.txt"
    plain.write_text("a\n")
    assert "this is not a localisation file, by its name" in refusal(*review, "--file", plain, "-o", desk.edited)
    packed = desk.folder / "es.xliff.gz"
    packed.write_bytes(gzip.compress(desk.file.read_bytes()))
    message = refusal(*review, "--file", packed, "-o", desk.edited)
    assert "the file is compressed, so that it cannot be written again byte for byte" in message
    succeed(*review, "--file", desk.file, "-o", desk.edited, answers="a\n")
    apply = ("apply", desk.file, "-o", desk.edited, "--replace", "--repository", desk.repository)
    assert "the file has its own source. Leave --source out" in refusal(*apply, "--source", plain)


def test_the_result_may_go_to_standard_output(desk: LocalisationDesk) -> None:
    given = ("review", desk.findings, "--file", desk.file, "-o", "-", "--repository", desk.repository)
    result = call(*given, answers="q\n")
    assert result.stdout_bytes == desk.file.read_bytes()


def test_score(desk: LocalisationDesk) -> None:
    desk.review("a\na\n")
    said = run("score", str(desk.edited), "-r", str(desk.file), "-m", "chrf")
    assert "4 segments" in said
    assert "edited" in said


def test_segments_have_the_ids_of_units(desk: LocalisationDesk) -> None:
    given = ("score", str(desk.file), "-r", str(desk.file), "-m", "chrf", "--by-segment")
    (system,) = json.loads(run(*given, "-f", "json"))["systems"]
    assert system["ids"] == ["first", "second", "third", "fourth"]
    head, first, *_ = run(*given, "-f", "tsv").splitlines()
    assert head.split("\t") == ["system", "segment", "id", "chrf"]
    assert first.split("\t")[1:3] == ["1", "first"]
    assert re.search(r"segment +id +chrf\n\S+ +1 +first +100.00", run(*given, "-f", "text"))
    assert re.search(r"segment +id +precision", run(*given, "--components", "-f", "text"))
    assert "ids" not in json.loads(run(*given[:-1], "-f", "json"))["systems"][0]


def test_unfinished_units_are_named(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr "Language: es\\n"\n\n'
    units = 'msgid "a"\nmsgstr "{}"\n\n#, {}\nmsgid "b"\nmsgstr "uno"\n\nmsgid "c"\nmsgstr "dos"\n'
    (tmp_path / "out.po").write_text(head + units.format("", "fuzzy"))
    (tmp_path / "ref.po").write_text(head + units.format("tres", "c-format"))
    with pytest.warns(TertiumWarning) as warned:
        run("score", str(tmp_path / "out.po"), "-r", str(tmp_path / "ref.po"), "-m", "chrf")
    said = [str(each.message) for each in warned]
    assert said == [
        f"{tmp_path / 'out.po'}: 1 of 3 units is not translated, and taken as empty",
        f"{tmp_path / 'out.po'}: 1 of 3 units is fuzzy, and taken as translated",
    ]


def test_the_result_has_the_suffix_of_its_format(desk: LocalisationDesk) -> None:
    review = ("review", desk.findings, "--repository", desk.repository, "--file", desk.file)
    other = desk.folder / "z.txt"
    assert f"Give a name that ends with {desk.file.suffix}" in refusal(*review, "-o", other)
    succeed(*review, "-o", desk.edited, answers="a\n")
    assert "Give a name that ends with" in refusal("apply", desk.file, "-o", other, "--repository", desk.repository)
    assert not other.exists()
    succeed(*review, "-o", desk.folder / "z.xlf", answers="q\n")


def test_score_of_a_memory_in_three_languages(tmp_path: Path) -> None:
    memory = tmp_path / "memory.tmx"
    variants = "".join(f'<tuv xml:lang="{code}"><seg>{code} word</seg></tuv>' for code in ("ca", "es", "en"))
    memory.write_text(f'<tmx><header srclang="*all*"/><body><tu>{variants}</tu></body></tmx>')
    with pytest.raises(InputError, match="The file has ca, es, en"):
        run("score", str(memory), "-r", str(memory), "-m", "chrf")
    said = run("score", str(memory), "-r", str(memory), "-m", "chrf", "-l", "es", "--source-language", "en")
    assert "100.00" in said


def test_findings_have_the_ids_of_units(desk: LocalisationDesk) -> None:
    test_set = read_test_set([desk.file])
    counts = f"scan({samples.path('corpus.es.txt')})"
    with open_mtness("es", counts, source_language="ca", tagger="wordlist", dictionary="pairs") as pipeline:
        described = describe_examinations(find_mtness_by_system(test_set, pipeline))
    data = json.loads(render(described, "json"))
    assert [each["id"] for each in data["segments"]] == ["first", "second", "third", "fourth"]
    assert data["segments"][0]["source"] == "Sortida vol."
    assert [(each["id"], each["text"]) for each in data["findings"]][1:3] == [
        ("second", "es lleno"),
        ("third", "es lleno"),
    ]
    assert render(described, "tsv").splitlines()[0].split("\t")[:4] == ["system", "document", "segment", "id"]
    assert "<span>second</span>" in render(described, "html")
    assert "2 second" in render(described, "text")


def test_mtness_takes_the_languages_of_the_file(desk: LocalisationDesk, tmp_path: Path) -> None:
    options = ("--tagger", "wordlist", "--stop-after", "suggestions", "-f", "json")
    given = run("mtness", str(desk.file), "-l", "es", "--source-language", "ca", *options)
    assert run("mtness", str(desk.file), *options) == given
    other = tmp_path / "from-xx.xliff"
    other.write_text(XLIFF.replace('source-language="ca"', 'source-language="xx"'), encoding="utf-8")
    with pytest.warns(TertiumNote, match="there is no dictionary from 'xx' to 'es'"):
        assert CliRunner().invoke(app, ["mtness", str(other), *options]).exit_code == 0
    plain = tmp_path / "plain.txt"
    plain.write_text("Disco es lleno.\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"the language of the output is not known\. Give it with --language"):
        run("mtness", str(plain), *options)


def test_mtness_reads_the_file_with_its_source(desk: LocalisationDesk) -> None:
    said = run("mtness", str(desk.file), "-l", "es", "--tagger", "wordlist", "--stop-after", "tags", "-f", "json")
    assert [each["text"] for each in json.loads(said)["segments"]][1:3] == ["Disco es lleno.", "Disco es lleno ahora."]
