"""sacrebleu's interface, computed by Tertium: ``import tertium.sacrebleu as sacrebleu`` and nothing else changes.

>>> import tertium.sacrebleu as sacrebleu
>>> sacrebleu.corpus_bleu(["The dog bit the man."], [["The dog had bit the man."]])
BLEU = 51.15 100.0/80.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)
"""

from tertium.sacrebleu import compat, dataset, metrics, significance, tokenizers, utils, version
from tertium.sacrebleu.command import run_command
from tertium.sacrebleu.command_arguments import parse_command
from tertium.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from tertium.sacrebleu.dataset import (
    DATASETS,
    download_test_set,
    get_available_testsets,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
)
from tertium.sacrebleu.metrics import BLEU, CHRF, TER
from tertium.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from tertium.sacrebleu.utils import SACREBLEU_DIR, smart_open
from tertium.sacrebleu.version import __version__

__description__ = "sacrebleu's BLEU, chrF and TER, computed by Tertium"

__all__ = [
    "BLEU",
    "CHRF",
    "DATASETS",
    "SACREBLEU_DIR",
    "TER",
    "__version__",
    "compat",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "dataset",
    "download_test_set",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
    "metrics",
    "parse_command",
    "raw_corpus_bleu",
    "run_command",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "significance",
    "smart_open",
    "tokenizers",
    "utils",
    "version",
]
