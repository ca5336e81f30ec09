"""Words as the kernels take them, for tokenizers that are not ours."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence

from tertium import _core


def pack_tokens(segments: Sequence[Sequence[str]], threads: int = 1) -> _core.Tokens:
    """Return tokens as metrics take them.

    >>> pack_tokens([["a", "cat"], []]).to_lists()
    [['a', 'cat'], []]

    Args:
        segments: The tokens of each segment. One with white space in it becomes several.
        threads: How many threads to use.
    """
    return _core.tokenize([" ".join(words) for words in segments], "none", threads)


def _take_apart(tokens: _core.Tokens) -> tuple[object, ...]:
    return pack_tokens, (tokens.to_lists(),)


# Results contain tokens: a copy, or one for another process, is made of the same words.
copyreg.pickle(_core.Tokens, _take_apart)  # type: ignore[arg-type]  # typeshed expects a tuple of fixed length
