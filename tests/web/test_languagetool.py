"""``/v2/check``: what an editor that can ask LanguageTool's server gets from ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium.corpus import build_index
from tertium.corpus.normalisation import Normalisation
from tertium.samples import mtness as samples
from tertium.web.languagetool import MOST_CHARACTERS
from tests.mtness.apertium_installed import needs_apertium
from tests.mtness.test_false_evidence import ENGLISH, HUMAN
from tests.web.serving import Client, serve

WRONG = "El disco es lleno."


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("workspace")
    build_index([samples.path("corpus.es.txt")], folder / "indexes" / "es", normalisation=Normalisation("es"))
    return folder


@pytest.fixture(scope="module")
def client(workspace: Path) -> Iterator[Client]:
    with serve(workspace) as found:
        yield found


def check(client: Client, **fields: object) -> dict[str, object]:
    reply = client.post("/v2/check", fields, Content_Type="application/x-www-form-urlencoded")
    assert reply.status == 200, reply.text
    assert reply.headers["content-type"] == "application/json"
    found: dict[str, object] = json.loads(reply.text)
    return found


def list_marked(text: str, answer: dict[str, object]) -> list[tuple[str, list[str]]]:
    """The texts that matches mark, by their offsets in UTF-16, and what is suggested for them."""
    units = text.encode("utf-16-le")
    return [
        (
            units[2 * match["offset"] : 2 * (match["offset"] + match["length"])].decode("utf-16-le"),
            [each["value"] for each in match["replacements"]],
        )
        for match in answer["matches"]  # type: ignore[attr-defined]
    ]


@pytest.mark.parametrize("language", ["es", "es-ES", "ES"])
def test_findings_are_answered_as_languagetool_does(client: Client, language: str) -> None:
    answer = check(client, text=WRONG, language=language)
    ((marked, replacements),) = list_marked(WRONG, answer)
    assert marked == "es lleno"
    assert replacements[0] == "está lleno"
    assert answer["language"]["code"] == "es"  # type: ignore[index]
    assert answer["software"]["apiVersion"] == 1  # type: ignore[index]


@pytest.mark.parametrize("text", [f"🙂 Hola.\n\n{WRONG}", f"🙂 Hola.\r\n{WRONG}\r\n", f"\n{WRONG}"])
def test_offsets_are_those_of_the_text_as_it_was_sent(client: Client, text: str) -> None:
    ((marked, _),) = list_marked(text, check(client, text=text, language="es", enabledOnly="false"))
    assert marked == "es lleno"


def test_marks_of_a_format_are_not_text_and_keep_their_places(client: Client) -> None:
    parts = [
        {"markup": "<p title='🙂'>\n"},
        {"text": "El disco "},
        {"markup": "<b>"},
        {"text": "es lleno"},
        {"markup": "</b>"},
    ]
    whole = "".join(next(iter(part.values())) for part in [*parts, {"text": "."}])
    data = json.dumps({"annotation": [*parts, {"text": "."}]})
    ((marked, _),) = list_marked(whole, check(client, data=data, language="es"))
    assert marked == "es lleno"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (r'{"annotation": [{"text": "El disco es lleno. \ud800 y m\u00e1s"}]}', "half of a surrogate pair"),
        ('{"annotation": [{"text": NaN}]}', "NaN, which is not JSON"),
        ('{"annotation": [{"text": "El disco"}], "other": -Infinity}', "-Infinity, which is not JSON"),
        ('{"annotation": [{"text": 5}]}', "no annotations with 'text' or 'markup'"),
        ('{"annotation": [{"text": "a", "text": "b"}]}', "occurs twice"),
    ],
)
def test_data_that_readers_disagree_about_are_refused(client: Client, data: str, message: str) -> None:
    reply = client.post("/v2/check", {"data": data, "language": "es"})
    assert reply.status == 400
    assert message in reply.text


def test_half_of_a_character_in_a_form_is_refused(client: Client) -> None:
    assert client.ask("POST", "/v2/check", b"language=es&text=El%20disco%ED%A0%80").status == 400


def test_the_mother_tongue_is_what_was_translated_from(client: Client) -> None:
    # Catalan has a dictionary; German has none, and is no error: people write in their settings what they speak.
    for tongue in ("ca", "ca-ES", "de-DE", "es", "../x", ""):
        answer = check(client, text=WRONG, language="es", motherTongue=tongue)
        assert [marked for marked, _ in list_marked(WRONG, answer)] == ["es lleno"]


def test_a_new_index_is_used_at_once(tmp_path: Path) -> None:
    with serve(tmp_path) as client:
        reply = client.post("/v2/check", {"text": "The disc is full.", "language": "en"})
        assert (reply.status, reply.headers["content-type"].partition(";")[0]) == (400, "text/plain")
        assert "there is no corpus of the language 'en' to count in" in reply.text
        corpus = tmp_path / "text.txt"
        for sentences, expected in (
            (["El disco es lleno."] * 200, []),
            (["El disco está lleno."] * 200, ["El disco es lleno"]),
        ):
            corpus.write_text("\n".join(sentences) + "\n", encoding="utf-8")
            build_index([corpus], tmp_path / "indexes" / "es", normalisation=Normalisation("es"))
            found = list_marked(WRONG, check(client, text=WRONG, language="es"))
            assert [marked for marked, _ in found] == expected


@needs_apertium
def test_english_by_people_gets_no_subjects(tmp_path: Path) -> None:
    corpus = tmp_path / "text.txt"
    corpus.write_text("".join(f"{line}\n" for line in ENGLISH), encoding="utf-8")
    build_index([corpus], tmp_path / "indexes" / "en", normalisation=Normalisation("en"))
    text = "\n".join(HUMAN)
    with serve(tmp_path) as client:
        found = list_marked(text, check(client, text=text, language="en"))
    # What is misspelt depends on the dictionaries that are installed.
    assert [marked for marked, _ in found if " " in marked] == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"language": "es"}, "neither 'text' nor 'data'"),
        ({"language": "es", "data": "[" * 100_000}, "nested too deeply"),
        ({"language": "es", "data": '{"annotation": [{"other": 1}]}'}, "no annotations with 'text' or 'markup'"),
        ({"text": "x", "language": "auto"}, "no rules for the language 'auto'. Set it to one of: ca, en, es, fr"),
        ({"text": "x"}, "no rules for the language"),
        ({"text": "x" * (MOST_CHARACTERS + 1), "language": "es"}, "Send parts of at most 20,000 characters"),
    ],
)
def test_what_cannot_be_checked_is_said_in_words(client: Client, fields: dict[str, object], message: str) -> None:
    reply = client.post("/v2/check", fields)
    assert reply.status == 400
    assert message in reply.text


def test_languages_are_listed_and_other_sites_are_refused(client: Client) -> None:
    listed = json.loads(client.get("/v2/languages").text)
    assert {"name": "Spanish", "code": "es", "longCode": "es"} in listed
    assert client.post("/v2/check", {"text": WRONG, "language": "es"}, Sec_Fetch_Site="cross-site").status == 403
    assert client.ask("POST", "/v2/check", b"\xff\xfe").status == 400


def test_with_a_token_editors_need_it(workspace: Path, tmp_path: Path) -> None:
    (tmp_path / "indexes").symlink_to(workspace / "indexes")
    with serve(tmp_path, token="secret") as client:
        assert client.post("/v2/check", {"text": WRONG, "language": "es"}).status in (401, 403)
        reply = client.post("/v2/check", {"text": WRONG, "language": "es"}, Authorization="Bearer secret")
        assert reply.status == 200
