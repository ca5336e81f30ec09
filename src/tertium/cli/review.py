"""A review in the terminal: shows a proposal, reads an answer, and so on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tertium.errors import InputError, SpecError

if TYPE_CHECKING:
    from rich.console import Console

    from tertium.postedit.proposals import Proposal
    from tertium.postedit.review import Review

_KEYS = "a accept  1-9 accept that one  p accept and propagate  d decline  e edit  s skip  u undo  q stop  ? help"
_HELP = """\
a or 1   accept the first alternative          2-9  accept another one
p        accept the first one, and change the same phrase all through the document; `p 2` for another one
d        decline: the phrase is right as it is
e        write what is to stand there: `e some words`, or `e` and the words on a line of their own
s        skip: leave it for another time
u        take back your last decision          q    stop: all decisions are kept, and the text is written
"""


def review_in_terminal(review: Review) -> None:
    """Asks about one proposal after the other, until all are decided, ``q``, or the end of the input."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
    console.print(f"{review.left} to decide about, {review.decided} decided before.")
    shown: Proposal | None = None
    while review.left or review.decided:
        proposal = review.current
        if proposal is None:
            answer = _ask(console, "That was all. u takes your last decision back, anything else stops: ")
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
    """Does what the answer says; says whether there is something new to show."""
    key, _, rest = answer.partition(" ")
    if key == "u" or proposal is None:
        undone = review.undo()
        console.print(f"Taken back: {undone.decision} {_clean(undone.correction.old)}")
    elif key == "d":
        review.decline()
    elif key == "s":
        review.skip()
    elif key == "e":
        return _edit(review, rest, console)
    elif key in ("a", "p") or (key.isascii() and key.isdecimal()):
        number = (rest.strip() or "1") if key in ("a", "p") else key
        if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= len(proposal.options)):
            console.print(f"There is no alternative {_clean(number)}.")
            return False
        changed = review.accept(proposal.options[int(number) - 1], propagated=key == "p")
        for each in changed:
            console.print(f"  segment {each.segment}: {_clean(each.old)} -> {_clean(each.new)}")
    else:
        console.print(_HELP if key == "?" else f"There is no answer {_clean(key)!r}. {_KEYS}")
        return False
    return True


def _edit(review: Review, text: str, console: Console) -> bool:
    written = text.strip() or _ask(console, "instead: ")
    if not written:
        console.print("Nothing was changed.")
        return False
    review.accept(written)
    return True


def _ask(console: Console, prompt: str) -> str | None:
    """The next line of the input without what surrounds it; None at its end, or when somebody presses Ctrl-C."""
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
    console.print(f"\n{_clean(where)}segment {proposal.segment}: {_clean(proposal.error or proposal.verdict)}")
    if proposal.source:
        console.print(Text(f"  source  {_clean(proposal.source)}", style="dim"))
    before, after = proposal.text[: proposal.start], proposal.text[proposal.end :]
    # Where there are no colours, brackets have to do.
    mark = ("", "") if console.is_terminal and not console.no_color else ("⟦", "⟧")
    phrase = (f"{mark[0]}{_clean(proposal.old)}{mark[1]}", "bold reverse")
    console.print(Text.assemble("  text    ", _clean(before), phrase, _clean(after)))
    console.print(f"  found   {_count(proposal.count)}")
    for number, (option, record) in enumerate(zip(proposal.options, review.records(proposal), strict=True), 1):
        line = Text.assemble(f"  {number}  ", (_clean(option.text), "bold green"), f"  {_count(option.count)}")
        if record.last is not None:
            line.append(f"  ({record.describe()})")
        console.print(line)
    console.print(Text(_KEYS, style="dim"))


def _count(count: int | None) -> str:
    return "not counted" if count is None else "once" if count == 1 else f"{count:,} times"


def _clean(text: str) -> str:
    """A text that cannot rewrite the terminal."""
    return "".join(each if each.isprintable() else "�" for each in text)
