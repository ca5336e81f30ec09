"""What a word may be that no list has: guessed by how the words end that the list has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.mtness.resources.wordlist import Wordlist
from tertium.mtness.text.taggers.bigrams import classify
from tertium.mtness.text.tags import Part, Tag

# New words are of these; all others are in every list, or should be.
_OPEN = frozenset((Part.NOUN, Part.ADJECTIVE, Part.VERB, Part.ADVERB))
_LONGEST = 4
# How much what shorter endings say counts against the words that share a longer one.
_STRENGTH = 3.0
_MOST = 5


@dataclass(frozen=True, slots=True)
class Guess:
    """What a word may be.

    Attributes:
        tag: The commonest tag of words of its class with the same ending.
        probability: Of its class, given the ending.
    """

    tag: Tag
    probability: float


class Endings:
    """The endings of the words of a list, of up to four letters.

    Args:
        wordlist: The list.
    """

    def __init__(self, wordlist: Wordlist) -> None:
        self._classes: dict[str, Counter[str]] = {"": Counter()}
        self._tags: dict[tuple[str, str], Counter[Tag]] = {}
        # The longest endings first: a list may have a million words, but it has few endings.
        longest = Counter(
            (_list_endings(form.casefold())[-1], analysis.tag)
            for form, analysis in wordlist
            if analysis.tag.part in _OPEN and " " not in form
        )
        for (ending, tag), count in longest.items():
            each = classify(tag)
            for start in range(len(ending) + 1):
                self._classes.setdefault(ending[start:], Counter())[each] += count
                self._tags.setdefault((ending[start:], each), Counter())[tag] += count

    def guess(self, form: str) -> Sequence[Guess]:
        """Return what a word may be, the likeliest first, at most five; nothing if the list has no word to go by."""
        probabilities: dict[str, float] = {}
        endings = [ending for ending in _list_endings(form.casefold()) if ending in self._classes]
        for ending in endings:
            counts = self._classes[ending]
            total = counts.total()
            if not ending:
                probabilities = {each: count / total for each, count in counts.items()}
                continue
            probabilities = {
                each: (counts[each] + _STRENGTH * shorter) / (total + _STRENGTH)
                for each, shorter in probabilities.items()
            }
        best = sorted(probabilities.items(), key=lambda pair: -pair[1])[:_MOST]
        return [Guess(self._find_tag(each, endings), probability) for each, probability in best]

    def _find_tag(self, each: str, endings: Sequence[str]) -> Tag:
        longest = next(ending for ending in reversed(endings) if (ending, each) in self._tags)
        return self._tags[longest, each].most_common(1)[0][0]


def _list_endings(form: str) -> Sequence[str]:
    """The endings of a word, the empty one first; the whole word is none."""
    return [form[len(form) - length :] for length in range(min(_LONGEST, len(form) - 1) + 1)] if form else [""]
