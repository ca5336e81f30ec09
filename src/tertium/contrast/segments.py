"""The segments in which two systems differ most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.contrast.marking import MarkedText, mark_words
from tertium.contrast.pair import TokenizedPair
from tertium.frame import Frame
from tertium.json_result import JsonResult
from tertium.types import Array, Counts, TestSet


@dataclass(frozen=True, kw_only=True)
class SegmentDifference(JsonResult):
    """One segment of both systems.

    Attributes:
        segment: Its number, counted from 1.
        outputs: The outputs of the first system and of the second, with their words marked.
        references: Its references.
        scores: Both scores.
        difference: The second score less the first.
        better: The system with the better score.
        document: Its document; empty if not known.
        source: The source segment; empty if not known.
    """

    segment: int
    outputs: tuple[MarkedText, MarkedText]
    references: Sequence[str]
    scores: tuple[float, float]
    difference: float
    better: str
    document: str = ""
    source: str = ""


def find_segments(
    test_set: TestSet,
    pair: TokenizedPair,
    scores: tuple[Array, Array],
    top: int,
    *,
    higher_is_better: bool = True,
) -> list[SegmentDifference]:
    """Return the segments with the largest differences: first those in which the second system is better.

    Args:
        test_set: The texts.
        pair: Both systems and the references as words.
        scores: The score of each segment, of both systems.
        top: How many segments to return in each direction.
        higher_is_better: Whether a higher score is a better one.
    """
    difference = scores[1] - scores[0]
    gain = difference if higher_is_better else -difference
    outputs = [test_set.systems[name] for name in pair.names]
    found = []
    for sign, better in ((1, pair.names[1]), (-1, pair.names[0])):
        for place in find_largest(sign * gain, top).tolist():
            references = pair.find_references(place)
            words = pair.words[0][place], pair.words[1][place]
            found.append(
                SegmentDifference(
                    segment=place + 1,
                    outputs=(
                        mark_words(outputs[0][place], words[0], references, words[1]),
                        mark_words(outputs[1][place], words[1], references, words[0]),
                    ),
                    references=test_set.references.of(place),
                    scores=(float(scores[0][place]), float(scores[1][place])),
                    difference=float(difference[place]),
                    better=better,
                    document="" if test_set.documents is None else test_set.documents[place],
                    source="" if test_set.sources is None else test_set.sources[place],
                )
            )
    return found


def find_largest(difference: Array, top: int) -> Counts:
    """Return the places of the largest differences above zero, the largest first; equal ones in the order of the text.

    >>> find_largest(np.array([1.0, -5.0, 3.0, 0.0, 3.0]), 2).tolist()
    [2, 4]
    """
    order = np.argsort(-difference, kind="stable")[:top]
    return order[difference[order] > 0]


def frame_segments(segments: Sequence[SegmentDifference]) -> Frame:
    """Return one row per segment."""
    return Frame(
        {
            "segment": np.array([each.segment for each in segments], dtype=np.int64),
            "document": [each.document for each in segments],
            "better": [each.better for each in segments],
            "first": np.array([each.scores[0] for each in segments], dtype=np.float64),
            "second": np.array([each.scores[1] for each in segments], dtype=np.float64),
            "difference": np.array([each.difference for each in segments], dtype=np.float64),
            "source": [each.source for each in segments],
            "reference": [each.references[0] if each.references else "" for each in segments],
            "first_output": [each.outputs[0].text for each in segments],
            "second_output": [each.outputs[1].text for each in segments],
        }
    )
