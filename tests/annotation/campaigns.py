"""Campaigns for tests: made-up texts that show where they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from tertium.annotation import Answer, CampaignStore, PlanSettings, Sitting, find_protocol
from tertium.metrics import make_test_set
from tertium.types import TestSet

ATTEMPTS = count()


def make_texts(segments: int = 12, systems: int = 3, *, per_document: int | None = 4) -> TestSet:
    """Makes texts of which each word names its segment and system."""
    outputs = {
        f"system{system}": [
            " ".join(f"s{system}w{word}n{segment}" for word in range(6 + segment % 5)) for segment in range(segments)
        ]
        for system in range(systems)
    }
    references = [f"secret reference {segment}" for segment in range(segments)]
    documents = None if per_document is None else [f"doc{segment // per_document}" for segment in range(segments)]
    found = make_test_set(outputs, references, documents)
    return TestSet(**{**vars(found), "sources": [f"fuente {segment}" for segment in range(segments)]})


def prepare(
    folder: Path, protocol: str = "fluency-adequacy", *, annotators: Sequence[str] = ("Ada", "Ben"), **settings: object
) -> tuple[CampaignStore, dict[str, str]]:
    """Prepares a campaign of the made-up texts."""
    store = CampaignStore(folder / "campaigns.sqlite")
    test_set = settings.pop("test_set", None) or make_texts()
    changes = settings.pop("changes", {})
    ranked = find_protocol(protocol, **changes).ranked
    plan = PlanSettings(annotators=len(annotators), ranked=ranked, **settings)
    return store, store.prepare("test", test_set, protocol, annotators, plan=plan, settings=changes)


def give(sitting: Sitting, values: Iterator[float] | Sequence[float], items: int | None = None) -> int:
    """Answers items with values in turn, and returns how many were answered."""
    turn = iter(values)
    done = 0
    while (place := sitting.next_place()) is not None and done != items:
        task = sitting.task(place)
        while task.step is not None:
            answer = Answer(float(next(turn)))
            sitting.answer(place, task.step.name, answer, attempt=f"attempt {next(ATTEMPTS)}", active_ms=1500)
            task = sitting.task(place)
        done += 1
    return done
