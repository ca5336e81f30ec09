"""Fields that several requests have, described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from tertium.options import INPUT, JUDGED, OUTPUT, STATISTICS, argument, option
from tertium.registry import DEFAULT_METRICS, NORMAL_FORMS, SYSTEM_TESTS
from tertium.stats import CONFIDENCE, RESAMPLES, SEED

Hypotheses = Annotated[
    tuple[str, ...],
    argument(
        "HYP...",
        help="One file per system, with one segment per line; or one file with everything: TSV, CSV, JSONL, Parquet, "
        "WMT SGML or XML. Compressed files (`.gz`, `.xz`, `.bz2`, `.zst`) are read as well; `-` is standard input.",
        is_path=True,
    ),
]
References = Annotated[
    tuple[str, ...],
    option(
        "--reference",
        "-r",
        metavar="REF",
        help="A file of references. Repeat for more references.",
        group=INPUT,
        is_path=True,
    ),
]
Metrics = Annotated[
    tuple[str, ...],
    option(
        "--metric",
        "-m",
        metavar="SPEC",
        help=f"A metric, such as `bleu` or `bleu:lowercase,tokenize=intl`. Repeat for more. Default: "
        f"{', '.join(DEFAULT_METRICS)}; `tertium metrics` lists all. Also `external(COMMAND)` and `scores(FILE)`.",
    ),
]
Source = Annotated[
    str | None,
    option("--source", "-s", metavar="FILE", help="The source segments.", group=INPUT, is_path=True),
]
Names = Annotated[
    tuple[str, ...],
    option(
        "--name", "-n", metavar="NAME", help="The name of a system, in the order of the files. Repeat.", group=INPUT
    ),
]
Folders = Annotated[
    tuple[Path, ...],
    option(
        "--data",
        "-d",
        metavar="FOLDER",
        help="A folder of judged translations, in a layout of WMT, of mt-metrics-eval or our own. Repeat for more.",
        group=JUDGED,
        is_path=True,
    ),
]
LanguagePairs = Annotated[
    tuple[str, ...],
    option(
        "--language-pair",
        "-p",
        metavar="PAIR",
        help="A language pair of the folders, such as `de-en`. Repeat for more. Default: all.",
        group=JUDGED,
    ),
]
JudgmentFile = Annotated[
    Path | None,
    option(
        "--judgments",
        "-j",
        metavar="FILE",
        help="Judgments of HYP: a table with the columns system, segment, annotator, kind, value, or an export of "
        "marot, Appraise or Pearmut.",
        group=JUDGED,
        is_path=True,
    ),
]
JudgmentKind = Annotated[
    str | None,
    option(
        "--judgment",
        metavar="KIND",
        help="The kind of judgment, such as fluency, adequacy, combined, da or rank. Default: the usual one.",
        group=JUDGED,
    ),
]
Unescape = Annotated[bool, option("--unescape", help="Turn entities such as `&apos;` into characters.", group=INPUT)]
Normalise = Annotated[
    str | None,
    option(
        "--normalise",
        choices=NORMAL_FORMS,
        help="Give all texts one Unicode normal form: `nfc` for accents, `nfkc` also for full-width characters.",
        group=INPUT,
    ),
]
CheckText = Annotated[
    bool,
    option(
        "--check-text/--no-check-text",
        help="Warn of text that looks tokenised, escaped or of another language, or has other forms of characters.",
        group=INPUT,
    ),
]
Systems = Annotated[
    tuple[str, ...],
    option("--system", metavar="NAME", help="Restrict to this system. Repeat for more. Default: all.", group=JUDGED),
]
Kinds = Annotated[
    tuple[str, ...],
    option("--kind", metavar="SYSTEM=KIND", help="The kind of a system, such as `rule-based`. Repeat.", group=INPUT),
]
DocumentIds = Annotated[
    str | None,
    option(
        "--document-ids", metavar="FILE", help="A file with the document of each segment.", group=INPUT, is_path=True
    ),
]
TargetLanguage = Annotated[
    str | None,
    option(
        "--language",
        "-l",
        metavar="LANGUAGE",
        help="The language of the translations, such as `ru`, `pt-BR` or `german`; or a pair, `en-ru`. It chooses the "
        "tokenizer, and metrics for other languages are refused. Default: what the files say.",
        group=INPUT,
    ),
]
SourceLanguage = Annotated[
    str | None,
    option(
        "--source-language",
        metavar="LANGUAGE",
        help="The language of the source, to choose it in a TMX file of several languages; -l chooses the target.",
        group=INPUT,
    ),
]
InputFormat = Annotated[
    str,
    option(
        "--input-format",
        metavar="NAME",
        help="The format of the input files. Default: by their suffixes.",
        group=INPUT,
    ),
]
ColumnNames = Annotated[
    str | None,
    option(
        "--columns",
        metavar="ROLE=NAME,...",
        help="The roles of a table's columns: `hypothesis=mt,reference=ref1+ref2,document=doc`.",
        group=INPUT,
    ),
]
SystemTest = Annotated[
    str,
    option("--test", "-t", choices=SYSTEM_TESTS, help="The paired test. Default: bootstrap.", group=STATISTICS),
]
_CONFIDENCE = option(
    "--confidence", help=f"The confidence level of intervals. Default: {CONFIDENCE}.", group=STATISTICS
)
_SEED = option(
    "--seed",
    help=f"The seed of the resamples, with which results are the same on every machine. Default: {SEED}.",
    group=STATISTICS,
)
Confidence = Annotated[float, _CONFIDENCE]
OptionalConfidence = Annotated[float | None, _CONFIDENCE]
Seed = Annotated[int, _SEED]
OptionalSeed = Annotated[int | None, _SEED]
OptionalResamples = Annotated[
    int | None,
    option("--resamples", help=f"The number of resamples. Default: {RESAMPLES}.", group=STATISTICS),
]
ResamplesOfTests = Annotated[
    int | None,
    option(
        "--resamples",
        help=f"The number of resamples. Default: {RESAMPLES}, and more for more than 100 tests.",
        group=STATISTICS,
    ),
]
Replace = Annotated[
    bool,
    option(
        "--replace",
        help="Replace what is there. Without it, nothing that took work is replaced.",
        group=OUTPUT,
    ),
]
