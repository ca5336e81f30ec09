"""``tertium doctor``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module

from tertium.cli.options import Format, Output
from tertium.parts import ENGLISH_MODEL, PARTS, OptionalPart, PartState


def doctor(output_format: Format = None, output: Output = None) -> None:
    """List the optional parts: what works, what is missing, what each gives, and the command that installs it.

    Everything that is installed is tried. Exit status: 0 if all of that works, 2 if something does not.

    **Example**

    `tertium doctor`
    """
    from tertium.cli.output import write
    from tertium.errors import TertiumError
    from tertium.report import describe_parts

    states = [_examine(part) for part in PARTS.values()]
    write(describe_parts(_check_core(), states), output_format, output)
    if broken := [state.part.name for state in states if state.problem]:
        raise TertiumError(
            f"installed, but not working: {', '.join(broken)}", remedy="Install it again, by the command in the table"
        )


def _check_core() -> Mapping[str, str]:
    """Return the versions of what always comes with Tertium, after trying the core and WordNet."""
    import platform

    import tertium

    result = tertium.score(["the big cat"], ["the large cat"], metrics=["bleu", "meteor"])
    wordnet = result["meteor"].signature.partition("wordnet:")[2].partition("|")[0]
    return {"tertium": tertium.__version__, "python": platform.python_version(), "wordnet": wordnet}


def _examine(part: OptionalPart) -> PartState:
    from tertium.errors import MissingPartError, TertiumError

    if not part.is_installed():
        return PartState(part=part)
    try:
        return PartState(part=part, is_installed=True, version=_CHECKS.get(part.name, partial(_import, part))())
    except MissingPartError:  # weights without the libraries that read them: nothing is broken, and they have their row
        return PartState(part=part)
    except TertiumError as error:
        problem = error.message
    except Exception as error:  # a library that does not fit this machine may raise anything
        problem = (str(error).strip() or type(error).__name__).splitlines()[0]
    return PartState(part=part, is_installed=True, problem=problem)


def _import(part: OptionalPart) -> str:
    """Import the libraries of a part, and return their versions."""
    found = [import_module(module) for module in part.modules]
    versions = [str(getattr(module, "__version__", "")) for module in found]
    return ", ".join(f"{name} {version}".strip() for name, version in zip(part.modules, versions, strict=True))


def _check_encoder(name: str) -> str:
    from tertium import encoders

    encoder = encoders.open_encoder(name)
    encoder.encode(["a text"])
    return encoder.version


def _check_parser() -> str:
    import tertium

    score = tertium.score(["She reads."], ["She reads."], metrics=["stm"])["stm"]
    return score.signature.partition("parser:")[2].partition("|")[0]


def _ask_program(program: str, option: str) -> str:
    """Run a program, and return the lines that it writes, joined."""
    import time

    from tertium.programs import Program

    until = time.monotonic() + 30
    # Some write their version to standard error, where ``Program`` does not look for answers.
    with Program(["/bin/sh", "-c", f"exec {program} {option} 2>&1"], name=program) as running:
        running.send([], end=True)
        lines = list(iter(partial(running.receive, until), None))
        running.finish(until)
    return ", ".join(line.strip() for line in lines if line.strip())


_CHECKS: Mapping[str, Callable[[], str]] = {
    ENGLISH_MODEL: _check_parser,
    "e5-small-v2": partial(_check_encoder, "e5-small-v2"),
    "bert-multilingual": partial(_check_encoder, "bert-multilingual"),
    "apertium": partial(_ask_program, "apertium", "-l"),
    "dictionaries": lambda: "",
    "java": partial(_ask_program, "java", "-version"),
    "chromium": partial(_ask_program, "chromium", "--version"),
}
