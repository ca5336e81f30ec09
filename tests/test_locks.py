"""The lock files fit pyproject.toml, have a hash for everything, and nothing is installed without them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.lock_requirements import FOLDER, LOCKS, ROOT, Lock

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PLACES = [
    ROOT / "Makefile",
    ROOT / "Dockerfile",
    ROOT / "scripts" / "check_fresh.sh",
    ROOT / "scripts" / "lock_requirements.py",
    *sorted((ROOT / ".github" / "workflows").glob("*.yml")),
]
SYSTEMS = [
    {"python_version": python, "python_full_version": f"{python}.5", "sys_platform": system, "platform_system": name}
    for python in ("3.11", "3.12", "3.13", "3.14")
    for system, name in (("linux", "Linux"), ("darwin", "Darwin"), ("win32", "Windows"))
]


def list_extra(name: str) -> Iterator[Requirement]:
    """What an extra needs; `all` names the others."""
    for each in map(Requirement, SETTINGS["project"]["optional-dependencies"][name]):
        if each.name == "tertium":
            for inner in sorted(each.extras):
                yield from list_extra(inner)
        else:
            yield each


def list_wanted(lock: Lock) -> Iterator[Requirement]:
    if lock.has_package:
        yield from map(Requirement, SETTINGS["project"]["dependencies"])
    for extra in lock.extras:
        yield from list_extra(extra)
    for group in lock.groups:
        yield from map(Requirement, SETTINGS["dependency-groups"][group])


def read_entries(text: str) -> list[str]:
    """The entries of a lock file, each on one line, without comments."""
    lines = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    return "\n".join(lines).replace("\\\n", " ").splitlines()


def applies(requirement: Requirement, system: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(system)


def find_problems(text: str, wanted: Sequence[Requirement]) -> list[str]:
    problems, pinned = [], []
    for entry in read_entries(text):
        said, *hashes = re.split(r"\s+--hash=", entry)
        if not re.fullmatch(r"[\w.\[\]-]+==[^\s;*]+( ; .+)?", said.strip()):
            problems.append(f"{said}: not one version of one package")
            continue
        if not hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", each.strip()) for each in hashes):
            problems.append(f"{said}: no hash")
        pinned.append(Requirement(said))
    for need in wanted:
        found = [each for each in pinned if canonicalize_name(each.name) == canonicalize_name(need.name)]
        for each in found:
            (pin,) = each.specifier
            if not need.specifier.contains(pin.version, prereleases=True):
                problems.append(f"{need}: the lock has {pin.version}")
        problems += [
            f"{need}: not in the lock for {system['python_version']} on {system['sys_platform']}"
            for system in SYSTEMS
            if applies(need, system) and not any(applies(each, system) for each in found)
        ]
    return problems


def read_lock(name: str) -> str:
    return (FOLDER / f"{name}.lock").read_text(encoding="utf-8")


def read_versions(name: str) -> dict[tuple[str, str], str]:
    found = [Requirement(re.split(r"\s+--hash=", entry)[0]) for entry in read_entries(read_lock(name))]
    return {(each.name, str(each.marker or "")): str(each.specifier) for each in found}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_fits_pyproject(name: str) -> None:
    wanted = list(list_wanted(LOCKS[name]))
    assert wanted
    if name == "oldest":  # one Python is enough
        assert not [each for each in find_problems(read_lock(name), wanted) if "3.11" in each or "the lock has" in each]
    else:
        assert find_problems(read_lock(name), wanted) == [], "Run: make locks"


def test_every_lock_file_is_made_by_the_script() -> None:
    assert {path.stem for path in FOLDER.glob("*.lock")} == set(LOCKS)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.lock")), ids=lambda path: path.name)
def test_a_lock_file_names_no_server_and_has_no_options(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*-(?!-hash=sha256:)", text, re.MULTILINE)


@pytest.mark.parametrize("name", [name for name, lock in LOCKS.items() if lock.within])
def test_what_is_installed_over_another_lock_file_changes_no_version(name: str) -> None:
    first, then = read_versions(LOCKS[name].within), read_versions(name)
    both = first.keys() & then.keys()
    assert {key: then[key] for key in both} == {key: first[key] for key in both}


def test_the_build_requirements_of_the_package_are_locked() -> None:
    assert find_problems(read_lock("build"), [Requirement(each) for each in SETTINGS["build-system"]["requires"]]) == []


HASH = "--hash=sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("text", "need", "problem"),
    [
        (f"numpy==2.1 {HASH}", "numpy>=3", "the lock has 2.1"),
        (f"numpy==2.1 {HASH}", "scipy", "not in the lock"),
        ("numpy==2.1", "numpy", "no hash"),
        (f"numpy>=2.1 {HASH}", "numpy", "not one version"),
        (f"numpy==2.1 ; python_version >= '3.12' {HASH}", "numpy", "not in the lock for 3.11"),
        (f"--index-url https://example.org\nnumpy==2.1 {HASH}", "numpy", "not one version"),
    ],
)
def test_drift_is_found(text: str, need: str, problem: str) -> None:
    assert any(problem in each for each in find_problems(text, [Requirement(need)]))


@pytest.mark.parametrize("path", PLACES, ids=lambda path: path.name)
def test_nothing_is_installed_without_hashes(path: Path) -> None:
    """Ourselves and what we have built are installed with --no-deps; a build fetches nothing."""
    text = re.sub(r"\\\n\s*", "", path.read_text(encoding="utf-8"))
    text = re.sub(r'", "|", str\(', " ", text)  # arguments in Python
    commands = [
        line.strip()
        for line in text.splitlines()
        if re.search(r"pip install|bare install|pip wheel|\$\((PIP|LOCKED)\)", line)
        and not line.lstrip().startswith(("#", "says"))
    ]
    assert commands or path.name in {"docs.yml", "security.yml"}
    for command in commands:
        if re.match(r"(LOCKED|OURSELVES|PIP) :=", command) or "$(LOCKED)" in command:
            continue
        ours = "--no-deps" in command and re.search(r"editable \.|dist/\*|\$root\"| \.$", command)
        assert "--require-hashes" in command or ours, command
        if re.search(r"editable \.|\$root\"| \.$|tar\.gz", command):
            assert "--no-build-isolation" in command, command


def test_make_locks_everything() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--no-build-isolation --require-hashes" in re.search(r"^LOCKED := (.*)$", text, re.MULTILINE)[1]
    assert "--no-build-isolation --no-deps" in re.search(r"^OURSELVES := (.*)$", text, re.MULTILINE)[1]
    assert "$(PIP)" not in re.sub(r"^(LOCKED|OURSELVES) := .*$", "", text, flags=re.MULTILINE)
