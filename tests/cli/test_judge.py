"""``tertium judge``: from files to links, and from judgments to ``tertium correlate``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tertium
from tertium import JudgedSet, samples
from tertium.annotation import PROTOCOLS, CampaignStore, Sitting
from tertium.cli.app import app
from tertium.registry import JUDGING_PROTOCOLS
from tests.annotation.campaigns import give

FILES = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "neural", "literal")]
REFERENCE = ["-r", str(samples.path("reference.A.txt"))]


def call(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["judge", *arguments])
    if status:
        assert result.exception is not None
        return str(result.exception)
    assert result.exit_code == 0, result.exception
    return result.stdout


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "campaigns.sqlite")


def prepare(file: str, *more: str) -> dict[str, str]:
    people = ["--annotator", "Ada", "--annotator", "Ben", "--annotator", "Cid"]
    found = json.loads(call("prepare", file, "news", *FILES, *REFERENCE, *people, "-f", "json", *more))
    return {name: link.rpartition("/")[2] for name, link in found["links"].items()}


def test_a_campaign_from_files_to_the_correlation(file: str, tmp_path: Path) -> None:
    keys = prepare(file)
    store = CampaignStore(file)
    for number, key in enumerate(keys.values()):
        assert give(Sitting(store, key), iter([5, 4, 3, 2, 1][number:] * 30)) == 3 + 14, "the tutorial and the items"
    judgments = tmp_path / "judgments.tsv"
    call("export", file, "news", "-o", str(judgments))
    read = tertium.read_judgments(judgments)
    assert (len(read), read.kinds, read.annotators) == (84, ["fluency", "adequacy"], ["Ada", "Ben", "Cid"])
    judged = JudgedSet(name="news", test_set=tertium.read_test_set(FILES, REFERENCE[1:]), judgments=read)
    (study,) = tertium.correlate(judged, ["chrf"], level="pooled", resamples=100).studies
    assert [figure.metric for figure in study.figures] == ["chrf"]
    listed = json.loads(call("list", file, "-f", "json"))["campaigns"]
    assert [(each["name"], each["items"], each["done"]) for each in listed] == [("news", 42, 42)]
    status = json.loads(call("status", file, "news", "-f", "json"))
    assert [each["done"] for each in status["annotators"]] == [14, 14, 14]
    assert len(status["separations"]) == 3
    call("import", file, "again", str(judgments), *FILES, *REFERENCE)
    again = json.loads(call("status", file, "again", "-f", "json"))
    assert again["separations"] == status["separations"]
    assert call("export", file, "again", "-f", "tsv") == judgments.read_text(encoding="utf-8")
    assert "100%" in call("list", file)
    assert "Translations that are needed" in call("status", file, "news")


def test_renewed_links_replace_old_ones(file: str) -> None:
    keys = prepare(file, "--address", "https://example.org/mt/", "--days", "3")
    printed = call("renew", file, "news", "Ada", "--address", "https://example.org/mt/")
    assert "https://example.org/mt/judge/" in printed
    assert keys["Ada"] not in printed
    store = CampaignStore(file)
    with pytest.raises(tertium.TertiumError, match="does not exist"):
        Sitting(store, keys["Ada"])


def test_categories_are_read_from_a_file(file: str, tmp_path: Path) -> None:
    (tmp_path / "categories.txt").write_text("Accuracy\n\nStyle\n", encoding="utf-8")
    prepare(file, "--protocol", "mqm", "--categories", str(tmp_path / "categories.txt"), "--monolingual")
    (step,) = CampaignStore(file).campaign("news").asked.steps
    assert step.categories == ("Accuracy", "Style")
    assert call("export", file, "news", "--spans", "-f", "tsv").startswith("system\tsegment\tannotator\tstart")


def test_the_tutorial_is_built_in_or_of_a_file_or_left_out(file: str, tmp_path: Path) -> None:
    lesson = {"translations": ["a b"], "expected": {"fluency": [1, 2], "adequacy": [3, 3]}, "explanation": "So it is."}
    (tmp_path / "own.json").write_text(json.dumps([lesson]), encoding="utf-8")
    for number, (given, lessons) in enumerate({"built-in": 3, "none": 0, str(tmp_path / "own.json"): 1}.items()):
        path = f"{file}{number}"
        keys = prepare(path, "--tutorial", given)
        assert Sitting(CampaignStore(path), keys["Ada"]).lessons == lessons
    (tmp_path / "own.json").write_text("{}", encoding="utf-8")
    assert "not a list of lessons" in call(
        "prepare", file, "x", *FILES, *REFERENCE, "--tutorial", str(tmp_path / "own.json"), status=1
    )


def test_mistakes_are_named(file: str, tmp_path: Path) -> None:
    categories = tmp_path / "categories.txt"
    categories.write_text("Accuracy\n", encoding="utf-8")
    assert "there is no such file" in call("list", file, status=1)
    prepare(file)
    assert "There are: news" in call("export", file, "olds", status=1)
    assert "no annotators" in call("prepare", file, "x", *FILES, *REFERENCE, status=1)
    assert "has no categories" in call("prepare", file, "x", *FILES, "--categories", str(categories), status=1)
    assert "Use the protocol ranking" in call("prepare", file, "x", *FILES, "--ranked", "3", status=1)


def test_the_registry_lists_all_protocols() -> None:
    assert tuple(PROTOCOLS) == JUDGING_PROTOCOLS
