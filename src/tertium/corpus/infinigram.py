"""The HTTP API of infini-gram, which counts in trillions of tokens: ``infinigram(index)``.

Liu et al. (2024), "Infini-gram: Scaling Unbounded n-gram Language Models to a Trillion Tokens". A phrase is split
into the tokens of a language model, with upper and lower case, and counts where these tokens follow each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tertium.corpus.counts import Count
from tertium.corpus.http_client import ClientOptions, HttpClient, read_whole
from tertium.corpus.in_flight import PhraseError, check_phrase, count_in_flight
from tertium.corpus.normalisation import Normalisation
from tertium.errors import SpecError
from tertium.network.addresses import check_address
from tertium.progress import Progress

ADDRESS = "https://api.infini-gram.io"

# The public server refuses longer phrases, and reads these words as operators.
_MOST_CHARACTERS = 1000
_OPERATORS = (" AND ", " OR ")


class InfinigramCounts:
    """An index of an infini-gram server as a count provider.

    Args:
        index: The name of the index, such as ``v4_rpj_llama_s4``.
        address: The address of the server.
        options: The options of the client.
    """

    name = "infinigram"
    size = None

    def __init__(self, index: str, address: str = ADDRESS, options: ClientOptions | None = None) -> None:
        if not index:
            raise SpecError("infinigram needs an index", remedy="Write it as infinigram(v4_rpj_llama_s4)")
        self._index = index
        self._address = check_address(address, "infini-gram")
        self._client = HttpClient(f"infini-gram at {self._address}", self._address, options or ClientOptions())

    def __repr__(self) -> str:
        return f"InfinigramCounts({self._index!r}, {self._address!r})"

    def describe(self) -> Mapping[str, str]:
        """Return server and index."""
        return {"provider": self.name, "address": self._address, "index": self._index}

    def count_many(self, phrases: Sequence[str], progress: Progress | None = None) -> list[Count]:
        """Return the occurrences of each phrase; estimates of the server are marked.

        Raises:
            CountsError: The server fails as a whole; the error has what was counted before.
        """
        return count_in_flight(phrases, self._count, self._client.options.at_once, progress)

    def _count(self, phrase: str) -> Count:
        check_phrase(phrase)
        text = " ".join(phrase.split())
        if len(text) > _MOST_CHARACTERS:
            raise PhraseError(f"the phrase has {len(text)} characters; the maximum is {_MOST_CHARACTERS}")
        if any(operator in text for operator in _OPERATORS):
            raise PhraseError("the phrase contains AND or OR, which are operators of infini-gram")
        body = {"index": self._index, "query_type": "count", "query": text}
        answer = self._client.fetch_object(f"{self._address}/", body=body)
        if answer.get("error"):
            raise PhraseError(f"{self._client.name} refuses: {self._client.show(answer['error'])}", blames="answer")
        count, approximate = read_whole(answer.get("count")), answer.get("approx", False)
        if count is None or not isinstance(approximate, bool):
            raise self._client.make_malformed(answer)
        return Count(phrase=phrase, count=count, approximate=approximate)


def make(
    argument: str, *, options: ClientOptions | None = None, normalisation: Normalisation | None = None
) -> InfinigramCounts:
    """Open the provider of ``index``, or of ``index,address`` for another server."""
    index, _, address = (part.strip() for part in argument.partition(","))
    return InfinigramCounts(index, address or ADDRESS, options)
