"""Every row of docs/reference/malformed-input.md, made and read: the page cannot say what is not so.

A case is a function with the name of a row. It makes the input and reads it; the message has to be the one on the page,
with the temporary directory cut off. Rows that are accepted return normally, after checking what was read.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tertium.errors import InputError, TertiumError
from tertium.text.readers import open_test_set
from tests.text.readers.malformed_cases import Place
from tests.text.readers.malformed_files import FILES, IS_ROOT
from tests.text.readers.malformed_lists import LISTS
from tests.text.readers.malformed_localisation import LOCALISATION
from tests.text.readers.malformed_markup import MARKUP
from tests.text.readers.malformed_tables import TABLES

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "malformed-input.md"
ROW = re.compile(r"^\| `(?P<id>[a-z0-9-]+)` \| (?P<input>.+?) \| (?:`(?P<message>.+)`|accepted: .+) \|$", re.MULTILINE)
CASES = {**FILES, **TABLES, **MARKUP, **LOCALISATION, **LISTS}


def rows_of_page() -> dict[str, str | None]:
    return {row["id"]: row["message"] for row in ROW.finditer(PAGE.read_text(encoding="utf-8"))}


def test_the_page_and_the_cases_have_the_same_rows() -> None:
    assert list(rows_of_page()) == list(CASES)


@pytest.mark.parametrize("identity", CASES)
def test_message_is_the_one_on_the_page(identity: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Messages name the programs of the environment that is running, which is on the path when it is activated.
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    place = Place(tmp_path, monkeypatch)
    expected = rows_of_page()[identity]
    if expected is None:
        CASES[identity](place)
        return
    with pytest.raises(TertiumError) as raised:
        CASES[identity](place)
    assert raised.value.for_command_line().replace(f"{tmp_path}{os.sep}", "").replace(str(tmp_path), ".") == expected


@pytest.mark.posix
@pytest.mark.skipif(IS_ROOT, reason="root may read every file, so that nobody refuses")
def test_real_refusal_of_the_operating_system(tmp_path: Path) -> None:
    path = tmp_path / "hyp.txt"
    path.write_text("a\n")
    path.chmod(0)
    with pytest.raises(InputError, match="no permission to read the file"):
        open_test_set([path]).read()


def test_error_while_reading_is_converted() -> None:
    # A real error from the operating system, for root too: nobody may read the memory of a process from address 0.
    path = Path("/proc/self/mem")
    if not path.exists():
        pytest.skip("there is no /proc here")
    with pytest.raises(InputError, match=r"/proc/self/mem: the file cannot be read \(Input/output error\)"):
        open_test_set([path]).read()
