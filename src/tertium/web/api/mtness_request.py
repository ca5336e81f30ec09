"""``/api/v1/mtness``."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from tertium.progress import Progress
from tertium.web.api.count_request import CorpusRequest, open_corpus
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import Documents, Texts, make_examples

TwoLetters = Annotated[str, Field(pattern="^[a-z]{2,3}$")]


class MtnessRequest(CorpusRequest):
    """Find machine-translationness in the output of a system, as ``tertium.find_mtness`` does."""

    model_config = make_examples(
        {
            "outputs": ["El disco es lleno."],
            "language": "es",
            "corpus": ["El disco está lleno.", "El vaso está lleno."],
            "tagger": "wordlist",
        },
        either=("source", "corpus"),
    )

    outputs: Texts = Field(description="One text per segment.")
    language: TwoLetters = Field(
        description="The language of the outputs, such as `es`; it has to be one that there are rules for.",
        json_schema_extra={"enum": ["ca", "en", "es", "fr"]},
    )
    sources: Texts | None = Field(default=None, description="The source of each segment.")
    source_language: TwoLetters | None = Field(default=None, description="The language of the sources.")
    documents: Documents = None
    system: str = Field(default="", description="The name of the system.")
    tagger: str = Field(default="auto", max_length=1_000, description="`auto`, `apertium`, `spacy` or `wordlist`.")
    dictionary: str = Field(default="auto", max_length=1_000, description="`auto`, `apertium`, `pairs` or `none`.")
    everything: bool = Field(default=False, description="Whether spans that are fine or undecided are listed too.")

    def check(self, reach: ClientReach) -> None:
        """Refuse resources that clients may not name."""
        super().check(reach)
        reach.tagger(self.tagger)
        reach.dictionary(self.dictionary)

    def count_segments(self) -> int:
        """Return the number of outputs and of texts of the corpus."""
        return len(self.outputs) + len(self.corpus or ())


class MtnessAnswer(BaseModel):
    """What was found: ``tertium.find_mtness(…).to_dict()``."""

    system: str
    language_pair: str
    signature: str
    warnings: list[str]
    words: int
    instances: int
    candidates: int
    rate: float | None = Field(description="Instances per 1,000 words.")
    candidate_rate: float | None = Field(description="Candidates per 1,000 words.")
    errors: dict[str, int]
    looked_up: int
    fit: dict[str, Any] | None = Field(description="How well the corpus fits the text.")
    spans: dict[str, int]
    documents: list[dict[str, Any]]
    segments: list[dict[str, Any]]
    wrong_words: list[dict[str, Any]] = Field(description="Source word, wrong word, suggestion, and how often.")
    findings: list[dict[str, Any]]


def compute_mtness(request: MtnessRequest, reach: ClientReach, progress: Progress | None = None) -> dict[str, Any]:
    """Return the answer."""
    from tertium import find_mtness, open_mtness

    with (
        open_corpus(request, reach) as counts,
        open_mtness(
            request.language,
            counts,
            source_language=request.source_language,
            tagger=reach.tagger(request.tagger),
            dictionary=reach.dictionary(request.dictionary),
        ) as pipeline,
    ):
        found = find_mtness(
            request.outputs,
            pipeline,
            sources=request.sources,
            documents=request.documents,
            system=request.system,
            everything=request.everything,
            progress=progress,
        )
        return found.to_dict()
