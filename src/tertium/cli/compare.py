"""``tertium compare``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.progress import ProgressBar
from tertium.cli.reading import label_systems, open_input


class Method(StrEnum):
    """The paired tests."""

    BOOTSTRAP = "bootstrap"
    RANDOMIZATION = "randomization"


class Pairs(StrEnum):
    """What is compared with what."""

    BASELINE = "baseline"
    ALL = "all"


def compare(
    hypotheses: options.Hypotheses,
    references: options.References = None,
    metrics: options.Metrics = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            "--baseline",
            "-b",
            metavar="NAME",
            help="The system to compare with. Default: the first.",
            show_default=False,
        ),
    ] = None,
    pairs: Annotated[
        Pairs, typer.Option("--pairs", help="Each system with the baseline, or all with each other.")
    ] = Pairs.BASELINE,
    method: Annotated[
        Method, typer.Option("--test", "-t", help="The paired test.", rich_help_panel=options.STATISTICS)
    ] = Method.BOOTSTRAP,
    kinds: options.Kinds = None,
    advice: Annotated[
        bool,
        typer.Option("--advice/--no-advice", help="Say when such a comparison is not a fair one, and why."),
    ] = True,
    names: options.Names = None,
    document_ids: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    level: options.Level = 0.95,
    resamples: options.Resamples = 1000,
    seed: options.Seed = 12345,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Compare systems: do they differ, by how much, and would it hold on other segments?

    P-values are two-sided. Where several systems are tested, Holm's correction keeps the chance that even one of the
    differences by a metric is a false alarm below the p that is called significant.

    **Examples**

    `tertium compare baseline.txt new.txt -r reference.txt`

    `tertium compare a.txt b.txt c.txt -r reference.txt -m bleu -m chrf --test randomization --resamples 10000`

    `tertium compare *.txt -r ref1.txt -r ref2.txt --pairs all -f html -o comparison.html`
    """
    from tertium.audit import advise
    from tertium.metrics import compare_systems
    from tertium.report.tables.scores import describe_comparison
    from tertium.stats import Resampling

    test_set = open_input(hypotheses, references, names, document_ids, input_format, columns).read()
    test_set = label_systems(test_set, kinds or (), strict=True)
    with ProgressBar(quiet=quiet) as progress:
        comparison = compare_systems(
            test_set,
            metrics or options.DEFAULT_METRICS,
            Resampling(level, resamples, seed),
            baseline=baseline,
            pairs=pairs,
            method=method,
            threads=threads,
            progress=progress,
        )
    said = advise(comparison, test_set) if advice else []
    write(describe_comparison(comparison, said), output_format, output)
