"""The language model: the index, counts by scanning and the oracle agree on every word."""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus import PhraseIndex, add_to_index, build_index, merge_index, open_index
from tertium.corpus.language_model import CONTEXT, MIXTURE, LanguageModel
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.scan import ScanCounts
from tertium.errors import InputError, SpecError
from tertium.samples import mtness as samples
from tests.mtness.notation import GivenCounts
from tests.oracle import language_model as oracle

PLAIN = Normalisation("es")
# As Rust has it: so many texts a thread takes at a time.
STEP = 1 << 10
LINES = st.lists(st.lists(st.sampled_from(["a", "b", "c", "*", "\\"]), max_size=9), max_size=12)
TEXTS = st.lists(st.lists(st.sampled_from(["a", "b", "c", "*", "\\", "new"]), max_size=9), max_size=6)


def write(path: Path, lines: Sequence[Sequence[str]]) -> Path:
    path.write_text("".join(f"{' '.join(line)}\n" for line in lines), encoding="utf-8", newline="\n")
    return path


def make_index(folder: Path, lines: Sequence[Sequence[str]], pieces: int = 1) -> PhraseIndex:
    """An index with as many shards."""
    place = folder / "index"
    step = math.ceil(len(lines) / pieces) or 1
    for number in range(pieces):
        file = write(folder / f"{number}.txt", lines[number * step : (number + 1) * step])
        if number:
            add_to_index([file], place)
        else:
            build_index([file], place, normalisation=PLAIN)
    return open_index(place)


def split(scores: np.ndarray, ends: np.ndarray) -> list[list[float]]:
    return [each.tolist() for each in np.split(scores, ends[:-1])] if len(ends) else []


def near(scores: Sequence[Sequence[float]]) -> list[object]:
    return [pytest.approx(list(each), rel=1e-12, abs=1e-12) for each in scores]


@given(
    lines=LINES, texts=TEXTS, copies=st.sampled_from([1, 1, 30]), pieces=st.integers(1, 3), threads=st.integers(1, 3)
)
def test_scores_are_those_of_the_oracle(
    lines: list[list[str]], texts: list[list[str]], copies: int, pieces: int, threads: int
) -> None:
    lines = lines * copies
    expected = near([oracle.score(lines, text, MIXTURE) for text in texts])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        index = make_index(folder, lines, pieces)
        joined = [" ".join(text) for text in texts]
        assert split(*index.score_words(joined, MIXTURE, threads)) == expected
        model = LanguageModel(index, threads=threads)
        assert model.normalisation == PLAIN
        assert [each.tolist() for each in model.score(texts)] == expected
        scanned = LanguageModel(ScanCounts([write(folder / "all.txt", lines)], PLAIN), PLAIN)
        assert [each.tolist() for each in scanned.score(texts)] == expected
        alone = near([oracle.score(lines, text, ()) for text in texts])
        assert [each.tolist() for each in model.score_alone(texts)] == alone
        assert [each.tolist() for each in scanned.score_alone(texts)] == alone
        if pieces > 1:
            merge_index(folder / "index")
            assert split(*open_index(folder / "index").score_words(joined, MIXTURE, threads)) == expected


@given(
    lines=LINES,
    texts=TEXTS,
    mixture=st.lists(st.tuples(st.floats(-3, 3), st.floats(-1, 1)), max_size=6),
)
def test_any_mixture_is_that_of_the_oracle(
    lines: list[list[str]], texts: list[list[str]], mixture: list[tuple[float, float]]
) -> None:
    expected = near([oracle.score(lines, text, mixture) for text in texts])
    with tempfile.TemporaryDirectory() as name:
        index = make_index(Path(name), lines)
        assert split(*index.score_words([" ".join(text) for text in texts], mixture, 1)) == expected


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> PhraseIndex:
    folder = tmp_path_factory.mktemp("model") / "es.index"
    build_index([samples.path("corpus.es.txt")], folder, normalisation=PLAIN)
    return open_index(folder)


@pytest.fixture(scope="module")
def words() -> list[list[str]]:
    return PLAIN.split_many(samples.read_lines("system.literal.es.txt"))


def test_more_texts_than_a_thread_takes_at_a_time(index: PhraseIndex, words: list[list[str]]) -> None:
    dice = Random(5)
    texts = [" ".join(dice.choice(words)) for _ in range(2 * STEP + 7)]
    alone = {text: index.score_words([text], MIXTURE, 1)[0].tolist() for text in set(texts)}
    for threads in (1, 3):
        assert split(*index.score_words(texts, MIXTURE, threads)) == [alone[text] for text in texts]


def test_a_long_text_is_scored_as_its_parts_are(index: PhraseIndex, words: list[list[str]]) -> None:
    text = [word for line in words for word in line] * 30
    scores, ends = index.score_words([" ".join(text)], MIXTURE, 1)
    assert ends.tolist() == [len(text)]
    for place in range(CONTEXT, len(text), 97):
        part = index.score_words([" ".join(text[place - CONTEXT : place + 1])], MIXTURE, 1)[0]
        assert part[-1] == scores[place]


def test_probabilities_of_all_words_sum_to_one(tmp_path: Path) -> None:
    """After a context that never ends a line, and where all words are known."""
    lines = [list("abca"), list("abda"), list("bcda")] * 3
    index = make_index(tmp_path, lines)
    for context in ([], ["b"], ["a", "b"]):
        scores = [index.score_words([" ".join([*context, word])], MIXTURE, 1)[0][-1] for word in "abcd"]
        assert np.exp(scores).sum() == pytest.approx(1, abs=1e-12)


def test_blanks_are_no_words(index: PhraseIndex) -> None:
    scores, ends = index.score_words(["el disco", " el  disco ", "", "  "], MIXTURE, 1)
    assert ends.tolist() == [2, 4, 4, 4]
    assert scores[:2].tolist() == scores[2:].tolist()
    assert index.score_words([], MIXTURE)[1].tolist() == []
    assert LanguageModel(index).score([]) == []


def test_what_is_not_a_list_of_texts_is_refused(index: PhraseIndex) -> None:
    with pytest.raises(InputError, match="one string"):
        index.score_words("el disco", MIXTURE)
    with pytest.raises(InputError, match="type int"):
        index.score_words(["el", 3], MIXTURE)  # type: ignore[list-item]
    with pytest.raises(InputError, match="lone surrogate"):
        index.score_words(["el", "\ud800"], MIXTURE)


@pytest.mark.parametrize("pieces", [1, 2])
def test_a_damaged_file_is_refused(tmp_path: Path, index: PhraseIndex, pieces: int) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    lines = PLAIN.split_many(samples.read_lines("corpus.es.txt"))
    text = [" ".join(line) for line in lines[:200]]
    expected = make_index(whole, lines, pieces).score_words(text, MIXTURE, 1)[0].tolist()
    refused: list[str] = []
    for path in sorted((whole / "index").rglob("*")):
        if not path.is_file() or path.stat().st_size < 64 or path.suffix == ".json":
            continue
        copy = tmp_path / "copy"
        shutil.copytree(whole / "index", copy)
        content = bytearray(path.read_bytes())
        for place in range(0, len(content), max(1, len(content) // 5)):
            content[place] ^= 0x55
        (copy / path.relative_to(whole / "index")).write_bytes(content)
        try:
            found = open_index(copy).score_words(text, MIXTURE, 1)[0].tolist()
        except InputError as error:
            refused.append(str(error))
        else:
            assert found == expected
        shutil.rmtree(copy)
    assert len(refused) >= 2 * pieces
    assert all(str(tmp_path / "copy") in each for each in refused)


CHANGES = st.lists(
    st.tuples(
        st.lists(st.sampled_from("abcd"), max_size=8),
        st.integers(0, 8),
        st.integers(0, 3),
        st.lists(st.sampled_from("abcd"), max_size=3),
    ),
    max_size=5,
)


@given(lines=LINES, drawn=CHANGES)
def test_a_change_is_compared_as_whole_texts_are(
    lines: list[list[str]], drawn: list[tuple[list[str], int, int, list[str]]]
) -> None:
    changes = []
    expected = []
    for words, start, length, new in drawn:
        first = min(start, len(words))
        stop = min(first + length, len(words))
        changes.append((words, first, stop, new))
        before, after = (oracle.score(lines, text, MIXTURE) for text in (words, [*words[:first], *new, *words[stop:]]))
        expected.append(sum(after) - sum(before))
    with tempfile.TemporaryDirectory() as name:
        scanned = LanguageModel(ScanCounts([write(Path(name) / "all.txt", lines)], PLAIN), PLAIN)
        assert scanned.compare(changes).tolist() == pytest.approx(expected, abs=1e-9)


def test_words_before_are_only_context(index: PhraseIndex) -> None:
    model = LanguageModel(index)
    text = ["el", "disco", "duro", "está", "lleno"]
    (scores,) = model.score([text])
    asked = [(text, skip) for skip in (0, 2, 5, 9)] + [([], 0), (text, 2)]
    expected = [scores[skip:].sum() for _, skip in asked[:4]] + [0.0, scores[2:].sum()]
    assert model.total(asked).tolist() == pytest.approx(expected, abs=1e-12)
    assert model.total([]).tolist() == []
    assert model.compare([]).tolist() == []


def test_a_total_does_not_depend_on_the_texts_beside_it(index: PhraseIndex, words: list[list[str]]) -> None:
    model = LanguageModel(index)
    texts: list[tuple[Sequence[str], int]] = [(line[start:], 1) for line in words for start in range(len(line))]
    together = model.total(texts * 2).tolist()
    assert together == [float(model.total([each])[0]) for each in texts] * 2


def test_a_provider_without_a_size_is_refused() -> None:
    with pytest.raises(SpecError, match="'given' does not say how many words") as caught:
        LanguageModel(GivenCounts({"a": 3})).score([["a"]])
    assert "--paper" in str(caught.value.remedy)


def test_counts_of_any_provider_will_do() -> None:
    model = LanguageModel(GivenCounts({"el": 6, "disco": 4, "el disco": 3}, size=20))
    (scores,) = model.score([["el", "disco"]])
    weight = 1 / (1 + math.exp(-(MIXTURE[0][0] + MIXTURE[0][1] * math.log(6))))
    assert scores.tolist() == pytest.approx([math.log(6 / 20), math.log(weight * 3 / 6 + (1 - weight) * 4 / 20)])


def test_an_empty_corpus_has_a_model_too(tmp_path: Path) -> None:
    make: Sequence[Callable[[], LanguageModel]] = (
        lambda: LanguageModel(make_index(tmp_path, [[]])),
        lambda: LanguageModel(ScanCounts([write(tmp_path / "none.txt", [[]])], PLAIN), PLAIN),
    )
    for each in make:
        assert [scores.tolist() for scores in each().score([["a", "b"], []])] == [[math.log(0.5)] * 2, []]
