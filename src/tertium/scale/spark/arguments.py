"""The arguments of ``python -m tertium.scale.spark``."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter

from tertium.scale.work import BLOCKS
from tertium.stats.resampling import RESAMPLES, SEED

FORMATS = ("auto", "parquet", "jsonl", "tsv", "text")
_EXAMPLES = """\
examples:
  python -m tertium.scale.spark score 'logs/*.parquet' -m bleu -m chrf --by system --confidence 0.95 -o scored
  python -m tertium.scale.spark score mined.jsonl --hypothesis target --references pivot --by-segment -o segments
  python -m tertium.scale.spark score mined.parquet -m chrf++ --keep 'chrf++ >= 40' -o kept
  python -m tertium.scale.spark score bitext.parquet --hypothesis en --source fr -m concord-qe:source \
    --keep 'concord-qe:source > 60' -o kept
  python -m tertium.scale.spark count 'crawl/*.txt.gz' --phrases phrases.txt -o counted
  python -m tertium.scale.spark index 'crawl/*.txt.gz' --language es -o crawl.index

Paths are those of Spark: files, folders, patterns, hdfs:// and s3a:// addresses. Spark itself is configured as always:
by spark-submit, by spark-defaults.conf, or by --master. A command that is given again goes on where it was stopped.
"""


def build_parser() -> ArgumentParser:
    """Return the parser of the command."""
    parser = ArgumentParser(
        prog="python -m tertium.scale.spark",
        description="Score pairs, count phrases or build an index on Spark.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="score|count|index")
    for name, summary in (
        ("score", "score the rows of tables, in groups if wanted"),
        ("count", "count phrases in texts, in one pass"),
        ("index", "build one phrase index of texts"),
    ):
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.add_argument("input", nargs="+", help="files or folders, by any URL that Spark can read")
        command.add_argument("-o", "--output", required=True, help="a folder for the results")
        command.add_argument("--input-format", choices=FORMATS, default="auto", help="by the suffix by default")
        command.add_argument("--master", help="where Spark runs, such as 'local[*]'; as it is configured by default")
        if name == "score":
            _add_score(command)
        else:
            command.add_argument("--text", default=None, help="the column of texts; lines of text files have none")
            command.add_argument("--language", default="", help="the language of the text, such as es")
        if name == "count":
            command.add_argument("--phrases", required=True, help="a text file with one phrase per line")
        if name != "index":
            command.add_argument(
                "--files-at-once",
                type=int,
                default=64,
                help="how many files are one step. A command that is given again goes on after the last step that was "
                "completed",
            )
    return parser


def _add_score(command: ArgumentParser) -> None:
    add = command.add_argument
    add("-m", "--metric", action="append", dest="metrics", help="a metric spec; repeat it for more (bleu, chrf, ter)")
    add("--hypothesis", default="hypothesis", help="the column of hypotheses; the first in a text file")
    add(
        "--references",
        action="append",
        help="a column of references, of texts or lists; repeat it for more (reference)",
    )
    add("--source", help="the column of source segments, which some metrics compare with")
    add("--by", action="append", default=[], help="a column whose values make groups; repeat it for more")
    add("--row-id", help="the column that names a row in messages")
    add("--by-segment", action="store_true", help="write the score of each row, as Parquet")
    add("--keep", action="append", default=[], help="write the rows whose scores meet a condition, such as 'chrf > 40'")
    add("--confidence", type=float, help="the confidence level of intervals, such as 0.95")
    add("--resamples", type=int, default=RESAMPLES, help="how many resamples are drawn for an interval")
    add("--seed", type=int, default=SEED, help="the seed of blocks and resamples")
    add("--unit", help="the column whose equal values are resampled together; the same references by default")
    add("--blocks", type=int, default=BLOCKS, help="how many blocks units are shared out to")
    add("--bad-rows", choices=("fail", "quarantine"), default="fail", help="what is done with rows that have no score")
    add("--language", default="", help="the language of the texts: metrics for others are refused")
