"""Words and their partners as tables and as a picture: within 80 columns, readable without colour, well-formed."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.audit.explanation.explanation import Explanation
from tertium.audit.explanation.word_partners import PartneredWord, PartnerKind, WordPartners
from tertium.registry import FORMATS
from tertium.report import render
from tertium.report.drawings.partner_rows import draw_partners
from tertium.report.tables.explanation import describe_explanation
from tertium.report.tables.partners import describe_partners, partner_frame

SVG = "{http://www.w3.org/2000/svg}"
KINDS: dict[str, PartnerKind] = {"=": "partner", "+": "shared", "-": "none"}


def word(text: str, partner: int | None, cosine: float, kind: str = "=") -> PartneredWord:
    return PartneredWord(
        word=text, partner=partner, cosine=cosine, kind=KINDS[kind], pieces=1, piece_cosine=cosine, weight=1.0
    )


PARTNERS = WordPartners(
    hypothesis=[word("the", 0, 0.97), word("old", 1, 0.71, "+"), word("dog", 1, 0.85), word("<b>", 1, 0.2, "-")],
    reference=[word("the", 0, 0.97), word("puppy", 2, 0.85), word("yesterday", 1, 0.4, "-")],
    threshold=0.7,
    encoder="small sha256:0123",
    layer=7,
)
EMPTY = replace(PARTNERS, hypothesis=[word("the", None, 0.0, "-")], reference=[])
EXPLANATION = Explanation(
    metric="bertscore",
    signature="bertscore:layer=7",
    score=0.8,
    hypothesis="the old dog <b>",
    references=["the puppy yesterday"],
    unit="word",
    partners=PARTNERS,
)


@st.composite
def all_partners(draw: st.DrawFn) -> WordPartners:
    counts = draw(st.integers(0, 8)), draw(st.integers(0, 8))
    cosines = st.floats(-1, 1)
    sides = []
    for count, other in (counts, counts[::-1]):
        texts = [draw(st.text(min_size=1, max_size=12)) for _ in range(count)]
        sides.append(
            [word(text, draw(st.integers(0, other - 1)) if other else None, draw(cosines), "-") for text in texts]
        )
    for at in range(draw(st.integers(0, min(counts)))):
        for side in sides:
            side[at] = replace(side[at], partner=at, kind="partner", cosine=0.9)
    return replace(PARTNERS, hypothesis=sides[0], reference=sides[1], number=draw(st.integers(0, 1)))


def by_class(picture: str, name: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(picture).iter() if name in each.get("class", "").split()]


@given(all_partners(), st.sampled_from([None, 1130.0, 342.0]))
def test_any_words_make_a_well_formed_picture(partners: WordPartners, width: float | None) -> None:
    picture = draw_partners(partners, width)
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}desc")
    assert width is None or float(root.get("width", 0)) <= width + 1
    assert len(by_class(picture, "tertium-link")) == len(partners.links)
    keys = 4
    assert len(by_class(picture, "tertium-shade")) == len(partners.hypothesis) + len(partners.reference) + keys
    render(describe_partners(partners), "html")


def test_shades_and_alternative_text_say_which_words_have_no_partner() -> None:
    picture = draw_partners(PARTNERS)
    titles = {
        each.findtext(f"{SVG}title"): each.get("class", "") for each in ElementTree.fromstring(picture).iter(f"{SVG}g")
    }
    assert titles["the – the, cosine 0.970"] == "tertium-link tertium-colour-0 tertium-shade-0"
    assert titles["dog – puppy, cosine 0.850"] == "tertium-link tertium-colour-0 tertium-shade-1"
    assert titles["old, shared, nearest puppy, cosine 0.710"] == "tertium-shade-2"
    assert titles["<b>, no partner, nearest puppy, cosine 0.200"] == "tertium-shade-3"
    described = ElementTree.fromstring(picture).findtext(f"{SVG}desc") or ""
    assert described.startswith("Without a partner: 1 of 4 words of the hypothesis, 1 of 3 words of the reference. Hyp")
    assert "yesterday, no partner, nearest old, cosine 0.400" in described
    assert "the, no partner" in draw_partners(EMPTY)


def test_text_fits_a_terminal() -> None:
    document = replace(describe_explanation(EXPLANATION), width=80)
    printed = render(document, "text")
    assert max(map(len, printed.splitlines())) <= 80
    assert "hypothesis  1 of 4  <b>" in printed
    assert "reference   1 of 3  yesterday" in printed
    assert "old         puppy         shared       0.710" in printed
    assert "in score" not in printed


def test_pieces_and_weights_have_columns_where_they_differ() -> None:
    words = [replace(PARTNERS.hypothesis[0], piece_cosine=0.9, weight=2.5, pieces=2), *PARTNERS.hypothesis[1:]]
    printed = render(describe_partners(replace(PARTNERS, hypothesis=words, weighted=True)), "text")
    assert "the         the                        0.970     0.900    2.50" in printed
    assert "in score: the mean of the cosines of the word's pieces" in printed


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_shows_the_words(name: str) -> None:
    assert "yesterday" in render(describe_explanation(EXPLANATION), name)


def test_the_picture_alone_is_a_format() -> None:
    assert render(describe_explanation(EXPLANATION), "svg") == draw_partners(PARTNERS)


def test_rows_have_both_sides() -> None:
    frame = partner_frame(PARTNERS)
    assert list(frame.columns["side"]) == ["hypothesis"] * 4 + ["reference"] * 3
    assert list(frame.columns["partner_position"]) == [1, 2, 2, 2, 1, 3, 2]
    assert list(frame.columns["kind"])[-1] == "none"
    assert list(partner_frame(EMPTY).columns["partner"]) == [""]
