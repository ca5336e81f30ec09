"""``tertium audit``, run as people run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium import samples
from tests.audit.table_1 import BLOCKS, HYPOTHESIS, REFERENCES, SPEC
from tests.cli.running import run

TEXTS = ["he was taken to the plane by police", "-r", "he was led to the plane by the police"]
CORPUS = [
    *(str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")),
    "-r",
    str(samples.path("reference.A.txt")),
    "-r",
    str(samples.path("reference.B.txt")),
]


def test_the_papers_example() -> None:
    references = [part for text in REFERENCES for part in ("-r", text)]
    done = run("audit", "segment", HYPOTHESIS, *references, "-m", SPEC, "-f", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(size["matched"], size["count"]) for size in found["arithmetic"]["sizes"]] == [
        (15, 18),
        (10, 17),
        (5, 16),
        (3, 15),
    ]
    assert " | ".join(found["blocks"]["blocks"]) == BLOCKS
    assert found["blocks"]["bound"] == "40320"
    assert len(set(found["variants"])) == 5
    assert {word["word"] for word in found["free_words"]} == {"when", "taken", ","}
    assert "black" in found["substituted"]
    assert "helicopters" in found["substituted"]
    assert found["draw"]["found"]
    assert (found["both"]["rival"]["first"], found["both"]["rival"]["second"]) == ("take", "carry")
    assert found["twins"]["meteor"]["after"] < found["twins"]["meteor"]["before"]


def test_everything_for_people() -> None:
    done = run("audit", "segment", *TEXTS, "--against", "chrf")
    assert done.returncode == 0, done.stderr
    for part in (
        "N-grams",
        "Blocks that can be reordered",
        "(k − b)!",
        "Translations with the same BLEU",
        "worst by chrf",
        "Edits that each metric fails to penalise",
    ):
        assert part in done.stdout


def test_two_words_of_different_references_for_one_thing() -> None:
    references = [part for text in REFERENCES for part in ("-r", text)]
    done = run("audit", "segment", HYPOTHESIS, *references, "-a", "chrf", "--budget", "50")
    (row,) = (line for line in done.stdout.splitlines() if line.startswith("both "))
    assert row.startswith("both take and carry ")
    # The page shows this translation.
    page = Path(__file__).parents[2] / "docs" / "explanation" / "audit.md"
    assert " ".join(row.split()[:-1]) in " ".join(page.read_text(encoding="utf-8").split())
    assert (
        "take is in references 1, 2, 4; carry is in reference 3, in the same place, and BLEU counts both" in done.stdout
    )
    none = run("audit", "segment", "x y", "-r", "to carry him", "-r", "to take him", "-a", "chrf", "--budget", "50")
    assert "no translation found that has both of two words" in none.stdout


@pytest.mark.parametrize("output_format", ["tsv", "md", "latex", "html"])
def test_every_format_of_a_segment(output_format: str) -> None:
    done = run("audit", "segment", *TEXTS, "-f", output_format)
    assert done.returncode == 0, done.stderr
    assert "police" in done.stdout
    assert (done.stdout.count("<svg") == 1) == (output_format == "html")


def test_a_segment_of_files() -> None:
    texts = run("audit", "segment", CORPUS[0], *CORPUS[3:], "--segment", "2", "-f", "json")
    assert texts.returncode == 0, texts.stderr
    line = samples.path("system.careful.txt").read_text(encoding="utf-8").splitlines()[1]
    assert json.loads(texts.stdout)["hypothesis"].replace(" ", "") == line.replace(" ", "")


def test_the_same_seed_finds_the_same() -> None:
    first, second = (run("audit", "segment", *TEXTS, "-f", "json").stdout for _ in range(2))
    found = [json.loads(text) for text in (first, second)]
    for each in found:
        for twin in each["twins"].values():
            twin.pop("seconds")
    assert found[0] == found[1]


@pytest.mark.parametrize("text", ["", "plane", "the plane"])
def test_odd_hypotheses(text: str) -> None:
    done = run("audit", "segment", text, "-r", "he was led to the plane")
    assert done.returncode == 0, done.stderr


def test_a_corpus() -> None:
    done = run("audit", "corpus", *CORPUS, "--edited", "10", "-f", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [system["system"] for system in found["freedom"]["systems"]] == ["careful", "neural", "literal"]
    assert len(found["doubts"]) == 2
    assert found["contrasts"]["pairs"]
    assert {cell["metric"] for cell in found["blindness"]["cells"]} == {"bleu", "chrf", "ter", "meteor"}


def test_a_corpus_for_people(tmp_path: Path) -> None:
    done = run("audit", "corpus", *CORPUS, "--edited", "10", "--plots", str(tmp_path / "plots"))
    assert done.returncode == 0, done.stderr
    for part in ("Orders of the words", "Reliability of differences", "Outputs with nearly the same BLEU"):
        assert part in done.stdout
    names = {path.name for path in (tmp_path / "plots").iterdir()}
    assert {"freedom-careful.svg", "freedom-by-score.svg"} <= names


def test_equal_systems_leave_no_doubt() -> None:
    twice = [CORPUS[0], CORPUS[0], "-n", "a", "-n", "b", *CORPUS[3:]]
    done = run("audit", "corpus", *twice, "--edited", "0", "-f", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["doubts"] == []


def test_characters_are_audited_without_other_metrics() -> None:
    done = run("audit", "segment", *TEXTS, "-m", "bleu:tokenize=char", "-f", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["twins"] == {}


def test_contrasts_by_people() -> None:
    done = run("audit", "corpus", *CORPUS, "--edited", "0", "-j", str(samples.path("judgments.tsv")), "-f", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["contrasts"]["by"] == "human"
    assert found["blindness"] is None


def test_a_page_of_a_corpus() -> None:
    done = run("audit", "corpus", *CORPUS, "--edited", "5", "-f", "html")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("<svg") == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["segment", "a b"], "no reference"),
        (["segment", *TEXTS, "-m", "chrf"], "'chrf' is not BLEU"),
        (["segment", *TEXTS, "--against", "metoer"], "there is no metric 'metoer'"),
        (["segment", CORPUS[0], "-r", "a text"], "Give texts only, or files only"),
        (["segment", CORPUS[0], *CORPUS[3:], "--segment", "99"], "there is no segment 99"),
        (["segment", *TEXTS, "--budget", "0"], "budget"),
        (["segment", *TEXTS, "--segment", "2"], "--segment applies to files"),
        (["segment", *TEXTS, "--replacement", "police"], "'police' is in a reference"),
        (["segment", *TEXTS, "-m", "bleu:tokenize=char", "-a", "meteor"], "cannot read BLEU's characters"),
        (["corpus", *CORPUS, "--contrasts", "-1"], "--contrasts"),
        (["corpus", *CORPUS, "-m", "ter"], "'ter' is not BLEU"),
        (["corpus", *CORPUS, "--probe", "blue"], "there is no metric 'blue'"),
        (["corpus", *CORPUS, "-j", "absent.tsv"], "absent.tsv"),
        (["corpus", CORPUS[0]], "reference"),
    ],
)
def test_bad_input_is_told_without_a_traceback(arguments: list[str], message: str) -> None:
    done = run("audit", *arguments)
    assert done.returncode == 2, done.stdout
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
