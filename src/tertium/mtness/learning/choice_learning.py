"""Learn from running text which of two small words fits a place.

Each place where one of the two stands is an example: a logistic regression over the words around it, with a penalty on
large weights. Contexts that are rare, or that hardly matter, are left out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from scipy.special import expit

from tertium.corpus.normalisation import Normalisation
from tertium.errors import InputError, SpecError
from tertium.mtness.counting.proper_nouns import ProperNouns
from tertium.mtness.resources.languages import find_language, read_rules, shorten_code
from tertium.mtness.resources.word_choices import ContextRules, WordChoice, WordChoices
from tertium.types import Array

_FILE = "word_choices"
_FEWEST_OF_EACH = 50
_PENALTY = 0.5
_STEPS = 60
_PRECISION = 0.1
_LEAST_WEIGHT = 0.25


def learn_choices(
    texts: Iterable[str],
    language: str,
    *,
    rules: str | Path | None = None,
    least: int = 6,
    most: int = 1_000_000,
    origin: str = "",
) -> WordChoices:
    """Learn which of two small words fits a place, for the words that a language's rules name.

    Args:
        texts: Lines that people wrote.
        language: The two letters of their language.
        rules: A folder of rules for the language; ours if None.
        least: How often a context has to occur.
        most: How many places of each choice are looked at.
        origin: What the text is, for the table.

    Raises:
        SpecError: There are no such rules, or they name no words that are confused.
        InputError: The rules are wrong, or the text has too few of these words.
    """
    code = shorten_code(language)
    folder = find_language(rules or code)
    pairs, determiners = _read_words(folder)
    if not pairs:
        raise SpecError(
            f"the rules of {folder.name!r} name no words that are confused",
            remedy=f"Give a language whose folder has {_FILE}.toml, such as es",
        )
    contractions = ProperNouns.of(folder).contractions
    context = ContextRules(determiners, {short: tuple(long.split()) for long, short in contractions.items()})
    examples = [_Examples(one, other, most) for one, other in pairs]
    for words in _split(texts, Normalisation(code)):
        plain, _ = context.expand(words)
        for place, word in enumerate(plain):
            for each in examples:
                if word in (each.one, each.other) and not each.is_full:
                    each.add(context.describe(plain, place), is_other=word == each.other)
    return WordChoices([each.learn(least) for each in examples], context, code, origin)


def _read_words(folder: Path) -> tuple[list[list[str]], frozenset[str]]:
    """The words that are confused, and the determiners, of a folder of rules."""
    table = read_rules(folder, _FILE)
    pairs, determiners = table.get("pairs", []), table.get("determiners", [])
    for is_right, problem, example in (
        (_are_pairs(pairs), "'pairs' has to be a list of pairs of different words", 'pairs = [["a", "en"]]'),
        (_are_words(determiners), "'determiners' has to be a list of words", 'determiners = ["el", "la"]'),
    ):
        if not is_right:
            raise InputError(problem, file=folder / f"{_FILE}.toml", remedy=f"Write, for example, {example}")
    return pairs, frozenset(determiners)


def _are_pairs(value: object) -> bool:
    return isinstance(value, list) and all(_are_words(each) and len(each) == len({*each}) == 2 for each in value)


def _are_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _split(texts: Iterable[str], normalisation: Normalisation, at_once: int = 10_000) -> Iterable[Sequence[str]]:
    some: list[str] = []
    for text in texts:
        some.append(text)
        if len(some) == at_once:
            yield from normalisation.split_many(some)
            some = []
    yield from normalisation.split_many(some)


class _Examples:
    """Places where one of two words stands, and what is around them."""

    def __init__(self, one: str, other: str, most: int) -> None:
        self.one, self.other = one, other
        self._most = most
        self._numbers: dict[str, int] = {}
        self._contexts = array("l")
        self._offsets = array("l", [0])
        self._right = array("b")

    @property
    def is_full(self) -> bool:
        return len(self._right) >= self._most

    def add(self, contexts: Iterable[str], *, is_other: bool) -> None:
        numbers = self._numbers
        self._contexts.extend(sorted({numbers.setdefault(each, len(numbers)) for each in contexts}))
        self._offsets.append(len(self._contexts))
        self._right.append(is_other)

    def learn(self, least: int) -> WordChoice:
        right = np.array(self._right, dtype=np.float64)
        if min(right.sum(), len(right) - right.sum()) < _FEWEST_OF_EACH:
            raise InputError(
                f"the text has {self.one!r} {int(len(right) - right.sum()):,} times and {self.other!r} "
                f"{int(right.sum()):,} times",
                remedy=f"Give more text: each has to occur {_FEWEST_OF_EACH} times",
            )
        contexts, offsets = np.array(self._contexts), np.array(self._offsets)
        matrix = csr_matrix((np.ones(len(contexts)), contexts, offsets), shape=(len(right), len(self._numbers)))
        kept = np.flatnonzero(np.asarray(matrix.sum(axis=0)).ravel() >= least)
        weights = np.round(_fit(matrix[:, kept], right) / _PRECISION) * _PRECISION
        names = list(self._numbers)
        return WordChoice(
            self.one,
            self.other,
            {
                names[place]: round(float(weight), 2)
                for place, weight in zip(kept.tolist(), weights.tolist(), strict=True)
                if abs(weight) >= _LEAST_WEIGHT
            },
        )


def _fit(matrix: csr_matrix, right: Array) -> Array:
    """The weights under which the examples are most probable, large weights being improbable."""

    def lose(weights: Array) -> tuple[float, Array]:
        odds = matrix @ weights
        loss = float(np.logaddexp(0, odds).sum() - odds @ right + _PENALTY * (weights @ weights))
        return loss, matrix.T @ (expit(odds) - right) + 2 * _PENALTY * weights

    start = np.zeros(matrix.shape[1])
    found: Array = minimize(lose, start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}).x
    return found
