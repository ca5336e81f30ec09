"""Misspelt words as findings: which are sure, what is suggested, and what the corpus and the tagger know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tertium.errors import InputError
from tertium.mtness import find_mtness, open_mtness
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.misspelt_words import Spelling
from tertium.mtness.resources.dictionary import Analysis, SourceWord, Translation
from tertium.mtness.resources.spelling import SpellChecker
from tertium.mtness.segment import Segment
from tertium.mtness.text.tagger import Tagger
from tertium.mtness.text.taggers.wordlist_tagger import make
from tertium.mtness.text.tags import Tag
from tests.mtness.apertium_installed import needs_apertium
from tests.mtness.notation import GivenCounts
from tests.mtness.test_spelling import needs_dictionary, needs_library, tag

pytestmark = needs_library
NOUN = Tag.parse("noun")


@pytest.fixture
def checker(tmp_path: Path) -> SpellChecker:
    words = ["casa", "perro", "está", "el", "tramitación", "selecciona", "opten", "salida"]
    (tmp_path / "xx.aff").write_text("SET UTF-8\nTRY aeiounrs\n", encoding="utf-8")
    (tmp_path / "xx.dic").write_text("\n".join([str(len(words)), *words, ""]), encoding="utf-8")
    return SpellChecker(tmp_path / "xx.dic")


def check(
    checker: SpellChecker,
    segments: Sequence[Segment],
    words: Sequence[Sequence[SourceWord]] = (),
    tagger: Tagger | None = None,
    **counts: int,
) -> list[Finding]:
    spelling = Spelling(target=checker, source=None, tagger=tagger or make("", "es"))
    return spelling.check(segments, Ledger(provider=GivenCounts(counts)), words)


def test_a_word_with_a_similar_common_one_is_an_instance(checker: SpellChecker) -> None:
    found = check(checker, [tag("el perrro seleciona casa")], perro=40, selecciona=500, seleciona=2)
    assert [(each.text, each.verdict) for each in found] == [
        ("perrro", Verdict.INSTANCE),
        ("seleciona", Verdict.INSTANCE),
    ]
    for each, meant in zip(found, ("perro", "selecciona"), strict=True):
        assert each.best is not None
        assert (each.best.text, each.best.repair.replacement) == (meant, meant)
        assert each.best.repair.edits[0].start == each.start


def test_accents_need_less_evidence(checker: SpellChecker) -> None:
    (found,) = check(checker, [tag("tramitacion")], tramitación=2)
    assert found.verdict is Verdict.INSTANCE
    (found,) = check(checker, [tag("el perrro")], perro=2)
    assert found.verdict is Verdict.CANDIDATE


def test_words_without_a_similar_one_are_candidates(checker: SpellChecker) -> None:
    (found,) = check(checker, [tag("el turbosinoducto está")], perro=100)
    assert (found.verdict, found.suggestions, found.note) == (Verdict.CANDIDATE, (), "unknown word")


def test_words_that_the_corpus_has_are_correct(checker: SpellChecker) -> None:
    assert check(checker, [tag("el perrro")], perro=100, perrro=3) == []
    (found,) = check(checker, [tag("el perrro", "un perrro")], perro=100, perrro=9)
    assert found.note == "untranslated"
    assert check(checker, [tag("el perrro", "un perrro")], perro=100, perrro=10) == []


def test_words_that_the_tagger_knows_are_correct(checker: SpellChecker) -> None:
    tagger = make("", "es")
    known = next(word for word in ("llega", "disco", "lleno") if tagger.analyse([word])[0])
    assert check(checker, [tag(f"el {known}")], tagger=tagger) == []


@pytest.mark.parametrize("text", ["x=optlen", "optlen(3)", 'el "optlen" está', "<optlen>", "el «optlen»"])
def test_code_and_quoted_words_are_left_alone(checker: SpellChecker, text: str) -> None:
    assert check(checker, [tag(text)], opten=100) == []


def test_suggestions_for_untranslated_words_are_translations(checker: SpellChecker) -> None:
    meant = [Translation(text, Analysis(text, NOUN), Analysis("sortida", NOUN)) for text in ("excursión", "salida")]
    words = [[SourceWord("sortida", 3, 10, tuple(meant))]]
    (found,) = check(checker, [tag("Sortida casa", "La sortida")], words, salida=9, excursión=2)
    assert (found.verdict, found.note) == (Verdict.INSTANCE, "untranslated")
    assert [each.text for each in found.suggestions] == ["Salida", "Excursión"]
    assert found.suggestions[0].repair.source == "Sortida"


def test_capitals_are_kept(checker: SpellChecker) -> None:
    (found,) = check(checker, [tag("EL PERRRO")], PERRO=40, perro=40)
    assert found.best is not None
    assert found.best.text == "PERRO"


@needs_apertium
@needs_dictionary("es", "ca")
def test_spelling_is_checked_where_the_dictionary_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    counts = GivenCounts({"selecciona": 100})
    texts = ["Lanzó un córner.", "Ahora seleciona el archivo."]
    with open_mtness("es", counts) as pipeline:
        found = find_mtness(texts, pipeline)
    assert "spelling:chunspell" in found.signature
    words = [(each.text, each.best and each.best.text) for each in found.instances if each.kind == "word"]
    assert words == [("seleciona", "selecciona")]
    for arguments in ({"spelling": False}, {"tagger": "wordlist"}):
        with open_mtness("es", counts, **arguments) as pipeline:  # type: ignore[arg-type]
            assert "spelling" not in pipeline.describe()
    monkeypatch.setattr("tertium.mtness.resources.spelling.FOLDERS", (str(tmp_path),))
    with open_mtness("es", counts) as pipeline:
        assert "spelling" not in pipeline.describe()
    with pytest.raises(InputError, match="apt-get install hunspell-es"):
        open_mtness("es", counts, spelling=True)
