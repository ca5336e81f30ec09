"""What all tests share: how hard Hypothesis tries, and where the real data is."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
import typer.testing
from hypothesis import HealthCheck, settings

from tests.made_data import make_data

DATA = Path(__file__).parents[2] / "shared" / "data"

settings.register_profile(
    "quick",
    deadline=None,
    max_examples=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=3000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


# Some tests let processes die of too little memory: they leave no core files, wherever those would be written.
if os.name == "posix":
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))

# Typer makes all commands anew for each call, which takes longer than most of them: tests make them once.
typer.main.get_command = typer.testing._get_command = cache(typer.main.get_command)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what Windows cannot do."""
    if os.name != "posix" and item.get_closest_marker("posix"):
        pytest.skip("NO POSIX: this system has no fork, no signals and no special files")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Parses of the tests, and of the commands they start, are nobody else's."""
    os.environ["TERTIUM_CACHE"] = str(tmp_path_factory.mktemp("cache"))


# Where `make test` installs the encoder, for those who call pytest themselves.
_MODELS = Path(__file__).parents[1] / ".venv" / "models"
if _MODELS.is_dir():
    os.environ.setdefault("TERTIUM_MODELS", str(_MODELS))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real translations, which is never part of the project."""
    if not DATA.is_dir():
        pytest.skip(f"NO REAL DATA: {DATA} is absent, so nothing is compared on WMT systems here")
    return DATA


@pytest.fixture(scope="session")
def made_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made-up data in the same layouts, for what needs no real text."""
    return make_data(tmp_path_factory.mktemp("made-data"))
