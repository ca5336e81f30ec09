"""Plug-ins: what other packages add by entry points, and whether it works.

Names are read from the metadata of installed packages, without importing them. A package is imported when one of its
names is used, so that a broken one can do no harm to those who do not use it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from tertium.contracts import find_breach, find_breach_of_class, get_return_type
from tertium.errors import PluginError, TertiumError
from tertium.json_result import JsonResult
from tertium.registry import PLUGINS, unknown

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

_PREFIX = "tertium."
_FILE = "entry_points.txt"
_INFORMATION = (".dist-info", ".egg-info")

Part = TypeVar("Part")
Status = Literal["works", "broken", "ignored", "ambiguous"]


@dataclass(frozen=True, kw_only=True)
class Plugin(JsonResult):
    """What an installed package adds.

    Attributes:
        kind: What it is, one of ``tertium.registry.PLUGINS``; the group of the entry point if there is no such kind.
        name: The name by which it is used.
        package: The package that it is from.
        version: The version of that package.
        target: Where it is in the package, as ``module:name``.
        status: ``works`` if it can be imported and keeps its contract, else ``broken``; ``ignored`` if Tertium has the
            name itself, ``ambiguous`` if another package adds the same name, so that neither can be used.
        problem: Why it cannot be used; empty if it works.
    """

    kind: str
    name: str
    package: str
    version: str
    target: str
    status: Status
    problem: str = ""


class _Found(NamedTuple):
    """An entry point, and the package that has it."""

    point: EntryPoint
    package: str
    version: str


class _Unreadable(NamedTuple):
    """A package whose entry points cannot be read."""

    package: str
    version: str
    problem: str


def list_plugins(kind: str | None = None) -> list[Plugin]:
    """List the plug-ins of all installed packages, and import each to see whether it works.

    >>> list_plugins("tokenizer")
    []

    Args:
        kind: Only those of this kind, one of ``tertium.registry.PLUGINS``.

    Returns:
        The plug-ins by kind, name and package. Those that do not work say why; none of them is an error here.

    Raises:
        SpecError: There is no such kind.
    """
    if kind is not None and kind not in PLUGINS:
        raise unknown("kind of plug-in", kind, PLUGINS)
    found = [_describe(each) for each in _find_all() if isinstance(each, _Found)]
    if kind is None:
        found += [
            Plugin(kind="", name="", package=package, version=version, target="", status="broken", problem=problem)
            for package, version, problem in (each for each in _find_all() if isinstance(each, _Unreadable))
        ]
    order = list(PLUGINS)
    found.sort(key=lambda each: (order.index(each.kind) if each.kind in order else len(order), each.name, each.package))
    return [each for each in found if kind in (None, each.kind)]


def list_plugin_names(kind: str) -> list[str]:
    """Return the names that packages add to a kind, without importing the packages."""
    return [found.point.name for found in _find(kind)]


def load_plugin(kind: str, name: str) -> Any:
    """Import a plug-in and check it.

    Raises:
        PluginError: It cannot be imported, violates its contract, or several packages have it.
    """
    found = [each for each in _find(kind) if each.point.name == name]
    if len(found) > 1:
        packages = [each.package for each in found]
        others = ", ".join(map(repr, packages[1:]))
        raise PluginError(
            kind,
            name,
            packages[0],
            f"is also in the package {others}, so that neither is used",
            remedy=f"Keep one, and remove the others: pip uninstall {' or '.join(packages)}",
        )
    return _load(kind, found[0])


def call_plugin(kind: str, name: str, function: Any, *arguments: Any, **options: Any) -> Any:
    """Call what ``load_plugin`` returned, and check what it returns.

    Raises:
        PluginError: It fails, or returns something that violates the contract.
    """
    try:
        made = function(*arguments, **options)
    except TertiumError:
        raise
    except Exception as error:  # the code of another package may raise anything
        raise PluginError(kind, name, get_package(kind, name), f"fails: {_describe_error(error)}") from error
    check_result(kind, name, made)
    return made


def check_result(kind: str, name: str, made: object) -> None:
    """Check what a plug-in returned.

    Raises:
        PluginError: It violates the contract.
    """
    breach = find_breach(made, get_return_type(_import_contract(kind)))
    if breach:
        raise PluginError(kind, name, get_package(kind, name), f"returns something that {breach}")


def check_each(kind: str, name: str, parts: Iterable[Part], find_problem: Callable[[object], str]) -> Iterator[Part]:
    """Hand on what a plug-in yields, and check each part of it.

    Args:
        kind: The kind of the plug-in.
        name: Its name.
        parts: What it yields.
        find_problem: Returns what is wrong with a part, as the end of a sentence; an empty string if nothing is.

    Raises:
        PluginError: Something is wrong with a part.
    """
    for part in parts:
        if problem := find_problem(part):
            raise PluginError(kind, name, get_package(kind, name), problem)
        yield part


def get_package(kind: str, name: str) -> str:
    """Return the name of the package that has a plug-in."""
    return next(each.package for each in _find(kind) if each.point.name == name)


def find_culprit(error: BaseException) -> str:
    """Return package, version, file and line of the plug-in in which an error arose; an empty string if in none.

    Args:
        error: An error that was caught.
    """
    from traceback import walk_tb

    roots = {each.point.module.partition(".")[0]: each for each in _find_all() if isinstance(each, _Found)}
    culprit = ""
    for frame, line in walk_tb(error.__traceback__):
        root = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if root in roots:
            found = roots[root]
            culprit = f"{found.package} {found.version}, {frame.f_code.co_filename}:{line}"
    return culprit


def _describe(found: _Found) -> Plugin:
    kinds = {each.group: kind for kind, each in PLUGINS.items()}
    group, name = found.point.group, found.point.name
    kind = kinds.get(group, group)
    status: Status = "works"
    problem = ""
    if kind not in PLUGINS:
        status, problem = "broken", unknown("group of plug-ins", group, kinds).for_command_line().rstrip(".")
    elif name in PLUGINS[kind].table:
        status, problem = "ignored", f"Tertium has {'an' if kind[0] in 'aeiou' else 'a'} {kind} of this name"
    elif others := [each.package for each in _find(kind) if each.point.name == name and each is not found]:
        status, problem = "ambiguous", f"is also in the package {', '.join(map(repr, others))}"
    else:
        try:
            _load(kind, found)
        except PluginError as error:
            status, problem = "broken", error.problem
    return Plugin(
        kind=kind,
        name=name,
        package=found.package,
        version=found.version,
        target=found.point.value,
        status=status,
        problem=problem,
    )


def _load(kind: str, found: _Found) -> Any:
    name = found.point.name
    try:
        entry = found.point.load()
    except (Exception, SystemExit) as error:  # the code of another package may do anything
        raise PluginError(kind, name, found.package, f"cannot be imported: {_describe_error(error)}") from error
    contract = _import_contract(kind)
    if getattr(contract, "_is_protocol", False):
        breach = find_breach(entry, contract)
    else:
        breach = find_breach_of_class(entry, contract, PLUGINS[kind].contract.replace(":", "."))
        if not breach and getattr(entry, "name", None) != name:
            breach = f"has the name {getattr(entry, 'name', None)!r} in its class"
    if breach:
        raise PluginError(kind, name, found.package, breach)
    return entry


def _import_contract(kind: str) -> Any:
    module, attribute = PLUGINS[kind].contract.split(":")
    return getattr(import_module(module), attribute)


def _describe_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _find(kind: str) -> list[_Found]:
    """Return the entry points of a kind, in the order of their packages."""
    group = PLUGINS[kind].group
    found = [each for each in _find_all() if isinstance(each, _Found) and each.point.group == group]
    return sorted(found, key=lambda each: each.package)


def _find_all() -> tuple[_Found | _Unreadable, ...]:
    return _search(tuple(sys.path))


@cache
def _search(path: tuple[str, ...]) -> tuple[_Found | _Unreadable, ...]:
    """Search all packages, once per path."""
    if not any(map(_may_have_plugins, path)):
        return ()
    # Imported only here: it takes as long as all of this package.
    from importlib.metadata import distributions

    packages: dict[str, list[_Found | _Unreadable]] = {}
    for each in distributions(path=list(path)):
        text = each.read_text(_FILE)
        if text and f"[{_PREFIX}" in text:
            package, version = _name(each)
            # Of two copies of one package, Python imports the one that is first on the path.
            packages.setdefault(re.sub(r"[-_.]+", "-", package).lower(), list(_read(each, package, version)))
    return tuple(found for every in packages.values() for found in every)


def _may_have_plugins(folder: str) -> bool:
    """Return whether a package in a folder may have plug-ins: a quick look, since most people have none."""
    try:
        entries = [each.path for each in os.scandir(folder or ".") if each.name.endswith(_INFORMATION)]
    except NotADirectoryError:
        return True  # an archive, into which only importlib looks
    except OSError:
        return False
    for entry in entries:
        try:
            content = Path(entry, _FILE).read_bytes()
        except OSError:  # most packages have no entry points
            continue
        if f"[{_PREFIX}".encode() in content:
            return True
    return False


def _name(package: Distribution) -> tuple[str, str]:
    """Return name and version of a package; where its metadata is damaged, the place of the metadata."""
    place = str(getattr(package, "_path", "without a name"))
    try:
        return package.metadata["Name"] or place, package.version or ""
    except Exception:  # of damaged metadata, each version of Python raises something else
        return place, ""


def _read(package: Distribution, name: str, version: str) -> Iterator[_Found | _Unreadable]:
    try:
        points = list(package.entry_points)
    except Exception as error:  # of a list that is malformed, each version of Python raises something else
        yield _Unreadable(name, version, f"its {_FILE} cannot be read: {_describe_error(error)}")
        return
    for point in points:
        if point.group.startswith(_PREFIX):
            yield _Found(point, name, version)
