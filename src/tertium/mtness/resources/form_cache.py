"""Cached word forms: those of a corpus, as a tagger knows them, which take seconds to learn.

They are kept in one SQLite file, by the version of the tagger and the description of the corpus. All forms of a corpus
are one row, written in one transaction, with a checksum. A damaged file is deleted and made anew. Where the file
belongs to another program or cannot be written, there is one warning, and forms are learned again in each run.
"""

from __future__ import annotations

import json
import sqlite3
import warnings
import zlib
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path

from tertium.errors import InputError, TertiumWarning
from tertium.files.database import DamagedDatabaseError, Database
from tertium.files.row_sums import sum_row
from tertium.files.user_folders import CACHE_VARIABLE, find_cache_folder
from tertium.mtness.text.tags import Part

# Tables with other columns, or forms that are learned otherwise, would be in a file with another number.
_FILE = "forms-1.sqlite"
_TABLE = (
    "CREATE TABLE forms (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, forms BLOB NOT NULL, checksum BLOB NOT NULL)"
)
# Marks the file as ours: "TrtF".
_APPLICATION = 0x54727446
# Corpora and taggers; a quarter of a megabyte each for a corpus of 20 million words.
_MOST = 32

WordForms = Mapping[tuple[str, Part], tuple[str, ...]]
"""Forms by base form and part of speech."""


def find_form_cache() -> Path:
    """Return the file of cached word forms, in ``TERTIUM_CACHE`` or else in the usual cache folder of the system."""
    return find_cache_folder() / _FILE


class FormStore:
    """Word forms of corpora in an SQLite file.

    Args:
        path: The file, which is created if needed, with its folder; the usual one if None.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = find_form_cache() if path is None else path
        self._database = Database(
            path=self.path,
            kind="cache of word forms",
            tables=(_TABLE,),
            application=_APPLICATION,
            durable=False,
            private=True,
            damaged_remedy="Delete it: word forms are then learned again when they are needed",
            unusable_remedy=f"Set {CACHE_VARIABLE} to a folder that can be written",
        )

    def get(self, tagger: str, corpus: Mapping[str, str], learn: Callable[[], WordForms]) -> WordForms:
        """Return the forms of a corpus, from the file or, if it does not have them, from who can learn them.

        Args:
            tagger: The version of the tagger.
            corpus: The description of the corpus, with its checksum.
            learn: Returns the forms; they are then saved.
        """
        key = _make_key(tagger, corpus)
        found: WordForms | None = None
        usable = True
        try:
            found = self._load(key)
        except DamagedDatabaseError:
            usable = self._delete()
        except InputError as error:
            usable = False
            _warn(error)
        if found is None:
            found = learn()
            if usable:
                self._save(key, found)
        return found

    def check(self) -> int:
        """Read all of the file and compare it with its checksums; return the number of corpora.

        Raises:
            InputError: There is no such file, or it is damaged.
        """
        return self._database.check_query("SELECT key, forms, checksum FROM forms")

    def clear(self) -> None:
        """Delete all forms.

        Raises:
            InputError: The file belongs to another program, or cannot be written.
        """
        self._database.empty("forms")

    def _load(self, key: bytes) -> WordForms | None:
        def select(connection: sqlite3.Connection) -> bytes | None:
            row = connection.execute("SELECT key, forms, checksum FROM forms WHERE key = ?", [key]).fetchone()
            if row is None:
                return None
            self._database.require_sum(row[0], [row[1]], row[2])
            if row[0] != key:
                raise self._database.make_damaged("a row was found under another key")
            return bytes(row[1])

        packed = self._database.read(select) if self.path.exists() else None
        return None if packed is None else _unpack(packed)

    def _save(self, key: bytes, forms: WordForms) -> None:
        packed = _pack(forms)

        def insert(connection: sqlite3.Connection) -> None:
            query = "INSERT OR REPLACE INTO forms (key, forms, checksum) VALUES (?, ?, ?)"
            connection.execute(query, [key, packed, sum_row(key, [packed])])
            connection.execute(
                "DELETE FROM forms WHERE id NOT IN (SELECT id FROM forms ORDER BY id DESC LIMIT ?)", [_MOST]
            )

        try:
            try:
                self._database.write(insert)
            except DamagedDatabaseError:
                if self._delete():
                    self._database.write(insert)
        except InputError as error:
            _warn(error)

    def _delete(self) -> bool:
        try:
            self._database.delete()
        except OSError as error:
            _warn(InputError(f"the cache of word forms is damaged, and cannot be deleted: {error}", file=self.path))
            return False
        return True


def check_form_cache() -> int:
    """Read all cached word forms and compare them with their checksums; return how many corpora there are.

    Raises:
        InputError: There is no cache, or it is damaged.
    """
    return FormStore().check()


def clear_form_cache() -> None:
    """Delete all cached word forms.

    Raises:
        InputError: The file belongs to another program, or cannot be written.
    """
    FormStore().clear()


def _warn(error: InputError) -> None:
    message = str(error).rstrip(".")
    warnings.warn(TertiumWarning(f"{message}. Word forms are not cached in this run"), stacklevel=2)


def _make_key(tagger: str, corpus: Mapping[str, str]) -> bytes:
    return blake2b(json.dumps([tagger, sorted(corpus.items())]).encode(), digest_size=16).digest()


def _pack(forms: WordForms) -> bytes:
    rows = [[lemma, str(part), *words] for (lemma, part), words in forms.items()]
    return zlib.compress(json.dumps(rows, ensure_ascii=False).encode())


def _unpack(packed: bytes) -> WordForms:
    parts = {str(part): part for part in Part}
    rows: list[list[str]] = json.loads(zlib.decompress(packed))
    return {(lemma, parts[part]): tuple(words) for lemma, part, *words in rows}
