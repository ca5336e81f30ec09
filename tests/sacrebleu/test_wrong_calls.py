"""Calls with one mistake raise the type of error that sacrebleu raises; with more of them, one of Tertium's."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest
import sacrebleu

import tertium.sacrebleu
from tertium.errors import TertiumError
from tests.sacrebleu.random_calls import ask

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::DeprecationWarning")

VALUES: list[Any] = [None, 5, -1, 0, 2.5, "", "a", "13b", [], ["a"], {}, b"a", ("a",), {"a": 1}, [None]]
SENTENCES: list[Any] = [None, 5, ["a"], b"a", {}]
REFERENCES: list[Any] = [None, 5, [], [5], ["a", 5], [["a"]], [None], {}]
CORPORA: list[Any] = [None, 5, [], [None], [1, 2], ["a", None], ["a", 2], [["a"], ["b"]], {"a": 1}, [b"a", b"b"], {"a"}]
COLUMNS: list[Any] = [
    *(None, 5, [], [[]], [None], [5], [[1, 2]], [["a", 2]], [[None, None]], [["a", None]], [[["a"], "b"]], {"a": 1}),
    *([["a", "b"], 5], [["a", "b"], [1, 2]], [[b"a", b"b"]]),
]
_CHRF = ["char_order", "word_order", "beta", "eps_smoothing"]
_TER = ["normalized", "no_punct", "asian_support", "case_sensitive"]
_BLEU = ["smooth_method", "smooth_value", "lowercase", "tokenize"]
SETTINGS = {
    "BLEU": [*_BLEU, "force", "max_ngram_order", "effective_order", "trg_lang"],
    "CHRF": [*_CHRF, "lowercase", "whitespace"],
    "TER": _TER,
    "corpus_bleu": [*_BLEU, "force", "use_effective_order"],
    "corpus_chrf": [*_CHRF, "remove_whitespace"],
    "corpus_ter": _TER,
    "sentence_bleu": [*_BLEU, "use_effective_order"],
    "sentence_chrf": [*_CHRF, "remove_whitespace"],
    "sentence_ter": _TER,
}


def draw(rng: random.Random, mistakes: int) -> Any:
    """Return a call with some wrong arguments, and what is wrong in it."""
    name = rng.choice(sorted(SETTINGS))
    is_sentence = name.startswith("sentence") or (name.isupper() and rng.random() < 0.3)
    arguments: dict[str, Any] = {"hypotheses": "a b" if is_sentence else ["a b", "c"]}
    arguments["references"] = ["a b"] if is_sentence else [["a b", "d"]]
    wrong = rng.sample([*arguments, *SETTINGS[name], *(["n_bootstrap"] if name.isupper() else [])], mistakes)
    for argument in wrong:
        texts = SENTENCES if is_sentence else CORPORA
        references = REFERENCES if is_sentence else COLUMNS
        arguments[argument] = rng.choice({"hypotheses": texts, "references": references}.get(argument, VALUES))

    def call(package: ModuleType) -> Any:
        settings = dict(arguments)
        texts = settings.pop("hypotheses"), settings.pop("references")
        if not name.isupper():
            return getattr(package, name)(*texts, **settings)
        count = {"n_bootstrap": settings.pop("n_bootstrap")} if "n_bootstrap" in settings and not is_sentence else {}
        settings.pop("n_bootstrap", None)
        metric = getattr(package.metrics, name)(**settings)
        return metric.sentence_score(*texts) if is_sentence else metric.corpus_score(*texts, **count)

    return call, f"{name} {arguments}"


@pytest.mark.parametrize("mistakes", [1, 2, 3])
def test_errors_are_those_of_sacrebleu(mistakes: int) -> None:
    rng = random.Random(mistakes)
    refused = 0
    for _ in range(500):
        call, described = draw(rng, mistakes)
        theirs, ours = ask(call, sacrebleu), ask(call, tertium.sacrebleu)
        if ours.error is not None:
            assert isinstance(ours.error, TertiumError), (described, theirs.error, ours.error)
        # Resamples without a match among others: sacrebleu has two types of number then, and fails to average.
        if theirs.error is not None and "coerce" not in str(theirs.error):
            refused += 1
            assert ours.error is not None, (described, theirs.error)
            assert mistakes > 1 or isinstance(ours.error, type(theirs.error)), (described, theirs.error, ours.error)
    assert refused > 200


def test_what_was_reported() -> None:
    with pytest.raises(TypeError, match="hypothesis 1 is of type NoneType"):
        tertium.sacrebleu.corpus_ter([None], [["a"]])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="beta is not a number"):  # an IndexError in sacrebleu, by accident
        tertium.sacrebleu.corpus_chrf(["a"], [["a"]], beta=float("nan"))  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="there is no tokenizer 5"):
        tertium.sacrebleu.corpus_bleu(["a"], [["a"]], tokenize=5)  # type: ignore[arg-type]
