"""The contract of a module, which says which words match.

A module is found by its name, in ``tertium.registry.MODULES`` or among the entry points ``tertium.modules`` of
installed packages. Its maker has one argument: the text in the parentheses of ``snowball(german)``, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from tertium.languages import Languages, share_languages
from tertium.lexicon.keys import Keys, WordLinks


class Module(Protocol):
    """A way for two words to match.

    A module for certain languages says so in an attribute ``languages``, the set of their two-letter codes. Without it,
    or if it is None, the module is for any language.
    """

    @property
    def name(self) -> str:
        """The name in stages, results and pictures, such as ``porter`` or ``snowball(german)``."""

    @property
    def resources(self) -> Mapping[str, str]:
        """Names and versions of the resources that affect the result, for the signature."""

    def keys(self, words: Sequence[str]) -> Keys:
        """Return the keys of distinct words: two words match if they share one."""


@runtime_checkable
class LinkingModule(Protocol):
    """A way for two words to match that depends on the texts around them. Only modules of our own may have it."""

    @property
    def name(self) -> str:
        """The name in stages, results and pictures."""

    @property
    def resources(self) -> Mapping[str, str]:
        """Names and versions of the resources that affect the result, for the signature."""

    def link(self, hypotheses: Sequence[Sequence[str]], references: Sequence[Sequence[str]], threads: int) -> WordLinks:
        """Return the words that match in each hypothesis and the reference at the same place."""


class MakeModule(Protocol):
    """What makes a module: an entry of ``tertium.registry.MODULES`` or of the entry points of a package."""

    def __call__(self, argument: str) -> Module:
        """Return the module, made from the text in the parentheses of its stage; empty if there are none."""


def find_languages(modules: Iterable[Module | LinkingModule]) -> Languages | None:
    """Return the languages that all of these modules are for; None for any."""
    return share_languages(getattr(module, "languages", None) for module in modules)
