"""Which browsers use the link of an annotator, so that a shared link is noticed.

It is known while the server runs, and is stored nowhere.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

# So long after its last request a browser counts as open.
SECONDS_OPEN = 600.0
# So many browsers of a link, and links, are remembered; the oldest are forgotten first.
MOST_BROWSERS = 8
MOST_LINKS = 10_000


class OpenLinks:
    """The browsers that used each link of late.

    Args:
        now: Returns a time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._seen: OrderedDict[str, OrderedDict[str, float]] = OrderedDict()

    def notice(self, link: str, browser: str) -> int | None:
        """Remember that a browser uses a link.

        >>> links = OpenLinks()
        >>> links.notice("Ada", "one"), links.notice("Ada", "two")
        (None, 0)

        Args:
            link: The tag of the annotator.
            browser: A name that only this browser has.

        Returns:
            How many seconds ago another browser used the link last; None if none did of late.
        """
        with self._lock:
            now = self._now()
            browsers = self._seen.setdefault(link, OrderedDict())
            self._seen.move_to_end(link)
            browsers[browser] = now
            browsers.move_to_end(browser)
            for seen in (browsers, self._seen):
                while len(seen) > (MOST_BROWSERS if seen is browsers else MOST_LINKS):
                    seen.popitem(last=False)
            last = max((moment for name, moment in browsers.items() if name != browser), default=None)
        return None if last is None or now - last > SECONDS_OPEN else int(now - last)
