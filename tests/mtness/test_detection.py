"""Verdicts: those of the paper's table 1 and discussion, by exactly its counts; and those of a corpus of any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import SpecError
from tertium.mtness.counting.counter import count_segments
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.detection.detector import detect
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.detection.rule import Rule
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.apocopation import APOCOPATION
from tertium.mtness.repairs.kinds.copulas import COPULA
from tertium.mtness.repairs.kinds.orders import ORDER
from tertium.mtness.repairs.kinds.other_systems import OTHER_SYSTEM
from tertium.mtness.repairs.kinds.source_words import SOURCE_WORD
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tertium.mtness.segment import Segment
from tests.mtness.notation import GivenCounts, chunked, repairable, replacing, tagged

PAPER = Rule(tested=False)

# Table 1 of the paper, and the figures of its discussion: span, count, suggestion, count, error, how it was made.
SENSE, FORM, WORDS = ErrorType.WRONG_SENSE, ErrorType.WORD_FORM, ErrorType.WORD_FOR_WORD
A1, A2 = SOURCE_WORD, OTHER_TRANSLATION
SHORT, SHORTEN = ErrorType.APOCOPATION, APOCOPATION
UKRAINE = ("Ucrania primer ministro", "primer ministro de Ucrania")
ROWS = [
    ("mueran/verb de/preposition siete/numeral", 0, "siete", "sed", 164, SENSE, A2),
    ("jornada/noun sangrante/adjective", 0, "sangrante", "sangrienta", 32_100, SENSE, A2),
    ("salida/noun quiere/verb", 61, "quiere", "vuelo", 310, FORM, A2),
    ("salir/verb a/preposition cena/noun", 7, "cena", "cenar", 19_200, FORM, A2),
    ("endeudamiento/noun limpio/adjective", 0, "limpio", "neto", 1_450, FORM, A2),
    ("una/determiner grande/adjective fiesta/noun", 167, "grande", "gran", 188_000, SHORT, SHORTEN),
    ("primero/adjective contacto/noun", 416, "primero", "primer", 492_000, SHORT, SHORTEN),
    ("memoria/noun RAMO/noun", 6, "RAMO", "RAM", 1_320_000, WORDS, A1),
    ("el/determiner disco/noun es/verb lleno/adjective", 0, "es", "está", 398, ErrorType.SER_ESTAR, COPULA),
    ("es/verb previsto/verb.participle llegar/verb", 0, "es", "está", 200, ErrorType.SER_ESTAR, COPULA),
    ("disco/noun llevar/verb", 63, "llevar", "duro", 8_540_000, FORM, A2),
    ("Ucrania/proper primer/adjective ministro/noun", 72, *UKRAINE, 517, WORDS, ORDER),
]  # fmt: skip


def examine(
    text: str, counts: dict[str, int], *repairs: tuple[str, str, Action, ErrorType], size: int | None = None
) -> Segment:
    segment = chunked(tagged(text))
    made = [replacing(segment, old, new, action, error) for old, new, action, error in repairs]
    (counted,) = count_segments([repairable(segment, *made)], Ledger(provider=GivenCounts(counts, size)))
    return counted


def judge(counted: Segment, rule: Rule | None = None) -> list[Finding]:
    return list(detect([counted], rule, everything=True)[0])


@pytest.mark.parametrize("rule", [PAPER, Rule()], ids=["paper", "tested"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2])
def test_every_row_of_the_paper_is_an_instance(row: tuple, rule: Rule) -> None:
    text, count, old, new, other, error, action = row
    span = tagged(text).text
    counts = {span.casefold(): count, span.replace(old, new).casefold(): other}
    (found,) = judge(examine(text, counts, (old, new, action, error)), rule)
    assert (found.verdict, found.error, found.count) == (Verdict.INSTANCE, error, count)
    assert found.best is not None
    assert (found.best.text, found.best.count) == (span.replace(old, new), other)


@pytest.mark.parametrize("rule", [PAPER, Rule()], ids=["paper", "tested"])
@pytest.mark.parametrize(
    "text",
    [
        "hacer/verb el/determiner melocotón/noun",
        "lo/determiner nueve/numeral gobierno/noun",
        "vuelan/verb esconder/verb",
    ],
    ids=lambda text: text.split("/")[0],
)
def test_what_is_not_found_and_has_no_suggestion_is_a_candidate(text: str, rule: Rule) -> None:
    (found,) = judge(examine(text, {}), rule)
    assert (found.verdict, found.error, found.count) == (Verdict.CANDIDATE, ErrorType.UNKNOWN, 0)


def test_a_part_that_is_found_does_not_save_the_whole() -> None:
    segment = chunked(tagged("lo/determiner nueve/numeral gobierno/noun"), (0, 2), (0, 3))
    (counted,) = count_segments([repairable(segment)], Ledger(provider=GivenCounts({"lo nueve": 369})))
    assert [(each.text, each.verdict) for each in judge(counted)] == [
        ("lo nueve", Verdict.FINE),
        ("lo nueve gobierno", Verdict.CANDIDATE),
    ]


def test_over_a_thousand_results_are_never_an_instance() -> None:
    swap = ("es", "está", COPULA, ErrorType.SER_ESTAR)
    text = "es/verb lleno/adjective"
    for count, verdict in ((1_000, Verdict.INSTANCE), (1_001, Verdict.FINE)):
        counts = {"es lleno": count, "está lleno": 10_000_000}
        assert judge(examine(text, counts, swap))[0].verdict is verdict
        assert judge(examine(text, counts, swap), PAPER)[0].verdict is verdict
    assert (
        judge(examine(text, {"es lleno": 5_000, "está lleno": 10**7}, swap), Rule(max_count=10_000))[0].verdict
        is Verdict.INSTANCE
    )


def test_a_small_corpus_cannot_tell() -> None:
    """One against none is an instance for nobody, though it is five times as much by no count at all."""
    text, swap = "es/verb lleno/adjective", ("es", "está", COPULA, ErrorType.SER_ESTAR)
    few = {"es": 30, "lleno": 10, "está lleno": 1}
    assert judge(examine(text, few, swap, size=1_000_000))[0].verdict is Verdict.UNDECIDED
    enough = {"es": 30, "lleno": 10, "está lleno": 12}
    assert judge(examine(text, enough, swap, size=1_000_000))[0].verdict is Verdict.INSTANCE


def test_what_should_have_been_found_is_a_candidate_and_what_need_not_is_not() -> None:
    text = "es/verb previsto/verb.participle"
    common = {"es": 200_000, "previsto": 1_200}
    (found,) = judge(examine(text, common, size=20_000_000))
    assert found.verdict is Verdict.CANDIDATE
    assert found.expected == 12.0
    assert found.p_value == pytest.approx(61**-1.2)
    rare = {"es": 200_000, "previsto": 600}
    assert judge(examine(text, rare, size=20_000_000))[0].verdict is Verdict.UNDECIDED


def test_expectations_of_longer_spans_come_from_their_overlapping_parts() -> None:
    text = "es/verb previsto/verb de/preposition llegar/verb"
    counts = {"es previsto de": 40, "previsto de llegar": 30, "previsto de": 100}
    (found,) = judge(examine(text, counts, size=10_000))
    assert found.expected == 12.0


def test_a_common_word_that_is_not_found_is_the_more_suspicious() -> None:
    """Three against none prove nothing by themselves; but *siete* is twenty times as common as *sed* elsewhere."""
    text, swap = "mueran/verb de/preposition siete/numeral", ("siete", "sed", A2, SENSE)
    counts = {"mueran de sed": 3, "siete": 2_000, "sed": 100}
    assert judge(examine(text, counts, swap, size=10**7))[0].verdict is Verdict.INSTANCE
    counts["siete"] = 100
    assert judge(examine(text, counts, swap, size=10**7))[0].verdict is Verdict.UNDECIDED


def test_where_both_are_often_right_more_is_asked_for() -> None:
    """*Es optimista* and *está optimista* are both good Spanish, and one of them is six times as common."""
    text, swap = "es/verb optimista/adjective", ("es", "está", COPULA, ErrorType.SER_ESTAR)
    counts = {"es optimista": 6, "está optimista": 37}
    assert judge(examine(text, counts, swap, size=10**7))[0].verdict is Verdict.FINE
    assert judge(examine(text, counts, swap, size=10**7), Rule(strict_ratio=5))[0].verdict is Verdict.INSTANCE
    assert judge(examine(text, counts, swap, size=10**7), PAPER)[0].verdict is Verdict.INSTANCE


def test_words_that_are_wrong_themselves_prove_nothing() -> None:
    """*Está bueno* is *está bien*, so that *es bueno* is no repair of it."""
    text = "está/verb bueno/adjective"
    counts = {"está bueno": 4, "es bueno": 216, "está bien": 480, "bueno": 900, "bien": 900}
    copula = ("está", "es", COPULA, ErrorType.SER_ESTAR)
    found = judge(examine(text, counts, copula, ("bueno", "bien", A2, SENSE), size=10**7))
    assert [(each.verdict, each.best.text) for each in found if each.best] == [(Verdict.INSTANCE, "está bien")]


def test_a_determiner_may_speak_against_a_repair() -> None:
    """By *sol está* alone the word would be wrong; but *el solo* is no Spanish."""
    text, swap = "el/determiner sol/noun está/verb brillando/verb.gerund", ("sol", "solo", A2, SENSE)
    counts = {"sol está": 3, "solo está": 118, "sol": 900, "solo": 900, "el sol": 500, "el solo": 40}
    assert Verdict.INSTANCE not in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}
    counts["el sol"] = 40
    assert Verdict.INSTANCE in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}


def test_other_words_around_a_repair_may_speak_against_it() -> None:
    """By what comes before alone the word would be wrong; but with what comes behind it is what people say."""
    text, swap = "disco/noun llevar/verb cuentas/noun", ("llevar", "duro", A2, FORM)
    counts = {"llevar": 50, "duro": 50, "disco duro": 60, "llevar cuentas": 90, "duro cuentas": 2}
    assert Verdict.INSTANCE not in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}
    counts["llevar cuentas"] = counts["duro cuentas"] = 0
    assert judge(examine(text, counts, swap, size=10**7))[0].verdict is Verdict.INSTANCE


def test_a_place_is_told_of_once_for_its_best_repair() -> None:
    text = "disco/noun llevar/verb"
    counts = {"disco duro": 19, "disco llevado": 7, "llevar": 500, "duro": 500, "llevado": 500}
    found = judge(examine(text, counts, ("llevar", "llevado", A2, FORM), ("llevar", "duro", A2, FORM), size=10**7))
    assert [(each.verdict, [one.text for one in each.suggestions]) for each in found] == [
        (Verdict.INSTANCE, ["disco duro", "disco llevado"])
    ]


def test_of_spans_within_spans_the_smallest_is_the_candidate() -> None:
    segment = chunked(tagged("vuelan/verb esconder/verb todo/noun"), (0, 2), (0, 3))
    (counted,) = count_segments([repairable(segment)], Ledger(provider=GivenCounts({})))
    assert [each.text for each in detect([counted], PAPER)[0]] == ["vuelan esconder"]


@given(st.integers(0, 3_000), st.integers(0, 100_000), st.floats(1, 50))
def test_the_tested_rule_is_never_less_strict_about_instances(count: int, other: int, ratio: float) -> None:
    swap = ("es", "está", COPULA, ErrorType.SER_ESTAR)
    counted = examine("es/verb lleno/adjective", {"es lleno": count, "está lleno": other}, swap)
    strict = {each.verdict for each in judge(counted, Rule(min_ratio=ratio))}
    loose = {each.verdict for each in judge(counted, Rule(min_ratio=ratio, tested=False))}
    if Verdict.INSTANCE in strict and count > 0:
        assert Verdict.INSTANCE in loose
    assert (Verdict.INSTANCE in loose) == (count <= 1000 and other > count and other >= ratio * max(count, 1))


@pytest.mark.parametrize(
    "settings",
    [{"min_ratio": 0.5}, {"significance": 0}, {"significance": 1.5}, {"max_count": -1}, {"absence_significance": 2}],
    ids=str,
)
def test_impossible_rules_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(SpecError):
        Rule(**settings)


def test_once_or_twice_is_chance() -> None:
    """However common the word is that was not found: two against none prove nothing."""
    text, swap = "saber/verb que/conjunction pueden/verb", ("que", "qué", A2, SENSE)
    counts = {"que": 900_000, "qué": 30, "que pueden": 0, "saber qué pueden": 2, "qué pueden": 2}
    assert Verdict.INSTANCE not in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}
    counts |= {"saber qué pueden": 3, "qué pueden": 3}
    assert Verdict.INSTANCE in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}


def test_a_preposition_may_speak_against_a_repair() -> None:
    text, swap = "en/preposition estado/noun crítico/adjective", ("estado", "sido", A2, FORM)
    counts = {"estado crítico": 0, "sido crítico": 9, "estado": 900, "sido": 900, "en estado": 162}
    assert Verdict.INSTANCE not in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}


def test_words_on_the_other_side_that_only_the_text_has_speak_against_a_repair() -> None:
    text, swap = "fue/verb ninguna/determiner sorpresa/noun", ("ninguna", "jefe", A2, SENSE)
    counts = {"fue jefe": 40, "ninguna": 900, "jefe": 900, "ninguna sorpresa": 2}
    assert Verdict.INSTANCE not in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}
    counts["ninguna sorpresa"] = 1
    assert Verdict.INSTANCE in {each.verdict for each in judge(examine(text, counts, swap, size=10**7))}


def test_all_repairs_of_words_that_overlap_are_tries() -> None:
    """Seven against none are improbable enough by themselves, and not as the best of three."""
    text = "el/determiner jefe/noun rojo/adjective"
    counts = {"la cabeza roja": 0, "jefe rojo": 0, "cabo rojo": 7, "ningún rojo": 1, "jefa rojo": 1}
    swaps = [("jefe", new, A2, SENSE) for new in ("cabo", "ningún", "jefa")]
    assert Verdict.INSTANCE in {each.verdict for each in judge(examine(text, counts, swaps[0], size=10**7))}
    (found,) = [each for each in judge(examine(text, counts, swaps[0], size=10**7)) if each.best]
    assert found.p_value == pytest.approx(2**-7)
    assert Verdict.INSTANCE not in {each.verdict for each in judge(examine(text, counts, *swaps, size=10**7))}


def test_by_the_rule_of_the_paper_nothing_is_left_untold() -> None:
    segment = chunked(tagged("vuelan/verb esconder/verb todo/noun"), (0, 2), (0, 3))
    (counted,) = count_segments([repairable(segment)], Ledger(provider=GivenCounts({}, 1000)))
    assert [each.verdict for each in judge(counted, PAPER)] == [Verdict.CANDIDATE]


@pytest.mark.parametrize(
    ("size", "rule", "verdicts"),
    [
        (20_000, Rule(), [Verdict.INSTANCE]),
        (20_000_000, Rule(), [Verdict.UNDECIDED]),
        (20_000, PAPER, [Verdict.CANDIDATE]),
    ],
    ids=["missing", "rare", "paper"],
)
def test_what_another_system_wrote_counts_only_where_the_text_is_missing(
    size: int, rule: Rule, verdicts: list[Verdict]
) -> None:
    counts = {"salario": 900, "limpio": 900, "salario neto": 400}
    counted = examine(
        "salario/noun limpio/adjective", counts, ("limpio", "neto", OTHER_SYSTEM, ErrorType.UNKNOWN), size=size
    )
    assert [each.verdict for each in judge(counted, rule)] == verdicts
