"""XML and brackets: entities that multiply, and elements in each other a million deep."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.hostile_inputs.case import Case, repeat, write, write_good

DEPTH = 1_000_000
LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)) + "]>"
)
BODIES = {
    "xliff": '<xliff version="1.2"><file original="f" source-language="ca" target-language="es"><body>'
    '<trans-unit id="1"><source>s</source><target>TEXT</target></trans-unit></body></file></xliff>',
    "tmx": '<tmx version="1.4"><header srclang="ca"/><body><tu><tuv xml:lang="ca"><seg>s</seg></tuv>'
    '<tuv xml:lang="es"><seg>TEXT</seg></tuv></tu></body></tmx>',
    "xml": '<dataset id="x"><doc id="d" origlang="cs"><hyp system="one" lang="en"><p>'
    '<seg id="1">TEXT</seg></p></hyp></doc></dataset>',
    "sgm": '<tstset setid="s" srclang="cs" trglang="en"><doc docid="d" sysid="one">'
    '<seg id="1">TEXT</seg></doc></tstset>',
}


def make_bomb(folder: Path, suffix: str) -> Sequence[str]:
    text = LAUGHS + BODIES[suffix].replace("TEXT", "&a11;")
    return ["score", write(folder / f"bomb.{suffix}", [text.encode()]), "-r", write_good(folder), "-m", "chrf"]


def make_deep(folder: Path, suffix: str) -> Sequence[str]:
    before, after = BODIES[suffix].encode().split(b"TEXT")
    pieces = (before, *repeat(b"<g>", 3 * DEPTH), *repeat(b"</g>", 4 * DEPTH), after)
    return ["score", write(folder / f"deep.{suffix}", pieces), "-r", write_good(folder), "-m", "chrf"]


def make_attributes(folder: Path, suffix: str) -> Sequence[str]:
    """A tag with a million attributes."""
    names = (f' a{number}="b"'.encode() for number in range(DEPTH))
    before, after = BODIES[suffix].encode().split(b"TEXT")
    path = write(folder / f"attributes.{suffix}", (before, b"<g", *names, b"/>", after))
    return ["score", path, "-r", write_good(folder), "-m", "chrf"]


def make_unclosed(folder: Path, suffix: str) -> Sequence[str]:
    """A million tags that are never closed, each of which could be one until the end of the file."""
    before, _ = BODIES[suffix].encode().split(b"TEXT")
    path = write(folder / f"open.{suffix}", (before, *repeat(b'<g a="', 6 * DEPTH)))
    return ["score", path, "-r", write_good(folder), "-m", "chrf"]


def make_long(folder: Path, suffix: str) -> Sequence[str]:
    """A text of 900 MB in one element: the file is not too large, the text is."""
    before, after = BODIES[suffix].encode().split(b"TEXT")
    path = write(folder / f"long.{suffix}", (before, *repeat(b"a", 900_000_000), after))
    return ["score", path, "-r", write_good(folder), "-m", "chrf"]


def make_systems(folder: Path) -> Sequence[str]:
    """A million systems, each with one segment."""
    hypothesis = '<hyp system="s{}" lang="en"><p><seg id="1">a</seg></p></hyp>'
    hypotheses = (hypothesis.format(number).encode() for number in range(DEPTH))
    pieces = (b'<dataset id="x"><doc id="d" origlang="cs">', *hypotheses, b"</doc></dataset>")
    return ["score", write(folder / "systems.xml", pieces), "-r", write_good(folder), "-m", "chrf"]


def make_brackets(folder: Path, closes: bool) -> Sequence[str]:
    ends = repeat(b")", DEPTH) if closes else ()
    write(folder / "deep.mrg", (*repeat(b"(S ", 3 * DEPTH), b"(N dog)", *ends, b"\n"))
    hypothesis = write(folder / "one.txt", [b"dog\n"])
    return ["score", hypothesis, "-r", hypothesis, "-m", f"stm:parser=ptb({folder / 'deep.mrg'})", "-m", "bleu"]


CASES = (
    *(
        Case(name=f"{suffix.upper()}, entities in entities", make=lambda f, s=suffix: make_bomb(f, s), seconds=10)
        for suffix in ("xliff", "tmx", "xml")
    ),
    Case(name="SGML, entities in entities", make=lambda f: make_bomb(f, "sgm"), seconds=10, statuses=(0, 2)),
    *(
        Case(
            name=f"{suffix.upper()}, 10^6 elements in each other",
            make=lambda f, s=suffix: make_deep(f, s),
            seconds=30,
            statuses=(0, 2),
        )
        for suffix in BODIES
    ),
    *(
        Case(
            name=f"{suffix.upper()}, 10^6 attributes",
            make=lambda f, s=suffix: make_attributes(f, s),
            seconds=30,
            statuses=(0, 2),
        )
        for suffix in BODIES
    ),
    *(
        Case(
            name=f"{suffix.upper()}, 10^6 tags that do not end",
            make=lambda f, s=suffix: make_unclosed(f, s),
            seconds=30,
            statuses=(0, 2),
        )
        for suffix in BODIES
    ),
    *(
        Case(name=f"{suffix.upper()}, a text of 900 MB", make=lambda f, s=suffix: make_long(f, s), megabytes=4000)
        for suffix in BODIES
    ),
    Case(name="WMT XML, 10^6 systems", make=make_systems, seconds=120, megabytes=4000),
    Case(name="brackets 10^6 deep, stm", make=lambda folder: make_brackets(folder, True), statuses=(0, 2)),
    Case(name="brackets 10^6 deep, not closed", make=lambda folder: make_brackets(folder, False)),
)
