"""Reviews that are open: the findings of a system, and what was decided about them.

A review is made once and kept while its findings stay the same. Decisions are in ``postedit.sqlite`` of the workspace,
which other processes may write too, so each use of a review begins with what is there now.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tertium.postedit import (
    LocalisedText,
    Repository,
    Review,
    is_localisation_file,
    propose_edits,
)
from tertium.text import find_format
from tertium.web.study_files import find_study, read_study
from tertium.web.workspace import Workspace

_KEPT = 8


@dataclass(kw_only=True)
class OpenReview:
    """A system whose findings are reviewed.

    Attributes:
        system: The name of the system.
        data: What the job wrote.
        review: The review; use it while no other thread does.
        facts: The evidence of each finding in words, by its place.
        file: The uploaded file; none if it is not known which one it is.
        file_name: What it was called.
        localised: The same if it has units: XLIFF, TMX, PO.
        lock: Who uses the review.
    """

    system: str
    data: Mapping[str, Any]
    review: Review
    facts: Mapping[tuple[int, int, int], list[str]]
    file: Path | None = None
    file_name: str = ""
    localised: LocalisedText | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Reviews:
    """The reviews of a workspace.

    Args:
        workspace: The workspace.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._repository: Repository | None = None
        self._open: OrderedDict[tuple[object, ...], OpenReview] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def repository(self) -> Repository:
        """Where decisions are kept; it is created when it is first needed."""
        with self._lock:
            if self._repository is None:
                self._repository = Repository(self._workspace.folder / "postedit.sqlite")
            return self._repository

    @contextmanager
    def take(self, identity: int, system: str, annotator: str = "") -> Iterator[OpenReview | None]:
        """Take a review, as it is now; None if the system was not examined yet.

        Args:
            identity: The number of the test set.
            system: The name of the system.
            annotator: Who decides.
        """
        path = find_study(self._workspace, identity, "mtness", system)
        try:
            state = path.stat()
        except FileNotFoundError:
            yield None
            return
        key = (path, state.st_mtime_ns, state.st_size, annotator)
        with self._lock:
            found = self._open.get(key)
        if found is None:
            found = self._make(path, f"set {identity} {system}", system, annotator)
            with self._lock:
                found = self._open.setdefault(key, found)
                while len(self._open) > _KEPT:
                    self._open.popitem(last=False)
        with found.lock:
            found.review.refresh()
            yield found

    def _make(self, path: Path, name: str, system: str, annotator: str) -> OpenReview:
        data = read_study(path) or {}
        proposed = propose_edits(path)
        stored = data.get("file") or {}
        file = self._workspace.files.path(stored["digest"]) if stored else None
        localised = None
        if file is not None and is_localisation_file(stored["name"]):
            # Files of a workspace are named by their content, so the format comes from what they were called.
            localised = LocalisedText(file, find_format(stored["name"], "auto"), proposed.language_pair)
            proposed = localised.attach(proposed)
        return OpenReview(
            system=system,
            data=data,
            review=Review(proposed, self.repository, key=name, annotator=annotator, candidates=True),
            facts={(each["segment"] - 1, each["start"], each["end"]): each["facts"] for each in data["findings"]},
            file=file,
            file_name=stored.get("name", ""),
            localised=localised,
        )
