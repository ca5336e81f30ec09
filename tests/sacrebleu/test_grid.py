"""Tables are those of ``tabulate``, which sacrebleu draws with, called as it calls it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.sacrebleu.grid import draw_grid, draw_latex

tabulate = pytest.importorskip("tabulate", reason="NO TABULATE: it comes with sacrebleu, which make test installs")

# Names of files, also Chinese ones. Those that look like numbers are left as they are here, and rounded by tabulate.
NAMES = st.text("abcXYZ_&%$#{}~^\\<>/.-é译", min_size=1, max_size=12).map(lambda name: f"s{name}")
CELLS = st.one_of(
    st.floats(0, 100).map(lambda score: f"{score:.1f}"),
    st.floats(0, 100).map(lambda score: f"{score:.1f} ({score:.1f} ± {score / 9:.1f})"),
    st.floats(0, 1).map(lambda p: f"12.5\n(p = {p:.4f})*"),
)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[str]]:
    count = draw(st.integers(1, 4))
    titles = draw(st.lists(st.sampled_from(["BLEU", "chrF2++", "TER (μ ± 95% CI)"]), min_size=1, unique=True))
    columns = {title: draw(st.lists(CELLS, min_size=count, max_size=count)) for title in titles}
    return {"System": draw(st.lists(NAMES, min_size=count, max_size=count)), **columns}


def draw_theirs(columns: dict[str, list[str]], kind: str) -> str:
    return str(
        tabulate.tabulate(
            columns,
            headers="keys",
            tablefmt=kind,
            colalign=("right",),
            stralign="center",
            numalign="center",
            floatfmt=".1f",
        )
    )


@given(tables())
def test_a_grid_is_that_of_tabulate(columns: dict[str, list[str]]) -> None:
    assert draw_grid(columns) == draw_theirs(columns, "fancy_grid")


@given(tables())
def test_latex_is_that_of_tabulate(columns: dict[str, list[str]]) -> None:
    one_line = {title: [cell.replace("\n", " ") for cell in cells] for title, cells in columns.items()}
    assert draw_latex(one_line) == draw_theirs(one_line, "latex_booktabs")
