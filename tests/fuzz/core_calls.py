"""Calls of the core at random: every function and method of its stub, with arguments that mostly fit together.

The stub, ``_core.pyi``, says what there is and of which types the arguments are. So a new function is attacked without
a line here, as long as ``core_arguments`` knows the types and names of its arguments.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium import _core
from tertium.errors import InternalError, TertiumError
from tests.fuzz.core_arguments import OWNERS, find_argument
from tests.fuzz.core_scene import Scene, spoil

ROOT = Path(__file__).parents[2]
STUB = ROOT / "src/tertium/_core.pyi"

# What Python and NumPy say of arguments that are not of the right type or size.
REFUSALS = (TertiumError, AttributeError, TypeError, ValueError, IndexError, OverflowError)
_SPOILED = 0.12


@dataclass(frozen=True, kw_only=True)
class Function:
    """A function or method of the core.

    Attributes:
        name: Its name; with that of its class for a method.
        arguments: The name and the annotation of each argument, without ``self``.
        owner: The class that it is a method of; empty for a function, and for a class that is called.
        is_static: Whether it is called without an object.
    """

    name: str
    arguments: Sequence[tuple[str, str]]
    owner: str = ""
    is_static: bool = False


def read_stub() -> Mapping[str, Function]:
    """Return all that can be called, by name; properties too, which have no arguments."""
    found: dict[str, Function] = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = Function(name=node.name, arguments=_list_arguments(node, 0))
        elif isinstance(node, ast.ClassDef):
            for method in _list_methods(node):
                found[method.name] = method
    return found


def _list_methods(node: ast.ClassDef) -> Iterator[Function]:
    for method in node.body:
        if isinstance(method, ast.FunctionDef):
            is_static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in method.decorator_list)
            arguments = _list_arguments(method, 0 if is_static else 1)
            if method.name == "__new__":
                yield Function(name=node.name, arguments=arguments)
            else:
                name = f"{node.name}.{method.name}"
                yield Function(name=name, arguments=arguments, owner=node.name, is_static=is_static)


def _list_arguments(node: ast.FunctionDef, first: int) -> list[tuple[str, str]]:
    arguments = [*node.args.posonlyargs, *node.args.args][first:]
    return [(each.arg, ast.unparse(each.annotation) if each.annotation else "object") for each in arguments]


def read_groups() -> Mapping[str, Sequence[str]]:
    """Return the names that each file of the Python shell exports, as ``lib.rs`` has them."""
    source = (ROOT / "rust/src/lib.rs").read_text(encoding="utf-8")
    exported = source.partition("use crate::python::{")[2]
    found = re.findall(r"(\w+)::(?:\{([^}]*)\}|(\w+)),", exported)
    return {file: re.findall(r"\w+", several or one) for file, several, one in found}


def call(function: Function, scene: Scene) -> None:
    """Call a function with arguments of a scene, some of them spoiled; it may refuse them.

    Raises:
        AssertionError: It panicked.
    """
    dice = scene.dice
    values = [find_argument(function.name, name, annotation)(scene) for name, annotation in function.arguments]
    values = [spoil(dice, value) if dice.random() < _SPOILED else value for value in values]
    try:
        if function.owner:
            owner = getattr(_core, function.owner) if function.is_static else OWNERS[function.owner](scene)
            target = getattr(owner, function.name.partition(".")[2])
        else:
            target = getattr(_core, function.name)
        if callable(target):
            target(*values)
    except InternalError as error:
        raise AssertionError(f"{function.name}{tuple(values)!r:.2000}") from error
    except REFUSALS:
        return
    except BaseException as error:  # a panic that nobody caught is one of PyO3, and no Exception
        if type(error).__name__ == "PanicException":
            raise AssertionError(f"{function.name}{tuple(values)!r:.2000}") from error
        raise
