"""Corpora in which pages may count: indexes below certain folders, and the sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.corpus import open_index
from tertium.errors import TertiumError
from tertium.samples import mtness as samples

SAMPLE = "sample"


@dataclass(frozen=True)
class CountedCorpus:
    """A corpus that can be chosen.

    Attributes:
        name: What it is called on pages and in requests.
        spec: What counts in it, as ``open_counts`` takes it.
        language: Its language; empty if it is not known.
        tokens: Its size in words and marks; 0 if it is not known.
    """

    name: str
    spec: str
    language: str = ""
    tokens: int = 0


def list_corpora(folders: Sequence[Path]) -> list[CountedCorpus]:
    """Return the indexes in some folders, and the sample corpus, which is only good for trying things out.

    Args:
        folders: Folders of indexes, as ``tertium index build`` makes them.
    """
    found = []
    for folder in folders:
        for path in sorted(folder.glob("*/manifest.json")) if folder.is_dir() else ():
            try:
                index = open_index(path.parent)
            except TertiumError:
                continue  # damaged, or being built
            name = path.parent.name
            found.append(
                CountedCorpus(name, f"index({path.parent.resolve()})", index.normalisation.language, index.tokens)
            )
    return [*found, CountedCorpus(SAMPLE, f"scan({samples.path('corpus.es.txt')})", "es")]


def choose_corpus(corpora: Sequence[CountedCorpus], language: str) -> CountedCorpus | None:
    """Return the largest corpus of a language; None if there is none."""
    fitting = [each for each in corpora if each.language in ("", language)]
    return max(fitting, key=lambda each: each.tokens, default=None)
