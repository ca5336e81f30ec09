"""Find, without references, what no fluent speaker would have written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tertium.corpus.counts import Counts
from tertium.corpus.index import PhraseIndex
from tertium.corpus.normalisation import Normalisation
from tertium.corpus.providers import open_counts
from tertium.errors import InputError, SpecError
from tertium.mtness.chunking.chunker import Chunker
from tertium.mtness.comparison import SystemDifference, compare_all
from tertium.mtness.counting.proper_nouns import ProperNouns
from tertium.mtness.detection.detector import Rule
from tertium.mtness.detection.findings import Examination
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.repairs.repairer import LIMIT, Repairer
from tertium.mtness.resources.languages import find_language, shorten_code
from tertium.mtness.resources.opening import AUTO, NONE, choose_dictionary, choose_tagger, open_dictionary, open_tagger
from tertium.mtness.resources.spelling import SpellChecker
from tertium.mtness.text.segments import Segment
from tertium.progress import Progress
from tertium.stats.resampling import Resampling
from tertium.threads import resolve_threads
from tertium.types import References, TestSet


def open_pipeline(
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
    spelling: bool = False,
    limit: int = LIMIT,
) -> Pipeline:
    """All that is needed to examine translations into a language.

    Args:
        language: The two letters of the target language.
        counts: Where phrases are counted: a provider, or its spec, such as ``index(spanish.index)``.
        source_language: The two letters of the source language; without it, no other translations are tried.
        rules: A folder of rules for the target language; ours if None.
        tagger: ``apertium``, ``spacy``, ``spacy(model)``, ``wordlist``, ``wordlist(file)``; ``auto`` is Apertium where
            it is installed, else our small lists.
        dictionary: ``apertium``, ``pairs``, ``pairs(file)``, or ``none``.
        rule: When a chunk is an instance.
        names: Whether names are replaced by frequent noun phrases where a chunk is not found.
        vary: Whether other forms of the words beside a repair are looked up where the text has too rare ones.
        spelling: Whether words are checked by Hunspell's dictionaries too.
        limit: How many alternatives a word may have.

    Raises:
        SpecError: There is no such thing.
        InputError: A file is missing or wrong.
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
    hints = ["", "", ""]
    if tagger == AUTO:
        tagger, hints[0] = choose_tagger(language)
    if dictionary == AUTO:
        dictionary, hints[1] = choose_dictionary(source_language or "", language)
    found, inflector = open_dictionary(dictionary, source_language or "", language)
    provider = open_counts(counts, normalisation=Normalisation(language)) if isinstance(counts, str) else counts
    if isinstance(provider, PhraseIndex) and provider.normalisation.language not in ("", language):
        hints[2] = f"the index is of the language {provider.normalisation.language!r}, and the output of {language!r}"
    checkers = [SpellChecker.of(each) for each in (language, source_language) if each] if spelling else []
    return Pipeline(
        open_tagger(tagger, language),
        Chunker.of(folder),
        Repairer.of(folder, found, inflector, limit),
        provider,
        ProperNouns.of(folder) if names else None,
        vary,
        rule or Rule(),
        checkers,
        f"{source_language}-{language}" if source_language else "",
        list(filter(None, hints)),
    )


def examine(
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
    """What is wrong with the output of one system.

    Args:
        outputs: The output, one segment an entry.
        pipeline: What to examine it with; ``open_pipeline`` makes one.
        sources: The source segments, if known: alternatives are other translations of their words.
        documents: The document of each segment, if known.
        system: The name of the system.
        everything: Whether to tell of chunks that are fine, too, and of those that nothing can be told of.
        progress: Called with the number of segments done.
        threads: How many threads count.
    """
    for what, column in (("sources", sources), ("documents", documents)):
        if column is not None and len(column) != len(outputs):
            raise InputError(
                f"there are {len(outputs):,} outputs and {len(column):,} {what}", remedy="Give one for each segment"
            )
    references = References.from_nested([[]] * len(outputs))
    test_set = TestSet({system or "output": outputs}, references, sources=sources, documents=documents)
    found = examine_systems(test_set, pipeline, everything=everything, progress=progress, threads=threads)
    return found[0]


def examine_systems(
    test_set: TestSet,
    pipeline: Pipeline,
    *,
    everything: bool = False,
    progress: Progress | None = None,
    threads: int | None = None,
) -> list[Examination]:
    """What is wrong with the output of each system; what one has is an alternative for the others.

    Args:
        test_set: The systems, with sources where they are known; references are not looked at.
        pipeline: What to examine them with.
        everything: Whether to tell of chunks that are fine, too, and of those that nothing can be told of.
        progress: Called with the number of segments done.
        threads: How many threads count.
    """
    ledger = pipeline.open_ledger(threads=threads)
    return [
        pipeline.examine(make_segments(test_set, name), name, everything=everything, ledger=ledger, progress=progress)
        for name in test_set.systems
    ]


def compare_examinations(
    examinations: Sequence[Examination], resampling: Resampling | None = None, threads: int | None = None
) -> list[SystemDifference]:
    """Which systems have fewer instances, for all pairs."""
    return compare_all(examinations, resampling, resolve_threads(threads))


def make_segments(test_set: TestSet, system: str) -> list[Segment]:
    """The segments of one system of a test set."""
    others: Sequence[Mapping[str, str]] = [
        {name: texts[number] for name, texts in test_set.systems.items() if name != system}
        for number in range(len(test_set))
    ]
    return [
        Segment(
            text,
            test_set.sources[number] if test_set.sources is not None else None,
            test_set.documents[number] if test_set.documents is not None else "",
            others[number],
        )
        for number, text in enumerate(test_set.systems[system])
    ]
