"""Exports of marot, Appraise and Pearmut: judgments, marked errors, quality control, and broken files."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.errors import InputError, SpecError
from tertium.meta import correlate, read_judged, read_judgments
from tertium.meta.judgments.mqm_weights import MqmWeights
from tertium.types import References, TestSet

OUTPUTS = {"one": ["a red dog", "a cat sat", "no"], "two": ["dog", "cat", "yes"]}
REFERENCES = ["the red dog", "the cat sat", "no"]
SOURCES = ["ein roter Hund", "eine Katze", "nein"]


@pytest.fixture
def test_set() -> TestSet:
    return TestSet(systems=OUTPUTS, references=References.from_nested(REFERENCES), sources=SOURCES)


def write_texts(folder: Path) -> None:
    for name, texts in OUTPUTS.items():
        (folder / f"system.{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    (folder / "reference.txt").write_text("\n".join(REFERENCES) + "\n", encoding="utf-8")
    (folder / "source.txt").write_text("\n".join(SOURCES) + "\n", encoding="utf-8")


# marot

HEADER = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"
RATINGS = [
    "one\td:de-en\t1\t1\tr1\tein roter Hund\ta <v>red</v> dog\tAccuracy/Mistranslation\tMajor\t{}",
    "one\td:de-en\t1\t1\tr1\tein roter Hund\ta red dog<v></v>\tFluency/Punctuation\tminor\t{}",
    "one\td:de-en\t1\t1\tr2\tein roter Hund\ta red dog\tNo-error\tNo-error\t{}",
    "one\td:de-en\t2\t2\tr1\teine <v>Katze</v>\ta cat sat\tAccuracy/Omission\tMinor\t{}",
    "two\td:de-en\t1\t1\tr1\tein roter Hund\tdog\tNon-translation!\tMajor\t{}",
    "two\td:de-en\t2\t2\tr1\teine Katze\tcat\tStyle/Awkward\tNeutral\t{}",
    "two\td:de-en\t2\t2\tr1\teine Katze\tcat\tOther\tHOTW-test\t{}",
    'two\td:de-en\t2\t2\t\teine Katze\tcat\t\t\t{"segment": {"metrics": {"x": 1}}}',
]


def write_ratings(folder: Path, rows: Sequence[str] = RATINGS, header: str | None = HEADER) -> Path:
    path = folder / "mqm.tsv"
    path.write_text("\n".join([*filter(None, [header]), *rows, ""]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "header", [HEADER, HEADER.replace("docSegId", "doc_id").replace("globalSegId", "seg_id"), None]
)
def test_ratings_of_marot(tmp_path: Path, test_set: TestSet, header: str | None) -> None:
    found = read_judgments(write_ratings(tmp_path, header=header), test_set=test_set)
    assert found.kinds == ["mqm"]
    scores = found.segment_scores(["one", "two"], 3)
    # By hand, as score_mqm has it: minus the mean over raters of the summed weights.
    np.testing.assert_allclose(scores[:, :2], [[-(5 + 0.1 + 0) / 2, -1], [-25, 0]], rtol=0, atol=1e-12)
    assert np.isnan(scores[:, 2]).all()
    assert found.notes == ["left out as quality control: 1 attention tests (HOTW)"]
    assert found == read_judgments(tmp_path / "mqm.tsv")  # the numbers are enough


def test_marks_of_marot_are_kept(tmp_path: Path) -> None:
    spans = read_judgments(write_ratings(tmp_path)).spans
    assert spans is not None
    rows = list(
        zip(spans.system, spans.segment.tolist(), spans.side, spans.start, spans.stop, spans.severity, strict=True)
    )
    assert rows == [
        ("one", 1, "target", 2, 5, "Major"),
        ("one", 1, "target", 9, 9, "minor"),
        ("one", 2, "source", 5, 10, "Minor"),
        ("two", 1, "", -1, -1, "Major"),
        ("two", 2, "", -1, -1, "Neutral"),
    ]
    assert OUTPUTS["one"][0][2:5] == "red"
    assert len(read_judgments(tmp_path / "mqm.tsv").select(np.array([0])).spans or ()) == 2


def test_weights_can_be_set(tmp_path: Path) -> None:
    path = write_ratings(tmp_path)
    found = read_judgments(path, weights="major=10,minor/fluency=0.5,neutral=0.25")
    # Google's weight of minor errors of punctuation is still the most specific.
    np.testing.assert_allclose(found.segment_scores(["one", "two"], 2), [[-(10 + 0.1) / 2, -1], [-25, -0.25]])
    with pytest.raises(InputError, match=r"mqm\.tsv:2: the severity 'Grave' has no weight"):
        read_judgments(write_ratings(tmp_path, [RATINGS[0].replace("Major", "Grave")]))
    assert read_judgments(path, weights="grave=2").value.tolist() == [2.0]
    for text in ("major", "major=", "=5", "major=-1", "major=inf"):
        with pytest.raises(SpecError):
            MqmWeights.parse(text)


def test_segments_without_numbers_are_found_by_their_texts(tmp_path: Path, test_set: TestSet) -> None:
    rows = [row.replace("\t1\t1\t", "\t1\t0\t").replace("\t2\t2\t", "\t2\t0\t") for row in RATINGS]
    path = write_ratings(tmp_path, rows)
    assert read_judgments(path, test_set=test_set).segment.tolist() == [1, 1, 1, 2, 1, 2]
    with pytest.raises(InputError, match="cannot be known which segment"):
        read_judgments(path)


def test_other_texts_are_noted_or_refused(tmp_path: Path, test_set: TestSet) -> None:
    one = [*RATINGS[:5], RATINGS[5].replace("\tcat\t", "\tcats\t")]
    found = read_judgments(write_ratings(tmp_path, one), test_set=test_set)
    assert found.notes == ["1 of 4 annotated texts differ from the outputs; the first is segment 2 of 'two'"]
    shifted = [row.replace("\t2\t2\t", "\t2\t3\t").replace("\t1\t1\t", "\t1\t2\t") for row in RATINGS]
    with pytest.raises(InputError, match="4 of 4 annotated texts differ"):
        read_judgments(write_ratings(tmp_path, shifted), test_set=test_set)


def test_a_folder_with_ratings(tmp_path: Path) -> None:
    write_texts(tmp_path)
    write_ratings(tmp_path)
    (judged,) = read_judged(tmp_path, weights="minor=2")
    assert judged.segment_scores()[0, 1] == -2
    assert "quality control" in judged.notes[0]
    (tmp_path / "other.tsv").write_text((tmp_path / "mqm.tsv").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(InputError, match=r"two exports of annotations here: mqm\.tsv and other\.tsv"):
        read_judged(tmp_path)
    assert read_judged(tmp_path / "mqm.tsv")[0].judgments == read_judged(tmp_path / "other.tsv")[0].judgments


def test_ratings_with_references_need_no_other_file(tmp_path: Path) -> None:
    about = [json.dumps({"segment": {"references": {"A": reference}}}) for reference in REFERENCES]
    rows = [row.removesuffix("{}") + about[int(row.split("\t")[3]) - 1] for row in RATINGS[:6]]
    write_ratings(tmp_path, rows)
    (judged,) = read_judged(tmp_path)
    assert dict(judged.test_set.systems) == {"one": OUTPUTS["one"][:2], "two": OUTPUTS["two"][:2]}
    assert judged.test_set.references.flat == REFERENCES[:2]
    assert judged.test_set.sources == SOURCES[:2]
    write_ratings(tmp_path)
    with pytest.raises(InputError, match=r"mqm\.tsv:2: there is no reference for this segment"):
        read_judged(tmp_path)


# Appraise

NO_ERRORS = '"[]"'
ERRORS = '"[{""start_i"":2,""end_i"":4,""severity"":""minor"",""error_type"":null},' + (
    '{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major"",""error_type"":null}]"'
)
ESA = [
    f"u1,wmt99.one,1,TGT,deu,eng,60,d1#one,False,{ERRORS},10.0,12.0",
    f"u1,wmt99.one,2,TGT,deu,eng,80,d1#one,False,{NO_ERRORS},10.0,12.0",
    f"u1,wmt99.one,2,CHK,deu,eng,90,d1#one,False,{NO_ERRORS},10.0,12.0",
    f"u1,wmt99.one,2,BAD,deu,eng,10,d1#one#bad1,False,{ERRORS},10.0,12.0",
    f"u2,wmt99.two,1,TGT,deu,eng,30,d1#two,False,{NO_ERRORS},10.0,12.0",
    f"u2,deen-tutorial2,3,TGT,deu,eng,0,deen-tutorial2,False,{NO_ERRORS},10.0,12.0",
    f"u2,wmt99.two,2,REF,deu,eng,100,d1#two,False,{NO_ERRORS},10.0,12.0",
]
DA = [row.split(",")[:7] for row in ESA]


def write_rows(folder: Path, rows: Sequence[str], name: str = "scores.csv") -> Path:
    (folder / name).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return folder / name


def test_csv_of_appraise(tmp_path: Path, test_set: TestSet) -> None:
    found = read_judgments(write_rows(tmp_path, ESA), test_set=test_set)
    assert found.kinds == ["esa"]
    assert found.annotators == ["u1", "u2"]
    np.testing.assert_array_equal(found.segment_scores(["one", "two"], 3), [[60, 85, np.nan], [30, np.nan, np.nan]])
    assert found.notes == [
        "left out as quality control: 1 of the type BAD, 1 of a tutorial, 1 of the type REF",
        "1 repeated look of an annotator at the same output: each annotator counts once, with the mean",
    ]
    assert found.spans is not None
    assert found.spans.to_dict() == {
        "system": ["one", "one"],
        "segment": [1, 1],
        "annotator": ["u1", "u1"],
        "side": ["target", ""],
        "start": [2, -1],
        "stop": [5, -1],
        "severity": ["minor", "major"],
        "category": ["", "missing"],
    }


@pytest.mark.parametrize("rest", [[], ["1.0", "2.0"], ["1.0", "2.0", "7", "123"], ["d1", "False", "1.0", "2.0"]])
def test_older_exports_of_appraise_are_direct_assessment(tmp_path: Path, test_set: TestSet, rest: list[str]) -> None:
    rows = [",".join([*cells, *rest]) for cells in DA if "tutorial" not in cells[1]]
    found = read_judgments(write_rows(tmp_path, rows), test_set=test_set)
    assert found.kinds == ["da"]
    assert found.spans is None
    assert len(found) == 4


def test_mqm_campaigns_of_appraise_are_weighed(tmp_path: Path, test_set: TestSet) -> None:
    typed = ERRORS.replace('""error_type"":null', '""error_type"":[""Fluency"",""Punctuation""]')
    rows = [row.replace(",60,", ",0,").replace(",80,", ",0,").replace(ERRORS, typed) for row in ESA[:2]]
    found = read_judgments(write_rows(tmp_path, rows), test_set=test_set)
    assert found.kinds == ["mqm"]
    np.testing.assert_allclose(found.segment_scores(["one"], 2), [[-5.1, 0]])


def test_items_that_are_numbered_anew_need_batches(tmp_path: Path) -> None:
    rows = [*ESA[:2], ESA[4], "u3,wmt99.one,1,TGT,deu,eng,55,d2#one,False,[],1,2"]
    write_texts(tmp_path)
    path = write_rows(tmp_path, rows)
    with pytest.raises(InputError, match=r"scores\.csv:1: it cannot be known which segment"):
        read_judged(tmp_path)
    items = [
        {"itemID": number, "documentID": f"{document}#{name}", "targetID": f"wmt99.{name}", "itemType": "TGT"}
        | {"sourceText": SOURCES[at], "targetText": OUTPUTS[name][at]}
        for name, document, number, at in [
            ("one", "d1", 1, 0),
            ("one", "d1", 2, 1),
            ("two", "d1", 1, 0),
            ("one", "d2", 1, 2),
        ]
    ]
    (tmp_path / "batches.json").write_text(json.dumps([{"items": items, "task": {"batchNo": 1}}]), encoding="utf-8")
    (judged,) = read_judged(tmp_path)
    assert judged.language == "en"
    np.testing.assert_array_equal(judged.segment_scores(), [[60, 80, 55], [30, np.nan, np.nan]])
    path.write_text(path.read_text(encoding="utf-8").replace("d2#one", "d3#one"), encoding="utf-8")
    with pytest.raises(InputError, match=r"scores\.csv:4: item 1 of 'wmt99\.one', document 'd3#one', is not in"):
        read_judged(tmp_path)


def as_jsonl(system: str, segment: int, score: float, **changes: Any) -> str:
    record = {
        "annotator": "u1",
        "source_id": "s",
        "source_text": SOURCES[segment],
        "target_id": system,
        "target_text": OUTPUTS[system][segment],
        "score": score,
        "mqm_annotations": '[{"start_i": 0, "end_i": 0, "severity": "major", "error_type": null}]',
        "item_id": 7,
        "item_type": "TGT",
        "source_language": "deu",
        "target_language": "eng",
        "document_id": f"d#{system}",
    }
    return json.dumps(record | changes)


def test_jsonl_of_appraise_has_texts(tmp_path: Path, test_set: TestSet) -> None:
    one = {"target_id": "one", "target_text": OUTPUTS["one"][2], "score": 1, "mqm_annotations": []}
    rows = [
        as_jsonl("one", 0, 70),
        as_jsonl("two", 1, 50),
        as_jsonl("two", 1, 5, item_type="BAD", target_text="spoilt"),
        as_jsonl("two", 2, 0, targets=[one, one | {"target_id": "two", "target_text": OUTPUTS["two"][2], "score": 2}]),
    ]
    found = read_judgments(write_rows(tmp_path, rows, "scores.jsonl"), test_set=test_set)
    np.testing.assert_array_equal(found.segment_scores(["one", "two"], 3), [[70, np.nan, 1], [np.nan, 50, 2]])
    assert found.spans is not None
    assert found.spans.stop.tolist() == [1, 1]
    assert "1 of the type BAD" in found.notes[0]


# Pearmut


def entry(
    segment: int, scores: dict[str, Any], user: str = "u1", item_i: int | str | None = None, **item: Any
) -> dict[str, Any]:
    texts = {
        "src": SOURCES[segment],
        "tgt": {name: OUTPUTS[name][segment] for name in OUTPUTS},
        "ref": REFERENCES[segment],
    }
    said = {
        name: value if isinstance(value, dict) else {"score": value, "error_spans": [], "textfield": None}
        for name, value in scores.items()
    }
    return {
        "annotation": [said],
        "actions": [],
        "item": [{"item_id": f"i{segment}", **texts, **item}],
        "user_id": user,
        "item_i": segment if item_i is None else item_i,
    }


SPAN = {"start_i": 2, "end_i": 4, "category": None, "severity": "minor"}
MISSING = {"start_i": 9, "end_i": 9, "category": None, "severity": "major"}
ENTRIES = [
    entry(0, {"one": 10, "two": 20}),
    entry(0, {"one": {"score": 70, "error_spans": [SPAN, MISSING]}, "two": 40}),  # the same user again
    entry(1, {"one": 90, "two": 50}, user="u2"),
    entry(2, {"one": 30, "two": 35}, user="u2"),
    entry(2, {"one": 1, "two": 2}, item_i="welcome_0"),
    entry(1, {"one": 3, "two": 4}, validation={"one": {"score": [0, 5]}}),
    entry(2, {"one": 55, "two": 56}),
    {"annotation": "__RESET__", "user_id": "u1", "item_i": 2},
    {"annotation": [None], "item": [{"src": "x", "tgt": {"one": "x"}}], "user_id": "u2", "item_i": 9},
]


def write_entries(folder: Path, entries: Sequence[Any], name: str = "annotations.json") -> Path:
    lines = json.dumps({"campaign": entries}) if name.endswith(".json") else "\n".join(map(json.dumps, entries))
    (folder / name).write_text(lines, encoding="utf-8")
    return folder / name


@pytest.mark.parametrize("name", ["annotations.json", "campaign.jsonl"])
def test_annotations_of_pearmut(tmp_path: Path, name: str) -> None:
    write_entries(tmp_path, ENTRIES, name)
    (judged,) = read_judged(tmp_path)
    assert judged.judgments.kinds == ["esa"]
    assert judged.segment_scores().tolist() == [[70, 90, 30], [40, 50, 35]]
    assert judged.test_set.references.flat == REFERENCES
    assert judged.judgments.annotators == ["u1", "u2"]
    assert judged.notes[0] == "left out as quality control: 1 documents of welcome, 1 items with validation"
    assert judged.notes[1] == "2 entries were replaced by later ones of the same user"
    spans = judged.judgments.spans
    assert spans is not None
    assert list(zip(spans.side, spans.start.tolist(), spans.stop.tolist(), strict=True)) == [
        ("target", 2, 5),
        ("", -1, -1),
    ]
    outcome = correlate(judged, ["chrf"], test="none", statistic="spearman")
    assert outcome.studies[0].judgment == "esa"


def test_protocols_of_pearmut(tmp_path: Path, test_set: TestSet) -> None:
    plain = [entry(0, {"one": 10, "two": 20})]
    assert read_judgments(write_entries(tmp_path, plain), test_set=test_set).kinds == ["da"]
    typed = [entry(0, {"one": {"score": 10, "error_spans": [SPAN | {"category": "Fluency/Punctuation"}]}, "two": 20})]
    found = read_judgments(write_entries(tmp_path, typed), test_set=test_set)
    assert found.kinds == ["mqm", "esa"]
    assert found.segment_scores(["one", "two"], 1, "mqm").tolist() == [[-0.1], [0.0]]
    (tmp_path / "both").mkdir()
    write_entries(tmp_path / "both", [typed[0], entry(1, {"one": 30, "two": 5}), entry(2, {"one": 7, "two": 9})])
    (judged,) = read_judged(tmp_path / "both", check_text=False)
    outcome = correlate(judged, ["chrf"], judgment="esa", normalise="z", test="none")  # errors beside it do not matter
    assert np.isfinite(outcome.studies[0].figures[0].value)
    sliders = [entry(0, {"one": {"sliders": {"Fluency": 3, "Tone": 4}}, "two": {"sliders": {"Fluency": 5, "Tone": 1}}})]
    found = read_judgments(write_entries(tmp_path, sliders), test_set=test_set)
    assert found.kinds == ["fluency", "Tone"]
    assert found.segment_scores(["one", "two"], 1, "Tone").tolist() == [[4.0], [1.0]]


def test_two_campaigns_are_two_sets(tmp_path: Path) -> None:
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps({"a": [ENTRIES[0]], "b": [ENTRIES[2], ENTRIES[3]]}), encoding="utf-8")
    sets = read_judged(tmp_path)
    assert [judged.name.rpartition("/")[2] for judged in sets] == ["a", "b"]
    assert [len(judged.test_set) for judged in sets] == [1, 2]
    assert [judged.name for judged in read_judged(tmp_path, pairs=["b"])] == [sets[1].name]


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (
            lambda folder: write_ratings(folder, [RATINGS[0].replace("\t1\tr1", "\tx\tr1")]),
            r"mqm\.tsv:2: the number of",
        ),
        (lambda folder: write_ratings(folder, [RATINGS[0], "one\td"]), r"mqm\.tsv:3: expected 10 cells, but found 2"),
        (
            lambda folder: write_ratings(folder, [RATINGS[0].replace("one", "six", 1)]),
            r"mqm\.tsv:2: there is no output of",
        ),
        (
            lambda folder: write_ratings(folder, [RATINGS[0].replace("\t1\t1\t", "\t1\t9\t")]),
            r":2: the segment is 9, but",
        ),
        (lambda folder: write_ratings(folder, [RATINGS[7]]), "there is no rating in the file"),
        (
            lambda folder: write_rows(folder, [ESA[0], ESA[1].replace(",80,", ",good,")]),
            r"scores\.csv:2: the score is 'good'",
        ),
        (
            lambda folder: write_rows(folder, [ESA[0], ESA[1].replace("TGT", "XXX")]),
            r":2: the type of the item is 'XXX'",
        ),
        (lambda folder: write_rows(folder, [ESA[0], "u1,one"]), r"scores\.csv:2: the row has 2 cells"),
        (
            lambda folder: write_rows(folder, [ESA[0].replace(":4,", ":1,")]),
            r":1: the errors cannot be read: an error goes",
        ),
        (
            lambda folder: write_rows(folder, [ESA[0].replace("wmt99.one,1", "wmt99.one,x")]),
            "the number of the item is 'x'",
        ),
        (lambda folder: write_rows(folder, [ESA[3]]), "no output of deu-eng was judged"),
        (
            lambda folder: write_rows(folder, [as_jsonl("one", 0, 1), "{}"], "s.jsonl"),
            r"s\.jsonl:2: there is no 'item_type'",
        ),
        (
            lambda folder: write_rows(folder, [as_jsonl("one", 0, 1, target_text="x")], "s.jsonl"),
            r"jsonl:1: the text is not",
        ),
        (lambda folder: write_entries(folder, [{"annotation": []}]), "entry 1: there is no annotation, or no user_id"),
        (lambda folder: write_entries(folder, [entry(0, {"one": "good"})]), "the score of 'one' is 'good'"),
        (
            lambda folder: write_entries(folder, [entry(0, {"six": 3})]),
            "entry 1: there is no output of the system 'six'",
        ),
        (
            lambda folder: write_entries(folder, [entry(0, {"one": 1}), entry(1, {"one": 1}, item_id="i0")]),
            "entry 2: the item 'i0' has another text",
        ),
        (
            lambda folder: write_entries(folder, [entry(0, {"one": {"sliders": {"rank": 1}}})]),
            "a slider is called 'rank'",
        ),
        (
            lambda folder: write_entries(folder, [entry(0, {"one": {"score": 1, "error_spans": [{"start_i": 3}]}})]),
            "an error goes from 3 to None",
        ),
        (lambda folder: write_entries(folder, [{"annotation": 1, "user_id": 2}]), "one annotation per item"),
        (
            lambda folder: write_ratings(folder, header=HEADER.replace("severity", "severty")),
            "mqm.tsv:1: there is no column 'severity', which MQM ratings need.*category, severty, metadata",
        ),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, test_set: TestSet, write: Callable[[Path], Path], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_judgments(write(tmp_path), test_set=test_set)
    assert caught.value.remedy
    assert caught.value.file


def test_options_that_have_no_effect_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="whose columns have fixed names"):
        read_judgments(write_ratings(tmp_path), {"value": "x"})
    (tmp_path / "j.tsv").write_text("system\tsegment\tkind\tvalue\none\t1\tda\t3\n", encoding="utf-8")
    with pytest.raises(SpecError, match="no effect"):
        read_judgments(tmp_path / "j.tsv", weights="minor=2")
