"""Advice: given once, where there is a reason, and not otherwise."""

from __future__ import annotations

import pytest

from tertium import samples
from tertium.audit.advice import Advice, advise
from tertium.metrics import compare_systems
from tertium.results import Comparison, PairedTest
from tertium.stats import Resampling
from tertium.types import References, TestSet
from tests.cli.running import run

TEXTS = [f"segment number {number} has these words" for number in range(40)]
WORSE = [text.replace("these", "other") for text in TEXTS]


def make_test_set(kinds: dict[str, str] | None = None, changed: int = 40) -> TestSet:
    new = [*WORSE[:changed], *TEXTS[changed:]]
    return TestSet(systems={"old": TEXTS, "new": new}, references=References.from_nested(TEXTS), kinds=kinds or {})


def ask(test_set: TestSet, metrics: tuple[str, ...] = ("bleu",)) -> list[Advice]:
    return advise(compare_systems(test_set, metrics, Resampling(resamples=100)), test_set)


def test_nothing_is_said_without_a_reason() -> None:
    assert ask(make_test_set()) == []


def test_systems_of_different_kinds() -> None:
    (advice,) = ask(make_test_set({"old": "rule-based", "new": "neural"}), ("bleu", "chrf"))
    assert advice.reason == "kinds"
    assert advice.appropriate is False
    assert "new (neural) and old (rule-based)" in advice.text
    assert "bleu, chrf may underrate" in advice.text


def test_systems_of_one_kind() -> None:
    (advice,) = ask(make_test_set({"old": "neural", "new": "neural"}))
    assert (advice.reason, advice.appropriate) == ("same kind", True)


def test_a_kind_that_is_missing_is_said_and_not_guessed() -> None:
    (advice,) = ask(make_test_set({"old": "neural"}), ("bleu", "meteor"))
    assert (advice.reason, advice.appropriate) == ("unknown kinds", None)
    assert advice.text == (
        "the kind of new is not known, so neither is whether bleu, meteor suit the comparison of new and old: name it "
        "with --kind new=KIND"
    )


def test_a_missing_kind_does_not_hide_kinds_that_differ() -> None:
    systems = dict.fromkeys("abc", WORSE)
    kinds = {"a": "neural", "b": "rule-based"}
    found = ask(TestSet(systems=systems, references=References.from_nested(TEXTS), kinds=kinds), ("ter",))
    assert [each.reason for each in found] == ["kinds", "unknown kinds"]


@pytest.mark.parametrize(
    ("metric", "unseen"),
    [
        ("meteor", "meteor does not see paraphrases that no reference has, the order of matching phrases, whether"),
        ("meteor:stages=exact", "does not see synonyms and paraphrases that no reference has"),
        ("ter", "ter does not see synonyms and paraphrases that no reference has, whether a wrong word"),
        ("blend", "blend does not see kinds of systems that were not in its training"),
        ("nist", "the order of matching phrases, what is left out, except by the length"),
    ],
)
def test_every_metric_is_advised_on_by_what_it_does_not_see(metric: str, unseen: str) -> None:
    (advice,) = ask(make_test_set({"old": "rule-based", "new": "neural"}), (metric,))
    assert advice.reason == "kinds"
    assert unseen in advice.text


def test_metrics_that_declare_nothing_are_said_to() -> None:
    test = PairedTest(
        metric="own", system="new", baseline="old", difference=1, low=0, high=2, p_value=0.5, adjusted=0.5
    )
    comparison = Comparison(systems={}, tests=[test], method="bootstrap", resamples=100, seed=1, level=0.95)
    (advice,) = advise(comparison, make_test_set({"old": "rule-based", "new": "neural"}))
    assert "what own does not see is not declared" in advice.text


@pytest.mark.parametrize(("changed", "said"), [(0, False), (1, True), (3, True), (4, False)])
def test_a_change_that_touches_few_segments(changed: int, said: bool) -> None:
    assert [each.reason for each in ask(make_test_set(changed=changed))] == (["rare"] if said else [])


def test_metrics_that_are_sure_of_opposite_things() -> None:
    def make(metric: str, difference: float, p: float) -> PairedTest:
        return PairedTest(
            metric=metric, system="new", baseline="old", difference=difference, low=0, high=0, p_value=p, adjusted=p
        )

    test_set = make_test_set()
    against = Comparison(
        systems={},
        tests=[make("bleu", 2.0, 0.01), make("chrf", -2.0, 0.01)],
        method="bootstrap",
        resamples=100,
        seed=1,
        level=0.95,
    )
    (advice,) = advise(against, test_set)
    assert "bleu prefers new, chrf prefers old" in advice.text
    # Less TER is better, so these agree.
    agreeing = Comparison(
        systems={},
        tests=[make("bleu", 2.0, 0.01), make("ter", -2.0, 0.01)],
        method="bootstrap",
        resamples=100,
        seed=1,
        level=0.95,
    )
    assert advise(agreeing, test_set) == []
    unsure = Comparison(
        systems={},
        tests=[make("bleu", 2.0, 0.01), make("chrf", -2.0, 0.2)],
        method="bootstrap",
        resamples=100,
        seed=1,
        level=0.95,
    )
    assert advise(unsure, test_set) == []


def test_each_reason_is_given_once() -> None:
    systems = {name: TEXTS if name == "a" else WORSE for name in "abcd"}
    kinds = {"a": "x", "b": "y", "c": "z", "d": "w"}
    test_set = TestSet(systems=systems, references=References.from_nested(TEXTS), kinds=kinds)
    (advice,) = ask(test_set)
    assert "2 more pairs" in advice.text


def test_the_command_says_it_and_can_be_told_not_to() -> None:
    files = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "literal")]
    arguments = ["compare", *files, "-r", str(samples.path("reference.A.txt")), "-m", "bleu", "--resamples", "100"]
    kinds = ["-n", "careful", "-n", "literal", "--kind", "careful=human", "--kind", "literal=rule-based"]
    assert "advice: literal (rule-based)" in run(*arguments, *kinds).stdout
    assert "advice" not in run(*arguments, *kinds, "--no-advice").stdout
    assert "advice" not in run(*arguments).stdout
    unknown = run(*arguments, "--kind", "carefull=human")
    assert unknown.returncode == 2
    assert "there is no system 'carefull'" in unknown.stderr
    bad = run(*arguments, "--kind", "careful")
    assert bad.returncode == 2
    assert "SYSTEM=KIND" in bad.stderr
