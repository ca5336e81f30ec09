"""What a partial correlation holds constant: measures of length, of each translation or of each system.

Words are counted by white space, in the text as it is scored. Of a segment with several references the mean counts; of
a system, the mean over its segments. Logarithms are of the length plus one. They are the usual choice, ``log-length``:
people's and metrics' scores change with the first words of a sentence more than with its fortieth, and what a straight
line leaves of length would look like agreement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from tertium.errors import PluginError, SpecError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.plugins import get_package
from tertium.registry import CONTROLS, load, make
from tertium.types import Array, Matrix

USUAL_CONTROL = "log-length"


class MeasureControl(Protocol):
    """What measures a control: an entry of ``tertium.registry.CONTROLS`` or of the entry points of a package."""

    def __call__(self, judged: JudgedSet, whole: bool) -> Matrix:
        """Return what is held constant, systems by segments.

        Args:
            judged: The judged translations.
            whole: Whether systems are the points: then one column of whole systems.
        """


def split_controls(controls: str) -> list[str]:
    """Return the names of controls, written as ``log-length+length-ratio``.

    Raises:
        SpecError: If there is no such control, or one is given twice.
    """
    names = controls.split("+")
    for name in names:
        load(CONTROLS, name, "control")
        if names.count(name) > 1:
            raise SpecError(f"the control {name!r} is given twice", remedy="Leave one of them out")
    return names


def measure_controls(judged: JudgedSet, controls: str, *, whole: bool) -> list[Matrix]:
    """Return what each control measures: systems by segments, or one column of whole systems."""
    return [_measure(name, judged, whole) for name in split_controls(controls)]


def _measure(name: str, judged: JudgedSet, whole: bool) -> Matrix:
    measured: Matrix = make(CONTROLS, name, "control", judged, whole)
    shape = len(judged.test_set.systems), 1 if whole else len(judged.test_set)
    if name not in CONTROLS and measured.shape != shape:
        raise PluginError(
            "control", name, get_package("control", name), f"returns an array of shape {measured.shape}, not {shape}"
        )
    return measured


def length(judged: JudgedSet, whole: bool) -> Matrix:
    """Return the words of translations."""
    return _summed(_count(judged, _words), whole)


def log_length(judged: JudgedSet, whole: bool) -> Matrix:
    """Return the logarithm of the words of translations, plus one."""
    return np.log1p(length(judged, whole))


def log_characters(judged: JudgedSet, whole: bool) -> Matrix:
    """Return the logarithm of the characters of translations, plus one: for text without spaces between words."""
    return np.log1p(_summed(_count(judged, len), whole))


def reference_length(judged: JudgedSet, whole: bool) -> Matrix:
    """Return the words of references; the same for all systems."""
    shape = len(judged.test_set.systems), len(judged.test_set)
    return _summed(np.broadcast_to(count_reference_words(judged), shape), whole)


def log_reference_length(judged: JudgedSet, whole: bool) -> Matrix:
    """Return the logarithm of the words of references, plus one."""
    return np.log1p(reference_length(judged, whole))


def length_ratio(judged: JudgedSet, whole: bool) -> Matrix:
    """Return the words of translations by those of references; references without a word count as one."""
    return length(judged, whole) / np.maximum(reference_length(judged, whole), 1.0)


def count_reference_words(judged: JudgedSet) -> Array:
    """Return the mean number of words of each segment's references, by white space; 0 where there is no reference."""
    references = judged.test_set.references
    words = np.array([len(text.split()) for text in references.flat], dtype=np.float64)
    counts = references.counts
    sums = np.add.reduceat(np.append(words, 0.0), references.offsets[:-1])
    return np.where(counts > 0, sums / np.maximum(counts, 1), 0.0)


def _words(text: str) -> int:
    return len(text.split())


def _count(judged: JudgedSet, measure: Callable[[str], int]) -> Matrix:
    return np.array([[measure(text) for text in outputs] for outputs in judged.test_set.systems.values()], dtype=float)


def _summed(counts: Matrix, whole: bool) -> Matrix:
    means: Matrix = counts.mean(axis=1, keepdims=True) if whole else counts
    return means
