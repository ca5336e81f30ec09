"""Commands that score text: ``--unescape``, ``--check-text``, folders of ``audit``, and columns of judged tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium import samples
from tertium.annotation import CampaignStore
from tertium.cli import main
from tests.cli.mtness_running import Answer
from tests.cli.test_options import list_options

Run = Callable[..., Answer]

SEGMENTS = 8
HEADER = "lp\tsystem\tsid\thuman_da_z\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process."""

    def run_here(*arguments: str | Path) -> Answer:
        monkeypatch.setattr(sys, "argv", ["tertium", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_:
            main()
        out, err = capfd.readouterr()
        return Answer(out, err, int(exit_.value.code or 0))

    return run_here


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of judged outputs: those of A are tokenised and escaped, those of B are plain."""
    folder = tmp_path / "judged"
    texts = {
        "hyp.A.txt": [f"it &apos;s {number % 3 * '&quot; '}number {number} ." for number in range(SEGMENTS)],
        "hyp.B.txt": [f"It's the number {number}." for number in range(SEGMENTS)],
        "reference.txt": [f"It's number {number}." for number in range(SEGMENTS)],
    }
    for pair in ("de-en", "fr-en"):
        (folder / pair).mkdir(parents=True)
        for name, lines in texts.items():
            (folder / pair / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = [
        f"{pair}\t{system}\t{number}\t{number % 3 + (system == 'B')}\n"
        for pair in ("de-en", "fr-en")
        for system in "AB"
        for number in range(1, SEGMENTS + 1)
    ]
    (folder / "seg_da.tsv").write_text(HEADER + "".join(rows), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "command",
    [
        ["score", "{A}", "{B}", "-r", "{reference}", "-m", "bleu"],
        ["score", "{A}", "{B}", "-r", "{reference}", "-m", "bleu", "--by-segment"],
        ["compare", "{A}", "{B}", "-r", "{reference}", "-m", "bleu", "--resamples", "50"],
        ["audit", "corpus", "{A}", "{B}", "-r", "{reference}", "--edited", "0", "--against", "chrf"],
        ["audit", "corpus", "--data", "{folder}", "-p", "de-en", "--edited", "0", "--against", "chrf"],
        ["correlate", "--data", "{folder}", "-p", "de-en", "-m", "bleu", "--resamples", "50"],
    ],
    ids=["score", "score-segments", "compare", "audit", "audit-data", "correlate"],
)
def test_text_is_warned_of_and_the_signature_says_what_was_done(command: list[str], place: Path, run: Run) -> None:
    files = {"A": place / "de-en/hyp.A.txt", "B": place / "de-en/hyp.B.txt"}
    filled = [each.format(folder=place, reference=place / "de-en/reference.txt", **files) for each in command]
    stored = run(*filled)
    tokenised, escaped = stored.err.splitlines()
    name = "judged/de-en (A)" if "--data" in command else str(files["A"])
    assert tokenised.startswith(f"tertium: {name}: the text looks tokenised (8 of 8 segments")
    assert tokenised.endswith(
        "It is scored as it is. To compare with other scores, detokenise it first; to hide this, give --no-check-text."
    )
    assert escaped.startswith(f"tertium: {name}: the text looks escaped (8 of 8 segments")
    assert escaped.endswith(
        "It is scored as it is. To score characters, give --unescape; to hide this, give --no-check-text."
    )
    assert "text:" not in stored.out
    turned = run(*filled, "--unescape")
    assert turned.err.splitlines() == [tokenised]
    assert "|refs:1|text:unescaped|tertium:" in turned.out
    assert turned.out != stored.out.replace("|refs:1|", "|refs:1|text:unescaped|"), "the figures differ too"
    quiet = run(*filled, "--no-check-text")
    assert (quiet.err, quiet.out) == ("", stored.out)


def test_text_that_is_to_be_judged_is_warned_of_and_unescaped(place: Path, run: Run) -> None:
    files = [place / "de-en/hyp.A.txt", "-n", "A", "-r", place / "de-en/reference.txt", "--annotator", "Ada"]
    assert run("judge", "prepare", place / "stored", "x", *files).err.count("the text looks") == 2
    assert run("judge", "prepare", place / "turned", "x", *files, "--unescape", "--no-check-text").err == ""
    assert CampaignStore(place / "turned").test_set("x").systems["A"][0] == "it 's number 0 ."


@pytest.mark.parametrize(
    "command",
    [
        ["score", "{hyp}", "-r", "{ref}", "-m", "chrf"],
        ["score", "{hyp}", "-r", "{ref}", "-m", "chrf", "--by-segment", "-f", "tsv"],
        ["compare", "{hyp}", "{other}", "-r", "{ref}", "-m", "chrf", "--resamples", "50"],
        ["diff", "{hyp}", "{other}", "-r", "{ref}", "--resamples", "50"],
        ["audit", "corpus", "{hyp}", "-r", "{ref}", "--edited", "0", "--against", "chrf"],
    ],
    ids=["score", "score-segments", "compare", "diff", "audit"],
)
def test_forms_of_characters_are_warned_of_and_normalised(command: list[str], tmp_path: Path, run: Run) -> None:
    texts = {"hyp": "e\u0301te\u0301 ici", "ref": "\xe9t\xe9 ici", "other": "un \xe9t\xe9"}
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n" * 12, encoding="utf-8")
    filled = [each.format(**{name: tmp_path / name for name in texts}) for each in command]
    stored = run(*filled)
    (warning,) = stored.err.splitlines()
    assert "(NFC, NFD), in 12 of 12 segments of hyp" in warning
    assert "give --normalise nfc; to hide this, give --no-check-text" in warning
    turned = run(*filled, "--normalise", "nfc")
    assert turned.err == ""
    assert turned.out != stored.out
    if "tsv" not in command:
        assert "|text:nfc|" in turned.out
    assert "there is no normal form 'nfx'" in run(*filled, "--normalise", "nfx").err


def test_plain_text_is_not_warned_of(place: Path, run: Run) -> None:
    plain, reference = place / "de-en/hyp.B.txt", place / "de-en/reference.txt"
    assert run("score", plain, "-r", reference).err == ""
    chinese = place / "zh.txt"
    chinese.write_text("他在这里。\n她说：“是的。”\n" * 20, encoding="utf-8")
    assert run("score", chinese, "-r", chinese, "-n", "x", "-m", "bleu:tokenize=zh").err.count("looks") == 0


def test_correlate_unescapes_files_too(place: Path, run: Run) -> None:
    table = place / "j.tsv"
    rows = "".join(f"A\t{number}\tda\t{number}\n" for number in range(1, SEGMENTS + 1))
    table.write_text("system\tsegment\tkind\tvalue\n" + rows, encoding="utf-8")
    files = [place / "de-en/hyp.A.txt", "-n", "A", "-r", place / "de-en/reference.txt", "-j", table]
    found = run("correlate", *files, "-m", "chrf", "--test", "none", "--unescape")
    assert "|text:unescaped|" in found.out
    assert "looks escaped" not in found.err


def test_an_audit_of_a_folder_is_of_one_set_and_takes_its_judgments(place: Path, run: Run) -> None:
    several = run("audit", "corpus", "--data", place)
    assert several.code == 2
    assert "an audit is for one judged set, and there are 2: judged/de-en, judged/fr-en" in several.err
    quick = ["--edited", "0", "--no-check-text", "-f", "json"]
    judged = run("audit", "corpus", "--data", place, "-p", "fr-en", *quick)
    assert json.loads(judged.out)["contrasts"]["by"] == "human"
    metric = run("audit", "corpus", "--data", place, "-p", "fr-en", "--against", "chrf", *quick)
    assert json.loads(metric.out)["contrasts"]["by"] == "chrf"
    one = run("audit", "corpus", "--data", place, "-p", "fr-en", "--system", "B", *quick)
    assert (json.loads(one.out)["contrasts"], "'A'" in one.out) == (None, False)
    for wrong in (["x.txt"], ["-r", "x.txt"], []):
        found = run("audit", "corpus", *(["--data", place] if wrong else []), *wrong)
        assert found.code == 2
        assert "folder" in found.err


def test_audit_takes_the_text_options_of_correlate() -> None:
    names = {
        command: {name for each, names, _ in list_options() if each == command for name in names}
        for command in ("tertium correlate", "tertium audit corpus")
    }
    text = {
        "--data", "--language-pair", "--system", "--reference", "--judgments", "--judgment", "--unescape",
        "--check-text", "--name", "--input-format", "--columns",
    }  # fmt: skip
    assert text <= names["tertium correlate"]
    assert text <= names["tertium audit corpus"]


def test_columns_of_judgments_and_scores_may_be_named(tmp_path: Path, run: Run) -> None:
    judgments, scores = tmp_path / "people.tsv", tmp_path / "comet.tsv"
    places = [(name, number) for name in ("neural", "literal") for number in range(1, 15)]
    judgments.write_text(
        "sys\tline\twhat\tvalue\trating\n"
        + "".join(f"{name}\t{number}\tda\tno number\t{number}\n" for name, number in places),
        encoding="utf-8",
    )
    scores.write_text(
        "sys\tline\tname\tresult\n" + "".join(f"{name}\t{number}\tcomet\t{number}\n" for name, number in places),
        encoding="utf-8",
    )
    outputs = [samples.path(f"system.{name}.txt") for name in ("neural", "literal")]
    files = [*outputs, "-r", samples.path("reference.A.txt"), "-n", "neural", "-n", "literal", "-j", judgments]
    shared = "system=sys,segment=line,kind=what,value=rating"
    asked = ["-m", "chrf", "--test", "none", "-f", "json"]
    found = run("correlate", *files, "--scores", scores, "--columns", f"{shared},metric=name,score=result", *asked)
    assert found.err == ""
    figures = {each["metric"]: each["value"] for each in json.loads(found.out)["studies"][0]["figures"]}
    assert figures["comet"] == pytest.approx(1)
    audit = run("audit", "corpus", *files, "--columns", shared, "--edited", "0", "-f", "json")
    assert json.loads(audit.out)["contrasts"]["by"] == "human"
    missing = run("correlate", *files, "--columns", shared.replace("rating", "stars"), *asked)
    assert (missing.code, "people.tsv:1: there is no column 'stars'" in missing.err) == (2, True)
    alone = run("correlate", *files, "--columns", f"{shared},score=result", *asked)
    assert (alone.code, "score is a column of --scores" in alone.err) == (2, True)
    typo = run("correlate", *files, "--columns", shared.replace("segment=line", "segment=lin"), *asked)
    named = "people.tsv:1: there is no column 'lin' for the segment. Name it in the header. The columns are: sys, "
    assert (typo.code, named in typo.err) == (2, True)
    kindless = run("correlate", *files, "--columns", shared.replace("kind=what,", ""), *asked)
    assert "there is no column 'kind'. Name it in the header. The columns are: sys, line, what, " in kindless.err
    role = run("correlate", *files, "--columns", "engine=sys", *asked)
    assert "annotator, kind, value, sheet of --judgments, and metric, score of --scores" in role.err
    unknown = run("score", outputs[0], "-r", samples.path("reference.A.txt"), "--columns", "value=rating")
    assert (unknown.code, "'value=rating' is not of the form role=column" in unknown.err) == (2, True)
