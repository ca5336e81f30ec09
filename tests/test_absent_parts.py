"""What counts as a library that is absent, and what does not."""

from __future__ import annotations

import pytest

from tertium.errors import MissingExtraError
from tests import absent_parts
from tests.absent_parts import explain_absence


def test_a_library_that_is_absent_is_a_reason() -> None:
    error = ModuleNotFoundError("No module named 'no_such_library'", name="no_such_library.part")
    assert "the library no_such_library" in explain_absence(error)
    assert "no_such_library" in explain_absence(
        AssertionError("ModuleNotFoundError: No module named 'no_such_library'")
    )


def test_an_extra_is_a_reason_only_where_it_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    error = AssertionError(f"tertium: {MissingExtraError('a plot', 'plots')}")
    for absent, reason in (((), ""), (("plots",), "NOT INSTALLED: the extra 'plots', which this test needs")):
        monkeypatch.setattr(absent_parts, "_ABSENT", frozenset(absent))
        assert explain_absence(error) == reason


@pytest.mark.parametrize("name", ["numpy", "tertium.nothing", "tests.nothing"])
def test_a_wrong_import_is_none(name: str) -> None:
    assert explain_absence(ModuleNotFoundError(f"No module named {name!r}", name=name)) == ""
    assert explain_absence(ValueError("no")) == ""


@pytest.mark.posix
def test_processes_that_die_leave_no_core_files() -> None:
    import resource

    assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
