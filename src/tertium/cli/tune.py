"""``tertium tune``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from tertium.cli import options

_LEARNING = "Learning"


class Trainer(StrEnum):
    """How a combination is learned."""

    RIDGE = "ridge"
    SVR = "svr"
    RANKING = "ranking"
    HUMAN_OR_MACHINE = "human-or-machine"


def tune(
    spec: Annotated[
        str | None,
        typer.Argument(
            metavar="[SPEC]",
            help="The metric to tune: `meteor`, `meteor-1.5`, `stm`, `dstm` or `hwcm`, with settings.",
            show_default=False,
        ),
    ] = None,
    data: options.Folders = None,
    pairs: options.LanguagePairs = None,
    learned: Annotated[
        Trainer | None,
        typer.Option("--learn", help="Learn a combination of metrics instead.", rich_help_panel=_LEARNING),
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="SPEC",
            help="A metric of the combination, or a figure of one, such as `penalty of meteor`. Repeat.",
            rich_help_panel=_LEARNING,
        ),
    ] = None,
    features: Annotated[
        list[str] | None,
        typer.Option(
            "--feature",
            metavar="NAME",
            help="A feature that is no metric; `all` for all of them. They are made for English.",
            rich_help_panel=_LEARNING,
        ),
    ] = None,
    as_given: Annotated[
        bool,
        typer.Option(
            "--as-given", help="Metrics see text as it is, not in lower case and tokenised.", rich_help_panel=_LEARNING
        ),
    ] = False,
    judgment: options.JudgmentKind = None,
    statistic: Annotated[
        str, typer.Option("--statistic", "-s", help="What is to be as high as possible, pooled over a set.")
    ] = "pearson",
    unescape: options.Unescape = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE.toml", help="Write the tuned metric there; `-m FILE.toml` uses it."),
    ] = None,
    seed: options.Seed = 12345,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Find what agrees best with people, and say how it does on languages never seen.

    Either the parameters of a metric, or a combination of metrics (`--learn`). Each language pair is held out in turn:
    the first table is what to believe. What is saved is itself a metric.

    **Examples**

    `tertium tune meteor-1.5 --data wmt15-daseg --data wmt16-daseg --save mine.toml`

    `tertium score output.txt -r reference.txt -m mine.toml`

    `tertium tune hwcm:length=4 --data wmt15-daseg --pair cs-en --pair de-en`

    `tertium tune --learn ridge -m bleu -m chrf -m meteor -m ter --data wmt15-daseg --save mine.toml`
    """
    from tertium.cli.judged_input import read_folders
    from tertium.cli.output import write, write_text
    from tertium.cli.progress import ProgressBar
    from tertium.errors import SpecError
    from tertium.meta.tuning.learning import learn_metric, tune_metric
    from tertium.report.tables.tuning import describe_combination, describe_tuning
    from tertium.stats.resampling import Resampling

    if not data:
        raise SpecError("there is nothing to tune on", remedy="Give a folder of judged translations with --data")
    if (spec is None) == (learned is None):
        raise SpecError("either a metric is tuned, or a combination is learned", remedy="Give SPEC, or --learn and -m")
    if spec is not None and (metrics or features or as_given):
        raise SpecError(
            "a metric that is tuned has no others in it", remedy="Leave -m and --feature out, or give --learn"
        )
    if save is not None and save.suffix != ".toml":
        raise SpecError(f"{save.name!r} would not be taken for a metric", remedy="Give a name that ends in .toml")
    Resampling(seed=seed)  # refuses a seed that cannot be drawn with
    judged = read_folders(data, pairs or (), unescape=unescape)
    asked: dict[str, Any] = {"judgment": judgment or "", "statistic": statistic, "seed": seed, "threads": threads}
    with ProgressBar(quiet=quiet) as progress:
        if spec is not None:
            tuned = tune_metric(spec, judged, **asked, progress=progress)
            document, text = describe_tuning(tuned), tuned.to_toml()
        else:
            name = "learned" if save is None else save.stem
            combined = learn_metric(
                judged,
                metrics or (),
                features or (),
                trainer=str(learned),
                name=name,
                plain=not as_given,
                **asked,
                progress=progress,
            )
            document, text = describe_combination(combined), combined.to_toml()
    if save is not None:
        write_text(text, save)
    write(document, output_format, output)
