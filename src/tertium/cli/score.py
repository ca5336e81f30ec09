"""``tertium score``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from tertium._core import set_purge_delay
from tertium.cli import options
from tertium.cli.output import choose_format, write
from tertium.cli.progress import ProgressBar
from tertium.cli.reading import leave_out_references, open_input
from tertium.cli.remarks import remark
from tertium.cli.segment_rows import SegmentRows
from tertium.errors import InputError


def score(
    hypotheses: options.Hypotheses,
    references: options.References = None,
    metrics: options.Metrics = None,
    by_segment: Annotated[
        bool, typer.Option("--by-segment", help="Add the score of each segment.", rich_help_panel=options.OUTPUT)
    ] = False,
    by_document: Annotated[
        bool, typer.Option("--by-document", help="Add the score of each document.", rich_help_panel=options.OUTPUT)
    ] = False,
    components: Annotated[
        bool,
        typer.Option(
            "--components",
            help="Add the figures that each score is made of, such as precision.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = False,
    source: options.Sources = None,
    names: options.Names = None,
    document_ids: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    language: options.TargetLanguage = None,
    source_language: options.SourceLanguage = None,
    intervals: Annotated[
        bool,
        typer.Option(
            "--intervals",
            help="Add bootstrap confidence intervals. --confidence, --resamples and --seed imply it.",
            rich_help_panel=options.STATISTICS,
        ),
    ] = False,
    confidence: options.OptionalConfidence = None,
    resamples: options.OptionalResamples = None,
    seed: options.OptionalSeed = None,
    output_format: options.Format = None,
    output: options.Output = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Save the state of the run in this file. If the run is stopped, the same command goes on from there.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Score one or more systems.

    **Examples**

    `tertium score output.txt -r reference.txt`

    `tertium score a.txt b.txt -r ref1.txt -r ref2.txt -m bleu -m chrf++ --intervals`

    `tertium score translation.xliff -r reference.xliff`

    `tertium score data.tsv -m bleu:tokenize=zh --by-segment -f tsv > segments.tsv`

    `zcat output.gz | tertium score - -r reference.txt.gz -m ter -f json`
    """
    from tertium.metrics import Checkpoint, parse_all, score_reader, score_segments
    from tertium.report import describe_scores
    from tertium.stats import Resampling

    resampling = None
    # Whoever says how an interval is drawn wants one.
    if intervals or (confidence, resamples, seed) != (None, None, None):
        usual = Resampling()
        resampling = Resampling(
            usual.level if confidence is None else confidence,
            usual.resamples if resamples is None else resamples,
            usual.seed if seed is None else seed,
        )
    # pyarrow's own allocator keeps 40 MB more than that of the system. It decides when it is imported.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    # Ours would keep what is free for a second, which is 4 MB more than for the time of some batches.
    set_purge_delay(100)
    reader = open_input(
        hypotheses,
        references,
        names,
        document_ids,
        input_format,
        columns,
        sources=source,
        language=language,
        source_language=source_language,
        unescape=unescape,
        check_text=check_text,
    )
    checkpoint = None if resume is None else Checkpoint(resume)
    if resume is not None and output is not None and resume.resolve() == output.resolve():
        raise InputError("--resume and --output are the same file", file=resume, remedy="Give each its own")
    is_tsv = (output_format or choose_format(output)) == "tsv"
    parsed = parse_all(metrics or options.DEFAULT_METRICS)
    needs_all = by_document or resampling is not None or any(metric.needs_fit for metric in parsed.values())
    if by_segment and is_tsv and checkpoint is None and not needs_all:
        with SegmentRows() as rows:
            with ProgressBar(quiet=quiet, estimate=reader.estimate_length) as progress:
                rows.add(score_segments(reader, parsed, components=components, threads=threads, progress=progress))
            rows.keep(leave_out_references(reader, rows.systems))
            rows.write(output)
        return
    with ProgressBar(quiet=quiet, estimate=reader.estimate_length) as progress:
        systems = score_reader(
            reader,
            parsed,
            by_segment=by_segment,
            by_document=by_document,
            resampling=resampling,
            threads=threads,
            progress=progress,
            checkpoint=checkpoint,
        )
    if checkpoint is not None and checkpoint.resumed:
        remark(f"went on after {checkpoint.resumed:,} segments, from {resume}")
    systems = {name: systems[name] for name in leave_out_references(reader, systems)}
    described = describe_scores(systems, components=components, documents=by_document, segments=by_segment)
    write(described, output_format, output)
    if checkpoint is not None:
        checkpoint.remove()  # not before the result is written
