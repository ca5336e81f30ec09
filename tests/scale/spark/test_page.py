"""The Python examples of the page on Spark run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from tests.scale.rows_of_text import CORPUS, make_sample

PAGE = Path(__file__).parents[3] / "docs/how-to/spark.md"


def test_the_examples_of_the_page_run(spark: Any, tmp_path: Path) -> None:
    pq.write_table(make_sample(), tmp_path / "pairs.parquet")
    shutil.copy(CORPUS, tmp_path / "corpus.txt")
    names: dict[str, Any] = {"spark": spark}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        # Java keeps the folder that it was started in.
        placed = re.sub(r'"((?:pairs|corpus)\.\w+)"', lambda found: f'"{tmp_path / found[1]}"', block)
        exec(placed, names)
    assert 0 < names["good"].count() < names["scored"].count() == 42
