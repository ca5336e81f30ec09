"""What the real server acknowledged is there once, also if it is killed. ``python -m bench judging`` is longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.judging import run_trial

pytestmark = pytest.mark.posix


def test_acknowledged_answers_survive_kills_of_the_server(tmp_path: Path) -> None:
    trial = run_trial(tmp_path, annotators=6, judgments=180, kills=2)
    assert trial.kills == 2
    assert len(trial.acknowledged) == len(trial.stored) == 180
    assert (trial.lost, trial.doubled) == (0, 0)
    assert sorted(trial.acknowledged) == sorted(trial.stored)
