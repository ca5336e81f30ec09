"""SVG without a library: escaped text whose width is guessed, colours for light and dark, the frame of a picture.

Pictures need no ids, and every class begins with ``tertium-``, so that any number of them can stand in one page. A page
with a theme of its own sets the variables on its own: ``.night .tertium-picture { --tertium-paper: #000 }``.
"""

from __future__ import annotations

import re
from html import escape
from unicodedata import bidirectional, category, east_asian_width

SIZE = 16  # of the words, in pixels

# By name: on light paper, on dark paper. Those of the stages are Okabe and Ito's, which colour-blind people can tell
# apart; the last is darker than theirs on white, and green and purple are lighter on black, so that lines stand out.
_COLOURS = {
    "ink": ("#1c2430", "#e6e9ee"),
    "soft": ("#5b6675", "#9aa5b4"),
    "grey": ("#6c7684", "#8791a0"),
    "line": ("#e3e7ed", "#2a313b"),
    "band": ("#edf1f6", "#252d38"),
    "edge": ("#d3dae4", "#3a4452"),
    "paper": ("#ffffff", "#14181e"),
    "stage0": ("#0072b2", "#56b4e9"),
    "stage1": ("#d55e00", "#e69f00"),
    "stage2": ("#009e73", "#2fc79a"),
    "stage3": ("#cc79a7", "#e39bc5"),
    "stage4": ("#b88000", "#f0e442"),
}
_STAGES = [name for name in _COLOURS if name.startswith("stage")]
_DASHES = ("none", "8 4", "1 5", "11 4 2 4")

_RULES = """
.tertium-picture text { font: 16px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; fill: @ink }
.tertium-picture .tertium-word { unicode-bidi: isolate }
.tertium-picture .tertium-unmatched { fill: @grey }
.tertium-picture .tertium-label { font-size: 13px; fill: @soft }
.tertium-picture .tertium-number { font-size: 11px; fill: @soft; text-anchor: middle }
.tertium-picture tspan.tertium-unmatched { fill: @grey }
.tertium-paper { fill: @paper }
.tertium-band { fill: @band; stroke: @edge }
.tertium-matrix .tertium-band { fill: @edge }
.tertium-diagonal { stroke: @edge; stroke-width: 20; stroke-linecap: round; fill: none }
.tertium-grid { stroke: @line; fill: none }
.tertium-line { stroke: currentColor; stroke-width: 2; stroke-linecap: round; fill: none }
.tertium-mark { fill: currentColor }
.tertium-cell { fill: transparent }
.tertium-hit { stroke: transparent; stroke-width: 12; fill: none; pointer-events: stroke }
.tertium-link:hover .tertium-line { stroke-width: 3.5 }
.tertium-picture .tertium-link:hover text { font-weight: 700 }
.tertium-picture:has(.tertium-link:hover) .tertium-link:not(:hover) { opacity: .3 }
"""

# Isolates stay: pictures set words of both directions between them. Overrides would reverse what follows.
_FORBIDDEN = re.compile("[^\x20-\x7e\xa0-\u2027\u202f-\u2065\u2068-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Shares of the font's size, for a typical sans-serif.
_NARROW = set("iIjlt.,:;'|!()[]{}`’‘·fr-/\\ ")
_BROAD = set("mwMW@%&—…œæŒÆ")


def escaped(text: str) -> str:
    """Return text for an element or an attribute; what XML forbids, controls, and changes of direction are replaced."""
    return escape(_FORBIDDEN.sub("\ufffd", text))


def guess_width(text: str, size: float = SIZE) -> float:
    """Return about how many pixels a text takes: the font differs between machines."""
    return size * sum(map(_share, text))


def shorten(text: str, most: float) -> str:
    """Return a text that takes at most some pixels, with an ellipsis where it was cut."""
    if guess_width(text) <= most:
        return text
    room = most / SIZE - _share("…")
    for end, character in enumerate(text):
        room -= _share(character)
        # Marks have no width, so they stay with the letter before them.
        if room < 0:
            return text[:end] + "…"
    return text


def is_right_to_left(text: str) -> bool:
    """Return whether the first letter that has a direction is written from right to left."""
    strong = next((kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), "L")
    return strong != "L"


def write_word(text: str, x: float, y: float, most: float, *, hold: str = "middle", turn: int = 0, grey: bool) -> str:
    """Return a word as its own element, so that its direction does not affect its neighbours.

    Args:
        text: The word.
        x: Where it is held.
        y: Where its baseline is held.
        most: The most pixels it may take; longer words are cut.
        hold: Which part of it stands there: its ``left``, ``middle`` or ``right``.
        turn: By how many degrees it is turned around that point.
        grey: Whether it is matched with nothing.
    """
    # A text that runs from right to left starts on the right.
    backwards = is_right_to_left(text)
    anchor = "middle" if hold == "middle" else "start" if (hold == "left") != backwards else "end"
    direction = ' direction="rtl"' if backwards else ""
    transform = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
    classes = "tertium-word tertium-unmatched" if grey else "tertium-word"
    return (
        f'<text class="{classes}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{direction}{transform}>'
        f"{escaped(shorten(text, most))}</text>"
    )


def stage_classes(stage: int) -> str:
    """Return the classes of a stage: colours and dashes repeat after different numbers, so that many stages differ."""
    return f"tertium-colour-{stage % len(_STAGES)} tertium-dash-{stage % len(_DASHES)}"


def frame(name: str, description: str, width: float, height: float, parts: list[str], kind: str) -> str:
    """Return a whole picture, for a page or for its own file.

    Args:
        name: What it shows, in a few words.
        description: The same at length, for screen readers.
        width: In pixels.
        height: In pixels.
        parts: The elements, from back to front.
        kind: The class of such pictures.
    """
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tertium-picture {kind}" role="img" '
        f'aria-label="{escaped(name)}" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">\n'
        f"<title>{escaped(name)}</title>\n<desc>{escaped(description)}</desc>\n<style>{_STYLE}</style>\n"
        f'<rect class="tertium-paper" width="{width:.0f}" height="{height:.0f}"/>\n{body}\n</svg>\n'
    )


def _share(character: str) -> float:
    """Return the width of a character as a share of the font's size, a little more than most fonts take."""
    if category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if east_asian_width(character) in "WF":
        return 1.25 if ord(character) > 0x1F000 and category(character) == "So" else 1.0
    if character in _NARROW:
        return 0.36
    if character in _BROAD:
        return 0.95
    return 0.7 if character.isupper() or ord(character) > 0x900 else 0.6


def _write_style() -> str:
    """Return the rules, each colour first as on light paper and then as a variable, which some programs do not know."""
    light = {name: colours[0] for name, colours in _COLOURS.items()}
    rules = _RULES
    rules += "".join(f".tertium-colour-{number} {{ color: @{name} }}\n" for number, name in enumerate(_STAGES))
    rules += "".join(
        f".tertium-dash-{number} .tertium-line {{ stroke-dasharray: {dashes} }}\n"
        for number, dashes in enumerate(_DASHES)
    )
    rules = re.sub(
        r"([a-z]+): @(\w+)",
        lambda found: f"{found[1]}: {light[found[2]]}; {found[1]}: var(--tertium-{found[2]})",
        rules,
    )
    sets = [
        "; ".join(f"--tertium-{name}: {colours[dark]}" for name, colours in _COLOURS.items()) for dark in (False, True)
    ]
    return (
        f"\n.tertium-picture {{ {sets[0]} }}\n"
        f"@media (prefers-color-scheme: dark) {{ .tertium-picture {{ {sets[1]} }} }}{rules}"
    )


_STYLE = _write_style()
