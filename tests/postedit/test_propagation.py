"""Propagation within a document."""

from dataclasses import replace

import pytest

from tertium.postedit import SuggestedEdit, TranslatedSegment
from tertium.postedit.propagation import propagate
from tests.postedit.notation import SALIDA, SEGMENTS, make_edits


def test_an_edit_is_propagated_where_the_source_fits() -> None:
    changed = propagate(SEGMENTS, SALIDA)
    assert [(each.segment, each.span, each.suggestion) for each in changed] == [
        (2, "salida quiere", "salida vuelo"),
        (2, "SALIDA QUIERE", "SALIDA VUELO"),
    ]
    assert make_edits(SEGMENTS, [SALIDA, *changed])[0][2] == "La salida vuelo y la SALIDA VUELO."
    assert len(propagate(SEGMENTS, SALIDA, everywhere=True)) == 3
    # Without a source, or without the word, nothing speaks against it.
    assert len(propagate([replace(each, source=None) for each in SEGMENTS], SALIDA)) == 3
    assert len(propagate(SEGMENTS, replace(SALIDA, source_word=""))) == 3


def test_an_edit_stays_in_its_document() -> None:
    segments = [replace(each, document=str(number)) for number, each in enumerate(SEGMENTS)]
    assert propagate(segments, SALIDA) == []


@pytest.mark.parametrize(
    ("span", "suggestion", "text", "found"),
    [
        ("INCREMENTO", "INCREMENT", "El incremento del Incremento.", []),
        ("INCREMENTO", "INCREMENT", "Es INCREMENTO.", ["INCREMENT"]),
        ("la celda A1", "el campo A1", "La celda a1 y la celda A1.", ["el campo A1"]),
        ("mesa", "tabla", "MESA, Mesa, mesa.", ["TABLA", "Tabla", "tabla"]),
        ("diseño de mesa", "diseño de tabla", "Diseño de MESA.", ["Diseño de TABLA"]),
        ("writer", "Writer", "WRITER, Writer, writer", ["Writer"]),
        ("A la hoja", "En la hoja", "Y a la hoja.", ["en la hoja"]),
    ],
)
def test_capitals_are_kept(span: str, suggestion: str, text: str, found: list[str]) -> None:
    segments = [TranslatedSegment(span), TranslatedSegment(text)]
    edit = SuggestedEdit(span=span, suggestion=suggestion, segment=0, start=0, end=len(span), text=span)
    assert [each.suggestion for each in propagate(segments, edit)] == found
