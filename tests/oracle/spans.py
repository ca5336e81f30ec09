"""The patterns of spans, matched by trying everything, and the phrases and relations that they make.

``python -m tests.oracle.spans 5000`` compares the chunker with this on so many random patterns and texts.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from tertium.mtness.chunking.automaton import Automaton
from tertium.mtness.chunking.chunk_rules import ChunkRules
from tertium.mtness.chunking.patterns import Choice, Condition, Pattern, PatternSeries, Repeat, Test, parse_pattern
from tertium.mtness.text.tags import CONTENT, Part, Tag
from tertium.mtness.text.tokens import Token

TESTS = ("noun", "verb.infinitive", "verb", "word=a,no", "lemma=ser", "noun.f", "verb&!lemma=ser", "!noun&!word=a")
WORDS = (
    *("a/a/preposition", "casa/casa/noun.f.s", "perro/perro/noun.m.s", "no/no/adverb", "es/ser/verb.finite"),
    *("ir/ir/verb.infinitive", "xyz/xyz/unknown", ",/,/punctuation", "[/[/unknown"),
)


def ends(pattern: Pattern, tokens: Sequence[Token], first: int) -> set[int]:
    """Everywhere that a match from a word on may end."""
    match pattern:
        case Test():
            if first == len(tokens) or tokens[first].tag.part is Part.PUNCTUATION or tokens[first].text in "[%":
                return set()
            holds = all(holds_of(each, tokens[first]) for each in pattern.wanted)
            return (
                {first + 1} if holds and not any(holds_of(each, tokens[first]) for each in pattern.unwanted) else set()
            )
        case PatternSeries():
            places = {first}
            for item in pattern.items:
                places = {end for place in places for end in ends(item, tokens, place)}
            return places
        case Choice():
            return {end for option in pattern.options for end in ends(option, tokens, first)}
        case Repeat():
            once = ends(pattern.item, tokens, first)
            more = (
                {end for place in once if place > first for end in ends(pattern, tokens, place)}
                if pattern.again
                else set()
            )
            return once | more | ({first} if pattern.optional else set())


def holds_of(condition: Condition, token: Token) -> bool:
    if condition.about == "word":
        return token.text.casefold() in condition.values
    if condition.about == "lemma":
        return token.lemma.casefold() in condition.values
    wanted = condition.values[0]
    return set(wanted.split(".")) <= set(str(token.tag).split(".")) or (
        wanted == "noun" and str(token.tag) == "unknown"
    )


def split(patterns: Sequence[Pattern], tokens: Sequence[Token], longest: int) -> list[tuple[int, int, int]]:
    """From left to right the longest match, of the first pattern that has it."""
    found = []
    first = 0
    while first < len(tokens):
        best = (first, 0)
        for number, pattern in enumerate(patterns):
            for end in ends(pattern, tokens, first):
                if end - first <= longest:
                    best = max(best, (end, -number))
        if best[0] > first:
            found.append((-best[1], first, best[0]))
        first = max(first + 1, best[0])
    return found


def chunk(rules: ChunkRules, tokens: Sequence[Token]) -> list[tuple[int, int, str]]:
    """First and last word and kind of all spans: every run of phrases is held against every rule."""
    phrases = [
        (rules.phrases[number], a, b)
        for number, a, b in split([r.pattern for r in rules.phrases], tokens, rules.longest)
    ]
    found: dict[tuple[int, int], str] = {}

    def run(start: int, stop: int) -> tuple[str, ...]:
        """The names of phrases, if nothing is between them."""
        if start < 0 or any(phrases[i][2] != phrases[i + 1][1] for i in range(start, stop - 1)):
            return ()
        return tuple(rule.name for rule, _, _ in phrases[start:stop])

    for i, (rule, a, b) in enumerate(phrases):
        alone = b - a == 1 and tokens[a].tag.part is not Part.UNKNOWN
        behind = not rule.after or run(i - 1, i + 1) == (rule.after, rule.name)
        if rule.kind and behind and not alone:
            found[a, b] = rule.kind
    for relation in rules.relations:
        for i in range(len(phrases)):
            for j in range(i + 2, len(phrases) + 1):
                a, b = phrases[i][1], phrases[j - 1][2]
                if b - a > rules.longest or run(i, j) not in relation.spell_out():
                    continue
                if not any(run(i - len(names), i + 1)[:-1] == names for names in relation.not_after):
                    found.setdefault((a, b), relation.kind)
    return [(a, b, found[a, b]) for a, b in sorted(found) if any(t.tag.part in CONTENT for t in tokens[a:b])]


def random_tokens(source: random.Random, words: Sequence[str], most: int) -> list[Token]:
    """Words, each given as word, lemma and tag, whose places in a text are nobody's business."""
    chosen = (piece.split("/") for piece in source.choices(words, k=source.randrange(most + 1)))
    return [Token(text=word, start=0, end=0, lemma=lemma, tag=Tag.parse(tag)) for word, lemma, tag in chosen]


def random_pattern(source: random.Random, depth: int) -> str:
    """A pattern as text, so that the reader is compared as well."""
    kind = source.randrange(4) if depth else 0
    if kind == 0:
        return source.choice(TESTS)
    if kind == 1:
        return " ".join(f"({random_pattern(source, depth - 1)})" for _ in range(source.randint(1, 3)))
    if kind == 2:
        return "|".join(f"({random_pattern(source, depth - 1)})" for _ in range(source.randint(2, 3)))
    return f"({random_pattern(source, depth - 1)}){source.choice('?*+')}"


def compare(seed: int) -> None:
    """Random patterns on a random text, which the automaton must split alike; what may be empty never wins."""
    source = random.Random(seed)
    texts = [random_pattern(source, 3) for _ in range(source.randint(1, 3))]
    patterns = [parse_pattern(text, {}) for text in texts]
    tokens = random_tokens(source, WORDS, 12)
    assert Automaton(patterns, 6).split(tokens) == split(patterns, tokens, 6), (texts, [token.text for token in tokens])


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        compare(number)
