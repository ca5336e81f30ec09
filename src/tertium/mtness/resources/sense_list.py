"""Senses of words that a dictionary does not have: Catalan *trucar* is *llamar*, *cargol* may be a *tornillo*.

One file per language pair in ``senses/``: base form, part of speech, and base forms of the target language, with tabs
between them. They are suggestions like those of the dictionary, and are judged in their sentence like these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError
from tertium.files.lines import iterate_lines

_HERE = Path(__file__).parent / "senses"
PARTS = ("noun", "verb", "adjective", "adverb")
"""What may stand in the second column."""


@dataclass(frozen=True)
class SenseList:
    """More senses of words.

    Attributes:
        senses: The base forms in the target language, by base form and part of speech.
    """

    senses: Mapping[tuple[str, str], Sequence[str]]

    @classmethod
    def read(cls, path: Path) -> SenseList:
        """Read a list.

        Raises:
            InputError: The file is missing, or not such a list.
        """
        found: dict[tuple[str, str], list[str]] = {}
        for number, line in enumerate(iterate_lines(path), 1):
            if not line or line.startswith("#"):
                continue
            cells = line.split("\t")
            targets = cells[-1].split("|")
            if len(cells) != 3 or cells[1] not in PARTS or not cells[0] or not all(targets):
                raise InputError(
                    f"the row is not a word with its senses: {line!r}",
                    file=path,
                    line=number,
                    remedy=f"Write base form, part of speech ({', '.join(PARTS)}) and senses, with tabs between them",
                )
            found.setdefault((cells[0], cells[1]), []).extend(targets)
        return cls(found)

    @classmethod
    def of(cls, source: str, target: str) -> SenseList:
        """Return the list that comes with us for two languages, by their two letters; an empty one if there is none."""
        path = _HERE / f"{source}-{target}.tsv"
        return cls.read(path) if path.is_file() else cls({})

    @cached_property
    def version(self) -> str:
        """A digest, for signatures; empty if there are no senses."""
        rows = "\n".join(f"{word}\t{part}\t{'|'.join(some)}" for (word, part), some in sorted(self.senses.items()))
        return f"senses sha256:{sha256(rows.encode()).hexdigest()[:8]}" if rows else ""

    def find(self, lemma: str, part: str) -> Sequence[str]:
        """Return the senses of a word; empty if there are none."""
        return self.senses.get((lemma, part), ())
