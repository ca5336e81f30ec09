"""What the tests of ``tertium mtness`` share: the samples, and how the command is called."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tertium.mtness.resources.languages import find_language
from tertium.samples import mtness as samples

LITERAL, BETTER, SOURCE = (
    str(samples.path(name)) for name in ("system.literal.es.txt", "system.better.es.txt", "source.ca.txt")
)
OURS = ("--tagger", "wordlist", "--dictionary", "pairs")
PAIR = ("-l", "es", "--source", SOURCE, "--source-language", "ca")


class Answer(NamedTuple):
    """What the command said."""

    out: str
    err: str
    code: int


Call = Callable[..., Answer]


def copy_rules(folder: Path, name: str, old: str, new: str) -> str:
    shutil.copytree(find_language("es"), folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(folder)
