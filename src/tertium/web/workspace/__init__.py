"""The workspace of the web app: a folder with test sets, their scores, and jobs."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.web.workspace.file_store import FileStore, IncomingFile, StoredFile, TooLargeError
    from tertium.web.workspace.job_records import Job, JobProgress
    from tertium.web.workspace.jobs import RETRY_SECONDS, BusyError
    from tertium.web.workspace.loaded_set import LoadedSet, Neighbours, find_neighbours
    from tertium.web.workspace.records import MissingRecordError, ScoreTable, StoredSegment, StoredTestSet
    from tertium.web.workspace.store import Workspace

__all__ = [
    "RETRY_SECONDS",
    "BusyError",
    "FileStore",
    "IncomingFile",
    "Job",
    "JobProgress",
    "LoadedSet",
    "MissingRecordError",
    "Neighbours",
    "ScoreTable",
    "StoredFile",
    "StoredSegment",
    "StoredTestSet",
    "TooLargeError",
    "Workspace",
    "find_neighbours",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.web.workspace.file_store": ("FileStore", "IncomingFile", "StoredFile", "TooLargeError"),
            "tertium.web.workspace.job_records": ("Job", "JobProgress"),
            "tertium.web.workspace.jobs": ("RETRY_SECONDS", "BusyError"),
            "tertium.web.workspace.loaded_set": ("LoadedSet", "Neighbours", "find_neighbours"),
            "tertium.web.workspace.records": ("MissingRecordError", "ScoreTable", "StoredSegment", "StoredTestSet"),
            "tertium.web.workspace.store": ("Workspace",),
        },
    )
