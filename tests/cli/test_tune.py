"""``tertium tune``, run as people run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium import samples
from tertium.meta.judgments.tidy import write_judgments
from tests.cli.running import run
from tests.meta.judged import make_judged


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two folders of judged translations in our own layout, named after language pairs."""
    found = []
    for seed, pair in enumerate(("aa-en", "bb-en")):
        folder = tmp_path_factory.mktemp("tuning") / pair
        folder.mkdir()
        judged = make_judged(seed=seed)
        for name, texts in judged.test_set.systems.items():
            (folder / f"system.{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
        (folder / "reference.txt").write_text("\n".join(judged.test_set.references.flat) + "\n", encoding="utf-8")
        write_judgments(judged.judgments, folder / "judgments.tsv")
        found.append(str(folder))
    return found


def data(folders: list[str]) -> list[str]:
    return [part for folder in folders for part in ("--data", folder)]


def test_parameters(folders: list[str], tmp_path: Path) -> None:
    saved = tmp_path / "mine.toml"
    done = run("tune", "meteor:stages=exact", *data(folders), "--save-metric", str(saved))
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.index("held out"), done.stdout.index("Values tuned on all language pairs")
    assert first < second, "the honest figure comes first"
    assert "alpha" in done.stdout
    system, reference = f"{folders[0]}/system.good.txt", f"{folders[0]}/reference.txt"
    scored = run("score", system, "-r", reference, "-m", str(saved), "-f", "json")
    assert scored.returncode == 0, scored.stderr
    (score,) = json.loads(scored.stdout)["systems"][0]["scores"]
    assert score["metric"] == str(saved)
    assert score["signature"].startswith("meteor:")


def test_learning(folders: list[str], tmp_path: Path) -> None:
    saved = tmp_path / "mine.toml"
    done = run(
        "tune", "--learn", "ridge", "-m", "chrf", "-m", "ter", *data(folders), "--save-metric", str(saved), "-f", "json"
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [each["group"] for each in found["held_out"]] == ["aa-en", "bb-en"]
    scored = run("score", f"{folders[0]}/system.good.txt", "-r", f"{folders[0]}/reference.txt", "-m", str(saved))
    assert scored.returncode == 0, scored.stderr
    assert "mine:references=best" in scored.stdout


def test_weights_of_fragments(tmp_path: Path) -> None:
    pytest.importorskip("spacy", reason="the extra 'syntax' is not installed")
    judgments, saved = samples.path("judgments.tsv"), tmp_path / "mine.toml"
    done = run("tune", "hwcm:length=2", "--fragments", "--data", str(judgments), "--save-metric", str(saved))
    assert done.returncode == 0, done.stderr
    assert done.stdout.index("none could be held out") < done.stdout.index("Weights learned from all language pairs")
    system, reference = (str(samples.path(name)) for name in ("system.literal.txt", "reference.A.txt"))
    scored = run("score", system, "-r", reference, "-m", str(saved), "-m", "hwcm:length=2")
    assert scored.returncode == 0, scored.stderr
    assert "|weights:mine sha256:" in scored.stdout


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        (["meteor"], "no judged translations are given"),
        (["DATA"], "Give SPEC, or --learn"),
        (["meteor", "--learn", "ridge", "DATA"], "Give SPEC, or --learn"),
        (["bleu", "DATA"], "'bleu' has nothing to tune"),
        (["--learn", "ridge", "DATA"], "no metrics and no features to combine"),
        (["--learn", "human-or-machine", "-m", "chrf", "DATA"], "one reference per segment"),
        (["meteor", "--language-pair", "xx-en", "DATA"], "no folder has the language pair 'xx-en'"),
        (["meteor", "--data", "/nowhere"], "/nowhere"),
        (["meteor", "--statistic", "magic", "DATA"], "magic"),
        (["meteor", "--seed", "-3", "DATA"], "the seed -3"),
        (["meteor", "--save-metric", "mine.txt", "DATA"], "ends in .toml"),
        (["meteor", "-m", "bleu", "DATA"], "are for combinations only"),
        (["meteor", "--fragments", "DATA"], "no fragments to weigh"),
        (["--learn", "ridge", "-m", "bleu", "--fragments", "DATA"], "--fragments needs a metric"),
        (["hwcm", "--penalty", "1", "DATA"], "--penalty and --least are for --fragments only"),
    ],
)
def test_bad_input_is_told_without_a_traceback(folders: list[str], rest: list[str], message: str) -> None:
    arguments = [part for each in rest for part in (data(folders) if each == "DATA" else [each])]
    done = run("tune", *arguments)
    assert done.returncode == 2, done.stdout
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("spec = 'bleu:order=x'", "is not a whole number"),
        ("spec = 'other.toml'", "does not describe a metric"),
        ("name = 'x'", "does not describe a metric"),
        ("[[", "is not valid TOML"),
        ("predictor = 3", "the model is of format unknown"),
    ],
)
def test_files_that_are_no_metric(folders: list[str], tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    done = run("score", f"{folders[0]}/system.good.txt", "-r", f"{folders[0]}/reference.txt", "-m", str(path))
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "odd.toml" in done.stderr
