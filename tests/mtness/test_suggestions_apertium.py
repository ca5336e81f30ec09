"""Whether the right repair is among those of real translations, with the tagger and dictionary of Apertium."""

from __future__ import annotations

import pytest

from tertium.edits import apply_edits
from tertium.mtness.repairs.repairer import Repairer
from tertium.mtness.resources.apertium.apertium_dictionary import make
from tertium.mtness.segment import Segment
from tertium.mtness.text.taggers.apertium_tagger import ApertiumTagger

from .apertium_installed import needs_apertium

pytestmark = needs_apertium


@pytest.fixture(scope="module")
def taggers() -> dict[str, ApertiumTagger]:
    return {"es": ApertiumTagger("es")}


def find_after(tagger: ApertiumTagger, output: str, source: str) -> list[str]:
    """The output after each of its repairs."""
    dictionary, inflector = make("", "ca", "es")
    made = Segment(text=output, source=source).with_tokens(tagger.tag([output])[0]).with_spans(())
    with dictionary, inflector:
        (repaired,) = Repairer.of("es", dictionary, inflector).repair([made])
    return [apply_edits(output, repair.edits) for repair in repaired.repairs]


@pytest.mark.parametrize(
    ("output", "source", "wanted"),
    [
        ("Guardáis el libro.", "Deseu el llibre.", ["Guardad el libro.", "Guarde el libro.", "Guardar el libro."]),
        ("No guardáis el libro.", "No deseu el llibre.", ["No guardéis el libro.", "No guarde el libro."]),
        ("Como quered.", "Com vulgueu.", ["Como queráis."]),
        ("El avión será a París.", "L'avió serà a París.", ["El avión estará en París."]),
        ("Es previsto de salir.", "És previst de sortir.", ["Está previsto salir."]),
        ("Ayer vi la María.", "Ahir vaig veure la Maria.", ["Ayer vi María."]),
        ("Venid para lunes.", "Veniu per dilluns.", ["Venid para el lunes."]),
        ("Pensó a salir.", "Va pensar a sortir.", ["Pensó en salir."]),
        ("Dónde está?", "On és?", ["¿Dónde está?"]),
        ("Padres y hijos.", "Pares i fills.", ["Padres e hijos."]),
        ("Trabaja con el Calco.", "Treballa amb el Calc.", ["Trabaja con Calc."]),
        ("Me hace daño.", "Em fa mal.", ["Me duele."]),
        ("Está debajo la mesa.", "És sota la taula.", ["Está debajo de la mesa."]),
    ],
)
def test_the_right_repair_is_there(
    taggers: dict[str, ApertiumTagger], output: str, source: str, wanted: list[str]
) -> None:
    found = find_after(taggers["es"], output, source)
    assert [each for each in wanted if each in found] == wanted


@pytest.mark.parametrize(
    ("output", "source", "unwanted"),
    [
        (
            "Selecciona la biblioteca que quieres suprimir.",
            "Selecciona la biblioteca que vols suprimir.",
            "Selecciona la biblioteca qué quieres suprimir.",
        ),
        ("Es la casa donde vive.", "És la casa on viu.", "Es la casa dónde vive."),
        ("Vivió en la Alemania nazi.", "Va viure a l'Alemanya nazi.", "Vivió en Alemania nazi."),
        ("Es previsto de salir.", "És previst de sortir.", "Está previsto de salir."),
    ],
)
def test_known_mistakes_are_not(taggers: dict[str, ApertiumTagger], output: str, source: str, unwanted: str) -> None:
    assert unwanted not in find_after(taggers["es"], output, source)
