"""What users add of their own: tokenizers and metrics in sacrebleu's way."""

from __future__ import annotations

import copy
import logging
import pickle
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest
import sacrebleu
import sacrebleu.significance

import tertium.sacrebleu
from tests.sacrebleu.random_calls import assert_same

HYPOTHESES = ["The Cat sat.", "no cat", "A dog!", "the end of it", "again"]
OTHERS = ["The dog sat.", "no Cat", "dog", "The end", "Again ."]
REFERENCES = [["The cat sat.", "No cat.", "a dog", "The end.", "Again."], ["the cat", None, "dog!", "end", "x"]]


def make_metric(package: ModuleType) -> Any:
    """A metric that derives from the base class: the share of words that a reference has."""

    class Overlap(package.metrics.base.Metric):  # type: ignore[name-defined,misc]
        def _preprocess_segment(self, sent: str) -> str:
            return sent.lower()

        def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
            return {"words": {word for ref in refs for word in ref.split()}}

        def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: dict[str, Any]) -> list[float]:
            words = hypothesis.split()
            return [sum(word in ref_kwargs["words"] for word in words), len(words)]

        def _aggregate_and_compute(self, stats: Any) -> Any:
            return self._compute_score_from_stats(package.utils.sum_of_lists(stats))

        def _compute_score_from_stats(self, stats: Any) -> Any:
            return package.metrics.base.Score("overlap", 100 * stats[0] / stats[1])

    return Overlap()


@pytest.mark.parametrize("test", ["ar", "bs"])
def test_a_metric_of_ones_own(test: str) -> None:
    def use(package: ModuleType) -> Any:
        metric = make_metric(package)
        score = metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)
        paired = package.significance.PairedTest(
            [("a", HYPOTHESES), ("b", OTHERS)], {"x": metric}, REFERENCES, test, n_samples=50, n_ar_confidence=20
        )
        return [score, metric.get_signature(), metric.sentence_score("a b", ["b"]), paired()]

    assert_same(use)


def test_a_tokenizer_of_ones_own() -> None:
    def use(package: ModuleType) -> Any:
        class Halves(package.tokenizers.BaseTokenizer):  # type: ignore[name-defined,misc]
            def signature(self) -> str:
                return "halves"

            def __call__(self, line: str) -> str:
                return f"{line[: len(line) // 2]} {line[len(line) // 2 :]}"

        metric = package.BLEU(lowercase=True)
        metric.tokenizer = Halves()
        return metric.corpus_score(HYPOTHESES, REFERENCES)

    assert_same(use)


def test_private_verbs_that_others_call() -> None:
    def use(package: ModuleType) -> Any:
        found = []
        for metric in (package.BLEU(), package.CHRF(word_order=2), package.TER(normalized=True)):
            stats = metric._extract_corpus_statistics(HYPOTHESES, REFERENCES)
            found.append(metric._aggregate_and_compute(stats))
            found.append(metric._compute_score_from_stats(package.utils.sum_of_lists([list(row) for row in stats])))
            found.append(metric._preprocess_segment("The Cat, it's 3-4. "))
            kept = metric._extract_reference_info([metric._preprocess_segment(each) for each in ("a b c", "b c d")])
            found.append([float(each) for each in metric._compute_segment_statistics("a b d", kept)])
            seed, scores = package.significance._bootstrap_resample(stats, metric, 20)
            found.append([seed, [each.score for each in scores]])
        return found

    assert_same(use)


def test_words_of_ter() -> None:
    from sacrebleu.metrics import lib_ter as theirs

    from tertium.sacrebleu.metrics import lib_ter as ours

    for pair in [("a b c d", "d a b c"), ("", "a b"), ("a b", ""), ("a b c a b c", "c b a x"), ("x y", "x y")]:
        words = [text.split() for text in pair]
        assert ours.translation_edit_rate(*words) == theirs.translation_edit_rate(*words)
    for trace in ["", " s id", "ddii ", "si s d"]:
        assert ours.trace_to_alignment(trace) == theirs.trace_to_alignment(trace)


def test_tokenized_text_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    lines = ["a cat ."] * 100
    assert_same(lambda package: package.corpus_bleu(lines, [lines]))
    caplog.clear()
    with caplog.at_level(logging.WARNING, "sacrebleu"):
        tertium.sacrebleu.corpus_bleu(lines[1:], [lines[1:]])
        tertium.sacrebleu.corpus_bleu(lines, [lines], force=True)
        tertium.sacrebleu.corpus_chrf(lines, [lines])
        assert caplog.messages == []
        tertium.sacrebleu.corpus_bleu(lines, [lines])
        assert "100 lines that end in a tokenized period" in caplog.messages[0]


@pytest.mark.parametrize("language", ["ja", "ko", "zh"])
def test_languages_choose_tokenizers(language: str) -> None:
    lines = ["これはペンです。", "나는 학교에 갑니다.", "这是一本书。"]

    def use(package: ModuleType) -> Any:
        metric = package.BLEU(trg_lang=language)
        other = package.BLEU(trg_lang=language, tokenize="13a")
        return [metric.corpus_score(lines, [lines[::-1]]), metric.get_signature(), other.get_signature.__name__]

    pytest.importorskip("MeCab")
    pytest.importorskip("mecab_ko")
    assert_same(use)


def test_prepared_references_are_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    metric = tertium.sacrebleu.BLEU(references=REFERENCES)
    expected = sacrebleu.corpus_bleu(OTHERS, REFERENCES).score
    prepared = []
    monkeypatch.setattr(metric, "_prepare_references", lambda *given: prepared.append(given))
    assert metric.corpus_score(OTHERS, None).score == pytest.approx(expected)
    assert prepared == []


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_metrics_with_references_can_be_pickled(name: str) -> None:
    metric = getattr(tertium.sacrebleu, name)(references=REFERENCES)
    expected = metric.corpus_score(OTHERS, None)
    for other in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert str(other.corpus_score(OTHERS, None)) == str(expected)
        assert str(other.get_signature()) == str(metric.get_signature())
    without = pickle.loads(pickle.dumps(getattr(tertium.sacrebleu, name)()))
    assert str(without.corpus_score(OTHERS, REFERENCES)) == str(expected)
