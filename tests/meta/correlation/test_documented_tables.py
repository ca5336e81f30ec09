"""Experiments on real data give the tables of docs/explanation/experiments.md."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tertium.meta.correlation.experiment import load_experiment
from tertium.meta.correlation.question import Question
from tertium.meta.correlation.running import run_experiment
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts import read_judged

PAGE = (Path(__file__).parents[3] / "docs" / "explanation" / "experiments.md").read_text(encoding="utf-8")


def read_rows(heading: str) -> dict[str, list[str]]:
    """The rows of all tables of a section, by their first cells; numbers as they are written."""
    section = PAGE.partition(f"\n## {heading}")[2].partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", section, re.M)]
    return {row[0].replace("*", ""): row[1:] for row in cells}


def shown(value: float, decimals: int = 3) -> str:
    return f"{value:.{decimals}f}".removeprefix("0")


@pytest.fixture(scope="module")
def ranked(data: Path) -> JudgedSet:
    (judged,) = read_judged(data / "wmt12-ranking", pairs=["de-en"])
    return judged


def test_table_8_of_meteor(data: Path) -> None:
    outcome = run_experiment(
        load_experiment("meteor-table-8"), read_judged(data / "believability-ad-fl", unescape=True)
    )
    rows = read_rows("METEOR, table 8")
    for cell, name in zip(outcome.experiment.cells, ("raw", "normalised"), strict=True):
        figures = [outcome.figure(cell, each).value for each in outcome.sets]
        assert [*map(shown, figures), shown(outcome.mean(cell))] == rows[name][:4]


@pytest.mark.parametrize("system", ["onlineD", "onlineF"])
def test_figure_2_of_callison_burch(system: str, ranked: JudgedSet) -> None:
    command = next(line for line in PAGE.splitlines() if line.startswith("nine="))
    nine = re.findall(r"--system ([^ \"]+)", command)
    found = load_experiment("callison-burch-figure-2")
    experiment = replace(found, question=Question(**{**vars(found.question), "judgment": "rank"}))
    (figure,) = run_experiment(experiment, [ranked.restrict([*nine, system])]).studies[0].figures
    assert figure.without_stray is not None
    row = read_rows("Callison-Burch, figures 2 and 3")[f"the nine and {system}, rankings"]
    assert row == [*figure.stray, shown(figure.value**2, 2), shown(figure.without_stray**2, 2)]


def test_figure_4_of_callison_burch(ranked: JudgedSet) -> None:
    kinds = {name: "online" if name.startswith("online") else "research" for name in ranked.systems}
    judged = replace(ranked, test_set=replace(ranked.test_set, kinds=kinds))
    study = run_experiment(load_experiment("callison-burch-figure-4"), [judged]).studies[0]
    rows = read_rows("Callison-Burch, figure 4")
    # The rows of fr-en have the same names, and come last.
    of_german = PAGE.partition("\n## Callison-Burch, figure 4")[2].partition("| **fr-en**")[0]
    for place, metric in enumerate(("bleu", "meteor", "chrf")):
        assert rows["de-en, r over all 16 systems"][place] == shown(study.figure(metric).value)
        by_kind = {each.kind: each for each in study.kinds if each.metric == metric}
        within = f"{shown(by_kind['online'].value)}, {shown(by_kind['research'].value)}"
        pairs = f"{100 * by_kind[''].within:.0f} %, {100 * by_kind[''].across:.0f} %"
        assert within in of_german
        assert pairs in of_german
        assert f" {shown(by_kind['online'].offset, 2)} |" in of_german


def test_fluency_with_and_without_length(data: Path) -> None:
    """The rows of Liu and Gildea's section that need no parser: plain, and with length held constant."""
    found = load_experiment("liu-gildea-fluency")
    cells = [cell for cell in found.cells if cell.metric.startswith(("unigram", "bleu"))]
    sets = read_judged(data / "believability-ad-fl", unescape=True)
    for table, statistic in enumerate(("pearson", "partial-pearson")):
        asked = Question(**{**vars(found.question), "statistic": statistic, "test": "none"})
        outcome = run_experiment(replace(found, cells=cells, question=asked), sets)
        for cell in cells:
            line = re.findall(rf"^\| {cell.row} \|(.*)\|$", PAGE, re.M)[table]
            *figures, mean = (part.split()[0].strip("*") for part in line.split("|"))
            assert figures == [shown(outcome.figure(cell, each).value) for each in outcome.sets]
            assert mean == shown(outcome.mean(cell))
