"""The tagger by spaCy, with its real English model."""

from __future__ import annotations

from typing import Any

import pytest

from tertium.errors import InputError, MissingPartError, SpecError, TextError
from tertium.mtness.text.taggers.spacy_tagger import SpacyTagger, make
from tertium.mtness.text.tokens import Token

library: Any = pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' to test the tagger")


@pytest.fixture(scope="module")
def english() -> SpacyTagger:
    return make("en")


def show(tokens: tuple[Token, ...]) -> list[tuple[str, str, str]]:
    return [(token.text, token.lemma, str(token.tag)) for token in tokens]


def test_words(english: SpacyTagger) -> None:
    (tokens,) = english.tag(["She has eaten the apples."])
    assert show(tokens) == [
        ("She", "she", "pronoun.personal.3.f.s"),
        ("has", "have", "auxiliary.finite.present.3.s"),
        ("eaten", "eat", "verb.participle"),
        ("the", "the", "determiner.definite"),
        ("apples", "apple", "noun.p"),
        (".", ".", "punctuation.final"),
    ]
    assert tokens[4].native == "NNS"


def test_genitive_question_and_names(english: SpacyTagger) -> None:
    (tokens,) = english.tag(["Why did Mary's brother go to Paris?"])
    tags = {text: tag for text, _, tag in show(tokens)}
    assert tags["Why"] == "adverb"
    assert tags["'s"] == "determiner.possessive"
    assert tags["Mary"] == "proper.person.s"
    assert tags["Paris"] == "proper.place.s"


@pytest.mark.parametrize(
    "text",
    ["", "  \n ", "a  b\n\tc \u00a0 d", "<p>I &amp; you<br/></p>", "x\0y \u200b z", "no " * 5000, "a" * 5000, "…?! 😀"],
    ids=["empty", "blank", "white space", "markup", "control", "5000 words", "long word", "marks"],
)
def test_offsets(english: SpacyTagger, text: str) -> None:
    (tokens,) = english.tag([text])
    assert all(text[token.start : token.end] == token.text and token.text.strip() for token in tokens)
    assert "".join("".join(token.text for token in tokens).split()) == "".join(text.split())


def test_either_apostrophe(english: SpacyTagger) -> None:
    text = "She doesn't like Mary's dog, it's 'bad'."
    curly = text.replace("'", "’")
    straight, curled = english.tag([text, curly])
    assert [token.text for token in straight] == [token.text.replace("’", "'") for token in curled]
    assert [(token.tag, token.lemma) for token in straight] == [(token.tag, token.lemma) for token in curled]
    assert [token.text for token in curled][:3] == ["She", "does", "n’t"]
    assert all(curly[token.start : token.end] == token.text for token in curled)


def test_language_version_and_progress(english: SpacyTagger) -> None:
    steps: list[int] = []
    assert english.language == "en"
    assert "spacy" in english.version
    assert english.tag(["yes"] * 200, steps.append)[0] == english.tag(["yes"])[0]
    assert steps == [128, 72]


def test_model_without_lemmatizer(english: SpacyTagger, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("model") / "small"
    with english.pipeline.select_pipes(disable=["lemmatizer"]):
        english.pipeline.to_disk(folder, exclude=["lemmatizer"])
    bare = library.load(folder, exclude=["lemmatizer"])
    bare.to_disk(folder.parent / "bare")
    (tokens,) = make(str(folder.parent / "bare")).tag(["The Apples"])
    assert [token.lemma for token in tokens] == ["the", "apples"]


def test_model_without_tagger(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("model") / "blank"
    library.blank("en").to_disk(folder)
    with pytest.raises(InputError, match="no tagger"):
        make(str(folder))


@pytest.mark.parametrize("model", ["xx", "en_no_such_model", "./no/such/folder"])
def test_models_that_are_not_there(model: str) -> None:
    with pytest.raises((InputError, MissingPartError)) as caught:
        make(model)
    assert caught.value.remedy


def test_model_of_another_language() -> None:
    assert make("", "en").language == make("en", "EN").language == make("", "eng").language == "en"
    with pytest.raises(SpecError, match="'en', not 'es'"):
        make("en", "es")


def test_what_is_no_text(english: SpacyTagger) -> None:
    with pytest.raises(TextError):
        english.tag([3])  # type: ignore[list-item]


@pytest.mark.skipif(
    not library.util.is_package("fr_core_news_sm"), reason="NO FRENCH MODEL: python -m spacy download fr_core_news_sm"
)
def test_french() -> None:
    tagger = make("fr")
    (tokens,) = tagger.tag(["La fille du roi mange une pomme."])
    tags = {text: tag for text, _, tag in show(tokens)}
    assert tagger.language == "fr"
    assert tags["fille"] == "noun.f.s"
    assert tags["mange"] == "verb.finite.present.3.s"
    (tokens,) = tagger.tag(["dans l’Espagne"])
    assert [token.text for token in tokens] == ["dans", "l’", "Espagne"]
