"""A review in the terminal: show a proposal, read an answer, repeat."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tertium.errors import InputError, SpecError
from tertium.printable import make_printable as _clean

if TYPE_CHECKING:
    from rich.console import Console

    from tertium.postedit import Review
    from tertium.proposals import Proposal

_KEYS = (
    "a accept  1-9 accept that suggestion  p accept and propagate  d decline  e edit  s skip  u undo  q stop  ? help"
)
_HELP = """\
a or 1   accept the first suggestion           2-9  accept another one
p        accept the first one, and edit the same span in the whole document; `p 2` for another one
d        decline: the span is right as it is
e        write a replacement: `e some words`, or `e` and the words on the next line
s        skip: decide later
u        undo your last decision               q    stop: all decisions are stored, and the text is written
"""


def review_in_terminal(review: Review) -> None:
    """Ask about one proposal after the other, until all are decided, ``q``, or the end of the input."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
    console.print(f"{review.left} to decide, {review.decided} decided before.")
    shown: Proposal | None = None
    while review.left or review.decided:
        proposal = review.current
        if proposal is None:
            answer = _ask(console, "No proposals left. u undoes your last decision, any other key stops: ")
        else:
            if proposal is not shown:
                _show(review, proposal, console)
                shown = proposal
            answer = _ask(console, "> ")
        if answer is None or answer == "q" or (proposal is None and answer != "u"):
            break
        try:
            if _act(review, proposal, answer, console):
                shown = None
        except SpecError as error:
            console.print(_clean(str(error)))
    console.print(f"{review.decided} decided, {review.left} left.")


def _act(review: Review, proposal: Proposal | None, answer: str, console: Console) -> bool:
    """Carry out an answer; return whether another proposal is to be shown."""
    key, _, rest = answer.partition(" ")
    if key == "u" or proposal is None:
        undone = review.undo()
        console.print(f"Undone: {undone.decision} {_clean(undone.edit.span)}")
    elif key == "d":
        review.decline()
    elif key == "s":
        review.skip()
    elif key == "e":
        return _edit(review, rest, console)
    elif key in ("a", "p") or (key.isascii() and key.isdecimal()):
        number = (rest.strip() or "1") if key in ("a", "p") else key
        if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= len(proposal.suggestions)):
            console.print(f"There is no suggestion {_clean(number)}.")
            return False
        further = review.accept(proposal.suggestions[int(number) - 1], propagated=key == "p")
        for each in further:
            console.print(f"  segment {each.segment + 1}: {_clean(each.span)} -> {_clean(each.suggestion)}")
        for each in review.obstructed:
            console.print(f"  segment {each.segment + 1}: {_clean(each.span)} stays, since a tag stands within it")
    else:
        console.print(_HELP if key == "?" else f"There is no answer {_clean(key)!r}. {_KEYS}")
        return False
    return True


def _edit(review: Review, text: str, console: Console) -> bool:
    written = text.strip() or _ask(console, "replacement: ")
    if not written:
        console.print("Nothing was changed.")
        return False
    review.accept(written)
    return True


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


def _show(review: Review, proposal: Proposal, console: Console) -> None:
    from rich.text import Text

    where = f"{proposal.document}, " if proposal.document else ""
    name = review.edited.segments[proposal.segment].id
    place = f"{proposal.segment + 1} ({_clean(name)})" if name else str(proposal.segment + 1)
    console.print(f"\n{_clean(where)}segment {place}: {_clean(proposal.error or proposal.verdict)}")
    if proposal.source:
        console.print(Text(f"  source  {_clean(proposal.source)}", style="dim"))
    # With all that was accepted so far, since suggestions are to fit that text.
    before, after = review.edited.text_around(proposal.segment, proposal.start, proposal.end)
    # Brackets mark the span where there are no colours.
    mark = ("", "") if console.is_terminal and not console.no_color else ("⟦", "⟧")
    span = (f"{mark[0]}{_clean(proposal.span)}{mark[1]}", "bold reverse")
    console.print(Text.assemble("  text    ", _clean(before), span, _clean(after)))
    console.print(f"  found   {_count(proposal.count)}")
    for number, (suggestion, record) in enumerate(zip(proposal.suggestions, review.records(proposal), strict=True), 1):
        line = Text.assemble(f"  {number}  ", (_clean(suggestion.text), "bold green"), f"  {_count(suggestion.count)}")
        if record.last is not None:
            line.append(f"  ({record.describe()})")
        console.print(line)
    console.print(Text(_KEYS, style="dim"))


def _count(count: int | None) -> str:
    return "not counted" if count is None else "once" if count == 1 else f"{count:,} times"
