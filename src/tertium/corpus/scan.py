"""Text without an index, read once for a list of phrases: ``scan(news.txt+law.txt.gz)``.

Phrases are counted as in an index: occurrences may overlap, none crosses a line, and text is normalised in the same
way. Memory is needed for the phrases, not for the text. For more than a few lists of phrases, build an index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from tertium._core import PhraseScanner
from tertium.corpus.counts import Count, CountsError, check_phrases
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, SpecError
from tertium.files.opening import read_blocks
from tertium.progress import Progress
from tertium.threads import resolve_threads

# Large enough to be worth starting threads, small compared to any machine's memory.
_BLOCK = 4 << 20
_CHUNK = 1 << 20
_LONGEST_LINE = 64 << 20


class ScanCounts:
    """Text files, plain or gzip, as a count provider.

    Args:
        paths: The files, in UTF-8.
        normalisation: How text is split into words.
        threads: The number of threads; ``TERTIUM_THREADS`` or all cores if None.

    Raises:
        InputError: A file is missing.
    """

    name = "scan"
    cached_at_once = None
    """One pass over the text answers all phrases: batches would read everything again for each."""

    def __init__(
        self,
        paths: Sequence[str | Path],
        normalisation: Normalisation | None = None,
        *,
        threads: int | None = None,
    ) -> None:
        if not paths:
            raise SpecError("scan needs at least one file", remedy="Write it as scan(news.txt+law.txt.gz)")
        self._paths = [Path(path) for path in paths]
        for path in self._paths:
            if not path.is_file():
                raise InputError("there is no such file", file=path, remedy="Give text files, with + between them")
        self._normalisation = normalisation or Normalisation()
        self._threads = resolve_threads(threads)
        self._size: tuple[str, int] | None = None

    def __repr__(self) -> str:
        return f"ScanCounts({[str(path) for path in self._paths]!r})"

    @property
    def size(self) -> int | None:
        """The number of tokens in the files, which are read for it if need be; None if they cannot be read."""
        if self._size is None or self._size[0] != self._identify():
            try:
                self.count_many([])
            except CountsError:
                return None
        return self._size[1] if self._size is not None else None

    def describe(self) -> Mapping[str, str]:
        """Return the names of the files, and a digest that changes when they do."""
        rules = self._normalisation
        return {
            "provider": self.name,
            "files": "+".join(path.name for path in self._paths),
            "state": self._identify(),
            "language": rules.language,
            "casefold": str(rules.casefold).lower(),
            "apostrophes": rules.apostrophes,
            "hyphens": rules.hyphens,
        }

    def _identify(self) -> str:
        """A digest of names, sizes and times: reading the text for a digest would take as long as counting."""
        found: list[tuple[str, int, int]] = []
        for path in self._paths:
            try:
                status = path.stat()
                found.append((str(path.resolve()), status.st_size, status.st_mtime_ns))
            except OSError:
                found.append((str(path), -1, 0))
        return sha256(repr(found).encode()).hexdigest()[:12]

    def count_many(
        self, phrases: Sequence[str], progress: Progress | None = None, *, wildcards: bool = True
    ) -> list[Count]:
        """Return the occurrences and lines of each phrase.

        Args:
            phrases: The phrases.
            progress: Called with the number of bytes read since the last call.
            wildcards: Whether ``*`` stands for any word; otherwise it is an asterisk.

        Raises:
            CountsError: A file cannot be read to its end. Then all counts are unknown.
        """
        check_phrases(phrases)
        wanted = [phrase for phrase in dict.fromkeys(phrases) if _is_text(phrase)]
        before = self._identify()
        scanner = PhraseScanner(wanted, self._normalisation.settings, wildcards, self._threads)
        try:
            for path in self._paths:
                _scan_file(path, scanner, progress)
        except InputError as error:
            partial = [Count(phrase=phrase, count=None, error=f"not counted: {error.message}") for phrase in phrases]
            raise CountsError(str(error).rstrip("."), partial=partial) from error
        self._size = (before, scanner.tokens)
        counts, lines = (numbers.tolist() for numbers in scanner.results())
        found = dict(zip(wanted, zip(counts, lines, strict=True), strict=True))
        return [_make_count(phrase, found) for phrase in phrases]


def _is_text(phrase: str) -> bool:
    try:
        phrase.encode()
    except UnicodeEncodeError:
        return False
    return True


def _make_count(phrase: str, found: Mapping[str, tuple[int, int]]) -> Count:
    if phrase not in found:
        return Count(
            phrase=phrase, count=None, error="the phrase holds a lone surrogate, so it is not valid Unicode text"
        )
    count, lines = found[phrase]
    return (
        Count(phrase=phrase, count=count, lines=lines)
        if count >= 0
        else Count(phrase=phrase, count=None, error="the phrase has no words")
    )


def _scan_file(path: Path, scanner: PhraseScanner, progress: Progress | None) -> None:
    line = 1
    for block in _read_lines(path):
        wrong = scanner.feed(block)
        if wrong is not None:
            line += block.count(b"\n", 0, wrong)
            raise InputError("the text is not valid UTF-8", file=path, line=line, remedy="Convert it to UTF-8")
        line += block.count(b"\n")
        if progress is not None:
            progress(len(block))


def _read_lines(path: Path) -> Iterator[bytes]:
    """A file in blocks of complete lines."""
    held: list[bytes] = []
    size = 0
    for chunk in read_blocks(str(path), _CHUNK):
        held.append(chunk)
        size += len(chunk)
        if size < _BLOCK:
            continue
        block = b"".join(held)
        end = block.rfind(b"\n") + 1
        if end:
            yield block[:end]
        elif size > _LONGEST_LINE:
            problem = "a line has more than 64 MB"
            raise InputError(problem, file=path, remedy="Check that it is a text file")
        held, size = [block[end:]], size - end
    if size:
        yield b"".join(held)


def make(
    argument: str, *, options: ClientOptions | None = None, normalisation: Normalisation | None = None
) -> ScanCounts:
    """Open the files of ``file+file``; a file whose name contains a plus is found too."""
    if argument and Path(argument).is_file():
        return ScanCounts([argument], normalisation)
    return ScanCounts([part.strip() for part in argument.split("+") if part.strip()], normalisation)
