"""Metric specs: ``name`` or ``name:setting=value,setting=value``, the same everywhere.

>>> parse("bleu:smooth=add-one-all,tokenize=none").settings()
'bleu:tokenize=none,lowercase=no,order=4,smooth=add-one-all,smooth_value=0,effective_order=auto'
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, Literal, get_origin, get_type_hints

from tertium import registry
from tertium.errors import SpecError
from tertium.metrics.metric import Metric

# A comma, but not within parentheses: the argument of a module may be a file whose name has one.
_SEPARATOR = re.compile(r",(?![^(]*\))")

_WORDS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def parse(spec: str) -> Metric:
    """The metric that a spec describes.

    A setting without a value is switched on: ``bleu:lowercase`` is ``bleu:lowercase=yes``.

    Args:
        spec: Such as ``"bleu"``, ``"chrf:word_order=2"`` or ``"ter:normalized,case_sensitive"``.

    Raises:
        SpecError: If there is no such metric, no such setting, or it does not take that value.
    """
    if not isinstance(spec, str):
        raise SpecError(f"a metric is a string such as 'bleu', not of type {type(spec).__name__}")
    name, _, rest = spec.strip().partition(":")
    metric: type[Metric] = registry.load(registry.METRICS, name.strip(), "metric")
    hints = get_type_hints(metric)
    settings = {field.name: hints[field.name] for field in fields(metric) if field.init and field.repr}
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in _SEPARATOR.split(rest))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in settings:
            raise registry.unknown(f"setting of {name}", key, settings)
        if key in values:
            raise SpecError(f"the setting {key!r} is given twice in {spec!r}")
        values[key] = _converted(spec, key, value if equals else "yes", settings[key])
    return metric(**values)


def _converted(spec: str, key: str, value: str, kind: Any) -> object:
    if get_origin(kind) is Literal:
        return value  # the metric knows its choices
    try:
        return _WORDS[value.lower()] if kind is bool else kind(value)
    except (KeyError, ValueError) as error:
        wanted = {bool: "yes or no", int: "a whole number", float: "a number"}.get(kind, str(kind))
        raise SpecError(f"{key}={value} in {spec!r} is not {wanted}") from error


def require(condition: bool, message: str, remedy: str | None = None) -> None:
    """Raises a ``SpecError`` unless a setting is as it should be."""
    if not condition:
        raise SpecError(message, remedy=remedy)
