"""Attacks on campaigns: judgments that are imported, and files of campaigns that are spoiled."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from tertium.annotation import CampaignStore, export_judgments, import_judgments
from tertium.files.table import read_table
from tertium.types import References, TestSet
from tests.fuzz.attacks import attack
from tests.fuzz.hostile import spoil, spoiled
from tests.fuzz.test_readers import with_file

COLUMNS = ("system", "segment", "annotator", "kind", "value", "sheet")
SPANS = ("system", "segment", "annotator", "start", "end", "severity", "category", "prefilled", "sheet")
SHEETS = (
    "system\tsegment\tannotator\tkind\tvalue\tsheet\none\t1\tAda\tadequacy\t4\t1\none\t1\tAda\tfluency\t2\t1\n"
    "two\t1\tAda\tadequacy\t3\t2\ntwo\t1\tAda\tfluency\t3\t2\n"
)
RANKS = (
    "system\tsegment\tannotator\tkind\tvalue\tsheet\none\t1\tAda\trank\t1\ts\ntwo\t1\tAda\trank\t2\ts\n"
    "one\t2\tAda\trank\t1\tt\ntwo\t2\tAda\trank\t1\tt\n"
)
ERRORS = (
    "system\tsegment\tannotator\tkind\tvalue\tsheet\none\t1\tAda\tmqm\t-5\t\ntwo\t1\tAda\tmqm\t0\t\n",
    "system\tsegment\tannotator\tstart\tend\tseverity\tcategory\tprefilled\tsheet\none\t1\tAda\t0\t3\tmajor\tAccuracy\t0\t\n",
)
TEXTS = TestSet(
    systems={"one": ["a dog", "the cat"], "two": ["dog", "a cat"]},
    references=References.from_nested(["the dog", "the cat"]),
)


def read_columns(content: bytes, names: tuple[str, ...]) -> dict[str, list[object]]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.tsv")
        path.write_bytes(content)
        table = read_table(path)
        return {name: list(table.texts(name)) for name in names}


def use_imports(judgments: bytes, spans: bytes | None) -> None:
    found = read_columns(judgments, COLUMNS)
    marked = None if spans is None else read_columns(spans, SPANS)
    with TemporaryDirectory() as folder:
        store = CampaignStore(Path(folder, "c.sqlite"))
        import_judgments(store, "news", TEXTS, found, spans=marked)
        export_judgments(store, "news")


def test_whole_input_is_taken() -> None:
    """Otherwise the attacks would end at the door."""
    use_imports(SHEETS.encode(), None)
    use_imports(RANKS.encode(), None)
    use_imports(ERRORS[0].encode(), ERRORS[1].encode())


@attack(spoil(SHEETS, RANKS, ERRORS[0]), st.one_of(st.none(), spoil(ERRORS[1])), brief=20)
def test_imports(judgments: bytes, spans: bytes | None) -> None:
    use_imports(judgments, spans)


@cache
def make_store() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "c.sqlite")
        import_judgments(CampaignStore(path), "news", TEXTS, read_columns(RANKS.encode(), COLUMNS))
        return path.read_bytes()


@attack(st.data(), brief=12)
def test_stores_of_campaigns(data: st.DataObject) -> None:
    """What is in a campaign is the organiser's own, so that it is refused or shown; it need not be right."""

    def use(path: Path) -> None:
        store = CampaignStore(path)
        for campaign in store.campaigns():
            export_judgments(store, campaign.name)

    with_file(use, "c.sqlite", data.draw(spoiled([make_store()], 3)))
