"""Show where two systems differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.options import INPUT, argument, option
from tertium.registry import DIFF_PARTS, unknown
from tertium.stats import CONFIDENCE, SEED
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput, drop_references
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.contrast import Diff
    from tertium.report import Document

_WORDS = "Words and n-grams"


@dataclass(frozen=True, kw_only=True)
class DiffRequest(TestSetInput):
    """Show where two systems differ: by length and word frequency, by n-grams, and segment by segment.

    Differences are B − A. Scores by bucket have Holm's correction for the number of buckets; buckets below 100
    segments are not tested. N-grams are tested exactly, segment by segment, and listed at a false discovery rate.

    **Examples**

    `tertium diff baseline.txt new.txt -r reference.txt`

    `tertium diff a.txt b.txt -r reference.txt -m bleu --source source.txt -f html -o diff.html`

    `tertium diff a.txt b.txt -r reference.txt --labels domain.txt --frequencies train.en --part buckets -f tsv`
    """

    hypotheses: Annotated[
        tuple[str, ...],
        argument(
            "A B",
            help="Two files, one per system, with one segment per line; or one file with both systems: TSV, CSV, "
            "JSONL, Parquet, WMT SGML or XML.",
            is_path=True,
        ),
    ]
    metric: Annotated[
        str, option("--metric", "-m", metavar="SPEC", help="A metric, such as `bleu`. Default: chrf.")
    ] = "chrf"
    parts: Annotated[
        tuple[str, ...],
        option(
            "--part",
            choices=DIFF_PARTS,
            help="Show only this part. Repeat for more. Default: all. TSV is the first part.",
        ),
    ] = ()
    top: Annotated[int, option("--top", least=1, metavar="N", help="Maximum number of n-grams per table.")] = 10
    examples: Annotated[
        int,
        option("--examples", least=0, metavar="N", help="Number of segments to show in which each is better."),
    ] = 5
    labels: Annotated[
        tuple[str, ...],
        option(
            "--labels",
            metavar="FILE",
            help="A file with a label per segment, such as its domain, for scores by label. The name of the file is "
            "that of the labels. Repeat for more.",
            group=INPUT,
            is_path=True,
        ),
    ] = ()
    frequencies: Annotated[
        str | None,
        option(
            "--frequencies",
            metavar="FILE|SPEC",
            help="Where words are counted: a file of text such as training data, or a count provider such as "
            "`index(FOLDER)`. Default: the references.",
            group=_WORDS,
        ),
    ] = None
    function_words: Annotated[
        str | None,
        option(
            "--function-words",
            metavar="NAME|FILE",
            help="A list of function words: `english`, or a file with one word per line. Default: `english` with "
            "`--language en`, otherwise none.",
            group=_WORDS,
        ),
    ] = None
    tokenize: Annotated[
        str | None,
        option("--tokenize", metavar="NAME", help="The tokenizer. Default: that of the metric, or 13a.", group=_WORDS),
    ] = None
    lowercase: Annotated[
        bool | None,
        option(
            "--lowercase/--mixed-case",
            help="Whether case is ignored. Default: as the metric does.",
            group=_WORDS,
        ),
    ] = None
    order: Annotated[
        int, option("--order", least=1, most=9, metavar="N", help="The longest n-grams.", group=_WORDS)
    ] = 4
    rate: Annotated[float, option("--rate", metavar="Q", help="The false discovery rate of n-grams.", group=_WORDS)] = (
        0.05
    )
    method: fields.SystemTest = "bootstrap"
    document_ids: fields.DocumentIds = None
    normalise: fields.Normalise = None
    confidence: fields.Confidence = CONFIDENCE
    resamples: fields.ResamplesOfTests = None
    seed: fields.Seed = SEED


def run(request: DiffRequest, runtime: Runtime) -> Diff:
    """Find where the two systems of a request differ."""
    from tertium.contrast import DiffOptions, diff_systems

    for part in request.parts:
        if part not in DIFF_PARTS:
            raise unknown("part", part, DIFF_PARTS)
    reader = request.open()
    test_set = drop_references(reader, reader.read())
    chosen = DiffOptions(
        top=request.examples,
        order=request.order,
        rate=request.rate,
        tokenize=request.tokenize,
        lowercase=request.lowercase,
        frequencies=request.frequencies,
        function_words=request.function_words,
        labels=_read_labels(request.labels),
        method=request.method,
        confidence=request.confidence,
        resamples=request.resamples,
        seed=request.seed,
    )
    with runtime.progress() as progress:
        return diff_systems(test_set, request.metric, chosen, threads=runtime.threads, progress=progress)


def describe(result: Diff, request: DiffRequest) -> Document:
    """Return the differences as a document."""
    from tertium.report import describe_diff

    return describe_diff(result, request.parts or DIFF_PARTS, top=request.top)


def _read_labels(paths: Sequence[str]) -> dict[str, list[str]]:
    """Return the labels in some files, by the names of the files without suffixes."""
    labels: dict[str, list[str]] = {}
    for path in paths:
        name = Path(path).name.partition(".")[0]
        if name in labels:
            raise InputError(f"two files of labels are called {name!r}", file=path, remedy="Rename one of them")
        labels[name] = list(iterate_lines(path))
    return labels


DIFF = UseCase(name="diff", request=DiffRequest, run=run, describe=describe, results=("tertium.contrast:Diff",))
