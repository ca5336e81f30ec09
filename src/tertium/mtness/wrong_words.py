"""Wrong words of a system: which source word became which wrong word, what is suggested, and how often.

This is what developers of a system need: each row is one entry of a dictionary, or one rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tertium.json_result import JsonResult
from tertium.mtness.detection.findings import Finding, Verdict

_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongWord(JsonResult):
    """A word that a system got wrong.

    Attributes:
        source: The source word; empty if it is not known.
        wrong: The words in the output; empty if words are missing there.
        suggested: The best suggestion in their place; empty if there is none, or if the words are to be removed.
        count: The number of instances.
        errors: The number of instances of each type of error.
        segments: The segments that have them, from 0.
    """

    json_fields = "source wrong suggested count errors segments=numbers"

    source: str
    wrong: str
    suggested: str
    count: int
    errors: Mapping[str, int]
    segments: tuple[int, ...]

    @property
    def edit(self) -> str:
        """The edit in words.

        >>> WrongWord(source="taula", wrong="mesa", suggested="tabla", count=1, errors={}, segments=(0,)).edit
        'mesa → tabla (taula)'
        """
        return describe_edit(self.wrong, self.suggested, self.source)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the segments, from 1."""
        return [number + 1 for number in self.segments]


def describe_edit(wrong: str, suggested: str, source: str = "") -> str:
    """Return a word edit in words; a dash stands for nothing."""
    return f"{wrong or '–'} → {suggested or '–'}" + (f" ({source})" if source else "")


def name_words(finding: Finding) -> _Key | None:
    """Return source word, wrong words and suggestion of an instance; None if it has no suggestion and is not a word."""
    if finding.best is not None:
        repair = finding.best.repair
        return repair.source, repair.replaced, repair.replacement
    return ("", finding.text, "") if finding.kind == "word" else None


def count_wrong_words(findings: Iterable[Finding]) -> list[WrongWord]:
    """Return the wrong words among the instances, the most frequent first.

    Words that differ in case only are the same; they are shown as they occur most often.
    """
    groups: dict[_Key, list[tuple[_Key, Finding]]] = {}
    for finding in findings:
        names = name_words(finding) if finding.verdict is Verdict.INSTANCE else None
        if names is not None:
            source, wrong, suggested = (each.casefold() for each in names)
            groups.setdefault((source, wrong, suggested), []).append((names, finding))
    return sorted(map(_gather, groups.values()), key=lambda each: (-each.count, each.wrong, each.suggested))


def _gather(group: list[tuple[_Key, Finding]]) -> WrongWord:
    ((source, wrong, suggested), _) = Counter(names for names, _ in group).most_common(1)[0]
    found = [finding for _, finding in group]
    return WrongWord(
        source=source,
        wrong=wrong,
        suggested=suggested,
        count=len(found),
        errors=dict(Counter(str(each.error) for each in found).most_common()),
        segments=tuple(dict.fromkeys(each.segment for each in found)),
    )
