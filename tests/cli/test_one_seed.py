"""One seed, one answer: the same systems, metric and seed have the same figures in every command."""

import json
from typing import Any

from tertium import compare, diff, samples
from tests.cli.test_score import REFERENCES, SYSTEMS, nested_references, run

_TEST = ("difference", "low", "high", "p_value", "reason")


def _ask(command: str, *arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run(command, *SYSTEMS, *REFERENCES, *arguments, "-q", "-f", "json").stdout)
    return answer


def _find(tests: list[dict[str, Any]]) -> list[Any]:
    """Return the figures of neural − careful by chrF."""
    names = {"metric": "chrf", "system": "neural", "baseline": "careful"}
    (found,) = [test for test in tests if all(test[name] == value for name, value in names.items())]
    return [found[name] for name in _TEST]


def test_a_pair_has_the_same_p_and_interval_in_all_commands() -> None:
    careful, neural = SYSTEMS[0], SYSTEMS[1]
    difference = json.loads(run("diff", careful, neural, *REFERENCES, "-q", "-f", "json").stdout)["total"]
    texts = {name: samples.read_lines(f"system.{name}.txt") for name in ("careful", "neural")}
    total = diff(texts, nested_references()).total.to_dict()
    found = [
        _find(_ask("compare")["tests"]),
        _find(_ask("compare", "--pairs", "all")["tests"]),
        _find(_ask("report", "--no-alignments")["comparison"]["tests"]),
        _find([test.to_dict() for test in compare(texts, nested_references()).tests]),
        [difference[name] for name in _TEST],
        [total[name] for name in _TEST],
    ]
    assert found == [found[0]] * len(found)
    assert found[0][3] < 1


def test_a_system_has_the_same_interval_in_all_commands() -> None:
    answers = (
        json.loads(run("score", *SYSTEMS, *REFERENCES, "-m", "chrf", "--intervals", "-f", "json").stdout),
        _ask("compare", "-m", "chrf"),
        _ask("report", "-m", "chrf", "--no-alignments")["comparison"],
    )
    intervals = [[each["scores"][0]["interval"] for each in answer["systems"]] for answer in answers]
    assert intervals == [intervals[0]] * 3


def test_a_verdict_that_few_segments_hide_says_so_in_its_cell() -> None:
    printed = run("compare", *SYSTEMS, *REFERENCES, "-m", "chrf").stdout.decode()
    rows = [line for line in printed.splitlines() if " − careful " in line]
    assert len(rows) == 2
    assert all(row.endswith("too few segments") for row in rows)
    table = run("compare", *SYSTEMS, *REFERENCES, "-m", "chrf", "-f", "tsv").stdout.decode()
    assert table.splitlines()[1].split("\t")[-2:] == ["", "too few segments"]
