"""Python stays in a thin shell around the kernels."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

RUST = Path(__file__).parents[1] / "rust" / "src"
SHELL = {"lib.rs"} | {f"python/{path.name}" for path in (RUST / "python").glob("*.rs")}


def read_file(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_only_the_shell_knows_of_python() -> None:
    files = sorted(RUST.rglob("*.rs"))
    assert len(files) > 10
    knowing = {
        path.relative_to(RUST).as_posix()
        for path in files
        if re.search(r"pyo3|\bnumpy::|\bPy[A-Z]\w+|#\[py", read_file(path))
    }
    assert knowing | {"python/mod.rs"} == SHELL


def test_the_root_only_lists_modules_and_exports() -> None:
    assert not re.search(r"\b(?:fn|impl|struct|enum)\b", re.sub(r"//.*", "", read_file(RUST / "lib.rs")))


def test_every_function_of_the_shell_is_exported() -> None:
    exported = re.search(
        r"#\[pymodule_export\]\s+use crate::python::\{(.*?)\n    \};", read_file(RUST / "lib.rs"), re.DOTALL
    )
    assert exported
    for path in (RUST / "python").glob("*.rs"):
        defined = set(re.findall(r"#\[py(?:function|class)\b[^{;]*?\bpub (?:fn|struct) (\w+)", read_file(path)))
        listed = re.search(rf"\b{path.stem}::(?:\{{(.*?)\}}|(\w+))", exported[1], re.DOTALL)
        names = set(re.findall(r"\w+", listed[1] or listed[2])) if listed else set()
        assert defined == names, path.name


def test_every_kernel_has_tests_of_its_own() -> None:
    untested = {
        path.relative_to(RUST).as_posix()
        for path in RUST.rglob("*.rs")
        if path.relative_to(RUST).as_posix() not in SHELL
        and "#[test]" not in read_file(path)
        and not path.with_name("tests.rs").exists()
    }
    assert not untested


def test_the_stub_declares_what_the_binary_has() -> None:
    from tertium import _core

    stub = read_file(Path(_core.__file__).with_name("_core.pyi"))
    declared = set(re.findall(r"^(?:def|class) (\w+)|^(\w+):", stub, flags=re.MULTILINE))
    public = {name for name in dir(_core) if not name.startswith("_")}
    assert {name or other for name, other in declared if not (name or other).startswith("_")} == public


@pytest.mark.parametrize(
    ("variables", "answers"), [({}, "True False"), ({"MIMALLOC_PURGE_DELAY": "500"}, "False False")]
)
def test_the_delay_of_the_allocator_is_set_unless_the_user_has_set_it(variables: dict[str, str], answers: str) -> None:
    program = "from tertium._core import set_purge_delay as set; print(set(100), set(100))"
    found = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | variables, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == answers
