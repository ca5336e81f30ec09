"""The local count provider: an exact index on disk, opened in milliseconds, shared by threads and processes."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium._core import IndexShards
from tertium.corpus.counts import Count, check_phrases
from tertium.corpus.http_client import ClientOptions
from tertium.corpus.manifest import Manifest, read_manifest
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.shards import digest_content
from tertium.errors import InputError, TextError
from tertium.json_result import JsonResult
from tertium.threads import require_whole, resolve_threads
from tertium.types import Array

_NO_WORDS = "the phrase has no words"
# If a shard is merged while an index is being opened, the new manifest is read.
_ATTEMPTS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseOccurrence(JsonResult):
    """An occurrence of a phrase in the corpus.

    Attributes:
        document: The file.
        line: The line of that file, counted from 1.
        before: The words before it on its line, normalised.
        phrase: The words that matched.
        after: The words after it on its line.
    """

    document: str
    line: int
    before: str
    phrase: str
    after: str


def open_index(path: str | Path, *, memory: int | None = None) -> PhraseIndex:
    """Open an index. Text that is added later is visible only when it is opened again.

    >>> import tempfile
    >>> from tertium import samples
    >>> from tertium.corpus import build_index
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = build_index([samples.path("reference.A.txt")], f"{folder}/sample.index")
    ...     open_index(f"{folder}/sample.index").count("of the").count
    1

    Args:
        path: The folder of the index.
        memory: The bytes of memory for parts of the index that were read; by default a quarter of the machine's.

    Raises:
        InputError: It is not an index, or one of its files is damaged; or the memory is not a number above 0.
    """
    memory = _default_memory() if memory is None else memory
    require_whole(memory, "the memory")
    if memory <= 0:
        raise InputError(f"the memory is {memory} bytes", remedy="Give more than 0")
    folder = Path(path)
    manifest = read_manifest(folder)
    for _ in range(_ATTEMPTS):
        try:
            return PhraseIndex(folder, manifest, _open_shards(folder, manifest, memory))
        except InputError:
            newer = read_manifest(folder)
            if newer == manifest:
                raise
            manifest = newer
    return PhraseIndex(folder, manifest, _open_shards(folder, manifest, memory))


def check_index(path: str | Path) -> None:
    """Read all of an index and compare it with its checksums.

    Raises:
        InputError: A file of the index is damaged; the error names it.
    """
    open_index(path).check()


def _open_shards(folder: Path, manifest: Manifest, memory: int) -> IndexShards:
    shards = [(folder / shard.name, int(shard.checksum, 16)) for shard in manifest.shards]
    return IndexShards(manifest.normalisation.settings, shards, memory)


def _default_memory() -> int:
    """A quarter of the machine's memory; 1 GB where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    except (AttributeError, OSError, ValueError):
        return 1 << 30


class PhraseIndex:
    r"""An open index; ``open_index`` returns one.

    A block of a file is verified whenever it is read, and kept in memory, so no answer is computed from damaged bytes,
    even if a file is changed while the index is open: every method raises an ``InputError`` that names the file
    instead. In a phrase, ``*`` stands for one word or punctuation mark,
    and ``\*`` is an asterisk.
    """

    name = "index"
    cached_at_once = 0
    """It is faster than a cache would be."""

    def __init__(self, path: Path, manifest: Manifest, shards: IndexShards) -> None:
        self.path = path
        self.manifest = manifest
        # Now: a shard that is merged later stays open, but its folder is gone.
        self.content = digest_content(path, manifest)
        """A digest of its text and of how that was split into words, the same for each index of that text."""
        self._shards = shards
        self._places: dict[int, int] = {}

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return open_index, (self.path,)

    @property
    def normalisation(self) -> Normalisation:
        """How its text, and each phrase, is split into words."""
        return self.manifest.normalisation

    @property
    def tokens(self) -> int:
        """The number of words and punctuation marks."""
        return sum(shard.tokens for shard in self.manifest.shards)

    @property
    def size(self) -> int:
        """The number of tokens, under the name that every provider has."""
        return self.tokens

    @property
    def lines(self) -> int:
        """The number of lines."""
        return sum(shard.lines for shard in self.manifest.shards)

    @property
    def bytes(self) -> int:
        """The size of its files in bytes."""
        return sum(shard.bytes for shard in self.manifest.shards)

    @cached_property
    def vocabulary_size(self) -> int:
        """The number of different words and punctuation marks."""
        if len(self.manifest.shards) == 1:
            return self.manifest.shards[0].words
        return len(self.unigrams())

    def describe(self) -> Mapping[str, str]:
        """Return corpus and normalisation, for signatures and as the key of caches."""
        rules = self.normalisation
        return {
            "provider": self.name,
            "corpus": self.content,
            "tokens": str(self.tokens),
            "language": rules.language,
            "casefold": str(rules.casefold).lower(),
            "apostrophes": rules.apostrophes,
            "hyphens": rules.hyphens,
        }

    def count(self, phrase: str, *, wildcards: bool = True) -> Count:
        """Return how often a phrase occurs; see ``count_many``."""
        return self.count_many([phrase], 1, wildcards=wildcards)[0]

    def count_many(self, phrases: Sequence[str], threads: int | None = None, *, wildcards: bool = True) -> list[Count]:
        """Return how often phrases occur and on how many lines, in the order of the phrases.

        Args:
            phrases: Phrases of any length. They are normalised like the corpus, and match within one line.
            threads: The number of threads.
            wildcards: Whether ``*`` stands for any word; otherwise it is an asterisk.

        Raises:
            InputError: A file of the index is damaged.
        """
        check_phrases(phrases)
        problems: dict[int, str] = {}
        try:
            occurrences, lines = self._shards.count(phrases, wildcards, resolve_threads(threads))
        except TextError:
            problems = self._find_problems(phrases)
            sound = ["" if number in problems else phrase for number, phrase in enumerate(phrases)]
            occurrences, lines = self._shards.count(sound, wildcards, resolve_threads(threads))
        counts = [
            Count(phrase=phrase, count=count, lines=on)
            if count >= 0
            else Count(phrase=phrase, count=None, error=_NO_WORDS)
            for phrase, count, on in zip(phrases, occurrences.tolist(), lines.tolist(), strict=True)
        ]
        for number, problem in problems.items():
            counts[number] = Count(phrase=phrases[number], count=None, error=f"the phrase {problem}")
        return counts

    def _find_problems(self, phrases: Sequence[str]) -> dict[int, str]:
        """The problems of the phrases that the core refuses, by their position."""
        problems: dict[int, str] = {}
        for number, phrase in enumerate(phrases):
            try:
                self.normalisation.split(phrase)
            except TextError as error:
                problems[number] = error.problem
        return problems

    def show(self, phrase: str, n: int = 5, *, context: int = 8, wildcards: bool = True) -> list[PhraseOccurrence]:
        """Return occurrences of a phrase with the words around them, sampled evenly over the corpus.

        Args:
            phrase: As for ``count_many``; there are none for a phrase of ``*`` only.
            n: The maximum number of occurrences.
            context: The number of words on either side.
            wildcards: Whether ``*`` stands for any word.
        """
        for value, what in ((n, "the number of occurrences"), (context, "the number of words of context")):
            require_whole(value, what)
            if value < 0:
                raise InputError(f"{what} is {value}", remedy="Give 0 or more")
        check_phrases([phrase])
        return [
            PhraseOccurrence(
                document=document,
                line=line,
                before=" ".join(before),
                phrase=" ".join(words),
                after=" ".join(after),
            )
            for document, line, before, words, after in self._shards.show(phrase, wildcards, n, context)
        ]

    def unigram_counts(self, words: Sequence[str]) -> list[int]:
        """Return how often each word occurs; words are as ``normalisation.split`` returns them."""
        check_phrases(words)
        counts: list[int] = self._shards.count_unigrams(words).tolist()
        return counts

    def score_words(
        self, texts: Sequence[str], mixture: Sequence[tuple[float, float]], threads: int | None = None
    ) -> tuple[Array, NDArray[np.int64]]:
        """Return the logarithm of the probability of each word of texts, and where the words of each text end.

        Args:
            texts: Words as ``normalisation.split`` returns them, with one blank between them.
            mixture: Base and slope of the weight of each length of context; see ``LanguageModel``.
            threads: The number of threads.

        Raises:
            InputError: A file of the index is damaged.
        """
        check_phrases(texts)
        return self._shards.score_words(texts, list(mixture), resolve_threads(threads))

    def unigrams(self) -> Counter[str]:
        """Return all words and punctuation marks, and how often each occurs."""
        found: Counter[str] = Counter()
        for number in range(len(self.manifest.shards)):
            found.update(dict(self._shards.unigrams(number)))
        return found

    def expected_count(self, phrase: str) -> float:
        """Return how often a phrase would occur if the words of the corpus were shuffled, lines keeping their length.

        Raises:
            InputError: The phrase has no words.
        """
        pieces = [piece for piece in phrase.split() if piece != "*"]
        words = self.normalisation.split(" ".join("*" if piece == "\\*" else piece for piece in pieces))
        length = len(words) + len(phrase.split()) - len(pieces)
        if not length:
            raise InputError(f"the phrase {phrase!r} has no words", remedy="Give one word or more")
        if length not in self._places:
            self._places[length] = self.count(" ".join("*" * length)).count or 0
        tokens = max(self.tokens, 1)
        return self._places[length] * math.prod(count / tokens for count in self.unigram_counts(words))

    def check(self) -> None:
        """Verify every byte of the index.

        Raises:
            InputError: A file is damaged.
        """
        read_manifest(self.path)
        for number in range(len(self.manifest.shards)):
            self._shards.check(number)


def make(
    argument: str, *, options: ClientOptions | None = None, normalisation: Normalisation | None = None
) -> PhraseIndex:
    """Open the index of a folder; it has its own normalisation, and no server is asked."""
    return open_index(argument)
