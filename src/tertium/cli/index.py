"""``tertium index``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options
from tertium.files.whole import keep_work

app = typer.Typer(
    name="index",
    help="Build and maintain an index of text, in which `tertium count` counts phrases in microseconds.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_Texts = Annotated[
    list[str],
    typer.Argument(
        metavar="TEXT...",
        help="Text files, one sentence or paragraph per line; plain or `.gz`, `-` for standard input.",
        show_default=False,
    ),
]
_Index = Annotated[Path, typer.Argument(metavar="INDEX", help="Folder of the index.", show_default=False)]
_Into = Annotated[
    Path,
    typer.Option(
        "--index", "-i", metavar="INDEX", help="Folder of the index.", show_default=False, rich_help_panel="Input"
    ),
]
_Memory = Annotated[
    str,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Memory to use, such as `512M` or `4G`. The text and the index may be much larger.",
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
            help="Folder of the index.",
            show_default=False,
        ),
    ],
    language: Annotated[
        str,
        typer.Option(
            "--language",
            "-l",
            metavar="LANGUAGE",
            help="Language of the text, such as `es`. It sets the defaults of --apostrophes and --hyphens.",
        ),
    ] = "",
    apostrophes: Annotated[
        str, typer.Option("--apostrophes", metavar="keep|split", help="Keep `l'home` as one word, or split it.")
    ] = "",
    hyphens: Annotated[
        str, typer.Option("--hyphens", metavar="keep|split", help="Keep `well-known` as one word, or split it.")
    ] = "",
    casefold: Annotated[
        bool, typer.Option("--casefold/--no-casefold", help="Count upper and lower case as the same.")
    ] = True,
    memory: _Memory = "1G",
    merge: Annotated[
        bool,
        typer.Option(
            "--merge/--no-merge",
            help="Merge the parts of text that is larger than the memory into one shard at the end.",
        ),
    ] = True,
    replace: options.Replace = False,
    output_format: options.Format = None,
    quiet: options.Quiet = False,
) -> None:
    """Build an index of text. With `--replace` an index that is there is replaced when the new one is complete.

    **Examples**

    `tertium index build news.txt.gz novels.txt --language es -o spanish.index`

    `zcat *.gz | tertium index build - --language ca --no-casefold --memory 4G -o catalan.index`
    """
    from tertium.cli.progress import ProgressBar
    from tertium.corpus import Normalisation, build_index

    keep_work(output, replace=replace)
    rules = Normalisation(language=language, casefold=casefold, apostrophes=apostrophes, hyphens=hyphens)
    with ProgressBar("bytes", quiet=quiet) as progress:
        build_index(
            texts,
            output,
            normalisation=rules,
            memory=_parse_size(memory),
            merge=merge,
            progress=progress,
            merge_progress=progress.reach,
        )
    _describe(output, output_format)


@app.command()
def add(
    texts: _Texts,
    index: _Into,
    memory: _Memory = "1G",
    output_format: options.Format = None,
    quiet: options.Quiet = False,
) -> None:
    """Add text to an index, as one more shard. It is normalised like the rest.

    **Example**

    `tertium index add today.txt -i spanish.index`
    """
    from tertium.cli.progress import ProgressBar
    from tertium.corpus import add_to_index

    with ProgressBar("bytes", quiet=quiet) as progress:
        add_to_index(texts, index, memory=_parse_size(memory), progress=progress)
    _describe(index, output_format)


@app.command()
def merge(
    index: _Index,
    memory: _Memory = "1G",
    output_format: options.Format = None,
    quiet: options.Quiet = False,
) -> None:
    """Merge the shards of an index into one, of any size. Fewer shards answer faster.

    **Example**

    `tertium index merge spanish.index --memory 4G`
    """
    from tertium.cli.progress import ProgressBar
    from tertium.corpus import merge_index

    with ProgressBar("words", quiet=quiet) as progress:
        merge_index(index, memory=_parse_size(memory), progress=progress.reach)
    _describe(index, output_format)


@app.command()
def join(
    indexes: Annotated[
        list[Path],
        typer.Argument(metavar="INDEX...", help="Folders of the indexes to join.", show_default=False),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="INDEX",
            help="Folder of the new index.",
            show_default=False,
        ),
    ],
    memory: _Memory = "1G",
    replace: options.Replace = False,
    output_format: options.Format = None,
    quiet: options.Quiet = False,
) -> None:
    """Join indexes into a new one, such as those that several machines have built. Their text is not needed.

    All of them must have been built with the same rules for words. They are not changed.

    **Examples**

    `tertium index join news.index novels.index -o spanish.index`

    `tertium index join part-*.index -o all.index --memory 4G`
    """
    from tertium.cli.progress import ProgressBar
    from tertium.corpus import join_indexes

    keep_work(output, replace=replace)
    with ProgressBar("words", quiet=quiet) as progress:
        join_indexes(indexes, output, memory=_parse_size(memory), progress=progress.reach)
    _describe(output, output_format)


@app.command()
def check(index: _Index) -> None:
    """Read all of an index and compare it with its checksums. Exit status: 0 if it is intact, 2 if not.

    **Example**

    `tertium index check spanish.index`
    """
    from tertium.cli.output import print_out
    from tertium.corpus import check_index

    check_index(index)
    print_out(f"{index}: intact\n")


@app.command()
def information(
    index: _Index,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", help="File of information content to write.", show_default=False
        ),
    ],
    smoothing: Annotated[
        float, typer.Option("--smoothing", min=0.0, help="Number to add to the count of each synset.")
    ] = 1.0,
    replace: options.Replace = False,
) -> None:
    """Count how rare each noun and verb of WordNet is in an index of English, for METEOR's stage `relatedness`.

    **Example**

    `tertium index information english.index -o english.ic`

    `tertium score output.txt -r reference.txt -m "meteor:stages=exact+porter+relatedness(lin,0.9,english.ic)"`
    """
    from tertium.cli.output import print_out
    from tertium.corpus import open_index
    from tertium.lexicon import count_information, write_information

    keep_work(output, replace=replace)
    counts = open_index(index).unigrams()
    write_information(count_information(counts, smoothing=smoothing), output)
    print_out(f"{output}: information content of nouns and verbs, from {counts.total():,} words and marks\n")


@app.command()
def info(
    index: _Index,
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """Describe an index: its words, lines and shards, and how its text was normalised.

    **Example**

    `tertium index info spanish.index -f json`
    """
    _describe(index, output_format, output)


def _describe(index: Path, output_format: str | None, output: Path | None = None) -> None:
    from tertium.cli.output import write
    from tertium.corpus import open_index
    from tertium.report import describe_index

    opened = open_index(index)
    write(describe_index(opened.manifest, str(index), opened.vocabulary_size), output_format, output)


def _parse_size(text: str) -> int:
    """Return the bytes of a number with K, M, G or T after it."""
    import re

    from tertium.errors import SpecError

    found = re.fullmatch(r"\s*(\d{1,15})\s*([KMGT]?)i?B?\s*", text, flags=re.IGNORECASE | re.ASCII)
    if found is None:
        raise SpecError(f"{text!r} is not an amount of memory", remedy="Write it as 512M or 4G")
    return min(int(found[1]) << 10 * " KMGT".index(found[2].upper() or " "), 1 << 62)
