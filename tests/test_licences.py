"""Everything that Tertium depends on is under a licence that fits Apache-2.0."""

from __future__ import annotations

import shutil
import subprocess
import tomllib

import pytest

from scripts.check_licences import (
    RULES,
    Dependency,
    UnknownLicenceError,
    find_problems,
    is_allowed,
    list_crates,
    list_packages,
)

KNOWN = tomllib.loads(RULES.read_text(encoding="utf-8"))


def test_packages() -> None:
    found = list(list_packages(KNOWN))
    assert {"numpy", "typer", "rich"} <= {each.name for each in found}
    assert find_problems(found, KNOWN) == []


def test_crates() -> None:
    if shutil.which("cargo") is None:
        pytest.skip("NO CARGO: it knows the licences of crates")
    try:
        found = list(list_crates())
    except subprocess.CalledProcessError as error:
        pytest.skip(f"NO CRATES: {error.stderr.strip().splitlines()[-1]}")
    assert {"pyo3", "memchr", "tertium-core"} <= {each.name for each in found}
    assert find_problems(found, KNOWN) == []


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR GPL-3.0-only) AND Unicode-3.0", True),
        ("MIT AND (Zlib OR GPL-3.0-only AND MIT)", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0 WITH Other-exception", False),
    ],
)
def test_expressions(expression: str, expected: bool) -> None:
    assert is_allowed(expression, KNOWN["allowed"]) == expected


@pytest.mark.parametrize("expression", ["", "MIT OR", "(MIT", "MIT)", "MIT Zlib"])
def test_what_is_not_an_expression(expression: str) -> None:
    with pytest.raises(UnknownLicenceError):
        is_allowed(expression, KNOWN["allowed"])


def test_a_new_licence_is_a_problem() -> None:
    compiled = Dependency("x", "1", "MPL-2.0", True)
    beside = Dependency("y", "2", "MPL-2.0", False)
    silent = Dependency("z", "3", "", False)
    found = find_problems([compiled, beside, silent], KNOWN)
    assert found == ["x 1: MPL-2.0", "z 3: no licence (a licence is missing in the expression)"]
