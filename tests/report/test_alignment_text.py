import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given

from tertium.alignment import Alignment
from tertium.metrics import align
from tertium.registry import FORMATS
from tertium.report import Tables, render
from tertium.report.drawings.alignment_rows import draw_alignment
from tertium.report.drawings.canvas import embed_picture
from tertium.report.tables.alignment import describe_alignment
from tests.report.alignments import ALL, LONG, NASTY, NO_WORDS, POOLED, RELATED, SPEECH, UNLIKE, alignments
from tests.report.shown import content_of


def test_text_shows_words_links_and_figures() -> None:
    assert render(describe_alignment(SPEECH), "text").splitlines() == [
        "Words",
        "            words, with each chunk in brackets",
        "hypothesis  [1: the president] [2: then] [3: spoke to the audience]",
        "reference   [1: the president] [3: speaks to the audience] [2: then]",
        "",
        "Links",
        "chunk  hypothesis       reference        module",
        "1      the president    the president    exact",
        "2      then             then             exact",
        "3      spoke            speaks           porter",
        "3      to the audience  to the audience  exact",
        "",
        "Figures",
        "figure      value",
        "score      0.5000",
        "precision  1.0000",
        "recall     0.2500",
        "fmean      0.7500",
        "penalty    0.0000",
        "matches         7",
        "chunks          3",
        "crossings       4",
        "",
        "Proven for each stage in turn: no alignment has more matches, or as many with fewer crossings.",
        "─" * 80,
        "meteor:stages=exact+porter+wordnet|refs:1",
    ]


def test_what_is_left_over_and_what_is_not_proven_are_told() -> None:
    printed = render(describe_alignment(RELATED), "text")
    assert "hypothesis   2      a x" in printed
    assert "reference 2  2      an y" in printed
    assert "1      workers     operators  wordnet     0.5" in printed
    assert "Not proven to be the best alignment; none can have fewer than 0 crossings." in printed


def test_what_is_proven_is_said_by_objective() -> None:
    command = "the cat sat on the mat", "on the mat sat the cat"
    found = {
        spec: next(
            line
            for line in render(describe_alignment(align(*command, spec)), "text").splitlines()
            if line.startswith("Proven")
        )
        for spec in ("meteor:stages=exact", "meteor:stages=exact,alignment=min-chunk", "meteor:alignment=min-chunk")
    }
    assert list(found.values()) == [
        "Proven: no alignment has more matches, or as many with fewer crossings.",
        "Proven: no alignment has more matches, or as many with fewer chunks.",
        "Proven, with earlier stages first: no alignment has more matches, or as many with fewer chunks.",
    ]


def test_where_nothing_is_linked_there_is_no_table_of_links() -> None:
    assert [table.title for table in describe_alignment(UNLIKE).tables] == ["Words", "Unmatched words", "Figures"]
    nothing = describe_alignment(NO_WORDS)
    assert [table.title for table in nothing.tables] == ["Words", "Figures"]
    assert "hypothesis  (no words)" in render(nothing, "text")


def test_tsv_has_one_row_a_link_and_then_the_words_without() -> None:
    rows = [line.split("\t") for line in render(describe_alignment(RELATED), "tsv").split("\n")[:-1]]
    assert rows == [
        ["hypothesis_position", "hypothesis", "reference_position", "reference", "module", "chunk", "weight"],
        ["2", "workers", "2", "operators", "wordnet", "1", "0.5"],
        ["1", "a", "", "", "", "", ""],
        ["3", "x", "", "", "", "", ""],
        ["", "", "1", "an", "", "", ""],
        ["", "", "3", "y", "", "", ""],
    ]


def test_json_is_the_alignment() -> None:
    data = json.loads(render(describe_alignment(SPEECH), "json"))
    assert data["hypothesis"] == SPEECH.hypothesis
    assert data["links"][3] == {
        "hypothesis": 3,
        "reference": 2,
        "stage": 1,
        "chunk": 2,
        "weight": 1.0,
        "number": 0,
        "module": "porter",
    }
    pooled = json.loads(render(describe_alignment(POOLED), "json"))
    assert pooled["references"] == POOLED.references
    assert [link["number"] for link in pooled["links"]] == [0, 0, 1]


def test_pooled_references_have_a_row_each_and_links_name_theirs() -> None:
    assert render(describe_alignment(POOLED), "text").splitlines() == [
        "Words",
        "             words, with each chunk in brackets",
        "hypothesis   [1: a b] [2: c] d",
        "reference 1  [1: a b] e",
        "reference 2  f [2: cs]",
        "",
        "Links",
        "chunk  hypothesis  in reference  reference  module",
        "1      a b         1             a b        exact",
        "2      c           2             cs         porter",
        "",
        "Unmatched words",
        "             count  words",
        "hypothesis   1      d",
        "reference 1  1      e",
        "reference 2  1      f",
        "",
        "Figures",
        "figure      value",
        "score      0.5000",
        "matches         3",
        "chunks          2",
        "crossings       0",
        "",
        "3 references are pooled; recall is of the words of reference 1; no link: reference 3.",
        "Proven: the alignment with each reference is the best, and none has fewer chunks with those links.",
    ]
    rows = [line.split("\t") for line in render(describe_alignment(POOLED), "tsv").split("\n")[:-1]]
    assert [(row[1], row[3], row[-1]) for row in rows] == [
        ("hypothesis", "reference", "reference_number"),
        ("a", "a", "1"),
        ("b", "b", "1"),
        ("c", "cs", "2"),
        ("d", "", ""),
        ("", "e", "1"),
        ("", "f", "2"),
    ]
    assert "Not proven to be the best alignment with each" in render(
        describe_alignment(replace(POOLED, optimal=False)), "text"
    )
    alone = replace(POOLED, links=POOLED.links[:2], chunks=1)
    assert "Reference 1 alone: pooling all 3 references does not raise the score." in render(
        describe_alignment(alone), "text"
    )


def test_html_has_the_pictures_above_the_tables() -> None:
    printed = render(describe_alignment(SPEECH, "Segment 7"), "html")
    assert "<h1>Segment 7</h1>" in printed
    assert embed_picture(draw_alignment(SPEECH, 1130)) in printed
    assert embed_picture(draw_alignment(SPEECH, 342)) in printed, "for phones"
    assert printed.count("<figure") == 2
    assert printed.count("<svg") == 3
    assert printed.index("</svg>") < printed.index("<table ")
    # The rows go on below each other; a matrix of so many words would be larger than any screen.
    assert render(describe_alignment(LONG), "html").count("<figure") == 1


def test_html_of_nasty_words_has_no_element_of_theirs() -> None:
    found: set[str] = set()

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.add(tag)
            assert not any(name.startswith("on") for name, _ in attrs)

    Tags().feed(content_of(render(describe_alignment(NASTY), "html")))
    assert "svg" in found
    assert "script" not in found


def test_a_document_without_pictures_has_no_figure() -> None:
    described = describe_alignment(SPEECH)
    plain = replace(described, blocks=[block for block in described.blocks if isinstance(block, Tables)])
    assert "<figure" not in render(plain, "html")


@pytest.mark.parametrize("name", list(FORMATS))
@pytest.mark.parametrize("shape", list(ALL))
def test_every_format_takes_every_alignment(name: str, shape: str) -> None:
    assert render(describe_alignment(ALL[shape]), name)


@given(alignments())
def test_every_format_takes_any_words(alignment: Alignment) -> None:
    described = describe_alignment(alignment)
    for name in FORMATS:
        assert render(described, name)
