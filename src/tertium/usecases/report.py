"""Write one page about a test set."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError
from tertium.options import option
from tertium.registry import DEFAULT_METRICS, PARSERS
from tertium.stats import CONFIDENCE, SEED
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput, drop_references, label_systems
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.mtness import Pipeline
    from tertium.report import Document, TestSetStudy

_PARTS = "Parts of the report"


@dataclass(frozen=True, kw_only=True)
class ReportRequest(TestSetInput):
    """Write one page about a test set: which system is best, whether that is significant, and where systems differ.

    The page needs no other file and no network. It begins with a verdict in a sentence. Ranked groups, pairs, scores by
    length and word frequency, characteristic n-grams, the largest differences and all segments follow; then what BLEU
    leaves open, agreement with judgments (`-j`) and machine-translationness (`--index`). Other formats have the tables.

    **Examples**

    `tertium report a.txt b.txt c.txt -r reference.txt -s source.txt -o report.html`

    `tertium report *.txt -r ref1.txt -r ref2.txt -m chrf -m bleu -m ter -m meteor --title "WMT17 de-en" -o report.html`

    `tertium report a.txt b.txt -r reference.txt -f md`
    """

    metrics: fields.Metrics = DEFAULT_METRICS
    verdict: Annotated[
        str | None,
        option(
            "--verdict",
            metavar="SPEC",
            help="The metric of the verdict and of the segments. Default: chrf if it is among the metrics, else the "
            "first.",
        ),
    ] = None
    title: Annotated[str, option("--title", metavar="TEXT", help="The title of the report.")] = ""
    judgments: fields.JudgmentFile = None
    index: Annotated[
        Path | None,
        option(
            "--index",
            "-i",
            metavar="INDEX",
            help="An index of a corpus, as made by `tertium index build`, to find spans that are not fluent. It needs "
            "--language.",
            group=_PARTS,
            is_path=True,
        ),
    ] = None
    source_language: Annotated[
        str | None,
        option("--source-language", metavar="CODE", help="The language of the source, for --index.", group=_PARTS),
    ] = None
    pairs: Annotated[
        int,
        option(
            "--pairs",
            least=0,
            metavar="N",
            help="How many systems, the next ones by score, the best is contrasted with.",
            group=_PARTS,
        ),
    ] = 3
    examples: Annotated[
        int,
        option(
            "--examples",
            least=0,
            metavar="N",
            help="Number of segments to show in which each of two systems is better.",
            group=_PARTS,
        ),
    ] = 10
    top: Annotated[
        int, option("--top", least=1, metavar="N", help="Maximum number of n-grams per table.", group=_PARTS)
    ] = 10
    alignments: Annotated[
        bool, option("--alignments/--no-alignments", help="Align the words of all segments.", group=_PARTS)
    ] = True
    trees: Annotated[
        str | None,
        option(
            "--trees",
            metavar="PARSER",
            help=f"Parse all segments, to show their trees; this takes long. One of: {', '.join(PARSERS)}.",
            group=_PARTS,
        ),
    ] = None
    kinds: fields.Kinds = ()
    document_ids: fields.DocumentIds = None
    normalise: fields.Normalise = None
    method: fields.SystemTest = "bootstrap"
    confidence: fields.Confidence = CONFIDENCE
    resamples: fields.ResamplesOfTests = None
    seed: fields.Seed = SEED


def run(request: ReportRequest, runtime: Runtime) -> TestSetStudy:
    """Find out all that the report of a request says."""
    from tertium.meta import read_judgments
    from tertium.metrics import choose_resampling
    from tertium.report import StudyOptions, StudyOrigin, digest_files, study_test_set

    reader = request.open()
    test_set = drop_references(reader, label_systems(reader.read(), request.kinds, strict=True))
    files: list[tuple[str, str]] = [(each.role, str(each.path)) for each in reader.requests]
    judgments = None
    if request.judgments is not None:
        judgments = read_judgments(request.judgments, {}, test_set=test_set)
        files.append(("judgments", str(request.judgments)))
    with ExitStack() as stack, runtime.progress() as progress:
        pipeline = None if request.index is None else stack.enter_context(_open_pipeline(request, request.index))
        chosen = StudyOptions(
            metric=request.verdict,
            pairs=request.pairs,
            top=request.examples,
            alignments=request.alignments,
            trees=request.trees,
            judgments=judgments,
            pipeline=pipeline,
            method=request.method,
            resampling=choose_resampling(
                len(test_set.systems), "all", request.confidence, request.resamples, request.seed
            ),
        )
        return study_test_set(
            test_set,
            request.metrics,
            chosen,
            origin=StudyOrigin(digest_files(files), runtime.command),
            threads=runtime.threads,
            progress=progress,
        )


def _open_pipeline(request: ReportRequest, index: Path) -> Pipeline:
    from tertium.languages import read_languages, to_two_letters
    from tertium.mtness import open_mtness

    given = read_languages(request.language, request.source_language)
    if not given.target:
        raise InputError("the language of the output is not known", remedy="Give it with --language, such as -l es")
    return open_mtness(to_two_letters(given.target), f"index({index})", source_language=given.source or None)


def describe(result: TestSetStudy, request: ReportRequest) -> Document:
    """Return the page as a document."""
    from tertium.report import describe_study

    return describe_study(result, title=request.title, ngrams=request.top)


REPORT = UseCase(
    name="report", request=ReportRequest, run=run, describe=describe, results=("tertium.report:TestSetStudy",)
)
