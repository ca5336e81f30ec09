import json
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from tertium import metrics, samples
from tertium.alignment import Alignment
from tertium.cli.app import app
from tertium.errors import InputError
from tertium.registry import ALIGNMENT_FORMATS, FORMATS
from tests.cli.running import list_choices, run_bytes
from tests.report.alignments import make

NEURAL = str(samples.path("system.neural.txt"))
REFERENCES = ["-r", str(samples.path("reference.A.txt")), "-r", str(samples.path("reference.B.txt"))]


def run(*arguments: str, status: int = 0) -> str:
    finished = run_bytes("align", *arguments)
    assert finished.returncode == status, finished.stderr.decode()
    assert b"Traceback" not in finished.stderr
    return (finished.stderr if status else finished.stdout).decode()


class Aligner:
    """Stands in for ``metrics.align``: links words in the same place, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: tuple[str, list[str], str] | None = None

    def __call__(self, hypothesis: str, references: str | Sequence[str], metric: str = "meteor") -> Alignment:
        self.asked = (hypothesis, [references] if isinstance(references, str) else list(references), metric)
        above, below = hypothesis.split(), self.asked[1][0].split()
        same = [(at, at, 0) for at, pair in enumerate(zip(above, below, strict=False)) if pair[0] == pair[1]]
        return make(above, below, same)


@pytest.fixture
def aligner(monkeypatch: pytest.MonkeyPatch) -> Aligner:
    stand_in = Aligner()
    monkeypatch.setattr(metrics, "align", stand_in, raising=False)
    return stand_in


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["align", *arguments], catch_exceptions=True)


def test_texts_are_aligned_as_they_are(aligner: Aligner) -> None:
    printed = call("the cat sat", "the dog sat", "a cat sat", "-m", "meteor:stages=exact")
    assert aligner.asked == ("the cat sat", ["the dog sat", "a cat sat"], "meteor:stages=exact")
    assert "[1: the] cat [2: sat]" in printed.output


def test_a_segment_of_files_is_found(aligner: Aligner) -> None:
    printed = call(NEURAL, *REFERENCES, "--segment", "12", "-f", "html").output
    assert aligner.asked is not None
    assert aligner.asked[0] == samples.read_lines("system.neural.txt")[11]
    assert aligner.asked[1] == [samples.read_lines(f"reference.{name}.txt")[11] for name in "AB"]
    assert aligner.asked[2] == "meteor"
    assert "<h1>Alignment of segment 12, " in printed


def test_the_first_segment_is_the_default(aligner: Aligner) -> None:
    assert call(NEURAL, *REFERENCES).exit_code == 0
    assert aligner.asked is not None
    assert aligner.asked[0] == samples.read_lines("system.neural.txt")[0]


def test_a_segment_far_down_is_found(aligner: Aligner, tmp_path: Path) -> None:
    for name in ("hypothesis", "reference"):
        (tmp_path / name).write_text("".join(f"{name} {at}\n" for at in range(1, 20001)), encoding="utf-8")
    files = (str(tmp_path / "hypothesis"), "-r", str(tmp_path / "reference"))
    for number in ("8192", "8193", "20000"):
        assert call(*files, "--segment", number).exit_code == 0
        assert aligner.asked is not None
        assert aligner.asked[:2] == (f"hypothesis {number}", [f"reference {number}"])


def test_a_table_brings_its_references_and_systems(aligner: Aligner, tmp_path: Path) -> None:
    table = tmp_path / "data.tsv"
    table.write_text("hyp:a\thyp:b\tref1\tref2\nx y\tx\tx y\tz\n", encoding="utf-8")
    assert call(str(table), "--segment", "1", "--system", "b").exit_code == 0
    assert aligner.asked == ("x", ["x y", "z"], "meteor")
    for chosen, problem in (([], "several systems"), (["--system", "c"], "no system 'c'")):
        error = call(str(table), "--segment", "1", *chosen).exception
        assert isinstance(error, InputError)
        assert problem in str(error)
        assert "--system: a, b" in str(error)


@pytest.mark.parametrize("name", [*FORMATS, *ALIGNMENT_FORMATS])
def test_every_format_is_printed_and_written(aligner: Aligner, name: str, tmp_path: Path) -> None:
    printed = call("the cat sat", "the dog sat", "-f", name).output
    assert "sat" in printed
    target = tmp_path / "alignment"
    assert call("the cat sat", "the dog sat", "-f", name, "-o", str(target)).output == ""
    assert target.read_text(encoding="utf-8") == printed


@pytest.mark.parametrize("name", ["svg", "matrix"])
def test_a_picture_is_a_file_of_its_own(aligner: Aligner, name: str) -> None:
    assert ElementTree.fromstring(call("a <b", "a b>", "-f", name).output).get("width")


def test_the_option_offers_every_format_and_the_pictures() -> None:
    assert list_choices("align", "output_format") == [*FORMATS, "svg", "matrix", "png", "pdf"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["only a hypothesis"], "no reference"),
        ([NEURAL, REFERENCES[1]], "is a file, where a text is expected"),
        ([NEURAL, *REFERENCES, "--segment", "99"], "Give 1 to 14"),
        ([NEURAL, *REFERENCES, "--segment", "0"], "--segment"),
        ([NEURAL, "--segment", "1"], "no references are given"),
        ([NEURAL, NEURAL, *REFERENCES], "systems"),
        (["missing.txt", *REFERENCES], "missing.txt"),
        (["a", "a", "-f", "gif"], "gif"),
    ],
)
def test_bad_input_is_explained(arguments: list[str], message: str) -> None:
    assert message in run(*arguments, status=2)


def test_files_of_different_lengths_are_never_aligned(tmp_path: Path) -> None:
    longer = tmp_path / "longer.txt"
    longer.write_text("a\n" * 30, encoding="utf-8")
    assert "30" in run(NEURAL, "-r", str(longer), "--segment", "1", status=2)


def test_help_has_examples() -> None:
    assert "tertium align" in run("--help")


# What follows needs the real metrics.align.


def test_real_words_in_another_order_are_linked() -> None:
    data = json.loads(run("on the mat sat the cat", "the cat sat on the mat", "-f", "json"))
    assert data["hypothesis"] == ["on", "the", "mat", "sat", "the", "cat"]
    pairs = {(link["hypothesis"], link["reference"]) for link in data["links"]}
    assert {(0, 3), (2, 5), (3, 2), (5, 1)} < pairs
    assert len(pairs) == 6
    assert {link["module"] for link in data["links"]} == {"exact"}


def test_the_real_best_reference_is_shown() -> None:
    data = json.loads(run("the cat sat", "a dog barked", "the cat sat", "-f", "json"))
    assert data["number"] == 1
    assert data["reference"] == ["the", "cat", "sat"]


@pytest.mark.parametrize("name", [*FORMATS, *ALIGNMENT_FORMATS])
def test_a_real_segment_is_printed_in_every_format(name: str) -> None:
    assert "Valdemar" in run(NEURAL, *REFERENCES, "--segment", "1", "-f", name)


@pytest.mark.parametrize(("metric", "message"), [("meteor:stages=nonsense", "nonsense"), ("bleu", "bleu")])
def test_a_real_metric_that_cannot_align_is_explained(metric: str, message: str) -> None:
    assert message in run("a", "a", "-m", metric, status=2)
