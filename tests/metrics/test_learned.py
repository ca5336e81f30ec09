"""Learned metrics: features against their definitions, model files, and how blend agrees with people."""

from __future__ import annotations

import csv
import importlib
import math
import runpy
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tertium.errors import InputError, MissingExtraError, SpecError, TextError
from tertium.metrics import Batch, features
from tertium.metrics.features import frequency, vectors
from tertium.metrics.features.predictor import Kernel, Linear, Trees
from tertium.metrics.features.text import Pairs, split
from tertium.metrics.learned import Blend, Learned, LearnedMetric
from tertium.types import References
from tests.oracle import features as oracle
from tests.strategies import texts

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src" / "tertium" / "metrics" / "blend.toml"

WORDS = [
    *(
        "the",
        "a",
        "of",
        "to",
        "in",
        "is",
        "was",
        "not",
        "no",
        "it",
        "he",
        "she",
        "they",
        "we",
        "i",
        "his",
        "their",
        "us",
    ),
    *("big", "large", "house", "home", "car", "vehicle", "vehicles", "minister", "quickly", "rapidly", "went", "goes"),
    *("panikadila", "shevchenko", "shevchenka", "zürich", "2014", "180,000", "1.5", "'s", "x9", "e", "ü"),
    *(".", ",", "-", '"', "?"),
]
LISTS = st.lists(st.sampled_from(WORDS), max_size=14)


def score(metric: LearnedMetric, hypotheses: list[str], references: list[list[str]]) -> list[float]:
    flat = [text for each in references for text in each]
    offsets = np.cumsum([0, *map(len, references)])
    rows = metric.tally(metric.prepare_batch(hypotheses, References(flat, offsets)))
    assert rows.shape == (len(hypotheses), 2)
    return [float(value) for value in metric.score(rows)]


def score_one(hypothesis: str, *references: str, metric: LearnedMetric | None = None) -> float:
    return score(metric or Blend(), [hypothesis], [list(references)])[0]


@given(st.lists(st.tuples(LISTS, LISTS), min_size=1, max_size=3))
@example([([], []), ([], ["a"]), (["."], ["house"]), (["house"], ["."])])
def test_every_feature_is_what_its_definition_says(pairs: list[tuple[list[str], list[str]]]) -> None:
    rows = features.compute(features.NAMES, Pairs.of([ours for ours, _ in pairs], [theirs for _, theirs in pairs]))
    for row, (ours, theirs) in zip(rows, pairs, strict=True):
        expected = oracle.compute(ours, theirs)
        assert set(expected) == set(features.NAMES)
        for name, value in zip(features.NAMES, row, strict=True):
            assert value == pytest.approx(expected[name], abs=2e-5), name


def test_features_do_not_depend_on_the_other_pairs_of_a_batch() -> None:
    one = Pairs.of([["big", "house"]], [["large", "home"]])
    two = Pairs.of([["big", "house"], ["went"]], [["large", "home"], ["goes", "goes"]])
    assert features.compute(features.NAMES, one)[0] == pytest.approx(features.compute(features.NAMES, two)[0], abs=1e-6)


def test_some_features_or_none() -> None:
    pairs = Pairs.of([["big", "house"]], [["big", "home"]])
    assert features.compute(["edge.last", "token1.recall"], pairs).tolist() == [[0.0, 0.5]]
    assert features.compute([], pairs).shape == (1, 0)
    assert features.compute(features.NAMES, Pairs.of([], [])).shape == (0, len(features.NAMES))
    with pytest.raises(SpecError, match=r"no feature 'tokne1\.recall'\. Did you mean 'token1\.recall'"):
        features.compute(["tokne1.recall"], pairs)


# The same text raw, as Moses has it with entities, and as the Penn Treebank has it.
@pytest.mark.parametrize(
    "forms",
    [
        ("Don't go.", "don &apos;t go .", "do n't go ."),
        ("It can't, won't, shan't.", "it can &apos;t , won &apos;t , shan &apos;t .", "it ca n't , wo n't , sha n't ."),
        ("We cannot.", "we cannot .", "we can not ."),
        ("He: “It's John's.”", "he : &quot; it &apos;s john &apos;s . &quot;", "he : `` it 's john 's . ''"),
        ("They'd (maybe) – I'll", "they &apos;d ( maybe ) - i &apos;ll", "they 'd ( maybe ) - i 'll"),
        ("Mid-2014: $180,000.50, 5%", "mid @-@ 2014 : $ 180,000.50 , 5 %", "mid-2014 : $ 180,000.50 , 5 %"),
        ("At 10:18", "at 10 : 18", "at 10:18"),
        ("The U.S. team", "the u.s. team", "the u.s. team"),
        ("Tom &amp; Jerry", "tom &amp;amp; jerry", "tom & jerry"),
        ("Two not three", "two not three", "two not three"),
        ("Cafe\u0301", "café", "café"),
    ],
)  # fmt: skip
def test_words_are_the_same_raw_and_tokenised(forms: tuple[str, str, str]) -> None:
    raw, moses, penn = map(split, forms)
    assert raw == moses == penn


def test_scores_are_the_same_raw_and_tokenised() -> None:
    raw = score_one("The minister didn't say it's “good”.", "The minister doesn't think it's good.")
    tokenised = score_one(
        "the minister did n&apos;t say it &apos;s &quot; good &quot; .",
        "the minister doesn &apos;t think it &apos;s good .",
    )
    assert raw == tokenised


@given(texts, texts)
@example("\x00", "\x00 a")
@example("İİİ", "i̇i̇i̇")
@example("&#0; &#xD800;", "&bogus;")
def test_any_text_has_a_score(hypothesis: str, reference: str) -> None:
    value = score_one(hypothesis, reference)
    assert 0 <= value <= 100
    ours, theirs = split(hypothesis), split(reference)
    if not any(map(str.isalnum, "".join(ours))):
        assert value == (100 if ours and ours == theirs else 0)


def test_the_extremes() -> None:
    text = "The president spoke to the audience yesterday."
    assert score_one(text, text) == score_one(text.upper(), text) == 100
    assert score_one("yes", "Yes") == score_one("?!", "?!") == 100
    assert score_one("", text) == score_one("", "") == score_one(" \t", text) == score_one("...", text) == 0
    near = score_one("The president talked to the public yesterday.", text)
    far = score_one("Yesterday the dog slept under a bed.", text)
    scrambled = score_one("audience yesterday the to spoke president the.", text)
    assert 100 > near > scrambled > far > 0
    assert score_one(text, "") < near


def test_the_best_or_the_mean_of_several_references_counts() -> None:
    hypothesis, first, second = "a big house", "a large home", "the minister went"
    alone = [score_one(hypothesis, each) for each in (first, second)]
    assert score_one(hypothesis, second, first) == pytest.approx(max(alone))
    assert score_one(hypothesis, first, second, metric=Blend(references="mean")) == pytest.approx(sum(alone) / 2)
    assert score_one(hypothesis, first, hypothesis) == 100
    many = score(Blend(references="mean"), [hypothesis] * 2, [[first], [second, first, first]])
    assert many == pytest.approx([alone[0], (alone[1] + 2 * alone[0]) / 3])


def test_the_corpus_score_is_the_mean_of_the_segments() -> None:
    metric = Blend()
    hypotheses, references = ["a big house", "he went", ""], ["a large home", "she went there", "nothing"]
    rows = metric.tally(metric.prepare_batch(hypotheses, References(references, np.arange(4))))
    assert metric.score(rows.sum(axis=0)) == pytest.approx(metric.score(rows).mean())
    judgment = metric.components(rows)["judgment"]
    assert judgment[2] == metric.model.floor
    assert judgment[0] == pytest.approx(
        metric.model.floor + (metric.model.ceiling - metric.model.floor) * metric.score(rows)[0] / 100
    )
    empty = metric.prepare([])
    assert metric.tally(Batch(empty, empty, np.array([0]))).shape == (0, 2)


def test_settings_resources_and_equality() -> None:
    metric = Blend()
    assert metric == Blend(references="best") != Blend(references="mean")
    assert metric.settings() == "blend:references=best"
    assert metric.higher_is_better
    assert metric.preparation == Blend(references="mean").preparation
    found = metric.resources()
    assert found["model"].startswith("blend sha256:")
    assert {"wordfreq", "vectors", "wordnet", "stemmer", "function_words"} <= set(found)
    assert metric.model.language == "en"
    with pytest.raises(SpecError, match="blend has no references 'worst'"):
        Blend(references="worst")  # type: ignore[arg-type]


def test_texts_are_checked() -> None:
    with pytest.raises(TextError, match="segment 2 holds a lone surrogate"):
        Blend().prepare(["fine", "\ud800"])
    with pytest.raises(TextError, match="segment 1 is of type int"):
        Blend().prepare([3])  # type: ignore[list-item]


def test_absurdly_long_texts_take_no_absurd_time() -> None:
    generator = np.random.default_rng(1)
    ours, theirs = (" ".join("".join(map(chr, generator.integers(97, 123, 7))) for _ in range(3000)) for _ in range(2))
    start = time.perf_counter()
    assert 0 <= score_one(ours, theirs) <= 100
    assert time.perf_counter() - start < 20


TABLE = {
    "format": 1,
    "name": "mine",
    "language": "en",
    "trained_on": "three segments",
    "clip": 4.0,
    "floor": -1.0,
    "ceiling": 1.0,
    "predictor": {"kind": "linear", "intercept": 0.1, "weights": [0.3, -0.2]},
    "feature": [
        {"name": "score of chrf:lowercase=yes", "mean": 50.0, "deviation": 20.0},
        {"name": "length.words", "mean": 0.0, "deviation": 0.3},
    ],
}


def write(folder: Path, table: dict[str, Any]) -> Learned:
    tomli_w = pytest.importorskip("tomli_w")
    path = folder / "mine.toml"
    path.write_text(tomli_w.dumps(table), encoding="utf-8")
    return Learned(file=str(path))


def test_a_file_is_a_metric_and_others_are_its_features(tmp_path: Path) -> None:
    from tertium.metrics.chrf import Chrf

    metric = write(tmp_path, TABLE)
    chrf = Chrf(lowercase=True)
    known = chrf.score(chrf.tally(chrf.prepare_batch(["a big house"], References.from_nested(["a large home"]))))[0]
    predicted = 0.1 + 0.3 * np.clip((known - 50) / 20, -4, 4) - 0.2 * 0.0
    assert score_one("A big house", "a LARGE home", metric=metric) == pytest.approx(100 * (predicted + 1) / 2)
    assert metric.settings() == "mine:references=best"
    assert metric.resources()["model"].startswith("mine sha256:")
    assert "vectors" not in metric.resources()


def test_others_see_text_as_it_is_where_the_file_says_so(tmp_path: Path) -> None:
    only = {"name": "score of chrf", "mean": 50.0, "deviation": 20.0}
    table = {**TABLE, "feature": [only], "predictor": {"kind": "linear", "intercept": 0.0, "weights": [0.3]}}
    plain = write(tmp_path, table)
    assert score_one("A BIG house", "a big home", metric=plain) == score_one("a big house", "a big home", metric=plain)
    given = write(tmp_path, {**table, "plain": False})
    assert score_one("A BIG house", "a big home", metric=given) < score_one("a big house", "a big home", metric=given)


def change(**changes: Any) -> dict[str, Any]:
    return {key: value for key, value in {**TABLE, **changes}.items() if value is not None}


def first_feature(**changes: Any) -> dict[str, Any]:
    return change(feature=[{**TABLE["feature"][0], **changes}, TABLE["feature"][1]])  # type: ignore[index]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (change(format=2), "format 2, and this version reads format 1"),
        (change(format=None), "format unknown"),
        (change(name=None), "lacks 'name'"),
        (change(predictor=None), "lacks 'predictor'"),
        (change(predictor={"kind": "magic"}), "no predictor 'magic'; there are: linear, kernel, trees"),
        (change(predictor={"kind": "linear", "intercept": 0.0}), "lacks 'weights'"),
        (change(predictor={"kind": "linear", "intercept": 0.0, "weights": [1.0]}), "is damaged"),
        (change(predictor={"kind": "linear", "intercept": 0.0, "weights": [1.0, math.nan]}), "not finite"),
        (change(predictor={"kind": "linear", "intercept": 0.0, "weights": "many"}), "is damaged"),
        (change(predictor={"kind": "linear", "intercept": math.nan, "weights": [1.0, 1.0]}), "intercept is not finite"),
        (change(predictor={"kind": "linear", "intercept": math.inf, "weights": [1.0, 1.0]}), "intercept is not finite"),
        (first_feature(name="score of stm:parser=corenlp(http://example.org)"), "names a server"),
        (change(feature=[]), "is damaged"),
        (change(feature=7), "is damaged"),
        (first_feature(name="length.words"), "twice"),
        (first_feature(name="token9.recall"), "no feature 'token9.recall'"),
        (first_feature(name="score of nonsense"), "there is no metric 'nonsense'"),
        (first_feature(name="score of nist"), "has to see all references first"),
        (first_feature(name="score of mine.toml"), "may not be a feature of another"),
        (first_feature(deviation=0.0), "above 0"),
        (first_feature(mean=math.inf), "finite"),
        (first_feature(mean="high"), "is damaged"),
        (change(floor=2.0), "floor is not below the ceiling"),
        (change(clip=0.0), "above 0"),
    ],
)
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, table: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        write(tmp_path, table)
    assert caught.value.file is not None
    assert caught.value.file.endswith("mine.toml")
    assert caught.value.remedy


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        Learned(file=str(tmp_path / "missing.toml"))
    with pytest.raises(InputError, match="this is a directory"):
        Learned(file=str(tmp_path))
    path = tmp_path / "odd.toml"
    for content in (b"\xff\xfe", b"format = ", SHIPPED.read_bytes()[:3000]):
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"odd\.toml"):
            Learned(file=str(path))
    assert Learned(file=str(SHIPPED)).model == Blend().model


def test_a_figure_that_a_metric_does_not_have(tmp_path: Path) -> None:
    metric = write(tmp_path, first_feature(name="colour of chrf"))
    with pytest.raises(SpecError, match="chrf has no figure 'colour'"):
        score_one("a", "b", metric=metric)


def test_vectors_that_the_model_was_not_trained_with(tmp_path: Path) -> None:
    table = first_feature(name="similarity.first")
    known = Blend().model.vectors
    assert known == Blend().resources()["vectors"]
    assert score_one("a", "b", metric=write(tmp_path, {**table, "vectors": known})) >= 0
    with pytest.raises(InputError, match=r"trained with the vectors 'wordllama sha256:0'"):
        score_one("a", "b", metric=write(tmp_path, {**table, "vectors": "wordllama sha256:0"}))


def test_predictors_by_hand() -> None:
    rows = np.array([[0.0, 1.0], [2.0, -1.0], [0.5, 0.5]])
    linear = Linear.read({"intercept": 1, "weights": [2, 3]}, 2)
    assert linear.predict(rows).tolist() == [4.0, 2.0, 3.5]
    kernel = Kernel.read({"intercept": 0.5, "gamma": 0.1, "coefficients": [1, -2], "vectors": [[0, 1], [1, 1]]}, 2)
    expected = [
        0.5 + math.exp(-0.1 * (a**2 + (b - 1) ** 2)) - 2 * math.exp(-0.1 * ((a - 1) ** 2 + (b - 1) ** 2))
        for a, b in rows.tolist()
    ]
    assert kernel.predict(rows) == pytest.approx(expected)
    # Two trees: feature 0 at 0.5, then feature 1 at 0; and one that is only a leaf.
    table = {"intercept": 10, "roots": [0, 5], "features": [0, -1, 1, -1, -1, -1], "values": [0.5, 1, 0, 2, 3, 0.25]}
    trees = Trees.read({**table, "lefts": [1, 0, 3, 0, 0, 0], "rights": [2, 0, 4, 0, 0, 0]}, 2)
    assert trees.predict(rows).tolist() == [11.25, 12.25, 11.25]
    assert trees.predict(np.zeros((0, 2))).shape == (0,)


@pytest.mark.parametrize(
    "changes",
    [
        {"lefts": [0, 0, 0]},
        {"rights": [3, 0, 0]},
        {"features": [2, -1, -1]},
        {"features": [-2, -1, -1]},
        {"roots": [3]},
    ],
)
def test_trees_that_lead_nowhere_are_refused(changes: dict[str, Any]) -> None:
    table = {"intercept": 0, "roots": [0], "features": [0, -1, -1], "values": [0, 1, 2]}
    with pytest.raises(ValueError, match=r"nodes|feature"):
        Trees.read({**table, "lefts": [1, 0, 0], "rights": [2, 0, 0], **changes}, 2)


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(frequency, "import_module", refuse)
    frequency._load.cache_clear()
    monkeypatch.setattr(frequency, "_memory", {})
    with pytest.raises(MissingExtraError, match=r"^the rarity of words needs .*the extra 'blend'.*pip install"):
        score_one("house", "home")
    monkeypatch.undo()

    def lack(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(vectors, "files", lack)
    monkeypatch.setattr(vectors, "_memory", {})
    vectors.load_vectors.cache_clear()
    with pytest.raises(MissingExtraError, match=r"^the similarity of words needs .*the extra 'blend'"):
        score_one("house", "home")


def test_vectors_of_the_wheel_for_windows_are_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = vectors._find(vectors._PIECES).read_bytes()
    (tmp_path / vectors._PIECES).write_bytes(text.replace(b"\n", b"\r\n"))
    (tmp_path / vectors._WEIGHTS).write_bytes(vectors._find(vectors._WEIGHTS).read_bytes())
    monkeypatch.setattr(vectors, "_find", lambda name: tmp_path / name)
    vectors.load_vectors.cache_clear()
    assert vectors.describe_resources()["vectors"] == Blend().model.vectors
    vectors.load_vectors.cache_clear()


def test_vectors_that_are_others_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(vectors, "_find", lambda name: tmp_path / name)
    vectors.load_vectors.cache_clear()
    (tmp_path / vectors._WEIGHTS).write_bytes(b"\x00" * 20)
    (tmp_path / vectors._PIECES).write_text("{}")
    with pytest.raises(InputError, match="not the ones that are known"):
        vectors.load_vectors()
    (tmp_path / vectors._WEIGHTS).write_bytes(b"\x00" * (8 + 2 * 32000 * 256))
    with pytest.raises(InputError, match="not in the known form"):
        vectors.load_vectors()


def test_threads_and_a_full_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    segments = [f"{word} house number {place}" for place, word in enumerate(WORDS)]
    expected = score(Blend(), segments, [["a big house"]] * len(segments))
    monkeypatch.setattr(frequency, "_MEMORY", 5)
    monkeypatch.setattr(vectors, "_MEMORY", 5)
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda each: score(Blend(), [each], [["a big house"]])[0], segments * 2)
        assert list(parts) == pytest.approx(expected * 2, abs=1e-3)


def test_vectors_know_what_is_near() -> None:
    names = ["car", "vehicle", "pizza", "quickly", "rapidly", "", "中"]
    found = vectors.look_up_vectors(names)
    assert np.linalg.norm(found[:5], axis=1) == pytest.approx(1, abs=1e-5)
    assert found[0] @ found[1] > 0.5 > found[0] @ found[2]
    assert found[3] @ found[4] > 0.5
    assert vectors.load_vectors().split("vehicle") == ["▁vehicle"]


def pearson(path: Path, metric: LearnedMetric, human: str, *references: str) -> dict[str, float]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    scores = np.array(
        score(metric, [row["hypothesis"] for row in rows], [[row[r] for r in references] for row in rows])
    )
    judged = np.array([float(row[human]) for row in rows])
    pairs = np.array([row.get("lp", "") for row in rows])
    return {lp: float(np.corrcoef(scores[pairs == lp], judged[pairs == lp])[0, 1]) for lp in dict.fromkeys(pairs)}


def test_blend_on_wmt17_which_it_was_not_trained_on(data: Path) -> None:
    found = pearson(data / "wmt17-toen" / "seg_da.tsv", Blend(), "human_da_z", "reference")
    assert found == pytest.approx({"de-en": 0.569, "lv-en": 0.676, "zh-en": 0.679}, abs=0.002)


def test_blend_on_neural_systems_with_two_references(data: Path) -> None:
    path = data / "mlqe-eten-2ref" / "seg.tsv"
    assert pearson(path, Blend(), "da_z", "reference1")[""] == pytest.approx(0.592, abs=0.002)
    assert pearson(path, Blend(), "da_z", "reference1", "reference2")[""] == pytest.approx(0.624, abs=0.002)
    mean = pearson(path, Blend(references="mean"), "da_z", "reference1", "reference2")
    assert mean[""] == pytest.approx(0.626, abs=0.002)


def test_the_recipe_gives_the_file_that_is_shipped(data: Path) -> None:
    recipe = runpy.run_path(str(ROOT / "scripts" / "train_blend.py"))
    found = recipe["train"](data)
    assert np.mean([each.learned for each in found.held_out]) == pytest.approx(0.721, abs=0.002)
    trained, shipped = recipe["make_table"](found), tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    trained["predictor"] = dict(trained["predictor"])
    assert trained["predictor"].pop("weights") == pytest.approx(shipped["predictor"].pop("weights"), abs=2e-4)
    assert trained["predictor"].pop("intercept") == pytest.approx(shipped["predictor"].pop("intercept"), abs=2e-4)
    for row, other in zip(trained.pop("feature"), shipped.pop("feature"), strict=True):
        assert row.pop("name") == other.pop("name")
        assert row == pytest.approx(other, rel=1e-3, abs=1e-5)
    assert trained == shipped


def test_the_file_is_small() -> None:
    assert SHIPPED.stat().st_size < 20_000
    assert importlib.import_module("tertium.metrics.learned")._BUILT_IN == SHIPPED
