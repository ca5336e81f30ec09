"""Explanations of metrics over words and characters: by n-grams, or by edits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tertium.audit.explanation.explanation import Explanation, Size
from tertium.audit.explanation.facts import compare_fragments, gather_facts, tally_alone
from tertium.audit.explanation.fragments import count_fragments, list_ngrams
from tertium.audit.explanation.word_edits import (
    WordEdit,
    list_edits,
    list_edits_after_shifts,
    list_edits_and_jumps,
    list_edits_and_shifts,
)
from tertium.metrics.bleu import Bleu
from tertium.metrics.cder import Cder
from tertium.metrics.character import Character
from tertium.metrics.chrf import Chrf
from tertium.metrics.gleu import Gleu
from tertium.metrics.metric import Metric
from tertium.metrics.nist import Nist
from tertium.metrics.per import Per
from tertium.metrics.ter import Ter
from tertium.metrics.tokenized import TokenizedMetric
from tertium.metrics.unigram import Unigram
from tertium.metrics.wer import Wer
from tertium.text.case import lowered
from tertium.types import References

_EDITS = {
    "shift": "shifts",
    "jump": "jumps",
    "replacement": "replacements",
    "extra": "extra_words",
    "missing": "missing_words",
}


def explain_bleu(metric: Bleu, texts: Sequence[str]) -> Explanation:
    """Explain BLEU by n-grams of words."""
    facts = gather_facts(metric, texts)
    facts["smoothing"] = "" if metric.smooth == "none" else metric.smooth
    fractions = [facts["figures"].pop(f"precision{size}") / 100 for size in range(1, metric.order + 1)]
    tokens = metric.prepare(texts).to_lists()
    return compare_fragments(facts, "n-gram", [list_ngrams(words, metric.order) for words in tokens], fractions)


def explain_nist(metric: Nist, texts: Sequence[str]) -> Explanation:
    """Explain NIST by n-grams of words; the information of each is in the figures, as a mean by order."""
    facts = gather_facts(metric, texts)
    facts["notes"] = ["information is learned from these references only, and by `score` from all of the test set"]
    occurrences = [list_ngrams(words, metric.order) for words in metric.prepare(texts).to_lists()]
    return compare_fragments(facts, "n-gram", occurrences, [None] * metric.order)


def explain_unigram(metric: Unigram, texts: Sequence[str]) -> Explanation:
    """Explain unigram scores by words, in the reference that counts."""
    return _compare_ngrams(metric, texts, 1, 1)


def explain_per(metric: Per, texts: Sequence[str]) -> Explanation:
    """Explain PER by words, in the reference that counts."""
    return _compare_ngrams(metric, texts, 1, 1)


def explain_gleu(metric: Gleu, texts: Sequence[str]) -> Explanation:
    """Explain GLEU by n-grams of words, in the reference that counts."""
    return _compare_ngrams(metric, texts, metric.min_len, metric.max_len)


def _compare_ngrams(metric: TokenizedMetric, texts: Sequence[str], least: int, most: int) -> Explanation:
    """Explain a metric by n-grams of all these orders, in the reference that counts."""
    facts = gather_facts(metric, texts)
    chosen = facts["chosen"] = _find_chosen(metric, texts)
    tokens = metric.prepare(texts).to_lists()
    sides = [[each for each in list_ngrams(tokens[place], most) if each.size >= least] for place in (0, chosen + 1)]
    fragments, lacking = count_fragments(sides[0], sides[1:])
    sizes = []
    for size in range(least, most + 1):
        ours, theirs = (sum(each.size == size for each in side) for side in sides)
        matched = sum(each.clipped for each in fragments if each.size == size)
        precision = matched / ours if ours else 0.0
        sizes.append(Size(size=size, count=ours, matched=matched, fraction=precision, wanted=theirs))
    return Explanation(**facts, unit="n-gram", sizes=sizes, fragments=fragments, lacking=lacking)


def explain_chrf(metric: Chrf, texts: Sequence[str]) -> Explanation:
    """Explain chrF by n-grams of characters, and of words if they count, in the reference that counts."""
    facts = gather_facts(metric, texts)
    chosen = facts["chosen"] = _find_chosen(metric, texts)
    pair = [texts[0], texts[chosen + 1]]
    row = tally_alone(metric, pair)[0].tolist()
    kinds = ["characters"] * metric.char_order + ["words"] * metric.word_order
    orders = [*range(1, metric.char_order + 1), *range(1, metric.word_order + 1)]
    sizes = []
    for place, (of, size) in enumerate(zip(kinds, orders, strict=True)):
        ours, theirs, matched = map(int, row[3 * place : 3 * place + 3])
        precision = matched / ours if ours else 0.0
        sizes.append(Size(size=size, count=ours, matched=matched, fraction=precision, wanted=theirs, of=of))
    written = list(lowered(pair, metric.lowercase))
    characters = [text.replace(" ", "␣") if metric.whitespace else "".join(text.split()) for text in written]
    of_characters = [list_ngrams(text, metric.char_order, glue="") for text in characters]
    fragments, lacking = count_fragments(of_characters[0], of_characters[1:], "characters")
    if metric.word_order:
        tokens = metric.prepare(pair)[1]
        of_words = [list_ngrams(words, metric.word_order) for words in tokens.to_lists()] if tokens else [[], []]
        more, more_lacking = count_fragments(of_words[0], of_words[1:], "words")
        fragments, lacking = [*fragments, *more], [*lacking, *more_lacking]
    return Explanation(**facts, unit="n-gram", sizes=sizes, fragments=fragments, lacking=lacking)


def explain_wer(metric: Wer, texts: Sequence[str]) -> Explanation:
    """Explain WER by the edits to the reference that counts."""
    facts = gather_facts(metric, texts)
    chosen = facts["chosen"] = _find_chosen(metric, texts)
    tokens = metric.prepare(texts).to_lists()
    return _tell_edits(facts, list_edits(tokens[0], tokens[chosen + 1]))


def explain_ter(metric: Ter, texts: Sequence[str]) -> Explanation:
    """Explain TER by the edits to the reference that takes the fewest."""
    facts = gather_facts(metric, texts)
    chosen = facts["chosen"] = int(np.argmin(tally_alone(metric, texts)[:, 0]))
    ours, theirs = metric.prepare(texts[:1]).to_lists()[0], metric.prepare_references(texts[1:]).to_lists()[chosen]
    return _tell_edits(facts, list_edits_and_shifts(ours, theirs))


def explain_cder(metric: Cder, texts: Sequence[str]) -> Explanation:
    """Explain CDER by the edits and jumps to the reference that counts."""
    facts = gather_facts(metric, texts)
    chosen = facts["chosen"] = _find_chosen(metric, texts)
    tokens = metric.prepare(texts).to_lists()
    facts["notes"] = ["the hypothesis is read in the order of the reference; a jump is one edit, to any place"]
    return _tell_edits(facts, list_edits_and_jumps(tokens[0], tokens[chosen + 1]))


def explain_character(metric: Character, texts: Sequence[str]) -> Explanation:
    """Explain CharacTER by shifts of phrases, and by the words that then differ from the reference that counts."""
    facts = gather_facts(metric, texts)
    chosen = facts["chosen"] = _find_chosen(metric, texts)
    tokens = metric.prepare(texts).to_lists()
    facts["notes"] = [
        "a shift costs the mean length of its words; words that differ cost the characters in which they differ"
    ]
    return _tell_edits(facts, list_edits_after_shifts(tokens[0], tokens[chosen + 1]))


def _tell_edits(facts: dict[str, Any], edits: Sequence[WordEdit]) -> Explanation:
    counts = {name: float(sum(each.kind == kind for each in edits)) for kind, name in _EDITS.items()}
    facts["figures"] |= {name: count for name, count in counts.items() if count}
    facts["figure_decimals"] |= dict.fromkeys(counts, 0)
    return Explanation(**facts, unit="edit", edits=edits)


def _find_chosen(metric: Metric, texts: Sequence[str]) -> int:
    """Return the reference, from 0, whose row of counts is that of the segment: the best of several."""
    whole = metric.tally(metric.prepare_batch(texts[:1], References.from_nested([texts[1:]])))
    return int(np.flatnonzero((tally_alone(metric, texts) == whole).all(axis=1))[0])
