"""The template of a package with plug-ins: it is on its page, and can be built, installed and used."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tertium
from tertium.cli.app import app
from tertium.errors import InputError
from tertium.samples.plugin import read_template, write_template

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "how-to" / "plugins.md").read_text(encoding="utf-8")
TERTIUM = str(Path(sys.executable).parent / "tertium")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("place", read_template())
def test_each_file_is_on_the_page(place: str) -> None:
    shown = re.search(rf"^`{re.escape(place)}`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert (shown is None) == (place == "README.md")
    assert shown is None or shown[1] == read_template()[place]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the package, as the command writes it."""
    folder = tmp_path_factory.mktemp("work") / "tertium-mine"
    result = CliRunner().invoke(app, ["plugins", "--template", str(folder)], catch_exceptions=False)
    assert result.exit_code == 0
    written = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    assert sorted(written) == sorted(line.removeprefix(f"{folder}/") for line in result.stdout.splitlines())
    assert not [path for path in folder.rglob("*") if path.is_file() and "example" in path.read_text(encoding="utf-8")]
    return folder


@pytest.fixture(scope="module")
def run(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Build and install the package, without network, into a folder that programs then have on their path."""
    pytest.importorskip("flit_core", reason="flit_core is absent: pip install --group dev")
    site = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, "--target", site, package], check=True)
    path = os.pathsep.join([str(site), str(Path(tertium.__file__).parents[1])])
    folder = tmp_path_factory.mktemp("use")
    (folder / "set.bars").write_text("a cat ||| the cat\nhe reads ||| he is reading\n", encoding="utf-8")

    def call(*command: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)

    return call


def test_it_is_listed_as_the_page_says(run: Run) -> None:
    listed = run(TERTIUM, "plugins")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert f"```\n{listed.stdout}```" in PAGE
    assert {each["version"] for each in json.loads(run(TERTIUM, "plugins", "-f", "json").stdout)["plugins"]} == {
        "0.1.0"
    }


def test_all_of_it_is_used_by_name(run: Run) -> None:
    scored = run(TERTIUM, "score", "set.bars", "-m", "length_ratio", "-f", "org")
    assert (scored.returncode, scored.stderr) == (0, "")
    assert scored.stdout == "* Scores\n| system | length_ratio |\n|---+---|\n| set | 0.800 |\n"


def test_its_own_tests_pass(run: Run, package: Path) -> None:
    tested = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(package / "tests"))
    assert tested.returncode == 0, tested.stdout
    assert "4 passed" in tested.stdout


def test_it_is_in_good_style(package: Path) -> None:
    ruff = [sys.executable, "-m", "ruff"]
    options = ["--no-cache", "--line-length", "120", str(package)]
    rules = ["--isolated", "--select", "A,B,C4,E,F,I,N,PT,RUF,SIM,UP,W"]
    for command in (["check", *rules], ["format", "--isolated", "--check"]):
        found = subprocess.run([*ruff, *command, *options], capture_output=True, text=True, check=False, cwd=package)
        assert found.returncode == 0, found.stdout


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(InputError, match="the folder is there already"):
        write_template(tmp_path / "mine")
    with pytest.raises(InputError, match="a package cannot be called 'My Plug-in'"):
        write_template(tmp_path / "My Plug-in")
    with pytest.raises(InputError, match="the folder cannot be made: No such file"):
        write_template(tmp_path / "none" / "mine")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
