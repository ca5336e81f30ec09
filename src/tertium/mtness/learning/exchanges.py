"""Text by people with small words exchanged as a system confuses them: *en la lista* becomes *a la lista*.

Text that goes to the source language and back hardly shows these mistakes. From *en la lista* it comes back as it was,
though the source language says *a la llista*, which the system makes *a la lista*. So the weights of the words around
such a place are learned from text in which the exchange was made on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random

from tertium.corpus.normalisation import Normalisation
from tertium.edits import apply_edits
from tertium.mtness.repairs.learned_repairs import make_repair
from tertium.mtness.resources.confusions import ConfusionTable
from tertium.mtness.resources.word_choices import WordChoices
from tertium.mtness.segment import Segment
from tertium.stats.resampling import SEED

_SHARE = 0.25


def exchange_words(
    texts: Sequence[str],
    choices: WordChoices,
    table: ConfusionTable,
    normalisation: Normalisation,
    *,
    share: float = _SHARE,
    seed: int = SEED,
) -> list[str]:
    """Return texts, some of them with one small word in the place of another.

    Args:
        texts: Lines that people wrote.
        choices: The words that can be exchanged.
        table: What the system confuses: only such exchanges are made.
        normalisation: How words are counted.
        share: The share of the texts with an exchange, of those where one is possible.
        seed: The seed of the choice.
    """
    random = Random(seed)  # noqa: S311 - a sample, and no secret
    known = {(each.replacement, each.replaced) for each in table.confusions if not each.synonyms}
    pairs = {(right[0], wrong[0]) for right, wrong in known if len(right) == len(wrong) == 1}
    found = []
    for text, words in zip(texts, normalisation.locate_many(texts), strict=True):
        plain = [word for word, _, _ in words]
        changes = [change for change in choices.propose(plain, -inf) if choices.find_pair(plain, change) in pairs]
        if changes and random.random() < share:
            repair = make_repair(Segment(text=text), words, random.choice(changes))
            found.append(apply_edits(text, repair.edits))
        else:
            found.append(text)
    return found
