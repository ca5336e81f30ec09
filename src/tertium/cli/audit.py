"""``tertium audit``."""

from __future__ import annotations

from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.texts import References, SegmentNumber, SystemName, Texts, take_input
from tertium.stats import SEED

app = typer.Typer(
    name="audit",
    help="Find out what BLEU does not see: other translations with the same score, and unreliable differences.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_PROBES = ("bleu", "chrf", "ter", "meteor")
_Bleu = Annotated[
    str, typer.Option("--metric", "-m", metavar="SPEC", help="BLEU, with any settings: `bleu:lowercase`.")
]


@app.command()
def segment(
    texts: Texts,
    references: References = None,
    number: SegmentNumber = None,
    system: SystemName = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    metric: _Bleu = "bleu",
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            "-a",
            metavar="SPEC",
            help="Another metric, to find the twin with its worst score. Repeat for more. Default: meteor, chrf.",
        ),
    ] = None,
    replacements: Annotated[
        list[str] | None,
        typer.Option(
            "--replacement",
            metavar="WORD",
            help="Replacement for unmatched words. Repeat for more. Default: black, helicopters.",
        ),
    ] = None,
    variants: Annotated[int, typer.Option("--variants", min=0, help="Number of other orders to show.")] = 5,
    evaluations: Annotated[int, typer.Option("--budget", help="Maximum number of variants per search.")] = 6000,
    epsilon: Annotated[
        float, typer.Option("--epsilon", min=0.0, help="Relative change of a score that counts as none.")
    ] = 0.01,
    seed: options.Seed = SEED,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
) -> None:
    """Show how the BLEU of one segment is computed, and other translations with the same BLEU.

    Every variant has been verified by rescoring. `html` draws the blocks that can be reordered. Put `--` before texts
    that begin with a dash.

    **Examples**

    `tertium audit segment "he was taken to the plane" "he was led to the plane" "he was brought to a plane"`

    `tertium audit segment output.txt -r reference.txt --segment 12 --against meteor -f html -o audit.html`
    """
    from tertium.audit import audit_segment
    from tertium.cli.output import write
    from tertium.report import describe_segment_audit

    chosen = take_input(texts, references, number, system, input_format, columns)
    found = audit_segment(
        chosen.hypothesis,
        chosen.references,
        metric,
        variants=variants,
        replacements=replacements,
        against=(() if "tokenize=char" in metric else ("meteor", "chrf")) if against is None else against,
        epsilon=epsilon,
        evaluations=evaluations,
        seed=seed,
        threads=threads,
    )
    write(describe_segment_audit(found), output_format, output)


@app.command()
def corpus(
    hypotheses: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[HYP...]",
            help="One file per system, or one file with everything, with `-r`. Not with `--data`.",
            show_default=False,
        ),
    ] = None,
    data: options.Folders = None,
    pairs: options.LanguagePairs = None,
    systems: options.Systems = None,
    references: options.References = None,
    metric: _Bleu = "bleu",
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            "-a",
            metavar="SPEC",
            help="Another metric, to contrast pairs of outputs. Default: judgments of segments if there are any, else "
            "meteor.",
        ),
    ] = None,
    judgments: options.Judgments = None,
    judgment: options.JudgmentKind = None,
    probes: Annotated[
        list[str] | None,
        typer.Option(
            "--probe",
            metavar="SPEC",
            help="A metric to probe for edits that it fails to penalise. Repeat for more. "
            "Default: bleu, chrf, ter, meteor.",
        ),
    ] = None,
    edited: Annotated[
        int,
        typer.Option("--edited", min=0, metavar="N", help="Number of outputs to edit for the probes; 0 for no probes."),
    ] = 100,
    contrasts: Annotated[
        int, typer.Option("--contrasts", min=0, metavar="N", help="Maximum number of pairs of outputs to show.")
    ] = 5,
    plots: options.Plots = None,
    plot_format: options.PlotFormat = options.DEFAULT_PLOT_FORMAT,
    source: options.Sources = None,
    names: options.Names = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    language: options.TargetLanguage = None,
    seed: options.Seed = SEED,
    output_format: options.Format = None,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Audit systems: the freedom that BLEU leaves, the reliability of differences, and edits that metrics miss.

    **Examples**

    `tertium audit corpus a.txt b.txt -r reference.txt`

    `tertium audit corpus a.txt b.txt -r reference.txt --against chrf --plots figures --plot-format png`

    `tertium audit corpus a.txt b.txt -r reference.txt -j judgments.tsv -f html -o audit.html`

    `tertium audit corpus --data wmt17-toen --language-pair de-en --unescape`
    """
    from tertium.audit import audit_corpus
    from tertium.cli import judged_input
    from tertium.cli.judged_columns import JudgedColumns
    from tertium.cli.output import write
    from tertium.cli.plotting import save_plots
    from tertium.cli.progress import ProgressBar
    from tertium.cli.reading import leave_out_references, open_input
    from tertium.errors import SpecError
    from tertium.report import describe_corpus_audit

    judged_input.check_origin(
        bool(data), bool(hypotheses), references, judgments, pairs, language, source=source, files="HYP and -r"
    )
    if against and (judgments or judgment):
        raise SpecError(
            "pairs of outputs are contrasted by a metric or by judgments",
            remedy="Leave --against out, or --judgments and --judgment",
        )
    roles = JudgedColumns.parse(columns, judgments=judgments is not None)
    if hypotheses:
        reader = open_input(
            hypotheses,
            references,
            names,
            None,
            input_format,
            roles.outputs,
            sources=source,
            language=language,
            unescape=unescape,
            check_text=check_text,
        )
        judged = judged_input.read_perhaps_judged(reader, judgments, systems or (), roles.judgments)
        judged = judged.restrict(leave_out_references(reader, judged.test_set.systems))
    else:
        found = judged_input.read_folders(
            data or (), pairs or (), systems or (), unescape=unescape, check_text=check_text
        )
        judged = judged_input.require_one(found, "an audit")
    people = None if against else judged_input.take_human_scores(judged, judgment)
    with ProgressBar(quiet=quiet) as progress:
        audited = audit_corpus(
            judged.test_set,
            metric,
            against=against or "meteor" if people is None else people,
            probes=(probes or _PROBES) if edited else (),
            contrasts=contrasts,
            edited=edited,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    document = describe_corpus_audit(audited)
    save_plots(document, plots, plot_format)
    write(document, output_format, output)
