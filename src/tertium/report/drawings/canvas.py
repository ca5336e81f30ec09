"""SVG without a library: escaped text whose width is guessed, the frame of a picture, and how it enters a page.

A picture is a whole file and has its rules in it (``assets/picture.css``). A page has these rules in its style sheet,
so ``embed_picture`` takes them out: a strict policy of contents would ignore them, and leave black boxes.

Pictures need no ids, and every class begins with ``tertium-``, so that any number of them can stand in one page. A page
with a theme of its own sets the variables on its own: ``.night .tertium-picture { --tertium-paper: #000 }``.
"""

from __future__ import annotations

import re
from html import escape
from unicodedata import bidirectional, category, east_asian_width

from tertium.printable import make_printable
from tertium.report.assets import read_picture_style
from tertium.report.markup import Html

SIZE = 16  # of the words, in pixels

_STAGES = 5  # colours that picture.css has
_DASHES = 4

# Isolates stay: pictures set words of both directions between them. Overrides would reverse what follows.
_FORBIDDEN = re.compile("[^\x20-\x7e\xa0-\u2027\u202f-\u2065\u2068-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Shares of the font's size, for a typical sans-serif.
_NARROW = set("iIjlt.,:;'|!()[]{}`’‘·fr-/\\ ")
_BROAD = set("mwMW@%&—…œæŒÆ")


def make_drawable(text: str) -> str:
    """Return text of the same length; what XML forbids, controls, and changes of direction are replaced."""
    return _FORBIDDEN.sub("\ufffd", text)


def escaped(text: str) -> str:
    """Return text for an element or an attribute; what XML forbids, controls, and changes of direction are replaced."""
    return escape(make_drawable(text))


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
        f"{escaped(shorten(make_printable(text), most))}</text>"
    )


def stage_classes(stage: int) -> str:
    """Return the classes of a stage: colours and dashes repeat after different numbers, so that many stages differ."""
    return f"tertium-colour-{stage % _STAGES} tertium-dash-{stage % _DASHES}"


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
        f"<title>{escaped(name)}</title>\n<desc>{escaped(description)}</desc>\n<style>{read_picture_style()}</style>\n"
        f'<rect class="tertium-paper" width="{width:.0f}" height="{height:.0f}"/>\n{body}\n</svg>\n'
    )


_STYLE_ELEMENT = re.compile(r"<style>[^<]*</style>\n?")


def embed_picture(svg: str) -> Html:
    """Return a picture or plot of our own making for a page that has our style sheet: without its own rules.

    >>> embed_picture("<svg><style>text { fill: red }</style><rect/></svg>")
    '<svg><rect/></svg>'
    """
    return Html(_STYLE_ELEMENT.sub("", svg))


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
