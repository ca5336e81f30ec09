"""Repairs judged by all evidence: which places are wrong, how probably, and what the rest of the text says about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.language_model import LanguageModel
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.scan import ScanCounts
from tertium.edits import Edit
from tertium.mtness.counting.likelihoods import LEAST_GAIN, weigh_repairs
from tertium.mtness.detection.combiner import ALL, Combiner, CountEvidence
from tertium.mtness.detection.judge import Judge, WeighedText, WrongPlace, find_pair, name_class
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.agreements import AGREEMENT
from tertium.mtness.repairs.kinds.joints import JUNCTION
from tertium.mtness.repairs.kinds.other_systems import OTHER_SYSTEM
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.resources.confusions import ConfusionTable, Habit, WordChange
from tertium.mtness.segment import Segment
from tests.mtness.notation import GivenCounts, chunked, confused, repairable, replacing, tagged

# The logarithm of the odds is the gain, unless more is said.
PLAIN = Combiner({"gain": 1.0, "loss": 1.0}, {"A2": 0.2})
MODEL = LanguageModel(GivenCounts({}, size=100))
SPANISH = Normalisation("es")


def change(first: int, stop: int, new: Sequence[str], odds: float, action: Action = OTHER_TRANSLATION) -> Repair:
    """A repair of words that are one letter each, with a blank between them."""
    edit = Edit(2 * first, max(2 * stop - 1, 2 * first), " ".join(new))
    return Repair(
        edits=(edit,),
        action=action,
        error=ErrorType.WRONG_SENSE,
        replaced="",
        replacement=edit.text,
        change=(first, stop, tuple(new)),
        gain=odds,
    )


def weighed(*segments: tuple[str, Sequence[Repair]]) -> WeighedText:
    made = [repairable(chunked(tagged(" ".join(f"{word}/noun" for word in text))), *some) for text, some in segments]
    return WeighedText(made, [list(text) for text, _ in segments], [[CountEvidence()] * len(s) for _, s in segments])


def choose(repairs: Sequence[Repair], threshold: float = 0.01, **options: bool) -> list[WrongPlace]:
    judge = Judge(model=MODEL, combiner=PLAIN, **{"pooled": False, "again": False, **options})
    (found,) = judge.choose(weighed(("abcdef", repairs)), threshold)
    return found


def test_rivals_add_up() -> None:
    """Odds of 2, 1 and 1 to one: with nothing wrong as the fourth possibility, shares of 5."""
    found = choose([change(1, 2, "x", 0.0), change(1, 2, "y", math.log(2)), change(0, 2, "z", 0.0)])
    (place,) = found
    assert place.probability == pytest.approx(4 / 5)
    assert [each.probability for each in place.repairs] == pytest.approx([2 / 5, 1 / 5, 1 / 5])
    assert place.best.repair.replacement == "y"


def test_places_apart_do_not_meet() -> None:
    found = choose([change(4, 5, "y", 1.0), change(1, 2, "x", 3.0)])
    assert [each.best.repair.replacement for each in found] == ["x", "y"]
    assert [each.probability for each in found] == pytest.approx([1 / (1 + math.exp(-3)), 1 / (1 + math.exp(-1))])


def test_only_what_is_probable_enough_is_chosen() -> None:
    repairs = [change(1, 2, "x", 3.0), change(4, 5, "y", -3.0)]
    assert [each.best.repair.replacement for each in choose(repairs, 0.5)] == ["x"]
    assert choose(repairs, 0.99) == []
    assert choose([]) == []


def test_something_put_in_meets_what_is_beside_it() -> None:
    assert len(choose([change(2, 2, "x", 1.0), change(2, 3, "y", 0.5)])) == 1
    assert len(choose([change(2, 2, "x", 1.0), change(1, 2, "y", 0.5)])) == 1
    assert len(choose([change(2, 2, "x", 1.0), change(2, 2, "y", 0.5)])) == 1
    assert len(choose([change(2, 2, "x", 1.0), change(3, 4, "y", 0.5)])) == 2


def test_very_sure_repairs_are_no_more_than_certain() -> None:
    (place,) = choose([change(1, 2, "x", 5000.0), change(1, 2, "y", -5000.0)])
    assert place.probability == pytest.approx(1.0, abs=1e-4)
    assert place.repairs[1].probability == pytest.approx(0.0)
    assert place.probability < 1


def test_a_repair_of_two_places_does_not_help_a_weak_one() -> None:
    found = choose([change(1, 2, "x", 4.0), change(1, 3, "y", 3.0), change(2, 3, "z", -5.0)], 1e-9)
    assert [each.best.repair.replacement for each in found] == ["x", "z"]
    assert found[0].probability > 0.98
    assert found[1].probability == pytest.approx(1 / (1 + math.exp(5)))


CHANGES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 2), st.sampled_from(["", "x", "xy"]), st.floats(-4, 4)), max_size=8
)


@given(drawn=CHANGES)
def test_places_do_not_overlap_and_probabilities_sum(drawn: list[tuple[int, int, str, float]]) -> None:
    repairs = [change(first, min(first + length, 6), new, odds) for first, length, new, odds in drawn]
    found = choose(repairs, 1e-9)
    spans = [each.best.repair.change for each in found]
    for number, one in enumerate(spans):
        assert one is not None
        for other in spans[number + 1 :]:
            assert other is not None
            assert one[1] <= other[0] or other[1] <= one[0]
            assert one[:2] != other[:2]
    assert [each.best.repair.start for each in found] == sorted(each.best.repair.start for each in found)
    for place in found:
        assert 0 < place.probability < 1
        assert sum(each.probability for each in place.repairs) == pytest.approx(place.probability)
        odds = [each.odds for each in place.repairs]
        assert odds[0] == max(odds)
        total = sum(map(math.exp, odds))
        assert place.probability == pytest.approx(total / (1 + total))
    # Each repair is the best of a place, or meets one that is better; and it counts once.
    listed = [id(each.repair) for place in found for each in place.repairs]
    assert sorted(listed) == sorted(id(each) for each in repairs)


CORPUS = ["el disco duro está lleno"] * 40 + ["la mesa es grande", "quiero llevar el libro", "el libro es lleno"] * 9


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    path = tmp_path_factory.mktemp("judge") / "corpus.txt"
    path.write_text("".join(f"{line}\n" for line in CORPUS), encoding="utf-8")
    return LanguageModel(ScanCounts([path], SPANISH), SPANISH)


def spanish(text: str, *pairs: tuple[str, str]) -> Segment:
    segment = chunked(tagged(text))
    return repairable(segment, *(replacing(segment, old, new) for old, new in pairs))


HIDDEN = "el/determiner disco/noun llevar/verb es/verb lleno/adjective"


def test_what_counts_settle_is_as_probable_as_was_learned_and_less_in_a_text_without_errors(
    model: LanguageModel,
) -> None:
    segments, words = weigh_repairs([spanish(HIDDEN, ("llevar", "duro"))] * 60, model)
    text = WeighedText(segments, words, [[CountEvidence(strength=3.0)]] + [[CountEvidence()]] * 59)
    combiner = Combiner({"bias": -9.0}, {ALL: 0.3, "A2": 0.0}, settled=0.6)
    alone = Judge(model=model, combiner=combiner, pooled=False).weigh(text)
    assert alone[0][0].odds == pytest.approx(math.log(0.6 / 0.4))
    assert alone[1][0].odds == -9.0
    # All other repairs say that people wrote this.
    together = Judge(model=model, combiner=combiner).weigh(text)
    assert together[0][0].odds == pytest.approx(math.log(0.6 / 0.4) + together[1][0].odds + 9.0)
    assert together[0][0].odds < alone[0][0].odds - 1


def test_an_error_beside_another_is_judged_again(model: LanguageModel) -> None:
    """*llevar* hides that *es* is wrong: only after *disco duro* it has to be *está*."""
    segments, words = weigh_repairs([spanish(HIDDEN, ("llevar", "duro"), ("es", "está"))], model)
    text = WeighedText(segments, words, [[CountEvidence()] * 2])
    combiner = Combiner({"bias": -2.0, "gain": 1.0, "loss": 1.0}, {"A2": 0.2})
    judge = Judge(model=model, combiner=combiner, pooled=False)
    (first,) = replace(judge, again=False).choose(text, 0.01)
    (again,) = judge.choose(text, 0.01)
    before, after = ({each.best.repair.replacement: each.best.odds for each in some} for some in (first, again))
    assert after["está"] > before["está"]
    alone, _ = weigh_repairs([spanish(HIDDEN.replace("llevar/verb", "duro/adjective"), ("es", "está"))], model)
    gain = alone[0].repairs[0].gain
    assert gain is not None
    assert after["está"] == pytest.approx(gain - 2.0)


def test_what_is_far_or_doubtful_does_not_count_again(model: LanguageModel) -> None:
    segments, words = weigh_repairs([spanish(HIDDEN, ("llevar", "duro"), ("es", "está"))], model)
    text = WeighedText(segments, words, [[CountEvidence()] * 2])
    doubtful = Judge(model=model, combiner=Combiner({"bias": -90.0, "gain": 1.0}, {"A2": 0.2}), pooled=False)
    odds = [each.odds for each in doubtful.weigh(text)[0]]
    (found,) = doubtful.choose(text, 0.0)
    assert [each.best.odds for each in found] == pytest.approx(odds)
    far = HIDDEN.replace("es/verb", "la/determiner mesa/noun grande/adjective la/determiner mesa/noun es/verb")
    segments, words = weigh_repairs([spanish(far, ("llevar", "duro"), ("es", "está"))], model)
    text = WeighedText(segments, words, [[CountEvidence()] * len(segments[0].repairs)])
    judge = Judge(model=model, combiner=PLAIN, pooled=False)
    (found,) = judge.choose(text, 0.0)
    assert [each.best.odds for each in found] == pytest.approx([each.odds for each in judge.weigh(text)[0]])


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2), st.sampled_from(["", "x", "xy"])), max_size=4),
    st.tuples(st.integers(0, 5), st.integers(0, 2), st.sampled_from(["", "z", "zz"])),
)
def test_changes_that_are_made_move_the_others(drawn: list[tuple[int, int, str]], asked: tuple[int, int, str]) -> None:
    """The text with all changes is the same in any order."""
    from tertium.mtness.detection.judge import _make, _overlap

    words = list("abcdef")
    changes: list[WordChange] = []
    first, length, letters = asked
    wanted: WordChange = (first, min(first + length, 6), tuple(letters))
    for start, size, new in drawn:
        each: WordChange = (start, min(start + size, 6), tuple(new))
        if not any(_overlap(each, other) for other in [*changes, wanted]):
            changes.append(each)
    text, at, stop, new_words = _make(words, changes, wanted)
    assert text[at:stop] == words[wanted[0] : wanted[1]]
    text[at:stop] = new_words
    expected = list(words)
    for start, end, others in sorted([*changes, wanted], reverse=True):
        expected[start:end] = others
    assert text == expected


def pooled_odds(odds: Sequence[float], doubtful: float) -> float:
    """The odds of a doubtful repair after it was pooled with others of the same words."""
    rows = [*odds, doubtful]
    judge = Judge(model=MODEL, combiner=PLAIN, again=False)
    found = judge.weigh(weighed(*(("abc", [change(1, 2, "x", each)]) for each in rows)))
    return found[-1][0].odds


def test_what_a_text_has_often_is_more_probable_and_what_people_write_less() -> None:
    assert pooled_odds([3.0] * 80, -0.5) > 0.5
    assert pooled_odds([-2.9] * 80, 1.0) < -0.5
    assert pooled_odds([], 1.0) == pytest.approx(1.0, abs=0.7)


def test_a_text_by_people_lowers_everything_and_another_raises_nothing() -> None:
    combiner = replace(PLAIN, shares={"A2": 0.3, ALL: 0.3})
    judge = Judge(model=MODEL, combiner=combiner, again=False)

    def weigh(odds: float) -> float:
        others = [("abc", [change(1, 2, letter, odds)]) for letter in "defghijklmnopqrstuvw" * 4]
        return judge.weigh(weighed(*others, ("xyz", [change(0, 1, "é", 1.0)])))[-1][0].odds

    human, machine = weigh(-2.9), weigh(5.0)
    # No text lowers anything by more than that.
    assert machine - 1.5 <= human < machine - 1
    # By itself, it is a class of one; what it is worth there does not depend on the others.
    assert machine == pytest.approx(judge.weigh(weighed(("xyz", [change(0, 1, "é", 1.0)])))[0][0].odds, abs=0.05)


def test_repairs_that_only_counts_may_settle_say_nothing_about_the_others() -> None:
    judge = Judge(model=MODEL, combiner=replace(PLAIN, shares={"A2": 0.3, ALL: 0.3}), again=False)
    alone = judge.weigh(weighed(("xyz", [change(0, 1, "é", 1.0)])))[0][0].odds
    others = [("abc", [change(0, 1, "é", -6.0)])] * 80
    assert judge.weigh(weighed(*others, ("xyz", [change(0, 1, "é", 1.0)])))[-1][0].odds == alone


def test_what_counts_call_for_stays_probable() -> None:
    text = weighed(("abcdef", [change(1, 2, "x", -5.0), change(4, 5, "y", -5.0)]))
    counted = replace(text, evidence=[[CountEvidence(strength=3.0), CountEvidence()]])
    judge = Judge(model=MODEL, combiner=PLAIN, pooled=False, again=False)
    ((one, other),) = judge.weigh(counted)
    assert (one.odds, other.odds) == (pytest.approx(math.log(3)), -5.0)
    (found,) = judge.choose(counted, 0.7)
    assert [each.best.repair.replacement for each in found] == ["x"]


UNTRAINED = Action(name="untrained", error=ErrorType.UNKNOWN, pooled_as_one=True, settled_by_counts=True)


@pytest.mark.parametrize("pooled", [True, False])
def test_an_action_that_was_not_trained_abstains(pooled: bool) -> None:
    """It is not evidence for its place, nor about the text that the others are in; counts may settle it."""
    judge = Judge(model=MODEL, combiner=replace(PLAIN, shares={"A2": 0.3, ALL: 0.3}), pooled=pooled, again=False)
    own = change(0, 1, "é", 1.0)
    (alone,) = judge.choose(weighed(("xyz", [own])), 0.01)
    for gain in (-2.9, 9.0):
        others = [change(0, 1, "o", gain, UNTRAINED), change(2, 3, "u", gain, UNTRAINED)]
        text = weighed(("xyz", [own, *others]), *[("abc", [others[1]])] * 80)
        first, *rest = judge.choose(text, 0.01)
        assert [each.probability for each in first] == pytest.approx([each.probability for each in alone])
        assert rest == [[]] * 80
    counted = replace(weighed(("xyz", [others[1]])), evidence=[[CountEvidence(strength=3.0)]])
    ((found,),) = judge.choose(counted, 0.01)
    assert found.probability == pytest.approx(judge.combiner.settled)


def test_what_the_system_confuses_is_judged_as_learned_by_whatever_action() -> None:
    judge = Judge(model=MODEL, combiner=replace(PLAIN, shares={"learned": 0.2}), pooled=False)
    known = replace(change(0, 1, "x", 2.0, UNTRAINED), confusion=confused(["a"], ["x"], 8, 9))
    ((one, other),) = judge.weigh(weighed(("abc", [known, change(1, 2, "y", 2.0, UNTRAINED)])))
    assert (one.odds, one.repair.action, other.odds) == (2.0, UNTRAINED, -math.inf)


@pytest.mark.parametrize("action", [JUNCTION, AGREEMENT])
def test_rules_of_spelling_and_agreement_are_not_outvoted(action: Action) -> None:
    """Neither by the language model, nor by a text in which nothing else is wrong."""
    shares = {str(action): 0.3, "A2": 0.3, ALL: 0.3}
    judge = Judge(model=MODEL, combiner=replace(PLAIN, shares=shares, settled=0.4), again=False)
    others = [("abc", [change(1, 2, "x", -2.9)])] * 80
    text = weighed(("xyz", [change(0, 1, "é", -8.0, action)]), *others)
    called = replace(text, evidence=[[CountEvidence(strength=3.0)], *text.evidence[1:]])
    assert judge.weigh(called)[0][0].odds == pytest.approx(math.log(9))
    # Without counts, they are judged like others.
    assert judge.weigh(text)[0][0].odds < -8


def test_only_the_same_words_for_the_same_source_word_are_pooled() -> None:
    sure = [("abc", [change(1, 2, "x", 3.0)])] * 20
    others = {
        "the same": ("abc", change(1, 2, "x", -0.5)),
        "another word": ("abc", change(1, 2, "y", -0.5)),
        "another place": ("abc", change(2, 3, "x", -0.5)),
        "another source": ("abc", replace(change(1, 2, "x", -0.5), source="casa")),
    }
    judge = Judge(model=MODEL, combiner=PLAIN, again=False)
    odds = {}
    for name, (text, repair) in others.items():
        odds[name] = judge.weigh(weighed(*sure, (text, [repair])))[-1][0].odds
    assert all(odds["the same"] > 1 + each for name, each in odds.items() if name != "the same")
    alone = replace(judge, pooled=False).weigh(weighed(*sure, ("abc", [others["the same"][1]])))
    assert alone[-1][0].odds == pytest.approx(-0.5)


def test_actions_of_a_whole_system_are_pooled_whatever_the_words() -> None:
    action = Action(name="all", error=ErrorType.WRONG_SENSE, pooled_as_one=True)
    sure = [("abc", [change(1, 2, "x", 3.0, action)])] * 20
    judge = Judge(model=MODEL, combiner=replace(PLAIN, shares={"all": 0.2}), again=False)
    found = judge.weigh(weighed(*sure, ("def", [change(0, 1, "y", -0.5, action)])))
    assert found[-1][0].odds > 0.5
    assert name_class(change(0, 1, "y", 0.0, action), (("d",), ("y",))) == "all"


def test_habits_change_the_odds_of_their_words() -> None:
    repairs = [change(1, 2, "x", 0.0), change(4, 5, "y", 0.0)]
    table = ConfusionTable([], {(("b",), ("x",)): Habit(0.2, 0.8)})
    judge = Judge(model=MODEL, combiner=PLAIN, table=table, pooled=False)
    ((one, other),) = judge.weigh(weighed(("abcdef", repairs)))
    assert one.odds == pytest.approx(math.log(4) - math.log(1 / 4))
    assert other.odds == 0.0
    assert find_pair(list("abcdef"), repairs[0]) == (("b",), ("x",))


def test_repairs_that_no_model_has_judged_are_refused() -> None:
    repair = replace(change(1, 2, "x", 0.0), change=None)
    with pytest.raises(ValueError, match="language model"):
        find_pair(["a"], repair)


def test_repairs_are_brought_to_the_words_that_are_counted(model: LanguageModel) -> None:
    segment = chunked(tagged("El/determiner disco/noun llevar/verb ./punctuation"))
    same = replacing(segment, "El", "el")
    twice = replacing(segment, "disco llevar", "disco duro")
    longer = replacing(segment, "llevar", "duro está lleno")
    table = ConfusionTable([confused(["llevar"], ["duro"], 8, 9), confused(["<s>", "el"], ["<s>"], 3, 4)])
    (found,), (words,) = weigh_repairs([repairable(segment, same, twice, longer)], model, table)
    assert words == ["el", "disco", "llevar", "."]
    changes = {each.change: each for each in found.repairs}
    assert set(changes) <= {(2, 3, ("duro",)), (2, 3, ("duro", "está", "lleno")), (0, 1, ())}
    both = changes[2, 3, ("duro",)]
    # What the rules propose stays theirs, and knows of the confusion.
    assert (both.action, both.replaced, both.confusion) == (OTHER_TRANSLATION, "disco llevar", table.confusions[0])
    assert all(each.gain is not None and each.gain > LEAST_GAIN for each in found.repairs)
    assert [each.start for each in found.repairs] == sorted(each.start for each in found.repairs)


def test_what_anything_else_proposes_is_not_borrowed_from_another_system(model: LanguageModel) -> None:
    segment = chunked(tagged("El/determiner disco/noun llevar/verb"))
    borrowed = replacing(segment, "disco llevar", "disco duro", OTHER_SYSTEM)
    ruled = replacing(segment, "llevar", "duro")
    table = ConfusionTable([confused(["llevar"], ["duro"], 8, 9)])
    for repairs, known, action in (
        ([borrowed], None, "other system"),
        ([borrowed, ruled], None, "A2"),
        ([borrowed], table, "learned"),
    ):
        ((found,), _) = weigh_repairs([repairable(segment, *repairs)], model, known)
        assert [str(each.action) for each in found.repairs] == [action]


def test_segments_without_repairs_cost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("a\n", encoding="utf-8")
    unread = LanguageModel(ScanCounts([path], SPANISH), SPANISH)
    segments, words = weigh_repairs([repairable(chunked(tagged("a/noun")))], unread)
    assert (segments[0].repairs, words) == ((), [["a"]])
    assert weigh_repairs([], unread) == ([], [])
