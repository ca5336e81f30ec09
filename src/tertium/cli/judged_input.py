"""From the options of a command to judged sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tertium.cli.reading import label_systems
from tertium.errors import InputError, SpecError
from tertium.meta import ExternalScores, JudgedSet, read_judged, read_judgments, read_scores
from tertium.text import TestSetReader


def read_folders(folders: Sequence[Path | str], pairs: Sequence[str], *, unescape: bool) -> list[JudgedSet]:
    """Return the judged sets of some folders; a pair that is wanted has to be in one of them."""
    if len(folders) == 1:
        return read_judged(folders[0], pairs=list(pairs) or None, unescape=unescape)
    found = [judged for folder in folders for judged in read_judged(folder, unescape=unescape)]
    there = [judged.name.rpartition("/")[2] for judged in found]
    if unknown := [pair for pair in pairs if pair not in there]:
        raise InputError(
            f"no folder has the language pair {unknown[0]!r}", remedy=f"There are: {', '.join(dict.fromkeys(there))}"
        )
    return [judged for judged, pair in zip(found, there, strict=True) if not pairs or pair in pairs]


def read_files(test_set: TestSetReader, judgments: Path | None) -> JudgedSet:
    """Return a judged set of files of translations and a table of judgments."""
    if judgments is None:
        raise InputError("there are no judgments of these translations", remedy="Give a table with --judgments")
    return JudgedSet(name=judgments.stem, test_set=test_set.read(), judgments=read_judgments(judgments))


def choose_systems(judged: Sequence[JudgedSet], systems: Sequence[str]) -> list[JudgedSet]:
    """Return the same sets, of some systems only; each has to be in one of them."""
    if not systems:
        return list(judged)
    _require_known(judged, systems)
    return [each.restrict([name for name in systems if name in each.test_set.systems]) for each in judged]


def label_judged(judged: Sequence[JudgedSet], kinds: Sequence[str]) -> list[JudgedSet]:
    """Return the same sets, with the kinds of some systems: ``name=kind``."""
    labelled = [replace(each, test_set=label_systems(each.test_set, kinds)) for each in judged]
    _require_known(judged, [text.rpartition("=")[0] for text in kinds])
    return labelled


def _require_known(judged: Sequence[JudgedSet], systems: Sequence[str]) -> None:
    there = dict.fromkeys(name for each in judged for name in each.systems)
    if unknown := [name for name in systems if name not in there]:
        raise SpecError(f"there is no system {unknown[0]!r}", remedy=f"There are: {', '.join(there)}")


def read_external(
    paths: Sequence[Path | str], judged: Sequence[JudgedSet], lower: Sequence[str]
) -> dict[str, ExternalScores]:
    """Score from elsewhere, by the judged set that they are of."""
    if not paths:
        return {}
    if len(judged) != 1:
        names = ", ".join(each.name for each in judged)
        raise SpecError(
            f"--scores is for one judged set, and there are {len(judged)}: {names}",
            remedy="Choose one with --language-pair",
        )
    return {judged[0].name: read_scores(list(paths), judged[0].test_set, lower=lower)}
