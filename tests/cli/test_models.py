"""``tertium models``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tertium.cli.app import app
from tertium.encoders import find_installed
from tertium.errors import InputError, MissingPartError, SpecError
from tests.encoders.small_encoder import write_encoder


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


def test_what_is_not_installed_is_listed_with_the_command(models: Path) -> None:
    listed = CliRunner().invoke(app, ["models", "list"]).output
    assert "models install e5-small-v2" in listed
    assert "MIT" in listed
    assert "Apache-2.0" in listed
    found, other = json.loads(CliRunner().invoke(app, ["models", "list", "-f", "json"]).output)["encoders"]
    assert (found["installed"], found["folder"]) == (False, "")
    assert len(found["weights"]) == 64
    assert (found["language"], other["language"]) == ("en", "")
    assert not models.exists()


def test_other_weights_are_refused(models: Path, tmp_path: Path) -> None:
    source = write_encoder(tmp_path / "source")
    for arguments, message in (
        (["install", "e5-small-v2", "--from", str(source)], "weights are not those of e5-small-v2"),
        (["install", "e5-small-v3", "--from", str(source)], "no encoder 'e5-small-v3'"),
        (["check"], "not installed"),
        (["remove"], "not installed"),
    ):
        error = CliRunner().invoke(app, ["models", *arguments]).exception
        assert isinstance(error, InputError | SpecError | MissingPartError)
        assert message in str(error)
    assert not list(models.glob("*"))


def test_the_real_encoder_is_installed_checked_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = find_installed("e5-small-v2")
    if source is None:
        pytest.skip("NO WEIGHTS: tertium models install e5-small-v2, to install them once more")
    models = tmp_path / "models"
    monkeypatch.setenv("TERTIUM_MODELS", str(models))
    output = CliRunner().invoke(app, ["models", "install", "--from", str(source)]).output
    assert output.startswith(f"e5-small-v2: installed in {models / 'e5-small-v2'}\nLicence: MIT. Liang Wang")
    assert CliRunner().invoke(app, ["models", "check"]).output == "e5-small-v2 sha256:adc6a3aaaea3: intact\n"
    assert "67 MB" in CliRunner().invoke(app, ["models", "list"]).output
    assert CliRunner().invoke(app, ["models", "remove"]).output.endswith(": removed\n")
    assert find_installed("e5-small-v2") is None
