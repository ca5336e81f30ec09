"""``tertium index``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options

app = typer.Typer(
    name="index",
    help="Makes an index of text, in which any phrase is counted in microseconds: see `tertium count`.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_Texts = Annotated[
    list[str],
    typer.Argument(
        metavar="TEXT...",
        help="Text files, one sentence or paragraph a line. `.gz` is fine, `-` is standard input.",
        show_default=False,
    ),
]
_Index = Annotated[Path, typer.Argument(metavar="INDEX", help="The folder of the index.", show_default=False)]
_Into = Annotated[
    Path,
    typer.Option(
        "--index", "-i", metavar="INDEX", help="The folder of the index.", show_default=False, rich_help_panel="Input"
    ),
]
_Memory = Annotated[
    str,
    typer.Option(
        "--memory", metavar="SIZE", help="How much memory to use, such as `512M` or `4G`; more text makes more shards."
    ),
]


@app.command()
def build(
    texts: _Texts,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="INDEX",
            help="The folder of the index; one that is there answers until the new one is whole.",
            show_default=False,
        ),
    ],
    language: Annotated[
        str,
        typer.Option(
            "--language", "-l", help="The language of the text: es, ca, en, fr, … It decides on the next two."
        ),
    ] = "",
    apostrophes: Annotated[
        str, typer.Option("--apostrophes", metavar="keep|split", help="Whether `l'home` is one word.")
    ] = "",
    hyphens: Annotated[
        str, typer.Option("--hyphens", metavar="keep|split", help="Whether `well-known` is one word.")
    ] = "",
    casefold: Annotated[
        bool, typer.Option("--casefold/--no-casefold", help="Whether upper and lower case are the same.")
    ] = True,
    memory: _Memory = "1G",
    output_format: options.Format = options.OutputFormat.TEXT,
    quiet: options.Quiet = False,
) -> None:
    """Make an index of text.

    **Examples**

    `tertium index build news.txt.gz novels.txt --language es -o spanish.index`

    `zcat *.gz | tertium index build - --language ca --no-casefold --memory 4G -o catalan.index`
    """
    from tertium.cli.progress import ProgressBar
    from tertium.corpus.building import build_index
    from tertium.corpus.normalisation import Normalisation

    rules = Normalisation(language, casefold, apostrophes, hyphens)
    with ProgressBar("bytes", quiet=quiet) as progress:
        build_index(texts, output, normalisation=rules, memory=_parse_size(memory), progress=progress)
    _describe(output, output_format)


@app.command()
def add(
    texts: _Texts,
    index: _Into,
    memory: _Memory = "1G",
    output_format: options.Format = options.OutputFormat.TEXT,
    quiet: options.Quiet = False,
) -> None:
    """Add text to an index, as one more shard; it is normalised as the rest is.

    **Example**

    `tertium index add today.txt -i spanish.index`
    """
    from tertium.cli.progress import ProgressBar
    from tertium.corpus.building import add_to_index

    with ProgressBar("bytes", quiet=quiet) as progress:
        add_to_index(texts, index, memory=_parse_size(memory), progress=progress)
    _describe(index, output_format)


@app.command()
def merge(
    index: _Index,
    memory: _Memory = "1G",
    output_format: options.Format = options.OutputFormat.TEXT,
    quiet: options.Quiet = False,
) -> None:
    """Merge the shards of an index, as many into one as there is memory for: fewer shards answer faster.

    **Example**

    `tertium index merge spanish.index --memory 4G`
    """
    from tertium.cli.progress import ProgressBar
    from tertium.corpus.building import merge_index

    with ProgressBar("words", quiet=quiet) as progress:
        merge_index(index, memory=_parse_size(memory), progress=progress)
    _describe(index, output_format)


@app.command()
def check(index: _Index) -> None:
    """Read all of an index, and say whether it is as it was written. Exit status: 0 if it is, 2 if not.

    **Example**

    `tertium index check spanish.index`
    """
    from tertium.cli.output import print_out
    from tertium.corpus.index import open_index

    open_index(index).check()
    print_out(f"{index}: as it was written\n")


@app.command()
def info(
    index: _Index,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
) -> None:
    """Say what is in an index: words, lines, shards, and how its text was normalised.

    **Example**

    `tertium index info spanish.index -f json`
    """
    _describe(index, output_format, output)


def _describe(index: Path, output_format: options.OutputFormat, output: Path | None = None) -> None:
    from tertium.cli.output import write
    from tertium.corpus.index import open_index
    from tertium.report.tables.counts import describe_index

    opened = open_index(index)
    write(describe_index(opened.manifest, str(index), opened.vocabulary_size), output_format, output)


def _parse_size(text: str) -> int:
    """Bytes from a number with K, M, G or T behind it."""
    import re

    from tertium.errors import SpecError

    found = re.fullmatch(r"\s*(\d{1,15})\s*([KMGT]?)i?B?\s*", text, flags=re.IGNORECASE | re.ASCII)
    if found is None:
        raise SpecError(f"{text!r} is no amount of memory", remedy="Give it as 512M or 4G")
    return min(int(found[1]) << 10 * " KMGT".index(found[2].upper() or " "), 1 << 62)
