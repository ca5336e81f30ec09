"""Whether things of other packages keep their contracts, which are protocols, classes and their type hints.

Nothing is called here: members, their types and the arguments that they take are compared. A protocol with ``__call__``
is the contract of a function, and the type hint of what it returns that of the result.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import partial
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

_CALL = "__call__"
_KEYWORD = inspect.Parameter.KEYWORD_ONLY
_EMPTY = inspect.Parameter.empty


def find_breach(thing: object, contract: Any) -> str:
    """Return how a thing violates a contract, as the end of a sentence; an empty string if it does not.

    >>> find_breach(3, int), find_breach(3, str), find_breach((3, None), tuple[int, str | None])
    ('', 'is of type int, not str', '')

    Args:
        thing: Anything.
        contract: A protocol, any other class, or a type hint made of them. Of ``list[A]`` only the list is checked.
    """
    origin, parts = get_origin(contract), get_args(contract)
    if origin in (Union, UnionType):
        breaches = [find_breach(thing, part) for part in parts]
        return "" if "" in breaches else breaches[0]
    if origin is tuple:
        if not isinstance(thing, tuple) or len(thing) != len(parts):
            return f"is not a tuple of {len(parts)}"
        return next(filter(None, map(find_breach, thing, parts)), "")
    kind = origin or contract
    if getattr(kind, "_is_protocol", False) and origin is None:
        return _compare_members(thing, kind)
    if kind is Any or not isinstance(kind, type) or isinstance(thing, kind):
        return ""
    return f"is of type {type(thing).__name__}, not {kind.__name__}"


def find_breach_of_class(found: object, base: type, path: str = "") -> str:
    """Return how a class that is to be derived from another violates that; an empty string if it does not.

    Args:
        found: What should be such a class.
        base: The other class.
        path: From where it is imported, for the message; by default the module that defines it.
    """
    if not isinstance(found, type) or not issubclass(found, base):
        return f"is not a class derived from {path or f'{base.__module__}.{base.__qualname__}'}"
    missing = sorted(getattr(found, "__abstractmethods__", ()))
    if missing:
        return f"has no {' and no '.join(missing)}"
    if is_dataclass(base) and "__dataclass_params__" not in vars(found):
        return "is not a dataclass"
    return find_breach_of_methods(found, base)


def find_breach_of_methods(found: type, base: type) -> str:
    """Return which method of a derived class cannot be called as the base class says; an empty string if none.

    >>> from abc import ABC, abstractmethod
    >>> class Reader(ABC):
    ...     @abstractmethod
    ...     def read(self, path): ...
    >>> find_breach_of_methods(type("Mine", (Reader,), {"read": lambda self, path, size: 0}), Reader)
    'has a method read(path, size), which cannot be called with (path)'

    Args:
        found: The derived class.
        base: The base class; its abstract methods are compared.
    """
    for name in sorted(getattr(base, "__abstractmethods__", ())):
        method = getattr(found, name)
        wanted = _without_self(getattr(base, name))
        if inspect.isfunction(method) and not _takes(partial(method, None), wanted):
            return f"has a method {name}{_show(_without_self(method))}, which cannot be called with {_show(wanted)}"
    return ""


def get_return_type(contract: Any) -> Any:
    """Return the type hint of what a function with this contract returns; ``object`` if it says nothing."""
    return get_type_hints(getattr(contract, _CALL)).get("return", object)


def _compare_members(thing: object, protocol: type) -> str:
    for name, member in _list_members(protocol):
        if name == _CALL:
            breach = _compare_call(thing, member)
        elif not hasattr(thing, name):
            breach = f"has no {name}" + (_show(_without_self(member)) if inspect.isfunction(member) else "")
        elif inspect.isfunction(member):
            found = _compare_call(getattr(thing, name), member)
            breach = f"has a method {name} that {found}" if found else ""
        else:
            hint = get_type_hints(member.fget).get("return") if isinstance(member, property) else member
            found = find_breach(getattr(thing, name), hint)
            breach = f"has an attribute {name} that {found}" if found else ""
        if breach:
            return breach
    return ""


def _compare_call(thing: object, method: Callable[..., Any]) -> str:
    wanted = _without_self(method)
    return "" if callable(thing) and _takes(thing, wanted) else f"cannot be called with {_show(wanted)}"


def _list_members(protocol: type) -> Iterator[tuple[str, Any]]:
    """Yield the members of a protocol: functions and properties themselves, and the type hints of attributes."""
    for each in protocol.__mro__:
        if getattr(each, "_is_protocol", False) and each.__module__ != "typing":
            hints = get_type_hints(each)
            for name, member in {**hints, **vars(each)}.items():
                is_member = inspect.isfunction(member) or isinstance(member, property) or name in hints
                if is_member and (name == _CALL or not name.startswith("_")):
                    yield name, member


def _without_self(function: Callable[..., Any]) -> inspect.Signature:
    whole = inspect.signature(function)
    return whole.replace(parameters=list(whole.parameters.values())[1:])


def _takes(function: Callable[..., Any], wanted: inspect.Signature) -> bool:
    """Return whether a function can be called with all that the contract may give it, and with what it must give."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):  # some functions in C do not say what they take
        return True
    all_given = list(wanted.parameters.values())
    for given in (all_given, [each for each in all_given if each.default is _EMPTY]):
        in_order = [each for each in given if each.kind is not _KEYWORD]
        by_name = {each.name: each for each in given if each.kind is _KEYWORD}
        try:
            found.bind(*in_order, **by_name)
        except TypeError:
            return False
    return True


def _show(signature: inspect.Signature) -> str:
    plain = [each.replace(annotation=_EMPTY) for each in signature.parameters.values()]
    return str(inspect.Signature(plain))
