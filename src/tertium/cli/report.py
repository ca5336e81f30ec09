"""``tertium report``."""

from __future__ import annotations

import shlex
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.cli.progress import ProgressBar
from tertium.cli.reading import drop_references, label_systems, open_input
from tertium.registry import PARSERS, SYSTEM_TESTS
from tertium.stats import CONFIDENCE, SEED

if TYPE_CHECKING:
    from tertium.mtness import Pipeline

_METRICS = ("chrf", "bleu", "ter")
_PARTS = "Parts of the report"


def report(
    hypotheses: options.Hypotheses,
    references: options.References = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="SPEC",
            help=f"A metric, such as `bleu:lowercase`. Repeat for more. Default: {', '.join(_METRICS)}. "
            "`tertium metrics` lists all.",
        ),
    ] = None,
    verdict: Annotated[
        str | None,
        typer.Option(
            "--verdict",
            metavar="SPEC",
            help="The metric of the verdict and of the segments. Default: chrf if it is among the metrics, else the "
            "first.",
        ),
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The title of the report.")] = "",
    source: options.Sources = None,
    judgments: options.Judgments = None,
    index: Annotated[
        Path | None,
        typer.Option(
            "--index",
            "-i",
            metavar="INDEX",
            help="An index of a corpus, as made by `tertium index build`, to find spans that are not fluent. It needs "
            "--language.",
            rich_help_panel=_PARTS,
        ),
    ] = None,
    source_language: Annotated[
        str | None,
        typer.Option(
            "--source-language",
            metavar="CODE",
            help="The language of the source, for --index.",
            rich_help_panel=_PARTS,
        ),
    ] = None,
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs",
            min=0,
            metavar="N",
            help="How many systems, the next ones by score, the best is contrasted with.",
            rich_help_panel=_PARTS,
        ),
    ] = 3,
    examples: Annotated[
        int,
        typer.Option(
            "--examples",
            min=0,
            metavar="N",
            help="Number of segments to show in which each of two systems is better.",
            rich_help_panel=_PARTS,
        ),
    ] = 10,
    top: Annotated[
        int,
        typer.Option("--top", min=1, metavar="N", help="Maximum number of n-grams per table.", rich_help_panel=_PARTS),
    ] = 10,
    alignments: Annotated[
        bool,
        typer.Option("--alignments/--no-alignments", help="Align the words of all segments.", rich_help_panel=_PARTS),
    ] = True,
    trees: Annotated[
        str | None,
        typer.Option(
            "--trees",
            metavar="PARSER",
            help=f"Parse all segments, to show their trees; this takes long. One of: {', '.join(PARSERS)}.",
            rich_help_panel=_PARTS,
        ),
    ] = None,
    kinds: options.Kinds = None,
    names: options.Names = None,
    document_ids: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    language: options.TargetLanguage = None,
    method: Annotated[
        str,
        options.choice(
            "--test",
            "-t",
            among=SYSTEM_TESTS,
            help="The paired test. Default: bootstrap.",
            panel=options.STATISTICS,
        ),
    ] = "bootstrap",
    confidence: options.Confidence = CONFIDENCE,
    resamples: options.ResamplesOfTests = None,
    seed: options.Seed = SEED,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Write one page about a test set: which system is best, whether that is significant, and where systems differ.

    The page needs no other file and no network. It begins with a verdict in a sentence. Ranked groups, pairs, scores by
    length and word frequency, characteristic n-grams, the largest differences and all segments follow; then what BLEU
    leaves open, agreement with judgments (`-j`) and machine-translationness (`--index`). Other formats have the tables.

    **Examples**

    `tertium report a.txt b.txt c.txt -r reference.txt -s source.txt -o report.html`

    `tertium report *.txt -r ref1.txt -r ref2.txt -m chrf -m bleu -m ter -m meteor --title "WMT17 de-en" -o report.html`

    `tertium report a.txt b.txt -r reference.txt -f md`
    """
    from tertium.cli.output import write
    from tertium.meta import read_judgments
    from tertium.metrics import choose_resampling
    from tertium.report import StudyOptions, StudyOrigin, describe_study, digest_files, study_test_set

    reader = open_input(
        hypotheses,
        references,
        names,
        document_ids,
        input_format,
        columns,
        sources=source,
        language=language,
        unescape=unescape,
        check_text=check_text,
    )
    test_set = drop_references(reader, label_systems(reader.read(), kinds or (), strict=True))
    files: list[tuple[str, str]] = [(each.role, str(each.path)) for each in reader.requests]
    said = None
    if judgments is not None:
        said = read_judgments(judgments, {}, test_set=test_set)
        files.append(("judgments", str(judgments)))
    with ExitStack() as stack, ProgressBar(quiet=quiet) as progress:
        pipeline = None if index is None else stack.enter_context(_open(index, language, source_language))
        chosen = StudyOptions(
            metric=verdict,
            pairs=pairs,
            top=examples,
            alignments=alignments,
            trees=trees,
            judgments=said,
            pipeline=pipeline,
            method=method,
            resampling=choose_resampling(len(test_set.systems), "all", confidence, resamples, seed),
        )
        study = study_test_set(
            test_set,
            metrics or _METRICS,
            chosen,
            origin=StudyOrigin(digest_files(files), shlex.join(["tertium", *sys.argv[1:]])),
            threads=threads,
            progress=progress,
        )
    write(describe_study(study, title=title, ngrams=top), output_format, output)


def _open(index: Path, language: str | None, source_language: str | None) -> Pipeline:
    from tertium.errors import InputError
    from tertium.languages import read_languages, to_two_letters
    from tertium.mtness import open_mtness

    given = read_languages(language, source_language)
    if not given.target:
        raise InputError("the language of the output is not known", remedy="Give it with --language, such as -l es")
    return open_mtness(to_two_letters(given.target), f"index({index})", source_language=given.source or None)
