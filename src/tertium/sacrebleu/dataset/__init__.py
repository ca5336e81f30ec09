"""Test sets by sacrebleu's names, from folders of the same layout as its own. Nothing is downloaded."""

from __future__ import annotations

from typing import Any

from tertium.sacrebleu.dataset.catalogue import (
    download_test_set,
    find_dataset,
    get_available_testsets,
    get_available_testsets_for_langpair,
    get_files,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
    list_published,
    list_subjects,
)
from tertium.sacrebleu.dataset.place import find_place
from tertium.sacrebleu.dataset.published import Dataset
from tertium.sacrebleu.dataset.stream import read_stream
from tertium.sacrebleu.dataset.subset import filter_subset, get_available_origlangs, get_available_subsets

__all__ = [
    "DATASETS",
    "SACREBLEU_DIR",
    "SUBSETS",
    "Dataset",
    "download_test_set",
    "filter_subset",
    "find_dataset",
    "find_place",
    "get_available_origlangs",
    "get_available_subsets",
    "get_available_testsets",
    "get_available_testsets_for_langpair",
    "get_files",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
    "read_stream",
]


def __getattr__(name: str) -> Any:
    """Return what is read at first use: the catalogue, and the folder that the environment names now."""
    if name == "DATASETS":
        return list_published()
    if name == "SUBSETS":
        return list_subjects()
    if name == "SACREBLEU_DIR":
        return str(find_place())
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
