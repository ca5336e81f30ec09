"""The one rule: imports go down only, and rooms on one line do not import each other.

Doors (the command line) import what rooms export, and not the insides of rooms.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import tertium

SOURCE = Path(tertium.__file__).parent

LAYERS = [
    {
        "errors",
        "types",
        "registry",
        "contracts",
        "plugins",
        "languages",
        "calls",
        "codec",
        "arrow",
        "frame",
        "json_result",
        "notebook",
        "printable",
        "results",
        "alignment",
        "edits",
        "fixed_places",
        "programs",
        "proposals",
        "files",
        "network",
        "threads",
        "progress",
        "lazy",
        "options",
        "parts",
        "_core",
    },
    {"text", "lexicon", "syntax", "corpus", "encoders", "stats", "samples"},
    {"metrics"},
    {"meta", "audit", "contrast", "mtness", "postedit", "annotation"},
    {"report", "scale", "sacrebleu"},
    {"usecases"},
    {"cli", "web"},
]
HEIGHT = {room: height for height, rooms in enumerate(LAYERS) for room in rooms}

# Rooms inside of rooms that export names themselves, because these need an extra.
SUBROOMS = {"scale.spark"}

# The package itself, which exports what all rooms do: only doors, which stand above all of them, may import it.
PACKAGE = ""
DOORS = LAYERS[-1]
PUBLIC = set(tertium.__all__)

# The lowest layer is one room of small modules, which may import each other.
GROUND = LAYERS[0]

FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def room_of(path: Path) -> str:
    if path.name == "__main__.py":  # what `python -m` runs is a door, wherever it stands
        return "cli"
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def module_of(path: Path) -> list[str]:
    parts = ["tertium", *path.relative_to(SOURCE).with_suffix("").parts]
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported_modules(tree: ast.Module, module: list[str], is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module[: len(module) - node.level + is_package] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            # "from tertium import registry" imports a module, "from tertium.types import Matrix" a name in one.
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)


def imported_rooms(text: str, module: list[str], is_package: bool = False) -> Iterator[tuple[int, str]]:
    for line, name in imported_modules(ast.parse(text), module, is_package):
        parts = name.split(".")
        if parts[0] == "tertium":
            # A public name of the package itself, such as __version__, is no room.
            is_public_name = len(parts) == 1 or (len(parts) == 2 and parts[1] in PUBLIC)
            yield line, PACKAGE if is_public_name else parts[1]


def is_allowed(room: str, other: str) -> bool:
    if other == room or (room in GROUND and other in GROUND):
        return True
    if other == PACKAGE:
        return room in DOORS
    return other in HEIGHT and HEIGHT[other] < HEIGHT[room]


def test_every_room_has_a_layer() -> None:
    assert {room_of(path) for path in FILES} <= set(HEIGHT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down_only(path: Path) -> None:
    found = imported_rooms(path.read_text(encoding="utf-8"), module_of(path), path.name == "__init__.py")
    wrong = [f"line {line}: tertium.{room}" for line, room in found if not is_allowed(room_of(path), room)]
    assert not wrong, f"{path.relative_to(SOURCE)} must not import {wrong}"


def is_export(name: str) -> bool:
    """Whether a full name is a room, a name that a room exports, or something of the lowest layer."""
    _, room, *rest = name.split(".")
    if rest[:1] and f"{room}.{rest[0]}" in SUBROOMS:
        room, rest = f"{room}.{rest[0]}", rest[1:]
    if room in (*GROUND, "samples") or not rest:
        return True
    module = import_module(f"tertium.{room}")
    return len(rest) == 1 and rest[0] in getattr(module, "__all__", dir(module))


def test_the_package_itself_exports_what_rooms_export() -> None:
    assert set(tertium.__all__) <= set(dir(tertium))
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    ours = [name for _, name in imported_modules(tree, ["tertium"], True) if name.startswith("tertium.")]
    assert len(ours) > len(LAYERS)
    assert [name for name in ours if not is_export(name)] == []


# Doors that still import the insides of rooms. The list only gets shorter.
OPEN_DOORS: set[str] = set()


@pytest.mark.parametrize(
    "path", [path for path in FILES if room_of(path) in DOORS], ids=lambda path: str(path.relative_to(SOURCE))
)
def test_doors_import_only_what_rooms_export(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    wrong = [
        f"line {line}: {name}"
        for line, name in imported_modules(tree, module_of(path), path.name == "__init__.py")
        if name.startswith("tertium.") and name.split(".")[1] not in (*DOORS, *PUBLIC) and not is_export(name)
    ]
    assert not wrong or path.stem in OPEN_DOORS, wrong


@pytest.mark.parametrize(
    ("text", "rooms"),
    [
        ("import tertium.stats.paired", ["stats"]),
        ("from tertium import registry, meta", ["registry", "meta"]),
        ("from tertium.types import Matrix", ["types"]),
        ("def f():\n    from tertium.cli import main", ["cli"]),
        ("from ..stats import paired", ["stats"]),
        ("from .spec import parse", ["metrics"]),
        ("from .. import stats", ["stats"]),
        ("import numpy.random", []),
        ("import tertium", [""]),
        ("from tertium import __version__, stats", ["", "stats"]),
    ],
)
def test_the_reader_of_imports_sees_every_form(text: str, rooms: list[str]) -> None:
    assert [room for _, room in imported_rooms(text, ["tertium", "metrics", "bleu"])] == rooms


@pytest.mark.parametrize(
    ("room", "other", "allowed"),
    [
        ("metrics", "text", True),
        ("metrics", "stats", True),
        ("stats", "metrics", False),
        ("types", "errors", True),
        ("errors", "metrics", False),
        ("meta", "metrics", True),
        ("metrics", "meta", False),
        ("meta", "audit", False),
        ("cli", "", True),
        ("report", "", False),
        ("metrics", "", False),
        ("report", "nowhere", False),
    ],
)
def test_the_rule_is_the_rule(room: str, other: str, allowed: bool) -> None:
    assert is_allowed(room, other) is allowed
