"""What one annotator sees and answers. Nothing is given out that a later step shows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from tertium.annotation.answers import Answer
from tertium.annotation.campaign import Campaign
from tertium.annotation.lessons import Lesson
from tertium.annotation.links import digest_key
from tertium.annotation.protocols import Step
from tertium.annotation.store import CampaignStore
from tertium.errors import InputError, TertiumError

# How many finished items back an answer may still be changed.
REVISABLE = 10
_LONGEST_ATTEMPT = 100
# An item that takes longer was left open.
_MOST_ACTIVE_MS = 3_600_000


class LinkError(TertiumError):
    """A link of an annotator that does not exist or has expired."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """What an annotator sees of an item at one step, and no more.

    Attributes:
        place: The place of the item in the annotator's sequence, from 0.
        items: How many items the annotator has.
        lessons: How many of them, at the beginning, are the tutorial.
        step: The question; None if the item is finished.
        texts: The translations.
        source: The source, if the step shows it.
        references: The references, if the step shows them.
        context: The translations by the same system that stand before in the document, where documents are judged.
        answers: The answers to earlier steps, by their names; to all of them if the item is finished.
        changeable: The steps whose answers may still be changed.
    """

    place: int
    items: int
    lessons: int
    step: Step | None
    texts: Sequence[str]
    source: str | None
    references: Sequence[str]
    context: Sequence[str]
    answers: dict[str, Answer]
    changeable: Sequence[Step] = ()


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """What was stored.

    Attributes:
        place: The place of the item.
        step: The name of the step.
        revision: How often it was answered before.
        finished: Whether all steps of the item are answered.
        is_lesson: Whether the item belongs to the tutorial.
    """

    place: int
    step: str
    revision: int
    finished: bool
    is_lesson: bool = False


class Sitting:
    """The work of one annotator.

    Args:
        store: The campaigns.
        key: The key in the annotator's link.

    Raises:
        LinkError: There is no such key, or it has expired.
    """

    def __init__(self, store: CampaignStore, key: str) -> None:
        def find(connection: sqlite3.Connection) -> tuple[int, str, str, float | None] | None:
            found: tuple[int, str, str, float | None] | None = connection.execute(
                "SELECT annotator.id, annotator.name, campaign.name, expires FROM annotator "
                "JOIN campaign ON campaign.id = annotator.campaign WHERE link = ?",
                [digest_key(key)],
            ).fetchone()
            return found

        row = store.database.read(find)
        if row is None:
            raise LinkError("this link does not exist", remedy="Ask whoever sent it for a new one")
        self._id, self.annotator, name, expires = row
        if expires is not None and store.now() > expires:
            raise LinkError("this link has expired", remedy="Ask whoever sent it for a new one")
        self._store = store
        self.campaign: Campaign = store.campaign(name)
        self._steps = self.campaign.asked.steps
        self._counts: tuple[int, int] | None = None  # what an annotator judges never changes

    @property
    def tag(self) -> str:
        """What this annotator's answers are marked with in a browser that several annotators may use.

        It stays the same with a new link, and says nothing about the key.
        """
        parts = (self.campaign.name, repr(self.campaign.created), self.annotator)
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def items(self) -> int:
        """How many items the annotator has, with those of the tutorial."""
        return self._store.database.read(self._count)[0]

    @property
    def lessons(self) -> int:
        """How many of the items are the tutorial, which stands at the beginning."""
        return self._store.database.read(self._count)[1]

    def next_place(self) -> int | None:
        """Return the place of the first item that is not finished; None if all are."""
        return self._store.database.read(self._find_next)

    def task(self, place: int) -> Task:
        """Return what is to be seen of an item: the next one, or one of the last that may still be changed.

        Raises:
            InputError: There is no such item, or it is not its turn.
        """
        return self._store.database.read(lambda connection: self._load(connection, place))

    def lesson(self, place: int) -> Lesson | None:
        """Return what was expected of an item of the tutorial; None for other items, and before it is finished."""

        def read(connection: sqlite3.Connection) -> Lesson | None:
            task = self._load(connection, place)
            if task.step is not None or place >= task.lessons:
                return None
            (content,) = connection.execute(
                "SELECT content FROM lesson WHERE item = (SELECT item FROM assignment WHERE id = ?)",
                self._find_assignment(connection, place),
            ).fetchone()
            return Lesson.from_json(content)

        return self._store.database.read(read)

    def answer(self, place: int, step: str, answer: Answer, *, attempt: str, active_ms: int = 0) -> Receipt:
        """Store an answer; it is on the disk when this returns.

        Args:
            place: The place of the item.
            step: The step that is answered.
            answer: The answer.
            attempt: A name that the browser made up for this answer. The same one again changes nothing, so that an
                answer can be sent until it is acknowledged.
            active_ms: How long the annotator worked on it.

        Raises:
            InputError: It does not answer the step, comes out of turn, or can no longer be changed.
        """
        if not attempt or len(attempt) > _LONGEST_ATTEMPT or not attempt.isprintable():
            raise InputError("the answer has no usable name", remedy="Send a new random name with each answer")

        def write(connection: sqlite3.Connection) -> Receipt:
            known = connection.execute(
                "SELECT assignment.annotator, place, step, revision FROM judgment "
                "JOIN assignment ON assignment.id = judgment.assignment WHERE attempt = ?",
                [attempt],
            ).fetchone()
            if known is not None:
                if known[:3] != (self._id, place, step):
                    raise InputError("the name of the answer was used before", remedy="Send a new random name")
                return self._make_receipt(connection, place, step, known[3])
            task = self._load(connection, place)
            self._check_turn(task, step)
            self.campaign.asked.step(step).check(answer, task.texts)
            (assignment,) = self._find_assignment(connection, place)
            (revision,) = connection.execute(
                "SELECT COUNT(*) FROM judgment WHERE assignment = ? AND step = ?", [assignment, step]
            ).fetchone()
            active = min(max(int(active_ms), 0), _MOST_ACTIVE_MS)
            connection.execute(
                "INSERT INTO main.judgment (assignment, step, revision, attempt, answer, active_ms, received) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                [assignment, step, revision, attempt, answer.to_json(), active, self._store.now()],
            )
            return self._make_receipt(connection, place, step, revision)

        return self._store.writer.write(write)

    def _check_turn(self, task: Task, step: str) -> None:
        """Refuse an answer that is neither to the step that is asked nor a revision that is allowed."""
        names = [each.name for each in self._steps]
        self.campaign.asked.step(step)
        if task.step is not None and task.step.name == step:
            return
        if step not in task.answers:
            raise InputError(f"{step} is not asked yet", remedy=f"Answer {names[len(task.answers)]} first")
        if all(each.name != step for each in task.changeable):
            raise InputError(
                f"{step} can no longer be changed: what the next step shows has been seen",
                remedy="Go on with the next item",
            )

    def _is_changeable(self, step: Step, place: int) -> bool:
        """Return whether a later step shows nothing that this one does not."""
        following = self._steps[place + 1 :]
        return all(
            getattr(step, name) or not any(getattr(each, name) for each in following)
            for name in ("shows_source", "shows_reference")
        )

    def _count(self, connection: sqlite3.Connection) -> tuple[int, int]:
        """Return how many items there are, and how many of them are the tutorial."""
        if self._counts is None:
            items, lessons = connection.execute(
                "SELECT COUNT(*), COUNT(CASE WHEN role = 'tutorial' THEN 1 END) FROM assignment "
                "JOIN item ON item.id = assignment.item WHERE annotator = ?",
                [self._id],
            ).fetchone()
            self._counts = int(items), int(lessons)
        return self._counts

    def _find_next(self, connection: sqlite3.Connection) -> int | None:
        row = connection.execute(
            "SELECT MIN(place) FROM assignment WHERE annotator = ? AND NOT EXISTS "
            "(SELECT 1 FROM judgment WHERE assignment = assignment.id AND step = ?)",
            [self._id, self._steps[-1].name],
        ).fetchone()
        return None if row[0] is None else int(row[0])

    def _find_assignment(self, connection: sqlite3.Connection, place: int) -> tuple[int]:
        found: tuple[int] | None = connection.execute(
            "SELECT id FROM assignment WHERE annotator = ? AND place = ?", [self._id, place]
        ).fetchone()
        if found is None:
            raise InputError(f"there is no item {place + 1}", remedy="Go to the next item")
        return found

    def _load(self, connection: sqlite3.Connection, place: int) -> Task:
        (assignment,) = self._find_assignment(connection, place)
        following = self._find_next(connection)
        items, lessons = self._count(connection)
        turn = items if following is None else following
        if not turn - REVISABLE <= place <= turn:
            what = "is not next" if place > turn else "can no longer be changed"
            raise InputError(f"item {place + 1} {what}", remedy="Go to the next item")
        texts, source, refs, context = _load_texts(connection, assignment)
        rows = connection.execute(
            "SELECT id, step, answer FROM judgment WHERE assignment = ? ORDER BY revision", [assignment]
        )
        asked = self.campaign.asked
        answers = {
            step: self._store.read_answer(judgment, asked.step(step), answer, texts) for judgment, step, answer in rows
        }
        step = next((each for each in self._steps if each.name not in answers), None)
        shown = self._steps if step is None else [step, *(each for each in self._steps if each.name in answers)]
        return Task(
            place=place,
            items=items,
            lessons=lessons,
            step=step,
            texts=texts,
            source=source if any(each.shows_source for each in shown) else None,
            references=refs if any(each.shows_reference for each in shown) else (),
            context=context,
            answers=answers,
            changeable=[
                each for at, each in enumerate(self._steps) if each.name in answers and self._is_changeable(each, at)
            ],
        )

    def _make_receipt(self, connection: sqlite3.Connection, place: int, step: str, revision: int) -> Receipt:
        (assignment,) = self._find_assignment(connection, place)
        rows = connection.execute("SELECT DISTINCT step FROM judgment WHERE assignment = ?", [assignment])
        finished = {name for (name,) in rows} >= {each.name for each in self._steps}
        (is_lesson,) = connection.execute(
            "SELECT role = 'tutorial' FROM item WHERE id = (SELECT item FROM assignment WHERE id = ?)", [assignment]
        ).fetchone()
        return Receipt(place=place, step=step, revision=revision, finished=finished, is_lesson=bool(is_lesson))


def _load_texts(connection: sqlite3.Connection, assignment: int) -> tuple[list[str], str | None, list[str], list[str]]:
    """Return translations, source and references of an item, and the translations before it in its document."""
    annotator, place, campaign, number, systems, texts, role, source, refs, document = connection.execute(
        "SELECT annotator, place, item.campaign, segment, systems, texts, role, source, refs, document FROM assignment "
        "JOIN item ON item.id = assignment.item "
        "LEFT JOIN segment ON segment.campaign = item.campaign AND segment.number = item.segment "
        "WHERE assignment.id = ?",
        [assignment],
    ).fetchone()
    if role == "tutorial":
        (content,) = connection.execute(
            "SELECT content FROM lesson WHERE item = (SELECT item FROM assignment WHERE id = ?)", [assignment]
        ).fetchone()
        lesson = Lesson.from_json(content)
        return list(lesson.texts), lesson.source, list(lesson.references), []
    context: list[str] = []
    # Repeats and controls stand between documents, and have no context. Rankings have several translations of it.
    if role == "target" and document is not None and len(json.loads(systems)) == 1:
        before = connection.execute(
            "SELECT texts FROM assignment JOIN item ON item.id = assignment.item "
            "JOIN segment ON segment.campaign = item.campaign AND segment.number = item.segment "
            "WHERE annotator = ? AND place < ? AND item.campaign = ? AND role = 'target' AND document = ? "
            "AND item.segment < ? ORDER BY place",
            [annotator, place, campaign, document, number],
        )
        context = [json.loads(each)[0] for (each,) in before]
    return json.loads(texts), source, json.loads(refs), context
