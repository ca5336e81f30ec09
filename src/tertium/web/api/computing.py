"""One request computed: in a child process of the server, at once or as a job."""

from __future__ import annotations

import json
import warnings
from typing import Any

from tertium.codec import SCHEMA
from tertium.errors import InputError, InternalError, TertiumError
from tertium.progress import Progress
from tertium.report import write_json
from tertium.web.api.operations import OPERATIONS, OTHER_OPERATIONS, read_request
from tertium.web.api.problems import describe_error
from tertium.web.api.reach import ClientReach

_SMALLER = "Send fewer or shorter texts"


def compute_answer(name: str, data: Any, reach: ClientReach, progress: Progress | None = None) -> bytes:
    """Return the answer to a request as JSON.

    Args:
        name: One of ``OPERATIONS`` or ``OTHER_OPERATIONS``.
        data: The request, which is valid.
        reach: What clients may name.
        progress: Called with the number of segments that were done.

    Raises:
        TertiumError: The request cannot be answered.
    """
    operation = OPERATIONS.get(name) or OTHER_OPERATIONS[name]
    with warnings.catch_warnings():
        # They are for those who wrote the code or the files; a client sees neither.
        warnings.simplefilter("ignore")
        request = read_request(operation, data, reach)
        found = operation.run(request, progress)
        data = found.to_dict(segments=request.segments) if hasattr(request, "segments") else found.to_dict()
        return reach.hide(write_json({"schema": SCHEMA, **data} if name in OPERATIONS else data)).encode("utf-8")


def answer_request(name: str, data: Any, reach: ClientReach) -> tuple[bool, bytes]:
    """Return whether a request could be answered, and the answer or what ``make_problem`` takes, as JSON."""
    try:
        return True, compute_answer(name, data, reach)
    except TertiumError as error:
        return False, _write_problem(error, reach)
    except (MemoryError, RecursionError):
        too_large = InputError("the request needs more memory than it may have", remedy=_SMALLER)
        return False, _write_problem(too_large, reach)
    except Exception as error:  # the client gets an answer, and the server its trace
        import traceback

        traceback.print_exc()
        wrong = InternalError(f"the server failed ({type(error).__name__})", remedy="Report it, with the request")
        return False, _write_problem(wrong, reach)


def _write_problem(error: TertiumError, reach: ClientReach) -> bytes:
    described = {
        name: reach.hide(value) if isinstance(value, str) else value for name, value in describe_error(error).items()
    }
    return json.dumps(described).encode("ascii")
