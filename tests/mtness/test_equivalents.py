"""What is style and no mistake: by a small thesaurus, by rules, and by two forms for the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.lexicon.mythes import Thesaurus, read_thesaurus
from tertium.mtness.learning.equivalents import Equivalents
from tertium.mtness.learning.inputs import open_equivalents
from tertium.mtness.resources.confusions import START
from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.resources.opening import open_tagger
from tertium.mtness.text.tags import Tag
from tests.mtness.notation import confused

READINGS = {
    "empezó": [("empezar", "verb.finite")],
    "comenzó": [("comenzar", "verb.finite")],
    "hablara": [("hablar", "verb.finite")],
    "hablase": [("hablar", "verb.finite")],
    "habló": [("hablar", "verb.participle")],
    "va": [("ir", "verb.finite")],
    "comer": [("comer", "verb.infinitive")],
    "come": [("comer", "verb.finite")],
    "bebe": [("beber", "verb.finite"), ("bebé", "noun.m.s")],
    "tiene": [("tener", "verb.finite")],
    "debe": [("deber", "verb.finite")],
}


class Analyser:
    """Knows a few words."""

    def analyse(self, words: Sequence[str]) -> list[tuple[Analysis, ...]]:
        return [tuple(Analysis(lemma, Tag.parse(tag)) for lemma, tag in READINGS.get(word, ())) for word in words]


@pytest.fixture(scope="module")
def thesaurus(tmp_path_factory: pytest.TempPathFactory) -> Thesaurus:
    path = tmp_path_factory.mktemp("thesaurus") / "th_es.dat"
    path.write_text("UTF-8\nempezar|1\n-|comenzar|iniciar\ncoche|1\n-|auto|carro|a motor\n", encoding="utf-8")
    return read_thesaurus(path)


@pytest.fixture(scope="module")
def equivalents(thesaurus: Thesaurus) -> Equivalents:
    return Equivalents.of("es", Analyser(), thesaurus)


@pytest.mark.parametrize(
    ("replaced", "replacement", "same"),
    [
        ("comenzó", "empezó", True),
        ("empezó", "comenzó", True),
        ("coche", "auto", True),
        ("coche", "casa", False),
        ("el coche", "el auto", True),
        (f"auto {START}", f"coche {START}", True),
        ("coche rojo", "auto verde", False),
        ("hablara", "hablase", True),
        ("hablara", "habló", False),
        ("va a comer", "come", True),
        ("va a comer", "bebe", False),
        ("tiene que", "debe", True),
        ("debe", "tiene que", True),
        ("tiene que comer", "debe comer", True),
        ("árbol", "arbol", True),
        ("arbol", "árbol", False),
        ("año", "ano", False),
        ("moça", "moca", False),
        ("después", "luego", True),
        ("auto", "carro", False),
        ("a", "en", False),
        ("voy", "voy a", False),
        ("voy a", "voy", False),
    ],
)
def test_style_is_marked(equivalents: Equivalents, replaced: str, replacement: str, same: bool) -> None:
    confusion = confused(replaced.split(), replacement.split(), 3, 4, gain=0.5)
    (marked,) = equivalents.mark([confusion])
    assert marked == replace(confusion, synonyms=same)


def test_without_an_analyser_words_are_taken_as_they_are(thesaurus: Thesaurus) -> None:
    plain = Equivalents(thesaurus=thesaurus)
    pairs = [("coche", "auto"), ("comenzó", "empezó"), ("después", "luego")]
    marked = plain.mark([confused([one], [other], 3, 4) for one, other in pairs])
    assert [each.synonyms for each in marked] == [True, False, False]
    assert Equivalents().mark([]) == []


def test_a_language_without_rules_has_none() -> None:
    assert Equivalents.of("ca").pairs == frozenset()
    assert len(Equivalents.of("es").pairs) > 20
    tagger = open_tagger("wordlist", "es")
    opened = open_equivalents("spa", tagger)
    assert opened.thesaurus is None
    assert opened.pairs == Equivalents.of("es").pairs


@pytest.mark.parametrize("pairs", ['[["one"]]', '"one"', "[1]", '[["one", 2]]'])
def test_a_file_that_is_not_a_list_of_pairs_is_named(tmp_path: Path, pairs: str) -> None:
    (tmp_path / "equivalents.toml").write_text(f"pairs = {pairs}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"equivalents\.toml: the file is not a list of pairs"):
        Equivalents.of(tmp_path)
