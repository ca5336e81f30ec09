"""Learn what a machine-translation system gets wrong."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError, SpecError
from tertium.files.lines import iterate_lines
from tertium.files.whole import keep_work, write_whole
from tertium.options import argument, option
from tertium.stats import SEED
from tertium.usecases import fields
from tertium.usecases.use_case import ProgressDisplay, Runtime, UseCase, tell

if TYPE_CHECKING:
    from tertium.mtness import ConfusionTable, Pipeline

_SYSTEM = "System"


@dataclass(frozen=True, kw_only=True)
class LearnRequest:
    """Learn what a machine-translation system gets wrong, for `tertium mtness --learned`.

    Text by people goes to the source language and back through the system. What differs from the original is what this
    system confuses. A tenth of the text is put aside to find how often each repair is right.

    **Examples**

    `tertium mtness learn news.es.txt.gz -l es --source-language ca --index spanish.index -o ca-es.tsv.gz`

    `tertium mtness learn news.es.txt -l es --source-language de -i spanish.index --there 'mt es-de' --back 'mt de-es'
    --source-text news.de.txt -o de-es.tsv.gz`

    `tertium mtness learn news.en.txt -l en --source-language es -i english.index --learned auto --weights es-en.json`
    """

    texts: Annotated[
        tuple[Path, ...],
        argument(
            "TEXT...",
            help="Text by people in the target language, one segment per line, plain or compressed. The index must "
            "not have it.",
            is_path=True,
        ),
    ]
    language: Annotated[str, option("--language", "-l", metavar="LANGUAGE", help="The target language, such as es.")]
    source_language: Annotated[
        str, option("--source-language", metavar="LANGUAGE", help="The source language, such as ca.")
    ]
    index: Annotated[
        Path, option("--index", "-i", metavar="INDEX", help="An index of the target language, of other text.")
    ]
    output: Annotated[
        Path | None,
        option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where the table goes; compressed if it ends in .gz.",
            is_written=True,
        ),
    ] = None
    learned: Annotated[
        str | None,
        option(
            "--learned",
            metavar="FILE",
            help="Learn only the weights, for this table, which was learned before; `auto` for ours.",
        ),
    ] = None
    choices: Annotated[
        str,
        option(
            "--choices",
            metavar="FILE",
            help="Which small words fit the words around them, as for `tertium mtness`, for the weights.",
        ),
    ] = "auto"
    there: Annotated[
        str | None,
        option(
            "--there",
            metavar="COMMAND",
            help="Translates from the target language to the source language: reads lines, writes lines. By default "
            "Apertium.",
            group=_SYSTEM,
        ),
    ] = None
    back: Annotated[
        str | None,
        option(
            "--back",
            metavar="COMMAND",
            help="The system: translates from the source language to the target language. By default Apertium.",
            group=_SYSTEM,
        ),
    ] = None
    source_texts: Annotated[
        tuple[Path, ...],
        option(
            "--source-text",
            metavar="FILE",
            help="Text by people in the source language, one file per kind of text: how often each repair is right "
            "there. Repeat.",
        ),
    ] = ()
    thesaurus: Annotated[
        Path | None,
        option(
            "--thesaurus",
            metavar="FILE",
            help="A MyThes thesaurus of the target language (th_*.dat): synonyms are not mistakes.",
        ),
    ] = None
    learned_weights: Annotated[
        Path | None,
        option(
            "--weights",
            metavar="FILE",
            help="Learn the weights of all evidence too, and write them to this file.",
            is_written=True,
        ),
    ] = None
    lines: Annotated[
        int,
        option("--lines", metavar="N", help="Maximum number of lines of each text, at random.", least=100),
    ] = 100_000
    least: Annotated[int, option("--least", metavar="N", help="How often a confusion has to occur.", least=2)] = 3
    replace: fields.Replace = False
    seed: fields.Seed = SEED


def run(request: LearnRequest, runtime: Runtime) -> str:
    """Learn what the system of a request gets wrong, and write the table and the weights."""
    from tertium import mtness
    from tertium.languages import read_languages, to_two_letters

    _check(request)
    for place in (request.output, request.learned_weights):
        keep_work(place, replace=request.replace)
    language, source_language = read_languages(request.language, request.source_language)
    try:
        mtness.choose_dictionary(to_two_letters(source_language), to_two_letters(language))
        dictionary = "auto"
    except SpecError as error:
        tell(f"other translations are not suggested: {error.message}")
        dictionary = "none"

    def read(path: Path) -> list[str]:
        return mtness.draw_lines(iterate_lines(path), request.lines, request.seed)

    with (
        mtness.open_mtness(
            language,
            f"index({request.index})",
            source_language=source_language,
            dictionary=dictionary,
            spelling=False,
            confusions=request.learned or "none",
            choices=request.choices,
        ) as pipeline,
        mtness.open_translator(language, source_language, request.there) as forth,
        mtness.open_translator(source_language, language, request.back) as home,
        ExitStack() as shown,
    ):

        def show(task: str) -> ProgressDisplay:
            shown.close()
            runtime.begin(f"translating {task}")
            return shown.enter_context(runtime.progress("lines"))

        found = mtness.learn_system(
            [line for path in request.texts for line in read(path)],
            pipeline,
            forth,
            home,
            source_texts=[read(path) for path in request.source_texts],
            equivalents=mtness.open_equivalents(language, pipeline.tagger, request.thesaurus),
            table=_get_table(pipeline, request.learned),
            train=request.learned_weights is not None,
            least=request.least,
            progress=show,
        )
    if request.output is not None:
        found.table.write(request.output)
    if request.learned_weights is not None:
        write_whole(found.combiner.render().encode(), request.learned_weights)
    if request.learned is not None:
        return f"{len(found.combiner.weights):,} weights from {found.lines:,} lines"
    style = sum(each.synonyms for each in found.table.confusions)
    text = f"{len(found.table.confusions):,} confusions from {found.lines:,} lines, {style:,} of them style"
    if request.source_texts:
        text += f"\n{len(found.table.habits):,} of known frequency in translations of text by people"
    return text


def _get_table(pipeline: Pipeline, learned: str | None) -> ConfusionTable | None:
    """Return the table that is kept; None if one is to be learned."""
    if learned is not None and pipeline.confusions is None:
        raise InputError(
            f"there is no table to keep for {pipeline.language_pair}",
            remedy="Learn one first: leave out --learned, and give --output",
        )
    return pipeline.confusions if learned is not None else None


def _check(request: LearnRequest) -> None:
    """Refuse places that cannot be written to, before learning, which takes long, and fields without an effect."""
    table, weights, learned = request.output, request.learned_weights, request.learned
    if learned is None and table is None:
        raise SpecError("there is no place for the table", remedy="Give one with --output")
    if learned is not None and (table is not None or weights is None):
        raise SpecError("with --learned only weights are learned", remedy="Give --weights FILE and leave out --output")
    for path in (table, weights):
        if path is not None and not path.parent.is_dir():
            raise InputError("there is no such folder", file=path.parent, remedy="Make it, or name another place")
    if weights is not None and table is not None and weights.resolve() == table.resolve():
        raise InputError("--output and --weights are the same file", file=table, remedy="Name two files")
    if learned is not None and (request.source_texts or request.thesaurus):
        raise SpecError("--source-text and --thesaurus are for tables", remedy="Leave them out, or leave out --learned")


MTNESS_LEARN = UseCase(name="mtness learn", request=LearnRequest, run=run, describe=None, uses_threads=False)
