"""Kinds of edits to a hypothesis that a reader would notice: in the order of its words, and in the words.

Each kind gives variants that differ from the hypothesis and from each other: all of them if they are few, otherwise a
random sample. Words are BLEU's tokens. Content and function words, negation and auxiliaries are English.

*Our deviations*: the paper's *black helicopters* (Callison-Burch, Osborne and Koehn 2006, section 3.2) are drawn from
WordNet: any words that the references lack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import factorial, prod

import numpy as np

from tertium.audit.freedom.blocks import Blocks
from tertium.audit.segment import AuditedSegment, Words
from tertium.lexicon.function_words import load_function_words
from tertium.lexicon.packed_wordnet import load_wordnet
from tertium.types import References, TestSet

Random = np.random.Generator

_NEGATIONS = frozenset(("not", "n't", "never"))
_SHORT = {"can't": "can", "won't": "will", "shan't": "shall", "cannot": "can"}
_BE_HAVE_DO = ("am", "are", "is", "was", "were", "be", "been", "has", "have", "had", "do", "does", "did")
_MODALS = ("can", "could", "will", "would", "shall", "should", "may", "might", "must")
_AUXILIARIES = frozenset((*_BE_HAVE_DO, *_MODALS))
_DIGITS = re.compile(r"\d+")
_IS_WORD = re.compile(r"[^\W\d_]")
# After this many draws per sample without a new variant, most likely all have been found.
_PATIENCE = 20


@dataclass(frozen=True)
class Variants:
    """The variants of a segment by one kind of edit.

    Attributes:
        texts: The variants, all different, without the hypothesis.
        is_exact: Whether these are all possible variants.
    """

    texts: Sequence[Words]
    is_exact: bool


def make_variants(kind: str, segment: AuditedSegment, *, samples: int, most: int, random: Random) -> Variants:
    """Return the variants of a segment by one kind of edit.

    Args:
        kind: One of ``EDIT_KINDS``.
        segment: The segment.
        samples: The number of variants to draw where there are more than ``most``.
        most: The maximum number of variants to list completely.
        random: The generator of random numbers.
    """
    return EDIT_KINDS[kind](segment, samples, most, random)


def list_orders(parts: Sequence[Words]) -> Iterator[list[Words]]:
    """Yield all orders of some parts in lexicographic order, equal parts counted once."""
    names = {part: number for number, part in enumerate(dict.fromkeys(parts))}
    things = list(names)
    order = sorted(names[part] for part in parts)
    while True:
        yield [things[number] for number in order]
        place = next((at for at in range(len(order) - 2, -1, -1) if order[at] < order[at + 1]), None)
        if place is None:
            return
        other = next(at for at in range(len(order) - 1, place, -1) if order[at] > order[place])
        order[place], order[other] = order[other], order[place]
        order[place + 1 :] = reversed(order[place + 1 :])


def _reorder(parts: Sequence[Words], samples: int, most: int, random: Random) -> Variants:
    original: Words = tuple(chain.from_iterable(parts))
    if factorial(len(parts)) // prod(map(factorial, Counter(parts).values())) <= most:
        orders = (tuple(chain.from_iterable(order)) for order in list_orders(parts))
        # Two orders of blocks may be the same words.
        return Variants([words for words in dict.fromkeys(orders) if words != original], True)

    def draw() -> Words:
        return tuple(chain.from_iterable(parts[at] for at in random.permutation(len(parts))))

    return Variants(_take_new(draw, original, samples), False)


def _take_new(draw: Callable[[], Words], original: Words, samples: int) -> list[Words]:
    """Draw different variants, fewer than wanted if no new ones are found."""
    found: dict[Words, None] = {}
    for _ in range(samples * _PATIENCE):
        words = draw()
        if words != original:
            found[words] = None
            if len(found) == samples:
                break
    return list(found)


def _order_blocks(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    return _reorder(Blocks.of(segment).blocks, samples, most, random)


def _order_words(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    return _reorder([(word,) for word in segment.hypothesis], samples, most, random)


def _replace_unmatched(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    """Replace all words that the references lack by other words that they lack."""
    words = segment.hypothesis
    known = {word.lower() for word in segment.vocabulary}
    unmatched = [at for at, word in enumerate(words) if _IS_WORD.search(word) and word.lower() not in known]
    if not unmatched:
        return Variants([], True)

    def draw() -> Words:
        drawn = list(words)
        for at in unmatched:
            drawn[at] = _draw_word(known | {words[at].lower()}, random)
        return tuple(drawn)

    return Variants(_take_new(draw, words, samples), False)


def _draw_word(known: Iterable[str], random: Random) -> str:
    wordnet = load_wordnet()
    while True:
        word = wordnet.word(int(random.integers(wordnet.word_count)))
        if word and word.isalpha() and word.islower() and word not in known:
            return word


def _drop(segment: AuditedSegment, is_dropped: Callable[[str], bool]) -> list[Words]:
    words = segment.hypothesis
    return [words[:at] + words[at + 1 :] for at, word in enumerate(words) if is_dropped(word)]


def _is_function(word: str) -> bool:
    return bool(_IS_WORD.search(word)) and word.lower() in load_function_words("english")


def _is_content(word: str) -> bool:
    return bool(_IS_WORD.search(word)) and not _is_function(word)


def _drop_content(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    return _choose(_drop(segment, _is_content), segment, samples, most, random)


def _drop_function(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    return _choose(_drop(segment, _is_function), segment, samples, most, random)


def _repeat_content(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    words = segment.hypothesis
    found = [(*words[: at + 1], *words[at:]) for at, word in enumerate(words) if _is_content(word)]
    return _choose(found, segment, samples, most, random)


def _negate(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    """Remove a negation; where there is none, insert one after an auxiliary."""
    words = segment.hypothesis
    found = _drop(segment, lambda word: word.lower() in _NEGATIONS)
    for at, word in enumerate(words):
        plain = word.replace("\u2019", "'").lower()
        if plain not in _NEGATIONS and (plain in _SHORT or plain.endswith("n't")):
            found.append((*words[:at], _SHORT.get(plain, word[:-3]), *words[at + 1 :]))
    if not found:
        places = [at for at, word in enumerate(words, start=1) if word.lower() in _AUXILIARIES]
        found = [(*words[:at], "not", *words[at:]) for at in places]
    return _choose(found, segment, samples, most, random)


def _change_number(segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    """Change one number into another with the same number of digits."""
    words = segment.hypothesis
    places = [at for at, word in enumerate(words) if any(digit in "0123456789" for digit in word)]
    if not places:
        return Variants([], True)

    def draw() -> Words:
        at = int(random.choice(places))
        changed = _DIGITS.sub(lambda found: "".join(map(str, random.integers(1, 10, len(found[0])))), words[at])
        return (*words[:at], changed, *words[at + 1 :])

    return Variants(_take_new(draw, words, samples), False)


def _choose(found: Sequence[Words], segment: AuditedSegment, samples: int, most: int, random: Random) -> Variants:
    """Keep all variants, or a sample of them."""
    distinct = [words for words in dict.fromkeys(found) if words != segment.hypothesis]
    if len(distinct) <= max(most, samples):
        return Variants(distinct, True)
    return Variants([distinct[at] for at in random.permutation(len(distinct))[:samples]], False)


EDIT_KINDS: Mapping[str, Callable[[AuditedSegment, int, int, Random], Variants]] = {
    "block order": _order_blocks,
    "word order": _order_words,
    "unmatched words replaced": _replace_unmatched,
    "content word dropped": _drop_content,
    "content word repeated": _repeat_content,
    "function word dropped": _drop_function,
    "negation": _negate,
    "number changed": _change_number,
}


@dataclass(frozen=True)
class EditedSegments:
    """Segments and all their variants in one batch, to be scored together.

    Attributes:
        test_set: One system: each hypothesis, as tokens, before its variants; each with its references.
        originals: The place of the hypothesis of each segment.
        places: By segment and kind, the places of its variants.
        exact: By segment and kind, whether these are all possible variants.
    """

    test_set: TestSet
    originals: Sequence[int]
    places: Mapping[tuple[int, str], slice]
    exact: Mapping[tuple[int, str], bool]


def edit_segments(
    segments: Sequence[AuditedSegment],
    references: Sequence[Sequence[str]],
    kinds: Sequence[str],
    *,
    samples: int,
    most: int,
    seed: int,
    sources: Sequence[str] | None = None,
) -> EditedSegments:
    """Edit each segment by each kind; ``references`` are texts, since each metric has its own tokenizer."""
    texts: list[str] = []
    nested: list[Sequence[str]] = []
    their_sources: list[str] = []
    places: dict[tuple[int, str], slice] = {}
    exact: dict[tuple[int, str], bool] = {}
    originals = []
    for number, segment in enumerate(segments):
        originals.append(len(texts))
        texts.append(" ".join(segment.hypothesis))
        for kind in kinds:
            # Each cell has its own stream, so that a kind draws the same regardless of other kinds.
            random = np.random.default_rng([seed, number, list(EDIT_KINDS).index(kind)])
            variants = make_variants(kind, segment, samples=samples, most=most, random=random)
            places[number, kind] = slice(len(texts), len(texts) + len(variants.texts))
            exact[number, kind] = variants.is_exact
            texts += [" ".join(words) for words in variants.texts]
        nested += [references[number]] * (len(texts) - len(nested))
        if sources is not None:
            their_sources += [sources[number]] * (len(texts) - len(their_sources))
    test_set = TestSet(
        systems={"": texts},
        references=References.from_nested(nested),
        sources=None if sources is None else their_sources,
    )
    return EditedSegments(test_set, originals, places, exact)
