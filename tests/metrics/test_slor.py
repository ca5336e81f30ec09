"""SLOR: the oracle, what it needs and does not need, and what it says of itself."""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path

import numpy as np
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.contrast import diff_systems
from tertium.corpus import Normalisation, add_to_index, build_index
from tertium.corpus.language_model import MIXTURE
from tertium.errors import InputError, SpecError
from tertium.metrics import parse
from tertium.metrics.features.model import load_model
from tertium.metrics.slor import Slor
from tertium.report import describe_comparison, describe_scores, render, study_test_set
from tests.oracle import slor as oracle

TEXT = "the cat sat on the mat\nthe dog sat on the mat\na dog and a cat\nhe saw the cat and the dog\n"
WORDS = st.lists(st.sampled_from(["a", "b", "c", "*", "new"]), max_size=9)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An index of a few English lines."""
    folder = tmp_path_factory.mktemp("slor")
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    build_index([folder / "text.txt"], folder / "english.index", normalisation=Normalisation("en"))
    return str(folder / "english.index")


@given(
    lines=st.lists(st.lists(st.sampled_from(["a", "b", "c", "*"]), max_size=9), max_size=12),
    texts=st.lists(WORDS, min_size=1, max_size=6),
    threads=st.integers(1, 3),
)
def test_scores_are_those_of_the_oracle(lines: list[list[str]], texts: list[list[str]], threads: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "text.txt"
        path.write_text("".join(f"{' '.join(line)}\n" for line in lines), encoding="utf-8", newline="\n")
        build_index([path], Path(name) / "index")
        spec = f"slor:index={name}/index"
        found = tertium.score([" ".join(words) for words in texts], metrics=[spec], threads=threads)[spec]
        assert found.segments is not None
        assert found.segments.tolist() == pytest.approx(
            [oracle.score(lines, words, MIXTURE) for words in texts], rel=1e-9, abs=1e-9
        )
        total = sum(map(len, texts))
        weighted = sum(oracle.score(lines, words, MIXTURE) * len(words) for words in texts)
        assert found.value == pytest.approx(weighted / max(total, 1), rel=1e-9, abs=1e-9)
        assert found.components["words"] == total
        unknown = sum(oracle.count_unknown(lines, words) for words in texts)
        assert found.components["unknown"] == pytest.approx(100 * unknown / max(total, 1))


def test_text_in_its_usual_order_is_better_than_shuffled_text(index: str) -> None:
    spec = f"slor:index={index}"
    right, wrong, empty = tertium.score(["The cat sat on the mat", "mat the on sat cat the", ""], None, [spec])[
        spec
    ].segments  # type: ignore[misc]
    assert right > 0 > wrong
    assert empty == 0


def test_the_number_of_threads_and_of_references_changes_nothing(index: str) -> None:
    spec = f"slor:index={index}"
    hypotheses = ["the cat sat", "a dog on a mat", "he saw", "x y z"] * 700
    alone = tertium.score(hypotheses, metrics=[spec], threads=1)
    many = tertium.score(hypotheses, metrics=[spec], threads=4)
    given_too = tertium.score(hypotheses, [["one", "two"]] * len(hypotheses), [spec, "bleu"])
    assert alone[spec] == many[spec] == given_too[spec]
    assert np.array_equal(alone[spec].rows, many[spec].rows)
    assert np.array_equal(alone[spec].rows, given_too[spec].rows)
    assert "|refs:0|" in given_too[spec].signature
    assert "|refs:2|" in given_too["bleu"].signature


def test_columns_are_scored_like_lists(index: str) -> None:
    spec = f"slor:index={index}"
    hypotheses = ["the cat sat", "a dog"]
    listed = tertium.score(hypotheses, metrics=[spec])
    assert tertium.score(polars.Series(hypotheses), metrics=[spec]) == listed
    frame = polars.DataFrame({"mt": hypotheses})
    assert tertium.score(frame, (), [spec], hypothesis="mt").by_spec == listed.by_spec


def test_systems_are_compared_without_references(index: str) -> None:
    spec = f"slor:index={index}"
    systems = {"right": ["the cat sat on the mat"] * 100, "wrong": ["mat the on sat cat the"] * 100}
    comparison = tertium.compare(systems, metrics=[spec], resamples=400)
    assert comparison.test(spec, "wrong").better == "right"
    assert "a weak measure" in render(describe_comparison(comparison), "text")


def test_metrics_that_need_references_say_so_by_name(index: str) -> None:
    with pytest.raises(InputError, match="no references are given, and bleu needs references"):
        tertium.score(["a"], None, [f"slor:index={index}", "bleu"])
    with pytest.raises(InputError, match="segment 2 has no reference, and bleu needs references"):
        tertium.score(["a", "b"], ["a", None], [f"slor:index={index}", "bleu"])
    with pytest.raises(InputError, match=r"no references are given\. Give"):
        tertium.score(["a"], None, ["bleu"])


@pytest.mark.parametrize(
    ("spec", "message"),
    [("slor", "slor needs an index. Build one"), ("slor:index=no/such/folder", "there is no such index")],
)
def test_an_index_is_needed(spec: str, message: str) -> None:
    with pytest.raises((SpecError, InputError), match=message):
        tertium.score(["a"], None, [spec])


def test_the_language_is_that_of_the_index(index: str, tmp_path: Path) -> None:
    spec = f"slor:index={index}"
    assert parse(spec).languages == frozenset({"en"})
    tertium.score(["the cat"], None, [spec], language="en")
    with pytest.raises(SpecError, match="is for English, and the translations are in German"):
        tertium.score(["die Katze"], None, [spec], language="de")
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    build_index([tmp_path / "text.txt"], tmp_path / "any.index")
    assert parse(f"slor:index={tmp_path}/any.index").languages is None


def test_the_signature_changes_with_the_index(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text(TEXT, encoding="utf-8")
    build_index([text], tmp_path / "my.index")
    spec = f"slor:index={tmp_path}/my.index"
    before = tertium.score(["the cat sat"], None, [spec])[spec]
    assert "|corpus:" in before.signature
    add_to_index([text], tmp_path / "my.index")
    after = tertium.score(["the cat sat"], None, [spec])[spec]
    assert before.signature != after.signature


def test_every_output_of_scores_says_that_it_is_weak(index: str) -> None:
    spec = f"slor:index={index}"
    scores = tertium.score(["the cat sat"], ["the cat sat"], [spec, "bleu"])
    for name in ("text", "md", "html", "latex"):
        assert "does not see whether the meaning is right" in render(describe_scores({"": scores}), name)
    assert "weak" in scores[spec].to_dict()["caution"]
    assert "caution" not in scores["bleu"].to_dict()


def test_reports_say_it_and_need_references(index: str) -> None:
    spec = f"slor:index={index}"
    systems = {"one": ["the cat sat"] * 3, "two": ["cat the sat"] * 3}
    study = study_test_set(tertium.make_test_set(systems, ["the cat sat"] * 3), [spec])
    assert any("slor is a weak measure" in sentence for sentence in study.verdict.sentences)
    without = tertium.make_test_set(systems)
    for look in (lambda: study_test_set(without, [spec]), lambda: diff_systems(without, spec)):
        with pytest.raises(InputError, match="no references are given"):
            look()


def test_components_declare_their_decimals(index: str) -> None:
    score = tertium.score(["the cat sat"], None, [f"slor:index={index}"])[f"slor:index={index}"]
    assert set(score.component_decimals) == set(score.components) == {"perplexity", "unknown", "words"}


def test_a_segment_that_is_not_text_is_named(index: str) -> None:
    with pytest.raises(InputError, match="segment 2 of the hypotheses holds a lone surrogate"):
        tertium.score(["a", "b\ud800"], None, [f"slor:index={index}"])


def test_it_can_be_sent_to_another_process(index: str) -> None:
    metric = Slor(index=index)
    metric.resources()
    assert pickle.loads(pickle.dumps(metric)) == metric


def test_a_model_file_may_not_name_an_index(index: str, tmp_path: Path) -> None:
    feature = f'[[feature]]\nname = "score of slor:index={index}"\nmean = 0.0\ndeviation = 1.0\n'
    about = 'format = 1\nname = "mine"\nlanguage = "en"\ntrained_on = "x"\nclip = 3.0\nfloor = -1.0\nceiling = 1.0\n'
    predictor = '[predictor]\nkind = "linear"\nintercept = 0.0\nweights = [1.0]\n'
    path = tmp_path / "model.toml"
    path.write_text(about + predictor + feature, encoding="utf-8")
    with pytest.raises(InputError, match="reads an index, and a model may not name a folder"):
        load_model(path)
