"""BERTScore is that of the package, whatever the batch, the order and the threads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.encoders import Encoder, open_encoder
from tertium.errors import MissingPartError, SpecError, TertiumError
from tertium.metrics.bertscore import BertScore
from tertium.metrics.metric import Batch
from tertium.metrics.spec import parse
from tests.encoders.small_encoder import write_encoder
from tests.oracle import bertscore as oracle

TEXTS = st.text(alphabet="thecadogs not.,", max_size=20)
SEGMENTS = st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("encoder") / "small")


def encode(encoder: Encoder, text: str, layer: int) -> tuple[np.ndarray, list[int]]:
    found = encoder.encode([text.strip()], layers=[layer])
    return found.states[:, 0].astype(np.float64), found.pieces.numbers.tolist()


@given(SEGMENTS, st.integers(0, 3), st.booleans())
def test_figures_are_those_of_the_package(
    folder: Path, segments: Sequence[tuple[str, list[str]]], layer: int, idf: bool
) -> None:
    spec = f"bertscore:encoder={folder},layer={layer},idf={'yes' if idf else 'no'}"
    hypotheses, references = [one for one, _ in segments], [several for _, several in segments]
    found = tertium.score(hypotheses, references, metrics=[spec], threads=2)[spec]
    encoder = open_encoder(str(folder))
    known = [encode(encoder, text, layer)[1] for several in references for text in several]
    wanted = []
    for hypothesis, several in segments:
        ours, pieces = encode(encoder, hypothesis, layer)
        rows = []
        for text in several:
            theirs, their_pieces = encode(encoder, text, layer)
            both = [oracle.weigh(each, known) if idf else [1.0] * len(each) for each in (pieces, their_pieces)]
            rows.append(oracle.score(ours, theirs, *both))
        wanted.append(np.max(rows, axis=0))
    np.testing.assert_allclose(found.segments, [row[2] for row in wanted], atol=1e-5)
    for place, name in enumerate(("precision", "recall", "f1")):
        assert found.components[name] == pytest.approx(np.mean([row[place] for row in wanted]), abs=1e-5)


def test_a_segment_does_not_depend_on_its_neighbours(folder: Path) -> None:
    spec = f"bertscore:encoder={folder},layer=2"
    hypotheses = ["the cat sat", "dog", "", "the mat . the mat", "not a cat"] * 5
    references = ["a cat sat", "the dog", "x", "mat", "not the cat"] * 5
    together = tertium.score(hypotheses, references, metrics=[spec], threads=2)[spec].segments
    for place in range(5):
        alone = tertium.score([hypotheses[place]], [references[place]], metrics=[spec], threads=1)[spec]
        assert alone.value == together[place] == together[place + 5]


def test_the_signature_has_the_digest_and_not_the_folder(folder: Path) -> None:
    found = tertium.score(["the cat"], ["the cat"], metrics=[f"bertscore:encoder={folder},layer=1"])
    (score,) = found.values()
    assert score.value == pytest.approx(1, abs=1e-6)
    assert score.signature.startswith("bertscore:encoder=small,layer=1,idf=no,report=f1|refs:1|encoder:small sha256:")
    assert str(folder) not in score.signature


def test_settings_are_checked(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="layer"):
        parse("bertscore:layer=-1")
    with pytest.raises(SpecError, match=r"has no layer '9'\. There are: 0 to 3"):
        tertium.score(["a"], ["a"], metrics=[f"bertscore:encoder={folder},layer=9"])
    with pytest.raises(SpecError, match="no encoder 'e6'"):
        tertium.score(["a"], ["a"], metrics=["bertscore:encoder=e6"])
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path))
    with pytest.raises(MissingPartError, match="tertium models install e5-small-v2"):
        tertium.score(["a"], ["a"], metrics=["bertscore"])
    metric = BertScore(encoder=str(folder), layer=1, idf=True)
    prepared = metric.prepare(["the cat"])
    with pytest.raises(TertiumError, match="Call fit first"):
        metric.tally(Batch(prepared, prepared, np.array([0, 1])))


def test_it_is_for_the_language_of_its_encoder(folder: Path) -> None:
    assert parse("bertscore").languages == frozenset({"en"})
    assert parse(f"bertscore:encoder={folder}").languages is None
