"""Our command and sacrebleu's print the same for the same arguments, but for the mark of our version."""

from __future__ import annotations

import gzip
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tertium
from tertium import samples
from tertium.errors import InputError
from tertium.sacrebleu import __version__, parse_command, run_command
from tests.peers.sacrebleu_command import MARK, run_ours, run_peer, sacrebleu
from tests.terminals import open_terminal

SAMPLES = Path(samples.__file__).parent
A, B = "reference.A.txt", "reference.B.txt"
NEURAL, CAREFUL, LITERAL = "system.neural.txt", "system.careful.txt", "system.literal.txt"
ALL = f"{NEURAL} {CAREFUL} {LITERAL}"

ONE_SYSTEM = [
    f"{A} -i {NEURAL}",
    f"{A} {B} -i {NEURAL}",
    f"{A} {B} -i {NEURAL} -m bleu chrf ter",
    f"{A} -i {NEURAL} -m ter chrf bleu -f text",
    f"{A} -i {NEURAL} -m bleu chrf -f text --short -w 4",
    f"{A} -i {NEURAL} -m chrf -f latex",
    f"{A} -i {NEURAL} -b",
    f"{A} -i {NEURAL} -b -w 6 -m bleu chrf ter -f text",
    f"{A} -i {NEURAL} --score-only --format text --width 3",
    f"{A} -i {NEURAL} -lc -tok intl",
    f"{A} -i {NEURAL} -tok char --force",
    f"{A} -i {NEURAL} -tok none -s none",
    f"{A} -i {NEURAL} -tok zh -l en-zh",
    f"{A} -i {NEURAL} -l en-zh",
    f"{A} -i {NEURAL} -s floor",
    f"{A} -i {NEURAL} -s floor -sv 0.3 -f text",
    f"{A} -i {NEURAL} -s add-k -sv 2 -sh -f text",
    f"{A} -i {NEURAL} -m chrf --chrf-word-order 2",
    f"{A} -i {NEURAL} -m chrf -cw 2 -cc 4 --chrf-beta 3 --chrf-lowercase",
    f"{A} {B} -i {NEURAL} -m chrf --chrf-whitespace --chrf-eps-smoothing",
    f"{A} -i {NEURAL} -m ter --ter-normalized --ter-no-punct",
    f"{A} {B} -i {NEURAL} -m ter --ter-case-sensitive --ter-asian-support -f text",
    f"{A} -i {NEURAL} --confidence",
    f"{A} -i {NEURAL} -ci -cin 200 -m bleu chrf ter -f text",
    f"{A} -i {NEURAL} --confidence --confidence-n 50 -m chrf -b",
    f"{A} -i {NEURAL} --detail",
    f"{A} -i {NEURAL} --sentence-level",
    f"{A} {B} -i {NEURAL} -sl -m chrf -w 4 -sh",
    f"{A} -i {NEURAL} -sl -m ter -b",
    f"both.tsv --num-refs 2 -i {NEURAL} -m bleu ter",
    f"{A}.gz -i {NEURAL}.gz",
    "latin.ref -i latin.txt -e latin-1 -m chrf",
    f"{A} -i {NEURAL} --quiet --no-color -f text",
]
SEVERAL_SYSTEMS = [
    f"{A} -i {ALL}",
    f"{A} {B} -i {ALL} -m bleu chrf ter -f text",
    f"{A} -i {ALL} -m chrf bleu -f latex -w 3",
    f"{A} -i {ALL} -f text --short -cw 2 -m chrf",
    f"{A} -i {ALL} --detail -m bleu",
    f"{A} -i {ALL} --paired-bs -pbsn 100",
    f"{A} {B} -i {ALL} --paired-bs --paired-bs-n 100 -m bleu chrf ter -f text",
    f"{A} -i {ALL} -pbs -pbsn 100 -m bleu chrf -f latex -w 2",
    f"{A} -i {ALL} --paired-ar --paired-ar-n 100 -m bleu chrf ter",
    f"{A} -i {ALL} -par -parn 100 -f text -sh",
    f"{A} -i {ALL} {NEURAL} --paired-ar --paired-ar-n 100 -f text -m chrf",
]
STANDARD_INPUT = [
    (f"{A} {B}", NEURAL),
    (f"{A} -m bleu chrf -f text", NEURAL),
    (f"{A} -sl", NEURAL),
    (f"{A} -m bleu chrf -f text", "systems.tab"),
    (f"{A} --paired-bs -pbsn 50 -f text", "systems.tab"),
    (f"{A} --paired-ar -parn 50", "systems.tab"),
    (f"{A} -b", "returns.txt"),
    ("blanks.ref -m chrf --chrf-whitespace", "blanks.tab"),
]
INFORMATION = ["--list", "--list -l de-en", "--list -t wmt17", "--list -t wmt08 -l cs-en", "-t iwslt17 --list -l en-fr"]
# With the status of sacrebleu; ours is always 2.
WRONG = [
    ("", 1),
    (f"-i {NEURAL}", 1),
    (f"{A} -i absent.txt", 1),
    (f"absent.txt -i {NEURAL}", 1),
    (f"{A} -i {NEURAL} -m meteor", 2),
    (f"{A} -i {NEURAL} --no-such-option", 2),
    (f"{A} -i {NEURAL} -tok nothing", 2),
    (f"{A} -i {NEURAL} --paired-bs --paired-ar", 2),
    (f"{A} -i {NEURAL} --paired-bs", 1),
    (f"{A} -i {ALL} --confidence", 1),
    (f"{A} -i {ALL} -sl", 1),
    (f"{A} -i {NEURAL} -sl -ci", 1),
    (f"{A} -i {NEURAL} -sl -m bleu chrf", 1),
    (f"{A} -i {NEURAL} {NEURAL}", 1),
    (f"{A} {B} -i {NEURAL} -nr 2", 1),
    (f"{A} -i {NEURAL} -nr 2", 17),
    (f"short.txt -i {NEURAL}", 1),
    (f"{A} -i latin.txt", 1),
    (f"{A} -i {NEURAL} -e no-such-encoding", 1),
    (f"{A} -i {NEURAL} --origlang en", 1),
    (f"{A} -t wmt17 -l de-en -i {NEURAL}", 1),
    ("-t no-such-set -l de-en", 1),
    ("-t wmt17", 1),
    ("-t wmt17 -l xx-yy", 1),
    ("--echo src", 1),
    ("--citation", 1),
    (f"{A}.gz -i broken.gz", 1),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples, and what else the commands name."""
    folder = tmp_path_factory.mktemp("command") / "work"
    shutil.copytree(SAMPLES, folder, ignore=shutil.ignore_patterns("mtness", "__pycache__"))

    def lines(name: str) -> list[str]:
        return (folder / name).read_text(encoding="utf-8").splitlines()

    def paste(*names: str) -> str:
        return "".join("\t".join(row) + "\n" for row in zip(*map(lines, names), strict=True))

    (folder / "both.tsv").write_text(paste(A, B), encoding="utf-8")
    (folder / "systems.tab").write_text(paste(NEURAL, CAREFUL, LITERAL), encoding="utf-8")
    (folder / "returns.txt").write_bytes("\r\n".join(lines(NEURAL)).encode())
    (folder / "blanks.tab").write_text("a b \ta  b\na b \ta  b\n", encoding="utf-8")
    (folder / "blanks.ref").write_text("a b\nb b\n", encoding="utf-8")
    (folder / "short.txt").write_text("\n".join(lines(A)[:3]), encoding="utf-8")
    (folder / "latin.txt").write_text("un été\nà l'œuvre\n".replace("œ", "oe"), encoding="latin-1")
    (folder / "latin.ref").write_text("un été chaud\nà l'oeuvre\n", encoding="latin-1")
    (folder / "broken.gz").write_bytes(gzip.compress(b"text\n" * 100)[:20])
    for name in (A, NEURAL):
        (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes()))
    return folder


@pytest.fixture(autouse=True)
def _inside(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("SACREBLEU_FORMAT", "SACREBLEU_SEED"):
        monkeypatch.delenv(name, raising=False)


def compare(line: str, tmp_path: Path, given: bytes = b"") -> str:
    words = shlex.split(line)
    theirs, ours = run_peer(words, given, tmp_path), run_ours(words, given)
    assert ours.out == theirs.out
    assert ours.logged == theirs.logged
    assert (ours.status, theirs.status) == (0, 0)
    assert ours.out
    return ours.out


@pytest.mark.parametrize("line", [*ONE_SYSTEM, *SEVERAL_SYSTEMS, *INFORMATION])
def test_output_is_the_same(line: str, tmp_path: Path) -> None:
    compare(line, tmp_path)


@pytest.mark.parametrize(("line", "file"), STANDARD_INPUT)
def test_output_is_the_same_for_standard_input(line: str, file: str, tmp_path: Path) -> None:
    compare(line, tmp_path, Path(file).read_bytes())


@pytest.mark.parametrize(("variable", "value"), [("SACREBLEU_SEED", "7"), ("SACREBLEU_FORMAT", "Text")])
@pytest.mark.parametrize("line", [f"{A} -i {ALL} -pbs -pbsn 50", f"{A} -i {NEURAL} -ci -cin 50"])
def test_output_is_the_same_for_variables_of_the_environment(
    line: str, variable: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    compare(line, tmp_path)


def test_the_format_of_the_environment_must_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_FORMAT", "xml")
    assert json.loads(compare(f"{A} -i {NEURAL}", tmp_path))["name"] == "BLEU"


@pytest.mark.parametrize(("line", "status"), WRONG)
def test_bad_input_ends_both(line: str, status: int, tmp_path: Path) -> None:
    words = shlex.split(line)
    theirs, ours = run_peer(words, b"", tmp_path), run_ours(words)
    assert (theirs.status, ours.status) == (status, 2)
    assert (theirs.out, ours.out) == ("", "")


def test_nothing_is_downloaded() -> None:
    message = r"nothing is downloaded here, so not 'wmt17' either\. Run: sacrebleu --download wmt17;"
    with pytest.raises(InputError, match=message):
        run_command(parse_command(["--download", "wmt17"]))


def test_a_paired_bootstrap_of_chrf_can_be_json(tmp_path: Path) -> None:
    """Sacrebleu ends with a traceback: its chrF is a number that JSON does not know. Its table has the same figures."""
    words = shlex.split(f"{A} -i {ALL} -m chrf -pbs -pbsn 50 -w 9")
    assert run_peer(words, b"", tmp_path).status == 1
    table = run_peer([*words, "-f", "text"], b"", tmp_path).out
    for row in json.loads(run_ours(words).out):
        figures = row["chrF2"]
        assert f"{figures['score']:.9f} ({figures['mean']:.9f} ± {figures['ci']:.9f})" in table
        assert figures["p_value"] is None or f"(p = {figures['p_value']:.4f})" in table


def test_a_warning_of_tokenised_text_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "tokenised").write_text("It is tokenised .\n" * 101, encoding="utf-8")
    file = str(tmp_path / "tokenised")
    theirs, ours = run_peer([file, "-i", file], b"", tmp_path), run_ours([file, "-i", file])
    assert ours == theirs
    assert "tokenized" in " ".join(ours.logged)


@pytest.mark.parametrize(
    "line",
    [
        f"{A} -i {ALL} --paired-bs --paired-bs-n 50 -f text -m bleu chrf",
        f"{A} -i {NEURAL} --quiet -tok none -m bleu ter",
    ],
)
def test_processes_print_the_same(line: str) -> None:
    """Standard error too, and without ``NO_COLOR``: a pipe gets no colours."""
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    theirs, ours = (
        subprocess.run(
            [sys.executable, "-m", module, *shlex.split(line)], capture_output=True, env=environment, check=False
        )
        for module in ("sacrebleu", "tertium.sacrebleu")
    )
    assert MARK.sub("2.6.0", ours.stdout.decode()) == theirs.stdout.decode()
    assert ours.stderr == theirs.stderr
    assert (ours.returncode, theirs.returncode) == (0, 0)


def test_a_process_ends_with_2_for_bad_input_and_shows_no_traceback() -> None:
    words = [sys.executable, "-m", "tertium.sacrebleu", A, "-i", "absent.txt"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "tertium: absent.txt: no such file. Check the path.\n"


def test_standard_input_that_is_empty_is_named() -> None:
    for package, message in (("tertium.sacrebleu", "tertium: standard input is empty. "), ("sacrebleu", "sacreBLEU: ")):
        done = subprocess.run(
            [sys.executable, "-m", package, A], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert done.returncode != 0
        assert done.stderr.startswith(message)


def test_the_version_says_which_sacrebleu_and_that_it_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert __version__ == f"{sacrebleu.__version__}+tertium{tertium.__version__}"
    with pytest.raises(SystemExit, match="0"):
        parse_command(["--version"])
    assert capsys.readouterr().out == f"tertium sacrebleu {__version__}\n"


def test_colours_are_those_of_sacrebleu(tmp_path: Path) -> None:
    """On a terminal; sacrebleu leaves them to colorama, which takes them off for anything else."""
    from sacrebleu.utils import Color

    from tertium.sacrebleu.paint import Paint

    Color.ENABLE_COLORS = True
    for name in ("red", "green", "yellow", "cyan"):
        assert Paint(True).color("text", name) == Color.format("text", name)
        assert Paint(False).color("text", name) == "text"


@pytest.mark.posix
def test_a_terminal_gets_the_same_colours() -> None:
    def show(module: str) -> bytes:
        outer, inner = open_terminal()
        words = [sys.executable, "-m", module, *f"{A} -i {ALL} -pbs -pbsn 20 -f text -q".split()]
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        with subprocess.Popen(words, stdout=inner, env=environment) as process:
            os.close(inner)
            parts = []
            try:
                while part := os.read(outer, 1 << 16):
                    parts.append(part)
            except OSError:  # Linux tells the end of a terminal in this way
                process.wait()
        os.close(outer)
        return b"".join(parts)

    ours, theirs = show("tertium.sacrebleu"), show("sacrebleu")
    assert b"\x1b[31m(p = " in theirs
    assert MARK.sub("2.6.0", ours.decode()) == theirs.decode().removesuffix("\x1b[0m")  # colorama, at the end
