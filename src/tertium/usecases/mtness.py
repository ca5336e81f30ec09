"""Find machine-translationness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.errors import InputError, SpecError
from tertium.json_result import JsonResult
from tertium.mtness import MIN_PROBABILITY, Stage
from tertium.options import INPUT, argument, option
from tertium.registry import BILINGUAL, COUNTS, DICTIONARIES, MTNESS_FORMATS, TAGGERS
from tertium.stats import CONFIDENCE, SEED
from tertium.usecases import fields
from tertium.usecases.use_case import Runtime, UseCase, tell

if TYPE_CHECKING:
    from tertium.mtness import Examination, Pipeline, Segment, SystemDifference
    from tertium.report import Document
    from tertium.types import TestSet

_RESOURCES = "Resources"
_DETECTION = "Detection"


@dataclass(frozen=True, kw_only=True)
class MtnessRequest:
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

    outputs: Annotated[
        tuple[str, ...],
        argument(
            "OUTPUT...",
            help="One file per system, one segment per line; or a table (TSV, CSV, JSONL …) or localisation "
            "file (XLIFF, TMX, PO, DOCX, XLSX) that has sources too. `-` is standard input.",
            is_path=True,
        ),
    ]
    language: Annotated[
        str | None,
        option(
            "--language",
            "-l",
            metavar="LANGUAGE",
            help="The language of the output: es, ca, en, fr; any with --rules. By default what the file says of it.",
        ),
    ] = None
    source: fields.Source = None
    source_language: Annotated[
        str | None,
        option(
            "--source-language",
            metavar="LANGUAGE",
            help="The language of the source; by default what a localisation file says of it. Without it, other "
            "translations are not suggested.",
            group=INPUT,
        ),
    ] = None
    index: Annotated[
        Path | None,
        option(
            "--index",
            "-i",
            metavar="INDEX",
            help="Where to count: an index, as made by `tertium index build`.",
            is_path=True,
        ),
    ] = None
    counts: Annotated[
        str | None,
        option(
            "--counts",
            metavar="PROVIDER",
            help=f"Another provider of counts, such as `scan(text.gz)`. There are: {', '.join(COUNTS)}.",
        ),
    ] = None
    tagger: Annotated[
        str,
        option(
            "--tagger",
            metavar="NAME",
            help=f"The tagger: {', '.join(TAGGERS)}, with a model or file in parentheses, as in `spacy(model)`. `auto` "
            "is Apertium where it is installed, else our own small lists.",
            group=_RESOURCES,
        ),
    ] = "auto"
    dictionary: Annotated[
        str,
        option(
            "--dictionary",
            metavar="NAME",
            help=f"The dictionary: {', '.join(DICTIONARIES)} or none, with a file in parentheses, as in "
            "`pairs(file.tsv)`. `auto` is Apertium where it is installed, else our own small table.",
            group=_RESOURCES,
        ),
    ] = "auto"
    rules: Annotated[
        Path | None,
        option(
            "--rules",
            metavar="FOLDER",
            is_path=True,
            help="Your own rules for spans and suggestions.",
            group=_RESOURCES,
        ),
    ] = None
    spelling: Annotated[
        bool | None,
        option(
            "--spelling/--no-spelling",
            help="Check words with Hunspell's dictionaries too. By default, where that of the language is installed "
            "and the tagger is not `wordlist`.",
            group=_RESOURCES,
        ),
    ] = None
    paper: Annotated[
        bool,
        option(
            "--paper",
            help="The paper's rule alone, for a corpus as large as the Web: a span that is not found is a candidate.",
            group=_DETECTION,
        ),
    ] = False
    learned: Annotated[
        str,
        option(
            "--learned",
            metavar="FILE",
            help="What the system is known to confuse, as made by `tertium mtness learn`. `auto` is our table for "
            "Apertium, if there is one for the languages. Give `none` for the output of another system.",
            group=_RESOURCES,
        ),
    ] = "auto"
    choices: Annotated[
        str,
        option(
            "--choices",
            metavar="FILE",
            help="Which small words fit the words around them, as made by `tertium.mtness.learn_choices`. `auto` is "
            "our table, if there is one for the language; `none` for no table.",
            group=_RESOURCES,
        ),
    ] = "auto"
    weights: Annotated[
        Path | None,
        option(
            "--weights",
            metavar="FILE",
            is_path=True,
            help="Weights of all evidence, as made by `tertium mtness learn --weights`; ours by default.",
            group=_RESOURCES,
        ),
    ] = None
    min_probability: Annotated[
        float,
        option(
            "--min-probability",
            metavar="P",
            help="How probable it has to be, by all evidence, that something is wrong.",
            group=_DETECTION,
        ),
    ] = MIN_PROBABILITY
    counts_alone: Annotated[
        bool,
        option(
            "--counts-alone",
            help="Judge by counts alone: no language model, and nothing learned.",
            group=_DETECTION,
        ),
    ] = False
    min_ratio: Annotated[
        float,
        option(
            "--min-ratio",
            help="How many times as often a suggestion has to occur.",
            least=1,
            group=_DETECTION,
        ),
    ] = 5.0
    max_count: Annotated[
        int,
        option(
            "--max-count",
            help="A span that occurs more often is never an instance.",
            least=0,
            group=_DETECTION,
        ),
    ] = 1000
    significance: Annotated[
        float,
        option(
            "--significance",
            help="The threshold of p, for instances and candidates.",
            group=_DETECTION,
        ),
    ] = 0.01
    keep_names: Annotated[
        bool,
        option(
            "--keep-names",
            help="Count names as they are, without frequent noun phrases in their place.",
            group=_DETECTION,
        ),
    ] = False
    max_suggestions: Annotated[
        int,
        option(
            "--max-suggestions",
            metavar="N",
            help="Maximum number of suggestions per word.",
            least=1,
            group=_DETECTION,
        ),
    ] = 6
    everything: Annotated[bool, option("--all", help="List spans that are fine or undecided too.")] = False
    by_word: Annotated[
        bool,
        option(
            "--by-word",
            help="For developers of a system: source word, wrong word, suggestion, and how often. TSV has one row for "
            "each.",
        ),
    ] = False
    stop_after: Annotated[Stage | None, option("--stop-after", help="Show the result of a stage, and stop.")] = None
    max_rows: Annotated[
        int, option("--max-rows", metavar="N", help="Maximum number of findings in a table.", least=1)
    ] = 50
    names: fields.Names = ()
    document_ids: fields.DocumentIds = None
    input_format: fields.InputFormat = "auto"
    columns: fields.ColumnNames = None
    confidence: fields.Confidence = CONFIDENCE
    resamples: fields.ResamplesOfTests = None
    seed: fields.Seed = SEED


@dataclass(frozen=True)
class ExaminedSystems(JsonResult):
    """What was found in the output of systems.

    Attributes:
        examinations: The findings of each system.
        differences: How systems differ, each pair of them.
        stopped: The segments of the first system after a stage, if the run was stopped there.
    """

    json_fields = "systems=examinations comparisons=differences"

    examinations: Sequence[Examination] = ()
    differences: Sequence[SystemDifference] = ()
    stopped: Sequence[Segment] | None = None


def run(request: MtnessRequest, runtime: Runtime) -> ExaminedSystems:
    """Find the machine-translationness of the systems of a request."""
    from tertium import mtness
    from tertium.metrics import choose_resampling

    _check(request)
    with _open(request, runtime) as (pipeline, test_set):
        _warn(mtness.list_hints(pipeline, test_set))
        if request.stop_after is not None:
            shown, *others = test_set.systems
            if others:
                tell(f"with --stop-after, only the first system is shown: {shown}")
            return ExaminedSystems(stopped=pipeline.run(mtness.make_segments(test_set, shown), request.stop_after))
        with runtime.progress() as progress:
            examinations = mtness.find_mtness_by_system(
                test_set, pipeline, everything=request.everything, progress=progress, threads=runtime.threads
            )
    _warn(warning for each in examinations for warning in each.warnings)
    resampling = choose_resampling(len(examinations), "all", request.confidence, request.resamples, request.seed)
    return ExaminedSystems(examinations, mtness.compare_mtness(examinations, resampling, runtime.threads))


def describe(result: ExaminedSystems, request: MtnessRequest) -> Document:
    """Return the findings as a document."""
    from tertium.report import describe_examinations, describe_stage

    if result.stopped is not None and request.stop_after is not None:
        return describe_stage(request.stop_after, result.stopped)
    document = describe_examinations(
        result.examinations, result.differences, limit=request.max_rows, by_word=request.by_word
    )
    return document if len(result.examinations) == 1 else replace(document, make_data=result.to_dict)


def _check(request: MtnessRequest) -> None:
    """Refuse fields that do not go together."""
    if request.index is not None and request.counts is not None:
        raise InputError("two corpora to count in are given", remedy="Give --index or --counts")
    needs_counts = request.stop_after is None or request.stop_after is Stage.COUNTS
    if request.index is None and request.counts is None and needs_counts:
        raise InputError(
            "there is no corpus to count in",
            remedy="Give --index, made by `tertium index build TEXT... -o INDEX`, or --counts, or --stop-after spans",
        )


@contextmanager
def _open(request: MtnessRequest, runtime: Runtime) -> Iterator[tuple[Pipeline, TestSet]]:
    """Open the pipeline and the outputs of a request."""
    from tertium import mtness
    from tertium.languages import read_languages, to_two_letters
    from tertium.text import open_test_set

    given = read_languages(request.language, request.source_language)
    test_set = open_test_set(
        request.outputs,
        names=request.names or None,
        sources=request.source,
        documents=request.document_ids,
        format=request.input_format,
        columns=request.columns,
        check_text=False,
        language=given.target,
        source_language=given.source,
    ).read()
    if runtime.output_format in MTNESS_FORMATS and (len(test_set.systems) > 1 or request.stop_after is not None):
        raise InputError(
            f"the format {runtime.output_format} shows the findings of one system",
            remedy="Give one file and no --stop-after, or choose another format",
        )
    language = given.target or to_two_letters(test_set.language)
    if not language:
        raise InputError("the language of the output is not known", remedy="Give it with --language, such as -l es")
    rule = mtness.Rule(
        max_count=request.max_count,
        min_ratio=request.min_ratio,
        significance=request.significance,
        absence_significance=request.significance,
        tested=not request.paper,
        min_probability=request.min_probability,
    )
    with mtness.open_mtness(
        language,
        request.counts if request.index is None else f"index({request.index})",
        source_language=given.source or _find_source_language(request, language),
        rules=request.rules,
        tagger=request.tagger,
        dictionary=request.dictionary,
        rule=rule,
        names=not request.keep_names,
        spelling=request.spelling,
        limit=request.max_suggestions,
        confusions=request.learned,
        choices=request.choices,
        weights=request.weights,
        counts_alone=request.counts_alone,
    ) as pipeline:
        yield pipeline, test_set


def _find_source_language(request: MtnessRequest, language: str) -> str | None:
    """Return the language of the source, if a localisation file says it and there is a dictionary to use it with."""
    from tertium.languages import to_two_letters
    from tertium.mtness import choose_dictionary
    from tertium.text import find_format, read_bilingual

    path = request.outputs[0]
    if path == "-" or find_format(path, request.input_format) not in BILINGUAL:
        return None
    found = to_two_letters(read_bilingual(path, request.input_format, target_language=language).source_language)
    if found and request.dictionary == "auto":
        try:
            choose_dictionary(found, to_two_letters(language))
        except SpecError as error:
            tell(f"other translations are not suggested: {error.message}")
            return None
    return found or None


def _warn(warnings: Iterable[str]) -> None:
    """Warn of each once."""
    for warning in dict.fromkeys(warnings):
        tell(warning)


MTNESS = UseCase(
    name="mtness",
    request=MtnessRequest,
    run=run,
    describe=describe,
    formats=tuple(MTNESS_FORMATS),
    format_help="The output format. `languagetool` is the JSON of LanguageTool's server, for editors and CAT tools; "
    "of one system.",
    results=("tertium.mtness:Examination", "tertium.usecases.mtness:ExaminedSystems"),
)
