"""BERTScore against the source is that of its definition, for any batch, order and number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import tertium
from tertium.cli.app import app
from tertium.encoders import Encoder, find_installed, open_encoder
from tertium.errors import InputError, MissingPartError, SpecError
from tertium.metrics import Batch, parse, score_systems
from tertium.metrics.features.model import load_model
from tertium.metrics.source_bertscore import SourceBertScore
from tertium.results import Score
from tertium.types import References, TestSet
from tests.encoders.small_encoder import write_encoder
from tests.oracle import bertscore as oracle

TEXTS = st.text(alphabet="thecadogs not.,", max_size=20)
HYPOTHESES = ["the cat sat", "dog", "", "the mat . the mat", "not a cat"]
SOURCES = ["a cat sat", "the dog", "x", "", "not the cat"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("encoder") / "small")


def make(
    sources: Sequence[str] | None, *systems: Sequence[str], references: Sequence[str | None] | None = None
) -> TestSet:
    count = len(systems[0])
    nested = [[]] * count if references is None else [[] if text is None else [text] for text in references]
    return TestSet(
        systems={str(number): list(texts) for number, texts in enumerate(systems)},
        references=References.from_nested(nested),
        sources=None if sources is None else list(sources),
    )


def score(spec: str, sources: Sequence[str], hypotheses: Sequence[str], threads: int = 1) -> Score:
    return score_systems(make(sources, hypotheses), [spec], threads=threads)["0"][spec]


def encode(encoder: Encoder, text: str, layer: int) -> np.ndarray:
    return encoder.encode([text.strip()], layers=[layer]).states[:, 0].astype(np.float64)


@given(
    st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5),
    st.integers(0, 3),
    st.sampled_from(["f1", "precision", "recall"]),
)
def test_figures_are_those_of_the_definition(
    folder: Path, segments: Sequence[tuple[str, str]], layer: int, report: str
) -> None:
    spec = f"bertscore-qe:encoder={folder},layer={layer},report={report}"
    sources, hypotheses = [one for one, _ in segments], [other for _, other in segments]
    found = score(spec, sources, hypotheses, threads=2)
    encoder = open_encoder(str(folder))
    wanted = []
    for source, hypothesis in segments:
        ours, theirs = encode(encoder, hypothesis, layer), encode(encoder, source, layer)
        wanted.append(oracle.score(ours, theirs, [1.0] * len(ours), [1.0] * len(theirs)))
    place = ("precision", "recall", "f1").index(report)
    np.testing.assert_allclose(found.segments, [row[place] for row in wanted], atol=1e-5)
    for number, name in enumerate(("precision", "recall", "f1")):
        assert found.components[name] == pytest.approx(np.mean([row[number] for row in wanted]), abs=1e-5)


def test_the_source_stands_in_the_place_of_the_reference(folder: Path) -> None:
    settings = f"encoder={folder},layer=2"
    test_set = make(SOURCES, HYPOTHESES, references=SOURCES)
    # The two share what is prepared, in both orders.
    for specs in (
        [f"bertscore-qe:{settings}", f"bertscore:{settings}"],
        [f"bertscore:{settings}", f"bertscore-qe:{settings}"],
    ):
        found = score_systems(test_set, specs)["0"]
        ours, theirs = (found[spec].segments for spec in specs)
        assert ours is not None
        assert theirs is not None
        assert ours.tolist() == theirs.tolist()
        assert ours[2] == ours[3] == 0


def test_a_segment_does_not_depend_on_its_neighbours(folder: Path) -> None:
    spec = f"bertscore-qe:encoder={folder},layer=2"
    together = score(spec, SOURCES * 5, HYPOTHESES * 5, threads=2).segments
    backwards = score(spec, SOURCES[::-1], HYPOTHESES[::-1], threads=1).segments
    assert together is not None
    assert backwards is not None
    assert backwards[::-1].tolist() == together[:5].tolist() == together[5:10].tolist()
    for place in range(5):
        assert score(spec, [SOURCES[place]], [HYPOTHESES[place]]).value == together[place]


def test_sources_are_a_list_a_column_or_the_name_of_one(folder: Path) -> None:
    spec = f"bertscore-qe:encoder={folder},layer=1"
    wanted = score(spec, SOURCES, HYPOTHESES).segments.tolist()
    frame = pa.table({"mt": HYPOTHESES, "original": SOURCES})
    for found in (
        tertium.score(HYPOTHESES, None, [spec], sources=SOURCES),
        tertium.score(HYPOTHESES, None, [spec], sources=frame["original"]),
        tertium.score(frame, (), [spec], hypothesis="mt", sources="original"),
        tertium.compare({"a": HYPOTHESES, "b": SOURCES}, None, [spec], sources=SOURCES).systems["a"],
        tertium.compare(frame, (), [spec], hypothesis=["mt", "original"], sources="original").systems["mt"],
    ):
        assert found[spec].segments.tolist() == wanted
    with pytest.raises(InputError, match="sources"):
        tertium.score(HYPOTHESES, None, [spec], sources=SOURCES[1:])
    with pytest.raises(InputError, match="segment 2 of the sources is of type int"):
        tertium.score(["a", "b"], None, [spec], sources=["a", 1])  # type: ignore[list-item]


def test_each_system_is_compared_with_the_same_sources(folder: Path) -> None:
    spec = f"bertscore-qe:encoder={folder},layer=1"
    found = score_systems(make(SOURCES, HYPOTHESES, SOURCES), [spec])
    assert found["0"][spec].value == score(spec, SOURCES, HYPOTHESES).value
    assert found["1"][spec].segments.tolist() == pytest.approx([1, 1, 1, 0, 1], abs=1e-6)


def test_references_are_neither_needed_nor_seen(folder: Path) -> None:
    spec = f"bertscore-qe:encoder={folder},layer=1"
    given_some = make(SOURCES, HYPOTHESES, references=["the cat", None, "dog", None, "x"])
    found = score_systems(given_some, [spec])["0"][spec]
    assert found.segments.tolist() == score(spec, SOURCES, HYPOTHESES).segments.tolist()
    assert found.signature.startswith("bertscore-qe:encoder=small,layer=1,report=f1|refs:0|encoder:small sha256:")
    assert str(folder) not in found.signature
    with pytest.raises(InputError, match="chrf"):
        score_systems(given_some, [spec, "chrf"])


def test_missing_sources_are_refused(folder: Path) -> None:
    spec = f"bertscore-qe:encoder={folder},layer=1"
    with pytest.raises(InputError, match="needs the source segments, and they are not known") as caught:
        tertium.score(["a"], ["a"], [spec])
    assert "--source" in caught.value.for_command_line()
    metric = parse(spec)
    prepared = metric.prepare(["the cat"])
    with pytest.raises(InputError, match=r"bertscore-qe needs the source segments, which are not known here\. Use"):
        metric.tally(Batch(prepared, prepared, np.array([0, 1])))


def test_sources_that_are_not_text_are_named(folder: Path) -> None:
    test_set = make(["the cat", "the \ud800"], ["the cat", "the dog"])
    with pytest.raises(InputError, match="segment 2 of the system '0' has a source that holds a lone surrogate"):
        score_systems(test_set, [f"bertscore-qe:encoder={folder},layer=1"])


def test_an_encoder_that_is_replaced_is_not_mixed_with_the_old_one(tmp_path: Path) -> None:
    spec = f"bertscore-qe:encoder={tmp_path},layer=1"
    write_encoder(tmp_path)
    before = score(spec, SOURCES, SOURCES)
    write_encoder(tmp_path, seed=2)
    after = score(spec, SOURCES, SOURCES)
    assert before.signature != after.signature
    assert before.value == pytest.approx(0.8, abs=1e-6) == after.value


def test_settings_are_checked(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="layer"):
        parse("bertscore-qe:layer=-1")
    with pytest.raises(SpecError, match="bertscore-qe has no setting 'idf'"):
        parse("bertscore-qe:idf")
    with pytest.raises(SpecError, match=r"has no layer '9'\. There are: 0 to 3"):
        score(f"bertscore-qe:encoder={folder}", ["a"], ["a"])
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    with pytest.raises(MissingPartError, match="tertium models install bert-multilingual"):
        score("bertscore-qe", ["a"], ["a"])
    assert SourceBertScore().settings() == "bertscore-qe:encoder=bert-multilingual,layer=9,report=f1"


def test_it_is_for_any_language_if_its_encoder_is() -> None:
    assert parse("bertscore-qe").languages is None
    assert parse("bertscore-qe:encoder=e5-small-v2").languages == frozenset({"en"})
    assert parse("bertscore:encoder=bert-multilingual").languages is None


def test_it_declares_what_it_does_not_see() -> None:
    assert parse("bertscore-qe").blind_to == ["order", "content"]
    assert parse("bertscore-qe:report=precision").blind_to == ["order", "content", "recall"]


def test_models_and_explanations_do_without_it(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="'bertscore-qe' cannot be explained: they do not depend on references"):
        tertium.explain("The cat sat.", ["A cat sat."], metric="bertscore-qe")
    feature = '[[feature]]\nname = "score of bertscore-qe"\nmean = 0.0\ndeviation = 1.0\n'
    about = 'format = 1\nname = "mine"\nlanguage = "en"\ntrained_on = "x"\nclip = 3.0\nfloor = -1.0\nceiling = 1.0\n'
    predictor = '[predictor]\nkind = "linear"\nintercept = 0.0\nweights = [1.0]\n'
    path = tmp_path / "model.toml"
    path.write_text(about + predictor + feature, encoding="utf-8")
    with pytest.raises(InputError, match="'bertscore-qe' compares with the source, so it cannot be a feature"):
        load_model(path)


def test_tables_say_that_it_is_weak(folder: Path, tmp_path: Path) -> None:
    for name, texts in (("output.txt", HYPOTHESES), ("source.txt", SOURCES)):
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    words = ["score", str(tmp_path / "output.txt"), "-m", f"bertscore-qe:encoder={folder},layer=1"]
    printed = CliRunner().invoke(app, [*words, "--source", str(tmp_path / "source.txt")]).output
    assert "bertscore-qe is a weak measure" in " ".join(printed.split())
    assert isinstance(CliRunner().invoke(app, words).exception, InputError)


def test_the_real_encoder_finds_the_translation_among_others() -> None:
    if find_installed("bert-multilingual") is None:
        pytest.skip("NO WEIGHTS: tertium models install bert-multilingual (714 MB), to test bertscore-qe with it")
    sources = ["Der Hafen wurde am Montag wieder geöffnet."] * 3 + ["Вчера он купил новую машину."] * 3
    right, other = "The port was opened again on Monday.", "Yesterday he bought a new car."
    hypotheses = [right, other, "", right, other, "He will not come tomorrow."]
    found = score("bertscore-qe", sources, hypotheses, threads=2).segments
    assert found is not None
    assert found[0] > found[1] + 0.1
    assert found[2] == 0
    assert found[4] > max(found[3], found[5]) + 0.05
