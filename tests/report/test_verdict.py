"""What is said of a comparison: who leads, and what cannot be said."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from tertium import compare
from tertium.audit import Advice
from tertium.errors import SpecError
from tertium.report import ComparisonVerdict, draw_forest, judge_comparison, ranking_table
from tertium.results import Comparison, Interval, PairedTest, Score, Scores
from tertium.stats.clusters import letter


def make_comparison(
    scores: Mapping[str, Mapping[str, float]],
    told_apart: Mapping[str, set[tuple[str, str]] | None] | None = None,
    *,
    count: int = 3004,
    lower: tuple[str, ...] = ("ter",),
) -> Comparison:
    """Return a comparison with the scores of each metric; by default all systems with different scores are told apart.

    Args:
        scores: By metric and system.
        told_apart: Of a metric, the pairs that differ significantly; all if it is not there.
        count: How many segments there are.
        lower: The metrics by which lower is better.
    """
    names = list(next(iter(scores.values())))
    tests, groups = [], {}
    for metric, values in scores.items():
        known = (told_apart or {}).get(metric)
        p_values = [[1.0] * len(names) for _ in names]
        for (row, one), (column, other) in combinations(enumerate(names), 2):
            sure = {(one, other), (other, one)} & known if known is not None else values[one] != values[other]
            p_value = 0.0031 if sure else 0.4
            p_values[row][column] = p_values[column][row] = p_value
            is_better = (values[other] > values[one]) == (metric not in lower)
            tests.append(
                PairedTest(
                    metric=metric,
                    system=other,
                    baseline=one,
                    difference=values[other] - values[one],
                    low=0.0,
                    high=1.0,
                    p_value=p_value,
                    adjusted=p_value,
                    better=(other if is_better else one) if sure and count >= 100 else None,
                )
            )
        if count >= 100:
            sign = -1 if metric in lower else 1
            groups[metric] = dict(zip(names, letter([sign * values[name] for name in names], p_values), strict=True))
    systems = {
        name: Scores(
            name,
            count,
            {
                metric: Score(
                    spec=metric,
                    value=values[name],
                    signature="",
                    components={},
                    higher_is_better=metric not in lower,
                    interval=Interval(
                        low=values[name] - 1, high=values[name] + 1, mean=0, level=0.95, resamples=1000, seed=1
                    ),
                )
                for metric, values in scores.items()
            },
        )
        for name in names
    }
    return Comparison(
        systems=systems, tests=tests, method="bootstrap", resamples=1000, seed=1, level=0.95, groups=groups
    )


def group_names(verdict: ComparisonVerdict) -> list[list[str]]:
    return [[each.name for each in group] for group in verdict.ranking.groups]


def test_a_clear_leader_is_named_with_the_next_one() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"KIT": 60.63, "uedin": 61.25, "online": 57.0}}))
    assert verdict.sentences == [
        "uedin leads by chrF (61.25); KIT is next, 0.62 lower, beyond chance (Holm-corrected p = 0.003, "
        "3,004 segments)."
    ]
    assert group_names(verdict) == [["uedin"], ["KIT"], ["online"]]
    assert [each.is_best for each in verdict.ranking.systems] == [True, False, False]


def test_lower_is_better_is_said_and_the_next_one_is_higher() -> None:
    verdict = judge_comparison(make_comparison({"ter": {"a": 50.0, "b": 45.0}}))
    assert str(verdict) == (
        "b leads by TER (45.00, lower is better); a is next, 5.00 higher, beyond chance (p = 0.003, 3,004 segments)."
    )
    assert group_names(verdict) == [["b"], ["a"]]


def test_systems_that_cannot_be_told_apart() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"x": 60.0, "y": 60.2, "z": 59.9}}, {"chrf": set()}))
    assert str(verdict) == "y, x and z cannot be told apart by chrF (60.20 to 59.90; 3,004 segments)."
    assert group_names(verdict) == [["y", "x", "z"]]
    assert not any(each.is_best for each in verdict.ranking.systems)


def test_equal_scores_are_not_told_apart() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"x": 60.0, "y": 60.0}}))
    assert str(verdict) == "x and y cannot be told apart by chrF (60.00; 3,004 segments)."


def test_two_leaders_and_the_next_one() -> None:
    apart = {("x", "z"), ("y", "z")}
    verdict = judge_comparison(make_comparison({"chrf": {"x": 60.0, "y": 60.2, "z": 55.0}}, {"chrf": apart}))
    assert str(verdict) == (
        "y and x lead by chrF (60.20 to 60.00), but cannot be told apart; z is next, 5.00 lower than x, beyond chance "
        "(3,004 segments)."
    )
    assert group_names(verdict) == [["y", "x"], ["z"]]


def test_two_leaders_of_which_one_is_not_told_apart_from_the_next_one() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"a": 60.0, "b": 59.0, "c": 58.0}}, {"chrf": {("a", "c")}}))
    assert str(verdict) == "a and b lead by chrF (60.00 to 59.00), but cannot be told apart (3,004 segments)."
    assert group_names(verdict) == [["a", "b", "c"]]
    assert [each.letters for each in verdict.ranking.systems] == ["a", "ab", "b"]


def test_the_best_is_told_apart_from_none_though_others_are() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"a": 60.0, "b": 59.0, "c": 58.0}}, {"chrf": {("b", "c")}}))
    assert str(verdict) == "a scores best by chrF (60.00), but cannot be told apart from b and c (3,004 segments)."


def test_the_next_one_may_be_told_apart_and_a_later_one_not() -> None:
    # Such things happen with outputs that share many segments.
    verdict = judge_comparison(make_comparison({"chrf": {"a": 60.0, "b": 59.0, "c": 58.0}}, {"chrf": {("a", "b")}}))
    assert str(verdict) == "a scores best by chrF (60.00), but cannot be told apart from c (3,004 segments)."


def test_many_names_are_counted() -> None:
    scores = {f"s{place}": 60 - place / 100 for place in range(9)}
    verdict = judge_comparison(make_comparison({"chrf": scores}, {"chrf": set()}))
    assert str(verdict).startswith("s0, s1, s2, s3 and 5 others cannot be told apart by chrF (60.00 to 59.92")


def test_one_system_has_no_rival() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"only": 60.0}}))
    assert str(verdict) == "only scores 60.00 by chrF (3,004 segments, 95% interval 59.00 to 61.00)."
    assert [each.is_best for each in verdict.ranking.systems] == [False]
    assert group_names(verdict) == [["only"]]


def test_few_segments_tell_nothing_apart() -> None:
    verdict = judge_comparison(
        make_comparison({"chrf": {"a": 60.0, "b": 40.0}, "bleu": {"a": 3.0, "b": 9.0}}, count=14)
    )
    assert verdict.sentences == [
        "a scores best by chrF (60.00), b 20.00 lower; but 14 segments are too few to tell systems apart (at least 100 "
        "are needed)."
    ]
    assert [each.group for each in verdict.ranking.systems] == [None, None]
    assert not any(each.is_best for ranking in verdict.rankings for each in ranking.systems)


def test_few_resamples_tell_nothing_apart_and_are_named() -> None:
    scores = {"chrf": {f"system {number}": 60.0 - number for number in range(11)}}
    verdict = judge_comparison(make_comparison(scores, {"chrf": set()}))
    assert verdict.sentences == [
        "system 0 scores best by chrF (60.00), system 1 1.00 lower; but 1,000 resamples are too few to tell 11 systems "
        "apart (at least 1,100 are needed)."
    ]
    assert verdict.obstacle in ranking_table(verdict).notes
    assert not any(each.is_best for each in verdict.ranking.systems)


def test_as_many_resamples_as_are_asked_for_can_be_significant() -> None:
    texts = {"a": ["a small dog", "the cat sat"] * 60, "b": ["a dog", "a cat sits"] * 60}
    for resamples, obstacle in (
        (19, "19 resamples are too few to tell 2 systems apart (at least 20 are needed)"),
        (20, ""),
    ):
        found = compare(texts, texts["a"], ["chrf"], pairs="all", resamples=resamples, confidence=0.5)
        assert judge_comparison(found).obstacle == obstacle
        assert (found.tests[0].better is None) == bool(obstacle)


def test_few_segments_and_the_same_score() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"a": 60.0, "b": 60.0}}, count=1))
    assert str(verdict).startswith("a and b have the same score by chrF (60.00); but 1 segment is too few")


def test_chrf_is_the_metric_of_the_verdict_if_it_is_there() -> None:
    comparison = make_comparison({"bleu": {"a": 3.0, "b": 9.0}, "chrf": {"a": 60.0, "b": 61.0}})
    assert [each.metric for each in judge_comparison(comparison).rankings] == ["chrf", "bleu"]
    assert [each.metric for each in judge_comparison(comparison, "bleu").rankings] == ["bleu", "chrf"]
    assert judge_comparison(make_comparison({"ter": {"a": 3.0, "b": 9.0}})).metric == "ter"
    with pytest.raises(SpecError, match="no score by 'meteor'"):
        judge_comparison(comparison, "meteor")


def test_metrics_that_agree() -> None:
    scores = {"chrf": {"a": 61.0, "b": 60.0}, "bleu": {"a": 30.0, "b": 29.0}, "ter": {"a": 40.0, "b": 45.0}}
    assert judge_comparison(make_comparison(scores)).sentences[1:] == ["BLEU and TER agree."]
    del scores["ter"]
    assert judge_comparison(make_comparison(scores)).sentences[1:] == ["BLEU agrees."]


def test_a_metric_that_cannot_tell() -> None:
    scores = {"chrf": {"a": 61.0, "b": 60.0}, "bleu": {"a": 30.0, "b": 29.9}, "ter": {"a": 40.0, "b": 45.0}}
    verdict = judge_comparison(make_comparison(scores, {"bleu": set()}))
    assert verdict.sentences[1:] == ["TER agrees.", "By BLEU, a cannot be told apart from b."]


def test_metrics_that_disagree() -> None:
    scores = {"chrf": {"a": 61.0, "b": 60.0, "c": 50.0}, "ter": {"a": 45.0, "b": 40.0, "c": 42.0}}
    verdict = judge_comparison(make_comparison(scores))
    assert verdict.sentences[1:] == [
        "Metrics contradict each other beyond chance: chrF prefers a to b, TER the reverse; so it is with 1 more pair."
    ]


def test_another_metric_that_finds_the_leader() -> None:
    scores = {"chrf": {"a": 61.0, "b": 60.9}, "bleu": {"a": 30.0, "b": 31.0}, "ter": {"a": 50.0, "b": 45.0}}
    verdict = judge_comparison(make_comparison(scores, {"chrf": set()}))
    assert verdict.sentences[1:] == ["By BLEU and TER, b leads."]


def test_advice_on_kinds_is_a_sentence() -> None:
    advice = [Advice("kinds", "a (neural) and b (rule-based) are of different kinds"), Advice("disagreement", "no")]
    verdict = judge_comparison(make_comparison({"chrf": {"a": 61.0, "b": 60.0}}), advice=advice)
    assert verdict.sentences[1:] == ["a (neural) and b (rule-based) are of different kinds."]


def test_all_pairs_are_needed() -> None:
    systems = {name: ["a dog"] for name in "abc"}
    with pytest.raises(SpecError, match="not all pairs"):
        judge_comparison(compare(systems, ["a dog"], ["chrf"], resamples=40))


def test_a_real_comparison() -> None:
    texts = ["the small dog sat on the mat", "a cat sleeps in the sun all day"] * 60
    systems = {"same": texts, "copy": texts, "worse": [text.replace("the", "a") for text in texts]}
    comparison = compare(systems, texts, ["bleu", "chrf"], pairs="all")
    verdict = judge_comparison(comparison)
    assert verdict.sentences[0].startswith(
        "same and copy lead by chrF (100.00), but cannot be told apart; worse is next"
    )
    assert group_names(verdict) == [["same", "copy"], ["worse"]]
    assert verdict.to_dict()["rankings"][0]["systems"][0]["name"] == "same"


def test_hostile_names_are_made_printable() -> None:
    verdict = judge_comparison(make_comparison({"chrf": {"a\u202eb\x1b[31m": 61.0, "<script>": 60.0}}))
    assert "a�b�[31m leads" in str(verdict)
    picture = draw_forest(verdict.ranking)
    assert "<script>" not in picture
    assert "&lt;script&gt;" in picture
    assert "\u202e" not in picture


def test_the_table_brings_out_only_what_is_significant() -> None:
    scores = {"chrf": {"a": 61.0, "b": 60.0}, "bleu": {"a": 30.0, "b": 29.9}}
    table = ranking_table(judge_comparison(make_comparison(scores, {"bleu": set()})))
    assert table.columns == ["system", "group", "chrF", "letters", "BLEU", "letters"]
    assert table.best == {(0, 2)}
    assert table.rows[0] == ["a", "1", "61.00 [60.00, 62.00]", "a", "30.00 [29.00, 31.00]", "a"]
    few = ranking_table(judge_comparison(make_comparison(scores, count=14)))
    assert few.columns == ["system", "chrF", "BLEU"]
    assert not few.best


def test_the_forest_plot_says_in_words_what_it_shows() -> None:
    scores = {"chrf": {"a": 61.0, "b": 60.0, "c": 60.0}}
    picture = draw_forest(judge_comparison(make_comparison(scores)).ranking)
    assert "<title>Systems by chrF</title>" in picture
    assert (
        "<desc>Group 1: a 61.00 [60.00, 62.00] a. Group 2: b 60.00 [59.00, 61.00] b; c 60.00 [59.00, 61.00] b. "
        "a is the best.</desc>" in picture
    )
    assert picture.count("tertium-best") >= 1


def test_a_forest_plot_of_scores_without_a_spread() -> None:
    comparison = compare({"a": ["x y"] * 3, "b": ["x y"] * 3}, ["x y"] * 3, ["chrf"], pairs="all")
    picture = draw_forest(judge_comparison(comparison).ranking)
    assert picture.count("<circle") == 2
    assert "nan" not in picture
