"""The whole way from text to findings, one stage after the other; each can be looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from tertium._core import __version__
from tertium.corpus.counts import Counts
from tertium.corpus.index import PhraseIndex
from tertium.corpus.language_model import LanguageModel
from tertium.corpus.normalisation import Normalisation
from tertium.errors import SpecError
from tertium.languages import is_language
from tertium.mtness.chunking.chunker import Chunker
from tertium.mtness.corpus_fit import CorpusFit
from tertium.mtness.counting.counter import Generalisation, count_segments
from tertium.mtness.counting.forms import Forms
from tertium.mtness.counting.ledger import Ledger
from tertium.mtness.counting.likelihoods import weigh_repairs
from tertium.mtness.counting.proper_nouns import ProperNouns
from tertium.mtness.detection.combiner import Combiner
from tertium.mtness.detection.detector import detect, gather_evidence
from tertium.mtness.detection.findings import Finding, Verdict
from tertium.mtness.detection.judge import Judge, WeighedText
from tertium.mtness.detection.rule import Rule
from tertium.mtness.examination import Examination
from tertium.mtness.misspelt_words import Spelling
from tertium.mtness.repairs.repairer import Repairer
from tertium.mtness.resources.confusions import ConfusionTable
from tertium.mtness.resources.dictionary import SourceWord
from tertium.mtness.resources.form_cache import FormStore
from tertium.mtness.resources.spelling import SpellChecker
from tertium.mtness.resources.word_choices import WordChoices
from tertium.mtness.segment import Segment
from tertium.mtness.stages import Stage
from tertium.mtness.text.tagger import Analyser, Tagger
from tertium.mtness.text.tags import Part
from tertium.progress import Progress


@dataclass(kw_only=True)
class Pipeline:
    """All that is needed to examine translations into one language.

    Attributes:
        tagger: Tells words from each other.
        chunker: Makes spans of them.
        repairer: Makes suggestions of those.
        counts: Counts them; only stages before it can be had if None.
        names: What stands for names; they are as good as other words if None.
        vary: Whether other forms of the words beside a repair are looked up where the text has too rare ones.
        rule: When a span is an instance.
        combiner: The weights of all evidence; without it, counts alone decide, as they do where the provider does not
            say how many words it counts in.
        confusions: What the system is known to confuse.
        choices: Which small words fit which words around them.
        checkers: Spelling of the target language, and of the source language; words are not checked if empty.
        language_pair: Source and target, such as ``ca-es``; empty if not both are known.
        hints: What might be installed for better results.
    """

    tagger: Tagger
    chunker: Chunker
    repairer: Repairer
    counts: Counts | None = None
    names: ProperNouns | None = None
    vary: bool = True
    rule: Rule = field(default_factory=Rule)
    combiner: Combiner | None = None
    confusions: ConfusionTable | None = None
    choices: WordChoices | None = None
    checkers: Sequence[SpellChecker] = ()
    language_pair: str = ""
    hints: Sequence[str] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the programs that taggers and dictionaries run; they are started again if they are needed."""
        for each in (self.tagger, self.repairer.dictionary, self.repairer.inflector):
            close = getattr(each, "close", None)
            if close is not None:
                close()

    def tag(self, segments: Sequence[Segment], progress: Progress | None = None) -> list[Segment]:
        """Return the words of each segment."""
        tokens = self.tagger.tag([segment.text for segment in segments], progress)
        return [segment.with_tokens(found) for segment, found in zip(segments, tokens, strict=True)]

    def chunk(self, segments: Sequence[Segment]) -> list[Segment]:
        """Return the spans of each segment."""
        return self.chunker.chunk(segments)

    def repair(self, segments: Sequence[Segment]) -> list[Segment]:
        """Return what might be changed in each segment."""
        return self.repairer.repair(segments)

    def count(self, segments: Sequence[Segment], ledger: Ledger | None = None) -> list[Segment]:
        """Return how often spans and their suggestions occur."""
        return count_segments(segments, ledger or self.open_ledger(), Generalisation(self.names, self._forms))

    @cached_property
    def _forms(self) -> Forms | None:
        """The forms of the words of the corpus, where both can be asked for them."""
        tagger, index = self.tagger, self.counts
        if not (self.vary and isinstance(tagger, Analyser) and isinstance(index, PhraseIndex)):
            return None
        table = FormStore().get(self.tagger.version, index.describe(), lambda: Forms.of(tagger, index.unigrams()).table)
        return Forms.restore(table)

    def weigh(self, segments: Sequence[Segment], judge: Judge, ledger: Ledger | None = None) -> WeighedText:
        """Return segments with all evidence about what might be changed in them.

        Args:
            segments: The segments, with what might be changed.
            judge: Has the language model, and what the system confuses.
            ledger: What was counted before.
        """
        likely, words = weigh_repairs(segments, judge.model, judge.table, judge.choices)
        counted = self.count(likely, ledger)
        return WeighedText(counted, words, gather_evidence(counted, self.rule))

    @cached_property
    def judge(self) -> Judge | None:
        """What judges repairs by all evidence; None where counts alone decide."""
        if self.combiner is None or self.counts is None or not self.rule.tested:
            return None
        # Services that are asked over the network have no size.
        if self.counts.size is None:
            return None
        language = self.chunker.language  # that of a folder of one's own may have any name
        model = LanguageModel(self.counts, Normalisation(language if is_language(language) else ""))
        return Judge(model=model, combiner=self.combiner, table=self.confusions, choices=self.choices)

    def open_ledger(self, progress: Progress | None = None, threads: int | None = None) -> Ledger:
        """Return where counts are kept that several systems share."""
        if self.counts is None:
            raise SpecError("there is no corpus to count in", remedy="Give an index, or another provider of counts")
        return Ledger(provider=self.counts, progress=progress, threads=threads)

    def run(self, segments: Sequence[Segment], stage: Stage) -> list[Segment]:
        """Return the segments as they are after a stage."""
        tagged = self.tag(segments)
        if stage is Stage.TAGS:
            return tagged
        cut = self.chunk(tagged)
        if stage is Stage.SPANS:
            return cut
        repaired = self.repair(cut)
        return repaired if stage is Stage.SUGGESTIONS else self.count(repaired)

    def examine(
        self,
        segments: Sequence[Segment],
        system: str = "",
        *,
        everything: bool = False,
        ledger: Ledger | None = None,
        progress: Progress | None = None,
    ) -> Examination:
        """Return what is wrong with the output of a system.

        Args:
            segments: The output, with its source where that is known.
            system: The name of the system.
            everything: Whether findings include spans that are fine or undecided.
            ledger: What was counted before, for another system.
            progress: Called with the number of segments that were tagged since the last time.
        """
        ledger = ledger or self.open_ledger()
        # Tagger and dictionary are programs of their own, which can work at the same time.
        with ThreadPoolExecutor(max_workers=1) as pool:
            words = pool.submit(self.repairer.look_up, segments)
            tagged = self.tag(segments, progress)
            repaired = self.repairer.repair(self.chunk(tagged), words.result())
        judge = self.judge
        if judge is None:
            counted: Sequence[Segment] = self.count(repaired, ledger)
            found = detect(counted, self.rule, everything=True)
        else:
            judge = replace(judge, model=judge.model.with_threads(ledger.threads))
            weighed = self.weigh(repaired, judge, ledger)
            counted = weighed.segments
            wrong = judge.choose(weighed, self.rule.min_probability)
            found = detect(counted, self.rule, wrong=wrong, everything=True)
        verdicts = Counter(each.verdict for findings in found for each in findings)
        misspelt = self._check_spelling(tagged, ledger, words.result())
        kept = [
            each
            for findings in found
            for each in findings
            if everything or each.verdict in (Verdict.INSTANCE, Verdict.CANDIDATE)
        ]
        return Examination(
            system=system,
            segments=segments,
            findings=sorted(
                [*_leave_out(kept, misspelt), *misspelt], key=lambda each: (each.segment, each.start, each.end)
            ),
            words=[_count_words(each) for each in tagged],
            verdicts=verdicts,
            signature=self.describe(),
            warnings=self._list_warnings(ledger),
            language_pair=self.language_pair,
            looked_up=sum(len(each.spans) for each in counted),
            fit=CorpusFit.of(judge.model, weighed.words) if judge is not None else None,
            language=self.tagger.language,
        )

    def _check_spelling(
        self, segments: Sequence[Segment], ledger: Ledger, words: Sequence[Sequence[SourceWord]]
    ) -> list[Finding]:
        """Words that are not known, if words are checked at all."""
        if not self.checkers:
            return []
        target, *source = self.checkers
        checked = Spelling(target=target, source=source[0] if source else None, tagger=self.tagger)
        return checked.check(segments, ledger, words)

    def _list_warnings(self, ledger: Ledger) -> list[str]:
        found = []
        if ledger.failed:
            found.append(f"{ledger.failed:,} of {ledger.asked:,} phrases could not be counted")
        failures = getattr(self.tagger, "failures", ())
        if failures:
            found.append(f"{len(failures):,} segments could not be tagged, and were split into words only")
        return found

    def describe(self) -> str:
        """Return all that is needed to find the same again."""
        counts = ",".join(f"{name}={value}" for name, value in (self.counts.describe() if self.counts else {}).items())
        parts = {
            "tagger": self.tagger.version,
            "language": self.chunker.language,
            "suggestions": self.repairer.describe(),
            "counts": counts,
            "names": "replaced" if self.names else "kept",
            "forms": "all" if self._forms else "",
            "rule": self.rule.describe(),
            "combiner": self.combiner.version if self.judge and self.combiner else "",
            "learned": self.confusions.version if self.judge and self.confusions else "",
            "choices": self.choices.version if self.judge and self.choices else "",
            "spelling": "+".join(each.version for each in self.checkers),
            "tertium": __version__,
        }
        return "|".join(f"{name}:{value}" for name, value in parts.items() if value)


def _count_words(segment: Segment) -> int:
    """The words of a segment, each by itself where a tagger takes several for one."""
    return sum(len(token.text.split()) for token in segment.tokens if token.tag.part is not Part.PUNCTUATION)


def _leave_out(findings: Sequence[Finding], misspelt: Sequence[Finding]) -> list[Finding]:
    """Findings without those candidates that contain a misspelt word, since that is reported."""
    places: dict[int, list[Finding]] = {}
    for each in misspelt:
        places.setdefault(each.segment, []).append(each)
    return [
        each
        for each in findings
        if each.verdict is not Verdict.CANDIDATE
        or not any(each.start <= word.start and word.end <= each.end for word in places.get(each.segment, ()))
    ]
