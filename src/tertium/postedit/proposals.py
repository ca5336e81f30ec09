"""Proposals: what was found in a document, as it is shown to proofreaders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tertium.edits import Edit
from tertium.errors import InputError, SpecError
from tertium.files.opening import read_blocks
from tertium.postedit.correction import Correction, normalise
from tertium.postedit.segments import TranslatedSegment

_BLOCK = 1 << 20
_SHOWN = ("instance", "candidate")
_MAKE_AGAIN = "Make it with `tertium mtness … -f json`"


@dataclass(frozen=True, slots=True)
class Option:
    """Something to put in place of a phrase.

    Attributes:
        text: The phrase as it would be.
        count: How often that was found; None if it is not known.
        edits: What has to be changed in the segment.
        error: What would be wrong with the phrase.
        source_word: The word of the source that it translates, if it is known.
    """

    text: str
    count: int | None
    edits: tuple[Edit, ...]
    error: str = ""
    source_word: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A phrase that is shown to a proofreader.

    Attributes:
        segment: The number of its segment, from 1.
        document: The document.
        start: Where it starts in the text of the segment.
        end: Where it ends.
        old: The phrase.
        options: What might stand there, the best first; may be empty.
        error: What is wrong with it.
        count: How often the phrase was found; None if it is not known.
        text: The text of the segment.
        source: What the segment is the translation of; empty if it is not known.
        verdict: ``instance`` or ``candidate``.
    """

    segment: int
    document: str
    start: int
    end: int
    old: str
    options: tuple[Option, ...]
    error: str
    count: int | None
    text: str
    source: str = ""
    verdict: str = "instance"

    @property
    def new(self) -> str:
        """The best option; empty if there is none."""
        return self.options[0].text if self.options else ""

    @property
    def others(self) -> tuple[Option, ...]:
        """The options but for the best."""
        return self.options[1:]

    @property
    def counts(self) -> tuple[int | None, int | None]:
        """How often the phrase and the best option were found."""
        return self.count, self.options[0].count if self.options else None

    def choose(self, option: Option | None, languages: str = "") -> Correction:
        """The correction by an option; if None, what is to be declined: the best option, or any if there is none."""
        taken = option or (self.options[0] if self.options else Option("", None, ()))
        return Correction(
            self.old,
            taken.text,
            taken.error or self.error,
            languages,
            self.document,
            self.segment,
            self.start,
            self.end,
            self.text,
            self.source,
            taken.source_word,
            (self.count, taken.count),
            taken.edits,
        )

    def edit_by_hand(self, text: str, languages: str = "") -> Correction:
        """The correction by what the proofreader wrote instead of the phrase.

        It is still the translation of the source word that the best option is for, and of no other.
        """
        word = self.options[0].source_word if self.options else ""
        return self.choose(Option(text, None, (Edit(self.start, self.end, text),), source_word=word), languages)


@dataclass(frozen=True, slots=True)
class Proposals:
    """A document and what is proposed for it.

    Attributes:
        segments: The segments.
        proposals: Phrases to decide about, in the order of the text.
        languages: The language pair, if the file says so.
    """

    segments: tuple[TranslatedSegment, ...]
    proposals: tuple[Proposal, ...]
    languages: str = ""

    @property
    def name(self) -> str:
        """What to call the segments that belong to no document: a digest of their texts.

        Files are copied, and called alike from one text to the next; the text itself is the same in all copies, and
        another in another document. Case, white space and the encoding of accents do not matter.
        """
        texts = (normalise(each.text) for each in self.segments if not each.document)
        joined = "\n".join(text for text in texts if text)
        return f"text {hashlib.sha256(joined.encode(errors='surrogatepass')).hexdigest()[:12]}"


def load_proposals(path: str | Path, *, system: str | None = None) -> Proposals:
    """What is proposed by the result of ``tertium mtness -f json``.

    Args:
        path: The file.
        system: Of which system, if the file has several.

    Raises:
        InputError: The file cannot be read, or is no such result.
        SpecError: The file has several systems, or not the one that is wanted.
    """
    try:
        content = json.loads(b"".join(read_blocks(str(path), _BLOCK)))
        # JSON may have halves of characters, which could be neither kept nor written.
        data = json.loads(json.dumps(content, ensure_ascii=False).encode())
    except (ValueError, RecursionError) as error:  # bad JSON and bad UTF-8 alike
        raise InputError(f"the file is not valid JSON: {error}", file=path, remedy=_MAKE_AGAIN) from error
    if not isinstance(data, dict):
        raise InputError("the file has no findings", file=path, remedy=_MAKE_AGAIN)
    data = {**data, **_choose_system(data, system)}
    for name in ("segments", "findings"):
        if not isinstance(data.get(name), list):
            raise InputError(f"the file has no list of {name}", file=path, remedy=_MAKE_AGAIN)
    segments = tuple(_read_segment(each, number, path) for number, each in enumerate(data["segments"], 1))
    proposals = []
    for number, finding in enumerate(data["findings"], 1):
        try:
            if finding["verdict"] in _SHOWN:
                proposals.append(_read_finding(finding, segments))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise InputError(f"finding {number} cannot be read: {what}", file=path, remedy=_MAKE_AGAIN) from error
    proposals.sort(key=lambda each: (each.segment, each.start, each.end))
    return Proposals(segments, tuple(proposals), str(data.get("languages") or ""))


def _choose_system(data: Mapping[str, Any], system: str | None) -> Mapping[str, Any]:
    systems = data.get("systems")
    if not isinstance(systems, list) or "findings" in data:
        return {}
    named = {str(each.get("system", "")): each for each in systems if isinstance(each, dict)}
    if system is None and len(named) == 1:
        return next(iter(named.values()))
    if system not in named:
        problem = "the file has several systems" if system is None else f"there is no system {system!r}"
        raise SpecError(problem, remedy=f"Choose one with --system. There are: {', '.join(named)}")
    return named[system]


def _read_segment(data: object, number: int, path: str | Path) -> TranslatedSegment:
    if not isinstance(data, dict) or not isinstance(data.get("text"), str) or data.get("number", number) != number:
        raise InputError(f"segment {number} has no text, or another number", file=path, remedy=_MAKE_AGAIN)
    source = data.get("source")
    return TranslatedSegment(data["text"], None if source is None else str(source), str(data.get("document") or ""))


def _read_finding(data: Mapping[str, Any], segments: tuple[TranslatedSegment, ...]) -> Proposal:
    number, start, end = int(data["segment"]), int(data["start"]), int(data["end"])
    if not 1 <= number <= len(segments):
        raise ValueError(f"there is no segment {number}")
    segment = segments[number - 1]
    if not 0 <= start < end or segment.text[start:end] != data["text"]:
        raise ValueError(f"segment {number} has not got {data['text']!r} at {start}")
    options = tuple(_read_option(each, start, end) for each in data.get("alternatives") or ())
    for edit in (edit for option in options for edit in option.edits):
        if not 0 <= edit.start <= edit.end <= len(segment.text):
            raise ValueError(f"an edit is outside of segment {number}")
    count = data.get("count")
    return Proposal(
        number,
        segment.document,
        start,
        end,
        data["text"],
        options,
        str(data.get("error") or ""),
        None if count is None else int(count),
        segment.text,
        segment.source or "",
        str(data["verdict"]),
    )


def _read_option(data: Mapping[str, Any], start: int, end: int) -> Option:
    """An alternative; one that does not say what to change replaces the phrase as a whole."""
    text, count = str(data["text"]), data.get("count")
    edits = tuple(Edit(int(edit["start"]), int(edit["end"]), str(edit["text"])) for edit in data.get("edits") or ())
    return Option(
        text,
        None if count is None else int(count),
        edits or (Edit(start, end, text),),
        str(data.get("error") or ""),
        str(data.get("source") or ""),
    )
