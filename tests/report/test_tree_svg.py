import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.report.drawings.canvas import guess_width
from tertium.report.drawings.tree_drawing import PHRASE, draw_constituents, draw_dependencies, stack_pictures
from tertium.report.drawings.tree_layout import LABEL, lay_out_constituents, lay_out_dependencies, text_width
from tertium.syntax.trees import ROOT, Constituents, Dependencies
from tests.report.trees import (
    ARABIC,
    ARABIC_WORDS,
    CONSTITUENTS,
    CROSSING,
    DEPENDENCIES,
    LONG,
    LONG_WORDS,
    NASTY,
    NASTY_WORDS,
    PEN,
    PEN_WORDS,
    SEVERAL_ROOTS,
    constituents,
    dependencies,
)

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = {
    **{f"constituents, {name}": draw_constituents(tree) for name, tree in CONSTITUENTS.items()},
    **{f"dependencies, {name}": draw_dependencies(tree) for name, tree in DEPENDENCIES.items()},
}
MARKS = st.dictionaries(st.integers(0, 9), st.sampled_from(["matched", "partly", "missing"]))


def by_class(picture: str, name: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(picture).iter() if name in each.get("class", "").split()]


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def boxes(picture: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every text that stands in the middle of its place."""
    sizes = {"tertium-phrase": PHRASE, "tertium-tag": LABEL, "tertium-relation": LABEL, "tertium-word": 16.0}
    found = []
    for element in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        size = sizes.get(element.get("class", "").split()[0])
        if size is not None:
            x, y = float(element.get("x", "")), float(element.get("y", ""))
            width = guess_width(element.text or "", size)
            found.append((x - width / 2, y - 0.8 * size, x + width / 2, y + 0.2 * size))
    return found


def assert_apart(picture: str) -> None:
    root = ElementTree.fromstring(picture)
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    found = boxes(picture)
    for left, top, right, bottom in found:
        assert 0 <= left <= right <= width
        assert 0 <= top <= bottom <= height
    rows: dict[float, list[tuple[float, float, float, float]]] = {}
    for box in found:
        rows.setdefault(round(box[3]), []).append(box)
    for row in rows.values():
        ordered = sorted(row)
        for one, other in pairwise(ordered):
            assert one[2] <= other[0] + 0.2, (one, other)
    for above, below in pairwise(sorted(rows)):
        assert below - above >= 12


@pytest.mark.parametrize("name", list(PICTURES))
def test_a_picture_is_well_formed_and_says_what_it_shows(name: str) -> None:
    root = ElementTree.fromstring(PICTURES[name])
    assert root.get("role") == "img"
    assert root.get("aria-label") == title(root)
    assert root.findtext(f"{SVG}desc")
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


@pytest.mark.parametrize("name", list(PICTURES))
def test_texts_are_apart_and_in_the_picture(name: str) -> None:
    assert_apart(PICTURES[name])


@given(constituents(), MARKS, st.text(max_size=9))
def test_any_constituents_make_a_well_formed_picture(tree: Constituents, marks: dict[int, str], name: str) -> None:
    picture = draw_constituents(tree, marks, name)
    picture.encode("utf-8")
    assert len(by_class(picture, "tertium-node")) == len(tree.labels)
    assert_apart(picture)


@given(dependencies(), MARKS, st.text(max_size=9))
def test_any_dependencies_make_a_well_formed_picture(tree: Dependencies, marks: dict[int, str], name: str) -> None:
    picture = draw_dependencies(tree, marks, name)
    picture.encode("utf-8")
    assert len(by_class(picture, "tertium-arc")) == len(tree.words)
    assert len(by_class(picture, "tertium-root")) == list(tree.heads).count(ROOT)
    assert_apart(picture)


@given(constituents())
def test_nodes_of_one_level_have_rooms_of_their_own(tree: Constituents) -> None:
    spots = lay_out_constituents(tree, PHRASE).spots
    for one, other in combinations(spots, 2):
        assert one.level != other.level or one.right <= other.left + 1e-6 or other.right <= one.left + 1e-6
    for node, parent in enumerate(tree.parents):
        assert parent == ROOT or spots[parent].level < spots[node].level


@given(dependencies())
def test_arcs_that_share_a_gap_are_on_different_levels_and_longer_than_their_labels(tree: Dependencies) -> None:
    arcs = lay_out_dependencies(tree).arcs
    for one, other in combinations(arcs, 2):
        ends = [sorted((arc.head, arc.dependent)) for arc in (one, other)]
        shared = min(ends[0][1], ends[1][1]) - max(ends[0][0], ends[1][0])
        assert shared <= 0 or one.level != other.level
        inside = ends[1][0] <= ends[0][0] and ends[0][1] <= ends[1][1]
        assert not inside or one.level < other.level or ends[0] == ends[1]
    for arc in arcs:
        assert abs(arc.end - arc.start) >= text_width(tree.relations[arc.dependent], LABEL)


@given(dependencies())
def test_arcs_cross_only_where_the_sentence_makes_them(tree: Dependencies) -> None:
    """Legs of nested arcs at the same word do not cross: the outer one stands outside."""
    arcs = lay_out_dependencies(tree).arcs
    for one, other in combinations(arcs, 2):
        inner, outer = sorted((one, other), key=lambda arc: abs(arc.head - arc.dependent))
        words = [sorted((arc.head, arc.dependent)) for arc in (inner, outer)]
        if words[1][0] <= words[0][0] and words[0][1] <= words[1][1]:
            places = [sorted((arc.start, arc.end)) for arc in (inner, outer)]
            assert places[1][0] < places[0][0]
            assert places[0][1] < places[1][1]


def test_words_stand_on_one_line_in_their_order() -> None:
    words = by_class(draw_constituents(PEN), "tertium-word")
    assert [word.text for word in words] == ["I", "have", "a", "red", "pen"]
    assert len({word.get("y") for word in words}) == 1
    places = [float(word.get("x", "")) for word in words]
    assert places == sorted(places)


def test_each_node_and_arc_says_what_it_is() -> None:
    nodes = [title(node) for node in by_class(draw_constituents(PEN, {4: "matched", 1: "missing"}), "tertium-node")]
    assert "NP: a red pen" in nodes
    assert "VBP: have, matched" in nodes
    assert "NP: I, not matched" in nodes
    arcs = [title(arc) for arc in by_class(draw_dependencies(PEN_WORDS), "tertium-arc")]
    assert sorted(arcs)[0] == "I (PRP): nsubj of have"
    assert "have (VBP): ROOT" in arcs


def test_marks_differ_in_colour_and_in_more_than_colour_and_are_explained() -> None:
    for picture in (
        draw_constituents(PEN, {0: "matched", 1: "partly", 2: "missing"}),
        draw_dependencies(PEN_WORDS, {0: "matched", 1: "partly", 2: "missing"}),
    ):
        keys = ["".join(key.itertext()) for key in by_class(picture, "tertium-key")]
        assert keys == ["matched", "partly matched", "not matched"]
        assert len(by_class(picture, "tertium-pill")) == 6
    assert not by_class(draw_constituents(PEN), "tertium-key")


def test_a_line_goes_from_each_parent_to_each_child() -> None:
    assert len(by_class(draw_constituents(PEN), "tertium-branch")) == len(PEN.labels) - 1


def test_text_from_right_to_left_runs_so() -> None:
    for picture in (draw_constituents(ARABIC), draw_dependencies(ARABIC_WORDS)):
        first, second = by_class(picture, "tertium-word")
        assert float(first.get("x", "")) > float(second.get("x", ""))
        assert first.get("direction") == "rtl"
    assert "\u2068" in draw_dependencies(ARABIC_WORDS)


@pytest.mark.parametrize("picture", [draw_constituents(NASTY), draw_dependencies(NASTY_WORDS)])
def test_all_text_is_escaped_and_nothing_is_fetched_or_run(picture: str) -> None:
    assert "<script" not in picture
    assert not re.search("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe]", picture)
    assert set(re.findall(r"https?:[^\"]*", picture)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in picture
    assert " id=" not in picture


def test_every_colour_has_a_plain_value_for_programs_without_variables() -> None:
    styles = [style.text or "" for style in ElementTree.fromstring(draw_constituents(PEN)).iter(f"{SVG}style")]
    for style in styles:
        assert len(re.findall(r"([a-z]+): #\w+; \1: var\(", style)) == style.count("var(")
        assert set(re.findall(r"\.([a-z]+)-[a-z]", style)) == {"tertium"}


def test_a_long_sentence_is_drawn_whole() -> None:
    assert len(by_class(draw_constituents(LONG), "tertium-word")) == 200
    assert len(by_class(draw_dependencies(LONG_WORDS), "tertium-word")) == 200


def test_a_very_long_word_is_cut() -> None:
    word = "http://example.org/" + "long/" * 60
    for picture in (
        draw_constituents(Constituents(["NN"], [ROOT], [word])),
        draw_dependencies(Dependencies([word], ["NN"], [ROOT], ["root"])),
    ):
        assert (by_class(picture, "tertium-word")[0].text or "").endswith("…")
        assert float(ElementTree.fromstring(picture).get("width", "")) < 500


def test_several_roots_and_crossing_arcs() -> None:
    assert len(by_class(draw_dependencies(SEVERAL_ROOTS), "tertium-root")) == 3
    levels = {(arc.head, arc.dependent): arc.level for arc in lay_out_dependencies(CROSSING).arcs}
    assert levels == {(2, 0): 1, (3, 1): 2, (2, 3): 1}


def test_pictures_are_stacked() -> None:
    one, other = draw_constituents(PEN), draw_dependencies(PEN_WORDS)
    assert stack_pictures([one]) == one
    root = ElementTree.fromstring(stack_pictures([one, other]))
    inner = root.findall(f"{SVG}svg")
    assert [each.get("y") for each in inner] == ["0", inner[0].get("height")]
    assert float(root.get("height", "")) == sum(float(each.get("height", "")) for each in inner)
