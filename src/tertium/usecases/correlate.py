"""Correlate metrics with human judgments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tertium.errors import SpecError
from tertium.json_result import JsonResult
from tertium.options import INPUT, JUDGED, OUTPUT, argument, option
from tertium.registry import (
    COEFFICIENTS,
    CONTROLS,
    DEFAULT_METRICS,
    LEVELS,
    METRIC_TESTS,
    NORMALISATIONS,
    PARTIAL_STATISTICS,
    SPECIAL_STATISTICS,
)
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput
from tertium.usecases.use_case import Runtime, UseCase, tell

if TYPE_CHECKING:
    from tertium.meta import Agreement, Experiment, JudgedSet, Outcome
    from tertium.report import Document
    from tertium.usecases.judged_columns import JudgedColumns

_QUESTION = "Question"
# The name that stands for all ready experiments.
_LIST = "list"


@dataclass(frozen=True, kw_only=True)
class CorrelateRequest(TestSetInput):
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

    hypotheses: Annotated[
        tuple[str, ...],
        argument(
            "[HYP...]",
            help="One file per system, or one file with everything, with `-r` and `-j`; or a table that has a column "
            "of human scores, with `--judgment COLUMN`. Not with `--data`.",
            is_path=True,
        ),
    ] = ()
    references: Annotated[
        tuple[str, ...],
        option(
            "--reference",
            "-r",
            metavar="REF",
            help="A file of references; with `--data`, the name of a reference in the folder, such as refA. Repeat for "
            "more references.",
            group=INPUT,
            is_path=True,
        ),
    ] = ()
    data: fields.Folders = ()
    language_pairs: fields.LanguagePairs = ()
    systems: fields.Systems = ()
    include_human: Annotated[
        bool,
        option(
            "--include-human",
            help="With a folder of mt-metrics-eval: translations of people take part like systems, except those that "
            "are used as references.",
            group=JUDGED,
        ),
    ] = False
    judgments: fields.JudgmentFile = None
    scores: Annotated[
        tuple[Path, ...],
        option(
            "--scores",
            metavar="FILE",
            help="Scores of other metrics: a table with the columns system, segment and one per metric, a `.seg.score` "
            "or `.sys.score` file of mt-metrics-eval, or COMET's output. For one judged set only.",
            group=JUDGED,
            is_path=True,
        ),
    ] = ()
    stored: Annotated[
        tuple[str, ...],
        option(
            "--stored",
            metavar="NAME",
            help="A metric whose scores the folder has ready, such as COMET-22-refA, or `all`. Repeat.",
            group=JUDGED,
        ),
    ] = ()
    mqm_weights: Annotated[
        str | None,
        option(
            "--mqm-weights",
            metavar="WEIGHTS",
            help="Weights of MQM errors that differ from Google's, such as `critical=10,minor/fluency=0.5`.",
            group=JUDGED,
        ),
    ] = None
    lower_is_better: Annotated[
        tuple[str, ...],
        option(
            "--lower-is-better",
            metavar="NAME",
            help="A metric of `--scores` or `--stored` whose lower scores are better. Repeat.",
            group=JUDGED,
        ),
    ] = ()
    kinds: fields.Kinds = ()
    # Empty, since an experiment has its own metrics; without one, the default metrics are taken.
    metrics: fields.Metrics = ()
    experiment: Annotated[
        str | None,
        option(
            "--experiment",
            "-e",
            metavar="NAME|FILE",
            help="A ready experiment, such as `meteor-table-6`, or a TOML file. `--experiment list` names them.",
            group=_QUESTION,
        ),
    ] = None
    level: Annotated[
        str | None,
        option(
            "--level",
            choices=LEVELS,
            help="What the points of the correlation are. Default: pooled.",
            group=_QUESTION,
        ),
    ] = None
    statistic: Annotated[
        str | None,
        option(
            "--statistic",
            choices=(*COEFFICIENTS, *PARTIAL_STATISTICS, *SPECIAL_STATISTICS),
            help="How agreement is measured. Default: pearson.",
            group=_QUESTION,
        ),
    ] = None
    control: Annotated[
        str | None,
        option(
            "--control",
            metavar="NAME",
            help=f"What a partial correlation holds constant: {', '.join(CONTROLS)}; join several by +. "
            "Default: log-length.",
            group=_QUESTION,
        ),
    ] = None
    judgment: Annotated[
        str | None,
        option(
            "--judgment",
            metavar="KIND|COLUMN",
            help="The kind of judgment, such as fluency, adequacy, combined, da or rank. Default: the usual one. For a "
            "table without `-j`, its column of human scores.",
            group=JUDGED,
        ),
    ] = None
    judgment_scale: Annotated[
        str | None,
        option("--normalise", choices=NORMALISATIONS, help="Put all annotators on one scale first.", group=_QUESTION),
    ] = None
    test: Annotated[
        str | None,
        option(
            "--test",
            "-t",
            choices=("auto", *METRIC_TESTS, "none"),
            help="The test of differences. Default: permutation, or bootstrap for statistics that have no permutation.",
            group=_QUESTION,
        ),
    ] = None
    cutoff: Annotated[
        float | None,
        option(
            "--cutoff",
            help="The number of deviations from which a system is an outlier, usually 2.5.",
            group=_QUESTION,
        ),
    ] = None
    confidence: fields.OptionalConfidence = None
    resamples: fields.ResamplesOfTests = None
    seed: fields.OptionalSeed = None
    agreement: Annotated[
        bool,
        option(
            "--agreement",
            help="Add the agreement of annotators with each other and with themselves, and the outliers among them.",
            group=OUTPUT,
        ),
    ] = False
    details: Annotated[
        bool,
        option(
            "--details",
            help="Add tests, lengths and single systems of each judged set, where there are several sets.",
            group=OUTPUT,
        ),
    ] = False
    save: Annotated[
        Path | None,
        option(
            "--save-experiment",
            metavar="FILE",
            help="Save the experiment as TOML, to run it again.",
            group=OUTPUT,
            is_written=True,
        ),
    ] = None
    store: Annotated[
        Path | None,
        option(
            "--store",
            metavar="FOLDER",
            help="Keep scores in this folder, so that a stopped run continues where it was.",
            group=OUTPUT,
            is_path=True,
        ),
    ] = None


@dataclass(frozen=True)
class CorrelatedMetrics(JsonResult):
    """What came out of a study of metrics.

    Attributes:
        outcome: The correlations and tests; None if only the ready experiments were asked for.
        agreement: The agreement of the annotators of each judged set, if it was asked for.
        experiments: The ready experiments, if they were asked for.
    """

    json_fields = (
        "experiment=known.experiment_data means=known.mean_data studies=known.studies notes=known.notes agreement?"
    )

    outcome: Outcome | None
    agreement: Mapping[str, Agreement] | None = None
    experiments: Sequence[Experiment] = ()

    @property
    def known(self) -> Outcome:
        """The correlations and tests, where these were asked for."""
        assert self.outcome is not None  # noqa: S101 - the ready experiments are described by others
        return self.outcome


def run(request: CorrelateRequest, runtime: Runtime) -> CorrelatedMetrics:
    """Correlate the metrics of a request with judgments."""
    from tertium.files.whole import write_whole
    from tertium.meta import list_experiments, load_experiment, measure_agreement, run_experiment
    from tertium.usecases import judged_input
    from tertium.usecases.judged_columns import JudgedColumns

    if request.experiment == _LIST:
        return CorrelatedMetrics(None, experiments=[load_experiment(name) for name in list_experiments()])
    chosen = _choose_experiment(request)
    _check(request, chosen)
    roles = JudgedColumns.parse(request.columns, judgments=request.judgments is not None, scores=bool(chosen.scores))
    judged, chosen = _read(request, chosen, roles)
    judged = judged_input.label_judged(judged, chosen.kinds)
    external = judged_input.read_external(chosen.scores, chosen.stored, judged, chosen.lower, roles.scores)
    for each in external.values():
        for note in each.notes:
            tell(note)
    with runtime.progress() as progress, runtime.progress("comparisons") as comparing:
        outcome = run_experiment(
            chosen,
            judged,
            external=external,
            store=request.store,
            threads=runtime.threads,
            progress=progress,
            comparing=comparing,
        )
    for note in outcome.notes:
        tell(note)
    if request.save is not None:
        write_whole(chosen.to_toml().encode(), request.save)
    agreement = None
    if request.agreement:
        agreement = {each.name: measure_agreement(each.judgments, chosen.question.judgment) for each in judged}
    return CorrelatedMetrics(outcome, agreement)


def describe(result: CorrelatedMetrics, request: CorrelateRequest) -> Document:
    """Return the correlations, or the ready experiments, as a document."""
    from tertium.report import describe_experiments, describe_outcome

    if result.outcome is None:
        return describe_experiments(result.experiments)
    document = describe_outcome(result.outcome, result.agreement, details=request.details)
    return replace(document, make_data=result.to_dict)


def _choose_experiment(request: CorrelateRequest) -> Experiment:
    """Return the experiment that is named, with the fields given; or one with a row per metric."""
    from tertium.meta import Question, load_experiment, make_experiment

    asked = ("level", "statistic", "control", "judgment", "test", "cutoff")
    given: dict[str, Any] = {
        name: getattr(request, name)
        for name in (*asked, "confidence", "resamples", "seed")
        if getattr(request, name) is not None
    }
    if request.judgment_scale is not None:
        given["normalise"] = request.judgment_scale
    about: dict[str, Any] = {
        "data": [str(folder) for folder in request.data],
        "pairs": list(request.language_pairs),
        "references": None if request.hypotheses else list(request.references),
        "include_human": request.include_human,
        "weights": request.mqm_weights,
        "systems": list(request.systems),
        "kinds": list(request.kinds),
        "scores": [str(path) for path in request.scores],
        "stored": list(request.stored),
        "lower": list(request.lower_is_better),
        "text": "plain" if request.unescape else None,
    }
    chosen = {name: value for name, value in about.items() if value}
    if request.experiment is None:
        return make_experiment(request.metrics or DEFAULT_METRICS, Question(**given), **chosen)
    if request.metrics:
        raise SpecError("an experiment has its own metrics", remedy="Leave --metric out, or edit the experiment's file")
    found = load_experiment(request.experiment)
    if request.hypotheses and "data" not in chosen:
        chosen["data"] = ()  # files are given instead of what the experiment is usually run on
    return replace(found, question=Question(**{**vars(found.question), **given}), **chosen)


def _check(request: CorrelateRequest, chosen: Experiment) -> None:
    """Refuse fields that would have no effect."""
    from tertium.usecases.judged_input import check_origin

    check_origin(
        bool(chosen.data),
        bool(request.hypotheses),
        request.references,
        request.judgments,
        chosen.pairs,
        request.language,
        source=request.source,
        files="HYP, -r and -j, or a table and --judgment COLUMN",
        named_references=True,
    )
    if chosen.lower and not chosen.scores and not chosen.stored:
        raise SpecError(
            "--lower-is-better is for metrics of --scores and --stored", remedy="Give one of them, or leave it out"
        )
    if request.hypotheses and (chosen.stored or chosen.include_human):
        raise SpecError("--stored and --include-human are for folders", remedy="Give --data, or leave them out")


def _read(
    request: CorrelateRequest, chosen: Experiment, roles: JudgedColumns
) -> tuple[Sequence[JudgedSet], Experiment]:
    """Return the judged sets, and the experiment with the kind of judgment that they have."""
    from tertium.usecases import judged_input

    is_plain = chosen.text == "plain"
    if not request.hypotheses:
        judged = judged_input.read_folders(
            chosen.data,
            chosen.pairs,
            chosen.systems,
            unescape=is_plain,
            check_text=request.check_text,
            options=judged_input.FolderOptions(chosen.references, chosen.include_human, chosen.weights),
        )
        return judged, chosen
    reader = replace(request, columns=roles.outputs, unescape=is_plain).open()
    found = judged_input.read_files(
        reader, request.judgments, roles.judgments, chosen.weights, chosen.question.judgment
    )
    if request.judgments is None:  # the name of a column, which may be in capitals
        chosen = replace(chosen, question=replace(chosen.question, judgment=found.judgments.find_kind()))
    return judged_input.choose_systems([found], chosen.systems), chosen


CORRELATE = UseCase(
    name="correlate",
    request=CorrelateRequest,
    run=run,
    describe=describe,
    has_plots=True,
    results=("tertium.usecases.correlate:CorrelatedMetrics",),
)
