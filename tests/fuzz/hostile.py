"""Hostile inputs: seeds that are cut, doubled and mixed with what readers stumble over."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

TEXTS = (
    *("\0", "\t", "\n", "\r", "\r\n", "\v", "\f", "\x1b[2J", "\x7f", "\x85", "\x9b31m", "\ufeff", "\u2028", "\u202e"),
    *("\u00a0", "\u3000", "\u0301", "\ud800", "\U000e0041", "İ", "ß", "漢", "😀", "a" * 3000, " " * 3000, "é" * 400),
    *(
        "nan",
        "inf",
        "-inf",
        "1e999",
        "-0",
        "0",
        "-1",
        "1_000",
        "9" * 40,
        "9" * 5000,
        "0x10",
        "٣",
        "true",
        "null",
        "NaN",
    ),
    *("<", ">", "&", "&amp;", "&#0;", "&#x110000;", "&lol;", "]]>", "<!--", "<![CDATA[", "<script>", "</seg>", "<seg>"),
    *(
        "'",
        '"',
        '""',
        '"""',
        "\\",
        "\\u",
        "\\ud800",
        "\\0",
        "(",
        ")",
        "((((",
        "))))",
        "[",
        "]",
        "[[",
        "{",
        "}",
        "[" * 500,
    ),
    *(
        "=1+1",
        "@x",
        "-",
        "--",
        "#",
        "|",
        "||",
        "*",
        "_",
        "^",
        "$",
        "%",
        "~",
        "`",
        ",",
        ";",
        ":",
        "/",
        "..",
        "../",
        "${HOME}",
    ),
    *(
        "(a+)+$",
        "(?P<x>",
        "[a-",
        "\\1",
        "http://[",
        "https://u:p@h/",
        "\\input{x}",
        "![x](http://y)",
        "{{}}",
        "{0}",
        "%s",
    ),
)
"""Pieces of text; one of them, a half of a pair, cannot be written as UTF-8."""

PIECES = (
    *(text.encode("utf-8", "surrogatepass") for text in TEXTS),
    *(
        b"\xff",
        b"\xfe\xff",
        b"\xff\xfe\0\0",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\x1f\x8b\x08",
        b"PAR1",
        b"BZh9",
        b"\xfd7zXZ\0",
    ),
    *(b"\x28\xb5\x2f\xfd", b"\0" * 16, b"\xff" * 8, b"\x80", b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f"),
)


@st.composite
def spoiled(draw: st.DrawFn, seeds: Sequence[bytes], most: int = 6) -> bytes:
    """A seed with some changes: a piece inserted or put in place of something, a part cut, doubled or moved."""
    content = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, most))):
        start = draw(st.integers(0, len(content)))
        stop = min(len(content), start + draw(st.sampled_from((0, 0, 1, 2, 4, 9, 40, 400))))
        kind = draw(st.integers(0, 9))
        if kind < 5:
            piece = draw(st.sampled_from(PIECES))
        elif kind < 6:
            piece = draw(st.binary(min_size=1, max_size=6))
        elif kind < 8:  # nothing, which cuts
            piece = b""
        else:
            piece = content[start:stop] * 2
        content = content[:start] + piece + content[stop:]
        if draw(st.integers(0, 15)) == 0:
            content = content[: draw(st.integers(0, len(content)))]
    return content


def spoil(*seeds: str | bytes, most: int = 6) -> st.SearchStrategy[bytes]:
    """Spoiled seeds, and now and then nothing of a seed at all."""
    written = [seed.encode() if isinstance(seed, str) else seed for seed in seeds]
    return st.one_of(spoiled(written, most), spoiled(written, most), spoiled(written, most), spoiled([b""], 12))


def texts(*seeds: str) -> st.SearchStrategy[str]:
    """Spoiled text, for what takes text and not a file."""
    found = spoil(*seeds).map(lambda content: content.decode("utf-8", "ignore"))
    return st.one_of(found, found, st.lists(st.sampled_from(TEXTS), max_size=8).map("".join))
