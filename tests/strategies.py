"""What Hypothesis draws: nasty text, and corpora whose references resemble their hypotheses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from tertium.types import References

SPACES = [chr(code) for code in range(0x110000) if chr(code).isspace()]

# Each is here for a rule of some tokenizer, or for a way that texts of real test sets go wrong.
PIECES = [
    *"abzAZ0159 .,-;:&'\"!?()<>[]{}|~^`_/\\%$#@*+=",
    *SPACES,
    *"ñÜßẞİıΣς",
    *"٣۵५๕",  # digits of other scripts
    *"²½Ⅷ①",  # numbers that are no digits
    *"\u0301\u0308\u200d\u200b\ufeff\u00ad",  # combining and invisible
    *"中文。，「」ー・ひカ한가",
    *"€£±©«»—…“”’¿",
    *"😀🇪🇺👩🏽",
    *"\U00020000\U0002f800\U0010ffff\ue000\ufffd",
    "\x00",
    "\x00\x00",
    "\n",
    "-\n",
    "\n-",
    "\r\n",
    "<skipped>",
    "&quot;",
    "&amp;",
    "&lt;",
    "&gt;",
    "&amp;lt;",
    "&apos;",
    "'s ",
    "'s",
    "1,000.5",
    "3-4",
    "1.",
    ".5",
    "...",
    "?!",
    ",,",
    "--",
    "a.b",
    "U.S.",
]

# Equal beginnings, and lengths about seven bytes: tokens are told apart by their first bytes up to there.
WORDS = [
    "a",
    "b",
    "the",
    "The",
    "cat",
    ".",
    ",",
    "abcdef",
    "abcdefg",
    "abcdefh",
    "abcdefgh",
    "abcdefgi",
    "abcdefghi",
    "abcdefghj",
    "abcdefghijklmnop",
    "abcdefghijklmnoq",
    "internationalisation",
    "internationalization",
    "\x00",
    "\x00\x00",
    "a\x00",
    "\x00a",
    "abcdef\x00",
    "abcdefg\x00",
    "ñañaña",
    "中文字",
    "中文",
    "1.5",
    "don't",
    "(x)",
    "&quot;",
]

texts = st.lists(
    st.one_of(st.sampled_from(PIECES), st.sampled_from(PIECES), st.characters(exclude_categories=["Cs"])), max_size=25
).map("".join)

# Few kinds of words and up to forty of them, so that n-grams repeat.
sentences = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=20),
    st.lists(st.sampled_from(WORDS[:4]), max_size=40),
).map(" ".join)

segments = st.one_of(texts, sentences, sentences)


@dataclass(frozen=True)
class Corpus:
    """Hypotheses and their references, as many as each segment has."""

    hypotheses: list[str]
    references: list[list[str]]

    @property
    def flat(self) -> list[str]:
        """All references in one list."""
        return [reference for references in self.references for reference in references]

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the references of each segment start."""
        return References.from_nested(self.references).offsets

    @property
    def columns(self) -> list[list[str | None]]:
        """The references as sacrebleu takes them: one list a translation, ``None`` where there is none."""
        most = max(map(len, self.references))
        return [
            [references[number] if number < len(references) else None for references in self.references]
            for number in range(most)
        ]


@st.composite
def corpora(draw: st.DrawFn, max_segments: int = 4, max_references: int = 4) -> Corpus:
    """A corpus; about half of the references are hypotheses with words lost, moved or doubled."""
    hypotheses, references = [], []
    for _ in range(draw(st.integers(1, max_segments))):
        hypothesis = draw(segments)
        hypotheses.append(hypothesis)
        near = _edited(hypothesis)
        references.append(draw(st.lists(st.one_of(near, segments), min_size=1, max_size=max_references)))
    return Corpus(hypotheses, references)


@st.composite
def _edited(draw: st.DrawFn, text: str) -> str:
    words = text.split(" ")
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(words)))
        end = draw(st.integers(start, len(words)))
        phrase = words[start:end]
        edit = draw(st.sampled_from(["drop", "move", "double", "replace"]))
        rest = words[:start] + words[end:]
        place = draw(st.integers(0, len(rest)))
        new = {"drop": [], "move": phrase, "double": phrase[:5] * 2, "replace": [draw(st.sampled_from(WORDS))]}[edit]
        words = rest[:place] + new + rest[place:]
    return " ".join(words)
