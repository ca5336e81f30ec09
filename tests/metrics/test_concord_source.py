"""concord-qe:source, and any model that compares with the source: features, batches, what is said where it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium.encoders import find_installed, open_encoder
from tertium.errors import InputError, MissingPartError
from tertium.meta import learn, read_judged
from tertium.metrics import Batch, features, parse, score_systems
from tertium.metrics.features import source
from tertium.metrics.features.text import Pairs, Texts, split
from tertium.metrics.learned import ConcordQe, Learned
from tertium.types import References, TestSet
from tests.encoders.recording import record_encoded
from tests.encoders.small_encoder import write_encoder
from tests.oracle import source as oracle

SPEC = "concord-qe:source"
TEXTS = st.text(alphabet="thecadogs not.,", max_size=20)
HEADER = "lp\tidx\thuman_da_z\tsource\treference\thypothesis\n"
WORDS = ("the", "cat", "dog", "sat", "on", "mat", "not")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small encoder in the place of the multilingual one, with as many layers as that has to give."""
    made = write_encoder(tmp_path / "encoder")
    monkeypatch.setattr(source, "MULTILINGUAL", str(made))
    monkeypatch.setattr(source, "LAYERS", (0, 1, 2, 3))
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "cache"))
    return made


@pytest.fixture
def _real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real weights, and nothing cached."""
    if find_installed("bert-multilingual") is None or find_installed("e5-small-v2") is None:
        pytest.skip("NO WEIGHTS: tertium models install e5-small-v2 and bert-multilingual, to test concord-qe:source")
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "cache"))


def make(sources: Sequence[str] | None, *systems: Sequence[str]) -> TestSet:
    return TestSet(
        systems={str(number): list(texts) for number, texts in enumerate(systems)},
        references=References.from_nested([[] for _ in systems[0]]),
        sources=None if sources is None else list(sources),
    )


def score(sources: Sequence[str], hypotheses: Sequence[str], threads: int = 1) -> list[float]:
    return score_systems(make(sources, hypotheses), [SPEC], threads=threads)["0"][SPEC].segments.tolist()


def write_judged(folder: Path, sources: bool = True) -> Path:
    """Two judged sets, in which people liked what has the words of the source."""
    dice = np.random.default_rng(5)
    rows = []
    for pair in ("de-en", "cs-en"):
        for number in range(1, 41):
            original = " ".join(dice.choice(WORDS, 6))
            hypothesis = original if number % 2 else " ".join(dice.choice(list("abcdefgh"), 6))
            fields = [pair, str(number), str(number % 2 + dice.normal() / 10), original, "the cat", hypothesis]
            rows.append("\t".join(fields if sources else [*fields[:3], *fields[4:]]))
    folder.mkdir()
    header = HEADER if sources else HEADER.replace("source\t", "")
    (folder / "seg_da.tsv").write_text(header + "\n".join(rows) + "\n", encoding="utf-8")
    return folder


@settings(max_examples=25)
@given(segments=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_features_are_those_of_the_definition(
    tmp_path_factory: pytest.TempPathFactory, segments: Sequence[tuple[str, str]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        folder = write_encoder(tmp_path_factory.mktemp("source") / "small")
        patch.setattr(source, "MULTILINGUAL", str(folder))
        patch.setattr(source, "LAYERS", (0, 1, 2, 3))
        sides = [[pair[side] for pair in segments] for side in (0, 1)]
        ours, theirs = (Texts(texts, [split(text) for text in texts]) for texts in sides)
        found = source.compare_with_sources(Pairs(ours, ours, theirs))
        encoder = open_encoder(str(folder))
        for number, pair in enumerate(segments):
            states = [encoder.encode([text.strip()], layers=(0, 1, 2, 3)).states for text in pair]
            wanted = oracle.compute(*({layer: side[:, layer] for layer in range(4)} for side in states))
            computed = [column[number] for column in found.values()]
            np.testing.assert_allclose(computed, list(wanted.values()), atol=2e-5)


def test_a_model_may_learn_from_sources_alone(folder: Path, tmp_path: Path) -> None:
    found = learn(read_judged(write_judged(tmp_path / "judged")), features=["source"], trainer="ridge-by-kind")
    assert all(each.learned > 0.9 for each in found.held_out)
    path = tmp_path / "mine.toml"
    path.write_text(found.to_toml(), encoding="utf-8")
    metric = Learned(file=str(path))
    assert metric.needs_sources
    assert not metric.needs_references
    spec = str(path)
    good, bad = score_systems(make(["the cat sat"] * 2, ["the cat sat", "a b c"]), [spec])["0"][spec].segments
    assert good > bad + 10
    with pytest.raises(InputError, match="needs the source segments, and they are not known"):
        tertium.score(["the cat"], ["the cat"], metrics=[spec])
    prepared = metric.prepare(["the cat"])
    with pytest.raises(InputError, match="the source segments are not known here"):
        metric.tally(Batch(prepared, prepared, np.array([0, 1])))
    other = path.read_text(encoding="utf-8").replace(metric.model.multilingual, "encoder sha256:0")
    path.write_text(other, encoding="utf-8")
    with pytest.raises(InputError, match="trained with the multilingual encoder 'encoder sha256:0'"):
        score_systems(make(["the cat sat"], ["the cat sat"]), [spec])


def test_sources_and_references_may_be_learned_from_together(folder: Path, tmp_path: Path) -> None:
    judged = read_judged(write_judged(tmp_path / "judged"))
    found = learn(judged, ["chrf"], ["source9.precision"], trainer="ridge")
    path = tmp_path / "mine.toml"
    path.write_text(found.to_toml(), encoding="utf-8")
    metric = Learned(file=str(path))
    assert metric.needs_sources
    assert metric.needs_references
    nested = References.from_nested([["the dog", "the cat"], ["x"]])
    test_set = TestSet(systems={"a": ["the cat", "x"]}, references=nested, sources=["a cat", "x"])
    values = score_systems(test_set, [str(path)])["a"][str(path)].segments
    assert values.tolist() == [100, 100], "the best of several references counts"


def test_data_without_sources_is_named(folder: Path, tmp_path: Path) -> None:
    judged = read_judged(write_judged(tmp_path / "judged", sources=False))
    with pytest.raises(InputError, match=r"judged.*the source segments are not known\. Give data with a column source"):
        learn(judged, features=["source"])


def test_sources_that_are_not_text_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.metrics.language_check.require_parts", lambda *_: None)
    with pytest.raises(InputError, match="segment 2 of the system '0' has a source that holds a lone surrogate"):
        score_systems(make(["the cat", "the \ud800"], ["the cat", "the dog"]), [SPEC])


def test_the_model_is_that_of_the_script() -> None:
    metric = ConcordQe(source=True)
    assert list(metric.model.names) == features.expand(["alone", "source"])
    assert metric.settings() == "concord-qe:source=yes"
    assert parse(SPEC) == metric
    assert metric.batch_size == 128
    assert metric.languages == frozenset({"en"})
    assert metric.needs_sources
    assert not ConcordQe().needs_sources
    assert not metric.needs_references
    assert "source" not in metric.blind_to
    assert "without references" in metric.caution


def test_missing_sources_and_weights_are_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="concord-qe:source needs the source segments") as caught:
        tertium.score(["a"], ["a"], metrics=[SPEC])
    assert "--source" in caught.value.for_command_line()
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    with pytest.raises(MissingPartError, match="tertium models install"):
        score(["a"], ["a"])


@pytest.mark.usefixtures("_real")
def test_it_sees_what_the_output_alone_does_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = record_encoded(monkeypatch)
    sources = ["Der Hafen wurde am Montag wieder geöffnet.", "Вчера он купил новую машину."] * 2
    right = ["The port was opened again on Monday.", "Yesterday he bought a new car."]
    hypotheses = [*right, *right[::-1]]
    first = score(sources, hypotheses, threads=2)
    assert first[0] > first[3] + 5
    assert first[1] > first[2] + 5
    assert [text for text in seen if text in sources] == sources[:2], "each source is encoded once"
    # From the cache, backwards, and one by one.
    assert score(sources, hypotheses) == first
    monkeypatch.setenv("TERTIUM_CACHE", "")
    assert score(sources[::-1], hypotheses[::-1])[::-1] == pytest.approx(first, abs=1e-9)
    single = [score([one], [other])[0] for one, other in zip(sources, hypotheses, strict=True)]
    assert single == pytest.approx(first, abs=1e-9)
    both = score_systems(make(["Ja."], ["Yes."]), [SPEC, "concord-qe"])["0"]
    signature = both[SPEC].signature
    assert signature.startswith("concord-qe:source=yes|refs:0|model:concord-source sha256:")
    assert "|multilingual:bert-multilingual sha256:" in signature
    assert [text.partition(" is ")[0] for text in both.cautions] == [SPEC, "concord-qe"]
