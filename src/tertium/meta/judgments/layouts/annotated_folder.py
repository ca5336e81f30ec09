"""An export of marot, Appraise or Pearmut, beside the outputs that were annotated, or with all texts in it.

Outputs are ``system.<name>.txt`` or ``hyp.<name>.txt``, references ``reference.txt`` or ``reference.<name>.txt``; for
an export of several language pairs or campaigns they are in a folder of that name. Without outputs, the export has to
have the output of each system for each segment, and references: Pearmut's may have both.

The JSON of Appraise's batches, if it is there, gives the texts of a CSV export.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.files.lines import decode_text
from tertium.files.opening import read_bytes
from tertium.languages import to_two_letters
from tertium.meta.judgments.annotation_files import find_format, read_annotations
from tertium.meta.judgments.annotations import Annotations, Item
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts.folder import Folder

OPTIONS = ("references", "weights")


def fits(folder: Folder, present: Collection[str]) -> bool:
    """Return whether there is such an export."""
    return bool(_find_exports(folder, present))


def read(folder: Folder) -> list[JudgedSet]:
    """Read the folder."""
    paths = list(_find_exports(folder, sorted(path.name for path in folder.path.iterdir())).items())
    (path, export), *others = paths
    if others:
        raise InputError(
            f"there are two exports of annotations here: {path.name} and {others[0][0].name}",
            file=folder.path,
            remedy="Give one of them by its name, or put each into a folder of its own",
        )
    found = read_annotations(path, export, folder.weights)
    folder.check_pairs([each.name for each in found if each.name])
    wanted = [each for each in found if folder.pairs is None or each.name in folder.pairs]
    batches = _read_batches(path) if export == "appraise_csv" else {}
    return [_make_set(folder, _add_batches(each, batches), len(found) > 1) for each in wanted]


def _find_exports(folder: Folder, present: Collection[str]) -> dict[Path, str]:
    paths = [folder.file] if folder.file is not None else [folder.path / name for name in present]
    return {path: export for path in paths if path.is_file() and (export := find_format(path))}


def _make_set(folder: Folder, annotations: Annotations, is_one_of_many: bool) -> JudgedSet:
    where = folder.path / annotations.name if is_one_of_many and annotations.name else folder.path
    if where.is_dir() and folder.has_outputs(where):
        test_set = folder.read_outputs(where)
    else:
        test_set = annotations.make_test_set()
        annotations = annotations.number_items()
        folder.choose_references([], folder.path)
    if annotations.language and not test_set.language:
        test_set = replace(test_set, language=to_two_letters(annotations.language))
    judgments = annotations.place(test_set)
    name = f"{folder.name}/{annotations.name}" if annotations.name else folder.name
    return JudgedSet(
        name=name, test_set=test_set, judgments=judgments, language=test_set.language, notes=judgments.notes
    )


def _read_batches(beside: Path) -> dict[tuple[str, str, int], Mapping[str, Any]]:
    """Return the items of Appraise's batches in the folder of an export: by system, document and number."""
    found: dict[tuple[str, str, int], Mapping[str, Any]] = {}
    for path in sorted(beside.parent.glob("*.json")):
        try:
            batches = json.loads(decode_text(read_bytes(path), str(path)))
        except (ValueError, RecursionError):
            raise InputError("this is not JSON", file=path, remedy="Remove it, or give Appraise's batches") from None
        for batch in batches if isinstance(batches, list) else ():
            for item in batch.get("items", ()) if isinstance(batch, Mapping) else ():
                if _is_item(item):
                    found[item["targetID"], item["documentID"], item["itemID"]] = item
    return found


def _is_item(item: object) -> bool:
    texts = ("targetID", "documentID", "sourceText", "targetText")
    return (
        isinstance(item, Mapping)
        and all(isinstance(item.get(name), str) for name in texts)
        and isinstance(item.get("itemID"), int)
    )


def _add_batches(annotations: Annotations, batches: Mapping[tuple[str, str, int], Mapping[str, Any]]) -> Annotations:
    """Return the annotations with the texts of the batches: what they are about is then found by its text."""
    if not batches:
        return annotations
    items: dict[str, Item] = {}
    rows = []
    for row in annotations.rows:
        known = batches.get((row.system, row.document, row.number))
        if known is None:
            raise annotations.error(
                row.line,
                f"item {row.number} of {row.system!r}, document {row.document!r}, is not in the batches",
                "Give the batches of the same campaign, or remove them",
            )
        key = f"{row.document.partition('#')[0]}\t{known['sourceText']}"
        item = items.setdefault(key, Item(line=row.line, source=known["sourceText"]))
        item.targets.setdefault(row.system, known["targetText"])
        rows.append(replace(row, item=key))
    return replace(annotations, rows=rows, items=items)
