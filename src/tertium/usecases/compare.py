"""Compare systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from tertium.json_result import JsonResult, encode_object
from tertium.options import option
from tertium.registry import DEFAULT_METRICS, PAIRS
from tertium.stats import CONFIDENCE, SEED
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput, drop_references, label_systems
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.audit import Advice
    from tertium.report import Document
    from tertium.results import Comparison


@dataclass(frozen=True, kw_only=True)
class CompareRequest(TestSetInput):
    """Compare systems, and test whether their differences are significant.

    P-values are two-sided. Holm's correction keeps the chance of even one false alarm per metric below the level of
    significance. *better* names the better system where p (Holm) is below 0.05. `--pairs all` adds groups of systems
    that do not differ significantly.

    **Examples**

    `tertium compare baseline.txt new.txt -r reference.txt`

    `tertium compare a.txt b.txt c.txt -r reference.txt -m bleu -m chrf --test randomization --resamples 10000`

    `tertium compare *.txt -r ref1.txt -r ref2.txt --pairs all -f html -o comparison.html`
    """

    metrics: fields.Metrics = DEFAULT_METRICS
    baseline: Annotated[
        str | None,
        option(
            "--baseline",
            "-b",
            metavar="NAME",
            help="The system that others are compared with. Default: the first.",
        ),
    ] = None
    pairs: Annotated[
        str,
        option(
            "--pairs",
            choices=PAIRS,
            help="Compare each system with the baseline, or all pairs of systems. Default: baseline.",
        ),
    ] = "baseline"
    method: fields.SystemTest = "bootstrap"
    kinds: fields.Kinds = ()
    advice: Annotated[
        bool, option("--advice/--no-advice", help="Warn where the comparison is not fair, and say why.")
    ] = True
    document_ids: fields.DocumentIds = None
    normalise: fields.Normalise = None
    confidence: fields.Confidence = CONFIDENCE
    resamples: fields.ResamplesOfTests = None
    seed: fields.Seed = SEED


@dataclass(frozen=True)
class ComparedSystems(JsonResult):
    """A comparison, and what to know before it is used.

    Attributes:
        comparison: The comparison.
        advice: Where it is not fair, and why.
    """

    json_fields = (
        "method=comparison.method resamples=comparison.resamples seed=comparison.seed level=comparison.level "
        "systems=comparison.system_list tests=comparison.tests groups=comparison.groups advice"
    )

    comparison: Comparison
    advice: Sequence[Advice] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON, without the scores of segments."""
        return encode_object(self, segments=False)


def run(request: CompareRequest, runtime: Runtime) -> ComparedSystems:
    """Compare the systems of a request."""
    from tertium.audit import advise
    from tertium.metrics import choose_resampling, compare_systems

    reader = request.open()
    test_set = drop_references(reader, label_systems(reader.read(), request.kinds, strict=True))
    with runtime.progress() as progress:
        comparison = compare_systems(
            test_set,
            request.metrics,
            choose_resampling(
                len(test_set.systems), request.pairs, request.confidence, request.resamples, request.seed
            ),
            baseline=request.baseline,
            pairs=request.pairs,
            method=request.method,
            threads=runtime.threads,
            progress=progress,
        )
    return ComparedSystems(comparison, advise(comparison, test_set) if request.advice else ())


def describe(result: ComparedSystems, request: CompareRequest) -> Document:
    """Return the comparison as a document."""
    from tertium.report import describe_comparison

    return replace(describe_comparison(result.comparison, result.advice), make_data=result.to_dict)


COMPARE = UseCase(
    name="compare",
    request=CompareRequest,
    run=run,
    describe=describe,
    results=("tertium.usecases.compare:ComparedSystems",),
)
