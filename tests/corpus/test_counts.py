"""The protocol, and the run of several phrases that the HTTP providers share."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tertium import registry
from tertium.corpus.counts import Count, Counts, CountsError, check_phrases
from tertium.corpus.in_flight import PhraseError, ProviderError, count_in_flight, wait
from tertium.corpus.providers import open_counts
from tertium.errors import InputError, SpecError


class StandIn:
    """The least that a provider is."""

    name = "stand-in"
    size = 3

    def count_many(self, phrases: Sequence[str]) -> list[Count]:
        return [Count(phrase=phrase, count=len(phrase)) for phrase in phrases]

    def describe(self) -> Mapping[str, str]:
        return {"provider": self.name}


def test_a_count_is_known_or_says_why_not() -> None:
    assert Count(phrase="a b", count=3, lines=2).to_dict() == {
        "phrase": "a b", "count": 3, "lines": 2, "error": "", "approximate": False,
    }  # fmt: skip
    assert json.loads(json.dumps(Count(phrase="x", count=None, error="gone").to_dict()))["count"] is None
    with pytest.raises(ValueError, match="either known, or has an error"):
        Count(phrase="x", count=None)
    with pytest.raises(ValueError, match="either known, or has an error"):
        Count(phrase="x", count=1, error="gone")


def test_the_protocol_is_what_providers_have() -> None:
    provider: Counts = StandIn()
    assert isinstance(provider, Counts)
    assert not isinstance(object(), Counts)


@pytest.mark.parametrize("phrases", ["abc", ["a", 1], [None], [b"a"]])
def test_what_is_no_list_of_strings_is_refused(phrases: Sequence[str]) -> None:
    with pytest.raises(InputError):
        check_phrases(phrases)


def test_order_and_length_are_kept_and_equal_phrases_are_asked_once() -> None:
    asked: list[str] = []
    done: list[int] = []

    def count_one(phrase: str) -> Count:
        asked.append(phrase)
        # The later ones are quicker.
        threading.Event().wait(0.02 if phrase < "m" else 0)
        return Count(phrase=phrase, count=ord(phrase))

    phrases = list("azbyazc")
    counts = count_in_flight(phrases, count_one, 4, done.append)
    assert [(count.phrase, count.count) for count in counts] == [(phrase, ord(phrase)) for phrase in phrases]
    assert sorted(asked) == sorted(set(phrases))
    assert sum(done) == len(set(phrases))
    assert count_in_flight([], count_one, 4) == []


def test_a_phrase_that_fails_is_a_count_with_an_error() -> None:
    def count_one(phrase: str) -> Count:
        if phrase == "bad":
            raise PhraseError("no such thing", blames="provider")
        return Count(phrase=phrase, count=1)

    counts = count_in_flight(["a", "bad", "b"], count_one, 2)
    assert [count.count for count in counts] == [1, None, 1]
    assert counts[1].error == "no such thing"


@pytest.mark.parametrize("at_once", [1, 3])
def test_a_provider_that_fails_keeps_what_was_counted(at_once: int) -> None:
    def count_one(phrase: str) -> Count:
        if phrase == "p5":
            raise ProviderError("the key is wrong", remedy="Get another")
        return Count(phrase=phrase, count=1)

    phrases = [f"p{number}" for number in range(20)]
    with pytest.raises(CountsError, match=r"the key is wrong\. Get another\.") as caught:
        count_in_flight(phrases, count_one, at_once)
    partial = caught.value.partial
    assert [count.phrase for count in partial] == phrases
    assert [count.count for count in partial[:5]] == [1] * 5
    assert partial[5].count is None
    assert "the key is wrong" in partial[5].error
    if at_once == 1:
        assert all(count.count is None for count in partial[5:])


@pytest.mark.parametrize(
    ("blames", "answered_before", "gives_up"),
    [("provider", True, True), ("answer", False, True), ("answer", True, False), ("phrase", False, False)],
)
def test_failures_in_a_row_are_the_providers(blames: str, answered_before: bool, gives_up: bool) -> None:
    asked: list[str] = []

    def count_one(phrase: str) -> Count:
        asked.append(phrase)
        if phrase == "good":
            return Count(phrase=phrase, count=1)
        raise PhraseError("no", blames=blames)

    phrases = [*(["good"] if answered_before else []), *(str(number) for number in range(100))]
    if gives_up:
        with pytest.raises(CountsError, match="in a row failed; the last: no") as caught:
            count_in_flight(phrases, count_one, 1)
        assert len(caught.value.partial) == len(phrases)
        assert len(asked) < 10
    else:
        assert len(count_in_flight(phrases, count_one, 1)) == len(asked) == len(phrases)


def test_as_many_are_in_flight_as_are_wanted() -> None:
    together = threading.Barrier(3)
    lock = threading.Lock()
    now, most = 0, 0

    def count_one(phrase: str) -> Count:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        together.wait(timeout=5)
        with lock:
            now -= 1
        return Count(phrase=phrase, count=1)

    assert len(count_in_flight([str(number) for number in range(9)], count_one, 3)) == 9
    assert most == 3


def test_nobody_waits_for_a_server_that_has_failed() -> None:
    waiting = threading.Event()

    def count_one(phrase: str) -> Count:
        if phrase == "patient":
            waiting.set()
            wait(60)
        waiting.wait(5)
        raise ProviderError("gone")

    start = time.monotonic()
    with pytest.raises(CountsError, match="gone") as caught:
        count_in_flight(["patient", "dead"], count_one, 2)
    assert time.monotonic() - start < 5
    assert [count.phrase for count in caught.value.partial] == ["patient", "dead"]


def test_an_error_of_ours_is_not_hidden() -> None:
    def count_one(phrase: str) -> Count:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        count_in_flight(["a", "b"], count_one, 2)


def test_an_unknown_provider_lists_those_there_are() -> None:
    with pytest.raises(SpecError, match=r"no count provider 'elastik'.*Did you mean 'elastic'.*websearch"):
        open_counts("elastik(a,b,c)")
    with pytest.raises(SpecError, match=r"no count provider 'nothing'.*index, "):
        open_counts("nothing")


@pytest.mark.parametrize("spec", ["", "scan", "scan(", "(a)", "scan(a", "a b(c)", "scan)", "http://me:hunter2@a"])
def test_what_is_no_provider_says_how_one_is_written(spec: str) -> None:
    with pytest.raises(SpecError) as caught:
        open_counts(spec)
    assert "index" in str(caught.value)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "spec",
    ["scan()", "scan(+)", "elastic()", "elastic(http://a,b)", "elastic(http://a,,b)", "infinigram()", "websearch()"],
)
def test_a_provider_without_what_it_needs_is_refused(spec: str) -> None:
    with pytest.raises(SpecError):
        open_counts(spec)


def test_every_provider_is_described() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "counts.md").read_text(encoding="utf-8")
    for name in registry.COUNTS:
        assert f"| `{name}` |" in page
        assert f"\n## {name}\n" in page
