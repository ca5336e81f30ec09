"""``tertium tree``."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write, write_text
from tertium.cli.texts import require_texts
from tertium.errors import InputError

if TYPE_CHECKING:
    from tertium.syntax.trees import Constituents, Dependencies


_DEFAULT = "spacy"


class TreeFormat(StrEnum):
    """The formats of results, and the trees alone; ``tests/cli`` holds them against ``OutputFormat``."""

    TEXT = "text"
    JSON = "json"
    TSV = "tsv"
    MD = "md"
    LATEX = "latex"
    HTML = "html"
    SVG = "svg"
    DEPENDENCY_SVG = "dependency-svg"
    BRACKETS = "brackets"
    CONLLU = "conllu"


def tree(
    text: Annotated[
        str,
        typer.Argument(metavar="TEXT", help="One or more sentences; or a tree in Penn brackets.", show_default=False),
    ],
    parser: Annotated[
        str | None,
        typer.Option(
            "--parser",
            "-p",
            metavar="NAME",
            help="The parser, such as `spacy` or `spacy(fr_core_news_sm)`; `spacy` if none is given, unless the text "
            "begins with a bracket.",
            show_default=False,
        ),
    ] = None,
    tokenised: Annotated[
        bool, typer.Option("--tokenised", help="Words are apart by spaces already, and are to stay as they are.")
    ] = False,
    output_format: Annotated[
        TreeFormat,
        typer.Option(
            "--format",
            "-f",
            help="How to print; `svg` and `dependency-svg` are pictures alone, `brackets` and `conllu` the trees as "
            "other programs read them.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = TreeFormat.TEXT,
    output: options.Output = None,
) -> None:
    """Parse a text and show its trees: constituents and dependencies.

    A text that begins with a bracket is a tree already, and is shown as it is, unless a parser is named. One that
    begins with a dash goes behind `--`.

    **Examples**

    `tertium tree "I have a red pen."`

    `tertium tree "I have a red pen. It writes." -f html -o pen.html`

    `tertium tree "(S (NP (PRP I)) (VP (VBD ran)))" -f svg -o ran.svg`

    `tertium tree "J'ai un stylo rouge." --parser "spacy(fr_core_news_sm)" -f conllu`
    """
    require_texts([text], 1, "a text")
    if not text.strip():
        raise InputError("the text has no words, and so no tree", remedy="Give a sentence, or a tree in brackets")
    from tertium.report.drawings.tree_drawing import draw_constituents, draw_dependencies, stack_pictures
    from tertium.report.tables.trees import describe_parse
    from tertium.syntax.brackets import write_brackets
    from tertium.syntax.conllu import write_conllu

    constituents, dependencies, notes = _read(text, parser, tokenised)
    if output_format in (TreeFormat.SVG, TreeFormat.BRACKETS):
        _require(constituents, "constituents", parser)
    elif output_format in (TreeFormat.DEPENDENCY_SVG, TreeFormat.CONLLU):
        _require(dependencies, "dependencies", parser)
    if output_format is TreeFormat.SVG:
        write_text(stack_pictures([draw_constituents(each) for each in constituents]), output)
    elif output_format is TreeFormat.DEPENDENCY_SVG:
        write_text(stack_pictures([draw_dependencies(each) for each in dependencies]), output)
    elif output_format is TreeFormat.BRACKETS:
        write_text("".join(f"{write_brackets(each)}\n" for each in constituents), output)
    elif output_format is TreeFormat.CONLLU:
        write_text("".join(map(write_conllu, dependencies)), output)
    else:
        write(describe_parse(constituents, dependencies, notes=notes), output_format, output)


def _read(text: str, parser: str | None, tokenised: bool) -> tuple[list[Constituents], list[Dependencies], list[str]]:
    """The trees of a text, and where they are from."""
    from tertium.syntax.brackets import read_brackets
    from tertium.syntax.conllu import read_conllu

    if parser is None and text.lstrip().startswith("("):
        from tertium.syntax.heads import to_dependencies

        try:
            constituents = read_brackets(text)
        except InputError as error:
            remedy = f"{error.remedy}; or, if it is a sentence and no tree, add --parser {_DEFAULT} to parse it"
            raise InputError(error.message, line=error.line, remedy=remedy) from error
        return constituents, [to_dependencies(each) for each in constituents], ["brackets as given"]
    from tertium.syntax.parsers import get_parser

    found = get_parser(_DEFAULT if parser is None else parser, tokenised=tokenised)
    (parse,) = found.parse([text])
    return read_brackets(parse.brackets), read_conllu(parse.conllu), [f"parser:{found.version}"]


def _require(trees: Sequence[object], what: str, parser: str | None) -> None:
    if not trees:
        raise InputError(
            f"{parser or _DEFAULT!r} gives no {what} here", remedy="Give another --parser, or a text with words"
        )
