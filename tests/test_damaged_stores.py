"""Stores of SQLite: what is said of damage. ``tests/fuzz/test_damage.py`` damages all stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tertium.annotation import CampaignStore
from tertium.corpus.cache import CachedCounts
from tertium.corpus.counts import Count
from tertium.errors import InputError
from tertium.mtness.resources.form_cache import FormStore
from tertium.mtness.text.tags import Part
from tertium.postedit import Repository, SuggestedEdit
from tertium.progress import Progress
from tertium.syntax.cache import CachedParser
from tertium.syntax.trees import Parse
from tests.annotation.campaigns import prepare

TEXTS = [f"segment {number} of the text" for number in range(60)]


class Parser:
    version = "1"

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        return [Parse(f"(S {segment})", f"1\t{segment}\n") for segment in segments]


class Provider:
    name = "letters"
    size = None

    def describe(self) -> Mapping[str, str]:
        return {"provider": self.name}

    def count_many(self, phrases: Sequence[str]) -> list[Count]:
        return [Count(phrase=phrase, count=len(phrase), lines=1) for phrase in phrases]


def use_repository(path: Path) -> object:
    """Decide if there is nothing yet, and return everything that can be asked."""
    repository = Repository(path, now=lambda: 1000.0)
    if not repository.decisions():
        for number, text in enumerate(TEXTS[:30]):
            edit = SuggestedEdit(span="disco duro", suggestion=f"disco {number % 7}", document=f"{number % 5}")
            repository.decide(replace(edit, text=text), accepted=number % 3 > 0, annotator="Ada")
        repository.undo(7)
    decisions = repository.decisions()
    asked = [each.edit.key for each in decisions]
    rows = [{**row, "repository": ""} for row in repository.export()]
    return decisions, repository.record_of(asked), repository.decisions(["3"]), repository.confirmed(1, 0.1, 1), rows


def use_parses(path: Path) -> object:
    return CachedParser(Parser(), path).parse(TEXTS)


def use_counts(path: Path) -> object:
    return CachedCounts(Provider(), path, now=lambda: 1000.0).count_many(TEXTS)


def use_forms(path: Path) -> object:
    forms = {(text, Part.NOUN): (text, f"{text}s") for text in TEXTS}
    return FormStore(path).get("1", {"corpus": "12ab"}, lambda: forms)


def test_a_word_that_was_changed_in_the_file_is_never_applied(tmp_path: Path) -> None:
    path = tmp_path / "postedit.sqlite"
    use_repository(path)
    content = path.read_bytes()
    assert b"disco duro" in content
    path.write_bytes(content.replace(b"disco duro", b"disco puro"))
    with pytest.raises(InputError, match=r"the repository is damaged .*wrong checksum.*Restore it from a copy"):
        Repository(path)


def test_damage_to_the_description_of_a_table_is_told(tmp_path: Path) -> None:
    """SQLite quotes it in its message, which Python cannot decode then."""
    path = tmp_path / "postedit.sqlite"
    use_repository(path)
    path.write_bytes(path.read_bytes().replace(b"annotator TEXT NOT NULL", b"annotator TEXT NOT \xceULL"))
    with pytest.raises(InputError, match="the repository is damaged"):
        Repository(path)


def test_damage_to_the_name_of_a_column_is_told(tmp_path: Path) -> None:
    """Its bytes cannot be sent back to SQLite, which views and triggers do (found by fuzzing)."""
    store, _ = prepare(tmp_path)
    store.close()
    store.path.write_bytes(store.path.read_bytes().replace(b" segment INTEGER", b" s\xe5gment INTEGER"))
    with pytest.raises(InputError, match=r"the file of campaigns is damaged"):
        CampaignStore(store.path)


@pytest.mark.parametrize("use", [use_parses, use_counts, use_forms])
def test_caches_are_for_their_owner_only(use: Callable[[Path], object], tmp_path: Path) -> None:
    use(tmp_path / "cache.sqlite")
    assert (tmp_path / "cache.sqlite").stat().st_mode & 0o077 == 0
