"""All repairs of a segment: their order, their bounds, and how often others are asked."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.edits import apply_edits
from tertium.errors import InputError, SpecError
from tertium.mtness.chunking.spans import SpanKind
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.repairs.kinds.copulas import COPULA
from tertium.mtness.repairs.kinds.function_words import FUNCTION_WORD
from tertium.mtness.repairs.kinds.other_systems import OTHER_SYSTEM
from tertium.mtness.repairs.kinds.translations import OTHER_TRANSLATION
from tertium.mtness.repairs.repairer import Repairer
from tertium.mtness.resources.dictionary import Wish
from tertium.mtness.segment import Segment
from tests.mtness.test_suggestions_notation import GivenDictionary, GivenForms, find_repairs, read_segment

MANY = GivenDictionary({"x/noun.m.s": [f"y{number}/noun.m.s" for number in range(20)], "z/noun": ["w/noun"]})
TEXT = "el/determiner.definite.m.s y0/noun.m.s es/ser/verb.finite lleno/adjective.m.s"


def test_each_word_has_so_many_at_most() -> None:
    made = read_segment(TEXT, "x")
    (six,) = Repairer.of("es", MANY, actions=["A2"]).repair([made])
    assert [(each.replacement, each.rank) for each in six.repairs] == [
        (f"y{number}", number - 1) for number in range(1, 7)
    ]
    (two,) = Repairer.of("es", MANY, limit=2, actions=["A2"]).repair([made])
    assert [each.replacement for each in two.repairs] == ["y1", "y2"]


def test_a_segment_has_so_many_at_most() -> None:
    words = 300
    made = read_segment(" ".join(["y0/noun.m.s"] * words), " ".join(["x"] * words))
    (repaired,) = Repairer.of("es", MANY).repair([made])
    assert len(repaired.repairs) == 400


def test_repairs_are_in_order_and_none_is_twice() -> None:
    repairs = find_repairs(read_segment(TEXT, "x", others={"B": "el y1 está lleno"}), dictionary=MANY)
    assert [each.start for each in repairs] == sorted(each.start for each in repairs)
    assert len({each.edits for each in repairs}) == len(repairs)
    assert [each.action for each in repairs if each.replacement == "y1"] == [OTHER_TRANSLATION]
    assert [each.action for each in repairs if each.replacement == "está"] == [COPULA]


def test_the_dictionary_and_the_inflector_are_asked_once() -> None:
    words = GivenDictionary({"x/noun.m.s": ["y/noun.m.s", "z/noun.f.s"]})
    forms = GivenForms({"nuevo f.s": "nueva"})
    made = read_segment("un/determiner.m.s nuevo/adjective.m.s y/noun.m.s", "x")
    other = read_segment("otro/determiner.m.s nuevo/adjective.m.s y/noun.m.s", "x x")
    found = Repairer.of("es", words, forms, actions=["A2"]).repair([made, other, read_segment("y/noun.m.s"), made])
    assert words.asked == [["x", "x x"]]
    assert len(forms.asked) == 1
    assert [len(each.repairs) for each in found] == [1, 1, 0, 1]
    assert [edit.text for edit in found[1].repairs[0].edits] == ["otra", "nueva", "z"]


def test_function_words_come_late_and_what_another_system_has_last() -> None:
    words = GivenDictionary({"a/preposition": ["a/preposition", "hacia_ahí/adverb"]})
    made = read_segment("van/ir/verb.finite a/preposition Irán/proper", "a", others={"B": "van hasta Irán"})
    repairs = [each for each in find_repairs(made, dictionary=words) if each.replaced == "a"]
    actions = [OTHER_TRANSLATION, FUNCTION_WORD, OTHER_SYSTEM]
    assert [(each.action, each.rank) for each in repairs] == [(action, rank) for rank, action in enumerate(actions)]


def test_nothing_in_nothing_out() -> None:
    repairer = Repairer.of("es", GivenDictionary({}), GivenForms({}))
    assert repairer.repair([]) == []
    (empty,) = repairer.repair([read_segment("", "", spans=[])])
    assert empty.repairs == ()
    (marks,) = repairer.repair([read_segment("./punctuation !/punctuation", "x", others={"B": "?"}, spans=[])])
    assert marks.repairs == ()


def test_it_says_what_it_does() -> None:
    assert Repairer.of("es").describe() == "actions=all,limit=6,forms=no,dictionary=none"
    some = Repairer.of("es", MANY, GivenForms({}), limit=3, actions=["A2", "A1"])
    assert some.describe() == "actions=A1+A2,limit=3,forms=yes,dictionary=given"


def test_what_is_asked_for_wrongly() -> None:
    with pytest.raises(SpecError, match="maximum number of suggestions per word is 0"):
        Repairer.of("es", limit=0)
    with pytest.raises(SpecError, match="no action 'A3'"):
        Repairer.of("es", actions=["A3"])
    with pytest.raises(SpecError, match="no rules for the language"):
        Repairer.of("xx")


def test_a_language_without_rules_has_what_needs_none(tmp_path: Path) -> None:
    repairer = Repairer.of(tmp_path, MANY)
    (repaired,) = repairer.repair([read_segment(TEXT, "x")])
    assert {each.action for each in repaired.repairs} == {OTHER_TRANSLATION}


@pytest.mark.parametrize(
    "rules",
    [
        "[nothing]",
        "[determiners]\nrows = [['a']]",
        "[[junctions]]\nwords = {a = 'b'}\nbefore = '('",
        "[[apocopation]]",
        "[copulas.forms]\na = ['b']\nc = []",
        "[contractions]\na = 'b'",
        "[[apocopation]]\nforms = {a = 'b'}\nbefore = ['x']",
        "[[exchanges]]\nforms = {a = ['b']}\nparts = ['preposition']\nbefore = ['x']",
        "[[exchanges]]\nforms = {a = 'b'}\nparts = ['preposition']\nbefore = ['finite']",
        "[[exchanges]]\nforms = {a = ['b']}\nbefore = ['noun']",
        "[copulas.forms]\na = ['b']\nc = ['d']\n[copulas.before]\ne = ['noun']",
        "[articles]\ndefinite = {'m.x' = 'el'}",
        "[marks]\nopening = {'?' = ''}",
        "[moods]\nimperatives = ['imperatif']",
        "[[moods.after]]\nwords = ['si']\ntenses = {past = 'subjunctive'}",
        "[phrases.words]\na = 'b'",
        "[reflexives]\npronouns = {'4.s' = 'se'}",
        "[subjects]\npronouns = {'4.s' = ['it']}",
        "[[government]]\nwords = ['a']\nprepositions = ['b']\nbefore = ['x']",
    ],
    ids=[
        "section",
        "row",
        "pattern",
        "missing",
        "uneven",
        "one-word",
        "part",
        "exchange-part",
        "exchange-list",
        "exchange-missing",
        "copula",
        "article",
        "mark",
        "mood",
        "tense",
        "phrase",
        "reflexive",
        "subject",
        "government",
    ],
)
def test_rules_that_are_wrong(tmp_path: Path, rules: str) -> None:
    (tmp_path / "suggestions.toml").write_text(rules, encoding="utf-8")
    with pytest.raises(InputError, match=r"suggestions\.toml"):
        Repairer.of(tmp_path)


@pytest.mark.parametrize(
    ("rules", "known"),
    [
        ("[determiners]\nrow = []", "rows"),
        ("[[junctions]]\nwords = {a = 'b'}\nbefore = 'c'\nunles = 'd'", "words, before, unless"),
        ("[[apocopation]]\nforms = {a = 'b'}\nbefore = []\nthrought = false", "forms, before, gender"),
        ("[copulas]\nform = {}", "forms, before"),
        ("[articles]\nadd_before = []", "definite, indefinite, add_after"),
        ("[prepositions]\ndrop = []", "dropped"),
        ("[personal]\nexcept = []", "preposition, except_verbs"),
        ("[orders]\nswap = []", "linking, swaps"),
        ("[agreement]\nverbs = '3.s'", "verb_form, two_genders"),
        ("[clauses]\nverb = []", "verbs, conjunction"),
        ("[[government]]\nwords = []\nbefore = []\nafter = []", "words, prepositions"),
        ("[marks]\nclosing = {}", "opening"),
        ("[moods]\nmood = []", "imperatives, prohibitions"),
        ("[phrases]\nnouns = {}", "verbs, words"),
        ("[questions]\nword = {}", "words, instead"),
        ("[reflexives]\npronoun = {}", "pronouns, verbs"),
        ("[subjects]\npronoun = {}", "pronouns, auxiliary"),
        ("[[exchanges]]\nforms = {a = ['b']}\nparts = ['noun']\nbefore = []\nbehind = []", "forms, parts, before"),
    ],
    ids=lambda text: text.partition("]")[0].strip("[") if "]" in text else "",
)
def test_keys_that_there_are_not(tmp_path: Path, rules: str, known: str) -> None:
    (tmp_path / "suggestions.toml").write_text(rules, encoding="utf-8")
    with pytest.raises(InputError, match=r"suggestions\.toml: there is no '\w+' in the section") as caught:
        Repairer.of(tmp_path)
    assert caught.value.remedy is not None
    assert caught.value.remedy.startswith(f"There are: {known}")


LIST_OF_FORMS = """
    el la los l' del al de un grande gran primero y e o es está ser RAM RAMO Irán casa agua hijo previsto
    a en por pel lo à dans au in
"""
LIST_OF_TAGS = """
    noun.f.s noun.m.s noun.m.p noun proper determiner.definite.m.s determiner.f.s preposition preposition.contracted.m.s
    adjective.m.s adjective.ordinal.m.s verb.finite verb.infinitive verb.participle.m.s conjunction numeral punctuation
    proper.person pronoun.personal unknown
"""
FORMS, TAGS = LIST_OF_FORMS.split(), LIST_OF_TAGS.split()
PIECES = st.lists(st.builds("{}/{}".format, st.sampled_from(FORMS), st.sampled_from(TAGS)), min_size=1, max_size=8)
OTHERS = ["casa/noun.f.s", "agua/noun.f.s", "hijos/hijo/noun.m.p", "es/ser/verb.finite"]
ANY = GivenDictionary({f"{form}/noun.m.s": OTHERS for form in FORMS})


class AnyForm:
    """An inflector that always has an answer."""

    def inflect(self, wishes: Sequence[Wish]) -> list[str | None]:
        return [f"{wish.token.lemma}{wish.gender}{wish.number}" for wish in wishes]


@given(PIECES, st.lists(st.sampled_from(FORMS), max_size=8), st.sampled_from(["ca", "en", "es", "fr"]))
@settings(deadline=None)
def test_whatever_the_words_are(pieces: list[str], source: list[str], language: str) -> None:
    made = read_segment(" ".join(pieces), " ".join(source), others={"B": " ".join(source)})
    text = made.text
    (repaired,) = Repairer.of(language, ANY, AnyForm()).repair([made])
    assert len({each.edits for each in repaired.repairs}) == len(repaired.repairs)
    for repair in repaired.repairs:
        places = [place for edit in repair.edits for place in (edit.start, edit.end)]
        assert places == sorted(places)
        assert places[-1] <= len(text)
        after = apply_edits(text, repair.edits)
        assert after != text
        assert "  " not in after
        assert after == after.strip()
        assert repair.replaced != repair.replacement


REAL = {
    "morin de set": ("mueran de siete", "sed", ErrorType.WRONG_SENSE),
    "sortida vol": ("salida quiere", "vuelo", ErrorType.WORD_FORM),
    "disc dur": ("disco llevar", "duro", ErrorType.WORD_FORM),
    "Disc dur": ("Discos llevar", "duros", ErrorType.WORD_FORM),
    "el disc és ple": ("el disco es lleno", "está", ErrorType.SER_ESTAR),
    "és previst d'arribar": ("es previsto de llegar", "está previsto llegar", ErrorType.SER_ESTAR),
    "memòria RAM": ("memoria RAMO", "RAM", ErrorType.WORD_FOR_WORD),
    "jornada sagnant": ("jornada sangrando", "sangrienta", ErrorType.WORD_FORM),
    "sortir a sopar": ("salir a cena", "cenar", ErrorType.WORD_FORM),
    "primer contacte": ("primero contacto", "primer", ErrorType.APOCOPATION),
    "una gran festa": ("una grande fiesta", "gran", ErrorType.APOCOPATION),
    "les terres": ("las tierras", "suelos", ErrorType.WRONG_SENSE),
}


@pytest.mark.skipif(shutil.which("lt-proc") is None, reason="NO APERTIUM: the paper's examples are not tried")
def test_the_paper_by_apertium() -> None:
    from tertium.mtness.resources.apertium.apertium_dictionary import ApertiumDictionary
    from tertium.mtness.resources.apertium.inflector import ApertiumInflector
    from tertium.mtness.text.taggers.apertium_tagger import ApertiumTagger

    with ApertiumTagger("es") as tagger:
        tokens = tagger.tag([text for text, *_ in REAL.values()])
    segments = []
    for source, (text, *_), words in zip(REAL, REAL.values(), tokens, strict=True):
        tagged = Segment(text=text, source=source).with_tokens(words)
        segments.append(tagged.with_spans((tagged.make_span(SpanKind.NOUN_PHRASE, 0, len(words)),)))
    with ApertiumDictionary("ca", "es") as dictionary, ApertiumInflector("ca", "es") as inflector:
        repaired = Repairer.of("es", dictionary, inflector).repair(segments)
    found = {each.source: {(one.replacement, one.error) for one in each.repairs} for each in repaired}
    missing = [source for source, (_, new, error) in REAL.items() if (new, error) not in found[source]]
    assert missing == []
    (lands,) = [each for each in repaired[-1].repairs if each.replacement == "suelos"]
    assert [edit.text for edit in lands.edits] == ["los", "suelos"]


def test_what_another_system_has_is_that_of_the_rule_which_proposes_it_as_well() -> None:
    text = "sale/verb del/preposition.contracted.m.s Irán/proper.place"
    made = read_segment(text, "x", others={"B": "sale de Irán"})
    actions = {str(each.action) for each in find_repairs(made) if each.replacement == "de"}
    assert actions == {"drop article"}
