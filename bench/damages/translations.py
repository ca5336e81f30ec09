"""Words that become another translation of their source word.

Made without the makers of suggestions, so that what is inserted stays the same when these change. All words are tried,
in spans or not, and all translations, whether a corpus could tell the difference or not; only function words are not
exchanged for each other. An article follows the gender of a new noun; nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.damages.place import Place
from tertium.edits import Edit
from tertium.mtness.repairs.drafts import match_case
from tertium.mtness.repairs.word_links import find_links
from tertium.mtness.resources.dictionary import Translation
from tertium.mtness.resources.opening import open_dictionary
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tokens import Token

_FUNCTION = frozenset((Part.DETERMINER, Part.PRONOUN, Part.PREPOSITION, Part.CONJUNCTION))
_OTHER_GENDER = {
    one: other
    for pair in (("el", "la"), ("los", "las"), ("un", "una"), ("unos", "unas"), ("del", "de la"), ("al", "a la"))
    for one, other in (pair, pair[::-1])
}


def find_translations(segments: Sequence[Segment], source: str, target: str) -> Iterator[Place]:
    """The wrong sense if both translate the same source word, else a word form that was taken for another's."""
    dictionary, _ = open_dictionary("apertium", source, target)
    assert dictionary is not None
    words = dictionary.look_up([segment.source or "" for segment in segments])
    for number, (segment, found) in enumerate(zip(segments, words, strict=True)):
        for place, link in enumerate(find_links(found, segment.tokens)):
            token = segment.tokens[place]
            now = _find_now(token, found[link].translations) if link >= 0 else None
            seen = {token.text.casefold()}
            for other in found[link].translations if now else ():
                edits = _replace(segment.tokens, place, other)
                if now is not None and edits and other.text.casefold() not in seen and _is_other(token, now, other):
                    seen.add(other.text.casefold())
                    yield Place(number, _classify(now, other), edits, token.text, edits[-1].text)


def _find_now(token: Token, translations: Sequence[Translation]) -> Translation | None:
    """The translation that equals a word, in the same form."""
    same = [each for each in translations if each.text.casefold() == token.text.casefold()]
    return next((each for each in same if each.target.tag.part is token.tag.part), same[0] if same else None)


def _is_other(token: Token, now: Translation, other: Translation) -> bool:
    if {token.tag.part, now.target.tag.part} & _FUNCTION and other.target.tag.part in _FUNCTION:
        return False
    same = other.target.lemma.casefold() in (token.lemma.casefold(), now.target.lemma.casefold())
    return not same or other.target.tag.is_verbal != token.tag.is_verbal


def _classify(now: Translation, other: Translation) -> str:
    one, two = now.source, other.source
    same = one.lemma.casefold() == two.lemma.casefold() and one.tag.is_verbal == two.tag.is_verbal
    return "wrong sense" if same else "word form"


def _replace(tokens: tuple[Token, ...], place: int, other: Translation) -> tuple[Edit, ...]:
    """The new word, with its article; none if it does not have the number of the old one."""
    token, tag = tokens[place], other.target.tag
    main = Edit(token.start, token.end, match_case(other.text, token.text))
    if tag.part is not token.tag.part or not tag.gender or not token.tag.gender:
        return (main,)
    if tag.number and token.tag.number and tag.number != token.tag.number:
        return ()
    if tag.gender == token.tag.gender:
        return (main,)
    before = tokens[place - 1] if place else None
    article = _OTHER_GENDER.get(before.text.casefold()) if before is not None else None
    # An adjective in another gender is another form, and no other word.
    if tag.part is not Part.NOUN:
        return ()
    if before is None or article is None:
        return (main,)
    return Edit(before.start, before.end, match_case(article, before.text)), main
