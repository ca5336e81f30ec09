"""Learn what a machine-translation system gets wrong, from text that it translates there and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tertium.errors import InputError, SpecError
from tertium.mtness.detection.combiner import Combiner, list_features
from tertium.mtness.detection.judge import Judge, WeighedText
from tertium.mtness.learning.differences import learn_confusions
from tertium.mtness.learning.equivalents import Equivalents
from tertium.mtness.learning.exchanges import exchange_words
from tertium.mtness.learning.habits import learn_habits
from tertium.mtness.learning.training import Example, find_right, train_combiner
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.resources.command_translator import TextTranslator
from tertium.mtness.resources.confusions import ConfusionTable
from tertium.mtness.segment import Segment
from tertium.progress import Progress

SHORTEST, LONGEST_LINE = 4, 40
"""How many words a line has to have to be of use."""

_APART = 10
_MOST_APART = 5000
_FEWEST_LINES = 100


@dataclass(frozen=True)
class LearnedSystem:
    """What was learned about a system.

    Attributes:
        table: What it confuses.
        combiner: The weights of all evidence: those of the pipeline, or new ones if that was asked for.
        lines: How many lines of text were of use.
    """

    table: ConfusionTable
    combiner: Combiner
    lines: int


def learn_system(
    texts: Sequence[str],
    pipeline: Pipeline,
    there: TextTranslator,
    back: TextTranslator,
    *,
    source_texts: Sequence[Sequence[str]] = (),
    equivalents: Equivalents | None = None,
    table: ConfusionTable | None = None,
    train: bool = False,
    least: int = 3,
    progress: Callable[[str], Progress] | None = None,
) -> LearnedSystem:
    """Learn what a system gets wrong.

    Args:
        texts: Lines that people wrote in the target language, and that the corpus of the pipeline does not have.
        pipeline: The pipeline of the target language.
        there: Translates from the target language to the source language.
        back: The system: it translates from the source language to the target language.
        source_texts: Lines that people wrote in the source language, by kinds of text.
        equivalents: What is style, and no mistake.
        table: What the system is known to confuse: then all lines are for the weights.
        train: Whether the weights of all evidence are learned as well.
        least: How often a confusion has to occur.
        progress: Makes what is called with the number of lines that are done, for each task by its name.

    Raises:
        InputError: There are too few lines.
        SpecError: The pipeline has no corpus.
    """
    judge = pipeline.judge
    if judge is None:
        raise SpecError(
            "the pipeline has no language model", remedy="Open it with an index and without the paper's rule"
        )
    lines = choose_lines(texts)
    if len(lines) < _FEWEST_LINES:
        raise InputError(
            f"there are only {len(lines)} lines of {SHORTEST} to {LONGEST_LINE} words",
            remedy=f"Give at least {_FEWEST_LINES}; 100,000 are better",
        )
    start = progress or (lambda _: lambda *_: None)
    sources = there.translate(lines, start("to the source language"))
    returned = back.translate(sources, start("back"))
    normalisation = judge.model.normalisation
    originals, words = normalisation.split_many(lines), normalisation.split_many(returned)
    way = f"lines through {there.version} and {back.version}"
    chosen = list(range(0, len(lines), _APART)[:_MOST_APART]) if table is None else list(range(len(lines)))
    origin = f"{len(chosen):,} {way}"
    if table is None:
        apart = set(chosen)
        taught = [place for place in range(len(lines)) if place not in apart]
        confusions = learn_confusions(
            [words[place] for place in taught], [originals[place] for place in taught], judge.model, least=least
        )
        if equivalents is not None:
            confusions = equivalents.mark(confusions)
        table = ConfusionTable(confusions, {}, pipeline.language_pair, f"{len(taught):,} {way}")
        origin = f"{len(chosen):,} of {table.origin}"
    own = replace(judge, table=table)
    texts_apart, sources_apart = [lines[place] for place in chosen], [sources[place] for place in chosen]
    machine = _weigh(pipeline, own, [returned[place] for place in chosen], sources_apart)
    human = _weigh(pipeline, own, texts_apart, sources_apart)
    combiner = judge.combiner
    if train:
        right = [originals[place] for place in chosen]
        examples = [*_label(machine, right), *_label(human, None)]
        if judge.choices is not None:
            exchanged = exchange_words(texts_apart, judge.choices, table, normalisation)
            examples += _label(_weigh(pipeline, own, exchanged, sources_apart), right)
        combiner = train_combiner(examples, origin)
    translated = []
    for number, each in enumerate(source_texts, 1):
        some = choose_lines(each)
        outputs = back.translate(some, start(f"source text {number}"))
        translated.append(_weigh(pipeline, own, outputs, some))
    habits = learn_habits(combiner, [machine, human], translated) if translated else table.habits
    return LearnedSystem(replace(table, habits=habits), combiner, len(lines))


def choose_lines(texts: Sequence[str]) -> list[str]:
    """Return the lines that are neither too short nor too long to be of use, each once."""
    found = (" ".join(line.split()) for line in texts)
    return list(dict.fromkeys(line for line in found if SHORTEST <= line.count(" ") + 1 <= LONGEST_LINE))


def _weigh(pipeline: Pipeline, judge: Judge, outputs: Sequence[str], sources: Sequence[str]) -> WeighedText:
    segments = [Segment(text=text, source=source) for text, source in zip(outputs, sources, strict=True)]
    return pipeline.weigh(pipeline.repair(pipeline.chunk(pipeline.tag(segments))), judge)


def _label(text: WeighedText, originals: Sequence[Sequence[str]] | None) -> list[Example]:
    """Each repair and whether it is right: in text by people none is, and what is style never is."""
    repairs = list(text.likely_repairs())
    if originals is None:
        right = [False] * len(repairs)
    else:
        right = find_right(
            [
                (text.words[number], repair.change, originals[number])
                for number, repair, _ in repairs
                if repair.change is not None
            ]
        )
    return [
        Example(
            list_features(repair, evidence),
            str(repair.action),
            each and not (repair.confusion is not None and repair.confusion.synonyms),
            bool(evidence.strength) and repair.action.settled_by_counts,
        )
        for (_, repair, evidence), each in zip(repairs, right, strict=True)
    ]
