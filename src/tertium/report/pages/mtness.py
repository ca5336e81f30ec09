"""Findings in a page: each segment with its findings marked, and the suggestions below it.

Colours are Okabe and Ito's, which colour-blind people can tell apart; and each verdict has a line of its own kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, pairwise

from tertium.mtness.detection.findings import CountedSuggestion, Finding, Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.repairs.error_types import ErrorType
from tertium.mtness.wrong_words import describe_edit, name_words
from tertium.report.drawings.canvas import escaped
from tertium.report.markup import Html
from tertium.report.texts import keep_on_line, state_p, write_count, write_expected, write_probability

MOST_SEGMENTS = 2000
"""More segments than this make a page too long for readers and browsers."""

_MOST_ALTERNATIVES = 5

_CLASSES = {
    Verdict.INSTANCE: "instance",
    Verdict.CANDIDATE: "candidate",
    Verdict.UNDECIDED: "undecided",
    Verdict.FINE: "fine",
}
_STRENGTH = {verdict: strength for strength, verdict in enumerate(Verdict)}


def show_findings(examinations: Sequence[Examination], most: int = MOST_SEGMENTS) -> list[Html]:
    """Return one section per system, as HTML: its segments that have findings.

    Args:
        examinations: What was found, one per system.
        most: Maximum number of segments of the page, in equal parts for all systems.
    """
    share = max(1, most // max(1, len(examinations)))
    return [_show_system(each, share) for each in examinations]


def mark_findings(text: str, findings: Sequence[Finding]) -> Html:
    """Return a text as HTML with marked findings; where they overlap, the piece looks like the gravest.

    Taken without its tags, it is the escaped text.
    """
    text = keep_on_line(text)
    size = len(text)
    spans = [(min(each.start, size), min(each.end, size)) for each in findings]
    cuts = sorted({0, size, *(place for span in spans for place in span)})
    numbers = _number(findings)
    waiting = sorted((index for index, (start, end) in enumerate(spans) if start < end), key=lambda index: spans[index])
    waiting.reverse()
    open_here: list[int] = []
    pieces = []
    for start, end in pairwise(cuts):
        open_here = [index for index in open_here if spans[index][1] > start]
        while waiting and spans[waiting[-1]][0] == start:
            open_here.append(waiting.pop())
        piece = escaped(text[start:end])
        if open_here:
            here = sorted(open_here, key=lambda index: _STRENGTH[findings[index].verdict])
            ending = [numbers[index] for index in sorted(here) if spans[index][1] == end and numbers[index]]
            piece = _mark(piece, [findings[index] for index in here], ending)
        pieces.append(piece)
    return Html("".join(pieces))


def mark_source_words(source: str, findings: Sequence[Finding]) -> Html:
    """Return a source as HTML with the words marked that instances mistranslate.

    Taken without its tags, it is the escaped text.
    """
    text = keep_on_line(source)
    words = {each.best.repair.source for each in findings if _is_grave(each) and each.best is not None}
    wanted = sorted(filter(None, words), key=len, reverse=True)
    if not wanted:
        return Html(escaped(text))
    pattern = rf"(?<!\w)(?:{'|'.join(re.escape(word) for word in wanted)})(?!\w)"
    pieces, done = [], 0
    for found in re.finditer(pattern, text, re.IGNORECASE):
        pieces += [escaped(text[done : found.start()]), f'<mark class="source-word">{escaped(found[0])}</mark>']
        done = found.end()
    return Html("".join([*pieces, escaped(text[done:])]))


def describe_evidence(finding: Finding) -> list[str]:
    """Return the evidence of a finding beside its counts, in a few words each."""
    facts = [] if finding.error is ErrorType.UNKNOWN else [str(finding.error)]
    if finding.best is not None and finding.best.repair.source:
        facts.append(f"source: {finding.best.repair.source}")
    if finding.expected is not None:
        facts.append(f"{write_expected(finding.expected)} expected")
    # Where all evidence was weighed, the p of the counts is a part of it, and would contradict it.
    if finding.probability is not None:
        facts.append(f"probability {write_probability(finding.probability)}")
    elif finding.p_value is not None:
        facts.append(state_p(finding.p_value))
    if finding.asked:
        facts.append(f"counted as {finding.asked}")
    return [*facts, *([finding.note] if finding.note else [])]


def _show_system(examination: Examination, most: int) -> Html:
    by_segment = [(number, list(group)) for number, group in groupby(_sorted(examination), lambda each: each.segment)]
    shown = by_segment[:most]
    total, with_findings = len(examination.segments), len(by_segment)
    said = [f"{with_findings:,} of {total:,} segments have findings; only these are shown."]
    if len(shown) < with_findings:
        said.append(f"The first {len(shown):,} are shown; json and tsv have all.")
    articles = "\n".join(_show_segment(examination, number, findings) for number, findings in shown)
    title = f"Findings in context: {escaped(examination.system or 'hypotheses')}"
    return Html(
        f'<section class="mtness">\n<h2>{title}</h2>\n'
        f'{_show_legend(examination)}<p class="place">{" ".join(said)}</p>\n{articles}\n</section>'
    )


def _sorted(examination: Examination) -> list[Finding]:
    return sorted(examination.findings, key=lambda each: (each.segment, each.start, each.end))


def _show_legend(examination: Examination) -> str:
    verdicts = {each.verdict for each in examination.findings}
    samples = "".join(
        f'<li><mark class="{_CLASSES[verdict]}">{escaped(str(verdict))}</mark> {verdict.meaning}</li>'
        for verdict in Verdict
        if verdict in verdicts
    )
    return f'<ul class="legend">{samples}</ul>\n' if samples else ""


def _show_segment(examination: Examination, number: int, findings: Sequence[Finding]) -> str:
    segment = examination.segments[number]
    document = "".join(f"<span>{escaped(each)}</span>" for each in (segment.id, segment.document) if each)
    source = _paragraph("source", mark_source_words(segment.source, findings)) if segment.source else ""
    grave, other = _list_findings(findings)
    details = (
        f"<details><summary>{len(other):,} more spans looked up</summary>{_list(other)}</details>\n" if other else ""
    )
    return (
        f'<article>\n<div class="place"><b>{number + 1:,}</b>{document}</div>\n<div>\n{source}'
        f"{_paragraph('target', mark_findings(segment.text, findings))}{_list(grave)}{details}</div>\n</article>"
    )


def _paragraph(name: str, content: str) -> str:
    # Its direction is that of its first letter: the page may be in Arabic.
    return f'<p class="{name}" dir="auto">{content}</p>\n'


def _list(items: Sequence[str]) -> str:
    return f"<ol>{''.join(items)}</ol>\n" if items else ""


def _list_findings(findings: Sequence[Finding]) -> tuple[list[str], list[str]]:
    """Findings as items of a list: those that are wrong or may be, and the others."""
    grave: list[str] = []
    other: list[str] = []
    for finding, number in zip(findings, _number(findings), strict=True):
        (grave if _is_grave(finding) else other).append(_show_finding(finding, number))
    return grave, other


def _show_finding(finding: Finding, number: str) -> str:
    label = f'<span class="number">{number}</span>' if number else ""
    best = ""
    if finding.best is not None:
        best = (
            f' <span class="arrow">→</span> {_show_words(finding.best.text, finding.text)}{_show_count(finding.best)}'
        )
    facts = [escaped(keep_on_line(fact)) for fact in (str(finding.verdict), *describe_evidence(finding))]
    facts += _list_others(finding)
    names = name_words(finding)
    # What the script of the page filters and groups by.
    data = f' data-type="{escaped(str(finding.error))}"'
    if names is not None:
        source, wrong, suggested = (each.casefold() for each in names)
        data += f' data-edit="{escaped(keep_on_line(describe_edit(wrong, suggested, source)))}"'
    return (
        f'<li class="{_CLASSES[finding.verdict]}"{data}>{label}<bdi>{escaped(keep_on_line(finding.text))}</bdi>'
        f'{_show_count(finding)}{best}<span class="facts">{" · ".join(facts)}</span></li>'
    )


def _list_others(finding: Finding) -> Iterator[str]:
    """What else it might be, beside the best."""
    others = finding.suggestions[1:]
    shown = [
        f"<bdi>{escaped(keep_on_line(each.text))}</bdi>{_show_count(each)}" for each in others[:_MOST_ALTERNATIVES]
    ]
    if len(others) > len(shown):
        shown.append(f"{len(others) - len(shown):,} more")
    if shown:
        yield f"or {', '.join(shown)}"


def split_new_words(text: str, before: str) -> tuple[str, str, str]:
    """Return the words of a text in three parts: those in the middle are not the same as before.

    >>> split_new_words("Salida vuelo de hoy", "Salida quiere de hoy")
    ('Salida', 'vuelo', 'de hoy')
    """
    new, old = keep_on_line(text).split(), before.split()
    start = next((i for i, (one, other) in enumerate(zip(new, old, strict=False)) if one != other), len(old))
    same = zip(reversed(new[start:]), reversed(old[start:]), strict=False)
    end = len(new) - next((i for i, (one, other) in enumerate(same) if one != other), min(len(new), len(old)) - start)
    return " ".join(new[:start]), " ".join(new[start:end]), " ".join(new[end:])


def _show_words(text: str, before: str) -> str:
    """Words, of which those that are not the same as before are bold."""
    first, changed, last = map(escaped, split_new_words(text, before))
    return f"<bdi>{' '.join(filter(None, (first, changed and f'<b>{changed}</b>', last)))}</bdi>"


def _show_count(counted: Finding | CountedSuggestion) -> str:
    return "" if counted.count is None else f' <span class="count">{write_count(counted.count)}</span>'


def _mark(piece: str, findings: Sequence[Finding], numbers: Sequence[str]) -> str:
    number = f' data-number="{",".join(numbers)}"' if numbers else ""
    title = escaped(keep_on_line(" | ".join(_explain(each) for each in findings)))
    verdicts = list(dict.fromkeys(_CLASSES[each.verdict] for each in findings))
    classes = " ".join((verdicts[0], *(f"and-{verdict}" for verdict in verdicts[1:])))
    return f'<mark class="{classes}" title="{title}"{number}>{piece}</mark>'


def _explain(finding: Finding) -> str:
    """A finding in one line."""
    found = [f"{finding.text} {write_count(finding.count)}".strip()]
    if finding.best is not None:
        found.append(f"→ {finding.best.text} {write_count(finding.best.count)}".strip())
    return f"{' '.join(found)} ({', '.join((str(finding.verdict), *describe_evidence(finding)))})"


def _number(findings: Sequence[Finding]) -> list[str]:
    """The numbers of those that are wrong or may be, if there is more than one."""
    grave = [_is_grave(each) for each in findings]
    if sum(grave) < 2:
        return [""] * len(findings)
    return [
        str(number) if is_grave else "" for number, is_grave in zip(accumulate(map(int, grave)), grave, strict=True)
    ]


def _is_grave(finding: Finding) -> bool:
    return finding.verdict in (Verdict.INSTANCE, Verdict.CANDIDATE)
