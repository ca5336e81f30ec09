"""CoNLL-U, the format of Universal Dependencies: a line a word, ten columns, an empty line after each sentence.

Any labels may stand in it: those of Universal Dependencies, or those of the Penn Treebank's converters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from tertium.errors import InputError, SpecError
from tertium.syntax.trees import ROOT, Dependencies

UNIVERSAL_TAGS = frozenset(
    (
        *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM"),
        *("PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"),
    )
)

_COLUMNS = 10
_WORD = re.compile(r"[0-9]+")
# Ranges of multiword tokens (1-2) and nodes of the enhanced graph (8.1): neither is a word of the tree.
_OTHER = re.compile(r"[0-9]+-[0-9]+|[0-9]+\.[0-9]+")
_NOT_IN_A_FIELD = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")


def read_conllu(text: str, tags: Literal["xpos", "upos"] = "xpos") -> list[Dependencies]:
    """Reads the basic trees; comments, multiword tokens and empty nodes are passed over.

    Args:
        text: Any number of sentences.
        tags: Which tags to take, the language's own or the universal ones; where a word does not have it, the other.

    Returns:
        A tree a sentence.

    Raises:
        InputError: If a line has not ten columns, ids are not in order, a head is not there, or heads run in a circle.
    """
    if tags not in ("xpos", "upos"):
        raise SpecError(f"there are no tags {tags!r}", remedy="Choose 'xpos' or 'upos'")
    trees: list[Dependencies] = []
    rows: list[tuple[int, list[str]]] = []
    for number, raw in enumerate([*text.removeprefix("\ufeff").split("\n"), ""], start=1):
        line = raw.removesuffix("\r")
        if line.startswith("#") and not rows:
            continue
        if line.strip(" \t"):
            fields = _split(line, number)
            if fields is not None:
                rows.append((number, fields))
        elif rows:
            trees.append(_make_tree(rows, ("xpos", "upos").index(tags)))
            rows = []
    return trees


def write_conllu(tree: Dependencies) -> str:
    """Writes a tree, with the empty line that ends it. Line breaks and tabs, which no field can hold, become spaces.

    Universal tags are written as such, all others in the column of the language's own tags.
    """
    universal = UNIVERSAL_TAGS.issuperset(tree.tags)
    lines = []
    for position, (head, *texts) in enumerate(
        zip(tree.heads, tree.words, tree.tags, tree.relations, strict=True), start=1
    ):
        word, tag, relation = (_NOT_IN_A_FIELD.sub(" ", str(text)) or "_" for text in texts)
        both = (tag, "_") if universal else ("_", tag)
        lines.append("\t".join((str(position), word, "_", *both, "_", str(head + 1), relation, "_", "_")))
    return "\n".join([*lines, "", ""])


def _split(line: str, number: int) -> list[str] | None:
    fields = line.split("\t")
    if len(fields) != _COLUMNS:
        raise InputError(
            f"line {number}: {len(fields)} columns where there should be {_COLUMNS}",
            line=number,
            remedy="Separate the columns by tabs, and the sentences by empty lines",
        )
    if _OTHER.fullmatch(fields[0]):
        return None
    if not _WORD.fullmatch(fields[0]):
        raise InputError(
            f"line {number}: {fields[0]!r} is not the id of a word", line=number, remedy="Number the words from 1"
        )
    return fields


def _make_tree(rows: Sequence[tuple[int, list[str]]], which: int) -> Dependencies:
    heads = []
    for position, (number, fields) in enumerate(rows, start=1):
        if int(fields[0]) != position:
            raise InputError(
                f"line {number}: the word's id is {fields[0]}, and {position} was expected",
                line=number,
                remedy="Number the words of a sentence from 1, and put an empty line after each sentence",
            )
        heads.append(_read_head(fields[6], number, position, len(rows)))
    _refuse_circles(heads, [number for number, _ in rows])
    return Dependencies(
        [fields[1] for _, fields in rows],
        [
            _first_given(fields[4], fields[3]) if which == 0 else _first_given(fields[3], fields[4])
            for _, fields in rows
        ],
        heads,
        [fields[7] for _, fields in rows],
    )


def _first_given(tag: str, other: str) -> str:
    return other if tag == "_" else tag


def _read_head(field: str, number: int, position: int, words: int) -> int:
    if not _WORD.fullmatch(field):
        raise InputError(
            f"line {number}: the head is {field!r}, which is not a number",
            line=number,
            remedy="Give each word the id of its head, or 0 for a root; text without a parse has to be parsed first",
        )
    head = int(field)
    if head > words or head == position:
        problem = (
            "the word is its own head" if head == position else f"the head is {head} in a sentence of {words} words"
        )
        raise InputError(
            f"line {number}: {problem}", line=number, remedy="Give the id of another word, or 0 for a root"
        )
    return head - 1 if head else ROOT


def _refuse_circles(heads: Sequence[int], lines: Sequence[int]) -> None:
    # Of each word, the walk towards the root that met it first: a walk that meets itself goes in a circle.
    seen: list[int | None] = [None] * len(heads)
    for start in range(len(heads)):
        word = start
        while word != ROOT and seen[word] is None:
            seen[word] = start
            word = heads[word]
        if word != ROOT and seen[word] == start:
            raise InputError(
                f"line {lines[word]}: the heads run in a circle from this word back to it",
                line=lines[word],
                remedy="Make one of the words in the circle a root (0), or give it a head outside",
            )
