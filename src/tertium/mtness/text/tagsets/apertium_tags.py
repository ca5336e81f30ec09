"""The tags of Apertium, such as ``casa<n><f><sg>``, of the pairs of Romance languages and English."""

from __future__ import annotations

from functools import lru_cache

from tertium.mtness.resources.apertium.stream import parse_reading
from tertium.mtness.text.tags import Part, Tag

_PARTS = {
    "n": Part.NOUN, "np": Part.PROPER, "web": Part.PROPER, "acr": Part.NOUN, "abr": Part.NOUN, "mon": Part.NOUN,
    "vblex": Part.VERB, "vbser": Part.VERB, "vbmod": Part.VERB, "vbdo": Part.VERB, "vbtr": Part.VERB,
    "vbhaver": Part.AUXILIARY, "vaux": Part.AUXILIARY, "vbaux": Part.AUXILIARY, "vbavea": Part.AUXILIARY,
    "adj": Part.ADJECTIVE, "adv": Part.ADVERB, "preadv": Part.ADVERB, "cnjadv": Part.CONJUNCTION,
    "det": Part.DETERMINER, "detnt": Part.DETERMINER, "predet": Part.DETERMINER, "prn": Part.PRONOUN,
    "rel": Part.PRONOUN, "num": Part.NUMERAL, "pr": Part.PREPOSITION, "cnjcoo": Part.CONJUNCTION,
    "cnjsub": Part.CONJUNCTION, "ij": Part.INTERJECTION, "sent": Part.PUNCTUATION, "cm": Part.PUNCTUATION,
    "lpar": Part.PUNCTUATION, "rpar": Part.PUNCTUATION, "lquest": Part.PUNCTUATION, "rquest": Part.PUNCTUATION,
    "guio": Part.PUNCTUATION, "apos": Part.PUNCTUATION, "lquot": Part.PUNCTUATION, "rquot": Part.PUNCTUATION,
    "quot": Part.PUNCTUATION, "percent": Part.NUMERAL, "gen": Part.PREPOSITION, "part": Part.PREPOSITION,
}  # fmt: skip
_NAMES = {
    "ant": "person", "cog": "person", "loc": "place", "top": "place", "hyd": "place", "org": "organisation"
}  # fmt: skip
_KINDS = {
    "def": "definite", "ind": "indefinite", "qnt": "indefinite", "dem": "demonstrative", "pos": "possessive",
    "itg": "interrogative", "rel": "relative",
}  # fmt: skip
_VERBAL = {"inf": "infinitive", "ger": "gerund", "pprs": "gerund", "subs": "gerund", "pp": "participle"}
_TENSES = {
    "pri": "present", "pres": "present", "pii": "imperfect", "ifi": "past", "past": "past", "pret": "past",
    "fti": "future", "fut": "future", "cni": "conditional", "cnd": "conditional", "imp": "imperative",
    "prs": "subjunctive-present", "pis": "subjunctive-imperfect", "fts": "subjunctive-future",
}  # fmt: skip
# How forms of verbs are called; what English has in place of persons comes second.
_VERBAL_TAGS = {"infinitive": "<inf>", "gerund": "<ger>"}
_TENSE_TAGS = {
    "present": ("<pri>", "<pres>"), "imperfect": ("<pii>", "<past>"), "past": ("<ifi>", "<past>"), "future": ("<fti>",),
    "conditional": ("<cni>",), "imperative": ("<imp>",), "subjunctive-present": ("<prs>",),
    "subjunctive-imperfect": ("<pis>",), "subjunctive-future": ("<fts>",),
}  # fmt: skip
_PERSONS = {"p1": "1", "p2": "2", "p3": "3"}
_GENDERS = {"m": "m", "f": "f", "nt": "n"}
_NUMBERS = {"sg": "s", "pl": "p"}
_NEGATIVE = frozenset(("no", "not", "n't", "ne", "pas", "não", "non"))
_FINAL = frozenset(".?!…")
_UNKNOWN = Tag(part=Part.UNKNOWN)


@lru_cache(1 << 16)
def convert(native: str) -> Tag:
    """Return our tag for a reading of Apertium's; ``unknown`` if we do not know it.

    Of joined readings the first counts, so that a verb with pronouns after it is a verb; a preposition with an article
    is contracted, and has gender and number of the article.

    >>> str(convert("de<pr>+el<det><def><m><sg>"))
    'preposition.contracted.m.s'
    """
    if not native or native[0] in "*@#":
        return _UNKNOWN
    first, *others = parse_reading(native)
    part = _find_part(first.tags)
    if part is None:
        return _UNKNOWN
    tags = first.tags
    if part is Part.PREPOSITION:
        articles = [other.tags for other in others if _find_part(other.tags) is Part.DETERMINER]
        if articles:
            return Tag(
                part=part, form="contracted", gender=_pick(articles[0], _GENDERS), number=_pick(articles[0], _NUMBERS)
            )
        return Tag(part=part)
    if part in (Part.VERB, Part.AUXILIARY):
        return _convert_verb(part, tags)
    if part is Part.PUNCTUATION:
        return Tag(part=part, form="final" if tags[0] == "sent" and first.lemma[-1:] in _FINAL else "")
    if part is Part.CONJUNCTION:
        return Tag(part=part, form="coordinating" if tags[0] == "cnjcoo" else "subordinating")
    if part is Part.ADVERB:
        negative = first.lemma.lower() in _NEGATIVE or "neg" in tags
        return Tag(part=part, form="negative" if negative else _pick(tags, {"itg": "interrogative"}))
    if part is Part.NUMERAL and "ord" in tags:
        part = Part.ADJECTIVE
    form = _find_form(part, tags)
    person = _pick(tags, _PERSONS) if part is Part.PRONOUN else ""
    gender = "n" if tags[0] == "detnt" else _pick(tags, _GENDERS)
    return Tag(part=part, form=form, person=person, gender=gender, number=_pick(tags, _NUMBERS))


def list_verb_tags(tag: Tag) -> list[str]:
    """Return what Apertium may call the form of a verb, without the base form and the part of speech.

    >>> list_verb_tags(Tag.parse("verb.finite.present.3.s"))
    ['<pri><p3><sg>', '<pres>']
    """
    number = {"s": "<sg>", "p": "<pl>"}.get(tag.number, "")
    if tag.form == "participle":
        gender = f"<{tag.gender}>" if tag.gender in ("m", "f") else ""
        return [f"<pp>{gender}{number}"]
    if tag.form != "finite":
        return [_VERBAL_TAGS[tag.form]] if tag.form in _VERBAL_TAGS else []
    person = f"<p{tag.person}>" if tag.person else ""
    first, *others = _TENSE_TAGS.get(tag.tense, ("",))
    return [f"{first}{person}{number}", *others] if first else []


def _find_part(tags: tuple[str, ...]) -> Part | None:
    return _PARTS.get(tags[0]) if tags else None


def _pick(tags: tuple[str, ...], values: dict[str, str]) -> str:
    return next((values[tag] for tag in tags if tag in values), "")


def _convert_verb(part: Part, tags: tuple[str, ...]) -> Tag:
    form, tense = _pick(tags, _VERBAL), _pick(tags, _TENSES)
    if form:
        return Tag(part=part, form=form, gender=_pick(tags, _GENDERS), number=_pick(tags, _NUMBERS))
    return Tag(
        part=part,
        form="finite" if tense else "",
        tense=tense,
        person=_pick(tags, _PERSONS),
        number=_pick(tags, _NUMBERS),
    )


def _find_form(part: Part, tags: tuple[str, ...]) -> str:
    if part is Part.PROPER:
        return _pick(tags, _NAMES)
    if part is Part.ADJECTIVE:
        return _pick(tags, {"ord": "ordinal", "comp": "comparative", "pos": "possessive"})
    if part is Part.DETERMINER:
        return "definite" if tags[0] == "detnt" else _pick(tags, _KINDS)
    if part is Part.PRONOUN:
        # Strong and weak pronouns are personal if they have a person.
        personal = any(tag in _PERSONS or tag in ("pro", "enc", "subj", "obj") for tag in tags)
        return "reflexive" if "ref" in tags else _pick(tags, _KINDS) or ("personal" if personal else "")
    return ""
