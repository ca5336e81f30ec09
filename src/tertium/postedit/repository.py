"""The repository: one SQLite file with all decisions of proofreaders.

It is a log. Rows are added and never changed: undoing a decision adds a row, and the record of a pair is computed from
the rows. Each decision is a transaction of its own that is on the disk before ``decide`` returns, so that a process
that is killed loses nothing that was acknowledged. Any number of processes may decide at once. Every row is verified
when it is read: a damaged repository is an error, never another decision.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from tertium.errors import InputError, SpecError
from tertium.files.user_folders import expand_user
from tertium.postedit.decision_log import DecisionLog
from tertium.postedit.decision_rows import read_imported, write_row
from tertium.postedit.decisions import ChangedSegmentError, Decision
from tertium.postedit.pairs import Confirmation, DecidedPair, Record, gather_pairs
from tertium.postedit.suggested_edits import PairKey, SuggestedEdit

VARIABLE = "TERTIUM_REPOSITORY"
DEFAULT_NAME = "postedit.sqlite"

_Result = TypeVar("_Result")


def find_repository() -> Path:
    """Return the file that ``TERTIUM_REPOSITORY`` names, else ``postedit.sqlite`` in the working directory.

    It is not in the cache, since decisions of people cannot be computed again.
    """
    return expand_user(os.environ.get(VARIABLE) or DEFAULT_NAME)


def list_files(path: str | Path | None = None) -> list[Path]:
    """Return the files of a repository, also those that do not exist yet; of the default repository if None.

    While somebody decides, the newest decisions are in a file beside it.
    """
    real = os.path.realpath(find_repository() if path is None else path)
    return DecisionLog(Path(real)).list_files()


class Repository:
    """The decisions of proofreaders.

    Args:
        path: The file; if None, the one that ``TERTIUM_REPOSITORY`` names, else ``postedit.sqlite``.
        create: Create the file and its folder if there is none; otherwise it has to exist.
        now: Returns the time in seconds since 1970.

    Raises:
        InputError: The file is damaged, belongs to another program, or cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from tertium.postedit import Repository, SuggestedEdit
    >>> edit = SuggestedEdit(span="de siete", suggestion="de sed", document="notice")
    >>> with TemporaryDirectory() as folder:
    ...     repository = Repository(f"{folder}/postedit.sqlite")
    ...     number = repository.decide(edit, accepted=True, annotator="Ada")
    ...     pairs = repository.pairs()
    >>> [(each.span, each.suggestion, each.record.describe()) for each in pairs]
    [('de siete', 'de sed', 'accepted once')]
    """

    def __init__(
        self, path: str | Path | None = None, *, create: bool = True, now: Callable[[], float] = time.time
    ) -> None:
        self.path = find_repository() if path is None else Path(path)
        self._clock = now
        if not create and not self.path.is_file():
            raise InputError(
                "there is no such repository",
                file=self.path,
                remedy=f"Name another file, or set {VARIABLE}; create=True creates one",
                command_remedy=f"Name one with --repository or {VARIABLE}; `tertium postedit review` creates one",
            )
        if not create and not self.path.stat().st_size:
            raise InputError(
                "the repository is damaged: the file is empty",
                file=self.path,
                remedy="Restore it from a copy, or name another file with --repository",
            )
        self._log = DecisionLog(self.path)
        self._log.read()  # created, or refused

    @property
    def name(self) -> str:
        """The unique name of the repository, drawn at random when the file was created."""
        return self._log.read()[0]

    @property
    def last(self) -> int:
        """The number of the last row, of any kind; 0 if there is none."""
        decisions = self._log.read()[1]
        return decisions[-1].id if decisions else 0

    def decide(
        self, edit: SuggestedEdit, accepted: bool, annotator: str = "", *, after: str = "", seen: int | None = None
    ) -> int:
        """Record a decision; it is on the disk when this returns.

        Args:
            edit: The edit that was decided about.
            accepted: Whether it was accepted.
            annotator: Who decided.
            after: The text of the segment after the decision.
            seen: The last row that whoever decides has seen, as ``last`` gives it. Then nothing is recorded if
                somebody decided about the same segment since.

        Returns:
            The number of the decision.

        Raises:
            ChangedSegmentError: Somebody decided about the segment since.
        """
        row = self._row(edit, "accepted" if accepted else "declined", annotator, after=after)

        def insert(_: str, decisions: Sequence[Decision]) -> tuple[list[list[Any]], int]:
            newer = [each.edit for each in decisions if seen is not None and each.id > seen]
            if any(_is_same_segment(each, edit) for each in newer):
                raise ChangedSegmentError(
                    "somebody decided about this segment meanwhile", remedy="Look at it again, and decide"
                )
            return [row], _number(decisions, 1)[0]

        return self._add(insert)

    def propagate(self, edits: Sequence[SuggestedEdit], cause: int, annotator: str = "") -> list[int]:
        """Record the further edits that follow from a decision. They do not count, and are undone with it."""
        rows = [self._row(each, "propagated", annotator, cause=cause) for each in edits]
        return self._add(lambda _, decisions: (rows, _number(decisions, len(rows))))

    def undo(self, decision: int | None = None, annotator: str = "", *, review: str | None = None) -> Decision:
        """Undo a decision, with what was propagated from it; both stay in the repository.

        Args:
            decision: Its number; the last one that was not undone if None.
            annotator: Who undoes it.
            review: Undo it for one document only, as ``SuggestedEdit.review`` names it; for all that it is of if None.

        Raises:
            SpecError: There is no such decision, or it was undone before.
        """

        def undo(_: str, decisions: Sequence[Decision]) -> tuple[list[list[Any]], Decision]:
            found = [each for each in _list_live(decisions, review) if each.decision in ("accepted", "declined")]
            chosen = found[-1:] if decision is None else [each for each in found if each.id == decision]
            if not chosen:
                what = "no decision" if decision is None else f"no decision {decision}"
                raise SpecError(f"there is {what} to undo", remedy="List the decisions with `tertium postedit log`")
            (last,) = chosen
            edit = last.edit if review is None else replace(last.edit, review=review)
            return [self._row(edit, "undone", annotator, cause=last.id)], last

        return self._add(undo)

    def find_undone(self, decision: int, review: str | None = None) -> Decision | None:
        """Return a decision that was undone, by its number; None if there is none, or it was not undone."""
        every = self._log.read()[1]
        undone = _list_undone(every, review)
        return next((each for each in every if each.id == decision and decision in undone), None)

    def record_of(self, pairs: Iterable[PairKey]) -> dict[PairKey, Record]:
        """Return the record of each pair; an empty one for a pair without decisions."""
        wanted = dict.fromkeys(pairs, Record())
        found = gather_pairs(each for each in self.decisions() if each.edit.key in wanted)
        return wanted | {key: pair.record for (key, _), pair in found.items()}

    def decisions(self, documents: Sequence[str] | None = None, *, review: str | None = None) -> list[Decision]:
        """Return the decisions that were not undone, in order.

        Args:
            documents: The names of documents; all if None.
            review: What a document is known by, as ``SuggestedEdit.review`` has it; all if None.
        """
        live = _list_live(self._log.read()[1], review)
        if documents is None:
            return live
        wanted = frozenset(documents)
        return [
            each
            for each in live
            if each.edit.document in wanted
            and each.decision != "imported"
            and (review is None or each.edit.review in ("", review))
        ]

    def pairs(self, language_pair: str | None = None) -> list[DecidedPair]:
        """Return all pairs with their records, the most often accepted first; of one language pair, or all."""
        found = [pair for pair in gather_pairs(self.decisions()).values() if _is_of(pair, language_pair)]
        return sorted(found, key=lambda each: (-each.record.accepted, each.record.declined, each.key))

    def confirmed(
        self,
        min_accepted: int = 3,
        min_share: float = 0.9,
        min_documents: int = 2,
        language_pair: str | None = None,
    ) -> list[DecidedPair]:
        """Return the pairs that may be applied to new documents, the most often accepted first.

        Args:
            min_accepted: How often they were accepted, at least.
            min_share: The share of decisions that accepted them, at least.
            min_documents: In how many different documents they were accepted, at least.
            language_pair: Only pairs of this language pair; all if None.

        Raises:
            SpecError: A condition is always met, or never.
        """
        rule = Confirmation(min_accepted, min_share, min_documents)
        return [pair for pair in self.pairs(language_pair) if not rule.misses(pair.record)]

    def export(self, language_pair: str | None = None) -> list[dict[str, Any]]:
        """Return one row per pair and repository with decisions about it, as ``import_`` takes them."""
        name, now = self.name, self._now()
        found = gather_pairs(self.decisions(), by_origin=True).values()
        chosen = [each for each in found if _is_of(each, language_pair)]
        return [
            {**each.to_dict(), "repository": each.origin or name, "exported": each.exported or now}
            for each in sorted(chosen, key=lambda each: (each.key, each.origin))
        ]

    def import_(self, rows: Iterable[Mapping[str, Any]], annotator: str = "") -> int:
        """Import decisions of other repositories; what is known already, or was decided here, is not counted again.

        Args:
            rows: Rows as ``export`` returns them.
            annotator: Who imports.

        Returns:
            The number of rows that were new.
        """
        incoming = [read_imported(row, annotator, self._now()) for row in rows]

        def insert(own: str, decisions: Sequence[Decision]) -> tuple[list[list[Any]], int]:
            live = _list_live(decisions)
            known = {(each.edit.key, each.origin): each for each in live if each.decision == "imported"}
            added = []
            for each in incoming:
                before = known.get((each.edit.key, each.origin))
                if each.origin == own or (before is not None and not _is_news(each, before)):
                    continue
                known[each.edit.key, each.origin] = each
                added.append(write_row(each))
            return added, len(added)

        return self._add(insert)

    def check(self) -> int:
        """Read all of the file and compare it with its checksums.

        Returns:
            The number of decisions, those included that were undone.

        Raises:
            InputError: The file is damaged.
        """
        return self._log.check()

    def _now(self) -> float:
        # To the microsecond, as times are written in tables, so that they are the same when they come back.
        return round(self._clock(), 6)

    def _row(
        self, edit: SuggestedEdit, decision: str, annotator: str, *, cause: int | None = None, after: str = ""
    ) -> list[Any]:
        made = Decision(id=0, time=self._now(), decision=decision, annotator=annotator, edit=edit, cause=cause)
        return write_row(made, after)

    def _add(self, make: Callable[[str, Sequence[Decision]], tuple[Sequence[list[Any]], _Result]]) -> _Result:
        try:
            return self._log.add(make)
        except (UnicodeEncodeError, OverflowError) as error:
            raise InputError(
                f"the decision cannot be stored: {error}", file=self.path, remedy="Correct the text or the count"
            ) from error


def _number(decisions: Sequence[Decision], count: int) -> list[int]:
    """Return the numbers of the next decisions."""
    last = decisions[-1].id if decisions else 0
    return list(range(last + 1, last + 1 + count))


def _is_same_segment(one: SuggestedEdit, other: SuggestedEdit) -> bool:
    same = ("document", "segment", "text", "review")
    return all(getattr(one, name) == getattr(other, name) for name in same)


def _list_undone(decisions: Sequence[Decision], review: str | None) -> set[int]:
    """Return the numbers of the decisions that were undone: for all their documents, or for this one."""
    reviews = {each.id: each.edit.review for each in decisions}
    return {
        each.cause
        for each in decisions
        if each.decision == "undone" and each.cause is not None
        # A decision of an earlier version is of several documents, and may be undone for one of them.
        if each.edit.review in ("", review, reviews.get(each.cause))
    }


def _list_live(decisions: Sequence[Decision], review: str | None = None) -> list[Decision]:
    """Return the decisions that were not undone; with a decision, what was propagated from it is undone."""
    every = list(decisions)
    undone = _list_undone(every, review)
    return [each for each in every if each.decision != "undone" and not {each.id, each.cause} & undone]


def _is_of(pair: DecidedPair, language_pair: str | None) -> bool:
    return language_pair is None or pair.key.language_pair == language_pair.casefold()


def _is_news(new: Decision, old: Decision) -> bool:
    """Return whether the numbers differ from those before, and are not from an older file."""
    if (new.accepted, new.declined, new.documents) == (old.accepted, old.declined, old.documents):
        return False
    return (new.exported or new.time) >= (old.exported or old.time)
