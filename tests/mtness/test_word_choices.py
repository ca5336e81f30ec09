"""Small words that are confused: how places are described, what is learned, and what is proposed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.mtness.learning.choice_learning import learn_choices
from tertium.mtness.resources.word_choices import ContextRules, WordChoice, WordChoices, find_choices

RULES = ContextRules(frozenset({"el", "la"}), {"al": ("a", "el"), "del": ("de", "el")})
CHOICES = WordChoices(
    [WordChoice("a", "en", {"bias": -0.5, "n lista": 2.0, "l hace": 0.25, "-1 voy": -3.0})], RULES, "es", "made up"
)
SMALL = ["a", "al", "en", "el", "la", "lista", "voy", "hacer", "clic", "del", "."]
WORDS = st.lists(st.sampled_from(SMALL), max_size=9)


def test_contractions_are_expanded() -> None:
    assert RULES.expand(["al", "fin", "del", "mes"]) == (["a", "el", "fin", "de", "el", "mes"], [0, 0, 1, 2, 2, 3])


def test_the_noun_behind_its_article_describes_a_place_and_the_word_itself_does_not() -> None:
    words = ["hacer", "doble", "clic", "a", "la", "lista", "grande"]
    found = set(RULES.describe(words, 3))
    assert {"-1 clic", "n lista", "d la", "dn la lista", "l hace", "ln hace lista", "r gran"} <= found
    assert found == set(RULES.describe([*words[:3], "en", *words[4:]], 3))


def test_a_full_stop_ends_what_is_before_a_place() -> None:
    assert "l hace" not in set(RULES.describe(["hacer", ".", "clic", "a", "lista"], 3))


@pytest.mark.parametrize(
    ("words", "change", "odds"),
    [
        ("está a la lista", (1, 2, ("en",)), 1.5),
        ("está al lista", (1, 2, ("en", "el")), 1.5),
        ("está en la lista", (1, 2, ("a",)), -1.5),
        ("está en el lista", (1, 3, ("al",)), -1.5),
        ("voy a la lista", (1, 2, ("en",)), -1.5),
        ("está a la lista", (1, 2, ("de",)), None),
        ("está a la lista", (2, 3, ("el",)), None),
        ("está a la lista", (1, 1, ("en",)), None),
        ("está a la lista", (1, 3, ("en", "el")), None),
    ],
)
def test_a_change_has_the_odds_of_the_words_around_it(
    words: str, change: tuple[int, int, tuple[str, ...]], odds: float | None
) -> None:
    assert CHOICES.weigh(words.split(), change) == (None if odds is None else pytest.approx(odds))


def test_what_fits_better_is_proposed_with_its_contraction() -> None:
    assert list(CHOICES.propose(["está", "a", "la", "lista"])) == [(1, 2, ("en",))]
    assert list(CHOICES.propose(["está", "al", "lista"])) == [(1, 2, ("en", "el"))]
    assert list(CHOICES.propose(["voy", "en", "el", "mes"])) == [(1, 3, ("al",))]
    assert list(CHOICES.propose(["voy", "a", "la", "lista"])) == []


@given(WORDS)
def test_all_that_is_proposed_has_odds_for_it(words: list[str]) -> None:
    for change in CHOICES.propose(words):
        odds = CHOICES.weigh(words, change)
        assert odds is not None
        assert odds >= 1
        first, stop, new = change
        changed = [*words[:first], *new, *words[stop:]]
        # The way back has the opposite odds, as the words around it are the same.
        back = CHOICES.weigh(changed, (first, first + len(new), tuple(words[first:stop])))
        assert back == pytest.approx(-odds)


def test_weights_are_learned_from_text() -> None:
    lines = ["voy a la casa", "vamos al cine"] * 60 + ["estoy en la casa", "está en el cine"] * 60
    others = ["es por eso", "que lo sé", "como tú", "donde vivo", "quien sea"]
    others += ["es para ti", "sé qué es", "mira cómo va", "sé dónde vas", "sé quién es"]
    found = learn_choices([*lines, *others * 60], "es", origin="sixty")
    assert [(each.one, each.other) for each in found.choices] == [
        ("a", "en"),
        ("por", "para"),
        ("que", "qué"),
        ("como", "cómo"),
        ("donde", "dónde"),
        ("quien", "quién"),
    ]
    assert found.language == "es"
    better = found.weigh(["estamos", "a", "la", "casa"], (1, 2, ("en",)))
    worse = found.weigh(["voy", "a", "la", "casa"], (1, 2, ("en",)))
    assert better is not None
    assert worse is not None
    assert better > worse + 2


def test_too_little_text_is_refused() -> None:
    with pytest.raises(InputError, match=r"'a' 1 times and 'en' 0 times"):
        learn_choices(["voy a casa"], "es")
    with pytest.raises(SpecError, match="name no words"):
        learn_choices(["he goes"], "fr")


@pytest.mark.parametrize(
    "rules", ["pairs = 3", 'pairs = "ab"', 'pairs = [["a"]]', 'pairs = [["a", "a"]]', 'pairs = [["a", 1]]',
              'pairs = [["a", "en"]]\ndeterminers = [["el"]]', 'determiners = "el"']
)  # fmt: skip
def test_wrong_rules_are_refused(tmp_path: Path, rules: str) -> None:
    (tmp_path / "word_choices.toml").write_text(rules, encoding="utf-8")
    with pytest.raises(InputError, match="has to be a list") as caught:
        learn_choices(["voy a casa"], "gl", rules=tmp_path)
    assert Path(str(caught.value.file)).name == "word_choices.toml"


def test_a_folder_of_rules_has_its_own_pairs(tmp_path: Path) -> None:
    (tmp_path / "word_choices.toml").write_text('pairs = [["on", "in"]]', encoding="utf-8")
    found = learn_choices(["it is on top", "he is in bed"] * 60, "en", rules=tmp_path)
    assert [(each.one, each.other) for each in found.choices] == [("on", "in")]
    assert found.language == "en"


@pytest.mark.parametrize("name", ["choices.tsv", "choices.tsv.gz"])
def test_a_table_is_written_and_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    CHOICES.write(path)
    found = WordChoices.read(path)
    assert found == CHOICES
    assert found.version == CHOICES.version


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one\tother",
        "# tertium word choices 1\nuno\n",
        "# tertium word choices 1\none\tother\tcontext\tweight\na\ten\tbias\n",
        "# tertium word choices 1\none\tother\tcontext\tweight\na\ten\tbias\tmuch\n",
        "# tertium word choices 1\none\tother\tcontext\tweight\na\ten\tbias\tnan\n",
        "# tertium word choices 1\none\tother\tcontext\tweight\na\ta\tbias\t1\n",
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        WordChoices.read(path)


@pytest.mark.parametrize(
    ("text", "old", "new", "fits"),
    [
        ("haga clic a el botón aceptar", "a", "en", True),
        ("el nombre aparece a la lista de archivos", "a", "en", True),
        ("quiere vender petróleo en los países vecinos", "en", "a", True),
        ("el ministro llegó a la capital", "a", "en", False),
        ("se dirigió a la puerta", "a", "en", False),
        ("lo hizo por ayudar a su madre", "por", "para", True),
        ("no sé que hacer", "que", "qué", True),
        ("la casa que compró", "que", "qué", False),
        ("explica como se hace", "como", "cómo", True),
    ],
)
def test_our_table_knows_spanish(text: str, old: str, new: str, fits: bool) -> None:
    path = find_choices("es")
    assert path is not None
    words = text.split()
    place = words.index(old)
    odds = WordChoices.read(path).weigh(words, (place, place + 1, (new,)))
    assert odds is not None
    assert (odds > 0) == fits


def test_other_languages_have_no_table() -> None:
    assert find_choices("xx") is None


@given(st.lists(st.sampled_from([*SMALL, "grande", "y", "casa"]), min_size=30, max_size=40), st.integers(0, 29))
def test_words_far_away_do_not_matter(words: list[str], place: int) -> None:
    path = find_choices("es")
    assert path is not None
    table = _read(path)
    if words[place] in ("a", "en"):
        change = (place, place + 1, ("en" if words[place] == "a" else "a",))
        plain, places = table.rules.expand(words)
        (choice,) = [each for each in table.choices if each.one == "a"]
        slow = choice.weigh(table.rules.describe(plain, places.index(place)))
        assert table.weigh(words, change) == pytest.approx(slow if words[place] == "a" else -slow)


@cache
def _read(path: Path) -> WordChoices:
    return WordChoices.read(path)
