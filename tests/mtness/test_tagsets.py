"""Other tag sets in ours."""

from __future__ import annotations

import pytest

from tertium.mtness.text.tags import Part, Tag
from tertium.mtness.text.tagsets import eagles, penn, universal

EAGLES = {
    "NCMS000": "noun.m.s",
    "NCFP000": "noun.f.p",
    "NCCN000": "noun",
    "NP00SP0": "proper.person",
    "NP00G00": "proper.place",
    "NP00O00": "proper.organisation",
    "NP00V00": "proper",
    "AQ0CS0": "adjective.s",
    "AQ0MSP": "adjective.m.s",
    "AO0FP0": "adjective.ordinal.f.p",
    "DA0MS0": "determiner.definite.m.s",
    "DI0FS0": "determiner.indefinite.f.s",
    "DP1CPS": "determiner.possessive.1.p",
    "DD0MP0": "determiner.demonstrative.m.p",
    "DN0CP0": "numeral.p",
    "PP3MS000": "pronoun.personal.3.m.s",
    "P0300000": "pronoun.reflexive.3",
    "P03CN000": "pronoun.reflexive.3",
    "PR0CN000": "pronoun.relative",
    "PT0CS000": "pronoun.interrogative.s",
    "VMIP3S0": "verb.finite.present.3.s",
    "VMII1P0": "verb.finite.imperfect.1.p",
    "VMIS3P0": "verb.finite.past.3.p",
    "VMIC3S0": "verb.finite.conditional.3.s",
    "VMSI3S0": "verb.finite.subjunctive-imperfect.3.s",
    "VMM02S0": "verb.finite.imperative.2.s",
    "VMN0000": "verb.infinitive",
    "VMG0000": "verb.gerund",
    "VMP00SF": "verb.participle.f.s",
    "VAIP3S0": "auxiliary.finite.present.3.s",
    "VSN0000": "auxiliary.infinitive",
    "SPS00": "preposition",
    "SP": "preposition",
    "SPCMS": "preposition.contracted.m.s",
    "RG": "adverb",
    "RN": "adverb.negative",
    "CC": "conjunction.coordinating",
    "CS": "conjunction.subordinating",
    "I": "interjection",
    "Fp": "punctuation.final",
    "Fs": "punctuation.final",
    "Fit": "punctuation.final",
    "Fia": "punctuation",
    "Fc": "punctuation",
    "Z": "numeral",
    "Zm": "numeral",
    "W": "noun",
    "X": "unknown",
    "": "unknown",
    "ncms000": "unknown",
}
PENN = {
    "NN": "noun.s",
    "NNS": "noun.p",
    "NNP": "proper.s",
    "VBZ": "verb.finite.present.3.s",
    "VBN": "verb.participle",
    "MD": "auxiliary.finite",
    "JJR": "adjective.comparative",
    "IN": "preposition",
    "TO": "preposition",
    "PRP$": "determiner.possessive",
    "WDT": "pronoun.relative",
    "CD": "numeral",
    ".": "punctuation.final",
    ",": "punctuation",
    "-LRB-": "punctuation",
    "FW": "unknown",
    "": "unknown",
    "nn": "unknown",
}
UNIVERSAL = {
    ("NOUN", "Gender=Fem|Number=Sing"): "noun.f.s",
    ("PROPN", ""): "proper",
    ("VERB", "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"): "verb.finite.present.3.s",
    ("VERB", "Mood=Sub|Number=Plur|Person=3|Tense=Imp|VerbForm=Fin"): "verb.finite.subjunctive-imperfect.3.p",
    ("VERB", "Mood=Cnd|Number=Sing|Person=1|VerbForm=Fin"): "verb.finite.conditional.1.s",
    ("VERB", "Mood=Imp|Person=2"): "verb.finite.imperative.2",
    ("VERB", "Gender=Masc|Number=Plur|Tense=Past|VerbForm=Part"): "verb.participle.m.p",
    ("AUX", "VerbForm=Inf"): "auxiliary.infinitive",
    ("AUX", "VerbForm=Fin"): "auxiliary.finite",
    ("VERB", ""): "verb",
    ("DET", "Definite=Def|Gender=Masc|Number=Sing|PronType=Art"): "determiner.definite.m.s",
    ("DET", "Definite=Ind|PronType=Art"): "determiner.indefinite",
    ("DET", "Number=Sing|Person=3|Poss=Yes|PronType=Prs"): "determiner.possessive.3.s",
    ("PRON", "PronType=Int,Rel"): "pronoun.interrogative",
    ("PRON", "Person=3|Reflex=Yes|PronType=Prs"): "pronoun.reflexive.3",
    ("PRON", "Gender=Fem,Masc|PronType=Dem"): "pronoun.demonstrative",
    ("PRON", ""): "pronoun",
    ("ADJ", "NumType=Ord"): "adjective.ordinal",
    ("NUM", "NumType=Ord"): "adjective.ordinal",
    ("ADJ", "Degree=Cmp"): "adjective.comparative",
    ("ADP", "AdpType=Preppron|Gender=Masc|Number=Sing"): "preposition.contracted.m.s",
    ("ADP", ""): "preposition",
    ("PART", "Polarity=Neg"): "adverb.negative",
    ("PART", ""): "preposition",
    ("CCONJ", ""): "conjunction.coordinating",
    ("SCONJ", ""): "conjunction.subordinating",
    ("PUNCT", "PunctType=Peri"): "punctuation.final",
    ("PUNCT", "PunctType=Qest|PunctSide=Ini"): "punctuation",
    ("SYM", ""): "punctuation",
    ("X", ""): "unknown",
    ("SPACE", ""): "unknown",
    ("NOUN", "nonsense|Gender"): "noun",
    ("VERB", "Person=0"): "verb",
}


@pytest.mark.parametrize("tag", EAGLES)
def test_eagles(tag: str) -> None:
    assert eagles.convert(tag) == Tag.parse(EAGLES[tag])


@pytest.mark.parametrize("tag", PENN)
def test_penn(tag: str) -> None:
    assert penn.convert(tag) == Tag.parse(PENN[tag])


@pytest.mark.parametrize(("tag", "features"), UNIVERSAL)
def test_universal(tag: str, features: str) -> None:
    assert universal.convert(tag, features) == Tag.parse(UNIVERSAL[tag, features])


def test_universal_features_by_name() -> None:
    assert universal.convert("NOUN", {"Gender": "Fem", "Number": "Plur"}) == Tag(part=Part.NOUN, gender="f", number="p")


def test_all_tags_can_be_written_and_read() -> None:
    tags = [eagles.convert(tag) for tag in EAGLES] + [penn.convert(tag) for tag in PENN]
    assert all(Tag.parse(str(tag)) == tag for tag in tags)


UPOS = [
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM",
    "VERB", "X",
]  # fmt: skip


@pytest.mark.parametrize("tag", UPOS)
def test_no_universal_tag_is_one_of_eagles(tag: str) -> None:
    assert eagles.convert(tag).part is Part.UNKNOWN
    assert universal.is_tag(tag)
    assert universal.parse(f"{tag}|Number=Plur") == universal.convert(tag, "Number=Plur")


@pytest.mark.parametrize("tag", [tag for tag in EAGLES if tag not in ("", "X")])
def test_no_tag_of_eagles_is_universal(tag: str) -> None:
    assert not universal.is_tag(tag)
    assert universal.parse(tag).part is Part.UNKNOWN


@pytest.mark.parametrize("tag", ["N", "V", "NN", "NNS", "VBZ", "PRP", "JJ", "NCFS0000000", "VMIP9S0", "RGx", "Fpppp"])
def test_what_has_not_the_shape_of_eagles(tag: str) -> None:
    assert eagles.convert(tag).part is Part.UNKNOWN
