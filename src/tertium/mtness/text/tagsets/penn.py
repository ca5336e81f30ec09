"""Penn Treebank tags, of English, with those that OntoNotes and spaCy added.

The tags do not tell *that* and *because* from prepositions (both are ``IN``), nor *the* from *a* (both are ``DT``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tertium.mtness.text.tags import Part, Tag

_TAGS: Mapping[str, str] = {
    "NN": "noun.s",
    "NNS": "noun.p",
    "NNP": "proper.s",
    "NNPS": "proper.p",
    "PRP": "pronoun.personal",
    "PRP$": "determiner.possessive",
    "WP": "pronoun.relative",
    "WP$": "determiner.relative",
    "WDT": "pronoun.relative",
    "EX": "pronoun",
    "DT": "determiner",
    "PDT": "determiner",
    # It binds two noun phrases into one, as a possessive would.
    "POS": "determiner.possessive",
    "JJ": "adjective",
    "JJR": "adjective.comparative",
    "JJS": "adjective",
    "CD": "numeral",
    "LS": "numeral",
    "VB": "verb.infinitive",
    "VBP": "verb.finite.present",
    "VBZ": "verb.finite.present.3.s",
    "VBD": "verb.finite.past",
    "VBG": "verb.gerund",
    "VBN": "verb.participle",
    "MD": "auxiliary.finite",
    "RB": "adverb",
    "RBR": "adverb",
    "RBS": "adverb",
    "WRB": "adverb",
    "RP": "adverb",
    "IN": "preposition",
    "TO": "preposition",
    "CC": "conjunction.coordinating",
    "UH": "interjection",
    ".": "punctuation.final",
}
_MARKS = frozenset(
    (",", ":", "``", "''", '"', "-LRB-", "-RRB-", "(", ")", "HYPH", "NFP", "SYM", "$", "#", "-LSB-", "-RSB-", "-", "--")
)


@cache
def convert(tag: str, features: str = "") -> Tag:
    """Return the tag for a Penn one; ``Part.UNKNOWN`` for what is none.

    Args:
        tag: The tag, such as ``NNS``.
        features: Not used; all is in the tag.

    >>> str(convert("VBZ"))
    'verb.finite.present.3.s'
    """
    if tag in _MARKS:
        return Tag(part=Part.PUNCTUATION)
    text = _TAGS.get(tag)
    return Tag(part=Part.UNKNOWN) if text is None else Tag.parse(text)
