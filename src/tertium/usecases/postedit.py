"""Post-editing: apply accepted edits to new texts, and keep the repository of decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError
from tertium.files.whole import keep_work, write_whole
from tertium.json_result import JsonResult
from tertium.options import argument, option
from tertium.usecases import fields
from tertium.usecases.use_case import Runtime, UseCase, tell

if TYPE_CHECKING:
    from tertium.postedit import AppliedEdits, DecidedPair, Decision, LocalisedText
    from tertium.report import Document

RepositoryFile = Annotated[
    Path | None,
    option(
        "--repository",
        metavar="FILE",
        help="Where decisions are stored. Default: TERTIUM_REPOSITORY, else postedit.sqlite in the working directory.",
    ),
]
AnnotatorName = Annotated[str, option("--annotator", metavar="NAME", help="Who decides.")]
OnlyLanguagePair = Annotated[
    str | None,
    option("--language-pair", "-p", metavar="PAIR", help="Only pairs of this language pair. Default: all."),
]
Everywhere = Annotated[
    bool, option("--everywhere", help="Include segments whose source does not contain the mistranslated word.")
]
FileFormat = Annotated[
    str, option("--input-format", metavar="NAME", help="The format of the localisation file. Default: by its suffix.")
]


@dataclass(frozen=True, kw_only=True)
class ApplyRequest:
    """Apply accepted pairs to a new text, and list the edits. TEXT itself is not changed.

    Of a localisation file, only the edited targets change; every other byte stays.

    **Examples**

    `tertium postedit apply output.txt --source source.txt -o edited.txt`

    `tertium postedit apply output.txt --dry-run --min-accepted 1 --min-documents 1 -f json`

    `tertium postedit apply es.po -o edited.po`
    """

    text: Annotated[
        str,
        argument(
            "TEXT",
            help="A text file, one segment per line, or a localisation file (XLIFF, TMX, PO, DOCX, XLSX). "
            "`-` is standard input.",
            is_path=True,
        ),
    ]
    output: Annotated[
        Path | None,
        option("--output", "-o", metavar="FILE", help="The edited text, written whole or not at all.", is_written=True),
    ] = None
    source: Annotated[
        str | None, option("--source", "-s", metavar="FILE", help="Source segments, one per line.", is_path=True)
    ] = None
    repository: RepositoryFile = None
    language_pair: OnlyLanguagePair = None
    min_accepted: Annotated[
        int, option("--min-accepted", metavar="N", help="How often a pair was accepted, at least.", least=1)
    ] = 3
    min_share: Annotated[
        float,
        option("--min-share", metavar="SHARE", help="Share of decisions that accepted it, at least.", least=0, most=1),
    ] = 0.9
    min_documents: Annotated[
        int, option("--min-documents", metavar="N", help="In how many documents it was accepted, at least.", least=1)
    ] = 2
    everywhere: Everywhere = False
    dry_run: Annotated[bool, option("--dry-run", help="List the edits, and write no text.")] = False
    input_format: FileFormat = "auto"
    replace: fields.Replace = False


@dataclass(frozen=True)
class AppliedRepository:
    """The edits that a repository makes in a text.

    Attributes:
        edits: The edits.
        path: The file of the repository.
    """

    edits: AppliedEdits
    path: Path


def apply(request: ApplyRequest, runtime: Runtime) -> AppliedRepository:
    """Apply accepted pairs to the text of a request, and write the edited text."""
    from tertium.postedit import LocalisedText, Repository, apply_edits, is_localisation_file, read_segments

    is_localised = is_localisation_file(request.text, request.input_format)
    _check_apply(request, is_localised)
    opened = Repository(request.repository, create=False)
    localised = LocalisedText(request.text, request.input_format, request.language_pair or "") if is_localised else None
    applied = apply_edits(
        localised.segments if localised else read_segments(request.text, request.source),
        opened,
        min_accepted=request.min_accepted,
        min_share=request.min_share,
        min_documents=request.min_documents,
        language_pair=request.language_pair,
        everywhere=request.everywhere,
    )
    for each in applied.left_out:
        tell(f"segment {each.segment + 1}: {each.span!r} was left as it is, since the edit would remove a tag")
    if request.output is not None:
        write_whole(_render(applied, localised), request.output, remedy="Give another place with --output")
    return AppliedRepository(applied, opened.path)


def _render(applied: AppliedEdits, localised: LocalisedText | None) -> bytes:
    if localised is not None:
        return localised.edit(applied.by_segment)
    return "".join(f"{each}\n" for each in applied.texts).encode("utf-8", errors="backslashreplace")


def _check_apply(request: ApplyRequest, is_localised: bool) -> None:
    """Refuse places that cannot be written to, and fields that do not go together."""
    from tertium.postedit import require_same_format, require_separate_output

    if (request.output is None) != request.dry_run:
        raise InputError(
            "there is no file for the edited text" if request.output is None else "a dry run writes no text",
            remedy="Give either --output or --dry-run",
        )
    if str(request.output) == "-":
        raise InputError("standard output is used for the list of edits", remedy="Give a file for the edited text")
    read = [Path(each) for each in (request.text, request.source) if each is not None and each != "-"]
    require_separate_output(request.output, request.repository, *read)
    keep_work(request.output, replace=request.replace)
    if is_localised and request.text != "-":
        require_same_format(request.output, request.text, request.input_format)
    if is_localised and request.source is not None:
        raise InputError("the file has its own source", file=request.text, remedy="Leave --source out")


def describe_apply(result: AppliedRepository, request: ApplyRequest) -> Document:
    """Return edits as a document."""
    from tertium.report import describe_changes

    return describe_changes(result.edits, str(result.path), made=not request.dry_run)


@dataclass(frozen=True, kw_only=True)
class UndoRequest:
    """Undo a decision, with what was propagated from it. Both stay in the repository, and `log` leaves them out.

    **Example**

    `tertium postedit undo 12`
    """

    decision: Annotated[
        int | None, argument("NUMBER", help="Number of the decision, as in `log`. Default: the last decision.")
    ] = None
    repository: RepositoryFile = None
    annotator: AnnotatorName = ""


def undo(request: UndoRequest, runtime: Runtime) -> str:
    """Undo a decision."""
    from tertium.postedit import Repository

    undone = Repository(request.repository, create=False).undo(request.decision, request.annotator)
    return f"decision {undone.id} undone: {undone.decision} {undone.edit.span!r} -> {undone.edit.suggestion!r}"


@dataclass(frozen=True, kw_only=True)
class PairsRequest:
    """List all pairs of span and suggestion, and how often each was accepted and declined.

    **Example**

    `tertium postedit list -f json`
    """

    repository: RepositoryFile = None
    language_pair: OnlyLanguagePair = None


@dataclass(frozen=True)
class ListedPairs(JsonResult):
    """The pairs of a repository.

    Attributes:
        pairs: The pairs.
        path: The file of the repository.
    """

    json_fields = "repository=path_text pairs"

    pairs: Sequence[DecidedPair]
    path: Path

    @property
    def path_text(self) -> str:
        """The path of the repository."""
        return str(self.path)


def list_pairs(request: PairsRequest, runtime: Runtime) -> ListedPairs:
    """Return the pairs of a repository."""
    from tertium.postedit import Repository

    opened = Repository(request.repository, create=False)
    return ListedPairs(opened.pairs(request.language_pair), opened.path)


def keep_repository(request: PairsRequest | LogRequest, output: Path) -> None:
    """Refuse to write a list over the repository."""
    from tertium.postedit import require_separate_output

    require_separate_output(output, request.repository)


def describe_pairs(result: ListedPairs, request: PairsRequest) -> Document:
    """Return pairs as a document."""
    from tertium import report

    return report.describe_pairs(result.pairs, str(result.path))


@dataclass(frozen=True, kw_only=True)
class LogRequest:
    """List all decisions that were not undone, the newest first.

    **Example**

    `tertium postedit log -f json`
    """

    repository: RepositoryFile = None


@dataclass(frozen=True)
class LoggedDecisions(JsonResult):
    """The decisions of a repository.

    Attributes:
        decisions: The decisions, the newest first.
        path: The file of the repository.
    """

    json_fields = "repository=path_text decisions"

    decisions: Sequence[Decision]
    path: Path

    @property
    def path_text(self) -> str:
        """The path of the repository."""
        return str(self.path)


def list_decisions(request: LogRequest, runtime: Runtime) -> LoggedDecisions:
    """Return the decisions of a repository."""
    from tertium.postedit import Repository

    opened = Repository(request.repository, create=False)
    return LoggedDecisions(opened.decisions()[::-1], opened.path)


def describe_log(result: LoggedDecisions, request: LogRequest) -> Document:
    """Return decisions as a document."""
    from tertium.report import describe_decisions

    return describe_decisions(result.decisions, str(result.path))


@dataclass(frozen=True, kw_only=True)
class RepositoryCheckRequest:
    """Read all of a repository and compare it with its checksums. Exit status: 0 if it is intact, 2 if not.

    **Example**

    `tertium postedit check --repository team.sqlite`
    """

    repository: RepositoryFile = None


def check(request: RepositoryCheckRequest, runtime: Runtime) -> str:
    """Check a repository."""
    from tertium.postedit import Repository

    opened = Repository(request.repository, create=False)
    return f"{opened.path}: intact; decisions: {opened.check()}"


@dataclass(frozen=True, kw_only=True)
class PairExportRequest:
    """Write all pairs with their records as a table, for `import` elsewhere and for translation memories.

    **Example**

    `tertium postedit export -o pairs.tsv`
    """

    output: Annotated[
        Path | None,
        option("--output", "-o", metavar="FILE", help="The table. Default: standard output.", is_written=True),
    ] = None
    repository: RepositoryFile = None
    language_pair: OnlyLanguagePair = None


def export(request: PairExportRequest, runtime: Runtime) -> str:
    """Write the pairs of a repository as a table; return it where no file is given."""
    from tertium.postedit import Repository, require_separate_output, write_pairs

    require_separate_output(request.output, request.repository)
    table = write_pairs(Repository(request.repository, create=False).export(request.language_pair))
    if request.output is None or str(request.output) == "-":
        return table
    write_whole(
        table.encode("utf-8", errors="backslashreplace"), request.output, remedy="Give another place with --output"
    )
    return ""


@dataclass(frozen=True, kw_only=True)
class PairImportRequest:
    """Import the decisions of another repository. A table that is imported twice counts once.

    **Example**

    `tertium postedit import pairs.tsv --repository team.sqlite`
    """

    pairs: Annotated[Path, argument("PAIRS", help="A table, as `export` writes it.")]
    repository: RepositoryFile = None
    annotator: AnnotatorName = ""


def import_pairs(request: PairImportRequest, runtime: Runtime) -> str:
    """Import the decisions of another repository."""
    from tertium.postedit import Repository, read_pairs

    rows = read_pairs(request.pairs)
    opened = Repository(request.repository)
    new = opened.import_(rows, request.annotator)
    listed = "1 pair" if len(rows) == 1 else f"{len(rows)} pairs"
    return f"{new} of {listed} {'was' if new == 1 else 'were'} new to {opened.path}"


APPLY = UseCase(name="postedit apply", request=ApplyRequest, run=apply, describe=describe_apply, is_quick=True)
UNDO = UseCase(name="postedit undo", request=UndoRequest, run=undo, describe=None, is_quick=True)
LIST = UseCase(
    name="postedit list",
    request=PairsRequest,
    run=list_pairs,
    describe=describe_pairs,
    is_quick=True,
    results=("tertium.usecases.postedit:ListedPairs",),
    check_output=keep_repository,
)
LOG = UseCase(
    name="postedit log",
    request=LogRequest,
    run=list_decisions,
    describe=describe_log,
    is_quick=True,
    results=("tertium.usecases.postedit:LoggedDecisions",),
    check_output=keep_repository,
)
CHECK = UseCase(name="postedit check", request=RepositoryCheckRequest, run=check, describe=None, is_quick=True)
EXPORT = UseCase(name="postedit export", request=PairExportRequest, run=export, describe=None, is_quick=True)
IMPORT = UseCase(name="postedit import", request=PairImportRequest, run=import_pairs, describe=None, is_quick=True)
