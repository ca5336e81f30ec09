"""Tertium scores machine translation, and says how far each score can be trusted.

>>> import tertium
>>> result = tertium.score(["a good translation"], ["a very good translation"], metrics=["chrf"])
>>> print(result["chrf"])
chrf = 75.46
"""

from tertium._core import __version__
from tertium.alignment import Alignment
from tertium.errors import InputError, MissingExtraError, SpecError, TertiumError
from tertium.metrics import align, compare, score
from tertium.results import Comparison, Score, Scores
from tertium.types import References, TestSet

__all__ = [
    "Alignment",
    "Comparison",
    "InputError",
    "MissingExtraError",
    "References",
    "Score",
    "Scores",
    "SpecError",
    "TertiumError",
    "TestSet",
    "__version__",
    "align",
    "compare",
    "score",
]
