"""METEOR as NLTK has it, over the WordNet of Debian (``apt-get install wordnet-base``) instead of a download.

Its alignment is greedy from the right, whatever its documentation says of crossings, and it looks up stems in WordNet
where it should look up words.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import IO

import nltk.data
import pytest
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.data import FileSystemPathPointer
from nltk.translate.meteor_score import meteor_score

WORDNET = Path("/usr/share/wordnet")
LEXICOGRAPHER_FILES = 45


class DebianWordNet(WordNetCorpusReader):
    """NLTK's reader without the one file that Debian leaves out, the names of the lexicographers' files."""

    def open(self, file: str) -> IO[str]:
        if file == "lexnames":
            return io.StringIO("".join(f"{number:02d}\tfile{number}\t1\n" for number in range(LEXICOGRAPHER_FILES)))
        return super().open(file)

    def map_wn(self, version: str = "wordnet") -> None:
        """Nothing: this is about other versions of WordNet, for other languages."""


def why_not() -> str:
    """Why it cannot run here, empty if it can."""
    if not (WORDNET / "index.noun").is_file():
        return f"NO WORDNET: {WORDNET} is absent (apt-get install wordnet-base), so NLTK's METEOR cannot run here"
    return ""


def require() -> None:
    """Skips the calling test, and says why, where it cannot run."""
    if reason := why_not():
        pytest.skip(reason)


@cache
def load_wordnet() -> WordNetCorpusReader:
    """WordNet 3.0, loaded once: it takes some seconds."""
    if str(WORDNET) not in nltk.data.path:
        nltk.data.path.append(str(WORDNET))  # NLTK reads in the folders of this list only
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that other languages are not there
        return DebianWordNet(FileSystemPathPointer(str(WORDNET)), None)


def score_segments(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """The score of each segment, on words between spaces and with NLTK's own lower-casing, stems and synonyms."""
    wordnet = load_wordnet()
    return [
        meteor_score([each.split() for each in its], hypothesis.split(), wordnet=wordnet)
        for hypothesis, its in zip(hypotheses, references, strict=True)
    ]
