"""A child process of the server that answers one request after the other.

It is ``python -m tertium.web.api.answering_process``. A process can be ended when its time is over, which a thread
cannot. Requests come on standard input and answers go to standard output, both as a length and JSON. It ends with its
parent, whose end closes standard input.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

MOST_MEMORY = 4 << 30

# A byte that says whether it is an answer, and the length.
HEAD = struct.Struct(">?Q")
LENGTH = struct.Struct(">Q")


def main() -> None:
    """Answer requests until there are none."""
    answers = os.fdopen(os.dup(1), "wb")
    # What libraries print must not be taken for an answer.
    os.dup2(2, 1)
    _limit()
    from tertium.programs import NO_PROGRAMS, forbid_programs
    from tertium.web.api.computing import answer_request
    from tertium.web.api.reach import ClientReach

    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        asked: dict[str, Any] = json.loads(requests.get())
        folder = asked["files"]
        reach = ClientReach(None if folder is None else Path(folder))
        with forbid_programs(NO_PROGRAMS):
            is_answer, data = answer_request(asked["operation"], asked["request"], reach)
        answers.write(HEAD.pack(is_answer, len(data)))
        answers.write(data)
        answers.flush()


def _read(pipe: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Read requests while others are computed: the end of the input is seen at any time."""
    while len(head := pipe.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        requests.put(pipe.read(length))
    os._exit(0)


def _limit() -> None:
    """Take no more memory than this, and less of the processor than the server."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(5)
    forbid_network()


def forbid_network() -> None:
    """Refuse all connections of this process from now on: what names a server is refused before, and this is a net."""

    def refuse(event: str, _: tuple[object, ...]) -> None:
        if event in ("socket.connect", "socket.getaddrinfo", "socket.bind"):
            raise PermissionError("requests of clients may not use the network")

    sys.addaudithook(refuse)


if __name__ == "__main__":
    main()
