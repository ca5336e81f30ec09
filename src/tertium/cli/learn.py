"""``tertium mtness learn``."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tertium.cli import options
from tertium.cli.output_check import OutputCheckedCommand
from tertium.cli.remarks import remark
from tertium.errors import InputError, SpecError
from tertium.stats import SEED

if TYPE_CHECKING:
    from tertium.mtness import ConfusionTable, Pipeline

_SYSTEM = "System"


def learn(
    texts: Annotated[
        list[Path],
        typer.Argument(
            metavar="TEXT...",
            help="Text by people in the target language, one segment per line, plain or compressed. The index must "
            "not have it.",
            show_default=False,
        ),
    ],
    language: Annotated[
        str, typer.Option("--language", "-l", metavar="LANGUAGE", help="The target language, such as es.")
    ],
    source_language: Annotated[
        str, typer.Option("--source-language", metavar="LANGUAGE", help="The source language, such as ca.")
    ],
    index: Annotated[
        Path, typer.Option("--index", "-i", metavar="INDEX", help="An index of the target language, of other text.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where the table goes; compressed if it ends in .gz."),
    ] = None,
    learned: Annotated[
        str | None,
        typer.Option(
            "--learned",
            metavar="FILE",
            help="Learn only the weights, for this table, which was learned before; `auto` for ours.",
        ),
    ] = None,
    choices: Annotated[
        str,
        typer.Option(
            "--choices",
            metavar="FILE",
            help="Which small words fit the words around them, as for `tertium mtness`, for the weights.",
        ),
    ] = "auto",
    there: Annotated[
        str | None,
        typer.Option(
            "--there",
            metavar="COMMAND",
            help="Translates from the target language to the source language: reads lines, writes lines. By default "
            "Apertium.",
            rich_help_panel=_SYSTEM,
            show_default=False,
        ),
    ] = None,
    back: Annotated[
        str | None,
        typer.Option(
            "--back",
            metavar="COMMAND",
            help="The system: translates from the source language to the target language. By default Apertium.",
            rich_help_panel=_SYSTEM,
            show_default=False,
        ),
    ] = None,
    source_texts: Annotated[
        list[Path] | None,
        typer.Option(
            "--source-text",
            metavar="FILE",
            help="Text by people in the source language, one file per kind of text: how often each repair is right "
            "there. Repeat.",
        ),
    ] = None,
    thesaurus: Annotated[
        Path | None,
        typer.Option(
            "--thesaurus",
            metavar="FILE",
            help="A MyThes thesaurus of the target language (th_*.dat): synonyms are not mistakes.",
        ),
    ] = None,
    learned_weights: Annotated[
        Path | None,
        typer.Option(
            "--weights", metavar="FILE", help="Learn the weights of all evidence too, and write them to this file."
        ),
    ] = None,
    lines: Annotated[
        int,
        typer.Option("--lines", metavar="N", help="Maximum number of lines of each text, at random.", min=100),
    ] = 100_000,
    least: Annotated[int, typer.Option("--least", metavar="N", help="How often a confusion has to occur.", min=2)] = 3,
    replace: options.Replace = False,
    seed: options.Seed = SEED,
    quiet: options.Quiet = False,
) -> None:
    """Learn what a machine-translation system gets wrong, for `tertium mtness --learned`.

    Text by people goes to the source language and back through the system. What differs from the original is what this
    system confuses. A tenth of the text is put aside to find how often each repair is right.

    **Examples**

    `tertium mtness learn news.es.txt.gz -l es --source-language ca --index spanish.index -o ca-es.tsv.gz`

    `tertium mtness learn news.es.txt -l es --source-language de -i spanish.index --there 'mt es-de' --back 'mt de-es'
    --source-text news.de.txt -o de-es.tsv.gz`

    `tertium mtness learn news.en.txt -l en --source-language es -i english.index --learned auto --weights es-en.json`
    """
    from tertium import mtness as room
    from tertium.cli.progress import ProgressBar
    from tertium.files.lines import iterate_lines
    from tertium.files.whole import keep_work, write_whole
    from tertium.languages import read_languages, to_two_letters

    _check_places(output, learned_weights, learned)
    for place in (output, learned_weights):
        keep_work(place, replace=replace)
    if learned is not None and (source_texts or thesaurus):
        raise SpecError("--source-text and --thesaurus are for tables", remedy="Leave them out, or leave out --learned")

    language, source_language = read_languages(language, source_language)
    try:
        room.choose_dictionary(to_two_letters(source_language), to_two_letters(language))
        dictionary = "auto"
    except SpecError as error:
        remark(f"other translations are not suggested: {error.message}")
        dictionary = "none"

    def read(path: Path) -> list[str]:
        return room.draw_lines(iterate_lines(path), lines, seed)

    with (
        room.open_mtness(
            language,
            f"index({index})",
            source_language=source_language,
            dictionary=dictionary,
            spelling=False,
            confusions=learned or "none",
            choices=choices,
        ) as pipeline,
        room.open_translator(language, source_language, there) as forth,
        room.open_translator(source_language, language, back) as home,
    ):
        bars: list[ProgressBar] = []

        def show(task: str) -> ProgressBar:
            for bar in bars:
                bar.__exit__(None, None, None)
            remark(f"translating {task}")
            bars.append(ProgressBar(unit="lines", quiet=quiet))
            return bars[-1]

        try:
            found = room.learn_system(
                [line for path in texts for line in read(path)],
                pipeline,
                forth,
                home,
                source_texts=[read(path) for path in source_texts or ()],
                equivalents=room.open_equivalents(language, pipeline.tagger, thesaurus),
                table=_get_table(pipeline, learned),
                train=learned_weights is not None,
                least=least,
                progress=None if quiet else show,
            )
        finally:
            for bar in bars:
                bar.__exit__(None, None, None)
    if output is not None:
        found.table.write(output)
    if learned_weights is not None:
        write_whole(found.combiner.render().encode(), learned_weights)
    if learned is not None:
        typer.echo(f"{len(found.combiner.weights):,} weights from {found.lines:,} lines")
        return
    style = sum(each.synonyms for each in found.table.confusions)
    typer.echo(f"{len(found.table.confusions):,} confusions from {found.lines:,} lines, {style:,} of them style")
    if source_texts:
        typer.echo(f"{len(found.table.habits):,} of known frequency in translations of text by people")


def _get_table(pipeline: Pipeline, learned: str | None) -> ConfusionTable | None:
    """Return the table that is kept; None if one is to be learned."""
    if learned is not None and pipeline.confusions is None:
        raise InputError(
            f"there is no table to keep for {pipeline.language_pair}",
            remedy="Learn one first: leave out --learned, and give --output",
        )
    return pipeline.confusions if learned is not None else None


def _check_places(table: Path | None, weights: Path | None, learned: str | None) -> None:
    """Refuse places that cannot be written to: to learn takes long."""
    if learned is None and table is None:
        raise SpecError("there is no place for the table", remedy="Give one with --output")
    if learned is not None and (table is not None or weights is None):
        raise SpecError("with --learned only weights are learned", remedy="Give --weights FILE and leave out --output")
    for path in (table, weights):
        if path is not None and not path.parent.is_dir():
            raise InputError("there is no such folder", file=path.parent, remedy="Make it, or name another place")
    if weights is not None and table is not None and weights.resolve() == table.resolve():
        raise InputError("--output and --weights are the same file", file=table, remedy="Name two files")


class LearningCommand(OutputCheckedCommand):
    """A command with another one inside of it: `mtness`, and `mtness learn`."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the inner command where the first argument is its name."""
        inner = self.commands.get(args[0]) if args else None
        if inner is None:
            return super().make_context(info_name, args, parent=parent, **extra)
        return inner.make_context(f"{info_name} {args[0]}", args[1:], parent=parent, **extra)

    @cached_property
    def commands(self) -> dict[str, Any]:
        """The inner command by its name."""
        app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode="markdown")
        app.command(cls=OutputCheckedCommand, context_settings={"help_option_names": ["-h", "--help"]})(learn)
        return {learn.__name__: typer.main.get_command(app)}
