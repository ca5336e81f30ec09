"""``tertium postedit``: the same commands that docs/how-to/postedit.md shows."""

import json
from pathlib import Path

import pytest

from tertium.postedit import Repository
from tests.cli.postedit_desk import Desk, find, refusal, succeed
from tests.cli.running import run


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize(
    ("answers", "edited"),
    [
        ("a\nd\ns\n", ["Salida vuelo a las 8.", "Se mueran de siete.", "La salida quiere."]),
        ("d\n2\na\n", ["Salida quiere a las 8.", "Se mueran de sets.", "La salida vuelo."]),
        ("p\nq\n", ["Salida vuelo a las 8.", "Se mueran de siete.", "La salida vuelo."]),
        ("s\nc 2\np\n", ["Salida quiere a las 8.", "Se mueran de sets.", "La salida quiere."]),
        ("e\nSale ya\ne mueran de hambre\n", ["Sale ya a las 8.", "Se mueran de hambre.", "La salida quiere."]),
        ("a\nu\nd\na", ["Salida quiere a las 8.", "Se mueran de sed.", "La salida quiere."]),
        ("s\na\na\nu\nd\n\n", ["Salida quiere a las 8.", "Se mueran de sed.", "La salida quiere."]),
        ("?\nx\n7\nu\ne\n\na\n", ["Salida vuelo a las 8.", "Se mueran de siete.", "La salida quiere."]),
        ("", ["Salida quiere a las 8.", "Se mueran de siete.", "La salida quiere."]),
    ],
    ids=["accept", "another", "propagate", "propagate another", "edit", "undo", "undo at the end", "odd", "nothing"],
)  # fmt: skip
def test_answers_are_piped_in(desk: Desk, answers: str, edited: list[str]) -> None:
    desk.review(answers)
    assert desk.edited == edited


def test_a_proposal_is_shown_on_standard_error_with_all_that_is_known(desk: Desk) -> None:
    result = desk.review("a\nd\n")
    assert result.stdout == ""
    for shown in ("⟦Salida quiere⟧ a las 8.", "Sortida vol a les 8.", "61 times", "1  Salida vuelo  310 times"):
        assert shown in result.stderr
    assert "(accepted once)" in result.stderr
    assert "2 decided, 1 left." in result.stderr


def test_the_text_is_shown_as_it_is_after_the_last_acceptance(desk: Desk) -> None:
    text = "La salida quiere, y la otra salida quiere ya."
    places = [3, 28]
    findings = [
        {**find(3, "salida quiere", {"salida vuelo": 310}), "segment": 1, "start": at, "end": at + 13} for at in places
    ]
    segments = [{"number": 1, "document": "", "source": "", "text": text}]
    path = desk.folder / "found.json"
    path.write_text(json.dumps({"segments": segments, "findings": findings}), encoding="utf-8")
    result = desk.review("a\nu\nd\na\n")
    shown = [line for line in result.stderr.splitlines() if line.startswith("  text")]
    assert [line.removeprefix("  text    ") for line in shown] == [
        "La ⟦salida quiere⟧, y la otra salida quiere ya.",
        "La salida vuelo, y la otra ⟦salida quiere⟧ ya.",
        "La ⟦salida quiere⟧, y la otra salida quiere ya.",
        "La salida quiere, y la otra ⟦salida quiere⟧ ya.",
    ]
    assert desk.edited == ["La salida quiere, y la otra salida vuelo ya."]


def test_a_review_goes_on_where_it_stopped(desk: Desk) -> None:
    desk.review("a\n")
    result = desk.review("a\n")
    assert "⟦Salida quiere⟧" not in result.stderr
    assert desk.edited == ["Salida vuelo a las 8.", "Se mueran de sed.", "La salida quiere."]


def test_control_characters_do_not_reach_the_terminal(desk: Desk) -> None:
    path = desk.folder / "found.json"
    path.write_text(path.read_text(encoding="utf-8").replace("a las 8", "a \\u001b[2J las 8"), encoding="utf-8")
    assert "\x1b" not in desk.review("q\n").stderr


def test_what_was_confirmed_is_applied_to_a_new_document(desk: Desk) -> None:
    # Each is called found.json, as in the docs, and is another document.
    for last in ("Uno.", "Dos.", "Tres."):
        desk.write("found", last)
        desk.review("a\n", "--annotator", "Ada")
    text, source = desk.folder / "text.txt", desk.folder / "source.txt"
    text.write_text("Hoy la salida quiere.\nNada.\nSalida quiere.\n", encoding="utf-8")
    source.write_text("Avui la sortida vol.\nRes.\nSortida vol.\n", encoding="utf-8")
    keep = ("--repository", desk.repository)
    listed = json.loads(succeed("apply", text, "--dry-run", *keep, "-f", "json").stdout)
    assert [(each["segment"], each["suggestion"], each["accepted"]) for each in listed["changes"]] == [
        (1, "salida vuelo", 3),
        (3, "Salida vuelo", 3),
    ]
    assert not (desk.folder / "new.txt").exists()
    result = succeed("apply", text, "--source", source, "-o", desk.folder / "new.txt", *keep)
    assert "2 changes in 2 of 3 segments" in result.stdout
    assert "accepted 3 times" in result.stdout
    assert (desk.folder / "new.txt").read_text(encoding="utf-8") == "Hoy la salida vuelo.\nNada.\nSalida vuelo.\n"
    assert "0 changes" in succeed("apply", text, "--dry-run", "--min-accepted", "4", *keep).stdout
    assert succeed("apply", text, "--dry-run", *keep, "-f", "tsv").stdout.count("\n") == 3


def test_copies_of_a_text_are_one_document(desk: Desk) -> None:
    for name in ("one", "two"):
        desk.write(name)
        desk.review("a\n", name=name)
        assert desk.edited == ["Salida vuelo a las 8.", "Se mueran de siete.", "La salida quiere."]
    assert len({each.edit.document for each in Repository(desk.repository).decisions()}) == 1
    desk.review("a\n", "--document", "mine")
    assert Repository(desk.repository).decisions()[-1].edit.document == "mine"


def test_two_files_with_the_same_text_have_decisions_of_their_own(desk: Desk) -> None:
    for name in ("one", "two"):
        desk.write(name)
    desk.review("a\ne mueran de calor\nq\n", name="one")
    one = desk.edited
    assert one == ["Salida vuelo a las 8.", "Se mueran de calor.", "La salida quiere."]
    offered = desk.review("a\n2\nu\nu\nq\n", name="two").stderr
    assert "3 to decide, 0 decided before." in offered
    assert "1  Salida vuelo  310 times  (accepted once)  (accepted for the same text in another document)" in offered
    assert "2  mueran de calor  (accepted once)  (accepted for the same text in another document)" in offered
    assert "Undone: accepted mueran de siete" in offered
    assert desk.edited == ["Salida quiere a las 8.", "Se mueran de siete.", "La salida quiere."]
    again = desk.review("q\n", name="one").stderr
    assert "1 to decide, 2 decided before." in again
    assert desk.edited == one, "undoing in one document changes no other"
    shared = desk.review("q\n", "--document", "mine", name="one").stderr
    assert "3 to decide, 0 decided before." in shared


def test_what_is_not_confirmed_is_said_with_the_reason(desk: Desk) -> None:
    keep = ("--repository", desk.repository)
    text = desk.folder / "text.txt"
    text.write_text("Salida quiere.\n", encoding="utf-8")
    desk.review("q\n")
    assert "there are no accepted pairs to apply" in succeed("apply", text, "--dry-run", *keep).stdout
    desk.review("a\nd\na\n")
    desk.review("d\na\nq\n", "--document", "other")
    desk.review("a\nq\n", "--document", "third")
    shown = succeed("apply", text, "--dry-run", *keep).stdout
    assert (
        "2 of 2 accepted pairs are not confirmed: 1 accepted fewer than 3 times, 2 accepted in less than 90 % of the "
        "decisions, 1 accepted in fewer than 2 documents\n"
        "to apply all accepted pairs: --min-accepted 1 --min-share 0 --min-documents 1\n"
    ) in shown
    assert shown.startswith("0 changes in 0 of 1 segment, by ")
    some = succeed("apply", text, "--dry-run", "--min-accepted", "1", "--min-share", "0.6", *keep).stdout
    assert "1 of 2 accepted pairs is not confirmed: 1 accepted in less than 60 % of the decisions" in some
    assert "to apply all" not in some
    listed = json.loads(succeed("apply", text, "--dry-run", *keep, "-f", "json").stdout)
    assert listed["pairs"] == {"accepted": 2, "unconfirmed": 2, "times": 1, "share": 2, "documents": 1}
    assert (
        "not confirmed"
        not in succeed(
            "apply", text, "--dry-run", "--min-accepted", "1", "--min-share", "0.5", "--min-documents", "1", *keep
        ).stdout
    )


def test_a_decision_of_somebody_else_is_not_taken_back(desk: Desk) -> None:
    desk.review("a\n", "--annotator", "Ada")
    result = desk.review("u\nd\nu\n", "--annotator", "Bob")
    assert (
        "the last decision about this text was made by Ada. It stays; undo it with `tertium postedit undo 1`"
        in result.stderr
    )
    assert [(each.annotator, each.decision) for each in Repository(desk.repository).decisions()] == [
        ("Ada", "accepted")
    ]
    assert "made by Ada" in desk.review("u\n").stderr
    desk.review("u\n", "--annotator", "Ada")
    assert Repository(desk.repository).decisions() == []


@pytest.mark.posix
@pytest.mark.parametrize("ending", ["", "-wal", "-shm"], ids=["file", "wal", "shm"])
@pytest.mark.parametrize("is_there", [True, False], ids=["there", "to be made"])
@pytest.mark.parametrize("command", ["review", "apply", "export", "list", "log"])
def test_the_repository_is_never_replaced(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, command: str, is_there: bool, ending: str
) -> None:
    text = desk.folder / "text.txt"
    text.write_text("Salida quiere.\n", encoding="utf-8")
    if is_there:
        desk.review("a\n")
    before = {each: each.read_bytes() for each in desk.folder.iterdir()}
    (desk.folder / "link").symlink_to(desk.folder)
    output = desk.folder / "link" / f"kept.sqlite{ending}"
    inputs = {"review": [desk.folder / "found.json"], "apply": [text]}.get(command, [])
    keep = [str(each) for each in (*inputs, "-o", output)]
    if command in ("list", "log"):
        keep += ["-f", "text"]  # or the suffix would be refused first
    assert "would replace the repository" in refusal(command, *keep, "--repository", desk.repository)
    monkeypatch.setenv("TERTIUM_REPOSITORY", str(desk.repository))
    assert "Name another file with --output" in refusal(command, *keep)
    (desk.folder / "link").unlink()
    assert {each: each.read_bytes() for each in desk.folder.iterdir()} == before


@pytest.mark.posix
def test_what_is_read_is_never_replaced(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.folder)
    found, text, source = desk.folder / "found.json", desk.folder / "text.txt", desk.folder / "source.txt"
    text.write_text("a\n", encoding="utf-8")
    source.write_text("b\n", encoding="utf-8")
    (desk.folder / "other.json").hardlink_to(found)
    before = found.read_bytes()
    keep = ("--repository", desk.repository)
    for output in ("found.json", "./found.json", "other.json"):
        assert "would replace its own input" in refusal("review", found, "-o", output, *keep)
    assert not desk.repository.exists()
    Repository(desk.repository)
    assert "no file is edited in place" in refusal("apply", "text.txt", "-o", text, *keep)
    assert "would replace" in refusal("apply", text, "--source", "source.txt", "-o", source, *keep)
    assert (found.read_bytes(), text.read_text(), source.read_text()) == (before, "a\n", "b\n")
    succeed("apply", text, "-o", "/dev/null", *keep)
    assert succeed("export", "-o", "-", *keep).stdout.startswith("source\t")


def test_pairs_and_decisions_are_listed_and_undone(desk: Desk) -> None:
    desk.review("a\nd\n", "--annotator", "Ada")
    keep = ("--repository", desk.repository)
    listed = json.loads(succeed("list", *keep, "-f", "json").stdout)
    assert [(each["suggestion"], each["accepted"], each["declined"]) for each in listed["pairs"]] == [
        ("Salida vuelo", 1, 0),
        ("mueran de sed", 0, 1),
    ]
    assert "2 pairs in" in succeed("list", *keep).stdout
    assert [line.split("\t")[2:4] for line in succeed("log", *keep, "-f", "tsv").stdout.splitlines()[1:]] == [
        ["declined", "Ada"],
        ["accepted", "Ada"],
    ]
    assert "decision 1 undone: accepted 'Salida quiere'" in succeed("undo", "1", *keep).stdout
    assert "1 pair in" in succeed("list", *keep).stdout
    assert succeed("log", *keep).stdout.endswith(f"\n\n1 decision in {desk.repository}\n")
    succeed("undo", *keep)
    assert succeed("log", *keep).stdout == f"0 decisions in {desk.repository}\n"
    assert succeed("list", *keep).stdout == f"0 pairs in {desk.repository}\n"
    assert "stay in the repository" in " ".join(succeed("undo", "--help").stdout.split())
    assert "no decision to undo" in refusal("undo", *keep)


def test_pairs_are_shared(desk: Desk) -> None:
    desk.review("a\nd\n")
    pairs, other = desk.folder / "pairs.tsv", desk.folder / "other.sqlite"
    succeed("export", "-o", pairs, "--repository", desk.repository)
    assert "2 of 2 pairs were new" in succeed("import", pairs, "--repository", other).stdout
    assert "0 of 2 pairs were new" in succeed("import", pairs, "--repository", other).stdout
    assert [each.record for each in Repository(other).pairs()] == [
        each.record for each in Repository(desk.repository).pairs()
    ]
    assert succeed("export", "--repository", other, "-p", "en-es").stdout.count("\n") == 1


def test_the_usual_repository(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTIUM_REPOSITORY", str(desk.folder / "usual.sqlite"))
    succeed("review", desk.folder / "found.json", "-o", desk.folder / "edited.txt", answers="a\n")
    assert "1 pair in" in succeed("list").stdout


def test_what_cannot_be_done_is_said(desk: Desk) -> None:
    keep = ("--repository", desk.repository)
    assert "no such repository" in refusal("list", *keep)
    assert not desk.repository.exists()
    assert "standard input is used for the answers" in refusal("review", "-", "-o", "x", *keep)
    assert "no such file" in refusal("review", desk.folder / "nothing.json", "-o", "x", *keep)
    assert "Give either --output or --dry-run" in refusal("apply", desk.folder / "t", *keep)
    Repository(desk.repository)
    (desk.folder / "t").write_text("a\nb\n", encoding="utf-8")
    (desk.folder / "s").write_text("a\n", encoding="utf-8")
    source = desk.folder / "s"
    assert "1 segment, and the text has 2" in refusal(
        "apply", desk.folder / "t", "--source", source, "--dry-run", *keep
    )
    place = desk.folder / "none" / "edited.txt"
    assert "cannot be written" in refusal("review", desk.folder / "found.json", "-o", place, *keep)


def test_a_list_of_changes_and_a_text_do_not_share_standard_output(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("salida quiere\n", encoding="utf-8")
    done = run(
        "postedit", "apply", str(tmp_path / "text.txt"), "-o", "-", "--repository", str(tmp_path / "none.sqlite")
    )
    assert done.returncode == 2
    assert "Give a file for the edited text" in done.stderr
    assert not Path("-").exists()


def test_a_repository_is_checked(desk: Desk) -> None:
    desk.review("a\nd\ns\n")
    where = ("--repository", desk.repository)
    assert succeed("check", *where).output == f"{desk.repository}: intact; decisions: 2\n"
    content = desk.repository.read_bytes()
    desk.repository.write_bytes(content.replace(b"Salida vuelo", b"Salida suelo"))
    for command in (("check",), ("list",), ("log",), ("undo",), ("export",)):
        assert "the repository is damaged" in refusal(*command, *where)


def test_a_text_is_replaced_only_by_the_same_review_or_if_asked(desk: Desk) -> None:
    edited = desk.folder / "edited.txt"
    given = ("review", desk.folder / "found.json", "-o", edited, "--repository", desk.repository, "-p", "ca-es")
    edited.write_text("work of a person\n", encoding="utf-8")
    assert "it exists already" in refusal(*given)
    assert edited.read_text(encoding="utf-8") == "work of a person\n"
    succeed(*given, "--replace", answers="q\n")
    succeed(*given, answers="a\nq\n")
    succeed(*given, answers="q\n")
