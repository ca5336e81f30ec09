"""Attacks on the core: it answers or refuses. No panic reaches Python, and nothing ends the process."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from tests.fuzz.attacks import attack
from tests.fuzz.core_calls import call, read_groups, read_stub
from tests.fuzz.core_scene import Scene

FUNCTIONS = read_stub()
# It panics on purpose; tests/test_interruption.py says what becomes of that.
ON_PURPOSE = "work"
GROUPS = {file: names for file, names in read_groups().items() if file != ON_PURPOSE}


@pytest.mark.parametrize("group", GROUPS)
def test_core(group: str) -> None:
    functions = [each for each in FUNCTIONS.values() if each.name.partition(".")[0] in GROUPS[group]]
    assert functions, group

    def call_each(seed: int) -> None:
        for number, function in enumerate(functions):
            call(function, Scene(seed + number))

    call_each.__name__ = f"test_core[{group}]"
    attack(st.integers(0, 1 << 62), brief=25)(call_each)()
