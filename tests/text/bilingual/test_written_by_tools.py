"""Files as other tools write them: tests/golden/localisation/README.md names tools and versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.text import read_bilingual, read_test_set
from tests.oracle.localisation import check_edits

FOLDER = Path(__file__).parents[2] / "golden" / "localisation"
FILES = sorted(path for path in FOLDER.rglob("*") if path.suffix in (".xlf", ".tmx", ".po"))


def test_there_are_five_of_each_format() -> None:
    kinds = [path.parent.name for path in FILES]
    assert min(kinds.count(kind) for kind in ("po", "tmx", "xliff1", "xliff2")) >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_without_an_edit_every_byte_stays(path: Path) -> None:
    document = read_bilingual(path)
    assert document.units
    assert document.edit({}) == path.read_bytes()
    # An edit that changes nothing is none.
    assert document.edit({0: [Edit(0, len(document.units[0].target), document.units[0].target)]}) == path.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_each_target_is_edited_alone(path: Path) -> None:
    document = read_bilingual(path)
    for number, unit in enumerate(document.units):
        length = len(unit.target)
        for edit in (Edit(0, 0, "¡Más "), Edit(length, length, ' & <más> "ya" \\'), Edit(0, min(2, length), "X")):
            check_edits(document, {number: [edit]})


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_all_targets_are_edited_at_once(path: Path) -> None:
    document = read_bilingual(path)
    check_edits(document, {number: [Edit(0, 0, "Nuevo: ")] for number in range(len(document.units))})


@pytest.mark.filterwarnings("ignore:.*of .* units (is|are) ")  # some are not translated
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_is_read_as_a_test_set(path: Path) -> None:
    units = read_bilingual(path).units
    if not any(unit.target for unit in units):
        with pytest.raises(InputError, match="no unit of the file has a target"):
            read_test_set([path])
        return
    test_set = read_test_set([path], check_text=False)
    assert test_set.systems == {path.stem: [unit.target for unit in units]}
    assert test_set.sources == [unit.source for unit in units]
    assert test_set.ids == [unit.id for unit in units]
    # Okapi's small pages are in another format than the samples; all files are about the same two languages.
    assert test_set.language in ("es", "")
