"""``tertium postedit review``: questions about words at all their places, and whole segments."""

import json
from pathlib import Path

import pytest

from tests.cli.postedit_desk import Desk, succeed


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def write_tables(folder: Path) -> Path:
    """Findings about one word, at two of its four places."""
    pairs = [
        ("El diseño de mesa es nuevo.", "El disseny de taula és nou."),
        ("Elegid el diseño de mesa.", "Trieu el disseny de taula."),
        ("Una mesa tiene filas.", "Una taula té files."),
        (f"{'Antes ' * 40}la mesa{' después' * 40}", f"{'Abans ' * 40}la taula{' després' * 40}"),
    ]
    findings = []
    for number in (1, 2):
        start = pairs[number - 1][0].index("diseño")
        at = start + len("diseño de ")
        word = {"source": "taula", "replaced": "mesa", "replacement": "tabla"}
        edits = [{"start": at, "end": at + 4, "text": "tabla"}]
        other = {**word, "replacement": "tablón", "edits": [{**edits[0], "text": "tablón"}], "text": "diseño de tablón"}
        findings.append(
            {
                "segment": number,
                "start": start,
                "end": at + 4,
                "text": "diseño de mesa",
                "verdict": "instance",
                "error": "wrong sense",
                "count": 0,
                "suggestions": [{"text": "diseño de tabla", "count": 9, "edits": edits, **word}, other],
            }
        )
    segments = [{"number": n, "document": "", "source": s, "text": t} for n, (t, s) in enumerate(pairs, 1)]
    path = folder / "found.json"
    path.write_text(json.dumps({"segments": segments, "findings": findings}), encoding="utf-8")
    return path


def list_changed(desk: Desk, word: str = "tabla") -> list[int]:
    return [number for number, text in enumerate(desk.edited, 1) if {word, f"{word}."} & set(text.split())]


@pytest.mark.parametrize(
    ("answers", "changed"),
    [
        ("p\n", [1, 2]),
        ("p all\n", [1, 2, 3, 4]),
        ("p 2-4\nq\n", [2, 3, 4]),
        ("p 1-2 4\nq\n", [1, 2, 4]),
        ("p -3\nq\n", [1, 2, 4]),
        ("p -2-3\nq\n", [1, 4]),
        ("p 1-4 -2\nq\n", [1, 3, 4]),
        ("p 3-9\np 3-2\np -9\np -\np 1-4 -1-4\nq\n", []),
        ("d 2\np all\n", [1, 3, 4]),
        ("d -2\np all\n", [2, 3, 4]),
        ("d 1-2\n", []),
        ("d 3\nd 7\nd x\nq\n", []),
        ("p 1 3 4\nq\n", [1, 3, 4]),
        ("p 2, 3\nq\n", [2, 3]),
        ("a\nq\n", [1]),
        ("d\np all\n", [2, 3, 4]),
        ("d all\n", []),
        ("p\nu\nq\n", []),
        ("p 9\np x\nc 7\nq\n", []),
        ("c 2\nc 1\np all\n", [1, 2, 3, 4]),
    ],
)
def test_one_question_is_about_all_places_of_a_word(desk: Desk, answers: str, changed: list[int]) -> None:
    write_tables(desk.folder)
    shown = desk.review(answers).stderr
    assert list_changed(desk) == changed
    assert "  mesa -> tabla (taula): 4 places\n" in shown
    assert "    2  segment 2: Elegid el diseño de ⟦mesa -> tabla⟧.\n" in shown
    assert "    3  segment 3: Una ⟦mesa -> tabla⟧ tiene filas.  (not found by itself)\n" in shown


def test_another_suggestion_has_its_own_places(desk: Desk) -> None:
    write_tables(desk.folder)
    assert "mesa -> tablón (taula): 4 places" in desk.review("c 2\np all\n").stderr
    assert list_changed(desk, "tablón") == [1, 2, 3, 4]


def test_long_segments_are_cut_and_shown_in_full_if_wanted(desk: Desk) -> None:
    path = write_tables(desk.folder)
    data = json.loads(path.read_text(encoding="utf-8"))
    text = data["segments"][3]["text"]
    start = text.index("la mesa")
    data["findings"] = [{**data["findings"][0], "segment": 4, "start": start, "end": start + 7, "text": "la mesa"}]
    data["findings"][0]["suggestions"] = [{"text": "la tabla", "count": 3, "source": "taula"}]
    path.write_text(json.dumps(data), encoding="utf-8")
    shown = desk.review("f\nq\n").stderr
    lines = [line for line in shown.splitlines() if line.startswith(("  text", "  source"))]
    assert [len(line) < 170 for line in lines] == [True, True, False, False]
    assert lines[1].startswith("  text    … Antes Antes")
    assert "⟦la mesa⟧ después" in lines[1]
    assert "la taula després" in lines[0]
    assert lines[3] == f"  text    {text}"


@pytest.mark.parametrize("between", [" ", "\n"])
def test_a_whole_segment_is_written_anew(desk: Desk, between: str) -> None:
    write_tables(desk.folder)
    desk.review(f"w{between}Un diseño de las tablas es nuevo.\nq\n")
    assert desk.edited[0] == "Un diseño de las tablas es nuevo."
    assert "Nothing was changed" in desk.review("w\n\nq\n").stderr


def test_word_pairs_are_confirmed_and_applied(desk: Desk) -> None:
    write_tables(desk.folder)
    for document in ("one", "two", "three"):
        shown = desk.review("p all\n", "--document", document).stderr
    assert "(accepted twice)" in shown
    keep = ("--repository", desk.repository)
    (pair,) = json.loads(succeed("list", *keep, "-f", "json").stdout)["pairs"]
    assert (pair["span"], pair["suggestion"], pair["source_words"]) == ("mesa", "tabla", ["taula"])
    text, source = desk.folder / "text.txt", desk.folder / "source.txt"
    text.write_text("Cada mesa.\nOtra mesa.\n", encoding="utf-8")
    source.write_text("Cada taula.\nUna altra cosa.\n", encoding="utf-8")
    succeed("apply", text, "--source", source, "-o", desk.folder / "new.txt", *keep)
    assert (desk.folder / "new.txt").read_text(encoding="utf-8") == "Cada tabla.\nOtra mesa.\n"
    assert "0 changes" in succeed("apply", text, "--dry-run", *keep).stdout


def test_the_source_is_shown_around_the_nearest_occurrence(desk: Desk) -> None:
    far, near = "lluny " * 30, "prop " * 30
    text = f"{'lejos ' * 30}mesa {'cerca ' * 30}mesa fin"
    segments = [{"number": 1, "document": "", "source": f"{far}taula {near}taula fi", "text": text}]
    start = text.rindex("mesa")
    place = {"segment": 1, "start": start, "end": start + 4, "text": "mesa", "verdict": "instance"}
    finding = {**place, "error": "wrong sense", "suggestions": [{"text": "tabla", "source": "taula"}]}
    path = desk.folder / "found.json"
    path.write_text(json.dumps({"segments": segments, "findings": [finding]}), encoding="utf-8")
    (line,) = [line for line in desk.review("q\n").stderr.splitlines() if line.startswith("  source")]
    assert line.endswith("prop taula fi")


def write_misspelt(folder: Path) -> None:
    """A misspelt word at three places, of which two were found: one with a suggestion, and one without."""
    texts = ["El fixer nuevo.", "Fixer abierto.", "Otro fixer.", "Nada."]
    segments = [{"number": n, "document": "", "source": "", "text": text} for n, text in enumerate(texts, 1)]
    findings = [
        {
            "segment": number,
            "start": start,
            "end": start + 5,
            "text": texts[number - 1][start : start + 5],
            "verdict": "instance",
            "error": "spelling",
            "suggestions": [{"text": "Fijar"}] if number == 2 else [],
        }
        for number, start in ((1, 3), (2, 0))
    ]
    findings.append({**findings[0], "segment": 4, "start": 0, "end": 4, "text": "Nada", "error": "unknown"})
    (folder / "found.json").write_text(json.dumps({"segments": segments, "findings": findings}), encoding="utf-8")


@pytest.mark.parametrize(
    ("answers", "edited"),
    [
        ("e fichero\na\nq\n", ["El fichero nuevo.", "Fixer abierto.", "Otro fixer."]),
        ("e fichero\np\n", ["El fichero nuevo.", "Fichero abierto.", "Otro fixer."]),
        ("e\nfichero\np all\n", ["El fichero nuevo.", "Fichero abierto.", "Otro fichero."]),
        ("e fichero\np 1 3\nq\n", ["El fichero nuevo.", "Fixer abierto.", "Otro fichero."]),
        ("e ficero\ne fichero\np all\n", ["El fichero nuevo.", "Fichero abierto.", "Otro fichero."]),
        ("e fichero\nd\na\n", ["El fixer nuevo.", "Fijar abierto.", "Otro fixer."]),
        ("s\ne Fichero\np all\nq\n", ["El fichero nuevo.", "Fichero abierto.", "Otro fichero."]),
    ],
)
def test_misspelt_words_are_asked_about_and_written_at_all_places(desk: Desk, answers: str, edited: list[str]) -> None:
    write_misspelt(desk.folder)
    shown = desk.review(answers).stderr
    assert shown.startswith("2 to decide")
    assert desk.edited == [*edited, "Nada."]
    if "fichero" in answers:
        assert "  fixer -> fichero: 3 places\n" in shown
        assert "⟦fixer -> fichero⟧.  (not found by itself)" in shown


@pytest.mark.parametrize(
    ("count", "probability", "shown"),
    [
        (0, 0.934, "  found   0 times, probability 0.93\n"),
        (None, 0.934, "  wrong   probability 0.93\n"),
        (1, None, "  found   once\n"),
        (None, None, ""),
    ],
)
def test_probabilities_are_shown(desk: Desk, count: int | None, probability: float | None, shown: str) -> None:
    path = write_tables(desk.folder)
    data = json.loads(path.read_text(encoding="utf-8"))
    (finding, *_) = data["findings"]
    data["findings"] = [{**finding, "count": count, "probability": probability}]
    first, second = finding["suggestions"]
    suggestions = [{**first, "probability": 0.001}, {**second, "probability": 0.7}]
    data["findings"][0]["suggestions"] = suggestions if probability else [{**first, "count": None}, second]
    path.write_text(json.dumps(data), encoding="utf-8")
    output = desk.review("1\n").stderr
    assert shown in output
    assert "not counted" not in output
    assert ("\n  1  diseño de tablón  probability 0.70\n" in output) == bool(probability)
    assert ("\n  1  diseño de tabla\n  2  diseño de tablón\n" in output) == (not probability)
    assert list_changed(desk, "tablón" if probability else "tabla") == [1]


@pytest.mark.parametrize(
    ("answers", "closing"),
    [
        ("p all\n", "1 accepted, 0 declined, 3 propagated: 4 edits in 4 segments"),
        ("p 3\nd\na\n", "2 accepted, 1 declined, 0 propagated: 2 edits in 2 segments"),
        ("a\nu\na\nq\n", "1 accepted, 0 declined, 0 propagated: 1 edit in 1 segment"),
        ("", "0 accepted, 0 declined, 0 propagated: 0 edits in 0 segments"),
    ],
)
def test_a_review_ends_with_what_was_done(desk: Desk, answers: str, closing: str) -> None:
    write_tables(desk.folder)
    assert desk.review(answers).stderr.splitlines()[-1] == closing
    assert desk.review("q\n").stderr.splitlines()[-1] == closing


def test_questions_are_numbered(desk: Desk) -> None:
    shown = desk.review("s\na\nu\nd\nq\n").stderr.splitlines()
    assert [line for line in shown if line.startswith("question ")] == [
        "question 1, 3 left",
        "question 2, 3 left",
        "question 3, 2 left",
        "question 2, 3 left",
        "question 3, 2 left",
    ]


def test_what_was_changed_elsewhere_is_confirmed(desk: Desk) -> None:
    write_tables(desk.folder)
    assert "\n  segment 2: mesa -> tabla\n" in desk.review("p 2\nq\n").stderr
    shown = desk.review("p 1 2\nq\n", "--document", "other").stderr
    assert "\n  segment 2: mesa -> tabla\n" in shown
    assert "\n  segment 1: mesa -> tabla\n" not in shown
