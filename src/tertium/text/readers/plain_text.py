"""Plain text: one segment per line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tertium.files.lines import read_line_blocks
from tertium.text.readers.segment_run import MARK_DROPPED, Request, SegmentRun


def read(request: Request) -> Iterator[SegmentRun]:
    """Read a file with one segment per line, in the role that it was given."""
    for block in read_line_blocks(request.path, block_size=request.block_size):
        if block.done + block.count <= request.skip:
            yield SegmentRun(length=block.count)
            continue
        lines = block.split()
        # Only the first line may have begun before the block.
        run = SegmentRun.of_role(request.role, lines, len(lines[0]) + request.block_size)
        # The mark would be part of the first segment for a program that does not know it.
        yield replace(run, changes=(MARK_DROPPED,)) if block.marked else run
