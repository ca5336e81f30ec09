from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.edits import Edit
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.counting.windows import Window, find_windows
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds import ACTIONS
from tertium.mtness.repairs.kinds.apocopation import APOCOPATION
from tertium.mtness.repairs.kinds.articles import ADD_ARTICLE
from tertium.mtness.repairs.kinds.copulas import COPULA
from tertium.mtness.repairs.kinds.function_words import FUNCTION_WORD
from tertium.mtness.repairs.kinds.orders import ADJECTIVE_ORDER, ORDER
from tertium.mtness.repairs.kinds.personal_prepositions import ADD_PREPOSITION
from tertium.mtness.repairs.kinds.prepositions import DROP_PREPOSITION
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.segment import Segment
from tests.mtness.notation import chunked, replacing, tagged

DISK = "el/determiner disco/noun muy/adverb llevar/verb de/preposition casa/noun"


def put_in(segment: Segment, before: str, new: str, action: Action) -> Repair:
    place = segment.text.index(before)
    edits = (Edit(place, place, f"{new} "),)
    return Repair(edits=edits, action=action, error=ErrorType.WORD_FOR_WORD, replaced="", replacement=new)


def show(windows: list[Window]) -> dict[str, str]:
    """Windows by their words, and what is special about each."""
    return {
        each.span.text: "whole" if each.whole else "" if each.supports else "against" for each in windows
    }  # fmt: skip


def find_anchors(segment: Segment, windows: list[Window]) -> dict[str, str]:
    tokens = segment.tokens
    return {each.span.text: tokens[each.anchor].text for each in windows if each.anchor is not None}


@pytest.mark.parametrize("action", [each for each in ACTIONS.values() if each.lexical])
def test_other_words_are_seen_from_both_sides(action: Action) -> None:
    segment = chunked(tagged(DISK))
    windows = find_windows(segment, replacing(segment, "llevar", "duro", action))
    assert show(windows) == {
        "el disco muy llevar de casa": "whole",
        "disco muy llevar": "",
        "llevar de casa": "",
        "disco muy llevar de casa": "",
    }
    assert find_anchors(segment, windows) == {"disco muy llevar": "disco", "llevar de casa": "casa"}


def test_more_words_for_fewer_are_seen_with_both_neighbours_only() -> None:
    segment = chunked(tagged(DISK))
    windows = find_windows(segment, replacing(segment, "llevar", "de estado sólido"))
    assert show(windows) == {"el disco muy llevar de casa": "whole", "disco muy llevar de casa": ""}
    short = chunked(tagged("el/determiner disco/noun llevar/verb"))
    assert find_windows(short, replacing(short, "llevar", "de estado sólido")) == []


def test_a_determiner_before_the_words_can_only_speak_against() -> None:
    segment = chunked(tagged("el/determiner sol/noun está/verb lleno/adjective"), (1, 3))
    assert show(find_windows(segment, replacing(segment, "sol", "solo"))) == {"sol está": "whole", "el sol": "against"}
    inside = chunked(tagged("el/determiner sol/noun está/verb"), (0, 3))
    assert show(find_windows(inside, replacing(inside, "sol", "solo")))["el sol"] == "against"
    same = chunked(tagged("tiene/verb el/determiner sol/noun"), (1, 3), (0, 3))
    whole = show(find_windows(same, replacing(same, "sol", "solo")))
    assert whole["tiene el sol"] == "whole"


@pytest.mark.parametrize(
    ("text", "old", "new", "action"),
    [
        ("una/determiner grande/adjective fiesta/noun", "grande", "gran", APOCOPATION),
        ("no/adverb.negative está/auxiliary lleno/adjective", "está", "es", COPULA),
        ("le/pronoun vieron/verb ayer/adverb", "le", "lo", FUNCTION_WORD),
    ],
    ids=["apocopation", "ser/estar", "pronoun"],
)
def test_some_repairs_look_to_the_right(text: str, old: str, new: str, action: Action) -> None:
    segment = chunked(tagged(text))
    windows = find_windows(segment, replacing(segment, old, new, action))
    words = segment.text.split()
    at = words.index(old)
    assert show(windows) == {" ".join(words[at : at + 2]): "", segment.text: "whole"}
    assert find_anchors(segment, windows) == {f"{old} {words[at + 1]}": words[at + 1]}


def test_a_preposition_is_seen_between_both_neighbours() -> None:
    segment = chunked(tagged("llega/verb en/preposition casa/noun tarde/adverb"))
    windows = find_windows(segment, replacing(segment, "en", "a", FUNCTION_WORD))
    assert show(windows) == {"llega en casa tarde": "whole", "llega en casa": ""}
    assert find_anchors(segment, windows) == {"llega en casa": "llega"}
    alone = chunked(tagged("en/preposition casa/noun"))
    assert find_windows(alone, replacing(alone, "en", "a", FUNCTION_WORD)) == []


@pytest.mark.parametrize("action", [ORDER, ADJECTIVE_ORDER])
def test_an_order_is_seen_by_itself(action: Action) -> None:
    segment = chunked(tagged("el/determiner Ucrania/proper primer/adjective ministro/noun"))
    repair = replacing(segment, "Ucrania primer ministro", "primer ministro de Ucrania", action)
    expected = {"el Ucrania primer ministro": "whole", "Ucrania primer ministro": ""}
    assert show(find_windows(segment, repair)) == expected


@pytest.mark.parametrize("action", [ADD_ARTICLE, ADD_PREPOSITION])
def test_what_is_put_in_has_words_at_both_ends(action: Action) -> None:
    segment = chunked(tagged("tengo/verb muchos/determiner problemas/noun con/preposition ella/pronoun"))
    windows = find_windows(segment, put_in(segment, "problemas", "los", action))
    assert show(windows) == {"tengo muchos problemas con ella": "whole", "tengo muchos problemas": ""}
    assert find_anchors(segment, windows) == {"tengo muchos problemas": "tengo"}
    assert find_windows(segment, put_in(segment, "tengo", "los", action)) == []


def test_a_word_that_is_left_out() -> None:
    segment = chunked(tagged("quiere/verb de/preposition cenar/verb"))
    repair = replacing(segment, "de ", "", DROP_PREPOSITION)
    windows = find_windows(segment, repair)
    assert show(windows) == {"quiere de cenar": "whole"}
    assert find_anchors(segment, windows) == {"quiere de cenar": "quiere"}


def test_a_span_that_is_cut_short_tells_nothing_of_what_comes_behind() -> None:
    text = "estaba/auxiliary demasiado/adverb agotado/adjective"
    short, long = chunked(tagged(text), (0, 2)), chunked(tagged(text), (0, 3))
    repair = replacing(short, "estaba", "era", COPULA)
    assert find_windows(short, repair) == []
    assert show(find_windows(long, repair)) == {"estaba demasiado agotado": "whole"}


def test_no_by_itself_is_no_neighbour() -> None:
    segment = chunked(tagged("no/adverb.negative lleva/verb"))
    assert find_windows(segment, replacing(segment, "lleva", "duro")) == []


def test_a_word_with_a_meaning_comes_before_a_nearer_adverb() -> None:
    segment = chunked(tagged("casa/noun muy/adverb grande/adjective"))
    windows = find_windows(segment, replacing(segment, "grande", "alta"))
    assert show(windows) == {"casa muy grande": "whole"}
    only = chunked(tagged("muy/adverb grande/adjective"))
    assert show(find_windows(only, replacing(only, "grande", "alta"))) == {"muy grande": "whole"}


def test_windows_of_several_spans_are_there_once() -> None:
    segment = chunked(tagged(DISK), (0, 4), (1, 4), (1, 6))
    windows = find_windows(segment, replacing(segment, "llevar", "duro"))
    places = [(each.span.first, each.span.stop) for each in windows]
    assert len(set(places)) == len(places)
    assert show(windows)["disco muy llevar"] == "whole"  # a span, though it was first seen as a part of one


def test_where_no_span_is_the_words_up_to_the_next_marks_are_looked_at() -> None:
    text = "ayer/adverb ,/punctuation disco/noun llevar/verb casa/noun grande/adjective muy/adverb"
    segment = tagged(f"{text} fea/adjective").with_spans(())
    windows = find_windows(segment, replacing(segment, "llevar", "duro"))
    assert {each.span.kind for each in windows} == {SpanKind.WORDS}
    assert not any(each.whole for each in windows)
    assert set(show(windows)) == {"disco llevar casa grande muy", "disco llevar", "llevar casa", "disco llevar casa"}
    mark = replacing(segment, ", disco", "disco", ORDER)
    assert find_windows(segment, mark) == []


PARTS = (
    "determiner", "noun", "adjective", "verb", "auxiliary", "verb.participle", "adverb", "adverb.negative",
    "preposition", "pronoun", "proper", "unknown", "punctuation", "conjunction",
)  # fmt: skip


@st.composite
def situations(draw: st.DrawFn) -> tuple[Segment, Repair]:
    parts = draw(st.lists(st.sampled_from(PARTS), min_size=1, max_size=9))
    segment = tagged(" ".join(f"w{place}/{part}" for place, part in enumerate(parts)))
    size = len(parts)
    spans = draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(1, size)).filter(lambda it: it[0] < it[1])))
    spans = tuple(segment.make_span(SpanKind.NOUN_PHRASE, *span) for span in sorted(spans))
    action = draw(st.sampled_from(list(ACTIONS.values())))
    first = draw(st.integers(0, size - 1))
    tokens = segment.tokens
    if action in (ADD_ARTICLE, ADD_PREPOSITION):
        place = tokens[first].start
        edits: tuple[Edit, ...] = (Edit(place, place, "x "),)
    else:
        last = draw(st.integers(first, size - 1))
        new = draw(st.sampled_from(["x", "x y", ""]))
        edits = (Edit(tokens[first].start, tokens[first].end, new),)
        if last > first:
            edits = (*edits, Edit(tokens[last].start, tokens[last].end, "z"))
    old = segment.text[edits[0].start : edits[-1].end]
    repair = Repair(edits=edits, action=action, error=ErrorType.UNKNOWN, replaced=old, replacement="x")
    return segment.with_spans(spans), repair


@given(situations())
def test_a_window_has_all_of_the_repair_and_is_in_the_segment(situation: tuple[Segment, Repair]) -> None:
    segment, repair = situation
    tokens, text = segment.tokens, segment.text
    spans = {(each.first, each.stop) for each in segment.spans}
    having = [each for each in segment.spans if each.start <= repair.start and repair.end <= each.end]
    windows = find_windows(segment, repair)
    places = [(each.span.first, each.span.stop) for each in windows]
    assert len(set(places)) == len(places)
    for window in windows:
        span = window.span
        assert 0 <= span.first < span.stop <= len(tokens)
        assert span == segment.make_span(span.kind, span.first, span.stop)
        assert text[span.start : span.end] == span.text
        assert span.start <= repair.start
        assert repair.end <= span.end
        assert not window.whole or (span.first, span.stop) in spans
        if window.supports and having:
            assert any(each.first <= span.first and span.stop <= each.stop for each in having)
        elif window.supports:
            assert all(token.tag.part != "punctuation" for token in tokens[span.first : span.stop])
        else:
            assert repair.action in [action for action in ACTIONS.values() if action.lexical]
            assert tokens[span.first].tag.part == "determiner"
        if window.anchor is not None:
            anchor = tokens[window.anchor]
            assert span.first <= window.anchor < span.stop
            assert anchor.end <= repair.start or repair.end <= anchor.start
