"""``tertium correlate``, run as people run it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tertium import samples
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.tidy import write_judgments
from tests.cli.running import run
from tests.meta.judged import make_judged


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the outputs of six systems, a reference, judgments, and the scores of another metric."""
    folder = tmp_path_factory.mktemp("judged")
    judged = make_judged()
    for name, texts in judged.test_set.systems.items():
        (folder / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    (folder / "reference.txt").write_text("\n".join(judged.test_set.references.flat) + "\n", encoding="utf-8")
    write_judgments(judged.judgments, folder / "judgments.tsv")
    rows = [
        f"{system}\t{segment}\t{value:.3f}"
        for system, segment, value in zip(
            judged.judgments.system, judged.judgments.segment.tolist(), judged.judgments.value.tolist(), strict=True
        )
    ]
    (folder / "oracle.tsv").write_text("\n".join(["system\tsegment\toracle", *rows]) + "\n", encoding="utf-8")
    return folder


def arguments(files: Path, *rest: str) -> list[str]:
    names = ["best", "good", "fair", "poor", "bad", "worst"]
    outputs = [str(files / f"{name}.txt") for name in names]
    given = ["-r", str(files / "reference.txt"), "-j", str(files / "judgments.tsv"), "--resamples", "100"]
    return ["correlate", *outputs, *(part for name in names for part in ("-n", name)), *given, *rest]


def test_a_table_for_people(files: Path) -> None:
    done = run(*arguments(files, "-m", "bleu", "-m", "chrf"))
    assert done.returncode == 0, done.stderr
    assert "Pearson's r over all translations" in done.stdout
    assert "P-values of differences" in done.stdout
    assert "By length of the reference" in done.stdout
    assert "240 translations" in done.stdout


def test_lengths_say_which_statistic_they_are_of(files: Path) -> None:
    asked = ["-m", "chrf", "--level", "by-segment", "--statistic", "accuracy-calibrated", "--test", "none"]
    shown = run(*arguments(files, *asked)).stdout
    assert "By length of the reference, Pearson's r over all translations: " in shown
    assert "this is not the statistic asked for, which is pairwise accuracy with calibrated ties over" in shown
    (study,) = json.loads(run(*arguments(files, *asked, "-f", "json")).stdout)["studies"]
    assert {(band["statistic"], band["level"]) for band in study["lengths"]} == {("pearson", "pooled")}
    plain = run(*arguments(files, "-m", "chrf", "--statistic", "spearman", "--test", "none")).stdout
    assert "By length of the reference, Spearman's rho over all translations: " in plain
    assert "not the statistic asked for" not in plain


def test_few_translations_are_said_to_be_few(files: Path) -> None:
    some = files / "few.tsv"
    rows = [f"best\t{number}\tda\t{number % 4}" for number in range(1, 10)]
    for kept, is_few in ((rows[:3], True), (rows, True), ([*rows, "best\t10\tda\t0"], False)):
        some.write_text("\n".join(["system\tsegment\tkind\tvalue", *kept]) + "\n", encoding="utf-8")
        given = ["-m", "chrf", "-j", str(some), "--resamples", "50"]
        shown = run("correlate", str(files / "best.txt"), "-r", str(files / "reference.txt"), *given).stdout
        assert (f"few translations ({len(kept)}): too few to rely on the interval" in shown) == is_few


def test_data_for_programs(files: Path) -> None:
    done = run(*arguments(files, "-m", "bleu", "--scores", str(files / "oracle.tsv"), "-f", "json"))
    assert done.returncode == 0, done.stderr
    (study,) = json.loads(done.stdout)["studies"]
    by_metric = {figure["metric"]: figure for figure in study["figures"]}
    assert by_metric["oracle"]["value"] == pytest.approx(1, abs=1e-6)
    assert by_metric["oracle"]["rank"] == 1
    assert by_metric["bleu"]["rank"] == 2


@pytest.mark.parametrize("output_format", ["tsv", "md", "latex", "html"])
def test_every_format(files: Path, output_format: str) -> None:
    done = run(*arguments(files, "-m", "bleu", "-m", "ter", "--level", "system", "-f", output_format))
    assert done.returncode == 0, done.stderr
    assert "bleu" in done.stdout
    if output_format == "html":
        assert done.stdout.count("<svg") >= 4


def test_plots(files: Path, tmp_path: Path) -> None:
    done = run(*arguments(files, "-m", "bleu", "-m", "ter", "--plots", str(tmp_path / "plots")))
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "plots").iterdir()}
    assert {"scatter-bleu-judgments.svg", "by-length-judgments.svg", "heat-map-judgments.svg"} <= names


def test_save_and_run_again(files: Path, tmp_path: Path) -> None:
    saved, store = tmp_path / "mine.toml", tmp_path / "store"
    first = run(
        *arguments(
            files, "-m", "bleu", "-m", "chrf", "--level", "by-system", "--save-experiment", str(saved), "-f", "json"
        )
    )
    again = run(*arguments(files, "-e", str(saved), "--store", str(store), "-f", "json"))
    resumed = run(*arguments(files, "-e", str(saved), "--store", str(store), "-f", "json"))
    assert first.returncode == again.returncode == resumed.returncode == 0, again.stderr
    assert json.loads(first.stdout)["studies"] == json.loads(again.stdout)["studies"]
    assert again.stdout == resumed.stdout


def test_ready_experiments_are_listed_and_run(files: Path) -> None:
    listed = run("correlate", "--experiment", "list")
    assert "liu-gildea-table-6" in listed.stdout
    done = run(*arguments(files, "-e", "meteor-table-1"))
    assert done.returncode == 0, done.stderr
    assert "paper" in done.stdout
    assert "0.964" in done.stdout


def test_kinds(files: Path) -> None:
    kinds = ["--kind", "best=human", "--kind", "good=human", "--kind", "bad=machine", "--kind", "worst=machine"]
    done = run(*arguments(files, "-m", "bleu", "--level", "system", *kinds))
    assert done.returncode == 0, done.stderr
    assert "Within and across kinds" in done.stdout


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        (["-m", "blue"], "there is no metric 'blue'"),
        (["--judgment", "fluency"], "fluency"),
        (["--statistic", "soft-accuracy"], "not defined at the level 'pooled'"),
        (["--control", "length"], "has no control"),
        (["-e", "meteor-table-99"], "there is no experiment"),
        (["-e", "meteor-table-1", "-m", "bleu"], "its own metrics"),
        (["--kind", "best"], "SYSTEM=KIND"),
        (["--resamples", "3"], "resamples"),
        (["--data", "."], "Give --data, or HYP"),
        (["--scores", "absent.tsv"], "absent.tsv"),
        (["--plots", "/dev/null/x"], "cannot be made"),
    ],
)
def test_bad_input_is_told_without_a_traceback(files: Path, rest: list[str], message: str) -> None:
    done = run(*arguments(files, *rest))
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not done.stdout


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        (["--kind", "bets=neural"], "there is no system 'bets'"),
        (["--system", "nobody"], "there is no system 'nobody'"),
        (["--lower-is-better", "x"], "is for metrics of --scores"),
        (["--language-pair", "de-en"], "one language pair"),
        (["--plot-format", "gif"], "'gif' is not one of 'svg'"),
        (["--cutoff", "nan"], "outlier"),
        (["--statistic", "kendall-wmt", "--judgment", "da"], "needs rankings"),
        (["--statistic", "kendall-wmt", "-t", "permutation"], "no permutation test"),
    ],
)
def test_no_option_is_passed_over(files: Path, rest: list[str], message: str) -> None:
    done = run(*arguments(files, *rest))
    assert done.returncode == 2, done.stdout
    assert message in " ".join(done.stderr.split())


def test_figures_that_are_not_defined_are_null(files: Path, tmp_path: Path) -> None:
    """All judgments are the same, so nothing correlates with them: every format says so, and none breaks."""
    judged = make_judged()
    constant = tmp_path / "constant.tsv"
    write_judgments(judged.judgments.replace_values(np.ones(len(judged.judgments))), constant)
    given = arguments(files, "-m", "bleu", "-m", "chrf")
    given[given.index("-j") + 1] = str(constant)
    done = run(*given, "-f", "json")
    assert done.returncode == 0, done.stderr
    (study,) = json.loads(done.stdout)["studies"]
    assert [(each["value"], each["rank"], each["letters"]) for each in study["figures"]] == [(None, None, "")] * 2
    for output_format in ("text", "tsv", "md", "latex", "html"):
        shown = run(*given, "-f", output_format)
        assert shown.returncode == 0, shown.stderr
        assert not shown.stderr
    assert "nothing to correlate" in run(*given).stdout


def test_scores_from_elsewhere_join_a_ready_experiment(files: Path) -> None:
    done = run(*arguments(files, "-e", "meteor-table-1", "--scores", str(files / "oracle.tsv")))
    assert done.returncode == 0, done.stderr
    assert "oracle" in done.stdout


def test_an_experiment_remembers_its_data(tmp_path: Path) -> None:
    saved = tmp_path / "mine.toml"
    folder = str(samples.path("judgments.tsv").parent)
    first = run(
        "correlate", "--data", folder, "-m", "chrf", "--unescape", "--system", "neural", "--save-experiment", str(saved)
    )
    again = run("correlate", "-e", str(saved))
    assert first.returncode == again.returncode == 0, again.stderr
    assert first.stdout == again.stdout
    assert 'text = "plain"' in saved.read_text(encoding="utf-8")


def test_soft_accuracy_counts_systems_and_draws_segments(files: Path) -> None:
    done = run(*arguments(files, "-m", "bleu", "--statistic", "soft-accuracy", "--level", "system"))
    assert "6 systems" in done.stdout
    assert "by resampling segments" in done.stdout


def test_intervals_of_whole_systems_say_how_they_were_made(files: Path) -> None:
    done = run(*arguments(files, "-m", "bleu", "--level", "system"))
    assert "95% intervals of systems as a sample, by Fisher's z" in done.stdout
    assert "few systems (6)" in done.stdout
    done = run(*arguments(files, "-m", "bleu", "--level", "system", "--statistic", "kendall-b"))
    assert "by inversion of simulated samples (10,000), seed 12345" in done.stdout
    done = run(*arguments(files, "-m", "bleu", "--level", "system", "-f", "json"))
    assert '"fisher-z"' in done.stdout


def test_without_judgments(files: Path) -> None:
    done = run("correlate", str(files / "best.txt"), "-r", str(files / "reference.txt"))
    assert done.returncode == 2
    assert "--judgments" in done.stderr


def test_wmt12_as_published(data: Path) -> None:
    """Spearman's rho of BLEU with the share of rankings won: .671 and .811 (shared/data/README.md)."""
    done = run(
        "correlate",
        "--data",
        str(data / "wmt12-ranking"),
        "--level",
        "system",
        "--statistic",
        "spearman",
        "-m",
        "bleu",
        "-t",
        "none",
        "-f",
        "json",
    )
    values = {study["name"]: study["figures"][0]["value"] for study in json.loads(done.stdout)["studies"]}
    assert {name.split("/")[1]: round(value, 3) for name, value in values.items()} == {"de-en": 0.671, "fr-en": 0.811}


def test_sentence_bleu_as_published(data: Path) -> None:
    """WMT's sentBLEU on WMT17 (.4325 .3931 .5118) and WMT15 (.474 .528 .527 .534): shared/data/README.md."""
    spec = "bleu:smooth=add-one-all,tokenize=none"
    found = {}
    for folder in ("wmt17-toen", "wmt15-daseg"):
        done = run("correlate", "--data", str(data / folder), "-m", spec, "-t", "none", "-f", "json")
        found |= {study["name"]: study["figures"][0]["value"] for study in json.loads(done.stdout)["studies"]}
    expected = {"wmt17-toen/de-en": 0.4325, "wmt17-toen/lv-en": 0.3931, "wmt17-toen/zh-en": 0.5118}
    assert {name: round(found[name], 4) for name in expected} == expected
    expected = {"cs-en": 0.474, "de-en": 0.528, "fi-en": 0.527, "ru-en": 0.534}
    assert {pair: round(found[f"wmt15-daseg/{pair}"], 3) for pair in expected} == expected


def test_judgments_survive_their_file(files: Path) -> None:
    from tertium.meta.judgments.tidy import read_judgments

    found = read_judgments(files / "judgments.tsv")
    assert isinstance(found, Judgments)
    assert found == make_judged().judgments


def test_notes_say_what_was_judged_by_whom() -> None:
    done = run("correlate", "--data", str(samples.path("judgments.tsv").parent), "-m", "chrf", "--judgment", "adequacy")
    assert done.stdout.split("\n")[0].split("  ")[-1].strip() == "Pearson's r"
    assert "judgment: adequacy, by 2 annotators" in done.stdout.splitlines()
    assert "samples: 42 translations" in done.stdout.splitlines()
