"""The kinds of errors that the paper tells apart, and those that its grammar checker found."""

from __future__ import annotations

from enum import StrEnum


class ErrorType(StrEnum):
    """The type of an error in a translation."""

    WRONG_SENSE = "wrong sense"
    WORD_FORM = "word-form confusion"
    WORD_FOR_WORD = "word-for-word"
    APOCOPATION = "apocopation"
    SER_ESTAR = "ser/estar"
    AGREEMENT = "agreement"
    PUNCTUATION = "punctuation"
    SPELLING = "spelling"
    UNKNOWN = "unknown"
