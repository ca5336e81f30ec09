"""``tertium demo``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from tertium.parts import OptionalPart, find_missing, name_tertium, write_command
from tertium.registry import METRICS

# What the report has: it is about systems, and a few metrics are enough for them.
_REPORTED = ("chrf", "bleu", "ter", "meteor")


def demo(
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where to write the report.")] = Path(
        "demo"
    ),
    install: Annotated[
        bool, typer.Option("--install", help="Download the weights of the small encoder first, if they are missing.")
    ] = False,
) -> None:
    """Score the bundled samples with every metric, find machine-translationness, and write two reports as pages.

    One sample is a dozen sentences with two references, three systems of different quality and our own judgments. The
    other is Catalan in two Spanish translations without a reference, with small lists of words and a small corpus.
    Metrics that need an index of your own are left out. So are those that need an optional part that is not installed:
    the end lists these parts, and the command that installs each.

    **Example**

    `tertium demo --output /tmp/demo`
    """
    from tertium import samples
    from tertium.cli.output import SHOWS_SIGNATURES, make_folder, print_out, write
    from tertium.meta import read_judgments
    from tertium.metrics import compare_systems, parse
    from tertium.report import StudyOptions, describe_comparison, describe_study, study_test_set
    from tertium.text import open_test_set

    make_folder(folder)
    if install:
        _install_encoder()
    # Metrics without a model first: they are those that most people know.
    known = sorted(map(parse, METRICS), key=lambda metric: metric.needs_model)
    missing = {metric.name: find_missing(metric.parts) for metric in known if not metric.needs_index}
    metrics = [name for name, parts in missing.items() if not parts]
    systems = ("careful", "neural", "literal")
    test_set = open_test_set(
        [samples.path(f"system.{name}.txt") for name in systems],
        [samples.path("reference.A.txt"), samples.path("reference.B.txt")],
        names=systems,
        sources=samples.path("source.es.txt"),
        documents=samples.path("documents.txt"),
    ).read()
    SHOWS_SIGNATURES.set(False)  # the first page should fit the eye
    write(describe_comparison(compare_systems(test_set, metrics)), None, None)
    report = folder / "report.html"
    judgments = read_judgments(samples.path("judgments.tsv"), test_set=test_set)
    study = study_test_set(test_set, _REPORTED, StudyOptions(judgments=judgments))
    write(describe_study(study, title="Tertium's sample"), report.suffix[1:], report)
    findings = _show_mtness(folder)
    print_out(f"\nThe reports are at {report.resolve()}\nand {findings.resolve()}\n")
    print_out(_list_missing(missing))


def _install_encoder() -> None:
    """Install the small encoder if it is missing. The demo goes on without it if that fails."""
    from tertium import encoders
    from tertium.cli.progress import DownloadBar
    from tertium.cli.remarks import remark
    from tertium.errors import TertiumError

    name = encoders.DEFAULT
    if encoders.find_installed(name) is not None:
        return
    try:
        with DownloadBar(name) as progress:
            encoders.install_encoder(name, progress=progress)
    except TertiumError as error:
        remark(f"{error.message}. The demo goes on without it")


def _list_missing(missing: Mapping[str, Sequence[OptionalPart]]) -> str:
    """Return what was left out for want of optional parts, with the command for each part; empty if nothing was."""
    by_part: dict[OptionalPart, list[str]] = {}
    for metric, parts in missing.items():
        for part in parts:
            by_part.setdefault(part, []).append(metric)
    if not by_part:
        return ""
    lines = ["", "Left out, because an optional part is not installed:"]
    for part, metrics in by_part.items():
        lines += [f"  {', '.join(metrics)}: {part.title}", f"    {write_command([part])}"]
    return "\n".join([*lines, f"All optional parts: {name_tertium()} doctor", ""])


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
