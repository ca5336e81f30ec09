"""From a use case to a command: its options are the fields of the request."""

from __future__ import annotations

import inspect
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import typer

from tertium.cli import options
from tertium.cli.output import choose_format, print_out, write, write_parts
from tertium.cli.plotting import save_plots
from tertium.cli.progress import ProgressBar
from tertium.cli.remarks import remark
from tertium.errors import InputError
from tertium.options import RequestField, list_fields
from tertium.usecases import Estimate, Runtime, StoredRequest, UseCase, silence_text_warnings, write_request_file

_SaveRequest = Annotated[
    Path | None,
    typer.Option(
        "--save-request",
        metavar="FILE",
        help="Write a file, TOML or JSON, that repeats this command: `tertium run FILE`.",
        rich_help_panel=options.OUTPUT,
    ),
]


def make_command(use_case: UseCase[Any, Any]) -> Callable[..., None]:
    """Return the function of a command, as typer takes it.

    Args:
        use_case: The use case. The docstring of its request is the help.
    """
    # An argument that takes all that is left is the last one.
    own = sorted(list_fields(use_case.request), key=lambda each: each.option.is_argument and _convert(each.type)[1])

    def command(**given: Any) -> None:
        run_command(use_case, {each.name: _freeze(each, given.pop(each.name)) for each in own}, **given)

    parameters = [*map(_make_parameter, own), *_list_shared(use_case, {each.name for each in own})]
    command.__name__ = use_case.name.rpartition(" ")[2]
    command.__doc__ = inspect.getdoc(use_case.request)
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def run_command(
    use_case: UseCase[Any, Any],
    fields: dict[str, Any],
    *,
    output: Path | None = None,
    output_format: str | None = None,
    save_request: Path | None = None,
    **others: Any,
) -> None:
    """Run a use case with the fields of its request, and write its result; ``others`` are those of ``run_request``."""
    stored = StoredRequest(
        use_case=use_case, request=use_case.request(**fields), output=output, output_format=output_format
    )
    _check_written(stored.request, output)
    if use_case.check_output is not None and output is not None:
        use_case.check_output(stored.request, output)
    if save_request is not None:
        write_request_file(stored, save_request)
    run_request(stored, command=shlex.join(["tertium", *sys.argv[1:]]), **others)


def run_request(
    stored: StoredRequest,
    *,
    command: str,
    plots: Path | None = None,
    plot_format: str = options.DEFAULT_PLOT_FORMAT,
    threads: int | None = None,
    quiet: bool = False,
) -> None:
    """Run a request, and write its result.

    Args:
        stored: The request, and where its result goes.
        command: The command that repeats it.
        plots: A folder for plots.
        plot_format: Their format.
        threads: The number of threads.
        quiet: Whether no progress is shown.
    """
    use_case, request, output, output_format = stored.use_case, stored.request, stored.output, stored.output_format

    def show(unit: str, estimate: Estimate | None) -> ProgressBar:
        return ProgressBar(unit, quiet=quiet, estimate=estimate)

    def begin(step: str) -> None:
        if not quiet:
            remark(step)

    runtime = Runtime(threads=threads, command=command, output_format=output_format, begin=begin, show_progress=show)
    with silence_text_warnings(request):
        if use_case.stream is not None:
            parts = use_case.stream(request, output_format or choose_format(output, use_case.formats), runtime)
            if parts is not None:
                with parts as texts:
                    write_parts(texts, output)
                return
        result = use_case.run(request, runtime)
        if use_case.describe is None:
            print_out(result if result.endswith("\n") or not result else f"{result}\n")
            return
        document = use_case.describe(result, request)
        save_plots(document, plots, plot_format)
        write(document, output_format, output)
        if use_case.finish is not None:
            use_case.finish(result)


def _check_written(request: Any, output: Path | None) -> None:
    """Refuse a request that would write two things to one file."""
    for field in list_fields(type(request)):
        written = getattr(request, field.name) if field.option.is_written else None
        if written is not None and output is not None and Path(written).resolve() == output.resolve():
            flag = field.option.flags[0]
            raise InputError(f"{flag} and --output are the same file", file=written, remedy="Give each its own")


def _make_parameter(field: RequestField) -> inspect.Parameter:
    option = field.option
    kind, is_many = _convert(field.type)
    bounds = _make_bounds(kind, option.least, option.most)
    info: Any
    if option.is_argument:
        info = typer.Argument(metavar=option.metavar, help=option.help, show_default=False, **bounds)
    else:
        # A default that is worth a word stands in the help.
        shows_default = "Default:" not in option.help and field.default not in ((), None, "")
        info = typer.Option(
            *(option.flags or (f"--{field.name.replace('_', '-')}",)),
            metavar=option.metavar or "|".join(option.choices) or None,
            help=option.help,
            rich_help_panel=option.group or None,
            show_default=shows_default,
            autocompletion=_complete(option.choices) if option.choices else None,
            **bounds,
        )
    annotation = list[kind] if is_many else kind  # type: ignore[valid-type]
    if not field.is_required and (is_many or field.default is None):
        annotation = annotation | None
    default = inspect.Parameter.empty if field.is_required else None if is_many else field.default
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[annotation, info]
    )


def _make_bounds(kind: Any, least: float | None, most: float | None) -> dict[str, Any]:
    return {
        name: kind(value) if kind in (int, float) else value
        for name, value in (("min", least), ("max", most))
        if value is not None
    }


def _complete(choices: tuple[str, ...]) -> Callable[[str], list[str]]:
    return lambda incomplete: [value for value in choices if value.startswith(incomplete)]


def _convert(hint: Any) -> tuple[Any, bool]:
    """Return the type of one value, and whether there may be several."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    if get_origin(hint) is tuple:
        return get_args(hint)[0], True
    return hint, False


def _freeze(field: RequestField, value: Any) -> Any:
    """Return a value as the request has it: a tuple for several, the default where nothing is given."""
    if _convert(field.type)[1]:
        return tuple(value) if value else () if field.is_required else field.default
    return value


def _list_shared(use_case: UseCase[Any, Any], own: set[str]) -> Iterator[inspect.Parameter]:
    """Yield the options that do not change a result: where it goes, and how the work is done."""
    shared: dict[str, tuple[Any, Any]] = {}
    if use_case.has_plots:
        shared |= {"plots": (options.Plots, None), "plot_format": (options.PlotFormat, options.DEFAULT_PLOT_FORMAT)}
    if use_case.describe is not None:
        formats = options.offer_formats(*use_case.formats, help_text=use_case.format_help)
        shared |= {"output_format": (formats, None), "output": (options.Output, None)}
    shared["save_request"] = (_SaveRequest, None)
    if use_case.uses_threads and not use_case.is_quick:
        shared["threads"] = (options.Threads, None)
    if use_case.shows_progress and not use_case.is_quick:
        shared["quiet"] = (options.Quiet, False)
    for name, (annotation, default) in shared.items():
        if name not in own:
            yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
