"""What a reading of the source language becomes in the target language, by the dictionaries of a pair alone.

Between the bilingual dictionary and the generator, Apertium has rules that change tags. There are no such rules here:
where the generator does not know what the dictionary says, neighbouring tags are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product

from tertium.mtness.resources.apertium.pair import ApertiumPair
from tertium.mtness.resources.apertium.pipe import Pipe
from tertium.mtness.resources.apertium.stream import parse_reading, split_joined, split_readings, split_stream, unescape
from tertium.mtness.resources.dictionary import Analysis, Translation
from tertium.mtness.resources.sense_list import SenseList
from tertium.mtness.text.tags import Part
from tertium.mtness.text.tagsets.apertium_tags import convert

NEXT_WORD = "$ ^"
"""What is between words that stand alone, such as a preposition and an article before they are contracted."""

# A preposition and an article are contracted only if something follows.
_BEHIND = "."
_HALVES = re.compile(r"([^<#]*)(#[^<]*)(<.*)", re.DOTALL)
_UNITS_AT_ONCE = 100
_COMBINATIONS = 8
_VARIANTS = 40
_OPEN = {"<GD>": ("<m>", "<f>"), "<ND>": ("<sg>", "<pl>"), "<PD>": ("<p3>",)}
# What may be tried for the tags that the generator does not know, in this order.
_NEIGHBOURS = (
    ("<vbmod>", "<vblex>"),
    ("<vblex>", "<vbmod>"),
    ("<vbser>", "<vblex>"),
    ("<vbhaver>", "<vblex>"),
    ("<adj><ind>", "<det><ind>"),
    ("<adj><ind>", "<adj>"),
    ("<adj><pos>", "<det><pos>"),
    ("<det><pos>", "<adj><pos>"),
    ("<prn><tn><pos>", "<prn><tn>"),
    ("<det><ord>", "<adj><ord>"),
    ("<adj>", "<adj><ord>"),
    ("<preadv>", "<adv>"),
    ("<adv>", "<preadv>"),
    ("<predet>", "<det><ind>"),
    ("<mf>", "<m>"),
    ("<mf>", "<f>"),
    ("<m>", "<mf>"),
    ("<f>", "<mf>"),
    ("<m>", "<f>"),
    ("<f>", "<m>"),
    ("<sp>", "<sg>"),
    ("<sp>", "<pl>"),
    ("<sg>", "<sp>"),
    ("<pl>", "<sp>"),
    ("<sg>", "<pl>"),
    ("<pl>", "<sg>"),
    ("<prn><pro>", "<prn><tn>"),
    ("<top>", "<loc>"),
    ("<imp>", "<prs>"),
    ("<sup>", ""),
    ("<comp>", ""),
    ("<sint>", ""),
    ("<past>", "<ifi>"),
    ("<past>", "<ifi><p3><sg>"),
    ("<pres>", "<pri>"),
    ("<pres>", "<pri><p3><sg>"),
)
_PARTS = {"n": "noun", "vblex": "verb", "adj": "adjective", "adv": "adverb", "preadv": "adverb"}
# Where the source language does not tell gender, number or person, the target language may.
_ADDED = ("<sg>", "<m><sg>", "<mf><sg>")
# Where the target language has fewer forms than the source language.
_POORER = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (r"<(?:mf|m|f|nt)>", ""),
        (r"(?:<(?:mf|m|f|nt)>)?<(?:sg|pl)>", "<sp>"),
        (r"(?:<(?:mf|m|f|nt)>)?<(?:sg|pl|sp)>", ""),
        (r"<(?:pri|prs)>(?!<p3><sg>)<p\d><(?:sg|pl)>", "<pres>"),
        (r"<(?:pri|prs)>(?=<p3><sg>)", "<pres>"),
        (r"<(?:ifi|pii|pis)><p\d><(?:sg|pl)>", "<past>"),
        (r"<imp><p\d><(?:sg|pl)>", "<imp>"),
        (r"<imp><p\d><(?:sg|pl)>", "<inf>"),
        (r"<pp><(?:m|f)><(?:sg|pl)>", "<pp>"),
    )
)


class Lexicon:
    """Bilingual dictionary and generator of a pair.

    Args:
        pair: The pair.
        timeout: After how many silent seconds the programs are taken to hang.
        senses: Senses that the dictionary does not have.
    """

    def __init__(self, pair: ApertiumPair, timeout: float, senses: SenseList | None = None) -> None:
        self._senses = senses or SenseList({})
        self._bilingual = Pipe(pair.make_bilingual(), timeout=timeout)
        self._generation = Pipe(pair.make_generation(), timeout=timeout)

    @property
    def programs(self) -> tuple[tuple[str, ...], ...]:
        """The programs that it asks."""
        return (*self._bilingual.programs, *self._generation.programs)

    def close(self) -> None:
        """End the programs."""
        self._bilingual.close()
        self._generation.close()

    def translate(self, readings: Sequence[str]) -> list[tuple[Translation, ...]]:
        """Return all translations of each reading."""
        split = [_split(reading) for reading in readings]
        parts = list(dict.fromkeys(chain.from_iterable(split)))
        found = dict(zip(parts, self._look_up(parts), strict=True))
        wanted: list[list[str]] = []
        for pieces in split:
            sides = [found[piece] for piece in pieces]
            wanted.append([_join(side) for side in islice(product(*sides), _COMBINATIONS)])
        forms = self._generate_any(
            list(
                dict.fromkeys(
                    (target, reading) for reading, some in zip(readings, wanted, strict=True) for target in some
                )
            )
        )
        return [
            _gather(reading, (pair for target in some for pair in forms[target, reading]))
            for reading, some in zip(readings, wanted, strict=True)
        ]

    def generate(self, targets: Sequence[str]) -> list[str | None]:
        """Return the form of each reading of the target language; None if there is none."""
        answers = self._generation.send([f"^{target}${_BEHIND}" for target in targets])
        return [_read_form(target, answer) for target, answer in zip(targets, answers, strict=True)]

    def _look_up(self, parts: Sequence[str]) -> list[list[str]]:
        """What the bilingual dictionary has for each; an empty text if it has that nothing stands for it."""
        batches = [parts[start : start + _UNITS_AT_ONCE] for start in range(0, len(parts), _UNITS_AT_ONCE)]
        answers = self._bilingual.send([" ".join(f"^{part}$" for part in batch) for batch in batches])
        found: list[list[str]] = []
        for batch, answer in zip(batches, answers, strict=True):
            units = [unit for _, unit in split_stream(answer or "") if unit is not None]
            if len(units) != len(batch):
                alone = self._bilingual.send([f"^{part}$" for part in batch])
                units = [next((unit for _, unit in split_stream(one or "") if unit is not None), "") for one in alone]
            found += [[target for target in split_readings(unit)[1:] if target[:1] not in "*@#" or not target]
                      for unit in units]  # fmt: skip
        return [[*some, *self._find_senses(part, some)] for part, some in zip(parts, found, strict=True)]

    def _find_senses(self, part: str, known: Sequence[str]) -> Iterator[str]:
        """More senses of a reading, in the same form; gender and number are found with the generator."""
        lemma, _, tags = part.partition("<")
        kind = _PARTS.get(tags.partition(">")[0], "")
        words = {each.partition("<")[0] for each in known}
        for other in self._senses.find(lemma, kind):
            if other not in words:
                yield f"{other}<{tags}"

    def _generate_any(self, wanted: Sequence[tuple[str, str]]) -> dict[tuple[str, str], list[tuple[str, str]]]:
        """The forms of each target, with their readings; of neighbours if it has none."""
        tries = {(target, reading): _resolve(target, reading) for target, reading in wanted}
        distinct = list(dict.fromkeys(chain.from_iterable(tries.values())))
        forms = dict(zip(distinct, self.generate(distinct), strict=True))
        others = {key: list(islice(_vary(some), _VARIANTS)) for key, some in tries.items()
                  if not any(forms[target] for target in some)}  # fmt: skip
        distinct = list(dict.fromkeys(target for some in others.values() for target in some if target not in forms))
        forms |= dict(zip(distinct, self.generate(distinct), strict=True))
        result: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for key, some in tries.items():
            known = [(form, target) for target in some if (form := forms[target])]
            # Of neighbours the nearest that there is, and no more.
            known += [(form, target) for target in others.get(key, ()) if (form := forms[target])][:1]
            result[key] = known
        return result


def _gather(reading: str, forms: Iterable[tuple[str, str]]) -> tuple[Translation, ...]:
    source = _analyse(reading)
    found: dict[str, Translation] = {}
    for text, native in forms:
        found.setdefault(text, Translation(text, _analyse(native), source))
    return tuple(found.values())


def _split(reading: str) -> list[str]:
    """The words that a reading joins, the second half of a lemma being put after the first, as pretransfer does."""
    head, tail = reading, ""
    last = reading.rfind(">") + 1
    if reading[last:].startswith("#"):
        head, tail = reading[:last], reading[last:]
    first, *others = split_joined(head)
    if tail and "<" in first:
        lemma, tags = first.split("<", 1)
        first = f"{lemma}{tail}<{tags}"
    return [first, *others]


def _join(targets: Iterable[str]) -> str:
    """Words as the generator takes them: pronouns after a verb are joined to it, others stand alone.

    The second half of a lemma goes back after the tags, and after the pronouns.
    """
    words: list[str] = []
    ends: list[str] = []
    for target in targets:
        match = _HALVES.fullmatch(target)
        word, end = (match[1] + match[3], match[2]) if match else (target, "")
        if words and "<enc>" in target:
            words[-1] += f"+{word}"
            ends[-1] += end
        elif target:
            words.append(word)
            ends.append(end)
    return NEXT_WORD.join(word + end for word, end in zip(words, ends, strict=True))


def _read_form(target: str, answer: str | None) -> str | None:
    if not answer or not target or "#" in answer or "\\@" in answer or answer.startswith("*"):
        return None
    form = unescape(answer).removesuffix(_BEHIND).strip().replace("~", "")
    return form if _is_name(target) else form.lower()


def _is_name(target: str) -> bool:
    return convert(target).part is Part.PROPER


def _analyse(reading: str) -> Analysis:
    native = reading.replace(NEXT_WORD, "+")
    tag, lemma = convert(native), parse_reading(native)[0].lemma
    return Analysis(lemma if tag.part is Part.PROPER else lemma.lower(), tag, native)


def _resolve(target: str, reading: str) -> list[str]:
    """The target with gender and number where the dictionary leaves them open: those of the source, else each."""
    found = [target]
    for mark, values in _OPEN.items():
        if mark in target:
            own = tuple(value for value in values if value in reading)
            found = [one.replace(mark, value) for one in found for value in (own if len(own) == 1 else values)]
    return found


def _vary(targets: Iterable[str]) -> Iterator[str]:
    """Neighbours of targets that the generator does not know, nearest first."""
    for target in targets:
        for old, new in _NEIGHBOURS:
            if old in target:
                yield target.replace(old, new, 1)
        if "<sg>" not in target and "<pl>" not in target and "<sp>" not in target:
            yield from (target + added for added in _ADDED)
        for pattern, new in _POORER:
            poorer = pattern.sub(new, target)
            if poorer != target:
                yield poorer
