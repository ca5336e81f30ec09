"""Tune a metric, or learn a combination of metrics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tertium.errors import SpecError
from tertium.options import argument, option
from tertium.registry import COEFFICIENTS, TRAINERS
from tertium.stats import SEED
from tertium.usecases import fields
from tertium.usecases.use_case import Runtime, UseCase, tell

if TYPE_CHECKING:
    from tertium.meta import Combination, FragmentTuning, Tuning
    from tertium.report import Document

_LEARNING = "Learning"
_FRAGMENTS = "Weights of fragments"


@dataclass(frozen=True, kw_only=True)
class TuneRequest:
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

    spec: Annotated[
        str | None,
        argument(
            "[SPEC]",
            help="The metric to tune: `meteor`, `meteor-1.5`, `stm`, `dstm` or `hwcm`, with settings.",
        ),
    ] = None
    data: fields.Folders = ()
    language_pairs: fields.LanguagePairs = ()
    learn: Annotated[
        str | None,
        option(
            "--learn",
            choices=TRAINERS,
            help="Learn a combination of metrics instead, in one of these ways.",
            group=_LEARNING,
        ),
    ] = None
    metrics: Annotated[
        tuple[str, ...],
        option(
            "--metric",
            "-m",
            metavar="SPEC",
            help="A metric of the combination, or a figure of one, such as `penalty of meteor`. Repeat.",
            group=_LEARNING,
        ),
    ] = ()
    features: Annotated[
        tuple[str, ...],
        option(
            "--feature",
            metavar="NAME",
            help="A feature that is not a metric, or a group of them: `all` without an encoder, `context` of an encoder"
            " with references, `alone` of an encoder without them, `source` of a multilingual encoder with sources."
            " They are for English only.",
            group=_LEARNING,
        ),
    ] = ()
    as_given: Annotated[
        bool,
        option(
            "--as-given",
            help="Give metrics the text as it is, not lower-cased and tokenised.",
            group=_LEARNING,
        ),
    ] = False
    fragments: Annotated[
        bool,
        option(
            "--fragments",
            help="Learn the weights of individual subtrees or chains of `stm`, `dstm` or `hwcm`, not those of sizes.",
            group=_FRAGMENTS,
        ),
    ] = False
    penalty: Annotated[
        float | None,
        option(
            "--penalty",
            help="How strong the prior for equal weights is: the greater, the more equal they are. Default: 1.",
            group=_FRAGMENTS,
        ),
    ] = None
    least: Annotated[
        int | None,
        option(
            "--least",
            help="The number of translations that must have a fragment for it to have its own weight. Default: 2.",
            group=_FRAGMENTS,
        ),
    ] = None
    judgment: fields.JudgmentKind = None
    statistic: Annotated[
        str,
        option(
            "--statistic",
            choices=COEFFICIENTS,
            help="The coefficient to maximise, over all judged translations of a set. Default: pearson.",
        ),
    ] = "pearson"
    unescape: fields.Unescape = False
    check_text: fields.CheckText = True
    save: Annotated[
        Path | None,
        option(
            "--save-metric",
            metavar="FILE.toml",
            help="Write the metric to this file; `-m FILE.toml` uses it.",
            is_written=True,
        ),
    ] = None
    replace: fields.Replace = False
    seed: fields.Seed = SEED


def run(request: TuneRequest, runtime: Runtime) -> Tuning | FragmentTuning | Combination:
    """Tune or learn what a request asks for, and save the metric."""
    from tertium.files.whole import keep_work, write_whole
    from tertium.stats import Resampling
    from tertium.usecases.judged_input import read_folders

    _check(request)
    keep_work(request.save, replace=request.replace)
    Resampling(seed=request.seed)  # refuses a seed that cannot be drawn with
    judged = read_folders(
        request.data, request.language_pairs, unescape=request.unescape, check_text=request.check_text
    )
    with runtime.progress() as progress:
        found = _tune(request, judged, runtime.threads, progress)
    for note in found.notes:
        tell(note)
    if request.save is not None:
        write_whole(found.to_toml().encode(), request.save)
    return found


def _check(request: TuneRequest) -> None:
    """Refuse fields that do not go together."""
    if not request.data:
        raise SpecError("no judged translations are given", remedy="Give a folder of them with --data")
    if (request.spec is None) == (request.learn is None):
        raise SpecError("a metric to tune or --learn is needed, not both", remedy="Give SPEC, or --learn and -m")
    if request.spec is not None and (request.metrics or request.features or request.as_given):
        raise SpecError(
            "-m, --feature and --as-given are for combinations only", remedy="Leave them out, or give --learn"
        )
    if request.fragments and request.spec is None:
        raise SpecError("--fragments needs a metric", remedy="Give SPEC: hwcm, stm or dstm")
    if not request.fragments and (request.penalty is not None or request.least is not None):
        raise SpecError("--penalty and --least are for --fragments only", remedy="Leave them out, or give --fragments")
    if request.save is not None and request.save.suffix != ".toml":
        raise SpecError(f"{request.save.name!r} is not a name for a metric", remedy="Give a name that ends in .toml")


def _tune(
    request: TuneRequest, judged: list[Any], threads: int | None, progress: Any
) -> Tuning | FragmentTuning | Combination:
    from tertium.meta import learn, tune, weigh_fragments

    asked: dict[str, Any] = {
        "judgment": request.judgment or "",
        "statistic": request.statistic,
        "seed": request.seed,
        "progress": progress,
    }
    if request.spec is not None and request.fragments:
        limits: dict[str, Any] = {"penalty": request.penalty, "least": request.least}
        given = {name: value for name, value in limits.items() if value is not None}
        return weigh_fragments(request.spec, judged, **asked, **given)
    if request.spec is not None:
        return tune(request.spec, judged, **asked, threads=threads)
    return learn(
        judged,
        request.metrics,
        request.features,
        trainer=request.learn or "",
        name="learned" if request.save is None else request.save.stem,
        plain=not request.as_given,
        threads=threads,
        **asked,
    )


def describe(result: Tuning | FragmentTuning | Combination, request: TuneRequest) -> Document:
    """Return the tuned metric as a document."""
    from tertium.report import describe_combination, describe_fragment_tuning, describe_tuning

    if request.spec is None:
        return describe_combination(result)  # type: ignore[arg-type]
    return (describe_fragment_tuning if request.fragments else describe_tuning)(result)  # type: ignore[arg-type]


TUNE = UseCase(
    name="tune",
    request=TuneRequest,
    run=run,
    describe=describe,
    results=("tertium.meta:Tuning", "tertium.meta:FragmentTuning", "tertium.meta:Combination"),
)
