"""Metrics with an encoder are explained by the nearest word of each word, and what is listed adds up to the score."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.audit import explain
from tertium.audit.explanation.nearest_words import explain_partners, find_partners, uses_encoder
from tertium.audit.explanation.word_partners import PartneredWord, WordPartners, list_lonely
from tertium.encoders import DEFAULT, find_installed, open_encoder
from tertium.metrics.contextual import LAYER, THRESHOLD
from tertium.metrics.features.model import Model
from tertium.metrics.learned import Blend
from tertium.metrics.spec import parse
from tertium.registry import METRICS
from tests.encoders.small_encoder import write_encoder

TEXTS = st.text(alphabet="thecadogs not.,", max_size=25)
HYPOTHESIS = "He gave the dog a bone."
REFERENCES = ["The parliament voted against the law.", "He gave the puppy a bone yesterday."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("encoder") / "small")


@pytest.fixture
def _weights() -> None:
    if find_installed(DEFAULT) is None:
        pytest.skip(f"NO WEIGHTS: tertium models install {DEFAULT}, to test explanations with the real encoder")


def get_partners(hypothesis: str, references: list[str], spec: str) -> WordPartners:
    found = explain(hypothesis, references, spec).partners
    assert found is not None
    return found


def average(words: list[PartneredWord]) -> float:
    total = sum(each.weight for each in words)
    return sum(each.weight * each.piece_cosine for each in words) / total if total else 0.0


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3), st.integers(0, 3), st.booleans())
def test_words_add_up_to_precision_and_recall(
    folder: Path, hypothesis: str, references: list[str], layer: int, idf: bool
) -> None:
    spec = f"bertscore:encoder={folder},layer={layer},idf={'yes' if idf else 'no'}"
    explanation = explain(hypothesis, references, spec)
    partners = explanation.partners
    assert partners is not None
    assert explanation.chosen == partners.number
    # The best reference of each figure counts, so with one reference both are those of its words.
    alone = explain(hypothesis, [references[0]], spec)
    assert alone.partners is not None
    for name, words in (("precision", alone.partners.hypothesis), ("recall", alone.partners.reference)):
        assert average(list(words)) == pytest.approx(alone.figures[name], abs=1e-5)
    if not idf:
        scores = [explain(hypothesis, [each], spec).score for each in references]
        assert explanation.score == pytest.approx(max(scores), abs=1e-6)
        assert scores[partners.number] == pytest.approx(max(scores), abs=1e-6)


@given(TEXTS, TEXTS, st.sampled_from([0.2, 0.5, 0.9]))
def test_partners_are_nearest_to_each_other(folder: Path, hypothesis: str, reference: str, threshold: float) -> None:
    encoder = open_encoder(str(folder))
    found = find_partners(encoder, 1, (hypothesis, reference), threshold=threshold)
    for ours, theirs in ((found.hypothesis, found.reference), (found.reference, found.hypothesis)):
        for at, word in enumerate(ours):
            assert (word.kind == "none") == (word.cosine < threshold)
            if not theirs:
                assert (word.partner, word.cosine, word.piece_cosine) == (None, 0.0, 0.0)
            elif word.kind == "partner":
                assert word.partner is not None
                other = theirs[word.partner]
                assert (other.partner, other.kind) == (at, "partner")
                assert other.cosine == pytest.approx(word.cosine, abs=1e-6)
    links = found.links
    assert len(links) == sum(each.kind == "partner" for each in found.reference)
    assert len({link.reference for link in links}) == len(links)


def test_the_same_text_has_a_partner_for_each_word(folder: Path) -> None:
    found = get_partners("the cat sat .", ["the cat sat ."], f"bertscore:encoder={folder},layer=0")
    assert [each.word for each in found.hypothesis] == ["the", "cat", "sat", "."]
    assert [each.partner for each in found.hypothesis] == [0, 1, 2, 3]
    assert all(each.cosine == pytest.approx(1) and each.kind == "partner" for each in found.hypothesis)


def test_data_is_whole(folder: Path) -> None:
    data = explain("the cats", ["the dog sat"], f"bertscore:encoder={folder},layer=1,idf").to_dict()["partners"]
    assert list(data) == ["hypothesis", "reference", "threshold", "encoder", "layer", "weighted", "number"]
    assert (data["threshold"], data["layer"], data["weighted"], data["number"]) == (THRESHOLD, 1, True, 0)
    assert list(data["hypothesis"][0]) == ["word", "partner", "cosine", "kind", "pieces", "piece_cosine", "weight"]
    assert data["hypothesis"][1]["pieces"] == 2
    assert "partners" not in explain("a", ["a"], "bleu").to_dict()


def test_notes_say_what_the_figures_depend_on(folder: Path) -> None:
    notes = " ".join(explain("the cat", ["a dog"], f"bertscore:encoder={folder},layer=1,idf").notes)
    assert "precision is the mean" in notes
    assert "learned from these references only" in notes
    assert f"was chosen for layer {LAYER} of {DEFAULT}" in notes


@pytest.mark.usefixtures("_weights")
def test_the_real_encoder_finds_no_partner_for_what_is_only_on_one_side() -> None:
    explanation = explain(HYPOTHESIS, REFERENCES, "bertscore")
    assert explanation.chosen == 1
    assert explanation.partners is not None
    assert "yesterday" in list_lonely(explanation.partners.reference)
    assert not list_lonely(explanation.partners.hypothesis)
    assert len(explanation.notes) == 1
    unlike = get_partners("He ate the banana happily", [REFERENCES[0]], "bertscore")
    assert {"ate", "banana", "happily"} <= set(list_lonely(unlike.hypothesis))


@pytest.mark.usefixtures("_weights")
def test_models_with_an_encoder_are_explained_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the model without one that comes with the package, as if it had features of the encoder."""
    assert not uses_encoder(Blend())
    model = replace(Blend().model, encoder=open_encoder(DEFAULT).version)
    monkeypatch.setattr(Blend, "model", property(lambda self: model))
    monkeypatch.setattr(Model, "version", "patched", raising=False)
    assert uses_encoder(Blend())
    found = explain_partners(Blend(), [HYPOTHESIS, *REFERENCES])
    assert found.partners is not None
    assert found.partners.layer == LAYER
    assert found.partners == get_partners(HYPOTHESIS, REFERENCES, "bertscore")
    assert "a model predicts the score from many figures" in found.notes[0]
    averaged = explain_partners(Blend(references="mean"), [HYPOTHESIS, *REFERENCES])
    assert averaged.chosen is None
    assert averaged.notes[-1].startswith("all references count; words are compared with number 2")


@pytest.mark.usefixtures("_weights")
def test_concord_is_explained() -> None:
    if "concord" not in METRICS:
        pytest.skip("NO CONCORD: this metric is not there yet")
    assert uses_encoder(parse("concord"))
    assert get_partners(HYPOTHESIS, REFERENCES, "concord").hypothesis
    assert np.isfinite(explain(HYPOTHESIS, REFERENCES, "concord").score)
