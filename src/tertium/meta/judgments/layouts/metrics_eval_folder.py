"""A test set of mt-metrics-eval: ``system-outputs``, ``references``, ``human-scores`` and, where it has them, the rest.

One judged set per language pair. Each kind of human scores (``mqm``, ``wmt-z`` …) is a kind of judgment of that name.
``mqm`` is stored as minus the penalty there, and becomes the penalty, as everywhere here. Spans of ``seg.rating`` files
are kept. Metric scores are not read here: ``JudgedSet.stored`` says which there are.

A system that has the name of a reference is the translation of a person. As in the toolkit, it takes part only if that
is asked for, and never if that reference is used. The toolkit has one standard reference per pair, which stands in its
code and not in the folder: here all references are used unless some are named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tertium.errors import InputError
from tertium.files.opening import explaining_os_errors
from tertium.meta.judgments.error_spans import ErrorSpans
from tertium.meta.judgments.judged_set import JudgedSet, StoredScores
from tertium.meta.judgments.judgments import Judgments
from tertium.meta.judgments.kinds import COMBINED, KINDS, MEAN
from tertium.meta.judgments.layouts.folder import Folder, read_alike, target_language
from tertium.meta.judgments.rating_file import read_rating_file
from tertium.metrics.score_files.metrics_eval_scores import LEVELS, read_score_file, split_name
from tertium.types import Array, References, TestSet

OPTIONS = ("references", "include_human")

OUTPUTS = "system-outputs"
_REFERENCES, _HUMAN, _METRICS = "references", "human-scores", "metric-scores"
_TEXT = ".txt"
_RATINGS = ".seg.rating"
_NO_REFERENCE, _ALL_REFERENCES = "src", "all"
_RESERVED = ("rank", "wins", *COMBINED)


def fits(folder: Folder, present: Collection[str]) -> bool:
    """Return whether it is such a folder."""
    return folder.file is None and {OUTPUTS, _REFERENCES, _HUMAN} <= set(present)


def list_missing(present: Collection[str]) -> list[str]:
    """Return the folders that are missing where the human scores are there; nothing where they are not."""
    return [each for each in (OUTPUTS, _REFERENCES) if each not in present] if _HUMAN in present else []


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    with explaining_os_errors(str(folder.path)):
        pairs = sorted(entry.name for entry in (folder.path / OUTPUTS).iterdir() if entry.is_dir())
        human = sorted((folder.path / _HUMAN).iterdir())
    folder.check_pairs(pairs)
    by_pair = {pair: [path for path in human if path.name.startswith(f"{pair}.")] for pair in pairs}
    wanted = [pair for pair in pairs if any(map(_kind_of, by_pair[pair]))] if folder.pairs is None else folder.pairs
    if not wanted:
        raise InputError(
            "there are no human scores of any language pair",
            file=folder.path / _HUMAN,
            remedy="Name the files PAIR.NAME.seg.score or PAIR.NAME.sys.score, such as en-de.mqm.seg.score",
        )
    return [_read_pair(folder, pair, by_pair[pair]) for pair in wanted]


@dataclass(frozen=True, kw_only=True)
class _Texts:
    """The texts of a language pair.

    Attributes:
        test_set: The systems that take part, and the references that are used.
        systems: All systems.
        references: The names of all references.
        used: Those that are used.
        notes: What was left out.
    """

    test_set: TestSet
    systems: Sequence[str]
    references: Sequence[str]
    used: Sequence[str]
    notes: Sequence[str]


def _read_pair(folder: Folder, pair: str, human: Sequence[Path]) -> JudgedSet:
    texts = _read_texts(folder, pair)
    judgments, notes = _read_human(texts, human, folder.path / _HUMAN, pair)
    return JudgedSet(
        name=f"{folder.name}/{pair}",
        test_set=texts.test_set,
        judgments=judgments,
        language=target_language(pair),
        notes=[*texts.notes, *notes],
        stored=_find_stored(folder.path / _METRICS / pair, texts),
    )


def _read_texts(folder: Folder, pair: str) -> _Texts:
    outputs = _list_texts(folder.path / OUTPUTS / pair, "")
    references = _list_texts(folder.path / _REFERENCES, f"{pair}.")
    for found, where, example in (
        (outputs, folder.path / OUTPUTS / pair, "SYSTEM.txt"),
        (references, folder.path / _REFERENCES, f"{pair}.refA.txt"),
    ):
        if not found:
            raise InputError(f"there are no texts of {pair} here", file=where, remedy=f"Name the files {example}")
    used = folder.choose_references(references, folder.path / _REFERENCES)
    people = [name for name in outputs if name in references]
    left_out = [name for name in people if name in used or not folder.include_human]
    systems = [name for name in outputs if name not in left_out]
    if not systems:
        raise InputError(
            "all outputs are references",
            file=folder.path / OUTPUTS / pair,
            remedy="Give the output of at least one system, or name other references",
        )
    source = folder.path / "sources" / f"{pair}{_TEXT}"
    documents = folder.path / "documents" / f"{pair}.docs"
    chosen = [*(references[name] for name in used), *(outputs[name] for name in systems)]
    lines = read_alike([*chosen, *(path for path in (source, documents) if path.exists())])
    test_set = TestSet(
        systems={name: lines[outputs[name]] for name in systems},
        references=References.from_columns([lines[references[name]] for name in used]),
        sources=lines.get(source),
        documents=None if documents not in lines else [_document(line) for line in lines[documents]],
        kinds={name: "human" for name in people if name in systems},
    )
    return _Texts(
        test_set=test_set,
        systems=list(outputs),
        references=list(references),
        used=used,
        notes=_note_texts(left_out, used, references),
    )


def _note_texts(left_out: Sequence[str], used: Sequence[str], references: Mapping[str, Path]) -> list[str]:
    notes = []
    if len(used) < len(references):
        notes.append(f"references: {', '.join(used)}, of {', '.join(references)}")
    if as_reference := [name for name in left_out if name in used]:
        notes.append(f"left out of the systems, since used as references: {', '.join(as_reference)}")
    if people := [name for name in left_out if name not in used]:
        notes.append(f"left out of the systems, since translated by people: {', '.join(people)}")
    return notes


def _list_texts(folder: Path, beginning: str) -> dict[str, Path]:
    with explaining_os_errors(str(folder)):
        paths = sorted(path for path in folder.iterdir() if path.name.endswith(_TEXT))
    return {
        path.name.removeprefix(beginning).removesuffix(_TEXT): path for path in paths if path.name.startswith(beginning)
    }


def _document(line: str) -> str:
    """Lines are a domain and a document; a document may be all there is."""
    return line.split(maxsplit=1)[-1].strip() if line.strip() else ""


def _kind_of(path: Path) -> str:
    """Return the kind of human scores of a file that is read; nothing for other files."""
    name, level = split_name(path)
    return name.partition(".")[2] if level in LEVELS else ""


def _read_human(texts: _Texts, human: Sequence[Path], where: Path, pair: str) -> tuple[Judgments, list[str]]:
    kinds = {path: _kind_of(path) for path in human if _kind_of(path)}
    if not kinds:
        raise InputError(
            f"there are no human scores of {pair}",
            file=where,
            remedy=f"Name the files {pair}.NAME.seg.score or {pair}.NAME.sys.score",
        )
    ratings = [path for path in human if path.name.endswith(_RATINGS)]
    system: list[str] = []
    segment: list[int] = []
    kind: list[str] = []
    value: list[float] = []
    for path in sorted(kinds, key=lambda path: (not kinds[path].endswith("-z"), path.name)):
        _refuse_reserved(kinds[path], path)
        level = split_name(path)[1]
        found = read_score_file(path, level, texts.systems, len(texts.test_set))
        for name, stored in found.scores.items():
            if name not in texts.test_set.systems:
                continue
            at = np.flatnonzero(~np.isnan(stored))
            scores = _as_penalties(stored, path, found.lines[name]) if kinds[path] == "mqm" else stored
            system += [name] * len(at)
            segment += (at + 1).tolist() if level == "seg" else [0] * len(at)
            kind += [kinds[path]] * len(at)
            value += scores[at].tolist()
    unread = [path.name for path in human if path not in kinds and path not in ratings]
    judgments = Judgments(
        system=system,
        segment=np.array(segment, dtype=np.int64),
        annotator=[MEAN] * len(system),
        kind=kind,
        value=np.array(value),
        spans=_read_spans(ratings, texts),
        other_kinds=[name for name in dict.fromkeys(kind) if name not in KINDS],
    )
    return judgments, [f"not read, since neither of segments nor of systems: {', '.join(unread)}"] if unread else []


def _read_spans(ratings: Sequence[Path], texts: _Texts) -> ErrorSpans | None:
    parts = [read_rating_file(path, texts.systems, len(texts.test_set)) for path in ratings]
    spans = ErrorSpans.concatenate(parts)
    return None if spans is None else spans.select(np.array([name in texts.test_set.systems for name in spans.system]))


def _refuse_reserved(kind: str, path: Path) -> None:
    if kind in _RESERVED:
        raise InputError(
            f"scores of people cannot be called {kind!r}",
            file=path,
            remedy="Give the file another name: this one means something else here",
        )


def _as_penalties(scores: Array, path: Path, lines: Sequence[int]) -> Array:
    if (scores > 0).any():
        at = int(np.argmax(scores > 0))
        raise InputError(
            f"the score of MQM is {scores[at]:g}, above 0",
            file=path,
            line=lines[at],
            remedy="MQM scores are minus the penalty; give a score in another direction another name than mqm",
        )
    return -scores


def _find_stored(folder: Path, texts: _Texts) -> StoredScores | None:
    """Return the metrics whose scores are ready: ``NAME-REF.seg.score``, with the references that REF names."""
    if not folder.is_dir():
        return None
    files: dict[str, dict[str, Path]] = {}
    with explaining_os_errors(str(folder)):
        for path in sorted(folder.iterdir()):
            name, level = split_name(path)
            if level in LEVELS:
                files.setdefault(name, {})[level] = path
    usual = [name for name in files if _references_of(name, texts.references) <= set(texts.used)]
    return StoredScores(files=files, systems=texts.systems, usual=usual)


def _references_of(metric: str, known: Sequence[str]) -> set[str]:
    said = metric.rpartition("-")[2]
    if said == _ALL_REFERENCES:
        return set(known)
    return set() if said == _NO_REFERENCE else set(said.split("."))
