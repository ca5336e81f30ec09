"""``tertium mtness``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tertium.cli import options
from tertium.cli.remarks import remark
from tertium.mtness import MIN_PROBABILITY, Stage
from tertium.registry import BILINGUAL, COUNTS, DICTIONARIES, MTNESS_FORMATS, TAGGERS
from tertium.stats import CONFIDENCE, SEED

if TYPE_CHECKING:
    MtnessFormat = str | None
else:
    MtnessFormat = options.offer_formats(
        *MTNESS_FORMATS,
        help_text="The output format. `languagetool` is the JSON of LanguageTool's server, for editors and CAT tools; "
        "of one system.",
    )

_RESOURCES = "Resources"
_DETECTION = "Detection"


def mtness(
    outputs: Annotated[
        list[str],
        typer.Argument(
            metavar="OUTPUT...",
            help="One file per system, one segment per line; or a table (TSV, CSV, JSONL …) or localisation "
            "file (XLIFF, TMX, PO, DOCX, XLSX) that has sources too. `-` is standard input.",
            show_default=False,
        ),
    ],
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            "-l",
            metavar="LANGUAGE",
            help="The language of the output: es, ca, en, fr; any with --rules. By default what the file says of it.",
            show_default=False,
        ),
    ] = None,
    source: options.Sources = None,
    source_language: Annotated[
        str | None,
        typer.Option(
            "--source-language",
            metavar="LANGUAGE",
            help="The language of the source; by default what a localisation file says of it. Without it, other "
            "translations are not suggested.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(
            "--index", "-i", metavar="INDEX", help="Where to count: an index, as made by `tertium index build`."
        ),
    ] = None,
    counts: Annotated[
        str | None,
        typer.Option(
            "--counts",
            metavar="PROVIDER",
            help=f"Another provider of counts, such as `scan(text.gz)`. There are: {', '.join(COUNTS)}.",
        ),
    ] = None,
    tagger: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"The tagger: {', '.join(TAGGERS)}, with a model or file in parentheses, as in `spacy(model)`. `auto` "
            "is Apertium where it is installed, else our own small lists.",
            rich_help_panel=_RESOURCES,
        ),
    ] = "auto",
    dictionary: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"The dictionary: {', '.join(DICTIONARIES)} or none, with a file in parentheses, as in "
            "`pairs(file.tsv)`. `auto` is Apertium where it is installed, else our own small table.",
            rich_help_panel=_RESOURCES,
        ),
    ] = "auto",
    rules: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Your own rules for spans and suggestions.", rich_help_panel=_RESOURCES),
    ] = None,
    spelling: Annotated[
        bool | None,
        typer.Option(
            "--spelling/--no-spelling",
            help="Check words with Hunspell's dictionaries too. By default, where that of the language is installed "
            "and the tagger is not `wordlist`.",
            rich_help_panel=_RESOURCES,
            show_default=False,
        ),
    ] = None,
    paper: Annotated[
        bool,
        typer.Option(
            "--paper",
            help="The paper's rule alone, for a corpus as large as the Web: a span that is not found is a candidate.",
            rich_help_panel=_DETECTION,
        ),
    ] = False,
    learned: Annotated[
        str,
        typer.Option(
            "--learned",
            metavar="FILE",
            help="What the system is known to confuse, as made by `tertium mtness learn`. `auto` is our table for "
            "Apertium, if there is one for the languages. Give `none` for the output of another system.",
            rich_help_panel=_RESOURCES,
        ),
    ] = "auto",
    choices: Annotated[
        str,
        typer.Option(
            "--choices",
            metavar="FILE",
            help="Which small words fit the words around them, as made by `tertium.mtness.learn_choices`. `auto` is "
            "our table, if there is one for the language; `none` for no table.",
            rich_help_panel=_RESOURCES,
        ),
    ] = "auto",
    weights: Annotated[
        Path | None,
        typer.Option(
            "--weights",
            metavar="FILE",
            help="Weights of all evidence, as made by `tertium mtness learn --weights`; ours by default.",
            rich_help_panel=_RESOURCES,
            show_default=False,
        ),
    ] = None,
    min_probability: Annotated[
        float,
        typer.Option(
            "--min-probability",
            metavar="P",
            help="How probable it has to be, by all evidence, that something is wrong.",
            rich_help_panel=_DETECTION,
        ),
    ] = MIN_PROBABILITY,
    counts_alone: Annotated[
        bool,
        typer.Option(
            "--counts-alone",
            help="Judge by counts alone: no language model, and nothing learned.",
            rich_help_panel=_DETECTION,
        ),
    ] = False,
    min_ratio: Annotated[
        float,
        typer.Option(
            "--min-ratio",
            help="How many times as often a suggestion has to occur.",
            min=1,
            rich_help_panel=_DETECTION,
        ),
    ] = 5.0,
    max_count: Annotated[
        int,
        typer.Option(
            "--max-count",
            help="A span that occurs more often is never an instance.",
            min=0,
            rich_help_panel=_DETECTION,
        ),
    ] = 1000,
    significance: Annotated[
        float,
        typer.Option(
            "--significance",
            help="The threshold of p, for instances and candidates.",
            rich_help_panel=_DETECTION,
        ),
    ] = 0.01,
    keep_names: Annotated[
        bool,
        typer.Option(
            "--keep-names",
            help="Count names as they are, without frequent noun phrases in their place.",
            rich_help_panel=_DETECTION,
        ),
    ] = False,
    max_suggestions: Annotated[
        int,
        typer.Option(
            "--max-suggestions",
            metavar="N",
            help="Maximum number of suggestions per word.",
            min=1,
            rich_help_panel=_DETECTION,
        ),
    ] = 6,
    everything: Annotated[bool, typer.Option("--all", help="List spans that are fine or undecided too.")] = False,
    by_word: Annotated[
        bool,
        typer.Option(
            "--by-word",
            help="For developers of a system: source word, wrong word, suggestion, and how often. TSV has one row for "
            "each.",
        ),
    ] = False,
    stop_after: Annotated[
        Stage | None, typer.Option("--stop-after", help="Show the result of a stage, and stop.")
    ] = None,
    max_rows: Annotated[
        int, typer.Option("--max-rows", metavar="N", help="Maximum number of findings in a table.", min=1)
    ] = 50,
    names: options.Names = None,
    document_ids: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    confidence: options.Confidence = CONFIDENCE,
    resamples: options.ResamplesOfTests = None,
    seed: options.Seed = SEED,
    output_format: MtnessFormat = None,
    output: options.Output = None,
    threads: options.Threads = None,
    quiet: options.Quiet = False,
) -> None:
    """Find, without references, what no fluent speaker would have written, and suggest corrections.

    For each word suggestions are made: other translations, other forms, what the system is known to confuse, *ser* for
    *estar*, and more. They are judged by their counts in a large corpus, a language model of it, and what was learned
    about the system. What is probably wrong is an *instance* of machine-translationness, with a probability. A span
    that is not found where it should be is a *candidate*. Several systems are compared.

    **Examples**

    `tertium mtness output.es.txt -l es --source text.ca.txt --source-language ca --index spanish.index`

    `tertium mtness old.txt new.txt -l es -s text.ca.txt --source-language ca -i spanish.index -f html -o page.html`

    `tertium mtness output.es.txt -l es --stop-after spans`

    `tertium mtness output.es.txt -l es -s text.ca.txt --source-language ca -i spanish.index -f json -o findings.json`
    (for `tertium postedit review findings.json`)

    `tertium mtness learn --help` (how to learn what another system gets wrong)
    """
    from tertium import mtness as room
    from tertium.cli.output import write
    from tertium.cli.progress import ProgressBar
    from tertium.errors import InputError
    from tertium.languages import read_languages, to_two_letters
    from tertium.metrics import choose_resampling
    from tertium.report import describe_examinations, describe_stage
    from tertium.text import open_test_set

    if index is not None and counts is not None:
        raise InputError("two corpora to count in are given", remedy="Give --index or --counts")
    if index is None and counts is None and (stop_after is None or stop_after is Stage.COUNTS):
        raise InputError(
            "there is no corpus to count in",
            remedy="Give --index, made by `tertium index build TEXT... -o INDEX`, or --counts, or --stop-after spans",
        )
    given = read_languages(language, source_language)
    test_set = open_test_set(
        outputs,
        names=names or None,
        sources=source,
        documents=document_ids,
        format=input_format,
        columns=columns,
        check_text=False,
        language=given.target,
        source_language=given.source,
    ).read()
    if output_format in MTNESS_FORMATS and (len(test_set.systems) > 1 or stop_after is not None):
        raise InputError(
            f"the format {output_format} shows the findings of one system",
            remedy="Give one file and no --stop-after, or choose another format",
        )
    language = given.target or to_two_letters(test_set.language)
    if not language:
        raise InputError("the language of the output is not known", remedy="Give it with --language, such as -l es")
    source_language = given.source or _find_source_language(outputs[0], input_format, language, dictionary)
    rule = room.Rule(
        max_count=max_count,
        min_ratio=min_ratio,
        significance=significance,
        absence_significance=significance,
        tested=not paper,
        min_probability=min_probability,
    )
    with room.open_mtness(
        language,
        counts if index is None else f"index({index})",
        source_language=source_language,
        rules=rules,
        tagger=tagger,
        dictionary=dictionary,
        rule=rule,
        names=not keep_names,
        spelling=spelling,
        limit=max_suggestions,
        confusions=learned,
        choices=choices,
        weights=weights,
        counts_alone=counts_alone,
    ) as pipeline:
        _warn(room.list_hints(pipeline, test_set))
        if stop_after is not None:
            shown, *others = test_set.systems
            if others:
                _warn([f"with --stop-after, only the first system is shown: {shown}"])
            segments = pipeline.run(room.make_segments(test_set, shown), stop_after)
            write(describe_stage(stop_after, segments), output_format, output)
            return
        with ProgressBar(quiet=quiet) as progress:
            examinations = room.find_mtness_by_system(
                test_set, pipeline, everything=everything, progress=progress, threads=threads
            )
    _warn(warning for each in examinations for warning in each.warnings)
    resampling = choose_resampling(len(examinations), "all", confidence, resamples, seed)
    compared = room.compare_mtness(examinations, resampling, threads)
    write(describe_examinations(examinations, compared, limit=max_rows, by_word=by_word), output_format, output)


def _find_source_language(path: str, input_format: str, language: str, dictionary: str) -> str | None:
    """Return the language of the source, if a localisation file says it and there is a dictionary to use it with."""
    from tertium.errors import SpecError
    from tertium.languages import to_two_letters
    from tertium.mtness import choose_dictionary
    from tertium.text import find_format, read_bilingual

    if path == "-" or find_format(path, input_format) not in BILINGUAL:
        return None
    found = to_two_letters(read_bilingual(path, input_format, target_language=language).source_language)
    if found and dictionary == "auto":
        try:
            choose_dictionary(found, to_two_letters(language))
        except SpecError as error:
            _warn([f"other translations are not suggested: {error.message}"])
            return None
    return found or None


def _warn(warnings: Iterable[str]) -> None:
    """Print each warning once, on standard error, so that results can be piped on."""
    for warning in dict.fromkeys(warnings):
        remark(f"{warning}.")
