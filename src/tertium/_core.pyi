"""The Rust core. Every function releases the interpreter's lock while it works."""

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Characters",
    "Information",
    "Tokens",
    "__version__",
    "check_texts",
    "export_arrow",
    "find_not_text",
    "learn_information",
    "pack_characters",
    "sum_bootstrap",
    "sum_halves",
    "tally_bleu",
    "tally_chrf",
    "tally_nist",
    "tally_ter",
    "tally_unigram",
    "tally_wer",
    "tokenize",
    "tokenize_tercom",
]

__version__: str

@final
class Tokens:
    """A batch of tokenised segments."""

    def __len__(self) -> int: ...
    def to_lists(self) -> list[list[str]]: ...

@final
class Characters:
    """A batch of segments as characters."""

    def __len__(self) -> int: ...

@final
class Information:
    """How much each n-gram of the references tells."""

def check_texts(segments: Sequence[str]) -> None: ...
def find_not_text(items: Sequence[object]) -> int | None: ...
def tokenize(segments: Sequence[str], tokenizer: str, threads: int) -> Tokens: ...
def tokenize_tercom(
    segments: Sequence[str], normalized: bool, no_punct: bool, asian_support: bool, times: int, threads: int
) -> Tokens: ...
def pack_characters(segments: Sequence[str], whitespace: bool, threads: int) -> Characters: ...
def learn_information(references: Tokens, order: int) -> Information: ...
def tally_bleu(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], order: int, threads: int
) -> NDArray[np.float64]: ...
def tally_nist(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], information: Information, threads: int
) -> NDArray[np.float64]: ...
def tally_ter(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def tally_wer(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def tally_unigram(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def tally_chrf(
    hypotheses: tuple[Characters, Tokens | None],
    references: tuple[Characters, Tokens | None],
    offsets: NDArray[np.int64],
    character_order: int,
    word_order: int,
    beta: float,
    eps_smoothing: bool,
    threads: int,
) -> NDArray[np.float64]: ...
def export_arrow(
    names: Sequence[str], columns: Sequence[NDArray[np.float64] | NDArray[np.int64] | Sequence[str]]
) -> object: ...
def sum_bootstrap(
    tallies: NDArray[np.float64], first: int, count: int, seed: int, threads: int
) -> NDArray[np.float64]: ...
def sum_halves(
    tallies: NDArray[np.float64], first: int, count: int, seed: int, threads: int
) -> NDArray[np.float64]: ...
