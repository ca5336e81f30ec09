"""Collins' heads as a setting: dependencies from the constituents of any parser.

There is no peer to compare with: resources on PyPI have no implementation of these rules that is right as it comes. So
the trees below were done by hand, and ``test_heads.py`` has the rules one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import tertium
from tertium.errors import SpecError
from tertium.metrics.spec import parse
from tertium.progress import Progress
from tertium.syntax.cache import get_cached_parser
from tertium.syntax.collins import CollinsParser
from tertium.syntax.conllu import read_conllu
from tertium.syntax.trees import ROOT, Parse

RAIN = "(S (NP (PRP It)) (VP (MD will) (VP (VB rain))) (. .))"
# What a dependency parser says: the full verb is the head, and the auxiliary and the mark depend on it.
RAIN_PARSED = "".join(
    f"{number}\t{word}\t_\t_\t{tag}\t_\t{head}\t{relation}\t_\t_\n"
    for number, (word, tag, head, relation) in enumerate(
        [("It", "PRP", 3, "nsubj"), ("will", "MD", 3, "aux"), ("rain", "VB", 0, "root"), (".", ".", 3, "punct")], 1
    )
)


class Fixed:
    """A parser that knows one parse."""

    version = "fixed 1"

    def __init__(self, parse: Parse) -> None:
        self._parse = parse

    def parse(self, segments: Sequence[str], progress: Progress | None = None) -> list[Parse]:
        return [self._parse if segment else Parse() for segment in segments]


def heads_of(conllu: str) -> list[str]:
    return [
        f"{word}<{'ROOT' if head == ROOT else tree.words[head]}"
        for tree in read_conllu(conllu)
        for word, head in zip(tree.words, tree.heads, strict=True)
    ]


@pytest.mark.parametrize(
    ("brackets", "expected"),
    [
        (RAIN, "It<will will<ROOT rain<will .<will"),
        ("(S (NP (NNP Ann)) (VP (VBZ wants) (S (VP (TO to) (VP (VB go))))))", "Ann<wants wants<ROOT to<wants go<to"),
        (
            "(S (NP (PRP He)) (VP (VBZ says) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ works))))))",
            "He<says says<ROOT that<says it<works works<that",
        ),
        (
            "(NP (NP (NNS cats) (CC and) (NNS dogs)) (PP (IN in) (NP (NNP Rome))))",
            "cats<ROOT and<cats dogs<cats in<cats Rome<in",
        ),
        ("(S (NP (PRP I))) (S (VP (VBD ran)))", "I<ROOT ran<ROOT"),
    ],
)
def test_heads_come_from_the_constituents(brackets: str, expected: str) -> None:
    found, nothing = CollinsParser(Fixed(Parse(brackets, RAIN_PARSED)), "fixed").parse(["It will rain.", ""])
    assert heads_of(found.conllu) == expected.split()
    assert found.brackets == brackets
    assert nothing == Parse()


def test_a_parser_without_constituents_is_refused() -> None:
    parser = CollinsParser(Fixed(Parse("", RAIN_PARSED)), "spacy(de)")
    with pytest.raises(SpecError, match=r"'spacy\(de\)' gives no constituents.*leave heads=collins out"):
        parser.parse(["It will rain."])


def test_parses_in_brackets_have_these_heads_already(tmp_path: Path) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text(RAIN, encoding="utf-8")
    own, collins = (get_cached_parser(f"ptb({path})", heads=heads) for heads in ("parser", "collins"))
    assert own.parse(["It will rain."]) == collins.parse(["It will rain."])
    assert own.version == collins.version


def test_chains_by_either_kind_of_head() -> None:
    pytest.importorskip("spacy", reason="the extra 'syntax' is not installed")
    found = {
        heads: tertium.explain("It will rain.", ["It will snow."], f"hwcm:length=2{heads}")
        for heads in ("", ",heads=collins")
    }
    chains = {heads: {each.text for each in result.fragments if each.size == 2} for heads, result in found.items()}
    assert chains[""] == {"rain → it", "rain → will", "rain → ."}
    assert chains[",heads=collins"] == {"will → it", "will → rain", "will → ."}
    assert found[""].sizes[1].fraction == 0
    assert found[",heads=collins"].sizes[1].fraction == pytest.approx(2 / 3)
    assert "heads" not in found[""].signature
    assert "heads=collins" in found[",heads=collins"].signature
    assert ", heads:" in found[",heads=collins"].signature


def test_metrics_share_trees_only_with_the_same_heads() -> None:
    ours, same, other = (parse(spec).preparation for spec in ("hwcm", "dstm:depth=2", "dtkm:heads=collins"))
    assert ours == same != other
    with pytest.raises(SpecError, match="collins"):
        parse("hwcm:heads=magerman")
