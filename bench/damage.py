"""Human text beside a copy with known errors, 50 of each of the paper's five types: what is found, and what is not.

The text is Spanish by people, held out of the corpora that phrases are counted in (``damages/held_out.py``); its source
is Catalan, made of it by Apertium. Nearly everything that is found in the text itself is a false alarm: people
err too, and the novels have the spelling of their time. ``damages/places.py`` says how the copy is damaged.

*Alone*, each of the two is examined by itself. *Together*, the words of one are tried as suggestions for the other, as
``tertium mtness a.txt b.txt`` does it, so that the answer is among what is tried. The paper's rule is there for what
the test of significance buys in a corpus of this size.

*At it* has damaged words in the span; *touched*, the repair changes them; *typed*, the error is called by its name;
*repaired*, the text is what it was; *before*, there was an instance at the place already.

``python -m bench.damage FOLDER [SEED]`` writes lists to read: false alarms, and insertions that were missed. Whoever
has changed something for what is in these lists should look at the figures of another seed.
"""

from __future__ import annotations

import csv
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.damages.held_out import SEED, HeldOut, find_index, hold_out
from bench.damages.outcomes import Outcome, explain_miss, judge
from bench.damages.place import Place
from bench.damages.places import KINDS, choose, find_places
from tertium import mtness as api
from tertium.edits import apply_edits
from tertium.mtness.comparison import SystemDifference
from tertium.mtness.detection.rule import Rule
from tertium.mtness.examination import Examination, per_thousand
from tertium.mtness.pipeline import Pipeline
from tertium.mtness.resources.apertium.translator import ApertiumTranslator
from tertium.mtness.segment import Segment
from tertium.mtness.stages import Stage
from tertium.types import References, TestSet

LEAST, STEP = 1500, 500
HUMAN, DAMAGED = "human", "damaged"
COLUMNS = ("inserted", "instance", "touched", "typed", "repaired", "offered", "candidate", "before")


@dataclass(frozen=True)
class Damaged:
    """The two texts, and what is different."""

    sentences: Sequence[HeldOut]
    sources: Sequence[str]
    texts: Sequence[str]
    places: Sequence[Place]

    def to_test_set(self) -> TestSet:
        systems = {HUMAN: [each.text for each in self.sentences], DAMAGED: list(self.texts)}
        documents = [each.corpus for each in self.sentences]
        return TestSet(
            systems=systems,
            references=References.from_nested([[]] * len(documents)),
            sources=self.sources,
            documents=documents,
        )


def damage(pipeline: Pipeline, seed: int = SEED) -> Damaged:
    """As many sentences as it takes to have all insertions, with these."""
    pool = hold_out(seed)
    with ApertiumTranslator("es", "ca") as translator:
        sources = translator.translate([each.text for each in pool])
    for size in range(LEAST, len(pool) + 1, STEP):
        segments = [Segment(text=each.text, source=source) for each, source in zip(pool[:size], sources, strict=False)]
        found = find_places(pipeline.tag(segments), "ca", "es", seed)
        chosen, missing = choose(found, seed)
        counts = Counter(place.kind for place in found)
        print(f"  {size:,} sentences have places: {', '.join(f'{counts[kind.name]:,} {kind.name}' for kind in KINDS)}")
        if not missing:
            texts = [each.text for each in pool[:size]]
            for place in chosen:
                texts[place.segment] = place.damage(texts[place.segment])
            return Damaged(pool[:size], sources[:size], texts, chosen)
    sys.exit(f"there are not enough places in {len(pool):,} sentences: {missing} are missing")


def examine(damaged: Damaged, pipeline: Pipeline, *, together: bool) -> list[Examination]:
    test_set = damaged.to_test_set()
    if together:
        return api.find_mtness_by_system(test_set, pipeline)
    return [
        api.find_mtness(texts, pipeline, sources=test_set.sources, documents=test_set.documents, system=name)
        for name, texts in test_set.systems.items()
    ]


def print_rates(examinations: Sequence[Examination], compared: SystemDifference) -> None:
    print(f"  {'':24}{'words':>10}{'instances':>11}{'/1,000':>9}{'candidates':>12}{'/1,000':>9}")
    for each in examinations:
        numbers = f"{sum(each.words):10,}{len(each.instances):11,}{each.rate:9.2f}"
        print(f"  {each.system:24}{numbers}{len(each.candidates):12,}{each.candidate_rate:9.2f}")
    for row in examinations[0].by_document():
        rates = f"{row['rate']:9.2f}{row['candidates']:12,}{per_thousand(row['candidates'], row['words']):9.2f}"
        print(f"    {HUMAN}, {row['document']:{15}.15}{row['words']:10,}{row['instances']:11,}{rates}")
    alarms = ", ".join(f"{count} {error}" for error, count in examinations[0].count_errors().most_common())
    print(f"  instances in {HUMAN}: {alarms}")
    actions = Counter(each.best.repair.action for each in examinations[0].instances if each.best)
    print(f"    by {', '.join(f'{count} {action}' for action, count in actions.most_common())}")
    gap, own = compared.difference, (len(compared.baseline_promoted), len(compared.promoted))
    print(
        f"  with candidates of their own ({own[0]:,} and {own[1]:,}): {compared.baseline_rate:.2f} and "
        f"{compared.rate:.2f}, difference {gap.value:.2f} [{gap.low:.2f}, {gap.high:.2f}], "
        f"p {gap.p_value:.4f}; better: {compared.better}"
    )


def print_outcomes(outcomes: Sequence[Outcome]) -> None:
    print(f"  {'':24}" + "".join(f"{column:>11}" for column in COLUMNS))
    for error in dict.fromkeys(kind.error for kind in KINDS):
        kinds = [kind.name for kind in KINDS if kind.error is error]
        _print_row(str(error), [each for each in outcomes if each.place.kind in kinds])
        for name in kinds if len(kinds) > 1 else ():
            _print_row(f"  {name}", [each for each in outcomes if each.place.kind == name])
    _print_row("all", outcomes)


def _print_row(name: str, outcomes: Sequence[Outcome]) -> None:
    counts = [
        len(outcomes),
        sum(each.instance is not None for each in outcomes),
        *(sum(getattr(each, what) for each in outcomes) for what in ("touched", "typed", "repaired", "offered")),
        # What is both was found.
        sum(each.candidate is not None and each.instance is None for each in outcomes),
        sum(each.before for each in outcomes),
    ]
    print(f"  {name:24}" + "".join(f"{count:11}" for count in counts))


def explain(
    outcomes: Sequence[Outcome], damaged: Damaged, pipeline: Pipeline, rule: Rule
) -> list[tuple[Outcome, str, str]]:
    """Each insertion whose repair was not found, why, and the counts that came closest."""
    places = [each.place for each in outcomes if not each.repaired]
    segments = [Segment(text=damaged.texts[place.segment], source=damaged.sources[place.segment]) for place in places]
    counted = pipeline.run(segments, Stage.COUNTS)
    found = []
    missed = (each for each in outcomes if not each.repaired)
    for outcome, segment in zip(missed, counted, strict=True):
        original = damaged.sentences[outcome.place.segment].text
        why, contest = explain_miss(outcome.place, segment, original, rule)
        counts = ""
        if contest:
            counts = f"{contest.span.text}: {contest.count} / {contest.suggestion}: {contest.suggestion_count}"
        found.append((outcome, why, counts))
    return found


def print_misses(misses: Sequence[tuple[Outcome, str, str]]) -> None:
    reasons = Counter(why for _, why, _ in misses)
    print("  why they are not repaired, alone")
    print(f"  {'':24}" + "".join(f"{reason:>20}" for reason in reasons))
    for kind in KINDS:
        own = Counter(why for outcome, why, _ in misses if outcome.place.kind == kind.name)
        print(f"  {kind.name:24}" + "".join(f"{own[reason]:20}" for reason in reasons))


def write_alarms(folder: Path, name: str, examination: Examination) -> None:
    rows = []
    for each in examination.findings:
        segment, best = examination.segments[each.segment], each.best
        repaired = apply_edits(segment.text, best.repair.edits) if best else ""
        rows.append(
            (
                str(each.verdict), str(each.error), best.repair.action if best else "", segment.document, each.kind,
                each.text, each.count, best.text if best else "", best.count if best else "", each.p_value,
                each.expected, each.asked, segment.text, repaired, segment.source,
            )
        )  # fmt: skip
    head = "verdict error action corpus kind span count suggestion suggestion_count p expected asked text repaired"
    _write(folder / f"{name}.tsv", [*head.split(), "source"], rows)


def write_misses(folder: Path, name: str, misses: Sequence[tuple[Outcome, str, str]], damaged: Damaged) -> None:
    rows = []
    for outcome, why, counts in misses:
        place, instance = outcome.place, outcome.instance
        said = f"{instance.text} -> {instance.best.text if instance.best else ''}" if instance else ""
        candidate = outcome.candidate.text if outcome.candidate else ""
        rows.append(
            (
                place.kind, place.old, place.new, why, counts, said, candidate, damaged.texts[place.segment],
                damaged.sources[place.segment],
            )
        )  # fmt: skip
    _write(
        folder / f"{name}.tsv",
        ["kind", "old", "new", "why", "closest", "instance", "candidate", "text", "source"],
        rows,
    )


def _write(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, csv.excel_tab, lineterminator="\n")
        writer.writerows([head, *rows])


def main(folder: Path | None = None, seed: int = SEED) -> None:
    if shutil.which("lt-proc") is None:
        sys.exit("the benchmark needs Apertium with cat-spa and spa-cat")
    print("\nhuman text and a damaged copy of it", flush=True)
    index = find_index(seed)
    pipeline = api.open_mtness(
        "es", f"index({index})", source_language="ca", tagger="apertium", dictionary="apertium", spelling=False
    )
    damaged = damage(pipeline, seed)
    for rule in (Rule(), Rule(tested=False)):
        for together in (False, True):
            start = time.perf_counter()
            chosen = replace(pipeline, rule=rule)
            examinations = examine(damaged, chosen, together=together)
            name = f"{'tested' if rule.tested else 'paper'}_{'together' if together else 'alone'}"
            print(f"\n{rule.describe()}, {'together' if together else 'alone'}: {time.perf_counter() - start:.0f} s")
            print_rates(examinations, api.compare_mtness(examinations)[0])
            outcomes = judge(damaged.places, *examinations)
            print_outcomes(outcomes)
            if rule.tested and not together:
                misses = explain(outcomes, damaged, chosen, rule)
                print_misses(misses)
                if folder is not None:
                    write_misses(folder, f"damage_missed_{name}", misses, damaged)
            if folder is not None:
                write_alarms(folder, f"damage_false_alarms_{name}", examinations[0])
            sys.stdout.flush()


if __name__ == "__main__":
    main(*(make(given) for make, given in zip((Path, int), sys.argv[1:], strict=False)))
