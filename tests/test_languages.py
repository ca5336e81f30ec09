"""What people write for a language has one meaning, for all commands and functions."""

from __future__ import annotations

import pytest

from tertium import compare, make_test_set, open_test_set, samples, score
from tertium.corpus import Normalisation
from tertium.errors import SpecError
from tertium.languages import LANGUAGES, read_languages
from tests.cli.running import run

HYPOTHESIS = str(samples.path("system.neural.txt"))
REFERENCE = str(samples.path("reference.A.txt"))


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("ger", "de"),
        ("deu", "de"),
        ("german", "de"),
        ("German", "de"),
        ("Haitian Creole", "ht"),
        ("simplified chinese", "zh-Hans"),
        ("pt-BR", "pt-BR"),
        ("pt_br", "pt-BR"),
        ("zh_CN", "zh-CN"),
        ("zh-tw", "zh-TW"),
        ("zh-hans", "zh-Hans"),
        ("sr-Latn-RS", "sr-Latn-RS"),
        ("es-419", "es-419"),
        ("en-us", "en-US"),
        ("de-de", "de-DE"),
        ("fr-CA", "fr-CA"),
        ("cat_valencia", "ca-valencia"),
        ("yue", "yue"),
        ("", ""),
    ],
)
def test_one_language(text: str, target: str) -> None:
    assert read_languages(text) == (target, "")


@pytest.mark.parametrize(
    ("text", "source", "target"),
    [
        ("de-en", "de", "en"),
        ("DE-EN", "de", "en"),
        ("en_de", "en", "de"),
        ("eng-deu", "en", "de"),
        ("ca-es", "ca", "es"),
        ("en-pt-BR", "en", "pt-BR"),
        ("zh-CN-en", "zh-CN", "en"),
        ("en-de_AT", "en", "de-AT"),
        ("eng_Latn-zho_Hans", "en-Latn", "zh-Hans"),
    ],
)
def test_a_pair(text: str, source: str, target: str) -> None:
    assert read_languages(text) == (target, source)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xx", r"there is no language 'xx'. Did you mean \w+ \("),
        ("de-xx", "there is no language 'xx' in 'de-xx'"),
        ("jp", r"Did you mean ja \(Japanese\)"),
        ("cn", r"Did you mean zh \(Chinese\)"),
        ("jap", r"Did you mean ja \(Japanese\)"),
        ("germn", r"Did you mean de \(German\)"),
        ("fr-ca", "can be French as written in CA, or from French into Catalan. Give fr-CA for the first, ca for"),
        ("EN-DE", "Give en-DE for the first, de for the second"),
        ("de-en-fr", "more than two languages"),
        ("en-", "there is no language ''"),
        ("../rules", "there is no language"),
    ],
)
def test_the_rest_is_refused(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        read_languages(text)


def test_the_source_is_given_once() -> None:
    assert read_languages("es", "catalan") == read_languages("ca-es") == read_languages("ca-es", "cat")
    with pytest.raises(SpecError, match="the source language is ca in 'ca-es', and fr beside it"):
        read_languages("ca-es", "fr")
    with pytest.raises(SpecError, match="is a language pair"):
        read_languages("es", "ca-es")


def test_every_code_and_name_of_the_table_is_its_language() -> None:
    for two, language in LANGUAGES.items():
        for text in language:
            assert read_languages(text) == (two, ""), text


def test_functions_take_the_target_of_a_pair() -> None:
    texts = ["Das ist ein Haus."], ["Das ist ein Haus."]
    assert make_test_set({"a": texts[0]}, texts[1], language="en-de").language == "de"
    assert open_test_set([HYPOTHESIS], [REFERENCE], language="es-en").read().language == "en"
    assert Normalisation("en-fr").language == "fr"
    with pytest.raises(SpecError, match="meteor is for English, and the translations are in German"):
        score(*texts, ["meteor"], language="en-de")
    with pytest.raises(SpecError, match="there is no language 'xx'"):
        compare({"a": texts[0], "b": texts[0]}, texts[1], ["chrf"], language="xx")


def test_commands_take_the_target_of_a_pair() -> None:
    command = ("score", HYPOTHESIS, "-r", REFERENCE, "-m", "meteor", "-l")
    assert "meteor" in run(*command, "de-en").stdout
    for text, message in (("en-de", "the translations are in German"), ("xx", "there is no language 'xx'")):
        done = run(*command, text)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
