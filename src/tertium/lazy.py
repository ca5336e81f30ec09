"""Lazy exports (PEP 562): a package names what it offers, and imports it at first use.

A room's ``__init__`` lists its use cases three times: in ``__all__`` for people and documentation, in an
``if TYPE_CHECKING`` block for type checkers, and in the table given here. ``tests/test_exports.py`` compares the three.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_exports(
    package: str, table: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package that imports its exports at first use.

    Args:
        package: The name of the package, ``__name__``.
        table: The exported names, by the module that defines them.
    """
    modules = {name: module for module, names in table.items() for name in names}

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)  # the next use does not come here
        return value

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *modules})

    return get, list_names
