"""Results in notebooks. What shows them stands on a higher floor, so ``registry.VIEWS`` names it by import strings."""

from __future__ import annotations

from tertium import registry


class ShownInNotebooks:
    """A result that notebooks show as HTML: tables, pictures and plots, as pages have them.

    Classes derive from it, and have a line in ``registry.VIEWS``.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return show_in_notebook(self)


def show_in_notebook(result: object) -> str:
    """Return a result as HTML for the page of a notebook: with rules for itself alone, light or dark as the page is.

    Args:
        result: An object of a class that ``registry.VIEWS`` has, or of one derived from it.

    Raises:
        SpecError: There is no view for such objects.
    """
    names = [each.__name__ for each in type(result).__mro__]
    name = next((each for each in names if each in registry.VIEWS), names[0])
    document = registry.load(registry.VIEWS, name, "view of a")(result)
    return str(registry.load(registry.NOTEBOOK_FORMATS, "html", "notebook format")(document))
