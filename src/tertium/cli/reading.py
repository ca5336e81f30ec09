"""From the options of a command to a reader of its test set."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.text.readers import TestSetReader, open_test_set


def open_input(
    hypotheses: Sequence[str],
    references: Sequence[str] | None,
    names: Sequence[str] | None,
    documents: str | None,
    input_format: str,
    columns: str | None,
) -> TestSetReader:
    """The reader of what the options name."""
    return open_test_set(
        hypotheses,
        references or (),
        names=names or None,
        documents=documents,
        format=input_format,
        columns=columns,
    )
