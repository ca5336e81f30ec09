"""No response has what a later step shows: the bytes of all of them are searched, for every protocol."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tertium.annotation import find_protocol
from tests.annotation.campaigns import make_texts, prepare
from tests.web.serving import Client, Reply, serve

ANSWERS = {"errors": {"spans": "[]"}, "rank": {"rank0": 1, "rank1": 2, "rank2": 2}}


def get_bytes(reply: Reply) -> str:
    return reply.text + repr(sorted(reply.headers.items()))


def look_around(client: Client, key: str, place: int) -> list[str]:
    """Asks for everything that an annotator can ask for."""
    paths = ["/judge", f"/judge/{key}", *(f"/judge?place={each}" for each in range(place + 3))]
    paths += [f"/judge?place={place}&step={step}" for step in ("fluency", "adequacy", "da", "errors", "rank")]
    paths += [f"/judge/lesson/{place}", f"/judge/{place}/adequacy"]
    return [get_bytes(client.get(path)) for path in paths]


@pytest.mark.parametrize("protocol", ["fluency-adequacy", "da", "esa", "mqm", "ranking"])
def test_nothing_is_given_out_before_its_step(tmp_path: Path, protocol: str) -> None:
    changes = {"ranked": 3} if protocol == "ranking" else {}
    test_set = make_texts(4, 3, per_document=2)
    store, keys = prepare(
        tmp_path, protocol, annotators=["Ada"], test_set=test_set, changes=changes, repeats=0, controls=0
    )
    store.close()
    steps = find_protocol(protocol, **changes).steps
    seen: set[int] = set()  # segments whose reference was shown, as it should be
    with serve(tmp_path) as client:
        client.get(f"/judge/{keys['Ada']}")
        for place in range(4):
            for number, step in enumerate(steps):
                found = look_around(client, keys["Ada"], place)
                page = client.get("/judge").text
                shown = {int(each) for each in re.findall(r"secret reference (\d+)", "".join(found))}
                sources = set(re.findall(r"fuente (\d+)", "".join(found)))
                expected = any(each.shows_reference for each in steps[: number + 1])
                own = {int(each) for each in re.findall(r"secret reference (\d+)", page)}
                assert bool(own) == expected
                assert shown - own <= seen, "what is shown besides was shown before"
                assert bool(sources) == any(each.shows_source for each in steps[: number + 1]) or place > 0
                for each in steps[number + 1 :]:
                    fields = {**ANSWERS.get(each.name, {"value": 3}), "attempt": f"early {place} {each.name}"}
                    reply = client.post(f"/judge/{place}/{each.name}", fields, Accept="application/json")
                    assert reply.status == 422
                    assert "secret" not in get_bytes(reply)
                fields = {**ANSWERS.get(step.name, {"value": 3}), "attempt": f"{place} {step.name}"}
                reply = client.post(f"/judge/{place}/{step.name}", fields, Accept="application/json")
                assert reply.status == 200
                assert "secret" not in get_bytes(reply)
                assert "fuente" not in get_bytes(reply)
                seen |= own
        if protocol == "fluency-adequacy":
            assert seen == {0, 1, 2, 3}
        elif protocol != "ranking":
            assert not seen
