"""Modules: one file a family. Each is made from the text between the parentheses of its stage."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from tertium import registry
from tertium.errors import SpecError, TertiumError
from tertium.lexicon.module import Module
from tertium.lexicon.modules.foreign import ForeignModule, check_keys

__all__ = ["check_keys", "get_module", "parse_stages"]

_GROUP = "tertium.modules"
_REMEDY = "Write stages with + between them, such as exact+porter+wn_synonym or exact+snowball(german)"
_STAGE = re.compile(r"([^()]+)(?:\((.*)\))?", re.DOTALL)


@cache
def get_module(text: str) -> Module:
    """The module that a stage names: ``name`` or ``name(argument)``.

    It is made once a process, with what it has read and remembers; a file that it was made from is not read again.

    >>> get_module("snowball(de)").name
    'snowball(german)'

    Raises:
        SpecError: There is no such module, or it does not take that argument.
        InputError: The file that the argument names is missing or malformed.
        TertiumError: The module of another package cannot be made, or breaks the contract.
    """
    found = _STAGE.fullmatch(text.strip())
    if found is None:
        raise SpecError(f"{text!r} is no module", remedy=_REMEDY)
    name, argument = found[1].strip(), (found[2] or "").strip()
    if name in registry.MODULES:
        module: Module = registry.load(registry.MODULES, name, "module")(argument)
        return module
    return _make_foreign(name, argument)


def parse_stages(text: str) -> list[Module]:
    """The modules of stages that are written with ``+`` between them.

    >>> [module.name for module in parse_stages("exact+porter")]
    ['exact', 'porter']

    Raises:
        SpecError: A stage is empty, parentheses don't close, or there is no such module.
    """
    stages = [stage.strip() for stage in _split(text)]
    if stages == [""]:
        raise SpecError("there are no stages", remedy=_REMEDY)
    if "" in stages:
        raise SpecError(f"stage {stages.index('') + 1} of {text!r} is empty", remedy=_REMEDY)
    return [get_module(stage) for stage in stages]


def _split(text: str) -> list[str]:
    """The text between each ``+`` that no parentheses enclose: the name of a file may hold one."""
    depth = start = 0
    stages = []
    for place, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                raise SpecError(f"a parenthesis of {text!r} closes that was never opened", remedy=_REMEDY)
        elif character == "+" and depth == 0:
            stages.append(text[start:place])
            start = place + 1
    if depth:
        raise SpecError(f"a parenthesis of {text!r} does not close", remedy=_REMEDY)
    return [*stages, text[start:]]


def _make_foreign(name: str, argument: str) -> Module:
    installed = {point.name: point for point in entry_points(group=_GROUP)}
    if name not in installed:
        raise registry.unknown("module", name, [*registry.MODULES, *sorted(installed.keys() - registry.MODULES.keys())])
    point = installed[name]
    try:
        return ForeignModule(name, point.load()(argument))
    except TertiumError:
        raise
    except Exception as error:  # whatever a stranger's code raises
        raise TertiumError(
            f"the module {name!r} of {_called(point)} cannot be made: {type(error).__name__}: {error}",
            remedy=f"Ask those who wrote {_called(point)}, or leave the stage out",
        ) from error


def _called(point: EntryPoint) -> str:
    return f"the package {point.dist.name!r}" if point.dist else repr(point.value)
