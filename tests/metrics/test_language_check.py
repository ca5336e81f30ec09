"""Metrics say which languages they are for, and are refused for others, wherever a language is known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import tertium
from tertium import registry, samples
from tertium.cli.app import app
from tertium.errors import SpecError, TertiumError
from tertium.languages import Languages
from tertium.lexicon.keys import Keys
from tertium.lexicon.modules.foreign import ForeignModule
from tertium.meta.judgments.layouts import read_judged
from tertium.metrics.bertscore import BertScore
from tertium.metrics.language_check import find_unfit
from tertium.metrics.learned import LearnedMetric
from tertium.metrics.parsed import ParsedMetric
from tertium.metrics.slor import Slor
from tertium.metrics.spec import parse, parse_all
from tertium.metrics.tokenized import TokenizedMetric
from tertium.syntax import cache
from tertium.text.readers import open_test_set

ENGLISH = frozenset({"en"})
FILES = [str(samples.path("system.neural.txt")), "-r", str(samples.path("reference.A.txt"))]


class Stub:
    """A parser of a language, that parses nothing."""

    version = "stub"

    def __init__(self, language: str) -> None:
        self.language = language


@pytest.mark.parametrize(
    ("spec", "languages"),
    [
        ("bleu", None),
        ("chrf++", None),
        ("bleu:tokenize=zh", None),
        ("meteor", ENGLISH),
        ("meteor-1.5", ENGLISH),
        ("meteor-universal", None),
        ("meteor:stages=exact", None),
        ("meteor:stages=exact(english)", ENGLISH),
        ("meteor:stages=exact+porter", ENGLISH),
        ("meteor:stages=exact+wn_stem", ENGLISH),
        ("meteor:stages=exact+relatedness(0.25)", ENGLISH),
        ("meteor:stages=exact+snowball(de)", frozenset({"de"})),
        ("meteor:stages=exact+snowball(norwegian)", frozenset({"no", "nb", "nn"})),
        ("meteor-universal:function_words=english", ENGLISH),
        ("meteor:stages=exact+snowball(german)+wn_synonym", frozenset()),
        ("blend", ENGLISH),
    ],
)
def test_metrics_say_what_they_are_for(spec: str, languages: Languages | None) -> None:
    assert parse(spec).languages == languages


@pytest.mark.parametrize("name", [*registry.METRICS])
def test_metrics_over_trees_are_for_the_language_of_their_parser(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    metric = parse(name)
    if not isinstance(metric, ParsedMetric):
        assert not metric.for_language or isinstance(metric, TokenizedMetric | BertScore | LearnedMetric | Slor)
        return
    for language, wanted in (("ru", frozenset({"ru"})), ("rus", frozenset({"ru"})), ("", None)):
        monkeypatch.setattr(cache, "get_parser", lambda *_, language=language, **__: Stub(language))
        cache._wrap.cache_clear()
        assert metric.languages == wanted
    cache._wrap.cache_clear()


def test_the_language_of_a_spacy_model_is_that_of_the_metric() -> None:
    pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' for the language of a model")
    assert parse("hwcm").languages == parse("hwcm:heads=collins").languages == ENGLISH
    assert find_unfit(parse_all(["stm", "chrf"]), "ru") == ["stm"]
    assert find_unfit(parse_all(["stm", "meteor"]), "eng") == []


def test_a_thesaurus_is_for_the_language_in_its_name(tmp_path: Path) -> None:
    text = "ISO8859-1\nHaus|1\n-|Geb\u00e4ude\n"
    for name, languages in (("th_de_DE_v2.dat", frozenset({"de"})), ("mine.dat", None)):
        path = tmp_path / name
        path.write_bytes(text.encode("iso8859-1"))
        assert parse(f"meteor:stages=exact+thesaurus({path})").languages == languages


def test_modules_of_other_packages_may_have_languages() -> None:
    class Mine:
        name = "mine"
        resources: Mapping[str, str] = {}
        languages: Any = ("fi",)

        def keys(self, words: list[str]) -> Keys:
            return Keys(np.arange(len(words) + 1), np.arange(len(words), dtype=np.uint32))

    module: Any = Mine()
    assert ForeignModule("mine", module).languages == {"fi"}
    module.languages = "fi"
    with pytest.raises(TertiumError, match="has languages that are not a set"):
        ForeignModule("mine", module)


@pytest.mark.parametrize("stream", [True, False])
def test_a_metric_for_another_language_is_refused(stream: bool) -> None:
    arguments = ["score", *FILES, "-m", "bleu", "-m", "meteor", "--language", "rus"]
    found = CliRunner().invoke(app, [*arguments, *([] if stream else ["--by-segment"])])
    assert isinstance(found.exception, SpecError)
    assert "meteor is for English, and the translations are in Russian" in str(found.exception)
    assert "meteor-universal" in str(found.exception)


def test_all_doors_refuse_it() -> None:
    for call in (
        lambda: tertium.score(["\u0434\u043e\u043c"], ["\u0434\u043e\u043c"], ["meteor"], language="ru"),
        lambda: tertium.compare({"a": ["x"], "b": ["y"]}, ["z"], ["meteor"], language="ru"),
    ):
        with pytest.raises(SpecError, match="for English"):
            call()
    for command in ("compare", "audit"):
        words = [
            command,
            *(["corpus"] if command == "audit" else []),
            FILES[0],
            str(samples.path("system.literal.txt")),
        ]
        found = CliRunner().invoke(
            app, [*words, *FILES[1:], *(["-m", "meteor"] if command == "compare" else []), "-l", "ru"]
        )
        assert isinstance(found.exception, SpecError), command
    judged = ["correlate", FILES[0], *FILES[1:], "-j", str(samples.path("judgments.tsv")), "-m", "meteor", "-l", "ru"]
    others = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "literal")]
    assert "for English" in str(CliRunner().invoke(app, [*judged, *others]).exception)
    folder = ["correlate", "--data", str(samples.path("judgments.tsv").parent), "-m", "meteor", "-l", "en"]
    assert "its own language pairs" in str(CliRunner().invoke(app, folder).exception)
    assert tertium.score(["dom"], ["dom"], ["meteor"], language="eng")["meteor"].value > 0
    assert tertium.score(["dom"], ["dom"], ["meteor-universal"], language="ru")["meteor-universal"].value > 0


XML = """<dataset><doc id="d"><src lang="en"><seg id="1">house</seg></src>
<ref lang="ru" translator="A"><seg id="1">dom</seg></ref><hyp system="X"><seg id="1">dom</seg></hyp></doc></dataset>"""
SGML = """<refset setid="t" srclang="en" trglang="ru"><doc docid="d" sysid="A"><seg id="1">dom</seg></doc></refset>
<tstset setid="t" srclang="en" trglang="ru"><doc docid="d" sysid="X"><seg id="1">dom</seg></doc></tstset>"""


@pytest.mark.parametrize(("name", "text"), [("set.xml", XML), ("set.sgm", SGML)])
def test_files_may_say_their_language(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    reader = open_test_set([path])
    assert [batch.language for batch in reader.batches(1)] == ["ru"]
    found = CliRunner().invoke(app, ["score", str(path), "-m", "meteor"])
    assert isinstance(found.exception, SpecError)
    assert open_test_set([path], language="uk").read().language == "uk"


def test_folders_know_the_language_of_their_pairs(tmp_path: Path) -> None:
    rows = [
        f"{pair}\t{number}\t{number}\ta b {number}\ta {number}" for pair in ("ru-en", "en-ru") for number in (1, 2, 4)
    ]
    (tmp_path / "seg_da.tsv").write_text("\n".join(["lp\tidx\thuman_da_z\treference\thypothesis", *rows]) + "\n")
    assert [(each.language, each.test_set.language) for each in read_judged(tmp_path)] == [("en", "en"), ("ru", "ru")]
