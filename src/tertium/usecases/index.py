"""Build and maintain an index of text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import SpecError
from tertium.files.whole import keep_work
from tertium.options import INPUT, argument, option
from tertium.usecases import fields
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.corpus import PhraseIndex
    from tertium.report import Document

_Texts = Annotated[
    tuple[str, ...],
    argument(
        "TEXT...",
        help="Text files, one sentence or paragraph per line; plain or `.gz`, `-` for standard input.",
        is_path=True,
    ),
]
_Index = Annotated[Path, argument("INDEX", help="Folder of the index.", is_path=True)]
_NewIndex = Annotated[Path, option("--output", "-o", metavar="INDEX", help="Folder of the new index.", is_written=True)]
_Memory = Annotated[
    str,
    option(
        "--memory",
        metavar="SIZE",
        help="Memory to use, such as `512M` or `4G`. The text and the index may be much larger.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class BuildRequest:
    """Build an index of text. With `--replace` an index that is there is replaced when the new one is complete.

    **Examples**

    `tertium index build news.txt.gz novels.txt --language es -o spanish.index`

    `zcat *.gz | tertium index build - --language ca --no-casefold --memory 4G -o catalan.index`
    """

    texts: _Texts
    output: _NewIndex
    language: Annotated[
        str,
        option(
            "--language",
            "-l",
            metavar="LANGUAGE",
            help="Language of the text, such as `es`. It sets the defaults of --apostrophes and --hyphens.",
        ),
    ] = ""
    apostrophes: Annotated[
        str, option("--apostrophes", metavar="keep|split", help="Keep `l'home` as one word, or split it.")
    ] = ""
    hyphens: Annotated[
        str, option("--hyphens", metavar="keep|split", help="Keep `well-known` as one word, or split it.")
    ] = ""
    casefold: Annotated[bool, option("--casefold/--no-casefold", help="Count upper and lower case as the same.")] = True
    memory: _Memory = "1G"
    merge: Annotated[
        bool,
        option(
            "--merge/--no-merge",
            help="Merge the parts of text that is larger than the memory into one shard at the end.",
        ),
    ] = True
    replace: fields.Replace = False


@dataclass(frozen=True)
class OpenedIndex:
    """An index that was built, changed or looked at.

    Attributes:
        path: Its folder.
        index: The index.
    """

    path: Path
    index: PhraseIndex


def build(request: BuildRequest, runtime: Runtime) -> OpenedIndex:
    """Build an index."""
    from tertium.corpus import Normalisation, build_index

    keep_work(request.output, replace=request.replace)
    rules = Normalisation(
        language=request.language,
        casefold=request.casefold,
        apostrophes=request.apostrophes,
        hyphens=request.hyphens,
    )
    with runtime.progress("bytes") as progress:
        build_index(
            request.texts,
            request.output,
            normalisation=rules,
            memory=_parse_size(request.memory),
            merge=request.merge,
            progress=progress,
            merge_progress=progress.reach,
        )
    return _open(request.output)


@dataclass(frozen=True, kw_only=True)
class AddRequest:
    """Add text to an index, as one more shard. It is normalised like the rest.

    **Example**

    `tertium index add today.txt -i spanish.index`
    """

    texts: _Texts
    index: Annotated[
        Path, option("--index", "-i", metavar="INDEX", help="Folder of the index.", group=INPUT, is_path=True)
    ]
    memory: _Memory = "1G"


def add(request: AddRequest, runtime: Runtime) -> OpenedIndex:
    """Add text to an index."""
    from tertium.corpus import add_to_index

    with runtime.progress("bytes") as progress:
        add_to_index(request.texts, request.index, memory=_parse_size(request.memory), progress=progress)
    return _open(request.index)


@dataclass(frozen=True, kw_only=True)
class MergeRequest:
    """Merge the shards of an index into one, of any size. Fewer shards answer faster.

    **Example**

    `tertium index merge spanish.index --memory 4G`
    """

    index: _Index
    memory: _Memory = "1G"


def merge(request: MergeRequest, runtime: Runtime) -> OpenedIndex:
    """Merge the shards of an index."""
    from tertium.corpus import merge_index

    with runtime.progress("words") as progress:
        merge_index(request.index, memory=_parse_size(request.memory), progress=progress.reach)
    return _open(request.index)


@dataclass(frozen=True, kw_only=True)
class JoinRequest:
    """Join indexes into a new one, such as those that several machines have built. Their text is not needed.

    All of them must have been built with the same rules for words. They are not changed.

    **Examples**

    `tertium index join news.index novels.index -o spanish.index`

    `tertium index join part-*.index -o all.index --memory 4G`
    """

    indexes: Annotated[tuple[Path, ...], argument("INDEX...", help="Folders of the indexes to join.", is_path=True)]
    output: _NewIndex
    memory: _Memory = "1G"
    replace: fields.Replace = False


def join(request: JoinRequest, runtime: Runtime) -> OpenedIndex:
    """Join indexes."""
    from tertium.corpus import join_indexes

    keep_work(request.output, replace=request.replace)
    with runtime.progress("words") as progress:
        join_indexes(request.indexes, request.output, memory=_parse_size(request.memory), progress=progress.reach)
    return _open(request.output)


@dataclass(frozen=True, kw_only=True)
class InfoRequest:
    """Describe an index: its words, lines and shards, and how its text was normalised.

    **Example**

    `tertium index info spanish.index -f json`
    """

    index: _Index


def look_at(request: InfoRequest, runtime: Runtime) -> OpenedIndex:
    """Open an index."""
    return _open(request.index)


@dataclass(frozen=True, kw_only=True)
class IndexCheckRequest:
    """Read all of an index and compare it with its checksums. Exit status: 0 if it is intact, 2 if not.

    **Example**

    `tertium index check spanish.index`
    """

    index: _Index


def check(request: IndexCheckRequest, runtime: Runtime) -> str:
    """Check an index."""
    from tertium.corpus import check_index

    check_index(request.index)
    return f"{request.index}: intact"


@dataclass(frozen=True, kw_only=True)
class InformationRequest:
    """Count how rare each noun and verb of WordNet is in an index of English, for METEOR's stage `relatedness`.

    **Example**

    `tertium index information english.index -o english.ic`

    `tertium score output.txt -r reference.txt -m "meteor:stages=exact+porter+relatedness(lin,0.9,english.ic)"`
    """

    index: _Index
    output: Annotated[
        Path,
        option("--output", "-o", metavar="FILE", help="File of information content to write.", is_written=True),
    ]
    smoothing: Annotated[float, option("--smoothing", least=0, help="Number to add to the count of each synset.")] = 1.0
    replace: fields.Replace = False


def count_information(request: InformationRequest, runtime: Runtime) -> str:
    """Write the information content of an index."""
    from tertium import lexicon
    from tertium.corpus import open_index

    keep_work(request.output, replace=request.replace)
    counts = open_index(request.index).unigrams()
    lexicon.write_information(lexicon.count_information(counts, smoothing=request.smoothing), request.output)
    return f"{request.output}: information content of nouns and verbs, from {counts.total():,} words and marks"


def describe(result: OpenedIndex, request: object) -> Document:
    """Return an index as a document."""
    from tertium.report import describe_index

    return describe_index(result.index.manifest, str(result.path), result.index.vocabulary_size)


def _open(index: Path) -> OpenedIndex:
    from tertium.corpus import open_index

    return OpenedIndex(index, open_index(index))


def _parse_size(text: str) -> int:
    """Return the bytes of a number with K, M, G or T after it."""
    found = re.fullmatch(r"\s*(\d{1,15})\s*([KMGT]?)i?B?\s*", text, flags=re.IGNORECASE | re.ASCII)
    if found is None:
        raise SpecError(f"{text!r} is not an amount of memory", remedy="Write it as 512M or 4G")
    return min(int(found[1]) << 10 * " KMGT".index(found[2].upper() or " "), 1 << 62)


INDEX_BUILD = UseCase(name="index build", request=BuildRequest, run=build, describe=describe, uses_threads=False)
INDEX_ADD = UseCase(name="index add", request=AddRequest, run=add, describe=describe, uses_threads=False)
INDEX_MERGE = UseCase(name="index merge", request=MergeRequest, run=merge, describe=describe, uses_threads=False)
INDEX_JOIN = UseCase(name="index join", request=JoinRequest, run=join, describe=describe, uses_threads=False)
INDEX_INFO = UseCase(
    name="index info",
    request=InfoRequest,
    run=look_at,
    describe=describe,
    is_quick=True,
)
INDEX_CHECK = UseCase(name="index check", request=IndexCheckRequest, run=check, describe=None, is_quick=True)
INDEX_INFORMATION = UseCase(
    name="index information",
    request=InformationRequest,
    run=count_information,
    describe=None,
    is_quick=True,
)
