"""Malformed XML and SGML."""

from __future__ import annotations

from tests.text.readers.malformed_cases import Cases, Place

MARKUP = Cases()
case = MARKUP.add


def xml(*segments: str, prologue: str = "") -> str:
    body = "\n".join(segments)
    return (
        f'<?xml version="1.0"?>{prologue}\n<dataset id="t"><doc id="d">\n<src lang="de"><p>\n<seg id="1">eins</seg>\n'
        f'<seg id="2">zwei</seg>\n</p></src>\n<hyp system="A" lang="en"><p>\n{body}\n</p></hyp></doc></dataset>\n'
    )


@case
def xml_entity_bomb(place: Place) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    place.read_as("set.xml", xml('<seg id="1">&b;</seg>', prologue=bomb))


@case
def xml_external_entity(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">&x;</seg>', prologue='<!DOCTYPE x [<!ENTITY x SYSTEM "/etc/passwd">]>'))


@case
def xml_unknown_entity(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">&x;</seg>', prologue='<!DOCTYPE x SYSTEM "elsewhere.dtd">'))


@case
def xml_not_well_formed(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one & two</seg>'))


@case
def xml_segment_twice(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one</seg>', '<seg id="1">two</seg>'))


@case
def xml_segment_missing(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one</seg>'))


@case
def xml_segment_too_many(place: Place) -> None:
    place.read_as("set.xml", xml('<seg id="1">one</seg>', '<seg id="2">two</seg>', '<seg id="3">three</seg>'))


@case
def xml_other_root(place: Place) -> None:
    place.read_as("page.xml", "<html></html>\n")


@case
def xml_without_hypotheses(place: Place) -> None:
    place.read_as("set.xml", '<dataset><doc id="d"><src lang="de"><seg id="1">eins</seg></src></doc></dataset>\n')


def sgml(kind: str, *segments: str, system: str = "A") -> str:
    body = "\n".join(segments)
    return (
        f'<{kind} setid="t" srclang="any" trglang="en">\n<doc docid="d" sysid="{system}">\n{body}\n</doc>\n</{kind}>\n'
    )


@case
def sgml_segment_twice(place: Place) -> None:
    place.read_as("hyp.sgm", sgml("tstset", "<seg id=1>one</seg>", "<seg id=1>two</seg>"))


@case
def sgml_segment_missing(place: Place) -> None:
    reference = sgml("refset", "<seg id=1>one</seg>", "<seg id=2>two</seg>")
    place.read_all(("hyp.sgm", sgml("tstset", "<seg id=1>one</seg>")), references=[("ref.sgm", reference)])


@case
def sgml_open_segment(place: Place) -> None:
    place.read_as("hyp.sgm", sgml("tstset", "<seg id=1>one", "<seg id=2>two</seg>"))


@case
def sgml_without_document(place: Place) -> None:
    place.read_as("hyp.sgm", "<tstset>\n<seg id=1>one</seg>\n</tstset>\n")


@case
def sgml_entity_definition(place: Place) -> None:
    place.read_as("hyp.sgm", '<!DOCTYPE x [<!ENTITY a "ha">]>\n' + sgml("tstset", "<seg id=1>&a;</seg>"))
