"""Parses from files: trees from a treebank, or from a parser that is not supported here.

A metric needs the parse of a text, which may be a hypothesis or a reference, and not the n-th parse of a file. So a
tree is found by its words: joined, they are the text of the segment, except for white space and the form of brackets
and quotes. A segment of several sentences has several trees. They may be in any order, in several files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tertium.errors import InputError, SpecError
from tertium.files.lines import decode_text
from tertium.files.opening import read_bytes
from tertium.progress import Progress
from tertium.syntax.parser import check_segments, choose_converter, describe_converter, drop_top, make_parse, shorten
from tertium.syntax.trees import Constituents, Dependencies, Parse

_SEPARATOR = ";"

# Variants of the same character: in treebanks, on typewriters, and in typography.
_ESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "\\/": "/", "\\*": "*"}
_VARIANT = re.compile("|".join(map(re.escape, _ESCAPED)))
_CHARACTERS = str.maketrans({"“": "''", "”": "''", "„": "''", '"': "''", "‘": "'", "’": "'", "`": "'", "…": "..."})
_LINE = re.compile(r"^line [0-9]+: ")
_RANGE = re.compile(r"([0-9]+)-([0-9]+)")


class _Sentence(NamedTuple):
    """A sentence of a file: its text, and one of the trees, from which the other is made."""

    text: str
    constituents: Constituents | None = None
    dependencies: Dependencies | None = None


class FileParser:
    """Parses that were read from files.

    Args:
        kind: The format of the files: ``ptb`` or ``conllu``.
        files: The names of the files, with ``;`` between them.
        read: Returns the sentences of a file's text.
        converters: The modules that make the other kind of tree.
    """

    def __init__(
        self, kind: str, files: str, read: Callable[[str], Iterator[_Sentence]], converters: Sequence[ModuleType]
    ) -> None:
        names = [name.strip() for name in files.split(_SEPARATOR) if name.strip()]
        if not names:
            raise SpecError(
                f"the parser {kind!r} has no file", remedy=f"Write it as {kind}(file) or {kind}(one;another)"
            )
        self._files = "; ".join(names)
        self._sentences: dict[str, _Sentence] = {}
        self._parses: dict[str, Parse] = {}
        described = []
        for name in names:
            content = read_bytes(name)
            for sentence in _read_sentences(name, content, read):
                self._sentences.setdefault(normalise(sentence.text), sentence)
            described.append(f"{Path(name).name} sha256:{sha256(content).hexdigest()[:8]}")
        # Longer ones first, so that a segment is split no more than needed.
        self._lengths = sorted({len(text) for text in self._sentences}, reverse=True)
        self.version = f"{kind} {', '.join(described)}, {describe_converter(*converters)}"

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the parse of each segment.

        Raises:
            InputError: The files have no parse of a segment.
        """
        check_segments(segments)
        parses = [self._find(segment) for segment in segments]
        if progress is not None:
            progress(len(segments))
        return parses

    def _find(self, segment: str) -> Parse:
        text = normalise(segment)
        if text not in self._parses:
            sentences = self._split(text)
            if sentences is None:
                raise self._make_missing(segment, text)
            self._parses[text] = _convert(sentences)
        return self._parses[text]

    def _split(self, text: str) -> list[_Sentence] | None:
        """The sentences that make up this text."""
        # For each position that sentences can reach, where the last of them begins.
        origins: dict[int, int] = {0: 0}
        todo = [0]
        while todo and len(text) not in origins:
            start = todo.pop()
            ends = [start + length for length in self._lengths if text[start : start + length] in self._sentences]
            for end in reversed(ends):  # the longest is tried first
                if end <= len(text) and end not in origins:
                    origins[end] = start
                    todo.append(end)
        if len(text) not in origins:
            return None
        sentences = []
        end = len(text)
        while end:
            sentences.append(self._sentences[text[origins[end] : end]])
            end = origins[end]
        return sentences[::-1]

    def _make_missing(self, segment: str, text: str) -> InputError:
        nearest = max(self._sentences, key=lambda other: _count_shared(text, other), default="")
        shared = _count_shared(text, nearest)
        others, ours = (each[shared : shared + 12] for each in (nearest, text))
        hint = f" (the nearest has {others!r} for {ours!r})" if shared else ""
        return InputError(
            f"there is no parse of the segment {shorten(segment)}{hint}",
            file=self._files,
            remedy="Parse this segment too, and check that the joined words of its trees are its text",
        )


def _count_shared(one: str, other: str) -> int:
    """The number of characters at the beginning that are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


def normalise(text: str) -> str:
    """Return the text without white space, and with one form of brackets and quotes."""
    joined = "".join(text.split())
    return _VARIANT.sub(lambda match: _ESCAPED[match[0]], joined).translate(_CHARACTERS)


def _convert(sentences: Sequence[_Sentence]) -> Parse:
    from tertium.syntax import heads, universal

    constituents, dependencies = [], []
    for sentence in sentences:
        tree, words = sentence.constituents, sentence.dependencies
        if tree is None and words is not None:
            tree = (choose_converter(words.relations) or universal).to_constituents(words)
        elif words is None and tree is not None:
            words = heads.to_dependencies(tree)
        if tree is not None and words is not None:
            constituents.append(tree)
            dependencies.append(words)
    return make_parse(constituents, dependencies)


def _read_sentences(name: str, content: bytes, read: Callable[[str], Iterator[_Sentence]]) -> list[_Sentence]:
    try:
        return list(read(decode_text(content, name)))
    except InputError as error:
        message = _LINE.sub("", error.message)
        raise InputError(message, file=name, line=error.line, remedy=error.remedy) from error


def _read_ptb(text: str) -> Iterator[_Sentence]:
    from tertium.syntax.brackets import read_brackets

    for tree in read_brackets(text):
        yield _Sentence("".join(tree.words[leaf] or "" for leaf in tree.leaves), constituents=drop_top(tree))


def _read_conllu(text: str) -> Iterator[_Sentence]:
    from tertium.syntax import clear
    from tertium.syntax.conllu import read_conllu

    trees = read_conllu(text)
    if choose_converter(relation for tree in trees for relation in tree.relations) is not clear:
        trees = read_conllu(text, "upos")
    for tree, multiword in zip(trees, _read_multiword_tokens(text), strict=True):
        yield _Sentence(_join_surface(tree.words, multiword), dependencies=tree)


def _read_multiword_tokens(text: str) -> Iterator[Mapping[int, tuple[int, str]]]:
    """For each sentence: the last word and the text of each multiword token, by its first word."""
    tokens: dict[int, tuple[int, str]] = {}
    has_words = False
    for line in [*text.split("\n"), ""]:
        if not line.strip(" \t\r"):
            if has_words:
                yield tokens
            tokens, has_words = {}, False
        elif has_words or not line.startswith("#"):
            fields = line.split("\t")
            has_words = has_words or fields[0].isdecimal()
            if found := _RANGE.fullmatch(fields[0]):
                tokens[int(found[1]) - 1] = int(found[2]) - 1, fields[1]


def _join_surface(words: Sequence[str], multiword: Mapping[int, tuple[int, str]]) -> str:
    parts, place = [], 0
    while place < len(words):
        last, form = multiword.get(place, (place, words[place]))
        parts.append(form)
        place = max(last, place) + 1
    return "".join(parts)


def make_ptb(argument: str, *, tokenised: bool = False) -> FileParser:  # noqa: ARG001, RUF100
    """Make the parser of files with Penn brackets. White space is ignored, tokenised or not."""
    from tertium.syntax import heads

    return FileParser("ptb", argument, _read_ptb, [heads])


def make_conllu(argument: str, *, tokenised: bool = False) -> FileParser:  # noqa: ARG001, RUF100
    """Make the parser of CoNLL-U files. White space is ignored, tokenised or not."""
    from tertium.syntax import clear, universal

    return FileParser("conllu", argument, _read_conllu, [clear, universal])
