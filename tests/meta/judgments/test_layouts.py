"""Folders of judged translations: the real ones, and broken ones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from tertium import samples
from tertium.errors import InputError
from tertium.meta.judgments.judged_set import JudgedSet
from tertium.meta.judgments.layouts import read_judged


def read_tsv(path: Path) -> list[dict[str, str]]:
    header, *rows = [line.split("\t") for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")]
    return [dict(zip(header, row, strict=True)) for row in rows]


def by_pair(sets: list[JudgedSet]) -> dict[str, JudgedSet]:
    return {judged.name.rpartition("/")[2]: judged for judged in sets}


def wmt_sentence_bleu(hypothesis: str, reference: str) -> float:
    """As the data's README defines the official one: whitespace tokens, each precision with one added."""
    ours, theirs = hypothesis.split(), reference.split()
    score = 0.0
    for order in range(1, 5):
        grams, others = (Counter(zip(*(words[at:] for at in range(order)), strict=False)) for words in (ours, theirs))
        score += math.log(((grams & others).total() + 1) / (grams.total() + 1)) / 4
    return min(1.0, math.exp(1 - len(theirs) / len(ours))) * math.exp(score) if ours else 0.0


@pytest.mark.parametrize(
    ("folder", "count", "pearson"),
    [
        ("wmt15-daseg", 500, {"cs-en": 0.474, "de-en": 0.528, "fi-en": 0.527, "ru-en": 0.534, "en-ru": None}),
        ("wmt16-daseg", 560, {"cs-en": None, "de-en": None, "ru-en": None, "en-ru": None}),
        ("wmt17-toen", 560, {"de-en": 0.4325, "lv-en": 0.3931, "zh-en": 0.5118}),
    ],
)
def test_direct_assessment_and_official_sentence_bleu(
    data: Path, folder: str, count: int, pearson: dict[str, float | None]
) -> None:
    sets = by_pair(read_judged(data / folder))
    assert set(sets) == set(pearson)
    for pair, judged in sets.items():
        assert judged.language == pair[-2:]
        assert judged.judgments.kinds == ["da-z"]
        flat = judged.flat()
        assert len(flat) == len(judged.judged_cells()) == count
        wanted = pearson[pair]
        if wanted is not None:
            scores = [wmt_sentence_bleu(*texts) for texts in zip(flat.hypotheses, flat.references.flat, strict=True)]
            found = np.corrcoef(scores, flat.scores)[0, 1]
            assert found == pytest.approx(wanted, abs=0.0006 if folder == "wmt15-daseg" else 0.00006)


def test_wmt17_has_all_outputs_and_judgments_of_systems(made_data: Path) -> None:
    folder = made_data / "wmt17-toen"
    rows, segments = read_tsv(folder / "sys_da.tsv"), read_tsv(folder / "seg_da.tsv")
    sets = by_pair(read_judged(folder))
    assert list(sets) == ["de-en", "lv-en"]
    for pair, judged in sets.items():
        expected = {row["system"]: float(row["human_da_z"]) for row in rows if row["lp"] == pair}
        assert dict(zip(judged.systems, judged.system_scores().tolist(), strict=True)) == expected
        assert len(judged.judgments) == sum(row["lp"] == pair for row in segments) + len(expected)
        assert all(len(outputs) == 300 for outputs in judged.test_set.systems.values())


def test_entities_are_turned_only_on_request(made_data: Path) -> None:
    stored, turned = (
        read_judged(made_data / "wmt17-toen", pairs=["lv-en"], unescape=wanted)[0].flat() for wanted in (False, True)
    )
    assert any("&apos;" in text for text in stored.hypotheses)
    assert not any("&apos;" in text or "&quot;" in text for text in [*turned.hypotheses, *turned.references.flat])
    assert [unescape(text) for text in stored.hypotheses] == turned.hypotheses


def test_wmt21_has_two_references_and_no_human(made_data: Path) -> None:
    sets = by_pair(read_judged(made_data / "wmt21-toen"))
    assert {pair: len(judged.systems) for pair, judged in sets.items()} == {"cs-en": 6, "de-en": 6}
    for judged in sets.values():
        assert set(judged.test_set.references.counts.tolist()) == {2}
        assert ["HUMAN" in note for note in judged.notes] == [True]
        assert judged.judgments.kinds == ["da", "da-z"]
    rows = {row["system"]: row for row in read_tsv(made_data / "wmt21-toen" / "sys_da.tsv") if row["lp"] == "de-en"}
    judged = sets["de-en"]
    for kind, column in (("da", "human_raw"), ("da-z", "human_z")):
        assert judged.system_scores(kind).tolist() == [float(rows[name][column]) for name in judged.systems]


def test_wmt12_win_ratios_are_the_official_ones(data: Path) -> None:
    official = read_tsv(data / "wmt12-ranking" / "sys_human.tsv")
    raw = Counter(row["lp"] for row in read_tsv(data / "wmt12-ranking" / "judgments_pairwise.tsv"))
    for pair, judged in by_pair(read_judged(data / "wmt12-ranking")).items():
        expected = {row["system"]: row for row in official if row["lp"] == pair}
        assert set(judged.systems) == set(expected)
        ratios = [float(expected[name]["win_ratio_no_ties"]) for name in judged.systems]
        np.testing.assert_allclose(judged.system_scores(), ratios, atol=5.1e-6)
        found = judged.judgments.comparisons(judged.systems)
        assert len(found) == raw[pair]  # each row once, none twice
        wins = np.bincount(found.better[~found.tie], minlength=len(judged.systems))
        assert wins.tolist() == [int(expected[name]["wins"]) for name in judged.systems]


def test_two_references_help(data: Path) -> None:
    judged = read_judged(data / "mlqe-eten-2ref")[0]
    flat = judged.flat()
    assert (len(flat), set(flat.references.counts.tolist())) == (1000, {2})
    # The README of the data calls these figures those of WMT's sentence BLEU; they are those of sacrebleu's.
    bleu = BLEU(effective_order=True)
    for chosen, wanted in ((slice(0, 1), 0.417), (slice(1, 2), 0.426), (slice(0, 2), 0.494)):
        scores = [
            bleu.sentence_score(text, flat.references.of(number)[chosen]).score
            for number, text in enumerate(flat.hypotheses)
        ]
        assert np.corrcoef(scores, flat.scores)[0, 1] == pytest.approx(wanted, abs=0.0006)


def test_adequacy_and_fluency(made_data: Path) -> None:
    sets = by_pair(read_judged(made_data / "believability-ad-fl", pairs=["ko-en", "fa-en"]))
    assert list(sets) == ["ko-en", "fa-en"]
    rows = [row for row in read_tsv(made_data / "believability-ad-fl" / "seg.tsv") if row["lp"] == "ko-en"]
    judged = sets["ko-en"]
    assert judged.judgments.annotators == ["mean"]
    raw = [(float(row["adequacy_raw_mean"]) + float(row["fluency_raw_mean"])) / 2 for row in rows]
    np.testing.assert_allclose(judged.segment_scores()[0], raw)
    normalised = [(float(row["adequacy_z"]) + float(row["fluency_z"])) / 2 for row in rows]
    np.testing.assert_allclose(judged.segment_scores("combined-z")[0], normalised)


def test_the_sample_is_a_tidy_folder() -> None:
    file = samples.path("judgments.tsv")
    for path in (file, file.parent):
        judged = read_judged(path)[0]
        assert (judged.name, len(judged.systems), len(judged.test_set)) == ("samples", 3, 14)
        assert set(judged.test_set.references.counts.tolist()) == {2}


SEGMENTS = "lp\tsystem\tsid\thuman_da_z\tsource\treference\thypothesis\n"
PAIRS = "lp\tsrc_index\tjudge\tsystem_a\trank_a\tsystem_b\trank_b\n"


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


TIDY = "system\tsegment\tkind\tvalue\n"
BESIDE = {"system.A.txt": "one\n", "reference.A.txt": "one\n"}
OUTPUTS = {
    "de-en/hyp.A.txt": "one\ntwo\nthree\n",
    "de-en/hyp.B.txt": "one\n2\n3\n",
    "de-en/hyp.C.txt": "1\n2\n&amp;\n",
    "de-en/reference.txt": "r\ns\n\n",
}


def test_one_judgment_of_several_systems_counts_once(tmp_path: Path) -> None:
    rows = "de-en\tA+B\t1\t0.5\t\tr\tone\nde-en\tC\t3\t1\t\t\t&amp;\n"
    judged = read_judged(write(tmp_path, {**OUTPUTS, "seg_da.tsv": SEGMENTS + rows}), unescape=True)[0]
    systems, segments = judged.judged_cells()
    assert (systems.tolist(), segments.tolist()) == ([0, 2], [0, 2])
    assert judged.flat().hypotheses == ["one", "&"]
    assert judged.test_set.sources is None


def test_a_tidy_folder_may_have_other_names_of_columns(tmp_path: Path) -> None:
    write(tmp_path, {**BESIDE, "judgments.tsv": "System\tseg\tkind\tvalue\nA\t1\tda\t70\n"})
    assert read_judged(tmp_path)[0].judgments.segment.tolist() == [1]


ONE = ("de-en", "1", "0.5", "r", "h")


@pytest.mark.parametrize(
    ("files", "kinds"),
    [
        ({"seg_da.tsv": "lp\tidx\thuman_da_z\treference\thypothesis\n" + "\t".join(ONE) + "\n"}, ["da-z"]),
        ({"seg_da.tsv": "lp\tsystem\tsid\thuman_da_z\nde-en\tA\t1\t0.5\n"}, ["da-z"]),
        ({"sys_da.tsv": "lp\tsystem\thuman_raw\nde-en\tA\t70\n"}, ["da"]),
        ({"sys_da.tsv": "lp\tsystem\thuman_z\nde-en\tA\t0.5\n"}, ["da-z"]),
        ({"sys_da.tsv": "lp\tsystem\thuman_da_z\nde-en\tA\t0.5\n"}, ["da-z"]),
        ({"sys_human.tsv": "lp\tsystem\twins\tge_ratio\nde-en\tA\t7\t0.6\n"}, ["wins"]),
        ({"sys_human.tsv": "lp\tsystem\tge_ratio\twin_ratio_no_ties\nde-en\tA\t0.6\t0.5\n"}, ["wins"]),
        ({"sys_human.tsv": "lp\tsystem\thuman_raw\thuman_z\nde-en\tA\t70\t0.5\n"}, ["da", "da-z"]),
        (
            {"seg.tsv": "lp\tsegid\tfluency_z\treference_tok\thypothesis_tok\n" + "\t".join(ONE) + "\n"},
            ["fluency-z"],
        ),
    ],
)
def test_only_what_is_used_is_needed(tmp_path: Path, files: Mapping[str, str], kinds: list[str]) -> None:
    (judged,) = read_judged(write(tmp_path, {**OUTPUTS, **files}))
    assert judged.judgments.kinds == kinds
    assert judged.judgments.value[-1] in (0.5, 0.6, 70)
    assert judged.test_set.sources is None


def test_systems_may_be_judged_beside_segments(tmp_path: Path) -> None:
    """As in WMT17, with the columns of WMT21; a system without output is left out here as it is there."""
    segments = "lp\tsystem\tsid\thuman_da_z\nde-en\tA\t1\t0.5\n"
    systems = "lp\tsystem\thuman_raw\thuman_z\nde-en\tA\t70\t0.2\nde-en\tHUMAN\t90\t0.9\nfr-en\tX\t1\t1\n"
    (judged,) = read_judged(write(tmp_path, {**OUTPUTS, "seg_da.tsv": segments, "sys_da.tsv": systems}))
    assert judged.judgments.kinds == ["da", "da-z"]
    assert judged.system_scores("da")[0] == 70
    assert judged.notes == ["'HUMAN' was judged, but is left out: there is no output of it"]
    mixed = {"seg_da.tsv": "lp\tidx\thuman_da_z\treference\thypothesis\n" + "\t".join(ONE) + "\n"}
    (judged,) = read_judged(write(tmp_path, mixed))
    assert judged.notes == ["sys_da.tsv is not used: seg_da.tsv has no column system"]


@pytest.mark.parametrize(
    ("header", "name", "kinds", "references", "has_source"),
    [
        ("z_mean\tsource_et\treference\thypothesis", "/et-en", ["da-z"], 1, True),
        ("mean\toriginal\treference\ttranslation", "", ["da"], 1, True),
        ("da_z\treference1\treference2\thypothesis", "", ["da-z"], 2, False),
        ("da_raw\tlp\treference\tmt", "/ne-en", ["da"], 1, False),
    ],
)
def test_the_layout_of_mlqe_needs_outputs_references_and_a_mean(
    tmp_path: Path, header: str, name: str, kinds: list[str], references: int, has_source: bool
) -> None:
    write(tmp_path, {"seg.tsv": f"{header}\n0.5\tne-en\tb\tc\n"})
    (judged,) = read_judged(tmp_path)
    assert judged.name == tmp_path.name + name
    assert judged.judgments.kinds == kinds
    assert judged.test_set.references.counts.tolist() == [references]
    assert (judged.test_set.sources is not None) == has_source


def test_the_rankings_come_before_their_summary(tmp_path: Path) -> None:
    pairs = PAIRS + "de-en\t1\tx\tA\t1\tB\t2\n"
    summary = "lp\tsystem\twin_ratio_no_ties\nde-en\tA\t0.5\n"
    files = {**OUTPUTS, "judgments_pairwise.tsv": pairs, "sys_human.tsv": summary}
    assert read_judged(write(tmp_path, files))[0].judgments.kinds == ["rank"]


def test_one_of_several_columns_is_needed(tmp_path: Path) -> None:
    write(tmp_path, {**OUTPUTS, "sys_da.tsv": "lp\tsystem\tz\nde-en\tA\t1\n"})
    with pytest.raises(InputError, match="there is no column 'human_raw' or 'human_z' or 'human_da_z'"):
        read_judged(tmp_path)


def test_pairs_become_sheets_again(tmp_path: Path) -> None:
    rows = [
        ("1", "x", "A", "1", "B", "2"),
        ("1", "x", "A", "1", "C", "3"),
        ("1", "x", "B", "2", "C", "3"),
        ("2", "x", "A", "1", "B", "2"),  # the same two, twice, and otherwise
        ("2", "x", "A", "2", "B", "2"),
        ("1", "x", "B", "1", "A", "1"),  # comes back to segment 1
    ]
    text = PAIRS + "".join("\t".join(("de-en", *row)) + "\n" for row in rows)
    judgments = read_judged(write(tmp_path, {**OUTPUTS, "judgments_pairwise.tsv": text}))[0].judgments
    assert Counter(judgments.sheet or ()) == {"1": 3, "2": 2, "3": 2, "4": 2}
    found = judgments.comparisons()
    assert (len(found), int(found.tie.sum())) == (6, 2)
    np.testing.assert_allclose(judgments.system_scores(["A", "B", "C"]), [1, 1 / 3, 0])


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        ({"seg_da.tsv": SEGMENTS + "de-en\tA\t4\t1\t\t\tone\n"}, "seg_da.tsv:2", "the sid is 4, but there are 3"),
        ({"seg_da.tsv": SEGMENTS + "de-en\tA\t0\t1\t\t\tone\n"}, "seg_da.tsv:2", "whole number, 1 or more"),
        ({"seg_da.tsv": SEGMENTS + "de-en\tD\t1\t1\t\t\tone\n"}, "seg_da.tsv:2", "'D' was judged"),
        ({"seg_da.tsv": SEGMENTS + "de-en\tA+D\t1\t1\t\t\tone\n"}, "seg_da.tsv:2", "'D' was judged"),
        ({"seg_da.tsv": SEGMENTS + "de-en\tA\t2\t1\t\t\tone\n"}, "seg_da.tsv:2", "is not line 2 of hyp.A.txt"),
        ({"seg_da.tsv": SEGMENTS + "de-en\tA+C\t1\t1\t\t\tone\n"}, "seg_da.tsv:2", "is not line 1 of hyp.C.txt"),
        ({"seg_da.tsv": SEGMENTS + "de-en\tA\t1\tNaN\t\t\tone\n"}, "seg_da.tsv:2", "the human_da_z is 'NaN'"),
        ({"seg_da.tsv": SEGMENTS + "de-en\tA\t1\t1\t\t\tone\n" * 2}, "seg_da.tsv:3", "is the second of da-z"),
        ({"seg_da.tsv": SEGMENTS + "fr-en\tA\t1\t1\t\t\tone\n"}, "fr-en", "no such file"),
        ({"seg_da.tsv": SEGMENTS}, "seg_da.tsv", "the table has no rows"),
        ({"seg_da.tsv": ""}, "seg_da.tsv", "the file is empty"),
        ({"seg_da.tsv": SEGMENTS.replace("\tsid", "")}, "seg_da.tsv:1", "there is no column 'sid'"),
        (
            {"seg_da.tsv": SEGMENTS + "de-en\tA\t1\t1\t\t\tone\n", "sys_da.tsv": "lp\tsystem\tz\nde-en\tA\t1\n"},
            "sys_da.tsv:1",
            "there is no column 'human_raw or human_z or human_da_z'",
        ),
        (
            {"sys_da.tsv": "lp\tsystem\thuman_raw\thuman_z\nde-en\tA\t1\t1\nde-en\tA\t1\t1\n"},
            "sys_da.tsv:3",
            "system 'A' is there already, on line 2",
        ),
        (
            {"seg_da.tsv": "lp\tidx\thuman_da_z\tsource\treference\thypothesis\nde-en\t1\tx\ta\tb\tc\n"},
            "seg_da.tsv:2",
            "the human_da_z is 'x'",
        ),
        (
            {"seg.tsv": "idx\tda_z\tsource\thypothesis\n1\t1\ta\tb\n"},
            "seg.tsv:1",
            "there is no column reference, nor reference1",
        ),
        (
            {"judgments_pairwise.tsv": PAIRS + "de-en\t1\tx\tA\t1\tA\t2\n"},
            "pairwise.tsv:2",
            "'A' is compared with itself",
        ),
        ({"judgments_pairwise.tsv": PAIRS + "de-en\t9\tx\tA\t1\tB\t2\n"}, "pairwise.tsv:2", "the src_index is 9"),
        ({"judgments_pairwise.tsv": PAIRS + "de-en\t1\tx\tA\t1\tZ\t2\n"}, "pairwise.tsv:2", "'Z' was judged"),
        ({"judgments_pairwise.tsv": PAIRS + "de-en\t1\tx\tA\t0\tB\t2\n"}, "pairwise.tsv:2", "the rank_a is '0'"),
        ({"judgments.tsv": TIDY + "A\t1\tda\t1\n"}, "", "there are no outputs here"),
        ({"judgments.tsv": TIDY + "A\t1\tda\t1\nB\t1\tda\t1\n", **BESIDE}, "judgments.tsv:3", "'B' was judged"),
        ({"judgments.tsv": TIDY + "A\t0\tda\t1\nA\t2\tda\t1\n", **BESIDE}, "judgments.tsv:3", "the segment is 2"),
        ({"other.tsv": "a\n"}, "", "the folder has no judgments in a known layout"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, files: Mapping[str, str], place: str, message: str
) -> None:
    write(tmp_path, {**OUTPUTS, **files})
    with pytest.raises(InputError) as caught:
        read_judged(tmp_path)
    assert message in str(caught.value)
    assert place in str(caught.value).partition(": ")[0]
    assert caught.value.remedy


def test_outputs_of_different_length_are_refused(tmp_path: Path) -> None:
    files = {**OUTPUTS, "de-en/hyp.B.txt": "one\n", "seg_da.tsv": SEGMENTS + "de-en\tA\t1\t1\t\t\tone\n"}
    with pytest.raises(InputError, match=r"hyp\.B\.txt:2: there are 1 lines, but reference\.txt has 3"):
        read_judged(write(tmp_path, files))


def test_what_is_not_utf8_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {**OUTPUTS, "seg_da.tsv": SEGMENTS + "de-en\tA\t1\t1\t\t\tone\n"})
    (tmp_path / "de-en" / "hyp.A.txt").write_bytes(b"one\ntw\xff\nthree\n")
    with pytest.raises(InputError, match=r"hyp\.A\.txt:2: byte 3 of the line, 0xFF, is not valid UTF-8"):
        read_judged(tmp_path)


def test_pairs_that_are_not_there_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {**OUTPUTS, "seg_da.tsv": SEGMENTS + "de-en\tA\t1\t1\t\t\tone\n"})
    with pytest.raises(InputError, match=r"there is no language pair 'fr-en'.*There are: de-en"):
        read_judged(tmp_path, pairs=["fr-en"])
    with pytest.raises(InputError, match="one string"):
        read_judged(tmp_path, pairs="de-en")
    with pytest.raises(InputError, match="no such file"):
        read_judged(tmp_path / "nowhere")
