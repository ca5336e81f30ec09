"""Learning from text there and back, with translators of our own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.mtness import Rule, open_mtness
from tertium.mtness.detection.combiner import CountEvidence
from tertium.mtness.detection.judge import WeighedText
from tertium.mtness.learning.equivalents import Equivalents
from tertium.mtness.learning.inputs import draw_lines
from tertium.mtness.learning.learner import LONGEST_LINE, SHORTEST, _label, choose_lines, learn_system
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.resources.confusions import ConfusionTable, find_table
from tertium.progress import Progress
from tests.mtness.notation import chunked, confused, repairable, replacing, tagged

NOUNS = ("lista", "carpeta", "ventana", "página", "tabla")
TEXTS = [f"haga clic en la {noun} {number} para usted" for number in range(40) for noun in NOUNS]


class Translator:
    """Puts words for others."""

    def __init__(self, **table: str) -> None:
        self._table = table
        self.version = f"{len(table)} words"
        self.asked: list[str] = []

    def translate(self, texts: Sequence[str], progress: Progress | None = None) -> list[str]:
        self.asked += texts
        if progress is not None:
            progress(len(texts))
        return [" ".join(self._table.get(word, word) for word in text.split()) for text in texts]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    corpus = tmp_path_factory.mktemp("learner") / "corpus.txt"
    corpus.write_text("".join(f"Usted hace clic en la {noun}.\n" for noun in NOUNS) * 9, encoding="utf-8")
    with open_mtness(
        "es", f"scan({corpus})", source_language="ca", tagger="wordlist", dictionary="none", confusions="none"
    ) as opened:
        yield opened


def test_a_tenth_of_the_text_is_put_aside(pipeline: Pipeline) -> None:
    there, back = Translator(en="a", tabla="taula"), Translator(taula="mesa")
    names: list[str] = []

    def start(name: str) -> Progress:
        names.append(name)
        return lambda *_: None

    found = learn_system(TEXTS, pipeline, there, back, source_texts=[TEXTS[:20]], progress=start)
    assert found.lines == 200
    by_words = {(each.replaced, each.replacement): (each.count, each.occurrences) for each in found.table.confusions}
    assert by_words[("a",), ("en",)] == (180, 180)
    # Every tenth line is about the list.
    assert by_words[("mesa",), ("tabla",)] == (40, 40)
    assert found.table.origin == "180 lines through 2 words and 1 words"
    assert set(names) == {"to the source language", "back", "source text 1"}
    assert there.asked == TEXTS
    assert back.asked == [*there.translate(TEXTS), *TEXTS[:20]]


def test_weights_stay_as_they_are_unless_asked_for(pipeline: Pipeline) -> None:
    found = learn_system(TEXTS, pipeline, Translator(en="a"), Translator())
    assert found.combiner == pipeline.combiner
    assert found.table.habits == {}


def test_a_system_without_mistakes_has_no_confusions(pipeline: Pipeline) -> None:
    there, back = Translator(tabla="taula"), Translator(taula="tabla")
    found = learn_system(TEXTS, pipeline, there, back)
    assert found.table.confusions == []
    with pytest.raises(InputError, match="none are right") as caught:
        learn_system(TEXTS, pipeline, there, back, train=True)
    assert "--weights" in caught.value.for_command_line()


def test_style_is_marked(pipeline: Pipeline) -> None:
    equivalents = Equivalents(pairs=frozenset([(("a",), ("en",))]))
    found = learn_system(TEXTS, pipeline, Translator(en="a"), Translator(), equivalents=equivalents)
    assert [each.synonyms for each in found.table.confusions if each.replaced == ("a",)] == [True]


def test_what_it_needs(pipeline: Pipeline) -> None:
    with pytest.raises(InputError, match="only 99 lines of 4 to 40 words"):
        learn_system([*TEXTS[:99], *TEXTS[:9], "a b"], pipeline, Translator(), Translator())
    for options in ({"combiner": None}, {"rule": Rule(tested=False)}, {"counts": None}):
        without = replace(pipeline, **options)  # type: ignore[arg-type]
        with pytest.raises(SpecError, match="no language model"):
            learn_system(TEXTS, without, Translator(), Translator())


def test_lines_are_neither_too_short_nor_too_long_and_no_line_counts_twice() -> None:
    fits = [" ".join(["a"] * length) for length in (SHORTEST, LONGEST_LINE)]
    others = [" ".join(["a"] * length) for length in (0, SHORTEST - 1, LONGEST_LINE + 1)]
    assert choose_lines([*others, *fits, "  a  a\ta a ", *others]) == fits


@given(count=st.integers(0, 60), most=st.integers(1, 20), seed=st.integers(0, 99))
def test_lines_are_drawn_in_their_order(count: int, most: int, seed: int) -> None:
    lines = [str(number) for number in range(count)]
    found = draw_lines(iter(lines), most, seed)
    assert len(found) == min(count, most)
    assert found == sorted(set(found), key=int)
    assert found == draw_lines(lines, most, seed)
    assert set(found) <= set(lines)


def test_all_lines_are_drawn_as_often() -> None:
    times = dict.fromkeys(map(str, range(20)), 0)
    for seed in range(2000):
        for line in draw_lines(times, 5, seed):
            times[line] += 1
    assert all(abs(count - 500) < 100 for count in times.values())


def test_what_is_style_or_in_text_by_people_is_never_right() -> None:
    segment = chunked(tagged("clic/noun a/preposition la/determiner lista/noun"))
    right = replace(replacing(segment, "a", "en"), change=(1, 2, ("en",)), gain=2.0)
    style = replace(right, confusion=replace(confused(["a"], ["en"], 3, 4), synonyms=True))
    wrong = replace(right, change=(3, 4, ("tabla",)))
    words = segment.text.split()
    text = WeighedText([repairable(segment, right, style, wrong)], [words], [[CountEvidence()] * 3])
    originals = [["clic", "en", "la", "lista"]]
    assert [each.right for each in _label(text, originals)] == [True, False, False]
    assert [each.right for each in _label(text, None)] == [False] * 3


def test_our_table_has_habits_of_its_own_confusions() -> None:
    path = find_table("ca-es")
    assert isinstance(path, Path)
    table = ConfusionTable.read(path)
    assert all(0 < habit.expected < 1 and 0 < habit.share < 1 for habit in table.habits.values())
