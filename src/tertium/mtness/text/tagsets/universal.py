"""Universal tags: a part of speech and features, as Universal Dependencies and most models of spaCy have them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from tertium.mtness.text.tags import Part, Tag

_PARTS = {
    "NOUN": Part.NOUN,
    "PROPN": Part.PROPER,
    "PRON": Part.PRONOUN,
    "DET": Part.DETERMINER,
    "ADJ": Part.ADJECTIVE,
    "NUM": Part.NUMERAL,
    "VERB": Part.VERB,
    "AUX": Part.AUXILIARY,
    "ADV": Part.ADVERB,
    "ADP": Part.PREPOSITION,
    "CCONJ": Part.CONJUNCTION,
    "CONJ": Part.CONJUNCTION,
    "SCONJ": Part.CONJUNCTION,
    "INTJ": Part.INTERJECTION,
    "PUNCT": Part.PUNCTUATION,
    "SYM": Part.PUNCTUATION,
    # English has it for "to" and the genitive; what negates is an adverb, see below.
    "PART": Part.PREPOSITION,
}
_VERB_FORMS = {
    "Fin": "finite", "Inf": "infinitive", "Ger": "gerund", "Conv": "gerund", "Part": "participle", "Sup": "participle",
}  # fmt: skip
_TENSES = {"Pres": "present", "Imp": "imperfect", "Past": "past", "Pqp": "past", "Fut": "future"}
_MOODS = {"Cnd": "conditional", "Imp": "imperative"}
_SUBJUNCTIVES = {"Pres": "present", "Imp": "imperfect", "Past": "imperfect", "Fut": "future"}
_PRONOUN_TYPES = {
    "Dem": "demonstrative", "Prs": "personal", "Rel": "relative", "Int": "interrogative", "Exc": "interrogative",
    "Ind": "indefinite", "Neg": "indefinite", "Tot": "indefinite", "Rcp": "reflexive",
}  # fmt: skip
_CONJUNCTIONS = {"CCONJ": "coordinating", "CONJ": "coordinating", "SCONJ": "subordinating"}
_ENDS = frozenset(("Peri", "Qest", "Excl"))
_GENDERS = {"Masc": "m", "Fem": "f", "Neut": "n"}
_NUMBERS = {"Sing": "s", "Plur": "p"}
# Part of speech and features in one; "X" is what is none of the others, "_" stands for no features.
_FEATURE = r"[A-Z][A-Za-z0-9]*(?:\[[a-z0-9]+\])?=[A-Za-z0-9,]+"
_WHOLE = re.compile(rf"({'|'.join((*_PARTS, 'X'))})(?:(?:\||\s+)(_|{_FEATURE}(?:\|{_FEATURE})*))?")


def is_tag(text: str) -> bool:
    """Return whether a text is a part of speech, with or without features after it: ``NOUN``, ``NOUN|Number=Sing``."""
    return _WHOLE.fullmatch(text) is not None


def parse(text: str) -> Tag:
    """Return the tag for a part of speech and its features, with ``|`` or a space between; else ``Part.UNKNOWN``.

    >>> str(parse("NOUN|Gender=Fem|Number=Sing")), str(parse("ADP"))
    ('noun.f.s', 'preposition')
    """
    found = _WHOLE.fullmatch(text)
    return Tag(part=Part.UNKNOWN) if found is None else convert(found[1], found[2] or "")


def convert(tag: str, features: str | Mapping[str, str] = "") -> Tag:
    """Return the tag for a universal one; ``Part.UNKNOWN`` for what is none.

    Args:
        tag: The part of speech, such as ``NOUN``.
        features: What else is known, such as ``Gender=Fem|Number=Sing``.

    >>> str(convert("VERB", "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"))
    'verb.finite.present.3.s'
    """
    if isinstance(features, str):
        return _convert(tag, features)
    return _convert(tag, "|".join(f"{name}={value}" for name, value in features.items()))


@cache
def _convert(tag: str, text: str) -> Tag:
    features = dict(pair.split("=", 1) for pair in text.split("|") if "=" in pair)
    part = _PARTS.get(tag, Part.UNKNOWN)
    if tag == "PART" and features.get("Polarity") == "Neg":
        part = Part.ADVERB
    elif part == Part.NUMERAL and features.get("NumType") == "Ord":
        part = Part.ADJECTIVE
    person = features.get("Person", "")
    return Tag(
        part=part,
        form=_find_form(tag, part, features),
        tense=_find_tense(features) if part in (Part.VERB, Part.AUXILIARY) else "",
        person=person if person in ("1", "2", "3") else "",
        gender=_GENDERS.get(features.get("Gender", ""), ""),
        number=_NUMBERS.get(features.get("Number", ""), ""),
    )


def _find_form(tag: str, part: Part, features: Mapping[str, str]) -> str:
    if part in (Part.VERB, Part.AUXILIARY):
        return _VERB_FORMS.get(features.get("VerbForm", ""), "finite" if "Mood" in features else "")
    if part in (Part.DETERMINER, Part.PRONOUN):
        return _find_pronoun_form(features)
    if part == Part.ADJECTIVE:
        if features.get("NumType") == "Ord":
            return "ordinal"
        return "comparative" if features.get("Degree") == "Cmp" else ""
    if part == Part.PREPOSITION:
        # French models say that "du" has an article in it, Spanish ones that "del" is of another type.
        is_contracted = features.get("PronType") == "Art" or features.get("AdpType") == "Preppron"
        return "contracted" if is_contracted else ""
    if part == Part.ADVERB:
        return "negative" if features.get("Polarity") == "Neg" else ""
    if part == Part.PUNCTUATION:
        is_end = features.get("PunctType") in _ENDS and features.get("PunctSide") != "Ini"
        return "final" if is_end else ""
    return _CONJUNCTIONS.get(tag, "")


def _find_pronoun_form(features: Mapping[str, str]) -> str:
    if features.get("Poss") == "Yes":
        return "possessive"
    if features.get("Reflex") == "Yes":
        return "reflexive"
    if features.get("PronType", "Art") == "Art":
        return {"Def": "definite", "Ind": "indefinite"}.get(features.get("Definite", ""), "")
    # Several types at once, as Spanish "que" has: the first is as good as any.
    return _PRONOUN_TYPES.get(features["PronType"].partition(",")[0], "")


def _find_tense(features: Mapping[str, str]) -> str:
    mood, tense = features.get("Mood", ""), features.get("Tense", "")
    if mood == "Sub":
        return f"subjunctive-{_SUBJUNCTIVES.get(tense, 'present')}"
    if mood in _MOODS:
        return _MOODS[mood]
    # A participle has a tense in English and French, which makes no difference to anything here.
    return _TENSES.get(tense, "") if mood or features.get("VerbForm") == "Fin" else ""
