"""How new words are joined to their neighbours: contractions, elisions and forms that depend on the next word.

*de* + *el* is *del*, *el* + *home* is *l'home*, *y* + *hijo* is *e hijo*, *a* + *apple* is *an apple*. Where a word is
replaced, the one before it is first brought back to the form that it has by itself, and then to that which the new
neighbour asks for. Words whose neighbours stay as they are stay, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.edits import Edit
from tertium.mtness.repairs.drafts import match_case
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.text.tokens import Token


@dataclass(slots=True, kw_only=True)
class _Cell:
    """Some tokens, what is to stand there, and the white space after it."""

    start: int
    end: int
    gap: str
    text: str
    new_gap: str
    changed: bool
    elided: bool = False
    index: int = -1


Replacement = tuple[int, int, str]
"""The first token, the one after the last, and the text; the same token twice to put something in before it."""


def join_words(
    text: str, tokens: Sequence[Token], replacements: Sequence[Replacement], rules: Rules
) -> tuple[Edit, ...]:
    """Return the edits of a text that replace tokens, with what this changes in the words beside them.

    Args:
        text: The text of the segment.
        tokens: Its words.
        replacements: What is to stand where; no two of the same tokens.
        rules: Those of the language.
    """
    cells = _lay_out(text, tokens, sorted(replacements, key=lambda each: (each[0], each[1])))
    _drop_gaps(cells)
    for cell in cells:
        if cell.changed and " " in cell.text:
            cell.text = _join_inside(cell.text, rules)
    right: _Cell | None = None
    # From the right, since "el" + "home" has to become "l'home" before "de" + "el" could become "del".
    for place in range(len(cells) - 1, -1, -1):
        cell = cells[place]
        if not cell.text:
            if right is not None:
                right.changed = True
            continue
        if right is not None and (cell.changed or right.changed):
            _join(cell, right, tokens, rules)
        right = cell if cell.text else right
    edits = []
    for cell in cells:
        if cell.gap != cell.new_gap:
            edits.append(Edit(cell.start, cell.end + len(cell.gap), cell.text + cell.new_gap))
        elif text[cell.start : cell.end] != cell.text:
            edits.append(Edit(cell.start, cell.end, cell.text))
    return tuple(edits)


def _lay_out(text: str, tokens: Sequence[Token], replacements: Sequence[Replacement]) -> list[_Cell]:
    """Cells for all that changes, an article and a preposition before it, and a token after it."""
    first = max(replacements[0][0] - 2, 0)
    stop = min(max(each[1] for each in replacements) + 1, len(tokens))
    cells: list[_Cell] = []
    waiting = list(reversed(replacements))
    index = first
    while index < stop or waiting:
        if waiting and waiting[-1][0] == index:
            _, after, new = waiting.pop()
            if after == index:
                place = tokens[index].start if index < len(tokens) else len(text)
                # A mark that opens a sentence has no white space after it.
                space = " " if any(map(str.isalnum, new)) else ""
                cells.append(_Cell(start=place, end=place, gap="", text=new, new_gap=space, changed=True))
                continue
            start, end, own = tokens[index].start, tokens[after - 1].end, -1
            index, changed = after, True
        else:
            token, own = tokens[index], index
            start, end, new, changed = token.start, token.end, token.text, False
            index += 1
        gap = text[end : tokens[index].start] if index < len(tokens) else ""
        elided = tokens[index - 1].text.endswith(("'", "’"))
        cells.append(
            _Cell(start=start, end=end, gap=gap, text=new, new_gap=gap, changed=changed, elided=elided, index=own)
        )
    return cells


def _drop_gaps(cells: list[_Cell]) -> None:
    """What is left out takes the white space after it along, or that before it if there is none after.

    After an apostrophe there never is any: that before *l'Àfrica* stays.
    """
    for place, cell in enumerate(cells):
        if not cell.text:
            if not cell.gap and place and not cell.elided:
                cells[place - 1].new_gap = ""
            cell.new_gap = ""


def _join(left: _Cell, right: _Cell, tokens: Sequence[Token], rules: Rules) -> None:
    *before, word = left.text.split(" ")
    follower, *rest = right.text.split(" ")
    key = _plain(word)
    if not before and left.index >= 0 and not left.changed:
        before, key = _restore(left.index, tokens, rules)
    short = _contract(key, follower, rules, capitals=left.text.isupper())
    if short is None:
        key = _adapt(key, _plain(follower), rules)
    else:
        key = short
        right.text = " ".join(rest)
        if not rest:
            # The article has gone into the preposition, and its white space with it.
            right.new_gap = ""
            if right.start == right.end:
                right.gap = ""
        right.changed = True
    if before and (inner := rules.contractions.get((_plain(before[-1]), key))):
        before, key = before[:-1], inner
    if before != left.text.split(" ")[:-1] or key != _plain(word):
        # A short word in capitals may have them since it starts the sentence.
        model = left.text if len(left.text) > 2 else left.text[:1]
        left.text = match_case(" ".join([*before, key]), model)
        left.changed = True
    if _is_elided(key, left.text, rules):
        left.new_gap = ""
    elif left.elided and not left.new_gap and right.text[:1].isalnum():
        left.new_gap = " "


def _join_inside(text: str, rules: Rules) -> str:
    """The words of a new text, joined to each other."""
    joined = ""
    for word in reversed(text.split(" ")):
        follower, _, rest = joined.partition(" ")
        key = _plain(word)
        if short := _contract(key, follower, rules, capitals=text.isupper()):
            joined = f"{match_case(short, word[:1])} {rest}".rstrip(" ")
            continue
        new = _adapt(key, _plain(follower), rules) if joined else key
        new = word if new == key else match_case(new, word[:1])
        joined = new + joined if new != word and new.endswith("'") else f"{new} {joined}".rstrip(" ")
    return joined


def _is_elided(key: str, text: str, rules: Rules) -> bool:
    """Return whether a word lost its end to the next one; the apostrophe of a name (*Yaroslavl'*) is its own."""
    if not key.endswith("'"):
        return False
    if key in rules.junction_bases:
        return True
    return text[:1].islower() and any(form.endswith("'") for form in rules.junction_bases)


def _plain(word: str) -> str:
    return word.casefold().replace("’", "'")


def _contract(word: str, follower: str, rules: Rules, *, capitals: bool) -> str | None:
    # The article of a name stays: "de El Salvador".
    if follower[:1].isupper() and not (capitals and follower.isupper()):
        return None
    return rules.contractions.get((word, _plain(follower)))


def _adapt(word: str, follower: str, rules: Rules) -> str:
    for junction in rules.junctions.get(word, ()):
        if junction.fits(follower):
            return junction.becomes
    return word


def _restore(index: int, tokens: Sequence[Token], rules: Rules) -> tuple[list[str], str]:
    """A word as it is by itself: the words before its last one, and that."""
    token = tokens[index]
    word = _plain(token.text)
    before: list[str] = []
    if word in rules.expansions:
        preposition, word = rules.expansions[word]
        before = [preposition]
    if word not in rules.junction_bases or index + 1 == len(tokens):
        return before, word
    follower = _plain(tokens[index + 1].text)
    bases = [base for base in rules.junction_bases[word] if _adapt(base, follower, rules) == word]
    for base in bases:
        if rules.find_determiner(base, "", "", token.tag) == base:
            return before, base
    return before, bases[0] if bases else word
