"""Use cases as data: for each a request, ``run(request, runtime) -> result`` and ``describe(result, request)``.

The command line, the JSON API, the jobs of the web app and Spark fill requests, and leave the rest to this room.
"""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.usecases.inline import INLINE_USE_CASES, InlineUseCase, Judgment, count_texts_of
    from tertium.usecases.request_file import StoredRequest, digest_file, read_request_file, write_request_file
    from tertium.usecases.table import USE_CASES, load_use_case
    from tertium.usecases.use_case import Estimate, Runtime, UseCase, silence_text_warnings

__all__ = [
    "INLINE_USE_CASES",
    "USE_CASES",
    "Estimate",
    "InlineUseCase",
    "Judgment",
    "Runtime",
    "StoredRequest",
    "UseCase",
    "count_texts_of",
    "digest_file",
    "load_use_case",
    "read_request_file",
    "silence_text_warnings",
    "write_request_file",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "tertium.usecases.inline": ("INLINE_USE_CASES", "InlineUseCase", "Judgment", "count_texts_of"),
            "tertium.usecases.request_file": (
                "StoredRequest",
                "digest_file",
                "read_request_file",
                "write_request_file",
            ),
            "tertium.usecases.table": ("USE_CASES", "load_use_case"),
            "tertium.usecases.use_case": ("Estimate", "Runtime", "UseCase", "silence_text_warnings"),
        },
    )
