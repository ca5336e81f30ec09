"""Modules: one file per family. Each is made from the text in the parentheses of its stage."""

from __future__ import annotations

from functools import cache

from tertium import registry
from tertium.calls import parse_call, split_outside_parentheses
from tertium.errors import SpecError
from tertium.lexicon.module import LinkingModule, Module
from tertium.lexicon.modules.foreign import ForeignModule, check_keys

__all__ = ["check_keys", "get_module", "parse_stages"]

_REMEDY = "Write stages with + between them, such as exact+porter+wn_synonym or exact+snowball(german)"


@cache
def get_module(text: str) -> Module:
    """Return the module of a stage: ``name`` or ``name(argument)``.

    It is made once per process; a file that it was made from is not read again.

    >>> get_module("snowball(de)").name
    'snowball(german)'

    Raises:
        SpecError: There is no such module, or it does not take that argument.
        InputError: The file that the argument names is missing or malformed.
        PluginError: The module of another package cannot be made, or violates the contract.
    """
    call = parse_call(text)
    if call is None:
        raise SpecError(f"{text!r} is not a module", remedy=_REMEDY)
    module: Module = registry.make(registry.MODULES, call.name, "module", call.argument)
    return module if call.name in registry.MODULES else ForeignModule(call.name, module)


def parse_stages(text: str) -> list[Module | LinkingModule]:
    """Return the modules of stages, which are written with ``+`` between them.

    >>> [module.name for module in parse_stages("exact+porter")]
    ['exact', 'porter']

    Raises:
        SpecError: A stage is empty, a parenthesis is not closed, or there is no such module.
    """
    stages = [stage.strip() for stage in split_outside_parentheses(text, "+", remedy=_REMEDY)]
    if stages == [""]:
        raise SpecError("no stages are given", remedy=_REMEDY)
    if "" in stages:
        raise SpecError(f"stage {stages.index('') + 1} of {text!r} is empty", remedy=_REMEDY)
    return [get_module(stage) for stage in stages]  # a stage may be of either kind
