"""Parts of a test set: by the language that its documents were written in, and by what they are about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tertium.errors import InputError, SpecError
from tertium.sacrebleu.dataset.catalogue import find_dataset, list_subjects

_COUNTRY = "country:"
_NOT = "non-"


def get_available_origlangs(test_sets: str | None, langpair: str) -> list[str]:
    """Return the original languages of the documents of test sets, whose names are separated by commas."""
    found: set[str] = set()
    for name in test_sets.split(",") if test_sets else ():
        found.update(filter(None, _read_about(name, langpair, "origlang")))
    return sorted(found)


def get_available_subsets(test_sets: str | None, langpair: str) -> list[str]:
    """Return what documents of test sets are about: domains, and countries as ``country:US``."""
    found: set[str] = set()
    for name in test_sets.split(",") if test_sets else ():
        if name in list_subjects():
            for subject in list_subjects()[name].values():
                country, domain, *_ = subject.split("-")
                found |= {f"{_COUNTRY}{country}", domain}
        else:
            found.update(filter(None, _read_about(name, langpair, "domain")))
    return sorted(found)


def filter_subset(
    systems: Sequence[Sequence[str]],
    test_sets: str | None,
    langpair: str | None,
    origlang: str | None,
    subset: str | None = None,
) -> list[list[str]]:
    """Return the segments of a part of test sets, from systems with one entry per segment of the whole.

    Args:
        systems: Systems and references, each as long as the test sets together.
        test_sets: Their names, separated by commas.
        langpair: The language pair.
        origlang: The original language of documents, such as ``en``; ``non-en`` are all others.
        subset: A regular expression for what documents are about, or ``country:`` and a code.

    Raises:
        SpecError: There is no test set to take a part of, or the expression is not one.
        InputError: The test set does not say what the part is made by, or a stream has another length.
    """
    if origlang is None and subset is None:
        return [list(stream) for stream in systems]
    if test_sets is None or langpair is None:
        raise SpecError(
            "a part of a test set is wanted, but not of which",
            remedy="Name a test set and a language pair",
            command_remedy="Give --origlang or --subset with a test set (-t) and a language pair (-l)",
        )
    kept = [keep for name in test_sets.split(",") for keep in _select(name, langpair, origlang, subset)]
    for stream in systems:
        if len(stream) != len(kept):
            raise InputError(
                f"there are {len(stream)} segments, and {test_sets}/{langpair} has {len(kept)}",
                remedy="Give a translation of the whole test set",
            )
    return [[segment for segment, keep in zip(stream, kept, strict=True) if keep] for stream in systems]


def _select(name: str, langpair: str, origlang: str | None, subset: str | None) -> list[bool]:
    """Return which segments of a test set are of the part."""
    first = _read_about(name, langpair, "docid")
    languages = subjects = [""] * len(first)
    if origlang is not None:
        languages = _read_about(name, langpair, "origlang")
        if not any(languages):
            raise _unknown(name, langpair, "the original language of documents")
    if subset is not None:
        subjects = _read_subjects(name, langpair)
        if not any(subjects):
            raise _unknown(name, langpair, "what documents are about")
    pattern = _compile(subset)
    return [
        _is_of(language, origlang) and (subset is None or (bool(subject) and pattern.search(subject) is not None))
        for language, subject in zip(languages, subjects, strict=True)
    ]


def _is_of(language: str, origlang: str | None) -> bool:
    if origlang is None:
        return True
    if origlang.startswith(_NOT):
        return language != origlang.removeprefix(_NOT)
    return language == origlang


def _read_subjects(name: str, langpair: str) -> list[str]:
    if name in list_subjects():
        by_document = list_subjects()[name]
        return [by_document.get(document, "") for document in _read_about(name, langpair, "docid")]
    return _read_about(name, langpair, "domain")


def _read_about(name: str, langpair: str, field: str) -> list[str]:
    """Return a field about documents, one entry per segment; empty texts if the test set does not have it."""
    dataset = find_dataset(name)
    if field in dataset.fieldnames(langpair):
        return dataset.read(langpair, [field])[field]
    return [""] * len(dataset.read(langpair, ["src"])["src"])


def _compile(subset: str | None) -> re.Pattern[str]:
    try:
        return re.compile((subset or "").removeprefix(_COUNTRY))
    except re.error as error:
        raise SpecError(f"{subset!r} is not a regular expression: {error}") from None


def _unknown(name: str, langpair: str, what: str) -> InputError:
    return InputError(f"the test set {name}/{langpair} does not say {what}", remedy="Score all of it")
