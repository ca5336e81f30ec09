"""The contract of parsers, and what their implementations share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Protocol

from tertium.errors import InputError, TextError
from tertium.languages import Languages, to_two_letters
from tertium.progress import Progress
from tertium.syntax.trees import ROOT, Constituents, Dependencies, Parse

# The labels that parsers put above the sentence. They are in every tree, and would make all trees more similar.
_ABOVE = frozenset({"ROOT", "TOP", "VROOT", "S1"})

# Relations that occur only in English models (ClearNLP's, as in spaCy), and only in universal dependencies.
_CLEAR = frozenset({"dobj", "pobj", "nsubjpass", "auxpass"})
_UNIVERSAL = frozenset({"obj", "obl", "case", "nsubj:pass", "aux:pass"})


class Parser(Protocol):
    """Parses text into trees.

    Attributes:
        version: Everything that affects the trees: the parser, its library, its model and their versions, and the
            conversion of the trees. It is in signatures, and in the keys of cached parses.

    A parser for one language says so in an attribute ``language``, its two-letter code. Without it, or if it is empty,
    the parser is for any language.
    """

    version: str

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the parse of each segment; a segment without words has an empty parse.

        Args:
            segments: Any number of segments, each of any number of sentences.
            progress: Called with the number of segments after each batch.
        """
        ...


def find_languages(parser: Parser) -> Languages | None:
    """Return the language that a parser is for; None for any, as of parses from files."""
    language = getattr(parser, "language", "")
    return frozenset({to_two_letters(language)}) if language else None


def choose_converter(relations: Iterable[str]) -> ModuleType | None:
    """Return the module that converts dependencies with these relations to brackets; None if there is none."""
    found = frozenset(relations)
    if found & _CLEAR:
        return import_module("tertium.syntax.clear")
    return import_module("tertium.syntax.universal") if found & _UNIVERSAL else None


def describe_converter(*modules: ModuleType) -> str:
    """Return the names and version numbers of modules that convert trees, for the version of a parser.

    A module raises its ``VERSION`` when it makes other trees, also if the reason is in a module that it imports.
    """
    return "+".join(f"{module.__name__.rpartition('.')[2]}:{module.VERSION}" for module in modules)


def make_parse(constituents: Iterable[Constituents], dependencies: Iterable[Dependencies]) -> Parse:
    """Return the sentences of a segment as text."""
    from tertium.syntax.brackets import write_brackets
    from tertium.syntax.conllu import write_conllu

    return Parse(
        "\n".join(write_brackets(tree) for tree in constituents), "".join(write_conllu(tree) for tree in dependencies)
    )


def drop_top(tree: Constituents) -> Constituents:
    """Return the tree without the node above its sentence, if that node has one child."""
    if tree.labels[0] not in _ABOVE or len(tree.children[0]) != 1 or tree.words[0] is not None:
        return tree
    parents = [parent - 1 if parent > 0 else ROOT for parent in tree.parents[1:]]
    return Constituents(tree.labels[1:], parents, tree.words[1:])


def check_segments(segments: Sequence[object]) -> None:
    """Refuse segments that are not text. NUL is allowed, unlike in tokenizers that are written in C.

    Raises:
        TextError: A segment is not a string, or contains a lone surrogate.
    """
    if isinstance(segments, str):
        raise InputError("the segments are one string", remedy="Give a list with one string per segment")
    for index, segment in enumerate(segments):
        if not isinstance(segment, str):
            problem = f"is of type {type(segment).__name__}"
            raise TextError(problem, index=index, remedy="Give a list with one string per segment")
        try:
            segment.encode()
        except UnicodeEncodeError as error:
            problem = "holds a lone surrogate, so it is not valid Unicode text"
            remedy = "Decode the file as UTF-8 with errors='strict' and repair the errors"
            raise TextError(problem, index=index, remedy=remedy) from error


def check_sources(sources: Sequence[object]) -> None:
    """Refuse sources that are not text.

    Raises:
        TextError: A source is not a string, or contains a lone surrogate.
    """
    try:
        check_segments(sources)
    except TextError as error:
        problem = f"has a source that {error.problem}"
        raise TextError(problem, index=error.index, remedy=error.remedy or "") from error


def join_words(segment: str) -> str:
    """Return the segment with one space between words and none around: parsers take other spaces for words."""
    return " ".join(segment.split())


def shorten(segment: str, most: int = 60) -> str:
    """Return the beginning of a segment, quoted, to name it in a message."""
    return repr(segment if len(segment) <= most else segment[: most - 1] + "…")
