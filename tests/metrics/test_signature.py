"""What was done to the text before scoring is in every signature; where nothing was, nothing is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tertium
from tertium import samples
from tertium.errors import InputError
from tertium.metrics.bleu import Bleu
from tertium.metrics.signature import write_signature
from tertium.text.text_changes import unescape_texts

METRICS = ["bleu", "chrf", "ter", "meteor", "nist"]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, text in (("hyp.txt", "it &apos;s late\nyes\n"), ("ref.txt", "it is late\nyes\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [str(tmp_path / "hyp.txt"), str(tmp_path / "ref.txt")]


def test_the_change_follows_the_references() -> None:
    plain = write_signature(Bleu(), 1)
    assert write_signature(Bleu(), 1, changes=["unescaped"]) == plain.replace("|refs:1|", "|refs:1|text:unescaped|")
    assert write_signature(Bleu(), 1, changes=[]) == plain


@pytest.mark.parametrize("streamed", [False, True])
def test_two_figures_have_two_signatures(files: list[str], streamed: bool) -> None:
    metrics = METRICS[:4] if streamed else METRICS
    found = [
        tertium.score_reader(
            tertium.open_test_set(files[:1], files[1:], unescape=unescape), metrics, by_segment=not streamed
        )["hyp"]
        for unescape in (False, True)
    ]
    for metric in metrics:
        stored, turned = (scores[metric] for scores in found)
        assert "text:" not in stored.signature
        assert turned.signature == stored.signature.replace("|refs:1|", "|refs:1|text:unescaped|")
    assert found[0]["chrf"].value != found[1]["chrf"].value


def test_text_that_stays_as_it_is_keeps_its_signature(files: list[str]) -> None:
    """Nothing in this file is escaped, so the option changes neither the figure nor the signature."""
    found = [
        tertium.score_reader(tertium.open_test_set(files[1:], files[1:], unescape=unescape), ["bleu"])["ref"]["bleu"]
        for unescape in (False, True)
    ]
    assert found[0].signature == found[1].signature


def test_changes_survive_all_that_is_done_with_a_test_set(files: list[str]) -> None:
    test_set = tertium.open_test_set(files[:1], files[1:], unescape=True).read()
    changes = ("unescaped",)
    assert test_set.changes == changes
    assert test_set[:1].changes == changes
    assert [part.changes for part in test_set.batches(1)] == [changes, changes]
    untouched = tertium.make_test_set({"hyp": ["a"]}, ["a"])
    assert type(test_set).concatenate([untouched, test_set]).changes == changes
    assert unescape_texts(test_set).changes == changes
    comparison = tertium.compare_systems(
        tertium.TestSet(
            systems={**test_set.systems, "two": ["yes", "yes"]},
            references=test_set.references,
            changes=test_set.changes,
        ),
        ["chrf"],
    )
    assert all("|text:unescaped|" in scores["chrf"].signature for scores in comparison.systems.values())
    audit = tertium.audit_corpus(test_set, probes=["chrf"], edited=1)
    assert [each.partition(":")[0] for each in audit.signatures] == ["bleu", "chrf"]
    assert all("|text:unescaped|" in each for each in audit.signatures)


def test_a_metric_that_was_learned_says_so() -> None:
    (judged,) = tertium.read_judged(samples.path("judgments.tsv"))
    turned = replace(judged, test_set=replace(judged.test_set, changes=("unescaped",)))
    assert tertium.learn([turned], ["chrf", "ter"], name="mine").trained_on == ["samples (unescaped)"]


def test_changes_are_a_list() -> None:
    with pytest.raises(InputError, match=r"Give a list: \['unescaped'\]"):
        tertium.TestSet(systems={"a": ["x"]}, references=tertium.References.from_nested(["x"]), changes="unescaped")


def test_correlations_have_it_too(tmp_path: Path) -> None:
    header = "lp\tidx\thuman_da_z\treference\thypothesis\n"
    rows = "".join(f"de-en\t{number}\t{number}\tit is\tit &apos;s {number}\n" for number in range(1, 5))
    (tmp_path / "seg_da.tsv").write_text(header + rows, encoding="utf-8")
    found = [
        tertium.correlate(tertium.read_judged(tmp_path, unescape=unescape), ["chrf"], level=level, test="none")
        for unescape in (False, True)
        for level in ("pooled",)
    ]
    signatures = [outcome.studies[0].figures[0].signature for outcome in found]
    assert ["text:unescaped" in signature for signature in signatures] == [False, True]
