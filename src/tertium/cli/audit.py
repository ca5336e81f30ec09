"""``tertium audit``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options

if TYPE_CHECKING:
    from tertium.audit.corpus_audit import CorpusAudit
    from tertium.types import Matrix, TestSet

app = typer.Typer(
    name="audit",
    help="How many different translations would have got this score?",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_Bleu = Annotated[
    str, typer.Option("--metric", "-m", metavar="SPEC", help="BLEU, with any settings: `bleu:lowercase`.")
]


@app.command()
def segment(
    hypothesis: Annotated[
        str,
        typer.Argument(
            metavar="HYP", help="A hypothesis as text; or a file of them, with `--segment`.", show_default=False
        ),
    ],
    references: Annotated[
        list[str] | None,
        typer.Option("--reference", "-r", metavar="REF", help="A reference as text, or a file. Repeat for more."),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--segment", "-s", min=1, help="Which segment of the files, from 1.")
    ] = None,
    metric: _Bleu = "bleu",
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            "-a",
            metavar="SPEC",
            help="Other metrics, each asked for the twin it likes least. Default: meteor, chrf.",
        ),
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Option(
            "--word", "-w", metavar="WORD", help="What to put where BLEU does not look. Default: the paper's."
        ),
    ] = None,
    variants: Annotated[int, typer.Option("--variants", min=0, help="How many other orders to show.")] = 5,
    evaluations: Annotated[int, typer.Option("--budget", help="How many variants each search may look at.")] = 6000,
    epsilon: Annotated[
        float, typer.Option("--epsilon", min=0.0, help="The relative change of a score that counts as none.")
    ] = 0.01,
    seed: options.Seed = 12345,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
    threads: options.Threads = None,
) -> None:
    """Lay open the BLEU of one segment, and show other translations that would have got the same.

    Every variant that is shown has been scored again. `html` draws the blocks that can change places.

    **Examples**

    `tertium audit segment "he was taken to the plane" -r "he was led to the plane" -r "he was brought to a plane"`

    `tertium audit segment output.txt -r reference.txt --segment 12 --against meteor -f html -o audit.html`
    """
    from tertium.audit.segment_audit import audit_segment
    from tertium.cli.output import write
    from tertium.report.tables.segment_audit import describe_segment_audit

    text, others = _read_segment(hypothesis, references or [], number)
    found = audit_segment(
        text,
        others,
        metric,
        variants=variants,
        words=words,
        against=(() if "tokenize=char" in metric else ("meteor", "chrf")) if against is None else against,
        epsilon=epsilon,
        evaluations=evaluations,
        seed=seed,
        threads=threads,
    )
    write(describe_segment_audit(found), output_format, output)


def _read_segment(hypothesis: str, references: Sequence[str], number: int | None) -> tuple[str, list[str]]:
    """A hypothesis and its references: texts as they are, or one segment of files."""
    from tertium.cli.reading import open_input
    from tertium.cli.texts import is_file
    from tertium.errors import InputError

    if not references:
        raise InputError("there is no reference", remedy="Give one or more with -r")
    are_files = [is_file(text) for text in (hypothesis, *references)]
    if not any(are_files):
        if number is not None:
            raise InputError("texts have no numbers", remedy="Leave --segment out, or give files")
        return hypothesis, list(references)
    if not all(are_files):
        text = (hypothesis, *references)[are_files.index(False)]
        raise InputError(f"{text!r} is no file, and others are", remedy="Give texts only, or files only")
    test_set = open_input([hypothesis], references, None, None, "auto", None).read()
    number = number or 1
    if number > len(test_set):
        raise InputError(f"there is no segment {number}", remedy=f"Give 1 to {len(test_set)}")
    (texts,) = test_set.systems.values()
    return texts[number - 1], list(test_set.references.of(number - 1))


@app.command()
def corpus(
    hypotheses: options.Hypotheses,
    references: options.References = None,
    metric: _Bleu = "bleu",
    against: Annotated[
        str, typer.Option("--against", "-a", metavar="SPEC", help="The metric that pairs of outputs are contrasted by.")
    ] = "meteor",
    judgments: options.Judgments = None,
    blindness: Annotated[
        list[str] | None,
        typer.Option(
            "--ask",
            metavar="SPEC",
            help="A metric to ask which changes it does not see. Repeat. Default: bleu, chrf, ter, meteor.",
        ),
    ] = None,
    segments: Annotated[
        int, typer.Option("--changed", min=0, help="How many outputs are changed to ask that; 0 for none.")
    ] = 100,
    pairs: Annotated[int, typer.Option("--pairs", min=0, help="How many pairs of outputs to show.")] = 5,
    plots: options.Plots = None,
    plot_format: options.PlotFormat = "svg",
    names: options.Names = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    seed: options.Seed = 12345,
    output_format: options.Format = options.OutputFormat.TEXT,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Audit systems: how much freedom BLEU leaves, how sure differences are, what each metric cannot see.

    **Examples**

    `tertium audit corpus a.txt b.txt -r reference.txt`

    `tertium audit corpus a.txt b.txt -r reference.txt --against chrf --plots figures --plot-format png`

    `tertium audit corpus a.txt b.txt -r reference.txt -j judgments.tsv -f html -o audit.html`
    """
    from tertium.audit.corpus_audit import audit_corpus
    from tertium.cli.output import write
    from tertium.cli.progress import ProgressBar
    from tertium.cli.reading import open_input
    from tertium.report.tables.corpus_audit import describe_corpus_audit

    test_set = open_input(hypotheses, references, names, None, input_format, columns).read()
    other: str | Matrix = against if judgments is None else _read_people(judgments, test_set)
    asked = (blindness or ["bleu", "chrf", "ter", "meteor"]) if segments else []
    with ProgressBar(quiet=quiet) as progress:
        found = audit_corpus(
            test_set,
            metric,
            against=other,
            metrics=asked,
            pairs=pairs,
            segments=segments,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    pictures = _draw(found, plots, plot_format, embed=output_format == options.OutputFormat.HTML)
    write(describe_corpus_audit(found, pictures), output_format, output)


def _read_people(judgments: Path, test_set: TestSet) -> Matrix:
    from tertium.meta.judgments.judged_set import JudgedSet
    from tertium.meta.judgments.tidy import read_judgments

    return JudgedSet(judgments.stem, test_set, read_judgments(judgments)).segment_scores()


def _draw(audit: CorpusAudit, folder: Path | None, suffix: str, *, embed: bool) -> list[str]:
    from tertium.cli.plotting import save_plots
    from tertium.report.tables.corpus_audit import draw_corpus_audit

    if folder is None and not embed:
        return []
    return save_plots(draw_corpus_audit(audit), folder, suffix, embed=embed)
