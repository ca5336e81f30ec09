"""``tertium correlate``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tertium.cli import options
from tertium.cli.remarks import remark
from tertium.registry import (
    COEFFICIENTS,
    CONTROLS,
    LEVELS,
    METRIC_TESTS,
    NORMALISATIONS,
    PARTIAL_STATISTICS,
    SPECIAL_STATISTICS,
)

if TYPE_CHECKING:
    from tertium.meta import Agreement, Experiment, JudgedSet

_QUESTION = "Question"


def correlate(
    hypotheses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[HYP...]",
            help="One file per system, or one file with everything, with `-r` and `-j`; or a table that has a column "
            "of human scores, with `--judgment COLUMN`. Not with `--data`.",
            show_default=False,
        ),
    ] = None,
    data: options.Folders = None,
    pairs: options.LanguagePairs = None,
    systems: options.Systems = None,
    references: Annotated[
        list[str] | None,
        typer.Option(
            "--reference",
            "-r",
            metavar="REF",
            help="A file of references; with `--data`, the name of a reference in the folder, such as refA. Repeat for "
            "more references.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    include_human: Annotated[
        bool,
        typer.Option(
            "--include-human",
            help="With a folder of mt-metrics-eval: translations of people take part like systems, except those that "
            "are used as references.",
            rich_help_panel=options.JUDGED,
        ),
    ] = False,
    judgments: options.Judgments = None,
    scores: Annotated[
        list[Path] | None,
        typer.Option(
            "--scores",
            metavar="FILE",
            help="Scores of other metrics: a table with the columns system, segment and one per metric, a `.seg.score` "
            "or `.sys.score` file of mt-metrics-eval, or COMET's output. For one judged set only.",
            rich_help_panel=options.JUDGED,
        ),
    ] = None,
    stored: Annotated[
        list[str] | None,
        typer.Option(
            "--stored",
            metavar="NAME",
            help="A metric whose scores the folder has ready, such as COMET-22-refA, or `all`. Repeat.",
            rich_help_panel=options.JUDGED,
        ),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(
            "--mqm-weights",
            metavar="WEIGHTS",
            help="Weights of MQM errors that differ from Google's, such as `critical=10,minor/fluency=0.5`.",
            rich_help_panel=options.JUDGED,
        ),
    ] = None,
    lower: Annotated[
        list[str] | None,
        typer.Option(
            "--lower-is-better",
            metavar="NAME",
            help="A metric of `--scores` or `--stored` whose lower scores are better. Repeat.",
            rich_help_panel=options.JUDGED,
        ),
    ] = None,
    kinds: options.Kinds = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    metrics: options.Metrics = None,
    experiment: Annotated[
        str | None,
        typer.Option(
            "--experiment",
            "-e",
            metavar="NAME|FILE",
            help="A ready experiment, such as `meteor-table-6`, or a TOML file. `--experiment list` names them.",
            rich_help_panel=_QUESTION,
        ),
    ] = None,
    level: Annotated[
        str | None,
        options.choice(
            "--level",
            among=LEVELS,
            help="What the points of the correlation are. Default: pooled.",
            panel=_QUESTION,
        ),
    ] = None,
    statistic: Annotated[
        str | None,
        options.choice(
            "--statistic",
            among=(*COEFFICIENTS, *PARTIAL_STATISTICS, *SPECIAL_STATISTICS),
            help="How agreement is measured. Default: pearson.",
            panel=_QUESTION,
        ),
    ] = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control",
            metavar="NAME",
            help=f"What a partial correlation holds constant: {', '.join(CONTROLS)}; join several by +. "
            "Default: log-length.",
            rich_help_panel=_QUESTION,
        ),
    ] = None,
    judgment: Annotated[
        str | None,
        typer.Option(
            "--judgment",
            metavar="KIND|COLUMN",
            help="The kind of judgment, such as fluency, adequacy, combined, da or rank. Default: the usual one. For a "
            "table without `-j`, its column of human scores.",
            rich_help_panel=options.JUDGED,
        ),
    ] = None,
    normalise: Annotated[
        str | None,
        options.choice(
            "--normalise", among=NORMALISATIONS, help="Put all annotators on one scale first.", panel=_QUESTION
        ),
    ] = None,
    test: Annotated[
        str | None,
        options.choice(
            "--test",
            "-t",
            among=("auto", *METRIC_TESTS, "none"),
            help="The test of differences. Default: permutation, or bootstrap for statistics that have no permutation.",
            panel=_QUESTION,
        ),
    ] = None,
    cutoff: Annotated[
        float | None,
        typer.Option(
            "--cutoff",
            help="The number of deviations from which a system is an outlier, usually 2.5.",
            rich_help_panel=_QUESTION,
        ),
    ] = None,
    confidence: options.OptionalConfidence = None,
    resamples: options.ResamplesOfTests = None,
    seed: options.OptionalSeed = None,
    agreement: Annotated[
        bool,
        typer.Option(
            "--agreement",
            help="Add the agreement of annotators with each other and with themselves, and the outliers among them.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = False,
    details: Annotated[
        bool,
        typer.Option(
            "--details",
            help="Add tests, lengths and single systems of each judged set, where there are several sets.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = False,
    plots: options.Plots = None,
    plot_format: options.PlotFormat = options.DEFAULT_PLOT_FORMAT,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save-experiment",
            metavar="FILE",
            help="Save the experiment as TOML, to run it again.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FOLDER",
            help="Keep scores in this folder, so that a stopped run continues where it was.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    source: options.Sources = None,
    names: options.Names = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    language: options.TargetLanguage = None,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Correlate metrics with human judgments, and test which metrics agree better.

    Every figure has a confidence interval. Metrics are compared by a test that is corrected for their number. Figures
    of whole systems are given with and without outliers.

    **Examples**

    `tertium correlate --data wmt17-toen -m bleu -m chrf++ -m meteor`

    `tertium correlate --data wmt12-ranking --language-pair de-en --level system --statistic spearman -m bleu -m ter`

    `tertium correlate --data believability-ad-fl --judgment fluency --statistic partial-pearson -m bleu -m hwcm`

    `tertium correlate a.txt b.txt c.txt -r reference.txt -j judgments.tsv --scores comet.tsv -m bleu`

    `tertium correlate judged.tsv --judgment adequacy -m bleu -m 'scores(comet.txt)'`

    `tertium correlate --data wmt22 --language-pair en-de -r refA --level system --stored COMET-22-refA -m chrf`

    `tertium correlate --experiment meteor-table-6 --data wmt17-toen -f latex`

    `tertium correlate --data wmt21-toen --level system -m bleu --plots figures --plot-format png`
    """
    from dataclasses import replace

    from tertium.cli import judged_input
    from tertium.cli.judged_columns import JudgedColumns
    from tertium.cli.output import write, write_text
    from tertium.cli.plotting import save_plots
    from tertium.cli.progress import ProgressBar
    from tertium.cli.reading import open_input
    from tertium.errors import SpecError
    from tertium.meta import run_experiment
    from tertium.report import describe_experiments, describe_outcome

    if experiment == "list":
        write(describe_experiments(_list_ready()), output_format, output)
        return
    asked = {
        "level": level,
        "statistic": statistic,
        "control": control,
        "judgment": judgment,
        "normalise": normalise,
        "test": test,
        "cutoff": cutoff,
        "confidence": confidence,
        "resamples": resamples,
        "seed": seed,
    }
    about = {
        "data": [str(folder) for folder in data or ()],
        "pairs": pairs,
        "references": None if hypotheses else references,
        "include_human": include_human,
        "weights": weights,
        "systems": systems,
        "kinds": kinds,
        "scores": [str(path) for path in scores or ()],
        "stored": stored,
        "lower": lower,
        "text": "plain" if unescape else None,
    }
    chosen = _choose_experiment(experiment, metrics or (), asked, about, bool(hypotheses))
    judged_input.check_origin(
        bool(chosen.data),
        bool(hypotheses),
        references,
        judgments,
        chosen.pairs,
        language,
        source=source,
        files="HYP, -r and -j, or a table and --judgment COLUMN",
        named_references=True,
    )
    if chosen.lower and not chosen.scores and not chosen.stored:
        raise SpecError(
            "--lower-is-better is for metrics of --scores and --stored", remedy="Give one of them, or leave it out"
        )
    if hypotheses and (chosen.stored or chosen.include_human):
        raise SpecError("--stored and --include-human are for folders", remedy="Give --data, or leave them out")
    is_plain = chosen.text == "plain"
    roles = JudgedColumns.parse(columns, judgments=judgments is not None, scores=bool(chosen.scores))
    if hypotheses:
        files = open_input(
            hypotheses,
            references,
            names,
            None,
            input_format,
            roles.outputs,
            sources=source,
            language=language,
            unescape=is_plain,
            check_text=check_text,
        )
        found = judged_input.read_files(files, judgments, roles.judgments, chosen.weights, chosen.question.judgment)
        if judgments is None:  # the name of a column, which may be in capitals
            chosen = replace(chosen, question=replace(chosen.question, judgment=found.judgments.find_kind()))
        judged = judged_input.choose_systems([found], chosen.systems)
    else:
        judged = judged_input.read_folders(
            chosen.data,
            chosen.pairs,
            chosen.systems,
            unescape=is_plain,
            check_text=check_text,
            options=judged_input.FolderOptions(chosen.references, chosen.include_human, chosen.weights),
        )
    judged = judged_input.label_judged(judged, chosen.kinds)
    external = judged_input.read_external(chosen.scores, chosen.stored, judged, chosen.lower, roles.scores)
    for each in external.values():
        for note in each.notes:
            remark(note)
    with ProgressBar(quiet=quiet) as progress, ProgressBar("comparisons", quiet=quiet) as comparing:
        outcome = run_experiment(
            chosen,
            judged,
            external=external,
            store=store,
            threads=threads,
            progress=progress,
            comparing=comparing,
        )
    for note in outcome.notes:
        remark(note)
    if save is not None:
        write_text(chosen.to_toml(), save)
    agreed = _measure_agreement(judged, chosen) if agreement else None
    document = describe_outcome(outcome, agreed, details=details)
    save_plots(document, plots, plot_format)
    write(document, output_format, output)


def _list_ready() -> list[Experiment]:
    from tertium.meta import list_experiments, load_experiment

    return [load_experiment(name) for name in list_experiments()]


def _choose_experiment(
    name: str | None, metrics: Sequence[str], asked: Mapping[str, Any], about: Mapping[str, Any], has_files: bool
) -> Experiment:
    """Return the experiment of that name, with the options given; or one with a row per metric."""
    from dataclasses import replace

    from tertium.errors import SpecError
    from tertium.meta import Question, load_experiment, make_experiment

    given: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
    chosen = {key: value for key, value in about.items() if value}
    if name is None:
        return make_experiment(metrics or options.DEFAULT_METRICS, Question(**given), **chosen)
    if metrics:
        raise SpecError("an experiment has its own metrics", remedy="Leave --metric out, or edit the experiment's file")
    found = load_experiment(name)
    if has_files and "data" not in chosen:
        chosen["data"] = ()  # files are given instead of what the experiment is usually run on
    return replace(found, question=Question(**{**vars(found.question), **given}), **chosen)


def _measure_agreement(judged: Sequence[JudgedSet], experiment: Experiment) -> dict[str, Agreement]:
    """Return the agreement of the annotators of each set."""
    from tertium.meta import measure_agreement

    return {each.name: measure_agreement(each.judgments, experiment.question.judgment) for each in judged}
