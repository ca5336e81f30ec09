"""Documentation that fails the build when it is not true."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from tertium import registry
from tertium.cli.app import app
from tertium.metrics.spec import parse

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", list(registry.METRICS))
def test_every_metric_has_a_page_with_formula_paper_settings_and_deviations(name: str) -> None:
    metric = parse(name)
    # Variants share the page of their family: chrf++ that of chrf, meteor-1.5 that of meteor.
    page = (ROOT / "docs" / "metrics" / f"{name.rstrip('+').split('-')[0]}.md").read_text(encoding="utf-8")
    assert f"`{name}`" in page
    assert "$$" in page
    assert "## Our deviations" in page
    for field in fields(metric):
        if field.init and field.repr:
            assert f"| `{field.name}` |" in page, field.name


@pytest.mark.parametrize("name", list(registry.TOKENIZERS))
def test_every_tokenizer_is_described(name: str) -> None:
    assert f"| `{name}` |" in (ROOT / "docs" / "how-to" / "tokenizers.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", list(registry.MODULES))
def test_every_module_is_described(name: str) -> None:
    page = (ROOT / "docs" / "reference" / "modules.md").read_text(encoding="utf-8")
    assert f"| `{name}` |" in page
    assert f"\n## {name}\n" in page


@pytest.mark.parametrize("name", list(registry.PARSERS))
def test_every_parser_is_described(name: str) -> None:
    page = (ROOT / "docs" / "how-to" / "parsers.md").read_text(encoding="utf-8")
    assert f"| `{name}` |" in page
    assert f"\n## {name}\n" in page


def test_every_command_is_described() -> None:
    page = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    groups = [(f"{group.typer_instance.info.name} ", group.typer_instance) for group in app.registered_groups]
    for prefix, part in [("", app), *groups]:
        for command in part.registered_commands:
            assert command.callback is not None
            assert f"`tertium {prefix}{command.name or command.callback.__name__}" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", ["README.md", "docs/reference/python.md"])
def test_python_examples_are_true(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert example.examples
    printed: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(
        example, out=printed.append
    )
    assert result.failed == 0, "".join(printed)


@pytest.mark.posix
@pytest.mark.parametrize("name", ["stm", "dstm", "dtkm"])
def test_the_worked_scores_of_a_metric_are_what_the_command_prints(name: str, tmp_path: Path) -> None:
    pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' to parse the examples")
    page = (ROOT / "docs" / "metrics" / f"{name}.md").read_text(encoding="utf-8")
    blocks = [block.splitlines() for block in re.findall(r"```console\n(.*?)```", page, flags=re.DOTALL)]
    examples = [lines for lines in blocks if any(not line.startswith("$ ") for line in lines)]
    assert examples
    folder = Path(sys.executable).parent
    for lines in examples:
        commands = "\n".join(line.removeprefix("$ ") for line in lines if line.startswith("$ "))
        finished = subprocess.run(
            ["sh", "-c", commands],
            cwd=tmp_path,
            env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert finished.stdout.splitlines() == [line for line in lines if not line.startswith("$ ")], commands


@pytest.mark.parametrize("name", ["stm", "dstm", "hwcm"])
def test_metrics_over_trees_say_which_sizes_count(name: str) -> None:
    page = (ROOT / "docs" / "metrics" / f"{name}.md").read_text(encoding="utf-8")
    [row] = [line for line in page.splitlines() if line.startswith("| `effective` |")]
    assert "counts unless the hypothesis lacks it and some reference lacks it too" in row


def test_the_command_examples_of_the_readme_print_what_it_says() -> None:
    examples = re.findall(r"```console\n\$ (tertium [^\n]+)\n(.*?)```", README, flags=re.DOTALL)
    assert examples
    for command, expected in examples:
        words = shlex.split(command)
        finished = subprocess.run(
            [str(Path(sys.executable).parent / words[0]), *words[1:]],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        # How old the files of a corpus are is part of its signature, and differs in every clone.
        assert re.sub(r"state=\w+", "state=…", finished.stdout).strip() == expected.strip(), command
