"""A folder of test sets as sacrebleu keeps them, one of each kind of published file, with made-up content."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

SOURCES = ["Ein  Haus &amp; ein Hof.", "Der Hund bellt laut .", "Sie liest <b>heute</b>.", "Wir gehen.", "Ja!"]
REFERENCES = ["A house and a yard.", "The dog barks loudly.", "She reads today.", "We are leaving.", "Yes!"]
OTHERS = ["A house with a yard.", "The dog is barking.", "Today she reads.", "We go now.", "Yes, sir!"]
OUTPUT = ["A house and yard.", "The dog barks.", "She reads it today.", "We are going.", "Yes!"]
# The documents of the segments: name, original language, and how many segments.
DOCUMENTS = (("bbc.310963", "en", 2), ("rt.com.68098", "de", 2), ("zeit.1", "de", 1))


def write(path: Path, content: str) -> None:
    """Write a file, compressed if its name says so, and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content.encode()) if path.suffix == ".gz" else content.encode())


def make_sgml(texts: Sequence[str], kind: str = "srcset") -> str:
    """SGML of WMT before 2021, with blanks and tags as they occur there."""
    lines, rest = [f'<{kind} setid="made" srclang="any" trglang="en">'], list(texts)
    for name, language, count in DOCUMENTS:
        lines.append(f'<doc sysid="ref" docid="{name}" genre="news" origlang="{language}">')
        lines.append("<p>")
        lines += [f'<seg id="{number}"> {rest.pop(0)} </seg>' for number in range(1, count + 1)]
        lines += ["</p>", "</doc>"]
    return "\n".join([*lines, f"</{kind}>", ""])


def make_xml(with_domain: bool = False) -> str:
    """XML of WMT since 2021, with a test suite, a segment without a reference, and two systems."""
    sources, first, second, output = map(list, (SOURCES, REFERENCES, OTHERS, OUTPUT))
    parts = ['<?xml version="1.0" encoding="utf-8"?>', '<dataset id="made">', '<collection id="general">']
    for name, language, count in DOCUMENTS:
        domain = f' domain="{"news" if language == "en" else "social"}"' if with_domain else ""
        parts.append(f'<doc origlang="{language}" id="{name}"{domain}>')
        texts = {
            '<src lang="de">': sources,
            '<ref lang="en" translator="A">': first,
            '<ref lang="en" translator="B">': second,
            '<hyp system="made-system" language="en">': output,
        }
        for tag, lines in texts.items():
            segments = [
                f'<seg id="{number}">{lines.pop(0).replace("<", "&lt;").replace(" & ", " &amp; ")}</seg>'
                for number in range(1, count + 1)
            ]
            if not tag.startswith(("<ref", "<hyp")):
                segments.append(f'<seg id="{count + 1}">without a reference</seg>')
            elif tag.startswith("<hyp"):
                segments.append(f'<seg id="{count + 1}">also without</seg>')
            parts.append(f"{tag}<p>{''.join(segments)}</p></{tag[1:4]}>")
        parts.append("</doc>")
    suite = '<doc origlang="de" id="suite" testsuite="x"><src lang="de"><p><seg id="1">x</seg></p></src>'
    suite += '<ref lang="en" translator="A"><p><seg id="1">x</seg></p></ref>'
    suite += '<hyp system="only-there"><p><seg id="1">x</seg></p></hyp></doc>'
    return "\n".join([*parts, suite, "</collection>", "</dataset>", ""])


def make_folder(place: Path) -> None:
    """Write published files into the folders ``raw``, from which sacrebleu makes its text files."""
    sgml, references, others = make_sgml(SOURCES), make_sgml(REFERENCES, "refset"), make_sgml(OTHERS, "refset")
    raw = place / "wmt17" / "raw" / "test"
    write(raw / "newstest2017-deen-src.de.sgm", sgml)
    write(raw / "newstest2017-deen-ref.en.sgm", references)
    raw = place / "wmt18" / "raw" / "test"
    write(raw / "newstest2018-deen-src.de.sgm", sgml)
    write(raw / "newstest2018-deen-ref.en.sgm", references)
    raw = place / "wmt20" / "tworefs" / "raw" / "sgm"
    write(raw / "newstest2020-deen-src.de.sgm", sgml)
    write(raw / "newstest2020-deen-ref.en.sgm", references)
    write(raw / "newstestB2020-deen-ref.en.sgm", others)
    raw = place / "wmt08" / "raw" / "test"
    write(raw / "newstest2008-src.de.sgm", sgml)
    write(raw / "newstest2008-src.en.sgm", references)
    raw = place / "wmt19" / "google" / "ar" / "raw"
    write(raw / "sgm" / "newstest2019-ende-src.en.sgm", sgml)
    write(raw / "wmt19_google_ar.wmt19-ende-ar.ref", "\n".join(REFERENCES) + " \n")
    raw = place / "iwslt17" / "raw"
    write(raw / "de-en" / "IWSLT17.TED.tst2017.de-en.de.xml", sgml.replace(' genre="news"', ""))
    write(raw / "en-de" / "IWSLT17.TED.tst2017.en-de.en.xml", references)
    raw = place / "multi30k" / "2018" / "raw"
    write(raw / "test_2018_flickr.en", "".join(f"{line} \r\n" for line in SOURCES))
    write(raw / "multi30k_2018.test_2018_flickr.de.gz", "\n".join(REFERENCES))
    table = "".join(f"{at}\tx\t{pair[0]}\t{pair[1]}\n" for at, pair in enumerate(zip(SOURCES, REFERENCES, strict=True)))
    write(place / "mtnt2019" / "raw" / "MTNT2019" / "fr-en.final.tsv", f"{table}9\tx\tleer\t\n")
    write(place / "wmt21" / "raw" / "test" / "newstest2021.de-en.xml", make_xml())
    write(place / "wmt21" / "AB" / "raw" / "test" / "newstest2021.de-en.xml", make_xml())
    write(place / "wmt23" / "raw" / "wmt23-news-systems-v.0.1" / "xml" / "wmttest2023.de-en.all.xml", make_wmt23())
    write(place / "wmt22" / "raw" / "wmt22-news-systems-1.1" / "xml" / "wmttest2022.cs-en.all.xml", make_xml())


def make_wmt23() -> str:
    """The same with domains, and translators as WMT23 names them."""
    text = make_xml(with_domain=True)
    return text.replace('translator="A"', 'translator="refA"').replace('translator="B"', 'translator="refB"')
