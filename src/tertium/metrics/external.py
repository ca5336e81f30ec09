"""External metrics: any program of the user that reads segments as JSON lines and writes a score for each.

Neural metrics such as COMET, MetricX and BLEURT need models and libraries that Tertium does not have. A program of a
few lines has them, and Tertium asks it: ``external(python comet_scores.py):source``. The program reads one JSON object
per line, ``{"source": …, "hypothesis": …, "references": […], "last": false}``, and writes one number per line, or an
object with a ``score``. The corpus score is the mean over the segments, ``score = (1 / n) sum_i s_i``.

Only the user of the machine names a command, on the command line or in Python: see ``refuse_local``.

*Our deviations*: none. The scores are those of the program.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

import numpy as np

from tertium.errors import TextError
from tertium.files.keyed_cache import compute_missing
from tertium.metrics.metric import UNSAID, Batch, Metric, ratio
from tertium.metrics.score_cache import SCORE_CACHE, make_score_key, pack_scores, unpack_scores
from tertium.metrics.scoring_programs import ONE_LINE, ReplyError, ScoringProgram
from tertium.metrics.spec import require, require_plain
from tertium.programs import split_command
from tertium.syntax.parser import check_segments
from tertium.types import Array, Matrix

_EXAMPLE = "Write external(COMMAND), such as 'external(python comet_scores.py)'"
# Text files up to this size are part of the signature; of others only size and time count, for the cache.
_LARGEST_TEXT = 1 << 20


@dataclass(frozen=True, kw_only=True)
class External(Metric):
    """The scores of a program.

    Attributes:
        command: The program with its arguments, as one writes it in a shell; no shell is used.
        version: The version of the model, for the signature and the cache.
        label: What tables call it; the spec as given if empty.
        source: Whether the program is given the source segments.
        references: Whether the program is given references; if not, segments need none.
        lower_is_better: Whether a lower score is a better one.
        timeout: How many seconds to wait for the next score, before the program is ended.
        restart: Whether the program is started anew for each batch, since it reads its whole input first.
        cache: Whether scores are cached on disk.
    """

    name: ClassVar[str] = "external"
    summary: ClassVar[str] = "what a program of yours measures"
    argument: ClassVar[str] = "command"
    decimals: ClassVar[int] = 4

    command: str = ""
    version: str = field(default="", metadata=UNSAID)
    label: str = field(default="", metadata=UNSAID)
    source: bool = False
    references: bool = field(default=True, metadata=UNSAID)
    lower_is_better: bool = False
    timeout: float = field(default=600.0, metadata=UNSAID)
    restart: bool = field(default=False, metadata=UNSAID)
    cache: bool = field(default=True, metadata=UNSAID)

    def __post_init__(self) -> None:
        super().__post_init__()
        # In one spelling, in which each parenthesis is quoted.
        object.__setattr__(self, "command", shlex.join(split_command(self.command, remedy=_EXAMPLE)))
        require(0 < self.timeout <= 1e7, f"timeout of external is {self.timeout:g}", "Give seconds, such as 600")
        for name, value in (("version", self.version), ("label", self.label)):
            require_plain(self.name, name, value)

    @property
    def title(self) -> str:
        """As the user says."""
        return self.label

    @property
    def batch_size(self) -> int:
        """A batch is what progress shows, and what is lost when a run is stopped."""
        return 1024

    @property
    def higher_is_better(self) -> bool:
        """As the user says."""
        return not self.lower_is_better

    @property
    def needs_references(self) -> bool:
        """As the user says."""
        return self.references

    @property
    def needs_sources(self) -> bool:
        """As the user says."""
        return self.source

    @property
    def preparation(self) -> Hashable:
        """All programs read text as it is."""
        return self.name

    def settings(self) -> str:
        """Return the metric as a spec, with the command in parentheses."""
        begin = f"{self.name}:command={self.command},"
        return f"{self.name}({self.command}):{super().settings().removeprefix(begin)}"

    def resources(self) -> Mapping[str, str]:
        """Return the script that the command names, with its digest."""
        scripts = [f"{Path(path).name} sha256:{digest[:8]}" for path, digest in self._list_files().items() if digest]
        return {"script": "+".join(scripts)} if scripts else {}

    def prepare(self, segments: Sequence[str], threads: int = 1) -> list[str]:
        """Return the segments as they are."""
        check_segments(segments)
        return list(segments)

    def tally(self, batch: Batch[Sequence[str]], threads: int = 1) -> Matrix:
        """Return the score of each segment, and 1."""
        sources = batch.require_sources(f"{self.name} with source=yes") if self.source else None
        requests: list[dict[str, object]] = []
        for at, hypothesis in enumerate(batch.hypotheses):
            request: dict[str, object] = {} if sources is None else {"source": sources[at]}
            request["hypothesis"] = hypothesis
            if self.references:
                request["references"] = list(batch.references[batch.offsets[at] : batch.offsets[at + 1]])
            requests.append(request)
        program = self._describe_program()
        keys = [make_score_key(program, list(request.items())) for request in requests]

        def ask(places: Sequence[int]) -> list[bytes]:
            return pack_scores(self._ask(requests, places))

        if self.cache:
            packed = SCORE_CACHE.use().complete(keys, ask)
        else:
            found = compute_missing(keys, (), ask)
            packed = [found[key] for key in keys]
        return np.column_stack((unpack_scores(packed), np.ones(len(keys))))

    def score(self, tallies: Matrix) -> Array:
        """Return the mean score of each row's segments."""
        return ratio(tallies[..., 0], tallies[..., 1])

    def _ask(self, requests: Sequence[dict[str, object]], todo: Sequence[int]) -> list[float]:
        """Return the scores of some segments."""
        program = ScoringProgram(tuple(self._split()), self.timeout, self.restart)
        try:
            return program.ask([requests[at] for at in todo])
        except ReplyError as error:
            problem = f"got from {program.name} the line {error}"
            raise TextError(problem, index=todo[error.place], remedy=ONE_LINE) from error

    def _split(self) -> list[str]:
        return split_command(self.command, remedy=_EXAMPLE)

    def _list_files(self) -> dict[str, str]:
        """Return the files that decide what runs, the program and its script, with the digests of small texts.

        Files that are named after them may be logs, which change with every run.
        """
        found = {}
        for number, word in enumerate(self._split()):
            stamp = _look_at(word)
            if stamp is not None:
                found[word] = _digest(word, *stamp)
                if number or found[word]:
                    break
        return found

    def _describe_program(self) -> str:
        """Return all that is known to change the scores: the command, its version, and its script."""
        files = [(path, digest or _look_at(path)) for path, digest in self._list_files().items()]
        return json.dumps([self._split(), self.version, files])


def _look_at(path: str) -> tuple[int, int] | None:
    """Return the size of a file and when it was written; None if there is no such file."""
    try:
        found = Path(path).stat() if Path(path).is_file() else None
    except (OSError, ValueError):
        return None
    return None if found is None else (found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=64)
def _digest(path: str, size: int, modified: int) -> str:
    """Return the digest of a file; empty for one that is large, or not a text, such as the interpreter itself."""
    if size > _LARGEST_TEXT:
        return ""
    try:
        content = Path(path).read_bytes()
    except OSError:  # only the program may read it, perhaps
        return ""
    return "" if b"\0" in content else sha256(content).hexdigest()
