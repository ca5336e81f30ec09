"""The Berkeley Neural Parser: constituents, over the words and sentences of a spaCy model.

In English, dependencies come from the heads of the trees; in other languages, which have no head table, from spaCy.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tertium.errors import InputError
from tertium.progress import Progress
from tertium.syntax.parser import check_segments, describe_converter, drop_top, join_words, make_parse, shorten
from tertium.syntax.parsers.spacy import SpacyParser, describe_pipeline
from tertium.syntax.trees import Parse


class BeneparParser:
    """A benepar model after a spaCy model.

    Args:
        model: The name of benepar's model, or its folder.
        base: The spaCy model for words and sentences.
        tokenised: Whether words are already separated by spaces.
    """

    def __init__(self, model: str, base: str = "", *, tokenised: bool = False) -> None:
        from tertium.syntax import brackets, heads

        try:
            benepar: Any = import_module("benepar")
        except ImportError as error:
            raise InputError(
                "the parser 'benepar' needs a library that is not installed", remedy="Run: pip install benepar"
            ) from error
        self._base = SpacyParser(base, tokenised=tokenised)
        self.language = self._base.language
        self._is_english = self._base.pipeline.lang == "en"
        try:
            self._base.pipeline.add_pipe("benepar", config={"model": model})
        except (LookupError, OSError, ValueError) as error:
            raise InputError(
                f"the parser 'benepar' cannot load its model {model!r}",
                remedy=f"""Run: python -c 'import benepar; benepar.download("{model}")'""",
            ) from error
        converter = describe_converter(heads if self._is_english else brackets)
        library = getattr(benepar, "__version__", None) or _find_version("benepar")
        self.version = f"benepar {library}, {model}, {describe_pipeline(self._base.pipeline)}, {converter}"
        if tokenised:
            self.version += ", tokenised"

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the parse of each segment, with one tree per sentence that spaCy finds."""
        check_segments(segments)
        parses = []
        for segment in segments:
            text = join_words(segment)
            parses.append(self._parse(text) if text else Parse())
            if progress is not None:
                progress(1)
        return parses

    def _parse(self, text: str) -> Parse:
        from tertium.syntax import heads
        from tertium.syntax.brackets import read_brackets

        try:
            document: Any = self._base.pipeline(self._base.make_document(text))
        except ValueError as error:
            raise InputError(
                f"benepar cannot parse the segment {shorten(text)}: {error}",
                remedy="Check the line breaks of the file: sentences may be too long for the model",
            ) from error
        trees = [drop_top(read_brackets(sentence._.parse_string)[0]) for sentence in document.sents]
        if self._is_english:
            return make_parse(trees, [heads.to_dependencies(tree) for tree in trees])
        return make_parse(trees, self._base.read_dependencies(document))


def _find_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def make(argument: str, *, tokenised: bool = False) -> BeneparParser:
    """Make the parser of ``model,base``: a benepar model, English if empty, and the spaCy model before it."""
    model, _, base = argument.partition(",")
    return BeneparParser(model.strip() or "benepar_en3", base.strip(), tokenised=tokenised)
