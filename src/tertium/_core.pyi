"""The Rust core. Every function releases the interpreter's lock while a kernel runs."""

from collections.abc import Sequence
from os import PathLike
from typing import final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ArrowTable",
    "Characters",
    "Encoder",
    "Forest",
    "FragmentWeights",
    "IndexBuilder",
    "IndexMerger",
    "IndexShards",
    "Information",
    "PhraseScanner",
    "TextColumn",
    "Tokens",
    "Vocabulary",
    "WordNet",
    "__version__",
    "align_ribes",
    "align_words",
    "check_texts",
    "contrast_ngrams",
    "count_ngrams",
    "count_pairs",
    "draw_blocks",
    "exchange_pearson",
    "explain_character",
    "explain_ter",
    "export_arrow",
    "find_not_text",
    "gather_information",
    "learn_information",
    "link_meteor",
    "locate_words",
    "match_states",
    "pack_characters",
    "pool_meteor",
    "rank_rows",
    "read_brackets",
    "read_conllu",
    "set_purge_delay",
    "simulate_panic",
    "split_words",
    "sum_bootstrap",
    "sum_chosen",
    "sum_drawn",
    "sum_halves",
    "tally_bleu",
    "tally_cder",
    "tally_chains",
    "tally_character",
    "tally_chrf",
    "tally_gleu",
    "tally_kernel",
    "tally_meteor",
    "tally_nist",
    "tally_per",
    "tally_ribes",
    "tally_subtrees",
    "tally_ter",
    "tally_unigram",
    "tally_wer",
    "tally_word_groups",
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
class TextColumn(Sequence[str]):
    """A column of texts whose bytes are in the buffers of a data frame."""

    def __new__(cls, texts: Sequence[str]) -> TextColumn: ...
    def __getnewargs__(self) -> tuple[list[str]]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: int, /) -> str: ...
    @overload
    def __getitem__(self, place: slice, /) -> TextColumn: ...
    def __contains__(self, item: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def index(self, item: object) -> int: ...  # type: ignore[override]  # Sequence.index takes bounds as well
    def count(self, item: object) -> int: ...
    def to_list(self) -> list[str]: ...
    def count_bytes(self) -> int: ...
    def pick(self, rows: NDArray[np.int64]) -> TextColumn: ...
    @staticmethod
    def join(parts: Sequence[TextColumn]) -> TextColumn: ...
    def lower(self, threads: int) -> TextColumn: ...
    def find_difference(self, other: TextColumn) -> int | None: ...

@final
class ArrowTable:
    """A table of another library, or one column of it."""

    def __new__(cls, data: object) -> ArrowTable: ...
    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str] | None: ...
    def kind(self, column: int) -> str:
        """`texts`, `lists` (of texts), `integers`, or else the name of the type."""

    def texts(self, column: int) -> TextColumn: ...
    def references(self, column: int) -> tuple[TextColumn, NDArray[np.int64]]: ...
    def labels(self, column: int) -> list[str]: ...

@final
class Characters:
    """A batch of segments as characters."""

    def __len__(self) -> int: ...

@final
class Information:
    """The information of each n-gram of the references."""

_ModuleKeys = tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float32] | None, float]

@final
class Vocabulary:
    """The distinct words of hypotheses and references, and the segments as numbers of words.

    Where what matches depends on the place, every place has a number of its own.
    """

    def __new__(cls, hypotheses: Tokens, references: Tokens, places: bool = False) -> Vocabulary: ...
    def __len__(self) -> int: ...
    def words(self) -> list[str]: ...

@final
class WordNet:
    """WordNet, from a packed file."""

    def __new__(cls, path: str | PathLike[str]) -> WordNet: ...
    @property
    def version(self) -> str: ...
    @property
    def word_count(self) -> int: ...
    def word(self, number: int) -> str | None: ...
    def base_forms(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]: ...
    def synsets(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]: ...
    @property
    def synset_counts(self) -> list[int]: ...
    def synset_offsets(self) -> NDArray[np.uint32]: ...
    def depths(self) -> NDArray[np.uint32]: ...
    def subsumers(
        self,
        offsets: NDArray[np.int64],
        synsets: NDArray[np.uint32],
        costs: NDArray[np.float64] | None = None,
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.float64]]: ...
    def ancestors(
        self, words: Sequence[str], limit: int
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8]]: ...

def align_words(
    hypothesis: Sequence[int],
    reference: Sequence[int],
    stages: Sequence[_ModuleKeys],
    objective_name: str,
    budget: int,
) -> tuple[list[tuple[int, int, int, float]], int, int, bool, int]: ...
def tally_meteor(
    vocabulary: Vocabulary,
    offsets: NDArray[np.int64],
    stages: Sequence[_ModuleKeys],
    is_function: NDArray[np.bool_],
    objective: str,
    budget: int,
    threads: int,
) -> NDArray[np.float64]: ...
def link_meteor(
    vocabulary: Vocabulary,
    offsets: NDArray[np.int64],
    chosen: NDArray[np.int64],
    stages: Sequence[_ModuleKeys],
    is_function: NDArray[np.bool_],
    objective: str,
    budget: int,
    threads: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]: ...
def pool_meteor(
    vocabulary: Vocabulary,
    offsets: NDArray[np.int64],
    chosen: NDArray[np.int64],
    stages: Sequence[_ModuleKeys],
    is_function: NDArray[np.bool_],
    objective: str,
    budget: int,
    threads: int,
) -> NDArray[np.float64]: ...
def contrast_ngrams(
    first: Tokens,
    second: Tokens,
    references: Tokens,
    offsets: NDArray[np.int64],
    order: int,
    least: int,
) -> tuple[list[str], NDArray[np.int64]]: ...
def tally_word_groups(
    vocabulary: Vocabulary,
    offsets: NDArray[np.int64],
    groups: NDArray[np.uint32],
    count: int,
    threads: int,
) -> NDArray[np.float64]: ...

@final
class Forest:
    """The trees of a batch of segments."""

    def __len__(self) -> int: ...

@final
class FragmentWeights:
    """Weights of individual subtrees or chains."""

    def __new__(
        cls, chains: bool, fragments: Forest, weights: NDArray[np.float64], others: NDArray[np.float64]
    ) -> FragmentWeights: ...

def read_brackets(texts: Sequence[str], words: bool, function_tags: bool, lowercase: bool, threads: int) -> Forest: ...
def read_conllu(texts: Sequence[str], lowercase: bool, threads: int) -> Forest: ...
def tally_subtrees(
    hypotheses: Forest,
    references: Forest,
    offsets: NDArray[np.int64],
    depth: int,
    threads: int,
    weights: FragmentWeights | None = None,
) -> NDArray[np.float64]: ...
def tally_chains(
    hypotheses: Forest,
    references: Forest,
    offsets: NDArray[np.int64],
    length: int,
    threads: int,
    weights: FragmentWeights | None = None,
) -> NDArray[np.float64]: ...
def tally_kernel(
    hypotheses: Forest, references: Forest, offsets: NDArray[np.int64], decay: float, threads: int
) -> NDArray[np.float64]: ...
def check_texts(segments: Sequence[str], nul: bool = False) -> None: ...
def find_not_text(items: Sequence[object]) -> int | None: ...
def tokenize(segments: Sequence[str], tokenizer: str, threads: int, lowercase: bool = False) -> Tokens: ...
def tokenize_tercom(
    segments: Sequence[str], normalized: bool, no_punct: bool, asian_support: bool, times: int, threads: int
) -> Tokens: ...
def pack_characters(segments: Sequence[str], whitespace: bool, threads: int) -> Characters: ...
def learn_information(references: Tokens, order: int) -> Information: ...
def count_ngrams(references: Tokens, order: int) -> tuple[list[str], NDArray[np.int64]]: ...
def gather_information(ngrams: TextColumn, counts: NDArray[np.int64], order: int) -> Information: ...
def tally_bleu(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], order: int, threads: int
) -> NDArray[np.float64]: ...
def tally_nist(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], information: Information, threads: int
) -> NDArray[np.float64]: ...
def tally_ter(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def explain_ter(hypothesis: Sequence[int], reference: Sequence[int]) -> tuple[list[tuple[int, int, int]], str]:
    """Exchanges of neighbouring blocks: start, middle, end. Then `=` keep, `~` substitute, `-` delete, `+` insert."""

def tally_wer(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def tally_per(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def tally_cder(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def tally_gleu(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], least: int, most: int, threads: int
) -> NDArray[np.float64]: ...
def tally_ribes(
    hypotheses: Tokens,
    references: Tokens,
    offsets: NDArray[np.int64],
    alpha: float,
    beta: float,
    like_nltk: bool,
    threads: int,
) -> NDArray[np.float64]: ...
def align_ribes(hypothesis: Sequence[int], reference: Sequence[int], like_nltk: bool) -> list[tuple[int, int]]:
    """Positions in the hypothesis and in the reference."""

def tally_character(
    hypotheses: Tokens, references: Tokens, offsets: NDArray[np.int64], threads: int
) -> NDArray[np.float64]: ...
def explain_character(hypothesis: Sequence[int], reference: Sequence[int]) -> list[tuple[int, int, int]]:
    """Where each phrase starts, how many words it has, and where it goes. Numbers are in the order of the words."""

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
def draw_blocks(texts: TextColumn, offsets: NDArray[np.int64], blocks: int, seed: int) -> NDArray[np.int64]: ...
def sum_bootstrap(
    tallies: NDArray[np.float64], first: int, count: int, seed: int, threads: int
) -> NDArray[np.float64]: ...
def sum_halves(
    tallies: NDArray[np.float64], first: int, count: int, seed: int, threads: int
) -> NDArray[np.float64]: ...
def sum_chosen(tallies: NDArray[np.float64], chosen: NDArray[np.uint8], threads: int) -> NDArray[np.float64]: ...
def sum_drawn(tallies: NDArray[np.float32], draws: NDArray[np.int64], threads: int) -> NDArray[np.float32]: ...
def count_pairs(rows: NDArray[np.float64], others: NDArray[np.float64], threads: int) -> NDArray[np.float64]: ...
def rank_rows(rows: NDArray[np.float64], threads: int) -> NDArray[np.float64]: ...
def exchange_pearson(
    fixed: NDArray[np.float64],
    totals: tuple[NDArray[np.float64], NDArray[np.float64]],
    given: tuple[NDArray[np.float64], NDArray[np.float64]],
    threads: int,
) -> NDArray[np.float64]: ...
def locate_words(segments: Sequence[str], settings: tuple[bool, bool, bool]) -> list[list[tuple[str, int, int]]]:
    """The words of each text, normalised, and where each starts and ends, in characters."""

def split_words(segments: Sequence[str], settings: tuple[bool, bool, bool]) -> list[list[str]]:
    """The words of each text, normalised; the settings are casefold, keep apostrophes, keep hyphens."""

@final
class IndexBuilder:
    """Collects text for a phrase index, and writes it shard by shard."""

    def __new__(cls, settings: tuple[bool, bool, bool], memory: int) -> IndexBuilder: ...
    @property
    def is_empty(self) -> bool: ...
    @property
    def is_full(self) -> bool: ...
    def begin_document(self, name: str) -> None: ...
    def feed(self, content: bytes, start: int) -> int: ...
    def end_document(self) -> None: ...
    def take_shard(self, folder: str | PathLike[str], checksum: int, start: int) -> int | None: ...
    def write(self, folder: str | PathLike[str]) -> tuple[int, int, int, int, int]:
        """Tokens, lines, words and bytes of the shard, and the checksum of its checksums."""

@final
class IndexMerger:
    """Merges shards of any size into one, step by step."""

    def __new__(
        cls,
        shards: Sequence[tuple[str | PathLike[str], int, bool]],
        folder: str | PathLike[str],
        scratch: str | PathLike[str],
        memory: int,
        ranges: int,
        threads: int,
    ) -> IndexMerger: ...
    @staticmethod
    def can_take(folder: str | PathLike[str], checksum: int, memory: int) -> bool: ...
    @property
    def total(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    def step(self) -> int: ...
    def finish(self) -> tuple[int, int, int, int, int]:
        """Tokens, lines, words and bytes of the shard, and the checksum of its checksums."""

@final
class IndexShards:
    """The shards of a phrase index, open."""

    def __new__(
        cls, settings: tuple[bool, bool, bool], shards: Sequence[tuple[str | PathLike[str], int]], memory: int
    ) -> IndexShards: ...
    def check(self, shard: int) -> None: ...
    def count(
        self, phrases: Sequence[str], wildcards: bool, threads: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Occurrences and lines of each phrase; -1 for one without words."""

    def show(
        self, phrase: str, wildcards: bool, most: int, context: int
    ) -> list[tuple[str, int, list[str], list[str], list[str]]]:
        """Document, line, and the words before, in and after the phrase."""

    def score_words(
        self, texts: Sequence[str], mixture: Sequence[tuple[float, float]], threads: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The logarithm of the probability of each word of texts, and where the words of each text end."""

    def count_unigrams(self, words: Sequence[str]) -> NDArray[np.int64]: ...
    def unigrams(self, shard: int) -> list[tuple[str, int]]: ...

@final
class PhraseScanner:
    """Counts a list of phrases in a stream of text."""

    def __new__(
        cls, phrases: Sequence[str], settings: tuple[bool, bool, bool], wildcards: bool, threads: int
    ) -> PhraseScanner: ...
    @property
    def tokens(self) -> int: ...
    def feed(self, lines: bytes) -> int | None:
        """Counts in whole lines of UTF-8. Where a byte is not valid UTF-8, returns its offset and counts nothing."""

    def feed_column(self, texts: TextColumn) -> None:
        """Counts in a column of texts. Each row is a line of its own, or several."""

    def results(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Occurrences and lines of each phrase; -1 for one without words."""

def set_purge_delay(milliseconds: int) -> bool:
    """Have memory returned to the operating system when it was free for so long; False if another delay was set."""

def simulate_panic(message: str, threads: int) -> None:
    """Panic in a kernel, on as many threads, so that tests can see what becomes of it."""

@final
class Encoder:
    """An encoder with its weights, ready to run."""

    def __new__(
        cls,
        tensors: Sequence[NDArray[np.float32]],
        *,
        heads: int,
        inner: int,
        first_position: int,
        epsilon: float,
    ) -> Encoder: ...
    @property
    def layers(self) -> int:
        """How many layers it has, without that of the words themselves."""

    @property
    def hidden(self) -> int:
        """How many numbers a state has."""

    @property
    def longest(self) -> int:
        """How many pieces a text may have."""

    def encode(
        self, pieces: NDArray[np.uint32], offsets: NDArray[np.int64], layers: Sequence[int], threads: int
    ) -> NDArray[np.float32]:
        """States of all pieces after some layers: pieces, layers, numbers."""

_Nearest = tuple[NDArray[np.float32], NDArray[np.uint32]]

def match_states(
    states: NDArray[np.float32],
    offsets: NDArray[np.int64],
    other_states: NDArray[np.float32],
    other_offsets: NDArray[np.int64],
    edges: bool,
    threads: int,
) -> tuple[_Nearest, _Nearest]:
    """The nearest partner of each piece in the other text of its pair, at each layer, in both directions."""
