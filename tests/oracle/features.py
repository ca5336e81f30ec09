"""The features of learned metrics from their definitions, pair by pair, with nothing clever."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import Stemmer
from wordfreq import zipf_frequency

import tertium
from tertium.metrics.features.vectors import load_vectors
from tests.oracle.ngrams import ngrams

ALIGNMENT = "meteor-1.5:tokenize=none,stages=exact+wn_stem+wn_synonym+relatedness(0.34),weights=1+0.9+0.9+0.7"
SUBJECTS = ["i", "he", "she", "we", "they"]
PRONOUNS = [*SUBJECTS, "me", "my", "us", "our", "you", "your", "him", "his", "her", "it", "its", "them", "their"]
NEGATIONS = ["not", "no", "never", "none", "nothing", "nobody", "neither", "nor", "without"]


def compute(hypothesis: Sequence[str], reference: Sequence[str]) -> dict[str, float]:
    """All features of two lists of words and marks."""
    ours, theirs = ([token for token in side if _has_letter(token)] for side in (hypothesis, reference))
    return {
        **_rates("token", hypothesis, reference, 4),
        **_rates("character", "".join(ours), "".join(theirs), 6),
        **_lengths(ours, theirs),
        **_rarity(ours, theirs),
        **_unknown(ours, theirs),
        **_alignment(ours, theirs),
        **_wording(ours, theirs),
        **_edges(ours, theirs),
        **_similarity(ours, theirs),
    }


def _has_letter(token: str) -> bool:
    return any(character.isalnum() for character in token)


def _rates(name: str, ours: Sequence[str], theirs: Sequence[str], most: int) -> dict[str, float]:
    found = {}
    precision = recall = 0.0
    for n in range(1, most + 1):
        left, right = ngrams(ours, n), ngrams(theirs, n)
        if right:
            matches = (left & right).total()
            precision, recall = (matches / left.total() if left else 0.0), matches / right.total()
        found[f"{name}{n}.precision"], found[f"{name}{n}.recall"] = precision, recall
    return found


def _lengths(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, float]:
    return {
        "length.words": math.log(len(ours) + 1) - math.log(len(theirs) + 1),
        "length.difference": abs(math.log(len("".join(ours)) + 1) - math.log(len("".join(theirs)) + 1)),
        "length.reference": math.log(len(theirs) + 1),
    }


def frequency(word: str) -> float:
    return float(zipf_frequency(word, "en"))


def weight(word: str) -> float:
    return max(0.0, 8 - frequency(word)) / 8


def stem(word: str) -> str:
    return str(Stemmer.Stemmer("english").stemWord(word))


def _rarity(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, float]:
    def rates(left: Sequence[str], right: Sequence[str], weights: dict[str, float]) -> tuple[float, float]:
        common = Counter(left) & Counter(right)
        matched = sum(weights[key] * count for key, count in common.items())
        sums = [sum(weights[key] for key in side) for side in (left, right)]
        return tuple(matched / total if total else 0.0 for total in sums)  # type: ignore[return-value]

    words = {word: weight(word) for word in (*ours, *theirs)}
    stems = {stem(word): max(words[other] for other in words if stem(other) == stem(word)) for word in words}
    found = dict(zip(("rarity.word.precision", "rarity.word.recall"), rates(ours, theirs, words), strict=True))
    pairs = rates([stem(word) for word in ours], [stem(word) for word in theirs], stems)
    return {**found, "rarity.stem.precision": pairs[0], "rarity.stem.recall": pairs[1]}


def likeness(word: str, other: str) -> float:
    def cut(text: str) -> set[str]:
        text = f"^{text}$"
        return {text[at : at + size] for size in (2, 3) for at in range(len(text) - size + 1)}

    return 2 * len(cut(word) & cut(other)) / (len(cut(word)) + len(cut(other)))


def _unknown(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, float]:
    of_letters = [word for word in ours if word.isalpha()]
    unmatched = [word for word in of_letters if stem(word) not in [stem(other) for other in theirs]]
    rare = len([word for word in unmatched if frequency(word) < 2])
    amount = 0.0
    for word in unmatched:
        nearest = max((likeness(word, other) for other in theirs), default=0.0)
        amount += max(0.0, 4 - frequency(word)) * (1 - nearest)
    frequencies = [frequency(word) for word in of_letters]
    return {
        "unknown.share": rare / len(ours) if ours else 0.0,
        "unknown.count": math.log(1 + rare),
        "unknown.weight": math.log(1 + amount),
        "frequency.mean": sum(frequencies) / len(frequencies) if frequencies else 0.0,
        "frequency.lowest": min(frequencies, default=0.0),
    }


def _alignment(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, float]:
    found = tertium.align(" ".join(ours), " ".join(theirs), ALIGNMENT)
    links = found.links
    pairs = [(one, other) for at, one in enumerate(links) for other in links[at + 1 :]]
    crossing = [
        (one, other)
        for one, other in pairs
        if (one.hypothesis - other.hypothesis) * (one.reference - other.reference) < 0
    ]
    by_stage = Counter(link.stage for link in links)
    return {
        "alignment.precision": found.figures["precision"],
        "alignment.recall": found.figures["recall"],
        "alignment.crossings": len(crossing) / len(pairs) if pairs else 0.0,
        **{
            f"alignment.{name}": by_stage[stage] / len(ours) if ours else 0.0
            for stage, name in enumerate(("stems", "synonyms", "related"), start=1)
        },
    }


def _wording(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, float]:
    def differ(words: Sequence[str]) -> float:
        return sum(abs(ours.count(word) - theirs.count(word)) for word in words) / max(len(theirs), 1)

    def repeat(words: Sequence[str]) -> float:
        return sum(count - 1 for count in ngrams(words, 2).values()) / max(len(words), 1)

    negations = [sum(side.count(word) for word in NEGATIONS) for side in (ours, theirs)]
    return {
        "pronouns.all": differ(PRONOUNS),
        "pronouns.subjects": differ(SUBJECTS),
        "negation": abs(negations[0] - negations[1]),
        "repetition.words": sum(ours[at] == ours[at - 1] for at in range(1, len(ours))) / max(len(ours), 1),
        "repetition.pairs": repeat(ours) - repeat(theirs),
    }


def _edges(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, float]:
    left, right = [stem(word) for word in ours], [stem(word) for word in theirs]
    start = max(n for n in range(min(len(left), len(right)) + 1) if left[:n] == right[:n])
    return {
        "edge.first": float(bool(left) and left[:1] == right[:1]),
        "edge.last": float(bool(left) and left[-1:] == right[-1:]),
        "edge.start": math.log(1 + start),
        "edge.known": float(bool(left) and left[0] in right),
    }


def _similarity(ours: Sequence[str], theirs: Sequence[str]) -> dict[str, float]:
    names = ("context2.precision", "context2.recall", "context2.f1", "context3.precision", "context3.recall")
    names += ("worst.hypothesis", "worst.reference", "mutual.precision", "mutual.recall", "crowding", "first", "last")
    if not ours or not theirs:
        return {f"similarity.{name}": float(name in ("worst.reference", "crowding")) for name in names}
    vectors = load_vectors()
    left, right = (np.array([vectors.look_up(word) for word in side], dtype=float) for side in (ours, theirs))
    heavy, other = (np.array([weight(word) + 0.02 for word in side]) for side in (ours, theirs))
    found = {}
    for reach, share in ((2, 0.5), (3, 0.7)):
        near = _cosines(_blend(left, reach, share), _blend(right, reach, share))
        precision = sum(heavy * near.max(axis=1)) / sum(heavy)
        recall = sum(other * near.max(axis=0)) / sum(other)
        found[f"context{reach}.precision"], found[f"context{reach}.recall"] = precision, recall
        if reach == 2:
            found["context2.f1"] = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
            found["worst.hypothesis"] = max(heavy * (1 - near.max(axis=1)))
            found["worst.reference"] = max(other * (1 - near.max(axis=0)))
    alone = _cosines(left, right)
    takes = [_first_best(row) for row in alone]
    taken = [_first_best(column) for column in alone.T]
    mutual = [(at, take) for at, take in enumerate(takes) if taken[take] == at]
    found["mutual.precision"] = sum(heavy[at] * alone[at, take] for at, take in mutual) / sum(heavy)
    found["mutual.recall"] = sum(other[take] * alone[at, take] for at, take in mutual) / sum(other)
    loads = [sum(other[place] for place, take in enumerate(taken) if take == at) for at in range(len(ours))]
    found["crowding"] = sum(max(0, load - 1.5 * own) for load, own in zip(loads, heavy, strict=True)) / sum(other)
    for name, part in (("first", slice(None, 3)), ("last", slice(-3, None))):
        sums = [(side[part] * amounts[part, None]).sum(axis=0) for side, amounts in ((left, heavy), (right, other))]
        lengths = np.linalg.norm(sums[0]) * np.linalg.norm(sums[1])
        found[name] = float(sums[0] @ sums[1] / lengths) if lengths > 1e-6 else 0.0
    return {f"similarity.{name}": float(found[name]) for name in names}


def _first_best(values: np.ndarray) -> int:
    return next(at for at, value in enumerate(values) if value >= max(values) - 1e-5)


def _blend(vectors: np.ndarray, reach: int, share: float) -> np.ndarray:
    rows = []
    for at in range(len(vectors)):
        near = [place for place in range(len(vectors)) if abs(place - at) <= reach]
        rows.append(sum(share ** abs(place - at) * vectors[place] for place in near))
    return np.array(rows)


def _cosines(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    found = np.zeros((len(left), len(right)))
    for row, one in enumerate(left):
        for column, other in enumerate(right):
            lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
            found[row, column] = max(0.0, float(one @ other) / lengths) if lengths > 1e-6 else 0.0
    return found
