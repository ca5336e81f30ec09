"""Requests that have their texts in them, as the JSON API takes them, and what computes their answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from tertium.codec import FieldError
from tertium.json_result import JsonResult
from tertium.options import Size, list_fields, option
from tertium.progress import Progress
from tertium.registry import DEFAULT_METRICS, METRICS
from tertium.results import Comparison, Scores
from tertium.stats import CONFIDENCE, RESAMPLES, SEED

if TYPE_CHECKING:
    from tertium.alignment import Alignment
    from tertium.corpus import Count

# No request has more texts in one list.
MOST_TEXTS = 1_000_000
MOST_METRICS = 32
MOST_SYSTEMS = 200

METRIC_EXAMPLES = (*DEFAULT_METRICS, "bleu:lowercase=yes", "meteor:stages=exact+porter")


def _make_metric_schema() -> dict[str, Any]:
    """Say which names there are. Our own error is clearer than that of a pattern, so that it is not checked by one."""
    names = "|".join(sorted((name.replace("+", "\\+").replace(".", "\\.") for name in METRICS), key=len))
    return {
        "pattern": f"^({names})(:[a-z_]+=[a-z0-9.+-]+(,[a-z_]+=[a-z0-9.+-]+)*)?$",
        "examples": list(METRIC_EXAMPLES),
    }


_METRIC_SCHEMA = _make_metric_schema()
_A_METRIC = "`name` or `name:setting=value,setting=value`; plug-ins and files of the server have other names"
_TwoLetters = Annotated[str, Size(2, 3)]
Spec = Annotated[str, Size(most=1_000)]
Specs = tuple[Spec, ...]
Texts = Annotated[tuple[str, ...], Size(1, MOST_TEXTS)]
SegmentReferences = tuple[str | Annotated[tuple[str, ...], Size(1, 100)], ...]

Hypotheses = Annotated[Texts, option(help="One text per segment.")]
References = Annotated[
    SegmentReferences,
    Size(1, MOST_TEXTS),
    option(help="One entry per segment: a text, or a list of texts if there are several references."),
]
OptionalReferences = Annotated[
    Annotated[SegmentReferences, Size(1, MOST_TEXTS)] | None,
    option(help="One entry per segment: a text, or a list of texts. Metrics that need no references do without."),
]
Metrics = Annotated[
    Specs,
    Size(1, MOST_METRICS),
    option(
        help=f"The metrics: each is {_A_METRIC}.",
        resource="metric",
        schema={"items": {"type": "string", "maxLength": 1_000, **_METRIC_SCHEMA}},
    ),
]
OtherMetrics = Annotated[
    Specs,
    Size(0, 8),
    option(
        help="Other metrics, for comparison.",
        resource="metric",
        schema={"items": {"type": "string", "maxLength": 1_000, **_METRIC_SCHEMA}},
    ),
]
Metric = Annotated[
    str, Size(most=1_000), option(help=f"The metric: {_A_METRIC}.", resource="metric", schema=_METRIC_SCHEMA)
]
Systems = Annotated[
    Mapping[str, Texts],
    Size(1, MOST_SYSTEMS),
    option(help="The hypotheses of each system, by its name.", schema={"minProperties": 1}),
]
Sources = Annotated[
    Annotated[tuple[str, ...], Size(1, MOST_TEXTS)] | None,
    option(help="The source of each segment, if a metric compares with it."),
]
Documents = Annotated[
    Annotated[tuple[str, ...], Size(1, MOST_TEXTS)] | None,
    option(help="The document of each segment, for scores by document."),
]
Language = Annotated[
    str,
    Size(most=60),
    option(
        help="The language of the texts: a code such as `ru` or `pt-BR`, an English name, or a language pair such as "
        "`en-ru`; metrics for other languages are refused."
    ),
]
Normalise = Annotated[
    Literal["", "nfc", "nfkc"],
    option(help="The Unicode normal form that texts are given before they are scored; signatures say so."),
]
Confidence = Annotated[float, option(help="The confidence level of intervals.", least=0.5, most=0.998)]
OptionalConfidence = Annotated[
    float | None, option(help="The confidence level of intervals; without it there are none.", least=0.5, most=0.998)
]
Resamples = Annotated[int, option(help="The number of resamples.", least=1_000, most=1_000_000)]
OptionalResamples = Annotated[
    int | None,
    option(
        help="The number of resamples of each test; 10,000 by default, more for over 100 tests.",
        least=1_000,
        most=1_000_000,
    ),
]
Seed = Annotated[
    int, option(help="The seed of the resamples; the same seed gives the same figures.", least=0, most=2**63 - 1)
]
Segments = Annotated[bool, option(help="Whether the scores of segments are in the answer.")]
OneText = Annotated[str, Size(most=1_000_000), option(help="The hypothesis.")]
OwnReferences = Annotated[
    tuple[Annotated[str, Size(most=1_000_000)], ...], Size(1, 100), option(help="The references of the hypothesis.")
]
CountsSource = Annotated[
    Spec | None,
    option(
        help="Where phrases are counted: an index or files of the server's folder of files, such as "
        "`index(news.index)` or `scan(news.txt)`.",
        resource="counts",
    ),
]
CorpusTexts = Annotated[
    Texts | None,
    option(
        help="Where phrases are counted, in place of `source`: texts, one per line.",
        schema={"items": {"type": "string", "pattern": "^[^\\r\\n]*$"}},
    ),
]


def _list_arguments(request: Any) -> dict[str, Any]:
    """Return the arguments of the function of the same name: each field is one of them, except ``segments``."""
    values = {each.name: getattr(request, each.name) for each in list_fields(type(request)) if each.name != "segments"}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


@dataclass(frozen=True, kw_only=True)
class ScoringSettings:
    """What requests for scores have in common."""

    references: OptionalReferences = None
    metrics: Metrics = DEFAULT_METRICS
    seed: Seed = SEED
    documents: Documents = None
    sources: Sources = None
    language: Language = ""
    normalise: Normalise = ""
    segments: Segments = True


@dataclass(frozen=True, kw_only=True)
class ScoreTexts(ScoringSettings):
    """Score one system, as ``tertium.score`` does."""

    hypotheses: Hypotheses
    confidence: OptionalConfidence = None
    resamples: Resamples = RESAMPLES


def score_texts(request: ScoreTexts, progress: Progress | None = None) -> Scores:
    """Score the texts of a request."""
    from tertium.metrics import score

    return score(**_list_arguments(request), progress=progress)


@dataclass(frozen=True, kw_only=True)
class CompareTexts(ScoringSettings):
    """Compare systems on the same segments, as ``tertium.compare`` does."""

    systems: Annotated[
        Mapping[str, Texts],
        Size(2, MOST_SYSTEMS),
        option(help="The hypotheses of each system, by its name."),
    ]
    baseline: Annotated[str | None, option(help="The system that the others are compared with.")] = None
    pairs: Annotated[Literal["baseline", "all"], option(help="Which systems are compared.")] = "baseline"
    method: Annotated[Literal["bootstrap", "randomization"], option(help="The paired test.")] = "bootstrap"
    confidence: Confidence = CONFIDENCE
    resamples: OptionalResamples = None


def compare_texts(request: CompareTexts, progress: Progress | None = None) -> Comparison:
    """Compare the systems of a request."""
    from tertium.metrics import compare

    return compare(**_list_arguments(request), progress=progress)


@dataclass(frozen=True, kw_only=True)
class AlignTexts:
    """Align the words of hypotheses with those of their best references, as ``tertium.align_many`` does."""

    hypotheses: Hypotheses
    references: References
    metric: Metric = "meteor"


@dataclass(frozen=True)
class AlignedTexts(JsonResult):
    """The alignments of several segments.

    Attributes:
        alignments: The alignment of each segment.
    """

    alignments: list[Alignment]


def align_texts(request: AlignTexts, progress: Progress | None = None) -> AlignedTexts:
    """Align the texts of a request."""
    from tertium.metrics import align_many

    return AlignedTexts(list(align_many(**_list_arguments(request))))


@dataclass(frozen=True, kw_only=True)
class ExplainText:
    """Explain the score of one segment, as ``tertium.explain`` does."""

    hypothesis: OneText
    references: OwnReferences
    metric: Metric = "bleu"


def explain_text(request: ExplainText, progress: Progress | None = None) -> Any:
    """Explain the score of the segment of a request."""
    from tertium.audit import explain

    return explain(**_list_arguments(request))


@dataclass(frozen=True, kw_only=True)
class AuditText:
    """Audit the BLEU of one segment, as ``tertium.audit_segment`` does."""

    hypothesis: OneText
    references: OwnReferences
    metric: Metric = "bleu"
    variants: Annotated[int, option(help="The number of other orders in the answer.", least=0, most=1_000)] = 5
    against: OtherMetrics = ("meteor", "chrf")
    samples: Annotated[int, option(help="How many random orders and edits are drawn.", least=1, most=10_000)] = 1_000
    evaluations: Annotated[int, option(help="The most variants per search.", least=1, most=10_000)] = 6_000
    epsilon: Annotated[float, option(help="The relative change of a score that counts as none.", least=0, most=1)] = (
        0.01
    )
    seed: Seed = SEED


def audit_text(request: AuditText, progress: Progress | None = None) -> Any:
    """Audit the segment of a request."""
    from tertium.audit import audit_segment

    return audit_segment(**_list_arguments(request))


@dataclass(frozen=True, kw_only=True)
class AuditTexts:
    """Audit the BLEU of all systems of a test set, as ``tertium.audit_corpus`` does."""

    systems: Systems
    references: References
    metric: Metric = "bleu"
    against: Metric = "meteor"
    probes: OtherMetrics = ()
    contrasts: Annotated[int, option(help="The most pairs of outputs in the answer.", least=0, most=1_000)] = 5
    edited: Annotated[int, option(help="The number of outputs to edit for the probes.", least=1, most=10_000)] = 100
    seed: Seed = SEED


def audit_texts(request: AuditTexts, progress: Progress | None = None) -> Any:
    """Audit the test set of a request."""
    from tertium.audit import audit_corpus
    from tertium.metrics import make_test_set

    arguments = _list_arguments(request)
    test_set = make_test_set(arguments.pop("systems"), arguments.pop("references"))
    return audit_corpus(test_set, **arguments, progress=progress)


@dataclass(frozen=True, kw_only=True)
class CorpusInput:
    """A corpus for counts: one of the server, or texts of the request."""

    one_of: ClassVar[tuple[str, ...]] = ("source", "corpus")

    source: CountsSource = None
    corpus: CorpusTexts = None

    def __post_init__(self) -> None:
        if (self.source is None) == (self.corpus is None):
            raise FieldError("exactly one of source and corpus has to be given", remedy="Leave one of them out")
        for number, line in enumerate(self.corpus or ()):
            if "\n" in line or "\r" in line:
                raise FieldError(f"corpus[{number}] has a line break", remedy="Send one text per line")

    @contextmanager
    def open(self) -> Iterator[str]:
        """Yield the spec of the count provider; texts of the request are a file for as long as they are needed."""
        if self.source is not None:
            yield self.source
            return
        with TemporaryDirectory(prefix="tertium-") as folder:
            text = "".join(f"{line}\n" for line in self.corpus or ()).encode()
            # The name is in the signature.
            path = Path(folder) / f"sha256-{sha256(text).hexdigest()[:16]}.txt"
            path.write_bytes(text)
            os.utime(path, (0, 0))
            yield f"scan({path})"


@dataclass(frozen=True, kw_only=True)
class CountPhrases(CorpusInput):
    """Count phrases in a corpus, as ``tertium.count_phrases`` does."""

    phrases: Annotated[Texts, option(help="Phrases of one or more words.")]


@dataclass(frozen=True)
class CountedPhrases(JsonResult):
    """The counts of several phrases.

    Attributes:
        counts: The count of each phrase.
    """

    counts: list[Count]


def count_texts(request: CountPhrases, progress: Progress | None = None) -> CountedPhrases:
    """Count the phrases of a request."""
    from tertium.corpus import count_phrases

    with request.open() as source:
        return CountedPhrases(list(count_phrases(request.phrases, source)))


@dataclass(frozen=True, kw_only=True)
class ExamineTexts(CorpusInput):
    """Find machine-translationness in the output of a system, as ``tertium.find_mtness`` does."""

    outputs: Annotated[Texts, option(help="One text per segment.")]
    language: Annotated[
        _TwoLetters,
        option(
            help="The language of the outputs, such as `es`; it has to be one that there are rules for.",
            schema={"enum": ["ca", "en", "es", "fr"]},
        ),
    ]
    sources: Annotated[Texts | None, option(help="The source of each segment.")] = None
    source_language: Annotated[_TwoLetters | None, option(help="The language of the sources.")] = None
    documents: Documents = None
    system: Annotated[str, option(help="The name of the system.")] = ""
    tagger: Annotated[Spec, option(help="`auto`, `apertium`, `spacy` or `wordlist`.", resource="tagger")] = "auto"
    dictionary: Annotated[Spec, option(help="`auto`, `apertium`, `pairs` or `none`.", resource="dictionary")] = "auto"
    everything: Annotated[bool, option(help="Whether spans that are fine or undecided are listed too.")] = False


def examine_texts(request: ExamineTexts, progress: Progress | None = None) -> Any:
    """Find machine-translationness in the outputs of a request."""
    from tertium.mtness import find_mtness, open_mtness

    with (
        request.open() as counts,
        open_mtness(
            request.language,
            counts,
            source_language=request.source_language,
            tagger=request.tagger,
            dictionary=request.dictionary,
        ) as pipeline,
    ):
        return find_mtness(
            request.outputs,
            pipeline,
            sources=request.sources,
            documents=request.documents,
            system=request.system,
            everything=request.everything,
            progress=progress,
        )


@dataclass(frozen=True, kw_only=True)
class Judgment:
    """One judgment."""

    system: Annotated[str, option(help="The system that was judged.")]
    segment: Annotated[
        int, option(help="The segment, from 1; 0 for a judgment of the whole system.", least=0, most=2**31)
    ]
    annotator: Annotated[str, option(help="Who judged.")] = ""
    kind: Annotated[str, option(help="What was judged, such as `adequacy`, `fluency`, `da`, `mqm` or `rank`.")]
    value: Annotated[float, option(help="The value.")]
    sheet: Annotated[str, option(help="What was judged together, or again.")] = ""


@dataclass(frozen=True, kw_only=True)
class MeasureAgreement:
    """Measure the agreement of annotators, as ``tertium.measure_agreement`` does."""

    judgments: Annotated[tuple[Judgment, ...], Size(1, MOST_TEXTS), option(help="The judgments.")]
    kind: Annotated[str, option(help="The kind of judgment; the usual one by default.")] = ""
    cutoff: Annotated[float, option(help="From how many deviations one is an outlier.", least=1e-9, most=1_000)] = 2.5
    resamples: Annotated[int, option(help="How many resamples the interval is drawn from.", least=0, most=100_000)] = 0
    seed: Seed = SEED


def measure_judgments(request: MeasureAgreement, progress: Progress | None = None) -> Any:
    """Measure the agreement of the annotators of a request."""
    import numpy as np

    from tertium.meta import Judgments, measure_agreement

    rows = request.judgments
    judgments = Judgments(
        system=[row.system for row in rows],
        segment=np.array([row.segment for row in rows], np.int64),
        annotator=[row.annotator for row in rows],
        kind=[row.kind for row in rows],
        value=np.array([row.value for row in rows], np.float64),
        sheet=[row.sheet for row in rows],
    )
    return measure_agreement(
        judgments, request.kind, cutoff=request.cutoff, resamples=request.resamples, seed=request.seed
    )


@dataclass(frozen=True, kw_only=True)
class InlineUseCase:
    """Something that is computed from the texts of a request.

    Attributes:
        summary: What it does, in a few words.
        request: The class of its requests.
        run: From a request to a result; what it calls takes the progress where that is long.
        result: The class of its results, or where it is: ``tertium.audit:CorpusAudit``.
        examples: Examples of requests.
    """

    summary: str
    request: type
    run: Callable[[Any, Progress | None], Any]
    result: type | str
    examples: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)


_ROWS = [
    {"system": "one", "segment": 1, "annotator": "Ada", "kind": "adequacy", "value": 4},
    {"system": "one", "segment": 1, "annotator": "Ben", "kind": "adequacy", "value": 5},
    {"system": "two", "segment": 1, "annotator": "Ada", "kind": "adequacy", "value": 2},
    {"system": "two", "segment": 1, "annotator": "Ben", "kind": "adequacy", "value": 2},
]

# By the path below /api/v1/.
INLINE_USE_CASES: Mapping[str, InlineUseCase] = {
    "score": InlineUseCase(
        summary="Score one system",
        request=ScoreTexts,
        run=score_texts,
        result=Scores,
        examples=(
            {
                "hypotheses": ["the cat sat on the mat"],
                "references": [["the cat sat on a mat", "a cat was on the mat"]],
                "metrics": ["bleu", "chrf"],
            },
            {
                "hypotheses": ["a small dog", "the cat sat"],
                "references": ["a dog", "the cat sat down"],
                "metrics": ["ter"],
                "confidence": 0.95,
                "segments": False,
            },
        ),
    ),
    "compare": InlineUseCase(
        summary="Compare systems",
        request=CompareTexts,
        run=compare_texts,
        result=Comparison,
        examples=(
            {
                "systems": {"one": ["a small dog", "the cat sat"], "two": ["a dog", "a cat sits"]},
                "references": ["a small dog", "the cat sat"],
                "metrics": ["chrf"],
            },
        ),
    ),
    "align": InlineUseCase(
        summary="Align words",
        request=AlignTexts,
        run=align_texts,
        result=AlignedTexts,
        examples=({"hypotheses": ["a small dog", "the cat sat"], "references": ["a dog", "the cat sat down"]},),
    ),
    "explain": InlineUseCase(
        summary="Explain the score of a segment",
        request=ExplainText,
        run=explain_text,
        result="tertium.audit:Explanation",
        examples=(
            {"hypothesis": "the cat sat", "references": ["the cat was sitting"], "metric": "bleu"},
            {"hypothesis": "a dog", "references": ["a small dog", "one dog"], "metric": "meteor"},
        ),
    ),
    "audit": InlineUseCase(
        summary="Audit the BLEU of a segment",
        request=AuditText,
        run=audit_text,
        result="tertium.audit:SegmentAudit",
        examples=(
            {
                "hypothesis": "he was taken to the plane",
                "references": ["he was led to the plane"],
                "against": ["chrf"],
                "samples": 50,
            },
        ),
    ),
    "audit/corpus": InlineUseCase(
        summary="Audit the BLEU of a test set",
        request=AuditTexts,
        run=audit_texts,
        result="tertium.audit:CorpusAudit",
        examples=(
            {
                "systems": {"a": ["the cat sat on the mat"], "b": ["on the mat sat a cat"]},
                "references": ["the cat sat on the mat"],
                "against": "chrf",
            },
        ),
    ),
    "count": InlineUseCase(
        summary="Count phrases",
        request=CountPhrases,
        run=count_texts,
        result=CountedPhrases,
        examples=({"phrases": ["the", "of the"], "corpus": ["the end of the day", "the night"]},),
    ),
    "mtness": InlineUseCase(
        summary="Find machine-translationness",
        request=ExamineTexts,
        run=examine_texts,
        result="tertium.mtness:Examination",
        examples=(
            {
                "outputs": ["El disco es lleno."],
                "language": "es",
                "corpus": ["El disco está lleno.", "El vaso está lleno."],
                "tagger": "wordlist",
            },
        ),
    ),
    "judgments": InlineUseCase(
        summary="Measure agreement",
        request=MeasureAgreement,
        run=measure_judgments,
        result="tertium.meta:Agreement",
        examples=({"judgments": _ROWS, "kind": "adequacy"},),
    ),
}


def count_texts_of(request: object) -> int:
    """Return how many texts a request has: hypotheses, phrases, judgments, and lines of its corpus."""
    names = ("hypotheses", "phrases", "outputs", "judgments", "corpus")
    found = sum(len(getattr(request, name, None) or ()) for name in names)
    return found + sum(map(len, getattr(request, "systems", {}).values())) or 1
