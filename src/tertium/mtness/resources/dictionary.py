"""What a dictionary of two languages, and one that knows the forms of words, have to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tertium.mtness.text.tags import Tag
from tertium.mtness.text.tokens import Token


@dataclass(frozen=True, slots=True)
class Analysis:
    """One reading of a word.

    Attributes:
        lemma: The base form.
        tag: What it is.
        native: The reading as the analyser wrote it.
    """

    lemma: str
    tag: Tag
    native: str = ""


@dataclass(frozen=True, slots=True)
class Translation:
    """A word of the target language for a word of the source.

    Attributes:
        text: The form, inflected like the source word; lower case unless it is a name.
        target: Its base form and what it is.
        source: The reading of the source word that it translates.
    """

    text: str
    target: Analysis
    source: Analysis


@dataclass(frozen=True, slots=True)
class SourceWord:
    """A word of the source with all that it may mean.

    Attributes:
        text: It, as it stands in the source.
        start: Where it starts there.
        end: Where it ends.
        translations: All translations of all of its readings, no form twice with the same reading, likelier ones first.
    """

    text: str
    start: int
    end: int
    translations: tuple[Translation, ...]


class Dictionary(Protocol):
    """Source words and what they may mean."""

    @property
    def version(self) -> str:
        """Names and versions, for signatures."""
        ...

    def look_up(self, sources: Sequence[str]) -> list[tuple[SourceWord, ...]]:
        """Return the words of each source text, in order; words that are not known have no translations."""
        ...


@dataclass(frozen=True, slots=True)
class Wish:
    """A word that is wanted in another gender and number, or a verb in another form.

    Attributes:
        token: The word as it is; of a verb, the base form and the tag are those that it is to have.
        gender: The gender it is to have; as it is if empty.
        number: The number it is to have; as it is if empty.
    """

    token: Token
    gender: str = ""
    number: str = ""

    @classmethod
    def of_verb(cls, token: Token, tag: Tag, lemma: str = "") -> Wish:
        """Return the wish for another form of a verb, or for the form of another verb.

        Args:
            token: The verb as it is.
            tag: What it is to be.
            lemma: The base form of the verb that is to be there instead; the same verb if empty.
        """
        return cls(replace(token, tag=tag, lemma=lemma or token.lemma))


class Inflector(Protocol):
    """The forms of the words of the target language."""

    def inflect(self, wishes: Sequence[Wish]) -> list[str | None]:
        """Return each form that is wished for, in lower case unless it is a name; None if it is not known."""
        ...


class MakeDictionary(Protocol):
    """What makes a dictionary: an entry of ``tertium.registry.DICTIONARIES`` or of the entry points of a package."""

    def __call__(self, argument: str, source: str, target: str) -> tuple[Dictionary, Inflector | None]:
        """Return a dictionary, and what inflects words of the target language, if it has that.

        Args:
            argument: The text in the parentheses after its name; empty if there are none.
            source: The two-letter code of the source language.
            target: That of the target language.
        """
        ...
