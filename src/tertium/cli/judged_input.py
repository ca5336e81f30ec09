"""From the options of a command to judged sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tertium.cli.reading import label_systems
from tertium.errors import InputError, SpecError
from tertium.meta import ExternalScores, JudgedSet, Judgments, read_judged, read_judgments, read_scores
from tertium.text import TestSetReader, warn_of_text
from tertium.types import Matrix

_NO_JUDGMENTS = Judgments(system=(), segment=np.zeros(0, dtype=np.int64), annotator=(), kind=(), value=np.zeros(0))


def check_origin(
    has_folders: bool,
    has_files: bool,
    references: Sequence[str] | None,
    judgments: Path | None,
    pairs: Sequence[str] | None,
    language: str | None = None,
    *,
    files: str = "HYP, -r and -j",
) -> None:
    """Refuse options that would have no effect: translations are in folders, or in files.

    Args:
        has_folders: Whether folders are given.
        has_files: Whether files of outputs are given.
        references: The option ``--reference``.
        judgments: The option ``--judgments``.
        pairs: The option ``--language-pair``.
        language: The option ``--language``.
        files: How files are given to the command.
    """
    if has_folders == has_files:
        raise SpecError("judged translations come from a folder or from files", remedy=f"Give --data, or {files}")
    if not has_files and (references or judgments):
        raise SpecError("a folder has its own references and judgments", remedy="Leave --reference and --judgments out")
    if not has_files and language:
        raise SpecError("a folder has its own language pairs", remedy="Leave --language out")
    if has_files and pairs:
        raise SpecError("files are of one language pair", remedy="Leave --language-pair out")


def read_folders(
    folders: Sequence[Path | str],
    pairs: Sequence[str],
    systems: Sequence[str] = (),
    *,
    unescape: bool,
    check_text: bool,
) -> list[JudgedSet]:
    """Return the judged sets of some folders; a pair or system that is wanted has to be in one of them."""
    found = choose_systems(_read_pairs(folders, pairs, unescape=unescape), systems)
    if check_text:
        warn_of_text({each.name: each.test_set for each in found})
    return found


def _read_pairs(folders: Sequence[Path | str], pairs: Sequence[str], *, unescape: bool) -> list[JudgedSet]:
    if len(folders) == 1:
        return read_judged(folders[0], pairs=list(pairs) or None, unescape=unescape, check_text=False)
    found = [judged for folder in folders for judged in read_judged(folder, unescape=unescape, check_text=False)]
    there = [judged.name.rpartition("/")[2] for judged in found]
    if unknown := [pair for pair in pairs if pair not in there]:
        raise InputError(
            f"no folder has the language pair {unknown[0]!r}", remedy=f"There are: {', '.join(dict.fromkeys(there))}"
        )
    return [judged for judged, pair in zip(found, there, strict=True) if not pairs or pair in pairs]


def read_files(test_set: TestSetReader, judgments: Path | None, columns: Mapping[str, str]) -> JudgedSet:
    """Return a judged set of files of translations and a table of judgments, whose columns may be named."""
    if judgments is None:
        raise InputError("there are no judgments of these translations", remedy="Give a table with --judgments")
    return JudgedSet(name=judgments.stem, test_set=test_set.read(), judgments=read_judgments(judgments, columns))


def read_perhaps_judged(
    test_set: TestSetReader, judgments: Path | None, systems: Sequence[str], columns: Mapping[str, str]
) -> JudgedSet:
    """Return files of translations, some systems of them, with a table of judgments or with none."""
    said = _NO_JUDGMENTS if judgments is None else read_judgments(judgments, columns)
    name = "the test set" if judgments is None else judgments.stem
    return choose_systems([JudgedSet(name=name, test_set=test_set.read(), judgments=said)], systems)[0]


def take_human_scores(judged: JudgedSet, kind: str | None) -> Matrix | None:
    """Return what people said of segments, systems x segments; None if they were not asked, or of systems only."""
    if kind is None and not judged.judgments.segment.any():
        return None
    return judged.segment_scores(kind or "")


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
    paths: Sequence[Path | str], judged: Sequence[JudgedSet], lower: Sequence[str], columns: Mapping[str, str]
) -> dict[str, ExternalScores]:
    """Score from elsewhere, by the judged set that they are of."""
    if not paths:
        return {}
    only = require_one(judged, "--scores")
    return {only.name: read_scores(list(paths), only.test_set, lower=lower, columns=columns)}


def require_one(judged: Sequence[JudgedSet], what: str) -> JudgedSet:
    """Return the only judged set, for what can be done with one only."""
    if len(judged) != 1:
        names = ", ".join(each.name for each in judged)
        raise SpecError(
            f"{what} is for one judged set, and there are {len(judged)}: {names}",
            remedy="Choose one with --language-pair",
        )
    return judged[0]
