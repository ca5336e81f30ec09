"""Text with small words exchanged on purpose."""

from __future__ import annotations

from tertium.corpus.normalisation import Normalisation
from tertium.mtness.learning.exchanges import exchange_words
from tertium.mtness.resources.confusions import Confusion, ConfusionTable
from tertium.mtness.resources.word_choices import ContextRules, WordChoice, WordChoices

CHOICES = WordChoices(
    [WordChoice("a", "en", {"bias": 0.5}), WordChoice("por", "para", {})],
    ContextRules(contractions={"al": ("a", "el")}),
)
TABLE = ConfusionTable(
    [
        Confusion(replaced=("a",), replacement=("en",), count=3, occurrences=9),
        Confusion(replaced=("por",), replacement=("para",), count=3, occurrences=9, synonyms=True),
    ]
)
SPANISH = Normalisation("es")


def test_words_are_exchanged_as_the_system_confuses_them() -> None:
    texts = ["Está en la lista.", "En el menú hay más.", "Voy a casa.", "Es para ti."]
    found = exchange_words(texts, CHOICES, TABLE, SPANISH, share=1.0)
    # "a" for "en" is what it writes, "en" for "a" is not; what is style is no mistake.
    assert found == ["Está a la lista.", "Al menú hay más.", "Voy a casa.", "Es para ti."]


def test_one_word_of_some_texts_is_exchanged() -> None:
    texts = ["Está en casa y en el jardín."] * 400
    found = exchange_words(texts, CHOICES, TABLE, SPANISH)
    assert 60 <= sum(text != texts[0] for text in found) <= 140
    assert set(found) == {texts[0], "Está a casa y en el jardín.", "Está en casa y al jardín."}
    assert found == exchange_words(texts, CHOICES, TABLE, SPANISH)
