"""An index of the samples, and the command ``tertium mtness`` in this process."""

from __future__ import annotations

import sys

import pytest

from tertium.cli import main
from tertium.corpus.building import build_index
from tertium.samples import mtness as samples
from tests.cli.mtness_running import Answer, Call


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("corpus") / "es.index"
    build_index([samples.path("corpus.es.txt")], folder)
    return str(folder)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Runs the command in this process: starting another one takes longer than all of the work."""

    def run_here(*arguments: str) -> Answer:
        monkeypatch.setattr(sys, "argv", ["tertium", "mtness", *arguments])
        with pytest.raises(SystemExit) as exit_:
            main()
        out, err = capfd.readouterr()
        return Answer(out, err, int(exit_.value.code or 0))

    return run_here
