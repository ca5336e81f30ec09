"""``tertium postedit``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options

app = typer.Typer(
    name="postedit",
    help="Corrects machine-translated text: proposes, remembers what was accepted, and applies it to later documents.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_Repository = Annotated[
    Path | None,
    typer.Option(
        "--repository",
        metavar="FILE",
        help="Where decisions are kept. Default: TERTIUM_REPOSITORY, else postedit.sqlite in the working directory.",
        show_default=False,
    ),
]
_By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who decides.")]
_Languages = Annotated[
    str,
    typer.Option(
        "--languages", "-l", metavar="PAIR", help="The language pair, such as `ca-es`. Default: what FINDINGS says."
    ),
]
_OnlyLanguages = Annotated[
    str | None,
    typer.Option("--languages", "-l", metavar="PAIR", help="Of this language pair only.", show_default="all"),
]
_Everywhere = Annotated[
    bool,
    typer.Option("--everywhere", help="Also where the source has not got the word that was translated wrongly."),
]
_Minimum = Annotated[int, typer.Option("--minimum", help="How often a pair was accepted, at least.", min=1)]
_Share = Annotated[
    float, typer.Option("--share", help="The part of all decisions that accepted it, at least.", min=0, max=1)
]
_Documents = Annotated[int, typer.Option("--documents", help="In how many documents, at least.", min=1)]
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
        typer.Argument(metavar="FINDINGS", help="What `tertium mtness -f json` found.", show_default=False),
    ],
    output: _Edited,
    repository: _Repository = None,
    by: _By = "",
    languages: _Languages = "",
    document: Annotated[
        str, typer.Option("--document", metavar="NAME", help="What the document is called. Default: a digest of it.")
    ] = "",
    system: Annotated[
        str | None, typer.Option("--system", metavar="NAME", help="Which system, if FINDINGS has several.")
    ] = None,
    candidates: Annotated[
        bool, typer.Option("--candidates", help="Also ask about candidates, and what has no alternative.")
    ] = False,
    everywhere: _Everywhere = False,
) -> None:
    r"""Decide about what was found, in the terminal: accept, decline, edit, propagate.

    Each decision is kept at once. Stop at any time and run the same command again: it goes on where you stopped.
    Answers may be piped in, one a line.

    **Examples**

    `tertium postedit review found.json -o edited.txt --by Ada`

    `printf 'a\nd\np\n' | tertium postedit review found.json -o edited.txt --repository team.sqlite`
    """
    from tertium.cli.output import write_text
    from tertium.cli.review import review_in_terminal
    from tertium.errors import InputError
    from tertium.postedit.proposals import load_proposals
    from tertium.postedit.repository import Repository
    from tertium.postedit.review import Review

    if str(findings) == "-":
        raise InputError("standard input has the answers", remedy="Give the findings as a file")
    _require_apart(output, repository, findings)
    proposals = load_proposals(findings, system=system)
    _require_lines([each.text for each in proposals.segments], findings)
    session = Review(
        proposals,
        Repository(repository),
        name=document,
        languages=languages,
        by=by,
        everywhere=everywhere,
        candidates=candidates,
    )
    review_in_terminal(session)
    write_text("".join(f"{text}\n" for text in session.edited.texts), output)


@app.command()
def apply(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT", help="A text file, one segment a line. `-` is standard input.", show_default=False
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The edited text, written whole or not at all."),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", metavar="FILE", help="What it is the translation of, one segment a line.")
    ] = None,
    repository: _Repository = None,
    languages: _OnlyLanguages = None,
    minimum: _Minimum = 3,
    share: _Share = 0.9,
    documents: _Documents = 2,
    everywhere: _Everywhere = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List the changes, and write nothing.")] = False,
    output_format: options.Format = options.OutputFormat.TEXT,
) -> None:
    """Correct a text by what was accepted often enough, and list the changes. TEXT itself stays as it is.

    **Examples**

    `tertium postedit apply output.txt --source source.txt -o edited.txt`

    `tertium postedit apply output.txt --dry-run --minimum 1 --documents 1 -f json`
    """
    from tertium.cli.output import write, write_file
    from tertium.errors import InputError
    from tertium.postedit.correction import Confirmation
    from tertium.postedit.postediting import correct
    from tertium.postedit.repository import Repository
    from tertium.postedit.segments import load_segments
    from tertium.report.tables.postedit import describe_changes

    if (output is None) != dry_run:
        raise InputError(
            "there is no place for the edited text" if output is None else "nothing is written in a dry run",
            remedy="Give --output or --dry-run, one of them",
        )
    if str(output) == "-":
        raise InputError("standard output has the list of changes", remedy="Give a file for the edited text")
    _require_apart(output, repository, *(Path(each) for each in (text, source) if each not in (None, "-")))
    kept, rule = Repository(repository, make=False), Confirmation(minimum, share, documents)
    pairs, segments = kept.pairs(languages), load_segments(text, source)
    confirmed = [each for each in pairs if not rule.misses(each.record)]
    texts, changes = correct(segments, confirmed, everywhere=everywhere)
    if output is not None:
        write_file("".join(f"{each}\n" for each in texts), output)
    described = describe_changes(changes, len(segments), str(kept.path), made=not dry_run, rule=rule, pairs=pairs)
    write(described, output_format, None)


@app.command()
def undo(
    decision: Annotated[
        int | None,
        typer.Argument(metavar="NUMBER", help="Which decision, as `log` shows them.", show_default="the last one"),
    ] = None,
    repository: _Repository = None,
    by: _By = "",
) -> None:
    """Take a decision back, with what was propagated from it. It stays in the log, and so does that it was taken back.

    **Example**

    `tertium postedit undo`
    """
    from tertium.cli.output import print_out
    from tertium.postedit.repository import Repository

    undone = Repository(repository, make=False).undo(decision, by)
    said = undone.correction
    print_out(f"decision {undone.id} taken back: {undone.decision} {said.old!r} -> {said.new!r}\n")


@app.command("list")
def list_(
    repository: _Repository = None,
    languages: _OnlyLanguages = None,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
) -> None:
    """List all pairs: how often each was accepted and declined.

    **Example**

    `tertium postedit list -f json`
    """
    from tertium.cli.output import write
    from tertium.postedit.repository import Repository
    from tertium.report.tables.postedit import describe_pairs

    _require_apart(output, repository)
    kept = Repository(repository, make=False)
    write(describe_pairs(kept.pairs(languages), str(kept.path)), output_format, output)


@app.command()
def log(
    repository: _Repository = None,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
) -> None:
    """List all decisions that were not taken back, the newest first.

    **Example**

    `tertium postedit log`
    """
    from tertium.cli.output import write
    from tertium.postedit.repository import Repository
    from tertium.report.tables.postedit import describe_decisions

    _require_apart(output, repository)
    kept = Repository(repository, make=False)
    write(describe_decisions(kept.decisions()[::-1], str(kept.path)), output_format, output)


@app.command()
def export(
    output: options.Output = None,
    repository: _Repository = None,
    languages: _OnlyLanguages = None,
) -> None:
    """Write all pairs with their records as a table, for `import` elsewhere and for translation memories.

    **Example**

    `tertium postedit export -o pairs.tsv`
    """
    from tertium.cli.output import write_text
    from tertium.postedit.pair_tables import write_pairs
    from tertium.postedit.repository import Repository

    _require_apart(output, repository)
    write_text(write_pairs(Repository(repository, make=False).export(languages)), output)


@app.command("import")
def import_(
    pairs: Annotated[Path, typer.Argument(metavar="PAIRS", help="A table, as `export` writes it.", show_default=False)],
    repository: _Repository = None,
    by: _By = "",
) -> None:
    """Take over what was decided elsewhere. A table that is imported twice counts once.

    **Example**

    `tertium postedit import pairs.tsv --repository team.sqlite`
    """
    from tertium.cli.output import print_out
    from tertium.postedit.pair_tables import read_pairs
    from tertium.postedit.repository import Repository

    rows = read_pairs(pairs)
    kept = Repository(repository)
    print_out(f"{kept.import_(rows, by)} of {len(rows)} pairs were new to {kept.path}\n")


def _require_apart(output: Path | None, repository: Path | None, *inputs: Path) -> None:
    """Refuses to write the result over the repository, or over what it is made from."""
    from tertium.errors import InputError
    from tertium.postedit.repository import list_files

    # Nothing is replaced that is no regular file, such as a terminal or a pipe.
    if output is None or str(output) == "-" or (output.exists() and not output.is_file()):
        return
    for files, what in ((list_files(repository), "the repository"), (inputs, "what it is made from")):
        if any(_is_same(output, file) for file in files):
            raise InputError(
                f"the result would replace {what}",
                file=output,
                remedy="Give another place with --output; nothing is edited in place",
            )


def _is_same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)


def _require_lines(texts: Sequence[str], file: Path) -> None:
    """Refuses segments that would be several lines of the edited text."""
    from tertium.errors import InputError

    for number, text in enumerate(texts, 1):
        if "\n" in text:
            raise InputError(f"segment {number} has a line break", file=file, remedy="Give one segment a line")
