"""Results of one or several systems as text, LaTeX or JSON, in the words of sacrebleu."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tertium.printable import make_printable
from tertium.sacrebleu.grid import draw_grid, draw_latex
from tertium.sacrebleu.paint import Paint

SYSTEM = "System"
_SIGNIFICANT = 0.05
_INTERVAL = re.compile(r"\(μ = [0-9.]+ ± [0-9.]+\)")


def write_single(results: Sequence[str], output_format: str, paint: Paint) -> Iterator[str]:
    """Yield the results of one system, one per metric; in text, equals signs stand below each other."""
    if output_format == "json":
        yield results[0] if len(results) == 1 else "[\n" + ",\n".join(results) + "\n]"
        return
    colored = [_INTERVAL.sub(lambda found: paint.color(found[0], "cyan"), result) for result in results]
    starts = [result.find("=") - 1 for result in colored]
    width = max(starts) if len(results) > 1 else 0
    for result, start in zip(colored, starts, strict=True):
        yield result if start < 0 else f"{result[:start]:>{width}}{result[start:]}"


def write_table(
    columns: Mapping[str, Sequence[Any]], signatures: Mapping[str, str], arguments: Namespace, paint: Paint
) -> Iterator[str]:
    """Yield the results of several systems.

    Args:
        columns: The names of the systems, and one column per metric: texts, or results of a paired test.
        signatures: The signature of each metric.
        arguments: Those of the command.
        paint: The colours.
    """
    if arguments.format == "json":
        yield json.dumps(_list_objects(columns), indent=4)
        return
    is_latex = arguments.format == "latex"
    cells = _format_cells(columns, arguments.width, " " if is_latex else "\n", paint)
    names = cells[SYSTEM]
    baseline = names[0] if names[0].startswith("Baseline:") else ""
    if baseline:
        cells = {title: [paint.color(column[0], "yellow"), *column[1:]] for title, column in cells.items()}
    titled = {paint.color(title, "cyan"): column for title, column in cells.items()}
    yield draw_latex(titled) if is_latex else draw_grid(titled)
    yield ""
    if arguments.paired_bs or arguments.paired_ar:
        yield from _explain_test(arguments, baseline, paint)
    yield "-----------------"
    yield "Metric signatures"
    yield "-----------------"
    for name, signature in signatures.items():
        yield f" - {name:<10} {signature}"


def _list_objects(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    objects = []
    for number, name in enumerate(columns[SYSTEM]):
        values = {title: column[number] for title, column in columns.items() if title != SYSTEM}
        objects.append({"system": name, **{title: _make_object(value) for title, value in values.items()}})
    return objects


def _make_object(value: Any) -> Any:
    """Return a text as it is, and the figures of a test as numbers of Python: some are of other types."""
    if isinstance(value, str):
        return value
    return {
        name: figure if figure is None or isinstance(figure, int | float) else float(figure)
        for name, figure in vars(value).items()
    }


def _format_cells(
    columns: Mapping[str, Sequence[Any]], width: int, line_break: str, paint: Paint
) -> dict[str, list[str]]:
    cells = {SYSTEM: [make_printable(name) for name in columns[SYSTEM]]}
    for title, column in columns.items():
        if title != SYSTEM:
            has_intervals = any(getattr(value, "mean", None) is not None for value in column)
            shown = f"{title} (μ ± 95% CI)" if has_intervals else title
            cells[shown] = [_format_cell(value, width, line_break, paint) for value in column]
    return cells


def _format_cell(value: Any, width: int, line_break: str, paint: Paint) -> str:
    if isinstance(value, str):
        return value
    text = f"{value.score:.{width}f}"
    if value.mean is not None:
        text += f" ({value.mean:.{width}f} ± {value.ci:.{width}f})"
    if value.p_value is not None:
        shown = f"(p = {value.p_value:.4f})"
        text += line_break + (paint.color(shown, "red") if value.p_value > _SIGNIFICANT else f"{shown}*")
    return text


def _explain_test(arguments: Namespace, baseline_name: str, paint: Paint) -> Iterator[str]:
    if arguments.paired_bs:
        title = f"Paired bootstrap resampling test with {arguments.paired_bs_n} resampling trials"
        given = "Actual system score / bootstrap estimated true mean / 95% CI are provided for each metric."
    else:
        title = f"Paired approximate randomization test with {arguments.paired_ar_n} trials"
        given = "Actual system score is provided for each metric."
    baseline, hypothesis = paint.color("baseline", "yellow"), paint.color("null hypothesis", "green")
    rule = "-" * len(title)
    yield from (rule, title, rule)
    yield f""" - Each system is pairwise compared to {paint.color(baseline_name, "yellow")}.
   {given}

 - {paint.color("Null hypothesis", "green")}: the system and the {baseline} translations are essentially
   generated by the same underlying process. For a given system and the {baseline},
   the p-value is roughly the probability of the absolute score difference (delta)
   or higher occurring due to chance, under the assumption that the {hypothesis} is correct.

 - Assuming a significance threshold of 0.05, the {hypothesis} can be rejected
   for p-values < 0.05 (marked with "*"). This means that the delta is unlikely to be attributed
   to chance, hence the system is significantly "different" than the {baseline}.
   Otherwise, the p-values are {paint.color("highlighted in red", "red")}.

 - NOTE: Significance does not tell whether a system is "better" than the {baseline} but rather
   emphasizes the "difference" of the systems in terms of the replicability of the delta.
"""
