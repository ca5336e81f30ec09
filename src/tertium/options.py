"""Fields of requests: type, default, help, bounds, group and short option, written once for all doors.

A request is a frozen dataclass. Each of its fields is ``Annotated[type, Option(...)]``. The command line makes options
of them, ``tertium.codec`` a JSON Schema and a strict reader, and the web app forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

INPUT = "Input"
STATISTICS = "Statistics"
OUTPUT = "Output"
JUDGED = "Judged translations"


@dataclass(frozen=True)
class Size:
    """How long a list, an object or a text may be: ``Annotated[tuple[str, ...], Size(1, 100)]``.

    Attributes:
        least: The least number of elements or characters.
        most: The greatest number.
    """

    least: int = 0
    most: int | None = None


@dataclass(frozen=True, kw_only=True)
class Option:
    """What a field of a request is for, and which values it takes.

    Attributes:
        help: What it is for.
        flags: Its options on the command line, such as ``--metric`` and ``-m``; by default made of the field's name.
        metavar: What the help of the command line shows for a value.
        group: The panel of the help, or the group of a form.
        choices: The values, where these are the names of a table. What uses the value refuses other names.
        least: The least number.
        most: The greatest number.
        is_argument: Whether it is an argument of the command line, and not an option.
        is_path: Whether values are paths of files or folders.
        is_written: Whether it is a file that the run writes.
        resource: What values name, ``metric``, ``counts``, ``tagger`` or ``dictionary``. A server checks these names.
        schema: What else the JSON Schema of the field has.
    """

    help: str
    flags: tuple[str, ...] = ()
    metavar: str = ""
    group: str = ""
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    is_argument: bool = False
    is_path: bool = False
    is_written: bool = False
    resource: str = ""
    schema: Mapping[str, Any] = field(default_factory=dict, hash=False)


def option(
    *flags: str,
    help: str,  # noqa: A002 - the word of command lines
    metavar: str = "",
    group: str = "",
    choices: Iterable[str] = (),
    least: float | None = None,
    most: float | None = None,
    is_path: bool = False,
    is_written: bool = False,
    resource: str = "",
    schema: Mapping[str, Any] | None = None,
) -> Option:
    """Return the description of a field that is an option of the command line; see ``Option``."""
    return Option(
        help=help,
        flags=flags,
        metavar=metavar,
        group=group,
        choices=tuple(choices),
        least=least,
        most=most,
        is_path=is_path or is_written,
        is_written=is_written,
        resource=resource,
        schema=schema or {},
    )


def argument(metavar: str, *, help: str, is_path: bool = False) -> Option:  # noqa: A002
    """Return the description of a field that is an argument of the command line; see ``Option``."""
    return Option(help=help, metavar=metavar, is_argument=True, is_path=is_path)


@dataclass(frozen=True, kw_only=True)
class RequestField:
    """A field of a request.

    Attributes:
        name: Its name.
        type: The type of its values, without the option.
        default: Its default; ``dataclasses.MISSING`` if a value has to be given.
        option: What it is for.
        size: How many elements or characters a value has.
    """

    name: str
    type: Any
    default: Any
    option: Option
    size: Size | None = None

    @property
    def is_path(self) -> bool:
        """Whether values are paths of files or folders."""
        return self.option.is_path or Path in (self.type, *get_args(self.type))

    @property
    def is_required(self) -> bool:
        """Whether a value has to be given."""
        return self.default is MISSING


def list_fields(request: type) -> Sequence[RequestField]:
    """Return the fields of a request.

    Args:
        request: A dataclass whose fields are ``Annotated[type, Option(...)]``.

    Raises:
        TypeError: A field has no option.
    """
    return _list_fields(request)


@cache  # a request may have a million others in it
def _list_fields(request: Any) -> tuple[RequestField, ...]:
    hints = get_type_hints(request, include_extras=True)
    return tuple(_make_field(request, each, hints[each.name]) for each in fields(request))


def _make_field(request: Any, field: Field[Any], hint: Any) -> RequestField:
    kind, *about = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    options = [part for part in about if isinstance(part, Option)]
    sizes = [part for part in about if isinstance(part, Size)]
    if not options:
        raise TypeError(f"{request.__name__}.{field.name} has no Option")
    return RequestField(
        name=field.name,
        type=kind,
        default=_get_default(field),
        option=options[-1],
        size=sizes[-1] if sizes else None,
    )


def _get_default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default
