"""What is done to texts on demand, before they are scored: entities become characters, characters have one form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from tertium.registry import NORMAL_FORMS, unknown
from tertium.types import References, TestSet

UNESCAPED = "unescaped"
"""What ``TestSet.changes`` calls it; a normal form is there by its name."""


def unescape_texts(test_set: TestSet) -> TestSet:
    """Return a test set whose texts have characters in the place of entities; it says so, if any text had one.

    >>> from tertium import make_test_set
    >>> found = unescape_texts(make_test_set({"one": ["it &apos;s"]}, ["it is"]))
    >>> found.systems["one"], found.changes
    (["it 's"], ('unescaped',))
    """
    return _change(test_set, lambda texts: list(unescape_each(texts)), UNESCAPED)


def normalise_texts(test_set: TestSet, form: str) -> TestSet:
    r"""Return a test set whose texts are in one of Unicode's normal forms; it says so, if that changed any text.

    >>> from tertium import make_test_set
    >>> found = normalise_texts(make_test_set({"one": ["cafe\u0301"]}, ["cafe\u0301"]), "nfc")
    >>> found.systems["one"], found.changes
    (['café'], ('nfc',))

    Args:
        test_set: The test set.
        form: ``nfc``: one character for a letter with its accent; ``nfkc``: also plain characters for full-width ones,
            ligatures and similar. The test set is returned as it is if this is empty.

    Raises:
        SpecError: There is no such form.
    """
    if not check_form(form):
        return test_set
    from unicodedata import normalize

    name = form.upper()
    return _change(test_set, lambda texts: [normalize(name, text) for text in texts], form)  # type: ignore[arg-type]


def check_form(form: str) -> str:
    """Return the name of a normal form, which may be empty; refuse any other.

    Raises:
        SpecError: There is no such form.
    """
    if form and form not in NORMAL_FORMS:
        raise unknown("normal form", form, NORMAL_FORMS)
    return form


def unescape_each(texts: Iterable[str | None]) -> Iterator[str]:
    """Yield texts with characters in the place of entities; a missing one is empty."""
    from html import unescape  # takes a moment, and most runs do without

    for text in texts:
        yield unescape(text) if text and "&" in text else text or ""


def _change(test_set: TestSet, change: Callable[[Sequence[str]], list[str]], name: str) -> TestSet:
    """Return a test set with all texts changed, and with the name of the change if hypotheses or references were."""
    references = test_set.references
    changed = replace(
        test_set,
        systems={system: change(texts) for system, texts in test_set.systems.items()},
        references=References(change(references.flat), references.offsets),
        sources=None if test_set.sources is None else change(test_set.sources),
    )
    # A column of a data frame is never equal to a list.
    before = [*test_set.systems.values(), references.flat]
    after = [*changed.systems.values(), changed.references.flat]
    is_same = all(list(one) == list(other) for one, other in zip(before, after, strict=True))
    return changed if is_same else replace(changed, changes=(*test_set.changes, name))
