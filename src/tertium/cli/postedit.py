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
_OnlyLanguagePair = Annotated[
    str | None,
    typer.Option("--language-pair", "-p", metavar="PAIR", help="Only pairs of this language pair.", show_default="all"),
]
_Everywhere = Annotated[
    bool,
    typer.Option("--everywhere", help="Include segments whose source does not contain the mistranslated word."),
]
_MinAccepted = Annotated[
    int, typer.Option("--min-accepted", metavar="N", help="How often a pair was accepted, at least.", min=1)
]
_MinShare = Annotated[
    float,
    typer.Option("--min-share", metavar="SHARE", help="Share of decisions that accepted it, at least.", min=0, max=1),
]
_MinDocuments = Annotated[
    int, typer.Option("--min-documents", metavar="N", help="In how many documents it was accepted, at least.", min=1)
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
        str, typer.Option("--document", metavar="NAME", help="Name of the document. Default: a digest of its text.")
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


@app.command()
def apply(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT",
            help="A text file, one segment per line, or a localisation file (XLIFF, TMX, PO, DOCX, XLSX). "
            "`-` is standard input.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The edited text, written whole or not at all."),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", "-s", metavar="FILE", help="Source segments, one per line.")
    ] = None,
    repository: _Repository = None,
    language_pair: _OnlyLanguagePair = None,
    min_accepted: _MinAccepted = 3,
    min_share: _MinShare = 0.9,
    min_documents: _MinDocuments = 2,
    everywhere: _Everywhere = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List the edits, and write no text.")] = False,
    input_format: _InputFormat = "auto",
    replace: options.Replace = False,
    output_format: options.Format = None,
) -> None:
    """Apply accepted pairs to a new text, and list the edits. TEXT itself is not changed.

    Of a localisation file, only the edited targets change; every other byte stays.

    **Examples**

    `tertium postedit apply output.txt --source source.txt -o edited.txt`

    `tertium postedit apply output.txt --dry-run --min-accepted 1 --min-documents 1 -f json`

    `tertium postedit apply es.po -o edited.po`
    """
    from tertium.cli.output import write, write_bytes, write_file
    from tertium.cli.remarks import remark
    from tertium.errors import InputError
    from tertium.files.whole import keep_work
    from tertium.postedit import (
        LocalisedText,
        Repository,
        apply_edits,
        is_localisation_file,
        read_segments,
        require_same_format,
        require_separate_output,
    )
    from tertium.report import describe_changes

    if (output is None) != dry_run:
        raise InputError(
            "there is no file for the edited text" if output is None else "a dry run writes no text",
            remedy="Give either --output or --dry-run",
        )
    if str(output) == "-":
        raise InputError("standard output is used for the list of edits", remedy="Give a file for the edited text")
    require_separate_output(output, repository, *(Path(each) for each in (text, source) if each not in (None, "-")))
    keep_work(output, replace=replace)
    is_localised = is_localisation_file(text, input_format)
    if is_localised and text != "-":
        require_same_format(output, text, input_format)
    if is_localised and source is not None:
        raise InputError("the file has its own source", file=text, remedy="Leave --source out")
    opened = Repository(repository, create=False)
    localised = LocalisedText(text, input_format, language_pair or "") if is_localised else None
    applied = apply_edits(
        localised.segments if localised else read_segments(text, source),
        opened,
        min_accepted=min_accepted,
        min_share=min_share,
        min_documents=min_documents,
        language_pair=language_pair,
        everywhere=everywhere,
    )
    for each in applied.left_out:
        remark(f"segment {each.segment + 1}: {each.span!r} was left as it is, since the edit would remove a tag")
    if output is not None and localised:
        write_bytes(localised.edit(applied.by_segment), output)
    elif output is not None:
        write_file("".join(f"{each}\n" for each in applied.texts), output)
    write(describe_changes(applied, str(opened.path), made=not dry_run), output_format, None)


@app.command()
def undo(
    decision: Annotated[
        int | None,
        typer.Argument(metavar="NUMBER", help="Number of the decision, as in `log`.", show_default="the last decision"),
    ] = None,
    repository: _Repository = None,
    annotator: _Annotator = "",
) -> None:
    """Undo a decision, with what was propagated from it. Both stay in the repository, and `log` leaves them out.

    **Example**

    `tertium postedit undo`
    """
    from tertium.cli.output import print_out
    from tertium.postedit import Repository

    undone = Repository(repository, create=False).undo(decision, annotator)
    edit = undone.edit
    print_out(f"decision {undone.id} undone: {undone.decision} {edit.span!r} -> {edit.suggestion!r}\n")


@app.command("list")
def list_(
    repository: _Repository = None,
    language_pair: _OnlyLanguagePair = None,
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """List all pairs of span and suggestion, and how often each was accepted and declined.

    **Example**

    `tertium postedit list -f json`
    """
    from tertium.cli.output import write
    from tertium.postedit import Repository, require_separate_output
    from tertium.report import describe_pairs

    require_separate_output(output, repository)
    opened = Repository(repository, create=False)
    write(describe_pairs(opened.pairs(language_pair), str(opened.path)), output_format, output)


@app.command()
def log(
    repository: _Repository = None,
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """List all decisions that were not undone, the newest first.

    **Example**

    `tertium postedit log`
    """
    from tertium.cli.output import write
    from tertium.postedit import Repository, require_separate_output
    from tertium.report import describe_decisions

    require_separate_output(output, repository)
    opened = Repository(repository, create=False)
    write(describe_decisions(opened.decisions()[::-1], str(opened.path)), output_format, output)


@app.command()
def check(repository: _Repository = None) -> None:
    """Read all of a repository and compare it with its checksums. Exit status: 0 if it is intact, 2 if not.

    **Example**

    `tertium postedit check`
    """
    from tertium.cli.output import print_out
    from tertium.postedit import Repository

    opened = Repository(repository, create=False)
    print_out(f"{opened.path}: intact; decisions: {opened.check()}\n")


@app.command()
def export(
    output: options.Output = None,
    repository: _Repository = None,
    language_pair: _OnlyLanguagePair = None,
) -> None:
    """Write all pairs with their records as a table, for `import` elsewhere and for translation memories.

    **Example**

    `tertium postedit export -o pairs.tsv`
    """
    from tertium.cli.output import write_text
    from tertium.postedit import Repository, require_separate_output, write_pairs

    require_separate_output(output, repository)
    write_text(write_pairs(Repository(repository, create=False).export(language_pair)), output)


@app.command("import")
def import_(
    pairs: Annotated[Path, typer.Argument(metavar="PAIRS", help="A table, as `export` writes it.", show_default=False)],
    repository: _Repository = None,
    annotator: _Annotator = "",
) -> None:
    """Import the decisions of another repository. A table that is imported twice counts once.

    **Example**

    `tertium postedit import pairs.tsv --repository team.sqlite`
    """
    from tertium.cli.output import print_out
    from tertium.postedit import Repository, read_pairs

    rows = read_pairs(pairs)
    opened = Repository(repository)
    new = opened.import_(rows, annotator)
    listed = "1 pair" if len(rows) == 1 else f"{len(rows)} pairs"
    print_out(f"{new} of {listed} {'was' if new == 1 else 'were'} new to {opened.path}\n")
