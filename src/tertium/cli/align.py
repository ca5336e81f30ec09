"""``tertium align``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.texts import References, SegmentNumber, SystemName, Texts, take_input
from tertium.registry import ALIGNMENT_FORMATS

if TYPE_CHECKING:
    AlignmentFormat = str | None
else:
    AlignmentFormat = options.offer_formats(
        *ALIGNMENT_FORMATS,
        help_text="The output format. `svg` is the picture alone, `matrix` another one that suits long sentences.",
    )


def align(
    texts: Texts,
    references: References = None,
    segment: SegmentNumber = None,
    system: SystemName = None,
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

    chosen = take_input(texts, references, segment, system, input_format, columns)
    alignment = metrics.align(chosen.hypothesis, chosen.references, metric)
    write(describe_alignment(alignment, chosen.entitle("Alignment")), output_format, output)
