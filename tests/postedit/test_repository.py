"""The repository: nothing that was acknowledged is ever lost, changed or counted twice."""

import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tertium.edits import Edit
from tertium.errors import InputError, SpecError
from tertium.files.row_sums import sum_row
from tertium.postedit import Record, Repository, SuggestedEdit, read_pairs, write_pairs
from tertium.postedit.decision_log import OURS, VERSION
from tertium.postedit.decision_rows import TYPES, write_row
from tertium.postedit.decisions import Decision
from tertium.postedit.repository import find_repository, list_files
from tertium.postedit.suggested_edits import PairKey

SALIDA = SuggestedEdit(
    span="Salida quiere",
    suggestion="Salida vuelo",
    error="word-form confusion",
    language_pair="ca-es",
    document="notice",
    segment=0,
    start=0,
    end=13,
    text="Salida quiere a las 8",
    source="Sortida vol a les 8",
    source_word="vol",
    span_count=61,
    suggestion_count=310,
    edits=(Edit(7, 13, "vuelo"),),
)
KEY = PairKey("ca-es", "salida quiere", "salida vuelo")


def in_document(name: str) -> SuggestedEdit:
    return replace(SALIDA, document=name)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    ticks = count(1000)
    return Repository(tmp_path / "new" / "postedit.sqlite", now=lambda: float(next(ticks)))


def test_the_record_is_computed_from_the_log(repository: Repository) -> None:
    assert repository.record_of([KEY]) == {KEY: Record()}
    repository.decide(SALIDA, accepted=True, annotator="Ada", after="Salida vuelo a las 8")
    repository.decide(in_document("other"), accepted=True)
    repository.decide(SALIDA, accepted=False)
    assert repository.record_of([KEY]) == {KEY: Record(2, 1, 2, 1002.0)}
    (first, *_) = repository.decisions()
    assert (first.id, first.time, first.decision, first.annotator, first.edit) == (1, 1000.0, "accepted", "Ada", SALIDA)
    assert len(repository.decisions(["other"])) == 1


@pytest.mark.parametrize(
    ("language_pair", "span", "suggestion"),
    [("CA-ES", "salida quiere", "SALIDA VUELO"), ("ca-es", " Salida\n quiere", "Salida\u00a0vuelo")],
    ids=["case", "white-space"],
)
def test_case_and_white_space_make_no_other_pair(language_pair: str, span: str, suggestion: str) -> None:
    assert PairKey.of(language_pair, span, suggestion) == KEY
    assert PairKey.of("", "cafe\u0301", "") == PairKey.of("", "CAFÉ", "")


def test_segments_are_numbered_from_1_for_people_and_from_0_in_code(repository: Repository) -> None:
    repository.decide(SALIDA, accepted=True)
    repository.import_([{"span": "a", "suggestion": "b"}])
    with closing(sqlite3.connect(repository.path)) as connection:
        assert connection.execute("SELECT segment FROM decisions ORDER BY id").fetchall() == [(1,), (0,)]
    decided, imported = repository.decisions()
    assert (decided.edit.segment, decided.to_dict()["segment"]) == (0, 1)
    assert (imported.edit.segment, imported.to_dict()["segment"]) == (-1, 0)  # a pair without a place


def test_what_is_undone_stays_in_the_log_and_counts_no_more(repository: Repository) -> None:
    repository.decide(SALIDA, accepted=True)
    second = repository.decide(SALIDA, accepted=True)
    repository.propagate([in_document("notice")], second)
    assert len(repository.decisions()) == 3
    assert repository.record_of([KEY])[KEY].accepted == 2  # propagating is no decision
    assert repository.undo().id == second
    assert [each.id for each in repository.decisions()] == [1]  # what was propagated went with it
    with pytest.raises(SpecError, match=f"no decision {second} to undo"):
        repository.undo(second)
    assert repository.undo().id == 1
    with pytest.raises(SpecError, match="no decision to undo"):
        repository.undo()
    with closing(sqlite3.connect(repository.path)) as connection:
        logged = [row for (row,) in connection.execute("SELECT decision FROM decisions ORDER BY id")]
    assert logged == ["accepted", "accepted", "propagated", "undone", "undone"]


def test_pairs_are_confirmed_by_times_share_and_documents(repository: Repository) -> None:
    for document in "aab":
        repository.decide(in_document(document), accepted=True)
    (pair,) = repository.confirmed()
    assert (pair.key, pair.span, pair.suggestion, pair.source_words) == (KEY, "Salida quiere", "Salida vuelo", {"vol"})
    assert not repository.confirmed(min_accepted=4)
    assert not repository.confirmed(min_documents=3)
    assert not repository.confirmed(language_pair="en-es")
    assert repository.confirmed(language_pair="CA-es")
    repository.decide(SALIDA, accepted=False)
    assert not repository.confirmed()
    assert repository.confirmed(min_share=0.75)
    with pytest.raises(SpecError, match="cannot be confirmed"):
        repository.confirmed(min_accepted=0)


@pytest.mark.posix
def test_a_repository_is_in_several_files(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(repository.path)
    listed = list_files(tmp_path / "link.sqlite")
    assert listed == list_files(repository.path)
    with closing(sqlite3.connect(repository.path)) as connection:
        connection.execute("SELECT * FROM identity").fetchall()
        assert set(repository.path.parent.iterdir()) <= set(listed)


def test_repositories_are_shared_and_nothing_is_counted_twice(repository: Repository, tmp_path: Path) -> None:
    def carry(one: Repository, other: Repository) -> int:
        (tmp_path / "pairs.tsv").write_text(write_pairs(one.export()), encoding="utf-8")
        return other.import_(read_pairs(tmp_path / "pairs.tsv"))

    second, third = (Repository(tmp_path / f"{name}.sqlite") for name in ("second", "third"))
    repository.decide(SALIDA, accepted=True)
    assert (carry(repository, second), carry(repository, second)) == (1, 0)
    second.decide(in_document("other"), accepted=False)
    # By both ways, and back to where it came from.
    assert (carry(second, third), carry(repository, third), carry(second, repository)) == (2, 0, 1)
    for each in (repository, second, third):
        record = each.record_of([KEY])[KEY]
        assert (record.accepted, record.declined, record.documents) == (1, 1, 1)
    repository.decide(in_document("later"), accepted=True)
    assert carry(repository, third) == 1
    assert third.record_of([KEY])[KEY].accepted == 2
    # The second repository has an older word of the first.
    assert carry(second, third) == 0
    (pair,) = third.pairs()
    assert (pair.source_words, pair.error) == ({"vol"}, "word-form confusion")


def test_what_the_origin_takes_back_is_taken_back_by_the_next_import(repository: Repository, tmp_path: Path) -> None:
    second = Repository(tmp_path / "second.sqlite")
    for _ in range(2):
        repository.decide(SALIDA, accepted=True)
    second.import_(repository.export())
    repository.undo()
    assert second.import_(repository.export()) == 1
    assert second.record_of([KEY])[KEY].accepted == 1


def test_a_database_of_somebody_else_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE decisions (id)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(InputError, match="not a repository"):
        Repository(path)
    assert path.read_bytes() == before
    (tmp_path / "text").write_text("not a database at all " * 50, encoding="utf-8")
    with pytest.raises(InputError, match="damaged"):
        Repository(tmp_path / "text")


@pytest.mark.parametrize(
    ("version", "remedy"), [(VERSION + 1, "Update Tertium"), (1, "Name another file")], ids=["later", "earlier"]
)
def test_a_repository_of_another_version_is_refused(repository: Repository, version: int, remedy: str) -> None:
    with closing(sqlite3.connect(repository.path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(InputError, match=remedy):
        Repository(repository.path)


def write_version_2(path: Path) -> None:
    """Write a repository as it was before rows had checksums: one decision, its undoing, and one more."""
    types = {name: kind for name, kind in TYPES.items() if name != "review"}
    columns = ", ".join(f"{name} {kind}" for name, kind in types.items())
    made = Decision(id=0, time=5.0, decision="accepted", annotator="Ada", edit=SALIDA)
    rows = [made, replace(made, decision="undone", cause=1), replace(made, time=7.5)]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE identity (name TEXT NOT NULL)")
        connection.execute("INSERT INTO identity VALUES ('abc')")
        connection.execute(f"CREATE TABLE decisions (id INTEGER PRIMARY KEY AUTOINCREMENT, {columns})")
        connection.execute("CREATE INDEX by_document ON decisions (document)")
        marks = ", ".join("?" * len(types))
        for row in rows:
            connection.execute(
                f"INSERT INTO decisions ({', '.join(types)}) VALUES ({marks})",
                write_row(row)[:-1],
            )
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute("PRAGMA user_version = 2")
        connection.commit()


def test_a_repository_without_checksums_gets_them(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    write_version_2(path)
    repository = Repository(path)
    assert repository.name == "abc"
    assert repository.check() == 3
    (decision,) = repository.decisions()
    assert (decision.id, decision.time, decision.edit) == (3, 7.5, SALIDA)
    assert repository.decide(SALIDA, accepted=False) == 4
    assert Repository(path).check() == 4


def make_version_3(path: Path) -> None:
    """Make a repository as it was before decisions were kept by document, of one of this version."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (name,) = connection.execute("SELECT name FROM identity").fetchone()
        connection.execute("ALTER TABLE decisions DROP COLUMN review")
        for number, *values, _ in connection.execute("SELECT * FROM decisions").fetchall():
            row = [sum_row(f"{name} {number}".encode(), values), number]
            connection.execute("UPDATE decisions SET checksum = ? WHERE id = ?", row)
        connection.execute("PRAGMA user_version = 3")


def test_decisions_of_an_earlier_version_stay_those_of_all_documents(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "old.sqlite")
    numbers = [repository.decide(in_document(name), accepted=True) for name in ("notice", "menu")]
    make_version_3(repository.path)
    again = Repository(repository.path)
    assert again.check() == 2
    assert [each.id for each in again.decisions(["notice"], review="one")] == numbers[:1]
    again.undo(1, review="one")
    assert again.find_undone(1, "one") is not None
    assert again.find_undone(1, "two") is None
    listed = [[each.id for each in again.decisions(["notice"], review=name)] for name in ("one", "two")]
    assert listed == [[], [1]], "it is undone for one document, and not for the other"
    assert len(again.decisions()) == 2
    again.undo(1)
    assert again.decisions(["notice"], review="two") == []


def test_damage_in_a_repository_of_an_earlier_version_gets_no_checksum(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "old.sqlite")
    repository.decide(in_document("notice"), accepted=True)
    make_version_3(repository.path)
    repository.path.write_bytes(repository.path.read_bytes().replace(b"notice", b"notise"))
    with pytest.raises(InputError, match="decision 1 has a wrong checksum"):
        Repository(repository.path)


def test_a_copy_that_is_restored_under_an_open_repository_is_read_anew(repository: Repository) -> None:
    repository.decide(in_document("first"), accepted=True)
    copy = repository.path.read_bytes()
    repository.decide(in_document("second"), accepted=True)
    assert len(repository.decisions()) == 2
    repository.path.write_bytes(copy)
    Repository(repository.path).decide(in_document("other"), accepted=True)
    assert [each.edit.document for each in repository.decisions()] == ["first", "other"]


def test_rows_that_are_missing_or_changed_are_damage(repository: Repository) -> None:
    for document in "abc":
        repository.decide(in_document(document), accepted=True)
    whole = repository.path.read_bytes()
    for statement in (
        "DELETE FROM decisions WHERE id = 2",
        "DELETE FROM decisions WHERE id = 3",
        "UPDATE decisions SET decision = 'declined' WHERE id = 1",
        "UPDATE decisions SET id = 9 WHERE id = 3",
        "UPDATE identity SET name = 'another'",
        "DELETE FROM identity",
    ):
        repository.path.write_bytes(whole)
        with closing(sqlite3.connect(repository.path)) as connection:
            connection.execute(statement)
            connection.commit()
        for use in (lambda: Repository(repository.path), repository.check):
            with pytest.raises(InputError, match="the repository is damaged"):
                use()


READER = """
import os, sys
from tertium.errors import InputError
from tertium.postedit import Repository, SuggestedEdit

if os.geteuid() == 0:
    os.setuid(65534)  # root may write everywhere
repository = Repository(sys.argv[1], create=False)
print([each.edit.document for each in repository.decisions()])
try:
    repository.decide(SuggestedEdit(span="a", suggestion="b"), accepted=True)
except InputError as error:
    print(error)
"""


@pytest.mark.posix
@pytest.mark.parametrize("mode", [0o555, 0o777], ids=["folder", "file"])
def test_a_repository_that_may_not_be_written_can_be_read(mode: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shared space%20" / "postedit.sqlite"
        Repository(path).decide(in_document("notice"), accepted=True)
        path.chmod(0o444)
        for each in (path.parent.parent, path.parent):
            each.chmod(mode if each == path.parent else 0o755)
        done = subprocess.run([sys.executable, "-c", READER, path], capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        listed, refused = done.stdout.splitlines()
        assert listed == "['notice']"
        assert "the repository cannot be used" in refused


def test_places_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such repository"):
        Repository(tmp_path / "none.sqlite", create=False)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="the file is empty"):  # cut to nothing, it would pass for a new one
        Repository(tmp_path / "file", create=False)
    with pytest.raises(InputError, match="cannot be used"):
        Repository(tmp_path / "file" / "postedit.sqlite")
    with pytest.raises(InputError, match="cannot be used"):
        Repository(tmp_path)


@pytest.mark.parametrize(
    "edit",
    [SuggestedEdit(span="a", suggestion="\ud800"), SuggestedEdit(span="a", suggestion="b", span_count=1 << 63)],
    ids=["text", "count"],
)
def test_what_cannot_be_kept_is_refused_and_leaves_nothing(repository: Repository, edit: SuggestedEdit) -> None:
    with pytest.raises(InputError, match="cannot be stored"):
        repository.decide(edit, accepted=True)
    assert repository.decisions() == []


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERTIUM_REPOSITORY", raising=False)
    assert find_repository() == Path("postedit.sqlite")
    monkeypatch.setenv("TERTIUM_REPOSITORY", "/data/team.sqlite")
    assert find_repository() == Path("/data/team.sqlite")


DECIDER = """
import sys
from tertium.postedit import Repository, SuggestedEdit

repository = Repository(sys.argv[1])
for number in range(int(sys.argv[2])):
    edit = SuggestedEdit(span="a", suggestion="b", document=f"{sys.argv[3]} {number}")
    print(repository.decide(edit, accepted=True), flush=True)
"""


def start_decider(path: Path, times: int, name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", DECIDER, str(path), str(times), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_killed_process_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "postedit.sqlite"
    with start_decider(path, 1_000_000, "killed") as process:
        assert process.stdout is not None
        acknowledged = [int(process.stdout.readline()) for _ in range(30)]
        process.kill()
        acknowledged += [int(line) for line in process.stdout if line.endswith("\n")]
    kept = {each.id for each in Repository(path).decisions()}
    assert set(acknowledged) <= kept
    assert len(kept) - len(acknowledged) <= 1


def test_processes_and_threads_decide_at_once(tmp_path: Path) -> None:
    path = tmp_path / "postedit.sqlite"
    processes = [start_decider(path, 20, name) for name in ("one", "two")]
    with ThreadPoolExecutor(4) as pool:
        mine = Repository(path)
        list(
            pool.map(
                lambda n: mine.decide(SuggestedEdit(span="a", suggestion="b", document=f"mine {n}"), accepted=True),
                range(20),
            )
        )
    for process in processes:
        with process:
            assert len(process.communicate()[0].split()) == 20
    record = mine.record_of([PairKey("", "a", "b")]).popitem()[1]
    assert (record.accepted, record.documents) == (60, 60)
