"""Word edits: one question for all places of a word, and pairs that are confirmed by word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tertium.edits import Edit
from tertium.errors import SpecError
from tertium.postedit import (
    ProposedEdits,
    Repository,
    Review,
    TranslatedSegment,
    apply_edits,
)
from tertium.postedit.word_edits import narrow
from tertium.proposals import Proposal, Suggestion

TEXTS = [
    ("El diseño de mesa es nuevo.", "El disseny de taula és nou."),
    ("Elegid el diseño de la mesa.", "Trieu el disseny de la taula."),
    ("La mesa tiene filas. Mesa 2.", "La taula té files. Taula 2."),
    ("Comimos en la mesa.", "Vam menjar a la mesa."),
    ("La fila de mesa es azul.", "La fila de taula és blava."),
]
SEGMENTS = tuple(TranslatedSegment(text, source) for text, source in TEXTS)


def propose(
    segment: int, span: str, old: str, new: str, source: str = "taula", *, texts: Any = TEXTS, further: Any = ()
) -> Proposal:
    """A proposal that changes one word, and perhaps others before it."""
    text = texts[segment][0]
    start = text.index(span)
    at = text.index(old, start)
    edits = tuple(Edit(text.index(one, start), text.index(one, start) + len(one), other) for one, other in further)
    edits = (*edits, Edit(at, at + len(old), new))
    changed = span.replace(old, new)
    for one, other in further:
        changed = changed.replace(one, other)
    suggestion = Suggestion(text=changed, edits=edits, count=9, source_word=source, replaced=old, replacement=new)
    return Proposal(
        segment=segment,
        start=start,
        end=start + len(span),
        span=span,
        suggestions=(suggestion,),
        error="wrong sense",
        text=text,
        source=texts[segment][1],
    )


PROPOSALS = (
    propose(0, "diseño de mesa", "mesa", "tabla"),
    propose(1, "diseño de la mesa", "mesa", "tabla"),
    propose(4, "fila de mesa", "mesa", "tabla"),
)


def open_review(folder: Path, document: str = "one", **settings: Any) -> Review:
    proposed = ProposedEdits(SEGMENTS, PROPOSALS, "ca-es")
    return Review(proposed, Repository(folder / "kept.sqlite"), document=document, **settings)


def places_of(review: Review) -> list[tuple[int, int, str, bool]]:
    assert review.current is not None
    assert review.current.best is not None
    found = review.places(review.current.best)
    return [(each.edit.segment, each.edit.start, each.edit.suggestion, each.whole is not None) for each in found]


def accept(review: Review, *numbers: int) -> None:
    assert review.current is not None
    assert review.current.best is not None
    places = review.places(review.current.best)
    chosen = [places[number - 1] for number in numbers] or places
    review.accept_places(chosen, by_word=len(chosen) == len(places))


def test_a_suggestion_is_narrowed_to_the_mistranslated_word() -> None:
    edit = narrow(PROPOSALS[1], PROPOSALS[1].suggestions[0], "ca-es")
    assert (edit.span, edit.suggestion, edit.start, edit.end) == ("mesa", "tabla", 23, 27)
    assert (edit.source_word, edit.segment) == ("taula", 1)


@pytest.mark.parametrize(
    ("text", "span", "edits", "narrowed"),
    [
        ("Dentro del LibreOffice 5.", "Dentro del LibreOffice", [(7, 10, "de")], ("del LibreOffice", "de LibreOffice")),
        ("Vi el LibreOffice.", "Vi el LibreOffice", [(3, 6, "")], ("el LibreOffice", "LibreOffice")),
        ("Ayer vi María.", "vi María", [(8, 8, "a ")], ("vi María", "vi a María")),
        ("El disco es lleno.", "El disco es lleno", [(9, 11, "está")], ("es lleno", "está lleno")),
        ("Muy grande.", "Muy grande", [(4, 10, "gran")], ("Muy grande", "Muy gran")),
        ("Salida quiere.", "Salida quiere", [(0, 13, "Salida vuelo")], ("Salida quiere", "Salida vuelo")),
        ("Abrid a la hoja.", "Abrid a la hoja", [(6, 7, "en")], ("a la hoja", "en la hoja")),
        ("Va a ella.", "Va a ella", [(3, 4, "en")], ("a ella", "en ella")),
        ("Va a él.", "Va a él", [(3, 4, "en")], ("Va a él", "Va en él")),
    ],
)
def test_without_a_source_word_a_neighbour_belongs_to_the_edit(
    text: str, span: str, edits: list[tuple[int, int, str]], narrowed: tuple[str, str]
) -> None:
    start = text.index(span)
    suggestion = Suggestion(text="", edits=tuple(Edit(*each) for each in edits), replaced="x", replacement="y")
    proposal = Proposal(segment=0, start=start, end=start + len(span), span=span, text=text)
    edit = narrow(proposal, suggestion)
    assert (edit.span, edit.suggestion) == narrowed
    assert text[edit.start : edit.end] == edit.span


@pytest.mark.parametrize(
    ("old", "new", "narrowed"),
    [
        ("como", "cómo", "como podéis"),
        ("dur", "duro", "dur podéis"),
        ("ORO", "OR", "ORO"),
        ("donde", "en que", "donde"),
    ],
)
def test_words_that_say_little_keep_a_neighbour(old: str, new: str, narrowed: str) -> None:
    text = f"Ved {old} podéis ir."
    suggestion = Suggestion(
        text="", edits=(Edit(4, 4 + len(old), new),), source_word="com", replaced=old, replacement=new
    )
    proposal = Proposal(segment=0, start=0, end=len(text) - 1, span=text[:-1], text=text)
    assert narrow(proposal, suggestion).span == narrowed


def test_all_places_of_a_word_are_found_where_the_source_has_its_word(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert places_of(review) == [
        (0, 13, "tabla", True),
        (1, 23, "tabla", True),
        (2, 3, "tabla", False),
        (2, 21, "Tabla", False),
        (4, 11, "tabla", True),
    ]
    everywhere = open_review(tmp_path, everywhere=True)
    assert (3, 14, "tabla", False) in places_of(everywhere)


def test_all_places_are_changed_and_undone_together(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    accept(review)
    assert review.edited.texts == [
        "El diseño de tabla es nuevo.",
        "Elegid el diseño de la tabla.",
        "La tabla tiene filas. Tabla 2.",
        "Comimos en la mesa.",
        "La fila de tabla es azul.",
    ]
    assert (review.left, review.decided, review.current) == (0, 1, None)
    again = open_review(tmp_path)
    assert (again.edited.texts, again.left) == (review.edited.texts, 0)
    assert len(again.find_decisions(again.waiting)) == 3
    (pair,) = Repository(tmp_path / "kept.sqlite").pairs()
    assert (pair.key.span, pair.key.suggestion, pair.source_words) == ("mesa", "tabla", {"taula"})
    again.undo()
    assert again.edited.texts == [text for text, _ in TEXTS]
    assert again.current == replace(PROPOSALS[0], document="one")


def test_some_places_are_changed_and_the_others_stay_open(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    accept(review, 3, 5)
    assert [number for number, (text, _) in enumerate(TEXTS) if review.edited.texts[number] != text] == [2, 4]
    assert review.left == 2
    assert review.current is not None
    assert review.current.segment == 0
    # The word is not right everywhere, so that the pair is that of the whole span.
    (pair,) = Repository(tmp_path / "kept.sqlite").pairs()
    assert pair.key.span == "fila de mesa"
    with pytest.raises(SpecError, match="no place is chosen"):
        review.accept_places([], by_word=True)


def test_all_proposals_of_a_word_are_declined(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert review.current is not None
    assert review.current.best is not None
    assert review.decline_all(review.current.best) == 3
    assert (review.left, review.current) == (0, None)
    assert open_review(tmp_path).left == 0
    declined = {each.key.span for each in Repository(tmp_path / "kept.sqlite").pairs() if each.record.declined}
    assert declined == {"mesa", "diseño de la mesa", "fila de mesa"}


def test_pairs_are_confirmed_and_applied_by_word(tmp_path: Path) -> None:
    for document in ("one", "two", "three"):
        accept(open_review(tmp_path, document))
    repository = Repository(tmp_path / "kept.sqlite")
    new = [
        TranslatedSegment("Insertad una mesa.", "Inseriu una taula."),
        TranslatedSegment("Puso la mesa.", "Va parar la mesa."),
        TranslatedSegment("Una mesa sin fuente."),
    ]
    applied = apply_edits(new, repository)
    assert applied.texts == ["Insertad una tabla.", "Puso la mesa.", "Una mesa sin fuente."]
    assert apply_edits(new, repository, everywhere=True).texts[2] == "Una tabla sin fuente."


def test_the_word_before_is_changed_where_it_is_the_same(tmp_path: Path) -> None:
    texts = [
        ("Dijo el orden a él.", "Va dir l'ordre."),
        ("Del orden. El orden.", "L'ordre."),
        ("Un orden.", "Un ordre."),
    ]
    proposal = propose(0, "el orden", "orden", "mandata", "ordre", texts=texts, further=[("el", "la")])
    segments = tuple(TranslatedSegment(*each) for each in texts)
    review = Review(ProposedEdits(segments, (proposal,)), Repository(tmp_path / "kept.sqlite"))
    accept(review)
    assert review.edited.texts == ["Dijo la mandata a él.", "Del mandata. La mandata.", "Un mandata."]


def test_places_that_were_decided_or_changed_are_not_offered(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    review.decline()
    assert [each[:2] for each in places_of(review)] == [(1, 23), (2, 3), (2, 21), (4, 11)]


def test_a_whole_segment_is_rewritten(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    edit = review.rewrite("El diseño de las tablas es nuevo.")
    assert (edit.span, edit.suggestion) == ("mesa", "las tablas")
    assert review.edited.texts[0] == "El diseño de las tablas es nuevo."
    assert review.current is not None
    assert review.current.segment == 1
    assert open_review(tmp_path).edited.texts[0] == "El diseño de las tablas es nuevo."
    review.undo()
    assert review.edited.texts[0] == TEXTS[0][0]
    assert review.current.segment == 0


def test_a_rewritten_segment_keeps_what_was_accepted_before(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    accept(review)
    place = (0, *PROPOSALS[0].place[1:])
    with pytest.raises(SpecError, match="decided already"):
        review.rewrite("Nada.", at=place)
    review = open_review(tmp_path, "two")
    review.rewrite("Ese diseño de mesa es nuevo, sí.")
    assert review.current is not None
    assert review.current.segment == 0  # its words are still there
    review.rewrite("Ese diseño de mesa es muy nuevo, sí.")
    assert review.edited.texts[0] == "Ese diseño de mesa es muy nuevo, sí."
    with pytest.raises(SpecError, match="was put in before"):
        review.rewrite("Aquel diseño de mesa es muy nuevo, sí.")
    with pytest.raises(SpecError, match="the same as before"):
        review.rewrite("Ese diseño de mesa es muy nuevo, sí.")
    accept(review)
    assert review.edited.texts[0] == "Ese diseño de tabla es muy nuevo, sí."


def test_rewritings_can_be_shared(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    review.rewrite("¡El diseño de mesa es nuevo.")
    (row,) = Repository(tmp_path / "kept.sqlite").export()
    assert row["span"].strip()
    assert row["suggestion"] == "¡El"


def make_review(folder: Path, texts: Any, *proposals: Proposal, **settings: Any) -> Review:
    segments = tuple(TranslatedSegment(*each) for each in texts)
    return Review(ProposedEdits(segments, proposals), Repository(folder / "kept.sqlite"), **settings)


@pytest.mark.parametrize("by_word", [True, False])
def test_proposals_about_other_words_of_a_span_are_asked(tmp_path: Path, by_word: bool) -> None:
    texts = [("Elegís Formado.", "Trieu Format.")]
    first = propose(0, "Elegís", "Elegís", "Elegid", "trieu", texts=texts)
    second = propose(0, "Elegís Formado", "Formado", "Formato", "format", texts=texts)
    third = propose(0, "Elegís Formado.", "Elegís", "Elegid", "trieu", texts=texts)
    review = make_review(tmp_path, texts, first, second, third)
    assert review.current is not None
    assert review.current.best is not None
    if by_word:
        accept(review)
    else:
        review.accept(review.current.best)
    assert review.current is not None
    assert (review.current.span, review.left) == ("Elegís Formado", 1)
    assert review.show_around(*review.current.place) == ("", "Elegid Formado", ".")
    accept(review)
    assert (review.edited.texts, review.left) == (["Elegid Formato."], 0)
    assert make_review(tmp_path, texts, first, second, third).left == 0


def test_a_neighbour_of_accepted_words_can_be_changed(tmp_path: Path) -> None:
    texts = [("Abrid a la hoja.", ""), ("Id a la hoja.", "")]
    suggestion = Suggestion(text="Abrid en la hoja", edits=(Edit(6, 7, "en"),))
    first = Proposal(segment=0, start=0, end=15, span="Abrid a la hoja", suggestions=(suggestion,), text=texts[0][0])
    second = propose(1, "a la hoja", "hoja", "página", "", texts=texts)
    review = make_review(tmp_path, texts, first, second)
    accept(review)
    assert review.current is not None
    assert review.current.span == "a la hoja"
    accept(review)
    assert review.edited.texts == ["Abrid en la página.", "Id en la página."]


def test_an_accepted_edit_is_not_offered_again(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert review.current is not None
    assert review.current.best is not None
    review.accept(review.current.best)  # the place of the decision is the span, and not the word
    assert [each[:2] for each in places_of(review)] == [(1, 23), (2, 3), (2, 21), (4, 11)]


def test_a_span_is_shown_with_what_was_accepted_in_it(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert review.current is not None
    assert review.current.best is not None
    review.accept(review.current.best)
    assert review.show_around(0, 13, 17) == ("El diseño de ", "tabla", " es nuevo.")
    assert review.show_around(0, 10, 15) == ("El diseño ", "de tabla", " es nuevo.")
    assert review.show_around(0, 3, 12, [Edit(3, 9, "plan")]) == ("El ", "plan de", " tabla es nuevo.")


def test_a_proposal_in_other_capitals_is_another_question(tmp_path: Path) -> None:
    texts = [("Use INCREMENTO aquí.", ""), ("Use incremento aquí.", "")]
    proposals = [propose(each, texts[each][0][:-1], texts[each][0].split()[1], "X", "", texts=texts) for each in (0, 1)]
    assert len(places_of(make_review(tmp_path, texts, *proposals))) == 1


@pytest.mark.parametrize(
    ("text", "old", "new", "narrowed"),
    [
        ('Haced clic "a" la hoja.', '"a"', '"en"', '"a" la hoja'),
        ('Haced clic "a" la hoja.', "a", "en", '"a" la hoja'),
        ("A la hoja.", "A", "En", "A la hoja"),
        ("Haced clic a él. Luego salid.", "a", "en", "clic a"),
        ('Haced clic "con" la hoja.', '"con"', '"en"', '"con" la hoja'),
        ("Ved como podéis.", "como", "cómo", "como podéis"),
        ("Use A1 aquí.", "A1", "B1", "A1"),
        ("A.", "A", "En", "A"),
    ],
)
def test_a_short_word_has_a_neighbour_also_where_it_was_found_alone(
    tmp_path: Path, text: str, old: str, new: str, narrowed: str
) -> None:
    texts = [(text, "a"), (f"Va {old} otro sitio {old}", "a"), (f"Ya {narrowed}.", "a")]
    start = f" {text}".index(f" {old}") if f" {old}" in f" {text}" else text.index(f'"{old}"') + 1
    suggestion = Suggestion(
        text=new, edits=(Edit(start, start + len(old), new),), source_word="a", replaced=old, replacement=new
    )
    proposal = Proposal(
        segment=0, start=start, end=start + len(old), span=old, suggestions=(suggestion,), text=text, source="a"
    )
    assert narrow(proposal, suggestion).span == narrowed
    found = [each[0] for each in places_of(make_review(tmp_path, texts, proposal))]
    assert found == {"A": [0], "A1": [0, 1, 1, 2]}.get(narrowed, [0, 2])
