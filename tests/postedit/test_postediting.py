"""Proposals, changes by place, propagation, automatic correction, and reviews that go on where they stopped."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.edits import Edit
from tertium.errors import InputError, SpecError
from tertium.postedit.correction import Correction, Pair, PairKey, Record
from tertium.postedit.phrases import PhraseFinder, match_case
from tertium.postedit.postediting import EditedText, apply, correct, propagate
from tertium.postedit.proposals import load_proposals
from tertium.postedit.repository import Repository
from tertium.postedit.review import Review
from tertium.postedit.segments import TranslatedSegment

TEXTS = [
    ("Salida quiere a las 8.", "Sortida vol a les 8."),
    ("Se mueran de siete.", "Es morin de set."),
    ("La salida quiere y la SALIDA QUIERE.", "La sortida vol i la SORTIDA VOL."),
    ("La salida quiere irse.", "La sortida desitja anar-se'n."),
]


def make_finding(segment: int, text: str, *alternatives: tuple[str, int, str], **fields: Any) -> dict[str, Any]:
    start = TEXTS[segment - 1][0].index(text)
    others = [{"text": new, "count": number, "source": word} for new, number, word in alternatives]
    place = {"segment": segment, "start": start, "end": start + len(text), "text": text, "verdict": "instance"}
    return {**place, "error": "wrong sense", "count": 0, "alternatives": others, **fields}


def make_data() -> dict[str, Any]:
    return {
        "segments": [
            {"number": number, "document": "", "source": source, "text": text}
            for number, (text, source) in enumerate(TEXTS, 1)
        ],
        "findings": [
            make_finding(2, "mueran de siete", ("mueran de sed", 164, "set"), ("mueran de sets", 1, "set")),
            make_finding(1, "Salida quiere", ("Salida vuelo", 310, "vol")),
            make_finding(1, "quiere a las 8", ("vuelo a las 8", 7, "vol")),
            make_finding(3, "salida quiere", ("salida vuelo", 310, "vol")),
            make_finding(4, "irse", verdict="candidate"),
            make_finding(4, "La salida", verdict="fine"),
        ],
    }


def write_data(folder: Path, data: object = None) -> Path:
    path = folder / "found.json"
    path.write_text(json.dumps(make_data() if data is None else data), encoding="utf-8")
    return path


def open_review(folder: Path, **settings: Any) -> Review:
    proposals = load_proposals(write_data(folder))
    return Review(proposals, Repository(folder / "kept.sqlite"), name="found", languages="ca-es", **settings)


# Proposals


def test_proposals_come_in_the_order_of_the_text(tmp_path: Path) -> None:
    found = load_proposals(write_data(tmp_path))
    assert [each.old for each in found.proposals] == [
        "Salida quiere",
        "quiere a las 8",
        "mueran de siete",
        "salida quiere",
        "irse",
    ]
    third = found.proposals[2]
    assert (third.new, third.counts, third.source) == ("mueran de sed", (0, 164), "Es morin de set.")
    assert [each.text for each in third.others] == ["mueran de sets"]


def test_edits_of_an_alternative_may_be_smaller_than_the_phrase(tmp_path: Path) -> None:
    data = make_data()
    data["findings"] = data["findings"][1:2]
    data["findings"][0]["alternatives"][0]["edits"] = [{"start": 7, "end": 13, "text": "vuelo"}]
    (proposal,) = load_proposals(write_data(tmp_path, data)).proposals
    assert proposal.options[0].edits == (Edit(7, 13, "vuelo"),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"segment": 9}, "there is no segment 9"),
        ({"start": 1}, "has not got 'Salida quiere' at 1"),
        ({"text": 3}, "has not got 3"),
        ({"alternatives": [{}]}, "'text' is missing"),
        ({"alternatives": [{"text": "a", "edits": [{"start": 0, "end": 99, "text": ""}]}]}, "outside of segment 1"),
        ({"verdict": None, "segment": None}, ""),
    ],
    ids=["segment", "place", "text", "alternative", "edit", "not shown"],
)
def test_bad_findings_are_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    data = make_data()
    data["findings"] = [{**data["findings"][1], **change}]
    if not message:
        assert load_proposals(write_data(tmp_path, data)).proposals == ()
        return
    with pytest.raises(InputError) as error:
        load_proposals(write_data(tmp_path, data))
    assert "finding 1 cannot be read: " in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "content",
    ["{", "[]", "{}", '{"segments": [{}], "findings": []}', "\udcff", '{"a": "\\ud800"}'],
    ids=["cut off", "list", "empty", "no text", "not UTF-8", "half a character"],
)
def test_files_that_are_no_findings_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "found.json").write_text(content, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(InputError):
        load_proposals(tmp_path / "found.json")


def test_one_of_several_systems_is_chosen(tmp_path: Path) -> None:
    path = write_data(tmp_path, {"systems": [{"system": "old", **make_data()}, {"system": "new", **make_data()}]})
    assert len(load_proposals(path, system="new").proposals) == 5
    with pytest.raises(SpecError, match="There are: old, new"):
        load_proposals(path)


# Changes by place


def test_changes_that_overlap_are_refused() -> None:
    segments = [TranslatedSegment("uno dos tres")]
    made = [
        Correction("uno dos", "1 2", segment=1, start=0, end=7),
        Correction("dos tres", "2 3", segment=1, start=4, end=12),
        Correction("tres", "3", segment=1, start=8, end=12),
    ]
    assert apply(segments, made) == (["1 2 3"], [made[1]])


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (Edit(4, 4, "el "), Edit(4, 7, "DOS"), "uno el DOS tres"),
        (Edit(4, 7, "DOS"), Edit(7, 7, " y"), "uno DOS y tres"),
        (Edit(4, 7, "DOS"), Edit(5, 5, "x"), None),
        (Edit(4, 4, "a"), Edit(4, 4, "b"), None),
        (Edit(4, 7, "DOS"), Edit(4, 7, "DOS"), "uno DOS tres"),
        (Edit(4, 8, ""), Edit(8, 12, "3"), "uno 3"),
    ],
    ids=["in front", "behind", "inside", "same place", "same", "left out"],
)
def test_words_are_put_in_and_left_out(first: Edit, second: Edit, text: str | None) -> None:
    edited = EditedText([TranslatedSegment("uno dos tres")])
    assert edited.add(1, (first,))
    assert edited.add(1, (second,)) == (text is not None)
    assert text is None or edited.texts == [text]


@settings(max_examples=200)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from(["", "x", "yy"])), max_size=8))
def test_what_is_outside_of_edits_never_changes(places: list[tuple[int, int, str]]) -> None:
    text = "abcdefghijkl"
    edited = EditedText([TranslatedSegment(text)])
    made = [Edit(min(a, b), max(a, b), new) for a, b, new in places]
    made = [edit for edit in made if edited.add(1, (edit,))]
    left = [each for place, each in enumerate(text) if not any(edit.start <= place < edit.end for edit in made)]
    assert [each for each in edited.texts[0] if each not in "xy"] == left


# Phrases


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("set", "set setena aset set", ["set", "set"]),
        ("set", "set-li d'set set's «set» 'set' ¿set?", ["set", "set", "set"]),
        ("plaça", "plac\u0327a PLAÇA plaça", ["plac\u0327a", "PLAÇA", "plaça"]),
        ("cafe", "cafe\u0301 café cafe", ["cafe"]),
        ("el  perro", "El\u00a0perro el perros", ["El\u00a0perro"]),
        ("¿qué?", "¿Qué? qué", ["¿Qué?"]),
        ("a.c", "abc a.c", ["a.c"]),
        ("...", "a ... b", []),
    ],
    ids=["words", "joiners", "accents", "bare", "spaces", "marks", "dot", "no word"],
)
def test_phrases_are_found_as_whole_words(phrase: str, text: str, found: list[str]) -> None:
    assert [text[place.start : place.end] for place in PhraseFinder([phrase]).find(text)] == found


@pytest.mark.parametrize(
    ("found", "old", "new", "expected"),
    [
        ("Memoria RAMO", "memoria RAMO", "memoria RAM", "Memoria RAM"),
        ("memoria RAMO", "Memoria RAMO", "Memoria RAM", "memoria RAM"),
        ("ramo", "RAMO", "RAM", "RAM"),
        ("A", "a", "de la", "De la"),
        ("árbol", "Árbol", "Ébano", "ébano"),
    ],
    ids=["start", "inside", "abbreviation", "one letter", "accent"],
)
def test_capitals_are_kept(found: str, old: str, new: str, expected: str) -> None:
    assert match_case(found, old, new) == expected


# Propagation and automatic correction

SEGMENTS = [TranslatedSegment(text, source) for text, source in TEXTS]
SALIDA = Correction("Salida quiere", "Salida vuelo", "", "ca-es", "", 1, 0, 13, TEXTS[0][0], TEXTS[0][1], "vol")
PAIR = Pair(SALIDA.key, SALIDA.old, SALIDA.new, source_words=frozenset(["vol"]), record=Record(3, 0, 2, 0.0))


def test_a_correction_is_propagated_where_the_source_fits() -> None:
    changed = propagate(SEGMENTS, SALIDA)
    assert [(each.segment, each.old, each.new) for each in changed] == [
        (3, "salida quiere", "salida vuelo"),
        (3, "SALIDA QUIERE", "SALIDA VUELO"),
    ]
    assert apply(SEGMENTS, [SALIDA, *changed])[0][2] == "La salida vuelo y la SALIDA VUELO."
    assert len(propagate(SEGMENTS, SALIDA, everywhere=True)) == 3
    # Without a source, or without the word, nothing speaks against it.
    assert len(propagate([replace(each, source=None) for each in SEGMENTS], SALIDA)) == 3
    assert len(propagate(SEGMENTS, replace(SALIDA, source_word=""))) == 3


def test_a_correction_stays_in_its_document() -> None:
    segments = [replace(each, document=str(number)) for number, each in enumerate(SEGMENTS)]
    assert propagate(segments, SALIDA) == []


def test_a_new_document_is_corrected_and_the_changes_are_listed() -> None:
    texts, changes = correct(SEGMENTS, [PAIR])
    assert texts == ["Salida vuelo a las 8.", TEXTS[1][0], "La salida vuelo y la SALIDA VUELO.", TEXTS[3][0]]
    assert [(each.segment, each.start) for each in changes] == [(1, 0), (3, 3), (3, 22)]
    assert len(correct(SEGMENTS, [PAIR], everywhere=True)[1]) == 4


def test_the_longer_phrase_comes_first_and_nothing_is_changed_twice() -> None:
    def make(old: str, new: str, times: int = 3) -> Pair:
        return Pair(PairKey.of("", old, new), old, new, record=Record(times, 0, 2, 0.0))

    pairs = [make("a", "b"), make("b", "c"), make("a b", "x"), make("b", "d", 9)]
    assert correct([TranslatedSegment("a a b b")], pairs)[0] == ["b x d"]


# Reviews


def decide_all(review: Review) -> None:
    assert review.current is not None
    assert [each.segment for each in review.accept(review.current.options[0], propagated=True)] == [3, 3]
    review.decline()


def test_a_review_goes_through_a_document(tmp_path: Path) -> None:
    review = open_review(tmp_path, by="Ada")
    assert (review.left, review.decided) == (4, 0)
    decide_all(review)
    # What overlaps with a change, and what was changed by propagation, is not asked about.
    assert (review.current, review.left, review.decided) == (None, 0, 2)
    assert review.edited.texts == [
        "Salida vuelo a las 8.", TEXTS[1][0], "La salida vuelo y la SALIDA VUELO.", TEXTS[3][0],
    ]  # fmt: skip
    with pytest.raises(SpecError, match="nothing left"):
        review.decline()


def test_a_review_goes_on_where_it_stopped(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert review.current is not None
    review.accept(review.current.options[0])
    again = open_review(tmp_path)
    assert (again.decided, again.left) == (1, 2)
    assert again.current is not None
    assert again.current.old == "mueran de siete"
    assert again.edited.texts[0] == "Salida vuelo a las 8."
    again.accept("mueran de hambre")
    assert open_review(tmp_path).edited.texts[1] == "Se mueran de hambre."
    # Another text at the same places is asked about as if nothing had been decided.
    data = make_data()
    data["segments"][0]["text"] = "Salida quiere a las 9."
    data["findings"] = data["findings"][1:2]
    other = Review(load_proposals(write_data(tmp_path, data)), Repository(tmp_path / "kept.sqlite"), name="found")
    assert other.current is not None


def test_decisions_are_taken_back_one_after_the_other(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    decide_all(review)
    assert review.undo().decision == "declined"
    assert review.current is not None
    assert review.current.old == "mueran de siete"
    assert review.undo().decision == "accepted"
    assert review.edited.texts == [text for text, _ in TEXTS]
    assert review.current.old == "Salida quiere"
    with pytest.raises(SpecError, match="nothing was decided"):
        review.undo()


def test_only_ones_own_decisions_are_taken_back(tmp_path: Path) -> None:
    decide_all(open_review(tmp_path, by="Ada"))
    for name in ("Bob", ""):
        with pytest.raises(SpecError, match="was made by Ada"):
            open_review(tmp_path, by=name).undo()
    assert open_review(tmp_path, by="Ada").undo().decision == "declined"
    unnamed = open_review(tmp_path)
    unnamed.decline()
    with pytest.raises(SpecError, match="by somebody without a name"):
        open_review(tmp_path, by="Ada").undo()
    assert unnamed.undo().by == ""


def test_what_is_written_by_hand_keeps_the_word_of_the_source(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    # The last segment has the phrase too, and its source has another word.
    changed = review.accept("salida avión", propagated=True)
    assert [(each.segment, each.new) for each in changed] == [(3, "salida avión"), (3, "SALIDA AVIÓN")]
    (pair,) = Repository(tmp_path / "kept.sqlite").pairs()
    assert pair.source_words == {"vol"}
    assert [each.segment for each in correct(SEGMENTS, [pair])[1]] == [1, 3, 3]


def test_a_text_without_a_name_is_called_by_what_it_says(tmp_path: Path) -> None:
    data = make_data()
    names = [load_proposals(write_data(tmp_path, data)).name]
    data["findings"] = []
    names.append(load_proposals(write_data(tmp_path, data)).name)  # what was found in it does not matter
    data["segments"][0]["text"] = "Salida  quiere a las 8. "
    names.append(load_proposals(write_data(tmp_path, data)).name)
    data["segments"][0]["text"] = "Salida quiere a las 9."
    other = load_proposals(write_data(tmp_path, data)).name
    assert len(set(names)) == 1
    assert other not in names
    data["segments"][0]["document"] = "known"
    repository = Repository(tmp_path / "kept.sqlite")
    data["findings"] = make_data()["findings"][:1]
    proposals = load_proposals(write_data(tmp_path, data))
    review = Review(proposals, repository)
    review.decline()
    assert repository.decisions()[0].correction.document == proposals.name
    assert Review(proposals, repository).decided == 1


def test_pairs_are_proposed_with_their_record(tmp_path: Path) -> None:
    review = open_review(tmp_path)
    assert review.current is not None
    review.accept(review.current.options[0])
    review.decline()
    assert review.current.old == "salida quiere"
    (record,) = review.records(review.current)
    assert record.describe() == "accepted once"


def test_what_is_skipped_or_has_no_alternative_is_left_for_another_time(tmp_path: Path) -> None:
    review = open_review(tmp_path, candidates=True)
    assert review.left == 5
    for _ in range(4):
        review.skip()
    assert review.current is not None
    assert (review.current.old, review.current.options) == ("irse", ())
    review.decline()
    assert (review.left, review.decided) == (4, 1)
