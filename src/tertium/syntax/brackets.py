r"""Penn Treebank brackets: ``(S (NP (PRP I)) (VP (VBD slept)))``.

Words are escaped as the treebank does it, and a little more, so that what is written reads back as it was: brackets
are ``-LRB-``, ``-RRB-`` and so on; ``\/`` and ``\*`` are read as the treebank means them; a backslash is written twice,
white space as ``\u{20}``, and the empty word as ``\u{}``. Labels are as they stand: Penn's label of an opening bracket
*is* ``-LRB-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tertium.errors import InputError
from tertium.syntax.trees import ROOT, Constituents, list_children

# Part of signatures: raise it when other trees are made.
VERSION = 1

EMPTY_ELEMENT = "-NONE-"

# The label of outer brackets that have none and hold more than one tree.
UNNAMED = "ROOT"

_BRACKETS = {"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"}
_NAMES = {name: bracket for bracket, name in _BRACKETS.items()}

# White space of ASCII only: other spaces occur inside words, such as the no-break space of "1 1/2".
_TOKEN = re.compile(r"[()]|[^()\x09-\x0d ]+")
_ESCAPED = re.compile(r"\\u\{([0-9a-f]*)\}|\\([\\/*-])|-[LR][RSC]B-")
_TO_ESCAPE = re.compile(r"-(?=[LR][RSC]B-)|[\\()\[\]{}]|\s")

_BALANCE = "Check that each opening bracket has its closing one"


def read_brackets(text: str) -> list[Constituents]:
    """Reads trees, whether each is on one line or on many.

    Outer brackets without a label are dropped, and so are empty elements (``-NONE-``) with phrases they leave empty.

    Args:
        text: Any number of trees.

    Returns:
        The trees, with their function tags.

    Raises:
        InputError: If a bracket is missing, a word has no tag, or a tree has no words; it has the line.
    """
    trees = []
    builder = _Builder()
    for piece, line in _tokenize(text):
        if piece == "(":
            builder.open(line)
        elif piece == ")":
            if builder.close(line):
                trees.append(builder.finish())
                builder = _Builder()
        else:
            builder.add(piece, line)
    if builder.open_nodes:
        opened = builder.lines[0]
        raise InputError(f"line {opened}: the tree that starts here is never closed", line=opened, remedy=_BALANCE)
    return trees


def write_brackets(tree: Constituents) -> str:
    """Writes a tree on one line."""
    parts: list[str] = []
    todo: list[int | None] = [0] if tree.labels else []
    while todo:
        node = todo.pop()
        if node is None:
            parts.append(")")
            continue
        if parts and parts[-1] != " ":
            parts.append(" ")
        word = tree.words[node]
        label = _escape(tree.labels[node], keep_names=True)
        if word is not None:
            parts.append(f"({label} {_escape(word)})")
        else:
            parts.append(f"({label}")
            todo.append(None)
            todo.extend(reversed(tree.children[node]))
    return "".join(parts)


def strip_function_tags(tree: Constituents) -> Constituents:
    """The tree with ``NP`` for ``NP-SBJ-1`` and ``NP=2``; labels that begin with a hyphen, such as ``-LRB-``, stay."""
    return Constituents([strip_label(label) for label in tree.labels], tree.parents, tree.words)


def strip_label(label: str) -> str:
    """A label without its function tags and indices."""
    for end, character in enumerate(label):
        if character in "-=|" and end:
            return label if label[0] == "-" else label[:end]
    return label


def _tokenize(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(text.split("\n"), start=1):
        for match in _TOKEN.finditer(line):
            yield match.group(), number


class _Builder:
    """One tree while it is read. A node's label and word are None until they come."""

    def __init__(self) -> None:
        self.labels: list[str | None] = []
        self.words: list[str | None] = []
        self.parents: list[int] = []
        self.lines: list[int] = []
        self.has_children: list[bool] = []
        self.open_nodes: list[int] = []

    def open(self, line: int) -> None:
        parent = self.open_nodes[-1] if self.open_nodes else ROOT
        if parent != ROOT:
            if self.words[parent] is not None:
                raise InputError(
                    f"line {line}: the word {self.words[parent]!r} has no tag of its own",
                    line=line,
                    remedy="Write each word as (TAG word)",
                )
            if self.labels[parent] is None and parent != 0:
                raise _make_unlabelled(self.lines[parent])
            self.has_children[parent] = True
        self.open_nodes.append(len(self.labels))
        self.labels.append(None)
        self.words.append(None)
        self.parents.append(parent)
        self.lines.append(line)
        self.has_children.append(False)

    def add(self, token: str, line: int) -> None:
        node = self.open_nodes[-1] if self.open_nodes else ROOT
        if node != ROOT and not self.has_children[node]:
            if self.labels[node] is None:
                self.labels[node] = token
                return
            if self.words[node] is None:
                self.words[node] = _unescape(token)
                return
        where = "outside all brackets" if node == ROOT else "without a tag"
        raise InputError(
            f"line {line}: the word {token!r} is {where}", line=line, remedy="Write each word as (TAG word)"
        )

    def close(self, line: int) -> bool:
        """Closes the innermost bracket, and says whether the tree is complete."""
        if not self.open_nodes:
            raise InputError(f"line {line}: a bracket is closed that was never opened", line=line, remedy=_BALANCE)
        node = self.open_nodes.pop()
        if self.words[node] is None and not self.has_children[node]:
            label = self.labels[node]
            what = "brackets with nothing inside" if label is None else f"({label}) has a tag without a word"
            raise InputError(
                f"line {line}: {what}", line=line, remedy="Write each word as (TAG word), and leave out empty phrases"
            )
        if self.labels[node] is None and node != 0:
            raise _make_unlabelled(self.lines[node])
        return not self.open_nodes

    def finish(self) -> Constituents:
        """The tree without empty elements and without brackets that have no label."""
        children = list_children(self.parents)
        keep = [word is not None and self.labels[node] != EMPTY_ELEMENT for node, word in enumerate(self.words)]
        for node in range(len(keep) - 1, 0, -1):
            if keep[node]:
                keep[self.parents[node]] = True
        if not keep[0]:
            line = self.lines[0]
            raise InputError(
                f"line {line}: the tree has no words", line=line, remedy="Take it out, with the segment it belongs to"
            )
        if self.labels[0] is None and sum(keep[child] for child in children[0]) == 1:
            keep[0] = False
        kept = [node for node, wanted in enumerate(keep) if wanted]
        numbers = {ROOT: ROOT, 0: ROOT} | {node: number for number, node in enumerate(kept)}
        return Constituents(
            [self.labels[node] or UNNAMED for node in kept],
            [numbers[self.parents[node]] for node in kept],
            [self.words[node] for node in kept],
        )


def _make_unlabelled(line: int) -> InputError:
    return InputError(
        f"line {line}: an inner bracket has no label",
        line=line,
        remedy="Only the outermost brackets may be without one",
    )


def _unescape(word: str) -> str:
    if "\\" not in word and "B-" not in word:
        return word

    def restore(match: re.Match[str]) -> str:
        if match[2] is not None:
            return match[2]
        if match[1] is None:
            return _NAMES[match[0]]
        return chr(min(int(match[1], 16), 0x10FFFF)) if match[1] else ""

    return _ESCAPED.sub(restore, word)


def _escape(word: str, *, keep_names: bool = False) -> str:
    def replace(match: re.Match[str]) -> str:
        found = match[0]
        if found == "-":
            return "-" if keep_names else "\\-"
        if found == "\\":
            return found if keep_names else "\\\\"
        return _BRACKETS.get(found) or f"\\u{{{ord(found):x}}}"

    return _TO_ESCAPE.sub(replace, word) or "\\u{}"
