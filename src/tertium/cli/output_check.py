"""What is wrong with a file to write is said before any work: it is read too, or its suffix says no format."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperOption

from tertium.cli.options import OUTPUT_HELP
from tertium.errors import InputError
from tertium.options import OUTPUT

_WRITTEN = {
    "output": "--output",
    "resume": "--resume",
    "save_request": "--save-request",
    "save": "the option --save-experiment or --save-metric",
    "learned_weights": "--weights",
}
# `postedit` itself refuses to replace its repository, whose files have several names.
_NOT_READ = frozenset((*_WRITTEN, "names", "plots", "repository", "store"))
_PARTS = re.compile(r"[=(),+]")  # of NAME=FILE, scan(FILE+FILE)
# What is read in a folder of judged translations.
_JUDGED = re.compile(r"(?:hyp|system|ref|reference|source)(?:\..+)?\.txt|(?:judgments\w*|seg\w*|sys_\w+)\.tsv")


class OutputCheckedCommand(TyperCommand):
    """A command that refuses to write over its own input, before it does anything.

    One that writes documents (``--format``) also has the option ``--no-signatures``.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if any(parameter.name == "output_format" for parameter in self.params):
            self.params.append(_make_signatures_option())

    def invoke(self, ctx: Any) -> Any:
        """Check the places that are written to, and run the command."""
        refuse_overwriting(ctx.params)
        self._check_suffix(ctx.params)
        return super().invoke(ctx)

    def _check_suffix(self, parameters: Mapping[str, Any]) -> None:
        """Refuse a file whose suffix says no format, before any work is done."""
        options = {each.name: each for each in self.params}
        is_report = getattr(options.get("output"), "help", None) == OUTPUT_HELP and "output_format" in options
        if is_report:
            _check_folder(parameters.get("output"))
        if is_report and parameters.get("output") is not None and parameters.get("output_format") is None:
            from tertium.cli.output import choose_format

            formats = (options["output_format"].metavar or "").split("|")
            choose_format(Path(parameters["output"]), formats)


def _check_folder(output: Path | None) -> None:
    """Refuse a file in a folder that does not exist, before any work is done."""
    if output is not None and not Path(output).parent.exists():
        raise InputError("there is no such folder", file=Path(output).parent, remedy="Make it, or give another place")


def _make_signatures_option() -> TyperOption:
    def choose(context: Any, parameter: Any, is_left_out: bool) -> None:
        from tertium.cli.output import SHOWS_SIGNATURES

        SHOWS_SIGNATURES.set(not is_left_out)

    return TyperOption(
        param_decls=["--no-signatures"],
        is_flag=True,
        default=False,
        expose_value=False,
        callback=choose,
        show_default=False,
        help="Leave the signatures out of text, Markdown and LaTeX.",
        rich_help_panel=OUTPUT,
    )


def refuse_overwriting(parameters: Mapping[str, Any]) -> None:
    """Refuse a command whose result would replace one of its input files.

    Args:
        parameters: The arguments and options of the command, by name.

    Raises:
        InputError: A file to write is also one to read.
    """
    for name, option in _WRITTEN.items():
        written = parameters.get(name)
        if written is None or str(written) == "-" or not Path(written).is_file():
            continue  # a new file, a folder, a terminal or a pipe replaces nothing
        for other, value in parameters.items():
            if other not in _NOT_READ and any(_holds(Path(written), each) for each in _list(value)):
                raise InputError(
                    "the result would replace its own input",
                    file=written,
                    remedy=f"Name another file with {option}; no file is edited in place",
                )


def _list(value: Any) -> Iterator[str]:
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _list(each)
    elif isinstance(value, (str, Path)):
        yield str(value)
        if isinstance(value, str):
            yield from _PARTS.split(value)


def _holds(written: Path, given: str) -> bool:
    """Return whether an argument names this file, or a folder in which it would be read."""
    path = Path(given)
    try:
        if path.is_file():
            return path.samefile(written)
        inside = bool(given) and path.is_dir() and path.resolve() in written.resolve().parents
    except (OSError, ValueError):  # a text that cannot be the name of a file
        return False
    return inside and _JUDGED.fullmatch(written.name) is not None
