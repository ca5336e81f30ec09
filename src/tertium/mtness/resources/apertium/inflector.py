"""Other forms of the words of the target language, by the generator of a pair."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tertium.mtness.resources.apertium.lexicon import NEXT_WORD, Lexicon
from tertium.mtness.resources.apertium.pair_user import PairUser, Running
from tertium.mtness.resources.apertium.stream import parse_reading, split_joined
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tagsets.apertium_tags import convert, list_verb_tags

_REMEMBERED = 1 << 17
_GENDER = re.compile(r"<(?:mf|m|f|nt|GD)>")
_NUMBER = re.compile(r"<(?:sg|pl|sp|ND)>")
_GENDERS = {"m": ("<m>", "<mf>"), "f": ("<f>", "<mf>"), "n": ("<nt>",)}
_NUMBERS = {"s": ("<sg>", "<sp>"), "p": ("<pl>", "<sp>")}
# The base form of a verb, the words after it that are of it, and its kind; then tags that say which form it is.
_VERB = re.compile(r"([^<#+]+)(#[^<+]*)?(<[^>]+>)(?:<[^>]+>)*")


class ApertiumInflector(PairUser):
    """The forms of words that a tagger of Apertium has read.

    The words are of the target language of the pair; it takes what every ``PairUser`` takes.
    """

    def _open(self, timeout: float) -> tuple[Running, ...]:
        self._lexicon = Lexicon(self.pair, timeout)
        self._known: dict[str, str | None] = {}
        return (self._lexicon,)

    def inflect(self, wishes: Sequence[Wish]) -> list[str | None]:
        """Return each form that is wished for, in lower case unless it is a name; None if it is not known."""
        tries = [_list_readings(wish) for wish in wishes]
        missing = list(dict.fromkeys(one for some in tries for one in some if one not in self._known))
        if len(self._known) + len(missing) > _REMEMBERED:
            self._known.clear()
            missing = list(dict.fromkeys(one for some in tries for one in some))
        self._known |= dict(zip(missing, self._lexicon.generate(missing), strict=True))
        return [next((form for one in some if (form := self._known[one])), None) for some in tries]


def _list_readings(wish: Wish) -> list[str]:
    """What the form might be called: words that are the same in both genders or numbers have tags of their own."""
    native = wish.token.native
    if not native:
        return []
    parts = split_joined(native)
    if wish.token.tag.is_verbal:
        verbs = _list_verbs(parts[0], wish.token.lemma, wish.token.tag)
        if verbs is not None:
            return ["+".join([verb, *parts[1:]]) for verb in verbs]
    # An article that a preposition has swallowed has the gender and number; pronouns after a verb have nothing to say.
    place = len(parts) - 1 if convert(native).part is Part.PREPOSITION else 0
    joint = NEXT_WORD if place else "+"
    found = [parts[place]]
    if wish.gender:
        found = _swap(found, _GENDER, _GENDERS.get(wish.gender, ()))
    if wish.number:
        found = _swap(found, _NUMBER, _NUMBERS.get(wish.number, ()))
    return [joint.join([*parts[:place], one, *parts[place + 1 :]]) for one in found]


def _list_verbs(reading: str, lemma: str, tag: Tag) -> list[str] | None:
    """What a verb in another form, or another verb, might be called; None if it stays as it is."""
    match = _VERB.fullmatch(reading)
    same = parse_reading(reading)[0].lemma.casefold() == lemma.casefold()
    if match is None or (same and convert(reading) == tag):
        return None
    if same:
        return [f"{match[1]}{match[3]}{tags}{match[2] or ''}" for tags in list_verb_tags(tag)]
    kinds = ("<vblex>", "<vbmod>", "<vbser>", "<vbhaver>")
    return [f"{lemma}{kind}{tags}" for kind in kinds for tags in list_verb_tags(tag)]


def _swap(readings: list[str], pattern: re.Pattern[str], values: tuple[str, ...]) -> list[str]:
    """The readings with another value of a tag; none if they have no such tag."""
    return [pattern.sub(value, reading, count=1) for reading in readings if pattern.search(reading) for value in values]
