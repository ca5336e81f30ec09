"""Documentation that fails the build when it is not true."""

import doctest
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import tertium
from scripts.docs_hooks import on_page_markdown, write_range
from tertium import registry, samples
from tertium.cli.app import app
from tertium.metrics.spec import parse
from tertium.scale.spark.arguments import build_parser
from tests.cli.running import list_spellings

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
# Their examples write files, and are run by the tests of the rooms.
ELSEWHERE = {"docs/how-to/plots.md", "docs/how-to/judgments.md"}
PROGRAM: Any = get_command(app)
NAMES = [name for name in tertium.__all__ if not name.startswith("__")]


@pytest.mark.parametrize("name", list(registry.METRICS))
def test_every_metric_has_a_page_with_formula_paper_settings_and_deviations(name: str) -> None:
    metric = parse(name)
    # Most variants share the page of their family: chrf++ that of chrf, meteor-1.5 that of meteor.
    own, family = (ROOT / "docs" / "metrics" / f"{stem}.md" for stem in (name, name.rstrip("+").split("-")[0]))
    page = (own if own.is_file() else family).read_text(encoding="utf-8")
    assert f"`{name}`" in page
    assert "$$" in page
    assert "## Our deviations" in page
    for field in fields(metric):
        if field.init and field.repr:
            assert f"| `{field.name}` |" in page, field.name


@pytest.mark.parametrize("name", list(registry.METRICS))
def test_every_metric_is_in_the_list_with_its_direction_and_range(name: str) -> None:
    page = on_page_markdown(TEXTS["docs/metrics/index.md"])
    [row] = [line for line in page.splitlines() if line.startswith(f"| `{name}` |")]
    metric = parse(name)
    assert f"| {'higher' if metric.higher_is_better else 'lower'} |" in row
    assert f"| {write_range(*metric.scale)}" in row


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


@pytest.mark.parametrize("kind", list(registry.PLUGINS))
def test_every_kind_of_plugin_is_described(kind: str) -> None:
    page = TEXTS["docs/reference/contracts.md"]
    group, _, contract = registry.PLUGINS[kind]
    assert f"| {kind} | `{group}` | [`{contract}`](#{kind.replace(' ', '-')})" in page
    assert f"\n## {kind}\n" in page


def test_every_command_is_described() -> None:
    page = TEXTS["docs/reference/command-line.md"]
    groups = [(f"{group.typer_instance.info.name} ", group.typer_instance) for group in app.registered_groups]
    for prefix, part in [("", app), *groups]:
        for command in part.registered_commands:
            assert command.callback is not None
            name = f"{prefix}{command.name or command.callback.__name__}"
            assert f"`tertium {name}" in page
            assert f"\n## tertium {name}\n" in page
            assert f"\n<!-- command: tertium {name} -->\n" in page


@pytest.mark.parametrize("page", TEXTS)
def test_commands_have_options_that_exist(page: str) -> None:
    text = TEXTS[page].replace("\\\n", " ")
    lines = re.findall(r"(?:^|`|[$|] )tertium ([a-z]+)((?: (?:[^`|\n]|\|(?! ))*)?)", text, flags=re.MULTILINE)
    for name, rest in lines:
        command: Any = PROGRAM.commands.get(name)
        assert command is not None, name
        words = rest.partition("  #")[0].split()
        if hasattr(command, "commands"):
            outer = command if command.params and not hasattr(command, "list_commands") else None
            command = command.commands.get(words[0], outer) if words else outer
        known = list_spellings(command) if command else set()
        for word in words if command else []:
            if re.fullmatch(r"--[a-z-]+|-[a-z]", word):
                assert word in {*known, "--help"}, f"tertium {name}{rest}"


def test_options_in_the_text_exist() -> None:
    def spellings(command: Any) -> set[str]:
        return list_spellings(command).union(*map(spellings, getattr(command, "commands", {}).values()))

    known = {*spellings(PROGRAM), "--help"}
    on_spark = {option for name in ("score", "count", "index") for option in list_spark_options(name)}
    for page, text in TEXTS.items():
        if not page.startswith(("docs/coming-from", "CONTRIBUTING")):
            there = known | on_spark if page == "docs/how-to/spark.md" else known
            assert set(re.findall(r"`(--[a-z-]+)", text)) <= there, page


def list_spark_options(command: str) -> list[str]:
    """The options of ``python -m tertium.scale.spark``, from its help."""
    printed = StringIO()
    with redirect_stdout(printed), pytest.raises(SystemExit):
        build_parser().parse_args([command, "--help"])
    return re.findall(r"--[a-z-]+", printed.getvalue())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [name for name, text in TEXTS.items() if ">>> " in text and name not in ELSEWHERE])
def test_python_examples_are_true(page: str) -> None:
    example = doctest.DocTestParser().get_doctest(TEXTS[page], {}, page, page, 0)
    assert example.examples
    printed: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(
        example, out=printed.append
    )
    assert result.failed == 0, "".join(printed)


@pytest.mark.parametrize("name", ["stm", "dstm", "hwcm"])
def test_metrics_over_trees_say_which_sizes_count(name: str) -> None:
    page = (ROOT / "docs" / "metrics" / f"{name}.md").read_text(encoding="utf-8")
    [row] = [line for line in page.splitlines() if line.startswith("| `effective` |")]
    assert "counts unless the hypothesis lacks it and some reference lacks it too" in row


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_is_described(name: str) -> None:
    assert f"\n::: tertium.{name}\n" in TEXTS["docs/reference/api.md"]
    assert f"\n| `{name}` |" in TEXTS["docs/reference/python.md"]


def test_only_public_names_are_described() -> None:
    assert set(re.findall(r"^::: tertium\.(\S+)$", TEXTS["docs/reference/api.md"], flags=re.MULTILINE)) == set(NAMES)
    names = TEXTS["docs/reference/python.md"].partition("## Public names")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", names, flags=re.MULTILINE)) == set(NAMES)


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r"\s(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), flags=re.MULTILINE)
    there = {name.removeprefix("docs/") for name in TEXTS if name.startswith("docs/")}
    assert len(listed) == len(set(listed))
    # The hook of the site adds those of metrics.
    assert set(listed) <= there <= set(listed) | {name for name in there if name.startswith("metrics/")}


@pytest.mark.parametrize(
    "term",
    [
        *("segment", "reference", "hypothesis", "system", "span", "suggestion", "finding", "instance", "candidate"),
        *("undecided", "annotator", "judgment", "significance", "signature", "confidence interval", "group", "count"),
        *("corpus", "index", "tagger", "dictionary", "language pair"),
    ],
)
def test_the_glossary_has_the_terms(term: str) -> None:
    assert f"\n{term}\n:   " in TEXTS["docs/glossary.md"]


def test_the_readme_is_short() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= 120


SAMPLES = samples.path("judgments.tsv").parent
FILES = [
    *(str(SAMPLES / f"system.{name}.txt") for name in ("careful", "literal")),
    "-r",
    str(SAMPLES / "reference.A.txt"),
]
CORPUS = str(SAMPLES / "mtness" / "corpus.es.txt")
MTNESS = [
    *(str(SAMPLES / "mtness" / f"system.{name}.es.txt") for name in ("literal", "better")),
    *("-l", "es", "-s", str(SAMPLES / "mtness" / "source.ca.txt"), "--source-language", "ca"),
    *("--tagger", "wordlist", "--dictionary", "pairs", "--counts", f"scan({CORPUS})"),
]


@pytest.mark.parametrize(
    ("section", "arguments"),
    [
        ("score", ["score", *FILES, "-m", "bleu", "--intervals", "--by-segment"]),
        ("compare", ["compare", *FILES, "-m", "bleu"]),
        ("correlate", ["correlate", "--data", str(SAMPLES), "-m", "bleu", "-m", "chrf", "--level", "system"]),
        ("diff", ["diff", *FILES, "--examples", "1", "-l", "en", "--rate", "0.9"]),
        ("report", ["report", *FILES, "--examples", "1"]),
        ("align", ["align", "a cat sat", "the cats sat"]),
        ("explain", ["explain", "a cat", "the cat", "-m", "bleu"]),
        ("tree", ["tree", "(S (NP (PRP I)) (VP (VBP run)))"]),
        ("audit segment", ["audit", "segment", FILES[1], *FILES[2:], "--segment", "3", "--budget", "200"]),
        ("audit corpus", ["audit", "corpus", *FILES]),
        ("tune", ["tune", "meteor", "--data", str(SAMPLES)]),
        ("tune", ["tune", "--learn", "ridge", "-m", "bleu", "-m", "chrf", "--data", str(SAMPLES)]),
        ("index", ["index", "build", CORPUS, "-l", "es", "-o", "es.index"]),
        ("count", ["count", "a la", "--index", "built.index", "--show", "1"]),
        ("mtness", ["mtness", *MTNESS]),
    ],
)
def test_json_keys_are_described(section: str, arguments: list[str], tmp_path: Path) -> None:
    texts = TEXTS["docs/reference/json.md"]
    others = {"audit segment": ["explain"], "report": ["compare", "diff", "audit corpus"]}
    sections = [section, "score", *others.get(section, [])]
    page = "".join(texts.partition(f"\n## {name}\n")[2].partition("\n## ")[0] for name in sections)
    page += texts.partition("\n## ")[0]  # what all of them have
    if section == "count":
        tertium.build_index([CORPUS], tmp_path / "built.index")
    command = [str(Path(sys.executable).parent / "tertium"), *arguments, "-f", "json"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    # Keys of these are names: of components, of types of error, of systems, of parameters, of metrics.
    by_name = {
        "components",
        "errors",
        "verdicts",
        "influence",
        "by_system",
        "figures",
        "values",
        "usual",
        "twins",
        "signatures",
    }

    def keys(value: object) -> set[str]:
        if isinstance(value, dict):
            parts = [
                list(part.values()) if key in by_name and isinstance(part, dict) else part
                for key, part in value.items()
            ]
            return set(value).union(*map(keys, parts))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    assert {key for key in keys(json.loads(finished.stdout)) if f"`{key}`" not in page} == set()


def test_the_site_builds_strictly(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="NO MKDOCS: make docs, or pip install --group docs, to build the site")
    finished = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=[\"']?https?://[^\s>]+", home), "it needs a network"
    assert "<math" in (tmp_path / "site" / "metrics" / "bleu.html").read_text(encoding="utf-8")
    assert "--intervals" in (tmp_path / "site" / "reference" / "command-line.html").read_text(encoding="utf-8")
