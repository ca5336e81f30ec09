"""The document of the audit of a segment."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tertium.audit.freedom.large_numbers import write_large
from tertium.audit.segment import Words
from tertium.audit.segment_audit import SegmentAudit
from tertium.audit.twins.mixtures import Rival
from tertium.audit.twins.substitutions import count_substitutions
from tertium.frame import Frame
from tertium.report.blocks import Pictures, Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.tables.explanation import ngram_table, score_table

_BAR = " | "

# About the number of words of a desk dictionary.
_DICTIONARY = 50_000


def describe_segment_audit(audit: SegmentAudit) -> Document:
    """Describe how BLEU is computed, and other translations with the same score."""

    def make_tables() -> list[Table]:
        return [
            score_table(audit.explanation),
            ngram_table(audit.explanation),
            block_table(audit),
            variant_table(audit),
            *([mixture_table(audit)] if len(audit.segment.references) > 1 else []),
            blindness_table(audit),
            Table(columns=(), cells=[], title="Conclusion", notes=[audit.conclusion]),
        ]

    return Document(
        title="BLEU audit of a segment",
        blocks=[Pictures(lambda: [draw_orders(audit)]), Tables(make_tables)],
        make_frame=lambda: _frame(audit),
        make_data=audit.to_dict,
    )


def block_table(audit: SegmentAudit) -> Table:
    """Tabulate the number of orders of the blocks, and the effect of a random one on the score."""
    blocks, gain = audit.blocks, audit.gain
    equal = "unknown: too many blocks to count" if blocks.equal is None else write_large(blocks.equal)
    shares = f"{100 * gain.unchanged.mean:.1f}% [{100 * gain.unchanged.low:.1f}, {100 * gain.unchanged.high:.1f}]"
    added = f"{gain.score.mean:+.2f} [{gain.score.low:+.2f}, {gain.score.high:+.2f}]"
    rises = ", ".join(f"{spread.mean:+.2f}" for spread in gain.matches)
    rows = [
        ["blocks, between bigrams that no reference has", _BAR.join(" ".join(block) for block in blocks.blocks)],
        ["words k, matching bigrams b", f"{blocks.words}, {blocks.matched_bigrams}"],
        ["(k − b)!, the paper's bound", write_large(blocks.bound)],
        ["distinct orders of the blocks", write_large(blocks.orders)],
        ["of these, at least with the same counts", equal],
        ["random orders with the same counts", shares if blocks.orders > 1 else "only one order"],
        ["additional matches of a random order, by n-gram order", rises],
        ["additional BLEU of a random order", added],
        ["unmatched words", ", ".join(word.word for word in audit.free) or "none"],
        ["variants with other words in their place", _count_fillings(len(audit.free))],
    ]
    notes = [f"{gain.samples:,} random orders, seed {gain.seed}; 95% intervals"]
    return Table(columns=("", "figure"), cells=rows, title="Blocks that can be reordered", notes=notes, text_columns=2)


def variant_table(audit: SegmentAudit) -> Table:
    """List translations with the same BLEU counts as the hypothesis."""
    score = Number(audit.segment.score)
    rows: list[list[Cell]] = [["hypothesis", " ".join(audit.segment.hypothesis), score, ""]]
    rows += [[f"other order {number}", " ".join(words), score, ""] for number, words in enumerate(audit.variants, 1)]
    if audit.substituted is not None:
        rows.append(["other words", " ".join(audit.substituted), score, ""])
    if audit.both is not None:
        first, second = (" ".join(words) for words in (audit.both.rival.first, audit.both.rival.second))
        rows.append([f"both {first} and {second}", audit.both.text, score, ""])
    if audit.draw.found:
        rows.append(["drawn from the references", audit.draw.text or "", score, ""])
    rows += [
        [f"worst by {metric}", twin.text, score, f"{twin.before:.4g} → {twin.after:.4g}"]
        for metric, twin in audit.twins.items()
    ]
    notes = ["verified by rescoring: every count is the same as that of the hypothesis"]
    if audit.is_cut:
        words = len(audit.segment.hypothesis)
        notes.append(f"the searches were cut short, since the hypothesis has {words:,} words")
    if audit.both is not None:
        notes.append(_describe_rival(audit.both.rival))
    elif audit.rivals:
        notes.append("no translation found that has both of two words that different references have in the same place")
    if not audit.draw.found:
        closest = "" if audit.draw.distance is None else f"; the closest differs by {audit.draw.distance} matches"
        notes.append(f"no other words of the references found in {audit.draw.evaluations:,} tries{closest}")
    return Table(
        columns=("", "translation", "BLEU", "other metric: hypothesis → twin"),
        cells=rows,
        title="Translations with the same BLEU",
        notes=notes,
        text_columns=2,
    )


def _describe_rival(rival: Rival) -> str:
    """Say which references have which of two words for the same thing."""
    sides = ((rival.first, rival.first_references), (rival.second, rival.second_references))
    places = [
        f"{' '.join(words)} is in {'reference' if len(numbers) == 1 else 'references'} "
        f"{', '.join(str(number + 1) for number in numbers)}"
        for words, numbers in sides
    ]
    return f"{'; '.join(places)}, in the same place, and BLEU counts both"


def mixture_table(audit: SegmentAudit) -> Table:
    """Tabulate the matches in each reference, and in all of them together."""
    mixture = audit.mixture
    alone = [(f"reference {number}", matches) for number, matches in enumerate(mixture.alone, start=1)]
    rows: list[Sequence[Cell]] = [
        [name, *(Number(count, "d") for count in matches)]
        for name, matches in [*alone, ("all together", mixture.together)]
    ]
    pairs = [f"{' '.join(rival.first)} / {' '.join(rival.second)}" for rival in audit.rivals]
    notes = [f"different words of the references in the same place: {'; '.join(pairs) or 'none'}"]
    columns = ("matches in", *(f"order {order}" for order in range(1, len(mixture.together) + 1)))
    return Table(columns=columns, cells=rows, title="Matches by reference", notes=notes)


def blindness_table(audit: SegmentAudit) -> Table:
    """Tabulate the share of edits that leave each metric's score nearly unchanged."""
    metrics = list(dict.fromkeys(each.metric for each in audit.blindness))
    kinds = list(dict.fromkeys(each.kind for each in audit.blindness if each.tried))
    cells = {(each.metric, each.kind): each for each in audit.blindness}
    rows: list[list[Cell]] = []
    for metric in metrics:
        row: list[Cell] = [metric]
        for kind in kinds:
            each = cells[metric, kind]
            interval = None if each.is_exact else Range(100 * each.share.low, 100 * each.share.high, ".1f")
            row.append(Number(each.share.mean, ".0%", interval))
        rows.append(row)
    notes = [
        f"share of edits that change the score by at most {100 * audit.epsilon:g}%; without an interval, all possible "
        "edits were scored"
    ]
    return Table(columns=("metric", *kinds), cells=rows, title="Edits that each metric fails to penalise", notes=notes)


def draw_orders(audit: SegmentAudit) -> str:
    """Return the blocks, and other orders of them, as SVG."""
    from tertium.report.drawings.text_blocks import BlockRow, draw_blocks

    blocks = audit.blocks.blocks
    known = audit.segment.vocabulary
    rows = [BlockRow("hypothesis", range(len(blocks)))]
    rows += [BlockRow(f"order {number}", _find_order(blocks, words)) for number, words in enumerate(audit.variants, 1)]
    return draw_blocks(blocks, [[word in known for word in block] for block in blocks], rows)


def _find_order(blocks: Sequence[Words], words: Words) -> list[int]:
    """Return the order of blocks that makes these words; equal blocks are taken from the first on."""
    left = list(range(len(blocks)))
    found: list[int] = []

    def fill(start: int) -> bool:
        if start == len(words):
            return not left
        tried: set[Words] = set()
        for number in list(left):
            block = blocks[number]
            if block not in tried and words[start : start + len(block)] == block:
                tried.add(block)
                left.remove(number)
                found.append(number)
                if fill(start + len(block)):
                    return True
                found.pop()
                left.append(number)
                left.sort()
        return False

    fill(0)
    return found


def _frame(audit: SegmentAudit) -> Frame:
    """Return one row per n-gram of the hypothesis."""
    fragments = audit.explanation.fragments
    return Frame(
        {
            "ngram": [each.text for each in fragments],
            "order": np.array([each.size for each in fragments], dtype=np.int64),
            "count": np.array([each.count for each in fragments], dtype=np.int64),
            "matched": np.array([each.clipped for each in fragments], dtype=np.int64),
            "in_references": np.array([each.most for each in fragments], dtype=np.int64),
        }
    )


def _count_fillings(places: int) -> str:
    if not places:
        return "none"
    return f"10^{count_substitutions(places, _DICTIONARY):.0f}, with a vocabulary of {_DICTIONARY:,} words"
