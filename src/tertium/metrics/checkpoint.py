"""Files with the sums so far of a long run, from which it goes on if it was stopped.

A checkpoint belongs to one run: the same files, unchanged, the same metrics and options, the same version. It begins
with a line that names the format and the checksum of the rest, which is JSON. Numbers are stored as they are in memory,
so that a run that went on gives the same result as one that was never stopped, to the last bit.
"""

from __future__ import annotations

import json
import time
import warnings
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tertium.errors import InputError, TertiumWarning
from tertium.files.opening import explaining_os_errors, shown
from tertium.files.whole import write_whole
from tertium.metrics.metric import Metric
from tertium.metrics.run_identity import RunIdentity
from tertium.metrics.signature import ReferenceCounts
from tertium.metrics.tallying import Collection, Tallies
from tertium.text.readers import Passage, Place, TestSetReader
from tertium.types import Array, TestSet

_MAGIC = b"tertium-checkpoint 1 "
# Seconds between two saves; and how much longer than the save itself, if that takes long.
_PAUSE = 5.0
_LARGEST_PART = 20
_ANEW = "remove it to begin anew"


class Checkpoint:
    """The file with the state of a run.

    >>> checkpoint = Checkpoint("no-such-run.checkpoint")
    >>> checkpoint.resumed
    0

    Args:
        path: The file. It is made if it does not exist; if it does, the run goes on there.

    Attributes:
        resumed: After how many segments the run went on; 0 if it began anew.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.resumed = 0
        self._identity: RunIdentity | None = None
        self._place = Place()
        self._next_save = 0.0

    def open(self, reader: TestSetReader, metrics: Mapping[str, Metric], *, by_document: bool) -> Collection:
        """Begin the run, or go on with it.

        Returns:
            What was collected so far.

        Raises:
            InputError: The file is damaged or belongs to another run, or cannot be made.
        """
        self._identity = RunIdentity.of(reader, metrics, by_document=by_document)
        self._next_save = time.monotonic() + _PAUSE
        if not self.path.exists():
            if not self.path.parent.is_dir():
                raise InputError("there is no such folder", file=self.path.parent, remedy="Make it, or give another")
            return Collection()
        state = self._load()
        if difference := RunIdentity.from_dict(state["run"]).find_difference(self._identity):
            raise InputError(
                f"this checkpoint is of another run: {difference}",
                file=shown(str(self.path)),
                remedy=f"Give the same files, metrics and options to go on with that run, or {_ANEW}",
            )
        self._place = Place.from_dict(state["place"])
        found = _read_collection(state)
        self.resumed = found.count
        return found

    @property
    def place(self) -> Place:
        """Where to begin to read."""
        return self._place

    def pass_through(self, passages: Iterator[Passage], size: int) -> Iterator[TestSet]:
        """Yield the segments of some runs in batches of at most ``size``, without those that were counted before."""
        counted = self.resumed - self._place.segments
        for passage in passages:
            self._place = passage.start
            for batch in passage.segments.batches(size):
                if counted > 0:
                    counted -= len(batch)
                else:
                    yield batch
            self._place = passage.end

    def offer(self, found: Collection) -> None:
        """Save what was collected, if the last save was some seconds ago. If that fails, the run goes on.

        Warns:
            TertiumWarning: The file cannot be written.
        """
        start = time.monotonic()
        if start < self._next_save:
            return
        try:
            self.save(found)
        except InputError as error:
            warnings.warn(TertiumWarning(f"{error.message} ({self.path}); the run goes on"), stacklevel=2)
        now = time.monotonic()
        self._next_save = now + max(_PAUSE, _LARGEST_PART * (now - start))

    def save(self, found: Collection) -> None:
        """Write what was collected, in one step, so that the file is whole whenever the run is stopped.

        Raises:
            InputError: The file cannot be written.
        """
        if self._identity is None:
            raise ValueError("the checkpoint was not opened")
        state = {"run": self._identity.to_dict(), "place": self._place.to_dict(), **_write_collection(found)}
        content = json.dumps(state).encode("ascii")
        write_whole(_MAGIC + _digest(content) + b"\n" + content, self.path)

    def remove(self) -> None:
        """Remove the file, when its run is complete."""
        self.path.unlink(missing_ok=True)

    def _load(self) -> dict[str, Any]:
        name = shown(str(self.path))
        with explaining_os_errors(str(self.path)):
            head, _, content = self.path.read_bytes().partition(b"\n")
        if not head.startswith(_MAGIC):
            raise InputError(
                "this is not a checkpoint of this version of Tertium",
                file=name,
                remedy="Give the name of a file that does not exist yet, or that a run like this one wrote",
            )
        if head.removeprefix(_MAGIC) != _digest(content):
            raise InputError("the checkpoint is damaged", file=name, remedy=_ANEW.capitalize())
        state: dict[str, Any] = json.loads(content)
        return state


def _write_collection(found: Collection) -> dict[str, Any]:
    documents = list(found.documents)
    return {
        "count": found.count,
        "references": [found.references.fewest, found.references.most],
        "documents": documents,
        "changes": list(found.changes),
        "tallies": {
            system: {
                spec: [_pack(tallies.total), [_pack(tallies.documents[name]) for name in documents]]
                for spec, tallies in by_spec.items()
            }
            for system, by_spec in found.tallies.items()
        },
    }


def _read_collection(state: Mapping[str, Any]) -> Collection:
    documents = state["documents"]
    return Collection(
        tallies={
            system: {
                spec: Tallies(
                    _unpack(total),
                    documents={name: _unpack(row) for name, row in zip(documents, rows, strict=True)},
                )
                for spec, (total, rows) in by_spec.items()
            }
            for system, by_spec in state["tallies"].items()
        },
        count=state["count"],
        references=ReferenceCounts(*state["references"]),
        documents=dict.fromkeys(documents),
        changes=dict.fromkeys(state["changes"]),
    )


def _pack(row: Array) -> str:
    return b64encode(np.ascontiguousarray(row, dtype="<f8").tobytes()).decode("ascii")


def _unpack(text: str) -> Array:
    return np.frombuffer(b64decode(text), dtype="<f8").astype(np.float64)


def _digest(content: bytes) -> bytes:
    # OpenSSL, which this brings along, takes 4 MB of every run, and few runs write checkpoints.
    from hashlib import sha256

    return sha256(content).hexdigest().encode("ascii")
