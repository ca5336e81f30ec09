"""``tertium cache``."""

from __future__ import annotations

import typer

app = typer.Typer(
    name="cache",
    help="The caches of parses, counts, word forms and scores of programs, which later runs take their answers from.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@app.callback()
def cache() -> None:
    """The caches of parses, counts, word forms and scores of programs, which later runs take their answers from."""


@app.command()
def check() -> None:
    """Read all of the caches and compare them with their checksums. Exit status: 0 if they are intact, 2 if not.

    **Example**

    `tertium cache check`
    """
    from tertium import corpus, metrics, mtness, syntax
    from tertium.cli.output import print_out

    for path, what, count_rows in (
        (syntax.find_cache(), "parses", syntax.check_cache),
        (corpus.find_cache(), "counts", corpus.check_cache),
        (mtness.find_form_cache(), "word forms of corpora", mtness.check_form_cache),
        (metrics.SCORE_CACHE.path, "scores of external programs", metrics.SCORE_CACHE.check),
        (metrics.FEATURE_CACHE.path, "features of pairs by an encoder", metrics.FEATURE_CACHE.check),
    ):
        print_out(f"{path}: intact; {what}: {count_rows()}\n" if path.exists() else f"{path}: no {what} yet\n")
