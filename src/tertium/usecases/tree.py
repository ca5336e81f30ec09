"""Parse a text and show its trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError
from tertium.options import argument, option
from tertium.registry import PARSERS, TREE_FORMATS
from tertium.usecases.segment_input import is_file
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.report import Document
    from tertium.syntax import ParsedText


@dataclass(frozen=True, kw_only=True)
class TreeRequest:
    """Parse a text and show its trees: constituents and dependencies.

    A text that begins with a bracket is read as a tree, unless `--parser` is given. Put `--` before a text that begins
    with a dash.

    **Examples**

    `tertium tree "I have a red pen."`

    `tertium tree "I have a red pen. It writes." -f html -o pen.html`

    `tertium tree "(S (NP (PRP I)) (VP (VBD ran)))" -f svg -o ran.svg`

    `tertium tree "J'ai un stylo rouge." --parser "spacy(fr_core_news_sm)" -f conllu`
    """

    text: Annotated[str, argument("TEXT", help="One or more sentences; or a tree in Penn brackets.")]
    parser: Annotated[
        str | None,
        option(
            "--parser",
            metavar="NAME",
            help=f"Parser, with its model where it needs one: `spacy(fr_core_news_sm)`. One of: {', '.join(PARSERS)}. "
            "Default: spacy, unless the text begins with a bracket.",
        ),
    ] = None
    tokenised: Annotated[bool, option("--tokenised", help="The text is tokenised: words are separated by spaces.")] = (
        False
    )


def run(request: TreeRequest, runtime: Runtime) -> ParsedText:
    """Parse the text of a request."""
    from tertium.syntax import parse_trees

    if is_file(request.text):
        # The result for a file name would look like the result for the file.
        raise InputError(
            f"{request.text!r} is a file, where a text is expected", remedy="Give the text itself, in quotes"
        )
    return parse_trees(request.text, request.parser, tokenised=request.tokenised)


def describe(result: ParsedText, request: TreeRequest) -> Document:
    """Return the trees as a document."""
    from tertium.report import describe_parse

    return describe_parse(result.constituents, result.dependencies, notes=[result.origin], parser=result.parser)


TREE = UseCase(
    name="tree",
    request=TreeRequest,
    run=run,
    describe=describe,
    formats=tuple(TREE_FORMATS),
    format_help="The output format. `svg` and `dependency-svg` are pictures alone, `brackets` and `conllu` the trees "
    "as other programs read them.",
    is_quick=True,
)
