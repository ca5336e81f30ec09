"""METEOR by hand, and against METEOR 1.5 and NLTK where they must agree."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tertium import metrics
from tertium.errors import InputError, SpecError
from tertium.metrics.meteor import Meteor
from tertium.metrics.meteor_presets import Meteor15, MeteorUniversal
from tertium.metrics.metric import Metric
from tertium.metrics.spec import parse
from tests.metrics.meteor_scores import score, segments
from tests.metrics.tallying import assert_rows_do_not_depend_on_threads_or_neighbours, make_corpus
from tests.peers import meteor_jar, nltk_meteor
from tests.strategies import Corpus

FIGURES = ["score", "precision", "recall", "f1", "fmean", "penalty", "chunks", "crossings", "matches"]

# By hand


def test_the_example_of_the_paper() -> None:
    result = score(["the president spoke to the audience"], ["the president then spoke to the audience"])
    precision, recall = 1, 6 / 7
    fmean = 10 * precision * recall / (recall + 9 * precision)
    penalty = 0.5 * (2 / 6) ** 3
    assert result.value == pytest.approx(fmean * (1 - penalty), abs=1e-15)
    assert result.components == pytest.approx(
        {
            "precision": precision,
            "recall": recall,
            "f1": 12 / 13,
            "fmean": fmean,
            "penalty": penalty,
            "chunks": 2,
            "crossings": 0,
            "matches": 6,
            "matches_exact": 6,
            "matches_porter": 0,
            "matches_wn_synonym": 0,
            "unproven": 0,
        },
        abs=1e-15,
    )


@pytest.mark.parametrize(
    ("objective", "chunks", "crossings", "value"), [("min-crossing", 6, 8, 0.5), ("min-chunk", 3, 11, 0.9375)]
)
def test_objectives_differ_where_words_repeat(objective: str, chunks: int, crossings: int, value: float) -> None:
    result = score(["on the mat sat the cat"], ["the cat sat on the mat"], f"meteor:alignment={objective}")
    assert result.value == value
    assert (result.components["chunks"], result.components["crossings"]) == (chunks, crossings)


@pytest.mark.parametrize("count", [1, 2, 3, 10, 50])
def test_a_whole_match_loses_a_little_to_the_penalty(count: int) -> None:
    text = " ".join(f"w{number}" for number in range(count))
    assert score([text], [text]).value == pytest.approx(1 - 0.5 / count**3, abs=1e-15)


@pytest.mark.parametrize("spec", ["meteor", "meteor-1.5", "meteor-universal", "meteor:references=pooled"])
def test_nothing_is_nothing_and_warns_of_nothing(spec: str) -> None:
    hypotheses, references = ["x", "", "a", "", " "], [["y"], ["a"], [""], [""], ["\t", ""]]
    result = score(hypotheses, references, spec)
    assert (result.value, segments(result)) == (0, [0] * 5)
    assert {value for name, value in result.components.items()} == {0}


def test_recall_weighs_nine_times_as_much_as_precision() -> None:
    result = score(["a b c d", "a b"], ["a b", "a b c d"], "meteor:figure=fmean")
    assert segments(result) == pytest.approx([10 * 0.5 / (1 + 9 * 0.5), 10 * 0.5 / (0.5 + 9)])


def test_of_equal_references_the_first_counts() -> None:
    # The score of the first segment is 0 in any case; how long its reference is counts for the corpus.
    for references, recall in ((["x", "y z"], 1 / 2), (["y z", "x"], 1 / 3)):
        assert score(["q", "a"], [references, ["a"]]).components["recall"] == pytest.approx(recall)
    assert metrics.align("a b", ["c", "a b", "a b", "a"]).number == 1


# Figures


@pytest.mark.parametrize("figure", FIGURES)
def test_each_figure_may_be_the_value(figure: str) -> None:
    corpus = make_corpus(40)
    usual = score(corpus.hypotheses, corpus.references)
    result = score(corpus.hypotheses, corpus.references, f"meteor:figure={figure}")
    all_figures = {"score": usual.value, **usual.components}
    assert {figure: result.value, **result.components} == all_figures
    each = {"score": usual.segments, **Meteor().components(usual.rows)}
    np.testing.assert_array_equal(result.segments, each[figure])
    assert result.higher_is_better is (figure not in ("penalty", "chunks", "crossings"))


def test_a_whole_match_has_no_chunk_in_meteor_1_5() -> None:
    spec = "meteor:perfect,stages=exact,figure={}"
    hypotheses, references = ["a b c", "a b c", "a c b"], ["a b c", "a b c d", "a b c"]
    assert segments(score(hypotheses, references, spec.format("chunks"))) == [0, 1, 3]
    assert segments(score(hypotheses, references, spec.format("score")))[0] == 1
    # In the sum too.
    assert score(hypotheses, references, spec.format("penalty")).value == pytest.approx(0.5 * (4 / 9) ** 3)


# Modules


@pytest.mark.parametrize(
    ("module", "one", "other"),
    [
        ("wn_synonym", "happy", "glad"),
        ("wn_synonym", "large", "big"),
        ("wn_synonym", "quickly", "rapidly"),
        ("wn_synonym", "car", "automobile"),
        ("wn_stem", "geese", "goose"),
        ("wn_stem", "running", "ran"),
        ("porter", "computers", "computer"),
    ],
)
def test_words_match_by_their_module_only(module: str, one: str, other: str) -> None:
    result = score([one, other, one], [other, one, one], f"meteor:stages=exact+{module},figure=matches")
    assert segments(result) == [1, 1, 1]
    assert (result.components["matches_exact"], result.components[f"matches_{module}"]) == (1, 2)
    assert segments(score([one, other, one], [other, one, one], "meteor:stages=exact,figure=matches")) == [0, 0, 1]


def test_related_words_count_as_much_as_they_are_near() -> None:
    # Dog and cat are four steps apart, by way of carnivore.
    near = metrics.align("a dog", "a cat", "meteor:stages=exact+relatedness(0.2)")
    assert [link.weight for link in near.links] == [1, 0.2]
    assert near.figures["precision"] == near.figures["recall"] == pytest.approx(1.2 / 2)
    assert (len(near.links), near.chunks) == (2, 1)
    assert score(["a dog"], ["a cat"], "meteor:stages=exact+relatedness(0.25),figure=matches").value == 1


def test_stop_words_do_not_match(tmp_path: Path) -> None:
    path = tmp_path / "stop words.txt"
    path.write_text("the\nof\n", encoding="utf-8")
    result = score(["The end of the road"], ["the end of a road"], f"meteor:stages=exact({path})")
    assert result.components["matches_exact(stop words.txt)"] == 2
    assert (result.components["precision"], result.components["chunks"]) == (2 / 5, 2)
    assert "|stopwords:stop words sha256:" in result.signature


def test_words_of_a_thesaurus_match(tmp_path: Path) -> None:
    path = tmp_path / "th_test.dat"
    path.write_text("UTF-8\nglad|1\n(adj)|merry|cheerful\n", encoding="utf-8")
    spec = f"meteor:stages=exact+thesaurus({path}),figure=matches"
    assert segments(score(["glad", "merry", "merry"], ["merry", "glad", "cheerful"], spec)) == [1, 1, 0]


def test_weights_of_modules_change_precision_and_recall_only() -> None:
    texts = (["dogs run"], ["dog run fast"])
    plain = score(*texts, "meteor:stages=exact+porter").components
    weighted = score(*texts, "meteor:stages=exact+porter,weights=1+0.6").components
    assert (plain["precision"], plain["recall"]) == (1, 2 / 3)
    assert (weighted["precision"], weighted["recall"]) == pytest.approx((1.6 / 2, 1.6 / 3))
    for name in ("chunks", "crossings", "penalty", "matches", "matches_exact", "matches_porter"):
        assert weighted[name] == plain[name]


def test_delta_weighs_content_words_against_function_words(tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("# two\nthe\non\n", encoding="utf-8")
    spec = f"meteor:stages=exact,function_words={path},delta=0.75"
    # Of three content and two function words one content and both function words match.
    result = score(["the cat sat on mats"], ["the cat on"], spec)
    assert result.components["precision"] == pytest.approx((0.75 + 2 * 0.25) / (3 * 0.75 + 2 * 0.25))
    assert result.components["recall"] == 1
    assert "|function_words:few sha256:" in result.signature


def test_only_function_words_or_only_content_words_may_count() -> None:
    for delta, expected in ((0, [1, 0]), (1, [0, 1])):
        spec = f"meteor:stages=exact,function_words=english,figure=precision,delta={delta}"
        assert segments(score(["the cat", "the cat"], ["the", "cat"], spec)) == expected


# Presets


def test_the_presets_have_the_published_values() -> None:
    # Denkowski and Lavie 2014, and the table of METEOR 1.5; without paraphrases, which would weigh .6 in both.
    assert parse("meteor-1.5").settings() == (
        "meteor-1.5:tokenize=13a,lowercase=yes,stages=exact+snowball(english)+wn_synonym,weights=1+0.6+0.8,alpha=0.85,"
        "beta=0.2,gamma=0.6,delta=0.75,function_words=english,alignment=min-chunk,references=best,perfect=yes,"
        "figure=score,budget=4000000"
    )
    assert parse("meteor-universal").settings() == (
        "meteor-universal:tokenize=13a,lowercase=yes,stages=exact,weights=,alpha=0.7,beta=1.4,gamma=0.3,delta=0.7,"
        "function_words=,alignment=min-chunk,references=best,perfect=yes,figure=score,budget=4000000"
    )
    assert parse("meteor").settings() == (
        "meteor:tokenize=13a,lowercase=yes,stages=exact+porter+wn_synonym,weights=,alpha=0.9,beta=3,gamma=0.5,delta=0.5,"
        "function_words=,alignment=min-crossing,references=best,perfect=no,figure=score,budget=4000000"
    )


@pytest.mark.parametrize(("preset", "kind"), [("meteor-1.5", Meteor15), ("meteor-universal", MeteorUniversal)])
def test_presets_are_no_more_than_settings(preset: str, kind: type[Meteor]) -> None:
    corpus = make_corpus(50)
    spelled = "meteor:" + kind().settings().partition(":")[2]
    if kind is MeteorUniversal:
        spelled = spelled.replace("delta=0.7,", "")  # without function words it weighs nothing
    ours, same = (score(corpus.hypotheses, corpus.references, spec) for spec in (preset, spelled))
    assert segments(ours) == pytest.approx(segments(same), abs=1e-12)
    assert ours.value == pytest.approx(same.value, abs=1e-12)


# No two of different families match, and the forms of a family match by stem or as synonyms, never by both: METEOR 1.5
# then has two candidates for the same words, and maps `dogs` to `dog` only where that makes no further chunk.
FAMILIES = [
    ["blorp", "blorps"], ["quonk", "quonks"], ["flimp", "flimped", "flimps"], ["car", "automobile"], ["big", "large"],
    ["happy", "glad"], ["quickly", "rapidly"], ["the"], ["of"], ["seven"], ["green"], [","],
]  # fmt: skip


def make_family_texts(count: int, seed: int) -> Corpus:
    """Segments in which each word has at most one match, so that there is no choice; some have two references."""
    draw = random.Random(seed)

    def make() -> str:
        return " ".join(draw.choice(forms) for forms in draw.sample(FAMILIES, draw.randint(1, len(FAMILIES))))

    hypotheses = [make() for _ in range(count)]
    references = [[make() if draw.random() < 0.8 else text] for text in hypotheses]
    return Corpus(hypotheses, [[*its, make()] if draw.random() < 0.5 else its for its in references])


def test_scores_equal_those_of_meteor_1_5() -> None:
    meteor_jar.require()
    corpus = make_family_texts(300, seed=5)
    # With its own list of function words put out of action by a delta of a half.
    options = ("-m", "exact stem synonym", "-w", "1.0 0.6 0.8", "-p", "0.85 0.2 0.6 0.5")
    theirs = meteor_jar.score(corpus.hypotheses, corpus.references, options)
    ours = score(corpus.hypotheses, corpus.references, "meteor-1.5:tokenize=none,delta=0.5")
    assert segments(ours) == pytest.approx([segment.score for segment in theirs.segments], abs=1e-9)
    assert ours.value == pytest.approx(theirs.score, abs=1e-9)
    matches = np.sum([segment.matches for segment in theirs.segments], axis=0).tolist()
    names = ("matches_exact", "matches_snowball(english)", "matches_wn_synonym")
    assert [ours.components[name] for name in names] == matches
    assert min(matches) > 50
    assert ours.components["chunks"] == theirs.figures["Chunks"]
    assert 1.0 in segments(ours)  # a whole match


def test_scores_equal_those_of_nltk_where_words_do_not_repeat() -> None:
    nltk_meteor.require()
    draw = random.Random(6)
    words = [f"w{number}" for number in range(12)]
    texts = [" ".join(draw.sample(words, draw.randint(1, 12))) for _ in range(300)]
    hypotheses, references = texts[:100], [[one, other] for one, other in zip(texts[100:200], texts[200:], strict=True)]
    spec = "meteor:tokenize=none,stages=exact,alpha=0.9,beta=3,gamma=0.5"
    ours = segments(score(hypotheses, references, spec))
    assert ours == pytest.approx(nltk_meteor.score_segments(hypotheses, references), abs=1e-12)


# Specs


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("meteor:stages=exact+exakt", SpecError, "there is no module 'exakt'. Did you mean 'exact'? There are: exact,"),
        ("meteor:stages=", SpecError, "no stages are given. Write stages with + between them"),
        ("meteor:stages=exact+", SpecError, "stage 2 of 'exact+' is empty. Write stages with +"),
        ("meteor:stages=exact(", SpecError, "does not close a parenthesis. Write stages with +"),
        ("meteor:stages=" + "+".join(["exact"] * 9), SpecError, "meteor has 9 stages. Give at most 8"),
        ("meteor:stages=relatedness(2)", SpecError, "is '2', not a number above 0 and up to 1. Write relatedness(0.5)"),
        ("meteor:stages=porter(german)", SpecError, "has no argument, but 'german' was given. Write porter for"),
        ("meteor:stages=snowball(klingon)", SpecError, "There are: arabic,"),
        ("meteor:weights=1+1", SpecError, "meteor has 3 stages and 2 weights. Give one weight per stage"),
        ("meteor:weights=1+a+1", SpecError, "are not numbers. Write one per stage: weights=1+0.8+0.6"),
        ("meteor:weights=1+1+2", SpecError, "weights=1+1+2 of meteor are not all from 0 to 1. Give 1 to"),
        ("meteor:weights=1+nan+1", SpecError, "weights=1+nan+1 of meteor are not all from 0 to 1. Give 1"),
        ("meteor:alpha=2", SpecError, "alpha of meteor is 2. Give 0 to 1; usual is 0.9"),
        ("meteor:alpha=nan", SpecError, "alpha of meteor is nan. Give 0 to 1"),
        ("meteor:gamma=-0.1", SpecError, "gamma of meteor is -0.1. Give 0 to 1; usual is 0.5"),
        ("meteor:beta=0", SpecError, "beta of meteor is 0. Give a number above 0; usual is 3"),
        ("meteor:beta=inf", SpecError, "beta of meteor is inf. Give a number above 0"),
        ("meteor:beta=x", SpecError, "beta=x in 'meteor:beta=x' is not a number"),
        ("meteor:budget=-1", SpecError, "budget of meteor is -1. Give 0 or more steps"),
        ("meteor:delta=0.7", SpecError, "has no list of them. Give function_words=english, or a file"),
        ("meteor:figure=bleu", SpecError, "There are: score, precision,"),
        ("meteor:alignment=best", SpecError, "There are: min-crossing, min-chunk"),
        ("meteor:references=all", SpecError, "There are: best, pooled"),
        ("meteor:function_words=no.txt", InputError, "no.txt: there is no such word list"),
        ("meteor:stages=exact(no.txt)", InputError, "Give a file with one word per line, or a built-in list: english"),
        ("meteor:stages=thesaurus(no.dat)", InputError, "no.dat: there is no such thesaurus. Give the file of"),
        ("meteor:stages=thesaurus", SpecError, "the module 'thesaurus' has no file. Give the file of"),
        ("meteor:stages=wn_synonym(no.bin)", InputError, "no.bin: there is no such file. Give a packed WordNet"),
    ],
)
def test_what_is_wrong_with_a_spec(spec: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        parse(spec)
    assert message in str(caught.value)


@pytest.mark.parametrize("spec", ["meteor-universal:delta=0.5", "meteor-1.5:function_words=,delta=0.5"])
def test_a_neutral_delta_needs_no_function_words(spec: str) -> None:
    parse(spec)


@pytest.mark.parametrize(
    "spec",
    [
        "meteor",
        "meteor-1.5",
        "meteor-universal",
        "meteor:stages=exact+snowball(de)+relatedness(0.2),weights=1+0.5+0.25,alpha=0.123456789",
        "meteor-1.5:function_words=,perfect=no,figure=chunks,references=pooled,budget=0",
    ],
)
def test_specs_round_trip(spec: str) -> None:
    metric = parse(spec)
    assert parse(metric.settings()) == metric
    assert parse(metric.settings()).settings() == metric.settings()


def test_a_module_may_come_twice() -> None:
    found = score(["a"], ["a"], "meteor:stages=exact+exact").components
    assert (found["matches_exact"], found["matches_exact#2"]) == (1, 0)


# What every metric has


def test_rows_do_not_depend_on_threads_or_neighbours() -> None:
    for metric in (Meteor(), Meteor15(references="pooled")):
        assert_rows_do_not_depend_on_threads_or_neighbours(metric)


def test_rows_do_not_depend_on_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = make_corpus(50)
    specs = ["meteor", "meteor-1.5:references=pooled"]
    whole = metrics.score(corpus.hypotheses, corpus.references, specs)
    monkeypatch.setattr(Metric, "batch_size", 7)
    parts = metrics.score(corpus.hypotheses, corpus.references, specs)
    for spec in specs:
        np.testing.assert_array_equal(parts[spec].rows, whole[spec].rows)
        assert (parts[spec].value, parts[spec].components) == (whole[spec].value, whole[spec].components)


def test_a_stream_scores_the_same() -> None:
    corpus = make_corpus(60)
    test_set = metrics.make_test_set({"one": corpus.hypotheses}, corpus.references)
    for spec in ("meteor", "meteor-1.5", "meteor:references=pooled"):
        streamed = metrics.score_stream(test_set.batches(11), [spec], threads=2)["one"][spec]
        whole = score(corpus.hypotheses, corpus.references, spec)
        assert streamed.value == pytest.approx(whole.value, abs=1e-12)
        assert dict(streamed.components) == pytest.approx(dict(whole.components), abs=1e-9)
        assert streamed.signature == whole.signature


def test_statistics_come_for_free() -> None:
    corpus = make_corpus(120)
    documents = [f"document {number // 40}" for number in range(120)]
    result = metrics.score(
        corpus.hypotheses, corpus.references, ["meteor"], confidence=0.95, resamples=200, documents=documents
    )["meteor"]
    assert result.interval is not None
    assert result.interval.low < result.value < result.interval.high
    assert result.documents is not None
    for number, value in enumerate(result.documents.values()):
        part = slice(40 * number, 40 * number + 40)
        assert value == score(corpus.hypotheses[part], corpus.references[part]).value

    worse = [text.partition(" ")[2] for text in corpus.hypotheses]
    comparison = metrics.compare(
        {"whole": corpus.hypotheses, "cut": worse},
        corpus.references,
        ["meteor", "meteor:figure=penalty"],
        resamples=200,
    )
    score_test, penalty_test = comparison.tests
    assert score_test.difference < 0
    assert score_test.p_value < 0.05
    whole, cut = (comparison.systems[name]["meteor:figure=penalty"].value for name in ("whole", "cut"))
    assert penalty_test.difference == pytest.approx(cut - whole)
