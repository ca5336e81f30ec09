"""Propagation within a document."""

from dataclasses import replace

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
