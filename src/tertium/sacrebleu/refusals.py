"""The errors of this package: each is one of Tertium's, and also what sacrebleu raises in the same case."""

from __future__ import annotations

from tertium.errors import InputError, SpecError, TertiumError


class WrongTypeError(InputError, TypeError):
    """Hypotheses or references that are not lists of strings."""


class NothingToScoreError(InputError, IndexError):
    """An empty list of hypotheses or references."""


class UnequalLengthError(InputError, ValueError):
    """Lists of different lengths. sacrebleu scores the shortest, and says nothing."""


class NoReferencesError(InputError, RuntimeError):
    """Neither references nor prepared references."""


class MissingReferenceError(InputError, TypeError, ValueError, ZeroDivisionError, IndexError):
    """A segment all of whose references are ``None``. What sacrebleu raises depends on the metric."""


class UnusableTextError(InputError, TypeError, ValueError, AttributeError):
    """A segment that is not a string, or not valid Unicode text."""


class UnscoredError(InputError, ValueError):
    """A signature that is asked for before anything was scored."""


class UnknownChoiceError(SpecError, AssertionError, KeyError, TypeError):
    """A smoothing method, test or tokenizer that does not exist."""


class WrongSettingError(SpecError, TypeError):
    """A setting of a wrong type, such as a text where a number is needed."""


class UnusableTokenizerError(TertiumError, RuntimeError, ImportError):
    """A tokenizer whose library or model is missing."""
