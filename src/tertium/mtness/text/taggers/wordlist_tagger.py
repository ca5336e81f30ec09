"""The paper's own means: a list of words with all they may be, and a bigram model that chooses.

How well a word fits a class is P(class | word) / P(class). The first comes from tagged text and from the order of
readings in the list, the second from tagged text. Without tagged text, the model of which class follows which is
estimated from plain text (see ``bigrams``), and without either, all classes are equally likely to follow, so that each
word is what the list has first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.errors import InputError, SpecError
from tertium.files.lines import iterate_lines
from tertium.mtness.resources.dictionary import Analysis
from tertium.mtness.resources.languages import shorten_code
from tertium.mtness.resources.wordlist import COMMENT, Wordlist, choose_tag_set, read_wordlist
from tertium.mtness.text.taggers.bigrams import Bigrams, Candidates, classify
from tertium.mtness.text.taggers.endings import Endings
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tokens import Token
from tertium.mtness.text.words import Word, fold, split_words
from tertium.progress import Progress
from tertium.samples import mtness as samples

OURS = ("ca", "es")
"""Languages that we carry a small list of words for."""

TaggedSentence = Sequence[tuple[str, Analysis]]

_FINAL = frozenset(".?!…")
_PROPER_AT_START = 0.3
_PRIOR = 1.0
_MOST_KNOWN = 200_000
_BATCH = 256
_MOST_FILES = 2


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a word may be: one reading for each class, and how well the word fits it."""

    readings: tuple[Analysis, ...]
    candidates: Candidates
    is_word: bool
    is_final: bool


class WordlistTagger:
    """A tagger by a list of words.

    Args:
        wordlist: The list.
        language: Two letters, which say how text is split into words.
        rules: A folder of rules, which says so in their place.
        tagged: Sentences whose words have been tagged, of this language or one that is close to it.
        text: Plain sentences to learn from where there are no tagged ones.

    Raises:
        SpecError: Both tagged and plain sentences are given.
    """

    def __init__(
        self,
        wordlist: Wordlist,
        language: str,
        *,
        rules: Path | None = None,
        tagged: Sequence[TaggedSentence] = (),
        text: Sequence[str] = (),
    ) -> None:
        if tagged and text:
            raise SpecError("there are both tagged and plain sentences to learn from", remedy="Give one of them")
        self.language = language
        self._rules: str | Path = rules or language
        self.version = f"wordlist {wordlist.version}"
        self._wordlist = wordlist
        self._endings = Endings(wordlist)
        self._groups = _find_groups(wordlist, self._rules)
        self._entries: dict[tuple[str, bool, bool], _Entry] = {}
        self._tags_of_words = Counter((fold(form), each.tag) for sentence in tagged for form, each in sentence)
        self._classes = Counter(classify(each.tag) for sentence in tagged for _, each in sentence)
        self._model = Bigrams()
        if tagged:
            self._model = Bigrams.count([[classify(each.tag) for _, each in sentence] for sentence in tagged])
            self.version += f", {len(tagged)} tagged sentences"
        elif text:
            self._model = Bigrams.estimate([[entry.candidates for _, entry in self._read(line)] for line in text])
            self.version += f", {len(text)} plain sentences"

    def analyse(self, words: Sequence[str]) -> list[tuple[Analysis, ...]]:
        """Return all readings that the list has of each word."""
        return [self._wordlist.look_up(word) for word in words]

    def tag(self, texts: Sequence[str], progress: Progress | None = None) -> list[tuple[Token, ...]]:
        """Return the words and marks of each text; a group of words that is in the list is one."""
        tagged: list[tuple[Token, ...]] = []
        for start in range(0, len(texts), _BATCH):
            batch = texts[start : start + _BATCH]
            tagged += map(self._tag_text, batch)
            if progress is not None:
                progress(len(batch))
        return tagged

    def _tag_text(self, text: str) -> tuple[Token, ...]:
        words = self._read(text)
        chosen = self._model.choose([entry.candidates for _, entry in words])
        tokens = []
        for (word, entry), place in zip(words, chosen, strict=True):
            reading = entry.readings[place]
            tokens.append(
                Token(
                    text=word.text,
                    start=word.start,
                    end=word.end,
                    lemma=reading.lemma,
                    tag=reading.tag,
                    native=reading.native,
                )
            )
        return tuple(tokens)

    def _read(self, text: str) -> list[tuple[Word, _Entry]]:
        """The words of a text, and what each may be."""
        words = split_words(text, self._rules)
        if self._groups:
            words = self._join_groups(words, text)
        has_case = text != text.upper()
        is_first = True
        found: list[tuple[Word, _Entry]] = []
        entries = self._entries
        for word in words:
            entry = entries.get((word.text, is_first, has_case))
            if entry is None:
                if len(entries) >= _MOST_KNOWN:
                    entries.clear()
                entry = entries[word.text, is_first, has_case] = self._analyse(word.text, is_first, has_case)
            found.append((word, entry))
            is_first = entry.is_final or (is_first and not entry.is_word)
        return found

    def _join_groups(self, words: list[Word], text: str) -> list[Word]:
        """Make one word of each group of words that is in the list, the longest first."""
        joined: list[Word] = []
        at = 0
        while at < len(words):
            groups = self._groups.get(fold(words[at].text))
            stop = at + 1
            for group in groups or ():
                after = at + len(group)
                if all(fold(word.text) == each for word, each in zip(words[at:after], group, strict=False)) and (
                    after <= len(words)
                ):
                    stop = after
                    break
            start, end = words[at].start, words[stop - 1].end
            joined.append(words[at] if stop == at + 1 else Word(text[start:end], start, end))
            at = stop
        return joined

    def _analyse(self, text: str, is_first: bool, has_case: bool) -> _Entry:
        mark = _read_mark(text)
        if mark is not None:
            return _Entry((mark,), ((classify(mark.tag), 0.0),), False, mark.tag.form == "final")
        readings = self._wordlist.look_up(text)
        if has_case and len(text) > 1 and text.isupper() and readings and readings[0].tag.part == Part.PROPER:
            readings = readings[:1]  # an acronym that the list has, such as RAM, is not shouted
        weights = [_PRIOR / place for place in range(1, len(readings) + 1)]
        if not readings:
            readings, weights = self._guess(text, is_first, has_case)
        form = fold(text)
        # One reading stands for each class: the one that tagged text has most often, else the first in the list.
        totals: dict[str, float] = {}
        best: dict[str, tuple[int, Analysis]] = {}
        for reading, weight in zip(readings, weights, strict=True):
            each, seen = classify(reading.tag), self._tags_of_words[form, reading.tag]
            totals[each] = totals.get(each, 0.0) + weight + seen
            if each not in best or seen > best[each][0]:
                best[each] = (seen, reading)
        total = sum(totals.values())
        candidates = [(each, math.log(weight / total) - self._weigh(each)) for each, weight in totals.items()]
        return _Entry(tuple(best[each][1] for each in totals), candidates, True, False)

    def _weigh(self, each: str) -> float:
        """The logarithm of the probability of a class; 0 if it is not known."""
        if not self._classes:
            return 0.0
        return math.log((self._classes[each] + 0.5) / (self._classes.total() + 0.5 * len(self._classes) + 0.5))

    def _guess(self, text: str, is_first: bool, has_case: bool) -> tuple[tuple[Analysis, ...], list[float]]:
        """What a word may be that the list lacks."""
        if text[0].isdigit():
            return (Analysis(text, Tag(part=Part.NUMERAL)),), [1.0]
        name = Analysis(text, Tag(part=Part.PROPER))
        is_address = "@" in text or "://" in text or text.startswith("www.")
        is_capital = has_case and text[0].isupper()
        guesses = self._endings.guess(text)
        if is_address or (is_capital and (not is_first or (len(text) > 1 and text.isupper()))):
            return (name,), [1.0]
        readings = [Analysis(text.lower(), guess.tag) for guess in guesses]
        weights = [guess.probability for guess in guesses]
        if is_capital:
            readings.append(name)
            weights.append(_PROPER_AT_START)
        if not readings:
            return (Analysis(text.lower(), Tag(part=Part.UNKNOWN)),), [1.0]
        return tuple(readings), weights


def _read_mark(text: str) -> Analysis | None:
    """What a mark or a piece of markup is; None for a word."""
    if text[0] == "<" or text[0] == "&" or not any(map(str.isalnum, text)):
        return Analysis(text, Tag(part=Part.PUNCTUATION, form="final" if set(text) <= _FINAL else ""))
    return None


def _find_groups(wordlist: Wordlist, language: str | Path) -> dict[str, list[tuple[str, ...]]]:
    """The groups of words of a list by their first word, the longer first."""
    groups: dict[str, set[tuple[str, ...]]] = {}
    for form, _ in wordlist:
        # Speed: most forms are plain words, and a list may have a million of them. A clitic does not make a group.
        if form.isalpha() or form.startswith(("'", "-")) or form.endswith("'"):
            continue
        words = tuple(fold(word.text) for word in split_words(form, language))
        if len(words) > 1:
            groups.setdefault(words[0], set()).add(words)
    return {first: sorted(each, key=lambda words: (-len(words), words)) for first, each in groups.items()}


def read_tagged(path: str | Path, *, tags: str = "auto") -> list[list[tuple[str, Analysis]]]:
    """Read tagged sentences: lines ``form<TAB>lemma<TAB>tag``, an empty line after each sentence, ``#`` comments.

    Args:
        path: The file, plain or gzip.
        tags: Of which set the tags are: ``auto``, ``tertium``, ``eagles`` or ``universal``.

    Raises:
        InputError: The file cannot be read, or a line has not three columns or no known tag.
    """
    parse_tag = choose_tag_set(tags)
    sentences: list[list[tuple[str, Analysis]]] = [[]]
    for number, line in enumerate(map(str.strip, iterate_lines(path)), start=1):
        if line.startswith(COMMENT):
            continue
        if not line:
            sentences.append([])
            continue
        columns = [column.strip() for column in line.split("\t")]
        if len(columns) != 3 or not all(columns):
            raise InputError(
                "the line does not have three columns",
                file=path,
                line=number,
                remedy="Give form, lemma and tag, with tabs between them, or an empty line after a sentence",
            )
        sentences[-1].append((columns[0], Analysis(columns[1], parse_tag(columns[2], path, number), columns[2])))
    return [sentence for sentence in sentences if sentence]


def make(argument: str, language: str, rules: Path | None = None) -> WordlistTagger:
    """Return the tagger of a language that we have a list for, or of somebody's own list.

    Args:
        argument: The list, and if there is one, a tagged text: ``words.tsv`` or ``words.tsv,tagged.tsv``; empty for our
            own small list.
        language: Two letters, or three of a language that we have rules for.
        rules: The folder of the language, if it is not one of ours: it says which clitics there are.

    Raises:
        SpecError: No list is given, and we have none for the language; or too many files are.
    """
    language = shorten_code(language)
    files = [file.strip() for file in argument.split(",")] if argument else []
    if len(files) > _MOST_FILES:
        raise SpecError(
            f"a tagger by a list of words takes at most {_MOST_FILES} files, not {len(files)}: {argument}",
            remedy="Give a list of words and perhaps a tagged text, such as wordlist(words.tsv,tagged.tsv)",
        )
    if not files:
        if language not in OURS:
            raise SpecError(
                f"we have no list of words for the language {language!r}",
                remedy=f"Give a list of your own, such as wordlist(words.tsv); we have: {', '.join(OURS)}",
            )
        # Which kinds of words follow which is much the same in Catalan as in Spanish.
        files = [str(samples.path(f"wordlist.{language}.tsv")), str(samples.path("tagged.es.tsv"))]
    tagged = read_tagged(files[1]) if len(files) > 1 else ()
    return WordlistTagger(read_wordlist(files[0]), language, rules=rules, tagged=tagged)
