"""TOML files that would take the parser long are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.files.toml import DEEPEST_KEY, read_toml


@pytest.mark.parametrize("text", ["{} = 1", "[{}]", "x = {{ {} = 1 }}", "x = 1\n  [[ {} ]]"])
@pytest.mark.parametrize("join", [".", " . ", '"."'])
def test_keys_with_many_dots_are_refused(tmp_path: Path, text: str, join: str) -> None:
    path = tmp_path / "model.toml"
    quote = '"' if join == '"."' else ""
    path.write_text(text.format(quote + join.join(["a"] * 20_000) + quote), encoding="utf-8")
    with pytest.raises(InputError, match="nested too deeply"):
        read_toml(path, kind="model", remedy="Train it again")


def test_numbers_may_be_many(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text(f"weights = [{', '.join(['0.5'] * 2 * DEEPEST_KEY)}]", encoding="utf-8")
    assert len(read_toml(path, kind="model", remedy="")["weights"]) == 2 * DEEPEST_KEY
