"""Partial correlation in studies and experiments: lengths are held constant, and what cannot be held is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from tertium.errors import SpecError
from tertium.meta.correlation.controls import measure_controls
from tertium.meta.correlation.experiment import Cell, Experiment, load_experiment
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.running import correlate, run_experiment
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics.score_files.external_scores import ExternalScores
from tertium.report import describe_outcome, render
from tertium.stats.few_points import interval_of_few
from tertium.stats.williams import williams_p
from tertium.types import References, TestSet
from tests.meta.judged import make_judged

COUNT = 100


@pytest.fixture(scope="module")
def judged() -> JudgedSet:
    return make_judged()


def hold(x: np.ndarray, y: np.ndarray, *controls: np.ndarray) -> float:
    """By residuals, from scipy."""
    design = np.column_stack([np.ones(len(x)), *controls])
    left = [each - design @ np.linalg.lstsq(design, each, rcond=None)[0] for each in (x, y)]
    return float(stats.pearsonr(*left).statistic)


def words(judged: JudgedSet) -> np.ndarray:
    return np.array([[len(text.split()) for text in texts] for texts in judged.test_set.systems.values()], dtype=float)


def external(judged: JudgedSet, **segments: np.ndarray) -> dict[str, ExternalScores]:
    return {judged.name: ExternalScores(segments, {}, dict.fromkeys(segments, True))}


def mix(judged: JudgedSet, seed: int = 1) -> np.ndarray:
    """A metric that sees quality, length and noise."""
    noise = np.random.default_rng(seed).normal(0, 15, words(judged).shape)
    found: np.ndarray = judged.segment_scores() - 3 * words(judged) + noise
    return found


@pytest.mark.parametrize(
    ("control", "held"),
    [
        ("", lambda w: [np.log(w + 1)]),
        ("length", lambda w: [w]),
        ("log-length+length", lambda w: [np.log(w + 1), w]),
    ],
)
def test_pooled_and_by_system_equal_residuals(judged: JudgedSet, control: str, held: object) -> None:
    metric, human, length = mix(judged), judged.segment_scores(), words(judged)
    asked = {"statistic": "partial-pearson", "control": control, "resamples": COUNT}
    (study,) = correlate(judged, [], external=external(judged, mix=metric), **asked).studies  # type: ignore[arg-type]
    expected = hold(metric.ravel(), human.ravel(), *held(length.ravel()))  # type: ignore[operator]
    assert study.figures[0].value == pytest.approx(expected, abs=1e-12)
    interval = study.figures[0].interval
    assert interval is not None
    assert interval.low < expected < interval.high
    assert study.between[0, 1] == pytest.approx(expected, abs=1e-12)
    (study,) = correlate(judged, [], external=external(judged, mix=metric), level="by-system", **asked).studies  # type: ignore[arg-type]
    each = [hold(*row, *held(row_length)) for *row, row_length in zip(metric, human, length, strict=True)]  # type: ignore[operator]
    assert study.figures[0].value == pytest.approx(np.mean(each), abs=1e-12)
    assert list(study.figures[0].by_system.values()) == pytest.approx(each, abs=1e-12)


def test_ranks_are_held_as_ranks(judged: JudgedSet) -> None:
    metric = mix(judged)
    (study,) = correlate(
        judged, [], external=external(judged, mix=metric), statistic="partial-spearman", resamples=COUNT
    ).studies
    ranked = [stats.rankdata(each) for each in (metric, judged.segment_scores(), words(judged))]
    assert study.figures[0].value == pytest.approx(hold(*ranked), abs=1e-12)


def test_whole_systems(judged: JudgedSet) -> None:
    rng = np.random.default_rng(5)
    human = judged.system_scores()
    # Systems of different length: their last words are left out.
    texts = {
        name: [" ".join(text.split()[: 4 + place]) for text in outputs]
        for place, (name, outputs) in enumerate(judged.test_set.systems.items())
    }
    cut = replace(judged, test_set=replace(judged.test_set, systems=texts))
    scores = {name: human + rng.normal(0, 5, (2, 6))[at] for at, name in enumerate(("one", "two"))}
    others = {cut.name: ExternalScores({}, scores, {"one": True, "two": True})}
    (study,) = correlate(cut, [], external=others, level="system", statistic="partial-pearson").studies
    length = np.log1p(words(cut).mean(axis=1))
    expected = [hold(each, human, length) for each in scores.values()]
    assert [figure.value for figure in study.figures] == pytest.approx(expected, abs=1e-12)
    fisher = interval_of_few(expected[0], 5, "pearson")
    interval = study.figures[0].interval
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((fisher.low, fisher.high))
    assert study.p_values is not None
    together = hold(scores["one"], scores["two"], length)
    assert study.p_values[0, 1] == pytest.approx(williams_p(expected[0], expected[1], together, 5))
    without = hold(*(np.delete(each, 2) for each in (scores["one"], human, length)))
    assert study.figures[0].influence["fair"] == pytest.approx(expected[0] - without)


def test_agreement_by_length_alone_is_not_significant(judged: JudgedSet) -> None:
    """People prefer short translations, and so does a metric that sees nothing else; another sees quality."""
    length, noise = words(judged), np.random.default_rng(2).normal(0, 5, (3, *words(judged).shape))
    human = replace(judged.judgments, value=(judged.segment_scores() - 9 * length).ravel())
    short = replace(judged, judgments=human)
    scores = external(short, brevity=noise[0] - 9 * length, seer=judged.segment_scores() + noise[1])
    plain, held = (
        correlate(short, [], external=scores, statistic=name, control=control, resamples=COUNT).studies[0]
        for name, control in (("pearson", ""), ("partial-pearson", "length"))
    )
    assert plain.figure("brevity").value > 0.8 > plain.figure("seer").value
    assert abs(held.figure("brevity").value) < 0.15
    assert held.figure("seer").value > 0.8
    assert held.adjusted is not None
    assert held.adjusted[0, 1] < 0.05


def test_controls_of_translations_and_of_systems() -> None:
    made = make_judged(segments=2)
    references = References.from_nested([["a b", "a b c d"], ["a b c"]])
    texts = {"best": ["x yz", "x x x x"], "good": ["one", ""]}
    small = replace(
        made,
        test_set=TestSet(systems=texts, references=references),
        judgments=made.judgments.select(np.array([name in texts for name in made.judgments.system])),
    )

    def measure(name: str, *, whole: bool) -> list[list[float]]:
        (found,) = measure_controls(small, name, whole=whole)
        rows: list[list[float]] = found.tolist()
        return rows

    assert measure("length", whole=False) == [[2, 4], [1, 0]]
    assert measure("length", whole=True) == [[3], [0.5]]
    assert measure("reference-length", whole=False) == [[3, 3], [3, 3]]
    assert measure("length-ratio", whole=True) == [[1], [pytest.approx(1 / 6)]]
    assert measure("log-characters", whole=False)[1] == [pytest.approx(np.log(4)), 0]
    assert measure("log-reference-length", whole=False)[0] == pytest.approx([np.log(4)] * 2)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"statistic": "pearson", "control": "length"}, "has no control"),
        ({"statistic": "partial-pearson", "control": "lenght"}, "Did you mean 'length'"),
        ({"statistic": "partial-pearson", "control": "length+length"}, "given twice"),
        ({"statistic": "partial-kendall"}, "there is no statistic 'partial-kendall'"),
        ({"statistic": "partial-pearson", "test": "permutation"}, "Use the test bootstrap or williams"),
        ({"statistic": "partial-pearson", "level": "system", "test": "bootstrap"}, "Use the test williams"),
        ({"statistic": "partial-pearson", "exchange": "systems"}, "not drawn by systems"),
        ({"statistic": "partial-pearson", "level": "system", "exchange": "segments"}, "not drawn by segments"),
        (
            {"statistic": "partial-pearson", "level": "system", "control": "log-reference-length"},
            "the same for all systems",
        ),
    ],
)
def test_what_cannot_be_asked(settings: dict[str, str], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Question(**settings)  # type: ignore[arg-type]


def test_controls_that_hold_nothing_are_told(judged: JudgedSet) -> None:
    def notes(change: object) -> str:
        texts = {name: [change(text) for text in outputs] for name, outputs in judged.test_set.systems.items()}  # type: ignore[operator]
        odd = replace(judged, test_set=replace(judged.test_set, systems=texts))
        asked = {"statistic": "partial-pearson", "test": "none"}
        return " ".join(correlate(odd, ["chrf"], **asked).studies[0].notes)  # type: ignore[arg-type]

    assert "log-length is the same for all translations" in notes(lambda text: "one two")
    joined = notes(lambda text: text if text.count(" ") > 15 else text.replace(" ", ""))
    assert "one word by white space" in joined
    assert not notes(lambda text: text)


def test_a_cell_may_hold_length(judged: JudgedSet, tmp_path: Path) -> None:
    cells = [
        Cell(metric="chrf", row="chrF", column="plain", paper=0.5),
        Cell(metric="chrf", row="chrF", column="held", control="log-length"),
    ]
    experiment = Experiment(cells=cells, question=Question(test="none"))
    path = tmp_path / "held.toml"
    path.write_text(experiment.to_toml(), encoding="utf-8")
    outcome = run_experiment(load_experiment(str(path)), [judged])
    (held,) = correlate(judged, ["chrf"], statistic="partial-pearson", test="none").studies
    assert outcome.mean(cells[1]) == held.figures[0].value != outcome.mean(cells[0])
    text = render(describe_outcome(outcome), "text")
    assert text.splitlines()[0].split() == ["plain", "paper", "held"]
    assert "held: partial Pearson's r given log-length over all translations" in text
    ranks = replace(experiment, question=Question(statistic="spearman"))
    assert ranks.question_of(cells[1]).statistic == "partial-spearman"
    with pytest.raises(SpecError, match="no partial kendall-b"):
        replace(experiment, question=Question(statistic="kendall-b")).question_of(cells[1])


def test_liu_and_gildea_are_asked_within_systems_with_and_without_length() -> None:
    for table in range(1, 6):
        experiment = load_experiment(f"liu-gildea-table-{table}")
        assert experiment.question.level == "by-system"
        assert {cell.column for cell in experiment.cells if cell.control} == {
            f"{cell.column}|length" for cell in experiment.cells if not cell.control
        }
        by_row = {(cell.row, cell.column): cell.metric for cell in experiment.cells}
        assert "effective" not in by_row["4", "HWCM"]
        assert by_row["4, all sizes", "HWCM"] == f"{by_row['4', 'HWCM']},effective=no"
