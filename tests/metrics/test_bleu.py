"""BLEU against the oracle, against sacrebleu, and against what the papers say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

import tertium
from tertium.errors import SpecError
from tertium.metrics.bleu import Bleu
from tests.metrics.tallying import assert_equal_to_peer, assert_rows_do_not_depend_on_threads_or_neighbours, tally
from tests.oracle import bleu as oracle
from tests.oracle import tokenizers
from tests.strategies import Corpus, corpora

ORDERS = st.integers(1, 9)
TOKENIZERS = st.sampled_from(["none", "13a", "intl", "zh", "char"])
SMOOTHINGS = ["exp", "floor", "add-k", "none", "epsilon", "add-one-all"]

# Callison-Burch, Osborne and Koehn 2006, table 1.
REFERENCES = [
    "Orejuela appeared calm as he was led to the American plane which will take him to Miami, Florida.",
    "Orejuela appeared calm while being escorted to the plane that would take him to Miami, Florida.",
    "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida.",
    "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in Florida.",
]
HYPOTHESIS = "Appeared calm when he was taken to the American plane, which will to Miami, Florida."


@given(corpus=corpora(), order=ORDERS, name=TOKENIZERS, lowercase=st.booleans(), threads=st.integers(1, 3))
def test_rows_equal_the_oracle(corpus: Corpus, order: int, name: str, lowercase: bool, threads: int) -> None:
    def split(text: str) -> list[str]:
        return tokenizers.BY_NAME[name](text.lower() if lowercase else text)

    rows = tally(Bleu(order=order, tokenize=name, lowercase=lowercase), corpus, threads)
    expected = [
        oracle.tally(split(hypothesis), [split(reference) for reference in references], order)
        for hypothesis, references in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    assert rows.tolist() == expected


@pytest.mark.parametrize("effective", [True, False])
@pytest.mark.parametrize("smooth", SMOOTHINGS)
@given(
    corpus=corpora(),
    order=ORDERS,
    value=st.sampled_from([0.0, 0.25, 2.0]),
    mean=st.sampled_from(["geometric", "arithmetic"]),
)
def test_scores_equal_the_oracle(
    smooth: Any, effective: bool, corpus: Corpus, order: int, value: float, mean: Any
) -> None:
    value = value if smooth in oracle.USUAL else 0.0
    value = min(value, 1.0) if smooth == "epsilon" else value
    chosen = "yes" if effective else "no"
    metric = Bleu(order=order, smooth=smooth, smooth_value=value, effective_order=chosen, mean=mean)  # type: ignore[arg-type]
    rows = tally(metric, corpus)
    expected = [oracle.score(row, order, smooth, value, effective, mean) for row in rows.tolist()]
    assert metric.score(rows).tolist() == pytest.approx(expected, abs=1e-9)
    total = rows.sum(axis=0)
    assert float(metric.score(total)) == pytest.approx(
        oracle.score(total.tolist(), order, smooth, value, effective, mean), abs=1e-9
    )


# The setting of Banerjee and Lavie 2005, section 2.1

ARITHMETIC = "bleu:lowercase=yes,smooth=none,mean=arithmetic"


def test_an_arithmetic_mean_is_the_same_wherever_bleu_is_computed() -> None:
    # Table 1 of Callison-Burch: 15/18, 10/17, 5/16 and 3/15 match, and no penalty is due.
    mean = 100 * (15 / 18 + 10 / 17 + 5 / 16 + 3 / 15) / 4
    scored = tertium.score([HYPOTHESIS] * 2, [REFERENCES] * 2, [ARITHMETIC], confidence=0.95, resamples=100)[ARITHMETIC]
    assert scored.value == pytest.approx(mean)
    assert scored.segments.tolist() == pytest.approx([mean, mean])
    assert scored.interval is not None
    assert (scored.interval.low, scored.interval.high) == pytest.approx((mean, mean))
    assert scored.signature.startswith(
        "bleu:tokenize=13a,lowercase=yes,order=4,smooth=none,smooth_value=0,effective_order=auto,mean=arithmetic|"
    )
    explained = tertium.explain(HYPOTHESIS, REFERENCES, ARITHMETIC)
    assert explained.score == pytest.approx(mean)
    assert ",mean=arithmetic|" in explained.signature
    audited = tertium.audit_segment(HYPOTHESIS, REFERENCES, ARITHMETIC, against=[], samples=10)
    assert audited.segment.score == pytest.approx(mean)
    assert all(audited.segment.metric.score(audited.segment.tally([words])[0]) == mean for words in audited.variants)


def test_an_order_without_a_match_does_not_make_an_arithmetic_mean_zero() -> None:
    plain = Bleu(mean="arithmetic", smooth="none", tokenize="none")
    rows = tally(plain, Corpus(["a b c d", "x"], [["a x c y"], ["y"]]))
    assert plain.score(rows).tolist() == pytest.approx([100 * (2 / 4) / 4, 0])
    assert Bleu(smooth="none").score(rows).tolist() == [0, 0]


def test_the_mean_is_in_the_signature_only_where_it_is_not_the_usual_one() -> None:
    assert "mean" not in Bleu().settings()
    assert Bleu(mean="arithmetic").settings() == f"{Bleu().settings()},mean=arithmetic"
    with pytest.raises(SpecError, match="There are: geometric, arithmetic"):
        Bleu(mean="harmonic")  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [1, 4, 9])
def test_rows_do_not_depend_on_threads_or_neighbours(order: int) -> None:
    assert_rows_do_not_depend_on_threads_or_neighbours(Bleu(order=order))


@pytest.mark.parametrize("smooth", ["exp", "floor", "add-k", "none"])
@given(
    corpus=corpora(),
    order=ORDERS,
    name=TOKENIZERS,
    lowercase=st.booleans(),
    effective=st.sampled_from(["auto", "yes", "no"]),
    value=st.sampled_from([None, 0.25, 2.0]),
)
def test_scores_equal_sacrebleu(
    smooth: str, corpus: Corpus, order: int, name: str, lowercase: bool, effective: str, value: float | None
) -> None:
    value = value if smooth in ("floor", "add-k") else None
    options = {"smooth_method": smooth, "smooth_value": value, "max_ngram_order": order, "tokenize": name}
    spec = f"bleu:smooth={smooth},order={order},tokenize={name},effective_order={effective},smooth_value={value or 0}"
    if lowercase:
        spec += ",lowercase"
    assert_equal_to_peer(
        spec,
        corpus,
        BLEU(**options, lowercase=lowercase, effective_order=effective == "yes"),
        BLEU(**options, lowercase=lowercase, effective_order=effective != "no"),
    )


def test_table_1_of_callison_burch_is_counted_as_the_paper_counts_it() -> None:
    # The paper matches "Appeared" with "appeared", so case is ignored; 13a makes each punctuation mark a token.
    result = tertium.score([HYPOTHESIS], [REFERENCES], ["bleu:lowercase"])["bleu:lowercase"]
    assert result.tallies is not None
    assert result.tallies[0, 2:].tolist() == [15, 10, 5, 3, 18, 17, 16, 15]
    precisions = [round(result.components[f"precision{n}"] / 100, 2) for n in (1, 2, 3, 4)]
    assert precisions == [0.83, 0.59, 0.31, 0.2]


def test_table_1_with_case_loses_its_first_word() -> None:
    result = tertium.score([HYPOTHESIS], [REFERENCES], ["bleu"])["bleu"]
    assert result.tallies is not None
    assert result.tallies[0, 2:6].tolist() == [14, 9, 5, 3]


def test_the_dog_of_liu_and_gildea_ranks_word_salad_first() -> None:
    # Liu and Gildea 2005, section 2: BLEU prefers "A dog I had." although "I have the dog." is the fluent one.
    # Under "none" both are zero, for want of a common 4-gram; so the claim is about precisions and any smoothing.
    hypotheses = ["I have the dog.", "A dog I had."]
    for spec in ("bleu:lowercase", "bleu:lowercase,smooth=epsilon", "bleu:lowercase,smooth=add-one-all"):
        result = tertium.score(hypotheses, ["I had a dog."] * 2, [spec])[spec]
        assert result.segments is not None
        assert result.segments[1] > result.segments[0]
        assert result.tallies is not None
        # Bigrams: "dog ." alone, against "a dog" and "i had".
        assert result.tallies[:, 3].tolist() == [1, 2]


def test_epsilon_stands_for_a_precision_of_zero() -> None:
    # Unigrams 2/4, and no longer match: Liu and Gildea 2005, section 3.1, replace a zero by 10^-3.
    spec = "bleu:smooth=epsilon,tokenize=none"
    result = tertium.score(["a x b y"], ["a b c d"], [spec])[spec]
    assert result.value == pytest.approx(100 * (0.5 * 0.001**3) ** 0.25, rel=1e-12)
    assert result.components["precision2"] == pytest.approx(0.1)


def test_epsilon_gives_an_order_too_long_for_the_hypothesis_the_same() -> None:
    spec = "bleu:smooth=epsilon,tokenize=none"
    result = tertium.score(["a b"], ["a b"], [spec])[spec]
    assert result.segments is not None
    assert result.segments[0] == pytest.approx(100 * (0.001**2) ** 0.25, rel=1e-12)


def test_add_one_all_is_the_formula_of_the_metrics_tasks() -> None:
    spec = "bleu:smooth=add-one-all,tokenize=none"
    result = tertium.score(["a b x"], ["a b c d"], [spec])[spec]
    expected = math.exp(1 - 4 / 3) * (3 / 4 * 2 / 3 * 1 / 2 * 1 / 1) ** 0.25
    assert result.segments is not None
    assert result.segments[0] == pytest.approx(100 * expected, rel=1e-12)


def test_repeated_words_count_as_often_as_in_one_reference() -> None:
    # Papineni et al. 2002, section 2.1: modified unigram precision 2/7.
    spec = "bleu:order=1,tokenize=none"
    references = [["the cat is on the mat", "there is a cat on the mat"]]
    result = tertium.score(["the the the the the the the"], references, [spec])[spec]
    assert result.tallies is not None
    assert result.tallies.tolist() == [[7, 7, 2, 7]]


@pytest.mark.parametrize(("lengths", "closest"), [([3, 7], 3), ([7, 3], 3), ([4, 7], 4), ([2, 6], 6), ([5, 1], 5)])
def test_the_closest_length_counts_and_the_shorter_of_two(lengths: list[int], closest: int) -> None:
    references = [["b " * length for length in lengths]]
    result = tertium.score(["a a a a a"], references, ["bleu"])["bleu"]
    assert result.tallies is not None
    assert result.tallies[0, 1] == closest


def test_a_perfect_translation_scores_100_and_none_at_all_0() -> None:
    for smooth in ("exp", "floor", "none", "epsilon", "add-k", "add-one-all"):
        spec = f"bleu:smooth={smooth}"
        result = tertium.score(["a b c d", ""], ["a b c d", "x y"], [spec])[spec]
        assert result.segments is not None
        assert result.segments.tolist() == pytest.approx([100.0, 0.0])


@given(corpus=corpora())
def test_scores_are_between_0_and_100_and_finite(corpus: Corpus) -> None:
    for smooth in SMOOTHINGS:
        metric = Bleu(smooth=smooth)  # type: ignore[arg-type]
        scores = metric.for_segments().score(tally(metric, corpus))
        assert np.isfinite(scores).all()
        assert (scores >= 0).all()
        assert (scores <= 100 + 1e-9).all()


def test_segments_have_effective_order_unless_it_is_switched_off() -> None:
    specs = ["bleu", "bleu:effective_order=yes", "bleu:effective_order=no"]
    result = tertium.score(["a b"], ["a b"], specs)
    assert [float(result[spec].segments[0]) for spec in specs] == pytest.approx([100, 100, 0])  # type: ignore[index]
    assert [result[spec].value for spec in specs] == pytest.approx([0, 100, 0])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("order=0", "the order of BLEU is 1 to 9, not 0"),
        ("order=10", "the order of BLEU is 1 to 9, not 10"),
        ("smooth=floor,smooth_value=-1", "is 0 to 1000000, not -1"),
        ("smooth=floor,smooth_value=nan", "is 0 to 1000000, not nan"),
        ("smooth=epsilon,smooth_value=1.5", "is 0 to 1, not 1.5"),
        ("smooth_value=0.5", "'exp' takes no value"),
        ("smooth=none,smooth_value=0.5", "'none' takes no value"),
        ("smooth=add-one-all,smooth_value=2", "'add-one-all' takes no value"),
        ("tokenize=13b", "no tokenizer '13b'"),
        ("smooth=exponential", "bleu has no smooth 'exponential'"),
        ("effective_order=maybe", "bleu has no effective_order"),
    ],
)
def test_a_setting_out_of_range_is_refused(settings: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        tertium.score(["a"], ["a"], [f"bleu:{settings}"])


def test_an_infinite_smoothing_value_is_refused() -> None:
    with pytest.raises(SpecError):
        tertium.score(["a b"], ["a c"], ["bleu:smooth=add-k,smooth_value=inf"])
