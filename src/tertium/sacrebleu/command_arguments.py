"""The arguments of the command: those of sacrebleu 2.6.0, with the same names, short forms and defaults."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any, NoReturn

from tertium.errors import SpecError
from tertium.sacrebleu.metrics import BLEU, CHRF, METRICS
from tertium.sacrebleu.version import __version__

PROGRAM = "tertium sacrebleu"
FORMATS = ("json", "text", "latex")
_FORMAT_VARIABLE = "SACREBLEU_FORMAT"

_EXAMPLES = f"""\
examples:
  {PROGRAM} reference.txt -i system.txt -m bleu chrf ter
  cat system.txt | {PROGRAM} reference.A.txt reference.B.txt -b -w 2
  {PROGRAM} reference.txt -i baseline.txt new.txt -m bleu chrf --paired-bs -f text
  {PROGRAM} -t wmt17 -l de-en -i system.txt
  {PROGRAM} -t wmt17 -l de-en --echo src ref

Test sets are read from ~/.sacrebleu, or from the folder that the environment variable SACREBLEU names.
"""


class CommandParser(argparse.ArgumentParser):
    """A parser that raises errors of ours."""

    def error(self, message: str) -> NoReturn:
        """Raise an error instead of printing one."""
        raise SpecError(message, remedy=f"All arguments are listed by: {PROGRAM} --help")


def build_parser() -> CommandParser:
    """Return the parser of all arguments."""
    parser = CommandParser(
        prog=PROGRAM,
        description="Score translations as the command of sacrebleu 2.6.0 does: same arguments, same output.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_test_sets(parser)
    _add_files(parser)
    _add_bleu(parser.add_argument_group("BLEU"))
    _add_chrf(parser.add_argument_group("chrF"))
    _add_ter(parser.add_argument_group("TER (as TERCOM by default)"))
    _add_tests(parser)
    _add_report(parser.add_argument_group("output"))
    parser.add_argument(
        "--version", "-V", action="version", version=f"%(prog)s {__version__}", help="Print the version and stop."
    )
    return parser


def parse_command(words: Sequence[str]) -> argparse.Namespace:
    """Return the arguments by name. The environment variable ``SACREBLEU_FORMAT`` overrides the format.

    Raises:
        SpecError: The arguments are not those of the command.
    """
    found = build_parser().parse_args(words)
    wanted = os.environ.get(_FORMAT_VARIABLE, "").lower()
    if wanted in FORMATS:
        found.format = wanted
    return found


def _add_test_sets(parser: Any) -> None:
    parser.add_argument(
        "--citation", "--cite", action="store_true", default=False, help="Print how to cite the test set (-t) and stop."
    )
    parser.add_argument(
        "--list",
        action="store_true",
        default=False,
        help="List test sets and stop; with -t, list its language pairs and fields.",
    )
    parser.add_argument(
        "--test-set", "-t", metavar="NAME", help="Test set, or several separated by commas, which are concatenated."
    )
    parser.add_argument(
        "--language-pair",
        "-l",
        dest="langpair",
        metavar="PAIR",
        help="Language pair, such as de-en. The target language chooses the tokenizer of BLEU.",
    )
    parser.add_argument(
        "--origlang",
        "-ol",
        metavar="CODE",
        help="Only documents of the test set that were written in this language; non-CODE for all others.",
    )
    parser.add_argument(
        "--subset", metavar="REGEX", help="Only documents of the test set whose annotation matches this expression."
    )
    parser.add_argument("--download", metavar="NAME", help="Not available: nothing is downloaded.")
    parser.add_argument(
        "--echo",
        nargs="+",
        metavar="FIELD",
        help="Print fields of the test set, such as src or ref, separated by tabs, and stop; all for all of them.",
    )


def _add_files(parser: Any) -> None:
    parser.add_argument(
        "--input", "-i", nargs="*", metavar="FILE", help="Translations, one file per system. Default: standard input."
    )
    parser.add_argument(
        "refs", nargs="*", default=[], metavar="REFERENCE", help="Files of references; they come before -i."
    )
    parser.add_argument(
        "--num-refs",
        "-nr",
        type=int,
        default=1,
        metavar="N",
        help="Number of references in each line of one file, separated by tabs. (Default: %(default)s)",
    )
    parser.add_argument(
        "--encoding", "-e", default="utf-8", metavar="NAME", help="Encoding of the files. (Default: %(default)s)"
    )
    parser.add_argument(
        "--metrics",
        "-m",
        nargs="+",
        choices=[name.lower() for name in METRICS],
        default=["bleu"],
        help="Metrics to compute. (Default: bleu)",
    )
    parser.add_argument("--sentence-level", "-sl", action="store_true", help="Score each segment.")


def _add_bleu(group: Any) -> None:
    defaults = BLEU.SMOOTH_DEFAULTS
    group.add_argument(
        "--smooth-method",
        "-s",
        choices=list(defaults),
        default="exp",
        dest="bleu_smooth_method",
        help="Smoothing of n-gram orders without a match. (Default: %(default)s)",
    )
    group.add_argument(
        "--smooth-value",
        "-sv",
        type=float,
        dest="bleu_smooth_value",
        metavar="NUMBER",
        help=f"Value for floor (default {defaults['floor']}) and add-k (default {defaults['add-k']}).",
    )
    group.add_argument(
        "--tokenize",
        "-tok",
        choices=list(BLEU.TOKENIZERS),
        dest="bleu_tokenize",
        help="Tokenizer. (Default: by the target language zh, ja-mecab or ko-mecab, else 13a)",
    )
    group.add_argument(
        "--lowercase", "-lc", dest="bleu_lowercase", action="store_true", default=False, help="Ignore case."
    )
    group.add_argument(
        "--force",
        dest="bleu_force",
        action="store_true",
        default=False,
        help="Do not warn of translations that look tokenised.",
    )


def _add_chrf(group: Any) -> None:
    orders = (
        ("--chrf-char-order", "-cc", CHRF.CHAR_ORDER, "Longest n-gram of characters."),
        ("--chrf-word-order", "-cw", CHRF.WORD_ORDER, "Longest n-gram of words; 2 is chrF++."),
    )
    for name, short, default, meaning in orders:
        group.add_argument(
            name, short, type=int, default=default, metavar="N", help=f"{meaning} (Default: %(default)s)"
        )
    group.add_argument(
        "--chrf-beta",
        type=int,
        default=CHRF.BETA,
        metavar="N",
        help="How many times recall counts as much as precision. (Default: %(default)s)",
    )
    _add_flags(
        group,
        ("--chrf-whitespace", "Count white space as characters."),
        ("--chrf-lowercase", "Ignore case."),
        ("--chrf-eps-smoothing", "Smooth as chrF++.py, NLTK and Moses do."),
    )


def _add_ter(group: Any) -> None:
    _add_flags(
        group,
        ("--ter-case-sensitive", "Respect case."),
        ("--ter-asian-support", "Split Chinese and Japanese into characters."),
        ("--ter-no-punct", "Drop punctuation."),
        ("--ter-normalized", "Normalise and tokenise."),
    )


def _add_flags(group: Any, *flags: tuple[str, str]) -> None:
    for name, meaning in flags:
        group.add_argument(name, action="store_true", default=False, help=meaning)


def _add_tests(parser: Any) -> None:
    interval = parser.add_argument_group("confidence interval of one system")
    interval.add_argument("--confidence", "-ci", action="store_true", help="Bootstrap a confidence interval.")
    interval.add_argument(
        "--confidence-n", "-cin", type=int, default=1000, metavar="N", help="Resamples. (Default: %(default)s)"
    )
    paired = parser.add_argument_group("paired tests of several systems; the first is the baseline")
    choice = paired.add_mutually_exclusive_group()
    choice.add_argument("--paired-ar", "-par", action="store_true", help="Approximate randomization.")
    choice.add_argument("--paired-bs", "-pbs", action="store_true", help="Bootstrap resampling.")
    numbers = (
        ("--paired-ar-n", "-parn", 10000, "Trials of the approximate randomization."),
        ("--paired-bs-n", "-pbsn", 1000, "Resamples of the bootstrap."),
        ("--paired-jobs", "-j", 1, "Workers; 0 is one per system."),
    )
    for name, short, default, meaning in numbers:
        paired.add_argument(
            name, short, type=int, default=default, metavar="N", help=f"{meaning} (Default: %(default)s)"
        )


def _add_report(group: Any) -> None:
    flags = (
        ("--quiet", "-q", "Print warnings only on standard error."),
        ("--short", "-sh", "Print short signatures."),
        ("--score-only", "-b", "Print the score alone."),
        ("--detail", "-d", "Print scores by original language and domain of documents too."),
    )
    for name, short, meaning in flags:
        group.add_argument(name, short, action="store_true", default=False, help=meaning)
    group.add_argument(
        "--width", "-w", type=int, default=1, metavar="N", help="Decimals of scores. (Default: %(default)s)"
    )
    group.add_argument("--no-color", "-nc", action="store_true", help="Print without colours.")
    group.add_argument(
        "--format",
        "-f",
        choices=list(FORMATS),
        default="json",
        help="Format; latex is for several systems. The environment variable SACREBLEU_FORMAT overrides it. "
        "(Default: %(default)s)",
    )
