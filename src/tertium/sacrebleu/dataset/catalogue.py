"""All test sets: those that sacrebleu has published, and those of one's own in the same folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tertium.errors import SpecError
from tertium.sacrebleu.dataset.place import find_place
from tertium.sacrebleu.dataset.published import Dataset

_SOURCE = re.compile(r"(?P<pair>[^.]+-[^.]+)\.src")


@cache
def _read_catalogue() -> Mapping[str, Any]:
    content: Mapping[str, Any] = json.loads(Path(__file__).with_name("catalogue.json").read_text(encoding="utf-8"))
    return content


@cache
def list_published() -> dict[str, Dataset]:
    """Return the test sets that sacrebleu knows, by name."""
    return {name: Dataset(name=name, **entry) for name, entry in _read_catalogue()["test_sets"].items()}


@cache
def list_subjects() -> dict[str, dict[str, str]]:
    """Return what documents of a test set are about, such as ``GB-sport``, by test set and document."""
    subjects: dict[str, dict[str, str]] = _read_catalogue()["documents"]
    return subjects


def list_own() -> dict[str, Dataset]:
    """Return the test sets in the folder that are not published, by name."""
    found: dict[str, Dataset] = {}
    folders = sorted(find_place().iterdir()) if find_place().is_dir() else []
    for folder in folders:
        if folder.is_dir() and folder.name not in list_published():
            names = sorted(file.name.removeprefix(f"{folder.name}.") for file in folder.glob(f"{folder.name}.*.src"))
            pairs = [match["pair"] for name in names if (match := _SOURCE.fullmatch(name))]
            if pairs:
                description = f"Test set of your own in {folder}"
                langpairs: dict[str, list[str]] = {pair: [] for pair in pairs}
                found[folder.name] = Dataset(
                    name=folder.name, kind="folder", description=description, langpairs=langpairs
                )
    return found


def find_dataset(name: str) -> Dataset:
    """Return a test set by its name.

    Raises:
        SpecError: There is no such test set.
    """
    found = list_published().get(name) or list_own().get(name)
    if found is None:
        import difflib

        near = difflib.get_close_matches(name, [*list_published(), *list_own()], n=1)
        meant = f"Did you mean {near[0]!r}? " if near else ""
        raise SpecError(
            f"there is no test set {name!r}",
            remedy=f"{meant}sacrebleu 2.6.0 and the folder {find_place()} have: {', '.join(get_available_testsets())}",
            command_remedy=f"{meant}All are listed by --list",
        )
    return found


def get_available_testsets() -> list[str]:
    """Return the names of all test sets, as sacrebleu orders them."""
    return sorted({*list_published(), *list_own()}, reverse=True)


def get_available_testsets_for_langpair(langpair: str) -> list[str]:
    """Return the names of the test sets that have a language pair, in either direction."""
    source, _, target = langpair.partition("-")
    target = target.partition("-")[0]
    pairs = {f"{source}-{target}", f"{target}-{source}"}
    everything = {**list_published(), **list_own()}
    return [name for name, dataset in everything.items() if pairs & dataset.langpairs.keys()]


def get_langpairs_for_testset(testset: str) -> list[str]:
    """Return the language pairs of a test set; none if there is no such test set."""
    found = list_published().get(testset) or list_own().get(testset)
    return list(found.langpairs) if found else []


def get_source_file(test_set: str, langpair: str) -> str:
    """Return the file with the source of a test set."""
    return find_dataset(test_set).get_source_file(langpair)


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """Return the files with the references of a test set."""
    return find_dataset(test_set).get_reference_files(langpair)


def get_files(test_set: str, langpair: str) -> list[str]:
    """Return the files with all fields of a test set."""
    return find_dataset(test_set).get_files(langpair)


def download_test_set(test_set: str, langpair: str | None = None) -> list[str]:
    """Return the files of a test set that is in the folder already. Nothing is downloaded.

    Args:
        test_set: The name of the test set.
        langpair: A language pair, or None for all.

    Raises:
        InputError: A file is missing; the message says where it is published.
    """
    dataset = find_dataset(test_set)
    pairs = list(dataset.langpairs) if langpair is None else [langpair]
    return [file for pair in pairs for file in dataset.get_files(pair)]
