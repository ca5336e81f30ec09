"""The folder that the examples of a page run in: samples, and what pages name as the reader's own files and data.

Judged data of WMT are not part of the project. Examples that name such a folder run on one of the same layout, made
from the sample test set, which shows that the command works, and nothing else.
"""

from __future__ import annotations

import gzip
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tertium import build_index
from tertium.corpus import Normalisation

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "src" / "tertium" / "samples"
SETTINGS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))

# Few, so that the examples take little time.
_JUDGED_SEGMENTS = 7

# Systems of WMT12 that a page names.
_RANKED = (
    *("dfki-berlin", "jhu-hiero", "KIT_Phrase-Based_SMT_System", "LIMSI-Ncode-Constrained-Primary", "QCRI--primary"),
    *("quaero_primary", "RWTH_primary", "uedin-wmt12", "uk-dan-moses", "UG-WMT12"),
    *(f"online{letter}" for letter in "ABCDEF"),
)


def make_folder(page: str, text: str, place: Path) -> None:
    """Make the folder of a page, with the files that its text names.

    Args:
        page: The page, by its path from the root of the project.
        text: Its text.
        place: The folder, which does not exist yet.
    """
    samples = SAMPLES / "mtness" if page in SETTINGS["mtness"] else SAMPLES
    shutil.copytree(samples, place, ignore=shutil.ignore_patterns("__pycache__", "*.py", "mtness"))

    def is_wanted(name: str) -> bool:
        """Whether the page names a file, and no command of it makes that file."""
        return name in text and not re.search(rf"(?:-o|--save-\w+) {re.escape(name)}", text)

    for name, sources in SETTINGS["copies"].items():
        found = [place / source for source in _listed(sources) if (place / source).exists()]
        if is_wanted(name) and found:
            content = found[0].read_bytes()
            (place / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    for name, source in SETTINGS["indexes"].items():
        if is_wanted(name) and (place / source).exists():
            build_index([place / source], place / name, normalisation=Normalisation("es"))
    for name, content in SETTINGS["contents"].items():
        if is_wanted(name):
            (place / name).write_text(content.lstrip("\n"), encoding="utf-8")
    for name, rows in SETTINGS["tables"].items():
        if is_wanted(name):
            _OFFICE[Path(name).suffix](place / name, rows)
    for name, write in _JUDGED.items():
        if name in text and samples == SAMPLES:
            (place / name).mkdir()
            write(place / name)
    if "scripts/" in text:
        (place / "scripts").symlink_to(ROOT / "scripts")


def _listed(sources: str | Sequence[str]) -> Sequence[str]:
    return [sources] if isinstance(sources, str) else sources


def _read(name: str) -> list[str]:
    return (SAMPLES / name).read_text(encoding="utf-8").splitlines()


def _outputs() -> dict[str, list[str]]:
    return {name: _read(f"system.{name}.txt") for name in ("careful", "neural", "literal")}


def _write_table(path: Path, header: Sequence[str], rows: Iterator[Sequence[object]]) -> None:
    lines = ["\t".join(map(str, row)) for row in [header, *rows]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_workbook(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """A spreadsheet, as a library writes it."""
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(path)


def _write_document(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """A text with a table, as a library writes it."""
    import docx

    document = docx.Document()
    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for cells, row in zip(table.rows, rows, strict=True):
        for cell, text in zip(cells.cells, row, strict=True):
            cell.text = text
    document.save(str(path))


_OFFICE: Mapping[str, Callable[[Path, Sequence[Sequence[str]]], None]] = {
    ".xlsx": _write_workbook,
    ".docx": _write_document,
}


def _judge(system: int, segment: int) -> float:
    """Any value: better for the first system, and different for each segment."""
    return round(1 - 0.5 * system + (7 * segment + 3 * system) % 5 / 4, 2)


def _write_mixed(folder: Path) -> None:
    """WMT15 and WMT16: segments of unknown systems, from and into English."""
    references, outputs = _read("reference.A.txt"), list(_outputs().values())
    rows = (
        (pair, at + 1, _judge(at % 3, at), references[at], outputs[at % 3][at])
        for pair in ("cs-en" if folder.name.startswith("wmt15") else "de-en", "en-ru")
        for at in range(_JUDGED_SEGMENTS)
    )
    _write_table(folder / "seg_da.tsv", ("lp", "idx", "human_da_z", "reference", "hypothesis"), rows)


def _write_assessed(folder: Path) -> None:
    """WMT17: some segments of known systems, and whole systems."""
    outputs, pairs = _outputs(), ("de-en", "zh-en")
    for pair in pairs:
        _write_texts(folder / pair, outputs)
    names = list(outputs)
    segments = (
        (pair, name, at + 1, _judge(names.index(name), at))
        for pair in pairs
        for name in names
        for at in range(_JUDGED_SEGMENTS)
    )
    _write_table(folder / "seg_da.tsv", ("lp", "system", "sid", "human_da_z"), segments)
    whole = ((pair, name, _judge(at, 0)) for pair in pairs for at, name in enumerate(names))
    _write_table(folder / "sys_da.tsv", ("lp", "system", "human_da_z"), whole)


def _write_means(folder: Path) -> None:
    """Believability: means of adequacy and fluency."""
    scores = ("adequacy_raw_mean", "fluency_raw_mean", "adequacy_z", "fluency_z")
    texts = list(zip(_read("reference.A.txt"), _outputs()["neural"], strict=True))
    rows = (
        (pair, at + 1, *each, *(_judge(kind % 2, at + kind // 2) for kind in range(len(scores))))
        for pair in ("ar-en", "ko-en")
        for at, each in enumerate(texts[:_JUDGED_SEGMENTS])
    )
    _write_table(folder / "seg.tsv", ("lp", "segid", "reference_tok", "hypothesis_tok", *scores), rows)


def _write_ranked(folder: Path) -> None:
    """WMT12: systems that were ranked in pairs; those of the sample set under the names of real ones."""
    outputs = list(_outputs().values())
    # Each has some segments of a worse system, so that no two are the same.
    mixed = {
        name: [outputs[(at < place) + (at < place - 8)][at] for at in range(len(outputs[0]))]
        for place, name in enumerate(_RANKED)
    }
    _write_texts(folder / "de-en", mixed)
    header = ("lp", "src_index", "judge", "system_a", "rank_a", "system_b", "rank_b")
    rows = (
        ("de-en", at + 1, "judge", _RANKED[one], one % 5 + 1, _RANKED[other], other % 5 + 1)
        for at in range(14)
        for one in range(len(_RANKED))
        for other in range(one)
    )
    _write_table(folder / "judgments_pairwise.tsv", header, rows)


def _write_two_references(folder: Path) -> None:
    """MLQE-PE: two references of each segment."""
    columns = (_read("source.es.txt"), _read("reference.A.txt"), _read("reference.B.txt"), _outputs()["neural"])
    rows = ((at + 1, _judge(0, at), *texts) for at, texts in enumerate(zip(*columns, strict=True)))
    _write_table(folder / "seg.tsv", ("idx", "da_z", "source_et", "reference1", "reference2", "hypothesis"), rows)


def _write_texts(folder: Path, outputs: Mapping[str, Sequence[str]]) -> None:
    folder.mkdir()
    shutil.copy(SAMPLES / "reference.A.txt", folder / "reference.txt")
    for name, lines in outputs.items():
        (folder / f"hyp.{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


_JUDGED: Mapping[str, Callable[[Path], None]] = {
    "believability-ad-fl": _write_means,
    "wmt12-ranking": _write_ranked,
    "wmt15-daseg": _write_mixed,
    "wmt16-daseg": _write_mixed,
    "wmt17-toen": _write_assessed,
    "mlqe-eten-2ref": _write_two_references,
}
