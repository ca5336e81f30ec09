"""``tertium tree``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.texts import take_text
from tertium.registry import PARSERS, TREE_FORMATS

if TYPE_CHECKING:
    TreeFormat = str | None
else:
    TreeFormat = options.offer_formats(
        *TREE_FORMATS,
        help_text="The output format. `svg` and `dependency-svg` are pictures alone, `brackets` and `conllu` the trees "
        "as other programs read them.",
    )


def tree(
    text: Annotated[
        str,
        typer.Argument(metavar="TEXT", help="One or more sentences; or a tree in Penn brackets.", show_default=False),
    ],
    parser: Annotated[
        str | None,
        typer.Option(
            "--parser",
            metavar="NAME",
            help=f"Parser, with its model where it needs one: `spacy(fr_core_news_sm)`. One of: {', '.join(PARSERS)}. "
            "Default: spacy, unless the text begins with a bracket.",
            show_default=False,
        ),
    ] = None,
    tokenised: Annotated[
        bool, typer.Option("--tokenised", help="The text is tokenised: words are separated by spaces.")
    ] = False,
    output_format: TreeFormat = None,
    output: options.Output = None,
) -> None:
    """Parse a text and show its trees: constituents and dependencies.

    A text that begins with a bracket is read as a tree, unless `--parser` is given. Put `--` before a text that begins
    with a dash.

    **Examples**

    `tertium tree "I have a red pen."`

    `tertium tree "I have a red pen. It writes." -f html -o pen.html`

    `tertium tree "(S (NP (PRP I)) (VP (VBD ran)))" -f svg -o ran.svg`

    `tertium tree "J'ai un stylo rouge." --parser "spacy(fr_core_news_sm)" -f conllu`
    """
    from tertium.report import describe_parse
    from tertium.syntax import parse_trees

    parsed = parse_trees(take_text(text), parser, tokenised=tokenised)
    described = describe_parse(parsed.constituents, parsed.dependencies, notes=[parsed.origin], parser=parsed.parser)
    write(described, output_format, output)
