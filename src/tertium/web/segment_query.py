"""Which segments a page shows and in which order: all of it stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from tertium.web.workspace import LoadedSet

_LONGEST = 500


@dataclass(frozen=True, kw_only=True)
class SegmentQuery:
    """What is asked for.

    Attributes:
        sort: A metric, with a minus before it for the highest first; empty for the order of the files.
        find: A text that segments have somewhere.
        doc: A document.
        a: The system that is looked at; empty for all.
        b: The system that it is compared with; empty for none.
        page: The number of the page, from 1.
    """

    sort: str = ""
    find: str = ""
    doc: str = ""
    a: str = ""
    b: str = ""
    page: int = 1

    @classmethod
    def read(cls, values: Mapping[str, str], loaded: LoadedSet) -> SegmentQuery:
        """Return the query of an address. What the test set does not have is left out, so that old links work."""
        record = loaded.record
        systems = set(record.systems)
        a, b = (values.get(name, "") for name in ("a", "b"))
        a = a if a in systems else ""
        b = b if b in systems and b != a else ""
        sort = values.get("sort", "")
        if sort != "-" and sort.removeprefix("-") not in record.specs:
            sort = ""
        if not a and (b or sort.removeprefix("-")):
            a = next((name for name in record.systems if name != b), "")
            b = b if a else ""
        page = values.get("page", "")
        return cls(
            sort=sort,
            find=values.get("find", "")[:_LONGEST],
            doc=values.get("doc", "") if record.has_documents else "",
            a=a,
            b=b,
            page=int(page) if page.isascii() and page.isdigit() and 0 < len(page) < 9 else 1,
        )

    @property
    def spec(self) -> str:
        """The metric that segments are sorted by; empty for the order of the files."""
        return self.sort.removeprefix("-")

    def write(self, **changes: object) -> str:
        """Return the end of an address, with some values changed; empty if everything is as usual."""
        values = {
            name: value for name, value in {**vars(self), **changes}.items() if value and (name, value) != ("page", 1)
        }
        return f"?{urlencode(values)}" if values else ""

    def write_order(self, **changes: object) -> str:
        """Return the end of an address without the page: of one segment in this order."""
        return self.write(page=1, **changes)

    def is_quick(self, loaded: LoadedSet) -> bool:
        """Return whether the answer is in memory or takes no time."""
        return not (self.find or self.doc) or loaded.is_kept(*self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return (
            "listed",
            self.spec,
            self.a,
            self.b if self.spec else "",
            self.sort.startswith("-"),
            self.find,
            self.doc,
        )

    def select(self, loaded: LoadedSet) -> NDArray[np.int64]:
        """Return the segments in order, counted from 0."""
        return loaded.listed(
            self.spec,
            self.a,
            self.b if self.spec else "",
            reverse=self.sort.startswith("-"),
            wanted=self.find,
            document=self.doc,
        )
