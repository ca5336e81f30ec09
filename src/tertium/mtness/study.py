"""Open a pipeline for a language, and find machine-translationness in the output of systems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tertium.corpus.counts import Counts
from tertium.corpus.index import PhraseIndex
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.providers import open_counts
from tertium.errors import InputError, MissingExtraError, SpecError
from tertium.mtness.chunking.chunker import Chunker
from tertium.mtness.counting.proper_nouns import ProperNouns
from tertium.mtness.detection.combiner import Combiner
from tertium.mtness.detection.rule import Rule
from tertium.mtness.examination import Examination
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.repairs.repairer import LIMIT, Repairer
from tertium.mtness.resources.confusions import ConfusionTable, find_table, find_weights
from tertium.mtness.resources.languages import find_language, shorten_code
from tertium.mtness.resources.opening import AUTO, NONE, choose_dictionary, choose_tagger, open_dictionary, open_tagger
from tertium.mtness.resources.spelling import SpellChecker
from tertium.mtness.resources.word_choices import WordChoices, find_choices
from tertium.mtness.segment import Segment
from tertium.progress import Progress
from tertium.types import References, TestSet

# See docs/explanation/mtness-evaluation.md.
_EXPERIMENTAL = ("fr",)


def open_mtness(
    language: str,
    counts: Counts | str | None = None,
    *,
    source_language: str | None = None,
    rules: str | Path | None = None,
    tagger: str = AUTO,
    dictionary: str = AUTO,
    rule: Rule | None = None,
    names: bool = True,
    vary: bool = True,
    spelling: bool | None = None,
    limit: int = LIMIT,
    confusions: str | Path = AUTO,
    choices: str | Path = AUTO,
    weights: Path | None = None,
    counts_alone: bool = False,
) -> Pipeline:
    """Open the pipeline that finds machine-translationness in a language; it is a context manager.

    Args:
        language: The two letters of the target language.
        counts: Where spans are counted: a provider, or its spec, such as ``index(spanish.index)``. Without it, only
            the stages before counting can be run.
        source_language: The two letters of the source language; without it, other translations are not suggested.
        rules: A folder of rules for the target language; ours if None.
        tagger: ``apertium``, ``spacy``, ``spacy(model)``, ``wordlist``, ``wordlist(file)``; ``auto`` is Apertium where
            it is installed, else our small lists.
        dictionary: ``apertium``, ``pairs``, ``pairs(file)``, or ``none``; ``auto`` as for taggers.
        rule: The thresholds of detection.
        names: Whether names are replaced by frequent noun phrases where a span is not found.
        vary: Whether other forms of the words beside a repair are counted where those of the text are too rare.
        spelling: Whether words are checked with Hunspell's dictionaries too. If None, they are where the dictionary is
            installed, unless the tagger is ``wordlist``, which knows too few words to tell names from others.
        limit: The maximum number of suggestions per word.
        confusions: What the system is known to confuse: a table that ``tertium mtness learn`` made; ``auto`` is ours
            for Apertium where we have one for the languages, and ``none`` is none.
        choices: Which small words fit which words around them: a table that ``learn_choices`` made; ``auto`` is ours
            where we have one for the language, and ``none`` is none.
        weights: The weights of all evidence, as ``tertium mtness learn --weights`` writes them; ours if None.
        counts_alone: Whether counts alone decide, without a language model and anything learned.

    Raises:
        SpecError: There is no such language, tagger, dictionary or provider.
        InputError: A file is missing or wrong.

    >>> from tertium.mtness import find_mtness, open_mtness
    >>> from tertium.samples import mtness as samples
    >>> corpus = samples.path("corpus.es.txt")
    >>> with open_mtness(
    ...     "es", f"scan({corpus})", source_language="ca", tagger="wordlist", dictionary="pairs"
    ... ) as pipeline:
    ...     examination = find_mtness(["El salario limpio."], pipeline, sources=["El salari net."])
    >>> [(each.text, each.best.text) for each in examination.instances]
    [('salario limpio', 'salario neto')]
    """
    language = shorten_code(language)
    source_language = None if source_language is None else shorten_code(source_language)
    folder = find_language(rules or language)
    if source_language is None:
        if dictionary not in (AUTO, NONE):
            raise SpecError(
                f"the dictionary {dictionary!r} needs a source language", remedy="Give its two letters, such as ca"
            )
        dictionary = NONE
    hints = ["", "", "", ""]
    if tagger == AUTO:
        tagger, hints[0] = choose_tagger(language)
    if dictionary == AUTO:
        dictionary, hints[1] = choose_dictionary(source_language or "", language)
    found, inflector = open_dictionary(dictionary, source_language or "", language)
    provider = open_counts(counts, normalisation=Normalisation(language)) if isinstance(counts, str) else counts
    if isinstance(provider, PhraseIndex) and provider.normalisation.language not in ("", language):
        hints[2] = f"the index is of the language {provider.normalisation.language!r}, and the output of {language!r}"
    checkers = _open_checkers(language, source_language, tagger, spelling)
    if spelling is None and not checkers and not tagger.startswith("wordlist"):
        hints[3] = (
            "misspelt and untranslated words are not looked for: the extra 'spelling', or a Hunspell dictionary of "
            f"{language!r}, is not installed (see tertium doctor)"
        )
    return Pipeline(
        tagger=open_tagger(tagger, language, folder if rules else None),
        chunker=Chunker.of(folder),
        repairer=Repairer.of(folder, found, inflector, limit=limit),
        counts=provider,
        names=ProperNouns.of(folder) if names else None,
        vary=vary,
        rule=rule or Rule(),
        combiner=None if counts_alone else _open_combiner(weights, f"{source_language}-{language}"),
        confusions=_open_confusions(confusions, f"{source_language}-{language}"),
        choices=_open_choices(choices, language),
        checkers=checkers,
        language_pair=f"{source_language}-{language}" if source_language else "",
        hints=list(filter(None, hints)),
    )


def _open_combiner(weights: Path | None, language_pair: str) -> Combiner:
    path = weights or find_weights(language_pair)
    return Combiner.read() if path is None else Combiner.read(path)


def _open_confusions(table: str | Path, language_pair: str) -> ConfusionTable | None:
    if table == NONE:
        return None
    path = find_table(language_pair) if table == AUTO else Path(table)
    return None if path is None else ConfusionTable.read(path)


def _open_choices(table: str | Path, language: str) -> WordChoices | None:
    if table == NONE:
        return None
    path = find_choices(language) if table == AUTO else Path(table)
    return None if path is None else WordChoices.read(path)


def _open_checkers(language: str, source: str | None, tagger: str, wanted: bool | None) -> list[SpellChecker]:
    """Return the dictionaries of the target language and the source language; those that there are, if None is said."""
    if wanted or (wanted is None and not tagger.startswith("wordlist")):
        found = [_open_checker(language, required=wanted is True)]
        found += [_open_checker(source, required=wanted is True)] if source and found[0] else []
        return [each for each in found if each is not None]
    return []


def _open_checker(language: str, *, required: bool) -> SpellChecker | None:
    try:
        return SpellChecker.of(language)
    except (InputError, MissingExtraError):
        if required:
            raise
        return None


def find_mtness(
    outputs: Sequence[str],
    pipeline: Pipeline,
    *,
    sources: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    system: str = "",
    everything: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Examination:
    """Find machine-translationness in the output of one system.

    Args:
        outputs: The segments of the output.
        pipeline: The pipeline; ``open_mtness`` opens one.
        sources: The source segments, if known: other translations of their words are suggested.
        documents: The document of each segment, if known.
        system: The name of the system.
        everything: Whether findings include spans that are fine or undecided.
        progress: Called with the number of segments done.
        threads: The number of threads that count.

    Raises:
        InputError: There are not as many sources or documents as outputs.

    >>> from tertium.mtness import find_mtness, open_mtness
    >>> from tertium.samples import mtness as samples
    >>> pipeline = open_mtness("es", f"scan({samples.path('corpus.es.txt')})", tagger="wordlist")
    >>> examination = find_mtness(["El disco es lleno."], pipeline)
    >>> [(each.text, each.best.text, str(each.error)) for each in examination.instances]
    [('es lleno', 'está lleno', 'ser/estar')]
    """
    for what, column in (("sources", sources), ("documents", documents)):
        if column is not None and len(column) != len(outputs):
            raise InputError(
                f"there are {len(outputs):,} outputs and {len(column):,} {what}", remedy="Give one for each segment"
            )
    references = References.from_nested([[]] * len(outputs))
    test_set = TestSet(
        systems={system or "output": outputs}, references=references, sources=sources, documents=documents
    )
    found = find_mtness_by_system(test_set, pipeline, everything=everything, progress=progress, threads=threads)
    return found[0]


def find_mtness_by_system(
    test_set: TestSet,
    pipeline: Pipeline,
    *,
    everything: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
) -> list[Examination]:
    """Find machine-translationness in the output of each system; the words of one are suggested to the others.

    Args:
        test_set: The systems, with sources where they are known; references are not used.
        pipeline: The pipeline; ``open_mtness`` opens one.
        everything: Whether findings include spans that are fine or undecided.
        progress: Called with the number of segments done.
        threads: The number of threads that count.
    """
    ledger = pipeline.open_ledger(threads=threads)
    return [
        pipeline.examine(make_segments(test_set, name), name, everything=everything, ledger=ledger, progress=progress)
        for name in test_set.systems
    ]


def make_segments(test_set: TestSet, system: str) -> list[Segment]:
    """Return the segments of one system of a test set."""
    return [
        Segment(
            text=text,
            source=test_set.sources[number] if test_set.sources is not None else None,
            document=test_set.documents[number] if test_set.documents is not None else "",
            id=test_set.ids[number] if test_set.ids is not None else "",
            other_systems={name: texts[number] for name, texts in test_set.systems.items() if name != system},
        )
        for number, text in enumerate(test_set.systems[system])
    ]


def list_hints(pipeline: Pipeline, test_set: TestSet) -> list[str]:
    """Return what could be installed or given for more suggestions, and how far results can be trusted."""
    hints = list(pipeline.hints)
    if pipeline.chunker.language in _EXPERIMENTAL:
        hints.append("this language is experimental: findings are few, and nobody has checked them")
    table = pipeline.confusions
    if table is not None and table.language_pair not in ("", pipeline.language_pair):
        hints.append(f"the table of confusions is of {table.language_pair}, and the output of {pipeline.language_pair}")
    if pipeline.language_pair and test_set.sources is None:
        hints.append("other translations are not suggested, since there are no source segments (--source)")
    if not pipeline.language_pair and test_set.sources is not None:
        hints.append("other translations are not suggested, since the source language is not known (--source-language)")
    return hints
