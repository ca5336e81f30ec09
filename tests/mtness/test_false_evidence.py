"""What is not evidence: another system's words, and actions that the weights do not know; and what is not outvoted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tertium.mtness import Examination, Rule, find_mtness, find_mtness_by_system, open_mtness
from tertium.types import References, TestSet

# A corpus of our own: each good wording is there, one of them far more often.
SPANISH = [
    *["El alcalde visitó la ciudad más tarde.", "El presidente llegó a la zona más tarde."] * 30,
    *["El alcalde llegó poco después.", "Vino a la zona poco más tarde.", "La reunión empezó poco después."] * 3,
    *["El presidente llegó e hizo una pregunta.", "La madre volvió e hizo la comida."] * 20,
    *["La niña abrió la puerta y entró en la casa.", "El padre volvió y se fue.", "El perro llegó y comió."] * 200,
]
GOOD = {
    "A": ["El alcalde visitó la zona poco después.", "La madre volvió pronto y dijo algo."],
    "B": ["El alcalde visitó la zona más tarde.", "La madre volvió pronto y contó algo."],
    "C": ["El alcalde visitó el lugar más tarde.", "La mamá volvió pronto y dijo algo."],
    "D": ["El alcalde visitó la zona luego.", "La madre regresó pronto y dijo algo."],
    "E": ["El alcalde recorrió la zona poco después.", "La madre volvió temprano y dijo algo."],
}
RULES: list[dict[str, Any]] = [{}, {"counts_alone": True}, {"rule": Rule(tested=False)}, {"source_language": "ca"}]

ENGLISH = [
    "In the evening he went home and he said nothing.",
    "The rain stopped, but he was too tired to walk.",
    "He took the train and he was late again.",
    "She closed the window when he came back, and he went to bed.",
] * 20
HUMAN = [
    "She opened the door and went out into the garden.",
    "The man took the letter and said nothing.",
    "The doctor came on Monday and was very kind.",
    "The children ran to the river and came back in the evening.",
]
ENGLISH_WORDS = {
    "pronoun.personal.3.s": "he she",
    "determiner.definite": "the",
    "conjunction": "and but when",
    "preposition": "in into on to",
    "noun.s": "door garden man letter doctor river evening window train rain",
    "noun.p": "children",
    "pronoun": "nothing",
    "adverb": "out very back",
    "adjective": "kind late tired",
    "verb.finite.past": "opened went took said came was ran stopped closed",
}


def write(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def spanish(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"scan({write(tmp_path_factory.mktemp('spanish') / 'corpus.txt', SPANISH)})"


def examine(names: str, corpus: str, **options: Any) -> dict[str, Examination]:
    references = References.from_nested([[]] * len(GOOD["A"]))
    test_set = TestSet(systems={name: GOOD[name] for name in names}, references=references)
    with open_mtness("es", corpus, tagger="wordlist", dictionary="auto", **options) as pipeline:
        return {each.system: each for each in find_mtness_by_system(test_set, pipeline)}


@pytest.mark.parametrize("options", RULES, ids=["all", "counts", "paper", "source-language"])
@pytest.mark.parametrize("names", ["AB", "ABCDE"])
def test_good_systems_beside_each_other_have_no_more_than_alone(
    names: str, options: dict[str, Any], spanish: str
) -> None:
    together = examine(names, spanish, **options)
    for name, found in together.items():
        alone = examine(name, spanish, **options)[name]
        assert [each.text for each in found.instances] == [each.text for each in alone.instances] == []


@pytest.mark.parametrize("options", [{}, {"source_language": "ca"}], ids=["target", "pair"])
def test_a_rule_of_spelling_is_not_outvoted(options: dict[str, Any], spanish: str) -> None:
    """*y* is far more common than *e*, so that the language model is against it; and all else is well in this text."""
    text = [*GOOD["A"], "El ministro llegó y hizo una declaración."]
    with open_mtness("es", spanish, tagger="wordlist", **options) as pipeline:
        (found,) = find_mtness(text, pipeline).instances
    assert found.best is not None
    assert (found.text, found.count, found.best.text, found.best.count) == ("y hizo", 0, "e hizo", 40)
    assert found.probability is not None
    assert found.probability >= 0.9


def test_an_english_text_by_people_needs_no_source_language(tmp_path: Path) -> None:
    rows = [f"{word}\t{word}\t{tag}" for tag, words in ENGLISH_WORDS.items() for word in words.split()]
    words = write(tmp_path / "words.tsv", rows)
    corpus = write(tmp_path / "corpus.txt", ENGLISH)
    with open_mtness("en", f"scan({corpus})", tagger=f"wordlist({words})") as pipeline:
        assert [each.text for each in find_mtness(HUMAN, pipeline).instances] == []
