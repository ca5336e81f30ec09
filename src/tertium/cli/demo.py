"""``tertium demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tertium.registry import LARGE, METRICS, OVER_INDEXES

# The order in which metrics are shown; others follow.
_FIRST = (
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
    "stm",
    "dstm",
    "hwcm",
    "tkm",
    "dtkm",
)

# What the report has: it is about systems, and a few metrics are enough for them.
_REPORTED = ("chrf", "bleu", "ter", "meteor")


def demo(
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to write the report.")] = Path(
        "demo"
    ),
) -> None:
    """Score the bundled samples with every metric, find machine-translationness, and write two reports as pages.

    One sample is a dozen sentences with two references, three systems of different quality and our own judgments. The
    other is Catalan in two Spanish translations without a reference, with small lists of words and a small corpus.
    Metrics that need an index of your own, or an encoder of hundreds of megabytes, are left out.

    **Example**

    `tertium demo --output /tmp/demo`
    """
    from tertium import samples
    from tertium.cli.output import make_folder, print_out, write
    from tertium.meta import read_judgments
    from tertium.metrics import compare_systems
    from tertium.report import StudyOptions, describe_comparison, describe_study, study_test_set
    from tertium.text import open_test_set

    metrics = (*_FIRST, *(name for name in METRICS if name not in (*_FIRST, *OVER_INDEXES, *LARGE)))
    names = ("careful", "neural", "literal")
    test_set = open_test_set(
        [samples.path(f"system.{name}.txt") for name in names],
        [samples.path("reference.A.txt"), samples.path("reference.B.txt")],
        names=names,
        sources=samples.path("source.es.txt"),
        documents=samples.path("documents.txt"),
    ).read()
    write(describe_comparison(compare_systems(test_set, metrics)), None, None)
    make_folder(folder)
    report = folder / "report.html"
    judgments = read_judgments(samples.path("judgments.tsv"), test_set=test_set)
    study = study_test_set(test_set, _REPORTED, StudyOptions(judgments=judgments))
    write(describe_study(study, title="Tertium's sample"), report.suffix[1:], report)
    findings = _show_mtness(folder)
    print_out(f"\nThe reports are at {report.resolve()}\nand {findings.resolve()}\n")


def _show_mtness(folder: Path) -> Path:
    """Find machine-translationness in a sample, write the page, and return its path."""
    from tempfile import TemporaryDirectory

    from tertium.cli.output import print_out, write
    from tertium.corpus import Normalisation, build_index
    from tertium.mtness import compare_mtness, find_mtness_by_system, open_mtness
    from tertium.report import describe_examinations
    from tertium.samples import mtness as samples
    from tertium.text import open_test_set

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
    described = describe_examinations(examinations, compared, limit=8)
    write(described, None, None)
    page = folder / "mtness.html"
    write(described, page.suffix[1:], page)
    return page
