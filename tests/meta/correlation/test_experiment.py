"""Experiments as values: saved, loaded, run, resumed, and run again with the same result."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import InputError, SpecError
from tertium.meta.correlation import judged_scores
from tertium.meta.correlation.experiment import Cell, Experiment, list_experiments, load_experiment, make_experiment
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.running import run_experiment
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.judgments import Judgments
from tertium.metrics.spec import parse
from tertium.types import References, TestSet
from tests.meta.judged import make_judged

QUICK = Question(level="system", resamples=100, test="permutation")


@pytest.mark.parametrize("name", list_experiments())
def test_ready_experiments_load_and_their_metrics_exist(name: str) -> None:
    experiment = load_experiment(name)
    assert experiment.name == name
    assert experiment.title
    assert experiment.source
    for metric in experiment.metrics:
        parse(metric)


def test_the_tables_of_the_papers_are_all_there() -> None:
    wanted = {f"meteor-table-{table}" for table in range(1, 9)} | {f"liu-gildea-table-{table}" for table in range(1, 7)}
    wanted |= {f"callison-burch-figure-{figure}" for figure in (2, 3, 4)}
    assert wanted | {"liu-gildea-fluency"} == set(list_experiments())


@pytest.mark.parametrize(
    ("name", "row", "column", "paper"),
    [
        ("meteor-table-1", "Recall", "", 0.941),
        ("meteor-table-5", "METEOR", "", 0.331),
        ("meteor-table-7", "Exact, WN-Stem", "", 0.312),
        ("liu-gildea-table-1", "3", "HWCM", 0.157),
        ("liu-gildea-table-6", "kernel", "DSTM", 0.875),
    ],
)
def test_figures_of_the_papers(name: str, row: str, column: str, paper: float) -> None:
    (cell,) = [cell for cell in load_experiment(name).cells if (cell.row, cell.column) == (row, column)]
    assert cell.paper == paper


def test_an_experiment_survives_its_file(tmp_path: Path) -> None:
    asked = Question(level="by-system", statistic="kendall-b", judgment="da", resamples=250, seed=7, cutoff=3.0)
    cells = [
        Cell(metric="bleu:lowercase", row="BLEU", column="words", paper=0.5),
        Cell(metric="chrf", row="chrF", column="characters", judgment="da"),
    ]
    experiment = Experiment(cells=cells, question=asked, name="mine", title='A "title"', pairs=("de-en",), text="plain")
    path = tmp_path / "mine.toml"
    path.write_text(experiment.to_toml(), encoding="utf-8")
    loaded = load_experiment(str(path))
    assert loaded.to_dict() == experiment.to_dict()
    assert loaded.question == asked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cell = 3", "not a list of tables"),
        ("[[cell]]\nrow = 'a'", "has no metric"),
        ("name = 'x'", "has no metric"),
        ("[[cell]]\nmetric = 'bleu'\n[question]\nlevl = 'system'", "a question has no setting 'levl'"),
        ("[[cell]]\nmetric = 'bleu'\n[question]\nlevel = 'galaxy'", "there is no level 'galaxy'"),
        ("[[cell]]\nmetric = 'bleu'\n[question]\nresamples = 'many'", "not of type int"),
        ("[[cell]]\nmetric = 'bleu'\n[question]\nresamples = true", "not of type int"),
        ("[[cell]]\nmetric = 'bleu'\npaper = 'high'", "not of type float"),
        ("[[cell]]\nmetric = 'bleu'\n[[cell]]\nmetric = 'bleu'", "two metrics for 'bleu'"),
        ("[[cell]]\nmetric = 'bleu'\n[question]\nstatistic = 'soft-accuracy'", "not defined at the level 'pooled'"),
        ("text = 'odd'\n[[cell]]\nmetric = 'bleu'", "there is no form of text 'odd'"),
        ("[[cell", "is not valid TOML"),
    ],
)
def test_bad_files_say_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_experiment(str(path))
    assert str(path) in str(caught.value)


def test_unknown_names_list_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="meteor-table-6"):
        load_experiment("meteor-table-9")
    with pytest.raises(InputError, match="no such file"):
        load_experiment(str(tmp_path / "absent.toml"))


def test_running_twice_gives_the_same() -> None:
    judged = [make_judged()]
    experiment = make_experiment(["bleu", "ter"], QUICK)
    first, second = (run_experiment(experiment, judged).to_dict() for _ in range(2))
    assert first == second


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second metric fails at first; then only it is scored."""
    judged = [make_judged()]
    experiment = make_experiment(["bleu", "ter"], QUICK)
    scored: list[list[str]] = []
    real = judged_scores.score_systems

    def fails_once(test_set: object, specs: list[str], **rest: object) -> object:
        scored.append(list(specs))
        if list(specs) == ["ter"] and len(scored) == 2:
            raise KeyboardInterrupt
        return real(test_set, specs, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(judged_scores, "score_systems", fails_once)
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, judged, store=tmp_path)
    outcome = run_experiment(experiment, judged, store=tmp_path)
    assert scored == [["bleu"], ["ter"], ["ter"]]
    again = run_experiment(experiment, judged, store=tmp_path)
    assert len(scored) == 3
    assert outcome.to_dict() == again.to_dict() == run_experiment(experiment, judged).to_dict()


def test_kept_scores_of_other_texts_are_not_taken(tmp_path: Path) -> None:
    experiment = make_experiment(["bleu"], QUICK)
    run_experiment(experiment, [make_judged(seed=1)], store=tmp_path)
    other = run_experiment(experiment, [make_judged(seed=5)], store=tmp_path)
    assert other.to_dict() == run_experiment(experiment, [make_judged(seed=5)]).to_dict()


def test_kept_scores_of_other_numbers_of_references_are_not_taken(tmp_path: Path) -> None:
    """The same texts, but the second reference belongs to another segment."""
    texts = ["a b c d e", "a b x y z", "c d e f g", "one two three four", "a b c"]
    judgments = Judgments(
        system=["s"] * 4, segment=np.arange(1, 5), annotator=[""] * 4, kind=["da"] * 4, value=np.array([1.0, 2, 3, 5])
    )
    experiment = make_experiment(["bleu"], Question(test="none"))
    for nested in (
        [[texts[0]], [texts[1], texts[2]], [texts[3]], [texts[4]]],
        [texts[:2], *[[text] for text in texts[2:]]],
    ):
        test_set = TestSet(
            systems={"s": ["a b c d", "c d e f", "one two", "a b c"]}, references=References.from_nested(nested)
        )
        judged = [JudgedSet(name="made", test_set=test_set, judgments=judgments)]
        kept = run_experiment(experiment, judged, store=tmp_path)
        assert kept.to_dict() == run_experiment(experiment, judged).to_dict()


def test_two_sets_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="two judged sets are called"):
        run_experiment(make_experiment(["bleu"], QUICK), [make_judged(seed=1), make_judged(seed=2)])


def test_damaged_scores_are_named(tmp_path: Path) -> None:
    experiment = make_experiment(["bleu"], QUICK)
    run_experiment(experiment, [make_judged()], store=tmp_path)
    (kept,) = tmp_path.glob("*.npy")
    kept.write_bytes(b"nothing")
    with pytest.raises(InputError, match="kept scores are damaged"):
        run_experiment(experiment, [make_judged()], store=tmp_path)


def test_cells_may_ask_of_different_judgments() -> None:
    judged = make_judged(kind="da")
    cells = [Cell(metric="bleu", row="raw"), Cell(metric="bleu", row="z", normalise="z")]
    outcome = run_experiment(Experiment(cells=cells, question=Question(resamples=100)), [judged])
    assert len(outcome.studies) == 2
    # One annotator: her scale makes no difference to a correlation.
    raw, normalised = (outcome.figure(cell, judged.name).value for cell in cells)
    assert normalised == pytest.approx(raw, abs=1e-12)


def test_means_are_over_sets() -> None:
    judged = [make_judged("a/x", seed=1), make_judged("b/y", seed=2)]
    outcome = run_experiment(make_experiment(["chrf"], Question(resamples=100)), judged)
    values = [outcome.figure(outcome.experiment.cells[0], name).value for name in ("a/x", "b/y")]
    assert outcome.mean(outcome.experiment.cells[0]) == pytest.approx(np.mean(values))
    assert outcome.by_cell().to_dict()["set"] == ["a/x", "b/y"]
