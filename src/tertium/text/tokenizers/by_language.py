"""The tokenizer of a language that has no spaces between words, or whose words have no clear borders.

``ja``, ``ko`` and ``zh`` have the tokenizer that sacrebleu chooses for them. For the others sacrebleu has none: each
character is a token, which needs no library and no model.
"""

from __future__ import annotations

from collections.abc import Mapping

from tertium.languages import to_two_letters

_TOKENIZERS: Mapping[str, str] = {
    "ja": "ja-mecab",
    "ko": "ko-mecab",
    **dict.fromkeys(("zh", "yue", "wuu", "nan", "hak", "lzh"), "zh"),
    **dict.fromkeys(("th", "lo", "km", "my", "shn", "bo", "dz"), "char"),
}
AT_SPACES = ("none", "13a", "intl")
"""Tokenizers that leave a text without spaces nearly whole."""


def choose_tokenizer(language: str) -> str | None:
    """Return the tokenizer of a language that is not split at spaces; None for any other.

    >>> choose_tokenizer("zh-Hans"), choose_tokenizer("th"), choose_tokenizer("de")
    ('zh', 'char', None)
    """
    return _TOKENIZERS.get(to_two_letters(language))
