"""The web app: a door like the command line. It parses requests, calls rooms and shows their results."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.web.app import make_app
    from tertium.web.server import DEFAULT_PORT, run_server

__all__ = ["DEFAULT_PORT", "make_app", "run_server"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__, {"tertium.web.app": ("make_app",), "tertium.web.server": ("DEFAULT_PORT", "run_server")}
    )
