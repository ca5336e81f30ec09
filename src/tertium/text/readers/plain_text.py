"""Plain text: one segment per line."""

from __future__ import annotations

from collections.abc import Iterator

from tertium.files.lines import read_lines
from tertium.text.readers.segment_run import Request, SegmentRun


def read(request: Request) -> Iterator[SegmentRun]:
    """Read a file with one segment per line, in the role that it was given."""
    for batch in read_lines(request.path, block_size=request.block_size):
        # Only the first line may have begun before the block.
        yield SegmentRun.of_role(request.role, batch, len(batch[0]) + request.block_size)
