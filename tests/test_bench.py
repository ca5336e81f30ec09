"""The measurements and scripts import after every move of a module; their figures are for ``make bench``."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from bench import timing
from bench.__main__ import NAMES, PAGE_MAKERS, describe

ROOT = Path(__file__).parents[1]
MODULES = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for path in sorted((ROOT / "bench").rglob("*.py"))
    if not path.name.startswith("__")
]
SCRIPTS = sorted((ROOT / "scripts").glob("*.py"))
# Peers that `make bench` installs and `make test` does not.
PEERS = {"bleuscore", "jiwer", "tantivy"}


def test_every_measurement_is_there() -> None:
    names = (*NAMES, *PAGE_MAKERS)
    assert {f"bench.{name}" for name in names} <= set(MODULES)
    assert len(describe().splitlines()) == 4 + len(names)


@pytest.mark.parametrize("name", MODULES)
def test_a_measurement_imports(name: str) -> None:
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in PEERS:
            raise
        pytest.skip(f"NO PEER: {error.name} comes with `make bench`")
    if name.removeprefix("bench.") in NAMES:
        assert callable(module.main)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_imports(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location(f"script_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)


@pytest.mark.parametrize("name", [*MODULES, *(f"scripts.{path.stem}" for path in SCRIPTS)])
def test_late_imports_are_there_too(name: str) -> None:
    # Those inside functions, which the tests above do not run.
    tree = ast.parse((ROOT / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("tertium", "bench"):
            module = import_module(node.module or "")
            for alias in node.names:
                if not hasattr(module, alias.name):
                    import_module(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "tertium":
                    import_module(alias.name)


def test_names_that_do_not_exist_are_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "no-such"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "the measurement 'no-such' does not exist; choose from: bleu, chrf" in done.stderr


def test_memory_is_measured_in_megabytes() -> None:
    assert not timing.peak_megabytes() < 10
