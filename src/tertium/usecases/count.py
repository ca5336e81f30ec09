"""Count phrases in an index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError
from tertium.options import argument, option
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.corpus import Count, PhraseIndex, PhraseOccurrence
    from tertium.report import Document


@dataclass(frozen=True, kw_only=True)
class CountRequest:
    r"""Count phrases in an index: how often each occurs, and on how many lines.

    Phrases are normalised like the text. They may have any length, and match within one line only.

    **Examples**

    `tertium count "está previsto" "es previsto" --index spanish.index`

    `tertium count "primer * de" --index spanish.index --show 5`

    `tertium count --phrases phrases.txt --index spanish.index -f json -o counts.json`
    """

    phrases: Annotated[tuple[str, ...], argument("PHRASE...", help="Phrases, in quotes. `*` stands for any word.")] = ()
    index: Annotated[
        Path | None,
        option("--index", "-i", metavar="INDEX", help="Index made by `tertium index build`.", is_path=True),
    ] = None
    phrase_files: Annotated[
        tuple[str, ...],
        option(
            "--phrases",
            metavar="FILE",
            help="File with one phrase per line; empty lines are skipped. `-` is standard input.",
            is_path=True,
        ),
    ] = ()
    show: Annotated[
        int,
        option("--show", metavar="N", help="Number of occurrences of each phrase to show.", least=0, most=1_000_000),
    ] = 0
    context: Annotated[
        int, option("--context", metavar="N", help="Number of words to show on either side.", least=0, most=1_000)
    ] = 8
    wildcards: Annotated[
        bool, option("--wildcards/--no-wildcards", help=r"Let `*` stand for any word; `\*` is then an asterisk.")
    ] = True


@dataclass(frozen=True)
class CountedPhrases:
    """The counts of phrases.

    Attributes:
        counts: The count of each phrase.
        index: The index that they were counted in.
        shown: Some occurrences of each phrase.
    """

    counts: Sequence[Count]
    index: PhraseIndex
    shown: Mapping[str, Sequence[PhraseOccurrence]]


def run(request: CountRequest, runtime: Runtime) -> CountedPhrases:
    """Count the phrases of a request."""
    from tertium.corpus import open_index

    if request.index is None:
        raise InputError("no index is given", remedy="Give one with --index")
    wanted = [*request.phrases, *_read_phrases(request.phrase_files)]
    if not wanted:
        raise InputError("no phrases are given", remedy="Give phrases, or a file of them with --phrases")
    for phrase in wanted if request.wildcards else ():
        if any("*" in piece and piece not in ("*", r"\*") for piece in phrase.split()):
            raise InputError(
                f"{phrase!r} has a * within a word",
                remedy=r"Put spaces around *, which then stands for any word; write \* for an asterisk",
            )
    index = open_index(request.index)
    counts = index.count_many(wanted, runtime.threads, wildcards=request.wildcards)
    for each in counts:
        if each.error:
            raise InputError(f"{each.phrase!r} cannot be counted: {each.error}", remedy="Give one word or more")
    shown = {
        phrase: index.show(phrase, request.show, context=request.context, wildcards=request.wildcards)
        for phrase in wanted
        if request.show
    }
    return CountedPhrases(counts, index, shown)


def describe(result: CountedPhrases, request: CountRequest) -> Document:
    """Return the counts as a document."""
    from tertium.report import describe_counts

    return describe_counts(result.counts, result.index, result.shown)


def _read_phrases(files: Sequence[str]) -> Iterator[str]:
    """Yield the lines of files that are not empty."""
    from tertium.files.lines import iterate_lines

    for file in files:
        yield from filter(None, map(str.strip, iterate_lines(file)))


COUNT = UseCase(name="count", request=CountRequest, run=run, describe=describe, shows_progress=False)
