"""``tertium align``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write, write_text
from tertium.cli.reading import open_input
from tertium.cli.texts import is_file
from tertium.errors import InputError
from tertium.text.readers import TestSetReader


class AlignmentFormat(StrEnum):
    """The formats of results, and the pictures alone; ``tests/cli`` holds them against ``OutputFormat``."""

    TEXT = "text"
    JSON = "json"
    TSV = "tsv"
    MD = "md"
    LATEX = "latex"
    HTML = "html"
    SVG = "svg"
    MATRIX = "matrix"


def align(
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="HYP [REF]...",
            help="A hypothesis and its references, as text. With `-r` or `--segment`: a file of hypotheses, as for "
            "`tertium score`.",
            show_default=False,
        ),
    ],
    references: options.References = None,
    segment: Annotated[
        int | None,
        typer.Option(
            "--segment",
            min=1,
            metavar="N",
            help="Which segment of the files, from 1. Default: 1.",
            show_default=False,
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            metavar="NAME",
            help="Which system, where the files hold several.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    metric: Annotated[
        str, typer.Option("--metric", "-m", metavar="SPEC", help="A metric that aligns words, with its settings.")
    ] = "meteor",
    output_format: Annotated[
        AlignmentFormat,
        typer.Option(
            "--format",
            "-f",
            help="How to print; `svg` is the picture alone, `matrix` another one that suits long sentences.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = AlignmentFormat.TEXT,
    output: options.Output = None,
) -> None:
    """Show how METEOR maps the words of a hypothesis to those of a reference.

    Of several references, the one that scores best is shown. A text that begins with a dash goes behind `--`.

    **Examples**

    `tertium align "the cat sat on the mat" "on the mat sat the cat"`

    `tertium align "the cat sat" "the cat was sitting" "a cat sat" -f svg -o cat.svg`

    `tertium align output.txt -r reference.txt --segment 12 -f html -o segment12.html`

    `tertium align systems.tsv --segment 3 --system neural -m meteor:stages=exact`
    """
    from tertium import metrics
    from tertium.report.drawings.alignment_matrix import draw_matrix
    from tertium.report.drawings.alignment_rows import draw_alignment
    from tertium.report.tables.alignment import describe_alignment

    title = "Alignment"
    if references or segment is not None:
        segment = segment or 1
        reader = open_input(texts, references, None, None, input_format, columns)
        name, hypothesis, candidates = _find_segment(reader, segment, system)
        title = f"Alignment of segment {segment}, {name}"
    else:
        if system is not None or columns is not None or input_format != "auto":
            raise InputError("--system, --columns and --input-format are for files", remedy="Give files, with -r")
        hypothesis, candidates = texts[0], _check_texts(texts)
    alignment = metrics.align(hypothesis, candidates, metric)
    if output_format is AlignmentFormat.SVG:
        write_text(draw_alignment(alignment), output)
    elif output_format is AlignmentFormat.MATRIX:
        write_text(draw_matrix(alignment), output)
    else:
        write(describe_alignment(alignment, title), output_format, output)


def _check_texts(texts: list[str]) -> list[str]:
    """The references among the texts."""
    if len(texts) < 2:
        raise InputError(
            "there is no reference to align with",
            remedy="Give it as text behind the hypothesis, or give files with -r or --segment",
        )
    for text in texts[1:]:
        if is_file(text):
            # Nobody wants the alignment with the name of a file, and it would look like a result.
            raise InputError(f"{text!r} is a file, where a text is expected", remedy="Give references with -r")
    return texts[1:]


def _find_segment(reader: TestSetReader, number: int, system: str | None) -> tuple[str, str, list[str]]:
    """The name of the system, its segment of this number, and the references of that."""
    found: tuple[str, str, list[str]] | None = None
    count = 0
    # To the end, since files of different lengths would show a segment beside the reference of another one.
    for part in reader.batches():
        at = number - count - 1
        if 0 <= at < len(part):
            name = _choose(list(part.systems), system)
            part.references[at : at + 1].require_one_each(number - 1)
            found = name, part.systems[name][at], part.references.of(at)
        count += len(part)
    if found is None:
        remedy = f"Give 1 to {count:,}" if count else "Give files that are not empty"
        raise InputError(f"there is no segment {number:,}", remedy=remedy)
    return found


def _choose(names: list[str], wanted: str | None) -> str:
    if wanted is None and len(names) == 1:
        return names[0]
    if wanted is None or wanted not in names:
        problem = "there are several systems" if wanted is None else f"there is no system {wanted!r}"
        raise InputError(problem, remedy=f"Give one with --system: {', '.join(names)}")
    return wanted
