"""The kernel of record batches gives what ``tertium.score`` gives, however rows are cut into batches and partitions."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.errors import InputError, SpecError
from tertium.scale import (
    BadRowError,
    ScoringWork,
    count_references,
    finish,
    keep_rows,
    merge,
    parse_conditions,
    score_rows,
    tally,
)
from tertium.scale.rows import draw_blocks
from tests.encoders.small_encoder import write_encoder
from tests.scale.rows_of_text import SYSTEMS, cut, make_sample, read, read_references, tables

FAST = ("bleu", "chrf++", "ter", "meteor:stages=exact+porter", "nist", "wer", "unigram", "gleu", "ribes", "cder", "per")
ALL = (*FAST, "character", "meteor", "meteor-1.5", "chrf:beta=1", "bleu:tokenize=none,smooth=add-one-all")


def score_in_parts(table: pa.Table, work: ScoringWork, sizes: list[int]) -> tertium.GroupedScores:
    """Do what an engine does: count, tally and merge in partitions, and pickle the work on its way there."""
    partitions = cut(table, sizes)
    if work.list_unfitted():
        counted = chain.from_iterable(count_references(each, work) for each in partitions)
        work = work.fit(pa.Table.from_batches(counted))
    work = pickle.loads(pickle.dumps(work))
    sums = [list(tally(each, work)) for each in partitions]
    merged = [list(merge(each, work)) for each in sums]
    return finish(pa.Table.from_batches(chain.from_iterable(merged)), work)


@given(table=tables, sizes=st.lists(st.integers(0, 4), max_size=4))
def test_groups_have_the_scores_of_their_rows(table: pa.Table, sizes: list[int]) -> None:
    found = score_in_parts(table, ScoringWork(metrics=FAST, by=["group"]), sizes)
    groups = table.column("group").to_pylist()
    assert {key[0] for key in found} == set(groups)
    whole = tertium.make_test_set({"": table.column("hypothesis").to_pylist()}, table.column("reference").to_pylist())
    for group in set(groups):
        part = table.filter(pa.array([each == group for each in groups]))
        test_set = tertium.make_test_set(
            {"": part.column("hypothesis").to_pylist()}, part.column("reference").to_pylist()
        )
        expected = tertium.score_systems(test_set, FAST, fit_to=whole.references)[""]
        assert found[group].count == len(test_set)
        for spec in FAST:
            assert found[group][spec].value == pytest.approx(expected[spec].value, rel=1e-12, abs=1e-12)
            assert found[group][spec].signature == expected[spec].signature


@given(table=tables, sizes=st.lists(st.integers(0, 4), max_size=4))
def test_rows_have_the_scores_of_segments(table: pa.Table, sizes: list[int]) -> None:
    work = ScoringWork(metrics=["bleu", "ter"])
    scored = pa.Table.from_batches(chain.from_iterable(score_rows(each, work) for each in cut(table, sizes)))
    expected = tertium.score(
        table.column("hypothesis").to_pylist(), table.column("reference").to_pylist(), work.metrics
    )
    assert scored.select(table.column_names).equals(table)
    for spec, score in expected.items():
        np.testing.assert_array_equal(scored.column(spec).to_numpy(), score.segments)


def test_sources_in_the_place_of_references(tmp_path: Path) -> None:
    spec = f"bertscore-qe:encoder={write_encoder(tmp_path)},layer=1"
    texts = {"en": ["the cat", "a dog", "", "the cat sat"], "fr": ["le chat", "un chien", "x", "le chat"]}
    table = pa.table({**texts, "group": ["a", "a", "b", "b"]})
    work = ScoringWork(metrics=[spec], hypothesis="en", source="fr", references=(), by=["group"], blocks=8)
    found = score_in_parts(table, work, [1, 2])
    expected = tertium.score(texts["en"], None, [spec], sources=texts["fr"])[spec]
    assert expected.segments is not None
    for group, rows in (("a", slice(0, 2)), ("b", slice(2, 4))):
        assert found[group][spec].value == pytest.approx(expected.segments[rows].mean(), rel=1e-12)
        assert found[group][spec].signature == expected.signature
    # Rows with the same source are one unit.
    (batch,) = table.to_batches()
    blocks = draw_blocks(batch, work)
    assert blocks[0] == blocks[3]
    assert len(set(blocks.tolist())) > 1
    missing = pa.table({"en": ["the cat", "a"], "fr": ["le chat", None], "group": ["a", "a"]})
    with pytest.raises(BadRowError, match=r"row 2 \(group = 'a'\): the source is null"):
        score_in_parts(missing, work, [])
    kept = score_in_parts(missing, replace(work, bad_rows="quarantine"), [])
    assert kept.bad_rows == 1
    assert kept["a"].count == 1


def test_every_metric_on_the_sample() -> None:
    found = score_in_parts(make_sample(), ScoringWork(metrics=ALL, by=["system"]), [5, 11, 1])
    for system in SYSTEMS:
        expected = tertium.score(read(f"system.{system}.txt"), read_references(), ALL)
        for spec, score in expected.items():
            assert found[system][spec].value == pytest.approx(score.value, rel=1e-12)
            assert found[system][spec].components == pytest.approx(score.components, rel=1e-12)


def test_columns_of_any_type_make_groups() -> None:
    table = make_sample()
    numbers = pa.array([None if each == 3 else each % 3 for each in range(table.num_rows)])
    table = table.append_column("part", numbers).append_column("dictionary", table["system"].dictionary_encode())
    found = score_in_parts(table, ScoringWork(metrics=["bleu"], by=["dictionary", "part"]), [20])
    assert list(found)[:2] == [("careful", None), ("careful", 0)]
    assert sum(scores.count for scores in found.values()) == table.num_rows
    with pytest.raises(InputError, match=r"'reference' is of type list.* cannot make groups"):
        score_in_parts(table, ScoringWork(metrics=["bleu"], by=["reference"]), [])


def test_references_may_be_in_several_columns() -> None:
    pairs = read_references()
    table = pa.table(
        {
            "mt": pa.array(read("system.neural.txt"), pa.large_string()),
            "A": pa.array([first for first, _ in pairs]).dictionary_encode(),
            "B": [second if number else None for number, (_, second) in enumerate(pairs)],
        }
    )
    found = score_in_parts(table, ScoringWork(metrics=["bleu"], hypothesis="mt", references=["A", "B"]), [3])
    ragged = [its if number else its[:1] for number, its in enumerate(pairs)]
    assert found.total["bleu"] == tertium.score(read("system.neural.txt"), ragged, ["bleu"])["bleu"]


def make_bad() -> pa.Table:
    """The sample with a null, two rows without a reference, and a hypothesis that WER refuses."""
    rows = make_sample().to_pylist()
    rows[3]["hypothesis"] = None
    rows[5]["reference"] = []
    rows[20]["reference"] = [None]
    rows[30] |= {"hypothesis": "a " * 400_000, "reference": ["b " * 400_000]}
    return pa.Table.from_pylist(rows, schema=make_sample().schema)


def test_a_bad_row_is_named() -> None:
    work = ScoringWork(metrics=["bleu"], by=["system"], row_id="segment")
    named = r"row 4 of partition 7 \(segment = 3, system = 'careful'\): the hypothesis is null\. Mend .*quarantine"
    with pytest.raises(BadRowError, match=named):
        list(tally(make_bad().to_batches(max_chunksize=3), work, "partition 7"))
    with pytest.raises(BadRowError, match=r"^row 1: there is no reference: '.+…'"):
        list(tally(make_bad().slice(5).to_batches(), ScoringWork(metrics=["bleu"])))
    long = r"row 31 \(segment = 2, system = 'literal'\): the hypothesis is so long that wer would take minutes.*: 'a a "
    good = pa.Table.from_batches([make_sample().to_batches()[0].slice(0, 30)])
    rows = pa.concat_tables([good, make_bad().slice(30)])
    with pytest.raises(BadRowError, match=long):
        list(tally(rows.to_batches(), ScoringWork(metrics=["wer"], by=["system"], row_id="segment")))


def test_bad_rows_are_left_out_and_counted() -> None:
    work = ScoringWork(metrics=["bleu", "wer"], by=["system"], bad_rows="quarantine")
    found = score_in_parts(make_bad(), work, [3, 1, 2])
    assert found.bad_rows == 4
    assert [found[system].count for system in SYSTEMS] == [12, 13, 13]
    good = [number for number in range(14) if number not in (3, 5)]
    expected = tertium.score(
        [read("system.careful.txt")[number] for number in good],
        [read_references()[number] for number in good],
        work.metrics,
    )
    assert found["careful"]["wer"].value == pytest.approx(expected["wer"].value, rel=1e-12)
    scored = pa.Table.from_batches(score_rows(make_bad().to_batches(max_chunksize=4), work))
    reasons = {number: each for number, each in enumerate(scored.column("bad_row").to_pylist()) if each}
    assert list(reasons) == [3, 5, 20, 30]
    assert reasons[5] == reasons[20] == "there is no reference"
    assert scored.column("bleu").is_null().to_pylist().count(True) == 4


def test_nothing_but_bad_rows_is_an_error() -> None:
    table = make_bad().slice(5, 1)
    with pytest.raises(InputError, match="all 1 rows are bad"):
        score_in_parts(table, ScoringWork(metrics=["bleu"], bad_rows="quarantine"), [])
    empty = pa.Table.from_batches([], schema=make_sample().schema)
    work = ScoringWork(metrics=["bleu"])
    schema = next(tally(make_sample().to_batches(), work)).schema
    with pytest.raises(InputError, match="not a single row"):
        finish(pa.Table.from_batches(tally(empty.to_batches(), work), schema=schema), work)


def test_rows_are_kept_by_their_scores() -> None:
    table = make_sample()
    conditions = parse_conditions(["bleu > 30", "ter<=50"])
    work = ScoringWork(metrics=["bleu", "ter"])
    kept = pa.Table.from_batches(keep_rows(table.to_batches(max_chunksize=4), work, conditions), table.schema)
    scored = pa.Table.from_batches(score_rows(table.to_batches(), work))
    expected = scored.filter(pc.and_(pc.greater(scored["bleu"], 30), pc.less_equal(scored["ter"], 50)))
    assert 0 < kept.num_rows < table.num_rows
    assert kept.equals(expected.select(table.column_names))


@pytest.mark.parametrize("text", ["bleu", "bleu = 3", "bleu > many", "> 3", "bleu > 1.2.3", ""])
def test_other_conditions_are_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"is not a condition.*chrf\+\+ >= 40"):
        parse_conditions(text)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"metrics": "bleu"}, "the metrics are one string"),
        ({"metrics": ["blue"]}, "there is no metric 'blue'"),
        ({"references": []}, "there is no column of references, and bleu needs references"),
        ({"metrics": ["bertscore-qe"]}, "bertscore-qe needs the source segments. Name their column as source"),
        ({"metrics": ["slor:index=x"], "references": (), "blocks": 9}, "which rows are the same segment"),
        ({"bad_rows": "ignore"}, "there is no way with bad rows 'ignore'"),
        ({"blocks": -1}, "there are -1 blocks"),
        ({"blocks": 1 << 32}, "there are 4294967296 blocks"),
        ({"seed": -1}, "the seed is -1"),
        ({"metrics": ["blend"], "language": "de"}, "blend"),
    ],
)
def test_work_that_cannot_be_done_is_refused_at_once(settings: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        ScoringWork(**{"metrics": ["bleu"], **settings})  # type: ignore[arg-type]


def test_a_missing_column_is_named() -> None:
    with pytest.raises(InputError, match=r"no column 'mt'.*Choose from: system, segment, hypothesis, reference"):
        list(tally(make_sample().to_batches(), ScoringWork(metrics=["bleu"], hypothesis="mt")))
    with pytest.raises(InputError, match=r"the data type of the column 'segment' is integers"):
        list(tally(make_sample().to_batches(), ScoringWork(metrics=["bleu"], hypothesis="segment")))
    table = make_sample().append_column("bleu", pa.array(range(42)))
    with pytest.raises(InputError, match="there is a column 'bleu' already"):
        list(score_rows(table.to_batches(), ScoringWork(metrics=["bleu"])))


def test_metrics_that_need_it_have_to_be_fitted() -> None:
    work = ScoringWork(metrics=["nist"])
    with pytest.raises(SpecError, match=r"'nist' has to see all references.*count_references"):
        list(tally(make_sample().to_batches(), work))
    other = replace(work, metrics=["bleu"])
    assert list(count_references(make_sample().to_batches(), other)) == []
