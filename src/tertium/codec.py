"""Requests and results as JSON and TOML, and their JSON Schema, from their fields.

msgspec reads requests and makes their schema: it has no dependencies, validates types and bounds from annotations, and
is imported only where JSON is read or a schema is asked for. Requests and results themselves are plain dataclasses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, is_dataclass
from enum import Enum
from functools import cache, cached_property
from inspect import getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from tertium.errors import InputError
from tertium.json_result import list_json_fields
from tertium.options import RequestField, Size, list_fields
from tertium.registry import unknown

if TYPE_CHECKING:
    import msgspec

SCHEMA = 1
"""The version of the JSON that Tertium reads and writes. A change that breaks readers gets the next number."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
LOCAL = "#/$defs/{name}"

RequestT = TypeVar("RequestT")


class FieldError(InputError):
    """A field of a request that is missing or wrong.

    Attributes:
        path: The names and places that lead to it: ``("references", 0)``.
    """

    path: tuple[str | int, ...] = ()


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
        FieldError: A field is missing or not known, or has a value of another type or beyond its bounds.
    """
    import msgspec

    if not isinstance(data, Mapping):
        raise FieldError("a request is an object with fields", file=file, remedy=remedy or None)
    fields = {each.name: each for each in list_fields(request)}
    for name in data:
        if name not in fields:
            error = unknown("field", name, fields)
            raise _make_error(error.message, (name,), file, error.remedy or remedy)
        if data[name] is None and name in getattr(request, "one_of", ()):
            raise _make_error(f"{name}: expected a value, got null", (name,), file, remedy)
    try:
        found = msgspec.convert(_make_whole(dict(data)), _make_struct(request), strict=True)  # type: ignore[arg-type]
    except msgspec.ValidationError as error:
        message, path = _explain(str(error))
        raise _make_error(message, path, file, remedy) from error
    return _from_struct(request, found)


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
    others = describe_requests([request])
    own = others.pop(request.__name__)
    defined = {"$defs": others} if others else {}
    return {"$schema": DIALECT, **own, **defined, "title": title}


def describe_requests(requests: Iterable[type], template: str = LOCAL) -> dict[str, dict[str, Any]]:
    """Return the JSON Schemas of requests, and of the objects in them, by the names of their classes.

    Args:
        requests: The classes. ``one_of`` of a class names fields of which exactly one is given.
        template: How a schema refers to another one, with ``{name}``.
    """
    import msgspec

    classes = list(requests)
    structs = [_make_struct(each) for each in classes]
    found: dict[str, dict[str, Any]] = msgspec.json.schema_components(structs, ref_template=template)[1]
    for each in classes:
        schema = found[each.__name__]
        schema["description"] = _get_summary(each)
        required = schema["required"]
        for field in list_fields(each):
            schema["properties"][field.name] |= field.option.schema
        # Fields that have to be given come first.
        schema["properties"] = dict(sorted(schema["properties"].items(), key=lambda each: each[0] not in required))
        names = getattr(each, "one_of", ())
        if names:
            schema["oneOf"] = [{"required": [name]} for name in names]
            for name in names:
                schema["properties"][name] = _without_null(schema["properties"][name])
    return found


def describe_result(results: Sequence[Any], title: str) -> dict[str, Any]:
    """Return the JSON Schema of the JSON that a command writes.

    Args:
        results: The classes of its results: one of them is written.
        title: What the result is called.
    """
    schemas: dict[str, dict[str, Any]] = {}
    describe_results(results, schemas)
    choice = [{"$ref": LOCAL.format(name=each.__name__)} for each in results]
    return {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "properties": {"schema": {"const": SCHEMA, "description": "The version of the JSON."}},
        "required": ["schema"],
        **(choice[0] if len(choice) == 1 else {"anyOf": choice}),
        "$defs": schemas,
    }


def describe_results(results: Iterable[Any], schemas: dict[str, dict[str, Any]], template: str = LOCAL) -> None:
    """Add the JSON Schemas of results, and of the objects in them, by the names of their classes.

    Args:
        results: The classes.
        schemas: The schemas that are there already. Those that are missing are added.
        template: How a schema refers to another one, with ``{name}``.
    """

    def describe(hint: Any) -> dict[str, Any]:
        plain = _describe_plain(hint, describe)
        if plain is not None:
            return plain
        if is_dataclass(hint):
            name = hint.__name__ if isinstance(hint, type) else str(hint)
            if name not in schemas:
                schemas[name] = {}  # an object may have others of its own kind
                schemas[name].update(_describe_object(hint, describe))
            return {"$ref": template.format(name=name)}
        raise TypeError(f"there is no JSON Schema for {hint!r}")

    for result in results:
        describe(result)


def _describe_object(result: Any, describe: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    documented = read_attributes(result)
    left_out = f"{getattr(result, 'segment_fields', '')} {getattr(result, 'optional_fields', '')}".split()
    properties, required = {}, []
    for name, attribute, is_optional in list_json_fields(result):
        about = documented.get(attribute.partition(".")[0]) if "." not in attribute else ""
        schema = describe(_find_type(result, attribute))
        properties[name] = {**schema, "description": about} if about else schema
        if not is_optional and name not in left_out:
            required.append(name)
    return {"type": "object", "description": _get_summary(result), "properties": properties, "required": required}


def _describe_plain(hint: Any, describe: Callable[[Any], dict[str, Any]]) -> dict[str, Any] | None:
    """Return the schema of a type that is not an object with fields; None for others."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if origin in (Union, UnionType):
        return {"anyOf": list(map(describe, parts))}
    if origin is Literal:
        return {"enum": list(parts)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [each.value for each in hint]}
    if origin is np.ndarray or hint is np.ndarray:
        return {"type": "array"}
    if origin is tuple and not (len(parts) == 2 and parts[1] is Ellipsis):
        return {"type": "array", "prefixItems": [describe(part) for part in parts], "items": False}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": describe(parts[-1])}
    if isinstance(origin, type) and issubclass(origin, Sequence | frozenset | set):
        return {"type": "array", "items": describe(parts[0])}
    return None


# A number that is not defined is null.
_PLAIN: Mapping[Any, Mapping[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": ["number", "null"]},
    NoneType: {"type": "null"},
    Any: {},
    object: {},
    dict: {"type": "object"},
}


def _find_type(result: Any, attribute: str) -> Any:
    """Return the type of a field or property, or of a field of one: ``interval.low``."""
    for name in attribute.split("."):
        found = getattr(result, name, None)
        if isinstance(found, property) and found.fget is not None:
            result = _resolve(found.fget)["return"]
        elif isinstance(found, cached_property):
            result = _resolve(found.func)["return"]
        else:
            result = _resolve(result)[name]
    return result


def _resolve(annotated: Any) -> dict[str, Any]:
    """Return the annotations of a class or function. Names that only type checkers import are looked up, too."""
    import sys

    try:
        return get_type_hints(annotated)
    except NameError:
        module = sys.modules[annotated.__module__]
        return get_type_hints(annotated, localns=_import_for_types(module.__file__ or ""))


@cache
def _import_for_types(file: str) -> dict[str, Any]:
    """Return what a module imports for type checkers alone."""
    import ast

    found: dict[str, Any] = {}
    for node in ast.parse(Path(file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), file, "exec"), found)  # noqa: S102 - our own module
    return found


def read_attributes(result: type) -> dict[str, str]:
    """Return what the docstrings of a class and its bases say of each attribute, and properties of themselves."""
    found: dict[str, str] = {}
    for each in reversed(result.__mro__):
        section = (getdoc(each) or "").partition("Attributes:\n")[2].partition("\n\n")[0]
        for name, text in re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", section, re.MULTILINE):
            found[name] = " ".join(text.split())
        for name, value in vars(each).items():
            if isinstance(value, property | cached_property) and value.__doc__:
                found[name] = value.__doc__.partition("\n\n")[0]
    return found


def _get_summary(documented: type) -> str:
    return (getdoc(documented) or "").partition("\n\n")[0].replace("\n", " ")


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an optional field that may not be null."""
    kind: dict[str, Any]
    (kind,) = (each for each in schema["anyOf"] if each != {"type": "null"})
    return kind | {name: part for name, part in schema.items() if name not in ("anyOf", "default")}


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
    extra = {"enum": list(option.choices)} if option.choices and field.type is str else {}
    kind = _bound(_to_json_type(field.type), option.least, option.most)
    if field.size is not None:
        kind = _limit(kind, field.size)
    described: Any = Annotated[kind, msgspec.Meta(description=option.help, extra_json_schema=extra or None)]
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


def _limit(hint: Any, size: Size) -> Any:
    import msgspec

    return Annotated[hint, msgspec.Meta(min_length=size.least or None, max_length=size.most)]


def _to_json_type(hint: Any) -> Any:
    """Return a type as msgspec reads it: a path is a text, a request inside of a request a struct."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Path:
        return str
    if origin is Annotated:
        return _limit(_to_json_type(parts[0]), parts[1])
    if origin is tuple:
        return tuple[_to_json_type(parts[0]), ...]  # type: ignore[misc]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return dict[str, _to_json_type(parts[1])]  # type: ignore[misc]
    if origin is Literal:
        return hint
    if isinstance(hint, type) and is_dataclass(hint):
        return _make_struct(hint)
    if parts:
        found = _to_json_type(parts[0])
        for part in parts[1:]:
            found = found | _to_json_type(part)
        return found
    return hint


def _from_struct(request: type[RequestT], found: Any) -> RequestT:
    return request(**{each.name: _to_field(each.type, getattr(found, each.name)) for each in list_fields(request)})


def _to_field(hint: Any, value: Any) -> Any:
    """Return a value as the request has it."""
    if value is None:
        return None
    if isinstance(value, tuple):
        (part, *_) = get_args(hint) or (None,)
        if part is Path:
            return tuple(map(Path, value))
        return tuple(_from_struct(part, each) for each in value) if is_dataclass(part) else value  # type: ignore[arg-type]
    return Path(value) if Path in (hint, *get_args(hint)) else value


def _make_whole(value: Any) -> Any:
    """Return 3 for 3.0, which is a whole number in JSON; also in the objects of a list."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _make_whole(part) for name, part in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_make_whole(part) for part in value]
    return value


def _to_plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_to_plain(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Path) else value


def _make_error(message: str, path: Sequence[str | int], file: str | Path | None, remedy: str) -> FieldError:
    error = FieldError(message, file=file, remedy=remedy or None)
    error.path = tuple(path)
    return error


def _explain(message: str) -> tuple[str, list[str | int]]:
    """Return what msgspec says of a value, with the name of the field first, and the path to the value.

    >>> _explain("Expected `int`, got `str` - at `$.top`")
    ('top: expected int, got str', ['top'])
    >>> _explain("Object missing required field `hypotheses`")
    ('the field hypotheses is missing', ['hypotheses'])
    """
    what, _, place = message.replace("`", "").partition(" - at ")
    place = place.removeprefix("$").removeprefix(".")
    path: list[str | int] = [
        int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", place) if part != "..."
    ]
    if what.startswith("Object missing required field "):
        name = what.rpartition(" ")[2]
        where = f"{place}: " if place else ""
        return f"{where}the field {name} is missing", [*path, name]
    what = what[0].lower() + what[1:]
    return f"{place}: {what}" if place else what, path
