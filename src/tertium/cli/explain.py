"""``tertium explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.texts import References, SegmentNumber, SystemName, Texts, take_input
from tertium.registry import EXPLAINED, PARTNER_FORMATS

if TYPE_CHECKING:
    ExplanationFormat = str | None
else:
    ExplanationFormat = options.offer_formats(
        *PARTNER_FORMATS,
        help_text="The output format. `svg` is the picture alone, for metrics that align words or have an encoder.",
    )


def explain(
    texts: Texts,
    references: References = None,
    segment: SegmentNumber = None,
    system: SystemName = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    metric: Annotated[
        str,
        typer.Option(
            "--metric",
            "-m",
            metavar="SPEC",
            help=f"A metric with its settings: {', '.join(f'`{name}`' for name in EXPLAINED)}.",
        ),
    ] = "stm",
    output_format: ExplanationFormat = None,
    output: options.Output = None,
) -> None:
    """Explain the score of a segment: which of its parts matched the references, and which did not.

    The parts are n-grams of words or characters, edits, aligned words, or for metrics over trees subtrees, headword
    chains or productions. Metrics with an encoder show which words have no partner on the other side. `html` draws
    trees, alignments and partners. Put `--` before texts that begin with a dash.

    **Examples**

    `tertium explain "I have a red pen" "I had a red pen" -m stm:depth=4`

    `tertium explain "I have a red pen" "A red pen is mine" "I own a pen" -m hwcm -f html -o pen.html`

    `tertium explain "the cat sat" "the cat was sitting" -m ter`

    `tertium explain "he gave the dog a bone" "the dog got some food" -m bertscore -o dog.svg`

    `tertium explain output.txt -r reference.txt --segment 12 -m chrf`
    """
    from tertium.audit import explain as explain_score
    from tertium.report import describe_explanation

    chosen = take_input(texts, references, segment, system, input_format, columns)
    explanation = explain_score(chosen.hypothesis, chosen.references, metric)
    title = chosen.entitle(f"{explanation.metric} explained")
    write(describe_explanation(explanation, title), output_format, output)
