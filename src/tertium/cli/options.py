"""Options that several commands share, declared once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tertium.registry import METRICS


class OutputFormat(StrEnum):
    """The formats of results; ``tests/cli`` holds them against the registry."""

    TEXT = "text"
    JSON = "json"
    TSV = "tsv"
    MD = "md"
    LATEX = "latex"
    HTML = "html"


INPUT = "Input"
STATISTICS = "Statistics"
OUTPUT = "Output"
JUDGED = "Judged translations"

Hypotheses = Annotated[
    list[str],
    typer.Argument(
        metavar="HYP...",
        help="One file a system, one segment a line; or a file that has it all: TSV, CSV, JSONL, Parquet, WMT SGML or "
        "XML. `.gz` is fine, `-` is standard input.",
        show_default=False,
    ),
]
References = Annotated[
    list[str] | None,
    typer.Option(
        "--reference",
        "-r",
        metavar="REF",
        help="A file of references. Repeat for more than one.",
        rich_help_panel=INPUT,
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="SPEC",
        help=f"A metric, such as `bleu` or `bleu:lowercase,tokenize=intl`. Repeat for more. Default: bleu, chrf, ter. "
        f"There are: {', '.join(METRICS)}.",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--name", "-n", metavar="NAME", help="The name of a system, in the order of the files.", rich_help_panel=INPUT
    ),
]
Folders = Annotated[
    list[Path] | None,
    typer.Option(
        "--data",
        "-d",
        metavar="FOLDER",
        help="A folder of judged translations, as WMT and others lay them out. Repeat for more.",
        rich_help_panel=JUDGED,
    ),
]
LanguagePairs = Annotated[
    list[str] | None,
    typer.Option(
        "--pair", "-p", metavar="NAME", help="A language pair of the folders. Default: all.", rich_help_panel=JUDGED
    ),
]
Judgments = Annotated[
    Path | None,
    typer.Option(
        "--judgments",
        "-j",
        metavar="FILE",
        help="A table of judgments of HYP: system, segment, judge, kind, value.",
        rich_help_panel=JUDGED,
    ),
]
JudgmentKind = Annotated[
    str | None,
    typer.Option(
        "--judgment",
        metavar="KIND",
        help="Such as fluency, adequacy, combined, da, rank. Default: the natural one.",
        rich_help_panel=JUDGED,
    ),
]
Unescape = Annotated[
    bool,
    typer.Option(
        "--unescape",
        help="Turn entities such as `&apos;` in the folders' text into characters: for parsers.",
        rich_help_panel=JUDGED,
    ),
]
Plots = Annotated[
    Path | None, typer.Option("--plots", metavar="FOLDER", help="Write the plots there.", rich_help_panel=OUTPUT)
]
PlotFormat = Annotated[
    str, typer.Option("--plot-format", metavar="svg|png|html", help="What plots are.", rich_help_panel=OUTPUT)
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="SYSTEM=KIND",
        help="What kind of system it is, such as rule-based. Repeat.",
        rich_help_panel=INPUT,
    ),
]
Documents = Annotated[
    str | None,
    typer.Option(
        "--document-ids", metavar="FILE", help="A file with the document of each segment.", rich_help_panel=INPUT
    ),
]
InputFormat = Annotated[
    str,
    typer.Option(
        "--input-format",
        metavar="NAME",
        help="The format of the input, where the suffix does not say.",
        rich_help_panel=INPUT,
    ),
]
ColumnNames = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="ROLE=NAME,...",
        help="Which columns of a table are what: `hypothesis=mt,reference=ref1+ref2,document=doc`.",
        rich_help_panel=INPUT,
    ),
]
_LEVEL = typer.Option("--level", help="The confidence of intervals, usually 0.95.", rich_help_panel=STATISTICS)
_RESAMPLES = typer.Option("--resamples", help="How many resamples to draw, usually 1000.", rich_help_panel=STATISTICS)
_SEED = typer.Option(
    "--seed", help="The same seed draws the same on every machine; usually 12345.", rich_help_panel=STATISTICS
)
Level = Annotated[float, _LEVEL]
Resamples = Annotated[int, _RESAMPLES]
Seed = Annotated[int, _SEED]
OptionalLevel = Annotated[float | None, _LEVEL]
OptionalResamples = Annotated[int | None, _RESAMPLES]
OptionalSeed = Annotated[int | None, _SEED]
Format = Annotated[OutputFormat, typer.Option("--format", "-f", help="How to print.", rich_help_panel=OUTPUT)]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to a file instead, whole or not at all.", rich_help_panel=OUTPUT
    ),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", help="How many threads. Default: TERTIUM_THREADS, else all cores.", show_default=False),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.", rich_help_panel=OUTPUT)]

DEFAULT_METRICS = ("bleu", "chrf", "ter")
