"""The contract of a module, which says which words match.

A module is found by its name, in ``tertium.registry.MODULES`` or among the entry points ``tertium.modules`` of
installed packages. Its maker has one argument: the text in the parentheses of ``snowball(german)``, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tertium.lexicon.keys import Keys


class Module(Protocol):
    """A way for two words to match."""

    @property
    def name(self) -> str:
        """The name in stages, results and pictures, such as ``porter`` or ``snowball(german)``."""

    @property
    def resources(self) -> Mapping[str, str]:
        """Names and versions of the resources that affect the result, for the signature."""

    def keys(self, words: Sequence[str]) -> Keys:
        """Return the keys of distinct words: two words match if they share one."""
