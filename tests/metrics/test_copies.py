"""Metrics and their scores can be copied and sent to other processes."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium import registry
from tertium.corpus import build_index
from tertium.metrics.spec import parse
from tertium.parts import PARTS

HYPOTHESES = ["The old mill was sold to a baker in May.", "The cat sat on the mat."]
REFERENCES = ["The old mill was sold to the baker in May.", "The cat was sitting on the mat."]


def copy_both_ways(thing: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)]


def write_spec(name: str, folder: Path) -> str:
    if not parse(name).needs_index:
        return name
    (folder / "text.txt").write_text("The cat sat on the mat.\nThe mill was sold.\n", encoding="utf-8")
    build_index([folder / "text.txt"], folder / "english.index")
    return f"{name}:index={folder / 'english.index'}"


@pytest.mark.parametrize("name", [*registry.METRICS, "meteor:stages=exact+snowball(english)+contextual"])
def test_a_metric_and_its_scores_are_copied(name: str, tmp_path: Path) -> None:
    spec = write_spec(name, tmp_path)
    metric = parse(spec)
    assert copy_both_ways(metric) == [metric, metric]
    if any(not PARTS[part].is_installed() for part in metric.parts):
        return
    scores = tertium.score(HYPOTHESES, REFERENCES, [metric], sources=HYPOTHESES)
    for copied in copy_both_ways(scores):
        assert copied.to_dict() == scores.to_dict()
    assert copy_both_ways(metric) == [metric, metric], "it has loaded all that it needs"


def test_given_and_external_scores_are_copied(tmp_path: Path) -> None:
    (tmp_path / "scores.txt").write_text("0.5\n0.75\n", encoding="utf-8")
    program = "external(python3 -c 'import sys; [print(0.5, flush=True) for _ in sys.stdin]'):cache=no"
    scores = tertium.score(HYPOTHESES, REFERENCES, [f"scores({tmp_path / 'scores.txt'})", program])
    for copied in copy_both_ways(scores):
        assert copied.to_dict() == scores.to_dict()
