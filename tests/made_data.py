"""Made-up judged data in the layouts of the real data, for tests that need such folders and no published figure.

Sentences come from a small grammar. Systems lose, exchange and swap a known share of the words, and people see how
many, with some noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

SUBJECTS = (
    "The old captain",
    "A neighbour",
    "Mrs. Hill",
    "The committee",
    "Nobody",
    "My sister's friend",
    "Dr. O'Neil",
)
VERBS = ("has sold", "repairs", "didn't notice", "will paint", "remembers", "is looking for", "can't find", "bought")
ADJECTIVES = ("green", "broken", "well-known", "first", "expensive", "22-year-old", "small", "forgotten")
NOUNS = ("boat", "garden", "letter", "bridge", "U.S. map", "clock", "bread", "library", "winter coat", "report")
PLACES = (
    "near the river",
    "on Monday at 10:30",
    "in the 1990s",
    "for $1,500.75",
    "under the table",
    "(again)",
    "today",
)
SHARES = {"anna": 0.08, "bert.1": 0.12, "cleo-B": 0.13, "dora": 0.25, "emil": 0.4, "fritz": 0.6}
LOST, SWAPPED, ADDED = 0.3, 0.5, 0.6


def write_lines(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def write_rows(path: Path, columns: str, rows: Iterable[Sequence[object]]) -> None:
    write_lines(path, ["\t".join(columns.split()), *("\t".join(map(str, row)) for row in rows)])


class Maker:
    """Makes sentences, translations of them, and what people think of those.

    Args:
        seed: The same seed makes the same.
    """

    def __init__(self, seed: int = 1) -> None:
        self.random = np.random.default_rng(seed)

    def pick(self, words: Sequence[str]) -> str:
        return words[int(self.random.integers(len(words)))]

    def write_sentence(self) -> str:
        parts = [self.pick(SUBJECTS), self.pick(VERBS), self.pick(("the", "a", "this")), self.pick(ADJECTIVES)]
        parts += [self.pick(NOUNS), *(self.pick(PLACES) for _ in range(self.random.integers(0, 3)))]
        text = " ".join(parts)
        if self.random.random() < 0.3:
            text += f", and {self.pick(SUBJECTS).lower()} {self.pick(VERBS)} the {self.pick(NOUNS)}"
        return text + self.pick((".", ".", "?", "!", "...", ' ("sic").'))

    def translate(self, sentence: str, share: float) -> tuple[str, float]:
        """Return a translation, and the share of its words that are as they should be."""
        words = sentence.split()
        wrong = self.random.random(len(words)) < share
        found: list[str] = []
        for word, is_wrong in zip(words, wrong, strict=True):
            kind = self.random.random() if is_wrong else 1.0
            if kind < LOST and len(words) > 1:
                continue
            if kind < SWAPPED and found:
                found.insert(-1, word)
            elif kind < ADDED:
                found += [self.pick(ADJECTIVES), word]
            else:
                found.append(self.pick(NOUNS) if is_wrong else word)
        return " ".join(found) or self.pick(NOUNS), float(1 - wrong.mean())

    def translate_all(self, references: Sequence[str]) -> dict[str, list[tuple[str, float]]]:
        return {name: [self.translate(text, share) for text in references] for name, share in SHARES.items()}

    def judge(self, quality: float, noise: float = 0.3) -> float:
        return round(float(3 * (quality - 0.75) + self.random.normal(0, noise)), 6)


def make_direct_assessment(folder: Path, maker: Maker, pairs: Sequence[str], segments: int) -> None:
    """As WMT17: all outputs, judgments of some of them, and of systems. The last pair has entities in its text."""
    judged, systems = [], []
    for pair in pairs:
        references = [maker.write_sentence() for _ in range(segments)]
        outputs = maker.translate_all(references)
        for name, translated in outputs.items():
            texts = [text.replace("'", "&apos;") if pair == pairs[-1] else text for text, _ in translated]
            write_lines(folder / pair / f"hyp.{name}.txt", texts)
            systems.append((pair, name, maker.judge(float(np.mean([quality for _, quality in translated])), 0.05)))
            for number in range(len(judged) % 3, segments, 3):
                text, quality = texts[number], translated[number][1]
                judged.append((pair, name, number + 1, maker.judge(quality), f"s {number}", references[number], text))
        write_lines(folder / pair / "reference.txt", references)
        write_lines(folder / pair / "source.txt", [f"s {number}" for number in range(segments)])
    write_rows(folder / "seg_da.tsv", "lp system sid human_da_z source reference hypothesis", judged)
    write_rows(folder / "sys_da.tsv", "lp system human_da_z", systems)


def make_two_references(folder: Path, maker: Maker, pairs: Sequence[str], segments: int) -> None:
    """As WMT21: two references, judgments of systems, and of a person among them who has no output."""
    rows: list[tuple[object, ...]] = []
    for pair in pairs:
        references = [maker.write_sentence() for _ in range(segments)]
        for name, translated in maker.translate_all(references).items():
            write_lines(folder / pair / f"hyp.{name}.txt", [text for text, _ in translated])
            value = maker.judge(float(np.mean([quality for _, quality in translated])), 0.05)
            rows.append((pair, name, 70 + 10 * value, value, segments, segments))
        rows.append((pair, "HUMAN-B", 80.0, 1.0, segments, segments))
        write_lines(folder / pair / "reference.A.txt", references)
        write_lines(folder / pair / "reference.B.txt", [maker.translate(text, 0.3)[0] for text in references])
        write_lines(folder / pair / "source.txt", [f"s {number}" for number in range(segments)])
    write_rows(folder / "sys_da.tsv", "lp system human_raw human_z n_segments n_judgments", rows)


def make_ranking(folder: Path, maker: Maker, pair: str, segments: int) -> None:
    """As WMT12: annotators rank five outputs at a time, some segments twice."""
    references = [maker.write_sentence() for _ in range(segments)]
    outputs = maker.translate_all(references)
    for name, translated in outputs.items():
        write_lines(folder / pair / f"hyp.{name}.txt", [text for text, _ in translated])
    write_lines(folder / pair / "reference.txt", references)
    write_lines(folder / pair / "source.txt", [f"s {number}" for number in range(segments)])
    rows: list[tuple[object, ...]] = []
    for look in range(3 * segments):
        segment, judge = look % segments, f"judge-{look % 4}"
        names = list(SHARES)[look % 2 :][:5]
        seen = {name: outputs[name][segment][1] + maker.random.normal(0, 0.1) for name in names}
        ranks = {name: 5 - min(4, max(0, round(4 * quality))) for name, quality in seen.items()}
        rows += [
            (pair, segment + 1, judge, one, ranks[one], other, ranks[other])
            for place, one in enumerate(names)
            for other in names[place + 1 :]
        ]
    write_rows(folder / "judgments_pairwise.tsv", "lp src_index judge system_a rank_a system_b rank_b", rows)


def make_adequacy_fluency(folder: Path, maker: Maker, pairs: Sequence[str], segments: int) -> None:
    """Means of adequacy and fluency per segment, raw and normalised."""
    columns = (
        "lp segid adequacy_z n_ad fluency_z n_fl believability_z n_bl adequacy_raw_mean fluency_raw_mean"
        " source reference_raw reference_tok hypothesis_tok"
    )
    rows: list[tuple[object, ...]] = []
    for pair in pairs:
        for number in range(1, segments + 1):
            reference = maker.write_sentence()
            text, quality = maker.translate(reference, 0.3)
            adequacy, fluency, belief = (maker.judge(quality) for _ in range(3))
            means = (60 + 20 * adequacy, 60 + 20 * fluency)
            rows.append(
                (pair, number, adequacy, 9, fluency, 10, belief, 10, *means, f"s {number}", reference, reference, text)
            )
    write_rows(folder / "seg.tsv", columns, rows)


def make_segments(folder: Path, maker: Maker, segments: int) -> None:
    """As MLQE with two references: one table."""
    rows = []
    for number in range(1, segments + 1):
        reference = maker.write_sentence()
        text, quality = maker.translate(reference, 0.3)
        other = maker.translate(reference, 0.3)[0]
        rows.append((number, maker.judge(quality), f"s {number}", reference, other, text))
    write_rows(folder / "seg.tsv", "idx da_z source_et reference1 reference2 hypothesis", rows)


def make_data(folder: Path, seed: int = 1) -> Path:
    """Write all of it into a folder, under the names of the real data."""
    maker = Maker(seed)
    make_direct_assessment(folder / "wmt17-toen", maker, ["de-en", "lv-en"], segments=300)
    make_two_references(folder / "wmt21-toen", maker, ["cs-en", "de-en"], segments=60)
    make_ranking(folder / "wmt12-ranking", maker, "de-en", segments=30)
    make_adequacy_fluency(folder / "believability-ad-fl", maker, ["ar-en", "fa-en", "ko-en"], segments=20)
    make_segments(folder / "mlqe-eten-2ref", maker, segments=40)
    return folder
