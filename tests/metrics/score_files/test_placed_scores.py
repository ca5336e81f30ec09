"""Files of scores that other tools write: those of mt-metrics-eval, and COMET's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium import make_test_set
from tertium.errors import InputError
from tertium.metrics import read_scores
from tertium.types import TestSet

OUTPUTS = {"one": ["a dog ", "a cat"], "two": ["dog", "cat"]}
SCORES = {"one": [0.81234567, 0.5], "two": [0.25, -0.125]}


@pytest.fixture
def test_set() -> TestSet:
    return make_test_set(OUTPUTS, ["the dog", "the cat"])


def as_json(**changes: Any) -> str:
    data = {
        f"out/{'hyp.' if name == 'one' else ''}{name}.txt": [
            {"src": "s", "mt": text.strip(), "ref": "r", "COMET": score, "variance": 0.1, **changes}
            for text, score in zip(texts, SCORES[name], strict=True)
        ]
        for name, texts in OUTPUTS.items()
    }
    return json.dumps(data, indent=4)


def as_text() -> str:
    lines = ["Seed set to 1\n"]
    for at in range(2):
        lines += [f"out/{name}.txt\tSegment {at}\tscore: {SCORES[name][at]:.4f}\n" for name in OUTPUTS]
    return "".join([*lines, *(f"out/{name}.txt\tscore: {np.mean(SCORES[name]):.4f}\n" for name in OUTPUTS)])


def test_json_of_comet(tmp_path: Path, test_set: TestSet) -> None:
    (tmp_path / "comet.json").write_text(as_json(), encoding="utf-8")
    found = read_scores(tmp_path / "comet.json", test_set)
    assert found.names == ["COMET"]
    assert found.segments["COMET"].tolist() == list(SCORES.values())
    assert found.systems == {}
    only = make_test_set({"one": OUTPUTS["one"]}, ["the dog", "the cat"])
    predicted = [
        {"mt": text.strip(), "score": score} for text, score in zip(OUTPUTS["one"], SCORES["one"], strict=True)
    ]
    (tmp_path / "list.json").write_text(json.dumps(predicted), encoding="utf-8")
    assert read_scores(tmp_path / "list.json", only).segments["score"].tolist() == [SCORES["one"]]


def test_text_of_comet(tmp_path: Path, test_set: TestSet) -> None:
    (tmp_path / "comet.txt").write_text(as_text(), encoding="utf-8")
    found = read_scores(tmp_path / "comet.txt", test_set)
    assert found.segments["COMET"].tolist() == [[0.8123, 0.5], [0.25, -0.125]]
    assert found.systems["COMET"].tolist() == [0.6562, 0.0625]
    assert "four decimals" in found.notes[0]


def test_tables_of_comet(tmp_path: Path, test_set: TestSet) -> None:
    rows = [
        f"{name},src text,{text.strip()},ref,{score}"
        for name, texts in OUTPUTS.items()
        for text, score in zip(texts, SCORES[name], strict=True)
    ]
    path = tmp_path / "comet.csv"
    path.write_text("\n".join(["system,src,mt,ref,COMET", *rows, ""]), encoding="utf-8")
    assert read_scores(path, test_set).segments["COMET"].tolist() == list(SCORES.values())
    path.write_text("\n".join(["system,src,mt,ref,COMET", rows[1], rows[0], ""]), encoding="utf-8")
    with pytest.raises(InputError, match=r"comet\.csv:2: the text is not segment 1 of 'one'"):
        read_scores(path, test_set)


def test_both_levels_of_one_metric_are_joined(tmp_path: Path, test_set: TestSet) -> None:
    (tmp_path / "M-refA.seg.score").write_text("one 1\none None\ntwo 3\ntwo 4\n", encoding="utf-8")
    (tmp_path / "M-refA.sys.score").write_text("two\t7\none\t8\n", encoding="utf-8")
    (tmp_path / "M-refA.doc.score").write_text("two\t7\n", encoding="utf-8")
    files = [tmp_path / "M-refA.seg.score", tmp_path / "M-refA.sys.score"]
    found = read_scores(files, test_set, lower=["M-refA"])
    np.testing.assert_array_equal(found.segments["M-refA"], [[1, np.nan], [3, 4]])
    assert found.systems["M-refA"].tolist() == [8, 7]
    assert found.higher_is_better == {"M-refA": False}
    with pytest.raises(InputError, match="in two files"):
        read_scores([files[0], files[0]], test_set)
    with pytest.raises(InputError, match="level 'doc'"):
        read_scores(tmp_path / "M-refA.doc.score", test_set)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.json", lambda: as_json(mt="another"), r"c\.json: segment 1 of 'one' is another text"),
        ("c.json", lambda: as_json(COMET="good"), "have no score"),
        ("c.json", lambda: as_json(COMET=float("nan")), "is nan, not a finite number"),
        ("c.json", lambda: as_json().replace("two.txt", "three.txt"), r"no system for the file 'out/three\.txt'"),
        ("c.json", lambda: '{"one": [{"COMET": 1}]}', "1 scores of 'one', but 2 segments"),
        ("c.json", lambda: '{"one": [1, 2]}', "'one' is not a list of segments"),
        ("c.json", lambda: '{"one": [', r"c\.json:1: this is not JSON"),
        ("c.json", lambda: "3", "not COMET's output"),
        ("c.txt", lambda: as_text().replace("Segment 1", "Segment 7", 1), r"c\.txt:4: segment 7 of 'one'"),
        ("c.txt", lambda: as_text().replace("Segment 1", "Segment 0", 1), "is given twice"),
        ("c.txt", lambda: as_text().replace("0.5000", "much"), r"c\.txt:4: the score is 'much'"),
        ("c.txt", lambda: as_text().replace("two.txt", "six.txt"), r"c\.txt:3: there is no system for the file"),
        ("c.txt", lambda: "system\tsegment\n", "the table has no rows"),
    ],
)
def test_what_is_wrong_is_said(
    tmp_path: Path, test_set: TestSet, name: str, content: Callable[[], str], message: str
) -> None:
    (tmp_path / name).write_text(content(), encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        read_scores(tmp_path / name, test_set)
    assert caught.value.remedy
