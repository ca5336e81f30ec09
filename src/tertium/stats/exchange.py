"""What changes places between two metrics: whole systems, whole segments, or both.

Deutsch, Dror and Roth (2021) call these PERM-SYSTEMS, PERM-INPUTS and PERM-BOTH. A cell is exchanged if its system is
or its segment is, but not if both are. So a resample is two lists of yes and no.

They are drawn at random, unless all the exchanges there are can be listed with no more work: n systems have only 2^n.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.registry import unknown
from tertium.types import Matrix

EXCHANGES = ("systems", "segments", "both")

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Exchanges:
    """What changes places in each resample.

    Attributes:
        systems: One row per resample, one column per system.
        segments: One row per resample, one column per segment.
    """

    systems: Mask
    segments: Mask

    def __len__(self) -> int:
        return len(self.systems)

    def __getitem__(self, part: slice) -> Exchanges:
        """Return some of the resamples."""
        return Exchanges(self.systems[part], self.segments[part])

    def cells(self, index: int) -> Mask:
        """Return the cells that change places in one resample, systems by segments."""
        exchanged: Mask = self.systems[index][:, None] ^ self.segments[index]
        return exchanged

    def transposed(self) -> Exchanges:
        """Return the same for matrices of segments by systems."""
        return Exchanges(self.segments, self.systems)


def draw_exchanges(systems: int, segments: int, exchange: str, resamples: int, seed: int) -> Exchanges:
    """Draw what changes places, each with an even chance; the same for a seed on every machine.

    Args:
        systems: How many systems there are.
        segments: How many segments there are.
        exchange: ``systems``, ``segments`` or ``both``.
        resamples: How many draws to make.
        seed: Of the draws.
    """
    if exchange not in EXCHANGES:
        raise unknown("exchange", exchange, EXCHANGES)
    bits = np.random.PCG64(seed)
    by_system, by_segment = _draw_bits(bits, resamples, systems), _draw_bits(bits, resamples, segments)
    return Exchanges(by_system & (exchange != "segments"), by_segment & (exchange != "systems"))


def _draw_bits(bits: np.random.PCG64, rows: int, columns: int) -> Mask:
    words = -(-columns // 64)
    # In a fixed order of bytes, since machines differ in theirs.
    raw = np.asarray(bits.random_raw(rows * words), dtype="<u8").reshape(rows, words)
    return np.unpackbits(raw.view(np.uint8), axis=1, bitorder="little", count=columns).astype(np.bool_)


def find_movable(human: Matrix, segments: int, level: str) -> tuple[Mask, Mask]:
    """Return the systems and the segments that can matter if they change places: those that people judged.

    Args:
        human: People's scores, systems by segments.
        segments: How many segments the metrics have.
        level: One of ``tertium.registry.LEVELS``; at ``system`` people may have judged other segments, or whole
            systems, and all of the metrics' segments matter.
    """
    judged = ~np.isnan(human)
    rows: Mask = np.logical_or.reduce(judged, axis=1)
    columns: Mask = np.ones(segments, dtype=np.bool_) if level == "system" else np.logical_or.reduce(judged, axis=0)
    return rows, columns


def count_exchanges(systems: Mask, segments: Mask, exchange: str) -> int:
    """Return the number of different exchanges of these systems, segments or both; no exchange counts as one."""
    return 1 << _count_free(systems, segments, exchange)


def list_exchanges(systems: Mask, segments: Mask, exchange: str) -> Exchanges:
    """Return every exchange there is, each once; the first is none.

    Args:
        systems: Which systems can change places; the others stay.
        segments: Which segments can.
        exchange: ``systems``, ``segments`` or ``both``.
    """
    if exchange not in EXCHANGES:
        raise unknown("exchange", exchange, EXCHANGES)
    free = _count_free(systems, segments, exchange)
    bits = (np.arange(2**free)[:, None] >> np.arange(free)) & 1 == 1
    found = Exchanges(*(np.zeros((2**free, len(movable)), dtype=np.bool_) for movable in (systems, segments)))
    rows = np.flatnonzero(systems) if exchange != "segments" else np.empty(0, dtype=np.int64)
    # The last ones: of both, the first segment always stays.
    columns = np.flatnonzero(segments)[segments.sum() - (free - len(rows)) :]
    found.systems[:, rows] = bits[:, : len(rows)]
    found.segments[:, columns] = bits[:, len(rows) :]
    return found


def _count_free(systems: Mask, segments: Mask, exchange: str) -> int:
    rows, columns = int(systems.sum()), int(segments.sum())
    if exchange != "both":
        return rows if exchange == "systems" else columns
    # To exchange all systems and all segments is to exchange nothing, so one of them may as well stay.
    return rows + max(0, columns - 1)
