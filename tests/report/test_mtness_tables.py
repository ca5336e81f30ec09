import html
import json
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.edits import Edit
from tertium.mtness.comparison import compare_mtness
from tertium.mtness.detection.findings import CountedSuggestion, Finding, Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.segment import Segment
from tertium.registry import FORMATS
from tertium.report import Document, render
from tertium.report.blocks import PageSection
from tertium.report.pages.mtness import mark_findings, mark_source_words
from tertium.report.tables.context import show_context
from tertium.report.tables.findings import describe_examinations
from tertium.report.wrapping import measure_width
from tests.report.shown import content_of

SEGMENTS = (
    Segment(
        text="Los datos de la salida quiere del lunes están en la web.",
        source="Les dades de la sortida vol de dilluns són al web.",
        document="viajes.txt",
    ),
    Segment(
        text="Muchos mueran de siete en el desierto, y nadie mueve un dedo por ellos.",
        source="Molts morin de set al desert, i ningú no mou un dit per ells.",
        document="viajes.txt",
    ),
    Segment(
        text="Fue una grande fiesta, con el primero contacto entre los dos pueblos vecinos.",
        source="Va ser una gran festa, amb el primer contacte entre els dos pobles veïns.",
        document="viajes.txt",
    ),
    Segment(
        text="No hay nada que decir de esta frase.", source="No hi ha res a dir d'aquesta frase.", document="viajes.txt"
    ),
    Segment(
        text="El disco es lleno & la <memoria RAMO> no basta.",
        source="El disc és ple & la <memòria RAM> no basta.",
        document="ordenador.txt",
    ),
    Segment(
        text="Hacer el melocotón delante de todos es cosa de valientes.",
        source="Fer el préssec davant de tothom és cosa de valents.",
        document="ordenador.txt",
    ),
    Segment(text="Compró un préssec\ty lo comió\nen el tren.", source=None, document="ordenador.txt"),
    Segment(text="", source="", document="ordenador.txt"),
)


def _repair(place: int, old: str, new: str, error: ErrorType, source: str) -> Repair:
    edits = (Edit(place, place + len(old), new),)
    return Repair(edits=edits, action=OTHER_TRANSLATION, error=error, replaced=old, replacement=new, source=source)


def find(
    number: int, text: str, verdict: Verdict, error: ErrorType = ErrorType.UNKNOWN, count: int | None = 0,
    *others: tuple[str, str, str, int], kind: str = "NP+V", source: str = "", p_value: float | None = None,
    expected: float | None = None, note: str = "",
) -> Finding:  # fmt: skip
    """A finding; others are old and new words, the span with the new ones, and how often that occurs."""
    whole = SEGMENTS[number].text
    start = whole.index(text)
    suggestions = tuple(
        CountedSuggestion(
            text=span, count=other_count,
            repair=_repair(place, old, new, error, source), p_value=p_value,
        )
        for old, new, span, other_count in others
        for place in [whole.index(old, start)]
    )  # fmt: skip
    return Finding(
        segment=number,
        kind=kind,
        start=start,
        end=start + len(text),
        text=text,
        verdict=verdict,
        error=error,
        count=count,
        suggestions=suggestions,
        expected=expected,
        p_value=p_value,
        note=note,
    )


FINDINGS = (
    find(0, "salida quiere", Verdict.INSTANCE, ErrorType.WORD_FORM, 61, ("quiere", "vuelo", "salida vuelo", 310),
         ("quiere", "volar", "salida volar", 70), source="vol", p_value=3.1e-40),
    find(1, "mueran de siete", Verdict.INSTANCE, ErrorType.WRONG_SENSE, 0, ("siete", "sed", "mueran de sed", 164),
         source="set", p_value=0.00123, kind="V+PP"),
    find(1, "mueve un dedo por ellos", Verdict.CANDIDATE, expected=12.3, p_value=4.5e-6, kind="V+PP"),
    find(2, "una grande fiesta", Verdict.INSTANCE, ErrorType.APOCOPATION, 167,
         ("grande", "gran", "una gran fiesta", 188_000), p_value=0.0, kind="NP"),
    find(2, "primero contacto", Verdict.INSTANCE, ErrorType.APOCOPATION, 416,
         ("primero", "primer", "primer contacto", 492_000), p_value=0.0, kind="NP"),
    find(2, "contacto entre los dos pueblos", Verdict.CANDIDATE, expected=5.0, p_value=0.0067, kind="NP+NP"),
    find(4, "El disco es lleno", Verdict.INSTANCE, ErrorType.SER_ESTAR, 0, ("es", "está", "El disco está lleno", 398),
         p_value=1e-9, kind="NP+V+AdjP"),
    find(4, "memoria RAMO", Verdict.INSTANCE, ErrorType.WORD_FOR_WORD, 6, ("RAMO", "RAM", "memoria RAM", 1_320_000),
         source="RAM", p_value=0.0, kind="NP"),
    find(5, "Hacer el melocotón", Verdict.CANDIDATE, expected=214.4, p_value=0.0, kind="V+NP"),
    find(6, "préssec", Verdict.INSTANCE, ErrorType.SPELLING, None, kind="word", note="untranslated"),
)  # fmt: skip


def examine(
    system: str = "apertium", findings: tuple[Finding, ...] = FINDINGS, signature: str = "tagger:x"
) -> Examination:
    counter = Counter({Verdict.INSTANCE: 6, Verdict.CANDIDATE: 3, Verdict.UNDECIDED: 21, Verdict.FINE: 40})
    words = [len(each.text.split()) for each in SEGMENTS]
    return Examination(
        system=system,
        segments=SEGMENTS,
        findings=findings,
        words=words,
        verdicts=counter,
        signature=signature,
        warnings=("3 of 900 phrases could not be counted",),
        looked_up=70,
    )


SYSTEMS = (examine(), examine("better", FINDINGS[:2]))


def list_sections(document: Document) -> list[PageSection]:
    return [part for part in document.parts() if isinstance(part, PageSection)]


def body_of(page: str) -> str:
    return page[page.index("<body>") :]


class Texts(HTMLParser):
    """The text of a page, and whether each of its elements is closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.open: list[str] = []
        self.titles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.titles += [value or "" for name, value in attrs if name == "title"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parse(page: str) -> Texts:
    parser = Texts()
    parser.feed(page)
    parser.close()
    assert not parser.open
    return parser


@pytest.mark.parametrize("name", list(FORMATS))
@pytest.mark.parametrize("systems", [1, 2], ids=("one", "two"))
def test_every_format_tells_of_the_findings(name: str, systems: int) -> None:
    chosen = SYSTEMS[:systems]
    printed = render(describe_examinations(chosen, compare_mtness(chosen)), name)
    assert "salida vuelo" in printed or "salida <b>vuelo</b>" in printed
    assert "apertium" in printed


@pytest.mark.parametrize("name", list(FORMATS))
def test_nothing_found_is_no_error(name: str) -> None:
    nothing = Examination(system="", segments=(Segment(text=""),), findings=(), words=[0], verdicts=Counter())
    document = describe_examinations([nothing])
    assert render(document, name)
    assert document.tables[0].rows == [["hypotheses", "0", "0", "–", "0", "–", "0", "0"]]
    assert len(document.tables) == 1
    assert render(document, "tsv").count("\n") == 1


def test_the_summary_has_rates_warnings_and_signatures() -> None:
    one = describe_examinations(SYSTEMS[:1]).tables[0]
    assert one.rows == [["apertium", "76", "7", "92.11", "3", "39.47", "70", "21"]]
    assert not one.best
    assert one.notes[-1] == "apertium: 3 of 900 phrases could not be counted"
    assert list(one.signatures) == ["tagger:x"]
    two = describe_examinations((SYSTEMS[0], examine("better", FINDINGS[:2], "tagger:y"))).tables[0]
    assert not two.best, "no test has said so"
    assert list(two.signatures) == ["apertium: tagger:x", "better: tagger:y"]


def test_types_and_documents_are_counted() -> None:
    _, types, documents, *_ = describe_examinations(SYSTEMS).tables
    assert ["apocopation", "2", "0"] in types.rows
    assert ["apertium", "ordenador.txt", "29", "3", "1", "103.45"] in documents.rows
    many = tuple(examine(f"system {number}") for number in range(8))
    assert describe_examinations(many).tables[1].columns[0] == "system"
    assert len(describe_examinations(many).tables[1].rows) == 8


def test_a_comparison_says_which_is_better_or_that_it_cannot() -> None:
    tables = describe_examinations(SYSTEMS, compare_mtness(SYSTEMS)).tables
    (table,) = (each for each in tables if each.title == "Differences")
    assert table.rows[0][:3] == ["better − apertium", "better", "-105.26"]
    assert table.rows[0][-1] == "0, 3"
    assert "too few segments" in table.notes[-1]
    same = (SYSTEMS[0], examine("same"))
    tables = describe_examinations(same, compare_mtness(same)).tables
    (table,) = (each for each in tables if each.title == "Differences")
    assert table.rows[0][1:3] == ["undecided", "+0.00"]


def test_the_surest_findings_come_first_and_the_rest_is_told_of() -> None:
    document = describe_examinations(SYSTEMS[:1], limit=3)
    last = document.tables[-1]
    assert last.title == "apertium: instances (3 of 7)"
    assert [row[2] for row in last.rows] == ["memoria RAM", "primer contacto", "una gran fiesta"]
    assert last.rows[0][-3:] == ["6", "1,320,000", "<0.0001"]
    assert any("the 3 surest findings" in note for note in document.tables[0].notes)
    assert len(document.data["findings"]) == len(document.frame.columns["span"]) == len(FINDINGS)
    none = describe_examinations(SYSTEMS[:1], limit=0)
    assert not any("in context" in table.columns for table in none.tables)
    assert list_sections(none) == list_sections(document)


def test_each_verdict_has_a_table_with_what_it_rests_on() -> None:
    other = (
        find(3, "nada que decir", Verdict.UNDECIDED, count=None, note="time-out"),
        find(3, "esta frase", Verdict.FINE, count=12),
    )
    tables = {each.title: each for each in describe_examinations([examine("", (*FINDINGS, *other))]).tables}
    candidates = tables["hypotheses: candidates (3)"]
    assert candidates.rows[0][0] == "ordenador.txt:6"
    assert candidates.rows[0][-3:] == ["0", "214", "<0.0001"]
    assert tables["hypotheses: instances (7)"].rows[-1][:4] == [
        "ordenador.txt:7", "… un [préssec] y lo …", "", "spelling: untranslated",
    ]  # fmt: skip
    assert "time-out" in tables["hypotheses: undecided spans (1)"].rows[0]
    assert tables["hypotheses: fine spans (1)"].rows[0][-1] == "12"


def test_tables_of_findings_fit_a_terminal_where_words_are_short() -> None:
    plain = tuple(find(each.segment, each.text, each.verdict, count=3, p_value=0.5) for each in FINDINGS)
    printed = render(describe_examinations([examine("x", plain)]), "text")
    rows = [line for line in printed.splitlines() if "[" in line]
    assert len(rows) == len(plain)
    assert 90 < max(map(measure_width, rows)) <= 100


def test_json_of_one_system_is_its_examination_and_has_no_nan() -> None:
    data = json.loads(render(describe_examinations(SYSTEMS[:1]), "json"))
    assert data["segments"][0]["text"] == SEGMENTS[0].text
    assert data["findings"][0]["suggestions"][0]["edits"] == [{"start": 23, "end": 29, "text": "vuelo"}]
    empty = Examination(system="a", segments=(Segment(text=""),), findings=(), words=[0], verdicts=Counter())
    assert json.loads(render(describe_examinations([empty]), "json"))["rate"] is None


def test_json_of_several_systems_has_their_comparisons() -> None:
    data = json.loads(render(describe_examinations(SYSTEMS, compare_mtness(SYSTEMS)), "json"))
    assert [each["system"] for each in data["systems"]] == ["apertium", "better"]
    assert data["comparisons"][0]["better"] == "better"


def test_tsv_has_a_pair_of_texts_a_line_whatever_is_in_them() -> None:
    document = describe_examinations(SYSTEMS)
    lines = render(document, "tsv").splitlines()
    assert len(lines) == 1 + len(FINDINGS) + 2
    rows = [dict(zip(lines[0].split("\t"), line.split("\t"), strict=True)) for line in lines[1:]]
    assert rows[0]["source"] == SEGMENTS[0].source
    assert rows[0]["repaired"] == "Los datos de la salida vuelo del lunes están en la web."
    assert rows[9]["target"] == "Compró un préssec y lo comió en el tren."
    breaks = "a\x0bb\x85c\u2028d\u2029e\x1ef"
    odd = Examination(
        system="x",
        segments=(Segment(text=breaks),),
        findings=(Finding(segment=0, kind="NP", start=0, end=3, text="a\x0bb", verdict=Verdict.CANDIDATE),),
        words=[6],
        verdicts=Counter(),
    )
    assert len(render(describe_examinations([odd]), "tsv").splitlines()) == 2


def test_the_page_has_each_segment_with_findings_and_no_other() -> None:
    page = render(describe_examinations(SYSTEMS[:1], limit=0), "html")
    texts = parse(page)
    assert "6 of 8 segments have findings" in texts.text
    assert page.count("<article>") == 6
    assert SEGMENTS[4].text in texts.text
    assert SEGMENTS[3].text not in texts.text
    assert "<memoria" not in page
    assert any(title.startswith("salida quiere 61 → salida vuelo 310 (instance, word-form") for title in texts.titles)
    assert "http:" not in page
    assert "https:" not in page
    assert "<script" not in content_of(page)


def test_the_page_is_bounded_and_says_so() -> None:
    page = render(describe_examinations(SYSTEMS, limit=0, most_segments=4), "html")
    assert page.count("<article>") == 4
    assert "The first 2 are shown" in page
    assert page.count("<style>") == 1


def test_other_looked_up_spans_are_folded() -> None:
    fine = find(0, "Los datos", Verdict.FINE, count=7)
    page = render(describe_examinations([examine("", (fine, FINDINGS[0]))], limit=0), "html")
    details = page[page.index("<details>") : page.index("</details>")]
    assert "1 more spans looked up" in details
    assert "Los datos" in details
    assert "data-number=" not in body_of(page)[body_of(page).index("<article>") :]


def test_overlaps_are_split_and_look_like_the_gravest() -> None:
    marked = mark_findings(SEGMENTS[2].text, FINDINGS[3:6])
    pieces = re.findall(r'<mark class="([^"]*)" title="[^"]*"(?: data-number="([^"]*)")?>([^<]*)</mark>', marked)
    assert pieces == [
        ("instance", "1", "una grande fiesta"),
        ("instance", "", "primero "),
        ("instance and-candidate", "2", "contacto"),
        ("candidate", "3", " entre los dos pueblos"),
    ]


spans = st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from(Verdict))


@given(st.text(max_size=25), st.lists(spans, max_size=8))
def test_marked_text_without_its_tags_is_the_escaped_text(text: str, places: list[tuple[int, int, Verdict]]) -> None:
    plain = re.sub("[\t\n\r\v\f\x1c-\x1f\x85\u2028\u2029]", " ", text)
    plain = re.sub("[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", plain)
    findings = [
        Finding(segment=0, kind="NP", start=min(pair), end=max(pair), text=text, verdict=verdict)
        for *pair, verdict in places
    ]
    marked = mark_findings(text, findings)
    assert re.sub("<[^>]*>", "", marked) == html.escape(plain)
    assert parse(marked).text == plain
    covered = {place for each in findings for place in range(each.start, min(each.end, len(text)))}
    inside = re.findall("<mark[^>]*>([^<]*)</mark>", marked)
    assert sum(len(html.unescape(piece)) for piece in inside) == len(covered)


def test_context_is_as_wide_as_there_is_room() -> None:
    text = SEGMENTS[0].text
    assert show_context(text, 16, 29, 100) == "Los datos de la [salida quiere] del lunes están en la web."
    assert show_context(text, 16, 29, 30) == "… la [salida quiere] del …"
    assert show_context(text, 16, 29, 3) == "[salida quiere]"
    assert show_context("a\u00a0b\nc", 2, 3, 20) == "a [b] c"
    assert show_context("中文" * 20, 10, 12, 30) == "… 文中文中文[中文]中文中文中 …"


@given(st.text("ab 中e\u0301", max_size=60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_context_keeps_to_itsmeasure_width(text: str, one: int, other: int, width: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    shown = show_context(text, start, end, width)
    assert f"[{text[start:end]}]" in shown
    assert measure_width(shown) <= max(width, measure_width(text[start:end]) + 2)


def test_counts_in_a_table_for_translators_are_whole_numbers() -> None:
    lines = [line.split("\t") for line in render(describe_examinations(SYSTEMS), "tsv").splitlines()]
    for name in ("count", "suggestion_count"):
        cells = [line[lines[0].index(name)] for line in lines[1:]]
        assert all(cell == "" or cell.isdecimal() for cell in cells)
        assert any(cells)


def test_source_words_are_marked_and_all_text_is_escaped() -> None:
    marked = mark_source_words("<b>Vol</b> de set\tvols", FINDINGS[:3])
    assert marked == (
        '&lt;b&gt;<mark class="source-word">Vol</mark>&lt;/b&gt; de <mark class="source-word">set</mark> vols'
    )
    assert html.unescape(re.sub("<[^>]*>", "", marked)) == "<b>Vol</b> de set vols"
    assert mark_source_words("a & b", FINDINGS[3:4]) == "a &amp; b"


def test_findings_have_what_the_page_groups_them_by() -> None:
    page = render(describe_examinations(SYSTEMS[:1], limit=0), "html")
    assert 'data-type="word-form confusion" data-edit="quiere → vuelo (vol)"' in page
    assert 'data-type="spelling" data-edit="préssec → –"' in page
