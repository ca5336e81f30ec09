"""Audits end with what follows from them."""

from __future__ import annotations

from tertium.audit import audit_corpus, audit_segment
from tertium.report import describe_corpus_audit, describe_segment_audit, render
from tertium.types import References, TestSet


def test_a_segment_that_leaves_freedom() -> None:
    audit = audit_segment("he was taken to the plane", ["he was led to the plane"], against=["chrf"], samples=50)
    assert audit.conclusion.startswith(
        "BLEU 37.99 does not tell this translation from others that score at least as high: 5 other orders of its "
        "blocks, any other words in place of taken and other words drawn from the references. The worst twin with the "
        "same BLEU changes chrf from "
    )
    assert audit.to_dict()["conclusion"] == audit.conclusion
    for name in ("text", "md", "html", "latex"):
        assert "The worst twin with the same BLEU" in render(describe_segment_audit(audit), name)


def test_a_segment_that_leaves_none() -> None:
    audit = audit_segment("he was led to the plane", ["he was led to the plane"], against=[], samples=50)
    assert audit.conclusion == (
        "No other translation with at least BLEU 100.00 was found: the references leave it no freedom."
    )


ALONE = "Of the median output, no order of the blocks but its own has at least the same BLEU."
REFERENCES = References.from_nested([f"w{number} b c d e f g h" for number in range(12)])


def audit(systems: dict[str, list[str]], **options: object) -> str:
    found = audit_corpus(TestSet(systems=systems, references=REFERENCES), against="chrf", **options)  # type: ignore[arg-type]
    assert found.to_dict()["conclusion"] == found.conclusion
    assert found.conclusion in render(describe_corpus_audit(found), "text")
    return found.conclusion


def test_differences_that_shuffling_cannot_make() -> None:
    good = list(REFERENCES.flat)
    bad = [text.replace("c d e", "x y z") for text in good]
    said = audit({"good": good, "bad": bad}, probes=["bleu"], edited=4)
    assert "orders of the blocks have at least the same BLEU." in said
    assert (
        "no system overtakes the next better one; the difference that rests on the fewest segments is good − bad"
        in said
    )
    assert "The edits that go unpenalised most often: bleu " in said


def test_differences_that_shuffling_makes_too() -> None:
    shuffled = [f"x{number} e f g h x{number} b c d" for number in range(12)]
    nearly = [shuffled[0].replace("x0 b", "y b c"), *shuffled[1:]]
    said = audit({"one": [f"b c d x{number} e f g h y" for number in range(12)], "other": nearly})
    assert "With blocks in random order, other overtakes one in " in said
    assert "% of the draws: a difference that shuffling makes says little about quality." in said


def test_one_system_has_no_differences() -> None:
    assert audit({"only": list(REFERENCES.flat)}) == ALONE
