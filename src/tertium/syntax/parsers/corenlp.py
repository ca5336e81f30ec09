"""Stanford CoreNLP, which runs as a server: ``corenlp(http://localhost:9000)``.

The server does not report its version and models. So it parses a few sentences on which parsers disagree, and a digest
of its answer is part of the version.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from tertium.errors import InputError
from tertium.network.addresses import check_address
from tertium.network.exchange import FAILURES, LongAnswerError, ServerAnswer, ServerExchange
from tertium.progress import Progress
from tertium.syntax.parser import check_segments, describe_converter, drop_top, join_words, make_parse, shorten
from tertium.syntax.trees import ROOT, Constituents, Dependencies, Parse

_ADDRESS = "http://localhost:9000"
_START = "java -mx4g -cp '*' edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port 9000 -timeout 60000"
_PROBE = (
    "The old man the boats that raced past the barn fell. Time flies like an arrow; fruit flies like a banana. "
    "I saw the man with the telescope (and he, 45, me) on Jan. 5's hill."
)

_BATCH = 32
_AT_ONCE = 4
_TRIES = 3
_OVERLOADED = frozenset((429, 502, 503, 504))

# A segment of 100,000 characters, which is as many as the server takes by default, has some 30 MB of trees.
_MOST_BYTES = 64 << 20


class CoreNLPParser:
    """A CoreNLP server as a parser.

    Args:
        address: The address of the server.
        tokenised: Whether words are already separated by spaces.
        timeout: The seconds to wait for an answer.
        pause: The seconds to wait before the second try; twice as many before the next.
    """

    def __init__(self, address: str, *, tokenised: bool = False, timeout: float = 120, pause: float = 0.5) -> None:
        properties = {"annotators": "tokenize,ssplit,pos,parse", "outputFormat": "json"}
        if tokenised:
            properties["tokenize.whitespace"] = "true"
        self._address = check_address(address, "CoreNLP", f"corenlp({_ADDRESS})")
        self._url = f"{self._address}/?properties={quote(json.dumps(properties))}"
        self._timeout, self._pause = timeout, pause
        self._exchange = ServerExchange(self._address, timeout=timeout, most_bytes=_MOST_BYTES)
        self.version = f"corenlp {self._address}, {self._identify()}{', tokenised' if tokenised else ''}"

    def _identify(self) -> str:
        from tertium.syntax import heads

        answer = self._parse(_PROBE)
        return f"probe:{sha256(repr(answer).encode()).hexdigest()[:8]}, {describe_converter(heads)}"

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the parse of each segment, with one tree per sentence that the server finds.

        Raises:
            InputError: The server does not answer, or is not CoreNLP.
        """
        check_segments(segments)
        parses: list[Parse] = []
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for start in range(0, len(segments), _BATCH):
                batch = [join_words(segment) for segment in segments[start : start + _BATCH]]
                parses += pool.map(self._parse, batch)
                if progress is not None:
                    progress(len(batch))
        return parses

    def _parse(self, text: str) -> Parse:
        if not text:
            return Parse()
        body = self._ask(text)
        try:
            sentences = json.loads(body, strict=False)["sentences"]
            trees = [_read_constituents(sentence) for sentence in sentences]
            return make_parse(
                trees, [_read_dependencies(sentence, tree) for sentence, tree in zip(sentences, trees, strict=True)]
            )
        except (ValueError, KeyError, TypeError, IndexError, RecursionError, InputError) as error:
            raise InputError(
                f"{self._address} does not answer as CoreNLP does about {shorten(text)}: {body[:80]!r}",
                remedy="Check that it is a CoreNLP server with a constituency model",
            ) from error

    def _ask(self, text: str) -> str:
        for tries in range(1, _TRIES + 1):
            try:
                answer = self._exchange.ask(
                    self._url, data=text.encode(), headers={"Content-Type": "text/plain; charset=utf-8"}
                )
            except FAILURES as error:
                # It may still be working on a segment that took too long; another request would not help.
                if tries == _TRIES or _is_timeout(error) or isinstance(error, LongAnswerError):
                    raise self._make_silence(text, error) from error
            else:
                if answer.status < 300:
                    return answer.content.decode("utf-8", errors="replace")
                if answer.status not in _OVERLOADED or tries == _TRIES:
                    raise self._make_refusal(text, answer)
            time.sleep(self._pause * 2 ** (tries - 1))
        raise AssertionError("the last try either answers or raises")

    def _make_refusal(self, text: str, answer: ServerAnswer) -> InputError:
        if answer.status < 400:
            return InputError(
                f"CoreNLP at {self._address} redirects to another address ({answer.status})",
                remedy="Give the address that it redirects to, if segments may be sent there",
            )
        said = " ".join(answer.content[:200].decode("utf-8", errors="replace").split())
        return InputError(
            f"CoreNLP at {self._address} refuses the segment {shorten(text)}: {answer.status} {said}".rstrip(),
            remedy="Start it with a longer -timeout, a greater -maxCharLength or more memory, or shorten the segment",
        )

    def _make_silence(self, text: str, error: Exception) -> InputError:
        if _is_timeout(error):
            return InputError(
                f"CoreNLP at {self._address} took more than {self._timeout:g} seconds for the segment {shorten(text)}",
                remedy="Shorten the segment, or give the server more memory",
            )
        if isinstance(error, LongAnswerError):
            return InputError(
                f"CoreNLP at {self._address} answers with more than {_MOST_BYTES >> 20} MB about {shorten(text)}",
                remedy="Check that it is a CoreNLP server, or shorten the segment",
            )
        return InputError(
            f"no CoreNLP server answers at {self._address}: {getattr(error, 'reason', None) or error}",
            remedy=f"Run, where its jars are: {_START}",
        )


def _is_timeout(error: Exception) -> bool:
    return isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError)


def _read_constituents(sentence: dict[str, Any]) -> Constituents:
    from tertium.syntax.brackets import read_brackets

    return drop_top(read_brackets(sentence["parse"])[0])


def _read_dependencies(sentence: dict[str, Any], tree: Constituents) -> Dependencies:
    """The server's own dependencies, for English and Chinese; else those of the tree's heads."""
    from tertium.syntax import heads

    leaves = tree.leaves
    found = {edge["dependent"] - 1: edge for edge in sentence.get("basicDependencies") or []}
    if set(found) != set(range(len(leaves))):
        return heads.to_dependencies(tree)
    edges = [found[place] for place in range(len(leaves))]
    return Dependencies(
        [tree.words[leaf] or "" for leaf in leaves],
        [tree.labels[leaf] for leaf in leaves],
        [edge["governor"] - 1 if edge["governor"] else ROOT for edge in edges],
        [edge["dep"] for edge in edges],
    )


def make(argument: str, *, tokenised: bool = False) -> CoreNLPParser:
    """Make the parser of the server at an address."""
    return CoreNLPParser(argument or _ADDRESS, tokenised=tokenised)
