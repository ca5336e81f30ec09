"""Documents that Hypothesis makes: any set of edits changes exactly these targets, as other parsers read them."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hypothesis import given
from hypothesis import strategies as st

from tertium.edits import Edit
from tertium.errors import InputError
from tertium.text import BilingualDocument, parse_bilingual
from tertium.text.bilingual.po_targets import write_po
from tertium.text.readers.line_breaks import join_lines
from tests.oracle.localisation import check_edits, read_targets

# Characters that are written in more than one way, or that a format has a use for.
LETTERS = st.sampled_from("ab é日𝒳&<>\"'\\]%\u00a0\n\t")
TEXTS = st.text(LETTERS, max_size=8)
TAGS = st.sampled_from(
    ['<x id="1"/>', '<ph id="2">&lt;br&gt;</ph>', "<!-- > -->", "<?p i?>", '<bpt id="3">[</bpt>', "<ept id='3'>></ept>"]
)


def write_text(text: str) -> st.SearchStrategy[str]:
    """A text in XML: with entities, with numbers, or in a section."""
    numbers = "".join(f"&#x{ord(each):x};" if each in "&<>é]" else each for each in text)
    plain = [escape(text), numbers]
    return st.sampled_from(plain if "]" in text else [*plain, f"<![CDATA[{text}]]>"])


@st.composite
def xml_contents(draw: st.DrawFn) -> str:
    """The content of a target."""
    pieces = []
    for _ in range(draw(st.integers(0, 4))):
        text = draw(write_text(draw(TEXTS)))
        pieces.append(draw(st.sampled_from((text, f'<g id="9">{text}</g>'))))
        pieces.append(draw(TAGS | st.just("")))
    return "".join(pieces)


@st.composite
def xliff_files(draw: st.DrawFn) -> bytes:
    """An XLIFF file of either version, in several encodings."""
    indent = draw(st.sampled_from(("", "\n  ", "\r\n\t")))
    target = st.none() | st.just("<target/>") | xml_contents().map(lambda text: f"<target>{text}</target>")
    encoding = draw(st.sampled_from(("utf-8", "utf-16", "iso-8859-1")))
    is_second = draw(st.booleans())
    units = []
    for number in range(draw(st.integers(1, 4))):
        written = draw(target)
        inner = f"{indent}<source>s</source>" + (f"{indent}{written}" if written else "") + indent
        units.append(
            f'<unit id="{number}"><segment>{inner}</segment></unit>'
            if is_second
            else f'<trans-unit id="{number}">{inner}</trans-unit>'
        )
    joined = indent.join(units)
    body = joined if is_second else f"<body>{joined}</body>"
    version = "2.0" if is_second else "1.2"
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?>\n<xliff version="{version}"><file id="f">{body}</file></xliff>\n'
    )
    return "".join(f"&#{ord(each)};" if encoding == "iso-8859-1" and ord(each) > 255 else each for each in text).encode(
        encoding
    )


@st.composite
def tmx_files(draw: st.DrawFn) -> bytes:
    """A TMX file."""
    entries = []
    for _ in range(draw(st.integers(1, 4))):
        target = draw(st.none() | xml_contents())
        variant = "" if target is None else f' <tuv xml:lang="es"><seg>{target}</seg></tuv>'
        entries.append(f'<tu>\n <tuv xml:lang="ca"><seg>s</seg></tuv>{variant}</tu>')
    last = '<tu><tuv xml:lang="ca"><seg>s</seg></tuv><tuv xml:lang="es"><seg>t</seg></tuv></tu>'
    return f'<tmx version="1.4"><header srclang="ca"/><body>{"".join(entries)}{last}</body></tmx>'.encode()


@st.composite
def po_files(draw: st.DrawFn) -> bytes:
    """A PO file, with strings that are cut anywhere."""
    newline = draw(st.sampled_from(("\n", "\r\n")))
    lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\\n"', ""]
    for number in range(draw(st.integers(1, 4))):
        lines += draw(
            st.sampled_from(([], ["#, fuzzy"], [f"# {number}", "#: a.py:1"], ['#~ msgid "o"', '#~ msgstr "p"']))
        )
        lines.append(f'msgid "m{number}"')
        forms = draw(st.sampled_from(("msgstr",) * 2 + ("msgid_plural",)))
        if forms == "msgid_plural":
            lines.append('msgid_plural "ms"')
        for name in ("msgstr[0]", "msgstr[1]") if forms == "msgid_plural" else ("msgstr",):
            pieces = draw(st.lists(TEXTS, max_size=3))
            coded = parse_bilingual(b"", "po", "x.po").coded
            strings = [f'"{write_po(piece, 0, coded).decode()}"' for piece in pieces] or ['""']
            lines += [f"{name} {strings[0]}", *strings[1:]]
        lines.append("")
    return newline.join(lines).encode()


@st.composite
def edits_of(draw: st.DrawFn, document: BilingualDocument) -> dict[int, list[Edit]]:
    """Edits of some units that do not overlap, and can be made."""
    edits: dict[int, list[Edit]] = {}
    for number in draw(st.sets(st.integers(0, len(document.units) - 1))):
        length = len(document.units[number].target)
        cuts = sorted(draw(st.lists(st.integers(0, length), min_size=2, max_size=4, unique=True))) if length else [0, 0]
        made = [
            Edit(start, end, draw(TEXTS.filter(lambda text: "\n" not in text)))
            for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        ]
        try:
            document.edit({number: made})
        except InputError:
            continue
        edits[number] = made
    return edits


def check(content: bytes, format: str, data: st.DataObject) -> None:  # noqa: A002
    document = parse_bilingual(content, format, "file")
    assert document.edit({}) == content
    for number in range(len(document.units)):
        document.find_fixed(number)
    check_edits(document, data.draw(edits_of(document)))


@given(xliff_files(), st.data())
def test_xliff(content: bytes, data: st.DataObject) -> None:
    check(content, "xliff", data)


@given(tmx_files(), st.data())
def test_tmx(content: bytes, data: st.DataObject) -> None:
    check(content, "tmx", data)


@given(po_files(), st.data())
def test_po(content: bytes, data: st.DataObject) -> None:
    check(content, "po", data)


@given(xml_contents())
def test_text_is_that_of_another_parser_on_one_line(content: str) -> None:
    written = (
        f'<xliff version="1.2"><trans-unit id="1"><source/><target>{content}</target></trans-unit></xliff>'.encode()
    )
    [unit] = parse_bilingual(written, "xliff", "file").units
    assert [unit.target] == read_targets(written, "xliff")
    assert unit.target == join_lines(unit.target)
