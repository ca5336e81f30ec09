"""From a test set to the page of its report, in one call."""

from __future__ import annotations

from collections.abc import Sequence

from tertium.progress import Progress
from tertium.registry import DEFAULT_METRICS
from tertium.report.rendering import render
from tertium.report.study.assembling import StudyOptions, study_test_set
from tertium.report.tables.study import describe_study
from tertium.types import TestSet


def make_report(
    test_set: TestSet,
    metrics: Sequence[str] = DEFAULT_METRICS,
    options: StudyOptions | None = None,
    *,
    title: str = "",
    format_name: str = "html",
    threads: int | None = None,
    progress: Progress | None = None,
) -> str:
    """Return the report of a test set: one page that needs no other file and no network.

    >>> from tertium import make_test_set
    >>> test_set = make_test_set({"one": ["a small dog"], "two": ["a dog"]}, ["a small dog"])
    >>> page = make_report(test_set, ["chrf"], title="Dogs")
    >>> page.startswith("<!doctype html>"), "1 segment is too few to tell systems apart" in page
    (True, True)

    Args:
        test_set: The systems and their references, as from ``make_test_set`` or ``open_test_set(…).read()``.
        metrics: Metric specs. The verdict is by chrF if it is among them, else by the first.
        options: What to look at: judgments, trees, how many pairs.
        title: What the test set is called.
        format_name: Another format, such as ``md`` or ``json``: it has the verdict and the tables.
        threads: How many threads to use; ``TERTIUM_THREADS`` or all cores by default.
        progress: Called with the number of segments after each batch that is scored.

    Raises:
        InputError: There are no segments, or one has no reference.
        SpecError: A metric, a setting or the format does not exist.
    """
    study = study_test_set(test_set, metrics, options, threads=threads, progress=progress)
    return render(describe_study(study, title=title), format_name)
