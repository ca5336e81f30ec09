"""What metrics over parse trees share: the parser, and trees as the compiled core reads them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from tertium import _core
from tertium.errors import SpecError
from tertium.languages import Languages
from tertium.metrics.metric import UNSAID, Metric
from tertium.parts import ENGLISH_MODEL
from tertium.syntax.brackets import read_brackets
from tertium.syntax.cache import Heads, get_cached_parser
from tertium.syntax.conllu import read_conllu
from tertium.syntax.fragments import Nodes, join_constituents, join_dependencies
from tertium.syntax.parser import Parser, find_languages
from tertium.syntax.trees import Parse


@dataclass(frozen=True, kw_only=True)
class ParsedMetric(Metric):
    """A metric over the parses of segments.

    Attributes:
        parser: The parser: ``spacy``, ``spacy(model)``, ``ptb(file)``, ``conllu(file)``, ``stanza(en)``, …
        tokenised: Whether the text is tokenised already: words are separated by white space.
        lowercase: Whether the case of words is ignored.
    """

    scale: ClassVar[tuple[float, float]] = (0, 1)
    explainable: ClassVar[bool] = True
    needs_model: ClassVar[bool] = True
    for_language: ClassVar[str] = "parser=stanza({code})"

    parser: str = "spacy"
    tokenised: bool = False
    lowercase: bool = True

    @property
    def batch_size(self) -> int:
        """Parsing takes long."""
        return 256

    @property
    def tree_parser(self) -> Parser:
        """The parser itself, with its cache."""
        return get_cached_parser(self.parser, tokenised=self.tokenised)

    @property
    def blind_to_words(self) -> Sequence[str]:
        """What is not seen of the words in the trees."""
        return ["synonyms", "content"]

    @property
    def parts(self) -> Sequence[str]:
        """SpaCy and its English model, unless another parser is named, whose parts are not Tertium's."""
        return ("syntax", ENGLISH_MODEL) if self.parser == "spacy" else ()

    @property
    def languages(self) -> Languages | None:
        """The language of the parser's model."""
        return find_languages(self.tree_parser)

    @abstractmethod
    def read_nodes(self, parse: Parse) -> Nodes:
        """Return the nodes of a parse as the metric sees them: what ``prepare`` gives the core, to look at."""

    def resources(self) -> Mapping[str, str]:
        """Return the parser and its model, with versions."""
        return {"parser": self.tree_parser.version}


@dataclass(frozen=True, kw_only=True)
class ConstituencyMetric(ParsedMetric):
    """A metric over constituents.

    Attributes:
        words: Whether the leaves are words; if not, they are tags.
        function_tags: Whether labels keep function tags, as in ``NP-SBJ``.
    """

    words: bool = False
    function_tags: bool = False

    @property
    def blind_to_words(self) -> Sequence[str]:
        """Tags only, unless words are asked for."""
        return super().blind_to_words if self.words else ["words"]

    def prepare(self, segments: Sequence[str], threads: int = 1) -> _core.Forest:
        """Return the constituency trees of each segment."""
        parses = self.tree_parser.parse(segments)
        brackets = [parse.brackets for parse in parses]
        _require_trees(self, brackets, [parse.conllu for parse in parses], "dstm, hwcm or dtkm")
        return _core.read_brackets(brackets, self.words, self.function_tags, self.lowercase, threads)

    def read_nodes(self, parse: Parse) -> Nodes:
        """Return the labels of constituents, with those that the settings leave out left out."""
        return join_constituents(
            read_brackets(parse.brackets),
            words=self.words,
            function_tags=self.function_tags,
            lowercase=self.lowercase,
        )

    @property
    def preparation(self) -> Hashable:
        """What decides the trees: metrics with the same labels share them."""
        return ("constituents", self.parser, self.tokenised, self.lowercase, self.words, self.function_tags)


@dataclass(frozen=True, kw_only=True)
class DependencyMetric(ParsedMetric):
    """A metric over dependencies, whose nodes are words.

    Attributes:
        heads: Where the dependencies come from: the parser (``parser``), or Collins' head rules, applied to the
            constituents that it gives (``collins``).
    """

    heads: Heads = field(default="parser", metadata=UNSAID)

    @property
    def tree_parser(self) -> Parser:
        """The parser itself, with its cache and the chosen heads."""
        return get_cached_parser(self.parser, tokenised=self.tokenised, heads=self.heads)

    def prepare(self, segments: Sequence[str], threads: int = 1) -> _core.Forest:
        """Return the dependency trees of each segment."""
        parses = self.tree_parser.parse(segments)
        sentences = [parse.conllu for parse in parses]
        _require_trees(self, sentences, [parse.brackets for parse in parses], "stm or tkm")
        return _core.read_conllu(sentences, self.lowercase, threads)

    def read_nodes(self, parse: Parse) -> Nodes:
        """Return the words."""
        return join_dependencies(read_conllu(parse.conllu), lowercase=self.lowercase)

    @property
    def preparation(self) -> Hashable:
        """What decides the trees: metrics with the same words share them."""
        return ("dependencies", self.parser, self.tokenised, self.heads, self.lowercase)


def _require_trees(metric: ParsedMetric, wanted: Sequence[str], others: Sequence[str], alternatives: str) -> None:
    """Refuse a parser that gives only the other kind of trees, since every score would be 0."""
    if any(other and not tree for tree, other in zip(wanted, others, strict=True)):
        raise SpecError(
            f"the parser {metric.parser!r} does not give the trees that {metric.name} needs",
            remedy=f"Use another parser, or use {alternatives}",
        )
