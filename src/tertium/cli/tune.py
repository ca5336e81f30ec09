"""``tertium tune``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tertium.cli import options
from tertium.cli.remarks import remark
from tertium.registry import COEFFICIENTS, TRAINERS
from tertium.stats import SEED

_LEARNING = "Learning"
_FRAGMENTS = "Weights of fragments"


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
        str | None,
        options.choice(
            "--learn",
            among=TRAINERS,
            help="Learn a combination of metrics instead, in one of these ways.",
            panel=_LEARNING,
        ),
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
            help=(
                "A feature that is not a metric, or a group of them: `all` without an encoder, `context` of an encoder"
                " with references, `alone` of an encoder without them, `source` of a multilingual encoder with sources."
                " They are for English only."
            ),
            rich_help_panel=_LEARNING,
        ),
    ] = None,
    as_given: Annotated[
        bool,
        typer.Option(
            "--as-given",
            help="Give metrics the text as it is, not lower-cased and tokenised.",
            rich_help_panel=_LEARNING,
        ),
    ] = False,
    fragments: Annotated[
        bool,
        typer.Option(
            "--fragments",
            help="Learn the weights of individual subtrees or chains of `stm`, `dstm` or `hwcm`, not those of sizes.",
            rich_help_panel=_FRAGMENTS,
        ),
    ] = False,
    penalty: Annotated[
        float | None,
        typer.Option(
            help="How strong the prior for equal weights is: the greater, the more equal they are. Default: 1.",
            rich_help_panel=_FRAGMENTS,
            show_default=False,
        ),
    ] = None,
    least: Annotated[
        int | None,
        typer.Option(
            help="The number of translations that must have a fragment for it to have its own weight. Default: 2.",
            rich_help_panel=_FRAGMENTS,
            show_default=False,
        ),
    ] = None,
    judgment: options.JudgmentKind = None,
    statistic: Annotated[
        str,
        options.choice(
            "--statistic",
            among=COEFFICIENTS,
            help="The coefficient to maximise, over all judged translations of a set. Default: pearson.",
        ),
    ] = "pearson",
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save-metric", metavar="FILE.toml", help="Write the metric to this file; `-m FILE.toml` uses it."
        ),
    ] = None,
    replace: options.Replace = False,
    seed: options.Seed = SEED,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Tune a metric, or learn a combination of metrics, to agree with human judgments.

    Either the parameters of a metric are tuned, or the weights of its subtrees or chains are learned (`--fragments`),
    or a combination of metrics is learned (`--learn`). Each language pair is held out in turn: the first table shows
    these honest figures. What is saved is itself a metric.

    **Examples**

    `tertium tune meteor-1.5 --data wmt15-daseg --data wmt16-daseg --save-metric mine.toml`

    `tertium score output.txt -r reference.txt -m mine.toml`

    `tertium tune hwcm:length=4 --data wmt15-daseg --language-pair cs-en --language-pair de-en`

    `tertium tune hwcm --fragments --data wmt15-daseg --save-metric mine.toml`

    `tertium tune --learn ridge -m bleu -m chrf -m meteor -m ter --data wmt15-daseg --save-metric mine.toml`
    """
    from tertium.cli.judged_input import read_folders
    from tertium.cli.output import write, write_text
    from tertium.cli.progress import ProgressBar
    from tertium.errors import SpecError
    from tertium.files.whole import keep_work
    from tertium.meta import learn, tune, weigh_fragments
    from tertium.report import describe_combination, describe_fragment_tuning, describe_tuning
    from tertium.stats import Resampling

    if not data:
        raise SpecError("no judged translations are given", remedy="Give a folder of them with --data")
    if (spec is None) == (learned is None):
        raise SpecError("a metric to tune or --learn is needed, not both", remedy="Give SPEC, or --learn and -m")
    if spec is not None and (metrics or features or as_given):
        raise SpecError(
            "-m, --feature and --as-given are for combinations only", remedy="Leave them out, or give --learn"
        )
    if fragments and spec is None:
        raise SpecError("--fragments needs a metric", remedy="Give SPEC: hwcm, stm or dstm")
    if not fragments and (penalty is not None or least is not None):
        raise SpecError("--penalty and --least are for --fragments only", remedy="Leave them out, or give --fragments")
    if save is not None and save.suffix != ".toml":
        raise SpecError(f"{save.name!r} is not a name for a metric", remedy="Give a name that ends in .toml")
    keep_work(save, replace=replace)
    Resampling(seed=seed)  # refuses a seed that cannot be drawn with
    judged = read_folders(data, pairs or (), unescape=unescape, check_text=check_text)
    asked: dict[str, Any] = {"judgment": judgment or "", "statistic": statistic, "seed": seed, "threads": threads}
    with ProgressBar(quiet=quiet) as progress:
        if spec is not None and fragments:
            given = {"penalty": penalty, "least": least}
            limits: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
            del asked["threads"]  # the search has one
            weighed = weigh_fragments(spec, judged, **asked, **limits, progress=progress)
            document, text, notes = describe_fragment_tuning(weighed), weighed.to_toml(), weighed.notes
        elif spec is not None:
            tuned = tune(spec, judged, **asked, progress=progress)
            document, text, notes = describe_tuning(tuned), tuned.to_toml(), tuned.notes
        else:
            name = "learned" if save is None else save.stem
            combined = learn(
                judged,
                metrics or (),
                features or (),
                trainer=learned or "",
                name=name,
                plain=not as_given,
                **asked,
                progress=progress,
            )
            document, text, notes = describe_combination(combined), combined.to_toml(), combined.notes
    for note in notes:
        remark(note)
    if save is not None:
        write_text(text, save)
    write(document, output_format, output)
