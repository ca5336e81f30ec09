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
        typer.Argument(metavar="PHRASE...", help="Phrases, in quotes. `*` is any word.", show_default=False),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(
            "--index", "-i", metavar="INDEX", help="An index, as made by `tertium index build`.", show_default=False
        ),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option(
            "--file",
            metavar="LIST",
            help="A file of phrases, one a line; blank lines are left out. `-` is standard input.",
        ),
    ] = None,
    show: Annotated[
        int,
        typer.Option(
            "--show", "-s", metavar="N", help="Show so many occurrences of each phrase.", min=0, max=1_000_000
        ),
    ] = 0,
    context: Annotated[
        int, typer.Option("--context", metavar="N", help="How many words to show on either side.", min=0, max=1_000)
    ] = 8,
    wildcards: Annotated[
        bool, typer.Option("--wildcards/--no-wildcards", help=r"Whether `*` is any word; if so, `\*` is a star.")
    ] = True,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
    threads: options.Threads = None,
) -> None:
    r"""Count phrases in an index: how often each occurs, and on how many lines.

    Phrases are normalised as the text was. They may have any length and are always within one line.

    **Examples**

    `tertium count "está previsto" "es previsto" --index spanish.index`

    `tertium count "primer * de" --index spanish.index --show 5`

    `tertium count --file phrases.txt --index spanish.index -f json -o counts.json`
    """
    from tertium.cli.output import write
    from tertium.corpus.index import open_index
    from tertium.errors import InputError
    from tertium.report.tables.counts import describe_counts

    if index is None:
        raise InputError("there is no index to count in", remedy="Give one with --index")
    wanted = [*(phrases or ()), *_read_phrases(files or ())]
    if not wanted:
        raise InputError("there is no phrase to count", remedy="Give phrases, or a file of them with --file")
    opened = open_index(index)
    counts = opened.count_many(wanted, threads, wildcards=wildcards)
    for each in counts:
        if each.error:
            raise InputError(f"{each.phrase!r} cannot be counted: {each.error}", remedy="Give one word or more")
    shown = {phrase: opened.show(phrase, show, context=context, wildcards=wildcards) for phrase in wanted if show}
    write(describe_counts(counts, opened, shown), output_format, output)


def _read_phrases(files: Sequence[str]) -> Iterator[str]:
    """The lines of files that are not empty."""
    from tertium.files.lines import read_lines

    for file in files:
        for lines in read_lines(file):
            yield from filter(None, map(str.strip, lines))
