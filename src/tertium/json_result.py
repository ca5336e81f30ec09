"""Results as JSON: made from their fields, so that ``tertium.codec`` can describe it by a JSON Schema."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, ClassVar

import numpy as np


class JsonResult:
    """A result with a JSON form: an object with its fields.

    Attributes:
        json_fields: The names of the fields and properties in the JSON, in order, with spaces between them; all fields
            by default. ``metric=spec`` is the field ``spec`` by the name ``metric``, and ``low=interval.low`` a field
            of a field. A name with a question mark, ``caution?``, is left out where the value is None or an empty text.
        segment_fields: The names that are left out where figures of segments are not wanted.
        optional_fields: Other names that a command may leave out.
    """

    __slots__ = ()
    json_fields: ClassVar[str] = ""
    segment_fields: ClassVar[str] = ""
    optional_fields: ClassVar[str] = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as a dictionary for JSON."""
        return encode_object(self)


def list_json_fields(result: type) -> Iterator[tuple[str, str, bool]]:
    """Yield the name of each field in JSON, the attribute that it is made from, and whether it may be left out.

    Args:
        result: A dataclass.
    """
    given = getattr(result, "json_fields", "").split()
    for text in given or [field.name for field in fields(result)]:
        name, _, attribute = text.rstrip("?").partition("=")
        yield name, attribute or name, text.endswith("?")


def encode_object(result: object, *, segments: bool = True) -> dict[str, Any]:
    """Return a dataclass as a dictionary for JSON.

    Args:
        result: The object.
        segments: Whether the ``segment_fields`` of results are wanted.
    """
    kind = type(result)
    left_out = [] if segments else getattr(kind, "segment_fields", "").split()
    data = {}
    for name, attribute, is_optional in list_json_fields(kind):
        if name in left_out:
            continue
        value = attrgetter(attribute)(result)
        if not is_optional or (value is not None and value != ""):
            data[name] = encode(value, segments=segments)
    return data


def encode(value: Any, *, segments: bool = True) -> Any:
    """Return a value as JSON has it. Numbers that are not defined are None.

    Args:
        value: A result, a container of results, an array or a plain value.
        segments: Whether the ``segment_fields`` of results are wanted.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, np.ndarray):
        is_defined = value.dtype.kind != "f" or np.isfinite(value).all()
        return value.tolist() if is_defined else encode(value.tolist())
    if is_dataclass(value) and not isinstance(value, type):
        return encode_object(value, segments=segments)
    if isinstance(value, Mapping):
        return {str(key): encode(part, segments=segments) for key, part in value.items()}
    return [encode(part, segments=segments) for part in value]
