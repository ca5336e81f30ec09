"""EAGLES tags as FreeLing has them for Spanish and Catalan: a letter a feature, its meaning by its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from tertium.mtness.text.tags import Part, Tag

_GENDERS = {"M": "m", "F": "f", "N": "n"}
_NUMBERS = {"S": "s", "P": "p"}
_DETERMINERS = {
    "A": "definite", "I": "indefinite", "D": "demonstrative", "P": "possessive", "T": "interrogative",
    "E": "interrogative", "R": "relative",
}  # fmt: skip
_PRONOUNS = {
    "P": "personal", "D": "demonstrative", "X": "possessive", "I": "indefinite", "T": "interrogative",
    "E": "interrogative", "R": "relative", "0": "reflexive",
}  # fmt: skip
_NAMES = {"S": "person", "G": "place", "O": "organisation"}
_MOODS = {"N": "infinitive", "G": "gerund", "P": "participle"}
_TENSES = {
    "IP": "present", "II": "imperfect", "IS": "past", "IF": "future", "IC": "conditional",
    "SP": "subjunctive-present", "SI": "subjunctive-imperfect", "SF": "subjunctive-future",
}  # fmt: skip
_ENDS = frozenset(("Fp", "Fs", "Fit", "Fat"))


def _nest(places: Sequence[str]) -> str:
    """A pattern for places of which any number may be left out at the end."""
    pattern = ""
    for place in reversed(places):
        pattern = f"(?:{place}{pattern})?"
    return pattern


# By its first letter what a tag looks like: what matters here is checked, and what comes after may be anything.
_SHAPES = {
    letter: re.compile(_nest(places))
    for letter, places in {
        "N": ("[CP]", "[MFCN0]", "[SPCNI0]", "[A-Z0]{1,3}"),
        "A": ("[QOPRS0]", "[ACDSVPQ0]", "[MFCN0]", "[SPCNI0]", "[A-Z0-3]{1,2}"),
        "D": ("[ADEINPRT0]", "[0-3]", "[MFCN0]", "[SPCNI0]", "[A-Z0-3]{1,2}"),
        "P": ("[DEINPRTX0]", "[0-3]", "[MFCN0]", "[SPCNI0]", "[A-Z0-3]{1,3}"),
        "V": ("[MASV]", "[ISMNGP0]", "[PIFSC0]", "[0-3]", "[SPC0]", "[MFCN0]", "[A-Z0-9]"),
        "S": ("P", "[SC0]", "[MFC0]", "[SPN0]", "0{1,2}"),
        "R": ("[GN]", "0+"),
        "C": ("[CS]", "0+"),
        "F": ("[a-z]{1,2}", "0+"),
        "Z": ("[a-z0]", "0+"),
        "I": ("0+",),
        "W": ("0+",),
    }.items()
}
_NO_KIND = frozenset("IWZ")


@cache
def convert(tag: str, features: str = "") -> Tag:
    """Return the tag for an EAGLES one; ``Part.UNKNOWN`` for what is none.

    Args:
        tag: The tag, such as ``NCFS000``.
        features: Not used; all is in the tag.

    >>> str(convert("VMIP3S0"))
    'verb.finite.present.3.s'
    """
    letter = tag[:1]
    if letter not in _SHAPES or not _SHAPES[letter].fullmatch(tag, 1) or (len(tag) == 1 and letter not in _NO_KIND):
        return Tag(part=Part.UNKNOWN)
    # A long tail of zeros is often left out, so that no place can be relied on.
    return _MAKERS[letter](tag.ljust(8, "0"))


def _gender(letter: str) -> str:
    return _GENDERS.get(letter, "")


def _number(letter: str) -> str:
    return _NUMBERS.get(letter, "")


def _person(letter: str) -> str:
    return letter if letter in "123" else ""


def _noun(tag: str) -> Tag:
    if tag[1] == "P":
        return Tag(part=Part.PROPER, form=_NAMES.get(tag[4], ""), gender=_gender(tag[2]), number=_number(tag[3]))
    return Tag(part=Part.NOUN, gender=_gender(tag[2]), number=_number(tag[3]))


def _adjective(tag: str) -> Tag:
    form = "ordinal" if tag[1] == "O" else "comparative" if tag[2] == "C" else ""
    return Tag(part=Part.ADJECTIVE, form=form, gender=_gender(tag[3]), number=_number(tag[4]))


def _determiner(tag: str) -> Tag:
    gender, number = _gender(tag[3]), _number(tag[4])
    if tag[1] == "N":
        return Tag(part=Part.NUMERAL, gender=gender, number=number)
    return Tag(
        part=Part.DETERMINER, form=_DETERMINERS.get(tag[1], ""), person=_person(tag[2]), gender=gender, number=number
    )


def _pronoun(tag: str) -> Tag:
    gender, number = _gender(tag[3]), _number(tag[4])
    if tag[1] == "N":
        return Tag(part=Part.NUMERAL, gender=gender, number=number)
    return Tag(part=Part.PRONOUN, form=_PRONOUNS.get(tag[1], ""), person=_person(tag[2]), gender=gender, number=number)


def _verb(tag: str) -> Tag:
    # Ser, with S, and haber, with A.
    part = Part.VERB if tag[1] == "M" else Part.AUXILIARY
    mood = tag[2]
    if mood in _MOODS:
        return Tag(part=part, form=_MOODS[mood], gender=_gender(tag[6]), number=_number(tag[5]))
    tense = "imperative" if mood == "M" else _TENSES.get(mood + tag[3], "")
    return Tag(part=part, form="finite", tense=tense, person=_person(tag[4]), number=_number(tag[5]))


def _preposition(tag: str) -> Tag:
    if tag[2] == "C":
        return Tag(part=Part.PREPOSITION, form="contracted", gender=_gender(tag[3]), number=_number(tag[4]))
    return Tag(part=Part.PREPOSITION)


def _punctuation(tag: str) -> Tag:
    return Tag(part=Part.PUNCTUATION, form="final" if tag.rstrip("0") in _ENDS else "")


_MAKERS: Mapping[str, Callable[[str], Tag]] = {
    "N": _noun,
    "A": _adjective,
    "D": _determiner,
    "P": _pronoun,
    "V": _verb,
    "S": _preposition,
    "F": _punctuation,
    "R": lambda tag: Tag(part=Part.ADVERB, form="negative" if tag[1] == "N" else ""),
    "C": lambda tag: Tag(part=Part.CONJUNCTION, form={"C": "coordinating", "S": "subordinating"}.get(tag[1], "")),
    "I": lambda _: Tag(part=Part.INTERJECTION),
    "Z": lambda _: Tag(part=Part.NUMERAL),
    # A date stands where a noun phrase does.
    "W": lambda _: Tag(part=Part.NOUN),
}
