"""Errors of optional libraries that are not installed: each names what was asked for, and an extra that there is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = {name: needs for name, needs in PROJECT["optional-dependencies"].items() if name != "all"}

# All that registries have, made and used as users do, without any of the libraries.
ASK = """
import json, sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None
sys.argv = ["ask"]
import tertium
from tertium import registry
from tertium.errors import MissingPartError
from tertium.mtness.resources.opening import open_tagger
from tertium.syntax import get_parser
from tertium.text.tokenizers import get_tokenizer
from tertium.files.table import read_table

def score(name):
    tertium.score(["a b"], ["a b"], [name], language="en", sources=["a b"])

ASKED = {
    "metric": (registry.METRICS, score),
    "tokenizer": (registry.TOKENIZERS, lambda name: get_tokenizer(name).tokenize(["a"])),
    "parser": (registry.PARSERS, lambda name: get_parser(name)),
    "tagger": (registry.TAGGERS, lambda name: open_tagger(name, "en")),
    "module": (registry.MODULES, lambda name: score(f"meteor:stages={name}")),
    "table format": (registry.TABLES, lambda name: list(read_table(f"x.{name}"))),
}
found = {}
for kind, (table, ask) in ASKED.items():
    for name in table:
        try:
            ask(name)
        except MissingPartError as error:
            found[f"{kind} {name}"] = str(error)
        except tertium.TertiumError as error:
            assert error.remedy, error
print(json.dumps(found))
"""


# Each that needs a library, and the extras that have it.
SYNTAX = ("metric dstm", "metric dtkm", "metric hwcm", "metric stm", "metric tkm", "parser spacy", "tagger spacy")
ENCODED = ("metric bertscore", "metric bertscore-qe", "metric concord-qe")
NEEDING = {
    "metric blend": ["blend"],
    "metric concord": ["blend", "encoder"],
    **{asked: ["encoder"] for asked in ENCODED},
    **{asked: ["syntax"] for asked in SYNTAX},
    "tokenizer ja-mecab": ["ja"],
    "tokenizer ko-mecab": ["ko"],
    **{f"tokenizer {name}": ["spm"] for name in ("spm", "flores101", "flores200", "spBLEU-1K")},
    "module contextual": ["encoder"],
    "table format parquet": ["parquet"],
}


def list_modules(extra: str) -> set[str]:
    """The modules of the libraries of an extra."""
    wanted = {re.split(r"[<>=\[]", need)[0].lower() for need in EXTRAS[extra]}
    return {module for module, owners in packages_distributions().items() if wanted & {each.lower() for each in owners}}


def run_without(modules: set[str], code: str) -> str:
    """What a program prints where these modules are not installed."""
    words = [sys.executable, "-c", code, ",".join(modules)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def errors() -> dict[str, str]:
    """The message for each name that cannot be used without its library."""
    every = {"MeCab", "mecab_ko", "sentencepiece", "spacy", "pyarrow", "wordfreq"}
    return json.loads(run_without(every.union(*map(list_modules, EXTRAS)), ASK))


def test_what_needs_a_library_asks_for_its_extra(errors: dict[str, str]) -> None:
    asked = {name: re.findall(r"the extra '(\w+)'", message) for name, message in errors.items()}
    assert asked == NEEDING
    assert {extra for extras in asked.values() for extra in extras} <= EXTRAS.keys()


@pytest.mark.parametrize("asked", NEEDING)
def test_the_error_names_what_was_asked_for(asked: str, errors: dict[str, str]) -> None:
    kind, _, name = asked.rpartition(" ")
    special = {"parquet": "reading Parquet", "contextual": "the metric meteor:stages=contextual"}
    start = special.get(name, f"the {kind} {name}")
    assert errors[asked].replace("'", "").startswith(f"{start} needs ")
    assert " not installed" in errors[asked]
    assert "Run: " in errors[asked]


@pytest.mark.parametrize(
    ("statement", "hidden", "extra"),
    [
        ("import tertium.scale.spark", "pyspark", "spark"),
        ("import tertium.scale.spark", "pyarrow", "spark"),
        ("from tertium.scale import tally", "pyarrow", "parquet"),
    ],
)
def test_an_import_names_the_package(statement: str, hidden: str, extra: str) -> None:
    code = f"""
import sys, tertium
sys.modules[sys.argv[1]] = None
try:
    {statement}
except tertium.MissingExtraError as error:
    print(error)
"""
    package = statement.split()[1]
    start = f"{package} needs a library that is not installed (the extra '{extra}'). Run: "
    assert run_without({hidden}, code).startswith(start)


@pytest.mark.parametrize("hidden", ["pyspark", "pyarrow"])
def test_the_program_for_spark_asks_for_its_extra(hidden: str) -> None:
    code = """
import runpy, sys
sys.modules[sys.argv[1]] = None
sys.argv = ["-m", "score", "a.tsv", "-m", "bleu", "-o", "b"]
sys.stderr = sys.stdout
try:
    runpy.run_module("tertium.scale.spark", run_name="__main__")
except SystemExit as end:
    print(end.code)
"""
    found = run_without({hidden}, code)
    assert found.startswith(
        "tertium: tertium.scale.spark needs a library that is not installed (the extra 'spark'). Run: "
    )
    assert found.endswith("\n2\n")
