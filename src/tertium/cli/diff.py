"""``tertium diff``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.progress import ProgressBar
from tertium.cli.reading import drop_references, open_input
from tertium.errors import InputError
from tertium.files.lines import iterate_lines
from tertium.registry import DIFF_PARTS, SYSTEM_TESTS, unknown
from tertium.stats import CONFIDENCE, SEED

_WORDS = "Words and n-grams"


def diff(
    hypotheses: Annotated[
        list[str],
        typer.Argument(
            metavar="A B",
            help="Two files, one per system, with one segment per line; or one file with both systems: TSV, CSV, "
            "JSONL, Parquet, WMT SGML or XML.",
            show_default=False,
        ),
    ],
    references: options.References = None,
    metric: Annotated[
        str,
        typer.Option(
            "--metric", "-m", metavar="SPEC", help="A metric, such as `bleu`. Default: chrf.", show_default=False
        ),
    ] = "chrf",
    parts: Annotated[
        list[str] | None,
        options.choice(
            "--part",
            among=DIFF_PARTS,
            help="Show only this part. Repeat for more. Default: all. TSV is the first part.",
        ),
    ] = None,
    top: Annotated[int, typer.Option("--top", min=1, metavar="N", help="Maximum number of n-grams per table.")] = 10,
    examples: Annotated[
        int,
        typer.Option("--examples", min=0, metavar="N", help="Number of segments to show in which each is better."),
    ] = 5,
    source: options.Sources = None,
    document_ids: options.Documents = None,
    labels: Annotated[
        list[str] | None,
        typer.Option(
            "--labels",
            metavar="FILE",
            help="A file with a label per segment, such as its domain, for scores by label. The name of the file is "
            "that of the labels. Repeat for more.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    frequencies: Annotated[
        str | None,
        typer.Option(
            "--frequencies",
            metavar="FILE|SPEC",
            help="Where words are counted: a file of text such as training data, or a count provider such as "
            "`index(FOLDER)`. Default: the references.",
            rich_help_panel=_WORDS,
        ),
    ] = None,
    function_words: Annotated[
        str | None,
        typer.Option(
            "--function-words",
            metavar="NAME|FILE",
            help="A list of function words: `english`, or a file with one word per line. Default: `english` with "
            "`--language en`, otherwise none.",
            rich_help_panel=_WORDS,
        ),
    ] = None,
    tokenize: Annotated[
        str | None,
        typer.Option(
            "--tokenize",
            metavar="NAME",
            help="The tokenizer. Default: that of the metric, or 13a.",
            rich_help_panel=_WORDS,
        ),
    ] = None,
    lowercase: Annotated[
        bool | None,
        typer.Option(
            "--lowercase/--mixed-case",
            help="Whether case is ignored. Default: as the metric does.",
            show_default=False,
            rich_help_panel=_WORDS,
        ),
    ] = None,
    order: Annotated[
        int, typer.Option("--order", min=1, max=9, metavar="N", help="The longest n-grams.", rich_help_panel=_WORDS)
    ] = 4,
    rate: Annotated[
        float,
        typer.Option("--rate", metavar="Q", help="The false discovery rate of n-grams.", rich_help_panel=_WORDS),
    ] = 0.05,
    names: options.Names = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    language: options.TargetLanguage = None,
    method: Annotated[
        str,
        options.choice(
            "--test",
            "-t",
            among=SYSTEM_TESTS,
            help="The paired test. Default: bootstrap.",
            panel=options.STATISTICS,
        ),
    ] = "bootstrap",
    confidence: options.Confidence = CONFIDENCE,
    resamples: options.ResamplesOfTests = None,
    seed: options.Seed = SEED,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Show where two systems differ: by length and word frequency, by n-grams, and segment by segment.

    Differences are B − A. Scores by bucket have Holm's correction for the number of buckets; buckets below 100
    segments are not tested. N-grams are tested exactly, segment by segment, and listed at a false discovery rate.

    **Examples**

    `tertium diff baseline.txt new.txt -r reference.txt`

    `tertium diff a.txt b.txt -r reference.txt -m bleu --source source.txt -f html -o diff.html`

    `tertium diff a.txt b.txt -r reference.txt --labels domain.txt --frequencies train.en --part buckets -f tsv`
    """
    from tertium.contrast import DiffOptions, diff_systems
    from tertium.report import describe_diff

    for part in parts or ():
        if part not in DIFF_PARTS:
            raise unknown("part", part, DIFF_PARTS)
    reader = open_input(
        hypotheses,
        references,
        names,
        document_ids,
        input_format,
        columns,
        sources=source,
        language=language,
        unescape=unescape,
        check_text=check_text,
    )
    test_set = drop_references(reader, reader.read())
    chosen = DiffOptions(
        top=examples,
        order=order,
        rate=rate,
        tokenize=tokenize,
        lowercase=lowercase,
        frequencies=frequencies,
        function_words=function_words,
        labels=_read_labels(labels or ()),
        method=method,
        confidence=confidence,
        resamples=resamples,
        seed=seed,
    )
    with ProgressBar(quiet=quiet) as progress:
        found = diff_systems(test_set, metric, chosen, threads=threads, progress=progress)
    write(describe_diff(found, parts or DIFF_PARTS, top=top), output_format, output)


def _read_labels(paths: Sequence[str]) -> dict[str, list[str]]:
    """Return the labels in some files, by the names of the files without suffixes."""
    labels: dict[str, list[str]] = {}
    for path in paths:
        name = Path(path).name.partition(".")[0]
        if name in labels:
            raise InputError(f"two files of labels are called {name!r}", file=path, remedy="Rename one of them")
        labels[name] = list(iterate_lines(path))
    return labels
