"""The one small tag set, which those of all taggers are mapped to.

It has what spans, agreement and suggestions need, and no more. A tag is written as words with dots between them, in
any order: ``noun.f.s``, ``verb.finite.present.3.s``, ``determiner.definite.m.p``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from tertium.errors import SpecError


class Part(StrEnum):
    """The part of speech."""

    NOUN = "noun"
    PROPER = "proper"
    PRONOUN = "pronoun"
    DETERMINER = "determiner"
    ADJECTIVE = "adjective"
    NUMERAL = "numeral"
    VERB = "verb"
    AUXILIARY = "auxiliary"
    ADVERB = "adverb"
    PREPOSITION = "preposition"
    CONJUNCTION = "conjunction"
    INTERJECTION = "interjection"
    PUNCTUATION = "punctuation"
    UNKNOWN = "unknown"


CONTENT = frozenset((Part.NOUN, Part.PROPER, Part.ADJECTIVE, Part.VERB, Part.ADVERB, Part.UNKNOWN))
"""Parts of speech that mean something by themselves; a word that nobody knows is taken to."""

# The value of each field says which field it is for, so that tags can be written in any order.
_VALUES = {
    "form": (
        "finite", "infinitive", "gerund", "participle",  # verbs and auxiliaries
        "definite", "indefinite", "demonstrative", "possessive",  # determiners and pronouns
        "personal", "reflexive", "relative", "interrogative",  # pronouns
        "person", "place", "organisation",  # proper nouns
        "ordinal", "comparative",  # adjectives
        "contracted",  # prepositions that have swallowed an article
        "coordinating", "subordinating",  # conjunctions
        "negative",  # adverbs
        "final",  # marks that end a sentence
    ),
    "tense": (
        "present", "imperfect", "past", "future", "conditional", "imperative",
        "subjunctive-present", "subjunctive-imperfect", "subjunctive-future",
    ),
    "person": ("1", "2", "3"),
    "gender": ("m", "f", "n"),
    "number": ("s", "p"),
}  # fmt: skip
_FIELD_OF = {value: name for name, values in _VALUES.items() for value in values}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """What a word is; an empty field is unknown, does not apply, or may be either.

    >>> Tag.parse("noun.f.s").number
    's'
    """

    part: Part
    form: str = ""
    tense: str = ""
    person: str = ""
    gender: str = ""
    number: str = ""

    @classmethod
    def parse(cls, text: str) -> Tag:
        """Return the tag that a text such as ``noun.f.s`` stands for.

        Raises:
            SpecError: It is none.
        """
        first, *rest = text.strip().split(".")
        found: dict[str, str] = {}
        for value in rest:
            name = _FIELD_OF.get(value)
            if name is None or name in found:
                known = ", ".join(_FIELD_OF)
                raise SpecError(
                    f"{value!r} cannot be part of the tag {text!r}", remedy=f"There are, each once: {known}"
                )
            found[name] = value
        if first not in set(Part):
            raise SpecError(f"there is no part of speech {first!r}", remedy=f"There are: {', '.join(Part)}")
        return cls(part=Part(first), **found)

    def __str__(self) -> str:
        return ".".join(value for each in fields(self) if (value := str(getattr(self, each.name))))

    @property
    def is_verbal(self) -> bool:
        """Whether it is a verb, auxiliary or not."""
        return self.part in (Part.VERB, Part.AUXILIARY)

    @property
    def is_nominal(self) -> bool:
        """Whether it can be the head of a noun phrase by itself, pronouns apart."""
        return self.part in (Part.NOUN, Part.PROPER)
