"""Random calls give what sacrebleu 2.6.0 gives: numbers to 1e-9, texts and signatures but for the marked version.

``HYPOTHESIS_PROFILE=thorough`` makes 3,000 of each kind: 15,000 of scores and tests, and 21,000 of tokenizers.
"""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
import sacrebleu
from hypothesis import example, given
from hypothesis import strategies as st

import tertium.sacrebleu
from tests.sacrebleu.random_calls import (
    CORPUS_FUNCTIONS,
    SENTENCE_FUNCTIONS,
    TOKENIZERS,
    Corpus,
    ask,
    assert_same,
    corpora,
    metrics,
    segments,
    texts,
)

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::DeprecationWarning")

Chosen = tuple[str, dict[str, Any]]


def draw_function(functions: dict[str, Any]) -> st.SearchStrategy[Chosen]:
    return st.sampled_from(sorted(functions)).flatmap(lambda name: st.tuples(st.just(name), functions[name]))


@given(chosen=draw_function(CORPUS_FUNCTIONS), corpus=corpora())
def test_functions_of_a_corpus(chosen: Chosen, corpus: Corpus) -> None:
    name, settings = chosen
    assert_same(lambda package: getattr(package, name)(corpus.hypotheses, corpus.columns, **settings))


@given(
    chosen=draw_function(SENTENCE_FUNCTIONS),
    hypothesis=segments,
    references=st.lists(st.one_of(segments, st.none()), min_size=1, max_size=4),
)
@example(("sentence_bleu", {}), "a", [None])
@example(("sentence_chrf", {}), "a", [None, None])
@example(("sentence_ter", {}), "a", [None])
def test_functions_of_a_sentence(chosen: Chosen, hypothesis: str, references: list[str | None]) -> None:
    name, settings = chosen
    if references[0] is None and not any(references) and not hypothesis.split():
        references = ["", *references]  # sacrebleu takes a reference length of -1 here
    assert_same(lambda package: getattr(package, name)(hypothesis, references, **settings))


@given(chosen=metrics, corpus=corpora(), cached=st.booleans(), sentence=st.booleans())
def test_metric_objects(chosen: Chosen, corpus: Corpus, cached: bool, sentence: bool) -> None:
    name, settings = chosen

    def use(package: ModuleType) -> list[Any]:
        extra = {"references": corpus.columns} if cached else {}
        metric = getattr(package.metrics, name)(**settings, **extra)
        found = [metric.get_signature()] if cached else []
        found.append(metric.corpus_score(corpus.hypotheses, None if cached else corpus.columns))
        found.append(metric.get_signature())
        if sentence:
            found += [metric.sentence_score(corpus.hypotheses[0], corpus.references[0]), metric.get_signature()]
        return found

    assert_same(use)


@given(chosen=metrics, corpus=corpora(max_segments=9), count=st.integers(0, 60), seed=st.integers(0, 9))
def test_intervals(chosen: Chosen, corpus: Corpus, count: int, seed: int) -> None:
    name, settings = chosen

    def use(package: ModuleType) -> list[Any]:
        metric = getattr(package.metrics, name)(**settings)
        return [metric.corpus_score(corpus.hypotheses, corpus.columns, n_bootstrap=count), metric.get_signature()]

    with mock.patch.dict(os.environ, {"SACREBLEU_SEED": str(seed)}):
        theirs = ask(use, sacrebleu)
        if isinstance(theirs.error, TypeError) and "coerce" in str(theirs.error):
            # Resamples without a match among others: sacrebleu has two types of number then, and fails to average.
            assert ask(use, tertium.sacrebleu).error is None
        else:
            assert_same(use)


@given(
    chosen=st.lists(metrics, min_size=1, max_size=2),
    corpus=corpora(max_segments=9),
    test=st.sampled_from(["ar", "bs"]),
    count=st.integers(1, 60),
    intervals=st.sampled_from([-1, 30]),
    cached=st.booleans(),
    data=st.data(),
)
@example([("CHRF", {"eps_smoothing": True})], Corpus(["b", "a"], [["a"], ["a"]]), "ar", 1, 30, False, None)
@example([("CHRF", {"eps_smoothing": True})], Corpus([""], [[""]]), "bs", 9, -1, False, None)
@example([("CHRF", {"eps_smoothing": True, "char_order": 7})], Corpus([""], [["a"]]), "ar", 1, 30, False, None)
def test_paired_tests(
    chosen: list[Chosen],
    corpus: Corpus,
    test: str,
    count: int,
    intervals: int,
    cached: bool,
    data: st.DataObject | None,
) -> None:
    lists = st.lists(st.sampled_from([*corpus.hypotheses, *corpus.flat]), min_size=len(corpus.hypotheses))
    if test == "ar":
        # Of fractions, sacrebleu adds nothing to the counts of trials: they are whole numbers in an array.
        chosen = [
            (name, {**each, "smooth_value": int(each.get("smooth_value") or 1)})
            if each.get("smooth_method") == "add-k"
            else (name, each)
            for name, each in chosen
        ]
    count_of_others = data.draw(st.integers(0, 2)) if data else 0
    others = [data.draw(lists)[: len(corpus.hypotheses)] for _ in range(count_of_others) if data]
    systems = [("base", corpus.hypotheses), *((f"system {at}", other) for at, other in enumerate(others))]

    def use(package: ModuleType) -> Any:
        extra = {"references": corpus.columns} if cached else {}
        made = {
            f"{name} {at}": getattr(package.metrics, name)(**settings, **extra)
            for at, (name, settings) in enumerate(chosen)
        }
        references = None if cached else corpus.columns
        # An import by name would not follow the package.
        paired = package.significance.PairedTest
        return paired(systems, made, references, test, n_samples=count, n_ar_confidence=intervals)()

    assert_same(use)


@pytest.mark.parametrize("name", [*TOKENIZERS, "re", "tercom"])
@given(text=texts, settings=st.tuples(*[st.booleans()] * 4))
@example("it's\n", (True, True, True, True))
@example("foo-\n", (True, False, False, False))
@example("1.\n", (False, False, False, False))
def test_tokenizers(name: str, text: str, settings: tuple[bool, ...]) -> None:
    classes = {
        "none": "tokenizer_none.NoneTokenizer",
        "13a": "tokenizer_13a.Tokenizer13a",
        "intl": "tokenizer_intl.TokenizerV14International",
        "zh": "tokenizer_zh.TokenizerZh",
        "char": "tokenizer_char.TokenizerChar",
        "re": "tokenizer_re.TokenizerRegexp",
        "tercom": "tokenizer_ter.TercomTokenizer",
    }

    def use(package: ModuleType) -> list[str]:
        from importlib import import_module

        module, attribute = classes[name].split(".")
        made = getattr(import_module(f"{package.__name__}.tokenizers.{module}"), attribute)
        tokenizer = made(*settings) if name == "tercom" else made()
        return [tokenizer(text), tokenizer.signature()]

    assert_same(use)
