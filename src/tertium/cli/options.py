"""Options that several commands share, declared once."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tertium.registry import (
    FORMATS,
    NORMAL_FORMS,
    OTHER_FORMAT_NAMES,
    PICTURE_FORMATS,
    PLOT_FORMATS,
    is_known,
    list_names,
    unknown,
)
from tertium.stats import CONFIDENCE, RESAMPLES, SEED


def choice(*names: str, among: Iterable[str], help: str, panel: str | None = None) -> Any:  # noqa: A002 - typer's word
    """Declare an option whose values are those of a table, such as one of ``tertium.registry``.

    The library itself refuses other values, and says which there are.

    Args:
        names: The names of the option.
        among: The values.
        help: What it is for.
        panel: The panel of the help that it is shown in.
    """
    values = list(among)

    def complete(incomplete: str) -> list[str]:
        return [value for value in values if value.startswith(incomplete)]

    return typer.Option(
        *names, metavar="|".join(values), help=help, rich_help_panel=panel, autocompletion=complete, show_default=False
    )


DEFAULT_METRICS = ("bleu", "chrf", "ter")

INPUT = "Input"
STATISTICS = "Statistics"
OUTPUT = "Output"
JUDGED = "Judged translations"

Hypotheses = Annotated[
    list[str],
    typer.Argument(
        metavar="HYP...",
        help="One file per system, with one segment per line; or one file with everything: TSV, CSV, JSONL, Parquet, "
        "WMT SGML or XML. Compressed files (`.gz`, `.xz`, `.bz2`, `.zst`) are read as well; `-` is standard input.",
        show_default=False,
    ),
]
References = Annotated[
    list[str] | None,
    typer.Option(
        "--reference",
        "-r",
        metavar="REF",
        help="A file of references. Repeat for more references.",
        rich_help_panel=INPUT,
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="SPEC",
        help=f"A metric, such as `bleu` or `bleu:lowercase,tokenize=intl`. Repeat for more. Default: "
        f"{', '.join(DEFAULT_METRICS)}; `tertium metrics` lists all. Also `external(COMMAND)` and `scores(FILE)`.",
    ),
]
Sources = Annotated[
    str | None,
    typer.Option("--source", "-s", metavar="FILE", help="The source segments.", rich_help_panel=INPUT),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        "-n",
        metavar="NAME",
        help="The name of a system, in the order of the files. Repeat.",
        rich_help_panel=INPUT,
    ),
]
Folders = Annotated[
    list[Path] | None,
    typer.Option(
        "--data",
        "-d",
        metavar="FOLDER",
        help="A folder of judged translations, in a layout of WMT, of mt-metrics-eval or our own. Repeat for more.",
        rich_help_panel=JUDGED,
    ),
]
LanguagePairs = Annotated[
    list[str] | None,
    typer.Option(
        "--language-pair",
        "-p",
        metavar="PAIR",
        help="A language pair of the folders, such as `de-en`. Repeat for more. Default: all.",
        rich_help_panel=JUDGED,
    ),
]
Judgments = Annotated[
    Path | None,
    typer.Option(
        "--judgments",
        "-j",
        metavar="FILE",
        help="Judgments of HYP: a table with the columns system, segment, annotator, kind, value, or an export of "
        "marot, Appraise or Pearmut.",
        rich_help_panel=JUDGED,
    ),
]
JudgmentKind = Annotated[
    str | None,
    typer.Option(
        "--judgment",
        metavar="KIND",
        help="The kind of judgment, such as fluency, adequacy, combined, da or rank. Default: the usual one.",
        rich_help_panel=JUDGED,
    ),
]


def _check_text(wanted: bool) -> bool:
    """Say nothing about the texts, whichever part of the library would, if that is not wanted."""
    if not wanted:
        import warnings

        from tertium.errors import TextWarning

        warnings.simplefilter("ignore", TextWarning)
    return wanted


Unescape = Annotated[
    bool,
    typer.Option(
        "--unescape",
        help="Turn entities such as `&apos;` into characters.",
        rich_help_panel=INPUT,
    ),
]
Normalise = Annotated[
    str | None,
    choice(
        "--normalise",
        among=NORMAL_FORMS,
        help="Give all texts one Unicode normal form: `nfc` for accents, `nfkc` also for full-width characters.",
        panel=INPUT,
    ),
]
CheckText = Annotated[
    bool,
    typer.Option(
        "--check-text/--no-check-text",
        help="Warn of text that looks tokenised, escaped or of another language, or has other forms of characters.",
        callback=_check_text,
        rich_help_panel=INPUT,
    ),
]
Systems = Annotated[
    list[str] | None,
    typer.Option(
        "--system",
        metavar="NAME",
        help="Restrict to this system. Repeat for more. Default: all.",
        rich_help_panel=JUDGED,
    ),
]
Plots = Annotated[
    Path | None, typer.Option("--plots", metavar="FOLDER", help="Write plots to this folder.", rich_help_panel=OUTPUT)
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="SYSTEM=KIND",
        help="The kind of a system, such as `rule-based`. Repeat.",
        rich_help_panel=INPUT,
    ),
]
Documents = Annotated[
    str | None,
    typer.Option(
        "--document-ids", metavar="FILE", help="A file with the document of each segment.", rich_help_panel=INPUT
    ),
]
TargetLanguage = Annotated[
    str | None,
    typer.Option(
        "--language",
        "-l",
        metavar="LANGUAGE",
        help="The language of the translations, such as `ru`, `pt-BR` or `german`; or a pair, `en-ru`. It chooses the "
        "tokenizer, and metrics for other languages are refused. Default: what the files say.",
        rich_help_panel=INPUT,
    ),
]
SourceLanguage = Annotated[
    str | None,
    typer.Option(
        "--source-language",
        metavar="LANGUAGE",
        help="The language of the source, to choose it in a TMX file of several languages; -l chooses the target.",
        rich_help_panel=INPUT,
    ),
]
InputFormat = Annotated[
    str,
    typer.Option(
        "--input-format",
        metavar="NAME",
        help="The format of the input files. Default: by their suffixes.",
        rich_help_panel=INPUT,
    ),
]
ColumnNames = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="ROLE=NAME,...",
        help="The roles of a table's columns: `hypothesis=mt,reference=ref1+ref2,document=doc`.",
        rich_help_panel=INPUT,
    ),
]
_CONFIDENCE = typer.Option(
    "--confidence",
    help=f"The confidence level of intervals. Default: {CONFIDENCE}.",
    rich_help_panel=STATISTICS,
    show_default=False,
)
_RESAMPLES = typer.Option(
    "--resamples",
    help=f"The number of resamples. Default: {RESAMPLES}.",
    rich_help_panel=STATISTICS,
    show_default=False,
)
_SEED = typer.Option(
    "--seed",
    help=f"The seed of the resamples, with which results are the same on every machine. Default: {SEED}.",
    rich_help_panel=STATISTICS,
    show_default=False,
)
Confidence = Annotated[float, _CONFIDENCE]
Seed = Annotated[int, _SEED]
OptionalConfidence = Annotated[float | None, _CONFIDENCE]
OptionalResamples = Annotated[int | None, _RESAMPLES]
ResamplesOfTests = Annotated[
    int | None,
    typer.Option(
        "--resamples",
        help=f"The number of resamples. Default: {RESAMPLES}, and more for more than 100 tests.",
        rich_help_panel=STATISTICS,
    ),
]
OptionalSeed = Annotated[int | None, _SEED]
DEFAULT_PLOT_FORMAT = PLOT_FORMATS[0]


def make_choices(name: str, *values: str) -> Any:
    """Return an enumeration of names of a registry, so that an option offers what there is.

    Args:
        name: What the enumeration is called.
        values: The names.
    """
    return StrEnum(name, {value: value for value in values})


def offer_formats(*others: str, help_text: str = "The output format.") -> Any:
    """Return the option ``--format``: all formats of the registry, and those that only one command has.

    Args:
        others: Names of formats that only this command has.
        help_text: What its help says.
    """
    if "svg" in others:
        others = (*others, *PICTURE_FORMATS)
    here = [*FORMATS, *others]

    def check(name: str | None) -> str | None:
        """Refuse an unknown format before any work is done."""
        if name is not None and name not in here and not is_known(FORMATS, name, "output format"):
            known = [*list_names(FORMATS, "output format"), *others]
            raise unknown("output format", name, known, OTHER_FORMAT_NAMES)
        return name

    option = typer.Option(
        "--format",
        "-f",
        metavar="|".join(here),
        help=f"{help_text} Default: by the suffix of the output, else text.",
        rich_help_panel=OUTPUT,
        autocompletion=lambda incomplete: [name for name in here if name.startswith(incomplete)],
        callback=check,
        show_default=False,
    )
    return Annotated[str | None, option]


if TYPE_CHECKING:
    Format = str | None
    PlotFormat = str
else:
    Format = offer_formats()
    PlotFormat = Annotated[
        make_choices("PlotFormat", *PLOT_FORMATS),
        typer.Option("--plot-format", help="The format of plots.", rich_help_panel=OUTPUT),
    ]
OUTPUT_HELP = "Write the output to this file. Its suffix says the format, such as `.html`, unless `-f` is given."
"""By it, ``tertium.cli.output_check`` knows the files whose suffixes say the format."""
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help=OUTPUT_HELP,
        rich_help_panel=OUTPUT,
    ),
]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Replace what is there. Without it, nothing that took work is replaced.",
        rich_help_panel=OUTPUT,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", help="The number of threads. Default: TERTIUM_THREADS, else all cores.", show_default=False
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.", rich_help_panel=OUTPUT)]
