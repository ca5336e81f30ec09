"""Optional parts: what each gives, whether it is installed, and the command that installs it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tertium.cli.app import app
from tertium.encoders import CATALOGUE
from tertium.errors import MissingExtraError, MissingPartError
from tertium.files.user_folders import find_models_folder
from tertium.metrics import parse
from tertium.parts import PARTS, list_requirements, require_parts, write_command
from tertium.registry import METRICS

ROOT = Path(__file__).parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]


def test_the_extras_are_those_of_the_project() -> None:
    assert {name for name, part in PARTS.items() if part.is_extra} == EXTRAS.keys() - {"all"}


@pytest.mark.parametrize("extra", sorted(EXTRAS.keys() - {"all"}))
def test_the_command_of_an_extra_installs_its_requirements(extra: str) -> None:
    def normalise(requirement: str) -> tuple[str, frozenset[str]]:
        name = re.match(r"[\w.-]+", requirement)
        assert name is not None
        return name[0].lower(), frozenset(requirement[name.end() :].split(","))

    assert set(map(normalise, list_requirements(extra))) == set(map(normalise, EXTRAS[extra]))
    command = write_command([PARTS[extra]])
    assert "pip install " in command
    assert str(MissingExtraError("it", extra)).endswith(f"Run: {command}.")


def test_metrics_need_only_parts_that_there_are() -> None:
    for name in METRICS:
        assert set(parse(name).parts) <= PARTS.keys()
    assert set(parse("concord").parts) == {"blend", "encoder", "e5-small-v2"}
    assert set(parse("concord-qe:source").parts) == {"encoder", "e5-small-v2", "bert-multilingual"}
    assert set(parse("meteor:stages=exact+contextual").parts) == {"encoder", "e5-small-v2"}
    assert parse("bertscore:encoder=./mine").parts == ["encoder"]
    assert not parse("bleu").parts


def test_encoders_are_parts() -> None:
    assert {name: known.megabytes for name, known in CATALOGUE.items()} == {
        name: part.megabytes for name, part in PARTS.items() if part.megabytes
    }


def test_all_that_is_missing_is_named_with_one_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(MissingPartError) as caught:
        require_parts("concord", parse("concord").parts)
    assert caught.value.message == (
        "concord needs the extra 'blend' and e5-small-v2 (up to 133 MB), which are not installed"
    )
    pip, _, models = caught.value.command.partition(" && ")
    assert "wordfreq" in pip
    assert models.endswith("tertium models install e5-small-v2")


def test_the_command_is_for_the_environment_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert write_command([PARTS["e5-small-v2"]]) == "tertium models install e5-small-v2"
    monkeypatch.setenv("PATH", "/nonexistent")
    assert write_command([PARTS["e5-small-v2"]]) == f"{sys.executable} -m tertium models install e5-small-v2"


def test_doctor_says_what_works_and_how_to_get_the_rest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    result = CliRunner().invoke(app, ["doctor", "-f", "json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    states = {each["name"]: each for each in found["parts"]}
    assert states.keys() == PARTS.keys()
    assert states["web"]["state"] == "works"
    assert states["e5-small-v2"]["state"] == "missing"
    assert states["e5-small-v2"]["command"].endswith("models install e5-small-v2")
    assert found["core"]["wordnet"] == "3.0"


def test_doctor_fails_if_something_installed_does_not_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "e5-small-v2").mkdir()
    (tmp_path / "e5-small-v2" / "weights.safetensors").write_bytes(b"no weights")
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    result = CliRunner().invoke(app, ["doctor"])
    assert "installed, but not working: e5-small-v2" in str(result.exception)
    assert "Installed, but not working" in result.stdout


def test_weights_without_their_libraries_are_not_broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "e5-small-v2").mkdir()
    (tmp_path / "e5-small-v2" / "weights.safetensors").write_bytes(b"")
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    for module in ("safetensors", "safetensors.numpy", "spacy"):
        monkeypatch.setitem(sys.modules, module, None)
    result = CliRunner().invoke(app, ["doctor", "-f", "json"])
    assert (result.exit_code, result.exception) == (0, None)
    states = {each["name"]: each["state"] for each in json.loads(result.stdout)["parts"]}
    assert [states[name] for name in ("encoder", "e5-small-v2", "syntax", "english-model")] == ["missing"] * 4


def test_the_table_of_extras_has_all_of_them() -> None:
    page = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    for name, part in PARTS.items():
        if part.is_extra:
            assert f"| `{name}` | {part.gives} | `pip install '.[{name}]'`" in page


@pytest.mark.posix
def test_a_user_without_a_home_gets_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def find_nobody(number: int) -> None:
        raise KeyError(number)

    for name in ("HOME", "TERTIUM_MODELS", "TERTIUM_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", find_nobody)
    with pytest.raises(RuntimeError):
        Path.home()
    for arguments in (["models", "list"], ["cache", "check"]):
        result = CliRunner().invoke(app, arguments)
        assert (result.exit_code, result.exception) == (0, None)
    assert find_models_folder() == Path("/nonexistent/.local/share/tertium/models")


def test_signatures_can_be_left_out() -> None:
    from tertium import samples

    arguments = ["score", str(samples.path("system.neural.txt")), "-r", str(samples.path("reference.A.txt"))]
    assert "|tertium:" in CliRunner().invoke(app, arguments).stdout
    short = CliRunner().invoke(app, [*arguments, "--no-signatures"]).stdout
    assert "|tertium:" not in short
    assert "chrf" in short
    assert "signature" in CliRunner().invoke(app, [*arguments, "--no-signatures", "-f", "json"]).stdout
    assert "|tertium:" in CliRunner().invoke(app, arguments).stdout


def test_metrics_are_listed_with_what_they_measure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    rows = json.loads(CliRunner().invoke(app, ["metrics", "-f", "json"]).stdout)["metrics"]
    found = {row["name"]: row for row in rows}
    assert found.keys() >= METRICS.keys()
    assert all(row["measures"] for row in rows)
    assert found["concord"]["language"] == "English"
    assert found["concord"]["missing"] == "e5-small-v2"
    assert (found["bertscore-qe"]["language"], found["bertscore-qe"]["needs"]) == ("any", "sources")
    assert found["ter"]["measures"].endswith("↓")


def test_a_run_imports_its_own_command_only() -> None:
    program = (
        "import sys\n"
        "sys.argv = ['tertium', '--version']\n"
        "from tertium.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted(set(sys.modules) & {'numpy', 'tertium.cli.score', 'tertium.cli.serve', 'importlib.metadata'}))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
