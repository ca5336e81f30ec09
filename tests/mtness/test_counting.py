from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.counts import Count, Counts
from tertium.edits import Edit, apply_edits
from tertium.errors import InputError
from tertium.mtness.counting.counter import count_segments, plain
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.apocopation import APOCOPATION
from tertium.mtness.repairs.kinds.articles import ADD_ARTICLE, DROP_ARTICLE
from tertium.mtness.repairs.kinds.copulas import COPULA
from tertium.mtness.repairs.kinds.prepositions import DROP_PREPOSITION
from tertium.mtness.repairs.repair import Repair
from tests.mtness.notation import GivenCounts, chunked, repairable, replacing, tagged

DISK = "el/determiner disco/noun es/verb muy/adverb lleno/adjective hoy/adverb"


def test_everything_is_asked_once_for_all_segments_together() -> None:
    segment = chunked(tagged(DISK))
    repair = replacing(segment, "es", "está", COPULA, ErrorType.SER_ESTAR)
    provider = GivenCounts({"disco es": 3})
    ledger = Ledger(provider=provider)
    count_segments([repairable(segment, repair)] * 50, ledger)
    assert len(provider.asked) == len(set(provider.asked)) == ledger.asked
    before = ledger.asked
    count_segments([repairable(segment, repair)], ledger)
    assert ledger.asked == before


def list_contests(text: str, repair: Repair, counts: dict[str, int] | None = None) -> list[tuple[str, str, bool]]:
    segment = chunked(tagged(text))
    (counted,) = count_segments([repairable(segment, repair)], Ledger(provider=GivenCounts(counts or {})))
    return [(each.span.text, each.suggestion, each.whole) for each in counted.counts.contests]


def test_the_words_next_to_a_repair_are_asked_too() -> None:
    text = "el/determiner disco/noun muy/adverb llevar/verb de/preposition casa/noun"
    assert list_contests(text, replacing(chunked(tagged(text)), "llevar", "duro")) == [
        ("el disco muy llevar de casa", "el disco muy duro de casa", True),
        ("disco muy llevar", "disco muy duro", False),
        ("llevar de casa", "duro de casa", False),
        ("disco muy llevar de casa", "disco muy duro de casa", False),
    ]


def test_what_comes_before_says_nothing_of_ser_and_estar() -> None:
    repair = replacing(chunked(tagged(DISK)), "es", "está", COPULA, ErrorType.SER_ESTAR)
    assert list_contests(DISK, repair) == [
        ("el disco es muy lleno hoy", "el disco está muy lleno hoy", True),
        ("es muy lleno", "está muy lleno", False),
        ("disco es muy lleno", "disco está muy lleno", False),
    ]
    text = "el/determiner amor/noun está/verb"
    repair = replacing(chunked(tagged(text)), "está", "es", COPULA, ErrorType.SER_ESTAR)
    assert list_contests(text, repair) == []


def test_a_word_with_no_meaning_beside_it_is_not_asked_for() -> None:
    text = "ha/auxiliary llevado/verb lo/pronoun"
    assert list_contests(text, replacing(chunked(tagged(text)), "llevado", "duro")) == []


def test_words_that_are_put_in_or_left_out_are_asked_with_both_neighbours() -> None:
    """A shorter phrase is more common by nature, and would always win without."""
    text = "problemas/noun con/preposition comportamiento/noun"
    place = tagged(text).text.index("comportamiento")
    repair = Repair(
        edits=(Edit(place, place, "el "),),
        action=ADD_ARTICLE,
        error=ErrorType.WORD_FOR_WORD,
        replaced="",
        replacement="el",
    )
    assert list_contests(text, repair) == [("problemas con comportamiento", "problemas con el comportamiento", True)]
    text = "a/preposition cambiar/verb"
    repair = Repair(
        edits=(Edit(0, 2, ""),), action=DROP_PREPOSITION, error=ErrorType.WORD_FOR_WORD, replaced="a", replacement=""
    )
    assert list_contests(text, repair) == []
    text = "en/preposition el/determiner Brasil/proper"
    repair = Repair(
        edits=(Edit(3, 6, ""),), action=DROP_ARTICLE, error=ErrorType.WORD_FOR_WORD, replaced="el", replacement=""
    )
    assert list_contests(text, repair) == [("en el Brasil", "en Brasil", True)]


def test_a_repair_in_no_span_is_asked_with_the_words_around_it() -> None:
    """A wrong word is often what no span can be made with; but marks end what belongs together."""
    text = "no/adverb ,/punctuation sé/verb el/determiner disco/noun llevar/verb me/pronoun gusta/verb mucho/adverb"
    segment = chunked(tagged(text), (0, 1))
    (counted,) = count_segments(
        [repairable(segment, replacing(segment, "llevar", "duro"))], Ledger(provider=GivenCounts({}))
    )
    assert [(each.span.text, each.whole) for each in counted.counts.contests] == [
        ("sé el disco llevar me gusta mucho", False),
        ("disco llevar", False),
        ("llevar me gusta", False),
        ("disco llevar me gusta", False),
    ]


def test_a_repair_that_sticks_out_of_a_span_is_not_asked_there() -> None:
    segment = chunked(tagged(DISK), (0, 2), (0, 5))
    repair = replacing(segment, "disco es", "disco está", COPULA, ErrorType.SER_ESTAR)
    (counted,) = count_segments([repairable(segment, repair)], Ledger(provider=GivenCounts({})))
    assert [each.span.text for each in counted.counts.contests if each.whole] == ["el disco es muy lleno"]


def test_shares_are_of_the_words_for_other_words_and_halves_for_other_forms() -> None:
    segment = chunked(tagged("una/determiner grande/adjective fiesta/noun"))
    repairs = (
        replacing(segment, "grande", "gran", APOCOPATION, ErrorType.APOCOPATION),
        replacing(segment, "fiesta", "vacación"),
    )
    given_counts = GivenCounts({"fiesta": 299, "vacación": 99, "grande": 5})
    (counted,) = count_segments([repairable(segment, *repairs)], Ledger(provider=given_counts))
    shares = {
        each.repair.replacement: share
        for each, share in zip(counted.counts.contests, counted.counts.shares, strict=True)
    }
    assert shares == {"gran": 0.5, "vacación": 0.75}


def test_what_cannot_be_counted_says_why_and_the_rest_is_counted() -> None:
    class Choosy(GivenCounts):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            return [
                Count(phrase=phrase, count=None, error="too long")
                if len(phrase.split()) > 5
                else Count(phrase=phrase, count=2)
                for phrase in phrases
            ]

    segment = chunked(tagged(DISK), (0, 2), (0, 6))
    ledger = Ledger(provider=Choosy({}))
    (counted,) = count_segments([repairable(segment)], ledger)
    assert [(each.count, each.problem) for each in counted.counts.spans] == [(2, ""), (None, "too long")]
    assert (ledger.asked, ledger.failed) == (2, 1)


def test_a_provider_that_counts_nothing_is_an_error() -> None:
    class Broken(GivenCounts):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            return [Count(phrase=phrase, count=None, error="no answer") for phrase in phrases]

    with pytest.raises(InputError, match="no answer"):
        count_segments([repairable(chunked(tagged(DISK)))], Ledger(provider=Broken({})))


def test_no_spans_ask_nothing() -> None:
    provider = GivenCounts({})
    assert isinstance(provider, Counts)
    assert count_segments([], Ledger(provider=provider)) == []
    assert provider.asked == []


def test_blanks_are_one_blank() -> None:
    assert plain(" el  disco\n duro ") == "el disco duro"


@given(st.text("abc ", max_size=20), st.data())
def test_edits_change_their_places_and_nothing_else(text: str, data: st.DataObject) -> None:
    """Held against the obvious way: from the last edit to the first, one at a time."""
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edits = [
        Edit(start, end, data.draw(st.text("xyz", max_size=3)))
        for start, end in zip(places[::2], places[1::2], strict=False)
    ]
    expected = text
    for edit in reversed(edits):
        expected = expected[: edit.start] + edit.text + expected[edit.end :]
    assert apply_edits(text, edits) == expected
