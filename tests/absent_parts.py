"""Tests that fail because an optional library is absent are skipped, and say which one: it is nothing of ours.

Only a library that is really absent is a reason. Where all are installed, nothing here has any effect.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from tertium.parts import PARTS

_OURS = ("tertium", "tests", "bench", "scripts")
_EXTRA = re.compile(r"needs [^.]*the extra '(\w+)'")
# In what another process has printed.
_MODULE = re.compile(r"ModuleNotFoundError: (?:No module named '|import of )(\w+)")


# Before any test hides a library, to see what is said then.
_ABSENT = frozenset(name for name, part in PARTS.items() if part.is_extra and not part.is_installed())


def is_absent(extra: str) -> bool:
    """Return whether a library of an extra of ours is not installed."""
    return extra in _ABSENT


def explain_absence(error: BaseException) -> str:
    """Return which library a failure comes from that is not installed; empty if it comes from something else."""
    for each in _follow(error):
        modules = _MODULE.findall(str(each))
        if isinstance(each, ModuleNotFoundError) and each.name:
            modules.append(each.name.partition(".")[0])
        for module in modules:
            # A test that hides a library has None in its place.
            if module not in (*_OURS, *sys.modules) and find_spec(module) is None:
                return f"NOT INSTALLED: the library {module}, which this test needs"
        for extra in _EXTRA.findall(str(each)):
            if is_absent(extra):
                return f"NOT INSTALLED: the extra {extra!r}, which this test needs"
    return ""


def _follow(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        # Examples in docstrings: what was raised is within what is raised.
        for failure in getattr(error, "failures", [error]):
            yield from _follow(failure.exc_info[1]) if hasattr(failure, "exc_info") else ()
        error = error.__cause__ or error.__context__


def _skip_if_absent() -> Generator[None, Any, Any]:
    try:
        return (yield)
    except Exception as error:
        if reason := explain_absence(error):
            pytest.skip(reason)
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, Any, Any]:
    """Skip a test whose fixtures need a library."""
    return (yield from _skip_if_absent())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, Any, Any]:
    """Skip a test that needs a library."""
    return (yield from _skip_if_absent())


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, pytest.CollectReport]:
    """Skip a module that needs a library."""
    report: pytest.CollectReport = yield
    call = getattr(report, "call", None)
    if report.failed and call is not None and (reason := explain_absence(call.excinfo.value)):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 1, reason)
    return report
