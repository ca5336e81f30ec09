"""LanguageTool's JSON: findings as the answer of its ``/v2/check``, which editors and CAT tools can show.

Offsets and lengths count UTF-16 code units, as LanguageTool's do (a character outside of the Basic Multilingual Plane
counts as two), in the text of all segments, each followed by one line break.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tertium._core import __version__
from tertium.edits import apply_edits
from tertium.languages import LANGUAGES
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.repairs.error_types import ErrorType
from tertium.report.formats.json import write_json
from tertium.report.texts import keep_on_line, write_count, write_expected

# The version of the answer's layout, as LanguageTool counts them.
_API = 1
# As many characters as LanguageTool shows on either side.
_AROUND = 40

# Types of issues of the Internationalization Tag Set 2.0, which LanguageTool uses.
_ISSUES = {
    ErrorType.WRONG_SENSE: "mistranslation",
    ErrorType.WORD_FORM: "mistranslation",
    ErrorType.WORD_FOR_WORD: "mistranslation",
    ErrorType.APOCOPATION: "grammar",
    ErrorType.SER_ESTAR: "grammar",
    ErrorType.SPELLING: "misspelling",
    ErrorType.UNKNOWN: "uncategorized",
}
_UNTRANSLATED = "untranslated"
_CATEGORY = {"id": "MACHINE_TRANSLATION", "name": "Machine-translationness"}
_TYPOS = {"id": "TYPOS", "name": "Possible typo"}


def render_matches(examinations: Sequence[Examination]) -> str:
    """Return instances and candidates of one system as LanguageTool's answer.

    Args:
        examinations: What was found, of one system.
    """
    (examination,) = examinations
    return write_json(describe_matches(examination), indent=2)


def describe_matches(examination: Examination) -> dict[str, Any]:
    """Return instances and candidates as LanguageTool's answer."""
    starts = [0]
    for segment in examination.segments:
        starts.append(starts[-1] + count_units(segment.text) + 1)
    code = examination.language or examination.language_pair.rpartition("-")[2]
    language = {"name": LANGUAGES[code].name.title() if code in LANGUAGES else code, "code": code}
    found = [each for each in examination.findings if each.verdict in (Verdict.INSTANCE, Verdict.CANDIDATE)]
    # Clients count on from one match to the next.
    found.sort(key=lambda each: (each.segment, *_cover(each)))
    return {
        "software": {
            "name": "Tertium",
            "version": __version__,
            "buildDate": "",
            "apiVersion": _API,
            "premium": False,
            "premiumHint": "",
            "status": "",
        },
        "warnings": {"incompleteResults": bool(examination.warnings)},
        "language": {**language, "detectedLanguage": {**language, "confidence": 1.0}},
        "matches": [
            _describe_match(each, examination.segments[each.segment].text, starts[each.segment]) for each in found
        ],
    }


def count_units(text: str) -> int:
    """Return the number of UTF-16 code units of a text.

    >>> count_units("día"), count_units("🙂")
    (3, 2)
    """
    return len(text) + sum(character > "\uffff" for character in text)


def _describe_match(finding: Finding, text: str, offset: int) -> dict[str, Any]:
    start, end = _cover(finding)
    first, last = max(0, start - _AROUND), min(len(text), end + _AROUND)
    before = ("..." if first else "") + keep_on_line(text[first:start])
    after = keep_on_line(text[end:last]) + ("..." if last < len(text) else "")
    span = text[start:end]
    values = dict.fromkeys(apply_edits(span, each.repair.edits, start) for each in finding.suggestions)
    length = count_units(span)
    is_spelling = finding.error is ErrorType.SPELLING
    name = str(finding.verdict if finding.error is ErrorType.UNKNOWN else finding.error)
    issue = _UNTRANSLATED if finding.note == _UNTRANSLATED else _ISSUES.get(finding.error, "uncategorized")
    return {
        "message": _explain(finding),
        "shortMessage": name.capitalize(),
        "replacements": [{"value": value} for value in values if value != span],
        "offset": offset + count_units(text[:start]),
        "length": length,
        "context": {
            "text": before + keep_on_line(span) + after,
            "offset": count_units(before),
            "length": length,
        },
        "sentence": text,
        "type": {"typeName": "UnknownWord" if is_spelling else _name_type(finding)},
        "rule": {
            "id": f"TERTIUM_{_make_identifier(name)}",
            "description": f"Machine-translationness: {name}",
            "issueType": issue,
            "category": _TYPOS if is_spelling else _CATEGORY,
            "isPremium": False,
        },
        "ignoreForIncompleteSentence": False,
        "contextForSureMatch": 0,
    }


def _name_type(finding: Finding) -> str:
    """Return LanguageTool's name for how sure a match is."""
    return "Hint" if finding.verdict is Verdict.CANDIDATE else "Other"


def _cover(finding: Finding) -> tuple[int, int]:
    """Return the span of a finding, with all that its suggestions would change."""
    edits = [edit for each in finding.suggestions for edit in each.repair.edits]
    return min([finding.start, *(each.start for each in edits)]), max([finding.end, *(each.end for each in edits)])


def _explain(finding: Finding) -> str:
    span = keep_on_line(finding.text)
    if finding.error is ErrorType.SPELLING:
        kind = "left untranslated" if finding.note == _UNTRANSLATED else "not in the dictionary"
        return f"“{span}” is {kind}."
    best = finding.best
    if best is None:
        expected = "" if finding.expected is None else f", and {write_expected(finding.expected)} were expected"
        return f"“{span}” is not found in the corpus{expected}."
    counts = f"“{span}” occurs {_times(finding.count)} in the corpus, “{best.text}” {_times(best.count)}."
    return f"{counts} Source: {best.repair.source}." if best.repair.source else counts


def _times(count: int | None) -> str:
    return "an unknown number of times" if count is None else "once" if count == 1 else f"{write_count(count)} times"


def _make_identifier(name: str) -> str:
    return "".join(each if each.isalnum() else "_" for each in name.upper())
