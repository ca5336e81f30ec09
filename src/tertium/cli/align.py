"""``tertium align``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.reading import open_input
from tertium.cli.texts import SegmentNumber, take_segment, take_texts
from tertium.errors import InputError
from tertium.registry import ALIGNMENT_FORMATS

if TYPE_CHECKING:
    AlignmentFormat = str | None
else:
    AlignmentFormat = options.offer_formats(
        *ALIGNMENT_FORMATS,
        help_text="The output format. `svg` is the picture alone, `matrix` another one that suits long sentences.",
    )


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
    segment: SegmentNumber = None,
    system: Annotated[
        str | None,
        typer.Option(
            "--system",
            metavar="NAME",
            help="System, where the files have several.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    metric: Annotated[
        str, typer.Option("--metric", "-m", metavar="SPEC", help="METEOR, with any settings: `meteor:stages=exact`.")
    ] = "meteor",
    output_format: AlignmentFormat = None,
    output: options.Output = None,
) -> None:
    """Show how METEOR aligns the words of a hypothesis with those of a reference.

    With several references, the alignment with the best one is shown, or with all of them if the metric has
    `references=pooled`. Put `--` before texts that begin with a dash.

    **Examples**

    `tertium align "the cat sat on the mat" "on the mat sat the cat"`

    `tertium align "the cat sat" "the cat was sitting" "a cat sat" -f svg -o cat.svg`

    `tertium align output.txt -r reference.txt --segment 12 -f html -o segment12.html`

    `tertium align systems.tsv --segment 3 --system neural -m meteor:stages=exact`
    """
    from tertium import metrics
    from tertium.report import describe_alignment

    title = "Alignment"
    if references or segment is not None:
        segment = segment or 1
        chosen = take_segment(open_input(texts, references, None, None, input_format, columns), segment, system)
        title = f"Alignment of segment {segment}, {chosen.system}"
    else:
        if system is not None or columns is not None or input_format != "auto":
            raise InputError("--system, --columns and --input-format apply to files", remedy="Give files, with -r")
        chosen = take_texts(texts, remedy="Give references as text after the hypothesis, or give files with -r")
    alignment = metrics.align(chosen.hypothesis, chosen.references, metric)
    write(describe_alignment(alignment, title), output_format, output)
