"""Trees alone: as pictures, and as other programs read them."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.errors import InputError
from tertium.report.drawings.tree_drawing import draw_constituents, draw_dependencies, stack_pictures
from tertium.syntax.brackets import write_brackets
from tertium.syntax.conllu import write_conllu
from tertium.syntax.trees import Constituents, Dependencies


def render_constituents(constituents: Sequence[Constituents], dependencies: Sequence[Dependencies], parser: str) -> str:
    """Return one picture of all constituency trees."""
    _require(constituents, "constituents", parser)
    return stack_pictures([draw_constituents(each) for each in constituents])


def render_dependencies(constituents: Sequence[Constituents], dependencies: Sequence[Dependencies], parser: str) -> str:
    """Return one picture of all dependency trees."""
    _require(dependencies, "dependencies", parser)
    return stack_pictures([draw_dependencies(each) for each in dependencies])


def render_brackets(constituents: Sequence[Constituents], dependencies: Sequence[Dependencies], parser: str) -> str:
    """Return constituency trees in Penn brackets, one per line."""
    _require(constituents, "constituents", parser)
    return "".join(f"{write_brackets(each)}\n" for each in constituents)


def render_conllu(constituents: Sequence[Constituents], dependencies: Sequence[Dependencies], parser: str) -> str:
    """Return dependency trees as CoNLL-U."""
    _require(dependencies, "dependencies", parser)
    return "".join(map(write_conllu, dependencies))


def _require(trees: Sequence[object], what: str, parser: str) -> None:
    if not trees:
        raise InputError(
            f"{parser!r} does not give {what} for this text", remedy="Give another --parser, or a text with words"
        )
