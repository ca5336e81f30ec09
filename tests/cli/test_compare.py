import json

import tertium
from tertium import samples
from tests.cli.test_score import REFERENCES, SYSTEMS, nested_references, run


def test_the_tests_are_those_of_the_library() -> None:
    arguments = ["compare", *SYSTEMS, *REFERENCES, "-m", "bleu", "-m", "ter", "-f", "json", "--seed", "7"]
    printed = json.loads(run(*arguments).stdout)
    systems = {name: samples.read_lines(f"system.{name}.txt") for name in ("careful", "neural", "literal")}
    expected = tertium.compare(systems, nested_references(), ["bleu", "ter"], seed=7)
    assert printed["tests"] == [test.to_dict() for test in expected.tests]
    assert len(printed["tests"]) == 4
    assert "segments" not in printed["systems"][0]["scores"][0]


def test_all_pairs_and_the_other_test() -> None:
    arguments = ["compare", *SYSTEMS, *REFERENCES, "-m", "chrf", "--pairs", "all", "--test", "randomization"]
    printed = run(*arguments).stdout.decode()
    for pair in ("neural − careful", "literal − careful", "literal − neural"):
        assert pair in printed
    assert "approximate randomisation, 10000 resamples, seed 12345" in printed


def test_any_system_can_be_the_baseline() -> None:
    printed = run("compare", *SYSTEMS, *REFERENCES, "-m", "chrf", "--baseline", "literal").stdout.decode()
    assert "careful − literal" in printed
    assert "neural − literal" in printed
