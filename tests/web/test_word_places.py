"""Places of a word on the page of findings: chosen by boxes, and whole segments that are written anew."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium.postedit import Repository
from tests.web.serving import Client, serve
from tests.web.studied import examine, find_seen

PAGE, DECIDE = "/sets/1/mtness/literal", "/sets/1/decisions/literal"
PLACE = "2-0-13"  # Salida quiere


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("examined")
    examine(folder)
    return folder


@pytest.fixture
def workspace(examined: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(examined, tmp_path / "workspace"))


@pytest.fixture
def client(workspace: Path) -> Iterator[Client]:
    with serve(workspace) as found:
        yield found


def corrected(client: Client) -> list[str]:
    return client.get("/sets/1/corrected/literal").text.splitlines()


def list_boxes(client: Client) -> list[str]:
    return re.findall(r'name="(at-[0-9-]+)" value="1" checked', client.get(f"{PAGE}?segment=2&places={PLACE}").text)


def test_places_of_a_word_are_listed_and_accepted(client: Client, workspace: Path) -> None:
    assert f"places={PLACE}" in client.get(PAGE).text
    page = client.get(f"{PAGE}?segment=2&places={PLACE}").text
    assert "<del>quiere</del> <ins>vuelo</ins>" in page
    assert "not found by itself" in page
    boxes = list_boxes(client)
    assert boxes == ["at-2-7-13", "at-1-3-9"]
    form: dict[str, object] = {"do": "places", "place": PLACE, "seen": find_seen(page), **dict.fromkeys(boxes, "1")}
    for _ in range(2):  # it may be repeated
        assert client.post(DECIDE, form).status == 303
    assert [text.split()[1] for text in corrected(client)[:2]] == ["vuelo", "vuelo"]
    (pair,) = Repository(workspace / "postedit.sqlite").pairs()
    assert (pair.key.span, pair.key.suggestion, pair.record.accepted) == ("quiere", "vuelo", 1)
    assert "accepted: <ins>vuelo</ins>" in client.get(PAGE).text
    assert client.get(f"{PAGE}?places={PLACE}").status == 200
    client.post(DECIDE, {"do": "undo", "number": 1})
    assert [text.split()[1] for text in corrected(client)[:2]] == ["quiere", "quiere"]


def test_some_places_are_accepted(client: Client, workspace: Path) -> None:
    box = list_boxes(client)[1]
    assert client.post(DECIDE, {"do": "places", "place": PLACE, box: "1"}).status == 303
    assert [text.split()[1] for text in corrected(client)[:2]] == ["vuelo", "quiere"]
    assert client.post(DECIDE, {"do": "places", "place": PLACE}).status == 422
    assert f"places={PLACE}" in client.get(PAGE).text, "it is still open"


def test_what_was_declined_is_not_accepted_with_others(client: Client) -> None:
    box = list_boxes(client)[1]
    client.post(DECIDE, {"do": "decline", "place": PLACE})
    assert client.post(DECIDE, {"do": "places", "place": PLACE, box: "1"}).status == 409


def test_a_whole_segment_is_written_anew(client: Client) -> None:
    before = corrected(client)
    assert f">{before[1]}</textarea>" in client.get(PAGE).text
    form = {"do": "rewrite", "place": PLACE, "text": before[1].replace("Salida quiere", "El vuelo sale") + "\r\n"}
    assert client.post(DECIDE, form).status == 303
    after = corrected(client)
    assert after[1] == before[1].replace("Salida quiere", "El vuelo sale")
    assert after[:1] + after[2:] == before[:1] + before[2:]
    for text in ("", " \r\n "):
        assert client.post(DECIDE, {"do": "rewrite", "place": "6-3-15", "text": text}).status == 422


@pytest.mark.parametrize("place", ["x", "9999-0-5", "2-0-99", "%00"])
def test_places_that_make_no_sense_are_left_out(client: Client, place: str) -> None:
    page = client.get(f"{PAGE}?places={place}")
    assert page.status == 200
    assert 'class="places"' not in page.text
