"""Score systems."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.json_result import JsonResult
from tertium.options import OUTPUT, STATISTICS, option
from tertium.registry import DEFAULT_METRICS
from tertium.stats import Resampling
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput, leave_out_references
from tertium.usecases.use_case import Runtime, UseCase, tell

if TYPE_CHECKING:
    from tertium.metrics import Checkpoint
    from tertium.report import Document
    from tertium.results import Scores


@dataclass(frozen=True, kw_only=True)
class ScoreRequest(TestSetInput):
    """Score one or more systems.

    **Examples**

    `tertium score output.txt -r reference.txt`

    `tertium score a.txt b.txt -r ref1.txt -r ref2.txt -m bleu -m chrf++ --intervals`

    `tertium score translation.xliff -r reference.xliff`

    `tertium score data.tsv -m bleu:tokenize=zh --by-segment -f tsv > segments.tsv`

    `zcat output.gz | tertium score - -r reference.txt.gz -m ter -f json`
    """

    metrics: fields.Metrics = DEFAULT_METRICS
    by_segment: Annotated[bool, option("--by-segment", help="Add the score of each segment.", group=OUTPUT)] = False
    by_document: Annotated[bool, option("--by-document", help="Add the score of each document.", group=OUTPUT)] = False
    components: Annotated[
        bool,
        option("--components", help="Add the figures that each score is made of, such as precision.", group=OUTPUT),
    ] = False
    document_ids: fields.DocumentIds = None
    normalise: fields.Normalise = None
    source_language: fields.SourceLanguage = None
    intervals: Annotated[
        bool,
        option(
            "--intervals",
            help="Add bootstrap confidence intervals. --confidence, --resamples and --seed imply it.",
            group=STATISTICS,
        ),
    ] = False
    confidence: fields.OptionalConfidence = None
    resamples: fields.OptionalResamples = None
    seed: fields.OptionalSeed = None
    resume: Annotated[
        Path | None,
        option(
            "--resume",
            metavar="FILE",
            help="Save the state of the run in this file. If the run is stopped, the same command goes on from there.",
            group=OUTPUT,
            is_written=True,
        ),
    ] = None

    @property
    def resampling(self) -> Resampling | None:
        """How intervals are drawn; None if none are wanted."""
        given = {"level": self.confidence, "resamples": self.resamples, "seed": self.seed}
        chosen = {name: value for name, value in given.items() if value is not None}
        return Resampling(**chosen) if self.intervals or chosen else None  # type: ignore[arg-type]


@dataclass(frozen=True)
class ScoredSystems(JsonResult):
    """The scores of some systems.

    Attributes:
        systems: The scores of each system, by its name.
        checkpoint: The saved state of the run, which is removed when the result has been written.
    """

    json_fields = "systems=system_list"

    systems: Mapping[str, Scores]
    checkpoint: Checkpoint | None = None

    @property
    def system_list(self) -> list[Scores]:
        """The scores of each system, one after the other."""
        return list(self.systems.values())


def run(request: ScoreRequest, runtime: Runtime) -> ScoredSystems:
    """Score the systems of a request."""
    from tertium.metrics import Checkpoint, parse_all, score_reader

    _spare_memory()
    resampling = request.resampling
    reader = request.open()
    checkpoint = None if request.resume is None else Checkpoint(request.resume)
    with runtime.progress(estimate=reader.estimate_length) as progress:
        systems = score_reader(
            reader,
            parse_all(request.metrics),
            by_segment=request.by_segment,
            by_document=request.by_document,
            resampling=resampling,
            threads=runtime.threads,
            progress=progress,
            checkpoint=checkpoint,
        )
    if checkpoint is not None and checkpoint.resumed:
        tell(f"went on after {checkpoint.resumed:,} segments, from {request.resume}")
    return ScoredSystems({name: systems[name] for name in leave_out_references(reader, systems)}, checkpoint)


def describe(result: ScoredSystems, request: ScoreRequest) -> Document:
    """Return the scores as a document."""
    from tertium.report import describe_scores

    return describe_scores(
        result.systems,
        components=request.components,
        documents=request.by_document,
        segments=request.by_segment,
    )


def stream(request: ScoreRequest, format_name: str, runtime: Runtime) -> AbstractContextManager[Iterator[str]] | None:
    """Return the scores of segments as TSV, row by row, where nothing else is asked for."""
    if not request.by_segment or format_name != "tsv" or request.resume is not None:
        return None
    from tertium.metrics import parse_all, score_segments
    from tertium.usecases.segment_rows import SegmentRows

    parsed = parse_all(request.metrics)
    if request.by_document or request.resampling is not None or any(metric.needs_fit for metric in parsed.values()):
        return None

    @contextmanager
    def write_rows() -> Iterator[Iterator[str]]:
        _spare_memory()
        reader = request.open()
        with SegmentRows() as rows:
            with runtime.progress(estimate=reader.estimate_length) as progress:
                rows.add(
                    score_segments(
                        reader, parsed, components=request.components, threads=runtime.threads, progress=progress
                    )
                )
            rows.keep(leave_out_references(reader, rows.systems))
            yield rows.join()

    return write_rows()


def _spare_memory() -> None:
    """Return memory to the system early: a stream of any length is scored in constant memory."""
    from tertium._core import set_purge_delay

    # pyarrow's own allocator keeps 40 MB more than that of the system. It decides when it is imported.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # Ours would keep what is free for a second, which is 4 MB more than for the time of some batches.
    set_purge_delay(100)


def finish(result: ScoredSystems) -> None:
    """Remove the saved state of the run."""
    if result.checkpoint is not None:
        result.checkpoint.remove()


SCORE = UseCase(
    name="score",
    request=ScoreRequest,
    run=run,
    describe=describe,
    stream=stream,
    finish=finish,
    results=("tertium.usecases.score:ScoredSystems",),
)
