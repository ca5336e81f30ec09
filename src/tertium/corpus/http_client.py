"""The HTTP client of count providers: time-outs, retries, rate limits, and keys that are never shown.

A server that is busy or fails is asked again after a pause. The pause doubles each time, and has a random part, so that
many clients do not return at the same moment. If the server says when to return, that is used.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException, IncompleteRead
from ssl import SSLCertVerificationError
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit

from tertium.corpus.in_flight import PhraseError, ProviderError, wait
from tertium.corpus.rate_limit import RateLimit
from tertium.errors import SpecError
from tertium.network.exchange import FAILURES, MOST_BYTES, LongAnswerError, ServerAnswer, ServerExchange
from tertium.network.secrets import Secrets
from tertium.threads import require_whole

_BUSY = frozenset((408, 425, 429, 500, 502, 503, 504))
_TOO_MANY = 429

# These are about the phrase; all others are about the address, the index or the key.
_REFUSES_PHRASE = frozenset((400, 413, 414, 422, *_BUSY)) - {_TOO_MANY}

_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientOptions:
    """The options of the client: time-outs, retries and rate.

    Attributes:
        timeout: The seconds to wait for an answer, from the connection to its last byte.
        tries: The number of requests before a phrase is given up.
        pause: The seconds to wait before the second try.
        longest_pause: The maximum pause in seconds; a server that asks for more has failed.
        rate: The maximum number of requests per second; no limit if None.
        at_once: The number of phrases that are asked at the same time.
        seed: The seed of the random part of pauses.
    """

    timeout: float = 30.0
    tries: int = 4
    pause: float = 0.5
    longest_pause: float = 60.0
    rate: float | None = None
    at_once: int = 4
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("tries", "at_once", "seed"):
            require_whole(getattr(self, name), name)
        if not (1 <= self.tries <= 20 and 1 <= self.at_once <= 64):
            raise SpecError("tries or at_once is out of range", remedy="Give 1 to 20 tries, and 1 to 64 at once")
        if not (0 < self.timeout <= 3600 and 0 <= self.pause <= self.longest_pause <= 3600):
            raise SpecError("timeout or longest_pause is out of range", remedy="Give at most 3600 seconds")


class _FailedTryError(Exception):
    """A try that failed: why, whether another may help, and the remedy if none does."""

    def __init__(
        self,
        message: str,
        *,
        again: bool,
        whole: bool,
        remedy: str = "Check its address, and that it is running",
        after: float | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.remedy, self.status = message, remedy, status
        self.again, self.whole, self.after = again, whole, after


class HttpClient:
    """Sends requests to one server, from any number of threads.

    Args:
        name: The server in messages, such as ``Elasticsearch at https://example.org``.
        address: Its address.
        options: Time-outs, retries and rate.
        secrets: The values that no message may show.
        sleep: Waits for some seconds.
        clock: A monotonic time in seconds.
        now: The time in seconds since 1970.
    """

    def __init__(
        self,
        name: str,
        address: str,
        options: ClientOptions,
        secrets: Secrets | None = None,
        *,
        sleep: Callable[[float], object] = wait,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.name = name
        self.options = options
        self._secrets = secrets or Secrets()
        self._sleep, self._clock, self._now = sleep, clock, now
        self._exchange = ServerExchange(address, timeout=options.timeout, most_bytes=MOST_BYTES)
        self._limit = RateLimit(options.rate, clock)
        self._random = random.Random(options.seed)  # noqa: S311 (no secret: it spreads pauses)

    def fetch(self, url: str, *, body: object = None, headers: Mapping[str, str] | None = None) -> Any:
        """Return the server's answer as JSON: to a POST of ``body`` as JSON, or to a GET if that is None.

        Raises:
            PhraseError: It does not answer this request, or not with JSON.
            ProviderError: It does not answer any request.
        """
        data = None if body is None else json.dumps(body, ensure_ascii=True).encode()
        sent = {"Accept": "application/json", "User-Agent": "tertium", **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json"
        for tries in range(1, self.options.tries + 1):
            self._sleep_if_any(self._limit.reserve())
            try:
                return self._decode(self._send(url, data, sent))
            except _FailedTryError as failed:
                failure = failed
            if not failure.again or tries == self.options.tries:
                break
            self._pause(failure, tries)
        # Raised here, and not where it was caught, so that no traceback shows the error of the library.
        message = f"{self.name} {failure.message}"
        if failure.whole:
            raise ProviderError(message, remedy=failure.remedy, status=failure.status)
        raise PhraseError(message, blames="provider" if failure.again else "answer")

    def fetch_object(
        self, url: str, *, body: object = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Return the server's answer, which must be an object; see ``fetch``."""
        answer = self.fetch(url, body=body, headers=headers)
        if not isinstance(answer, dict):
            raise self.make_malformed(answer)
        return answer

    def make_malformed(self, answer: object) -> PhraseError:
        """Return the error for an answer of an unexpected form."""
        return PhraseError(f"{self.name} answers in an unexpected form: {self.show(answer)}", blames="provider")

    def _pause(self, failure: _FailedTryError, tries: int) -> None:
        if failure.after is None:
            longest = min(self.options.pause * 2 ** (tries - 1), self.options.longest_pause)
            self._sleep_if_any(longest * self._random.uniform(0.5, 1))
        elif failure.after > self.options.longest_pause:
            raise ProviderError(
                f"{self.name} asks for a pause of {failure.after:.0f} seconds",
                remedy="Try again then, or allow a longer pause; with a cache, no count is lost",
            )
        else:
            self._limit.hold(failure.after)

    def _sleep_if_any(self, seconds: float) -> None:
        if seconds > 0:
            self._sleep(seconds)

    def _send(self, url: str, data: bytes | None, headers: Mapping[str, str]) -> bytes:
        try:
            answer = self._exchange.ask(url, data=data, headers=headers)
        except FAILURES as error:
            raise self._judge_silence(error) from None
        if answer.status >= 300:
            raise self._judge_status(answer)
        return answer.content

    def _decode(self, content: bytes) -> Any:
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise _FailedTryError(f"does not answer with JSON: {self.show(content)}", again=True, whole=False) from None

    def show(self, content: object) -> str:
        """Return the beginning of a server's answer, without keys, for a message."""
        text = content.decode("utf-8", errors="replace") if isinstance(content, bytes) else json.dumps(content)
        hidden = " ".join(self._secrets.hide(text).split())
        return repr(hidden if len(hidden) <= _SHOWN else hidden[:_SHOWN] + "…")

    def _judge_status(self, answer: ServerAnswer) -> _FailedTryError:
        code = answer.status
        if 300 <= code < 400:
            message = f"redirects to {self._find_host(answer.headers.get('Location', ''))} ({code})"
            return _FailedTryError(message, again=False, whole=True, remedy="Give the address that it redirects to")
        return _FailedTryError(
            f"refuses: {code} {self.show(answer.content)}",
            again=code in _BUSY,
            whole=code not in _REFUSES_PHRASE,
            remedy=_advise(code),
            status=code,
            after=self._read_retry_after(answer.headers.get("Retry-After")) if code in _BUSY else None,
        )

    def _find_host(self, location: str) -> str:
        try:
            return urlsplit(self._secrets.hide(location)).hostname or "somewhere else"
        except ValueError:
            return "somewhere else"

    def _judge_silence(self, error: Exception) -> _FailedTryError:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, TimeoutError):
            return _FailedTryError(f"took more than {self.options.timeout:g} seconds", again=True, whole=False)
        if isinstance(reason, LongAnswerError):
            return _FailedTryError(f"answers with more than {MOST_BYTES >> 20} MB", again=False, whole=False)
        if isinstance(reason, IncompleteRead):
            return _FailedTryError("broke off in the middle of an answer", again=True, whole=False)
        if isinstance(reason, SSLCertVerificationError):
            remedy = "Check the address; SSL_CERT_FILE names the certificates that are trusted"
            return _FailedTryError("has a certificate that is not trusted", again=False, whole=True, remedy=remedy)
        if isinstance(error, URLError) and not isinstance(reason, ConnectionResetError | BrokenPipeError):
            return _FailedTryError(f"cannot be reached: {self._secrets.hide(str(reason))}", again=True, whole=True)
        if isinstance(error, ValueError) and not isinstance(error, HTTPException):
            return _FailedTryError("cannot be asked: the request is not valid", again=False, whole=False)
        return _FailedTryError(f"broke off: {type(reason).__name__}", again=True, whole=False)

    def _read_retry_after(self, value: str | None) -> float | None:
        """Seconds, from a number or a date; None if it is neither."""
        text = (value or "").strip()
        if text.isdecimal() and text.isascii():
            # Python refuses to read numbers of thousands of digits.
            return float(text[:12])
        try:
            return max(0.0, parsedate_to_datetime(text).timestamp() - self._now())
        except (ValueError, TypeError, OverflowError):
            return None


def read_whole(value: object) -> int | None:
    """Return a count from a server's answer; None if it is not a whole number, negative, or impossibly large."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 63:
        return None
    return value


def _advise(code: int) -> str:
    if code in (401, 402, 403):
        return "Check the key or password in the environment, and its permissions"
    if code == _TOO_MANY:
        return "Lower the rate, or try again later; with a cache, no count is lost"
    return "Check the address, the index and the settings"
