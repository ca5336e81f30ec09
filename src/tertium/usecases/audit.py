"""Audit BLEU: of one segment, and of the systems of a test set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from tertium.errors import SpecError
from tertium.options import argument, option
from tertium.registry import DEFAULT_METRICS
from tertium.stats import SEED
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput, leave_out_references
from tertium.usecases.segment_input import SegmentInput
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.audit import CorpusAudit, SegmentAudit
    from tertium.meta import JudgedSet
    from tertium.report import Document

_PROBES = (*DEFAULT_METRICS, "meteor")
_Bleu = Annotated[str, option("--metric", "-m", metavar="SPEC", help="BLEU, with any settings: `bleu:lowercase`.")]


@dataclass(frozen=True, kw_only=True)
class SegmentAuditRequest(SegmentInput):
    """Show how the BLEU of one segment is computed, and other translations with the same BLEU.

    Every variant has been verified by rescoring. `html` draws the blocks that can be reordered. Put `--` before texts
    that begin with a dash.

    **Examples**

    `tertium audit segment "he was taken to the plane" "he was led to the plane" "he was brought to a plane"`

    `tertium audit segment output.txt -r reference.txt --segment 12 --against meteor -f html -o audit.html`
    """

    metric: _Bleu = "bleu"
    against: Annotated[
        tuple[str, ...] | None,
        option(
            "--against",
            "-a",
            metavar="SPEC",
            help="Another metric, to find the twin with its worst score. Repeat for more. Default: meteor, chrf.",
        ),
    ] = None
    replacements: Annotated[
        tuple[str, ...],
        option(
            "--replacement",
            metavar="WORD",
            help="Replacement for unmatched words. Repeat for more. Default: black, helicopters.",
        ),
    ] = ()
    variants: Annotated[int, option("--variants", least=0, help="Number of other orders to show.")] = 5
    evaluations: Annotated[int, option("--budget", help="Maximum number of variants per search.")] = 6000
    epsilon: Annotated[float, option("--epsilon", least=0, help="Relative change of a score that counts as none.")] = (
        0.01
    )
    seed: fields.Seed = SEED


def run_segment(request: SegmentAuditRequest, runtime: Runtime) -> SegmentAudit:
    """Audit the segment of a request."""
    from tertium.audit import audit_segment

    chosen = request.choose()
    usual = () if "tokenize=char" in request.metric else ("meteor", "chrf")
    return audit_segment(
        chosen.hypothesis,
        chosen.references,
        request.metric,
        variants=request.variants,
        replacements=request.replacements or None,
        against=usual if request.against is None else request.against,
        epsilon=request.epsilon,
        evaluations=request.evaluations,
        seed=request.seed,
        threads=runtime.threads,
    )


def describe_segment(result: SegmentAudit, request: SegmentAuditRequest) -> Document:
    """Return the audit of a segment as a document."""
    from tertium.report import describe_segment_audit

    return describe_segment_audit(result)


@dataclass(frozen=True, kw_only=True)
class CorpusAuditRequest(TestSetInput):
    """Audit systems: the freedom that BLEU leaves, the reliability of differences, and edits that metrics miss.

    **Examples**

    `tertium audit corpus a.txt b.txt -r reference.txt`

    `tertium audit corpus a.txt b.txt -r reference.txt --against chrf --plots figures --plot-format png`

    `tertium audit corpus a.txt b.txt -r reference.txt -j judgments.tsv -f html -o audit.html`

    `tertium audit corpus --data wmt17-toen --language-pair de-en --unescape`
    """

    hypotheses: Annotated[
        tuple[str, ...],
        argument(
            "[HYP...]",
            help="One file per system, or one file with everything, with `-r`. Not with `--data`.",
            is_path=True,
        ),
    ] = ()
    normalise: fields.Normalise = None
    data: fields.Folders = ()
    language_pairs: fields.LanguagePairs = ()
    systems: fields.Systems = ()
    metric: _Bleu = "bleu"
    against: Annotated[
        str | None,
        option(
            "--against",
            "-a",
            metavar="SPEC",
            help="Another metric, to contrast pairs of outputs. Default: judgments of segments if there are any, else "
            "meteor.",
        ),
    ] = None
    judgments: fields.JudgmentFile = None
    judgment: fields.JudgmentKind = None
    probes: Annotated[
        tuple[str, ...],
        option(
            "--probe",
            metavar="SPEC",
            help="A metric to probe for edits that it fails to penalise. Repeat for more. "
            f"Default: {', '.join(_PROBES)}.",
        ),
    ] = _PROBES
    edited: Annotated[
        int,
        option("--edited", least=0, metavar="N", help="Number of outputs to edit for the probes; 0 for no probes."),
    ] = 100
    contrasts: Annotated[
        int, option("--contrasts", least=0, metavar="N", help="Maximum number of pairs of outputs to show.")
    ] = 5
    seed: fields.Seed = SEED


def run_corpus(request: CorpusAuditRequest, runtime: Runtime) -> CorpusAudit:
    """Audit the systems of a request."""
    from tertium.audit import audit_corpus
    from tertium.usecases import judged_input

    if request.against and (request.judgments or request.judgment):
        raise SpecError(
            "pairs of outputs are contrasted by a metric or by judgments",
            remedy="Leave --against out, or --judgments and --judgment",
        )
    judged = _read(request)
    people = None if request.against else judged_input.take_human_scores(judged, request.judgment)
    with runtime.progress() as progress:
        return audit_corpus(
            judged.test_set,
            request.metric,
            against=request.against or "meteor" if people is None else people,
            probes=request.probes if request.edited else (),
            contrasts=request.contrasts,
            edited=request.edited,
            seed=request.seed,
            threads=runtime.threads,
            progress=progress,
        )


def _read(request: CorpusAuditRequest) -> JudgedSet:
    from tertium.text import normalise_texts
    from tertium.usecases import judged_input
    from tertium.usecases.judged_columns import JudgedColumns

    judged_input.check_origin(
        bool(request.data),
        bool(request.hypotheses),
        request.references,
        request.judgments,
        request.language_pairs,
        request.language,
        source=request.source,
        files="HYP and -r",
    )
    roles = JudgedColumns.parse(request.columns, judgments=request.judgments is not None)
    if not request.hypotheses:
        found = judged_input.read_folders(
            request.data,
            request.language_pairs,
            request.systems,
            unescape=request.unescape,
            check_text=request.check_text,
        )
        judged = judged_input.require_one(found, "an audit")
        return replace(judged, test_set=normalise_texts(judged.test_set, request.normalise or ""))
    reader = replace(request, columns=roles.outputs).open()
    judged = judged_input.read_perhaps_judged(reader, request.judgments, request.systems, roles.judgments)
    return judged.restrict(leave_out_references(reader, judged.test_set.systems))


def describe_corpus(result: CorpusAudit, request: CorpusAuditRequest) -> Document:
    """Return the audit of a test set as a document."""
    from tertium.report import describe_corpus_audit

    return describe_corpus_audit(result)


AUDIT_SEGMENT = UseCase(
    name="audit segment",
    request=SegmentAuditRequest,
    run=run_segment,
    describe=describe_segment,
    results=("tertium.audit:SegmentAudit",),
    shows_progress=False,
)
AUDIT_CORPUS = UseCase(
    name="audit corpus",
    request=CorpusAuditRequest,
    run=run_corpus,
    describe=describe_corpus,
    has_plots=True,
    results=("tertium.audit:CorpusAudit",),
)
