"""Where the tokens of a text are in it, also where the tokenizer resolved entities such as ``&quot;``, as 13a does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# What 13a makes characters of, before it splits words.
_ENTITIES = {'"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;"}


def locate_tokens(text: str, tokens: Sequence[str]) -> list[tuple[int, int]] | None:
    """Return where each token starts and ends in a text; None if the tokens are not all there in this order.

    >>> locate_tokens("a &quot;b&quot;", ["a", '"', "b", '"'])
    [(0, 1), (2, 8), (8, 9), (9, 15)]

    Args:
        text: The text.
        tokens: Its tokens.
    """
    found = _locate(text, tokens, {})
    return _locate(text, tokens, _ENTITIES) if found is None and "&" in text else found


def _locate(text: str, tokens: Sequence[str], entities: Mapping[str, str]) -> list[tuple[int, int]] | None:
    spans = []
    end = 0
    for token in tokens:
        start = end
        while text[start : start + 1].isspace():
            start += 1
        if not entities:
            end = start + len(token) if text.startswith(token, start) else -1
        else:
            end = _match(text, token, start, entities)
        if end < 0:
            return None
        spans.append((start, end))
    return spans


def _match(text: str, token: str, place: int, entities: Mapping[str, str]) -> int:
    """Return where a token ends that starts at a place of a text, perhaps with entities; -1 if it does not."""
    for character in token:
        entity = entities.get(character, character)
        written = entity if text.startswith(entity, place) else character
        if not text.startswith(written, place):
            return -1
        place += len(written)
    return place
