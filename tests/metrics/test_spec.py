"""Metric specs: what they mean, that they round-trip, and what is refused."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import registry
from tertium.errors import InputError, SpecError
from tertium.metrics.bertscore import BertScore
from tertium.metrics.bleu import Bleu
from tertium.metrics.cder import Cder
from tertium.metrics.character import Character
from tertium.metrics.chrf import Chrf, ChrfPlusPlus
from tertium.metrics.gleu import Gleu
from tertium.metrics.learned import Blend, Concord, ConcordQe
from tertium.metrics.meteor import Meteor
from tertium.metrics.meteor_presets import Meteor15, MeteorUniversal
from tertium.metrics.metric import Metric
from tertium.metrics.nist import Nist
from tertium.metrics.per import Per
from tertium.metrics.ribes import Ribes
from tertium.metrics.slor import Slor
from tertium.metrics.source_bertscore import SourceBertScore
from tertium.metrics.spec import is_file, parse, parse_all
from tertium.metrics.syntactic import Dstm, Dtkm, Hwcm, Stm, Tkm
from tertium.metrics.ter import Ter
from tertium.metrics.unigram import Unigram
from tertium.metrics.wer import Wer

YES_NO = st.booleans()
TOKENIZERS = st.sampled_from(list(registry.TOKENIZERS))
ORDERS = st.integers(1, 9)
BETAS = st.floats(1e-6, 1e6)

METRICS: dict[str, st.SearchStrategy[Any]] = {
    "bertscore": st.builds(
        BertScore, layer=st.integers(0, 99), idf=YES_NO, report=st.sampled_from(["f1", "precision", "recall"])
    ),
    "bertscore-qe": st.builds(
        SourceBertScore, layer=st.integers(0, 99), report=st.sampled_from(["f1", "precision", "recall"])
    ),
    "blend": st.builds(Blend, references=st.sampled_from(["best", "mean"])),
    "bleu": st.builds(
        Bleu,
        order=ORDERS,
        smooth=st.sampled_from(["exp", "none", "add-one-all"]),
        tokenize=TOKENIZERS,
        effective_order=st.sampled_from(["auto", "yes", "no"]),
        lowercase=YES_NO,
        mean=st.sampled_from(["geometric", "arithmetic"]),
    ),
    "bleu with a value": st.builds(
        Bleu, smooth=st.sampled_from(["floor", "add-k"]), smooth_value=st.floats(0, 1e6), order=ORDERS
    ),
    "cder": st.builds(Cder, tokenize=TOKENIZERS, lowercase=YES_NO),
    "character": st.builds(Character, tokenize=TOKENIZERS, lowercase=YES_NO),
    "chrf": st.builds(
        Chrf,
        char_order=st.integers(1, 30),
        word_order=st.integers(0, 9),
        beta=BETAS,
        lowercase=YES_NO,
        whitespace=YES_NO,
        eps_smoothing=YES_NO,
    ),
    "chrf++": st.builds(ChrfPlusPlus, char_order=st.integers(1, 30), word_order=st.integers(0, 9), beta=BETAS),
    "concord": st.builds(Concord, references=st.sampled_from(["best", "mean"])),
    "concord-qe": st.builds(ConcordQe),
    "dstm": st.builds(Dstm, depth=st.integers(1, 20), epsilon=st.floats(0, 1), effective=YES_NO, lowercase=YES_NO),
    "dtkm": st.builds(Dtkm, decay=st.floats(1e-6, 1), tokenised=YES_NO),
    "gleu": st.builds(Gleu, min_len=st.integers(1, 4), max_len=st.integers(4, 30), tokenize=TOKENIZERS),
    "hwcm": st.builds(Hwcm, length=st.integers(1, 20), report=st.sampled_from(["precision", "recall", "f1"])),
    "slor": st.builds(Slor, index=st.sampled_from(["", "my.index", "folder/other.index"])),
    "stm": st.builds(
        Stm, depth=st.just(3), weights=st.sampled_from(["", "1+2+1", "0+0+0.5"]), words=YES_NO, function_tags=YES_NO
    ),
    "tkm": st.builds(Tkm, decay=st.floats(1e-6, 1), words=YES_NO, parser=st.sampled_from(["spacy", "spacy(x_y)"])),
    "meteor": st.builds(
        Meteor,
        stages=st.sampled_from(["exact", "exact+porter", "snowball(german)+exact", "exact+wn_stem+relatedness(0.5)"]),
        alpha=st.floats(0, 1),
        beta=BETAS,
        gamma=st.floats(0, 1),
        alignment=st.sampled_from(["min-crossing", "min-chunk"]),
        references=st.sampled_from(["best", "pooled"]),
        perfect=YES_NO,
        figure=st.sampled_from(["score", "recall", "chunks"]),
        budget=st.integers(0, 10**9),
    ),
    "meteor-1.5": st.builds(
        Meteor15, delta=st.floats(0, 1), weights=st.sampled_from(["", "1+0.5+0.25", "0+0+1"]), tokenize=TOKENIZERS
    ),
    "meteor-universal": st.builds(MeteorUniversal, function_words=st.sampled_from(["", "english"]), lowercase=YES_NO),
    "nist": st.builds(Nist, order=ORDERS, tokenize=TOKENIZERS, lowercase=YES_NO),
    "per": st.builds(Per, tokenize=TOKENIZERS, lowercase=YES_NO),
    "ribes": st.builds(
        Ribes,
        alpha=st.floats(0, 1000),
        beta=st.floats(0, 1000),
        variant=st.sampled_from(["ribes.py", "nltk"]),
        lowercase=YES_NO,
    ),
    "ter": st.builds(Ter, normalized=YES_NO, no_punct=YES_NO, asian_support=YES_NO, case_sensitive=YES_NO),
    "unigram": st.builds(Unigram, report=st.sampled_from(["fmean", "f1", "precision", "recall"]), tokenize=TOKENIZERS),
    "wer": st.builds(Wer, tokenize=TOKENIZERS, lowercase=YES_NO),
}


def build(name: str) -> st.SearchStrategy[Any]:
    """Any values of the settings that are switches or choices, and the defaults of others."""
    kind = type(parse(name))
    hints = get_type_hints(kind)
    settings = {field.name: hints[field.name] for field in fields(kind) if field.init and field.repr}
    chosen = {name: YES_NO for name, hint in settings.items() if hint is bool}
    choices = {name: st.sampled_from(get_args(hint)) for name, hint in settings.items() if get_origin(hint) is Literal}
    return st.builds(kind, **chosen, **choices)


METRICS |= {name: build(name) for name in registry.METRICS if name not in METRICS}


@pytest.mark.parametrize("name", METRICS)
@given(data=st.data())
def test_the_settings_of_a_metric_describe_it_whole(name: str, data: st.DataObject) -> None:
    metric: Metric = data.draw(METRICS[name])
    assert parse(metric.settings()) == metric


@pytest.mark.parametrize("name", registry.METRICS)
def test_a_name_alone_is_the_metric_with_its_defaults(name: str) -> None:
    metric = parse(name)
    assert metric.name == name
    assert metric == type(metric)()
    assert hash(metric) == hash(type(metric)())


@pytest.mark.parametrize("name", registry.METRICS)
def test_the_settings_name_every_field(name: str) -> None:
    metric = parse(name)
    text = metric.settings()
    assert text.partition(":")[0] == name
    for field in fields(metric):
        # Settings that came later are named where they matter, so that older signatures stay as they were.
        assert (f"{field.name}=" in text) == (field.repr and "unsaid" not in field.metadata)


@pytest.mark.parametrize(
    ("spec", "metric"),
    [
        ("bleu:lowercase", Bleu(lowercase=True)),
        ("bleu:lowercase=yes", Bleu(lowercase=True)),
        ("bleu:lowercase=TRUE", Bleu(lowercase=True)),
        ("bleu:lowercase=off", Bleu()),
        (" bleu : order = 2 , tokenize = char ", Bleu(order=2, tokenize="char")),
        ("bleu:", Bleu()),
        ("bleu:,,order=3,", Bleu(order=3)),
        ("chrf:beta=3", Chrf(beta=3.0)),
        ("chrf:beta=1e0", Chrf(beta=1.0)),
        ("chrf:beta=0.5", Chrf(beta=0.5)),
        ("ter:normalized,case_sensitive", Ter(normalized=True, case_sensitive=True)),
    ],
)
def test_a_spec_means(spec: str, metric: Metric) -> None:
    assert parse(spec) == metric


@pytest.mark.parametrize("name", ["blue", "BLUE", "", "meteor-2.0", "bleu order=2", "\x00"])
def test_an_unknown_metric_lists_those_there_are(name: str) -> None:
    with pytest.raises(SpecError, match="there is no metric") as caught:
        parse(name)
    for known in registry.METRICS:
        assert known in str(caught.value)


@pytest.mark.parametrize("name", ["BLEU", "Bleu", "chrF", "TER:normalized", "METEOR-1.5"])
def test_the_case_of_a_name_does_not_matter(name: str) -> None:
    assert parse(name) == parse(name.lower())


def test_a_near_miss_is_guessed() -> None:
    with pytest.raises(SpecError, match=r"Did you mean 'bleu'\?"):
        parse("blue")
    with pytest.raises(SpecError, match=r"Did you mean 'lowercase'\?"):
        parse("bleu:lower-case")


def test_an_unknown_setting_lists_those_there_are() -> None:
    with pytest.raises(
        SpecError, match=r"ter has no setting 'tokenize'.*normalized, no_punct, asian_support, case_sensitive"
    ):
        parse("ter:tokenize=13a")


def test_what_was_learned_is_no_setting() -> None:
    with pytest.raises(SpecError, match="nist has no setting 'information'"):
        parse("nist:information=1")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bleu:order=four", "order=four in .* is not a whole number"),
        ("bleu:order=", "order= in .* is not a whole number"),
        ("bleu:order", "order=yes in .* is not a whole number"),
        ("bleu:order=4.0", "is not a whole number"),
        ("bleu:lowercase=maybe", "lowercase=maybe in .* is not yes or no"),
        ("bleu:lowercase=", "is not yes or no"),
        ("chrf:beta=two", "beta=two in .* is not a number. Write beta=0.5, for example"),
        ("bleu:smooth=add_k", r"bleu has no smooth 'add_k'.*Did you mean 'add-k'"),
        ("bleu:order=2,order=2", "'order' is given twice"),
        ("bleu:=3", "bleu has no setting ''"),
    ],
)
def test_a_bad_value_is_refused(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        parse(spec)


@pytest.mark.parametrize("spec", [None, 4, b"bleu", ["bleu"], Bleu()])
def test_what_is_no_string_is_refused(spec: Any) -> None:
    with pytest.raises(SpecError, match=f"not of type {type(spec).__name__}"):
        parse(spec)


@given(text=st.text(max_size=20), tail=st.text(max_size=20))
def test_any_string_is_a_metric_or_a_spec_error(text: str, tail: str) -> None:
    for spec in (text, f"bleu:{text}", f"bleu:order={text}", f"chrf:beta={text},{tail}", f"ter:{text}={tail}"):
        try:
            metric = parse(spec)
        except SpecError:
            continue
        except InputError:
            if not is_file(spec):
                raise
            continue
        assert isinstance(metric, Metric)


@pytest.mark.parametrize(
    ("spec", "listed"),
    [("bleu,chrf", "-m bleu -m chrf"), ("bleu, chrf", "-m bleu -m chrf"), ("bleu:lowercase,ter", "-m bleu -m ter")],
)
def test_a_list_in_one_string_is_refused_for_both_doors(spec: str, listed: str) -> None:
    with pytest.raises(SpecError, match=r"is not one metric\. Give a list of metrics, such as") as caught:
        parse(spec)
    assert caught.value.for_command_line().endswith(f"is not one metric. Repeat -m for each metric: {listed}.")


def test_metrics_may_be_given_themselves() -> None:
    metric = parse("ter:normalized")
    assert parse_all(["bleu", metric]) == {"bleu": parse("bleu"), metric.settings(): metric}
    with pytest.raises(SpecError, match="or a Metric, not of type int"):
        parse_all([3])  # type: ignore[list-item]
