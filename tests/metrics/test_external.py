"""External metrics: a program of the user scores, and what is said of one that does not."""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.errors import InputError, SpecError
from tertium.metrics import (
    SCORE_CACHE,
    close_programs,
    parse,
    score_systems,
    scoring_programs,
)
from tertium.metrics.external import External
from tertium.metrics.metric import Batch
from tertium.metrics.spec import is_local, name_spec
from tertium.programs import NO_PROGRAMS, Program, forbid_programs, split_command
from tertium.types import References, TestSet

PROGRAM = Path(__file__).parent / "programs" / "scorer.py"
HYPOTHESES = ["the cat sat", "a dog", "", "a dog"]
REFERENCES = [["the cat sat down"], ["the dog", "one dog"], ["nothing"], ["the dog", "one dog"]]
EXPECTED = [1.0, 0.5, 0.0, 0.5]


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own for each test, and no program that outlives it."""
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "cache"))
    yield tmp_path / "cache"
    close_programs()


def command(*arguments: str) -> str:
    return shlex.join([sys.executable, str(PROGRAM), *arguments])


def spec(*arguments: str, settings: str = "") -> str:
    return f"external({command(*arguments)})" + (f":{settings}" if settings else "")


def run(*arguments: str, settings: str = "", hypotheses: list[str] | None = None) -> list[float]:
    asked = spec(*arguments, settings=settings)
    found = tertium.score(hypotheses or HYPOTHESES, REFERENCES, [asked])[asked].segments
    assert found is not None
    return [float(value) for value in found]


def read_log(path: Path) -> tuple[int, int]:
    """How often the program was started, and how many segments it read."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return lines.count("start"), lines.count("segment")


def test_a_program_scores() -> None:
    asked = spec()
    result = tertium.score(HYPOTHESES, REFERENCES, [asked, "chrf"], confidence=0.95)[asked]
    assert result.segments is not None
    assert result.segments.tolist() == EXPECTED
    assert result.value == np.mean(EXPECTED)
    assert result.interval is not None
    assert result.higher_is_better
    assert result.decimals == 4


def test_comparisons_and_documents_work() -> None:
    asked = spec(settings="lower_is_better")
    systems = {"one": HYPOTHESES * 30, "two": ["nothing at all"] * 120}
    found = tertium.compare(systems, REFERENCES * 30, [asked], documents=["x", "y"] * 60, resamples=200)
    (test,) = found.tests
    assert test.difference < 0
    assert test.better == "two"
    assert found.systems["one"][asked].documents == {"x": 0.5, "y": 0.5}


@pytest.mark.parametrize("mode", ["", "line"])
def test_a_program_may_answer_by_line_or_by_batch(mode: str) -> None:
    assert run("--mode", mode) == EXPECTED


def test_a_program_that_reads_all_first_is_started_for_each_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(External, "batch_size", 2)
    log = tmp_path / "log"
    assert run("--mode", "whole", "--log", str(log), settings="restart,cache=no") == EXPECTED
    assert read_log(log) == (2, 4)
    with pytest.raises(InputError, match=r"wrote no score for 0\.5 s, after 0 of 2.*restart=yes"):
        run("--mode", "whole", settings="timeout=0.5")


def test_a_program_is_started_once_for_all_batches_and_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(External, "batch_size", 2)
    log = tmp_path / "log"
    systems = {"one": HYPOTHESES, "two": [f"{text} too" for text in HYPOTHESES]}
    test_set = tertium.make_test_set(systems, REFERENCES)
    asked = spec("--log", str(log))
    both = score_systems(test_set, [asked, spec("--log", str(log), settings="cache=no")])
    # A batch has no equal segments here but those that the cache knows.
    assert read_log(log) == (1, 6 + 8)
    assert both["one"][asked].segments.tolist() == EXPECTED
    again = score_systems(tertium.make_test_set(dict(reversed(systems.items())), REFERENCES), [asked])
    assert read_log(log) == (1, 14)
    assert again["two"][asked].segments.tolist() == both["two"][asked].segments.tolist()


def test_the_order_of_segments_does_not_matter(tmp_path: Path) -> None:
    dice = random.Random(1)
    texts = [" ".join(dice.choices(["a", "b", "c", "d\n", "é\u2028", '"'], k=5)) for _ in range(300)]
    references = [" ".join(dice.choices(["a", "b", "x"], k=5)) for _ in texts]
    asked = spec()
    first = tertium.score(texts, references, [asked])[asked].segments
    order = dice.sample(range(300), 300)
    for settings in ("", "cache=no"):
        other = spec(settings=settings)
        found = tertium.score([texts[at] for at in order], [references[at] for at in order], [other])[other].segments
        assert found is not None
        assert first is not None
        assert found.tolist() == first[order].tolist()


def test_large_input_and_output_do_not_wait_for_each_other() -> None:
    texts = [f"{'word ' * 2000}{number}" for number in range(1500)]
    asked = spec("--mode", "line", settings="timeout=60")
    found = tertium.score(texts, ["word"] * len(texts), [asked])[asked]
    assert found.value == pytest.approx(2000 / 2001)


def test_a_stream_of_files_is_scored(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("a dog\n" * 5000, encoding="utf-8")
    (tmp_path / "ref.txt").write_text("the dog\n" * 5000, encoding="utf-8")
    reader = tertium.open_test_set([tmp_path / "out.txt"], [tmp_path / "ref.txt"])
    (found,) = tertium.score_reader(reader, [spec()]).values()
    assert found[spec()].value == 0.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mode", "fail"], "failed with status 1: loading the model / there is no such model. Check the command"),
        (["--mode", "few"], "ended after 1 of 3 scores: it said nothing"),
        (["--mode", "more"], "wrote more than 3 lines for 3 segments. Let it write one score per segment"),
        (["--mode", "flood"], "wrote more than 3 lines for 3 segments"),
        (["--mode", "header"], "segment 1 of the hypotheses got from '.*' the line 'Seed set to 1', which is not a"),
        pytest.param(["--mode", "killed"], "was ended by SIGKILL", marks=pytest.mark.posix),
        (["--no-such-option"], "failed with status 2: .*unrecognized arguments"),
    ],
)
def test_a_program_that_fails_is_told_of(arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        run(*arguments)
    assert caught.value.remedy
    assert not scoring_programs._PROGRAMS
    assert not SCORE_CACHE.path.exists()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("NaN", "'NaN', which is not a finite number"),
        ("-Infinity", "not a finite number"),
        ('{"score": 1e999}', "not a finite number"),
        ("9" * 400, "not a finite number"),
        ("9" * 6000, "not a score"),
        ("true", "not a score"),
        ('"0.5"', "not a score"),
        ('{"skore": 1}', "not a score"),
        ("[" * 3000, "not a score"),
        ("", "not a score"),
        ("bad", "'bad', which is not a score"),
    ],
)
def test_what_is_not_a_score_is_refused_with_its_segment(written: str, message: str) -> None:
    hypotheses = ["the cat sat", "a dog", "odd", "odd"]
    given = [f"--write={written or ' '}"]
    with pytest.raises(InputError, match=rf"segment 3 of the hypotheses got from .* the line .*{message}"):
        run(*given, hypotheses=hypotheses)


@given(st.text() | st.from_regex(r'\s*(\{"score": ?)?-?[0-9]{1,400}(\.[0-9]+)?(e[+-]?[0-9]{1,4})?\}?\s*'))
def test_any_line_is_a_finite_number_or_refused(line: str) -> None:
    try:
        found = scoring_programs.read_reply(line)
    except scoring_programs.ReplyError:
        return
    assert np.isfinite(found)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("external(/no/such/program -x)", "'/no/such/program -x' cannot be run: No such file or directory"),
        (f"external({PROGRAM.parent})", "cannot be run: Permission denied"),
    ],
)
def test_a_program_that_is_not_there_is_told_of(given: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tertium.score(["a"], ["a"], [given])


@pytest.mark.parametrize("mode", ["sleep", "children"])
@pytest.mark.posix
def test_a_program_that_is_silent_is_ended_with_its_children(tmp_path: Path, mode: str) -> None:
    log = tmp_path / "log"
    start = time.monotonic()
    with pytest.raises(InputError, match=r"wrote no score for 1\.5 s, after 0 of 3.*timeout=3600"):
        run("--mode", mode, "--log", str(log), settings="timeout=1.5")
    assert time.monotonic() - start < 30
    for line in log.read_text(encoding="utf-8").splitlines():
        if line.startswith("child"):
            assert not is_alive(int(line.split()[1]))


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody waits for does not."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "Z":
            return False
        time.sleep(0.05)
    return True


@pytest.mark.posix
def test_ctrl_c_ends_the_program_and_its_children(tmp_path: Path) -> None:
    log = tmp_path / "log"
    asked = spec("--mode", "children", "--log", str(log))
    code = (
        f"import tertium\ntry:\n    tertium.score(['a'], ['a'], [{asked!r}])\nexcept KeyboardInterrupt:\n    exit(130)"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and (not log.exists() or "child" not in log.read_text(encoding="utf-8")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    child = int(log.read_text(encoding="utf-8").split()[-1])
    assert not is_alive(child)


def test_the_end_of_the_process_ends_the_program(tmp_path: Path) -> None:
    code = (
        "import tertium\nfrom tertium.metrics import scoring_programs\n"
        f"tertium.score(['a'], ['a'], [{spec()!r}])\n"
        "(program,) = scoring_programs._PROGRAMS.values()\nprint(program.pid)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert not is_alive(int(done.stdout))
    assert done.stderr == ""


def test_a_program_that_ended_well_is_started_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert run("--log", str(log), settings="cache=no") == EXPECTED
    (program,) = scoring_programs._PROGRAMS.values()
    program.close()
    assert not program.is_running
    assert run("--log", str(log), settings="cache=no") == EXPECTED
    assert read_log(log)[0] == 2


def test_lines_that_come_late_are_not_taken_for_scores() -> None:
    assert run("--mode", "late", settings="cache=no") == EXPECTED
    time.sleep(2)
    with pytest.raises(InputError, match="wrote more lines than there were segments"):
        run("--mode", "late", settings="cache=no")
    assert not scoring_programs._PROGRAMS


def test_threads_share_a_program(tmp_path: Path) -> None:
    log = tmp_path / "log"
    found: list[list[float]] = []
    threads = [Thread(target=lambda: found.append(run("--log", str(log), settings="cache=no"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [EXPECTED] * 4
    assert read_log(log) == (1, 12)


def test_scores_are_cached(tmp_path: Path, cache_folder: Path) -> None:
    log = tmp_path / "log"
    for _ in range(2):
        assert run("--log", str(log)) == EXPECTED
        close_programs()
    assert read_log(log) == (1, 3)
    assert SCORE_CACHE.check() == 3
    assert SCORE_CACHE.path.parent == cache_folder
    assert run("--log", str(log), settings="version=2") == EXPECTED
    assert read_log(log)[1] == 6
    assert run("--log", str(log), settings="cache=no") == EXPECTED
    assert read_log(log)[1] == 9
    assert SCORE_CACHE.check() == 6
    # Neither a label nor a limit of time changes a score.
    assert run("--log", str(log), settings="label=toy,timeout=5,version=2") == EXPECTED
    assert read_log(log)[1] == 9
    SCORE_CACHE.clear()
    assert SCORE_CACHE.check() == 0


def test_a_script_that_was_changed_is_another_program(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    code = "import sys\nfor line in sys.stdin:\n    print({})\n"
    signatures = set()
    for number in (1, 2):
        script.write_text(code.format(number), encoding="utf-8")
        asked = f"external({shlex.join([sys.executable, str(script)])})"
        result = tertium.score(["a"], ["a"], [asked])[asked]
        signatures.add(result.signature)
        if number == 1:
            assert result.value == 1
            close_programs()
    assert result.value == 2
    assert len(signatures) == 2
    assert "|script:script.py sha256:" in result.signature


def test_a_cache_that_cannot_be_used_is_warned_of_once(cache_folder: Path) -> None:
    cache_folder.write_text("not a folder", encoding="utf-8")
    with pytest.warns(tertium.errors.TertiumWarning, match="Scores are not cached in this run") as caught:
        found = [run() for _ in range(2)]
    assert found == [EXPECTED] * 2
    assert len(caught) == 1


def test_damaged_scores_are_not_used(cache_folder: Path) -> None:
    run()
    content = SCORE_CACHE.path.read_bytes()
    at = content.rindex(b"\x00\x00\x00\x00\x00\x00\xe0\x3f")  # 0.5
    SCORE_CACHE.path.write_bytes(content[:at] + b"\x00\x00\x00\x00\x00\x00\xe8\x3f" + content[at + 8 :])
    for ending in ("-wal", "-shm"):
        Path(f"{SCORE_CACHE.path}{ending}").unlink(missing_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert run() == EXPECTED
    with pytest.raises(InputError, match="the cache of scores is damaged"):
        SCORE_CACHE.check()


def make_test_set(sources: list[str] | None) -> TestSet:
    made = tertium.make_test_set({"a": HYPOTHESES}, REFERENCES)
    return TestSet(systems=made.systems, references=made.references, sources=sources)


def test_sources_are_given_where_they_are_asked_for() -> None:
    asked, plain = spec(settings="source"), spec()
    found = score_systems(make_test_set(["", "x", "yy", "zzz"]), [asked, plain, "chrf"])["a"]
    assert found[plain].segments.tolist() == EXPECTED
    assert found[asked].segments.tolist() == [1, 1.5, 2, 3.5]


def test_a_program_may_do_without_references(tmp_path: Path) -> None:
    program = tmp_path / "alone.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    segment = json.loads(line)\n"
        "    assert sorted(segment) == ['hypothesis', 'last', 'source'], segment\n"
        "    print(len(segment['hypothesis']) + len(segment['source']))\n",
        encoding="utf-8",
    )
    asked = f"external({shlex.join([sys.executable, str(program)])}):source,references=no"
    none = References.from_nested([[] for _ in HYPOTHESES])
    unreferenced = TestSet(systems={"a": HYPOTHESES}, references=none, sources=["", "x", "yy", "zzz"])
    for given_set in (unreferenced, make_test_set(["", "x", "yy", "zzz"])):
        found = score_systems(given_set, [asked])["a"][asked]
        assert found.segments.tolist() == [11, 6, 2, 8]
        assert "references=no" in found.signature
        assert "|refs:0|" in found.signature
    with pytest.raises(InputError, match="no references are given"):
        score_systems(unreferenced, [asked.replace(",references=no", "")])


def test_missing_sources_are_told_of() -> None:
    with pytest.raises(InputError, match="needs the source segments, and they are not known") as caught:
        score_systems(make_test_set(None), [spec(settings="source=yes")])
    assert "--source" in caught.value.for_command_line()
    metric = parse(spec(settings="source=yes"))
    with pytest.raises(InputError, match="not known here"):
        metric.tally(Batch(["a"], ["a"], np.array([0, 1])))


@pytest.mark.parametrize(
    ("written", "words", "settings"),
    [
        ("external(python x.py)", ["python", "x.py"], {}),
        (" External ( python x.py ) : source , timeout = 5", ["python", "x.py"], {"source": True, "timeout": 5.0}),
        ("external(sh -c 'a ) b, c')", ["sh", "-c", "a ) b, c"], {}),
        ('external(a "(" b\\)):label=A B', ["a", "(", "b)"], {"label": "A B"}),
        ("external(a (b) c)", ["a", "(b)", "c"], {}),
        ("external(a --config x.toml)", ["a", "--config", "x.toml"], {}),
        ("external(a/b):version=x.toml", ["a/b"], {"version": "x.toml"}),
        ("external(http://a:b)", ["http://a:b"], {}),
        (
            "external:command=python x.py --n 1,lower_is_better",
            ["python", "x.py", "--n", "1"],
            {"lower_is_better": True},
        ),
    ],
)
def test_a_spec_means(written: str, words: list[str], settings: dict[str, object]) -> None:
    assert parse(written) == External(command=shlex.join(words), **settings)  # type: ignore[arg-type]
    assert is_local(written)


@pytest.mark.parametrize(
    "written",
    [
        "external",
        "external()",
        "external('')",
        "external(a",
        "external(a))",
        "external(a)b",
        "external('a)",
        "external(a):source=maybe",
        "external(a):timeout=0",
        "external(a):timeout=nan",
        "external(a):version=a|b",
        "external(a):label=a,b",
        "external(a):command=b",
        "external(a):commands=b",
        "external(a\0b)",
        "external,bleu",
        "externals(a)",
    ],
)
def test_a_spec_that_is_wrong_is_refused(written: str) -> None:
    with pytest.raises(SpecError):
        parse(written)


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1), min_size=1),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "2.2", "wmt22-comet-da 2.2.2"]),
)
def test_the_settings_describe_it_whole(words: list[str], source: bool, cache: bool, version: str) -> None:
    metric = External(command=shlex.join(words), source=source, cache=cache, version=version, timeout=7)
    assert split_command(metric.command, remedy="") == words
    assert parse(metric.settings()) == metric
    assert hash(metric) == hash(parse(metric.settings()))


def test_tables_have_its_label() -> None:
    from tertium.report import describe_scores, render

    asked = spec(settings="label=Toy 2")
    scores = score_systems(tertium.make_test_set({"a": HYPOTHESES}, REFERENCES), [asked])
    text = render(describe_scores(scores, segments=True), "text")
    assert text.splitlines()[0].split() == ["system", "Toy", "2"]
    assert name_spec(spec()) == spec()
    assert name_spec("external") == "external"


def test_nothing_runs_where_programs_are_forbidden(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with forbid_programs(NO_PROGRAMS), pytest.raises(SpecError, match="a server runs no programs"):
        run("--log", str(log))
    assert read_log(log) == (0, 0)
    assert run("--log", str(log)) == EXPECTED


def test_a_program_in_the_way_is_ended_with_its_block() -> None:
    with Program([sys.executable, "-c", "import time; time.sleep(600)"]) as program:
        assert program.is_running
        program.kill()
    assert not program.is_running
    assert os.getpid() != program.pid
