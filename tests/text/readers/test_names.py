from __future__ import annotations

import pytest

from tertium.errors import InputError
from tertium.text.readers.names import name_systems


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["hyp.online-B.0.txt"], ["online-B.0"]),
        (["d/hyp.online-B.0.txt", "d/hyp.uedin.4723.txt.gz"], ["online-B.0", "uedin.4723"]),
        (["newstest.A.de-en.sgm", "newstest.B.de-en.sgm"], ["A.de-en", "B.de-en"]),
        (["system.1.txt", "system.2.txt"], ["system.1", "system.2"]),
        (["a.txt", "b.out"], ["a", "b.out"]),
        (["a/out.txt", "b/out.txt"], ["a/out", "b/out"]),
        (["x/a/out.txt", "y/a/out.txt", "y/b/out.txt", "c.txt"], ["x/a/out", "y/a/out", "b/out", "c"]),
        (["a/out.txt", "a/out.tsv"], ["out.txt", "out.tsv"]),
        (["out.txt", "b/out.txt"], ["out.txt", "b/out"]),
        (["-", "a.txt"], ["stdin", "a"]),
        ([".txt"], [".txt"]),
        (["hyp.txt"], ["hyp"]),
    ],
)
def test_names_from_files(paths: list[str], names: list[str]) -> None:
    assert name_systems(paths, [None] * len(paths)) == names


def test_names_in_the_files_come_first() -> None:
    assert name_systems(["hyp.x.sgm", "hyp.y.txt"], ["online-B", None]) == ["online-B", "y"]


def test_names_in_the_files_that_say_nothing() -> None:
    assert name_systems(["a.sgm", "b.sgm"], ["DemoSystem", "DemoSystem"]) == ["a", "b"]


def test_systems_of_one_file_with_one_name() -> None:
    with pytest.raises(InputError, match="two systems have the name 'A'"):
        name_systems(["a.tsv", "b.tsv", "b.tsv"], ["A", "A", "B"])
