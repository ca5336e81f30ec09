"""Entities such as ``&apos;`` become the characters that they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tertium.types import References, TestSet

UNESCAPED = "unescaped"
"""What ``TestSet.changes`` calls it."""


def unescape_texts(test_set: TestSet) -> TestSet:
    """Return a test set whose texts have characters in the place of entities; it says so, if any text had one.

    >>> from tertium import make_test_set
    >>> found = unescape_texts(make_test_set({"one": ["it &apos;s"]}, ["it is"]))
    >>> found.systems["one"], found.changes
    (["it 's"], ('unescaped',))
    """
    references = test_set.references
    changed = replace(
        test_set,
        systems={name: list(unescape_each(texts)) for name, texts in test_set.systems.items()},
        references=References(list(unescape_each(references.flat)), references.offsets),
        sources=None if test_set.sources is None else list(unescape_each(test_set.sources)),
    )
    # A column of a data frame is never equal to a list.
    before = [*test_set.systems.values(), references.flat]
    after = [*changed.systems.values(), changed.references.flat]
    is_same = all(list(one) == list(other) for one, other in zip(before, after, strict=True))
    return changed if is_same else replace(changed, changes=(*test_set.changes, UNESCAPED))


def unescape_each(texts: Iterable[str | None]) -> Iterator[str]:
    """Yield texts with characters in the place of entities; a missing one is empty."""
    from html import unescape  # takes a moment, and most runs do without

    for text in texts:
        yield unescape(text) if text and "&" in text else text or ""
