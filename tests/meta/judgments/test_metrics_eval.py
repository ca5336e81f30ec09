"""Folders of mt-metrics-eval: the same figures as our own layouts and as the toolkit's definitions, and broken ones."""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import InputError, SpecError
from tertium.meta import correlate, read_judged, read_stored_scores
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.metrics import read_scores, score_systems
from tests.meta.judged import make_judged
from tests.meta.judgments.metrics_eval import NAMES, write_lines, write_pair, write_scores


@pytest.mark.parametrize(
    ("folder", "pairs", "questions"),
    [
        (
            "wmt17-toen",
            ["lv-en"],
            [
                {"level": "system"},
                {"level": "system", "statistic": "accuracy"},
                {"level": "pooled", "statistic": "kendall-b"},
                {"level": "by-system"},
            ],
        ),
        ("wmt21-toen", ["cs-en"], [{"level": "system"}, {"level": "system", "statistic": "spearman"}]),
    ],
)
def test_figures_are_those_of_our_own_layouts(
    made_data: Path, tmp_path: Path, folder: str, pairs: list[str], questions: list[dict[str, str]]
) -> None:
    ours = read_judged(made_data / folder, pairs=pairs, check_text=False)
    for judged in ours:
        write_pair(tmp_path / folder, judged)
    theirs = read_judged(tmp_path / folder, check_text=False)
    assert [judged.name for judged in theirs] == [judged.name for judged in ours]
    for question in questions:
        outcomes = [
            correlate(
                sets,
                ["bleu", "chrf"],
                judgment=kind,
                resamples=100,
                store=tmp_path / "kept",  # by a digest of the texts, which have to be the same
                **question,  # type: ignore[arg-type]
            )
            for sets, kind in ((ours, "da-z"), (theirs, NAMES["da-z"]))
        ]
        figures = [[study.figures for study in outcome.studies] for outcome in outcomes]
        assert figures[0] == figures[1]
        p_values = [[study.p_values for study in outcome.studies] for outcome in outcomes]
        np.testing.assert_array_equal(p_values[0], p_values[1])


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder with human scores of every sort, ready metrics, and a reference that was judged like a system."""
    judged = make_judged("made/xx-en", segments=12)
    folder = tmp_path / "wmt99"
    write_pair(folder, judged)
    references = [judged.test_set.references.of(at)[0] for at in range(12)]
    write_lines(folder / "references" / "xx-en.refB.txt", [f"so {text}" for text in references])
    write_lines(folder / "system-outputs" / "xx-en" / "refB.txt", [f"so {text}" for text in references])
    human = dict(zip(judged.systems, judged.segment_scores().tolist(), strict=True))
    human["refB"] = [float("nan")] + [90.0] * 11
    human["best"][3] = float("nan")
    write_scores(folder / "human-scores" / "xx-en.wmt-raw.seg.score", human)
    write_scores(
        folder / "human-scores" / "xx-en.wmt-raw.sys.score", {name: [np.nanmean(v)] for name, v in human.items()}
    )
    mqm = {name: [-float(at % 3) for at in range(12)] for name in human}
    write_scores(folder / "human-scores" / "xx-en.mqm.seg.score", mqm)
    lengths = {name: [float(len(text)) for text in texts] for name, texts in judged.test_set.systems.items()}
    write_scores(folder / "metric-scores" / "xx-en" / "Length-src.seg.score", {**lengths, "refB": [1.0] * 12})
    write_scores(
        folder / "metric-scores" / "xx-en" / "Length-src.sys.score", {name: [sum(v)] for name, v in lengths.items()}
    )
    write_scores(folder / "metric-scores" / "xx-en" / "Other-refB.seg.score", lengths)
    return folder


def read_made(folder: Path, **options: object) -> JudgedSet:
    (judged,) = read_judged(folder, check_text=False, **options)  # type: ignore[arg-type]
    return judged


def test_human_scores_are_kinds_of_judgments(made: Path) -> None:
    judged = read_made(made, references=["refA"])
    assert (judged.name, judged.language) == ("wmt99/xx-en", "en")
    assert judged.judgments.kinds == ["mqm", "wmt-raw"]
    assert judged.judgments.find_kind() == "mqm"
    scores = judged.segment_scores("wmt-raw")
    assert np.isnan(scores[judged.systems.index("best"), 3])
    assert judged.segment_scores("mqm")[0, :3].tolist() == [0.0, -1.0, -2.0]
    assert judged.system_scores("mqm") == pytest.approx(-1.0)
    assert judged.test_set.documents == ["doc1"] * 12
    assert judged.test_set.sources is None  # they are not needed


def test_people_take_part_only_if_asked_and_never_as_their_own_reference(made: Path) -> None:
    both, plain = read_made(made), read_made(made, references=["refA"])
    human = read_made(made, references=["refA"], include_human=True)
    assert "refB" not in both.systems
    assert set(both.test_set.references.counts.tolist()) == {2}
    assert "refB" not in plain.systems
    assert set(human.systems) == {*plain.systems, "refB"}
    assert human.test_set.kinds == {"refB": "human"}
    assert "refB" not in read_made(made, references=["refB"], include_human=True).systems
    assert any("used as references: refB" in note for note in both.notes)
    assert any("translated by people: refB" in note for note in plain.notes)


def test_ready_metrics_are_compared_with_ours(made: Path) -> None:
    judged = read_made(made, references=["refA"])
    assert judged.stored is not None
    assert list(judged.stored.usual) == ["Length-src"]  # the other one needs refB
    stored = read_stored_scores(judged)
    files = sorted((made / "metric-scores" / "xx-en").glob("Length-src.*.score"))
    without_people = [path for path in files if ".sys." in path.name]
    assert (
        stored.systems["Length-src"].tolist()
        == read_scores(without_people, judged.test_set).systems["Length-src"].tolist()
    )
    assert stored.segments["Length-src"].shape == (6, 12)
    assert read_stored_scores(judged, ["Other-refB"], lower=["Other-refB"]).higher_is_better == {"Other-refB": False}
    outcome = correlate(
        judged, ["bleu"], external={judged.name: stored}, level="system", judgment="wmt-raw", test="none"
    )
    figures = {figure.metric: figure.value for figure in outcome.studies[0].figures}
    human = judged.system_scores("wmt-raw")
    assert figures["Length-src"] == pytest.approx(np.corrcoef(stored.systems["Length-src"], human)[0, 1], abs=1e-12)
    assert set(figures) == {"bleu", "Length-src"}
    with pytest.raises(InputError, match="no scores of the metric 'Nothing-refA'"):
        read_stored_scores(judged, ["Nothing-refA"])


def test_our_scores_in_their_files_give_our_figures(made: Path) -> None:
    judged = read_made(made, references=["refA"])
    found = {name: each["chrf"] for name, each in score_systems(judged.test_set, ["chrf"]).items()}
    folder = made / "metric-scores" / "xx-en"
    write_scores(folder / "chrF-refA.seg.score", {name: each.segments.tolist() for name, each in found.items()})
    write_scores(folder / "chrF-refA.sys.score", {name: [each.value] for name, each in found.items()})
    judged = read_made(made, references=["refA"])
    for level in ("system", "pooled", "by-segment"):
        outcome = correlate(
            judged,
            ["chrf"],
            external={judged.name: read_stored_scores(judged, ["chrF-refA"])},
            level=level,
            judgment="wmt-raw",
            test="none",
        )
        ours, theirs = outcome.studies[0].figures
        assert (ours.metric, theirs.metric) == ("chrf", "chrF-refA")
        assert theirs.value == ours.value


def agreement(human: np.ndarray, metric: np.ndarray) -> float:
    """Pairwise accuracy, as mt-metrics-eval counts it: two signs are the same, ties included."""
    same = [
        np.sign(human[a] - human[b]) == np.sign(metric[a] - metric[b]) for a, b in combinations(range(len(human)), 2)
    ]
    return float(np.mean(same))


def calibrated(human: np.ndarray, metric: np.ndarray) -> float:
    """KendallWithTiesOpt, acc23, by item, all pairs sampled: the tie threshold with the highest mean accuracy."""
    groups = [(g[~np.isnan(g)], m[~np.isnan(g)]) for g, m in zip(human.T, metric.T, strict=True)]
    groups = [(g, m) for g, m in groups if len(g) > 1]
    thresholds = {0.0, *(abs(m[a] - m[b]) for g, m in groups for a, b in combinations(range(len(g)), 2))}

    def at(threshold: float) -> float:
        shares = []
        for g, m in groups:
            right = [
                (g[a] == g[b]) if abs(m[a] - m[b]) <= threshold else np.sign(g[a] - g[b]) == np.sign(m[a] - m[b])
                for a, b in combinations(range(len(g)), 2)
            ]
            shares.append(np.mean(right))
        return float(np.mean(shares))

    return max(map(at, thresholds))


def test_figures_follow_the_definitions_of_the_toolkit(made: Path) -> None:
    judged = read_made(made, references=["refA"])
    stored = read_stored_scores(judged)
    metric_systems, metric_segments = stored.systems["Length-src"], stored.segments["Length-src"]

    def measure(level: str, statistic: str) -> float:
        outcome = correlate(
            judged,
            [],
            external={judged.name: stored},
            level=level,
            statistic=statistic,
            judgment="wmt-raw",
            test="none",
        )
        return outcome.studies[0].figures[0].value

    human = judged.system_scores("wmt-raw")
    centred = (human - human.mean(), metric_systems - metric_systems.mean())
    pearson = (centred[0] * centred[1]).sum() / np.sqrt((centred[0] ** 2).sum() * (centred[1] ** 2).sum())
    assert measure("system", "pearson") == pytest.approx(pearson, abs=1e-12)
    assert measure("system", "accuracy") == pytest.approx(agreement(human, metric_systems), abs=1e-12)
    by_segment = calibrated(judged.segment_scores("wmt-raw"), metric_segments)
    assert measure("by-segment", "accuracy-calibrated") == pytest.approx(by_segment, abs=1e-12)


SYSTEMS = "xx-en.wmt-raw.sys.score"
SEGMENTS = "xx-en.wmt-raw.seg.score"


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "message"),
    [
        (f"human-scores/{SEGMENTS}", "best\t", "besst\t", 1, "there is no system 'besst'"),
        (f"human-scores/{SEGMENTS}", "None", "many", 4, "the score is 'many', not a finite number"),
        (f"human-scores/{SEGMENTS}", "None", "inf", 4, "the score is 'inf', not a finite number"),
        (f"human-scores/{SEGMENTS}", "None", "1_0", 4, "the score is '1_0', not a finite number"),
        (f"human-scores/{SEGMENTS}", "best\tNone\n", "", 11, "'best' has 11 scores, of which this is the last"),
        (f"human-scores/{SEGMENTS}", "None\n", "None\nbest\t1\n", 13, "this is score 13 of 'best', but there are 12"),
        (f"human-scores/{SEGMENTS}", "best\tNone", "system score value", 4, "the line has 3 cells"),
        (f"human-scores/{SYSTEMS}", "good\t", "best\t", 2, "this is score 2 of 'best'"),
        ("human-scores/xx-en.mqm.seg.score", "-1.0", "1.0", 2, "the score of MQM is 1, above 0"),
        ("metric-scores/xx-en/Length-src.seg.score", "best\t", "besst\t", 1, "there is no system 'besst'"),
        ("documents/xx-en.docs", "news\tdoc1\n", "", 12, "there are 11 lines, but xx-en.refA.txt has 12"),
    ],
)
def test_broken_files_are_named(made: Path, file: str, old: str, new: str, line: int, message: str) -> None:
    path = made / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_stored_scores(read_made(made))
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert message in caught.value.message
    assert caught.value.remedy


def test_options_that_have_no_effect_are_refused(made: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no reference 'refZ'"):
        read_made(made, references=["refZ"])
    with pytest.raises(SpecError, match="weights has no effect"):
        read_made(made, weights="minor=2")
    with pytest.raises(InputError, match="there is no language pair 'de-en'"):
        read_made(made, pairs=["de-en"])
    with pytest.raises(InputError, match="several test sets of mt-metrics-eval") as caught:
        read_made(tmp_path)
    assert str(made) in str(caught.value.remedy)
    for path in (made / "human-scores").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="no human scores"):
        read_made(made)
    (made / "references").rename(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="there is no folder references/, which test sets of mt-metrics-eval have"):
        read_made(made)


def test_ratings_become_spans(made: Path) -> None:
    rating = (
        '{"errors": [{"start": 0, "end": 3, "category": "Accuracy", "severity": "major", "is_source_error": true}]}'
    )
    lines = [f"{name}\tNone" for name in ("best", "good", "refB") for _ in range(11)]
    write_lines(
        made / "human-scores" / "xx-en.mqm.seg.rating",
        [*lines, f"best\t{rating}\trater1", "good\tNone", f"refB\t{rating}\trater1"],
    )
    spans = read_made(made).judgments.spans
    assert spans is not None
    assert spans.to_dict() == {
        "system": ["best"],
        "segment": [12],
        "annotator": ["rater1"],
        "side": ["source"],
        "start": [0],
        "stop": [3],
        "severity": ["major"],
        "category": ["Accuracy"],
    }
    path = made / "human-scores" / "xx-en.mqm.seg.rating"
    path.write_text(path.read_text(encoding="utf-8").replace('"start": 0', '"start": "x"', 1), encoding="utf-8")
    with pytest.raises(InputError, match="this is not a rating"):
        read_made(made)


@pytest.mark.posix
@pytest.mark.parametrize("place", ["sources/en-de.txt", "human-scores/en-de.mqm.seg.score"])
def test_a_pipe_in_the_folder_is_refused_since_reading_it_would_never_end(made: Path, place: str) -> None:
    path = made / place
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    with pytest.raises(InputError, match="a pipe, a socket or a device"):
        read_judged(made)
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(InputError, match="a pipe, a socket or a device"):
        read_judged(made)
