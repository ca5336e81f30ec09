"""Reading the next part of a file while the one before is worked on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

Item = TypeVar("Item")


class _End:
    """What comes after the last item; an item may be None."""


_END: Final = _End()


def read_ahead(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the same items, and take the next one from them meanwhile, in a thread of its own.

    An error is raised where the item would be that it comes instead of. Whoever stops early waits for one item at most.

    >>> list(read_ahead(range(3)))
    [0, 1, 2]
    """
    iterator = iter(items)

    def take() -> Item | _End:
        return next(iterator, _END)

    with ThreadPoolExecutor(1, thread_name_prefix="tertium-reader") as pool:
        following = pool.submit(take)
        while not isinstance(item := following.result(), _End):
            following = pool.submit(take)
            yield item
            del item  # it would be in memory together with the two after it
