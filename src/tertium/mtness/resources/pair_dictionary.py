"""A dictionary of two languages from a table: the paper's list of source and target words.

A UTF-8 file, plain or gzip, of lines ``source<TAB>target``, and where more is known: source lemma, source tag,
target lemma, target tag. Any of these four may be empty, and those on the right may be left out. A first line that says
``source<TAB>target`` is a header. Source and target are forms, or groups of words; a source word may have several
lines, the likelier first.

With lists of words of both languages, a line is good for all forms of its words: the source form is looked up in the
source list, its base form here, and the target list has the form with the same tag. A noun has its own gender.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError, SpecError
from tertium.files.delimited import read_cells
from tertium.mtness.resources.dictionary import Analysis, SourceWord, Translation
from tertium.mtness.resources.wordlist import (
    Wordlist,
    WordlistInflector,
    choose_by_case,
    choose_tag_set,
    read_wordlist,
)
from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.words import Word, fold, split_words
from tertium.samples import mtness as samples

OURS = ("ca", "es")
"""The languages that we carry a small table for."""

_UNKNOWN = Tag(part=Part.UNKNOWN)
_HEADER = ("source", "target")
_MOST_COLUMNS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPair:
    """A source word or group of words and one translation.

    Attributes:
        source: The source form.
        target: The target form.
        source_lemma: The base form of the source; empty if not known.
        source_tag: What it is; None if not known.
        target_lemma: The base form of the target; empty if not known.
        target_tag: What it is; None if not known.
    """

    source: str
    target: str
    source_lemma: str = ""
    source_tag: Tag | None = None
    target_lemma: str = ""
    target_tag: Tag | None = None


class PairsDictionary:
    """A ``Dictionary`` of pairs of words.

    Args:
        pairs: The pairs, the likelier of a source word first.
        language: The language of the source, two letters, which say how text is split into words.
        source: The words of the source language.
        target: The words of the target language.
        version: A name for signatures.
    """

    def __init__(
        self,
        pairs: Iterable[WordPair],
        language: str = "",
        *,
        source: Wordlist | None = None,
        target: Wordlist | None = None,
        version: str = "pairs",
    ) -> None:
        self.version = ", ".join([version, *(each.version for each in (source, target) if each is not None)])
        self._language, self._source, self._target = language, source, target
        self._pairs: dict[str, list[tuple[str, WordPair]]] = {}
        self._groups: dict[str, list[tuple[str, ...]]] = {}
        for pair in pairs:
            self._pairs.setdefault(self._key(pair.source), []).append((pair.source, pair))
        for key in self._pairs:
            words = tuple(key.split(" "))
            if len(words) > 1:
                self._groups.setdefault(words[0], []).append(words)
        for groups in self._groups.values():
            groups.sort(key=lambda words: (-len(words), words))
        self._known: dict[str, tuple[Translation, ...]] = {}

    def look_up(self, sources: Sequence[str]) -> list[tuple[SourceWord, ...]]:
        """Return the words of each source text; marks are left out, and a group that is in the table is one word."""
        return [tuple(self._look_up_text(source)) for source in sources]

    def _key(self, text: str) -> str:
        """The words of a text as the table has them; what leans on a word is one by itself, too."""
        if text.isalpha() or text.startswith(("'", "-")) or text.endswith("'"):
            return fold(text)
        return " ".join(fold(word.text) for word in split_words(text, self._language))

    def _look_up_text(self, text: str) -> Iterator[SourceWord]:
        words = split_words(text, self._language)
        folded = [fold(word.text) for word in words]
        at = 0
        while at < len(words):
            groups = self._groups.get(folded[at], ())
            length = next((len(group) for group in groups if tuple(folded[at : at + len(group)]) == group), 1)
            start, end = words[at].start, words[at + length - 1].end
            if length > 1 or _is_word(words[at]):
                yield SourceWord(text[start:end], start, end, self._translate(text[start:end]))
            at += length

    def _translate(self, form: str) -> tuple[Translation, ...]:
        known = self._known.get(form)
        if known is None:
            distinct: dict[tuple[str, Analysis], Translation] = {}
            for translation in self._find_translations(form):
                distinct.setdefault((translation.text, translation.source), translation)
            known = self._known[form] = tuple(distinct.values())
        return known

    def _find_pairs(self, form: str) -> tuple[WordPair, ...]:
        return choose_by_case(form, self._pairs.get(self._key(form), ()))

    def _find_translations(self, form: str) -> Iterator[Translation]:
        """By each reading of the source word; then what the table has for the very form and no reading explains."""
        explained: set[int] = set()
        direct = self._find_pairs(form)
        for reading in self._source.look_up(form) if self._source else ():
            for place, pair in enumerate(direct):
                if found := self._match(pair, reading):
                    explained.add(place)
                    yield found
            for pair in self._find_pairs(reading.lemma):
                if found := self._inflect(pair, reading):
                    yield found
        for place, pair in enumerate(direct):
            if place not in explained:
                yield self._take(pair)

    def _match(self, pair: WordPair, reading: Analysis) -> Translation | None:
        """A pair of forms, if it is about this reading of the source form."""
        if pair.source_tag is not None:
            if not _is_alike(pair.source_tag, reading.tag) or fold(pair.source_lemma or reading.lemma) != fold(
                reading.lemma
            ):
                return None
            return Translation(pair.target, self._read_target(pair, reading.tag), reading)
        target = self._read_target(pair, reading.tag)
        return Translation(pair.target, target, reading) if _is_same_form(target.tag, reading.tag) else None

    def _inflect(self, pair: WordPair, reading: Analysis) -> Translation | None:
        """A pair of base forms, with the target in the form of the source."""
        if self._target is None or (pair.source_tag is not None and not _is_alike(pair.source_tag, reading.tag)):
            return None
        lemma = pair.target_lemma or pair.target
        # The gender of a noun is its own; no other word has one.
        tag = replace(reading.tag, gender="") if reading.tag.is_nominal else reading.tag
        tags = [tag]
        if tag.is_verbal:
            tags.append(replace(tag, part=Part.VERB if tag.part == Part.AUXILIARY else Part.AUXILIARY))
        for each in tags:
            form = self._target.inflect(lemma, each)
            if form is not None:
                fitting = [found for found in self._target.look_up(form) if _is_alike(found.tag, each)]
                same = [found for found in fitting if fold(found.lemma) == fold(lemma)]
                return Translation(form, same[0] if same else Analysis(lemma, each), reading)
        return None

    def _read_target(self, pair: WordPair, like: Tag | None) -> Analysis:
        """What the target of a pair is: as the table says, else as the target list has it that is like the source."""
        if pair.target_tag is not None:
            return Analysis(pair.target_lemma or pair.target, pair.target_tag)
        readings = self._target.look_up(pair.target) if self._target else ()
        alike = [each for each in readings if like is None or _is_same_form(each.tag, like)]
        same = [each for each in alike if not pair.target_lemma or fold(each.lemma) == fold(pair.target_lemma)]
        if same:
            return same[0]
        return Analysis(pair.target_lemma or pair.target, _UNKNOWN)

    def _take(self, pair: WordPair) -> Translation:
        """A pair as it stands."""
        source = Analysis(pair.source_lemma or pair.source, pair.source_tag or _UNKNOWN)
        return Translation(pair.target, self._read_target(pair, pair.source_tag), source)


def read_dictionary(
    path: str | Path,
    language: str = "",
    *,
    source: Wordlist | None = None,
    target: Wordlist | None = None,
    tags: str = "auto",
) -> PairsDictionary:
    """Read a dictionary from a table, as above.

    Args:
        path: The file.
        language: The language of the source, two letters.
        source: The words of the source language.
        target: The words of the target language.
        tags: Of which set the tags are: ``auto``, ``tertium``, ``eagles`` or ``universal``.

    Raises:
        InputError: The file cannot be read, or a line has too few or too many columns, or no known tag.
    """
    parse_tag = choose_tag_set(tags)
    digest = sha256()
    pairs: list[WordPair] = []
    for number, columns in read_cells(path):
        if not pairs and tuple(column.casefold() for column in columns[:2]) == _HEADER:
            continue
        if not 2 <= len(columns) <= _MOST_COLUMNS or not all(columns[:2]):
            raise InputError(
                "the line is not a pair of words",
                file=path,
                line=number,
                remedy="Give source and target with a tab between them, and at most lemma and tag of each after them",
            )
        digest.update("\t".join(columns).encode())
        old, new, old_lemma, old_tag, new_lemma, new_tag = (*columns, *[""] * (_MOST_COLUMNS - len(columns)))
        pairs.append(
            WordPair(
                source=old,
                target=new,
                source_lemma=old_lemma,
                source_tag=parse_tag(old_tag, path, number) if old_tag else None,
                target_lemma=new_lemma,
                target_tag=parse_tag(new_tag, path, number) if new_tag else None,
            )
        )
    version = f"{Path(path).name} {digest.hexdigest()[:12]}"
    return PairsDictionary(pairs, language, source=source, target=target, version=version)


def make(argument: str, source: str, target: str) -> tuple[PairsDictionary, WordlistInflector | None]:
    """Return the dictionary of two languages from tables, and what inflects the words of the second.

    Args:
        argument: The pairs, and if there are, the words of the source and of the target: ``pairs.tsv`` or
            ``pairs.tsv,source.tsv,target.tsv``, where either list may be empty; empty for our own small tables.
        source: The source language, two letters.
        target: The target language.

    Raises:
        SpecError: No table is given, and we have none for these languages.
        InputError: A file cannot be read, or a line of it is wrong.
    """
    files = [file.strip() for file in argument.split(",")] if argument else []
    if len(files) > 3:
        remedy = "Give pairs(pairs.tsv,source.tsv,target.tsv), or the first of these"
        raise SpecError(f"a dictionary is of at most 3 files, not {len(files)}", remedy=remedy)
    if not files:
        if (source, target) != OURS:
            raise SpecError(
                f"we have no pairs of words for {source!r} to {target!r}",
                remedy=f"Give a table of your own, such as pairs(pairs.tsv); we have: {' to '.join(OURS)}",
            )
        names = (f"pairs.{source}-{target}.tsv", f"wordlist.{source}.tsv", f"wordlist.{target}.tsv")
        files = [str(samples.path(name)) for name in names]
    lists = [read_wordlist(file) if file else None for file in files[1:]]
    old, new = (*lists, None, None)[:2]
    dictionary = read_dictionary(files[0], source, source=old, target=new)
    return dictionary, None if new is None else WordlistInflector(new)


def _is_word(word: Word) -> bool:
    return word.text[0] not in "<&" and any(map(str.isalnum, word.text))


def _is_same_form(first: Tag, second: Tag) -> bool:
    """Whether a form can translate another as it stands: a finite verb no infinitive, a third person no first."""
    if first.is_verbal and second.is_verbal:
        return (first.form, first.tense, first.person) == (second.form, second.tense, second.person)
    return first.part == second.part


def _is_alike(first: Tag, second: Tag) -> bool:
    return first.part == second.part or (first.is_verbal and second.is_verbal)
