"""``tertium demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demo(
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to write the report.")] = Path(
        "demo"
    ),
) -> None:
    """Score the bundled sample with every metric, and write the report as a page.

    The sample is a dozen sentences with two references, three systems of different quality and our own judgments.

    **Example**

    `tertium demo --output /tmp/demo`
    """
    from dataclasses import replace

    from tertium import api, samples
    from tertium.api.correlation import correlate
    from tertium.cli.output import make_folder, print_out, write, write_file
    from tertium.meta.layouts import read_judged
    from tertium.report import render
    from tertium.report.correlation_plots import draw_outcome
    from tertium.report.correlation_tables import describe_outcome
    from tertium.report.document import Document
    from tertium.report.tables import describe_comparison, describe_scores, segment_table
    from tertium.text.readers import open_test_set

    syntactic = ("stm", "dstm", "hwcm", "tkm", "dtkm")
    metrics = (
        "bleu",
        "nist",
        "chrf",
        "chrf++",
        "ter",
        "wer",
        "unigram",
        "meteor",
        "meteor-1.5",
        "meteor-universal",
        "blend",
        *syntactic,
    )
    names = ("careful", "neural", "literal")
    test_set = open_test_set(
        [samples.path(f"system.{name}.txt") for name in names],
        [samples.path("reference.A.txt"), samples.path("reference.B.txt")],
        names=names,
        documents=samples.path("documents.txt"),
    ).read()
    comparison = api.compare_systems(test_set, metrics, api.Resampling())
    compared = describe_comparison(comparison)
    outcome = correlate(read_judged(samples.path("judgments.tsv")), metrics)
    pictures = [plot.to_svg() for name, plot in draw_outcome(outcome) if name.startswith(("ranking", "heat-map"))]
    agreement = replace(describe_outcome(outcome).tables[0], title="Agreement with people (our own judgments)")
    scored = describe_scores(comparison.systems, components=True, documents=True)
    segments = segment_table(comparison.systems)
    write(compared, "text", None)
    tables = [*compared.tables, agreement, *scored.tables[1:], segments]
    page = Document("Tertium's sample", tables, scored.frame, scored.data, pictures)
    make_folder(folder)
    report = folder / "report.html"
    write_file(render(page, "html"), report)
    print_out(f"\nThe report is at {report.resolve()}\n")
