"""CharacTER the slow and obvious way: every shift of the search is made and measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.oracle import wer


def score(hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """The lowest rate with any reference."""
    return min(rate(hypothesis, reference) for reference in references)


def rate(hypothesis: Sequence[str], reference: Sequence[str]) -> float:
    """Edits of characters and cost of shifts, per character of the shifted hypothesis."""
    if not hypothesis or not reference:
        return float(bool(hypothesis or reference))
    shifted = shift(list(hypothesis), list(reference))
    ours, theirs = " ".join(shifted), " ".join(reference)
    return min(1.0, (wer.distance(ours, theirs) + cost_of_shifts(hypothesis, shifted)) / len(ours))


def shift(words: list[str], reference: list[str]) -> list[str]:
    """Make the best shift until none saves an edit."""
    left = wer.distance(words, reference) / len(reference)
    while left:
        tried = [(wer.distance(each, reference) / len(reference), each) for each in list_shifted(words, reference)]
        if not tried:
            return words
        fewest = min(edits for edits, _ in tried)
        saved = left - fewest
        if saved <= 0:
            return words
        words = max(each for edits, each in tried if edits == fewest)
        left -= saved  # as the program does: rounding may leave a trace
    return words


def list_shifted(words: list[str], reference: list[str]) -> Iterator[list[str]]:
    """Each phrase of both, as long as it goes on, at the place that it has in the reference."""
    for start in range(len(words)):
        for place in range(len(reference)):
            length = 0
            while words[start + length : start + length + 1] == reference[place + length : place + length + 1] != []:
                length += 1
            if length and start != place:
                rest = words[:start] + words[start + length :]
                yield rest[:place] + words[start : start + length] + rest[place:]


def cost_of_shifts(before: Sequence[str], after: Sequence[str]) -> float:
    """The mean length of the words of each phrase that stands further back than before."""
    cost, at = 0.0, 0
    while at < len(before):
        later = [place for place in range(at + 1, len(after)) if after[place] == before[at]]
        if before[at] == after[at] or not later:
            at += 1
            continue
        phrase = [word for word, other in _pair_up(before[at:], after[later[0] :]) if word == other]
        cost += sum(map(len, phrase)) / len(phrase)
        at += len(phrase)
    return cost


def _pair_up(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, str]]:
    for pair in zip(one, other, strict=False):
        if pair[0] != pair[1]:
            return
        yield pair
