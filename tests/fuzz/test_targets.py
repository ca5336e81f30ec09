"""Everything that reads untrusted input is attacked: what is new cannot be forgotten."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tertium import _core
from tests.fuzz.core_arguments import OWNERS, find_argument
from tests.fuzz.core_calls import read_stub
from tests.fuzz.targets import OTHERS, TARGETS
from tests.fuzz.test_core import GROUPS, ON_PURPOSE

ROOT = Path(__file__).parents[2]
TARGET = re.compile(r"(test_\w+):(test_\w+)(?:\[([\w.]+)\])?")


@pytest.mark.parametrize("table", TARGETS)
def test_every_entry_has_a_target(table: str) -> None:
    module, _, name = table.rpartition(".")
    known: Iterable[str] = getattr(import_module(f"tertium.{module}"), name)
    assert set(TARGETS[table]) == set(known), "tests/fuzz/targets.py"


def list_targets() -> set[str]:
    named = {*(target for table in TARGETS.values() for target in table.values()), *OTHERS.values()}
    return {target for target in named if target.startswith("test_")}


@pytest.mark.parametrize("target", sorted(list_targets()))
def test_every_target_is_there(target: str) -> None:
    found = TARGET.fullmatch(target)
    assert found is not None
    module = import_module(f"tests.fuzz.{found[1]}")
    function = getattr(module, found[2])
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    assert bool(marks) == bool(found[3])
    if marks:
        assert found[3] in set(marks[0].args[1])


@pytest.mark.parametrize("place", OTHERS)
def test_what_is_attacked_is_there(place: str) -> None:
    module, _, name = place.partition(":")
    assert hasattr(import_module(module), name)


def test_every_attack_is_of_something() -> None:
    """A target that nobody names here would be missing in the table of what is attacked."""
    # Reports and the command line take what readers have read; the core and the stores have tables of their own.
    apart = {"test_command_line", "test_core", "test_damage", "test_formats", "test_found", "test_targets"}
    modules = [import_module(f"tests.fuzz.{path.stem}") for path in sorted(Path(__file__).parent.glob("test_*.py"))]
    found = {
        f"{_stem(module)}:{name}"
        for module in modules
        if _stem(module) not in apart
        for name, function in inspect.getmembers(module, callable)
        if name.startswith("test_") and function.__module__ == module.__name__ and name != "test_whole_input_is_taken"
    }
    named = {target.partition("[")[0] for target in list_targets()}
    assert found - named == set()


def _stem(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def test_every_function_of_the_core_is_attacked() -> None:
    functions = read_stub()
    grouped = {name for names in GROUPS.values() for name in names}
    without = {name.partition(".")[0] for name in functions} - grouped
    assert without == {"simulate_panic"}, f"no file of rust/src/python exports them but {ON_PURPOSE}.rs"
    exported = {name for name in dir(_core) if not name.startswith("_")}
    assert exported - grouped == {"simulate_panic"}
    for function in functions.values():
        if function.name != "simulate_panic":
            assert not function.owner or function.owner in OWNERS, function.name
            for name, annotation in function.arguments:
                find_argument(function.name, name, annotation)


@pytest.mark.parametrize("kernel", sorted(path.stem for path in (ROOT / "rust/src").glob("*.rs")))
def test_every_kernel_is_attacked_in_rust(kernel: str) -> None:
    """By itself, or by the kernels that it is a part of."""
    parts = {
        *("batch", "characters", "interruption", "keyed", "lib", "lowercase", "memory", "multinomial", "ngrams"),
        *("occurrences", "parallel", "fuzz", "whitespace", "words"),
    }
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "rust/src").glob("fuzz*/**/*.rs"))
    source += (ROOT / "rust/src/fuzz.rs").read_text(encoding="utf-8")
    source += (ROOT / "rust/src/corpus/attacks.rs").read_text(encoding="utf-8")
    assert kernel in parts or re.search(rf"\b{kernel}\b", source), f"rust/src/fuzz/kernels.rs does not use {kernel}"
