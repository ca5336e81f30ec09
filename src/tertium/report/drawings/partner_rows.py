"""Words and their partners as a picture: the hypothesis above, the reference below, each word shaded by its cosine.

The nearer the nearest word of the other side is, the lighter a word is; one without a partner is dark and has a thick
edge, so that it stands out without colour too. Lines join words that are nearest to each other. Long sentences go on in
further pairs of rows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tertium.alignment import Link
from tertium.audit.explanation.word_partners import PartneredWord, WordPartners, list_lonely
from tertium.report.drawings.alignment_legend import LABEL, MARGIN, SAMPLE, Sample, write_keys
from tertium.report.drawings.canvas import escaped, frame, guess_width
from tertium.report.drawings.word_rows import (
    BAND,
    NARROW,
    NUMBERS,
    FramedRows,
    LinkPath,
    WordRow,
    find_path,
    is_mirrored,
)

_OVERHANG = 6.0  # how far a box reaches beyond its word, so that boxes of neighbours stand apart
_LEAST = 420.0  # the width that a legend needs to be compact
_HOW = (
    "The number at a word is its cosine with the nearest word of the other side.",
    "Lines join words that are nearest to each other. A word with a thin edge and no line shares its nearest word.",
)


@dataclass(frozen=True)
class _Linked:
    """The words and links, as a layout needs them.

    Attributes:
        hypothesis: The words of the hypothesis.
        reference: The words of the reference.
        links: The pairs of partners.
    """

    hypothesis: Sequence[str]
    reference: Sequence[str]
    links: Sequence[Link]


def draw_partners(partners: WordPartners, width: float | None = None) -> str:
    """Return the picture as a self-contained SVG, for a page or a file.

    Args:
        partners: The words of both sides.
        width: The pixels that the picture may take: more words stand in further pairs of rows. Without it there is one
            pair of rows, and the picture grows with the words.
    """
    most = math.inf if width is None else width
    narrow = most < NARROW
    words = [[each.word for each in side] for side in (partners.hypothesis, partners.reference)]
    linked = _Linked(words[0], words[1], partners.links)
    framed = FramedRows(linked, _name_rows(partners), most, narrow)
    needed = max(min(_LEAST, most), framed.width)
    mirrored = is_mirrored(linked)
    above, below = framed.place(needed, mirrored=mirrored)
    paths = [(link, find_path(link, above, below)) for link in linked.links]
    joined = [{link.hypothesis for link in linked.links}, {link.reference for link in linked.links}]
    sides = ((above, partners.hypothesis, partners.reference), (below, partners.reference, partners.hypothesis))
    parts = [
        *(part for row in (above, below) for part in row.write_name(needed, mirrored=mirrored)),
        # Lines from one pair of rows to another cross the words between, which therefore come later.
        *(_link(partners, link, path, above, below) for link, path in paths if not path.is_near),
        *(
            _alone(partners, row, ours, others, at)
            for (row, ours, others), linked_here in zip(sides, joined, strict=True)
            for at in range(len(ours))
            if at not in linked_here
        ),
        *(_link(partners, link, path, above, below) for link, path in paths if path.is_near),
    ]
    captions = [line for text in (*_HOW, _count(partners)) for line in _wrap(text, needed - 2 * MARGIN)]
    legend = write_keys(_list_keys(partners), captions, below.tops[-1] + BAND + NUMBERS + 26, needed)
    kind = "tertium-partners" if width is None else f"tertium-partners tertium-{'narrow' if narrow else 'wide'}"
    name = "Words of hypothesis and reference, and which of them have no partner"
    return frame(name, _describe(partners), needed, legend.end + MARGIN, [*parts, *legend.parts], kind)


def _name_rows(partners: WordPartners) -> tuple[str, str]:
    return "Hypothesis", f"Reference {partners.number + 1}" if partners.number else "Reference"


def _list_bounds(partners: WordPartners) -> list[float]:
    """Return the least cosines of the shades from light to dark; the darkest has none."""
    room = 1 - partners.threshold
    return [partners.threshold + room * share for share in (2 / 3, 1 / 3, 0)]


def _shade(partners: WordPartners, cosine: float) -> int:
    """Return the shade of a word, from 0 (near) to 3 (no partner)."""
    return sum(cosine < bound for bound in _list_bounds(partners))


def _link(partners: WordPartners, link: Link, path: LinkPath, above: WordRow, below: WordRow) -> str:
    """Draw a line with its two words as one group, so that pointing at one highlights all three."""
    one, other = partners.hypothesis[link.hypothesis], partners.reference[link.reference]
    far = "" if path.is_near else " tertium-far"
    return (
        f'<g class="tertium-link tertium-colour-0 tertium-shade-{_shade(partners, one.cosine)}{far}">'
        f"<title>{escaped(f'{one.word} – {other.word}, cosine {one.cosine:.3f}')}</title>"
        f'<path class="tertium-hit" d="{path.drawn}"/><path class="tertium-line" d="{path.drawn}"/>'
        f"{_box(above, link.hypothesis, one)}{_box(below, link.reference, other)}</g>"
    )


def _alone(
    partners: WordPartners, row: WordRow, words: Sequence[PartneredWord], others: Sequence[PartneredWord], at: int
) -> str:
    """Draw a word without a line."""
    title = escaped(_tell(words[at], others))
    shade = _shade(partners, words[at].cosine)
    return f'<g class="tertium-shade-{shade}"><title>{title}</title>{_box(row, at, words[at])}</g>'


def _box(row: WordRow, at: int, word: PartneredWord) -> str:
    """Draw a word in its box, with its cosine on the side that has no lines."""
    place = row.places[at]
    top = row.tops[place.line]
    number = top - 6 if row.side == "hypothesis" else top + BAND + 14
    return (
        f'<rect class="tertium-shade" x="{place.left - _OVERHANG:.1f}" y="{top:.1f}" '
        f'width="{place.right - place.left + 2 * _OVERHANG:.1f}" height="{BAND:.0f}" rx="7"/>'
        f'<text class="tertium-number" x="{place.middle:.1f}" y="{number:.1f}">{_write_cosine(word.cosine)}</text>'
        f"{row.word(at)}"
    )


def _write_cosine(cosine: float) -> str:
    """Write a cosine with two decimals, without the 0 before them, which would need more room than many words."""
    return f"{cosine:.2f}".replace("0.", ".", 1) if abs(cosine) < 0.995 else f"{cosine:.0f}"


def _list_keys(partners: WordPartners) -> list[tuple[str, Sample]]:
    """Return what each shade means."""
    bounds = [_write_cosine(bound) for bound in _list_bounds(partners)]
    meanings = [
        f"cosine {bounds[0]} or more",
        *(f"{low} to {high}" for high, low in pairwise(bounds)),
        f"no partner: below {bounds[-1]}",
    ]
    return [(text, _sample(shade)) for shade, text in enumerate(meanings)]


def _sample(shade: int) -> Sample:
    return lambda x, y: (
        f'<g class="tertium-shade-{shade}"><rect class="tertium-shade" x="{x:.1f}" y="{y - 13:.1f}" '
        f'width="{SAMPLE:.0f}" height="17" rx="5"/></g>'
    )


def _wrap(text: str, width: float) -> list[str]:
    """Break a text at blanks, into lines of at most some pixels."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and guess_width(longer, LABEL) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _count(partners: WordPartners) -> str:
    sides = (("hypothesis", partners.hypothesis), ("reference", partners.reference))
    counts = [f"{len(list_lonely(words))} of {len(words)} words of the {name}" for name, words in sides]
    return f"Without a partner: {', '.join(counts)}."


def _describe(partners: WordPartners) -> str:
    """Describe the picture in sentences, for screen readers."""
    sentences = []
    sides = (partners.hypothesis, partners.reference)
    for name, words, others in zip(_name_rows(partners), sides, sides[::-1], strict=True):
        sentences.append(f"{name}: {'; '.join(_tell(each, others) for each in words) or '(no words)'}")
    return ". ".join([_count(partners).rstrip("."), *sentences]) + "."


def _tell(word: PartneredWord, others: Sequence[PartneredWord]) -> str:
    if word.partner is None:
        return f"{word.word}, no partner"
    nearest = f"nearest {others[word.partner].word}, cosine {word.cosine:.3f}"
    before = {"none": "no partner, ", "shared": "shared, ", "partner": ""}[word.kind]
    return f"{word.word}, {before}{nearest}"
