"""What importing the package brings in, seen from a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = [
    "typer",
    "click",
    "rich",
    "pyarrow",
    "pandas",
    "polars",
    "scipy",
    "sklearn",
    "MeCab",
    "mecab_ko",
    "ipadic",
    "html",
    "asyncio",
    "http",
    "unittest",
    "multiprocessing.pool",
    "sacrebleu",
    "nltk",
    "regex",
    "tertium.cli",
    "tertium.report",
    "tertium.text.readers",
    "tertium.samples",
]


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def loaded(code: str) -> set[str]:
    return set(run(f"{code}\nimport sys; print(*sys.modules)").split())


def test_importing_the_package_is_light() -> None:
    beyond_numpy = loaded("import tertium") - loaded("import numpy, numpy.random")
    assert not beyond_numpy & set(HEAVY)


def test_scoring_needs_only_numpy() -> None:
    code = "import tertium; tertium.score(['a'], ['a'], ['bleu', 'chrf', 'ter', 'nist'], confidence=0.9)"
    third_party = {name.partition(".")[0] for name in loaded(code) - loaded("import numpy, numpy.random")}
    assert not third_party & {name.partition(".")[0] for name in HEAVY if not name.startswith("tertium")}


def test_a_metric_is_imported_only_when_it_is_used() -> None:
    modules = loaded("import tertium")
    assert "tertium.metrics.bleu" not in modules
    assert "tertium.metrics.bleu" in loaded("import tertium; tertium.score(['a'], ['a'], ['bleu'])")


def test_the_library_neither_prints_nor_configures_logging() -> None:
    code = (
        "import logging, tertium\n"
        "tertium.compare({'a': ['a b'], 'b': ['b .']}, ['a'], ['bleu', 'ter'], resamples=40)\n"
        "assert not logging.getLogger().handlers\n"
        "assert logging.getLogger().level == logging.WARNING"
    )
    assert run(code) == ""


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [("ja-mecab", "MeCab", "ja"), ("ko-mecab", "mecab_ko", "ko"), ("spm", "sentencepiece", "spm")],
)
def test_a_missing_extra_says_how_to_install_it(name: str, module: str, extra: str) -> None:
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "import tertium\n"
        f"try: tertium.score(['a'], ['a'], ['bleu:tokenize={name}'])\n"
        "except tertium.MissingExtraError as error: print(error)"
    )
    assert run(code).startswith(
        f"the tokenizer '{name}' needs a library that is not installed (the extra '{extra}'). Run: "
    )
