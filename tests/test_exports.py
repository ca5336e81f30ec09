"""What rooms and the package export: listed alike in all places, there, documented, and with examples."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tertium
from tertium.lazy import lazy_exports

SOURCE = Path(tertium.__file__).parent
LAZY = sorted(
    path.parent
    for path in SOURCE.rglob("__init__.py")
    if "__getattr__, __dir__ = lazy_exports(" in path.read_text(encoding="utf-8")
)

# Constants, whose meaning a comment tells.
CONSTANTS = {"SEED", "SUFFIXES", "__version__"}


def find_module(folder: Path) -> ModuleType:
    return import_module(".".join(["tertium", *folder.relative_to(SOURCE).parts]))


def for_type_checkers(folder: Path) -> set[tuple[str, str]]:
    """Module and name of all that is imported ``if TYPE_CHECKING``."""
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {(str(node.module), alias.name) for node in imports for alias in node.names}


def at_run_time(folder: Path) -> set[tuple[str, str]]:
    """Module and name of all in the table of lazy exports."""
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    (table,) = (
        node.args[1]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "lazy_exports"
    )
    return {(module, name) for module, names in ast.literal_eval(table).items() for name in names}


def test_most_rooms_are_lazy() -> None:
    assert {"metrics", "stats", "meta", "audit", "postedit", "corpus", "text", "syntax", "lexicon", "tertium"} <= {
        folder.name for folder in LAZY
    }


@pytest.mark.parametrize("folder", LAZY, ids=lambda folder: folder.name)
def test_the_three_lists_of_a_room_are_one(folder: Path) -> None:
    module = find_module(folder)
    assert for_type_checkers(folder) == at_run_time(folder)
    assert set(module.__all__) - {"__version__"} == {name for _, name in at_run_time(folder)}
    assert (
        list(module.__all__) == sorted(module.__all__, key=lambda name: (not name.isupper(), name)) or folder == SOURCE
    )
    assert set(module.__all__) <= set(dir(module))


@pytest.mark.parametrize("folder", LAZY, ids=lambda folder: folder.name)
def test_every_export_is_there(folder: Path) -> None:
    module = find_module(folder)
    for name in module.__all__:
        assert getattr(module, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'tertium' has no attribute 'scor'"):
        _ = tertium.scor  # type: ignore[attr-defined]
    get, _ = lazy_exports("tertium", {"tertium.errors": ("InputError",)})
    assert get("InputError") is tertium.InputError


@pytest.mark.parametrize("name", sorted(set(tertium.__all__) - CONSTANTS))
def test_every_public_name_is_documented(name: str) -> None:
    thing: Any = getattr(tertium, name)
    text = inspect.getdoc(thing) or ""
    assert len(text) > 20
    if inspect.isfunction(thing):
        assert ">>> " in text, "there is no example"
        assert "Args:" in text or not inspect.signature(thing).parameters
