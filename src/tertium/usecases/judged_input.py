"""From the fields of a request to judged sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from tertium.errors import InputError, SpecError
from tertium.meta import JudgedSet, Judgments, judge_reader, read_judged, read_judgments, read_stored_scores
from tertium.metrics import ExternalScores, read_scores
from tertium.text import TestSetReader, warn_of_text
from tertium.types import Matrix, TestSet
from tertium.usecases.inputs import label_systems

_NO_JUDGMENTS = Judgments(system=(), segment=np.zeros(0, dtype=np.int64), annotator=(), kind=(), value=np.zeros(0))


def check_origin(
    has_folders: bool,
    has_files: bool,
    references: Sequence[str] | None,
    judgments: Path | None,
    pairs: Sequence[str] | None,
    language: str | None = None,
    *,
    source: str | None = None,
    files: str = "HYP, -r and -j",
    named_references: bool = False,
) -> None:
    """Refuse options that would have no effect: translations are in folders, or in files.

    Args:
        has_folders: Whether folders are given.
        has_files: Whether files of outputs are given.
        references: The option ``--reference``.
        judgments: The option ``--judgments``.
        pairs: The option ``--language-pair``.
        language: The option ``--language``.
        source: The option ``--source``.
        files: How files are given to the command.
        named_references: Whether ``--reference`` names references of a folder.
    """
    if has_folders == has_files:
        raise SpecError("judged translations come from a folder or from files", remedy=f"Give --data, or {files}")
    if not has_files and judgments:
        raise SpecError("a folder has its own judgments", remedy="Leave --judgments out")
    if not has_files and references and not named_references:
        raise SpecError("a folder has its own references", remedy="Leave --reference out")
    if not has_files and source:
        raise SpecError("a folder has its own source segments", remedy="Leave --source out")
    if not has_files and language:
        raise SpecError("a folder has its own language pairs", remedy="Leave --language out")
    if has_files and pairs:
        raise SpecError("files are of one language pair", remedy="Leave --language-pair out")


@dataclass(frozen=True)
class FolderOptions:
    """What of a folder is read, where its layout has such a choice.

    Attributes:
        references: The names of references; all if empty.
        include_human: Whether translations of people take part like systems.
        weights: The weights of errors that differ from the usual ones.
    """

    references: Sequence[str] = ()
    include_human: bool = False
    weights: str = ""


def read_folders(
    folders: Sequence[Path | str],
    pairs: Sequence[str],
    systems: Sequence[str] = (),
    *,
    unescape: bool,
    check_text: bool,
    options: FolderOptions | None = None,
) -> list[JudgedSet]:
    """Return the judged sets of some folders; a pair or system that is wanted has to be in one of them."""
    found = choose_systems(_read_pairs(folders, pairs, unescape, options or FolderOptions()), systems)
    if check_text:
        warn_of_text({each.name: each.test_set for each in found})
    return found


def _read_pairs(
    folders: Sequence[Path | str], pairs: Sequence[str], unescape: bool, options: FolderOptions
) -> list[JudgedSet]:
    read = partial(
        read_judged,
        unescape=unescape,
        check_text=False,
        references=list(options.references) or None,
        include_human=options.include_human,
        weights=options.weights or None,
    )
    if len(folders) == 1:
        return read(folders[0], pairs=list(pairs) or None)
    found = [judged for folder in folders for judged in read(folder)]
    there = [judged.name.rpartition("/")[2] for judged in found]
    if unknown := [pair for pair in pairs if pair not in there]:
        raise InputError(
            f"no folder has the language pair {unknown[0]!r}", remedy=f"There are: {', '.join(dict.fromkeys(there))}"
        )
    return [judged for judged, pair in zip(found, there, strict=True) if not pairs or pair in pairs]


def read_files(
    test_set: TestSetReader,
    judgments: Path | None,
    columns: Mapping[str, str],
    weights: str = "",
    judgment: str = "",
) -> JudgedSet:
    """Return a judged set of files of translations and of judgments: a table, whose columns may be named, or an export.

    Without a file of judgments, the translations are in a table with a column of human scores.

    Args:
        test_set: The translations.
        judgments: The judgments.
        columns: The columns of a table.
        weights: The weights of errors of an export that differ from the usual ones.
        judgment: The column of human scores.
    """
    if judgments is None:
        return judge_reader(test_set, judgment)
    return _judge(test_set.read(), judgments, columns, weights)


def _judge(test_set: TestSet, judgments: Path, columns: Mapping[str, str], weights: str = "") -> JudgedSet:
    said = read_judgments(judgments, columns, test_set=test_set, weights=weights or None)
    return JudgedSet(name=judgments.stem, test_set=test_set, judgments=said, notes=said.notes)


def read_perhaps_judged(
    test_set: TestSetReader, judgments: Path | None, systems: Sequence[str], columns: Mapping[str, str]
) -> JudgedSet:
    """Return files of translations, some systems of them, with a table of judgments or with none."""
    if judgments is None:
        found = JudgedSet(name="the test set", test_set=test_set.read(), judgments=_NO_JUDGMENTS)
    else:
        found = _judge(test_set.read(), judgments, columns)
    return choose_systems([found], systems)[0]


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
    paths: Sequence[Path | str],
    stored: Sequence[str],
    judged: Sequence[JudgedSet],
    lower: Sequence[str],
    columns: Mapping[str, str],
) -> dict[str, ExternalScores]:
    """Score from elsewhere, by the judged set that they are of: those of files, and those that folders have ready."""
    if not paths and not stored:
        return {}
    found: dict[str, ExternalScores] = {}
    if stored:
        names = _choose_stored(stored, judged)
        found = {each.name: read_stored_scores(each, names) for each in judged}
    if paths:
        only = require_one(judged, "--scores")
        files = read_scores(list(paths), only.test_set, columns=columns)
        found[only.name] = found[only.name].join(files) if stored else files
    return {name: scores.turn(lower) for name, scores in found.items()}


def _choose_stored(stored: Sequence[str], judged: Sequence[JudgedSet]) -> list[str]:
    """Return the metrics whose scores are wanted; for ``all``, those that all sets have ready."""
    if "all" not in stored:
        return list(stored)
    usual = [set(each.stored.usual) if each.stored is not None else set() for each in judged]
    first = judged[0].stored.usual if judged[0].stored is not None else []
    names = [name for name in first if all(name in others for others in usual)]
    if not names:
        raise InputError(
            "there is no metric whose scores all judged sets have ready",
            remedy="Choose one set with --language-pair, and the references of its metrics with --reference",
        )
    return names


def require_one(judged: Sequence[JudgedSet], what: str) -> JudgedSet:
    """Return the only judged set, for what can be done with one only."""
    if len(judged) != 1:
        names = ", ".join(each.name for each in judged)
        raise SpecError(
            f"{what} is for one judged set, and there are {len(judged)}: {names}",
            remedy="Choose one with --language-pair",
        )
    return judged[0]
