"""A review in the terminal: show a proposal and all places of its word edit, read an answer, repeat."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tertium.errors import InputError, SpecError
from tertium.printable import make_printable as _clean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console
    from rich.text import Text

    from tertium.postedit import EditPlace, Review
    from tertium.proposals import Proposal, Suggestion

_KEYS = (
    "a accept  1-9 accept that suggestion  p accept where found  p all at all places  d decline  e edit  "
    "w whole segment  s skip  u undo  q stop  ? help"
)
_HELP = """\
a or 1   accept the first suggestion here      2-9  accept another one here
p        accept it here, and at all places that were found by themselves
p all    accept it at all places that are listed; `p 1-31 33` at these, `p -32` at all but this
c 2      choose the second suggestion: its places are listed, and `a` and `p` mean it
d        decline: the span is right as it is; `d all`, `d 1-3`, `d -2` decline listed proposals
e        write a replacement: `e some words`, or `e` and the words on the next line; where a misspelt word has
         other places, they are listed, and `a` and `p` mean what you wrote
w        write the whole segment anew: `w some text`, or `w` and the text on the next line
f        show source and text in full
s        skip: decide later
u        undo your last decision               q    stop: all decisions are stored, and the text is written
"""
# Characters on either side of the words in question.
_AROUND = 60
# Suggestions that are less probable are not shown beside others.
_LEAST = 0.01


def review_in_terminal(review: Review) -> None:
    """Ask about one proposal after the other, until all are decided, ``q``, or the end of the input."""
    from rich.console import Console

    from tertium.postedit import ChangedSegmentError

    console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
    console.print(f"{review.left} to decide, {review.decided} decided before.")
    question: _Question | None = None
    numbers: dict[tuple[int, int, int], int] = {}
    while review.left or review.decided:
        proposal = review.current
        if proposal is None:
            answer = _ask(console, "No proposals left. u undoes your last decision, any other key stops: ")
        else:
            if question is None or question.proposal is not proposal:
                question = _Question(review, proposal, console)
                question.show(numbers.setdefault(proposal.place, len(numbers) + 1))
            answer = _ask(console, "> ")
        if answer is None or answer == "q" or (proposal is None and answer != "u"):
            break
        try:
            if answer == "u" or proposal is None or question is None:
                undone = review.undo()
                console.print(f"Undone: {undone.decision} {_clean(undone.edit.span)}")
                question = None
            elif question.act(answer):
                question = None
        except ChangedSegmentError as error:
            console.print(_clean(str(error)))
            question = None  # the text is not what was shown
        except SpecError as error:
            console.print(_clean(str(error)))
    review.refresh()
    console.print(f"{review.decided} decided, {review.left} left.")
    console.print(_summarise(review))


class _Question:
    """A proposal that is asked about, with the places of one of its suggestions."""

    def __init__(self, review: Review, proposal: Proposal, console: Console) -> None:
        self.proposal = proposal
        self._review, self._console = review, console
        self._suggestions = _choose_probable(proposal.suggestions)
        self._chosen = 0
        self._written: Suggestion | None = None
        self._places: Sequence[EditPlace] = self._list_places()

    @property
    def _suggestion(self) -> Suggestion | None:
        if self._written is not None:
            return self._written
        return self._suggestions[self._chosen] if self._suggestions else None

    def _list_places(self) -> Sequence[EditPlace]:
        return self._review.places(self._suggestion) if self._suggestion else []

    def act(self, answer: str) -> bool:
        """Carry out an answer; return whether another question is to be shown."""
        key, _, rest = answer.partition(" ")
        rest = rest.strip()
        if key == "d":
            return self._decline(rest)
        if key == "s":
            self._review.skip()
        elif key == "e":
            return self._write(rest, "replacement: ", self._accept_written)
        elif key == "w":
            return self._write(rest, "whole segment: ", self._rewrite)
        elif key == "p":
            return self._propagate(rest)
        elif key == "a" or _is_number(key):
            return self._accept(self._chosen + 1 if key == "a" else int(key), key)
        elif key == "c":
            self._choose(rest)
            return False
        elif key == "f":
            self._show_in_full()
            return False
        else:
            self._console.print(_HELP if key == "?" else f"There is no answer {_clean(answer)!r}. {_KEYS}")
            return False
        return True

    def _accept(self, number: int, key: str) -> bool:
        if key == "a" and self._written is not None:
            self._review.accept(self._written)
            return True
        if not 1 <= number <= len(self._suggestions):
            self._console.print(f"There is no suggestion {_clean(key if key != 'a' else '1')}.")
            return False
        self._review.accept(self._suggestions[number - 1])
        return True

    def _choose(self, rest: str) -> None:
        if not _is_number(rest) or not 1 <= int(rest) <= len(self._suggestions):
            self._console.print(f"There is no suggestion {_clean(rest)}.")
            return
        self._chosen, self._written = int(rest) - 1, None
        self._places = self._list_places()
        self._show_places(at_least=1)

    def _propagate(self, rest: str) -> bool:
        if not self._places:
            self._console.print("There is no suggestion 1.")
            return False
        # What was found by itself has evidence of its own; the other places are to be read first.
        found = [number for number, each in enumerate(self._places, 1) if number == 1 or each.whole is not None]
        numbers = self._choose_places(rest) if rest else found
        if not numbers:
            return False
        places = [self._places[number - 1] for number in numbers]
        # A word edit that is right at some places only says nothing about the word elsewhere.
        made = self._review.accept_places(places, by_word=len(places) == len(self._places))
        if 1 not in numbers:  # the first of them is the decision, and not the place in question
            made = [min(places, key=lambda each: each.whole is None).edit, *made]
        for each in made:
            self._console.print(f"  segment {each.segment + 1}: {_clean(each.span)} -> {_clean(each.suggestion)}")
        for each in self._review.obstructed:
            self._console.print(
                f"  segment {each.segment + 1}: {_clean(each.span)} stays, since a tag stands within it"
            )
        return True

    def _decline(self, rest: str) -> bool:
        if not rest or (rest == "all" and self._suggestion is None):
            self._review.decline()
            return True
        numbers = self._choose_places(rest)
        places = [self._places[number - 1] for number in numbers]
        if places:
            self._console.print(f"{self._review.decline_places(places)} declined.")
        return bool(places)

    def _choose_places(self, rest: str) -> list[int]:
        """Return the places that an answer names; say so if there is none."""
        try:
            numbers = _read_numbers(rest, len(self._places))
        except ValueError as error:
            self._console.print(f"There is no place {_clean(str(error))}.")
            return []
        if not numbers:
            self._console.print("No place is left.")
        return numbers

    def _write(self, text: str, prompt: str, accept: Callable[[str], bool]) -> bool:
        written = text or _ask(self._console, prompt)
        if not written:
            self._console.print("Nothing was changed.")
            return False
        return accept(written)

    def _rewrite(self, text: str) -> bool:
        self._review.rewrite(text)
        return True

    def _accept_written(self, text: str) -> bool:
        """Accept a replacement; where a misspelt word has other places, ask at which."""
        from tertium.postedit import SPELLING, write_by_hand

        if self.proposal.error == SPELLING:
            places = self._review.places(text)
            if len(places) > 1:
                self._written, self._places = write_by_hand(self.proposal, text), places
                self._show_places(at_least=2)
                self._console.print("a accept it here  p where found  p all at all places  p 1-3 at these")
                return False
        self._review.accept(text)
        return True

    def show(self, number: int) -> None:
        """Print the proposal, its suggestions, and the places of the first.

        Args:
            number: The number of the question, from 1.
        """
        from rich.text import Text

        proposal, console = self.proposal, self._console
        where = f"{proposal.document}, " if proposal.document else ""
        name = self._review.edited.segments[proposal.segment].id
        place = f"{proposal.segment + 1} ({_clean(name)})" if name else str(proposal.segment + 1)
        what = _clean(proposal.error or proposal.verdict)
        console.print(f"\nquestion {number}, {self._review.left} left")
        console.print(f"{_clean(where)}segment {place}: {what}")
        if proposal.source:
            console.print(Text(f"  source  {_clean(self._cut_source())}", style="dim"))
        # With all that was accepted so far, since suggestions are to fit that text.
        before, span, after = self._review.show_around(*proposal.place)
        console.print(Text.assemble("  text    ", *self._mark(_cut_left(before), span, _cut_right(after))))
        if evidence := _describe(proposal.count, proposal.probability):
            console.print(f"  {'found' if proposal.count is not None else 'wrong'}   {evidence}")
        records = self._review.records(replace(proposal, suggestions=self._suggestions))
        for choice, (suggestion, record) in enumerate(zip(self._suggestions, records, strict=True), 1):
            shown = (_clean(self._write_suggestion(suggestion)), "bold green")
            evidence = _describe(suggestion.count, suggestion.probability)
            line = Text.assemble(f"  {choice}  ", shown, f"  {evidence}" if evidence else "")
            if record.last is not None:
                line.append(f"  ({record.describe()})")
            if suggestion.earlier:
                line.append(f"  ({suggestion.earlier})")
            console.print(line)
        self._show_places(at_least=2)
        console.print(Text(_KEYS, style="dim"))

    def _write_suggestion(self, suggestion: Suggestion) -> str:
        """Return a suggestion with what was accepted within its span before."""
        place = self.proposal.place
        if self._review.show_around(*place)[1] == self.proposal.span:
            return suggestion.text
        return self._review.show_around(*place, suggestion.edits)[1]

    def _show_places(self, at_least: int) -> None:
        """Print where else the words can be changed, each in its context."""
        from rich.text import Text

        if len(self._places) < at_least:
            return
        edit = self._places[0].edit
        source = f" ({_clean(edit.source_word)})" if edit.source_word else ""
        total = f"{len(self._places)} place{'' if len(self._places) == 1 else 's'}"
        record = self._review.record_of_words(edit)
        known = f"  ({record.describe()})" if record.last is not None else ""
        self._console.print(f"  {_clean(edit.span)} -> {_clean(edit.suggestion)}{source}: {total}{known}")
        for number, place in enumerate(self._places, 1):
            each = place.edit
            before, span, after = self._review.show_around(*each.place)
            changed = each.suggestion if span == each.span else self._review.show_around(*each.place, each.edits)[1]
            words = f"{span} -> {changed}"
            marked = self._mark(_cut_left(before, _AROUND // 2), words, _cut_right(after, _AROUND // 2))
            line = Text.assemble(f"    {number}  segment {each.segment + 1}: ", *marked)
            if place.whole is None:
                line.append("  (not found by itself)")
            if place.obstructed:
                line.append("  (stays, since a tag stands within it)")
            self._console.print(line)

    def _mark(self, before: str, words: str, after: str) -> tuple[str | Text | tuple[str, str], ...]:
        # Brackets mark the span where there are no colours.
        mark = ("", "") if self._console.is_terminal and not self._console.no_color else ("⟦", "⟧")
        return _clean(before), (f"{mark[0]}{_clean(words)}{mark[1]}", "bold reverse"), _clean(after)

    def _cut_source(self) -> str:
        """The source around the word that was mistranslated, or around the same part of the segment."""
        source, word = self.proposal.source, self._suggestion.source_word if self._suggestion else ""
        edit = self._places[0].edit if self._places else self.proposal
        start = _find_nearest(source, word, (edit.start + edit.end) / 2 / max(1, len(self.proposal.text)))
        # Half of the source on either side is as much as the text shows with its span.
        around = _AROUND + len(self.proposal.span) // 2
        return _cut_left(source[:start], around) + _cut_right(source[start:], around + len(word))

    def _show_in_full(self) -> None:
        if self.proposal.source:
            self._console.print(f"  source  {_clean(self.proposal.source)}")
        self._console.print(f"  text    {_clean(self._review.edited.text_of(self.proposal.segment))}")


def _find_nearest(text: str, word: str, share: float) -> int:
    """Return where a word stands in a text, nearest to a share of its length; or that place, if it is not there.

    >>> _find_nearest("a la casa a la vora", "a", 0.5), _find_nearest("La casa", "vora", 0.5)
    (10, 4)
    """
    wanted = share * len(text)
    escaped = re.escape(word)
    for pattern in (rf"(?<!\w){escaped}(?!\w)", escaped) if word else ():
        found = [each.span() for each in re.finditer(pattern, text, re.IGNORECASE)]
        if found:
            return min(found, key=lambda each: abs((each[0] + each[1]) / 2 - wanted))[0]
    return round(wanted)


def _cut_left(text: str, most: int = _AROUND) -> str:
    """Return the end of a text, from the start of a word if it is cut.

    >>> _cut_left("one two three ", 8)
    '… three '
    """
    return _cut_right(text[::-1], most)[::-1]


def _cut_right(text: str, most: int = _AROUND) -> str:
    """Return the start of a text, up to the end of a word if it is cut."""
    if len(text) <= most + 2:
        return text
    kept = text[:most]
    if not text[most].isspace() and " " in kept.strip():
        kept = kept[: kept.rindex(" ")]
    return f"{kept.rstrip()} …"


def _read_numbers(text: str, last: int) -> list[int]:
    """Return the numbers that an answer chooses: single ones, ranges, and with a minus all but these.

    Args:
        text: The answer.
        last: The last number that there is.

    Raises:
        ValueError: It names something that there is not.

    >>> _read_numbers("1-3 5", 6), _read_numbers("-2", 4), _read_numbers("all -2-3", 4)
    ([1, 2, 3, 5], [1, 3, 4], [1, 4])
    """
    chosen: set[int] = set()
    excluded: set[int] = set()
    parts = text.replace(",", " ").split()
    for part in parts:
        if part == "all":
            chosen |= set(range(1, last + 1))
            continue
        first, dash, other = part.removeprefix("-").partition("-")
        if not _is_number(first) or (dash and not _is_number(other)):
            raise ValueError(part)
        start, stop = int(first), int(other or first)
        if not 1 <= start <= stop <= last:
            raise ValueError(part.removeprefix("-"))
        (excluded if part.startswith("-") else chosen).update(range(start, stop + 1))
    if parts and all(part.startswith("-") for part in parts):
        chosen = set(range(1, last + 1))
    return sorted(chosen - excluded)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def _ask(console: Console, prompt: str) -> str | None:
    """Return the next line of the input, stripped; None at its end, or after Ctrl-C."""
    console.print(prompt, end="")
    console.file.flush()
    if sys.stdin is None:
        raise InputError("standard input is closed", remedy="Answer in a terminal, or pipe answers in")
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    except UnicodeDecodeError as error:
        raise InputError("an answer is not valid UTF-8", file="stdin", remedy="Save answers as UTF-8") from error
    if not sys.stdin.isatty():
        console.print(_clean(line.strip()))
    return line.strip() if line else None


def _summarise(review: Review) -> str:
    """Return what was decided about a text, in this review and before."""
    counts = Counter(each.decision for each in review.decisions)
    segments = {each.edit.segment for each in review.decisions if each.decision != "declined"}
    edits = counts["accepted"] + counts["propagated"]
    return (
        f"{counts['accepted']:,} accepted, {counts['declined']:,} declined, {counts['propagated']:,} propagated: "
        f"{edits:,} edit{'' if edits == 1 else 's'} in {len(segments):,} segment{'' if len(segments) == 1 else 's'}"
    )


def _choose_probable(suggestions: tuple[Suggestion, ...]) -> tuple[Suggestion, ...]:
    """Return suggestions without those that are hardly probable, if another is more so."""
    most = max((each.probability for each in suggestions if each.probability is not None), default=0.0)
    return tuple(each for each in suggestions if each.probability is None or each.probability >= min(_LEAST, most))


def _describe(count: int | None, probability: float | None) -> str:
    """Return what is known about words.

    >>> _describe(0, 0.934), _describe(1, None), _describe(None, 0.5), _describe(None, None)
    ('0 times, probability 0.93', 'once', 'probability 0.50', '')
    """
    from tertium.report import write_probability

    counted = [] if count is None else ["once" if count == 1 else f"{count:,} times"]
    return ", ".join([*counted, *([] if probability is None else [f"probability {write_probability(probability)}"])])
