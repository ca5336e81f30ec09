"""The searches of an audit have budgets, and say when they were cut."""

from __future__ import annotations

import pytest

from tertium.audit import audit_segment, segment_audit
from tertium.report.tables.segment_audit import variant_table

CUT = "the searches were cut short, since the hypothesis has 6 words"


def test_long_segments_have_fewer_tries() -> None:
    assert [segment_audit.count_tries(words) for words in (0, 1, 200, 1000, 10**9)] == [
        20_000,
        20_000,
        20_000,
        4_000,
        1,
    ]


def test_an_audit_says_that_it_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> segment_audit.SegmentAudit:
        references = ["a dog ran to the mat", "he was led to the plane"]
        return audit_segment("he was taken to the plane", references, against=(), samples=50)

    def describe(audit: segment_audit.SegmentAudit) -> tuple[bool, bool, bool]:
        return audit.is_cut, audit.to_dict()["cut"], CUT in variant_table(audit).notes

    assert describe(run()) == (False, False, False)
    monkeypatch.setattr(segment_audit, "_WORDS_TO_TRY", 600)
    cut = run()
    assert describe(cut) == (True, True, True)
    assert cut.draw.evaluations < 200
