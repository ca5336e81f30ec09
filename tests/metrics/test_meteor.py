"""METEOR against the oracle, by hand, and against METEOR 1.5 and NLTK where they must agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import api
from tertium.alignment import Alignment
from tertium.errors import InputError, SpecError
from tertium.metrics.meteor import Meteor, Meteor15, MeteorUniversal
from tertium.metrics.spec import parse
from tertium.results import Score
from tests.metrics.tallying import assert_rows_do_not_depend_on_threads_or_neighbours, make_corpus, tally
from tests.oracle import alignment as alignments
from tests.oracle import meteor as oracle
from tests.peers import meteor_jar, nltk_meteor
from tests.strategies import Corpus

OBJECTIVES = ["min-crossing", "min-chunk"]
FIGURES = ["score", "precision", "recall", "f1", "fmean", "penalty", "chunks", "crossings", "matches"]

# Words, and which of them match by each module, besides themselves; WordNet does not know "the".
WORDS = ["the", "dog", "dogs", "happy", "glad", "car", "cars", "automobile", "run", "ran"]
GROUPS = {
    "exact": [],
    "porter": [{"dog", "dogs"}, {"car", "cars"}],
    "wn_stem": [{"dog", "dogs"}, {"car", "cars"}, {"run", "ran"}],
    "wn_synonym": [{"dog", "dogs"}, {"car", "cars", "automobile"}, {"run", "ran"}, {"happy", "glad"}],
}
STAGES = ["exact", "exact+porter", "exact+wn_stem+wn_synonym", "porter+wn_synonym", "wn_synonym"]

hundredths = st.integers(0, 100).map(lambda number: number / 100)


def score(hypotheses: Sequence[str], references: api.ReferenceList, spec: str = "meteor") -> Score:
    return api.score(hypotheses, references, [spec], threads=1)[spec]


def segments(result: Score) -> list[float]:
    assert result.segments is not None
    return [float(value) for value in result.segments]


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
    assert api.align("a b", ["c", "a b", "a b", "a"]).number == 1


# Against the oracle


def list_candidates(module: str, hypothesis: Sequence[str], reference: Sequence[str]) -> set[alignments.Link]:
    known = [word for word in WORDS if module != "wn_synonym" or word != "the"]
    groups = [*({word} for word in known), *GROUPS[module]]
    return {
        (i, j)
        for i, ours in enumerate(hypothesis)
        for j, theirs in enumerate(reference)
        if any({ours, theirs} <= group for group in groups)
    }


def by_stage(found: Alignment) -> tuple[frozenset[alignments.Link], ...]:
    return tuple(
        frozenset((link.hypothesis, link.reference) for link in found.links if link.stage == stage)
        for stage in range(len(found.modules))
    )


@st.composite
def metrics(draw: st.DrawFn, references: str = "best") -> Meteor:
    stages = draw(st.sampled_from(STAGES))
    weights = draw(st.one_of(st.just([]), st.tuples(*[hundredths] * (stages.count("+") + 1))))
    return Meteor(
        tokenize="none",
        stages=stages,
        weights="+".join(map(str, weights)),
        alpha=draw(hundredths),
        beta=draw(st.integers(1, 500)) / 100,
        gamma=draw(hundredths),
        delta=draw(hundredths),
        function_words="english",
        alignment=draw(st.sampled_from(OBJECTIVES)),
        references=references,  # type: ignore[arg-type]
        perfect=draw(st.booleans()),
    )


small_texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


@st.composite
def small_corpora(draw: st.DrawFn) -> Corpus:
    hypotheses = draw(st.lists(small_texts, min_size=1, max_size=3))
    near = [st.one_of(small_texts, st.permutations(text.split()).map(" ".join)) for text in hypotheses]
    return Corpus(hypotheses, [draw(st.lists(each, min_size=1, max_size=3)) for each in near])


def list_pairs(corpus: Corpus) -> Iterator[tuple[str, list[str]]]:
    return zip(corpus.hypotheses, corpus.references, strict=True)


def measure(metric: Meteor, settings: oracle.Settings, hypothesis: str, reference: str) -> oracle.Statistics:
    """The statistics of the oracle for the alignment that we find, if it is one of the best."""
    ours, theirs = hypothesis.split(), reference.split()
    found = by_stage(metric.align(hypothesis, [reference]))
    stages = [list_candidates(module, ours, theirs) for module in metric.stages.split("+")]
    enumerate_best = (
        alignments.enumerate_min_crossing if metric.alignment == "min-crossing" else alignments.enumerate_min_chunk
    )
    assert found in enumerate_best(stages, len(ours), len(theirs))
    return oracle.tally(ours, theirs, found, settings)


def make_settings(metric: Meteor) -> oracle.Settings:
    modules = metric.stages.split("+")
    weights = list(map(float, metric.weights.split("+"))) if metric.weights else [1.0] * len(modules)
    names = ("alpha", "beta", "gamma", "delta", "perfect")
    return oracle.Settings(weights, **{name: getattr(metric, name) for name in names}, function_words={"the"})


def name_figures(figures: dict[str, float], stages: str) -> dict[str, float]:
    """The oracle's figures by our names."""
    numbered = {f"matches_{number}": f"matches_{name}" for number, name in enumerate(stages.split("+"))}
    return {numbered.get(name, name): value for name, value in figures.items()} | {"unproven": 0}


@given(metric=metrics(), corpus=small_corpora(), threads=st.integers(1, 3))
def test_scores_and_components_equal_the_oracle(metric: Meteor, corpus: Corpus, threads: int) -> None:
    settings = make_settings(metric)
    chosen = []
    for hypothesis, references in list_pairs(corpus):
        rows = [measure(metric, settings, hypothesis, reference) for reference in references]
        number = metric.align(hypothesis, references).number
        scores = [oracle.compute(row, settings)["score"] for row in rows]
        # Scores that are equal but for rounding may be of any of the references.
        assert scores[number] == pytest.approx(max(scores), abs=1e-12)
        assert number == oracle.find_best(rows, settings) or sorted(scores)[-2] > max(scores) - 1e-12
        chosen.append(rows[number])
    spec = metric.settings()
    result = api.score(corpus.hypotheses, corpus.references, [spec], threads=threads)[spec]
    expected = [name_figures(oracle.compute(row, settings), metric.stages) for row in chosen]
    whole = name_figures(oracle.compute(oracle.add(chosen), settings), metric.stages)
    assert segments(result) == pytest.approx([figures["score"] for figures in expected], abs=1e-12)
    assert {"score": result.value, **result.components} == pytest.approx(whole, abs=1e-12)
    for name, values in metric.components(result.rows).items():
        assert values.tolist() == pytest.approx([figures[name] for figures in expected], abs=1e-12)


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
    near = api.align("a dog", "a cat", "meteor:stages=exact+relatedness(0.2)")
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


# Pooled references

POOLED = "meteor:tokenize=none,stages=exact,references=pooled"


@pytest.mark.parametrize(
    ("hypothesis", "references", "matches", "chunks", "recall"),
    [
        # More words than in any one reference; the last reference is the best, and so its words are the ones to match.
        ("a b c d", ["a b x", "c d"], 4, 2, 1),
        ("a b c d", ["a b x y", "z c d v w"], 4, 2, 1),
        # A chunk is within one reference.
        ("a b c", ["a x", "y b", "z c v w"], 3, 3, 1),
        # Where the fourth word would cost more by its chunk than it gives, the best reference counts alone.
        ("a b c d", ["a b c", "x b c d", "d"], 3, 1, 1),
        # In the order of any reference.
        ("a b", ["b a", "a b"], 2, 1, 1),
        # A gap ends a chunk.
        ("a x b", ["a b", "a c"], 2, 2, 1),
        ("a", ["b c", "d"], 0, 0, 0),
        ("", ["", "a"], 0, 0, 0),
    ],
)
def test_pooled_references(hypothesis: str, references: list[str], matches: int, chunks: int, recall: float) -> None:
    found = score([hypothesis], [references], POOLED).components
    assert (found["matches"], found["chunks"], found["recall"]) == (matches, chunks, recall)
    assert found["precision"] == (matches / len(hypothesis.split()) if hypothesis else 0)


@given(metric=metrics("pooled"), corpus=small_corpora())
def test_pooled_matches_and_chunks_equal_the_oracle(metric: Meteor, corpus: Corpus) -> None:
    rows = tally(metric, corpus)
    best = tally(replace(metric, references="best"), corpus)
    found = metric.components(rows)
    modules = metric.stages.split("+")
    assert np.all(replace(metric, figure="score").score(rows) >= replace(metric, figure="score").score(best))
    for index, (hypothesis, references) in enumerate(list_pairs(corpus)):
        each = [by_stage(metric.align(hypothesis, [reference])) for reference in references]
        matches, chunks = oracle.count_pooled(len(hypothesis.split()), each)
        if rows[index].tolist() == best[index].tolist():
            continue  # all references together were not better than one
        assert [found[f"matches_{module}"][index] for module in modules] == matches
        forgiven = {chunks, 0} if metric.perfect and chunks == 1 else {chunks}
        assert found["chunks"][index] in forgiven
        assert matches[0] >= max(len(stages[0]) for stages in each)


@given(metric=metrics("pooled"), corpus=small_corpora())
def test_no_more_is_matched_than_there_is(metric: Meteor, corpus: Corpus) -> None:
    metric = Meteor(**{**vars_of(metric), "delta": 0.5})
    found = metric.components(tally(metric, corpus))
    for name in ("precision", "recall", "fmean", "f1"):
        assert np.all(found[name] <= 1 + 1e-12)
    lengths = [len(text.split()) for text in corpus.hypotheses]
    assert np.all(found["matches"] <= lengths)
    assert np.all(found["chunks"] <= found["matches"])


def vars_of(metric: Meteor) -> dict[str, object]:
    return {name: value for name, value in vars(metric).items() if not name.startswith("_")}


def test_function_words_do_not_make_pooled_recall_more_than_whole() -> None:
    # The one word of the best reference is a function word, and two content words match elsewhere.
    spec = f"{POOLED},function_words=english,delta=0.75"
    references = ["the", f"cat {'x ' * 20}", f"dog {'x ' * 20}"]
    assert score(["the cat dog"], [references], spec).components["recall"] <= 1


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_single_reference_gives_the_same_rows_pooled(objective: str) -> None:
    corpus = make_corpus(200)
    # One segment with two references, so that there is something to pool.
    single = Corpus([*corpus.hypotheses, "a b"], [*([its[0]] for its in corpus.references), ["a", "b"]])
    best, pooled = (
        tally(Meteor(alignment=objective, references=references), single)  # type: ignore[arg-type]
        for references in ("best", "pooled")
    )
    np.testing.assert_array_equal(pooled[:-1], best[:-1])
    assert pooled[-1].tolist() != best[-1].tolist()


# Specs


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("meteor:stages=exact+exakt", SpecError, "there is no module 'exakt'. Did you mean 'exact'? There are: exact,"),
        ("meteor:stages=", SpecError, "there are no stages. Write stages with + between them"),
        ("meteor:stages=exact+", SpecError, "stage 2 of 'exact+' is empty. Write stages with +"),
        ("meteor:stages=exact(", SpecError, "does not close. Write stages with +"),
        ("meteor:stages=" + "+".join(["exact"] * 9), SpecError, "meteor has 9 stages. Give at most 8"),
        ("meteor:stages=relatedness(2)", SpecError, "above 0 and up to 1, not '2'. Write relatedness(0.5)"),
        ("meteor:stages=porter(german)", SpecError, "takes no argument, and was given 'german'. Write porter for"),
        ("meteor:stages=snowball(klingon)", SpecError, "There are: arabic,"),
        ("meteor:weights=1+1", SpecError, "meteor has 3 stages and 2 weights. Give one weight a stage"),
        ("meteor:weights=1+a+1", SpecError, "are not numbers. Write one a stage: weights=1+0.8+0.6"),
        ("meteor:weights=1+1+2", SpecError, "weights=1+1+2 of meteor are not all from 0 to 1. Give 1 to"),
        ("meteor:weights=1+nan+1", SpecError, "weights=1+nan+1 of meteor are not all from 0 to 1. Give 1"),
        ("meteor:alpha=2", SpecError, "alpha of meteor is 2. Give 0 to 1; usual is 0.9"),
        ("meteor:alpha=nan", SpecError, "alpha of meteor is nan. Give 0 to 1"),
        ("meteor:gamma=-0.1", SpecError, "gamma of meteor is -0.1. Give 0 to 1; usual is 0.5"),
        ("meteor:beta=0", SpecError, "beta of meteor is 0. Give a number above 0; usual is 3"),
        ("meteor:beta=inf", SpecError, "beta of meteor is inf. Give a number above 0"),
        ("meteor:beta=x", SpecError, "beta=x in 'meteor:beta=x' is not a number"),
        ("meteor:budget=-1", SpecError, "budget of meteor is -1. Give 0 or more steps"),
        ("meteor:delta=0.7", SpecError, "was not told which they are. Give function_words=english, or a file"),
        ("meteor:figure=bleu", SpecError, "There are: score, precision,"),
        ("meteor:alignment=best", SpecError, "There are: min-crossing, min-chunk"),
        ("meteor:references=all", SpecError, "There are: best, pooled"),
        ("meteor:function_words=no.txt", InputError, "no.txt: the list of words cannot be read: No such file"),
        ("meteor:stages=exact(no.txt)", InputError, "Give a file with one word a line, or a built-in list: english"),
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
    whole = api.score(corpus.hypotheses, corpus.references, specs)
    monkeypatch.setattr(api, "BATCH", 7)
    parts = api.score(corpus.hypotheses, corpus.references, specs)
    for spec in specs:
        np.testing.assert_array_equal(parts[spec].rows, whole[spec].rows)
        assert (parts[spec].value, parts[spec].components) == (whole[spec].value, whole[spec].components)


def test_a_stream_scores_the_same() -> None:
    corpus = make_corpus(60)
    test_set = api.make_test_set({"one": corpus.hypotheses}, corpus.references)
    for spec in ("meteor", "meteor-1.5", "meteor:references=pooled"):
        streamed = api.score_stream(test_set.batches(11), [spec], threads=2)["one"][spec]
        whole = score(corpus.hypotheses, corpus.references, spec)
        assert streamed.value == pytest.approx(whole.value, abs=1e-12)
        assert dict(streamed.components) == pytest.approx(dict(whole.components), abs=1e-9)
        assert streamed.signature == whole.signature


def test_statistics_come_for_free() -> None:
    corpus = make_corpus(120)
    documents = [f"document {number // 40}" for number in range(120)]
    result = api.score(
        corpus.hypotheses, corpus.references, ["meteor"], confidence=0.95, resamples=200, documents=documents
    )["meteor"]
    assert result.interval is not None
    assert result.interval.low < result.value < result.interval.high
    assert result.documents is not None
    for number, value in enumerate(result.documents.values()):
        part = slice(40 * number, 40 * number + 40)
        assert value == score(corpus.hypotheses[part], corpus.references[part]).value

    worse = [text.partition(" ")[2] for text in corpus.hypotheses]
    comparison = api.compare(
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


# Odd input


def assert_one_to_one_and_full(found: Alignment) -> None:
    """Each word at most once, and as many links as equal words allow."""
    assert len({link.hypothesis for link in found.links}) == len(found.links)
    assert len({link.reference for link in found.links}) == len(found.links)
    assert all(found.hypothesis[link.hypothesis] == found.reference[link.reference] for link in found.links)
    assert len(found.links) == (Counter(found.hypothesis) & Counter(found.reference)).total()


def get_value(found: Alignment) -> int:
    return found.crossings if found.objective == "min-crossing" else found.chunks


def make_long_text(draw: random.Random, kinds: int, length: int = 600) -> str:
    """Words as uneven as in language."""
    words, weights = [f"w{number}" for number in range(kinds)], [1 / (number + 1) for number in range(kinds)]
    return " ".join(draw.choices(words, weights, k=length))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("kinds", [30, 300, 3000])
def test_long_segments_say_whether_they_are_proven(kinds: int, objective: str) -> None:
    draw = random.Random(kinds)
    one, other = make_long_text(draw, kinds), make_long_text(draw, kinds)
    found = api.align(one, other, f"meteor:tokenize=none,stages=exact,alignment={objective}")
    assert_one_to_one_and_full(found)
    assert get_value(found) == found.bound if found.optimal else found.bound <= get_value(found)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_one_word_thousands_of_times(objective: str) -> None:
    found = api.align("a " * 3000, "a " * 2000, f"meteor:stages=exact,alignment={objective}")
    assert_one_to_one_and_full(found)
    assert (found.crossings, found.chunks) == (0, 1)
    assert found.bound <= get_value(found)


def test_the_bound_of_chunks_is_a_number_of_chunks() -> None:
    found = api.align("a " * 15, "a " * 7, "meteor:stages=exact,alignment=min-chunk")
    # Links could be adjacent more often than there are links, were each word of the reference mapped twice.
    assert (found.chunks, found.bound, found.optimal) == (1, 1, True)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_hundred_thousand_words(objective: str) -> None:
    words = [f"w{number}" for number in range(100_000)]
    moved = words[50_000:] + words[:50_000] if objective == "min-crossing" else words[::-1]
    result = score([" ".join(words)], [" ".join(moved)], f"meteor:tokenize=none,stages=exact,alignment={objective}")
    crossings, chunks = (50_000**2, 2) if objective == "min-crossing" else (100_000 * 99_999 // 2, 100_000)
    assert (result.components["crossings"], result.components["chunks"]) == (crossings, chunks)
    assert (result.components["matches"], result.components["unproven"]) == (100_000, 0)


@pytest.mark.parametrize(("hypothesis", "reference"), [("a b b b", "b a b a b b b"), ("b a b a b b b", "a b b b")])
def test_without_a_budget_crossings_are_not_fewest_but_links_are_links(hypothesis: str, reference: str) -> None:
    assert_one_to_one_and_full(api.align(hypothesis, reference, "meteor:tokenize=none,stages=exact,budget=0"))


@pytest.mark.parametrize("objective", OBJECTIVES)
@given(
    hypothesis=st.lists(st.sampled_from("abcd"), max_size=40).map(" ".join),
    reference=st.lists(st.sampled_from("abcd"), max_size=40).map(" ".join),
)
def test_without_a_budget_there_is_still_an_alignment(objective: str, hypothesis: str, reference: str) -> None:
    found = api.align(hypothesis, reference, f"meteor:tokenize=none,stages=exact,budget=0,alignment={objective}")
    assert_one_to_one_and_full(found)
    links = {(link.hypothesis, link.reference) for link in found.links}
    assert (found.crossings, found.chunks) == (alignments.count_crossings(links), alignments.count_chunks(links))


def test_what_is_not_proven_is_counted() -> None:
    draw = random.Random(8)
    texts = [make_long_text(draw, 30, 100) for _ in range(4)]
    specs = ["meteor:stages=exact,budget=0", "meteor:stages=exact"]
    none, usual = (score(texts[:2], texts[2:], spec).components for spec in specs)
    assert none["unproven"] == 2
    assert none["matches"] == usual["matches"]
    assert none["crossings"] >= usual["crossings"]
