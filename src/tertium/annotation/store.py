"""The store of campaigns: one SQLite file with what is judged, by whom, and all judgments.

A judgment that was acknowledged is on the disk. Judgments are added and never changed: a revision is another row.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from tertium.annotation.answers import Answer
from tertium.annotation.campaign import Campaign, CampaignAnnotator
from tertium.annotation.campaign_rows import insert_campaign, insert_plan
from tertium.annotation.judging_tables import (
    JUDGING_MARK,
    JUDGING_NAMES,
    JUDGING_TABLES,
    JUDGING_VERSION,
    add_checksums,
    add_lessons,
)
from tertium.annotation.lessons import Lesson
from tertium.annotation.links import digest_key, make_key
from tertium.annotation.plan import PlanSettings, plan_campaign
from tertium.annotation.protocols import Step, find_protocol
from tertium.errors import InputError, SpecError
from tertium.files.database import Database
from tertium.files.group_writer import GroupWriter
from tertium.files.whole import keep_work
from tertium.types import References, TestSet

_RESTORE = "Restore it from a copy that `tertium judge backup` made, or name another file"
_DONE = """
    SELECT annotator.name, campaign.name, COUNT(DISTINCT assignment.id),
        COUNT(DISTINCT CASE WHEN judgment.step = ? THEN assignment.id END),
        TOTAL(judgment.active_ms) / 1000, MAX(judgment.received), annotator.expires
    FROM annotator JOIN campaign ON campaign.id = annotator.campaign
        LEFT JOIN assignment ON assignment.annotator = annotator.id
            AND (SELECT role FROM item WHERE item.id = assignment.item) <> 'tutorial'
        LEFT JOIN judgment ON judgment.assignment = assignment.id
    WHERE campaign.name = ? GROUP BY annotator.id ORDER BY annotator.id"""


class CampaignStore:
    """Campaigns in a file.

    Args:
        path: The file.
        create: Create the file and its folder if there is none; otherwise it has to exist.
        now: Returns the time in seconds since 1970.

    Raises:
        InputError: The file is damaged, belongs to another program or to a newer version, or cannot be used.
    """

    def __init__(self, path: str | Path, *, create: bool = True, now: Callable[[], float] = time.time) -> None:
        self.path = Path(path)
        if not create and not self.path.is_file():
            raise InputError(
                "there is no such file of campaigns",
                file=self.path,
                remedy="Name another file; create=True creates one",
                command_remedy="Name another file; `tertium judge prepare` creates one",
            )
        if not create and not self.path.stat().st_size:
            raise InputError("the file of campaigns is damaged: it is empty", file=self.path, remedy=_RESTORE)
        self.now = now
        self.database = Database(
            path=self.path,
            kind="file of campaigns",
            tables=JUDGING_TABLES,
            application=JUDGING_MARK,
            version=JUDGING_VERSION,
            upgrades={1: add_lessons, 2: add_checksums},
            summed=JUDGING_NAMES,
            private=True,
            damaged_remedy=_RESTORE,
        )
        self.check()  # created, verified, or refused
        self.writer = GroupWriter(self.database)
        self._known: dict[str, Campaign] = {}  # a campaign never changes after it was prepared

    def close(self) -> None:
        """Stop writing; what was acknowledged is on the disk already."""
        self.writer.close()

    def check(self) -> int:
        """Read all of the file and compare it with its checksums; return the number of judgments.

        Raises:
            InputError: The file is damaged.
        """
        self.database.verify()
        query = "SELECT COUNT(*) FROM main.judgment"
        return int(self.database.read(lambda connection: connection.execute(query).fetchone()[0]))

    def read_answer(self, judgment: int, step: Step, answer: str, texts: Sequence[str]) -> Answer:
        """Return a stored answer, if it is one to its step.

        Args:
            judgment: The number of the judgment.
            step: The step.
            answer: The answer, as it is stored.
            texts: The translations.

        Raises:
            InputError: It is not an answer to the step, as where an old store without checksums is damaged.
        """
        try:
            found = Answer.from_json(answer)
            step.check(found, texts)
        except InputError as error:
            raise self.database.make_damaged(f"judgment {judgment}: {error.message}") from error
        return found

    def back_up(self, path: str | Path) -> Path:
        """Write a verified copy of the file, also while annotators judge, and return where it is.

        Args:
            path: The copy; a folder gets a file with the name of the store and the time.

        Raises:
            InputError: There is such a file already, it cannot be written, or the file of campaigns is damaged.
        """
        place = Path(path)
        if place.is_dir():
            moment = time.strftime("%Y%m%d-%H%M%S", time.localtime(self.now()))
            place = place / f"{self.path.stem}-{moment}{self.path.suffix}"
        keep_work(place)
        self.database.back_up(place)
        return place

    def prepare(
        self,
        name: str,
        test_set: TestSet,
        protocol: str,
        annotators: Sequence[str],
        *,
        plan: PlanSettings | None = None,
        settings: Mapping[str, object] | None = None,
        lessons: Sequence[Lesson] = (),
        days: float | None = None,
        origin: str = "",
    ) -> dict[str, str]:
        """Prepare a campaign.

        Args:
            name: Its name.
            test_set: What is judged.
            protocol: The name of the protocol.
            annotators: The names of the annotators.
            plan: How it is planned; its number of annotators is that of the names.
            settings: What is changed in the protocol, as ``find_protocol`` takes it.
            lessons: The tutorial, which stands before everybody's items and does not count; none by default.
            days: After how many days the links stop working; never by default.
            origin: Where the test set comes from, for programs that keep test sets.

        Returns:
            The key of each annotator. It is not stored, and so cannot be shown again.

        Raises:
            InputError: The name is taken, an annotator is named twice, or texts are missing that the protocol shows.
        """
        asked = find_protocol(protocol, **(settings or {}))  # type: ignore[arg-type]
        names = _check_names(name, annotators)
        if any(step.shows_source for step in asked.steps) and test_set.sources is None:
            raise InputError(
                f"the protocol {protocol!r} shows the source, and the test set has none",
                remedy="Give the source, or have annotators judge against the reference (monolingual)",
                command_remedy="Give the source with --source, or --monolingual to show the reference in its place",
            )
        if any(step.shows_reference for step in asked.steps):
            test_set.references.require_one_each()
        chosen = plan or PlanSettings(annotators=len(names))
        if (chosen.annotators, chosen.ranked) != (len(names), asked.ranked):
            raise SpecError("the plan is for other annotators or another protocol", remedy="Give their numbers")
        planned = plan_campaign(test_set, chosen)
        keys = {each: make_key() for each in names}
        expires = None if days is None else self.now() + days * 86400

        def write(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM campaign WHERE name = ?", [name]).fetchone():
                raise InputError(f"there is a campaign {name!r} already", file=self.path, remedy="Give another name")
            campaign = Campaign(
                name=name,
                protocol=protocol,
                settings=settings or {},
                seed=chosen.seed,
                created=self.now(),
                notes=planned.notes,
                origin=origin,
            )
            number = insert_campaign(connection, campaign, test_set)
            insert_plan(connection, number, planned, lessons, keys, expires)

        self.writer.write(write)
        return keys

    def campaigns(self) -> list[Campaign]:
        """Return all campaigns, in the order in which they were prepared."""
        return self.database.read(lambda connection: _read_campaigns(connection, "", []))

    def campaign(self, name: str) -> Campaign:
        """Return a campaign by its name.

        Raises:
            SpecError: There is none of this name.
        """
        if name in self._known:
            return self._known[name]
        found = self.database.read(lambda connection: _read_campaigns(connection, "WHERE name = ?", [name]))
        if not found:
            names = [each.name for each in self.campaigns()]
            there_are = f"There are: {', '.join(names)}" if names else "Prepare one first"
            raise SpecError(f"there is no campaign {name!r} in {self.path}", remedy=there_are)
        self._known[name] = found[0]
        return found[0]

    def test_set(self, campaign: str) -> TestSet:
        """Return the test set that a campaign is of."""
        found = self.campaign(campaign)

        def read(connection: sqlite3.Connection) -> list[tuple[str | None, str | None, str, str]]:
            return connection.execute(
                "SELECT document, source, refs, outputs FROM segment "
                "WHERE campaign = (SELECT id FROM campaign WHERE name = ?) ORDER BY number",
                [campaign],
            ).fetchall()

        rows = self.database.read(read)
        outputs = [json.loads(row[3]) for row in rows]
        documents, sources = ([row[place] for row in rows] for place in (0, 1))
        return TestSet(
            systems={name: [row[place] for row in outputs] for place, name in enumerate(found.systems)},
            references=References.from_nested([json.loads(row[2]) for row in rows]),
            sources=None if None in sources else [str(each) for each in sources],
            documents=None if None in documents else [str(each) for each in documents],
        )

    def lessons(self, campaign: str) -> dict[int, Lesson]:
        """Return the tutorial of a campaign, by the numbers of its items."""

        def read(connection: sqlite3.Connection) -> dict[int, Lesson]:
            rows = connection.execute(
                "SELECT lesson.item, content FROM lesson JOIN item ON item.id = lesson.item "
                "JOIN campaign ON campaign.id = item.campaign WHERE campaign.name = ? ORDER BY lesson.item",
                [campaign],
            )
            return {int(item): Lesson.from_json(content) for item, content in rows}

        return self.database.read(read)

    def annotators(self, campaign: str) -> list[CampaignAnnotator]:
        """Return the annotators of a campaign and how far they are."""
        last_step = self.campaign(campaign).asked.steps[-1].name

        def read(connection: sqlite3.Connection) -> list[CampaignAnnotator]:
            return [
                CampaignAnnotator(
                    name=name, campaign=of, items=items, done=done, active=active, last=last, expires=expires
                )
                for name, of, items, done, active, last, expires in connection.execute(_DONE, [last_step, campaign])
            ]

        return self.database.read(read)

    def renew_key(self, campaign: str, annotator: str, *, days: float | None = None) -> str:
        """Return a new key for an annotator; the old one stops working, and the judgments stay."""
        self.campaign(campaign)
        key = make_key()
        expires = None if days is None else self.now() + days * 86400

        def write(connection: sqlite3.Connection) -> None:
            changed = connection.execute(
                "UPDATE main.annotator SET link = ?, expires = ? "
                "WHERE name = ? AND campaign = (SELECT id FROM campaign WHERE name = ?)",
                [digest_key(key), expires, annotator, campaign],
            ).rowcount
            if not changed:
                names = ", ".join(each.name for each in self.annotators(campaign))
                raise SpecError(f"the campaign has no annotator {annotator!r}", remedy=f"There are: {names}")

        self.writer.write(write)
        return key


def _check_names(campaign: str, annotators: Iterable[str]) -> list[str]:
    names = list(annotators)
    for what, each in [("campaign", campaign), *(("annotator", each) for each in names)]:
        if not each.strip() or not each.isprintable() or len(each) > 200:
            raise InputError(
                f"the name of the {what} is {each!r}", remedy="Give 1 to 200 characters without tabs and breaks"
            )
    if "/" in campaign:
        # It stands in addresses of pages.
        raise InputError(f"the name of the campaign is {campaign!r}", remedy="Give one without a slash")
    if not names:
        raise InputError(
            "the campaign has no annotators", remedy="Name at least one", command_remedy="Name each with --annotator"
        )
    twice = [each for each in names if names.count(each) > 1]
    if twice:
        raise InputError(f"there are two annotators {twice[0]!r}", remedy="Give each a name of their own")
    return names


def _read_campaigns(connection: sqlite3.Connection, where: str, values: list[str]) -> list[Campaign]:
    # Segments are numbered from 0: to count them would be to read all of their texts.
    rows = connection.execute(
        "SELECT name, protocol, settings, seed, created, systems, notes, origin, "  # noqa: S608  it is ours
        f"(SELECT MAX(number) + 1 FROM segment WHERE campaign = campaign.id) FROM campaign {where} ORDER BY id",
        values,
    )
    return [
        Campaign(
            name=name,
            protocol=protocol,
            settings=json.loads(settings),
            seed=seed,
            created=created,
            systems=tuple(json.loads(systems)),
            segments=segments,
            notes=tuple(json.loads(notes)),
            origin=origin or "",
        )
        for name, protocol, settings, seed, created, systems, notes, origin, segments in rows
    ]
