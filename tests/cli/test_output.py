import csv
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tertium.cli.app import app
from tertium.cli.remarks import remark
from tertium.errors import InputError
from tests.cli.test_score import REFERENCES, SYSTEMS, TERTIUM, run

ARGUMENTS = ["score", SYSTEMS[0], *REFERENCES, "-m", "wer"]


def test_a_dash_is_standard_output(tmp_path: Path) -> None:
    finished = subprocess.run([TERTIUM, *ARGUMENTS, "-o", "-"], cwd=tmp_path, capture_output=True, check=True)
    assert b"wer" in finished.stdout
    assert not list(tmp_path.iterdir())


@pytest.mark.posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "target.txt").write_text("old", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("target.txt")
    run(*ARGUMENTS, "-o", str(tmp_path / "link.txt"))
    assert (tmp_path / "link.txt").is_symlink()
    assert "wer" in (tmp_path / "target.txt").read_text(encoding="utf-8")


@pytest.mark.posix
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    run(*ARGUMENTS, "-o", str(pipe))
    reader.join(timeout=20)
    assert "wer" in received[0]


@pytest.mark.posix
@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
def test_an_output_that_takes_nothing_is_explained(redirection: str) -> None:
    command = " ".join([TERTIUM, *ARGUMENTS, redirection])
    finished = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert finished.returncode == 2
    assert b"standard output" in finished.stderr
    assert b"Traceback" not in finished.stderr


def test_a_name_that_is_not_text_is_printed_all_the_same(tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/bad\xff\x1b[31m.txt"
    Path(os.fsdecode(odd)).write_bytes(Path(SYSTEMS[0]).read_bytes())
    for name in ("text", "json", "tsv", "md", "latex", "html"):
        arguments = [TERTIUM.encode(), b"score", odd, *(part.encode() for part in REFERENCES), b"-f", name.encode()]
        finished = subprocess.run(arguments, capture_output=True, check=False)
        assert finished.returncode == 0, finished.stderr
        if name not in ("json", "tsv"):
            assert b"\x1b" not in finished.stdout


def test_the_demo_cannot_be_written_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert b"cannot be made" in run("demo", "-o", str(tmp_path / "file"), status=2).stderr


def test_saying_how_intervals_are_drawn_asks_for_them() -> None:
    assert b"seed:7" in run(*ARGUMENTS, "--seed", "7").stdout
    assert b"resamples" not in run(*ARGUMENTS).stdout


def test_forgotten_references_are_asked_for() -> None:
    finished = run("score", *SYSTEMS, status=2)
    assert b"no references are given. Give a file with -r" in finished.stderr


def test_a_baseline_among_all_pairs_is_refused() -> None:
    arguments = ["compare", *SYSTEMS, *REFERENCES, "--pairs", "all", "--baseline", "neural"]
    assert b"a baseline cannot be given" in run(*arguments, status=2).stderr


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("scores.json", "{"),
        ("scores.tsv", "system\t"),
        ("scores.md", "| system"),
        ("scores.tex", "% Needs"),
        ("scores.HTML", "<!doctype html>"),
        ("scores.txt", "system "),
        ("scores", "system "),
    ],
)
def test_the_suffix_of_the_file_says_the_format(tmp_path: Path, name: str, beginning: str) -> None:
    run(*ARGUMENTS, "-o", str(tmp_path / name))
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_a_format_that_is_given_counts_more_than_the_suffix(tmp_path: Path) -> None:
    run(*ARGUMENTS, "-o", str(tmp_path / "scores.json"), "-f", "md")
    assert (tmp_path / "scores.json").read_text(encoding="utf-8").startswith("| system")


def test_a_picture_is_written_where_the_command_has_one(tmp_path: Path) -> None:
    run("align", "the cat", "a cat", "-o", str(tmp_path / "cat.svg"))
    assert (tmp_path / "cat.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(("name", "meant"), [("markdown", "md"), ("tex", "latex"), ("jsn", "json")])
def test_an_unknown_format_is_refused_with_a_guess(name: str, meant: str) -> None:
    expected = f"there is no output format '{name}'. Did you mean '{meant}'? There are: text, json"
    assert expected in run(*ARGUMENTS, "-f", name, status=2).stderr.decode()


COMMANDS = {
    "score": ["score", "FILE", *REFERENCES, "-m", "wer", "-o", "FILE"],
    "reference": ["score", SYSTEMS[0], "-r", "FILE", "-m", "wer", "-o", "FILE"],
    "compare": ["compare", "FILE", SYSTEMS[0], *REFERENCES, "-m", "wer", "-o", "FILE"],
    "align": ["align", "FILE", *REFERENCES, "--segment", "1", "-o", "FILE"],
    "audit": ["audit", "corpus", "FILE", *REFERENCES, "-m", "wer", "-o", "FILE"],
    "mtness": ["mtness", "FILE", "-l", "en", "--stop-after", "spans", "-o", "FILE"],
    "counts": ["mtness", SYSTEMS[0], "-l", "en", "--counts", "scan(FILE)", "-o", "FILE"],
    "tune": ["tune", "meteor", "-d", "FOLDER", "--save-metric", "FILE"],
    "correlate": ["correlate", "FILE", *REFERENCES, "-m", "wer", "--save-experiment", "FILE"],
    "folder": ["correlate", "-d", "FOLDER", "-m", "wer", "-o", "FILE"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_writes_over_its_input(name: str, tmp_path: Path) -> None:
    file = tmp_path / "hyp.a.txt"
    content = Path(SYSTEMS[0]).read_bytes()
    file.write_bytes(content)
    given = {"FILE": str(file), "FOLDER": str(tmp_path)}
    arguments = [given.get(each, each.replace("FILE", str(file))) for each in COMMANDS[name]]
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, InputError), result.output
    assert "the result would replace its own input" in str(result.exception)
    assert file.read_bytes() == content


def test_a_former_result_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "result.txt"
    for _ in range(2):
        assert CliRunner().invoke(app, [*ARGUMENTS, "-o", str(file)]).exit_code == 0
    assert "wer" in file.read_text(encoding="utf-8")


def test_an_interruption_while_commands_are_imported_shows_no_traceback() -> None:
    program = """if True:
        import sys
        class Interrupting:
            def find_spec(self, name, *_):
                if name == "tertium.cli.commands":
                    raise KeyboardInterrupt
        from tertium.cli import main
        sys.meta_path.insert(0, Interrupting())
        main()
    """
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stderr) == (130, "tertium: stopped\n")


def test_a_reference_among_the_systems_is_left_out(tmp_path: Path) -> None:
    copied = tmp_path / "other.txt"
    copied.write_bytes(Path(REFERENCES[1]).read_bytes())
    for given, said in ((str(copied), "other"), (REFERENCES[1], REFERENCES[1])):
        for command in (
            ["score", "-m", "wer"],
            ["score", "-m", "wer", "--by-segment", "-f", "tsv"],
            ["compare", "-m", "wer"],
            ["report", "-m", "wer", "-f", "tsv"],
            ["audit", "corpus", "--edited", "0"],
        ):
            finished = run(*command, *SYSTEMS[:2], "-r", REFERENCES[1], given, "-q")
            assert finished.stderr.decode() == f"tertium: {said} was left out: it is a reference.\n"
            assert b"careful" in finished.stdout
            assert b"other" not in finished.stdout
        assert b"there is one system" in run("diff", SYSTEMS[0], given, "-r", REFERENCES[1], status=2).stderr
        alone = run("score", given, "-r", REFERENCES[1], "-m", "wer", status=2).stderr.decode()
        assert alone == f"tertium: the hypotheses are a reference: {said}. Give the output of a system.\n"
    names = run("score", SYSTEMS[0], REFERENCES[1], "-r", REFERENCES[1], "-n", "mine", "-n", "ref", "-m", "wer").stdout
    assert b"mine" in names


def test_what_may_be_a_system_is_scored_and_warned_of(tmp_path: Path) -> None:
    for name in ("short.txt", "same.txt"):
        (tmp_path / name).write_text("a cat\n" * 9, encoding="utf-8")
    said = run("score", str(tmp_path / "short.txt"), "-r", str(tmp_path / "same.txt"), "-m", "wer").stderr.decode()
    remedy = "; for another reference repeat -r.\n"
    assert said == f"tertium: short is scored as a system, and equals a reference{remedy}"
    second = run(*ARGUMENTS[:2], "-r", REFERENCES[1], REFERENCES[3], "-m", "wer").stderr.decode()
    assert second == f"tertium: reference.B.txt is scored as a system, and has the name of a reference{remedy}"
    assert not run(*ARGUMENTS).stderr


def test_metrics_without_m_are_explained() -> None:
    remedy = b"chrf: no such file. For a further metric repeat -m: -m chrf."
    assert remedy in run("score", SYSTEMS[0], *REFERENCES, "-m", "bleu", "chrf", status=2).stderr
    assert b"Repeat -m for each metric: -m bleu -m chrf" in run(*ARGUMENTS[:-1], "bleu,chrf", status=2).stderr


def test_a_suggested_file_keeps_its_folder(tmp_path: Path) -> None:
    for name in ("reference.txt", "other.txt", "unlike.txt"):
        (tmp_path / name).write_text("x\n", encoding="utf-8")
    wrong = tmp_path / "refrence.txt"
    stderr = run("score", SYSTEMS[0], "-r", str(wrong), status=2).stderr.decode()
    assert f"{wrong}: no such file. Perhaps you mean {tmp_path / 'reference.txt'}.\n" in stderr
    assert b"no such file. Check the path." in run("score", str(tmp_path / "hyp.txt"), *REFERENCES, status=2).stderr


def test_remarks_cannot_control_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    remark("sys\x1b[2Jtem\u202e\nname")
    assert capsys.readouterr().err == "tertium: sys�[2Jtem��name\n"


@pytest.mark.parametrize("suffix", ["xlsx", "png", "pdf", "cvs"])
def test_a_suffix_of_no_format_is_refused_before_any_work(tmp_path: Path, suffix: str) -> None:
    output = tmp_path / f"scores.{suffix}"
    said = run("score", "absent.txt", *REFERENCES, "-o", str(output), status=2).stderr.decode()
    assert f"no output format has the suffix .{suffix}" in said
    assert "text, json, tsv, csv, spreadsheet, md, latex, html" in said
    run(*ARGUMENTS, "-f", "text", "-o", str(output))
    assert "wer" in output.read_text(encoding="utf-8")


def test_csv_is_quoted(tmp_path: Path) -> None:
    output = tmp_path / "scores.csv"
    system = tmp_path / 'a "b", c.txt'
    system.write_bytes(Path(SYSTEMS[0]).read_bytes())
    run("score", str(system), *REFERENCES, "-m", "wer", "-o", str(output))
    with output.open(encoding="utf-8", newline="") as file:
        header, row = csv.reader(file, strict=True)
    assert row[header.index("system")] == 'a "b", c'
    assert output.read_bytes().count(b"\r\n") == 2
    assert b'"a ""b"", c"' in output.read_bytes()


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-")])
@pytest.mark.parametrize("command", ["align", "tree", "explain"])
def test_pictures_are_written_as_png_and_pdf(tmp_path: Path, command: str, suffix: str, start: bytes) -> None:
    pytest.importorskip("vl_convert")
    texts = {
        "tree": ["(S (NP (PRP I)) (VP (VBD ran)))"],
        "align": ["the cat sat", "the dog sat"],
        "explain": ["the cat sat", "the dog sat", "-m", "meteor:stages=exact"],
    }
    output = tmp_path / f"picture.{suffix}"
    run(command, *texts[command], "-o", str(output))
    assert output.read_bytes().startswith(start)
    assert "is not for a terminal" not in run(command, *texts[command], "-f", suffix).stderr.decode()


def test_what_took_work_is_replaced_only_if_asked(tmp_path: Path) -> None:
    text, index = tmp_path / "text.txt", tmp_path / "index"
    text.write_text("a cat sat\n" * 5, encoding="utf-8")
    run("index", "build", str(text), "-o", str(index), "-q")
    before = sorted(path.name for path in index.iterdir())
    text.write_text("a dog\n", encoding="utf-8")
    for command in (["build", str(text)], ["join", str(index)], ["information", str(index)]):
        said = run("index", *command, "-o", str(index), status=2).stderr.decode()
        assert "it exists already. Name a new place, or give --replace" in said
    assert sorted(path.name for path in index.iterdir()) == before
    assert b"tokens" in run("index", "build", str(text), "-o", str(index), "-q", "--replace").stdout
    assert sorted(path.name for path in index.iterdir()) != before


@pytest.mark.parametrize(
    "command",
    [
        ["tune", "chrf", "-d", "data", "--save-metric", "FILE.toml"],
        ["mtness", "learn", "text", "-l", "es", "--source-language", "ca", "-i", "index", "-o", "FILE.toml"],
        [
            "mtness",
            "learn",
            "text",
            *["-l", "es", "--source-language", "ca", "-i", "index", "--learned", "auto", "--weights", "FILE.toml"],
        ],
        ["postedit", "apply", "text", "-o", "FILE.toml"],
    ],
)
def test_learned_files_and_edited_texts_are_kept(tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / "work.toml"
    file.write_text("work of days", encoding="utf-8")
    said = run(*(each.replace("FILE.toml", str(file)) for each in command), status=2).stderr.decode()
    assert "it exists already" in said
    assert file.read_text(encoding="utf-8") == "work of days"
