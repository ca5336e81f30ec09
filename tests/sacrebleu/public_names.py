"""The public names of sacrebleu, found in its source: what its modules define, and what its packages offer."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import sacrebleu


def list_modules() -> list[str]:
    """All modules of sacrebleu but those that only run commands."""
    found = [info.name for info in pkgutil.walk_packages(sacrebleu.__path__, "sacrebleu.")]
    return ["sacrebleu", *(name for name in found if not name.endswith("__main__"))]


def list_names() -> list[str]:
    """All public names, with their modules."""
    found = [f"sacrebleu.{name}" for name in sacrebleu.__all__]
    for module in list_modules()[1:]:
        found += [f"{module}.{name}" for name in _defined_in(module) if not name.startswith("_")]
    return [name for name in dict.fromkeys(found) if not name.endswith(".TYPE_CHECKING")]


def _defined_in(module: str) -> Iterator[str]:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    body = ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body
    is_package = spec.submodule_search_locations is not None
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
        elif is_package and isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from (alias.asname or alias.name for alias in node.names)


def find(name: str, package: str) -> Any:
    """The thing of a name in sacrebleu or in the drop-in; raises ``LookupError`` if it is not there."""
    module, _, attribute = name.rpartition(".")
    module = package + module.removeprefix("sacrebleu")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise LookupError(f"{module} has no {attribute}") from error


def list_members(thing: Any) -> list[str]:
    """The public members of a class, inherited ones included."""
    return [name for name in dir(thing) if not name.startswith("_")] if inspect.isclass(thing) else []


def list_parameters(thing: Any) -> list[tuple[str, Any]] | None:
    """Names and defaults of parameters, in order; ``None`` for what is not called."""
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return None
    called = inspect.unwrap(thing)
    return [(each.name, each.default) for each in inspect.signature(called).parameters.values()]
