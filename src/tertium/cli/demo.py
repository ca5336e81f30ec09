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
    """Score the bundled samples with every metric, find machine-translationness, and write both reports as pages.

    One sample is a dozen sentences with two references, three systems of different quality and our own judgments. The
    other is Catalan in two Spanish translations without a reference, with small lists of words and a small corpus.

    **Example**

    `tertium demo --output /tmp/demo`
    """
    from dataclasses import replace

    from tertium import samples
    from tertium.cli.output import make_folder, print_out, write, write_file
    from tertium.meta.correlation.running import correlate
    from tertium.meta.judgments.layouts import read_judged
    from tertium.metrics import compare_systems
    from tertium.report import render
    from tertium.report.document import Document
    from tertium.report.plots.outcome import draw_outcome
    from tertium.report.tables.correlation import describe_outcome
    from tertium.report.tables.scores import describe_comparison, describe_scores, segment_table
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
    comparison = compare_systems(test_set, metrics)
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
    findings = _show_mtness(folder)
    print_out(f"\nThe reports are at {report.resolve()}\nand {findings.resolve()}\n")


def _show_mtness(folder: Path) -> Path:
    """Examines the sample without references; says where the page is."""
    from tempfile import TemporaryDirectory

    from tertium.cli.output import print_out, write, write_file
    from tertium.corpus.building import build_index
    from tertium.corpus.normalisation import Normalisation
    from tertium.mtness import compare_mtness, find_mtness_by_system, open_mtness
    from tertium.report import render
    from tertium.report.tables.findings import describe_examinations
    from tertium.samples import mtness as samples
    from tertium.text.readers import open_test_set

    names = ("literal", "better")
    test_set = open_test_set(
        [samples.path(f"system.{name}.es.txt") for name in names], names=names, sources=samples.path("source.ca.txt")
    ).read()
    with TemporaryDirectory() as temporary:
        index = Path(temporary) / "spanish.index"
        build_index([samples.path("corpus.es.txt")], index, normalisation=Normalisation("es"))
        pipeline = open_mtness("es", f"index({index})", source_language="ca", tagger="wordlist", dictionary="pairs")
        examinations = find_mtness_by_system(test_set, pipeline)
    compared = compare_mtness(examinations)
    print_out("\nMachine-translationness of another sample, without references\n\n")
    write(describe_examinations(examinations, compared, limit=8), "text", None)
    page = folder / "mtness.html"
    write_file(render(describe_examinations(examinations, compared, limit=0), "html"), page)
    return page
