import gzip
import json
import subprocess
from pathlib import Path

import pytest

import tertium
from tertium import samples
from tertium.registry import FORMATS
from tests.cli.running import TERTIUM, list_choices, run_bytes

SYSTEMS = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
REFERENCES = ["-r", str(samples.path("reference.A.txt")), "-r", str(samples.path("reference.B.txt"))]


def run(*arguments: str, stdin: bytes | None = None, status: int = 0) -> subprocess.CompletedProcess[bytes]:
    finished = run_bytes(*arguments, stdin=stdin or b"")
    assert finished.returncode == status, finished.stderr.decode()
    return finished


def scores(*arguments: str, stdin: bytes | None = None) -> dict[str, dict[str, dict[str, object]]]:
    printed = json.loads(run("score", *arguments, "-f", "json", stdin=stdin).stdout)
    return {system["system"]: {score["metric"]: score for score in system["scores"]} for system in printed["systems"]}


def nested_references() -> list[list[str]]:
    columns = [samples.read_lines(f"reference.{name}.txt") for name in "AB"]
    return [list(pair) for pair in zip(*columns, strict=True)]


def test_the_figures_are_those_of_the_library() -> None:
    found = scores(*SYSTEMS, *REFERENCES, "-m", "bleu", "-m", "ter:normalized", "-m", "nist")
    assert list(found) == ["careful", "neural", "literal"]
    for name, by_metric in found.items():
        specs = ["bleu", "ter:normalized", "nist"]
        expected = tertium.score(samples.read_lines(f"system.{name}.txt"), nested_references(), specs)
        for spec in specs:
            assert by_metric[spec]["value"] == expected[spec].value
            assert by_metric[spec]["signature"] == expected[spec].signature


def test_a_stream_and_a_whole_test_set_give_the_same() -> None:
    streamed = scores(*SYSTEMS, *REFERENCES)
    whole = scores(*SYSTEMS, *REFERENCES, "--by-segment", "--intervals")
    for system, by_metric in whole.items():
        for spec, score in by_metric.items():
            assert score["value"] == streamed[system][spec]["value"]
            assert len(score["segments"]) == len(samples.read_lines("source.es.txt"))  # type: ignore[arg-type]
            assert score["interval"]["low"] < score["value"] < score["interval"]["high"]  # type: ignore[index]


def test_standard_input_and_gzip_are_read(tmp_path: Path) -> None:
    packed = tmp_path / "reference.txt.gz"
    packed.write_bytes(gzip.compress(samples.path("reference.A.txt").read_bytes()))
    piped = scores("-", "-r", str(packed), stdin=samples.path("system.neural.txt").read_bytes())
    plain = scores(SYSTEMS[1], "-r", str(samples.path("reference.A.txt")))
    assert next(iter(piped.values()))["bleu"]["value"] == next(iter(plain.values()))["bleu"]["value"]


def test_documents_are_scored_apart() -> None:
    ids = samples.path("documents.txt")
    found = scores(*SYSTEMS, *REFERENCES, "--by-document", "--document-ids", str(ids))
    documents = found["careful"]["bleu"]["documents"]
    assert list(documents) == list(dict.fromkeys(samples.read_lines("documents.txt")))  # type: ignore[call-overload]


def test_documents_that_are_not_known_are_asked_for() -> None:
    finished = run("score", *SYSTEMS, *REFERENCES, "--by-document", status=2)
    assert b"--document-ids" in finished.stderr


def test_a_table_has_it_all(tmp_path: Path) -> None:
    table = tmp_path / "data.tsv"
    table.write_text("hyp:a\thyp:b\tref1\tref2\nx y\tx\tx y\tz\n", encoding="utf-8")
    found = scores(str(table), "-m", "wer")
    assert found["a"]["wer"]["value"] == 0
    assert found["b"]["wer"]["value"] == 0.5


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_prints_the_scores(name: str) -> None:
    printed = run("score", *SYSTEMS, *REFERENCES, "-m", "bleu", "-f", name).stdout.decode()
    assert "67.0" in printed
    assert "neural" in printed


def test_the_option_offers_every_format() -> None:
    assert list_choices("score", "output_format") == list(FORMATS)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "scores.json"
    run("score", *SYSTEMS, *REFERENCES, "-f", "json", "-o", str(target))
    assert json.loads(target.read_text(encoding="utf-8"))["systems"]
    before = target.read_bytes()
    run("score", *SYSTEMS, "-r", str(tmp_path / "missing.txt"), "-f", "json", "-o", str(target), status=2)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["scores.json"]


def test_an_output_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    finished = run("score", *SYSTEMS, *REFERENCES, "-o", str(tmp_path / "no" / "such" / "folder.txt"), status=2)
    assert b"there is no such folder" in finished.stderr
    assert b"Traceback" not in finished.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "missing.txt", "-r", "missing.txt"], "missing.txt"),
        (["score", SYSTEMS[0]], "reference"),
        (["score", SYSTEMS[0], *REFERENCES, "-m", "blue"], "Did you mean 'bleu'?"),
        (["score", SYSTEMS[0], *REFERENCES, "-m", "bleu:order=12"], "1 to 9"),
        (["score", SYSTEMS[0], *REFERENCES, "--confidence", "95"], "between 0 and 1"),
        (["score", SYSTEMS[0], *REFERENCES, "--threads", "0"], "1 or more"),
        (["score", SYSTEMS[0], *REFERENCES, "-f", "pdf"], "pdf"),
        (["compare", SYSTEMS[0], *REFERENCES], "only one system"),
        (["compare", *SYSTEMS, *REFERENCES, "--baseline", "nobody"], "nobody"),
    ],
)
def test_bad_input_is_explained_without_a_traceback(arguments: list[str], message: str) -> None:
    finished = run(*arguments, status=2)
    assert message in finished.stderr.decode()
    assert b"Traceback" not in finished.stderr
    assert finished.stdout == b""


def test_unequal_files_are_never_scored(tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text("one line\n", encoding="utf-8")
    finished = run("score", str(short), "-r", str(samples.path("reference.A.txt")), status=2)
    count = len(samples.read_lines("reference.A.txt"))
    assert str(count) in finished.stderr.decode()
    assert finished.stdout == b""


@pytest.mark.posix
def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"'{TERTIUM}' score {' '.join(SYSTEMS * 1)} {' '.join(REFERENCES)} --by-segment -f tsv | head -n 1"
    finished = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, check=False)
    assert finished.stderr == b""
    assert finished.stdout.startswith(b"system\t")


def test_help_has_examples_and_the_version_is_told() -> None:
    for command in ("score", "compare", "demo"):
        assert "tertium " + command in run(command, "--help").stdout.decode()
    assert run("--version").stdout.decode().split() == ["tertium", tertium.__version__]
