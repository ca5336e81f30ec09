"""Proposed edits: a document and what was found in it, from an examination in memory or its JSON on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tertium.errors import InputError, SpecError
from tertium.files.opening import read_bytes
from tertium.postedit.segments import TranslatedSegment
from tertium.postedit.suggested_edits import normalise
from tertium.proposals import PROPOSED_VERDICTS, Proposal

_MAKE_AGAIN = "Make it with `tertium mtness … -f json`"


class ExaminedSegment(Protocol):
    """A segment of an examination."""

    @property
    def text(self) -> str:
        """The translation."""

    @property
    def source(self) -> str | None:
        """The source segment, if it is known."""

    @property
    def document(self) -> str:
        """The document that it belongs to."""


class Examined(Protocol):
    """What was found in the output of a system, such as an ``Examination`` of `tertium.mtness`."""

    @property
    def segments(self) -> Sequence[ExaminedSegment]:
        """The segments."""

    @property
    def language_pair(self) -> str:
        """The language pair, such as ``ca-es``; empty if it is not known."""

    def proposals(self) -> Sequence[Proposal]:
        """Return what a proofreader should decide about, in the order of the text."""


@dataclass(frozen=True, slots=True)
class ProposedEdits:
    """A document, and the spans in it that a proofreader decides about.

    Attributes:
        segments: The segments.
        proposals: The spans with their suggestions, in the order of the text.
        language_pair: The language pair, such as ``ca-es``; empty if it is not known.
        origin: A digest of the path of the findings and of the system; empty if they are not in a file.
    """

    segments: tuple[TranslatedSegment, ...]
    proposals: tuple[Proposal, ...]
    language_pair: str = ""
    origin: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """The name of the segments whose document is not known: a digest of their texts.

        The digest is the same for all copies of a text, so that a pair that was accepted in two copies was accepted in
        one document. Case, white space and the encoding of accents do not matter.
        """
        texts = (normalise(each.text) for each in self.segments if not each.document)
        joined = "\n".join(text for text in texts if text)
        return f"text {hashlib.sha256(joined.encode(errors='surrogatepass')).hexdigest()[:12]}"


def propose_edits(findings: Examined | str | Path, *, system: str | None = None) -> ProposedEdits:
    """Return the edits that findings propose, for a `Review`.

    Args:
        findings: An examination, or a file that ``tertium mtness -f json`` wrote. Both give the same.
        system: The system, if the file has several.

    Raises:
        InputError: The file cannot be read, or has no findings.
        SpecError: The file has several systems, or not the one named.

    >>> import json
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tertium.postedit import propose_edits
    >>> finding = {"segment": 1, "start": 7, "end": 15, "text": "de siete", "verdict": "instance"}
    >>> finding["suggestions"] = [{"text": "de sed"}]
    >>> data = {"segments": [{"text": "Mueran de siete."}], "findings": [finding]}
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "findings.json").write_text(json.dumps(data))
    ...     proposed = propose_edits(Path(folder, "findings.json"))
    >>> [(each.span, each.best.text) for each in proposed.proposals]
    [('de siete', 'de sed')]
    """
    if isinstance(findings, str | Path):
        return _read_findings(findings, system)
    segments = tuple(TranslatedSegment(each.text, each.source, each.document) for each in findings.segments)
    return ProposedEdits(segments, tuple(findings.proposals()), findings.language_pair)


def require_single_lines(proposed: ProposedEdits, file: str | Path) -> None:
    """Refuse segments that would be several lines of the edited text.

    Args:
        proposed: The document.
        file: Where it was read from.

    Raises:
        InputError: A segment has a line break.
    """
    for number, segment in enumerate(proposed.segments, 1):
        if "\n" in segment.text:
            raise InputError(f"segment {number} has a line break", file=file, remedy="Give one segment per line")


def _read_findings(path: str | Path, system: str | None) -> ProposedEdits:
    data = _read_json(path)
    data = {**data, **_choose_system(data, system)}
    for name in ("segments", "findings"):
        if not isinstance(data.get(name), list):
            raise InputError(f"the file has no list of {name}", file=path, remedy=_MAKE_AGAIN)
    segments = tuple(_read_segment(each, number, path) for number, each in enumerate(data["segments"], 1))
    proposals = []
    for number, finding in enumerate(data["findings"], 1):
        try:
            if finding["verdict"] in PROPOSED_VERDICTS:
                proposals.append(_read_finding(finding, segments))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise InputError(f"finding {number} cannot be read: {what}", file=path, remedy=_MAKE_AGAIN) from error
    proposals.sort(key=lambda each: each.place)
    place = f"{Path(path).resolve()}\0{system or ''}"
    origin = hashlib.sha256(place.encode(errors="surrogateescape")).hexdigest()[:16]
    return ProposedEdits(segments, tuple(proposals), str(data.get("language_pair") or ""), origin)


def _read_json(path: str | Path) -> Mapping[str, Any]:
    try:
        content = json.loads(read_bytes(path))
        # JSON may have halves of characters, which could be neither kept nor written.
        data = json.loads(json.dumps(content, ensure_ascii=False).encode())
    except (ValueError, RecursionError) as error:  # invalid JSON, and invalid UTF-8
        raise InputError(f"the file is not valid JSON: {error}", file=path, remedy=_MAKE_AGAIN) from error
    if not isinstance(data, dict):
        raise InputError("the file has no findings", file=path, remedy=_MAKE_AGAIN)
    return data


def _choose_system(data: Mapping[str, Any], system: str | None) -> Mapping[str, Any]:
    systems = data.get("systems")
    if not isinstance(systems, list) or "findings" in data:
        return {}
    named = {str(each.get("system", "")): each for each in systems if isinstance(each, dict)}
    if system is None and len(named) == 1:
        return next(iter(named.values()))
    if system not in named:
        problem = "the file has several systems" if system is None else f"there is no system {system!r}"
        there = f"There are: {', '.join(named)}"
        raise SpecError(
            problem, remedy=f"Choose one with system=. {there}", command_remedy=f"Choose one with --system. {there}"
        )
    return named[system]


def _read_segment(data: object, number: int, path: str | Path) -> TranslatedSegment:
    if not isinstance(data, dict) or not isinstance(data.get("text"), str) or data.get("number", number) != number:
        raise InputError(f"segment {number} has no text, or another number", file=path, remedy=_MAKE_AGAIN)
    source = data.get("source")
    return TranslatedSegment(
        data["text"],
        None if source is None else str(source),
        str(data.get("document") or ""),
        id=str(data.get("id") or ""),
    )


def _read_finding(data: Mapping[str, Any], segments: tuple[TranslatedSegment, ...]) -> Proposal:
    number = int(data["segment"])
    if not 1 <= number <= len(segments):
        raise ValueError(f"there is no segment {number}")
    segment = segments[number - 1]
    return Proposal.from_dict(data, text=segment.text, source=segment.source or "", document=segment.document)
