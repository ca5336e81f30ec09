"""The contract of a module: it lists which words may be mapped to each other.

A module is found by its name, here or among the entry points ``tertium.modules`` of installed packages, and is made
by a function of one argument: the text between parentheses in ``snowball(german)``, empty where there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tertium.lexicon.keys import Keys


class Module(Protocol):
    """A way for two words to match."""

    @property
    def name(self) -> str:
        """What it is called in stages, results and pictures, such as ``porter`` or ``snowball(german)``."""

    @property
    def resources(self) -> Mapping[str, str]:
        """Names and versions of what it depends on, for the signature."""

    def keys(self, words: Sequence[str]) -> Keys:
        """The keys of some distinct words: two words match if they share one."""
