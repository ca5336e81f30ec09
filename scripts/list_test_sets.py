"""Writes the catalogue of test sets that ``tertium sacrebleu -t`` knows, from the installed sacrebleu.

Run from the project root::

    python scripts/list_test_sets.py

The catalogue is data, not code: names, descriptions, language pairs, where each is published, how its files are called,
how to cite it, and which documents of WMT 2018 and 2019 are about what. sacrebleu (Apache License 2.0) collected it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import sacrebleu
from sacrebleu.dataset import DATASETS, SUBSETS

OUTPUT = Path(__file__).parents[1] / "src" / "tertium" / "sacrebleu" / "dataset" / "catalogue.json"
KINDS = {
    "FakeSGMLDataset": "sgml",
    "IWSLTXMLDataset": "sgml",
    "WMTAdditionDataset": "mixed",
    "PlainTextDataset": "text",
    "TSVDataset": "tsv",
    "WMTXMLDataset": "xml",
}


def describe(dataset: Any) -> dict[str, Any]:
    """Return what is known about a test set, without what is empty."""
    pairs, references = {}, {}
    for pair, files in dataset.langpairs.items():
        pairs[pair] = [files["path"]] if isinstance(files, dict) else files
        if isinstance(files, dict):
            references[pair] = files["refs"]
    found = {
        "kind": KINDS[type(dataset).__name__],
        "description": dataset.description.strip(),
        "citation": dataset.citation,
        "data": dataset.data,
        "md5": dataset.md5,
        "langpairs": pairs,
        "refs": dataset.kwargs.get("refs"),
        "refs_by_pair": references,
    }
    return {name: value for name, value in found.items() if value}


def main() -> None:
    """Write the catalogue."""
    content = {
        "origin": f"sacrebleu {sacrebleu.__version__}, dataset/__init__.py. Copyright 2017--2018 Amazon.com, Inc. "
        "or its affiliates, and contributors. Apache License 2.0. Written by scripts/list_test_sets.py.",
        "test_sets": {name: describe(dataset) for name, dataset in DATASETS.items()},
        "documents": SUBSETS,
    }
    OUTPUT.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
