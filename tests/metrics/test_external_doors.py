"""Files, columns and other machines run no program: only who gives a command by hand does.

``tests/web/test_api_reach.py`` has the same for clients of the server.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tertium
from tertium import samples
from tertium.errors import SpecError, TertiumError
from tertium.metrics import parse, refuse_local
from tertium.metrics.external import External

EXTERNAL = "external(touch marker)"
SPELLINGS = [EXTERNAL, " EXTERNAL (touch marker)", "external:command=touch marker", "external(touch marker):source"]


@pytest.mark.parametrize("written", SPELLINGS)
def test_files_of_others_run_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    from tertium.meta import load_experiment
    from tertium.metrics.features.figures import Pairs, compute_figures
    from tertium.metrics.features.model import load_model

    monkeypatch.chdir(tmp_path)
    quoted = written.replace('"', '\\"')
    (tmp_path / "tuned.toml").write_text(f'spec = "{quoted}"\n', encoding="utf-8")
    blend = (Path(tertium.__file__).parent / "metrics" / "blend.toml").read_text(encoding="utf-8")
    model = blend.replace('"token1.precision"', f'"score of {quoted}"', 1)
    (tmp_path / "model.toml").write_text(model, encoding="utf-8")
    (tmp_path / "experiment.toml").write_text(f'[[cell]]\nmetric = "{quoted}"\n', encoding="utf-8")
    (tmp_path / "weights.toml").write_text(
        f'format = 1\nspec = "{quoted}"\nchains = true\nothers = [1.0]\n[fragments]\n"have pen" = 1.0\n',
        encoding="utf-8",
    )
    for attempt in (
        lambda: parse("tuned.toml"),
        lambda: tertium.score(["a"], ["a"], ["model.toml"]),
        lambda: load_model(tmp_path / "model.toml"),
        lambda: load_experiment("experiment.toml"),
        lambda: parse("weights.toml"),
        lambda: parse("hwcm:fragment_weights=weights.toml"),
        lambda: compute_figures([f"score of {written}"], Pairs.of([["a"]], [["a"]]), plain=False),
        lambda: refuse_local(written),
        lambda: refuse_local(External(command="touch marker")),
    ):
        with pytest.raises(TertiumError, match="runs a program"):
            attempt()
    assert not (tmp_path / "marker").exists()


def test_a_column_of_scores_runs_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A metric that has scores for one judged set only is computed for the others."""
    monkeypatch.chdir(tmp_path)
    judged = tertium.read_judged(samples.path("judgments.tsv"))
    judged = judged[0] if isinstance(judged, list) else judged
    name = next(iter(judged.test_set.systems))
    (tmp_path / "scores.tsv").write_text(f"system\tsegment\t{EXTERNAL}\n{name}\t1\t0.5\n", encoding="utf-8")
    scores = tertium.read_scores(tmp_path / "scores.tsv", judged.test_set)
    assert scores.names == [EXTERNAL]
    with pytest.raises(SpecError, match="runs a program"):
        tertium.correlate([judged, replace(judged, name="other")], ["chrf"], external={judged.name: scores})
    assert not (tmp_path / "marker").exists()


def test_no_other_machine_runs_a_program() -> None:
    from tertium.scale import ScoringWork
    from tertium.scale.work import _load

    for metric in (*SPELLINGS, External(command="touch marker")):
        with pytest.raises(SpecError, match="runs a program"):
            ScoringWork(metrics=[metric])
        with pytest.raises(SpecError, match="runs a program"):
            _load((metric,), (), "")
