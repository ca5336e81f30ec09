"""The wheel works where Rust is not installed, with nothing but the dependencies that it declares."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import tertium

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tertium"
BUILD = ["--release", "--locked", "--strip", "--interpreter", sys.executable]

pytestmark = [
    pytest.mark.xdist_group("wheel"),
    pytest.mark.skipif(
        not shutil.which("cargo") or not (ROOT / "rust" / "target" / "release").is_dir(),
        reason="NO RUST BUILD: the core was not built in this checkout, so the wheel would be compiled from nothing",
    ),
]


@contextmanager
def lock_target() -> Iterator[None]:
    """Wait until no other worker builds: maturin moves the core about in the target folder that all share."""
    lock = ROOT / "rust" / "target" / "wheel-test.lock"
    for _ in range(600):
        try:
            lock.mkdir()
            break
        except FileExistsError:
            if time.time() - lock.stat().st_mtime > 300:  # left behind by a run that was killed
                break
            time.sleep(0.5)
    try:
        yield
    finally:
        lock.rmdir()


def run_maturin(*arguments: str) -> None:
    with lock_target():
        done = subprocess.run(
            [sys.executable, "-m", "maturin", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as ``make wheel`` does; cargo has compiled the core for the editable install already."""
    folder = tmp_path_factory.mktemp("dist")
    run_maturin("build", *BUILD, "--out", str(folder))
    (path,) = folder.glob("*.whl")
    return path


def find_dependencies(name: str) -> set[str]:
    """The distributions that one needs without extras, and those that they need in turn."""
    needed: set[str] = set()
    waiting = [name]
    while waiting:
        requirements = map(Requirement, distribution(waiting.pop()).requires or [])
        wanted = {
            requirement.name
            for requirement in requirements
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        }
        waiting += wanted - needed
        needed |= wanted
    return needed


def link_files(name: str, folder: Path) -> None:
    """Make an installed distribution visible in another environment, and nothing that stands beside it."""
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}:
        source, target = Path(str(found.locate_file(top))), folder / top
        if source.exists() and not target.exists():
            try:
                target.symlink_to(source)
            except OSError:  # Windows lets only some users make links
                (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)


class Environment:
    """A new virtual environment with the wheel, and with no other program to be found than its own."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, with_pip=False)
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / Path(sys.executable).name
        self.folder = folder
        site = Path(self.run(self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        for name in find_dependencies("tertium"):
            link_files(name, site)
        self.run(sys.executable, "-m", "pip", "--python", self.python, "install", "--no-index", str(wheel))

    def run(self, *command: str | Path) -> str:
        keep = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "CARGO"))}
        environment = {**keep, "PATH": str(self.bin), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        assert shutil.which("cargo", path=environment["PATH"]) is None
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("fresh"), wheel)


def test_one_wheel_is_for_every_python_from_3_11_on(wheel: Path) -> None:
    assert wheel.name.startswith(f"tertium-{tertium.__version__}-cp311-abi3-")


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    ours = {
        f"tertium/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("_core.")
    }
    names = {name for name in ZipFile(wheel).namelist() if name.startswith("tertium/")}
    compiled = {name for name in names if name.startswith("tertium/_core.")}
    assert names - compiled == ours
    assert {Path(name).suffix for name in compiled} <= {".so", ".pyd", ".pyi"}
    assert len(compiled) == 2


def test_the_source_distribution_can_be_built_again(tmp_path: Path) -> None:
    run_maturin("sdist", "--out", str(tmp_path))
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "rust/Cargo.toml", "rust/Cargo.lock", "rust/src/lib.rs"} <= names
    assert {"CHANGELOG.md", "CITATION.cff"} <= names
    assert "src/tertium/__init__.py" in names
    assert not any("target/" in name or name.endswith((".so", ".pyc")) for name in names)


def test_the_declared_dependencies_are_enough(environment: Environment) -> None:
    assert "No broken requirements" in environment.run(
        sys.executable, "-m", "pip", "--python", environment.python, "check"
    )


def test_the_package_is_the_installed_one(environment: Environment) -> None:
    place = Path(environment.run(environment.python, "-c", "import tertium; print(tertium.__file__)").strip())
    assert place.is_relative_to(environment.folder)
    assert not place.is_relative_to(ROOT)


def test_it_works_without_rust(environment: Environment) -> None:
    shutil.copy(ROOT / "scripts" / "smoke_test.py", environment.folder)
    text = environment.run(environment.python, environment.folder / "smoke_test.py")
    assert text.startswith(f"tertium {tertium.__version__} in {environment.folder}")


def test_the_command_needs_no_python_on_the_path(environment: Environment) -> None:
    assert environment.run(environment.bin / "tertium", "--version").strip() == f"tertium {tertium.__version__}"
