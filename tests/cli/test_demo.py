from pathlib import Path

from tertium.registry import LARGE, METRICS, OVER_INDEXES
from tests.cli.test_score import run


def test_the_demo_scores_the_sample_with_every_metric_and_writes_the_report(tmp_path: Path) -> None:
    printed = run("demo", "--output", str(tmp_path / "out")).stdout.decode()
    report = tmp_path / "out" / "report.html"
    assert str(report) in printed
    page = report.read_text(encoding="utf-8")
    for name in (name for name in METRICS if name not in (*OVER_INDEXES, *LARGE)):
        assert name in printed
    assert "14 segments are too few to tell systems apart" in page
    assert 'id="correlation"' in page
    assert "By document" in page
    assert "Machine-translationness" in printed
    findings = tmp_path / "out" / "mtness.html"
    assert str(findings) in printed
    assert "está lleno" in findings.read_text(encoding="utf-8")
