from __future__ import annotations

import pytest
from hypothesis import given

from tertium.errors import InputError, SpecError
from tertium.syntax.conllu import read_conllu, write_conllu
from tertium.syntax.trees import ROOT, Dependencies
from tests.syntax.random_trees import PENN_TAGS, RELATIONS, UNIVERSAL_RELATIONS, dependencies

TEXT = """# text = Vámonos al mar
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\tV\tMood=Imp\t0\troot\t_\t_
2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\t_
2.1\tempty\t_\t_\t_\t_\t_\t_\t1:dep\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\tP\t_\t5\tcase\t_\t_
4\tel\tel\tDET\tD\t_\t5\tdet\t_\t_
5\tmar\tmar\tNOUN\tN\t_\t1\tobl\t_\t_

# a comment
1\t_\t_\t_\t_\t_\t0\t_\t_\t_
2\t#\t_\tSYM\t_\t_\t0\troot\t_\t_
"""


def row(*fields: object) -> str:
    position, head = fields
    return f"{position}\tw\t_\tNOUN\tNN\t_\t{head}\tdep\t_\t_\n"


def test_words_are_read_and_nothing_else() -> None:
    first, second = read_conllu(TEXT)
    assert first == Dependencies(
        ["Vamos", "nos", "a", "el", "mar"],
        ["V", "PRON", "P", "D", "N"],
        [ROOT, 0, 4, 4, 0],
        ["root", "obj", "case", "det", "obl"],
    )
    assert second == Dependencies(["_", "#"], ["_", "SYM"], [ROOT, ROOT], ["_", "root"])
    assert read_conllu(TEXT, tags="upos")[0].tags == ["VERB", "PRON", "ADP", "DET", "NOUN"]


@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, str.strip])
def test_line_ends_and_marks_of_byte_order_play_no_part(change: object) -> None:
    assert callable(change)
    assert read_conllu(change(TEXT)) == read_conllu(TEXT)


def test_nothing_is_no_sentence() -> None:
    assert read_conllu("") == read_conllu("\n\n# only a comment\n\n") == []


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (row(1, 2), 1, "in a sentence of 1 words"),
        (row(1, 0) + row(2, 7), 2, "the head is 7"),
        (row(1, 1), 1, "its own head"),
        (row(1, 2) + row(2, 1), 1, "in a circle"),
        (row(1, 0) + row(2, 4) + row(3, 2) + row(4, 3), 2, "in a circle"),
        (row(1, "_"), 1, "not a number"),
        (row(1, -1), 1, "not a number"),
        (row(2, 0), 1, "1 was expected"),
        (row(1, 0) + row(1, 0), 2, "2 was expected"),
        (row("x", 0), 1, "not the id"),
        (row(1, 0) + "2\tw\tNOUN\n", 2, "3 columns"),
        ("1 w _ NOUN NN _ 0 root _ _\n", 1, "1 columns"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        read_conllu(text)
    assert caught.value.line == line
    assert caught.value.remedy


def test_unknown_tags_are_refused() -> None:
    with pytest.raises(SpecError, match="'penn'"):
        read_conllu("", tags="penn")  # type: ignore[arg-type]


def test_universal_tags_are_written_as_such() -> None:
    tree = Dependencies(["go"], ["VERB"], [ROOT], ["root"])
    assert write_conllu(tree) == "1\tgo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    tree = Dependencies(["go"], ["VB"], [ROOT], ["root"])
    assert write_conllu(tree) == "1\tgo\t_\t_\tVB\t_\t0\troot\t_\t_\n\n"


def test_a_long_chain_is_no_problem() -> None:
    count = 20_000
    tree = Dependencies(["w"] * count, ["NN"] * count, [*range(1, count), ROOT], ["dep"] * count)
    assert read_conllu(write_conllu(tree)) == [tree]


@given(dependencies([*RELATIONS, *UNIVERSAL_RELATIONS], PENN_TAGS))
def test_what_is_written_reads_back(tree: Dependencies) -> None:
    (found,) = read_conllu(write_conllu(tree))
    breaks = "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"
    cleaned = [word.translate({ord(character): " " for character in breaks}) for word in tree.words]
    assert found == Dependencies(cleaned, tree.tags, tree.heads, tree.relations)
