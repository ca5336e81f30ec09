"""What the command prints of test sets: their names, fields, citations and texts."""

from __future__ import annotations

import logging
from argparse import Namespace
from collections.abc import Iterator, Sequence

from tertium.errors import InputError, SpecError
from tertium.sacrebleu.dataset import (
    Dataset,
    filter_subset,
    find_dataset,
    find_place,
    get_available_testsets,
    get_available_testsets_for_langpair,
)

_log = logging.getLogger("sacrebleu")
_ALL = "all"


def list_test_sets(names: str | None, langpair: str | None) -> Iterator[str]:
    """Yield all test sets, or the language pairs and fields of some.

    Args:
        names: Test sets, separated by commas; None for all.
        langpair: The language pair, or None for all.
    """
    if names:
        for name in names.split(","):
            yield from _list_fields(find_dataset(name), langpair)
        return
    if langpair:
        if len(langpair.split("-")) < 2:
            raise SpecError(f"{langpair!r} is not a language pair", remedy="Give source and target, such as de-en")
        yield f"The available test sets for {langpair} are:"
        found = get_available_testsets_for_langpair(langpair)
    else:
        yield "The available test sets are:"
        found = get_available_testsets()
    for name in sorted(found):
        yield f"{name:<30}: {find_dataset(name).description}"


def _list_fields(dataset: Dataset, langpair: str | None) -> Iterator[str]:
    for pair in [langpair] if langpair else dataset.langpairs:
        try:
            fields = ", ".join(dataset.fieldnames(pair))
        except InputError:
            # The fields of XML are known only where the file is there.
            if langpair:
                raise
            fields = f"(not in {find_place()})"
        yield f"{pair}: {fields}"


def list_citations(names: Sequence[str]) -> Iterator[str]:
    """Yield BibTeX of test sets, where it is known."""
    for dataset in [find_dataset(name) for name in names]:
        if dataset.citation is None:
            _log.error("No citation found for %s", dataset.name)
        else:
            yield dataset.citation


def echo_fields(arguments: Namespace) -> Iterator[str]:
    """Yield fields of test sets, segment by segment, separated by tabs."""
    for name in arguments.test_set.split(","):
        dataset = find_dataset(name)
        fields = _choose_fields(dataset, arguments.langpair, arguments.echo)
        streams = [dataset.read(arguments.langpair, fields)[field] for field in fields]
        for segment in zip(
            *filter_subset(streams, name, arguments.langpair, arguments.origlang, arguments.subset), strict=True
        ):
            yield "\t".join(segment)


def _choose_fields(dataset: Dataset, langpair: str, wanted: Sequence[str]) -> list[str]:
    known = dataset.fieldnames(langpair)
    if _ALL in wanted:
        if len(wanted) > 1:
            raise SpecError("--echo all prints all fields, and more are named", remedy="Name all, or some fields")
        return known
    # Where there are several references, "ref" is the first of them.
    first = min((name for name in known if name.startswith("ref")), default="ref")
    fields = [first if name == "ref" and "ref" not in known else name for name in wanted]
    for name in fields:
        if name not in known:
            raise SpecError(
                f"the test set {dataset.name!r} has no field {name!r} for {langpair}",
                remedy=f"It has {', '.join(known)}",
            )
    return fields
