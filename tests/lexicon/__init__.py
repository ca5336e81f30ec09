"""What the tests of the lexicon share: what keys mean."""

from __future__ import annotations

from tertium.lexicon.keys import Keys


def matches(keys: Keys) -> set[tuple[int, int]]:
    """All pairs of words that match, by the definition."""
    count = len(keys.offsets) - 1
    distances = [0] * len(keys.values) if keys.distances is None else keys.distances.tolist()
    rows = [
        dict(zip(keys.values[start:end].tolist(), distances[start:end], strict=True))
        for start, end in zip(keys.offsets[:-1], keys.offsets[1:], strict=True)
    ]
    return {
        (one, other)
        for one in range(count)
        for other in range(count)
        if any(rows[one][key] + rows[other][key] <= keys.limit for key in rows[one].keys() & rows[other].keys())
    }
