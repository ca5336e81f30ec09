"""Requests as JSON and TOML in both directions, and their JSON Schema, from their fields.

msgspec does the reading and the schema: it has no dependencies, validates types and bounds from annotations, and is
imported only where JSON is read or a schema is asked for. Requests themselves are plain dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin

from tertium.errors import InputError
from tertium.options import RequestField, list_fields
from tertium.registry import unknown

if TYPE_CHECKING:
    import msgspec

SCHEMA = 1
"""The version of the JSON that Tertium reads and writes. A change that breaks readers gets the next number."""

RequestT = TypeVar("RequestT")


def decode_request(
    request: type[RequestT], data: Mapping[str, Any], *, file: str | Path | None = None, remedy: str = ""
) -> RequestT:
    """Return a request from its fields as JSON or TOML has them.

    Args:
        request: The class of the request.
        data: The fields. Those that are left out have their defaults.
        file: The file that they are from, for messages.
        remedy: What to do about a field that is missing or wrong.

    Raises:
        InputError: A field is missing or not known, or has a value of another type or beyond its bounds.
    """
    import msgspec

    fields = {each.name: each for each in list_fields(request)}
    for name in data:
        if name not in fields:
            error = unknown("field", name, fields)
            raise InputError(error.message, file=file, remedy=error.remedy)
    try:
        found = msgspec.convert(dict(data), _make_struct(request), strict=True)  # type: ignore[arg-type]
    except msgspec.ValidationError as error:
        raise InputError(_explain(str(error)), file=file, remedy=remedy) from error
    return request(**{name: _to_field(each, getattr(found, name)) for name, each in fields.items()})


def encode_request(request: object) -> dict[str, Any]:
    """Return the fields of a request that differ from their defaults, as JSON and TOML have them."""
    return {
        each.name: _to_plain(value)
        for each in list_fields(type(request))
        if (value := getattr(request, each.name)) is not None and value != each.default
    }


def describe_request(request: type, title: str) -> dict[str, Any]:
    """Return the JSON Schema of a request.

    Args:
        request: The class of the request.
        title: What the request is called.
    """
    import msgspec

    others: dict[str, Any] = msgspec.json.schema(_make_struct(request))["$defs"]
    own = others.pop(request.__name__)
    defined = {"$defs": others} if others else {}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **own, **defined, "title": title}


@cache
def _make_struct(request: Any) -> type[msgspec.Struct]:
    import msgspec

    return msgspec.defstruct(
        request.__name__,
        [_make_field(each) for each in list_fields(request)],
        kw_only=True,
        frozen=True,
        forbid_unknown_fields=True,
    )


def _make_field(field: RequestField) -> tuple[str, Any] | tuple[str, Any, Any]:
    import msgspec

    option = field.option
    extra = {"enum": list(option.choices)} if option.choices and field.type is str else None
    kind = _bound(_to_json_type(field.type), option.least, option.most)
    described: Any = Annotated[kind, msgspec.Meta(description=option.help, extra_json_schema=extra)]
    if field.default is MISSING:
        return field.name, described
    default = field.default
    return field.name, described, str(default) if isinstance(default, Path) else default


def _bound(hint: Any, least: float | None, most: float | None) -> Any:
    import msgspec

    if least is None and most is None:
        return hint
    meta = msgspec.Meta(ge=least, le=most)
    if hint in (int, float):
        return Annotated[hint, meta]
    return Annotated[get_args(hint)[0], meta] | None


def _to_json_type(hint: Any) -> Any:
    """Return a type as JSON has it: a path is a text."""
    if hint is Path:
        return str
    if get_origin(hint) is tuple:
        return tuple[_to_json_type(get_args(hint)[0]), ...]  # type: ignore[misc]
    parts = get_args(hint)
    if parts:
        found = _to_json_type(parts[0])
        for part in parts[1:]:
            found = found | _to_json_type(part)
        return found
    return hint


def _to_field(field: RequestField, value: Any) -> Any:
    """Return a value as the request has it."""
    if value is None:
        return None
    if isinstance(value, tuple):
        return tuple(map(Path, value)) if field.type == tuple[Path, ...] else value
    return Path(value) if Path in (field.type, *get_args(field.type)) else value


def _to_plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_to_plain(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Path) else value


def _explain(message: str) -> str:
    """Return what msgspec says of a value, with the name of the field first.

    >>> _explain("Expected `int`, got `str` - at `$.top`")
    'top: expected int, got str'
    >>> _explain("Object missing required field `hypotheses`")
    'the field hypotheses is missing'
    """
    what, _, place = message.replace("`", "").partition(" - at ")
    if what.startswith("Object missing required field "):
        return f"the field {what.rpartition(' ')[2]} is missing"
    what = what[0].lower() + what[1:]
    return f"{place.removeprefix('$.')}: {what}" if place.startswith("$.") else what
