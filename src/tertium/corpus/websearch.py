"""Any search service that returns a total in JSON: ``websearch(search.toml)``.

The file describes the request, and where the total is in the answer::

    url = "https://search.example.org/v1?q={query}&limit=1"
    total = "results.total"
    rate = 1.0

    [headers]
    X-Api-Key = "${TERTIUM_SEARCH_KEY}"

The phrase is sent in quotation marks. Such services return estimates of the number of pages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from tertium.corpus.counts import Count
from tertium.corpus.http_client import ClientOptions, HttpClient, read_whole
from tertium.corpus.in_flight import check_phrase, count_in_flight
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, SpecError
from tertium.files.toml import read_toml
from tertium.network.addresses import check_address, require_encryption
from tertium.network.secrets import read_secrets
from tertium.progress import Progress

QUERY = "{query}"
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
# A settings file comes from anybody. It gets no variable but those that are meant for it, and those only for a server
# that the user has named: a file alone cannot send a key anywhere.
_PREFIX = "TERTIUM_SEARCH_"
HOSTS = "TERTIUM_SEARCH_HOSTS"
_HEADER = re.compile(r"[A-Za-z0-9-]+")

# Names whose values are keys; such a value belongs in the environment, not in a file.
_SECRET = re.compile(r"(?i)(.*[-_.])?(authorization|auth|cookie|(api|app|access)?(key|token)|secret|password)")

# A number as people write it: 1234, 1,234 or 1 234.
_NUMBER = re.compile(r"[0-9]+|[0-9]{1,3}(?:[., \u00a0\u202f][0-9]{3})+")
_MOST_DIGITS = 18

_OPTIONS = tuple(option.name for option in fields(ClientOptions))


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """The request to a search service, and where its answer has the total.

    Attributes:
        url: Its address, with ``{query}`` for the phrase and ``${NAME}`` for environment variables.
        total: The place of the total in the answer: names and positions with dots between them, such as
            ``results.0.total``.
        headers: Headers to send, with ``${NAME}`` for environment variables.
        name: The name of the service in signatures.
        missing_is_zero: Whether an answer without a total means that nothing was found.
        approximate: Whether its totals are estimates.
        options: The options of the client.
    """

    # Neither is shown, in case someone writes a key there after all.
    url: str = field(repr=False)
    total: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    name: str = ""
    missing_is_zero: bool = False
    approximate: bool = True
    options: ClientOptions = field(default_factory=ClientOptions)

    def __post_init__(self) -> None:
        check_address(self.url, "the search service")
        parts = urlsplit(self.url)
        if QUERY not in parts.path + parts.query or QUERY in parts.netloc or _VARIABLE.search(parts.netloc):
            raise SpecError(
                f"the url does not contain {QUERY} after the host",
                remedy='Write it as url = "https://search.example.org/?q={query}"',
            )
        if not all(self.total.split(".")):
            raise SpecError("total does not say where the total is", remedy='Write it as total = "results.total"')
        for name, value in [*self.headers.items(), *parse_qsl(parts.query, keep_blank_values=True)]:
            if _SECRET.fullmatch(name) and not _VARIABLE.search(value) and QUERY not in value:
                raise SpecError(
                    f"the value of {name} looks like a key, and keys are read only from the environment",
                    remedy=f'Write {name} with "${{TERTIUM_SEARCH_KEY}}", and run: export TERTIUM_SEARCH_KEY=...',
                )
        for name, value in self.headers.items():
            if not (_HEADER.fullmatch(name) and value.isascii() and value.isprintable()):
                raise SpecError(f"the header {name!r} cannot be sent", remedy="Use ASCII only, and no line breaks")

        for name in self.list_variables():
            if not name.startswith(_PREFIX) or name == HOSTS:
                raise SpecError(
                    f"the settings ask for the environment variable {name}, which is not for searches",
                    remedy=f"Name it {_PREFIX}KEY, or another name that begins with {_PREFIX}",
                )

    def list_variables(self) -> list[str]:
        """Return the environment variables that are needed."""
        return sorted({name for text in (self.url, *self.headers.values()) for name in _VARIABLE.findall(text)})


class WebSearchCounts:
    """A search service as a count provider.

    Args:
        settings: The request, and where the total is.
    """

    name = "websearch"
    size = None

    def __init__(self, settings: SearchSettings) -> None:
        self._settings = settings
        variables = settings.list_variables()
        if variables:
            require_encryption(settings.url, "the search service")
            _require_consent(urlsplit(settings.url).netloc)
        secrets = read_secrets(*variables)
        self._url = _VARIABLE.sub(lambda found: quote(secrets[found[1]], safe=""), settings.url)
        self._headers = {
            name: _VARIABLE.sub(lambda found: secrets[found[1]], value) for name, value in settings.headers.items()
        }
        parts = urlsplit(settings.url)
        self._address = f"{parts.scheme}://{parts.netloc}"
        self._client = HttpClient(f"the search service at {self._address}", self._address, settings.options, secrets)

    def __repr__(self) -> str:
        return f"WebSearchCounts({self._address!r})"

    def describe(self) -> Mapping[str, str]:
        """Return the service, and a digest of its settings. Documents are counted."""
        settings = self._settings
        asked = [settings.url, settings.total, sorted(settings.headers.items()), settings.missing_is_zero]
        return {
            "provider": self.name,
            "name": settings.name,
            "address": self._address,
            "settings": sha256(repr(asked).encode()).hexdigest()[:12],
            "unit": "documents",
        }

    def count_many(self, phrases: Sequence[str], progress: Progress | None = None) -> list[Count]:
        """Return the number of documents with each phrase, as count and as lines.

        Raises:
            CountsError: The service fails as a whole; the error has what was counted before.
        """
        return count_in_flight(phrases, self._count, self._client.options.at_once, progress)

    def _count(self, phrase: str) -> Count:
        check_phrase(phrase, wildcards=True)
        # A quotation mark inside would end the phrase; services ignore punctuation inside one.
        quoted = '"' + " ".join(phrase.replace('"', " ").split()) + '"'
        answer = self._client.fetch(self._url.replace(QUERY, quote(quoted, safe="")), headers=self._headers)
        found = _follow(answer, self._settings.total)
        if found is None and self._settings.missing_is_zero and isinstance(answer, dict):
            found = 0
        count = _read_total(found)
        if count is None:
            raise self._client.make_malformed(answer)
        return Count(phrase=phrase, count=count, lines=count, approximate=self._settings.approximate)


def _require_consent(host: str) -> None:
    """Refuse to send a key to a server that the user has not named."""
    if host not in os.environ.get(HOSTS, "").replace(",", " ").split():
        raise SpecError(
            f"a key would be sent to {host}, which {HOSTS} does not name",
            remedy=f"If that server is meant to have the key, run: export {HOSTS}={host}",
        )


def _follow(answer: Any, path: str) -> Any:
    for step in path.split("."):
        if isinstance(answer, dict):
            answer = answer.get(step)
        elif isinstance(answer, list) and step.isdecimal() and int(step[:9]) < len(answer):
            answer = answer[int(step)]
        else:
            return None
    return answer


def _read_total(found: object) -> int | None:
    """A total, written as a number or as a text."""
    if isinstance(found, str):
        text = found.strip()
        digits = re.sub(r"\D", "", text)
        return int(digits) if _NUMBER.fullmatch(text) and len(digits) <= _MOST_DIGITS else None
    if isinstance(found, float):
        return read_whole(int(found)) if found.is_integer() else None
    return read_whole(found)


def read_settings(path: Path) -> SearchSettings:
    """Read a settings file.

    Raises:
        InputError: The file cannot be read, or has settings that do not exist or are not valid.
    """
    table = read_toml(path, kind="settings file", remedy="See docs/how-to/counts.md")
    kinds: dict[str, Any] = {"url": str, "total": str, "headers": dict, "name": str}
    kinds |= {"missing_is_zero": bool, "approximate": bool} | dict.fromkeys(_OPTIONS, int | float)
    for name, value in table.items():
        if name not in kinds:
            raise InputError(f"there is no setting {name!r}", file=path, remedy=f"There are: {', '.join(kinds)}")
        if not isinstance(value, kinds[name]) or (isinstance(value, bool) and kinds[name] is not bool):
            raise InputError(f"the setting {name!r} has the wrong type", file=path, remedy="See docs/how-to/counts.md")
    if not all(isinstance(value, str) for value in table.get("headers", {}).values()):
        raise InputError("a header is not a text", file=path, remedy="Put its value in quotation marks")
    if missing := [name for name in ("url", "total") if name not in table]:
        raise InputError(f"the setting {missing[0]!r} is missing", file=path, remedy="See docs/how-to/counts.md")
    try:
        options = ClientOptions(**{name: table.pop(name) for name in _OPTIONS if name in table})
        return SearchSettings(**{"name": path.stem, **table}, options=options)
    except SpecError as error:
        raise InputError(error.message, file=path, remedy=error.remedy) from error


def make(
    argument: str, *, options: ClientOptions | None = None, normalisation: Normalisation | None = None
) -> WebSearchCounts:
    """Open the provider of a settings file; the given options replace those of the file."""
    if not argument:
        raise SpecError("websearch needs a settings file", remedy="Write it as websearch(search.toml)")
    settings = read_settings(Path(argument))
    if options is not None:
        settings = replace(settings, options=options)
    return WebSearchCounts(settings)
