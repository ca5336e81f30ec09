"""Parse a text, or read a tree in brackets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.errors import InputError
from tertium.notebook import ShownInNotebooks
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.heads import to_dependencies
from tertium.syntax.trees import Constituents, Dependencies

DEFAULT_PARSER = "spacy"


@dataclass(frozen=True)
class ParsedText(ShownInNotebooks):
    """The trees of a text, one per sentence.

    Attributes:
        constituents: The constituency trees; empty if the parser does not give them.
        dependencies: The dependency trees; empty if the parser does not give them.
        parser: The name of the parser; ``brackets`` for trees that were given.
        origin: The parser with its version, as in signatures.
    """

    constituents: Sequence[Constituents]
    dependencies: Sequence[Dependencies]
    parser: str
    origin: str


def parse_trees(text: str, parser: str | None = None, *, tokenised: bool = False) -> ParsedText:
    """Parse a text into constituency and dependency trees.

    >>> found = parse_trees("(S (NP (PRP I)) (VP (VBD ran)))")
    >>> found.dependencies[0].words, found.dependencies[0].heads
    (['I', 'ran'], [1, -1])

    Args:
        text: One or more sentences; or trees in Penn brackets, if no parser is given.
        parser: The parser, such as ``spacy``, ``spacy(fr_core_news_sm)`` or ``stanza(de)``. By default ``spacy``,
            unless the text begins with a bracket.
        tokenised: Whether words are separated by spaces already.

    Raises:
        InputError: If the text has no words, or its brackets are not a tree.
        SpecError: If there is no such parser.
        MissingExtraError: If the library of the parser is not installed.
    """
    if not text.strip():
        raise InputError("the text has no words, and so no tree", remedy="Give a sentence, or a tree in brackets")
    if parser is None and text.lstrip().startswith("("):
        return _read_given_trees(text)
    # Imported here because trees in brackets need no parser.
    from tertium.syntax.parsers import get_parser

    name = DEFAULT_PARSER if parser is None else parser
    found = get_parser(name, tokenised=tokenised)
    (parse,) = found.parse([text])
    return ParsedText(read_brackets(parse.brackets), read_conllu(parse.conllu), name, f"parser:{found.version}")


def _read_given_trees(text: str) -> ParsedText:
    try:
        constituents = read_brackets(text)
    except InputError as error:
        remedy = f"{error.remedy}; or, if it is a sentence and not a tree, name a parser: {DEFAULT_PARSER}"
        raise InputError(error.message, line=error.line, remedy=remedy) from error
    return ParsedText(constituents, [to_dependencies(each) for each in constituents], "brackets", "brackets as given")
