"""``/api/v1/count``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from pydantic import BaseModel, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from tertium.progress import Progress
from tertium.web.api.reach import ClientReach
from tertium.web.api.request_fields import MOST_TEXTS, ApiRequest, make_examples

CountsSource = Annotated[
    str | SkipJsonSchema[None],
    Field(
        max_length=1_000,
        json_schema_extra=lambda schema: schema.pop("default", None),
        description="Where phrases are counted: an index or files of the server's folder of files, such as "
        "`index(news.index)` or `scan(news.txt)`.",
    ),
]
Line = Annotated[str, Field(pattern=r"^[^\r\n]*$", description="A text without line breaks.")]
Corpus = Annotated[
    Annotated[list[Line], Field(min_length=1, max_length=MOST_TEXTS)] | SkipJsonSchema[None],
    Field(
        description="Where phrases are counted, in place of `source`: texts, one per line.",
        json_schema_extra=lambda schema: schema.pop("default", None),
    ),
]


class CorpusRequest(ApiRequest):
    """A request that needs a corpus: one of the server, or texts of its own."""

    source: CountsSource = None
    corpus: Corpus = None

    @model_validator(mode="before")
    @classmethod
    def _check_corpus(cls, data: Any) -> Any:
        if isinstance(data, dict):
            if ("source" in data) == ("corpus" in data):
                raise ValueError("exactly one of source and corpus has to be given")
            if None in (data.get("source", ""), data.get("corpus", "")):
                raise ValueError("source and corpus may not be null")
        return data

    def check(self, reach: ClientReach) -> None:
        """Refuse a corpus that clients may not name."""
        super().check(reach)
        if self.source is not None:
            reach.counts(self.source)


@contextmanager
def open_corpus(request: CorpusRequest, reach: ClientReach) -> Iterator[str]:
    """Yield the spec of the count provider; texts of the request are a file for as long as they are needed."""
    if request.source is not None:
        yield reach.counts(request.source)
        return
    with TemporaryDirectory(prefix="tertium-") as folder:
        text = "".join(f"{line}\n" for line in request.corpus or ()).encode()
        # The name is in the signature.
        path = Path(folder) / f"sha256-{sha256(text).hexdigest()[:16]}.txt"
        path.write_bytes(text)
        os.utime(path, (0, 0))
        yield f"scan({path})"


class CountRequest(CorpusRequest):
    """Count phrases in a corpus, as ``tertium.count_phrases`` does."""

    model_config = make_examples(
        {"phrases": ["the", "of the"], "corpus": ["the end of the day", "the night"]}, either=("source", "corpus")
    )

    phrases: Annotated[
        list[str],
        Field(min_length=1, max_length=MOST_TEXTS, description="Phrases of one or more words."),
    ]

    def count_segments(self) -> int:
        """Return the number of phrases and of texts."""
        return len(self.phrases) + len(self.corpus or ())


class CountData(BaseModel):
    """How often a phrase occurs."""

    phrase: str
    count: int | None
    lines: int | None
    error: str = Field(description="Why the count is not known; empty if it is.")
    approximate: bool


class CountAnswer(BaseModel):
    """The counts, each as ``Count.to_dict()`` returns it."""

    model_config = make_examples(
        {"counts": [{"phrase": "the", "count": 3, "lines": 2, "error": "", "approximate": False}]}
    )

    counts: list[CountData]


def compute_counts(request: CountRequest, reach: ClientReach, progress: Progress | None = None) -> dict[str, Any]:
    """Return the answer."""
    from tertium import count_phrases

    with open_corpus(request, reach) as source:
        return {"counts": [count.to_dict() for count in count_phrases(request.phrases, source)]}
