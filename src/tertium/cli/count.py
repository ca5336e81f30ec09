"""``tertium count``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options


def count(
    phrases: Annotated[
        list[str] | None,
        typer.Argument(metavar="PHRASE...", help="Phrases, in quotes. `*` stands for any word.", show_default=False),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option("--index", "-i", metavar="INDEX", help="Index made by `tertium index build`.", show_default=False),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option(
            "--phrases",
            metavar="FILE",
            help="File with one phrase per line; empty lines are skipped. `-` is standard input.",
        ),
    ] = None,
    show: Annotated[
        int,
        typer.Option("--show", metavar="N", help="Number of occurrences of each phrase to show.", min=0, max=1_000_000),
    ] = 0,
    context: Annotated[
        int, typer.Option("--context", metavar="N", help="Number of words to show on either side.", min=0, max=1_000)
    ] = 8,
    wildcards: Annotated[
        bool, typer.Option("--wildcards/--no-wildcards", help=r"Let `*` stand for any word; `\*` is then an asterisk.")
    ] = True,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
) -> None:
    r"""Count phrases in an index: how often each occurs, and on how many lines.

    Phrases are normalised like the text. They may have any length, and match within one line only.

    **Examples**

    `tertium count "está previsto" "es previsto" --index spanish.index`

    `tertium count "primer * de" --index spanish.index --show 5`

    `tertium count --phrases phrases.txt --index spanish.index -f json -o counts.json`
    """
    from tertium.cli.output import write
    from tertium.corpus import open_index
    from tertium.errors import InputError
    from tertium.report import describe_counts

    if index is None:
        raise InputError("no index is given", remedy="Give one with --index")
    wanted = [*(phrases or ()), *_read_phrases(files or ())]
    if not wanted:
        raise InputError("no phrases are given", remedy="Give phrases, or a file of them with --phrases")
    for phrase in wanted if wildcards else ():
        if any("*" in piece and piece not in ("*", r"\*") for piece in phrase.split()):
            raise InputError(
                f"{phrase!r} has a * within a word",
                remedy=r"Put spaces around *, which then stands for any word; write \* for an asterisk",
            )
    opened = open_index(index)
    counts = opened.count_many(wanted, threads, wildcards=wildcards)
    for each in counts:
        if each.error:
            raise InputError(f"{each.phrase!r} cannot be counted: {each.error}", remedy="Give one word or more")
    shown = {phrase: opened.show(phrase, show, context=context, wildcards=wildcards) for phrase in wanted if show}
    write(describe_counts(counts, opened, shown), output_format, output)


def _read_phrases(files: Sequence[str]) -> Iterator[str]:
    """Return the lines of files that are not empty."""
    from tertium.files.lines import iterate_lines

    for file in files:
        yield from filter(None, map(str.strip, iterate_lines(file)))
