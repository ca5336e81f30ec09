"""Parsers by name, what parsers share, and parses from files; each other parser has a file of its own."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tertium import registry
from tertium.errors import InputError, SpecError
from tertium.syntax import brackets, clear, heads, universal
from tertium.syntax.brackets import read_brackets, write_brackets
from tertium.syntax.conllu import read_conllu, write_conllu
from tertium.syntax.parser import choose_converter, describe_converter, drop_top
from tertium.syntax.parsers import files, get_parser
from tertium.syntax.trees import Parse

# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.PARSERS)
def test_every_parser_has_a_maker(name: str) -> None:
    assert callable(registry.load(registry.PARSERS, name, "parser"))


@pytest.mark.parametrize("text", ["", "()", "spacy)", "spacy(a)b", "spacy(a", "(spacy)"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="is not a parser"):
        get_parser(text)


def test_an_unknown_parser_lists_the_known_ones() -> None:
    with pytest.raises(SpecError, match="Did you mean 'spacy'") as caught:
        get_parser("spcy(en)")
    assert all(name in str(caught.value) for name in registry.PARSERS)


def test_a_parser_is_made_once(tmp_path: Path) -> None:
    file = write(tmp_path / "a (b).mrg", ONE_TREE)
    assert get_parser(f"ptb({file})") is get_parser(f" ptb({file}) ", tokenised=False)
    assert get_parser(f"ptb({file})") is not get_parser(f"ptb({file})", tokenised=True)


# --- what parsers share ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("brackets", "expected"),
    [
        ("(ROOT (S (NP (PRP I)) (VP (VBD left))))", "(S (NP (PRP I)) (VP (VBD left)))"),
        ("(TOP (FRAG (NN x)))", "(FRAG (NN x))"),
        ("(ROOT (NN x))", "(NN x)"),
        ("(ROOT (NP (NN x)) (. .))", "(ROOT (NP (NN x)) (. .))"),
        ("(S (ROOT (NN x)))", "(S (ROOT (NN x)))"),
        ("(ROOT x)", "(ROOT x)"),
    ],
)
def test_what_stands_above_the_sentence_goes(brackets: str, expected: str) -> None:
    [tree], [wanted] = read_brackets(brackets), read_brackets(expected)
    assert drop_top(tree) == wanted


def test_the_converter_is_that_of_the_relations() -> None:
    assert choose_converter(["nsubj", "dobj", "case"]) is clear
    assert choose_converter(["nsubj", "obl", "case"]) is universal
    assert choose_converter(["sb", "oa", "nk"]) is None


def test_a_version_has_the_number_of_each_converter() -> None:
    assert describe_converter(clear, universal) == f"clear:{clear.VERSION}+universal:{universal.VERSION}"


CLEAR = "\n".join(
    f"{number}\t{word}\t_\t_\t{tag}\t_\t{head}\t{relation}\t_\t_"
    for number, (word, tag, head, relation) in enumerate(
        [
            ("Yesterday", "NN", 3, "npadvmod"),
            ("she", "PRP", 3, "nsubj"),
            ("gave", "VBD", 0, "ROOT"),
            ("him", "PRP", 3, "dative"),
            ("the", "DT", 6, "det"),
            ("book", "NN", 3, "dobj"),
            ("that", "WDT", 9, "pobj"),
            ("was", "VBD", 9, "auxpass"),
            ("talked", "VBN", 6, "relcl"),
            ("about", "IN", 9, "prep"),
            (".", ".", 3, "punct"),
        ],
        1,
    )
)

# The trees of each converter, with the number that it had when it made them.
MADE = {
    "brackets": (1, "0abdd8e1a0f8bc01"),
    "clear": (1, "f4cd3941ac7783e3"),
    "heads": (1, "a42a56a9219fa55f"),
    "universal": (1, "1c8b465b2655f619"),
}


def test_a_converter_that_makes_other_trees_has_another_number() -> None:
    trees = read_brackets(PTB)
    made = {
        "brackets": "".join(map(write_brackets, trees)),
        "clear": "".join(write_brackets(clear.to_constituents(tree)) for tree in read_conllu(CLEAR)),
        "heads": "".join(write_conllu(heads.to_dependencies(tree)) for tree in trees),
        "universal": "".join(write_brackets(universal.to_constituents(tree)) for tree in read_conllu(CONLLU, "upos")),
    }
    modules = {"brackets": brackets, "clear": clear, "heads": heads, "universal": universal}
    found = {name: (modules[name].VERSION, sha256(text.encode()).hexdigest()[:16]) for name, text in made.items()}
    assert found == MADE, "Raise VERSION of each converter that makes other trees, and put the new digests here"


# --- files -----------------------------------------------------------------------------------------------------------

ONE_TREE = "(S (NP (PRP He)) (VP (VBD left)) (. .))\n"

PTB = """
( (S
    (NP-SBJ (NNP Mr.) (NNP Vinken))
    (VP (VBZ is)
      (NP-PRD (NP (NN chairman))
        (PP (IN of) (NP (-LRB- -LRB-) (DT the) (-RRB- -RRB-) (NX (NNP A\\/S) (NN group))))))
    (. .)))
( (S (NP-SBJ-1 (PRP I)) (VP (VBD tried) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB go))))) (. .)))

(ROOT (S (`` ``) (NP (PRP It)) (VP (VBZ 's) (ADJP (JJ red))) ('' '') (, ,) (NP (PRP he)) (VP (VBD said)) (. .)))

(S (NP (PRP He)) (VP (VBD left)) (. .))
"""

CONLLU = """# newdoc
# text = Il va au marché.
1\tIl\til\tPRON\t_\t_\t2\tnsubj\t_\t_
2\tva\taller\tVERB\t_\t_\t0\troot\t_\t_
3-4\tau\t_\t_\t_\t_\t_\t_\t_\t_
3\tà\tà\tADP\t_\t_\t5\tcase\t_\t_
4\tle\tle\tDET\t_\t_\t5\tdet\t_\t_
5\tmarché\tmarché\tNOUN\t_\t_\t2\tobl\t_\tSpaceAfter=No
5.1\tx\t_\t_\t_\t_\t_\t_\t_\t_
6\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

1\tOui\toui\tINTJ\t_\t_\t0\troot\t_\t_
2\t!\t!\tPUNCT\t_\t_\t1\tpunct\t_\t_
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def ptb(tmp_path: Path) -> files.FileParser:
    return files.make_ptb(str(write(tmp_path / "trees.mrg", PTB)))


@pytest.fixture
def conllu(tmp_path: Path) -> files.FileParser:
    return files.make_conllu(str(write(tmp_path / "trees.conllu", CONLLU)))


@pytest.mark.parametrize(
    ("segment", "words"),
    [
        ("Mr. Vinken is chairman of (the) A/S group.", "Mr. Vinken is chairman of ( the ) A/S group ."),
        ("Mr.  Vinken is chairman of -LRB- the -RRB- A\\/S group .", "Mr. Vinken is chairman of ( the ) A/S group ."),
        ("I tried to go.", "I tried to go ."),
        ('"It\'s red", he said.', "`` It 's red '' , he said ."),
        ("“It’s red”, he said.", "`` It 's red '' , he said ."),
        ("``It's red'' , he said .", "`` It 's red '' , he said ."),
        ("He left.", "He left ."),
        ("He left. I tried to go. He left.", "He left . I tried to go . He left ."),
    ],
)
def test_a_tree_is_found_by_its_words(ptb: files.FileParser, segment: str, words: str) -> None:
    [parse] = ptb.parse([segment])
    trees = read_brackets(parse.brackets)
    assert " ".join(tree.words[leaf] or "" for tree in trees for leaf in tree.leaves) == words
    assert [word for tree in read_conllu(parse.conllu) for word in tree.words] == words.split()
    assert len(trees) == len(read_conllu(parse.conllu))


def test_each_segment_has_its_own_whatever_the_order(ptb: files.FileParser) -> None:
    done: list[int] = []
    left, nothing, tried, again = ptb.parse(["He left.", " ", "I tried to go.", "He left."], done.append)
    assert left == again != tried
    assert nothing == Parse()
    assert sum(done) == 4
    assert left.brackets == ONE_TREE.strip()


def test_what_stands_above_and_empty_elements_are_not_in_the_parse(ptb: files.FileParser) -> None:
    tried, said = ptb.parse(["I tried to go.", "'' It's red '', he said."])
    assert tried.brackets == "(S (NP-SBJ-1 (PRP I)) (VP (VBD tried) (S (VP (TO to) (VP (VB go))))) (. .))"
    assert said.brackets.startswith("(S (`` ``)")


def test_a_segment_without_a_parse_is_named(ptb: files.FileParser) -> None:
    with pytest.raises(InputError) as caught:
        ptb.parse(["He left.", "He leaves."])
    message = str(caught.value)
    assert "there is no parse of the segment 'He leaves.' (the nearest has 'ft.' for 'aves.')" in message
    assert "trees.mrg" in message
    assert "Parse this segment too" in message


def test_a_segment_that_ends_in_the_middle_of_a_tree_has_no_parse(ptb: files.FileParser) -> None:
    for segment in ("He left", "He left. He", "He left. He left. I tried", "left."):
        with pytest.raises(InputError, match="there is no parse"):
            ptb.parse([segment])


def test_a_tree_of_two_sentences_is_not_taken_apart(tmp_path: Path) -> None:
    both = "(S (S (NP (PRP He)) (VP (VBD left)) (. .)) (S (VP (VB Go)) (. .)))"
    file = write(tmp_path / "trees.mrg", f"{ONE_TREE}(S (VP (VB Go)) (. .))\n{both}")
    assert files.make_ptb(str(file)).parse(["He left. Go."])[0].brackets == both


def test_several_files_are_one(tmp_path: Path) -> None:
    one = write(tmp_path / "one.mrg", ONE_TREE)
    other = write(tmp_path / "other.mrg", "(S (VP (VB Go)) (. !))")
    parser = get_parser(f"ptb({one}; {other})")
    assert [parse.brackets for parse in parser.parse(["Go!", "He left."])] == [
        "(S (VP (VB Go)) (. !))",
        ONE_TREE.strip(),
    ]
    assert "one.mrg sha256:" in parser.version
    assert "other.mrg sha256:" in parser.version


def test_many_sentences_in_one_segment_are_found_quickly(tmp_path: Path) -> None:
    lines = [f"(X {'(A a) ' * number}(B b))" for number in range(1, 300)]
    parser = files.make_ptb(str(write(tmp_path / "trees.mrg", "\n".join(lines))))
    with pytest.raises(InputError, match="there is no parse"):
        parser.parse(["aab" * 2000 + "c"])
    [parse] = parser.parse(["aab" * 2000])
    assert parse.brackets.count("\n") == 1999


def test_conllu_is_found_as_the_text_has_it(conllu: files.FileParser) -> None:
    both, yes = conllu.parse(["Il va au marché. Oui !", "Oui!"])
    first, second = read_conllu(both.conllu)
    assert first.words == ["Il", "va", "à", "le", "marché", "."]
    assert first.heads == [1, -1, 4, 4, 1, 1]
    assert first.tags == ["PRON", "VERB", "ADP", "DET", "NOUN", "PUNCT"]
    assert [second] == read_conllu(yes.conllu)
    trees = read_brackets(both.brackets)
    assert [[tree.words[leaf] for leaf in tree.leaves] for tree in trees] == [first.words, second.words]


@pytest.mark.parametrize(
    ("kind", "content", "line", "message"),
    [
        ("ptb", b"(S (NN a))\n(S (NN b)", 2, "never closed"),
        ("ptb", b"(S (NN a))\nhello", 2, "outside all brackets"),
        ("ptb", b"(S (NN a))\n\n(S (NN \xff))", 3, "not valid UTF-8"),
        ("conllu", b"1\ta\n", 1, "2 columns"),
        ("conllu", b"1\ta\t_\tX\t_\t_\t5\tdep\t_\t_\n", 1, "the head is 5"),
    ],
)
def test_a_malformed_file_is_named_with_its_line(
    tmp_path: Path, kind: str, content: bytes, line: int, message: str
) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        get_parser(f"{kind}({tmp_path / 'file'})")
    assert str(caught.value).startswith(f"{tmp_path / 'file'}:{line}: ")
    assert ": line" not in str(caught.value)


@pytest.mark.parametrize("kind", ["ptb", "conllu"])
def test_a_missing_file_is_named(tmp_path: Path, kind: str) -> None:
    with pytest.raises(InputError, match="no such file"):
        get_parser(f"{kind}({tmp_path / 'nothing'})")
    with pytest.raises(SpecError, match="has no file"):
        get_parser(kind)


def test_an_empty_file_has_no_parses(tmp_path: Path) -> None:
    parser = files.make_ptb(str(write(tmp_path / "trees.mrg", "")))
    assert parser.parse([""]) == [Parse()]
    with pytest.raises(InputError, match="there is no parse of the segment 'a'"):
        parser.parse(["a"])


def test_every_tree_of_the_treebanks_is_found(data: Path) -> None:
    for kind, folder in (("ptb", "ptb-sample"), ("ptb", "gum-const"), ("conllu", "gum-dep")):
        paths = sorted(path for path in (data / "trees" / folder).rglob("*") if path.is_file())
        paths = [path for path in paths if path.suffix in (".mrg", ".ptb", ".conllu", ".txt")][:3]
        assert paths, folder
        parser = get_parser(f"{kind}({';'.join(map(str, paths))})")
        assert isinstance(parser, files.FileParser)
        texts = [sentence.text for sentence in parser._sentences.values()]
        assert len(texts) > 20
        for text, parse in zip(texts, parser.parse(texts), strict=True):
            trees = read_brackets(parse.brackets)
            leaves = [tree.words[leaf] for tree in trees for leaf in tree.leaves]
            assert leaves == [word for tree in read_conllu(parse.conllu) for word in tree.words]
            if kind == "ptb":
                assert "".join(map(str, leaves)) == text
