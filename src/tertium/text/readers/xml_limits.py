"""What no XML file may have, since a small one would then take much memory or time.

Definitions of entities are refused, and no other file is ever read. Names of namespaces and defaults of attributes
count once for each element that they are of, so that they are limited. So are single tags and comments, which some
versions of the parser read again with each block of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tertium.errors import InputError

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

LONGEST_NAMESPACE = 1000
"""How many characters the name of a namespace may have."""
MOST_DEFAULTS = 1000
"""How many characters all defaults of attributes may have together; each attribute counts as one more."""
LONGEST_TAG = 4 << 20
"""How many bytes a tag or a comment may have."""

_NO_ENTITIES = "Remove the DOCTYPE, and write the text itself"
_CHECK = "Check that the file is what it should be"


class XmlLimits:
    """The limits of one file.

    Args:
        parser: The parser of the file, whose handlers of definitions are set.
        make_error: Returns the error for a problem and its remedy, at the current line.
    """

    def __init__(self, parser: XMLParserType, make_error: Callable[[str, str], InputError]) -> None:
        self._parser, self._make_error = parser, make_error
        self._defaults = self._fed = 0
        parser.EntityDeclHandler = self._refuse_definition
        parser.SkippedEntityHandler = self._refuse_unknown
        parser.AttlistDeclHandler = self._count_default
        parser.StartNamespaceDeclHandler = self._check_namespace

    def feed(self, block: bytes) -> None:
        """Parse a block of the file.

        Raises:
            InputError: The file has what is refused.
            ExpatError: The file is not well-formed.
        """
        self._parser.Parse(block, False)
        self._fed += len(block)
        if self._fed - self._parser.CurrentByteIndex > LONGEST_TAG + len(block):
            raise self._make_error(f"a tag or comment is longer than {LONGEST_TAG >> 20} MiB", _CHECK)

    def _refuse_definition(self, name: str, *_: object) -> None:
        raise self._make_error(f"the file defines the entity {name!r}, which is refused", _NO_ENTITIES)

    def _refuse_unknown(self, name: str, *_: object) -> None:
        # With a DOCTYPE that points elsewhere, the parser would omit the entity silently.
        raise self._make_error(f"the entity {name!r} is not defined in the file", _NO_ENTITIES)

    def _count_default(self, _element: str, _name: str, _kind: str, default: str | None, _required: int) -> None:
        self._defaults += 1 + len(default or "")
        if self._defaults > MOST_DEFAULTS:
            problem = f"the defaults of attributes that the file defines have more than {MOST_DEFAULTS:,} characters"
            raise self._make_error(problem, "Remove the DOCTYPE, and write the attributes themselves")

    def _check_namespace(self, _: str | None, name: str | None) -> None:
        if len(name or "") > LONGEST_NAMESPACE:
            raise self._make_error(f"a namespace has more than {LONGEST_NAMESPACE:,} characters", _CHECK)
