"""``tertium explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.texts import take_texts
from tertium.registry import EXPLAINED


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
            help=f"A metric with its settings: {', '.join(f'`{name}`' for name in EXPLAINED)}.",
        ),
    ] = "stm",
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """Explain the score of a segment: which of its parts matched the references, and which did not.

    For metrics over trees, the parts are subtrees, headword chains or productions, and `html` draws the trees with
    matches in colour. Put `--` before texts that begin with a dash.

    **Examples**

    `tertium explain "I have a red pen" "I had a red pen" -m stm:depth=4`

    `tertium explain "I have a red pen" "A red pen is mine" "I own a pen" -m hwcm -f html -o pen.html`

    `tertium explain "the cat sat" "the cat was sitting" -m bleu`
    """
    from tertium.audit import explain as explain_score
    from tertium.report import describe_explanation

    chosen = take_texts(texts, remedy="Give references as text, after the hypothesis")
    explanation = explain_score(chosen.hypothesis, chosen.references, metric)
    write(describe_explanation(explanation, f"{explanation.metric} explained"), output_format, output)
