"""From the study of a test set to a document: the verdict first, then the figures that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tertium.frame import Frame
from tertium.report.blocks import Pictures, Table, Tables
from tertium.report.cells import Cell, Number
from tertium.report.document import Document
from tertium.report.drawings.forest import draw_forest
from tertium.report.metric_names import name_metric
from tertium.report.study.bucket_scores import MOST_BUCKETS, BucketScores
from tertium.report.study.test_set_study import TestSetStudy
from tertium.report.tables.comparison import difference_matrices
from tertium.report.tables.corpus_audit import by_score_table, freedom_table
from tertium.report.tables.correlation import figure_table
from tertium.report.tables.diff import ngram_tables
from tertium.report.tables.findings import describe_examinations
from tertium.report.tables.ranked_systems import ranking_table
from tertium.report.tables.score_frames import score_frame
from tertium.report.texts import make_plain, write_p
from tertium.results import TOO_FEW_SEGMENTS
from tertium.stats.resampling import ENOUGH_SEGMENTS

# More buckets than this do not fit as columns.
_FEW_BUCKETS = 8
# With more systems than these, columns for all of them do not fit a phone, or paper.
_FEW_SYSTEMS = 4
_MOST_SYSTEMS = 6
# Findings of a system that are listed; `tertium mtness` lists all.
_MOST_FINDINGS = 10

_TITLES = {
    "length": "By length of the reference, in words",
    "frequency": "By frequency of the reference's words",
    "document": "By document",
}


def describe_study(study: TestSetStudy, *, title: str = "", ngrams: int = 10) -> Document:
    """Return the report of a test set. As HTML it is a page with all segments, in other formats the tables.

    Args:
        study: What the report says.
        title: What the test set is called.
        ngrams: The maximum number of n-grams per table.
    """
    from tertium.report.pages.study_page import write_study_page

    heading = title or "Report of a test set"

    def make_frame() -> Frame:
        return study.comparison.by_test() if study.comparison.tests else score_frame(study.comparison.systems)

    return Document(
        title=heading,
        blocks=[
            Tables(lambda: [verdict_table(study)]),
            Pictures(lambda: map(draw_forest, study.verdict.rankings)),  # for notebooks
            Tables(lambda: _make_tables(study, ngrams)),
        ],
        make_frame=make_frame,
        make_data=study.to_dict,
        alone={"html": lambda: write_study_page(study, heading, ngrams)},
    )


def verdict_table(study: TestSetStudy) -> Table:
    """Return the sentences of the verdict, as notes of a table without cells."""
    return Table(columns=(), cells=[], title="Verdict", notes=study.verdict.sentences, signatures=study.signatures)


def _make_tables(study: TestSetStudy, ngrams: int) -> Iterator[Table]:
    yield ranking_table(study.verdict)
    yield from pair_tables(study)
    yield from bucket_tables(study)
    for contrast in study.contrasts[:1]:
        yield from ngram_tables(contrast, ngrams)
    yield from audit_tables(study)
    yield from correlation_tables(study)
    yield from mtness_tables(study)


def pair_tables(study: TestSetStudy) -> list[Table]:
    """Return one matrix of differences per metric, that of the verdict first; none of a single system."""
    if not study.comparison.tests:
        return []
    found = dict(zip(next(iter(study.comparison.systems.values())), difference_matrices(study.comparison), strict=True))
    stars = study.verdict.obstacle or "* p (Holm) < 0.05, ** p (Holm) < 0.01"
    notes = [f"row − column, the best system first; {stars}"]
    return [replace(found[spec], title=f"Differences by {name_metric(spec)}", notes=notes) for spec in study.specs]


def bucket_tables(study: TestSetStudy) -> list[Table]:
    """Return scores by bucket, breakdown by breakdown."""
    return [table for each in study.breakdowns for table in _bucket_tables(study, each)]


def _bucket_tables(study: TestSetStudy, found: BucketScores) -> list[Table]:
    """Return one row per bucket; one row per system, where many systems would make the table too wide for paper."""
    ranking = study.verdict.ranking
    form = f".{ranking.decimals}f"
    what = _TITLES.get(found.by, f"By {found.by}")
    title = f"{what} ({name_metric(ranking.metric)})"
    places, notes = _choose_buckets(found)
    if len(found.systems) <= _FEW_SYSTEMS or len(places) > _FEW_BUCKETS:
        return [_list_buckets(found, places, form, title, [*_explain_lead(found, places), *notes])]
    rows: list[Sequence[Cell]] = [
        [name or "hypotheses", *(Number(float(found.scores[at, column]), form) for at in places)]
        for column, name in enumerate(found.systems)
    ]
    columns = ["system", *(make_plain(found.names[at]) or "–" for at in places)]
    leading = [
        [make_plain(found.names[at]) or "–", Number(int(found.counts[at]), ","), *_write_lead(found, at, form)]
        for at in places
    ]
    lead = Table(
        columns=[found.by, "segments", "lead", "p (Holm)"],
        cells=leading,
        title=f"{what}: lead of {found.systems[0]} over {found.systems[1]} ({name_metric(ranking.metric)})",
        notes=[*_explain_lead(found, places), *notes],
    )
    return [Table(columns=columns, cells=rows, title=title, notes=notes), lead]


def _list_buckets(found: BucketScores, places: Sequence[int], form: str, title: str, notes: Sequence[str]) -> Table:
    shown = found.systems[:_MOST_SYSTEMS]
    if len(shown) < len(found.systems):
        notes = [*notes, f"the first {len(shown)} of {len(found.systems)} systems; json has all"]
    rows: list[Sequence[Cell]] = [
        [
            make_plain(found.names[at]) or "–",
            Number(int(found.counts[at]), ","),
            *_write_lead(found, at, form),
            *(Number(float(value), form) for value in found.scores[at, : len(shown)]),
        ]
        for at in places
    ]
    lead = ["lead", "p (Holm)"] if found.lead is not None else []
    columns = [found.by, "segments", *lead, *(name or "hypotheses" for name in shown)]
    return Table(columns=columns, cells=rows, title=title, notes=notes)


def _choose_buckets(found: BucketScores) -> tuple[list[int], list[str]]:
    """Return the buckets to show, and what is to be said of the others."""
    places = list(range(len(found.names)))
    if len(places) <= MOST_BUCKETS:
        return places, []
    largest = sorted(places, key=lambda place: -int(found.counts[place]))[:MOST_BUCKETS]
    return sorted(largest), [
        f"the {MOST_BUCKETS} largest of {len(found.names):,}; the others are not tested, and are in json"
    ]


def _explain_lead(found: BucketScores, places: Sequence[int]) -> list[str]:
    if found.lead is None:
        return []
    notes = [f"lead: {found.systems[0]} − {found.systems[1]}; * p (Holm) < 0.05, corrected for the tests of the table"]
    if any(found.counts[place] < ENOUGH_SEGMENTS for place in places):
        notes.append(f"{TOO_FEW_SEGMENTS}: below {ENOUGH_SEGMENTS}, not tested")
    return notes


def _write_lead(found: BucketScores, place: int, form: str) -> list[Cell]:
    if found.lead is None:
        return []
    bucket = found.lead.buckets[place]
    difference = f"{bucket.difference:+{form}}"
    if bucket.is_small:
        return [difference, bucket.reason]
    return [f"{difference} *" if bucket.better else difference, write_p(bucket.adjusted)]


def audit_tables(study: TestSetStudy) -> list[Table]:
    """Return the freedom that BLEU leaves; nothing if BLEU is not among the metrics."""
    if study.freedom is None:
        return []
    ranked = replace(study.freedom, systems={name: study.freedom.systems[name] for name in study.systems})
    return [freedom_table(ranked), by_score_table(ranked)]


def correlation_tables(study: TestSetStudy) -> list[Table]:
    """Return how far each metric agrees with the judgments; nothing if there are none."""
    return [] if study.outcome is None else [figure_table(study.outcome, "Correlation with human judgments")]


def mtness_tables(study: TestSetStudy) -> list[Table]:
    """Return rates and findings of machine-translationness; nothing without a corpus."""
    if not study.examinations:
        return []
    return describe_examinations(study.examinations, study.mtness, limit=_MOST_FINDINGS).tables
