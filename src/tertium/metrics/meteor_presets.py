"""METEOR 1.5 by Denkowski and Lavie 2014, as settings of METEOR: for English, and with the values for any language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from tertium.metrics.meteor import Meteor


@dataclass(frozen=True, kw_only=True)
class Meteor15(Meteor):
    """METEOR 1.5 for English, without its phrase table."""

    name: ClassVar[str] = "meteor-1.5"
    display_name: ClassVar[str] = "METEOR 1.5"
    summary: ClassVar[str] = "METEOR with the English parameters of version 1.5"

    stages: str = "exact+snowball(english)+wn_synonym"
    weights: str = "1+0.6+0.8"
    alpha: float = 0.85
    beta: float = 0.2
    gamma: float = 0.6
    delta: float = 0.75
    function_words: str = "english"
    alignment: Literal["min-crossing", "min-chunk"] = "min-chunk"
    perfect: bool = True


@dataclass(frozen=True, kw_only=True)
class MeteorUniversal(Meteor15):
    """METEOR 1.5 with the values that were trained to serve any language. Function words are up to the user."""

    name: ClassVar[str] = "meteor-universal"
    display_name: ClassVar[str] = "METEOR Universal"
    summary: ClassVar[str] = "METEOR with parameters for any language; equal words only"

    stages: str = "exact"
    weights: str = ""
    alpha: float = 0.7
    beta: float = 1.4
    gamma: float = 0.3
    delta: float = 0.7
    function_words: str = ""
