"""Tokenizers by plain rewriting, as mteval's Perl has them: put spaces where a rule says so, then split."""

from __future__ import annotations

import re
import string

import regex

# Code points that the Chinese tokenizer takes one by one. The last two ranges are what its table says when read as it
# is written: "\u20000" is U+2000 followed by a zero, so that the range holds everything above that up to U+2A6D.
CHINESE = (
    (0x3400, 0x4DB5),
    (0x4E00, 0x9FBB),
    (0xF900, 0xFA2D),
    (0xFA30, 0xFA6A),
    (0xFA70, 0xFAD9),
    (0xFF00, 0xFFEF),
    (0x2E80, 0x2EFF),
    (0x3000, 0x303F),
    (0x31C0, 0x31EF),
    (0x2F00, 0x2FDF),
    (0x2FF0, 0x2FFF),
    (0x3100, 0x312F),
    (0x31A0, 0x31BF),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE4F),
    (0x2600, 0x27BF),
    (0x3200, 0x33FF),
    (0x2001, 0x2A6D),
    (0x2F81, 0x2FA1),
)


def none(text: str) -> list[str]:
    """At white space."""
    return text.split()


def char(text: str) -> list[str]:
    """Every character that is no white space."""
    return [character for character in text if not character.isspace()]


def western(text: str) -> list[str]:
    """The rules that 13a and zh share: symbols, full stops and commas beside digits, dashes after digits."""
    text = re.sub(r"([\x20-\x26\x28-\x2b\x2f\x3a-\x40\x5b-\x60\x7b-\x7e])", r" \1 ", text)
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    text = re.sub(r"([0-9])-", r"\1 - ", text)
    return text.split()


def v13a(text: str) -> list[str]:
    """mteval-v13a: joins lines, resolves entities, then the western rules."""
    text = text.rstrip()
    for old, new in (
        ("<skipped>", ""),
        ("-\n", ""),
        ("\n", " "),
        ("&quot;", '"'),
        ("&amp;", "&"),
        ("&lt;", "<"),
        ("&gt;", ">"),
    ):
        text = text.replace(old, new)
    return western(f" {text} ")


def intl(text: str) -> list[str]:
    """mteval-v14's international tokenizer: punctuation next to what is no number, and every symbol."""
    text = text.rstrip()
    text = regex.sub(r"(\P{N})(\p{P})", r"\1 \2 ", text)
    text = regex.sub(r"(\p{P})(\P{N})", r" \1 \2", text)
    text = regex.sub(r"(\p{S})", r" \1 ", text)
    return text.split()


def is_chinese(character: str) -> bool:
    """Whether the Chinese tokenizer takes this character by itself."""
    return any(first <= ord(character) <= last for first, last in CHINESE)


def zh(text: str) -> list[str]:
    """Chinese characters one by one, the western rules for what is between them. The ends are not padded."""
    return western("".join(f" {character} " if is_chinese(character) else character for character in text.strip()))


def chrf(text: str) -> list[str]:
    """The words of chrF++: one punctuation mark is taken off the end, or else off the start."""
    words = []
    for word in text.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


BY_NAME = {"none": none, "13a": v13a, "intl": intl, "zh": zh, "char": char}
