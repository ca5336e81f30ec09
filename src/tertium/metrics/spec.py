"""Metric specs: ``name`` or ``name:setting=value,setting=value``, the same everywhere.

>>> parse("bleu:smooth=add-one-all,tokenize=none").settings()
'bleu:tokenize=none,lowercase=no,order=4,smooth=add-one-all,smooth_value=0,effective_order=auto'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from inspect import isabstract
from pathlib import Path
from typing import Any, Literal, get_origin, get_type_hints

from tertium import registry
from tertium.errors import InputError, SpecError, TertiumError
from tertium.files.toml import read_toml
from tertium.metrics.metric import Metric

# A comma, but not within parentheses: the argument of a module may be a file whose name has one.
_SEPARATOR = re.compile(r",(?![^(]*\))")

# How a spec with settings begins; a file whose name begins so has to be given as ./name.
_SETTING = re.compile(r"\s*[^:/\\]+:\s*\w+\s*=")

# How a spec begins: the name of a metric, and what separates it from the rest.
_NAME = re.compile(r"\s*([\w.+\-]+)\s*(?:[(:]|$)")
_OPENING = re.compile(r"[(:]")
_CLOSING = re.compile(r"\)\s*(?::[^()]*)?\Z")

# Texts that stand in signatures as they are.
_PLAIN = re.compile(r"([\w.+/@-]+( [\w.+/@-]+)*)?")

_WRITE_ANEW = "Write it with tertium tune; docs/how-to/tuning.md shows the form"

_SETS = (set, frozenset)
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
        raise SpecError(
            f"a metric is a string such as 'bleu', or a Metric, not of type {type(spec).__name__}",
            remedy="Write a spec, such as 'bleu' or 'chrf:word_order=2'",
        )
    if is_local(spec):
        return _parse_local(spec)
    if is_file(spec):
        return _load(Path(spec.strip()))
    name, _, rest = spec.strip().partition(":")
    if "," in name:
        raise _not_one(spec, name.split(","))
    name = _find_name(name.strip())
    _point_from_neural(name)
    return _make(registry.load(registry.METRICS, name, "metric"), rest, spec)


def parse_from_file(spec: str) -> Metric:
    """Return the metric that a spec in somebody's file describes: as ``parse``, but without those of this machine.

    Raises:
        SpecError: It runs a program or reads a file of scores, or ``parse`` refuses it.
    """
    refuse_local(spec)
    return parse(spec)


def refuse_local(metric: str | Metric) -> None:
    """Refuse a metric that runs a program or reads scores: only who gives it by hand, on the machine, may use one.

    Raises:
        SpecError: The metric does.
    """
    names = registry.LOCAL_METRICS
    if is_local(metric) if isinstance(metric, str) else metric.name in names:
        # The command is not repeated: it may have what is nobody else's business.
        raise SpecError(
            f"a metric that runs a program or reads scores from a file ({', '.join(names)}) is not taken from files, "
            "clients or other machines",
            remedy="Give it with -m on the command line, or to tertium.score in Python",
        )


def is_local(spec: str) -> bool:
    """Return whether a spec is of a metric that runs a program or reads a file of scores.

    >>> is_local("external(python scores.py):source"), is_local("scores(comet.txt)"), is_local("chrf")
    (True, True, False)
    """
    found = _NAME.match(spec)
    return found is not None and found[1].lower() in registry.LOCAL_METRICS


def name_spec(spec: str) -> str:
    """Return what tables call a metric: its label, if it has one, else the spec as it is.

    >>> name_spec("external(python scores.py):label=COMET"), name_spec("scores(comet.txt)"), name_spec("chrf++")
    ('COMET', 'comet', 'chrf++')
    """
    if not is_local(spec):
        return spec
    try:
        return parse(spec).title or spec
    except SpecError:  # the name of scores from elsewhere
        return spec


def find_class(spec: str) -> type[Metric] | None:
    """Return the class of the metric that a spec names, without its settings; None if there is none, or it is broken.

    >>> find_class("chrf:word_order=2").__name__, find_class("gone.toml")
    ('Chrf', None)
    """
    name = _find_name(spec.partition(":")[0].strip())
    try:
        found: type[Metric] = registry.load(registry.METRICS, name, "metric")
    except TertiumError:
        return None
    return found


def list_explainable() -> list[str]:
    """Return the names of the metrics whose scores of single segments can be explained."""
    names = registry.list_names(registry.METRICS, "metric")
    return [name for name in names if (found := find_class(name)) and found.explainable]


def _point_from_neural(name: str) -> None:
    """Say what works in place of a metric that needs a model which Tertium does not have."""
    asked = name.lower()
    if not asked.startswith(registry.NEURAL_METRICS) or registry.is_known(registry.METRICS, name, "metric"):
        return
    plain = re.sub(r"[^\w.-]+", "-", asked)
    remedy = (
        f"If you have its scores, use {{m}}'scores({plain}.txt)' (docs/how-to/scores-in-files.md). To compute them by "
        f"your own program, use {{m}}'external(python {plain}_scores.py)' (docs/metrics/external.md has programs for "
        "COMET, BLEURT and MetricX). The trained metric that Tertium has is {m}concord"
    )
    raise SpecError(
        f"there is no metric {name!r}: it needs a neural model that Tertium does not have",
        remedy=remedy.format(m=""),
        command_remedy=remedy.format(m="-m "),
    )


def _parse_local(spec: str) -> Metric:
    """Return a metric with something of this machine: ``name(COMMAND):setting=value``, or with it as a setting."""
    text = spec.strip()
    opening = _OPENING.search(text)
    start = opening.start() if opening else len(text)
    metric: Any = registry.load(registry.LOCAL_METRICS, text[:start].strip().lower(), "metric")
    if text[start : start + 1] != "(":
        return _make(metric, text[start + 1 :], spec)
    is_command = metric.argument == "command"
    # A command is written as in a shell; the name of a file may have any character.
    end = _find_end(text, start) if is_command else _find_last(text)
    given, rest = text[start + 1 : end].strip(), text[end + 1 :].strip()
    if end < 0 or (rest and rest[0] != ":"):
        what = f"{metric.name}({metric.argument.upper()})"
        quote = "; quote parentheses in the command" if is_command else ""
        raise SpecError(
            f"the {metric.argument} in {spec!r} has no end, or something other than settings comes after it",
            remedy=f"Write {what} or {what}:setting=value{quote}",
        )
    return _make(metric, rest[1:], spec, **{metric.argument: given})


def _find_last(text: str) -> int:
    """Return where the last parenthesis closes that is at the end or before settings; -1 if none is."""
    closing = _CLOSING.search(text)
    return closing.start() if closing else -1


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
        metrics: Specs, or metrics, whose spec is then that of ``settings()``, or their classes; or any of them by
            names of your own. Scores that are given have their own name.

    Raises:
        SpecError: If there is no metric, or one of them does not exist.
    """
    if isinstance(metrics, str) or not isinstance(metrics, Iterable):
        what = f"one string, {metrics!r}" if isinstance(metrics, str) else f"of type {type(metrics).__name__}"
        raise SpecError(f"the metrics are {what}", remedy="Give a list of specs, such as ['bleu']")
    if isinstance(metrics, Mapping):
        parsed = {_check_name(name): _parse_one(metric)[1] for name, metric in metrics.items()}
    else:
        parsed = {}
        # A set has no order; the same metrics have to give the same table each time.
        for name, metric in map(_parse_one, sorted(metrics, key=str) if isinstance(metrics, _SETS) else metrics):
            if name in parsed and (metric.is_given or parsed[name].is_given):
                raise SpecError(f"two metrics are called {name!r}", remedy="Give one of them another name")
            parsed[name] = metric
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


def _parse_one(metric: str | Metric | type[Metric]) -> tuple[str, Metric]:
    """Return a spec and its metric."""
    if isinstance(metric, type) and issubclass(metric, Metric):
        if isabstract(metric):
            raise SpecError(f"{metric.__name__} is not a metric by itself", remedy="Give a spec, such as 'bleu'")
        metric = metric()
    if isinstance(metric, Metric):
        return (metric.title if metric.is_given else metric.settings()), metric
    return metric, parse(metric)


def _check_name(name: object) -> str:
    if not isinstance(name, str):
        raise SpecError(f"the name of a metric is {name!r}, not a string", remedy="Give metrics by names, or as a list")
    return name


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


def require_plain(metric: str, setting: str, value: str) -> None:
    """Raise a ``SpecError`` unless a setting has only characters that can stand in a signature."""
    require(
        _PLAIN.fullmatch(value) is not None,
        f"{setting} of {metric} is {value!r}",
        "Use letters, digits, single blanks and . + / @ _ -",
    )


def require(condition: bool, message: str, remedy: str | None = None) -> None:
    """Raise a ``SpecError`` unless a setting is as it should be."""
    if not condition:
        raise SpecError(message, remedy=remedy)
