"""``tertium postedit``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options

app = typer.Typer(
    name="postedit",
    help="Post-edit machine-translated text: review suggestions, store decisions, and apply them to later documents.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_Repository = Annotated[
    Path | None,
    typer.Option(
        "--repository",
        metavar="FILE",
        help="Where decisions are stored. Default: TERTIUM_REPOSITORY, else postedit.sqlite in the working directory.",
        show_default=False,
    ),
]
_Annotator = Annotated[str, typer.Option("--annotator", metavar="NAME", help="Who decides.")]
_LanguagePair = Annotated[
    str,
    typer.Option(
        "--language-pair", "-p", metavar="PAIR", help="The language pair, such as `ca-es`. Default: that of FINDINGS."
    ),
]
_Everywhere = Annotated[
    bool,
    typer.Option("--everywhere", help="Include segments whose source does not contain the mistranslated word."),
]
_InputFormat = Annotated[
    str,
    typer.Option("--input-format", metavar="NAME", help="The format of the localisation file. Default: by its suffix."),
]
_GIVE_FILE = "Give the file that the findings are about with --file"
_Edited = Annotated[
    Path,
    typer.Option(
        "--output", "-o", metavar="FILE", help="The edited text, written whole or not at all.", show_default=False
    ),
]


@app.command()
def review(
    findings: Annotated[
        Path,
        typer.Argument(metavar="FINDINGS", help="The output of `tertium mtness -f json`.", show_default=False),
    ],
    output: _Edited,
    repository: _Repository = None,
    annotator: _Annotator = "",
    language_pair: _LanguagePair = "",
    document: Annotated[
        str,
        typer.Option(
            "--document",
            metavar="NAME",
            help="Name of the document. Reviews of one name share their decisions. Default: by the path of FINDINGS.",
        ),
    ] = "",
    system: Annotated[
        str | None, typer.Option("--system", metavar="NAME", help="The system, if FINDINGS has several.")
    ] = None,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="Show also candidates, and spans without a suggestion.")
    ] = False,
    everywhere: _Everywhere = False,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            metavar="FILE",
            help="The localisation file (XLIFF, TMX, PO, DOCX, XLSX) that FINDINGS are about. --output is then "
            "this file with the accepted edits, and every other byte as it was.",
            show_default=False,
        ),
    ] = None,
    input_format: _InputFormat = "auto",
    replace: options.Replace = False,
) -> None:
    r"""Review findings in the terminal: accept, decline, edit or propagate suggestions.

    Each decision is stored at once. Stop at any time, and run the same command again to continue: the edited text is
    then written again. Another file that is there is not replaced without `--replace`.
    Answers may be piped in, one per line.

    **Examples**

    `tertium postedit review findings.json -o edited.txt --annotator Ada`

    `printf 'a\nd\np\n' | tertium postedit review findings.json -o edited.txt --repository team.sqlite`

    `tertium postedit review findings.json --file translation.xliff -o edited.xliff`
    """
    from tertium.cli.output import write_bytes
    from tertium.cli.review import review_in_terminal
    from tertium.errors import InputError
    from tertium.files.whole import keep_work
    from tertium.postedit import (
        LocalisedText,
        Repository,
        Review,
        is_localisation_file,
        propose_edits,
        require_same_format,
        require_separate_output,
        require_single_lines,
    )

    if str(findings) == "-":
        raise InputError("standard input is used for the answers", remedy="Give the findings as a file")
    if file is None and is_localisation_file(output):
        raise InputError("the edited text alone is not a localisation file", file=output, remedy=_GIVE_FILE)
    require_separate_output(output, repository, findings, *((file,) if file else ()))
    proposed = propose_edits(findings, system=system)
    localised = LocalisedText(file, input_format, language_pair or proposed.language_pair) if file else None
    if file is None or localised is None:
        require_single_lines(proposed, findings)
    else:
        require_same_format(output, file, input_format)
        proposed = localised.attach(proposed)
    session = Review(
        proposed,
        Repository(repository),
        document=document,
        language_pair=language_pair,
        annotator=annotator,
        everywhere=everywhere,
        candidates=candidates,
    )

    def render_edited() -> bytes:
        if localised is not None:
            return localised.edit(session.edited.edits)
        return "".join(f"{text}\n" for text in session.edited.texts).encode("utf-8", errors="backslashreplace")

    # Where there are decisions, the file is the edited text of an earlier run, which they give again.
    is_known = bool(session.decisions) or (output.is_file() and output.read_bytes() == render_edited())
    keep_work(output, replace=replace or is_known)
    review_in_terminal(session)
    write_bytes(render_edited(), output)
