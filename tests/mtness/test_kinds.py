"""The table of kinds of suggestions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.mtness.repairs import kinds
from tertium.mtness.repairs.action import Reach
from tertium.mtness.repairs.kinds import ACTIONS, KINDS, SECTIONS


def test_every_file_is_in_the_table() -> None:
    files = {path.stem for path in Path(kinds.__file__).parent.glob("*.py")} - {"__init__"}
    assert {kind.__name__.rpartition(".")[2] for kind in KINDS} == files  # type: ignore[attr-defined]


def test_no_section_is_read_twice() -> None:
    names = [section.name for section in SECTIONS]
    assert len(set(names)) == len(names)


def test_the_paper_has_two_actions_and_the_rest_are_ours() -> None:
    assert {"A1", "A2"} < set(ACTIONS)
    assert len(ACTIONS) == 27


@pytest.mark.parametrize("name", list(ACTIONS))
def test_an_action_is_what_it_declares(name: str) -> None:
    action = ACTIONS[name]
    assert str(action) == action.name == name
    assert action.lexical == (action.reach is Reach.EITHER_SIDE)
    # What is a matter of style is contested as well.
    assert action.contested or not action.stylistic
    assert action.reordering == (name in ("order", "adjective order"))
