"""``tertium mtness``, through the very door that users come in by."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tertium.errors import SpecError
from tertium.mtness import Stage, pipeline
from tertium.postedit import propose_edits
from tertium.samples import mtness as samples
from tests.cli.mtness_running import BETTER, LITERAL, OURS, PAIR, SOURCE, Call, copy_rules
from tests.cli.running import TERTIUM, run
from tests.mtness.apertium_installed import needs_apertium


@pytest.fixture
def show(call: Call, index: str) -> Callable[..., str]:
    """What the command prints for the sample systems, by our own lists, when nothing is wrong."""

    def succeed(*arguments: str, outputs: tuple[str, ...] = (LITERAL, BETTER)) -> str:
        answer = call(*outputs, *PAIR, *OURS, "--index", index, *arguments)
        assert (answer.code, answer.err) == (0, "")
        return answer.out

    return succeed


def test_the_literal_system_is_worse_and_that_is_sure(show: Callable[..., str]) -> None:
    text = show()
    for heading in ("By system", "Instances by type", "Differences", "literal.es: instances", "better.es: instances"):
        assert heading in text
    assert "[disco llevar]" in text
    (comparison,) = json.loads(show("-f", "json"))["comparisons"]
    assert (comparison["system"], comparison["baseline"], comparison["better"]) == (
        "better.es",
        "literal.es",
        "better.es",
    )
    assert comparison["rate"] < comparison["baseline_rate"]
    assert comparison["low"] < comparison["difference"] < comparison["high"] < 0


def test_json_has_everything(show: Callable[..., str]) -> None:
    data = json.loads(show("-f", "json", outputs=(LITERAL,)))
    assert (data["system"], data["language_pair"], data["warnings"]) == ("system.literal.es", "ca-es", [])
    assert [each["text"] for each in data["segments"]] == samples.read_lines("system.literal.es.txt")
    assert [each["source"] for each in data["segments"]] == samples.read_lines("source.ca.txt")
    assert data["instances"] == len(data["findings"]) - data["candidates"] > 15
    for finding in data["findings"]:
        assert data["segments"][finding["segment"] - 1]["text"][finding["start"] : finding["end"]] == finding["text"]
    both = json.loads(show("-f", "json"))["systems"]
    assert [(each["system"], each["language_pair"]) for each in both] == [
        ("literal.es", "ca-es"),
        ("better.es", "ca-es"),
    ]


def test_without_a_source_language_the_languages_are_not_known(call: Call, index: str) -> None:
    answer = call(LITERAL, "-l", "es", "--tagger", "wordlist", "-i", index, "-f", "json")
    assert json.loads(answer.out)["language_pair"] == ""
    assert answer.err == ""


def read_table(text: str) -> list[dict[str, str]]:
    header, *rows = (line.split("\t") for line in text.removesuffix("\n").split("\n"))
    return [dict(zip(header, row, strict=True)) for row in rows]


def test_tsv_has_a_row_a_finding_for_translators(show: Callable[..., str]) -> None:
    rows = read_table(show("-f", "tsv"))
    assert {row["system"] for row in rows} == {"literal.es", "better.es"}
    (row,) = (row for row in rows if row["span"] == "Salida quiere")
    assert (row["source"], row["suggestion"]) == ("Sortida vol a París: porta set.", "Salida vuelo")
    assert row["repaired"] == row["target"].replace("quiere", "vuelo")
    assert float(row["count"]) == 0 < float(row["suggestion_count"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [("md", "| literal.es | 239 |"), ("latex", r"\begin{tabular}"), ("html", "<!DOCTYPE html>")],
)
def test_other_formats(show: Callable[..., str], name: str, expected: str) -> None:
    text = show("-f", name)
    assert expected.lower() in text.lower()
    assert "disco llevar" in " ".join(text.replace("<mark>", "").replace("[", "").replace("]", "").split()) or (
        name == "html" and "llevar" in text
    )


def test_a_page_has_no_markup_of_the_text(show: Callable[..., str], tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    lines = samples.read_lines("system.literal.es.txt")
    odd.write_text("\n".join(["<script>alert('es lleno')</script> & el disco es lleno", *lines[1:]]), encoding="utf-8")
    text = show("-f", "html", outputs=(str(odd),))
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize("stage", list(Stage))
def test_it_stops_after_each_stage(call: Call, index: str, stage: Stage) -> None:
    where = ("--index", index) if stage is Stage.COUNTS else ()
    found = {}
    for name in ("text", "json", "tsv"):
        answer = call(LITERAL, *PAIR, *OURS, *where, "--stop-after", stage, "-f", name)
        assert (answer.code, answer.err) == (0, "")
        found[name] = answer.out
    data = json.loads(found["json"])
    assert data["stage"] == stage
    assert [each["text"] for each in data["segments"]] == samples.read_lines("system.literal.es.txt")
    numbers = {int(row["segment"]) for row in read_table(found["tsv"])}
    assert numbers <= set(range(1, 37))
    # Not every segment has suggestions.
    assert len(numbers) == 36 or stage is Stage.SUGGESTIONS
    word = {"tags": "querer", "spans": "NP+V", "suggestions": "vuelo", "counts": "Salida vuelo"}[stage]
    assert all(word in text for text in found.values())


def test_the_stages_are_those_of_the_pipeline() -> None:
    assert [each.value for each in Stage] == [each.value for each in pipeline.Stage]


def test_a_stage_shows_the_first_system_and_says_so(call: Call) -> None:
    answer = call(LITERAL, BETTER, *PAIR, *OURS, "--stop-after", "tags", "-f", "json")
    assert "only the first system is shown: literal.es" in answer.err
    assert len(json.loads(answer.out)["segments"]) == 36


def test_a_source_language_without_a_source_is_told_of(call: Call, index: str) -> None:
    answer = call(LITERAL, "-l", "es", "--source-language", "ca", *OURS, "-i", index)
    assert answer.code == 0
    assert "--source" in answer.err


def test_all_spans_are_shown_if_wanted(show: Callable[..., str]) -> None:
    few, all_ = (json.loads(show("-f", "json", *more, outputs=(LITERAL,))) for more in ((), ("--all",)))
    assert {each["verdict"] for each in few["findings"]} <= {"instance", "candidate"}
    assert {each["verdict"] for each in all_["findings"]} >= {"instance", "fine", "undecided"}
    assert few["spans"] == all_["spans"]
    assert len(all_["findings"]) == sum(all_["spans"].values())
    wrong = [each for each in all_["findings"] if each["verdict"] in ("instance", "candidate")]
    assert wrong == few["findings"]


def test_the_rule_of_the_paper_finds_candidates_in_a_small_corpus(show: Callable[..., str]) -> None:
    ours, paper = (json.loads(show("-f", "json", *more, outputs=(LITERAL,))) for more in ((), ("--paper",)))
    assert paper["candidates"] > ours["candidates"]
    assert paper["signature"] != ours["signature"]


def test_a_file_is_written_and_nothing_printed(show: Callable[..., str], tmp_path: Path) -> None:
    place = tmp_path / "found.json"
    assert show("-f", "json", "-o", str(place)) == ""
    assert json.loads(place.read_text(encoding="utf-8"))["systems"]


def test_the_same_is_found_again(show: Callable[..., str]) -> None:
    assert show("-f", "json") == show("-f", "json")


def test_counts_from_a_plain_file_are_the_same_as_from_its_index(call: Call, index: str) -> None:
    scan = f"scan({samples.path('corpus.es.txt')})"
    found = [call(LITERAL, *PAIR, *OURS, *where, "-f", "tsv") for where in (("-i", index), ("--counts", scan))]
    (indexed, scanned) = ([row["span"] for row in read_table(each.out)] for each in found)
    # Only an index knows which words there are, and so which forms to try.
    assert set(scanned) <= set(indexed)
    assert len(scanned) > 15


def test_from_findings_to_edited_text(index: str, tmp_path: Path) -> None:
    """The whole chain of programs: find, review with answers that are piped in, apply what was learned."""
    found, edited, kept = tmp_path / "found.json", tmp_path / "edited.txt", tmp_path / "kept.sqlite"
    done = run("mtness", LITERAL, *PAIR, *OURS, "-i", index, "-f", "json", "-o", str(found))
    assert (done.returncode, done.stderr) == (0, "")
    count = json.loads(found.read_text(encoding="utf-8"))["instances"]
    review = [TERTIUM, "postedit", "review", str(found), "-o", str(edited), "--repository", str(kept)]
    reviewed = subprocess.run(review, input="a\n" * count, capture_output=True, text=True, check=False)
    assert reviewed.returncode == 0, reviewed.stderr
    lines = edited.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 36
    assert "vuelo" in lines[1]
    assert "quiere" not in lines[1]
    # One acceptance is enough if one says so; the languages were in the findings.
    options = (
        "--repository",
        str(kept),
        "--min-accepted",
        "1",
        "--min-documents",
        "1",
        "--min-share",
        "0.5",
        "-p",
        "ca-es",
    )
    again = tmp_path / "again.txt"
    applied = run("postedit", "apply", LITERAL, "--source", SOURCE, "-o", str(again), *options)
    assert applied.returncode == 0, applied.stderr
    assert "vuelo" in again.read_text(encoding="utf-8").splitlines()[1]


def test_rules_of_ones_own(call: Call, index: str, tmp_path: Path) -> None:
    rules = copy_rules(tmp_path / "mine", "spans.toml", "longest = 8", "longest = 2")
    command = (LITERAL, *PAIR, *OURS, "-i", index, "-f", "json")
    assert "language:mine|" in json.loads(call(*command, "--rules", rules).out)["signature"]
    lengths = []
    for more in ((), ("--rules", rules)):
        found = json.loads(call(*command, "--stop-after", "spans", *more).out)["segments"]
        lengths.append(max(len(each["text"].split()) for segment in found for each in segment["spans"]))
    # A group of words is one: "antes de comer".
    assert lengths[0] > 4 > lengths[1]


def list_session(leader: int) -> list[str]:
    """The processes of a session, dead ones that nobody has buried among them."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):  # it ended meanwhile
            continue
        if int(fields[3]) == leader:
            found.append(stat.parent.name)
    return found


@needs_apertium
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="NO /proc: only Linux tells of all processes")
@pytest.mark.parametrize("error", [False, True], ids=["fine", "error"])
def test_no_program_outlives_the_command(index: str, tmp_path: Path, error: bool) -> None:
    where = tmp_path / "no folder" / "x" if error else tmp_path / "x"
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", "from tertium.cli import main; main()"]
    command += ["mtness", LITERAL, *PAIR, "--tagger", "apertium", "--dictionary", "apertium", "-i", index, "-o"]
    with subprocess.Popen([*command, str(where)], start_new_session=True, stderr=subprocess.PIPE, text=True) as process:
        _, err = process.communicate(timeout=60)
        assert "Traceback" not in err
        assert "ResourceWarning" not in err
        assert process.returncode == (2 if error else 0), err
        assert list_session(process.pid) == []


@needs_apertium
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="NO /proc: only Linux tells of all processes")
def test_programs_do_not_outlive_a_command_that_is_killed(index: str, tmp_path: Path) -> None:
    texts, sources = tmp_path / "texts", tmp_path / "sources"
    for path, lines in ((texts, LITERAL), (sources, SOURCE)):
        path.write_bytes(Path(lines).read_bytes() * 300)
    options = ("-l", "es", "-s", str(sources), "--source-language", "ca", "-i", index, "-o", str(tmp_path / "out"))
    command = [TERTIUM, "mtness", str(texts), *options, "--tagger", "apertium", "--dictionary", "apertium"]

    def wait_for(wanted: Callable[[int], bool], leader: int) -> None:
        end = time.monotonic() + 20
        while not wanted(len(list_session(leader))):
            assert time.monotonic() < end
            time.sleep(0.02)

    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda number: number > 3, process.pid)
        process.kill()
        process.wait()
        wait_for(lambda number: number == 0, process.pid)
    assert not (tmp_path / "out").exists()


def test_output_that_nobody_reads_is_no_bug(index: str) -> None:
    arguments = [TERTIUM, "mtness", LITERAL, *PAIR, *OURS, "-i", index, "--all", "-f", "json"]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(arguments, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert done.stderr == ""


def test_an_empty_output_has_no_rate(call: Call, index: str, tmp_path: Path) -> None:
    blank = tmp_path / "blank.txt"
    blank.write_text("\n \n\n", encoding="utf-8")
    answers = {
        name: call(str(blank), "-l", "es", *OURS[:2], "-i", index, "-f", name) for name in ("text", "json", "html")
    }
    assert {each.code for each in answers.values()} == {0}
    data: dict[str, Any] = json.loads(answers["json"].out)
    assert (data["words"], data["rate"], len(data["segments"])) == (0, None, 3)


def test_a_latex_table_escapes_what_is_special(show: Callable[..., str], tmp_path: Path) -> None:
    odd = tmp_path / "100%_&_#.txt"
    odd.write_text(samples.path("system.literal.es.txt").read_text(encoding="utf-8"), encoding="utf-8")
    text = show("-f", "latex", outputs=(str(odd),))
    assert r"100\%\_\&\_\#" in text


def test_a_table_with_sources_will_do_as_input(call: Call, index: str, tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    texts, sources = samples.read_lines("system.literal.es.txt"), samples.read_lines("source.ca.txt")
    rows = [f"{source}\t{text}" for source, text in zip(sources, texts, strict=True)]
    table.write_text("\n".join(["source\thypothesis", *rows]) + "\n", encoding="utf-8")
    found = [
        json.loads(call(*where, "-l", "es", "--source-language", "ca", *OURS, "-i", index, "-f", "json").out)[
            "findings"
        ]
        for where in ((str(table),), (LITERAL, "--source", SOURCE))
    ]
    assert found[0] == found[1]


def test_ends_of_lines_and_packed_files_change_nothing(call: Call, index: str, tmp_path: Path) -> None:
    content = samples.path("system.literal.es.txt").read_bytes()
    windows, packed = tmp_path / "windows.txt", tmp_path / "packed.txt.gz"
    windows.write_bytes(content.replace(b"\n", b"\r\n"))
    packed.write_bytes(gzip.compress(content))
    found = [
        json.loads(call(str(path), *PAIR, *OURS, "-i", index, "-f", "json").out) for path in (LITERAL, windows, packed)
    ]
    assert found[0]["findings"] == found[1]["findings"] == found[2]["findings"]
    assert found[0]["segments"] == found[1]["segments"] == found[2]["segments"]


def test_control_characters_do_not_reach_the_terminal(call: Call, index: str, tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_bytes("El disco es lleno \x1b[31mrojo\x07 y\x85 el\u2028disco\tes lleno\n".encode())
    command = (str(odd), "-l", "es", *OURS[:2], "-i", index)
    for more in (("-f", "text"), ("-f", "md"), ("-f", "latex"), ("--stop-after", "tags"), ("--stop-after", "counts")):
        answer = call(*command, *more)
        assert (answer.code, answer.err) == (0, "")
        assert "lleno" in answer.out
        assert not set(answer.out) & set("\x1b\x07\x85\u2028")
    # Tables are for programs, which only need to know where a line ends.
    table = call(*command, "-f", "tsv").out
    assert len(table.splitlines()) == len(read_table(table)) + 1 == 3


def test_one_of_several_systems_is_reviewed(show: Callable[..., str], tmp_path: Path) -> None:
    found = tmp_path / "found.json"
    show("-f", "json", "-o", str(found))
    proposals = propose_edits(found, system="better.es")
    assert proposals.language_pair == "ca-es"
    assert [each.text for each in proposals.segments] == samples.read_lines("system.better.es.txt")
    assert proposals.proposals
    with pytest.raises(SpecError, match=r"literal\.es, better\.es"):
        propose_edits(found)


def test_languagetool_is_of_one_system(call: Call, index: str) -> None:
    arguments = (*PAIR, *OURS, "--index", index, "-f", "languagetool")
    answer = call(LITERAL, *arguments)
    matches = json.loads(answer.out)["matches"]
    text = Path(LITERAL).read_text(encoding="utf-8")
    assert len(matches) > 15
    for match in matches:
        assert text[match["offset"] : match["offset"] + match["length"]] in match["sentence"]
    for refused in ((LITERAL, BETTER, *arguments), (LITERAL, *arguments, "--stop-after", "tags")):
        answer = call(*refused)
        assert (answer.code, answer.out) == (2, "")
        assert "shows the findings of one system" in answer.err
