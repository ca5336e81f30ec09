"""Dependencies by Collins's head rules, from the constituents of any parser.

Liu and Gildea took their dependencies so: not from a dependency parser, but from the heads of constituents. The rules
are in ``tertium.syntax.heads``. They are for Penn's labels, in English or made by our converters; a label that they
lack has its first child as its head.
"""

from __future__ import annotations

from collections.abc import Sequence

from tertium.errors import SpecError
from tertium.progress import Progress
from tertium.syntax import heads
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import write_conllu
from tertium.syntax.parser import Parser, describe_converter
from tertium.syntax.trees import Parse


class CollinsParser:
    """A parser whose dependencies come from its constituents.

    Args:
        parser: The parser that gives the constituents.
        name: What it is called, for messages.
    """

    def __init__(self, parser: Parser, name: str) -> None:
        self._parser, self._name = parser, name
        self.language: str = getattr(parser, "language", "")
        rules = describe_converter(heads)
        # Parses from brackets have these dependencies, and name the rules, already.
        self.version = parser.version if parser.version.endswith(rules) else f"{parser.version}, {rules}"

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        """Return the constituents of each segment, and the dependencies of their heads.

        Raises:
            SpecError: The parser gives no constituents.
        """
        return [self._convert(parse) for parse in self._parser.parse(segments, progress)]

    def _convert(self, parse: Parse) -> Parse:
        if parse.conllu and not parse.brackets:
            raise SpecError(
                f"the parser {self._name!r} gives no constituents, from which Collins' rules take the heads",
                remedy="Use another parser, or leave heads=collins out",
            )
        trees = read_brackets(parse.brackets)
        return Parse(parse.brackets, "".join(write_conllu(heads.to_dependencies(tree)) for tree in trees))
