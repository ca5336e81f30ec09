"""spaCy's models as taggers: universal tags with features, base forms, and what kind of name a name is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from tertium.errors import InputError, SpecError
from tertium.mtness.resources.languages import shorten_code
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tagsets import penn, universal
from tertium.mtness.text.tokens import Token
from tertium.progress import Progress
from tertium.syntax.parser import check_segments, shorten
from tertium.syntax.parsers.spacy import describe_pipeline, load_pipeline

# Neither tags nor base forms come from these.
_NOT_NEEDED = (
    "parser", "entity_linker", "entity_ruler", "span_ruler", "spancat", "textcat", "textcat_multilabel", "senter",
    "sentencizer",
)  # fmt: skip
_TAGGERS = ("tagger", "morphologizer")
_NAMES = {
    "PER": "person", "PERSON": "person", "persName": "person", "LOC": "place", "GPE": "place", "FAC": "place",
    "placeName": "place", "geogName": "place", "ORG": "organisation", "orgName": "organisation",
}  # fmt: skip
# English "'s" and "why", which the universal tags call a particle and a conjunction.
_BETTER_IN_PENN = frozenset(("POS", "WRB"))
_FINAL = frozenset(".?!…")
_BATCH = 128


class SpacyTagger:
    """A spaCy model as a tagger.

    Args:
        model: The name of an installed model, the folder of one, or the code of a language; English if empty.
    """

    def __init__(self, model: str = "") -> None:
        self.pipeline = load_pipeline(model, what="tagger", exclude=_NOT_NEEDED, needs=_TAGGERS)
        self.version = describe_pipeline(self.pipeline)
        self._lock = Lock()

    @property
    def language(self) -> str:
        """The language of the model."""
        return str(self.pipeline.lang)

    def tag(self, texts: Sequence[str], progress: Progress | None = None) -> list[tuple[Token, ...]]:
        """Return the words and marks of each text; without a lemmatizer, the base form is the word in lower case."""
        check_segments(texts)
        tagged: list[tuple[Token, ...]] = []
        for start in range(0, len(texts), _BATCH):
            batch = texts[start : start + _BATCH]
            for text in batch:
                self._check_length(text)
            # A model's table of strings is not made for several threads.
            with self._lock:
                # Models know only the straight apostrophe; with the other one, "l’eau" and "doesn’t" would be one word.
                plain = [text.replace("’", "'") for text in batch]
                documents = self.pipeline.pipe(plain, batch_size=_BATCH)
                tagged += [_read_tokens(document, text) for document, text in zip(documents, batch, strict=True)]
            if progress is not None:
                progress(len(batch))
        return tagged

    def _check_length(self, text: str) -> None:
        if len(text) > self.pipeline.max_length:
            raise InputError(
                f"the segment {shorten(text)} has {len(text)} characters, too many to tag",
                remedy="Check whether line breaks are missing in the file",
            )


def _read_tokens(document: Any, original: str) -> tuple[Token, ...]:
    """The words of a document, as they stand in the original, which differs in apostrophes only."""
    tokens = []
    for word in document:
        text = word.text
        if text.isspace():
            continue
        # White space may be at the end of a word that spaCy does not break, such as one before a no-break space.
        stripped = text.strip()
        start = word.idx + text.index(stripped)
        end = start + len(stripped)
        lemma = word.lemma_ or stripped.lower()
        tokens.append(
            Token(text=original[start:end], start=start, end=end, lemma=lemma, tag=_make_tag(word), native=word.tag_)
        )
    return tuple(tokens)


def _make_tag(word: Any) -> Tag:
    if word.lang_ == "en" and word.tag_ in _BETTER_IN_PENN:
        return penn.convert(word.tag_)
    tag = universal.convert(word.pos_, str(word.morph))
    if tag.part == Part.PROPER:
        kind = _NAMES.get(word.ent_type_, "")
        return replace(tag, form=kind) if kind else tag
    if tag.part == Part.PUNCTUATION:
        # Models tag marks by what they do, and call a colon an end as well.
        return Tag(part=Part.PUNCTUATION, form="final" if set(word.text) <= _FINAL else "")
    return tag


def make(argument: str, language: str = "", rules: Path | None = None) -> SpacyTagger:
    """Return the tagger of a model, or of a language.

    Args:
        argument: The name of a model, its folder or the code of its language; empty for the usual one of the language.
        language: Two letters; that of the model if empty.
        rules: The folder of the language; spaCy has its own words.

    Raises:
        SpecError: The model is of another language.
        InputError: There is no such model.
    """
    language = shorten_code(language)
    tagger = SpacyTagger(argument or language)
    if language and tagger.language != language:
        raise SpecError(
            f"the spaCy model {argument!r} is of the language {tagger.language!r}, not {language!r}",
            remedy="Choose another model, or say the right language",
        )
    return tagger
