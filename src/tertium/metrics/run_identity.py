"""What makes a run the same run: its files, metrics and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from tertium._core import __version__
from tertium.errors import InputError
from tertium.files.opening import STDIN, explaining_os_errors, shown
from tertium.metrics.metric import Metric
from tertium.metrics.signature import write_signature
from tertium.text.readers import TestSetReader
from tertium.types import BATCH, LARGEST_BATCH


@dataclass(frozen=True, kw_only=True)
class RunFile:
    """One file of a run.

    Attributes:
        path: Where it is.
        role: What it was given for.
        format: How it is read.
        size: Its bytes.
        modified: When it was last written, in nanoseconds.
    """

    path: str
    role: str
    format: str
    size: int
    modified: int


@dataclass(frozen=True)
class RunIdentity:
    """All that the sums of a run depend on.

    Attributes:
        version: The version of Tertium.
        metrics: The signature of each metric, by the spec that it was asked for.
        files: The files.
        options: Everything else, by its name.
    """

    version: str
    metrics: Mapping[str, str]
    files: Sequence[RunFile]
    options: Mapping[str, str]

    @classmethod
    def of(cls, reader: TestSetReader, metrics: Mapping[str, Metric], *, by_document: bool) -> Self:
        """Return that of a run.

        Raises:
            InputError: A file is standard input, which cannot be read again, or does not exist.
        """
        options = {
            "names of systems": reader.names,
            "columns": [asdict(request.columns) for request in reader.requests],
            "languages": [reader.language, *(request.source_language for request in reader.requests)],
            "unescaping": reader.unescape,
            "normal form": reader.normalise,
            "check of the text": reader.check_text,
            "scores by document": by_document,
            "sizes of batches": [BATCH, LARGEST_BATCH, *(metric.batch_size for metric in metrics.values())],
        }
        return cls(
            __version__,
            {spec: write_signature(metric, 0) for spec, metric in metrics.items()},
            [_look_at(request.path, request.role, request.format) for request in reader.requests],
            {name: repr(value) for name, value in options.items()},
        )

    def find_difference(self, other: RunIdentity) -> str:
        """Return how another run differs, as a sentence without a full stop; empty if it does not."""
        if self.version != other.version:
            return f"it is of Tertium {self.version}, and this is {other.version}"
        if list(self.metrics) != list(other.metrics):
            return f"its metrics are {', '.join(self.metrics)}, and not {', '.join(other.metrics)}"
        for spec, signature in self.metrics.items():
            if signature != other.metrics[spec]:
                return f"its {spec} is {signature}, and not {other.metrics[spec]}"
        if difference := _compare_files(self.files, other.files):
            return difference
        differing = (name for name, value in self.options.items() if other.options.get(name) != value)
        return next((f"the option for the {name} is another" for name in differing), "")

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)

    @classmethod
    def from_dict(cls, written: Mapping[str, Any]) -> Self:
        """Return an identity as it was before ``to_dict``."""
        files = [RunFile(**file) for file in written["files"]]
        return cls(written["version"], written["metrics"], files, written["options"])


def _look_at(path: str, role: str, format_name: str) -> RunFile:
    if path == STDIN:
        raise InputError(
            "a run that reads standard input cannot go on later", file="stdin", remedy="Give the name of a file"
        )
    with explaining_os_errors(path):
        found = Path(path).stat()
    return RunFile(
        path=str(Path(path).resolve()),
        role=role,
        format=format_name,
        size=found.st_size,
        modified=found.st_mtime_ns,
    )


def _compare_files(before: Sequence[RunFile], now: Sequence[RunFile]) -> str:
    names = [[(file.path, file.role, file.format) for file in files] for files in (before, now)]
    if names[0] != names[1]:
        listed = [", ".join(shown(file.path) for file in files) for files in (before, now)]
        if listed[0] == listed[1]:
            return "its files were read in another role or format"
        return f"its files are {listed[0]}, and not {listed[1]}"
    for old, new in zip(before, now, strict=True):
        if old.size != new.size:
            return f"{shown(new.path)} has changed since: it had {old.size:,} bytes, and has {new.size:,}"
        if old.modified != new.modified:
            return f"{shown(new.path)} was written again since"
    return ""
