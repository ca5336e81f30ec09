"""Random calls of sacrebleu's interface, and what sacrebleu and Tertium answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import sacrebleu
import sacrebleu.significance
from hypothesis import strategies as st

import tertium
import tertium.sacrebleu
from tests.strategies import Corpus, corpora, segments, texts

MARK = f"+tertium{tertium.__version__}"
TOKENIZERS = ["none", "13a", "intl", "zh", "char"]

bleu_settings = st.fixed_dictionaries(
    {},
    optional={
        "lowercase": st.booleans(),
        "force": st.booleans(),
        "tokenize": st.sampled_from([None, *TOKENIZERS]),
        "smooth_method": st.sampled_from(["exp", "floor", "add-k", "none"]),
        "smooth_value": st.sampled_from([None, 0.0, 0.01, 0.1, 1, 2.5]),
        "max_ngram_order": st.integers(1, 12),
        "effective_order": st.booleans(),
        "trg_lang": st.sampled_from(["", "de", "zh"]),
    },
)
chrf_settings = st.fixed_dictionaries(
    {},
    optional={
        "char_order": st.integers(1, 12),
        "word_order": st.integers(0, 4),
        "beta": st.sampled_from([0, 1, 2, 3, 0.5, -1]),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    },
)
ter_settings = st.fixed_dictionaries(
    {},
    optional={
        "normalized": st.booleans(),
        "no_punct": st.booleans(),
        "asian_support": st.booleans(),
        "case_sensitive": st.booleans(),
    },
)
metrics = st.one_of(
    st.tuples(st.just("BLEU"), bleu_settings),
    st.tuples(st.just("CHRF"), chrf_settings),
    st.tuples(st.just("TER"), ter_settings),
)

_smoothing = {
    "smooth_method": st.sampled_from(["exp", "floor", "add-k", "none"]),
    "smooth_value": st.sampled_from([None, 0.0, 0.1, 2]),
    "lowercase": st.booleans(),
    "tokenize": st.sampled_from(TOKENIZERS),
    "use_effective_order": st.booleans(),
}
_of_chrf = {
    "char_order": st.integers(1, 9),
    "word_order": st.integers(0, 3),
    "beta": st.sampled_from([1, 2, 3]),
    "remove_whitespace": st.booleans(),
    "eps_smoothing": st.booleans(),
}
CORPUS_FUNCTIONS = {
    "corpus_bleu": st.fixed_dictionaries({}, optional={**_smoothing, "force": st.booleans()}),
    "raw_corpus_bleu": st.fixed_dictionaries({}, optional={"smooth_value": st.sampled_from([None, 0.0, 0.1, 3])}),
    "corpus_chrf": st.fixed_dictionaries({}, optional=_of_chrf),
    "corpus_ter": ter_settings,
}
SENTENCE_FUNCTIONS = {
    "sentence_bleu": st.fixed_dictionaries({}, optional=_smoothing),
    "sentence_chrf": st.fixed_dictionaries({}, optional=_of_chrf),
    "sentence_ter": ter_settings,
}


@dataclass(frozen=True)
class Answer:
    """What a call gave.

    Attributes:
        value: The value that it returned, if it did.
        error: The exception that it raised, if it did.
        warnings: What it logged.
    """

    value: Any
    error: Exception | None
    warnings: list[str]


def ask(work: Callable[[ModuleType], Any], package: ModuleType) -> Answer:
    with logged() as messages:
        try:
            return Answer(work(package), None, messages)
        except Exception as error:
            return Answer(None, error, messages)


@contextmanager
def logged() -> Iterator[list[str]]:
    """What is logged as sacrebleu."""
    messages: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("sacrebleu")
    logger.addHandler(handler)
    try:
        yield messages
    finally:
        logger.removeHandler(handler)


def assert_same(work: Callable[[ModuleType], Any]) -> None:
    """Both packages return equal values, or raise errors of the same kind; and log the same."""
    theirs, ours = ask(work, sacrebleu), ask(work, tertium.sacrebleu)
    if theirs.error is not None:
        assert isinstance(ours.error, type(theirs.error)), (theirs.error, ours)
        return
    if ours.error is not None:
        raise ours.error
    assert_equal(ours.value, theirs.value)
    assert ours.warnings == theirs.warnings


def assert_equal(ours: Any, theirs: Any) -> None:
    """Equal in all that a user can see; numbers to 1e-9, texts but for the marked version."""
    if isinstance(theirs, dict):
        assert list(ours) == list(theirs)
        assert_equal(list(ours.values()), list(theirs.values()))
    elif isinstance(theirs, list | tuple):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert_equal(one, other)
    elif isinstance(theirs, bool) or theirs is None:
        assert ours is theirs
    elif isinstance(theirs, int | float | np.number):
        assert isinstance(ours, int | float | np.number)
        assert float(ours) == pytest.approx(float(theirs), rel=1e-9, abs=1e-9)
    elif isinstance(theirs, str):
        assert ours.replace(MARK, "") == theirs
    elif isinstance(theirs, sacrebleu.metrics.base.Score):
        assert type(ours).__name__ == type(theirs).__name__
        assert_equal(vars(ours), vars(theirs))
        for arguments in [{}, {"width": 5}, {"score_only": True}, {"signature": "a:b|c:d"}]:
            assert_equal(ours.format(**arguments), theirs.format(**arguments))
        assert_equal(
            ours.format(width=3, signature="a:b|c:d", is_json=True),
            theirs.format(width=3, signature="a:b|c:d", is_json=True),
        )
        assert_equal([str(ours), repr(ours)], [str(theirs), repr(theirs)])
    elif isinstance(theirs, sacrebleu.metrics.base.Signature):
        assert_equal([str(ours), repr(ours), ours.format(short=True)], [str(theirs), repr(theirs), theirs.format(True)])
        assert_equal(ours.info, theirs.info)
    elif isinstance(theirs, sacrebleu.significance.Result):
        assert_equal(vars(ours), vars(theirs))
        assert_equal(repr(ours), repr(theirs))
    else:
        assert ours == theirs


__all__ = [
    "CORPUS_FUNCTIONS",
    "SENTENCE_FUNCTIONS",
    "TOKENIZERS",
    "Corpus",
    "ask",
    "assert_same",
    "corpora",
    "metrics",
    "segments",
    "texts",
]
