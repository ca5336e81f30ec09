"""The explanation of metrics with an encoder: which words have a partner on the other side, and which have none.

BERTScore compares pieces of words, and so do the features of learned metrics. People read words, so the words are
compared here, by the means of the states of their pieces. METEOR's contextual stage does the same, and its threshold
says which words have no partner.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.audit.explanation.explanation import Explanation
from tertium.audit.explanation.facts import gather_facts, tally_alone
from tertium.audit.explanation.word_partners import PartneredWord, PartnerKind, WordPartners
from tertium.encoders import DEFAULT, Encoder, match_texts, open_encoder
from tertium.encoders.encoder import EncodedTexts
from tertium.encoders.word_states import EncodedWords, encode_words
from tertium.metrics.bertscore import BertScore, PieceRarity
from tertium.metrics.contextual import LAYER, THRESHOLD
from tertium.metrics.learned import ReferencedModel
from tertium.metrics.metric import Metric
from tertium.types import Array, Matrix


def uses_encoder(metric: Metric) -> bool:
    """Return whether a metric compares the states of words: BERTScore, or a model with features of an encoder."""
    if isinstance(metric, ReferencedModel):
        return bool(metric.model.encoder) and metric.needs_references
    return isinstance(metric, BertScore)


def explain_partners(metric: Metric, texts: Sequence[str]) -> Explanation:
    """Explain a metric with an encoder by the nearest word of each word, in the reference with the best score.

    Args:
        metric: One that ``uses_encoder``.
        texts: The hypothesis, then the references.
    """
    facts = gather_facts(metric, texts)
    fitted = metric.fit(metric.prepare_references(texts[1:])) if metric.needs_fit else metric
    number = int(np.argmax(metric.for_segments().score(tally_alone(fitted, texts))))
    encoder, layer = _choose_encoder(metric)
    rarity = fitted.rarity if isinstance(fitted, BertScore) and fitted.idf else None
    partners = find_partners(encoder, layer, (texts[0], texts[number + 1]), rarity=rarity, number=number)
    all_count = isinstance(metric, ReferencedModel) and metric.references == "mean"
    notes = _describe_score(metric, partners)
    if all_count and len(texts) > 2:
        notes.append(f"all references count; words are compared with number {number + 1}, which has the best score")
    return Explanation(**facts, unit="word", partners=partners, chosen=None if all_count else number, notes=notes)


def find_partners(
    encoder: Encoder,
    layer: int,
    texts: tuple[str, str],
    *,
    threshold: float = THRESHOLD,
    rarity: PieceRarity | None = None,
    number: int = 0,
) -> WordPartners:
    """Find the nearest word of each word.

    Args:
        encoder: The encoder.
        layer: The layer whose states are compared.
        texts: The hypothesis and a reference.
        threshold: The least cosine at which words are partners.
        rarity: The weights of pieces; all the same if None.
        number: The number of the reference, from 0.
    """
    stripped = [text.strip() for text in texts]
    both = encoder.encode(stripped, layers=[layer])
    sides = [both.choose([place]) for place in (0, 1)]
    words = [encode_words(text, side) for text, side in zip(stripped, sides, strict=True)]
    matched = match_texts(sides[0], sides[1])
    cosines = np.clip((words[0].states @ words[1].states.T).astype(np.float64), -1.0, 1.0)
    listed = [
        _list_words(side, matrix, threshold, pieces.cosines[:, 0].astype(np.float64), _weigh(encoded, rarity))
        for side, matrix, pieces, encoded in zip(words, (cosines, cosines.T), matched, sides, strict=True)
    ]
    return WordPartners(
        hypothesis=listed[0],
        reference=listed[1],
        threshold=threshold,
        encoder=encoder.version,
        layer=layer,
        weighted=rarity is not None,
        number=number,
    )


def _list_words(
    side: EncodedWords, cosines: Matrix, threshold: float, of_pieces: Array, weights: Array
) -> list[PartneredWord]:
    """Return the words of one side; rows of cosines are its words, columns those of the other side."""
    found = []
    there_is_other = cosines.shape[1] > 0
    nearest = cosines.argmax(axis=1) if there_is_other else np.zeros(len(side.words), dtype=np.int64)
    for place, word in enumerate(side.words):
        low, high = int(side.pieces[place]), int(side.pieces[place + 1])
        partner = int(nearest[place])
        cosine = float(cosines[place, partner]) if there_is_other else 0.0
        is_mutual = there_is_other and int(cosines[:, partner].argmax()) == place
        kind: PartnerKind = "none" if cosine < threshold else "partner" if is_mutual else "shared"
        found.append(
            PartneredWord(
                word=word,
                partner=partner if there_is_other else None,
                cosine=cosine,
                kind=kind,
                pieces=high - low,
                piece_cosine=_average(of_pieces[low:high], weights[low:high]) if there_is_other else 0.0,
                weight=float(weights[low:high].sum()),
            )
        )
    return found


def _average(cosines: Array, weights: Array) -> float:
    """The weighted mean; the plain one if all weights are 0."""
    total = float(weights.sum())
    return float(weights @ cosines / total) if total else float(cosines.mean())


def _weigh(encoded: EncodedTexts, rarity: PieceRarity | None) -> Array:
    return np.ones(len(encoded.pieces.numbers)) if rarity is None else rarity.weigh(encoded.pieces)


def _choose_encoder(metric: Metric) -> tuple[Encoder, int]:
    """Return the encoder and layer of BERTScore; those of METEOR's contextual stage for models of many layers."""
    if isinstance(metric, BertScore):
        return open_encoder(metric.encoder), metric.layer
    return open_encoder(DEFAULT), LAYER


def _describe_score(metric: Metric, partners: WordPartners) -> list[str]:
    """Say how the score depends on the words."""
    if not isinstance(metric, BertScore):
        return [
            "a model predicts the score from many figures at once, so words without a partner are only a part of what"
            " it depends on"
        ]
    notes = ["precision is the mean over the pieces of words of the hypothesis, recall over those of the reference"]
    if metric.idf:
        notes.append(
            "weights are learned from these references only, where the pieces of a single reference weigh 0; `score`"
            " learns them from all of the test set"
        )
    if (metric.encoder, metric.layer) != (DEFAULT, LAYER):
        notes.append(
            f"the threshold of {partners.threshold:g} was chosen for layer {LAYER} of {DEFAULT}; cosines of other"
            " layers and encoders may all be higher or lower"
        )
    return notes
