"""A finding has one probability, and an instance one definition, wherever they are shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.segment import Segment
from tertium.report import describe_evidence, describe_examinations, render

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
FINDING = Finding(
    segment=0,
    kind="N",
    start=0,
    end=5,
    text="siete",
    verdict=Verdict.INSTANCE,
    count=0,
    p_value=1.0,
    probability=0.99996,
)


def test_the_page_and_the_table_have_the_same_probability() -> None:
    verdicts = Counter([Verdict.INSTANCE])
    found = Examination(
        system="a", segments=(Segment(text="siete"),), findings=(FINDING,), words=[1], verdicts=verdicts
    )
    described = describe_examinations([found])
    assert " 0.99\n" in render(described, "text")
    page = render(described, "html")
    assert "probability 0.99" in page
    assert "p = 1.0000" not in page
    assert page.count(Verdict.INSTANCE.meaning) > 1
    assert describe_evidence(FINDING) == ["probability 0.99"]
    assert describe_evidence(replace(FINDING, probability=None, p_value=0.01)) == ["p = 0.0100"]


def test_an_instance_is_defined_once() -> None:
    meaning = Verdict.INSTANCE.meaning
    assert meaning == "probably wrong, or a misspelt or untranslated word"
    assert meaning in GLOSSARY.read_text(encoding="utf-8")
