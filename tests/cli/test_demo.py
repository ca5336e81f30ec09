from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tertium.metrics import parse
from tertium.parts import PARTS, find_missing, name_tertium, write_command
from tertium.registry import METRICS
from tests.cli.test_score import run

SHOWN = [name for name in METRICS if not parse(name).needs_index]


def test_the_demo_scores_the_sample_with_every_metric_and_writes_the_report(tmp_path: Path) -> None:
    printed = run("demo", "--output", str(tmp_path / "out")).stdout.decode()
    report = tmp_path / "out" / "report.html"
    assert str(report) in printed
    page = report.read_text(encoding="utf-8")
    for name in SHOWN:
        assert name in printed
    assert "14 segments are too few to tell systems apart" in page
    assert 'id="correlation"' in page
    assert "By document" in page
    assert "Machine-translationness" in printed
    findings = tmp_path / "out" / "mtness.html"
    assert str(findings) in printed
    assert "está lleno" in findings.read_text(encoding="utf-8")


def test_the_demo_lists_once_all_that_it_left_out_with_the_commands(tmp_path: Path) -> None:
    # No home, no models, and no library of any extra: what the wheel alone gives.
    hidden = [module for part in PARTS.values() for module in part.modules]
    program = (
        "import sys\n"
        f"for name in {hidden!r}: sys.modules[name] = None\n"
        "from tertium.cli import main\n"
        f"sys.argv = ['tertium', 'demo', '--output', {str(tmp_path / 'out')!r}]\n"
        "main()\n"
    )
    environment = {**os.environ, "TERTIUM_MODELS": str(tmp_path / "none"), "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    listed = done.stdout.partition("Left out, because an optional part is not installed:")[2]
    for name in ("blend", "encoder", "syntax", "e5-small-v2", "bert-multilingual"):
        assert listed.count(f"    {write_command([PARTS[name]])}\n") == 1
    assert "blend, concord: the extra 'blend'" in listed
    assert listed.endswith(f"All optional parts: {name_tertium()} doctor\n")
    assert (tmp_path / "out" / "report.html").is_file()


def test_a_demo_that_cannot_download_goes_on(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "TERTIUM_MODELS": str(tmp_path / "none"),
        "https_proxy": "http://127.0.0.1:9",  # nobody answers there
        "HTTPS_PROXY": "http://127.0.0.1:9",
    }
    command = [sys.executable, "-m", "tertium", "demo", "--install", "--output", str(tmp_path / "out")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "e5-small-v2 cannot be downloaded. hub: " in done.stderr
    assert ". maven: Maven Central does not give " in done.stderr
    assert "models install e5-small-v2" in done.stdout


@pytest.mark.parametrize("name", SHOWN)
def test_a_metric_names_all_that_it_lacks_at_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tertium
    from tertium.errors import MissingPartError

    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    for part in PARTS.values():
        for module in part.modules:
            monkeypatch.setitem(sys.modules, module, None)
    missing = find_missing(parse(name).parts)
    if not missing:
        assert tertium.score(["a cat"], ["a cat"], metrics=[name], sources=["un gato"])[name].value is not None
        return
    with pytest.raises(MissingPartError, match=f"the metric '{name}' needs ") as caught:
        tertium.score(["a cat"], ["a cat"], metrics=[name], sources=["un gato"])
    assert all(part.title in caught.value.message for part in missing)
    assert caught.value.command == write_command(missing)
