"""Compare the licences of all dependencies with requirements/licences.toml: ``make licences``.

Crates are those of ``rust/Cargo.lock``, as ``cargo metadata`` knows them; packages those that the extras of Tertium
need, as they are installed. Nothing is asked of the network.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
RULES = ROOT / "requirements" / "licences.toml"
_WORD = re.compile(r"\(|\)|[^\s()]+")
_LONGEST_NAME = 60


class UnknownLicenceError(Exception):
    """A dependency without a licence that can be read."""


@dataclass(frozen=True)
class Dependency:
    """A crate or a package.

    Attributes:
        name: Its name.
        version: Its version.
        licence: Its licence, as an SPDX expression or as its metadata have it; empty if they do not.
        is_compiled: Whether it becomes part of our own files, as crates do.
    """

    name: str
    version: str
    licence: str
    is_compiled: bool


def list_crates() -> Iterator[Dependency]:
    """List the crates of Cargo.lock, those for other systems and for tests among them."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--all-features"]
    found = subprocess.run(command, cwd=ROOT / "rust", check=True, capture_output=True, text=True)  # noqa: S603
    for crate in json.loads(found.stdout)["packages"]:
        yield Dependency(crate["name"], crate["version"], (crate["license"] or "").replace("/", " OR "), True)


def list_packages(rules: Mapping[str, Any], root: str = "tertium", extra: str = "all") -> Iterator[Dependency]:
    """List the packages that an installed package needs with an extra; Tertium itself not."""
    seen: set[tuple[str, str]] = set()
    waiting = [(root, extra)]
    while waiting:
        name, wanted = waiting.pop()
        if (canonicalize_name(name), wanted) in seen:
            continue
        seen.add((canonicalize_name(name), wanted))
        try:
            package = distribution(name)
        except PackageNotFoundError:  # for another system, or an extra that is not installed
            continue
        for each in map(Requirement, package.requires or ()):
            if each.marker is None or each.marker.evaluate({"extra": wanted}):
                waiting += [(each.name, inner) for inner in (*each.extras, "")]
        if name != root and (canonicalize_name(name), "read") not in seen:
            seen.add((canonicalize_name(name), "read"))
            yield Dependency(canonicalize_name(name), package.version, find_licence(package, rules), False)


def find_licence(package: Distribution, rules: Mapping[str, Any]) -> str:
    """Return the licence of a package: ours if we have read it, else what its metadata say."""
    metadata = package.metadata
    name = canonicalize_name(metadata["Name"])
    if name in rules["packages"]:
        return str(rules["packages"][name])
    if expression := metadata.get("License-Expression"):
        return str(expression)
    said = (metadata.get("License") or "").strip()
    classifiers = [each for each in metadata.get_all("Classifier") or () if each.startswith("License ::")]
    # Some have the whole text there, whose name is in the classifier.
    found = said if 0 < len(said) <= _LONGEST_NAME else " AND ".join(each.rpartition(":: ")[2] for each in classifiers)
    return str(rules["names"].get(found, found))


def is_allowed(expression: str, allowed: Sequence[str]) -> bool:
    """Return whether an SPDX expression leaves us a choice of allowed licences only.

    >>> is_allowed("(MIT OR GPL-3.0-only) AND Zlib", ["MIT", "Zlib"]), is_allowed("MIT AND GPL-3.0-only", ["MIT"])
    (True, False)

    Raises:
        UnknownLicenceError: It is not such an expression.
    """
    words = _WORD.findall(expression)
    result, rest = _read_choice(words, allowed)
    if rest or not words:
        raise UnknownLicenceError(expression or "no licence")
    return result


def _read_choice(words: Sequence[str], allowed: Sequence[str]) -> tuple[bool, Sequence[str]]:
    result, words = _read_all(words, allowed)
    while words and words[0].upper() == "OR":
        other, words = _read_all(words[1:], allowed)
        result = result or other
    return result, words


def _read_all(words: Sequence[str], allowed: Sequence[str]) -> tuple[bool, Sequence[str]]:
    result, words = _read_one(words, allowed)
    while words and words[0].upper() == "AND":
        other, words = _read_one(words[1:], allowed)
        result = result and other
    return result, words


def _read_one(words: Sequence[str], allowed: Sequence[str]) -> tuple[bool, Sequence[str]]:
    if not words or words[0] == ")":
        raise UnknownLicenceError("a licence is missing in the expression")
    if words[0] == "(":
        result, words = _read_choice(words[1:], allowed)
        if not words or words[0] != ")":
            raise UnknownLicenceError("a bracket is not closed")
        return result, words[1:]
    if len(words) > 2 and words[1].upper() == "WITH":
        return f"{words[0]} WITH {words[2]}" in allowed, words[3:]
    return words[0] in allowed, words[1:]


def find_problems(dependencies: Sequence[Dependency], rules: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with each dependency whose licence is not known to fit."""
    problems = []
    for each in dependencies:
        allowed = [*rules["allowed"], *(() if each.is_compiled else (*rules["beside"], *rules["read"]))]
        try:
            if is_allowed(each.licence, allowed):
                continue
            problem = each.licence
        except UnknownLicenceError as error:
            problem = f"{each.licence or 'no licence'} ({error})"
        problems.append(f"{each.name} {each.version}: {problem}")
    return problems


def main() -> None:
    """List all licences; the status is 1 if one of them is not known to fit."""
    rules = tomllib.loads(RULES.read_text(encoding="utf-8"))
    dependencies = sorted([*list_crates(), *list_packages(rules)], key=lambda each: (not each.is_compiled, each.name))
    for each in dependencies:
        kind = "crate" if each.is_compiled else "package"
        sys.stdout.write(f"{kind:8} {each.name:28} {each.version:14} {each.licence}\n")
    if problems := find_problems(dependencies, rules):
        sys.exit("\nNot in requirements/licences.toml:\n" + "\n".join(problems))
    sys.stdout.write(f"\n{len(dependencies)} dependencies, all under licences in requirements/licences.toml\n")


if __name__ == "__main__":
    main()
