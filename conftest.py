"""What tests and examples in docstrings share: they are skipped where an optional library is absent."""

from tests.absent_parts import pytest_make_collect_report, pytest_runtest_call, pytest_runtest_setup

__all__ = ["pytest_make_collect_report", "pytest_runtest_call", "pytest_runtest_setup"]
