import json
import re
from html.parser import HTMLParser

import pytest

import tertium
from tertium.encoders import DEFAULT
from tertium.errors import SpecError
from tertium.frame import Frame
from tertium.metrics import make_test_set, parse, score_systems
from tertium.metrics.learned import LearnedMetric
from tertium.metrics.parsed import ParsedMetric
from tertium.parts import find_missing
from tertium.registry import FORMATS, METRICS
from tertium.report import Document, Number, Range, Table, Tables, render
from tertium.report.cells import Cell
from tertium.report.tables.comparison import describe_comparison
from tertium.report.tables.scores import describe_scores
from tests.report.shown import content_of

NASTY = "<b>&\"'|*_`\\$%#{}~^ 中"


def document(*rows: tuple[str, Cell]) -> Document:
    table = Table(columns=("system", "bleu"), cells=rows, title="T & T", notes=("a|b:c",))
    plain = [[str(cell) for cell in row] for row in rows]
    columns = dict(zip(table.columns, zip(*plain, strict=True), strict=True))
    return Document(
        title="D <1>",
        blocks=[Tables(lambda: [table])],
        make_frame=lambda: Frame(columns),
        make_data=lambda: {"rows": plain},
    )


def test_text_lines_up_wide_characters_too() -> None:
    lines = render(document(("中文", Number(1)), ("ab", Number(10))), "text").splitlines()
    assert lines == ["T & T", "system   bleu", "中文     1.00", "ab      10.00", "", "a|b:c"]


def test_tsv_keeps_one_row_a_line() -> None:
    assert render(document(("a\tb\nc", "1")), "tsv") == "system\tbleu\na b c\t1\n"


def test_json_is_the_data() -> None:
    assert json.loads(render(document((NASTY, "1")), "json")) == {"schema": 1, "rows": [[NASTY, "1"]]}


def test_markdown_escapes_and_marks_the_best() -> None:
    printed = render(document((NASTY, Number(1.5, ".1f", best=True))), "md")
    row = next(line for line in printed.splitlines() if "1.5" in line)
    assert len(re.findall(r"(?<!\\)\|", row)) == 3
    assert "**1.5**" in row
    assert "\\<b\\>" in row


def test_latex_escapes_every_special_character() -> None:
    printed = render(document((NASTY, Number(1.5, ".1f", best=True))), "latex")
    row = next(line for line in printed.splitlines() if "1.5" in line)
    assert r"\textbf{1.5}" in row
    escaped = re.sub(r"\\(textless|textgreater|textbar|textbackslash|textasciitilde|textasciicircum)\{\}", "", row)
    escaped = re.sub(r"\\textbf\{1\.5\}|\\[&%$#_{}]|\\\\$", "", escaped)
    assert not re.search(r"[\\%$#_{}~^]", escaped), escaped


def test_html_escapes_all_text_and_needs_no_network() -> None:
    printed = render(document((NASTY, Number(1.5, ".1f", Range(1, 2, ".1f"), best=True))), "html")
    assert "<b>" not in printed
    assert "http:" not in printed
    assert "https:" not in printed
    assert '<td class="number best">1.5<span class="interval">[1.0, 2.0]</span></td>' in printed

    class Texts(HTMLParser):
        found: list[str] = []  # noqa: RUF012 - one parser a test

        def handle_data(self, data: str) -> None:
            self.found.append(data)

    parser = Texts()
    parser.feed(printed)
    assert NASTY in parser.found


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(SpecError, match="text, json, tsv, csv, spreadsheet, md, latex, html"):
        render(document(("a", "1")), "pdf")


def test_tsv_is_the_most_detailed_table_in_full_precision() -> None:
    systems = {"a": ["the cat", "a dog"], "b": ["a cat", "a dog sat"]}
    test_set = make_test_set(systems, ["the cat", "a dog sat"], ["x", "y"])
    scores = score_systems(test_set, ["bleu", "ter"])
    value = scores["b"]["ter"].value
    plain = render(describe_scores(scores), "tsv").splitlines()
    assert plain[0] == "system\tmetric\tvalue\tlow\thigh\tsignature"
    assert plain[4] == f"b\tter\t{value!r}\t\t\t{scores['b']['ter'].signature}"
    components = render(describe_scores(scores, components=True), "tsv").splitlines()
    assert "b\tter\tedits\t1.0" in components
    documents = render(describe_scores(scores, components=True, documents=True), "tsv").splitlines()
    assert documents[0] == "system\tdocument\tbleu\tter"
    assert len(documents) == 5
    segments = render(describe_scores(scores, documents=True, segments=True), "tsv").splitlines()
    assert segments[0] == "system\tsegment\tbleu\tter"
    assert segments[-1].startswith("b\t2\t")
    comparison = tertium.compare(systems, ["the cat", "a dog sat"], ["ter"], resamples=40)
    tests = render(describe_comparison(comparison), "tsv").splitlines()
    assert tests[0].split("\t") == list(comparison.by_test().columns)
    assert len(tests) == 2


@pytest.mark.parametrize("name", list(FORMATS))
def test_results_of_every_shape_are_rendered(name: str) -> None:
    systems = {"a": ["the cat", "a dog"], "b": ["a cat", "a dog sat"]}
    comparison = tertium.compare(systems, ["the cat", "a dog sat"], ["bleu", "ter", "unigram"], documents=["x", "y"])
    assert "unigram" in render(describe_comparison(comparison), name)
    full = describe_scores(comparison.systems, components=True, documents=True, segments=True)
    assert "unigram" in render(full, name)


def test_components_have_the_decimals_of_their_scale() -> None:
    """A count stays a count and a rate a rate, however large or round the values of these systems are."""
    systems = {"same": ["a b c d e"], "none": ["x y"]}
    metrics = ["bleu", "ter", "nist", "meteor:stages=exact"]
    scores = score_systems(make_test_set(systems, [["a b c d e", "a b c d"]]), metrics)
    tables = {table.title: table for table in describe_scores(scores, components=True, segments=True).tables}
    bleu = dict(
        zip(tables["Components of bleu"].columns, zip(*tables["Components of bleu"].rows, strict=True), strict=True)
    )
    assert bleu["precision1"] == ("100.00", "25.00")
    assert bleu["brevity penalty"][0] == "1.0000"
    assert bleu["hypothesis length"] == ("5", "2")
    assert tables["Components of ter"].rows == [["same", "0", "4.50"], ["none", "4", "4.50"]]
    meteor = tables["Components of meteor:stages=exact by segment"]
    assert meteor.rows[0][2:] == ["1.0000", "1.0000", "1.0000", "1.0000", "0.0040", "1", "0", "5", "5", "0"]
    assert {len(cell.partition(".")[2]) for cell in tables["Components of nist"].rows[0][1:6]} == {4}


@pytest.mark.parametrize("spec", METRICS)
def test_every_component_of_a_metric_declares_its_decimals(spec: str) -> None:
    metric = parse(spec)
    if metric.needs_index or metric.needs_sources or isinstance(metric, (ParsedMetric, LearnedMetric)):
        return  # they need resources; each declares its few components beside them
    if find_missing(metric.parts):
        pytest.skip(f"NO WEIGHTS: tertium models install {DEFAULT}, to score with {spec}")
    score = tertium.score(["a b"], ["a c"], [spec])[spec]
    assert set(score.component_decimals) == set(score.components)


def test_too_few_resamples_for_many_tests_are_told() -> None:
    systems = {name: ["a b", name] for name in "abcdef"}
    few = tertium.compare(systems, ["a b", "a"], ["ter"], pairs="all", resamples=1000)
    assert "15 tests per metric" in render(describe_comparison(few), "text")
    enough = tertium.compare(systems, ["a b", "a"], ["ter"], pairs="all", resamples=1600)
    assert "tests per metric" not in render(describe_comparison(enough), "text")


def test_few_segments_earn_no_stars() -> None:
    systems = {"good": ["a b c"] * 20, "bad": ["x y z"] * 20}
    table = describe_comparison(tertium.compare(systems, ["a b c"] * 20, ["ter"])).tables[1]
    assert table.rows[0][-1] == ""
    assert "too few segments" in table.notes[0]
    systems = {name: lines * 10 for name, lines in systems.items()}
    table = describe_comparison(tertium.compare(systems, ["a b c"] * 200, ["ter"])).tables[1]
    assert table.rows[0][-1] == "**"


def test_the_best_is_significantly_better_than_all_others() -> None:
    references = [f"w{number} b c d e f" for number in range(100)]
    systems = {
        "bad": [text.replace("b c", "x y") for text in references],
        "good": references,
        "fair": [text.replace("f", "x") for text in references],
    }
    all_pairs = tertium.compare(systems, references, ["ter", "chrf"], pairs="all", resamples=400)
    assert describe_comparison(all_pairs).tables[0].best == {(1, 1), (1, 2)}
    against_one = tertium.compare(systems, references, ["ter"], resamples=400)
    assert describe_comparison(against_one).tables[0].best == frozenset(), "good and fair were not compared"


def test_a_comparison_of_all_pairs_has_groups_and_matrices() -> None:
    references = [f"w{number} b c d e f" for number in range(100)]
    systems = {
        name: [text.replace("b c d e f"[: 2 * place], "x " * place) for text in references]
        for place, name in enumerate("abcde")
    }
    document = describe_comparison(tertium.compare(systems, references, ["ter", "chrf"], pairs="all"))
    _, groups, ter, chrf = document.tables
    assert [row[1] for row in groups.rows] == list("abcde")
    assert (ter.title, chrf.title) == ("Differences by ter ↓", "Differences by chrf")
    assert list(ter.columns) == ["ter ↓", *"1234"]
    assert [row[0] for row in ter.rows] == ["1 a", "2 b", "3 c", "4 d", "5 e"]
    assert ter.rows[0][1:] == [""] * 4
    assert ter.rows[1][1:] == ["+16.67**", "", "", ""]
    assert chrf.rows[4][1].startswith("-")
    assert "paired bootstrap, 10000 resamples" in chrf.notes[1]
    assert any("p (Holm): corrected for 10 tests by each metric" in note for note in chrf.notes)
    small = describe_comparison(
        tertium.compare({name: systems[name] for name in "abcd"}, references, ["ter"], pairs="all", resamples=1000)
    )
    assert len(small.tables) == 3, "a list of few pairs needs no matrix"


@pytest.mark.parametrize("name", ["text", "md", "latex", "html"])
def test_a_table_without_rows_is_its_note(name: str) -> None:
    empty = Table(columns=("heading one", "heading two"), cells=[], title="Pairs", notes=["0 pairs in file"])
    bare = Table(columns=("heading one",), cells=[], title="Others")
    printed = render(Document(title="Empty", blocks=[Tables(lambda: [empty, bare])]), name)
    assert "0 pairs in file" in printed
    assert "Others" in printed
    assert "none" in printed
    assert "heading" not in (content_of(printed) if name == "html" else printed)
    if name == "text":
        assert printed == "Pairs\n0 pairs in file\n\nOthers\nnone\n"
