"""Stanza: constituents where it has a model for the language, else made from its universal dependencies.

Models are never downloaded automatically.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

from tertium.errors import InputError
from tertium.progress import Progress
from tertium.syntax.parser import check_segments, describe_converter, drop_top, join_words, make_parse
from tertium.syntax.trees import ROOT, Constituents, Dependencies, Parse

# The languages of stanza.resources.default_packages.default_constituency in Stanza 1.15.
_WITH_CONSTITUENTS = frozenset(("da", "de", "en", "es", "id", "it", "ja", "pt", "vi", "zh", "zh-hans"))

_BATCH = 64


class StanzaParser:
    """A Stanza pipeline as a parser.

    Args:
        language: The code of the language.
        tokenised: Whether words are already separated by spaces; then each segment is one sentence.
    """

    def __init__(self, language: str, *, tokenised: bool = False) -> None:
        from tertium.syntax import brackets, universal

        self.language = "" if language == "multilingual" else language
        self._has_constituents = language in _WITH_CONSTITUENTS
        self._tokenised = tokenised
        self._stanza, self._pipeline = _load(language, self._has_constituents, tokenised)
        converter: ModuleType = brackets if self._has_constituents else universal
        self.version = f"stanza {self._stanza.__version__}, {language}, {describe_converter(converter)}"
        if tokenised:
            self.version += ", tokenised"
        self._lock = Lock()

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the parse of each segment, with one tree per sentence that the pipeline finds."""
        check_segments(segments)
        parses: list[Parse] = []
        for start in range(0, len(segments), _BATCH):
            texts = [join_words(segment) for segment in segments[start : start + _BATCH]]
            documents = [self._stanza.Document([], text=text) for text in texts if text]
            with self._lock:
                parsed = iter(self._pipeline.bulk_process(documents) if documents else [])
            parses += [self._convert(next(parsed)) if text else Parse() for text in texts]
            if progress is not None:
                progress(len(texts))
        return parses

    def _convert(self, document: Any) -> Parse:
        dependencies = [_read_dependencies(sentence, self._has_constituents) for sentence in document.sentences]
        if self._has_constituents:
            constituents = [_read_constituents(sentence) for sentence in document.sentences]
        else:
            from tertium.syntax import universal

            constituents = [universal.to_constituents(tree) for tree in dependencies]
        return make_parse(constituents, dependencies)


def _load(language: str, has_constituents: bool, tokenised: bool) -> tuple[Any, Any]:
    try:
        stanza: Any = import_module("stanza")
    except ImportError as error:
        raise InputError(
            "the parser 'stanza' needs a library that is not installed", remedy="Run: pip install stanza"
        ) from error
    processors = "tokenize,pos,lemma,depparse" + (",constituency" if has_constituents else "")
    try:
        pipeline = stanza.Pipeline(
            lang=language,
            processors=processors,
            tokenize_pretokenized=tokenised,
            download_method=None,
            verbose=False,
        )
    except (OSError, ValueError) as error:
        raise InputError(
            f"the parser 'stanza' cannot load its models for {language!r}: {str(error).strip()}",
            remedy=f"""Run: python -c 'import stanza; stanza.download("{language}")'""",
        ) from error
    return stanza, pipeline


def _read_constituents(sentence: Any) -> Constituents:
    """The tree, with the words of the sentence: those of the tree may be escaped, or contain spaces."""
    labels: list[str] = []
    parents: list[int] = []
    words: list[str | None] = []
    spoken = iter(sentence.words)
    todo = [(sentence.constituency, ROOT)]
    while todo:
        tree, parent = todo.pop()
        is_tag = len(tree.children) == 1 and not tree.children[0].children
        if not is_tag:
            todo += [(child, len(labels)) for child in reversed(tree.children)]
        labels.append(tree.label)
        parents.append(parent)
        words.append(next(spoken).text if is_tag else None)
    return drop_top(Constituents(labels, parents, words))


def _read_dependencies(sentence: Any, own_tags: bool) -> Dependencies:
    """The dependencies with the language's own tags, or with universal ones, from which constituents can be made."""
    words = sentence.words
    return Dependencies(
        [word.text for word in words],
        [(word.xpos if own_tags else None) or word.upos or "X" for word in words],
        [word.head - 1 if word.head else ROOT for word in words],
        [word.deprel or "dep" for word in words],
    )


def make(argument: str, *, tokenised: bool = False) -> StanzaParser:
    """Make the parser of a language, English if empty."""
    return StanzaParser(argument or "en", tokenised=tokenised)
