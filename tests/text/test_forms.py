"""Forms of characters that differ between hypotheses and references are warned of; both can be given a normal form."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest

import tertium
from tertium.errors import SpecError, TextWarning
from tertium.text.forms import MOST_SEGMENTS, compare_forms
from tertium.text.readers import Place

WORDS = "Él comió piñón según dijo"
NFC, NFD = (normalize(form, WORDS) for form in ("NFC", "NFD"))
ACCENTS = "letters with accents as one character or as several"


@pytest.fixture(autouse=True)
def _hear_warnings() -> Iterator[None]:
    """A warning that is not expected is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", TextWarning)
        yield


def test_the_same_words_in_two_normal_forms() -> None:
    with pytest.warns(TextWarning, match=f"{ACCENTS}.*in 1 of 1 segments.*give normalise='nfc'") as heard:
        stored = tertium.score([NFD], [NFC], ["bleu", "chrf"])
    assert len(heard) == 1
    assert stored["bleu"].value < 20
    turned = tertium.score([NFD], [NFC], ["bleu", "chrf"], normalise="nfc")
    assert turned["chrf"].value == pytest.approx(100)
    assert turned["chrf"].signature == stored["chrf"].signature.replace("|refs:1|", "|refs:1|text:nfc|")
    unchanged = tertium.score([NFC], [NFC], ["chrf"], normalise="nfc")
    assert unchanged["chrf"].signature == stored["chrf"].signature
    with pytest.raises(SpecError, match="there is no normal form 'nfx'"):
        tertium.score([NFC], [NFC], normalise="nfx")


@pytest.mark.parametrize(
    ("hypothesis", "reference", "form"),
    [
        ("It’s late", "It's late", "curly and straight"),
        ('"No"', "„No“", "curly and straight"),
        ("你好, 5", "你好，5", "full-width"),
        ("a\u200bb is", "ab is", "without width"),
        ("\ufeffIt is", "It is", "without width"),
        ("co\xadop is", "coop is", "soft hyphens"),
        (NFD, NFC, "NFC, NFD"),
        (normalize("NFD", "한국어"), "한국어", "NFC, NFD"),
        (normalize("NFD", "が"), "が", "NFC, NFD"),
    ],
)
def test_each_form_is_found_from_both_sides(hypothesis: str, reference: str, form: str) -> None:
    for one, other in ((hypothesis, reference), (reference, hypothesis)):
        with pytest.warns(TextWarning, match=f"{form}.* in 5 of 5 segments") as heard:
            tertium.make_test_set({"": [one] * 5}, [other] * 5)
        assert len(heard) == 1


@pytest.mark.parametrize(
    ("hypothesis", "references"),
    [
        ("10\xa0000 euros", ["10 000 euros"]),  # all metrics split at both
        ("10\u202f000 euros\r", ["10 000 euros"]),
        ("It’s late", ["It's late", "It’s so"]),  # one reference has the same form
        ("It’s late", ["It is late"]),
        ("«Нет»", ['"Нет"']),
        ("می\u200cروم", ["میروم"]),
        (NFD, [NFD]),
        (NFD, ["He ate it"]),
        ("你好，", ["你好，"]),
    ],
)
def test_other_differences_are_not_warned_of(hypothesis: str, references: list[str]) -> None:
    tertium.make_test_set({"": [hypothesis] * 5}, [references] * 5)


def test_thresholds() -> None:
    curly, plain = ["It’s late"], ["It is late"]
    tertium.make_test_set({"": curly * 9 + plain * 91}, ["It's late"] * 100)
    tertium.make_test_set({"": curly * 4}, ["It's late"] * 4)
    tertium.make_test_set({"": [NFD, *plain * 100]}, [NFC] * 101)
    with pytest.warns(TextWarning, match="in 1 of 100 segments"):
        tertium.make_test_set({"": [NFD, *plain * 99]}, [NFC] * 100)


def test_several_systems_are_one_warning() -> None:
    systems = {name: [NFD, "It’s"] * 5 for name in "abc"}
    with pytest.warns(TextWarning) as heard:
        tertium.make_test_set({**systems, "d": [NFC, "It's"] * 5}, [NFC, "It's"] * 5)
    (warning,) = heard
    assert str(warning.message).count("in 5 of 10 segments of a and in 2 more systems") == 2
    assert "for the others write hypotheses and references in the same form" in str(warning.message)


def test_a_stream_is_counted_as_the_whole(tmp_path: Path) -> None:
    """Also after it was stopped, and only in its first segments."""
    files = [tmp_path / "hyp.txt", tmp_path / "ref.txt"]
    for path, line in zip(files, (NFD, NFC), strict=True):
        path.write_text((line + "\n") * (MOST_SEGMENTS + 9), encoding="utf-8")
    reader = tertium.open_test_set(files[:1], files[1:])
    with pytest.warns(TextWarning, match=f"in {MOST_SEGMENTS} of {MOST_SEGMENTS} segments of hyp"):
        list(reader.batches(7))
    first = next(iter(reader.passages(7)))
    again = Place.from_dict(first.end.to_dict())
    assert again.forms == first.end.forms == compare_forms(first.segments)
    turned = tertium.score_reader(tertium.open_test_set(files[:1], files[1:], normalise="nfc"), ["chrf"])["hyp"]
    assert turned["chrf"].value == pytest.approx(100)
    assert "|text:nfc|" in turned["chrf"].signature
