"""The limits in SECURITY.md are those of the code."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNITS = {"": 1, " KiB": 1 << 10, " MiB": 1 << 20, " GiB": 1 << 30}
ROWS = re.findall(
    r"^\| ([^|]+) \| ([\d,]+)( [KMG]iB)? \| `([^`]+)` \|$",
    (ROOT / "SECURITY.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def find_limit(place: str) -> float:
    """What a name of Python or Rust stands for: a constant, a setting's default, or an argument's."""
    file, name = place.split(":")
    if file.endswith(".rs"):
        source = (ROOT / file).read_text(encoding="utf-8")
        found = re.search(rf"const {name}: (?:usize|u64) = (\d+)(?: << (\d+))?;", source)
        assert found is not None, place
        return int(found[1]) << int(found[2] or 0)
    owner, _, setting = name.partition(".")
    value = getattr(import_module(file), owner)
    return float(inspect.signature(value).parameters[setting].default if setting else value)


def test_every_row_of_the_table_is_compared() -> None:
    table = (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("## Limits")[1].split("\n## ")[0]
    assert len(ROWS) == table.count("\n|") - 2 > 0
    assert len({place for *_, place in ROWS}) == len(ROWS), "a limit stands there twice"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_limit_is_that_of_the_code(row: tuple[str, str, str, str]) -> None:
    _, number, unit, place = row
    assert int(number.replace(",", "")) * UNITS[unit] == find_limit(place)
