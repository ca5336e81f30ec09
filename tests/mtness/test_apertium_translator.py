"""Translations by a pipe that stays open are those that ``apertium`` makes of each text by itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from tertium.mtness.resources.apertium.translator import ApertiumTranslator

from .apertium_installed import needs_apertium

pytestmark = needs_apertium

TABLE = {
    "morin de set": "mueran de siete",
    "sortida vol": "salida quiere",
    "disc dur": "disco llevar",
    "el disc és ple": "el disco es lleno",
    "és previst d'arribar": "es previsto de llegar",
}
SENTENCES = [
    "La meva germana treballa a l'hospital.",
    "Demà anirem a la platja; després, soparem a casa.",
    "«Vine aquí», va dir la mestra. I el nen? No hi va anar!",
    "El preu és de 3.500,50 euros (un 3% més) [sense IVA].",
    "Primera línia\nsegona línia\n\nUn altre paràgraf\tamb tabulador",
    "Hem de donar-li'n més: és l'única cosa   que vol ~ de debò",
    "Escriu a <b>casa</b> {x} ^y$ a/b @tu #3 *z \\ fi",
    "vol",
    "  espais  ",
]


@pytest.fixture(scope="module")
def translator() -> Iterator[ApertiumTranslator]:
    with ApertiumTranslator("ca", "es") as translator:
        yield translator


def test_the_papers_phrases(translator: ApertiumTranslator) -> None:
    assert dict(zip(TABLE, translator.translate(list(TABLE)), strict=True)) == TABLE
    assert translator.version.startswith("cat-spa, apertium lttoolbox 3")


@pytest.mark.parametrize("place", range(len(SENTENCES)))
def test_as_apertium_itself(translator: ApertiumTranslator, place: int) -> None:
    text = SENTENCES[place]
    command = ["apertium", "-n", "-u", "cat-spa"]
    answer = subprocess.run(command, input=text + "\n", capture_output=True, text=True, check=True).stdout
    # Its last program takes every full stop at the end of the text for one that its first program has added.
    stop = "." if text.endswith(".") else ""
    assert translator.translate([text]) == [answer.removesuffix("\n") + stop]


def test_whatever_is_in_the_text_nothing_is_lost(translator: ApertiumTranslator) -> None:
    texts = [
        "",
        " ",
        "\n",
        "a\0casa",
        "casa\ud800 ",
        "\uffff",
        "😀 casa",
        "cafe\u0301",
        "\x01\x7f",
        "\U00100000\0",
        ("El gos gran mira la casa nova. " * 800).strip(),
    ]
    answers = translator.translate(texts)
    assert translator.failures == []
    assert answers[:-1] == texts[:-1]
    assert answers[-1] == ("El perro grande mira la casa nueva. " * 800).strip()


def test_progress_is_told(translator: ApertiumTranslator) -> None:
    done: list[int] = []
    assert len(translator.translate(SENTENCES * 20, done.append)) == sum(done) == len(SENTENCES) * 20
