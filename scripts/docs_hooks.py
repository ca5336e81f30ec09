"""Hooks of MkDocs: formulas become MathML, the command line documents itself, and new metrics are listed.

All is done when the site is built, so that a reader's browser needs neither a network nor a script for them.
"""

from __future__ import annotations

import html
import math
import re
from pathlib import Path
from typing import Any

FORMULA = re.compile(r'<(span|div) class="arithmatex">(?:\\\((.+?)\\\)|\\\[(.+?)\\\])</\1>', re.DOTALL)
COMMAND = re.compile(r"^<!-- command: tertium ([a-z ]+?) -->$", re.MULTILINE)
OTHER_METRICS = "<!-- other metrics -->"


def on_config(config: Any, **_: Any) -> Any:
    """Add the pages of metrics that the navigation does not name."""
    [reference] = [part["Reference"] for part in config["nav"] if "Reference" in part]
    [pages] = [part["Metrics"] for part in reference if isinstance(part, dict) and "Metrics" in part]
    named = {path for page in pages for path in page.values()}
    there = sorted(f"metrics/{path.name}" for path in Path(config["docs_dir"], "metrics").glob("*.md"))
    pages += [path for path in there if path not in named]
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put the help of a command where a page asks for it by ``<!-- command: tertium score -->``; list metrics."""
    with_metrics = (
        markdown.replace(OTHER_METRICS, list_other_metrics(markdown)) if OTHER_METRICS in markdown else markdown
    )
    return COMMAND.sub(lambda match: describe_command(match[1].split()), with_metrics)


def on_page_content(page_html: str, **_: Any) -> str:
    """Replace the formulas that Arithmatex has marked by MathML."""
    from latex2mathml.converter import convert

    def render(match: re.Match[str]) -> str:
        inline, block = match[2], match[3]
        return str(convert(html.unescape(inline or block).strip(), display="inline" if inline else "block"))

    return FORMULA.sub(render, page_html)


def list_other_metrics(markdown: str) -> str:
    """Return a table of the metrics that a page does not list, from the attributes of their classes."""
    from tertium.metrics import parse
    from tertium.registry import METRICS

    rows = []
    for name in METRICS:
        if f"| `{name}` |" not in markdown:
            metric = parse(name)
            better = "higher" if metric.higher_is_better else "lower"
            page = f"[{metric.display_name or name}]({name}.md)"
            rows.append(f"| `{name}` | {metric.summary} | {write_range(*metric.scale)} | {better} | {page} |")
    head = "## Others\n\n| name | what it measures | range | better | page |\n|---|---|---|---|---|\n"
    return head + "\n".join(rows) if rows else ""


def write_range(low: float, high: float) -> str:
    """Return the range of scores in words.

    Args:
        low: The lowest score.
        high: The highest; infinite if there is no bound.
    """
    if math.isinf(low):
        return "unbounded"
    return f"from {low:g}" if math.isinf(high) else f"{low:g} to {high:g}"


def describe_command(path: list[str]) -> str:
    """Return usage, help text and options of a command, as Markdown.

    Args:
        path: The words after ``tertium``, such as ``["index", "build"]``.
    """
    from typer.main import get_command

    from tertium.cli.app import app

    if path == ["sacrebleu"]:
        return describe_parser()
    command: Any = get_command(app)
    for word in path:
        command = command.commands[word]
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option" and not each.hidden]
    usage = " ".join(["tertium", *path, "[OPTIONS]" * bool(options), *(_name_argument(each) for each in arguments)])
    rows = [(f"`{_name_argument(each)}`", _describe_parameter(each)) for each in arguments]
    rows += [(_name_option(each), _describe_parameter(each)) for each in options]
    table = "\n".join(f"| {name} | {text} |" for name, text in rows)
    return (
        f"```\n{usage}\n```\n\n{command.help or ''}\n\n"
        f'<div class="options" markdown>\n\n| option | meaning |\n|---|---|\n{table}\n\n</div>\n'
    )


def describe_parser() -> str:
    """Return the same of the command that parses its own arguments."""
    from tertium.sacrebleu.command_arguments import PROGRAM, build_parser

    parser = build_parser()
    rows = [f"| {_name_action(each)} | {_describe_action(each)} |" for each in parser._actions]
    table = "\n".join(rows)
    return (
        f"```\n{PROGRAM} [REFERENCE …] [OPTIONS]\n```\n\n{parser.description}\n\n"
        f'<div class="options" markdown>\n\n| option | meaning |\n|---|---|\n{table}\n\n</div>\n'
    )


def _name_action(action: Any) -> str:
    value = "" if action.nargs == 0 else f" {action.metavar or 'NAME'}{' …' if action.nargs in ('+', '*') else ''}"
    if not action.option_strings:
        return f"`[{value.strip()}]`"
    *short, long = sorted(action.option_strings, key=lambda spelling: spelling.startswith("--"))
    return ", ".join([*(f"`{each}`" for each in short), f"`{long}{value}`"])


def _describe_action(action: Any) -> str:
    text = (action.help or "").replace("%(default)s", str(action.default))
    return f"{text} One of {', '.join(f'`{each}`' for each in action.choices)}." if action.choices else text


def _name_argument(parameter: Any) -> str:
    name = parameter.metavar or parameter.name.upper()
    return name if parameter.required else f"[{name}]"


def _name_option(parameter: Any) -> str:
    spellings = sorted([*parameter.opts, *parameter.secondary_opts], key=lambda spelling: spelling.startswith("--"))
    value = "" if parameter.is_flag else f" {_name_value(parameter)}"
    return (
        ", ".join(f"`{spelling}`" for spelling in spellings[:-1])
        + ", " * (len(spellings) > 1)
        + (f"`{spellings[-1]}{value}`")
    )


def _name_value(parameter: Any) -> str:
    if parameter.metavar:
        return str(parameter.metavar)
    if getattr(parameter.type, "choices", None):
        return "NAME"
    return {"INT": "N", "INTEGER": "N", "FLOAT": "NUMBER"}.get(
        kind := str(parameter.type.name or "value").upper(), kind
    )


def _describe_parameter(parameter: Any) -> str:
    text = " ".join((parameter.help or "").split())
    choices = getattr(parameter.type, "choices", None)
    if choices and not all(str(choice) in f"{text}{parameter.metavar}" for choice in choices):
        text += " One of " + ", ".join(f"`{choice}`" for choice in choices) + "."
    default = parameter.default
    if (
        isinstance(default, str | int | float)
        and not isinstance(default, bool)
        and default != ""
        and "efault" not in text
    ):
        text += f" Default: `{getattr(default, 'value', default)}`."
    if getattr(parameter, "multiple", False):
        text += "" if "epeat" in text else " Can be repeated."
    return text.replace("|", "\\|")
