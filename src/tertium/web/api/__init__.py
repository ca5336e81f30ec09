"""The JSON API of the server: one file per request, computed by the rooms in child processes."""

from typing import TYPE_CHECKING

from tertium.lazy import lazy_exports

if TYPE_CHECKING:
    from tertium.web.api.problems import make_problem
    from tertium.web.api.service import Api

__all__ = ["Api", "make_problem"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__, {"tertium.web.api.problems": ("make_problem",), "tertium.web.api.service": ("Api",)}
    )
