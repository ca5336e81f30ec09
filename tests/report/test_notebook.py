"""Every result shows itself in notebooks, through ``registry.VIEWS``, and escapes what is not its own."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections import Counter
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import tertium
from tertium import registry
from tertium.errors import MissingExtraError, SpecError
from tertium.frame import Frame
from tertium.meta import JudgedSet, Judgments, measure_agreement
from tertium.mtness import Examination, Finding
from tertium.mtness.detection.findings import Verdict
from tertium.mtness.segment import Segment
from tertium.notebook import ShownInNotebooks, show_in_notebook
from tertium.report import Document, Plots, Table
from tertium.report.assets import read_notebook_style
from tertium.report.plots import draw_ranking
from tertium.syntax import parse_trees
from tests.report.trees import NASTY, NASTY_WORDS

HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(1)> {{7*7}} ]]> \u202e \x1b[2J"
SYSTEMS = {HOSTILE: ["the cat sat on it", HOSTILE, "x"], "b": ["a cat", "a dog sat", "x y"]}
REFERENCES = ["the cat sat", f"{HOSTILE} sat", "x z"]
FINDING = Finding(segment=0, kind="NP", start=0, end=8, text=HOSTILE, verdict=Verdict.CANDIDATE, note=HOSTILE)


def compare() -> tertium.Comparison:
    return tertium.compare(SYSTEMS, REFERENCES, ["ter", "chrf"], resamples=40, confidence=0.95)


def examine() -> Examination:
    return Examination(
        system=HOSTILE,
        segments=[Segment(text=HOSTILE, source=HOSTILE)],
        findings=[FINDING],
        words=[3],
        verdicts=Counter({Verdict.CANDIDATE: 1}),
        warnings=[HOSTILE],
    )


def judge() -> Judgments:
    places = [(name, segment) for name in SYSTEMS for segment in range(3)] * 2
    return Judgments(
        system=[name for name, _ in places],
        segment=np.array([segment for _, segment in places]),
        annotator=[HOSTILE] * 6 + ["b"] * 6,
        kind=["adequacy"] * 12,
        value=np.array([1.0, 2, 3, 4, 5, 4, 1, 3, 3, 4, 5, 4]),
        sheet=["1"] * 12,
    )


def correlate() -> tertium.Outcome:
    judged = JudgedSet(name=HOSTILE, test_set=tertium.make_test_set(SYSTEMS, REFERENCES), judgments=judge())
    return tertium.correlate(judged, ["chrf", "ter"], level="pooled", resamples=40)


# One of each, by the name of its class; some are made of hostile text wherever they have text.
MAKERS: Mapping[str, Callable[[], Any]] = {
    "Agreement": lambda: measure_agreement(judge()),
    "Alignment": lambda: tertium.align(HOSTILE, HOSTILE, "meteor"),
    "Alignments": lambda: tertium.align_many([HOSTILE] * 12, [HOSTILE] * 12, "meteor"),
    "Comparison": compare,
    "Constituents": lambda: NASTY,
    "CorpusAudit": lambda: tertium.audit_corpus(tertium.make_test_set(SYSTEMS, REFERENCES), against="ter"),
    "Count": lambda: tertium.Count(phrase=HOSTILE, count=None, error=HOSTILE),
    "Dependencies": lambda: NASTY_WORDS,
    "Diff": lambda: tertium.diff(SYSTEMS, REFERENCES),
    "Document": lambda: Document(title="", blocks=[]),
    "Examination": examine,
    "Explanation": lambda: tertium.explain(HOSTILE, [REFERENCES[1]], "bleu"),
    "Finding": lambda: FINDING,
    "Frame": lambda: Frame({"value": np.arange(12) / 7, HOSTILE: [HOSTILE] * 12, "count": np.arange(12)}),
    "GroupedScores": lambda: tertium.GroupedScores(by=["name"], groups={(HOSTILE,): compare().systems[HOSTILE]}),
    "Outcome": correlate,
    "PairedTest": lambda: compare().test("ter", "b"),
    "ParsedText": lambda: parse_trees("(S (NP (PRP <b>)) (VP (VBD \u202eran)))"),
    "Plot": lambda: draw_ranking([HOSTILE, "b"], [0.5, 0.25], [0.25, 0.125], [0.75, 0.5]),
    "Score": lambda: compare().systems[HOSTILE]["ter"],
    "Scores": lambda: compare().systems[HOSTILE],
    "SegmentAudit": lambda: tertium.audit_segment(HOSTILE, [HOSTILE]),
    "TestSetStudy": lambda: tertium.study_test_set(tertium.make_test_set(SYSTEMS, REFERENCES), ["chrf"]),
    "Table": lambda: Table(columns=[HOSTILE], cells=[[HOSTILE]], signatures=[HOSTILE]),
}
# Made by minutes of tuning; the documents that show them are tested beside it.
DEAR = {"Combination", "FragmentTuning", "Tuning"}


class _Shown(HTMLParser):
    """The tags of an output, and its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}


def test_there_is_a_result_of_every_view() -> None:
    assert MAKERS.keys() | DEAR == registry.VIEWS.keys()


@pytest.mark.parametrize("name", MAKERS)
def test_a_result_shows_itself_and_escapes_everything(name: str) -> None:
    result = MAKERS[name]()
    assert name in [each.__name__ for each in type(result).__mro__]
    assert type(result)._repr_html_ is ShownInNotebooks._repr_html_
    html = result._repr_html_()
    assert html == show_in_notebook(result)
    shown = _Shown(html)
    assert shown.tags[:2] == ["div", "style"]
    assert not {"script", "img", "button"} & set(shown.tags)
    assert not {each for each in shown.attributes if each.startswith("on")}
    assert "style" not in shown.attributes
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]", html)


@pytest.mark.parametrize("name", MAKERS)
def test_a_result_is_copied_and_sent_to_other_processes(name: str) -> None:
    result = MAKERS[name]()
    html = result._repr_html_()
    assert [each._repr_html_() for each in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result))] == [html, html]


@pytest.mark.parametrize("name", sorted(DEAR))
def test_a_result_that_takes_long_to_make_has_a_view(name: str) -> None:
    assert callable(registry.load(registry.VIEWS, name, "view"))


def test_every_public_result_is_shown() -> None:
    """What functions of the package return, and can be turned into a dictionary or a frame, is a result."""
    results = {
        each
        for name in tertium.__all__
        if inspect.isclass(each := getattr(tertium, name))
        and (hasattr(each, "to_dict") or hasattr(each, "__arrow_c_stream__"))
    }
    # They are questions, settings and data that go in, or parts of results.
    inputs = {tertium.Experiment, tertium.Interval, tertium.JudgedSet, tertium.Judgments, tertium.Plugin}
    inputs |= {tertium.ProposedEdits, tertium.Question}
    assert results - inputs == {each for each in results - inputs if issubclass(each, ShownInNotebooks)}


def test_what_is_long_is_cut_and_says_so() -> None:
    assert "the first 10 of 12 rows" in MAKERS["Frame"]()._repr_html_()
    assert "the first 10 of 12 segments" in MAKERS["Alignments"]()._repr_html_()


def test_a_score_has_its_interval_and_signature() -> None:
    score = MAKERS["Score"]()
    html = score._repr_html_()
    assert f"[{score.interval.low:.2f}, {score.interval.high:.2f}]" in html
    assert score.signature in html


def test_rules_are_for_the_output_alone() -> None:
    style = read_notebook_style()
    assert ":root" not in style
    assert "prefers-color-scheme" not in style, "a notebook has a theme of its own"
    depth, outside = 0, ""
    for character in style:
        depth += {"{": 1, "}": -1}.get(character, 0)
        outside += character if depth == 0 else ""
    assert depth == 0
    assert all(".tertium-notebook" in each for part in outside.split("}") if part.strip() for each in part.split(","))


def test_a_missing_library_of_plots_costs_only_the_plots() -> None:
    def draw() -> Any:
        raise MissingExtraError("a plot", "plots")

    html = show_in_notebook(Document(title="", blocks=[Plots(draw)]))
    assert "the extra" in html
    assert "altair" in html


def test_a_result_without_a_view_is_named() -> None:
    with pytest.raises(SpecError, match="object"):
        show_in_notebook(object())
