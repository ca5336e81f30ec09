"""All segments as data for the page: texts, scores, alignments and trees, deflated, since they are megabytes.

Texts of one segment stand beside each other, because they are alike and so take little room. Words are the lengths of
pieces of a text where that is possible, and links are one character per word: how far the linked word is from the one
that is expected next, and the module that made the link.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tertium.alignment import Alignments
from tertium.report.drawings.canvas import make_drawable
from tertium.report.metric_names import name_metric
from tertium.report.texts import keep_on_line
from tertium.results import Comparison
from tertium.syntax.trees import Dependencies
from tertium.text.token_places import locate_tokens
from tertium.types import Array, TestSet

EXTRA_DECIMALS = 2
"""Decimals that are not printed, so that differences of scores are right in their last one."""

# Codes of words of the hypothesis: this one, or any from the second on.
_UNMATCHED = 0x2D  # a hyphen
_FIRST_LINK = 0x61  # a
# Code points from here on are not characters by themselves.
_LIMIT = 0xD800
_FIRST_LENGTH = 0x30


def pack(data: Mapping[str, Any]) -> str:
    """Return data as JSON, deflated and in base64, as the page's script reads it.

    >>> import base64, zlib
    >>> zlib.decompress(base64.b64decode(pack({"texts": ["a"]})))
    b'{"texts":["a"]}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return b64encode(zlib.compress(text.encode("utf-8", errors="replace"), 6)).decode()


def list_segments(
    test_set: TestSet,
    comparison: Comparison,
    systems: Sequence[str],
    specs: Sequence[str],
    lengths: Array | np.ndarray[Any, np.dtype[np.int64]],
    alignments: Mapping[str, Alignments],
) -> dict[str, Any]:
    """Return all segments as data.

    Args:
        test_set: The texts.
        comparison: The scores.
        systems: The systems in the order of the page.
        specs: The metrics in the order of the page.
        lengths: The length of each segment's reference in words.
        alignments: The alignments of each system; empty if there are none.
    """
    first = comparison.systems[systems[0]]
    texts = [
        [
            *([] if test_set.sources is None else [test_set.sources[at]]),
            *test_set.references.of(at),
            *(test_set.systems[name][at] for name in systems),
        ]
        for at in range(len(test_set))
    ]
    documents = None if test_set.documents is None else list(dict.fromkeys(test_set.documents))
    numbers = {name: number for number, name in enumerate(documents or ())}
    return {
        "systems": [make_drawable(name or "hypotheses") for name in systems],
        "metrics": [
            {
                "name": name_metric(spec),
                "decimals": first[spec].decimals,
                "scale": 10 ** (first[spec].decimals + EXTRA_DECIMALS),
                "higher": first[spec].higher_is_better,
            }
            for spec in specs
        ],
        "hasSources": test_set.sources is not None,
        "texts": [[make_drawable(keep_on_line(text)) for text in row] for row in texts],
        "documents": None if documents is None else [make_drawable(name) for name in documents],
        "document": None if test_set.documents is None else [numbers[name] for name in test_set.documents],
        "lengths": np.round(lengths).astype(int).tolist(),
        "scores": [[_scale(comparison, name, spec) for name in systems] for spec in specs],
        **_list_alignments(test_set, systems, alignments),
    }


def _scale(comparison: Comparison, name: str, spec: str) -> list[int | None]:
    """Return segment scores as whole numbers of their last decimal, which take less room."""
    score = comparison.systems[name][spec]
    if score.segments is None:
        return []
    scaled = np.round(score.segments * 10 ** (score.decimals + EXTRA_DECIMALS))
    return [int(value) if np.isfinite(value) else None for value in scaled.tolist()]


def _list_alignments(test_set: TestSet, systems: Sequence[str], alignments: Mapping[str, Alignments]) -> dict[str, Any]:
    if not alignments:
        return {"modules": []}
    first = alignments[systems[0]]
    coded = {name: _code_links(alignments[name]) for name in systems}
    flat = list(test_set.references.flat)
    outputs = [test_set.systems[name] for name in systems]
    found = [alignments[name] for name in systems]
    count = len(test_set)
    data = {
        "modules": list(first.modules),
        "referenceWords": [
            [code_words(flat[place], first.references[place]) for place in range(start, end)]
            for start, end in zip(first.offsets[:-1].tolist(), first.offsets[1:].tolist(), strict=True)
        ],
        "words": [
            [code_words(texts[at], each.hypotheses[at]) for texts, each in zip(outputs, found, strict=True)]
            for at in range(count)
        ],
        "links": [[coded[name][at] for name in systems] for at in range(count)],
    }
    if len(flat) > count:
        data["best"] = [[int(each.best[at] - each.offsets[at]) for each in found] for at in range(count)]
    return data


def code_words(text: str, words: Sequence[str]) -> int | str | list[str]:
    """Return how the words of a text are found in it: 0 if blanks divide it so, else their lengths, else the words.

    >>> code_words("A red pen", ["a", "red", "pen"]), code_words("a pen.", ["a", "pen", "."]), code_words("½", ["1/2"])
    (0, '131', ['1/2'])

    Args:
        text: The text.
        words: Its words, which may be in another case.
    """
    lower = text.lower()
    if len(lower) != len(text):  # a few capital letters have two small ones
        return [make_drawable(word) for word in words]
    if len(words) == text.count(" ") + 1 and lower == " ".join(words).lower():
        return 0
    spans = locate_tokens(lower, [word.lower() for word in words])
    rest = lower if not spans else lower[spans[-1][1] :]
    if spans is None or rest.strip() or any(_FIRST_LENGTH + end - start >= _LIMIT for start, end in spans):
        return [make_drawable(word) for word in words]
    return "".join(chr(_FIRST_LENGTH + end - start) for start, end in spans)


def _code_links(alignments: Alignments) -> list[str]:
    """Return one character per word of each hypothesis."""
    lengths = np.fromiter(map(len, alignments.hypotheses), dtype=np.int64, count=len(alignments))
    starts = np.concatenate([[0], np.cumsum(lengths)])
    codes = np.full(int(starts[-1]), _UNMATCHED, dtype="<u4")
    links = alignments.links
    segments = np.repeat(np.arange(len(alignments)), np.diff(alignments.starts))
    if len(links):
        reference = links[:, 2]
        # The word after the last linked one is expected next; at the beginning of a segment, its first word.
        expected = np.concatenate([[0], reference[:-1] + 1])
        expected[np.concatenate([[True], segments[1:] != segments[:-1]])] = 0
        step = reference - expected
        folded = np.where(step >= 0, 2 * step, -2 * step - 1)
        values = _FIRST_LINK + folded * len(alignments.modules) + links[:, 3]
        # Each link is read from the one before, so that a segment has all of its links or none.
        fits = ~np.isin(segments, segments[values >= _LIMIT])
        codes[(starts[segments] + links[:, 1])[fits]] = values[fits]
    text = codes.tobytes().decode("utf-32-le")
    bounds = starts.tolist()
    return [text[start:end] for start, end in pairwise(bounds)]


def list_trees(
    trees: Mapping[str, Sequence[Sequence[Dependencies]]],
    references: Sequence[Sequence[Dependencies]],
    systems: Sequence[str],
) -> dict[str, Any]:
    """Return the trees of each segment: those of its first reference, then those of each system.

    Args:
        trees: The trees of each system; empty if there are none.
        references: The trees of references.
        systems: The systems in the order of the page.
    """
    if not trees:
        return {}
    columns = [references, *(trees[name] for name in systems)]

    def write(tree: Dependencies) -> list[list[Any]]:
        return [[make_drawable(word) for word in tree.words], list(tree.heads), list(tree.relations)]

    return {"trees": [[[write(tree) for tree in segment] for segment in row] for row in zip(*columns, strict=True)]}
