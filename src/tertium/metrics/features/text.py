"""Words that are the same whether text comes raw or in lower case, tokenised, with entities.

``Don't``, ``don &apos;t`` and ``do n't`` are all ``do not``; ``mid-2014`` and ``mid @-@ 2014`` are ``mid - 2014``;
``U.S.`` is ``us``. Quotation marks and dashes are the plain ones. Case counts for nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape

from tertium.encoders import DEFAULT, EncodedTexts, open_encoder
from tertium.metrics.encoded import EncodableTexts

_PLAIN = str.maketrans(
    dict.fromkeys("“”„«»", '"') | dict.fromkeys("’‘`´", "'") | dict.fromkeys("‐‑–—−", "-") | {"…": "..."}
)
_NEGATION = re.compile(r"(?<=\w)\s?n't(?!\w)")
_CLITIC = re.compile(r"(?<=\w)\s?'\s?(s|t|re|ve|ll|d|m)(?!\w)")
_IRREGULAR = re.compile(r"\b(?:ca not|wo not|sha not|cannot)\b")
_FULL = {"ca not": "can not", "wo not": "will not", "sha not": "shall not", "cannot": "can not"}
# A number with its separators, an abbreviation with dots, a clitic, a word, or one other mark.
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*\w*|(?:[^\W\d_]\.)+[^\W\d_](?!\w)\.?|'(?:s|re|ve|ll|d|m)(?!\w)|[^\W_]+|[^\w\s]|_")

# What compares each word of one side with each of the other looks at this many at most: a longer text is not a segment.
LONGEST = 256


def split(segment: str) -> list[str]:
    """Return the words and marks of a segment, in lower case.

    >>> split("Don't say the U.S. can't win!") == split("don &apos;t say the u.s. ca n't win !")
    True
    >>> split("It's mid-2014.")
    ['it', "'s", 'mid', '-', '2014', '.']
    """
    text = unicodedata.normalize("NFC", _unescape(segment)).lower().translate(_PLAIN)
    text = text.replace("''", '"').replace("@-@", "-")
    if "'" in text:
        text = _NEGATION.sub("n't", text)
        text = _CLITIC.sub(r"'\1", text)
        text = _NEGATION.sub(" not", text)
    if " not" in text or "cannot" in text:
        text = _IRREGULAR.sub(lambda found: _FULL[found[0]], text)
    return [_undotted(token) for token in _TOKEN.findall(text)]


def _unescape(segment: str) -> str:
    # Some corpora are escaped twice: "&amp;quot;".
    return unescape(unescape(segment))


def _undotted(token: str) -> str:
    return token.replace(".", "") if token[0].isalpha() and "." in token else token


def is_word(token: str) -> bool:
    """Return whether a token has a letter or a digit."""
    return token.isalnum() or any(character.isalnum() for character in token)


@dataclass(frozen=True)
class Texts:
    """Segments, their words and marks, and what an encoder makes of these.

    Attributes:
        segments: The segments as they are.
        tokens: Their words and marks.
    """

    segments: Sequence[str]
    tokens: Sequence[Sequence[str]]
    _encoded: dict[tuple[str, tuple[int, ...]], EncodedTexts] = field(default_factory=dict, repr=False, compare=False)
    _whole: tuple[Texts, Sequence[int]] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def joined(self) -> list[str]:
        """The words of each segment, joined by spaces: what an encoder of English sees."""
        return [" ".join(tokens) for tokens in self.tokens]

    @cached_property
    def cased(self) -> list[str]:
        """The segments as they are, without entities: what a multilingual encoder sees."""
        return [_unescape(segment).strip() for segment in self.segments]

    def encode(self, layers: Sequence[int], threads: int = 1, encoder: str = DEFAULT) -> EncodedTexts:
        """Return the states of all segments, which are kept."""
        key = (encoder, tuple(layers))
        if key not in self._encoded:
            if self._whole is None:
                texts = self.joined if encoder == DEFAULT else self.cased
                found = EncodableTexts(texts, open_encoder(encoder), tuple(layers), threads).encoded
            else:
                whole, places = self._whole
                found = whole.encode(layers, threads, encoder).choose(places)
            self._encoded[key] = found
        return self._encoded[key]

    def select(self, places: Sequence[int], *, shared: bool = False) -> Texts:
        """Return some of the texts; with ``shared``, all of them are encoded, for others who want some too."""
        if list(places) == list(range(len(self.tokens))):
            return self
        whole = (self, places) if shared else None
        return Texts([self.segments[n] for n in places], [self.tokens[n] for n in places], _whole=whole)


@dataclass(frozen=True)
class Pairs:
    """Hypotheses and references, one of each a pair, split into words and marks.

    Attributes:
        ours: The hypotheses.
        theirs: The reference of each; the hypotheses themselves where no feature looks at references.
        sources: The source of each, if it is known.
    """

    ours: Texts
    theirs: Texts
    sources: Texts | None = None

    @classmethod
    def of(cls, hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[str]]) -> Pairs:
        """Return pairs of tokens of which nothing else is known."""
        return cls(*(Texts([" ".join(tokens) for tokens in side], side) for side in (hypotheses, references)))

    def select(self, places: Sequence[int]) -> Pairs:
        """Return some of the pairs. References are encoded once for all systems, hypotheses as they are needed."""
        sources = None if self.sources is None else self.sources.select(places, shared=True)
        return Pairs(self.ours.select(places), self.theirs.select(places, shared=True), sources)

    @property
    def hypotheses(self) -> Sequence[Sequence[str]]:
        """The tokens of each hypothesis."""
        return self.ours.tokens

    @property
    def references(self) -> Sequence[Sequence[str]]:
        """The tokens of the reference of each."""
        return self.theirs.tokens

    def __len__(self) -> int:
        return len(self.hypotheses)

    @cached_property
    def words(self) -> list[tuple[list[str], list[str]]]:
        """The words of hypothesis and reference, without marks."""
        kinds = {token: is_word(token) for token in {t for side in self._sides for tokens in side for t in tokens}}
        ours, theirs = ([[t for t in tokens if kinds[t]] for tokens in side] for side in self._sides)
        return list(zip(ours, theirs, strict=True))

    @cached_property
    def vocabulary(self) -> dict[str, int]:
        """The distinct words of all pairs, numbered."""
        distinct = dict.fromkeys(word for pair in self.words for side in pair for word in side)
        return {word: number for number, word in enumerate(distinct)}

    @property
    def _sides(self) -> tuple[Sequence[Sequence[str]], Sequence[Sequence[str]]]:
        return self.hypotheses, self.references
