"""A text is said to be in another language only where that is evident."""

from __future__ import annotations

import pytest

from tertium import samples
from tertium.text.text_language import find_other_language, find_unspaced_language

ENGLISH = frozenset({"en"})
GERMAN = [
    "Das Parlament hat am Dienstag über den neuen Haushalt abgestimmt, und die Regierung ist damit zufrieden.",
    "Für die meisten Menschen in der Stadt ist das eine gute Nachricht, aber nicht für alle von ihnen.",
    "Der Minister sagte, dass die Verhandlungen mit den Nachbarn noch nicht zu Ende sind.",
]
JAPANESE = ["今日はとても良い天気ですね。", "彼女は新しい本を買いました。"]
CHINESE = ["我们今天去北京看朋友，他们住在城里面很久了。", "这个城市的交通非常方便而且便宜。"]
THAI = ["วันนี้อากาศดีมากและเราจะไปเที่ยวกัน", "เขาซื้อหนังสือเล่มใหม่เมื่อวานนี้"]
RUSSIAN = ["Сегодня очень хорошая погода, и мы пойдём гулять в парк."]


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (GERMAN, "German"),
        (JAPANESE, "Japanese"),
        (CHINESE, "Chinese"),
        (THAI, "Thai"),
        (RUSSIAN, "text in Cyrillic script"),
    ],
)
def test_other_languages_are_named(texts: list[str], name: str) -> None:
    found = find_other_language(texts, ENGLISH)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (samples.path("reference.A.txt").read_text(encoding="utf-8").split("\n"), "en"),
        (["Der Hund schläft ."], "en"),  # too short to tell
        (["GUI API HTTP 404 foo.bar() x = y"] * 40, "en"),  # not a language at all
        (GERMAN, "de"),
        (GERMAN, "xyz"),  # its frequent words are not known
        (JAPANESE, "ja"),
        (RUSSIAN, "uk"),
        (["He said “今日は” and left the house on the hill."] * 20, "en"),
        ([], "en"),
    ],
)
def test_without_clear_evidence_nothing_is_said(texts: list[str], expected: str) -> None:
    assert find_other_language(texts, frozenset({expected})) is None


@pytest.mark.parametrize(("texts", "code"), [(JAPANESE, "ja"), (CHINESE, "zh"), (THAI, "th")])
def test_text_without_spaces_is_seen(texts: list[str], code: str) -> None:
    found = find_unspaced_language(texts)
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize("texts", [GERMAN, RUSSIAN, ["오늘은 날씨가 아주 좋아서 우리는 공원에 갈 것입니다."]])
def test_text_with_spaces_is_not(texts: list[str]) -> None:
    assert find_unspaced_language(texts) is None


def test_text_that_was_split_before_has_spaces() -> None:
    assert find_unspaced_language(["今日 は とても 良い 天気 です ね 。"] * 3) is None
    assert find_unspaced_language([" ".join(text) for text in CHINESE]) is None


def test_short_sentences_without_spaces_are_found() -> None:
    found = find_unspaced_language(["これは犬です。", "私は学生です。"])
    assert found is not None
    assert found.code == "ja"
    assert find_unspaced_language(["これ は 犬 です 。", "私 は 学生 です 。"]) is None
