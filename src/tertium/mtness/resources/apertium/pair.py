"""Which language pairs of Apertium are installed, and which programs each of them runs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from tertium.errors import InputError, SpecError
from tertium.languages import is_same_language

VARIABLE = "TERTIUM_APERTIUM"
_FOLDER = "/usr/share/apertium"
_INSTALL = (
    "On Debian or Ubuntu run: apt-get install apertium apertium-spa-cat apertium-lex-tools cg3"
    " (or the package of another pair); '--tagger wordlist' works without"
)
_PACKAGES = {
    "cg-proc": "cg3",
    "lrx-proc": "apertium-lex-tools",
    "lt-proc": "lttoolbox",
    "lsx-proc": "apertium-separable",
    "rtx-proc": "apertium-recursive",
    "hfst-proc": "hfst-ospell",
    "apertium-anaphora": "apertium-anaphora",
}
# Programs that answer at a NUL if they get the option -z; others would wait for the end of all texts.
_FLUSHING = frozenset((
    "lt-proc", "cg-proc", "hfst-proc", "lrx-proc", "lsx-proc", "rtx-proc", "apertium-tagger", "apertium-pretransfer",
    "apertium-posttransfer", "apertium-transfer", "apertium-interchunk", "apertium-postchunk", "apertium-anaphora",
    "apertium-extract-caps", "apertium-restore-caps",
))  # fmt: skip
_TRANSFER = frozenset(("apertium-transfer", "apertium-interchunk", "apertium-postchunk", "rtx-proc"))

Program = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ApertiumPair:
    """An installed pair of languages, in one direction.

    Attributes:
        name: As Apertium calls it, such as ``cat-spa``.
        source: The language that is translated, as in the name.
        target: The language that it is translated to.
        steps: The programs with arguments, ``$1`` and ``$2`` being as in the file.
    """

    name: str
    source: str
    target: str
    steps: tuple[Program, ...]

    def make_translation(self) -> tuple[Program, ...]:
        """Return the programs that translate, without marks at unknown words."""
        return self._prepare(self.steps, "-n")

    def make_analysis(self) -> tuple[Program, ...]:
        """Return the program that gives all readings of words."""
        return self._prepare(self.steps[:1], "-g")

    def make_disambiguation(self) -> tuple[Program, ...]:
        """Return the programs that choose among readings, and show the words too; none if the pair has none."""
        chosen: list[Program] = []
        for step in self.steps[1 : self._find_bilingual()]:
            if step[0] == "apertium-tagger":
                chosen.append((step[0], "-p", *step[1:]))
            elif step[0] == "cg-proc":
                chosen.append(tuple(argument for argument in step if argument != "-n"))
            elif step[0] == "apertium-pretransfer" or step[0] in _TRANSFER:
                break
        return self._prepare(chosen, "-g")

    def make_tagging(self) -> tuple[Program, ...]:
        """Return the programs that give one reading to each word, words being shown beside it."""
        return (*self.make_analysis(), *self.make_disambiguation())

    def make_bilingual(self) -> tuple[Program, ...]:
        """Return the program that looks words up in the bilingual dictionary."""
        place = self._find_bilingual()
        return self._prepare(self.steps[place : place + 1], "-g")

    def make_generation(self) -> tuple[Program, ...]:
        """Return the programs that write forms, with marks at those that there are not."""
        last = max((place for place, step in enumerate(self.steps) if step[0] in _TRANSFER), default=-1)
        return self._prepare([step for step in self.steps[last + 1 :] if step[0] == "lt-proc"], "-g")

    def _find_bilingual(self) -> int:
        for place, step in enumerate(self.steps):
            if step[0] == "lt-proc" and "-b" in step:
                return place
        raise SpecError(
            f"the language pair {self.name} of Apertium has no dictionary that can be asked",
            remedy="Choose another pair, or give a dictionary as TSV",
        )

    def _prepare(self, steps: Iterable[Program], generator: str) -> tuple[Program, ...]:
        programs = []
        for name, *arguments in steps:
            if name not in _FLUSHING:
                raise SpecError(
                    f"the language pair {self.name} of Apertium needs {name}, which cannot be kept open",
                    remedy="Choose another pair",
                )
            path = shutil.which(name)
            if path is None:
                package = _PACKAGES.get(name, "apertium")
                raise SpecError(
                    f"the program {name} is missing, which the language pair {self.name} of Apertium needs",
                    remedy=f"On Debian or Ubuntu run: apt-get install {package}; '--tagger wordlist' works without",
                )
            filled = [generator if argument == "$1" else argument for argument in arguments if argument != "$2"]
            programs.append((path, "-z", *(argument for argument in filled if argument != "-z")))
        return tuple(programs)


def find_data_folder(folder: str | Path | None = None) -> Path:
    """Return where the data of Apertium is: the given folder, else ``TERTIUM_APERTIUM``, else the usual one."""
    return Path(folder or os.environ.get(VARIABLE) or _FOLDER)


def list_pairs(folder: str | Path | None = None) -> list[ApertiumPair]:
    """Return the installed pairs by name; none if Apertium is not installed.

    Args:
        folder: Where the data of Apertium is; as for ``find_data_folder`` if None.
    """
    modes = sorted((find_data_folder(folder) / "modes").glob("*-*.mode"))
    return [_read_mode(path) for path in modes]


def find_pair(source: str, target: str, folder: str | Path | None = None) -> ApertiumPair:
    """Return the pair of two languages.

    Args:
        source: The language that is translated, by two or three letters.
        target: The language that it is translated to; ``cat_valencia`` and the like are variants of one.
        folder: As for ``list_pairs``.

    Raises:
        SpecError: It is not installed.
    """
    pairs = list_pairs(folder)
    for pair in pairs:
        if is_same_language(pair.source, source) and is_same_language(pair.target, target):
            return pair
    raise _make_missing(f"from {source!r} to {target!r}", pairs)


def find_analyser(language: str, folder: str | Path | None = None) -> ApertiumPair:
    """Return a pair that translates from a language: it can tag it.

    Pairs that disambiguate by rules as well come first, then those of the shortest name.

    Raises:
        SpecError: None is installed.
    """
    pairs = list_pairs(folder)
    fitting = [pair for pair in pairs if is_same_language(pair.source, language)]
    if not fitting:
        raise _make_missing(f"from {language!r}", pairs)
    return min(fitting, key=lambda pair: (all(step[0] != "cg-proc" for step in pair.steps), len(pair.name), pair.name))


@lru_cache(64)
def describe_programs(programs: tuple[Program, ...]) -> str:
    """Return names and versions of programs and data, for signatures: ``lttoolbox 3.7.1, data 1c7e…``."""
    digest = blake2b(digest_size=6)
    for program in programs:
        digest.update(" ".join([Path(program[0]).name, *(Path(argument).name for argument in program[1:])]).encode())
        for argument in program[1:]:
            if Path(argument).is_file():
                digest.update(Path(argument).read_bytes())
    return f"apertium {_ask_version()}, data {digest.hexdigest()}"


@lru_cache(1)
def _ask_version() -> str:
    program = shutil.which("lt-proc")
    if program is None:
        raise _make_missing("of any language", [])
    # It tells its version on the one or the other, depending on the version.
    answer = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=30)  # noqa: S603
    found = re.search(r"\d+(?:\.\d+)+", answer.stdout + answer.stderr)
    return f"lttoolbox {found[0]}" if found else "lttoolbox"


def _read_mode(path: Path) -> ApertiumPair:
    try:
        words = shlex.split(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"the mode of Apertium cannot be read: {error}", file=path, remedy="Install the language pair again"
        ) from error
    steps: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            steps.append([])
        else:
            steps[-1].append(word)
    if not all(steps):
        raise InputError(
            "the mode of Apertium has a step without a program", file=path, remedy="Install the pair again"
        )
    source, target = path.stem.split("-", 1)
    return ApertiumPair(path.stem, source, target, tuple((Path(step[0]).name, *step[1:]) for step in steps))


def _make_missing(wanted: str, pairs: Sequence[ApertiumPair]) -> SpecError:
    if shutil.which("lt-proc") is None or not pairs:
        return SpecError(
            f"Apertium is not installed, or has no pairs; a language pair {wanted} is needed", remedy=_INSTALL
        )
    known = ", ".join(pair.name for pair in pairs)
    return SpecError(f"Apertium has no language pair {wanted}; it has: {known}", remedy=_INSTALL)
