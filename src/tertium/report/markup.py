"""HTML that is trusted, as a type: text of any other type is escaped before it stands in a page."""

from __future__ import annotations


class Html(str):
    """HTML of our own making, in which all texts of others are escaped.

    Jinja shows it as it is, and escapes every other string. What is made from it by ``+``, ``join`` or an f-string is a
    plain string again, so that whoever puts pieces together has to say that the whole can be trusted.

    >>> Html("<b>bold</b>").__html__()
    '<b>bold</b>'
    """

    __slots__ = ()

    def __html__(self) -> str:
        """Return the HTML, for templates."""
        return str(self)
