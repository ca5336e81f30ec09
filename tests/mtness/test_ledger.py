from __future__ import annotations

from collections.abc import Sequence

import pytest

from tertium.corpus.counts import Count, CountsError
from tertium.mtness.counting import ledger as module
from tertium.mtness.counting.ledger import Ledger
from tests.mtness.notation import GivenCounts


def test_each_phrase_is_asked_for_once() -> None:
    provider = GivenCounts({"disco duro": 29})
    ledger = Ledger(provider=provider)
    ledger.ask(["disco duro", "disco llevar", "disco duro"])
    ledger.ask(iter(["disco llevar", "es lleno"]))
    assert provider.asked == ["disco duro", "disco llevar", "es lleno"]
    assert (ledger.find("disco duro"), ledger.number("disco llevar")) == (29, 0)
    assert (ledger.asked, ledger.failed) == (3, 0)


def test_capitals_make_another_phrase() -> None:
    """It is for the provider to say whether they matter."""
    provider = GivenCounts({})
    Ledger(provider=provider).ask(["RAM", "ram"])
    assert provider.asked == ["RAM", "ram"]


def test_nothing_is_asked_for_nothing() -> None:
    calls: list[int] = []
    ledger = Ledger(provider=GivenCounts({}), progress=calls.append)
    ledger.ask([])
    assert (ledger.asked, calls) == (0, [])


def test_what_was_not_asked_for_is_a_bug() -> None:
    with pytest.raises(KeyError):
        Ledger(provider=GivenCounts({})).find("disco duro")


def test_what_cannot_be_counted_has_a_reason() -> None:
    class Choosy(GivenCounts):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            return [
                Count(phrase=each, count=None, error="too long") if " " in each else Count(phrase=each, count=4)
                for each in phrases
            ]

    ledger = Ledger(provider=Choosy({}))
    ledger.ask(["disco", "disco duro"])
    assert (ledger.find("disco"), ledger.find("disco duro"), ledger.number("disco duro")) == (4, None, 0)
    assert (ledger.problem("disco"), ledger.problem("disco duro")) == ("", "too long")
    assert (ledger.asked, ledger.failed) == (2, 1)


def test_many_phrases_go_in_several_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AT_ONCE", 10)
    lots: list[int] = []

    class Noting(GivenCounts):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            lots.append(len(phrases))
            return [Count(phrase=each, count=len(each)) for each in phrases]

    done: list[int] = []
    ledger = Ledger(provider=Noting({}), progress=done.append)
    ledger.ask(f"{number}" for number in range(25))
    assert lots == done == [10, 10, 5]
    assert [ledger.find(f"{number}") for number in (0, 24)] == [1, 2]


def test_a_provider_that_fails_as_a_whole_is_not_hidden() -> None:
    class Failing(GivenCounts):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            raise CountsError("no answer", remedy="Try later")

    ledger = Ledger(provider=Failing({}))
    with pytest.raises(CountsError, match="no answer"):
        ledger.ask(["disco"])
    assert ledger.asked == 0


def test_a_provider_that_leaves_phrases_out_is_not_believed() -> None:
    class Short(GivenCounts):
        def count_many(self, phrases: Sequence[str]) -> list[Count]:
            return [Count(phrase=each, count=1) for each in phrases[1:]]

    with pytest.raises(ValueError, match="shorter"):
        Ledger(provider=Short({})).ask(["disco", "duro"])
