"""``tertium explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.texts import require_texts


def explain(
    texts: Annotated[
        list[str],
        typer.Argument(metavar="HYP REF...", help="A hypothesis and its references, as text.", show_default=False),
    ],
    metric: Annotated[
        str,
        typer.Option(
            "--metric",
            "-m",
            metavar="SPEC",
            help="A metric with its settings: `stm`, `dstm`, `hwcm`, `tkm`, `dtkm`, `bleu` or `meteor`.",
        ),
    ] = "stm",
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
) -> None:
    """Show why a segment scores what it scores: what of it the references have, and what they do not.

    For metrics over trees these are subtrees, chains of headwords or productions, and `html` draws the trees with what
    matched in colour. A text that begins with a dash goes behind `--`.

    **Examples**

    `tertium explain "I have a red pen" "I had a red pen" -m stm:depth=4`

    `tertium explain "I have a red pen" "A red pen is mine" "I own a pen" -m hwcm -f html -o pen.html`

    `tertium explain "the cat sat" "the cat was sitting" -m bleu`
    """
    require_texts(texts, 2, "a hypothesis and at least one reference")
    from tertium.audit.explanation.explaining import explain as explain_score
    from tertium.report.tables.explanation import describe_explanation

    explanation = explain_score(texts[0], texts[1:], metric)
    write(describe_explanation(explanation, f"Why {explanation.metric} says so"), output_format, output)
