"""Languages without spaces between words have the tokenizer that sacrebleu chooses; nothing is silently zero."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import sacrebleu

from tertium import TextWarning, compare, score
from tertium.errors import MissingExtraError, SpecError
from tertium.metrics.bleu import Bleu
from tertium.text.tokenizers import get_tokenizer
from tests.cli.running import run
from tests.text.test_text_language import CHINESE, GERMAN, JAPANESE, THAI

KOREAN = ["오늘은 날씨가 아주 좋습니다.", "그녀는 새 책을 샀습니다."]
REFERENCES = {
    "ja": ["今日は本当に良い天気です。", "彼女は新しい本を買った。"],
    "zh": ["我们今天到北京去看朋友，他们在城里住了很久。", "这座城市的交通很方便也很便宜。"],
    "ko": ["오늘 날씨가 정말 좋습니다.", "그녀는 새로운 책을 샀습니다."],
}
HYPOTHESES = {"ja": JAPANESE, "zh": CHINESE, "ko": KOREAN}


@pytest.mark.parametrize("language", ["ja", "zh", "ko"])
def test_bleu_is_that_of_sacrebleu(language: str, tmp_path: Path) -> None:
    hypothesis, reference = tmp_path / "hyp", tmp_path / "ref"
    hypothesis.write_text("\n".join(HYPOTHESES[language]) + "\n", encoding="utf-8")
    reference.write_text("\n".join(REFERENCES[language]) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "sacrebleu", reference, "-i", hypothesis, "-l", f"en-{language}", "-b", "-w", "9"]
    expected = float(subprocess.run(command, capture_output=True, check=True).stdout)
    found = score(HYPOTHESES[language], REFERENCES[language], ["bleu"], language=f"en-{language}")["bleu"]
    assert expected > 1
    assert found.value == pytest.approx(expected, abs=1e-8)
    assert f"tokenize={ {'ja': 'ja-mecab', 'zh': 'zh', 'ko': 'ko-mecab'}[language] }," in found.signature
    done = run("score", str(hypothesis), "-r", str(reference), "-m", "bleu", "-l", f"en-{language}")
    assert found.signature in done.stdout
    assert not done.stderr


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_ter_splits_characters(language: str) -> None:
    found = score(HYPOTHESES[language], REFERENCES[language], ["ter"], language=language)["ter"]
    expected = sacrebleu.TER(normalized=True, asian_support=True)
    assert found.value == pytest.approx(
        expected.corpus_score(HYPOTHESES[language], [REFERENCES[language]]).score, abs=1e-9
    )
    assert "normalized=yes,no_punct=no,asian_support=yes" in found.signature


@pytest.mark.parametrize("metric", ["wer", "per", "cder", "nist", "gleu", "ribes", "character", "meteor-universal"])
def test_other_metrics_over_words_have_the_tokenizer_too(metric: str) -> None:
    found = score(HYPOTHESES["zh"], REFERENCES["zh"], [metric], language="zh-Hans")[metric]
    assert "tokenize=zh," in found.signature


def test_what_a_spec_says_wins() -> None:
    with pytest.warns(TextWarning, match="bleu:tokenize=13a splits at spaces.*Leave its tokenizer out"):
        found = score(JAPANESE, REFERENCES["ja"], ["bleu:tokenize=13a"], language="ja")
    assert found["bleu:tokenize=13a"].value == 0
    with pytest.warns(TextWarning, match="split"):
        assert score(JAPANESE, REFERENCES["ja"], [Bleu()], language="ja")[Bleu().settings()].value == 0
    chosen = score(JAPANESE, REFERENCES["ja"], ["bleu:tokenize=char"], language="ja")
    assert "tokenize=char" in chosen["bleu:tokenize=char"].signature


def test_thai_is_split_into_characters() -> None:
    found = score(THAI, THAI[::-1], ["bleu"], language="th")["bleu"]
    assert "tokenize=char" in found.signature
    with pytest.warns(TextWarning, match="Use chrf, or bleu with tokenize=char, instead of ter"):
        score(THAI, THAI, ["ter"], language="th")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MeCab", None)
    get_tokenizer.cache_clear()
    with pytest.raises(MissingExtraError, match=r"\(the extra 'ja'\)"):
        score(JAPANESE, REFERENCES["ja"], ["bleu"], language="ja")
    get_tokenizer.cache_clear()


def test_systems_are_compared_with_it() -> None:
    systems = {"one": CHINESE * 5, "two": REFERENCES["zh"] * 5}
    found = compare(systems, REFERENCES["zh"] * 5, ["bleu"], language="zh")
    assert 1 < found.systems["one"]["bleu"].value < 99


def test_without_a_language_text_without_spaces_is_warned_of(tmp_path: Path) -> None:
    with pytest.warns(TextWarning, match="look like Japanese, which has no spaces.*Give language='ja', or use chrf"):
        score(JAPANESE, REFERENCES["ja"], ["bleu"])
    paths = [tmp_path / "hyp", tmp_path / "ref"]
    for path, texts in zip(paths, (JAPANESE, REFERENCES["ja"]), strict=True):
        path.write_text("\n".join(texts), encoding="utf-8")
    command = ("score", str(paths[0]), "-r", str(paths[1]), "--intervals")
    message = "bleu, ter split at spaces: the scores mean nothing. Give the language, -l ja"
    assert run(*command).stderr.count(message) == 1
    assert "look like" not in run(*command, "--no-check-text").stderr


@pytest.mark.parametrize(("texts", "name"), [(JAPANESE, "Japanese"), (GERMAN, "German")])
@pytest.mark.parametrize("language", ["", "en"])
def test_text_in_another_language_than_that_of_a_metric_is_warned_of(
    texts: list[str], name: str, language: str
) -> None:
    with pytest.warns(TextWarning, match=f"look like {name}, and meteor is for English: the scores mean nothing"):
        score(texts, texts, ["meteor"], language=language)


def test_what_fits_is_not_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        score(JAPANESE, JAPANESE, ["chrf"])
        score(GERMAN, GERMAN, ["bleu", "chrf", "ter", "meteor:stages=exact+snowball(german)"])
        score(JAPANESE, JAPANESE, ["bleu", "ter", "chrf"], language="ja")


@pytest.mark.parametrize("metric", ["bertscore", "concord", "blend"])
def test_the_remedy_names_what_fits(metric: str) -> None:
    with pytest.raises(SpecError, match="such as chrf; or bertscore:encoder=bert-multilingual"):
        score(GERMAN, GERMAN, [metric], language="de")
