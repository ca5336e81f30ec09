"""What requests have in common: texts, references, metrics, and how resamples are drawn."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tertium import registry
from tertium.web.api.reach import ClientReach

# Requests with more segments, or more bytes, are jobs.
MOST_SEGMENTS = 5_000
MOST_AT_ONCE = 1_000_000
# No request has more texts in one list.
MOST_TEXTS = 1_000_000
MOST_METRICS = 32
MOST_SYSTEMS = 200


class ApiRequest(BaseModel):
    """A request: no field but those that are known, and nothing is converted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @classmethod
    def list_examples(cls) -> list[dict[str, Any]]:
        """Return the examples of the description."""
        extra = cls.model_config.get("json_schema_extra")
        found = extra.get("examples", []) if isinstance(extra, dict) else []
        return [example for example in found if isinstance(example, dict)] if isinstance(found, list) else []

    def check(self, reach: ClientReach) -> None:
        """Refuse names that clients may not name, and metrics that do not exist, before the request is a job.

        Raises:
            ReachError: A spec names a file outside the folder, or a server.
            SpecError: There is no such metric or resource.
        """
        for name in ("metric", "metrics", "against", "probes"):
            given = getattr(self, name, ())
            for spec in [given] if isinstance(given, str) else given:
                reach.metric(spec)

    def count_segments(self) -> int:
        """Return how many texts are to be worked on; more than ``MOST_SEGMENTS`` are a job."""
        return 1


def _make_whole(value: Any) -> Any:
    """Return 3 for 3.0, which is a whole number in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def list_metric_examples() -> list[str]:
    """Return specs of metrics that need nothing else."""
    return ["bleu", "chrf", "ter", "bleu:lowercase=yes", "meteor:stages=exact+porter"]


def _describe_metric(schema: dict[str, Any]) -> None:
    """Say which names there are. Our own error is clearer than that of a pattern, so that it is not checked by one."""
    names = "|".join(sorted((name.replace("+", "\\+").replace(".", "\\.") for name in registry.METRICS), key=len))
    schema["pattern"] = f"^({names})(:[a-z_]+=[a-z0-9.+-]+(,[a-z_]+=[a-z0-9.+-]+)*)?$"
    schema["examples"] = list_metric_examples()


Whole = Annotated[int, BeforeValidator(_make_whole)]
Text = Annotated[str, Field(description="A text; an empty one is a translation of no words.")]
MetricSpec = Annotated[
    str,
    Field(
        max_length=1_000,
        description="A metric, `name` or `name:setting=value,setting=value`; plug-ins and files of the server have "
        "other names than the pattern says.",
        json_schema_extra=_describe_metric,
    ),
]
Metrics = Annotated[list[MetricSpec], Field(min_length=1, max_length=MOST_METRICS, description="The metrics.")]
Texts = Annotated[list[Text], Field(min_length=1, max_length=MOST_TEXTS)]
References = Annotated[
    list[Text | Annotated[list[Text], Field(min_length=1, max_length=100)]],
    Field(
        min_length=1,
        max_length=MOST_TEXTS,
        description="One entry per segment: a text, or a list of texts if there are several references.",
    ),
]
SomeReferences = Annotated[References | None, Field(description="The references; metrics that need none do without.")]
Sources = Annotated[
    list[Text] | None,
    Field(min_length=1, max_length=MOST_TEXTS, description="The source of each segment, if a metric compares with it."),
]
Documents = Annotated[
    list[str] | None,
    Field(min_length=1, max_length=MOST_TEXTS, description="The document of each segment, for scores by document."),
]
LanguageCode = Annotated[
    str,
    Field(
        max_length=60,
        description="The language of the texts: a code such as `ru` or `pt-BR`, an English name, or a language pair "
        "such as `en-ru`; metrics for other languages are refused.",
    ),
]
Confidence = Annotated[float, Field(ge=0.5, le=0.998, description="The confidence of the intervals.")]
Resamples = Annotated[
    Whole, Field(ge=1_000, le=1_000_000, description="How many resamples are drawn for an interval or a test.")
]
Seed = Annotated[
    Whole, Field(ge=0, lt=2**63, description="The seed of all draws; the same seed gives the same figures.")
]
OneText = Annotated[str, Field(max_length=1_000_000)]
OwnReferences = Annotated[
    list[OneText], Field(min_length=1, max_length=100, description="The references of the hypothesis.")
]


def make_examples(*examples: dict[str, Any], either: tuple[str, ...] = ()) -> ConfigDict:
    """Return the configuration of a model with examples, and with fields of which exactly one is given."""
    choice = {"oneOf": [{"required": [name]} for name in either]} if either else {}
    return ConfigDict(json_schema_extra={"examples": list(examples), **choice})  # type: ignore[dict-item]
