"""Input that is wrong: the errors of sacrebleu, and errors where it says nothing."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
import sacrebleu
import sacrebleu.significance

import tertium.sacrebleu
from tertium.errors import TertiumError
from tests.sacrebleu.random_calls import ask

HYPOTHESES = ["a b c", "d e f"]
REFERENCES = [["a b c", "d e"]]

WRONG: list[Any] = [
    lambda package: package.corpus_bleu([], REFERENCES),
    lambda package: package.corpus_bleu(HYPOTHESES, []),
    lambda package: package.corpus_bleu(HYPOTHESES, [[]]),
    lambda package: package.corpus_bleu(None, REFERENCES),
    lambda package: package.corpus_bleu(iter(HYPOTHESES), REFERENCES),
    lambda package: package.corpus_bleu([1, 2], REFERENCES),
    lambda package: package.corpus_bleu(["a", None], REFERENCES),
    lambda package: package.corpus_bleu(["a", 2], REFERENCES),
    lambda package: package.corpus_bleu(HYPOTHESES, 5),
    lambda package: package.corpus_bleu(HYPOTHESES, [5]),
    lambda package: package.corpus_bleu(HYPOTHESES, [[5, 6]]),
    lambda package: package.corpus_chrf(HYPOTHESES, [["a", 6]]),
    lambda package: package.corpus_bleu(HYPOTHESES, [["a", None]]),
    lambda package: package.corpus_chrf(HYPOTHESES, [["a", None]]),
    lambda package: package.corpus_ter(HYPOTHESES, [["a", None]]),
    lambda package: package.sentence_bleu(1, ["a"]),
    lambda package: package.sentence_bleu("a", "a"),
    lambda package: package.sentence_bleu("a", 5),
    lambda package: package.sentence_bleu("a", [5]),
    lambda package: package.sentence_chrf("a", []),
    lambda package: package.corpus_bleu(HYPOTHESES, REFERENCES, tokenize="13b"),
    lambda package: package.corpus_bleu(HYPOTHESES, REFERENCES, smooth_method="unknown"),
    lambda package: package.BLEU.compute_bleu([1], [1], 1, 1, smooth_method="unknown"),
    lambda package: package.BLEU().corpus_score(HYPOTHESES, None),
    lambda package: package.TER().get_signature(),
    lambda package: package.significance.PairedTest([], {}, None, test_type="t"),
    lambda package: package.significance.PairedTest([], {"BLEU": package.BLEU()}, REFERENCES),
]


@pytest.mark.parametrize("call", WRONG, ids=map(str, range(len(WRONG))))
def test_an_error_is_also_the_error_of_sacrebleu(call: Any) -> None:
    theirs, ours = ask(call, sacrebleu), ask(call, tertium.sacrebleu)
    assert theirs.error is not None
    assert isinstance(ours.error, type(theirs.error)), (theirs.error, ours)
    assert isinstance(ours.error, TertiumError)


SILENT: list[tuple[Any, str]] = [
    (lambda package: package.corpus_bleu(HYPOTHESES, [["a b c"]]), "2 hypotheses, and references for 1 segments"),
    (lambda package: package.corpus_chrf(["a b c"], REFERENCES), "1 hypotheses, and references for 2 segments"),
    (lambda package: package.corpus_ter(HYPOTHESES, [*REFERENCES, ["a"]]), "different lengths: 2, 1"),
    (lambda package: package.BLEU(references=REFERENCES).corpus_score(["a"], None), "1 hypotheses"),
    (lambda package: package.corpus_bleu(HYPOTHESES, ["a b c", "d e"]), "one list of strings.*Give one list per"),
    (lambda package: package.corpus_bleu("abc", [["a", "b", "c"]]), "hypotheses are of type str"),
]


@pytest.mark.parametrize(("call", "message"), SILENT, ids=map(str, range(len(SILENT))))
def test_what_sacrebleu_scores_wrongly_is_an_error(call: Any, message: str) -> None:
    assert ask(call, sacrebleu).error is None
    with pytest.raises(TertiumError, match=message):
        call(tertium.sacrebleu)


def test_the_famous_one() -> None:
    assert sacrebleu.corpus_bleu(["a b c d", "x"], [["a b c d"]]).score == pytest.approx(100)
    with pytest.raises(ValueError, match="Give one reference per hypothesis"):
        tertium.sacrebleu.corpus_bleu(["a b c d", "x"], [["a b c d"]])


@pytest.mark.parametrize("function", ["corpus_bleu", "corpus_chrf", "corpus_ter"])
def test_a_lone_surrogate_names_its_segment(function: str) -> None:
    score = getattr(tertium.sacrebleu, function)
    with pytest.raises(ValueError, match="hypothesis 2 holds a lone surrogate"):
        score(["a", "\ud800"], [["a", "b"]])
    with pytest.raises(ValueError, match="a reference of segment 2 holds a lone surrogate"):
        score(["a", "b"], [["a", "b"], ["c", "\ud800"]])


def test_a_signature_says_what_the_last_score_was() -> None:
    metric = tertium.sacrebleu.BLEU(references=[*REFERENCES, *REFERENCES])
    metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=10)
    assert str(metric.get_signature()).startswith("nrefs:1|bs:10|seed:12345|")
    metric.corpus_score(HYPOTHESES, None)
    assert str(metric.get_signature()).startswith("nrefs:2|case:")


def test_counts_that_are_given_are_not_changed() -> None:
    correct, total = [3, 2, 1, 0], [4, 3, 2, 1]
    arguments = {"sys_len": 4, "ref_len": 4, "smooth_method": "add-k"}
    first = tertium.sacrebleu.BLEU.compute_bleu(correct, total, **arguments)
    assert (correct, total) == ([3, 2, 1, 0], [4, 3, 2, 1])
    theirs = sacrebleu.BLEU.compute_bleu(list(correct), list(total), **arguments)
    assert (first.score, first.counts, str(first)) == (theirs.score, theirs.counts, str(theirs))


def test_a_seed_of_zero_is_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "0")
    systems = [("a", ["a b", "c d", "e f", "g"]), ("b", ["a b", "c", "e", "g h"])]

    def test(package: ModuleType) -> str:
        metrics = {"TER": package.TER()}
        return str(package.significance.PairedTest(systems, metrics, [["a b c", "c d", "e f g", "g"]], "ar", 50)())

    assert len({test(tertium.sacrebleu) for _ in range(5)}) == 1


def test_a_missing_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.text.tokenizers import get_tokenizer

    get_tokenizer.cache_clear()
    monkeypatch.setitem(sys.modules, "MeCab", None)
    with pytest.raises(RuntimeError, match=r"the extra 'ja'.*pip install"):
        tertium.sacrebleu.BLEU(trg_lang="ja")


def test_json_without_a_signature() -> None:
    score = tertium.sacrebleu.corpus_ter(HYPOTHESES, REFERENCES)
    assert score.format(is_json=True) == '{\n "name": "TER",\n "score": 20.0,\n "signature": ""\n}'
