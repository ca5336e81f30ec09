"""Findings on a real server: decisions by place, again and again, in two tabs; documents that come back whole."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium.postedit import Repository
from tertium.types import References, TestSet
from tests.web.serving import Client, serve
from tests.web.studied import FORM, examine, examine_document, find_seen, list_places, make_upload, wait_for_job

HOSTILE = '<script>alert(1)</script> "><img src=x onerror=alert(1)> {{77777*77777}} ]]> abc\u202edef \x1b[31m'


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("examined")
    examine(folder)
    return folder


@pytest.fixture
def client(examined: Path, tmp_path: Path) -> Iterator[Client]:
    """A server on a workspace of its own, with findings and without decisions."""
    shutil.copytree(examined, tmp_path / "workspace")
    with serve(tmp_path / "workspace") as found:
        yield found


PAGE = "/sets/1/mtness/literal"
DECIDE = "/sets/1/decisions/literal"


def corrected(client: Client) -> list[str]:
    return client.get("/sets/1/corrected/literal").text.splitlines()


def test_findings_are_shown_in_context_with_what_can_be_decided(client: Client) -> None:
    page = client.get(PAGE)
    assert page.status == 200
    assert "0 of 23 decided, 23 left" in page.text
    assert '<mark class="instance">Salida quiere</mark> a París' in page.text
    assert "<bdi>Salida <b>vuelo</b></bdi>" in page.text
    assert "source: vol" in page.text
    assert "style=" not in page.text
    assert "onclick" not in page.text


def test_accepted_declined_written_and_undone(client: Client) -> None:
    first = client.get(PAGE).text
    one, two, three = list_places(first)[:3]
    reply = client.post(DECIDE, {"do": "accept", "place": one, "seen": find_seen(first)})
    assert reply.headers["location"] == f"{PAGE}?done=1#f-{two}"
    assert corrected(client)[1].startswith("Salida vuelo")
    client.post(DECIDE, {"do": "decline", "place": two})
    client.post(DECIDE, {"do": "write", "place": three, "text": " unas   palabras "})
    page = client.get(f"{PAGE}?done=3").text
    assert "3 of 23 decided, 20 left" in page
    assert "unas palabras" in page
    table = client.get(DECIDE).text.splitlines()
    assert [row.split("\t")[2] for row in table[1:]] == ["accepted", "declined", "accepted"]
    reply = client.post(DECIDE, {"do": "undo", "number": 1})
    assert reply.headers["location"] == f"{PAGE}?undone=1#f-{one}"
    assert corrected(client)[1].startswith("Salida quiere")


def test_a_form_that_is_sent_twice_is_stored_once(client: Client) -> None:
    page = client.get(PAGE).text
    form = {"do": "accept", "place": list_places(page)[0], "seen": find_seen(page)}
    replies = [client.post(DECIDE, form) for _ in range(3)]
    assert {(reply.status, reply.headers["location"]) for reply in replies} == {(303, replies[0].headers["location"])}
    assert len(client.get(DECIDE).text.splitlines()) == 2
    replies = [client.post(DECIDE, {"do": "undo", "number": 1}) for _ in range(2)]
    assert [reply.status for reply in replies] == [303, 303]
    assert len(client.get(DECIDE).text.splitlines()) == 1


def test_who_decides_in_an_old_tab_sees_the_new_state_and_is_asked_again(client: Client) -> None:
    page = client.get(PAGE).text
    place = list_places(page)[0]
    client.post(DECIDE, {"do": "accept", "place": place, "seen": find_seen(page)})
    reply = client.post(DECIDE, {"do": "decline", "place": place, "seen": find_seen(page)})
    assert reply.status == 409
    assert "was decided already" in reply.text
    assert "<ins>vuelo</ins>" in reply.text
    # Undone in one tab, and accepted in the other, which has not seen it.
    client.post(DECIDE, {"do": "undo", "number": 1})
    reply = client.post(DECIDE, {"do": "accept", "place": place, "seen": find_seen(page)})
    assert reply.status == 409
    assert "somebody decided about this segment" in reply.text.casefold()
    again = client.post(DECIDE, {"do": "accept", "place": place, "seen": find_seen(reply.text)})
    assert again.status == 303


def test_accepted_at_all_places(tmp_path: Path) -> None:
    outputs = ["El salario limpio.", "Un salario limpio."]
    examine(tmp_path, TestSet(systems={"literal": outputs}, references=References.from_nested([None, None]),
                              sources=["El salari net.", "Un salari net."]))  # fmt: skip
    with serve(tmp_path) as client:
        place = list_places(client.get(PAGE).text)[0]
        client.post(DECIDE, {"do": "propagate", "place": place})
        assert corrected(client) == ["El salario neto.", "Un salario neto."]
        assert "also at 1 other place." in client.get(f"{PAGE}?done=1").text
        assert client.post(DECIDE, {"do": "propagate", "place": place}).status == 303, "it is repeated"
        client.post(DECIDE, {"do": "undo", "number": 1})
        assert corrected(client) == outputs
        # It is accepted here in one tab, and at all places in another, which would be told that it was done.
        client.post(DECIDE, {"do": "accept", "place": place})
        reply = client.post(DECIDE, {"do": "propagate", "place": place})
        assert reply.status == 409
        assert "not at all places" in reply.text
        assert corrected(client) == ["El salario neto.", "Un salario limpio."]


def test_only_what_was_undone_is_said_to_be_undone(client: Client) -> None:
    client.post(DECIDE, {"do": "accept", "place": list_places(client.get(PAGE).text)[0]})
    replies = [client.post(DECIDE, {"do": "undo", "number": number}) for number in (1, 1, 2)]
    assert [reply.status for reply in replies] == [303, 303, 422], "row 2 is not a decision, but says that 1 was undone"
    assert replies[0].headers["location"] == replies[1].headers["location"]


def test_the_filter_is_in_the_address(client: Client) -> None:
    assert len(list_places(client.get(f"{PAGE}?kind=ser/estar").text)) == 6
    place = list_places(client.get(PAGE).text)[0]
    reply = client.post(DECIDE, {"do": "accept", "place": place, "kind": "ser/estar", "state": "open"})
    assert "kind=ser%2Festar&state=open" in reply.headers["location"]
    assert list_places(client.get(f"{PAGE}?state=decided").text) == [place]
    assert list_places(client.get(f"{PAGE}?find=SORTIDA").text) == [place]
    assert "No finding fits" in client.get(f"{PAGE}?find=xyzzy").text


def test_forms_that_make_no_sense_are_refused_and_change_nothing(client: Client) -> None:
    forms: list[dict[str, object]] = [
        {},
        {"do": "accept"},
        {"do": "accept", "place": "1-2"},
        {"do": "accept", "place": "99999-0-5"},
        {"do": "accept", "place": "2-0-13", "suggestion": "77"},
        {"do": "write", "place": "2-0-13", "text": "  "},
        {"do": "undo", "number": "500"},
        {"do": "explode", "place": "2-0-13"},
    ]
    assert [client.post(DECIDE, form).status for form in forms] == [422] * len(forms)
    assert len(client.get(DECIDE).text.splitlines()) == 1


def test_hostile_texts_and_names_are_shown_as_they_are(tmp_path: Path) -> None:
    name = f"a/b {HOSTILE}"
    outputs = [f"El salario limpio {HOSTILE}"]
    examine(tmp_path, TestSet(systems={name: outputs}, references=References.from_nested([None]),
                              sources=[f"El salari net {HOSTILE}"]))  # fmt: skip
    with serve(tmp_path) as client:
        overview = client.get("/sets/1/mtness").text
        address = re.findall(r'href="(/sets/1/mtness/[^"]+)"', overview)[0]
        page = client.get(address).text
        for text in (overview, page):
            assert "<script>alert" not in text
            assert "<img src=x" not in text
            assert str(77777 * 77777) not in text
            assert "\u202e" not in text
        assert "{{77777*77777}}" in page
        place = list_places(page)[0]
        client.post(address.replace("/mtness/", "/decisions/"), {"do": "write", "place": place, "text": HOSTILE})
        page = client.get(address).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page


PO = """# a comment that stays
msgid ""
msgstr ""
"Language: es\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

#: file.c:3
msgid "El salari net."
msgstr "El salario limpio."
"""


XLIFF = """<?xml version="1.0" encoding="UTF-8"?>
<!-- stays -->
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file original="a.txt" source-language="ca" target-language="es" datatype="plaintext"><body>
  <trans-unit id="1"><source>El salari net.</source><target>El  salario limpio.</target></trans-unit>
  <trans-unit id="2"><source>Un salari net.</source><target>Un salario lim<x id="1"/>pio.</target></trans-unit>
 </body></file>
</xliff>
"""
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="ca" segtype="sentence" adminlang="en" datatype="plaintext"
  creationtool="t" creationtoolversion="1" o-tmf="t"/><body>
<tu><tuv xml:lang="ca"><seg>El salari net.</seg></tuv><tuv xml:lang="es"><seg>El salario limpio.</seg></tuv></tu>
</body></tmx>
"""


def test_an_uploaded_document_comes_back_as_it_was_but_for_the_edits(tmp_path: Path) -> None:
    # The file says its language, and so which corpus fits.
    body, kind = make_upload({"document": ("es.po", PO.encode())}, {**FORM, "language": "", "corpus": ""})
    with serve(tmp_path) as client:
        target = wait_for_job(client, client.ask("POST", "/upload/document/mtness", body, content_type=kind))
        place = list_places(client.get(target).text)[0]
        client.post(target.replace("/mtness/", "/decisions/"), {"do": "accept", "place": place})
        reply = client.get(target.replace("/mtness/", "/corrected/"))
        assert reply.text == PO.replace("limpio", "neto")
        assert "es.corrected.po" in reply.headers["content-disposition"]
        body, kind = make_upload({}, FORM)
        assert client.ask("POST", "/upload/document/mtness", body, content_type=kind).status == 422


@pytest.mark.filterwarnings("ignore:.*byte-order mark")
@pytest.mark.parametrize(
    ("name", "content", "source"),
    [
        ("text.txt", "\ufeffEl salario limpio.\r\nNada.\r\nsin final", "El salari net.\nRes.\nsense final\n"),
        ("a.xliff", XLIFF, None),
        ("a.tmx", TMX, None),
    ],
)
def test_every_format_comes_back_in_its_own(tmp_path: Path, name: str, content: str, source: str | None) -> None:
    target = examine_document(tmp_path, (name, content.encode()), source.encode() if source else None)
    with serve(tmp_path) as client:
        place, *others = list_places(client.get(target).text)
        decide = target.replace("/mtness/", "/decisions/")
        assert client.post(decide, {"do": "propagate", "place": place}).status == 303
        reply = client.get(target.replace("/mtness/", "/corrected/"))
        assert reply.text == content.replace("salario limpio", "salario neto")
        # A tag stands within these words.
        for other in others:
            refused = client.post(decide, {"do": "write", "place": other, "text": "sueldo"})
            assert refused.status == 422
            assert "which stands within these words in the file" in refused.text


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    from tertium.web.workspace import Workspace

    workspace = Workspace.open(tmp_path)
    test_set = TestSet(systems={"a": ["Hallo."]}, references=References.from_nested([None]))
    workspace.add_test_set("german", test_set, languages=("en", "de"))
    workspace.close()
    with serve(tmp_path) as client:
        page = client.get("/sets/1/mtness").text
        assert "There are no rules for the language &#39;de&#39;" in page
        assert "tertium index build" in page
        assert client.post("/sets/1/mtness", {"language": "../../etc"}).status == 422
        assert client.post("/sets/1/mtness", {"language": "es", "corpus": "/etc/passwd"}).status == 422
        assert client.post("/sets/1/mtness", {**FORM, "tagger": "wordlist(/etc/passwd)"}).status == 422
        assert client.get("/postedit").status == 200


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_kill_9_loses_no_decision_that_was_acknowledged(examined: Path, tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    shutil.copytree(examined, folder)
    acknowledged: list[str] = []
    places: list[str] = []
    for _ in range(2):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        run = f"import uvicorn; from tertium.web import make_app; uvicorn.run(make_app({str(folder)!r}), port={port})"
        command = [sys.executable, "-c", run]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = Client(port)
        while True:
            try:
                page = client.get(PAGE).text
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.05)
        places = places or list_places(page)
        for place in places[len(acknowledged) : len(acknowledged) + 3]:
            assert client.post(DECIDE, {"do": "accept", "place": place}).status == 303
            acknowledged.append(place)
        process.send_signal(signal.SIGKILL)
        process.wait()
    stored = Repository(folder / "postedit.sqlite").decisions()
    assert [f"{each.edit.segment + 1}-{each.edit.start}-{each.edit.end}" for each in stored] == acknowledged
