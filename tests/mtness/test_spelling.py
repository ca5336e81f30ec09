"""The check of spelling, by real Hunspell dictionaries where they are, and by a tiny one of our own."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from tertium.errors import InputError, MissingExtraError, SpecError
from tertium.mtness.resources.spelling import (
    FOLDERS,
    MisspellingKind,
    SpellChecker,
    find_dictionary,
    find_misspellings,
    is_word,
)
from tertium.mtness.segment import Segment
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token

needs_library = pytest.mark.skipif(
    importlib.util.find_spec("hunspell") is None, reason="NO HUNSPELL: pip install 'tertium[spelling]'"
)


def needs_dictionary(*languages: str) -> pytest.MarkDecorator:
    missing = [each for each in languages if not any(list(Path(folder).glob(f"{each}*.dic")) for folder in FOLDERS)]
    return pytest.mark.skipif(bool(missing), reason=f"NO DICTIONARY: apt-get install hunspell-{'/'.join(missing)}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A dictionary of four words, of which some have a plural."""
    rules = "SET UTF-8\nTRY aeiou\nSFX S Y 1\nSFX S 0 s .\n"
    for name, words in (("xx_XX", "casa/S\nperro/S\nestá\nel\n"), ("xx_YY", "casa\n")):
        (tmp_path / f"{name}.aff").write_text(rules, encoding="utf-8")
        (tmp_path / f"{name}.dic").write_text(f"{words.count(chr(10))}\n{words}", encoding="utf-8")
    return tmp_path


def tag(text: str, source: str | None = None, **parts: str) -> Segment:
    tokens = []
    for found in re.finditer(r"[\w'*-]+|[^\w\s]", text):
        word = found[0]
        usual = "noun" if any(each.isalnum() for each in word) else "punctuation"
        tag = Tag.parse(parts.get(word, usual))
        tokens.append(Token(text=word, start=found.start(), end=found.end(), lemma=word.lower(), tag=tag))
    return Segment(text=text, source=source).with_tokens(tuple(tokens))


@needs_library
def test_inflected_forms_are_known_and_other_words_are_not(folder: Path) -> None:
    checker = SpellChecker.of("xx", folder)
    assert checker.unknown(["casas", "Casa", "CASAS", "perrro", "esta", "está", "esta\u0301"]) == [
        False, False, False, True, True, False, False,
    ]  # fmt: skip
    assert checker.unknown(["el perro", "el *prro", "*casa", ""]) == [False, True, False, False]
    assert "perro" in checker.suggest("perrro")
    assert len(checker.suggest("perrro", limit=1)) == 1
    assert re.fullmatch(r"chunspell-[\d.]+,xx_XX-[0-9a-f]{8}", checker.version)


@needs_library
@pytest.mark.parametrize(
    "text", ["12", "1,5", "x", "B2B", "https://qwzx.org/qwzx", "qwzx@qwzx.org", "QWZX", "qwZx", "QWzx", "--", "a_qwzx"]
)
def test_what_is_no_word_is_not_unknown(folder: Path, text: str) -> None:
    assert not is_word(text)
    assert SpellChecker.of("xx", folder).unknown([text]) == [False]


@needs_library
def test_words_that_an_old_encoding_has_not_got_are_unknown(tmp_path: Path) -> None:
    (tmp_path / "xx.aff").write_bytes(b"SET ISO8859-1\n")
    (tmp_path / "xx.dic").write_bytes("1\ncafé\n".encode("latin-1"))
    checker = SpellChecker.of("xx", tmp_path)
    assert checker.unknown(["café", "кафе", "東京"]) == [False, True, True]
    assert checker.suggest("кафе") == ()


def test_a_dictionary_is_found_by_its_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_dictionary("xx", folder).name == "xx_XX.dic"
    assert find_dictionary("xx-YY", folder).name == "xx_YY.dic"
    assert find_dictionary("zz", folder / "xx_YY.dic").name == "xx_YY.dic"
    monkeypatch.setenv("DICPATH", f"/nowhere:{folder}")
    assert find_dictionary("xx").parent == folder
    (folder / "xx_XX.aff").unlink()
    assert find_dictionary("xx").name == "xx_YY.dic"


def test_a_missing_dictionary_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"apt-get install hunspell-es; or give a folder that has es\.aff and es\.dic"):
        find_dictionary("es", tmp_path)
    with pytest.raises(InputError, match="apt-get install hunspell-en-us"):
        find_dictionary("en", tmp_path)
    with pytest.raises(SpecError, match="not a code of a language"):
        find_dictionary("../etc", tmp_path)


@needs_library
def test_what_is_no_dictionary_is_refused(tmp_path: Path) -> None:
    (tmp_path / "xx.dic").write_text("casa\n", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        SpellChecker(tmp_path / "xx.dic")
    (tmp_path / "xx.aff").write_text("SET UTF-8\n", encoding="utf-8")
    with pytest.raises(InputError, match="not a Hunspell dictionary"):
        SpellChecker(tmp_path / "xx.dic")


def test_without_the_library_the_extra_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hunspell", None)
    with pytest.raises(MissingExtraError, match=r"the extra 'spelling'.*pip install .*chunspell"):
        SpellChecker.of("xx", folder)


@needs_library
def test_untranslated_words_are_told_from_unknown_ones(folder: Path) -> None:
    checker = SpellChecker.of("xx", folder)
    segments = [tag("el gos está.", "el gos és"), tag("el prro", "el gos"), tag("el gos")]
    unknown, untranslated = MisspellingKind.UNKNOWN_WORD, MisspellingKind.UNTRANSLATED
    assert find_misspellings(segments, checker) == [(0, 1, untranslated), (1, 1, unknown), (2, 1, unknown)]
    # A dictionary of the source that has not got the word either: it is no word of the source that was left.
    assert find_misspellings(segments[:1], checker, source_checker=checker) == [(0, 1, unknown)]


@needs_library
def test_names_are_left_alone(folder: Path) -> None:
    checker = SpellChecker.of("xx", folder)
    segments = [
        tag("El perro Qwzx. Qwzx está."),  # a capital inside of a sentence
        tag("el vbnm", vbnm=Part.PROPER),
        tag("Prro está. Qwzx está"),  # it may be a name, and nobody knows
        tag("EL QWZXVBNM"),
        tag("¿Prro?", "quin Prro"),
        tag("el @qwzxvb está en #qwzxvb, qwzxvb.org y https://vbnm.org/qwzxvb", y=Part.PROPER, en=Part.PROPER),
    ]
    found = find_misspellings(segments, checker)
    assert [(each.segment, segments[each.segment].tokens[each.token].text) for each in found] == [
        (3, "QWZXVBNM"),
        (4, "Prro"),  # it stands in the source, and was left as it is
    ]
    assert found[-1].kind is MisspellingKind.UNTRANSLATED


@needs_library
@needs_dictionary("es", "ca")
def test_spanish_and_catalan() -> None:
    spanish, catalan = SpellChecker.of("es"), SpellChecker.of("ca")
    assert (spanish.path.stem, catalan.path.stem) == ("es_ES", "ca")
    known = ["dándoselo", "hablaríamos", "cantaríais", "rápidamente", "países", "Está"]
    assert not any(spanish.unknown(known))
    assert all(spanish.unknown(["endeutament", "sortida", "països", "qwertyu"]))
    known = ["parlaríem", "donar-li", "l'home", "l’home", "anem-nos-en", "paral·lel", "bellíssimes"]
    assert not any(catalan.unknown(known))
    assert all(catalan.unknown(["salida", "países"]))
    found = find_misspellings(
        [tag("El *endeutament neto crreció.", "L'endeutament net va créixer.")], spanish, source_checker=catalan
    )
    assert found == [(0, 1, MisspellingKind.UNTRANSLATED), (0, 3, MisspellingKind.UNKNOWN_WORD)]
    assert "endeudamiento" in spanish.suggest("endeudamento")
