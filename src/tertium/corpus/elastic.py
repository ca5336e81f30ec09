"""Elasticsearch or OpenSearch: ``elastic(https://example.org:9200,index,field)``.

Sends ``POST /index/_count`` with a ``match_phrase``. That counts documents, not occurrences, and the field's analyser
decides what a word is.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any
from urllib.parse import quote

from tertium.corpus.counts import Count
from tertium.corpus.http_client import ClientOptions, HttpClient, read_whole
from tertium.corpus.in_flight import PhraseError, ProviderError, check_phrase, count_in_flight
from tertium.corpus.normalisation import Normalisation
from tertium.errors import SpecError
from tertium.network.addresses import check_address, require_encryption
from tertium.network.secrets import Secrets, read_secrets
from tertium.progress import Progress

KEY = "TERTIUM_ELASTIC_API_KEY"
USER = "TERTIUM_ELASTIC_USER"
PASSWORD = "TERTIUM_ELASTIC_PASSWORD"  # noqa: S105 (a name)

# Only these are split into words; in other fields, a phrase never matches, or only as a whole.
_KINDS_OF_TEXT = frozenset(("text", "match_only_text", "annotated_text", "search_as_you_type"))


class ElasticCounts:
    """An index of an Elasticsearch or OpenSearch server as a count provider.

    Args:
        address: The address of the server.
        index: The index, or several with commas or an asterisk.
        field: The field with the text.
        options: The options of the client.
    """

    name = "elastic"
    size = None

    def __init__(self, address: str, index: str, field: str, options: ClientOptions | None = None) -> None:
        self._address = check_address(address, "Elasticsearch")
        if not index or not field or index.startswith("_"):
            raise SpecError("an index and a field are needed", remedy="Write it as elastic(address,index,field)")
        self._index, self._field = index, field
        self._headers, secrets = _read_authorization()
        if self._headers:
            require_encryption(self._address, "Elasticsearch")
        self._client = HttpClient(
            f"Elasticsearch at {self._address}", self._address, options or ClientOptions(), secrets
        )
        self._lock = Lock()
        self._is_field_checked = False

    def __repr__(self) -> str:
        return f"ElasticCounts({self._address!r}, {self._index!r}, {self._field!r})"

    def describe(self) -> Mapping[str, str]:
        """Return server, index and field. Documents are counted."""
        return {
            "provider": self.name,
            "address": self._address,
            "index": self._index,
            "field": self._field,
            "unit": "documents",
        }

    def count_many(self, phrases: Sequence[str], progress: Progress | None = None) -> list[Count]:
        """Return the number of documents with each phrase, as count and as lines.

        Raises:
            CountsError: The server fails as a whole; the error has what was counted before.
        """
        return count_in_flight(phrases, self._count, self._client.options.at_once, progress)

    def _count(self, phrase: str) -> Count:
        check_phrase(phrase)
        self._check_field()
        answer = self._ask("_count", {"query": {"match_phrase": {self._field: phrase}}})
        shards, count = answer.get("_shards"), read_whole(answer.get("count"))
        if count is None or not isinstance(shards, dict):
            raise self._client.make_malformed(answer)
        if shards.get("failed"):
            message = f"{self._client.name} could ask only some shards: {self._client.show(shards)}"
            raise PhraseError(message, blames="provider")
        return Count(phrase=phrase, count=count, lines=count)

    def _check_field(self) -> None:
        """Refuse a field that does not exist: all its counts would be 0."""
        with self._lock:
            if self._is_field_checked:
                return
            try:
                answer = self._ask(f"_field_caps?fields={quote(self._field, safe='')}")
            except ProviderError as error:
                # A user who may count may not always inspect fields.
                if error.status not in (403, 405):
                    raise
            else:
                fields = answer.get("fields")
                if not isinstance(fields, dict):
                    raise self._client.make_malformed(answer)
                self._require_text(fields.get(self._field))
            self._is_field_checked = True

    def _require_text(self, kinds: object) -> None:
        if not isinstance(kinds, dict) or not kinds:
            raise ProviderError(
                f"the index {self._index!r} has no field {self._field!r}", remedy="Give the field with the text"
            )
        if not _KINDS_OF_TEXT & kinds.keys():
            raise ProviderError(
                f"the field {self._field!r} is not text, but {', '.join(sorted(kinds))}",
                remedy="Give a field of type text: only text is split into words",
            )

    def _ask(self, path: str, body: object = None) -> dict[str, Any]:
        # Without allow_no_indices=false, an asterisk that matches no index would count as an empty one.
        joint = "&" if "?" in path else "?"
        url = f"{self._address}/{quote(self._index, safe=',*')}/{path}{joint}allow_no_indices=false"
        return self._client.fetch_object(url, body=body, headers=self._headers)


def _read_authorization() -> tuple[dict[str, str], Secrets]:
    """The authorization header from the environment: by key, by user and password, or none."""
    if os.environ.get(KEY):
        secrets = read_secrets(KEY)
        return {"Authorization": f"ApiKey {secrets[KEY]}"}, secrets
    if os.environ.get(USER) or os.environ.get(PASSWORD):
        secrets = read_secrets(USER, PASSWORD, are_keys=False)
        return {"Authorization": secrets.make_basic(USER, PASSWORD)}, secrets
    return {}, Secrets()


def make(
    argument: str, *, options: ClientOptions | None = None, normalisation: Normalisation | None = None
) -> ElasticCounts:
    """Open the provider of ``address,index,field``; an index may contain commas."""
    parts = [part.strip() for part in argument.split(",")]
    if len(parts) < 3:
        raise SpecError(
            "elastic needs an address, an index and a field", remedy="Write it as elastic(address,index,field)"
        )
    return ElasticCounts(parts[0], ",".join(parts[1:-1]), parts[-1], options)
