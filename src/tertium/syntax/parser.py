"""The contract of parsers, and what those have in common that make trees of other trees."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol

from tertium.errors import InputError, TextError
from tertium.progress import Progress
from tertium.syntax.trees import ROOT, Constituents, Dependencies, Parse

_NAME = "tertium.syntax"
_ROOM = Path(__file__).parent

# What parsers put above the sentence. It is in every tree, so that it would only make all trees more alike.
_ABOVE = frozenset({"ROOT", "TOP", "VROOT", "S1"})

# What tells the relations of English models (ClearNLP's, as spaCy has them) from universal ones, and from neither.
_CLEAR = frozenset({"dobj", "pobj", "nsubjpass", "auxpass"})
_UNIVERSAL = frozenset({"obj", "obl", "case", "nsubj:pass", "aux:pass"})


class Parser(Protocol):
    """What makes trees of text.

    Attributes:
        version: Whatever decides the trees: the parser, its library, its model and their versions, how the trees were
            converted. It is in signatures, and parses are kept under it.
    """

    version: str

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """The parse of each segment; one of no words has an empty parse.

        Args:
            segments: Any number of segments, each of any number of sentences.
            progress: Called with the number of segments after each batch.
        """
        ...


def choose_converter(relations: Iterable[str]) -> ModuleType | None:
    """What makes brackets of dependencies with these relations; None if it is not known what they mean."""
    found = frozenset(relations)
    if found & _CLEAR:
        return import_module("tertium.syntax.clear")
    return import_module("tertium.syntax.universal") if found & _UNIVERSAL else None


@cache
def describe_converter(*modules: ModuleType) -> str:
    """The names of modules and a digest of their source, since parses that another version made are not the same.

    A number to be raised by hand would be forgotten, and then old parses would be found under it.
    """
    names = [module.__name__.rpartition(".")[2] for module in modules]
    digest = sha256()
    for source in find_sources([*names, "brackets", "conllu"]):
        digest.update(source.read_bytes())
    return f"{'+'.join(names)}:{digest.hexdigest()[:8]}"


def find_sources(names: Iterable[str]) -> list[Path]:
    """The files of modules of this room, and of all modules of this room that they import."""
    found: set[Path] = set()
    todo = list(names)
    while todo:
        path = _ROOM / f"{todo.pop()}.py"
        if path not in found and path.is_file():
            found.add(path)
            for node in ast.walk(ast.parse(path.read_bytes())):
                if isinstance(node, ast.ImportFrom) and node.module == _NAME:
                    todo += [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{_NAME}."):
                    todo.append(str(node.module).removeprefix(f"{_NAME}."))
    return sorted(found)


def make_parse(constituents: Iterable[Constituents], dependencies: Iterable[Dependencies]) -> Parse:
    """The sentences of a segment as text."""
    from tertium.syntax.brackets import write_brackets
    from tertium.syntax.conllu import write_conllu

    return Parse(
        "\n".join(write_brackets(tree) for tree in constituents), "".join(write_conllu(tree) for tree in dependencies)
    )


def drop_top(tree: Constituents) -> Constituents:
    """The tree without what stands above its sentence, if that is one node with one child."""
    if tree.labels[0] not in _ABOVE or len(tree.children[0]) != 1 or tree.words[0] is not None:
        return tree
    parents = [parent - 1 if parent > 0 else ROOT for parent in tree.parents[1:]]
    return Constituents(tree.labels[1:], parents, tree.words[1:])


def check_segments(segments: Sequence[object]) -> None:
    """Refuses what is no text. NUL is welcome, unlike in tokenizers that are written in C.

    Raises:
        TextError: A segment is no string, or has a lone surrogate.
    """
    if isinstance(segments, str):
        raise InputError("the segments are one string", remedy="Give a list with one string a segment")
    for index, segment in enumerate(segments):
        if not isinstance(segment, str):
            problem = f"is of type {type(segment).__name__}"
            raise TextError(problem, index=index, remedy="Give a list with one string a segment")
        try:
            segment.encode()
        except UnicodeEncodeError as error:
            problem = "holds a lone surrogate, so it is no valid Unicode text"
            remedy = "Decode the file as UTF-8 with errors='strict' and repair what that finds"
            raise TextError(problem, index=index, remedy=remedy) from error


def join_words(segment: str) -> str:
    """The segment with one space between words and none around: parsers take more than that for words."""
    return " ".join(segment.split())


def shorten(segment: str, most: int = 60) -> str:
    """The beginning of a segment, quoted, to name it in a message."""
    return repr(segment if len(segment) <= most else segment[: most - 1] + "…")
