"""``tertium cache``."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

_HELP = "What earlier runs computed and later ones take from the disk: parses, counts, word forms, features, scores."


class CacheName(StrEnum):
    """The caches by their names on the command line."""

    parses = "parses"
    counts = "counts"
    forms = "forms"
    scores = "scores"
    features = "features"


class _Cache(NamedTuple):
    path: Path
    things: str
    check: Callable[[], int]
    clear: Callable[[], None]


app = typer.Typer(name="cache", help=_HELP, no_args_is_help=True, rich_markup_mode="markdown")


@app.callback(help=_HELP)
def cache() -> None:
    """The caches on disk."""


@app.command()
def check() -> None:
    """Read all of the caches and compare them with their checksums. Exit status: 0 if they are intact, 2 if not.

    **Example**

    `tertium cache check`
    """
    from tertium.cli.output import print_out

    for path, things, count_rows, _ in _list_caches().values():
        print_out(f"{path}: intact; {things}: {count_rows()}\n" if path.exists() else f"{path}: no {things} yet\n")


@app.command()
def clear(
    names: Annotated[
        list[CacheName],
        typer.Argument(metavar="NAME...", help=f"Which: {', '.join(f'`{name}`' for name in CacheName)}."),
    ],
) -> None:
    """Empty some of the caches, also damaged ones. What they had is computed again when it is needed.

    Counts of a search service that charges for requests are then asked, and paid, again.

    **Examples**

    `tertium cache clear features`

    `tertium cache clear parses forms`
    """
    from tertium.cli.output import print_out

    caches = _list_caches()
    for name in dict.fromkeys(names):
        path, things, _, empty = caches[name]
        existed = path.exists()
        empty()
        print_out(f"{path}: emptied\n" if existed else f"{path}: no {things} yet\n")


def _list_caches() -> dict[CacheName, _Cache]:
    from tertium import corpus, metrics, mtness, syntax

    forms, scores, features = mtness.find_form_cache(), metrics.SCORE_CACHE, metrics.FEATURE_CACHE
    return {
        CacheName.parses: _Cache(syntax.find_cache(), "parses", syntax.check_cache, syntax.clear_cache),
        CacheName.counts: _Cache(corpus.find_cache(), "counts", corpus.check_cache, corpus.clear_cache),
        CacheName.forms: _Cache(forms, "word forms of corpora", mtness.check_form_cache, mtness.clear_form_cache),
        CacheName.scores: _Cache(scores.path, "scores of external programs", scores.check, scores.clear),
        CacheName.features: _Cache(features.path, "features of pairs by an encoder", features.check, features.clear),
    }
