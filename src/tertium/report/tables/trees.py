"""The document of a parse: the tree line by line, its brackets, and its dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tertium.frame import Frame
from tertium.registry import TREE_FORMATS
from tertium.report.blocks import Pictures, Table, Tables
from tertium.report.cells import Number
from tertium.report.document import Document, offer
from tertium.syntax.brackets import write_brackets
from tertium.syntax.trees import ROOT, Constituents, Dependencies

# Spaces at the beginning of a cell are lost in most formats, and lines are in no font of LaTeX.
_INDENT = "· "
# Deeper nodes would leave no room for words on a terminal: their level is written as a number.
_MOST_INDENTS = 24


def describe_parse(
    constituents: Sequence[Constituents],
    dependencies: Sequence[Dependencies],
    title: str = "Trees",
    notes: Sequence[str] = (),
    parser: str = "",
) -> Document:
    """Describe trees: pictures, tables, one row per word, and all of it as data.

    Args:
        constituents: One tree per sentence; empty if they are unknown.
        dependencies: One tree per sentence; empty if they are unknown.
        title: The title.
        notes: Notes below the last table, such as the parser.
        parser: The parser's name, for the error where there are no trees of the kind that a format shows.
    """
    count = max(len(constituents), len(dependencies))
    names = [f" {number + 1}" if count > 1 else "" for number in range(count)]

    def make_tables() -> list[Table]:
        tables: list[Table] = []
        for number, which in enumerate(names):
            if number < len(constituents):
                tree = constituents[number]
                tables += [constituent_table(tree, which), bracket_table(tree, which)]
            if number < len(dependencies):
                tables.append(dependency_table(dependencies[number], which))
        if not tables:
            tables.append(Table(columns=("", "count"), cells=[("trees", Number(0, "d"))]))
        tables[-1] = replace(tables[-1], notes=notes)
        return tables

    def make_pictures() -> Iterator[str]:
        from tertium.report.drawings.tree_drawing import draw_constituents, draw_dependencies

        for number, which in enumerate(names):
            if number < len(constituents):
                yield draw_constituents(constituents[number], name=f"Constituents{which}")
            if number < len(dependencies):
                yield draw_dependencies(dependencies[number], name=f"Dependencies{which}")

    def make_data() -> dict[str, Any]:
        return {
            "constituents": [constituent_data(tree) for tree in constituents],
            "dependencies": [dependency_data(tree) for tree in dependencies],
        }

    return Document(
        title=title,
        blocks=[Pictures(make_pictures), Tables(make_tables)],
        make_frame=lambda: word_frame(constituents, dependencies),
        make_data=make_data,
        alone=offer(TREE_FORMATS, constituents, dependencies, parser),
    )


def constituent_table(tree: Constituents, which: str = "") -> Table:
    """List the nodes, each indented below its parent; deep levels are written as numbers."""
    depths: list[int] = []
    for parent in tree.parents:
        depths.append(0 if parent == ROOT else depths[parent] + 1)
    rows = [
        (_indent(depth) + label, word or "") for depth, label, word in zip(depths, tree.labels, tree.words, strict=True)
    ]
    is_deep = max(depths, default=0) > _MOST_INDENTS
    notes = [f"[{_MOST_INDENTS + 1}] and higher: the level of a node; the root has level 0"] if is_deep else []
    title = f"Constituents{which}"
    return Table(columns=("node", "word"), cells=rows, title=title, notes=notes, text_columns=2, sortable=False)


def bracket_table(tree: Constituents, which: str = "") -> Table:
    """Write the tree on one line."""
    rows = [(write_brackets(tree),)] if tree.labels else []
    return Table(columns=("brackets",), cells=rows, title=f"Brackets{which}")


def dependency_table(tree: Dependencies, which: str = "") -> Table:
    """List the words, numbered from 1, with their heads."""
    rows = [
        (
            str(at + 1),
            tree.words[at],
            tree.tags[at],
            tree.relations[at],
            "" if tree.heads[at] == ROOT else f"{tree.words[tree.heads[at]]} ({tree.heads[at] + 1})",
        )
        for at in range(len(tree.words))
    ]
    return Table(
        columns=("", "word", "tag", "relation", "head"), cells=rows, title=f"Dependencies{which}", text_columns=5
    )


def word_frame(constituents: Sequence[Constituents], dependencies: Sequence[Dependencies]) -> Frame:
    """Return one row per word, with the columns of CoNLL-U; heads count from 1, and the head of a root is 0."""
    rows: list[tuple[str, ...]] = []
    if dependencies:
        for number, tree in enumerate(dependencies, start=1):
            columns = zip(tree.words, tree.tags, tree.heads, tree.relations, strict=True)
            rows += [
                (str(number), str(at), word, tag, str(head + 1), relation)
                for at, (word, tag, head, relation) in enumerate(columns, start=1)
            ]
    else:
        for number, brackets in enumerate(constituents, start=1):
            rows += [
                (str(number), str(at), brackets.words[leaf] or "", brackets.labels[leaf], "", "")
                for at, leaf in enumerate(brackets.leaves, start=1)
            ]
    names = ("sentence", "id", "form", "xpos", "head", "deprel")
    return Frame({name: [row[at] for row in rows] for at, name in enumerate(names)})


def constituent_data(tree: Constituents) -> dict[str, Any]:
    """Return a constituency tree for JSON: brackets, and nodes with parents from 0, or -1 for none."""
    return {
        "brackets": write_brackets(tree) if tree.labels else "",
        "labels": list(tree.labels),
        "parents": list(tree.parents),
        "words": list(tree.words),
    }


def dependency_data(tree: Dependencies) -> dict[str, Any]:
    """Return a dependency tree for JSON; heads count from 0, and the head of a root is -1."""
    return {name: list(getattr(tree, name)) for name in ("words", "tags", "heads", "relations")}


def _indent(depth: int) -> str:
    return _INDENT * depth if depth <= _MOST_INDENTS else f"{_INDENT * _MOST_INDENTS}[{depth}] "
