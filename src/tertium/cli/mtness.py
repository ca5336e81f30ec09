"""``tertium mtness``."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options

_RESOURCES = "Resources"
_DETECTION = "Detection"


class Stage(StrEnum):
    """Where to stop; ``tests/cli`` holds them against those of the pipeline."""

    TAGS = "tags"
    CHUNKS = "chunks"
    ALTERNATIVES = "alternatives"
    COUNTS = "counts"


def mtness(
    outputs: Annotated[
        list[str],
        typer.Argument(
            metavar="OUTPUT...",
            help="One file a system, one segment a line; or a table (TSV, CSV, JSONL …) that has sources too. `-` is "
            "standard input.",
            show_default=False,
        ),
    ],
    language: Annotated[
        str,
        typer.Option(
            "--language",
            "-l",
            metavar="CODE",
            help="The language of the output: es, ca, en, fr; any with --rules.",
            show_default=False,
        ),
    ],
    source: Annotated[
        str | None,
        typer.Option("--source", "-s", metavar="FILE", help="The source segments.", rich_help_panel=options.INPUT),
    ] = None,
    source_language: Annotated[
        str | None,
        typer.Option(
            "--source-language",
            metavar="CODE",
            help="The language of the source; without it, no other translations are tried.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(
            "--index", "-i", metavar="INDEX", help="Where to count: an index, as made by `tertium index build`."
        ),
    ] = None,
    counts: Annotated[
        str | None,
        typer.Option(
            "--counts",
            metavar="PROVIDER",
            help="Where to count instead: `scan(text.gz)`, `elastic(…)`, `infinigram(…)`, `websearch(…)`.",
        ),
    ] = None,
    tagger: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="`apertium`, `spacy`, `spacy(model)`, `wordlist`, `wordlist(file.tsv)`. `auto` is Apertium where it "
            "is installed, else our own small lists.",
            rich_help_panel=_RESOURCES,
        ),
    ] = "auto",
    dictionary: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="What else a source word may mean: `apertium`, `pairs`, `pairs(file.tsv)` or `none`. `auto` is "
            "Apertium where it is installed, else our own small table.",
            rich_help_panel=_RESOURCES,
        ),
    ] = "auto",
    rules: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Your own rules for chunks and alternatives.", rich_help_panel=_RESOURCES),
    ] = None,
    spelling: Annotated[
        bool,
        typer.Option("--spelling", help="Check words by Hunspell's dictionaries too.", rich_help_panel=_RESOURCES),
    ] = False,
    paper: Annotated[
        bool,
        typer.Option(
            "--paper",
            help="The paper's rule alone, for a corpus as large as the Web: whatever is not found is a candidate.",
            rich_help_panel=_DETECTION,
        ),
    ] = False,
    ratio: Annotated[
        float,
        typer.Option(
            help="How many times as many results an alternative has to have.", min=1, rich_help_panel=_DETECTION
        ),
    ] = 5.0,
    most: Annotated[
        int, typer.Option(help="With more results than this nothing is an instance.", min=0, rich_help_panel=_DETECTION)
    ] = 1000,
    level: Annotated[
        float,
        typer.Option(
            "--level",
            help="How improbable counts have to be if nothing were wrong. For instances and candidates.",
            rich_help_panel=_DETECTION,
        ),
    ] = 0.01,
    keep_names: Annotated[
        bool,
        typer.Option(
            "--keep-names",
            help="Look names up as they are; not frequent noun phrases instead.",
            rich_help_panel=_DETECTION,
        ),
    ] = False,
    alternatives: Annotated[
        int,
        typer.Option(
            "--alternatives", metavar="N", help="At most so many for a word.", min=1, rich_help_panel=_DETECTION
        ),
    ] = 6,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="List chunks that are fine, and those nothing can be told of, too.")
    ] = False,
    stop_after: Annotated[
        Stage | None, typer.Option("--stop-after", help="Show what there is after a stage, and stop.")
    ] = None,
    rows: Annotated[int, typer.Option("--rows", metavar="N", help="How many findings a table shows.", min=1)] = 50,
    names: options.Names = None,
    documents: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    resamples: options.Resamples = 1000,
    seed: options.Seed = 12345,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Find, without references, what no fluent speaker would have written, and what it might have been.

    The output is split into chunks. Each is looked up in a large corpus, and so is what it would be with other
    translations of its words, with *ser* for *estar*, and more. What an alternative overwhelms is an *instance* of
    machine-translationness; what is not found where it should be is a *candidate*. Several systems are compared.

    **Examples**

    `tertium mtness output.es.txt -l es --source text.ca.txt --source-language ca --index spanish.index`

    `tertium mtness old.txt new.txt -l es -s text.ca.txt --source-language ca -i spanish.index -f html -o page.html`

    `tertium mtness output.es.txt -l es --stop-after chunks`

    `tertium mtness output.es.txt -l es -s text.ca.txt --source-language ca -i spanish.index -f json -o findings.json`
    (for `tertium postedit review findings.json`)
    """
    from tertium.api import mtness as api
    from tertium.cli.output import write
    from tertium.cli.progress import ProgressBar
    from tertium.errors import InputError
    from tertium.mtness.detection.detector import Rule
    from tertium.mtness.pipeline import Stage as PipelineStage
    from tertium.report.tables.findings import describe_examinations
    from tertium.report.tables.stages import describe_stage
    from tertium.stats.resampling import Resampling
    from tertium.text.readers import open_test_set

    if index is not None and counts is not None:
        raise InputError("there are two places to count in", remedy="Give --index or --counts")
    if index is None and counts is None and (stop_after is None or stop_after is Stage.COUNTS):
        raise InputError(
            "there is nothing to count in",
            remedy="Give --index, made by `tertium index build TEXT... -o INDEX`, or --counts, or --stop-after chunks",
        )
    test_set = open_test_set(
        outputs, names=names or None, sources=source, documents=documents, format=input_format, columns=columns
    ).read()
    with api.open_pipeline(
        language,
        counts if index is None else f"index({index})",
        source_language=source_language,
        rules=rules,
        tagger=tagger,
        dictionary=dictionary,
        rule=Rule(most=most, ratio=ratio, level=level, absence_level=level, tested=not paper),
        names=not keep_names,
        spelling=spelling,
        limit=alternatives,
    ) as pipeline:
        _warn(pipeline.hints)
        if source_language is not None and test_set.sources is None:
            _warn(["there are no source segments, so that no other translations are tried. Give them with --source."])
        if source_language is None and test_set.sources is not None:
            _warn(["without --source-language, no other translations of the source words are tried."])
        if stop_after is not None:
            shown, *others = test_set.systems
            if others:
                _warn([f"with --stop-after, only the first system is shown: {shown}."])
            segments = api.make_segments(test_set, shown)
            found = pipeline.run(segments, PipelineStage(stop_after))
            write(describe_stage(stop_after, found), output_format, output)
            return
        with ProgressBar(quiet=quiet) as progress:
            examinations = api.examine_systems(
                test_set, pipeline, everything=everything, progress=progress, threads=threads
            )
    _warn(warning for each in examinations for warning in each.warnings)
    compared = api.compare_examinations(examinations, Resampling(resamples=resamples, seed=seed), threads)
    # A page shows its findings in the text, and needs no tables of them.
    limit = 0 if output_format is options.OutputFormat.HTML else rows
    write(describe_examinations(examinations, compared, limit=limit), output_format, output)


def _warn(warnings: Iterable[str]) -> None:
    """Tells of each once, on standard error, so that results can be piped on."""
    for warning in dict.fromkeys(warnings):
        typer.echo(f"tertium: {warning}", err=True)
