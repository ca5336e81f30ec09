"""Metric specs: ``name`` or ``name:setting=value,setting=value``, the same everywhere.

>>> parse("bleu:smooth=add-one-all,tokenize=none").settings()
'bleu:tokenize=none,lowercase=no,order=4,smooth=add-one-all,smooth_value=0,effective_order=auto'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, get_origin, get_type_hints

from tertium import registry
from tertium.errors import InputError, SpecError
from tertium.files.toml import read_toml
from tertium.metrics.metric import Metric

# A comma, but not within parentheses: the argument of a module may be a file whose name has one.
_SEPARATOR = re.compile(r",(?![^(]*\))")

# How a spec with settings begins; a file whose name begins so has to be given as ./name.
_SETTING = re.compile(r"\s*[^:/\\]+:\s*\w+\s*=")

# How a spec begins: the name of a metric, and what separates it from the rest.
_NAME = re.compile(r"\s*([\w.+\-]+)\s*(?:[(:]|$)")
_OPENING = re.compile(r"[(:]")

_WRITE_ANEW = "Write it with tertium tune; docs/how-to/tuning.md shows the form"

_WORDS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def parse(spec: str) -> Metric:
    """Return the metric that a spec describes.

    The name of the metric may be in upper or lower case. A setting without a value is switched on: ``bleu:lowercase``
    is ``bleu:lowercase=yes``.

    Args:
        spec: Such as ``"bleu"``, ``"chrf:word_order=2"`` or ``"ter:normalized,case_sensitive"``; or a file that
            ``tertium tune`` wrote, ``"my.toml"``.

    Raises:
        SpecError: If there is no such metric, no such setting, or it does not take that value.
        InputError: If the spec is a file, and that describes no metric.
    """
    if not isinstance(spec, str):
        raise SpecError(f"a metric is a string such as 'bleu', or a Metric, not of type {type(spec).__name__}")
    if runs_program(spec):
        return _parse_program(spec)
    if is_file(spec):
        return _load(Path(spec.strip()))
    name, _, rest = spec.strip().partition(":")
    if "," in name:
        raise _not_one(spec, name.split(","))
    name = _find_name(name.strip())
    return _make(registry.load(registry.METRICS, name, "metric"), rest, spec)


def parse_from_file(spec: str) -> Metric:
    """Return the metric that a spec in somebody's file describes: as ``parse``, but one that runs a program is refused.

    Raises:
        SpecError: It runs a program, or ``parse`` refuses it.
    """
    refuse_program(spec)
    return parse(spec)


def refuse_program(metric: str | Metric) -> None:
    """Refuse a metric that runs a program: only who gives a command by hand, on the machine, may run one.

    Raises:
        SpecError: The metric does.
    """
    names = registry.PROGRAM_METRICS
    if runs_program(metric) if isinstance(metric, str) else metric.name in names:
        # The command is not repeated: it may have what is nobody else's business.
        raise SpecError(
            f"a metric that runs a program ({', '.join(names)}) is not taken from files, clients or other machines",
            remedy="Give it with -m on the command line, or to tertium.score in Python",
        )


def runs_program(spec: str) -> bool:
    """Return whether a spec is of a metric that runs a program.

    >>> runs_program("external(python scores.py):source"), runs_program("chrf")
    (True, False)
    """
    found = _NAME.match(spec)
    return found is not None and found[1].lower() in registry.PROGRAM_METRICS


def name_spec(spec: str) -> str:
    """Return what tables call a metric: its label, if it has one, else the spec as it is.

    >>> name_spec("external(python scores.py):label=COMET"), name_spec("chrf++")
    ('COMET', 'chrf++')
    """
    if not runs_program(spec):
        return spec
    try:
        return getattr(parse(spec), "label", "") or spec
    except SpecError:  # the name of scores from elsewhere
        return spec


def _parse_program(spec: str) -> Metric:
    """Return a metric that runs a program: ``name(COMMAND):setting=value``, or with the command as a setting."""
    text = spec.strip()
    opening = _OPENING.search(text)
    start = opening.start() if opening else len(text)
    metric: type[Metric] = registry.load(registry.PROGRAM_METRICS, text[:start].strip().lower(), "metric")
    if text[start : start + 1] != "(":
        return _make(metric, text[start + 1 :], spec)
    end = _find_end(text, start)
    command, rest = text[start + 1 : end].strip(), text[end + 1 :].strip()
    if end < 0 or (rest and rest[0] != ":"):
        raise SpecError(
            f"the command in {spec!r} has no end, or something other than settings comes after it",
            remedy="Write external(COMMAND) or external(COMMAND):setting=value; quote parentheses in the command",
        )
    return _make(metric, rest[1:], spec, command=command)


def _find_end(text: str, start: int) -> int:
    """Return where the parenthesis that opens at ``start`` closes; -1 if it does not. Quoted ones do not count."""
    depth, quote, position = 0, "", start
    while position < len(text):
        character = text[position]
        if character == "\\" and quote != "'":
            position += 1
        elif quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in "()":
            depth += 1 if character == "(" else -1
            if not depth:
                return position
        position += 1
    return -1


def _make(metric: type[Metric], rest: str, spec: str, **given: str) -> Metric:
    """Return a metric with the settings that a spec has after the colon, and with those that it has elsewhere."""
    name, hints = metric.name, get_type_hints(metric)
    settings = {field.name: hints[field.name] for field in fields(metric) if field.init and field.repr}
    values: dict[str, Any] = dict(given)
    for part in filter(None, (part.strip() for part in _SEPARATOR.split(rest))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in settings:
            if key.partition(":")[0] in registry.METRICS:
                raise _not_one(spec, [name, key])
            raise registry.unknown("setting", key, settings, owner=name)
        if key in values:
            raise SpecError(f"the setting {key!r} is given twice in {spec!r}")
        values[key] = _converted(spec, key, value if equals else "yes", settings[key])
    return metric(**values)


def list_given(spec: str, metric: Metric) -> set[str]:
    """Return the names of the settings that a spec gives; all of them if the metric was not asked for by a spec.

    >>> sorted(list_given("bleu:lowercase,order=2", parse("bleu"))), list_given("bleu", parse("bleu"))
    (['lowercase', 'order'], set())

    Args:
        spec: The spec, or any other name of the metric.
        metric: The metric.
    """
    name, _, rest = spec.strip().partition(":")
    if name.strip().lower() != metric.name:
        return {field.name for field in fields(metric)}
    return {part.partition("=")[0].strip() for part in _SEPARATOR.split(rest)} - {""}


def is_file(spec: str) -> bool:
    """Return whether a spec is a file that ``tertium tune`` wrote, and not a metric with such a file as a setting."""
    return spec.strip().endswith(".toml") and not _SETTING.match(spec)


def _not_one(spec: str, names: Iterable[str]) -> SpecError:
    """Return the error for a spec that is a list of metrics."""
    listed = [name.strip() for name in names if name.strip()]
    return SpecError(
        f"{spec!r} is not one metric",
        remedy=f"Give a list of metrics, such as {listed}",
        command_remedy=f"Repeat -m for each metric: {' '.join(f'-m {name}' for name in listed)}",
    )


def parse_all(metrics: Iterable[str | Metric] | Mapping[str, Metric]) -> dict[str, Metric]:
    """Return the metrics, by their specs as given; metrics that are parsed already stay as they are.

    >>> from tertium.metrics.ter import Ter
    >>> list(parse_all(["bleu", "chrf:word_order=2", Ter(normalized=True)]))
    ['bleu', 'chrf:word_order=2', 'ter:normalized=yes,no_punct=no,asian_support=no,case_sensitive=no']

    Args:
        metrics: Specs, or metrics, whose spec is then that of ``settings()``; or metrics by any name.

    Raises:
        SpecError: If there is no metric, or one of them does not exist.
    """
    if isinstance(metrics, str) or not isinstance(metrics, Iterable):
        what = f"one string, {metrics!r}" if isinstance(metrics, str) else f"of type {type(metrics).__name__}"
        raise SpecError(f"the metrics are {what}", remedy="Give a list of specs, such as ['bleu']")
    parsed = dict(metrics) if isinstance(metrics, Mapping) else dict(map(_parse_one, metrics))
    if not parsed:
        raise SpecError("there is no metric", remedy="Give at least one, such as 'bleu'")
    return parsed


def _find_name(name: str) -> str:
    """Return a metric's name as the registry has it: ``BLEU`` is ``bleu``, unless a plug-in is called so."""
    if name in registry.METRICS or not name:
        return name
    known = registry.list_names(registry.METRICS, "metric")
    same = [other for other in known if other.lower() == name.lower()]
    return same[0] if len(same) == 1 and name not in known else name


def _parse_one(metric: str | Metric) -> tuple[str, Metric]:
    """Return a spec and its metric."""
    return (metric.settings(), metric) if isinstance(metric, Metric) else (metric, parse(metric))


def _load(path: Path) -> Metric:
    """Return a metric from a file that ``tertium tune`` wrote: a spec with tuned values, or a learned combination."""
    data = read_toml(path, kind="metric", remedy=_WRITE_ANEW)
    if isinstance(tuned := data.get("spec"), str) and not is_file(tuned):
        try:
            metric = parse_from_file(tuned)
        except SpecError as error:
            raise InputError(error.message, file=path, remedy=error.remedy) from error
        if "fragments" not in data:
            return metric
        if hasattr(metric, "fragment_weights"):
            return replace(metric, fragment_weights=str(path))  # type: ignore[call-arg]
    if "predictor" in data:
        learned: type[Metric] = registry.load(registry.LEARNED, "learned", "kind of file")
        return learned(file=str(path))  # type: ignore[call-arg]
    raise InputError("the file does not describe a metric", file=path, remedy=_WRITE_ANEW)


def _converted(spec: str, key: str, value: str, kind: Any) -> object:
    if get_origin(kind) is Literal:
        return value  # the metric knows its choices
    try:
        return _WORDS[value.lower()] if kind is bool else kind(value)
    except (KeyError, ValueError) as error:
        wanted = {bool: "yes or no", int: "a whole number", float: "a number"}.get(kind, str(kind))
        example = {bool: "yes", int: "1", float: "0.5"}.get(kind)
        remedy = f"Write {key}={example}, for example" if example else None
        raise SpecError(f"{key}={value} in {spec!r} is not {wanted}", remedy=remedy) from error


def require(condition: bool, message: str, remedy: str | None = None) -> None:
    """Raise a ``SpecError`` unless a setting is as it should be."""
    if not condition:
        raise SpecError(message, remedy=remedy)
