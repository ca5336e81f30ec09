"""The files around the package agree with each other: workflows, versions, the citation, the image."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import tertium

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [text[-4:] for text in PROJECT["classifiers"] if re.fullmatch(r".*Python :: 3\.\d\d", text)]


def read_yaml(path: Path) -> dict[Any, Any]:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def list_steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in read_yaml(path)["jobs"].values():
        yield from job["steps"]


def test_there_are_workflows() -> None:
    assert [path.name for path in WORKFLOWS] == ["docs.yml", "release.yml", "security.yml", "tests.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_limited_in_rights_time_and_versions(path: Path) -> None:
    workflow = read_yaml(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert all(job["timeout-minutes"] <= 90 for job in workflow["jobs"].values())
    used = [step["uses"] for step in list_steps(path) if "uses" in step]
    assert used
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+|[0-9a-f]{40})", action) for action in used), used


def test_the_tests_run_on_every_python_that_is_promised() -> None:
    matrix = read_yaml(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS == ["3.11", "3.12", "3.13", "3.14"]
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_publishing_needs_a_tag_an_environment_and_no_password() -> None:
    path = ROOT / ".github" / "workflows" / "release.yml"
    jobs = read_yaml(path)["jobs"]
    publish = jobs["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["environment"] == "release"
    assert "github.ref_type == 'tag'" in publish["if"]
    assert set(publish["needs"]) == set(jobs) - {"publish"}
    assert "secrets." not in path.read_text(encoding="utf-8")


def test_every_build_keeps_to_the_lock_file() -> None:
    places = [ROOT / "Makefile", ROOT / "Dockerfile", ROOT / ".pre-commit-config.yaml", *WORKFLOWS]
    for path in places:
        for line in path.read_text(encoding="utf-8").splitlines():
            if re.search(r"cargo (test|clippy|build)|maturin build|args: --release", line):
                assert "--locked" in line, f"{path.name}: {line}"


def test_the_lock_file_has_one_source() -> None:
    packages = tomllib.loads((ROOT / "rust" / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sources = {package.get("source") for package in packages}
    assert sources == {None, "registry+https://github.com/rust-lang/crates.io-index"}
    assert [package["name"] for package in packages if "source" not in package] == ["tertium-core"]


def test_there_is_one_version() -> None:
    crate = tomllib.loads((ROOT / "rust" / "Cargo.toml").read_text(encoding="utf-8"))["package"]
    citation = read_yaml(ROOT / "CITATION.cff")
    assert crate["version"] == str(citation["version"]) == tertium.__version__


def test_the_citation_names_the_same_authors_and_places() -> None:
    citation = read_yaml(ROOT / "CITATION.cff")
    assert citation["authors"] == PROJECT["authors"] == [{"name": "Tertium contributors"}]
    assert citation["repository-code"] == PROJECT["urls"]["Source"]
    assert citation["url"] == PROJECT["urls"]["Documentation"]


def test_ci_runs_the_tests_the_linters_and_the_documentation() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make")] == ["make test", "make lint", "make docs"]


def test_the_image_is_built_from_files_that_are_there_and_runs_as_a_user() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[0] == "!"}
    copied = {name for line in lines if line.startswith("COPY") for name in line.split()[1:-1]}
    assert copied | {"scripts/smoke_test.py", "requirements/build.lock", "requirements/develop.lock"} == kept
    assert all((ROOT / name).exists() for name in kept)
    assert lines.index("USER tertium") < lines.index('ENTRYPOINT ["tertium"]')


def test_the_hooks_use_tools_of_the_development_environment() -> None:
    hooks = [hook for repo in read_yaml(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert {hook["entry"].split()[0] for hook in hooks} == {
        ".venv/bin/ruff",
        ".venv/bin/mypy",
        ".venv/bin/pytest",
        "cargo",
    }
