"""Text that looks tokenised or escaped is warned of once; other text is not, in any language."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import tertium
from tertium.errors import TextWarning
from tertium.text.signs import MOST_SEGMENTS, TextSigns

PLAIN = ["He said: “No.”", "It is late.", "Is it? Yes!", "Tom & Jerry cost $5 & more.", "", "  "]


@pytest.fixture(autouse=True)
def _hear_warnings() -> Iterator[None]:
    """Others tests do not want to hear of it; a warning that is not expected here is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", TextWarning)
        yield


@pytest.mark.parametrize(
    ("text", "tokenised", "escaped"),
    [
        ("He is here .", True, False),
        ("He is here . ", True, False),
        ("他 在 这里 。", True, False),
        ("a well @-@ known man", True, False),
        ("un@@ know@@ n words", True, False),
        ("▁He ▁is ▁here .", True, False),
        ("it &apos;s &quot; late &quot;", False, True),
        ("R&amp;D", False, True),
        ("it&#39;s &#x27;late&#x27;", False, True),
        ("it &apos;s late .", True, True),
        ("He is here.", False, False),
        ("他在这里。", False, False),
        ("彼はここにいます。「はい」", False, False),
        ("Vraiment ? Oui !", False, False),
        ("वह यहाँ है ।", False, False),
        ("AT&T; R&D; a & b; &copyleft", False, False),
        ("mail me @ home", False, False),
    ],
)
def test_signs(text: str, tokenised: bool, escaped: bool) -> None:
    signs = TextSigns.of([text] * 5)
    assert (signs.looks_tokenised, signs.looks_escaped) == (tokenised, escaped)
    few = TextSigns.of([text] * 4)
    assert not few.looks_tokenised
    assert not few.looks_escaped


def test_thresholds() -> None:
    """One in ten for tokenised text, one in a hundred for entities: code and slips stay below."""
    dots, entities = ["a ."], ["write &amp; for &"]
    assert TextSigns.of(dots * 10 + ["a."] * 90).looks_tokenised
    assert not TextSigns.of(dots * 9 + ["a."] * 91).looks_tokenised
    assert TextSigns.of(entities * 10 + ["a"] * 990).looks_escaped
    assert not TextSigns.of(entities * 9 + ["a"] * 991).looks_escaped
    assert TextSigns.of(["", " ", None]).seen == 0


def test_only_the_first_segments_are_looked_at() -> None:
    signs = TextSigns.of(["a"] * MOST_SEGMENTS + ["a ."] * MOST_SEGMENTS)
    assert (signs.seen, signs.looks_tokenised) == (MOST_SEGMENTS, False)


def test_lists_are_warned_of_where_the_library_is_called() -> None:
    with pytest.warns(TextWarning) as heard:
        tertium.score(["it &apos;s late ."] * 6, ["it's late."] * 6, ["bleu"])
    assert [str(each.message).partition(" (")[0] for each in heard] == [
        "the hypotheses: the text looks tokenised",
        "the hypotheses: the text looks escaped",
    ]
    assert {each.filename for each in heard} == {__file__}
    with pytest.warns(TextWarning, match="the system 'b', the references: the text looks tokenised"):
        tertium.compare({"a": ["no."] * 6, "b": ["no ."] * 6}, ["no ."] * 6, ["bleu"], resamples=100)


def test_plain_lists_are_not() -> None:
    tertium.score(PLAIN * 5, PLAIN * 5, ["bleu"])
    tertium.score(["他在这里。"] * 20, ["彼はここにいます。"] * 20, ["chrf"])
    code = ["write &amp; for an ampersand", *["a plain line of text"] * 199]
    tertium.score(code, code, ["bleu"])


def test_files_are_named_once_and_streams_too(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt", "d.txt")]
    for path in paths:
        path.write_text("it &apos;s late .\n" * 9, encoding="utf-8")
    reader = tertium.open_test_set(paths, [paths[0]])
    with pytest.warns(TextWarning) as heard:
        assert sum(len(batch) for batch in reader.batches(2)) == 9
    assert len(heard) == 2
    files = ", ".join(map(str, paths[:3]))
    assert str(heard[0].message).startswith(f"{files} and 1 more: the text looks tokenised (9 of 9 segments")
    with pytest.warns(TextWarning, match="looks tokenised") as heard:
        tertium.open_test_set(paths[:1], paths[:1], unescape=True).read()
    assert len(heard) == 1
    tertium.open_test_set(paths[:1], paths[:1], check_text=False).read()


def test_every_system_of_a_table_is_looked_at(tmp_path: Path) -> None:
    table = tmp_path / "all.tsv"
    table.write_text("hypothesis:a\thypothesis:b\treference\n" + "no.\tno .\tno.\n" * 9, encoding="utf-8")
    with pytest.warns(TextWarning, match="all.tsv: the text looks tokenised"):
        tertium.read_test_set([table])


def test_text_that_was_escaped_twice_is_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("it&amp;apos;s late.\n" * 9, encoding="utf-8")
    with pytest.warns(TextWarning, match="It was escaped twice"):
        tertium.open_test_set([path], [path], unescape=True).read()


def test_folders_are_warned_of(tmp_path: Path) -> None:
    header = "lp\tidx\thuman_da_z\treference\thypothesis\n"
    rows = "".join(f"de-en\t{number}\t0.5\tit is\tit &apos;s\n" for number in range(1, 9))
    (tmp_path / "seg_da.tsv").write_text(header + rows, encoding="utf-8")
    with pytest.warns(TextWarning, match=r"/de-en \(mixed\): the text looks escaped"):
        tertium.read_judged(tmp_path)
    (judged,) = tertium.read_judged(tmp_path, unescape=True)
    assert judged.test_set.changes == ("unescaped",)
    tertium.read_judged(tmp_path, check_text=False)
