"""concord: features of states against their definitions, what it sees that encoders do not, and how it agrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium.encoders import Encoder, find_installed, open_encoder
from tertium.errors import InputError, MissingPartError, SpecError
from tertium.files.keyed_cache import KeyedCache
from tertium.meta import read_judged
from tertium.meta.tuning.trainers import FIXED, TrainingRows, train_ridge_by_kind
from tertium.metrics import features
from tertium.metrics.features import context, feature_cache, numbers
from tertium.metrics.features.text import Pairs, Texts, split
from tertium.metrics.learned import Concord, ConcordQe
from tests.encoders.recording import record_encoded
from tests.oracle import context as oracle

WORDS = st.lists(
    st.sampled_from(["the", "house", "not", "7,500", "unbelievably", "Zürich", ".", "-", "it"]), max_size=6
)
CHANGES = (
    (
        "The company hired 350 people in May.",
        "The company hired 120 people in May.",
        "The company hired 350 people, in May.",
    ),
    ("He did not sign the contract.", "He did sign the contract.", "He didn't sign the contract."),
    (
        "We are going to meet in Berlin tomorrow.",
        "We are not going to meet in Berlin tomorrow.",
        "We're going to meet in Berlin tomorrow.",
    ),
    ("It costs two dollars per month.", "It costs nine dollars per month.", "It costs two dollars a month."),
)


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    if find_installed("e5-small-v2") is None:
        pytest.skip("NO WEIGHTS: tertium models install e5-small-v2, to test concord")
    return open_encoder("e5-small-v2")


def score(hypotheses: Sequence[str], references: Sequence[str], threads: int = 1) -> list[float]:
    return tertium.score(hypotheses, references, metrics=["concord"], threads=threads)["concord"].segments.tolist()


@pytest.fixture
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cached."""
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path))


@settings(max_examples=15)
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=3))
def test_features_are_those_of_the_definition(encoder: Encoder, pairs: Sequence[tuple[list[str], list[str]]]) -> None:
    lists = [([word.lower() for word in one], [word.lower() for word in other]) for one, other in pairs]
    names = (*context.NAMES, *context.STATES)
    found = features.compute(names, Pairs.of([one for one, _ in lists], [other for _, other in lists]))
    for row, sides in zip(found, lists, strict=True):
        states, words = [], []
        for tokens in sides:
            encoded = encoder.encode([" ".join(tokens)], layers=context.LAYERS)
            states.append({layer: encoded.states[:, place] for place, layer in enumerate(context.LAYERS)})
            words.append([tokens[word] for word in encoded.pieces.find_words([tokens])[1:-1]])
        wanted = oracle.compute(*states, words)
        np.testing.assert_allclose(row, [wanted[name] for name in names], atol=2e-5)


@pytest.mark.usefixtures("_fresh")
def test_a_score_does_not_depend_on_batch_order_threads_or_cache(
    encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    hypotheses = ["The cat sat there.", "He never went to Zürich", "", "ok", "A long day, and a longer night."] * 3
    references = ["A cat was sitting there.", "He did not go to Zurich.", "x", "okay", "The day was long."] * 3
    first = score(hypotheses, references, threads=2)
    assert score(hypotheses, references) == first, "from the cache"
    assert feature_cache.FEATURE_CACHE.check() >= 5
    monkeypatch.setattr(KeyedCache, "load", lambda self, keys: {})
    # States are the same to the last bit; numpy may add the weighed features in another order.
    assert score(hypotheses, references, threads=2) == pytest.approx(first, abs=1e-9)
    assert score(hypotheses[::-1], references[::-1]) == pytest.approx(first[::-1], abs=1e-9)
    alone = [score([one], [other])[0] for one, other in zip(hypotheses, references, strict=True)]
    assert alone == pytest.approx(first, abs=1e-9)
    assert first[:5] == first[5:10]


@pytest.mark.usefixtures("_fresh")
def test_references_are_encoded_once_for_all_systems(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = record_encoded(monkeypatch)
    references = ["A cat sat there.", "Many years ago."]
    systems = {
        "a": ["The cat sat.", "Years ago"],
        "b": ["A dog sat.", "Long ago"],
        "c": ["The cat sat.", "So long ago"],
    }
    tertium.compare(systems, references, metrics=["concord"])
    assert sorted(seen) == sorted({" ".join(split(text)) for text in (*references, *chain(*systems.values()))})


@pytest.mark.parametrize(("reference", "wrong", "harmless"), CHANGES)
def test_a_wrong_number_or_negation_costs_more_than_what_is_harmless(
    encoder: Encoder, reference: str, wrong: str, harmless: str
) -> None:
    bad, good = score([wrong, harmless], [reference, reference])
    assert bad < good - 5


@pytest.mark.usefixtures("encoder")
def test_extremes_and_signature() -> None:
    text = "The president spoke to the audience yesterday."
    values = score(
        [text, "the PRESIDENT spoke to the audience yesterday .", "Yes.", "", "The chairman addressed the public."],
        [text] * 5,
    )
    assert values[:2] == [100, 100]
    assert values[3] == 0
    assert values[2] < 15 < values[4] < 100
    found = tertium.score([text], [text], metrics=["concord"])["concord"].signature
    assert "encoder:e5-small-v2 sha256:" in found
    assert "model:concord sha256:" in found


@pytest.mark.usefixtures("encoder")
def test_the_model_is_that_of_the_script_and_of_this_encoder(tmp_path: Path) -> None:
    metric = Concord()
    assert list(metric.model.names) == features.expand(["all", "context"])
    assert metric.model.encoder == metric.resources()["encoder"]
    assert metric.batch_size == 128
    shipped = Path(features.__file__).parent.with_name("concord.toml").read_text(encoding="utf-8")
    other = tmp_path / "other.toml"
    other.write_text(shipped.replace(metric.model.encoder, "e5-small-v2 sha256:0"), encoding="utf-8")
    with pytest.raises(InputError, match="trained with the encoder 'e5-small-v2 sha256:0'"):
        tertium.score(["a"], ["b"], metrics=[str(other)])


@pytest.mark.usefixtures("encoder", "_fresh")
def test_the_estimate_without_references_sees_the_output_alone() -> None:
    texts = [
        "The committee will meet again next week.",
        "The committee again will itself meet next the week of.",
        "",
        "?!",
    ]
    alone = tertium.score(texts, None, metrics=["concord-qe"])["concord-qe"]
    assert alone.segments[0] > alone.segments[1] + 10
    assert alone.segments[2:].tolist() == [0, 0]
    assert alone.signature.startswith("concord-qe|refs:0|")
    given = tertium.score(texts, [["one", "two"], "three", "four", texts[3]], metrics=["concord-qe"])["concord-qe"]
    assert given.segments.tolist() == alone.segments.tolist()
    single = [tertium.score([text], None, metrics=["concord-qe"])["concord-qe"].value for text in texts]
    assert single == pytest.approx(alone.segments.tolist(), abs=1e-9)
    assert "source" in (ConcordQe().blind_to or ())
    assert "neither the source nor a reference" in ConcordQe().caution


@pytest.mark.usefixtures("encoder")
def test_the_estimate_without_references_cannot_be_explained_by_partners() -> None:
    with pytest.raises(SpecError, match="'concord-qe' cannot be explained"):
        tertium.explain("The cat sat.", ["A cat sat."], metric="concord-qe")
    assert tertium.explain("The cat sat.", ["A cat sat."], metric="concord").partners is not None


def test_the_model_without_references_is_that_of_the_script() -> None:
    assert list(ConcordQe().model.names) == features.expand(["alone"])
    assert ConcordQe().settings() == "concord-qe"


def test_without_weights_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    with pytest.raises(MissingPartError, match="tertium models install e5-small-v2"):
        tertium.score(["a"], ["b"], metrics=["concord"])
    assert tertium.score(["a"], ["b"], metrics=["blend"])


def test_it_agrees_with_people_on_pairs_it_was_not_trained_on(encoder: Encoder, data: Path) -> None:
    (judged,) = (each for each in read_judged(data / "wmt17-toen") if each.name.endswith("lv-en"))
    flat = judged.flat("")
    some = slice(0, 120)
    values = score(flat.hypotheses[some], flat.references.flat[some], threads=2)
    assert np.corrcoef(values, flat.scores[some])[0, 1] > 0.72


@pytest.mark.parametrize(
    ("ours", "theirs", "swapped"),
    [
        ("350 people", "120 people", 1),
        ("it costs two dollars", "it costs nine dollars", 1),
        ("7,500 people", "7 500 people", 0),
        ("7.5 thousand", "7,500", 0),
        ("twenty", "20", 0),
        ("in 2014", "in the year", 0),
        ("no number", "no number", 0),
        ("3 and 4", "3 and 5", 1),
        ("one day", "1 day", 0),
        ("2014", "14", 0),
    ],
)
def test_numbers_that_were_swapped(ours: str, theirs: str, swapped: int) -> None:
    pairs = Pairs(*(Texts([text], [split(text)]) for text in (ours, theirs)))
    assert numbers.compare_numbers(pairs)["numbers.swapped"].tolist() == [swapped]


def test_ridge_by_kind_is_the_solution_of_its_equations() -> None:
    dice = np.random.default_rng(3)
    names = ["context2.sentence", "state.ours0", "token1.recall", "numbers.swapped"]
    rows, groups = dice.normal(size=(60, 4)), np.repeat([0, 1, 2], 20)
    target = rows @ [1.0, 0.5, -1.0, -0.2] + groups * 5.0
    given_rows = TrainingRows(names=names, features=rows, target=target, groups=groups)
    found = train_ridge_by_kind(given_rows, 1)
    weights = np.array(found["weights"])
    assert weights[3] == FIXED["numbers.swapped"] == -0.2
    # The gradient of the penalised squares is zero, in differences within groups.
    inside = rows - np.stack([rows[groups == group].mean(axis=0) for group in groups])
    wanted = target - np.array([target[groups == group].mean() for group in groups])
    gradient = inside.T @ (inside @ weights - wanted) + np.array([100.0, 10_000.0, 1000.0, 0.0]) * weights
    np.testing.assert_allclose(gradient[:3], 0, atol=0.01)
    assert np.mean(found["intercept"] + rows @ weights) == pytest.approx(target.mean(), abs=1e-4)
    again = train_ridge_by_kind(replace(given_rows, target=target + 7 * groups), 1)
    assert again["weights"] == pytest.approx(found["weights"], abs=1e-4)
