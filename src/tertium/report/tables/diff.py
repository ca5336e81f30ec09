"""From a diff to a document: scores by bucket, words, n-grams, and the segments that differ most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from tertium.contrast.breakdown import NOT_TESTED, Breakdown, Bucket
from tertium.contrast.distribution import Distribution
from tertium.contrast.ngrams import NgramTests
from tertium.contrast.result import Diff
from tertium.contrast.system_diff import MOST_TESTS
from tertium.contrast.word_accuracy import WordAccuracy
from tertium.frame import Frame
from tertium.registry import DIFF_PARTS
from tertium.report.blocks import Block, PageSections, Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.pages.diff_segments import show_segments
from tertium.report.study.pair_contrast import PairContrast
from tertium.report.tables.marked_words import write_marked
from tertium.report.tables.scores import write_heading
from tertium.report.texts import make_plain, name_method, state_p, write_better, write_p
from tertium.results import TOO_FEW_SEGMENTS
from tertium.stats.resampling import ENOUGH_SEGMENTS

# More buckets than this, such as documents, are not for reading one by one.
_MOST_BUCKETS = 20

_TITLES = {
    "length": "By length of the reference, in words",
    "frequency": "By frequency of the reference's words",
    "difficulty": "By difficulty: mean score of both systems",
    "document": "By document",
}
_WORD_TITLES = {
    "frequency": "Words by frequency",
    "function": "Function words and content words",
    "form": "Words by form",
}
_DISTRIBUTIONS = {
    "score": "Segments by score",
    "length difference": "Segments by words of the output less words of the reference",
}
_KINDS = {"right": "N-grams right in more segments", "unmatched": "N-grams without a match in more segments"}
_FRAMES: dict[str, Callable[[Diff], Frame]] = {
    "buckets": Diff.by_bucket,
    "words": Diff.by_word_group,
    "ngrams": Diff.by_ngram,
    "segments": Diff.by_segment,
}


_BETTER = "significantly better than the other system"


def describe_diff(diff: Diff, parts: Sequence[str] = DIFF_PARTS, *, top: int = 10) -> Document:
    """Return where two systems differ.

    Args:
        diff: Where they differ.
        parts: What to show, from ``registry.DIFF_PARTS``; the frame is that of the first.
        top: Maximum number of n-grams per table.
    """
    blocks: list[Block] = [Tables(lambda: [summary_table(diff)])]
    if "buckets" in parts:
        blocks.append(Tables(lambda: [*map(_bind(diff, bucket_table), diff.breakdowns)]))
        blocks.append(Tables(lambda: [*map(_bind(diff, distribution_table), diff.distributions)]))
    if "words" in parts:
        blocks.append(Tables(lambda: [*map(_bind(diff, word_table), diff.words)]))
    if "ngrams" in parts:
        blocks.append(Tables(lambda: ngram_tables(diff, top)))
    if "segments" in parts:
        blocks.append(Tables(lambda: [segment_table(diff)], in_pages=False))
        blocks.append(PageSections(lambda: show_segments(diff)))
    return Document(
        title=f"Differences of {diff.names[0]} and {diff.names[1]}",
        blocks=blocks,
        make_frame=lambda: _FRAMES[parts[0]](diff),
        make_data=diff.to_dict,
    )


def _bind(diff: Diff, make: Callable[[Diff, Any], Table]) -> Callable[[Any], Table]:
    return lambda each: make(diff, each)


def summary_table(diff: Diff) -> Table:
    """Return both scores, their difference and its significance."""
    score = diff.scores[diff.names[0]]
    form, total = f".{score.decimals}f", diff.total
    rows: list[Sequence[Cell]] = [
        [name, Number(total.scores[place], form, best=total.better == name), Number(total.ahead[place], ",")]
        for place, name in enumerate(diff.names)
    ]
    equal = total.count - sum(total.ahead)
    difference = f"{diff.names[1]} − {diff.names[0]} = {total.difference:+{form}}"
    said = f"{total.better} is better" if total.better else total.reason
    if total.is_small:
        said = f"{said} to rely on p"
    verdict = f"{difference} {Range(total.low, total.high, f'+{form}')}, {state_p(total.p_value)}: {said}"
    notes = [
        verdict,
        f"better in: number of segments; both are equal in {equal:,} of {total.count:,}",
        f"diff: {diff.names[1]} − {diff.names[0]}, in all tables; p (Holm): corrected for the tests of a table",
        f"{name_method(diff.method)}, {diff.resamples} resamples, seed {diff.seed}; words: tokenizer "
        f"{diff.tokenize}{', lower case' if diff.lowercase else ''}; frequencies: {diff.frequencies}",
    ]
    columns = ("system", write_heading(score), "better in")
    return Table(columns=columns, cells=rows, notes=notes, signatures=_sign(diff), best_means=_BETTER)


def bucket_table(diff: Diff, breakdown: Breakdown) -> Table:
    """Return the scores of both systems by bucket; of too many buckets, those with the largest differences."""
    score = diff.scores[diff.names[0]]
    shown = list(breakdown.buckets)
    notes = _explain_small(shown)
    if len(shown) > _MOST_BUCKETS:
        shown = sorted(shown, key=lambda bucket: -abs(bucket.difference))[:_MOST_BUCKETS]
        notes.append(f"the {_MOST_BUCKETS} largest differences of {len(breakdown.buckets):,}; json and tsv have all")
    form = f".{score.decimals}f"
    rows = [
        [make_plain(bucket.name) or "–", Number(bucket.count, ","), *_write_test(diff, bucket, form)]
        for bucket in shown
    ]
    title = f"{_TITLES.get(breakdown.by, f'By {breakdown.by}')} ({write_heading(score)})"
    columns = _columns(diff, breakdown.by, "segments")
    return Table(columns=columns, cells=rows, title=title, notes=notes, best_means=_BETTER)


def word_table(diff: Diff, accuracy: WordAccuracy) -> Table:
    """Return both systems' F1 of the words of each group."""
    rows = [
        [group.test.name, Number(max(group.reference_words), ","), *_write_test(diff, group.test, ".2f")]
        for group in accuracy.groups
    ]
    by = "kind" if accuracy.by == "function" else accuracy.by
    title = f"{_WORD_TITLES.get(accuracy.by, accuracy.by)} (F1 in per cent)"
    notes = ["words: number in the reference; precision and recall: json and tsv"]
    notes += _explain_small(group.test for group in accuracy.groups)
    if accuracy.by == "frequency" and not any(each.by == "function" for each in diff.words):
        notes.append(
            "function and content words are not compared: give --language en, or a list with --function-words FILE"
        )
    columns = _columns(diff, by, "words")
    return Table(columns=columns, cells=rows, title=title, notes=notes, best_means=_BETTER)


def distribution_table(diff: Diff, distribution: Distribution) -> Table:
    """Return how many segments of each system are in each bucket."""
    rows: list[Sequence[Cell]] = [
        [name, Number(first, ","), Number(second, ",")]
        for name, first, second in zip(distribution.names, *distribution.counts, strict=True)
    ]
    title = _DISTRIBUTIONS.get(distribution.by, distribution.by)
    return Table(columns=(distribution.by, *diff.names), cells=rows, title=title)


def ngram_tables(diff: Diff | PairContrast, top: int) -> Iterator[Table]:
    """Return the significant n-grams, one table per kind and system."""
    for tests in (diff.right, diff.unmatched):
        for place in (1, 0):
            yield _ngram_table(diff, tests, place, top)


def _ngram_table(diff: Diff | PairContrast, tests: NgramTests, place: int, top: int) -> Table:
    found = tests.of(diff.names[place])
    rows = [
        [
            each.ngram,
            *(Number(each.ahead[system], ",") for system in (0, 1)),
            *(Number(each.counts[system], ",") for system in (0, 1)),
            Number(each.reference_count, ","),
            write_p(each.q_value),
        ]
        for each in found[:top]
    ]
    first, second = diff.names
    columns = ("n-gram", f"{first} ahead", f"{second} ahead", f"in {first}", f"in {second}", "in reference", "q")
    title = f"{_KINDS[tests.kind]}: {diff.names[place]}"
    rate = f"{100 * tests.rate:g}%"
    if not found:
        notes = [f"none at a false discovery rate of {rate}; {tests.tested:,} n-grams tested"]
        return Table(columns=columns, cells=[], title=title, notes=notes)
    what = "that match" if tests.kind == "right" else "without a match"
    notes = [f"{len(rows):,} of {len(found):,} n-grams with q ≤ {tests.rate:g}"]
    if place == 1:
        notes = [
            f"{notes[0]}; {tests.tested:,} n-grams tested, exact sign test of segments, false discovery rate {rate}",
            f"ahead: segments with more occurrences {what} than the other system has; in: such occurrences",
        ]
    return Table(columns=columns, cells=rows, title=title, notes=notes)


def segment_table(diff: Diff) -> Table:
    """Return the segments with the largest differences, with marked words."""
    score = diff.scores[diff.names[0]]
    form = f".{score.decimals}f"
    rows: list[Sequence[Cell]] = []
    for each in diff.segments:
        place = " ".join(filter(None, [str(each.segment), make_plain(each.document)]))
        rows.append([place, "difference", f"{each.difference:+{form}}, {each.better} is better"])
        if each.source:
            rows.append(["", "source", make_plain(each.source)])
        rows += [["", "reference", make_plain(reference)] for reference in each.references]
        rows += [
            ["", f"{name} {each.scores[system]:{form}}", make_plain(write_marked(each.outputs[system]))]
            for system, name in enumerate(diff.names)
        ]
    notes = ["words that the other system does not have: {+in a reference+}, [-in no reference-]"]
    return Table(
        columns=("segment", "", "text"),
        cells=rows,
        title=f"Segments with the largest differences ({write_heading(score)})",
        notes=notes if rows else ["none"],
        text_columns=3,
        keys=2,
    )


def _columns(diff: Diff, by: str, count: str) -> tuple[str, ...]:
    return (by, count, *diff.names, "diff", f"{100 * diff.level:g}% interval", "p (Holm)", "better")


def _explain_small(buckets: Iterable[Bucket]) -> list[str]:
    reasons = {bucket.reason for bucket in buckets}
    notes = [f"{TOO_FEW_SEGMENTS}: below {ENOUGH_SEGMENTS}, not tested"] if TOO_FEW_SEGMENTS in reasons else []
    return [*notes, f"{NOT_TESTED}: the {MOST_TESTS} largest are tested"] if NOT_TESTED in reasons else notes


def _write_test(diff: Diff, bucket: Bucket, form: str) -> list[Cell]:
    pairs = zip(bucket.scores, diff.names, strict=True)
    scores = [Number(score, form, best=bucket.better == name) for score, name in pairs]
    difference = Number(bucket.difference, f"+{form}")
    if bucket.reason in (TOO_FEW_SEGMENTS, NOT_TESTED):
        return [*scores, difference, "", "", bucket.reason]
    interval = Range(bucket.low, bucket.high, f"+{form}")
    return [*scores, difference, interval, write_p(bucket.adjusted), write_better(bucket.better, bucket.reason)]


def _sign(diff: Diff) -> list[str]:
    return list(dict.fromkeys(score.signature for score in diff.scores.values()))
