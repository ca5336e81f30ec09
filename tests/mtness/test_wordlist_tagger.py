"""The tagger by a list of words, and its bigram model against all sequences."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.errors import InputError, SpecError
from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.resources.wordlist import Wordlist, read_wordlist
from tertium.mtness.text.taggers.bigrams import Bigrams, classify
from tertium.mtness.text.taggers.endings import Endings
from tertium.mtness.text.taggers.wordlist_tagger import WordlistTagger, make, read_tagged
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token
from tertium.samples import mtness as samples
from tests.oracle.tag_sequences import expect_pairs, find_best_score, score_sequence

CLASSES = ["a", "b", "c", "d"]
candidates = st.lists(
    st.tuples(st.sampled_from(CLASSES), st.floats(-5, 0)), min_size=1, max_size=3, unique_by=lambda each: each[0]
)
sentences = st.lists(candidates, max_size=6)
models = st.builds(
    Bigrams,
    st.dictionaries(
        st.tuples(st.sampled_from(["", *CLASSES]), st.sampled_from(["", *CLASSES])), st.integers(1, 20), max_size=12
    ),
)


@given(sentences, models)
def test_viterbi_finds_the_best_of_all_sequences(sentence: list[list[tuple[str, float]]], model: Bigrams) -> None:
    chosen = model.choose(sentence)
    assert len(chosen) == len(sentence)
    assert score_sequence(sentence, chosen, model.log) == pytest.approx(find_best_score(sentence, model.log))


@given(sentences, models)
def test_expected_pairs_are_those_of_all_sequences(sentence: list[list[tuple[str, float]]], model: Bigrams) -> None:
    pairs: dict[tuple[str, str], float] = {}
    model._expect(sentence, pairs)
    assert pairs == pytest.approx(expect_pairs(sentence, model.log))


def test_nothing_counted_prefers_nothing() -> None:
    model = Bigrams()
    assert len({model.log(first, second) for first in CLASSES for second in CLASSES}) == 1


def test_estimation_learns_from_words_that_are_sure() -> None:
    sure = [[("det", 0.0)], [("noun", 0.0)], [("verb", 0.0)]]
    unsure = [[("det", 0.0)], [("verb", 0.0), ("noun", 0.0)], [("verb", 0.0)]]
    assert Bigrams.estimate([sure] * 5 + [unsure]).choose(unsure) == [0, 1, 0]


def show(tokens: tuple[Token, ...]) -> list[tuple[str, str]]:
    return [(token.text, str(token.tag)) for token in tokens]


@pytest.fixture(scope="module")
def spanish() -> WordlistTagger:
    return make("", "es")


@pytest.fixture(scope="module")
def catalan() -> WordlistTagger:
    return make("", "ca")


def test_ambiguous_words(spanish: WordlistTagger) -> None:
    first, second = spanish.tag(["La cena está en la mesa.", "Mi amiga cena en casa."])
    assert ("cena", "noun.f.s") in show(first)
    assert ("cena", "verb.finite.present.3.s") in show(second)


def test_groups_are_one_word(spanish: WordlistTagger) -> None:
    (tokens,) = spanish.tag(["Habla con todo el  mundo a pesar de todo."])
    assert [token.text for token in tokens] == ["Habla", "con", "todo el  mundo", "a pesar de", "todo", "."]
    assert tokens[2].lemma == "todo el mundo"


def test_catalan_apostrophes(catalan: WordlistTagger) -> None:
    (tokens,) = catalan.tag(["L'aigua del got és freda."])
    assert show(tokens)[:3] == [
        ("L'", "determiner.definite.s"),
        ("aigua", "noun.f.s"),
        ("del", "preposition.contracted.m.s"),
    ]


def test_words_that_the_list_lacks(spanish: WordlistTagger) -> None:
    (tokens,) = spanish.tag(["Ayer Rigoberta compró 25 bicicletas (y 3.500 euros). ¿Sí?… www.x.es"])
    tags = dict(show(tokens))
    assert tags["Rigoberta"] == "proper"
    assert tags["25"] == tags["3.500"] == "numeral"
    assert tags["bicicletas"] == "noun.f.p"
    assert tags["("] == tags["¿"] == "punctuation"
    assert tags["."] == tags["?"] == tags["…"] == "punctuation.final"
    assert tags["www.x.es"] == "proper"


def test_capitals(spanish: WordlistTagger) -> None:
    acronym, shouted, translated = spanish.tag(["La memoria RAM.", "LA MEMORIA ZUMBANTE.", "La memoria RAMO."])
    assert ("RAM", "proper") in show(acronym)
    assert ("ZUMBANTE", "proper") not in show(shouted)
    assert ("RAMO", "noun.m.s") in show(translated)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "....",
        "<b>la</b>\n casa\u2028&amp; \ud7ff\x00\x01",
        "de " * 5000,
        "a" * 5000,
        "''' -la l' --",
        "😀 ¡¡!!",
    ],
    ids=["empty", "blank", "dots", "markup", "5000 words", "long word", "marks", "emoji"],
)
def test_any_text(spanish: WordlistTagger, catalan: WordlistTagger, text: str) -> None:
    for tagger in (spanish, catalan):
        (tokens,) = tagger.tag([text])
        assert "".join(token.text for token in tokens).split() == "".join(text.split()).split()
        assert all(text[token.start : token.end] == token.text for token in tokens)


def test_progress(spanish: WordlistTagger) -> None:
    steps: list[int] = []
    spanish.tag(["la"] * 600, steps.append)
    assert sum(steps) == 600
    assert len(steps) > 1


def test_accuracy_on_sentences_it_has_not_seen() -> None:
    gold = read_tagged(samples.path("tagged.es.tsv"))
    words = read_wordlist(samples.path("wordlist.es.tsv"))
    right = total = 0
    for fold in range(4):
        tagger = WordlistTagger(words, "es", tagged=[each for at, each in enumerate(gold) if at % 4 != fold])
        for sentence in gold[fold::4]:
            (tokens,) = tagger.tag([" ".join(form for form, _ in sentence)])
            assert [token.text for token in tokens] == [form for form, _ in sentence]
            for token, (_, analysis) in zip(tokens, sentence, strict=True):
                if analysis.tag.part != Part.PUNCTUATION:
                    total += 1
                    right += classify(token.tag) == classify(analysis.tag)
    assert right / total > 0.95


def test_plain_text_is_better_than_nothing() -> None:
    gold = read_tagged(samples.path("tagged.es.tsv"))
    words = read_wordlist(samples.path("wordlist.es.tsv"))
    texts = [" ".join(form for form, _ in sentence) for sentence in gold]

    def count_right(tagger: WordlistTagger) -> int:
        return sum(
            classify(token.tag) == classify(analysis.tag)
            for tokens, sentence in zip(tagger.tag(texts), gold, strict=True)
            for token, (_, analysis) in zip(tokens, sentence, strict=True)
        )

    learned = WordlistTagger(words, "es", text=samples.read_lines("corpus.es.txt"))
    assert count_right(learned) > count_right(WordlistTagger(words, "es")) + 20
    assert "plain sentences" in learned.version


def test_both_kinds_of_text_are_refused() -> None:
    gold = [[("la", Analysis("el", Tag(part=Part.DETERMINER)))]]
    with pytest.raises(SpecError):
        WordlistTagger(Wordlist([]), "es", tagged=gold, text=["la"])


def test_empty_list() -> None:
    (tokens,) = WordlistTagger(Wordlist([]), "xx").tag(["Uno dos."])
    assert show(tokens) == [("Uno", "proper"), ("dos", "unknown"), (".", "punctuation.final")]


def test_endings() -> None:
    endings = Endings(
        Wordlist(
            (form, Analysis(form, Tag.parse(tag)))
            for form, tag in [("canción", "noun.f.s"), ("estación", "noun.f.s"), ("cantar", "verb.infinitive")]
        )
    )
    best = endings.guess("Revolución")[0]
    assert str(best.tag) == "noun.f.s"
    assert str(endings.guess("bailar")[0].tag) == "verb.infinitive"
    assert sum(each.probability for each in endings.guess("x")) == pytest.approx(1)


def test_own_files(tmp_path: Path) -> None:
    words, tagged = tmp_path / "words.tsv", tmp_path / "tagged.tsv"
    words.write_text("le\tle\tdeterminer.definite.m.s\nle\tlui\tpronoun.personal.3.s\n", encoding="utf-8")
    tagged.write_text("# ours\nle\tle\tDA0MS0\nchat\tchat\tNCMS000\n\nle\tle\tDA0MS0\n", encoding="utf-8")
    tagger = make(f"{words},{tagged}", "fr")
    assert tagger.language == "fr"
    assert "2 tagged sentences" in tagger.version
    assert make(str(words), "fr").tag(["le"])[0][0].tag.form == "definite"


def test_unknown_language() -> None:
    with pytest.raises(SpecError, match="ca, es"):
        make("", "fr")


def test_languages_by_other_names() -> None:
    assert [make("", name).language for name in ("ES", "cat")] == ["es", "ca"]


def test_too_many_files() -> None:
    with pytest.raises(SpecError, match="at most 2 files, not 4: a,b,c,d"):
        make("a,b,c,d", "es")


def test_bad_tagged_text(tmp_path: Path) -> None:
    path = tmp_path / "tagged.tsv"
    path.write_text("le\tle\tdeterminer\n\nchat noun\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_tagged(path)
    assert caught.value.line == 3
