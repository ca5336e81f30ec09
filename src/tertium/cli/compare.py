"""``tertium compare``."""

from __future__ import annotations

from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.progress import ProgressBar
from tertium.cli.reading import drop_references, label_systems, open_input
from tertium.registry import PAIRS, SYSTEM_TESTS
from tertium.stats import CONFIDENCE, SEED


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
            help="The system that others are compared with. Default: the first.",
            show_default=False,
        ),
    ] = None,
    pairs: Annotated[
        str,
        options.choice(
            "--pairs",
            among=PAIRS,
            help="Compare each system with the baseline, or all pairs of systems. Default: baseline.",
        ),
    ] = "baseline",
    method: Annotated[
        str,
        options.choice(
            "--test",
            "-t",
            among=SYSTEM_TESTS,
            help="The paired test. Default: bootstrap.",
            panel=options.STATISTICS,
        ),
    ] = "bootstrap",
    kinds: options.Kinds = None,
    advice: Annotated[
        bool,
        typer.Option("--advice/--no-advice", help="Warn where the comparison is not fair, and say why."),
    ] = True,
    source: options.Sources = None,
    names: options.Names = None,
    document_ids: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    language: options.TargetLanguage = None,
    confidence: options.Confidence = CONFIDENCE,
    resamples: options.ResamplesOfTests = None,
    seed: options.Seed = SEED,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Compare systems, and test whether their differences are significant.

    P-values are two-sided. Holm's correction keeps the chance of even one false alarm per metric below the level of
    significance. *better* names the better system where p (Holm) is below 0.05. `--pairs all` adds groups of systems
    that do not differ significantly.

    **Examples**

    `tertium compare baseline.txt new.txt -r reference.txt`

    `tertium compare a.txt b.txt c.txt -r reference.txt -m bleu -m chrf --test randomization --resamples 10000`

    `tertium compare *.txt -r ref1.txt -r ref2.txt --pairs all -f html -o comparison.html`
    """
    from tertium.audit import advise
    from tertium.metrics import choose_resampling, compare_systems
    from tertium.report import describe_comparison

    reader = open_input(
        hypotheses,
        references,
        names,
        document_ids,
        input_format,
        columns,
        sources=source,
        language=language,
        unescape=unescape,
        check_text=check_text,
    )
    test_set = drop_references(reader, label_systems(reader.read(), kinds or (), strict=True))
    with ProgressBar(quiet=quiet) as progress:
        comparison = compare_systems(
            test_set,
            metrics or options.DEFAULT_METRICS,
            choose_resampling(len(test_set.systems), pairs, confidence, resamples, seed),
            baseline=baseline,
            pairs=pairs,
            method=method,
            threads=threads,
            progress=progress,
        )
    said = advise(comparison, test_set) if advice else []
    write(describe_comparison(comparison, said), output_format, output)
