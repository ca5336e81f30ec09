"""The report of a test set: what it computes, and its formats."""

from __future__ import annotations

import base64
import json
import os
import re
import zlib
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from tertium import make_report, make_test_set, read_judgments, samples, score, study_test_set
from tertium.contrast import diff_systems
from tertium.errors import InputError, SpecError
from tertium.metrics import compare_systems
from tertium.report import StudyOptions, StudyOrigin, TestSetStudy, describe_study, digest_files, render
from tertium.report.study.segment_data import code_words
from tertium.stats import Resampling
from tertium.text import open_test_set
from tertium.types import TestSet
from tests.report.hostile_study import HOSTILE, NAMES, make_hostile

FEW = StudyOptions(resampling=Resampling(0.95, 200))


@pytest.fixture(scope="module")
def study() -> TestSetStudy:
    return study_test_set(make_hostile(), ["chrf", "bleu", "ter"], FEW, origin=StudyOrigin((), "tertium report <x>"))


@pytest.fixture(scope="module")
def page(study: TestSetStudy) -> str:
    return render(describe_study(study, title="A <b>title</b>"), "html")


@pytest.fixture(scope="module")
def sample() -> TestSet:
    names = ("careful", "neural", "literal")
    return open_test_set(
        [samples.path(f"system.{name}.txt") for name in names],
        [samples.path("reference.A.txt"), samples.path("reference.B.txt")],
        names=names,
        documents=samples.path("documents.txt"),
    ).read()


def read_data(page: str) -> dict[str, Any]:
    """The segments that a page has as data."""
    found = re.search(r'<script type="text/plain" id="segment-data">([^<]*)</script>', page)
    assert found is not None
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return data


class Elements(HTMLParser):
    """The elements of a page and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_study_has_the_figures_of_the_other_commands(study: TestSetStudy) -> None:
    test_set = study.test_set
    compared = compare_systems(test_set, ["chrf", "bleu", "ter"], Resampling(0.95, 200), pairs="all")
    assert study.comparison.to_dict() == compared.to_dict()
    best, after = study.systems[:2]
    assert best == NAMES[0]
    systems = {name: test_set.systems[name] for name in (after, best)}
    found = diff_systems(TestSet(systems=systems, references=test_set.references, documents=test_set.documents))
    contrast = study.contrasts[0]
    assert contrast.names == (after, best)
    assert [each.segment for each in contrast.segments[:5]] == [each.segment for each in found.segments[:5]]
    assert contrast.right.ngrams == found.right.ngrams
    assert contrast.unmatched.ngrams == found.unmatched.ngrams
    lengths = study.breakdowns[0]
    by_length = found.breakdown("length")
    assert [bucket.name for bucket in by_length.buckets] == list(lengths.names)
    for place, bucket in enumerate(by_length.buckets):
        assert lengths.scores[place, 0] == pytest.approx(bucket.scores[1])
        assert lengths.scores[place, 1] == pytest.approx(bucket.scores[0])
        assert lengths.lead is not None
        assert lengths.lead.buckets[place].difference == pytest.approx(bucket.difference)


def test_breakdowns_are_by_length_frequency_and_document(study: TestSetStudy) -> None:
    assert [each.by for each in study.breakdowns] == ["length", "frequency", "document"]
    for each in study.breakdowns:
        assert each.counts.sum() == 120
        assert each.scores.shape == (len(each.names), 3)


def test_only_the_buckets_that_are_shown_are_tested() -> None:
    sizes = [100 + (7 * place) % 23 for place in range(23)]
    documents = [f"document {place}" for place, size in enumerate(sizes) for _ in range(size)]
    texts = [f"word{at % 7} word{at % 5} end" for at in range(len(documents))]
    test_set = make_test_set({"best": texts, "next": [text[:-4] for text in texts]}, texts)
    test_set = TestSet(systems=test_set.systems, references=test_set.references, documents=documents)
    found = study_test_set(test_set, ["chrf"], FEW)
    lead = found.breakdowns[2].lead
    assert lead is not None
    tested = [bucket for bucket in lead.buckets if not np.isnan(bucket.p_value)]
    assert sorted(bucket.count for bucket in tested) == list(range(103, 123))
    # The correction is for as many tests as the table has.
    assert min(bucket.adjusted / bucket.p_value for bucket in tested) == 20
    assert "the 20 largest of 23; the others are not tested" in render(describe_study(found), "md")


def test_the_page_has_all_segments_as_data(page: str, study: TestSetStudy) -> None:
    data = read_data(page)
    assert len(data["texts"]) == 120
    assert data["metrics"][0] == {"name": "chrF", "decimals": 2, "scale": 10000, "higher": True}
    assert data["metrics"][2]["higher"] is False
    source, first, second, *outputs = data["texts"][1]
    assert source.startswith("la fuente 1 ")
    assert second == f"{first} indeed"
    assert len(outputs) == 3
    expected = study.comparison.systems[NAMES[1]]["chrf"].segments
    assert expected is not None
    np.testing.assert_allclose(np.array(data["scores"][0][1]) / 10000, expected, atol=1e-4)
    assert data["document"][39:41] == [0, 1]


def test_alignments_are_those_of_meteor(page: str, study: TestSetStudy) -> None:
    """The codes are read as the page's script reads them."""
    data = read_data(page)
    stages = len(data["modules"])
    for at in range(120):
        for place, name in enumerate(study.systems):
            alignment = study.alignments[name][at]
            links, expected = [], 0
            for position, letter in enumerate(data["links"][at][place]):
                value = ord(letter) - 0x61
                if value >= 0:
                    fold, stage = divmod(value, stages)
                    target = expected + (-(fold + 1) // 2 if fold % 2 else fold // 2)
                    expected = target + 1
                    links.append((position, target, stage))
            assert links == [(link.hypothesis, link.reference, link.stage) for link in alignment.links]
            assert data["best"][at][place] == alignment.number
            code = data["words"][at][place]
            text = data["texts"][at][3 + place]
            words = code if isinstance(code, list) else text.split(" ") if code == 0 else cut(text, code)
            assert [word.lower() for word in words] == [
                re.sub("[\u202e\u202c\x1b]", "\ufffd", word.lower()) for word in alignment.hypothesis
            ]


def cut(text: str, code: str) -> list[str]:
    words, place = [], 0
    for letter in code:
        while text[place].isspace():
            place += 1
        words.append(text[place : place + ord(letter) - 0x30])
        place += ord(letter) - 0x30
    return words


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ("a b", ["a", "b"], 0),
        ("A b", ["a", "b"], 0),
        ("a  b", ["a", "b"], "11"),
        ("don't.", ["don", "'t", "."], "321"),
        ("", [], ""),
        ("ab", ["a"], ["a"]),
        ("İx", ["i̇x"], ["i̇x"]),
    ],
)
def test_words_are_pieces_of_their_text(text: str, words: list[str], code: object) -> None:
    assert code_words(text, words) == code


def test_nothing_hostile_becomes_markup(page: str) -> None:
    elements = Elements()
    elements.feed(page)
    scripts = [attributes for tag, attributes in elements.found if tag == "script"]
    assert len(scripts) == 3  # ours, that of all pages, and the data
    assert not any(tag in ("img", "b", "i") and attributes for tag, attributes in elements.found)
    assert not any(name.startswith("on") or name == "style" for _, attributes in elements.found for name in attributes)
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert "A &lt;b&gt;title&lt;/b&gt;" in page
    assert "tertium report &lt;x&gt;" in page
    assert HOSTILE[0] not in page


def test_the_policy_of_the_page_is_strict(page: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert "default-src 'none'" in policy[1]
    assert not re.search(r"https?://(?!tertium-mt\.github\.io|www\.w3\.org)", page)


def test_ids_are_unique_and_the_contents_lead_somewhere(page: str) -> None:
    elements = Elements()
    elements.feed(page)
    ids = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    contents = [str(attributes.get("href")) for tag, attributes in elements.found if tag == "a"]
    sections = [link for link in contents if re.fullmatch(r"#[a-z]+", link)]
    assert {"#systems", "#pairs", "#buckets", "#differences", "#segments", "#audit", "#repeat"} <= set(sections)
    assert all(link[1:] in ids for link in sections)
    assert "#correlation" not in sections  # there are no judgments


def test_largest_differences_are_there_without_a_script(page: str, study: TestSetStudy) -> None:
    assert len(study.contrasts) == 2
    text = re.sub("<[^>]*>", "", page)
    for contrast in study.contrasts:
        assert contrast.segments
        for each in contrast.segments:
            assert f'<a href="#s{each.segment}">{each.segment}</a>' in page
    assert "a dog was there" in text


@pytest.mark.parametrize("name", ["text", "md", "latex", "tsv", "json"])
def test_other_formats_have_the_verdict(study: TestSetStudy, name: str) -> None:
    written = render(describe_study(study), name)
    if name == "json":
        data = json.loads(written)
        assert data["verdict"]["sentences"] == list(study.verdict.sentences)
        assert {"comparison", "breakdowns", "contrasts", "freedom", "origin", "version"} <= data.keys()
    elif name == "tsv":
        assert written.splitlines()[0].split("\t")[:3] == ["metric", "system", "baseline"]
    else:
        assert "leads by chrF" in written.replace("\n", " ")
        assert "Differences by" in written


def test_one_system_alone(sample: TestSet) -> None:
    one = TestSet(systems={"only": sample.systems["careful"]}, references=sample.references)
    study = study_test_set(one, ["chrf", "ter"], FEW)
    assert study.verdict.sentences[0].startswith("only scores ")
    assert not study.contrasts
    assert study.freedom is None
    page = render(describe_study(study), "html")
    assert 'id="pairs"' not in page
    assert 'id="segments"' in page
    assert "only scores" in render(describe_study(study), "text")
    assert render(describe_study(study), "tsv").startswith("system\t")


def test_few_segments_with_judgments(sample: TestSet) -> None:
    judgments = read_judgments(samples.path("judgments.tsv"), test_set=sample)
    study = study_test_set(
        sample, ["bleu", "chrf"], StudyOptions(judgments=judgments, resampling=Resampling(0.95, 100))
    )
    assert "14 segments are too few" in study.verdict.sentences[0]
    assert study.outcome is not None
    page = render(describe_study(study), "html")
    assert 'id="correlation"' in page
    assert 'class="number best"' not in page.partition('id="correlation"')[0]


def test_alignments_can_be_left_out(sample: TestSet) -> None:
    page = make_report(sample, ["chrf"], StudyOptions(alignments=False, resampling=Resampling(0.95, 100)))
    assert "links" not in read_data(page)


def test_trees_are_parsed_if_asked_for(sample: TestSet, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    pytest.importorskip("spacy")
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path))
    options = StudyOptions(trees="spacy", alignments=False, resampling=Resampling(0.95, 100))
    data = read_data(make_report(sample[:2], ["chrf"], options))
    assert len(data["trees"]) == 2
    reference, *outputs = data["trees"][0]
    assert len(outputs) == 3
    words, heads, relations = reference[0]
    assert len(words) == len(heads) == len(relations)
    assert -1 in heads


def test_a_language_without_english_resources_is_aligned_by_equal_words() -> None:
    test_set = make_test_set({"a": ["мама мыла раму"], "b": ["мама мыла"]}, ["мама мыла раму"], language="ru")
    study = study_test_set(test_set, ["chrf"], FEW)
    assert list(study.alignments["a"].modules) == ["exact"]


def test_the_metric_of_the_verdict_can_be_chosen(sample: TestSet) -> None:
    study = study_test_set(sample, ["chrf", "bleu"], StudyOptions(metric="bleu", resampling=Resampling(0.95, 100)))
    assert study.specs == ["bleu", "chrf"]
    assert " by BLEU " in study.verdict.sentences[0]
    with pytest.raises(SpecError, match="'ter'"):
        study_test_set(sample, ["chrf"], StudyOptions(metric="ter", resampling=Resampling(0.95, 100)))


def test_scores_are_those_of_score(sample: TestSet) -> None:
    study = study_test_set(sample, ["chrf"], FEW)
    references = [list(sample.references.of(at)) for at in range(len(sample))]
    for name, texts in sample.systems.items():
        assert study.comparison.systems[name]["chrf"].value == score(list(texts), references, ["chrf"])["chrf"].value


def test_digests_are_of_the_bytes(tmp_path: Any) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"abc")
    (found, stdin) = digest_files([("hypotheses", str(file)), ("hypotheses", str(file)), ("references", "-")])
    assert found.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert stdin.sha256 == ""
    with pytest.raises(InputError, match="cannot be read"):
        digest_files([("hypotheses", str(tmp_path / "none"))])


def test_a_pipe_is_not_read_again_for_its_digest() -> None:
    ends = os.pipe()
    os.write(ends[1], b"the rest")
    os.close(ends[1])
    (found,) = digest_files([("hypotheses", f"/dev/fd/{ends[0]}")])
    assert (found.sha256, os.read(ends[0], 100)) == ("", b"the rest")
    os.close(ends[0])


def test_an_empty_test_set_is_refused() -> None:
    test_set = make_test_set({"a": []}, [])
    with pytest.raises(InputError, match="empty"):
        study_test_set(test_set)


def test_a_verdict_is_a_paragraph_in_markdown_and_colours_are_explained_where_there_are_some() -> None:
    systems = {"good": ["a small dog"] * 120, "bad": ["a dog"] * 60 + ["a dogs"] * 60}
    described = describe_study(study_test_set(make_test_set(systems, ["a small dog sat"] * 120), ["chrf"], FEW))
    lines = render(described, "md").splitlines()
    assert lines[:2] == ["### Verdict", ""]
    assert lines[2].startswith("good leads by chrF")
    for name in ("text", "md", "latex"):
        assert "in colour" not in render(described, name)
    assert render(described, "html").count("in colour: significantly better than every other system") == 1
