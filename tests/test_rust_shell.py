"""Python stays in a thin shell around the kernels."""

from __future__ import annotations

import re
from pathlib import Path

RUST = Path(__file__).parents[1] / "rust" / "src"
SHELL = {"lib.rs", "error.rs"}


def test_only_the_shell_knows_of_python() -> None:
    files = sorted(RUST.rglob("*.rs"))
    assert len(files) > 10
    knowing = {
        str(path.relative_to(RUST))
        for path in files
        if re.search(r"pyo3|\bnumpy::|\bPy[A-Z]\w+|#\[py", path.read_text(encoding="utf-8"))
    }
    assert knowing == SHELL


def test_every_kernel_has_tests_of_its_own() -> None:
    untested = {
        str(path.relative_to(RUST))
        for path in RUST.rglob("*.rs")
        if path.name not in SHELL
        and "#[test]" not in path.read_text(encoding="utf-8")
        and not path.with_name("tests.rs").exists()
    }
    assert not untested


def test_the_stub_declares_what_the_binary_has() -> None:
    from tertium import _core

    stub = Path(_core.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    declared = set(re.findall(r"^(?:def|class) (\w+)|^(\w+):", stub, flags=re.MULTILINE))
    public = {name for name in dir(_core) if not name.startswith("_")}
    assert {name or other for name, other in declared if not (name or other).startswith("_")} == public
