"""LanguageTool's JSON: places in UTF-16 code units, and replacements that fit them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tertium.errors import SpecError
from tertium.mtness.detection.findings import Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.segment import Segment
from tertium.report import render
from tertium.report.formats.languagetool import count_units
from tertium.report.tables.findings import describe_examinations
from tests.report.test_mtness_tables import FINDINGS, SEGMENTS, examine


def matches_of(examination: Examination) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(render(describe_examinations([examination]), "languagetool"))["matches"]
    return found


def cut(text: str, match: dict[str, Any]) -> str:
    """What a client that counts as Java and JavaScript do takes for the match."""
    units = text.encode("utf-16-le")
    return units[2 * match["offset"] : 2 * (match["offset"] + match["length"])].decode("utf-16-le")


def test_every_match_is_at_its_place_in_the_whole_text() -> None:
    whole = "".join(f"{segment.text}\n" for segment in SEGMENTS)
    matches = matches_of(examine())
    assert [cut(whole, each) for each in matches] == [each.text for each in FINDINGS]
    assert [each["offset"] for each in matches] == sorted(each["offset"] for each in matches)
    for match in matches:
        assert cut(match["context"]["text"], match["context"]) == cut(whole, match).replace("\n", " ")
        assert match["sentence"] in whole
        assert len(match["context"]["text"]) <= match["length"] + 2 * 43


def test_characters_beyond_the_basic_plane_count_twice() -> None:
    segments = [Segment(text="🙂 El 𝒞"), replace(SEGMENTS[0], text=f"🙂🙂{SEGMENTS[0].text}")]
    moved = [
        replace(
            each,
            segment=1,
            start=each.start + 2,
            end=each.end + 2,
            suggestions=tuple(
                replace(
                    suggestion,
                    repair=replace(
                        suggestion.repair,
                        edits=tuple(
                            replace(edit, start=edit.start + 2, end=edit.end + 2) for edit in suggestion.repair.edits
                        ),
                    ),
                )
                for suggestion in each.suggestions
            ),
        )
        for each in FINDINGS[:1]
    ]
    examination = replace(examine(), segments=segments, findings=moved, words=[2, 11])
    (match,) = matches_of(examination)
    assert count_units(segments[0].text) == 8
    assert cut("".join(f"{each.text}\n" for each in segments), match) == "salida quiere"
    assert [each["value"] for each in match["replacements"]] == ["salida vuelo", "salida volar"]


def test_a_match_has_what_clients_ask_for() -> None:
    first, *_, last = matches_of(examine())
    assert first["message"] == "“salida quiere” occurs 61 times in the corpus, “salida vuelo” 310 times. Source: vol."
    assert first["shortMessage"] == "Word-form confusion"
    assert first["rule"] == {
        "id": "TERTIUM_WORD_FORM_CONFUSION",
        "description": "Machine-translationness: word-form confusion",
        "issueType": "mistranslation",
        "category": {"id": "MACHINE_TRANSLATION", "name": "Machine-translationness"},
        "isPremium": False,
    }
    assert (last["message"], last["rule"]["issueType"]) == ("“préssec” is left untranslated.", "untranslated")
    assert (last["type"], last["replacements"]) == ({"typeName": "UnknownWord"}, [])
    candidate = next(each for each in matches_of(examine()) if each["type"]["typeName"] == "Hint")
    assert candidate["message"] == "“mueve un dedo por ellos” is not found in the corpus, and 12.3 were expected."


def test_language_and_software_are_named() -> None:
    answer = json.loads(render(describe_examinations([replace(examine(), language="es")]), "languagetool"))
    assert answer["language"]["name"] == "Spanish"
    assert answer["language"]["code"] == answer["language"]["detectedLanguage"]["code"] == "es"
    assert (answer["software"]["name"], answer["software"]["apiVersion"]) == ("Tertium", 1)
    assert answer["warnings"] == {"incompleteResults": True}


def test_spans_that_are_fine_are_no_matches() -> None:
    fine = replace(FINDINGS[0], verdict=Verdict.FINE)
    assert matches_of(replace(examine(), findings=(fine,), verdicts=Counter())) == []


def test_it_is_of_one_system() -> None:
    with pytest.raises(SpecError, match="languagetool"):
        render(describe_examinations([examine(), examine("better")]), "languagetool")
