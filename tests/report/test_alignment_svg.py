import re
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.alignment import Alignment, Link
from tertium.report.drawings.alignment_layout import SPACE, find_columns, lay_out
from tertium.report.drawings.alignment_matrix import draw_matrix
from tertium.report.drawings.alignment_rows import draw_alignment
from tertium.report.drawings.canvas import guess_width, is_right_to_left, shorten
from tests.report.alignments import (
    ALL,
    ARABIC,
    CHINESE,
    EMOJI,
    LONG,
    NASTY,
    NO_WORDS,
    POOLED,
    RELATED,
    SPEECH,
    UNLIKE,
    alignments,
    make,
)

SVG = "{http://www.w3.org/2000/svg}"
DRAWINGS = pytest.mark.parametrize("draw", [draw_alignment, draw_matrix])
Draw = Callable[[Alignment], str]


def by_class(picture: str, name: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(picture).iter() if name in each.get("class", "").split()]


def title(element: ElementTree.Element) -> str | None:
    return element.findtext(f"{SVG}title")


@DRAWINGS
@pytest.mark.parametrize("name", list(ALL))
def test_a_picture_is_well_formed_and_says_what_it_shows(draw: Draw, name: str) -> None:
    root = ElementTree.fromstring(draw(ALL[name]))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == title(root)
    assert root.findtext(f"{SVG}desc")
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


@DRAWINGS
@given(alignment=alignments())
def test_any_words_make_a_well_formed_picture(draw: Draw, alignment: Alignment) -> None:
    picture = draw(alignment)
    picture.encode("utf-8")
    assert len(by_class(picture, "tertium-link")) == len(alignment.links)


@DRAWINGS
def test_one_mark_a_link_that_says_which(draw: Draw) -> None:
    links = by_class(draw(SPEECH), "tertium-link")
    assert [title(link) for link in links] == [
        "the → the, exact, chunk 1",
        "president → president, exact, chunk 1",
        "then → then, exact, chunk 2",
        "spoke → speaks, porter, chunk 3",
        "to → to, exact, chunk 3",
        "the → the, exact, chunk 3",
        "audience → audience, exact, chunk 3",
    ]


def test_each_link_has_one_line_from_its_word_to_its_word() -> None:
    for link in by_class(draw_alignment(SPEECH), "tertium-link"):
        (line,) = (part for part in link if part.get("class") == "tertium-line")
        above, below = (part for part in link if part.get("class") == "tertium-word")
        numbers = re.findall(r"[\d.]+", line.get("d", ""))
        assert numbers[0] == above.get("x")
        assert below.get("x") in numbers


@DRAWINGS
def test_modules_differ_in_colour_and_in_more_than_colour(draw: Draw) -> None:
    links = by_class(draw(SPEECH), "tertium-link")
    exact, stem = links[0], links[3]
    for part in ("colour", "dash"):
        assert f"tertium-{part}-0" in exact.get("class", "")
        assert f"tertium-{part}-1" in stem.get("class", "")
    shapes = [[part.get("d") for part in link if part.get("class") == "tertium-mark"] for link in (exact, stem)]
    assert draw is draw_alignment or shapes[0] != shapes[1]


def test_many_stages_all_look_different() -> None:
    names = [f"module{stage}" for stage in range(12)]
    picture = draw_alignment(make(names, names, [(at, at, at) for at in range(12)], modules=names))
    assert len({link.get("class") for link in by_class(picture, "tertium-link")}) == 12


@DRAWINGS
def test_the_legend_has_what_occurs_and_nothing_else(draw: Draw) -> None:
    def keys(alignment: Alignment) -> list[str]:
        return ["".join(key.itertext()) for key in by_class(draw(alignment), "tertium-key")]

    assert keys(SPEECH) == ["exact", "porter", "chunk"]
    assert keys(RELATED) == ["wordnet", "chunk", "abcnot matched"]
    assert keys(UNLIKE) == ["abcnot matched"]
    assert keys(NO_WORDS) == []


def test_chunks_are_marked_and_numbered_on_both_rows() -> None:
    chunks = by_class(draw_alignment(SPEECH), "tertium-chunk")
    assert ["".join(chunk.itertext()) for chunk in chunks] == ["1", "1", "2", "2", "3", "3"]
    assert len(by_class(draw_matrix(SPEECH), "tertium-diagonal")) == 3


@DRAWINGS
def test_words_without_a_link_are_grey(draw: Draw) -> None:
    grey = [each for each in by_class(draw(RELATED), "tertium-unmatched") if each.text != "abc"]
    assert [word.text for word in grey] == ["a", "x", "an", "y"]


@DRAWINGS
def test_pooled_references_have_a_panel_each(draw: Draw) -> None:
    picture = draw(POOLED)
    assert [title(link) for link in by_class(picture, "tertium-link")] == [
        "a → a, exact, chunk 1, reference 1",
        "b → b, exact, chunk 1, reference 1",
        "c → cs, porter, chunk 2, reference 2",
    ]
    # A word that is linked in another panel is not grey: only d, once in each, and what the references have besides.
    grey = [each.text for each in by_class(picture, "tertium-unmatched") if each.text != "abc"]
    assert sorted(word or "" for word in grey) == ["d", "d", "e", "f"]
    labels = [each.text or "" for each in by_class(picture, "tertium-label")]
    assert [label.rstrip(" →") for label in labels if label.startswith("Reference")] == ["Reference 1", "Reference 2"]
    assert (title(ElementTree.fromstring(picture)) or "").lower().count("reference 1 and reference 2") == 1
    tops = [each.get("transform") for each in ElementTree.fromstring(picture) if each.tag == f"{SVG}g"]
    assert tops[0] == "translate(0 0.0)"
    assert len({top for top in tops if top}) == 2


@DRAWINGS
def test_a_weight_and_an_open_proof_are_told(draw: Draw) -> None:
    picture = draw(RELATED)
    assert title(by_class(picture, "tertium-link")[0]) == "workers → operators, wordnet, weight 0.5, chunk 1"
    assert "not proven" in picture
    assert "Reference 2" in picture


@DRAWINGS
def test_all_text_is_escaped_and_nothing_is_fetched_or_run(draw: Draw) -> None:
    picture = draw(NASTY)
    assert "<script" not in picture
    assert not re.search("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe]", picture)
    assert any((word.text or "").startswith("<script>alert('1')<") for word in by_class(picture, "tertium-word"))
    assert re.findall(r"https?:[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in picture
    assert "@import" not in picture


@DRAWINGS
def test_pictures_can_share_a_page(draw: Draw) -> None:
    picture = draw(SPEECH)
    assert " id=" not in picture
    style = ElementTree.fromstring(picture).findtext(f"{SVG}style") or ""
    assert set(re.findall(r"\.([a-z]+)-[a-z]", style)) == {"tertium"}
    assert "prefers-color-scheme: dark" in style
    # The style is the same in all, so the order in a page does not matter.
    assert style == ElementTree.fromstring(draw(RELATED)).findtext(f"{SVG}style")


def test_every_colour_has_a_plain_value_for_programs_without_variables() -> None:
    style = ElementTree.fromstring(draw_alignment(SPEECH)).findtext(f"{SVG}style") or ""
    used = re.findall(r"([a-z]+): (#\w+); ([a-z]+): var\((--[\w-]+)\)", style)
    assert len(used) == style.count("var(")
    for name, light, again, variable in used:
        assert name == again
        assert f"{variable}: {light}" in style


def test_right_to_left_text_runs_from_right_to_left() -> None:
    picture = draw_alignment(ARABIC)
    words = [each for each in by_class(picture, "tertium-word") if each.text in ARABIC.hypothesis]
    assert {word.get("direction") for word in words} == {"rtl"}
    place = {word.text: float(word.get("x", "")) for word in words if word.get("y") == words[0].get("y")}
    assert [place[word] for word in ARABIC.hypothesis] == sorted(place.values(), reverse=True)
    assert title(by_class(picture, "tertium-link")[0]) == "\u2068ذهب\u2069 → \u2068ذهب\u2069, exact, chunk 1"
    # In a matrix the words of the hypothesis end at the grid, whichever way they run.
    held = {word.get("text-anchor") for word in by_class(draw_matrix(ARABIC), "tertium-word")}
    assert held == {"start", "end"}


@pytest.mark.parametrize("alignment", [SPEECH, CHINESE, EMOJI, ARABIC, LONG])
def test_words_do_not_overlap_and_lie_in_the_picture(alignment: Alignment) -> None:
    layout = lay_out(alignment)
    for words, places in ((alignment.hypothesis, layout.hypothesis), (alignment.reference, layout.reference)):
        assert len(places) == len(words)
        for one, other in pairwise(places):
            assert other.left >= one.right + SPACE - 1e-6
    root = ElementTree.fromstring(draw_alignment(alignment))
    xs = [float(word.get("x", "")) for word in by_class(draw_alignment(alignment), "tertium-word")]
    assert 0 < min(xs) <= max(xs) < float(root.get("width", ""))


def test_words_in_the_same_order_stand_below_each_other() -> None:
    layout = lay_out(SPEECH)
    for link in SPEECH.links:
        above, below = layout.hypothesis[link.hypothesis].middle, layout.reference[link.reference].middle
        assert (above == pytest.approx(below)) == (SPEECH.hypothesis[link.hypothesis] != "then")


@given(st.permutations(range(7)))
def test_columns_are_the_most_links_that_do_not_cross(order: list[int]) -> None:
    links = [Link(hypothesis=at, reference=to, stage=0, chunk=0) for at, to in enumerate(order)]
    found = [link.reference for link in find_columns(links)]
    assert found == sorted(found)
    # The slow way: the longest increasing sequence that ends in each place.
    longest: list[int] = []
    for at, to in enumerate(order):
        longest.append(1 + max((longest[before] for before in range(at) if order[before] < to), default=0))
    assert len(found) == max(longest)


def test_a_very_long_word_is_cut_in_the_picture_and_whole_in_the_title() -> None:
    address = "http://example.org/" + "long/" * 60
    picture = draw_alignment(make([address], [address], [(0, 0, 0)]))
    word = by_class(picture, "tertium-word")[0]
    assert (word.text or "").endswith("…")
    assert title(by_class(picture, "tertium-link")[0]) == f"{address} → {address}, exact, chunk 1"
    assert float(ElementTree.fromstring(picture).get("width", "")) < 600


def test_the_width_of_text_is_guessed_without_a_font() -> None:
    assert guess_width("中文") == 2 * 16
    assert guess_width("e\u0301") == guess_width("e")
    assert guess_width("mm") > guess_width("nn") > guess_width("ii") > 0
    assert shorten("e\u0301" * 50, 100).endswith("\u0301…")
    assert shorten("short", 100) == "short"
    assert is_right_to_left("(שלום")
    assert not is_right_to_left("123")


@given(alignments(), st.sampled_from([120.0, 300.0, 900.0]))
def test_words_that_do_not_fit_go_on_below(alignment: Alignment, most: float) -> None:
    layout = lay_out(alignment, most)
    for words, places in ((alignment.hypothesis, layout.hypothesis), (alignment.reference, layout.reference)):
        assert len(words) == len(places)
        assert all(place.left >= -0.01 and place.right <= max(most, 10) + 0.01 for place in places)
        for one, other in pairwise(places):
            assert one.line <= other.line < layout.lines
            assert one.line < other.line or other.left - one.right >= SPACE - 0.01
    for link in find_columns(alignment.links):
        one, other = layout.hypothesis[link.hypothesis], layout.reference[link.reference]
        assert one.line == other.line
        assert one.middle == pytest.approx(other.middle)


@pytest.mark.parametrize("width", [380, 1130])
@pytest.mark.parametrize("name", list(ALL))
def test_a_picture_is_as_wide_as_it_may_be_and_has_every_word(name: str, width: float) -> None:
    picture = draw_alignment(ALL[name], width)
    root = ElementTree.fromstring(picture)
    assert float(root.get("width", "")) <= width
    drawn = [each.text or "" for each in by_class(picture, "tertium-word")]
    whole = [each.text or "" for each in by_class(draw_alignment(ALL[name]), "tertium-word")]
    assert len(drawn) == len(whole)
    for one, other in zip(sorted(drawn), sorted(whole), strict=True):
        assert one == other or one.endswith("…")


def test_links_lead_from_one_pair_of_rows_to_another() -> None:
    words = [f"word{number}" for number in range(20)]
    far = make(words, [*words[1:], words[0]], [(0, 19, 0), *((at, at - 1, 0) for at in range(1, 20))])
    picture = draw_alignment(far, 380)
    (link,) = by_class(picture, "tertium-far")
    assert title(link) == "word0 → word0, exact, chunk 1"
    assert len(by_class(picture, "tertium-link")) == 20
    # A chunk has a band, with its number, on each of its lines.
    assert len(by_class(picture, "tertium-band")) > 10
    assert [each.text for each in by_class(picture, "tertium-label")][:2] == ["Hyp.", "Hyp."]


def test_controls_of_direction_are_seen_in_pictures() -> None:
    picture = draw_alignment(make(["abc\u202edef", "\u2066x\u2069"], ["y"]))
    assert [each.text for each in by_class(picture, "tertium-word")][:2] == ["abc�def", "�x�"]
