"""Running the application: where it listens, and what it prints."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

from tertium.errors import InputError
from tertium.programs import NO_PROGRAMS, forbid_programs
from tertium.web.app import LOOPBACK, make_app
from tertium.web.connections import make_config
from tertium.web.demo import fill_demo

DEFAULT_PORT = 8017


def run_server(
    workspace: Path,
    *,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    names: tuple[str, ...] = (),
    files: Path | None = None,
    demo: bool = False,
    say: Callable[[str], None],
) -> None:
    """Serve a workspace until it is stopped.

    Args:
        workspace: The folder.
        host: The address to listen at. Elsewhere than on this machine the organiser needs a token.
        port: The port.
        names: Other names that the server is reached by. With one that is not a name of this machine for itself, the
            organiser needs a token too.
        files: The folder whose files can be chosen in the browser and used by clients of the API; none by default.
        demo: Fill the workspace with the bundled samples first, and print the links of annotators.
        say: What prints where the pages are.

    Raises:
        InputError: The address cannot be used, or another server uses the workspace.
    """
    import uvicorn

    # Behind a server that encrypts we listen on this machine only, and are reached from everywhere by a name.
    local = _is_local(host) and all(map(_is_loopback, names))
    token = None if local else secrets.token_urlsafe(16)
    shown = f"[{host}]" if ":" in host else host
    keys = fill_demo(workspace) if demo else {}
    with _listen(host, port) as listener, forbid_programs(NO_PROGRAMS):
        app = make_app(workspace, hosts=(*LOOPBACK, shown, *names), token=token, files=files)
        address = f"http://{names[0] if names else shown}:{port}"
        say(f"{address}/" if token is None else f"{address}/organise/{token}")
        for name, key in keys.items():
            say(f"{address}/judge/{key} for {name}, who judges")
        uvicorn.Server(make_config(app)).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, before anything is promised."""
    try:
        listener = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, reuse_port=False
        )
        # asyncio does so only for sockets that name their protocol. Without it, each small page waits 40 ms for the
        # acknowledgement of its head.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        raise InputError(
            f"the server cannot listen at {host}, port {port} ({error.strerror})",
            remedy="Give another --port, or stop the other server",
        ) from error


def _is_local(host: str) -> bool:
    if host != "localhost" and not _is_address(host):
        raise InputError(f"{host!r} is not an address", remedy="Give one such as 127.0.0.1 or 0.0.0.0")
    return _is_loopback(host)


def _is_loopback(name: str) -> bool:
    """Return whether a name is one that a machine has for itself alone.

    >>> _is_loopback("LocalHost"), _is_loopback("[::1]"), _is_loopback("evaluation.example.org")
    (True, True, False)
    """
    bare = name.strip("[]")
    return bare.casefold() == "localhost" or (_is_address(bare) and ipaddress.ip_address(bare).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
