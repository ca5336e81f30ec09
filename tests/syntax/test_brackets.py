from __future__ import annotations

import pytest
from hypothesis import given

from tertium.errors import InputError
from tertium.syntax.brackets import read_brackets, strip_function_tags, strip_label, write_brackets
from tertium.syntax.trees import ROOT, Constituents
from tests.syntax.random_trees import constituents


def read(text: str) -> list[str]:
    return [write_brackets(tree) for tree in read_brackets(text)]


def test_a_tree_is_read_into_flat_lists() -> None:
    (tree,) = read_brackets("(S (NP (PRP I)) (VP (VBD slept)))")
    assert tree == Constituents(["S", "NP", "PRP", "VP", "VBD"], [ROOT, 0, 1, 0, 3], [None, None, "I", None, "slept"])
    assert tree.leaves == [2, 4]
    assert tree.children[0] == [1, 3]


def test_trees_may_be_on_many_lines_and_in_outer_brackets() -> None:
    text = "\n( (S\n    (NP (PRP I) )\n    (VP (VBD slept) )))\n\n(ROOT (NP (NN rain)))  (X (FW etc))"
    assert read(text) == ["(S (NP (PRP I)) (VP (VBD slept)))", "(ROOT (NP (NN rain)))", "(X (FW etc))"]
    assert read("") == read(" \r\n\t") == []


def test_outer_brackets_around_several_trees_get_a_name() -> None:
    assert read("((NP (NN a)) (. .))") == ["(ROOT (NP (NN a)) (. .))"]


def test_empty_elements_go_with_the_phrases_they_leave_empty() -> None:
    text = "( (S (NP-SBJ-1 (-NONE- *)) (VP (VBD said) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))) (. .)))"
    assert read(text) == ["(S (VP (VBD said)) (. .))"]
    assert read("((S (-NONE- *)) (NP (NN a)))") == ["(NP (NN a))"]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("NP", "NP"),
        ("NP-SBJ", "NP"),
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("ADVP|PRT", "ADVP"),
        ("-LRB-", "-LRB-"),
        ("PRP$", "PRP$"),
        ("", ""),
        (":", ":"),
        ("-", "-"),
    ],
)
def test_function_tags_are_stripped(label: str, expected: str) -> None:
    assert strip_label(label) == expected


def test_a_whole_tree_is_stripped() -> None:
    (tree,) = read_brackets("(S (NP-SBJ (PRP I)) (VP (VBD slept) (-RRB- -RRB-)))")
    assert write_brackets(strip_function_tags(tree)) == "(S (NP (PRP I)) (VP (VBD slept) (-RRB- -RRB-)))"


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("-LRB-", "("),
        ("-RCB-", "}"),
        ("-LRB-x-RRB-", "(x)"),
        ("\\/", "/"),
        ("1\\/2", "1/2"),
        ("\\*", "*"),
        ("\\\\", "\\"),
        ("\\-LRB-", "-LRB-"),
        ("a\\b", "a\\b"),
        ("\\u{20}", " "),
        ("\\u{}", ""),
        ("-LRB", "-LRB"),
        ("US$", "US$"),
    ],
)
def test_words_are_unescaped(written: str, word: str) -> None:
    (tree,) = read_brackets(f"(X (NN {written}))")
    assert tree.words[1] == word
    assert read_brackets(write_brackets(tree)) == [tree]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("(S (NN a)", 1, "never closed"),
        ("(S (NN a))\n(NP\n(NN b)", 2, "never closed"),
        ("(S (NN a)))", 1, "never opened"),
        ("(S (NN a))\n)", 2, "never opened"),
        ("(S\nthe (NN dog))", 2, "has no tag"),
        ("(S (DT the)\ndog)", 2, "without a tag"),
        ("(NN the dog)", 1, "without a tag"),
        ("dog", 1, "outside all brackets"),
        ("()", 1, "nothing inside"),
        ("(S (NP ) (NN a))", 1, "a tag without a word"),
        ("(S\n( (NN a)))", 2, "no label"),
        ("(S (X (NN a)) ((NN b)))", 1, "no label"),
        ("( (S (-NONE- *)))", 1, "no words"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        read_brackets(text)
    assert caught.value.line == line
    assert caught.value.remedy


def test_depth_is_no_problem() -> None:
    depth = 50_000
    (tree,) = read_brackets("(S " * depth + "(NN a)" + ")" * depth)
    assert len(tree.labels) == depth + 1
    assert read_brackets(write_brackets(tree)) == [tree]


def test_no_words_no_brackets() -> None:
    assert write_brackets(Constituents([], [], [])) == ""


@given(constituents())
def test_what_is_written_reads_back(tree: Constituents) -> None:
    text = write_brackets(tree)
    assert len(text.splitlines()) == 1
    assert read_brackets(text) == [tree]


@given(constituents())
def test_stripping_changes_labels_only(tree: Constituents) -> None:
    stripped = strip_function_tags(tree)
    assert (stripped.parents, stripped.words) == (tree.parents, tree.words)
