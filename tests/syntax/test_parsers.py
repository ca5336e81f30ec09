"""Parsers by name, parses from files, and the adapters of parsers that are not here.

Stanza and benepar want models from hubs, so that stand-ins with their documented interface are put in their place;
nothing here shows that they parse well. CoreNLP is a real HTTP server that answers with what CoreNLP 4.5.10 answered.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest

from tertium import registry
from tertium.errors import InputError, SpecError
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.parser import choose_converter, describe_converter, drop_top, find_sources
from tertium.syntax.parsers import benepar, corenlp, files, get_parser, stanza
from tertium.syntax.trees import Parse

# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", registry.PARSERS)
def test_every_parser_has_a_maker(name: str) -> None:
    assert callable(registry.load(registry.PARSERS, name, "parser"))


@pytest.mark.parametrize("text", ["", "()", "spacy)", "spacy(a)b", "spacy(a", "(spacy)"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="is no parser"):
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
    from tertium.syntax import clear, universal

    assert choose_converter(["nsubj", "dobj", "case"]) is clear
    assert choose_converter(["nsubj", "obl", "case"]) is universal
    assert choose_converter(["sb", "oa", "nk"]) is None


def test_the_version_of_a_converter_changes_with_what_it_is_made_of() -> None:
    from tertium.syntax import clear, universal

    assert describe_converter(clear).startswith("clear:")
    assert describe_converter(clear)[-8:] != describe_converter(universal)[-8:]
    sources = {path.stem for path in find_sources(["clear"])}
    assert {"clear", "projection", "trees"} <= sources
    assert not {"parser", "cache", "universal"} & sources


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
        ("ptb", b"(S (NN a))\n\n(S (NN \xff))", 3, "not UTF-8"),
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
    with pytest.raises(InputError, match="cannot be read: No such file"):
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


# --- Stanza: a stand-in ----------------------------------------------------------------------------------------------


def make_word(text: str, upos: str, xpos: str | None, head: int, deprel: str) -> SimpleNamespace:
    return SimpleNamespace(text=text, upos=upos, xpos=xpos, head=head, deprel=deprel)


def make_tree(label: str, children: list[Any]) -> SimpleNamespace:
    return SimpleNamespace(label=label, children=children)


class StandInPipeline:
    """Has the interface of ``stanza.Pipeline`` as its documentation has it, and one sentence a full stop."""

    made: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, **settings: Any) -> None:
        self.made.append(settings)
        if settings["lang"] == "xx":
            raise FileNotFoundError("Resources file not found at: /root/stanza_resources/resources.json")
        if settings["lang"] == "yy":
            raise ValueError("Language yy is currently unsupported")

    def bulk_process(self, documents: list[Any]) -> list[Any]:
        for document in documents:
            parts = [f"{part.strip()} ." for part in document.text.split(".") if part.strip()]
            document.sentences = [self._parse(part.split(" ")) for part in parts]
        return documents

    def _parse(self, words: list[str]) -> SimpleNamespace:
        tags = [make_tree("." if word == "." else "NN", [make_tree(word.replace("(", "-LRB-"), [])]) for word in words]
        return SimpleNamespace(
            words=[
                make_word(word, "NOUN", "NN", place and 1, "obl" if place else "root")
                for place, word in enumerate(words)
            ],
            constituency=make_tree("ROOT", [make_tree("NP", tags)]),
        )


@pytest.fixture
def stand_in_stanza(monkeypatch: pytest.MonkeyPatch) -> type[StandInPipeline]:
    module: Any = ModuleType("stanza")
    module.__version__ = "0.stand-in"
    module.Pipeline = StandInPipeline
    module.Document = lambda sentences, text: SimpleNamespace(sentences=sentences, text=text)
    monkeypatch.setitem(sys.modules, "stanza", module)
    monkeypatch.setattr(StandInPipeline, "made", [])
    return StandInPipeline


def test_stanza_gives_its_own_constituents_in_english(stand_in_stanza: type[StandInPipeline]) -> None:
    parser = stanza.make("")
    one, nothing, two = parser.parse(["red pens.", "", "a. b (."])
    assert one.brackets == "(NP (NN red) (NN pens) (. .))"
    assert nothing == Parse()
    assert two.brackets == "(NP (NN a) (. .))\n(NP (NN b) (NN -LRB-) (. .))"
    assert read_brackets(two.brackets)[1].words[2] == "("
    [tree] = read_conllu(one.conllu)
    assert (tree.heads, tree.tags) == ([-1, 0, 0], ["NN", "NN", "NN"])
    assert parser.version.startswith("stanza 0.stand-in, en, brackets:")
    [settings] = stand_in_stanza.made
    assert settings["lang"] == "en"
    assert settings["processors"] == "tokenize,pos,lemma,depparse,constituency"
    assert settings["download_method"] is None
    assert settings["tokenize_pretokenized"] is False


def test_stanza_has_brackets_of_universal_dependencies_elsewhere(stand_in_stanza: type[StandInPipeline]) -> None:
    parser = stanza.make("fi", tokenised=True)
    [parse] = parser.parse(["punainen kynä."])
    assert [tree.words[leaf] for tree in read_brackets(parse.brackets) for leaf in tree.leaves] == [
        "punainen",
        "kynä",
        ".",
    ]
    assert read_conllu(parse.conllu)[0].tags[0] == "NOUN"
    assert "universal:" in parser.version
    assert parser.version.endswith("tokenised")
    [settings] = stand_in_stanza.made
    assert "constituency" not in settings["processors"]
    assert settings["tokenize_pretokenized"] is True


def test_stanza_works_in_batches(stand_in_stanza: type[StandInPipeline]) -> None:
    done: list[int] = []
    assert len(stanza.make("en").parse(["a.", ""] * 100, done.append)) == 200
    assert sum(done) == 200


@pytest.mark.parametrize("language", ["xx", "yy"])
def test_missing_models_of_stanza_name_the_command(stand_in_stanza: type[StandInPipeline], language: str) -> None:
    with pytest.raises(InputError, match="cannot load its models") as caught:
        stanza.make(language)
    assert f"""python -c 'import stanza; stanza.download("{language}")'""" in str(caught.value)


def test_missing_stanza_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stanza", None)
    with pytest.raises(InputError, match="Run: pip install stanza"):
        stanza.make("en")


# --- benepar: a stand-in, behind the real spaCy ----------------------------------------------------------------------


@pytest.fixture
def stand_in_benepar(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spaCy component under benepar's name that gives each sentence a flat tree, as an extension of spans."""
    pytest.importorskip("spacy", reason="NO SPACY: pip install 'tertium[syntax]' to test benepar's adapter")
    from spacy.language import Language
    from spacy.tokens import Span

    def write_flat(span: Any) -> str:
        if "refuse" in span.text:
            raise ValueError("Sentence of length 600 is too long")
        words = (word.text.replace("(", "-LRB-").replace(")", "-RRB-") for word in span)
        return f"(NP {' '.join(f'(NN {word})' for word in words)})"

    def make(nlp: Any, name: str, model: str) -> Callable[[Any], Any]:
        if model != "benepar_en3":
            raise LookupError(f"Resource {model} not found")

        def run(document: Any) -> Any:
            for sentence in document.sents:
                sentence._.parse_string  # noqa: B018 (benepar parses here)
            return document

        return run

    Language.factory("benepar", func=make)
    Span.set_extension("parse_string", getter=write_flat, force=True)
    module: Any = ModuleType("benepar")
    module.__version__ = "0.stand-in"
    monkeypatch.setitem(sys.modules, "benepar", module)


@pytest.mark.usefixtures("stand_in_benepar")
def test_benepar_gives_trees_over_spacys_words() -> None:
    parser = benepar.make("")
    one, nothing, two = parser.parse(["A (red) pen.", " ", "He left. She left."])
    assert one.brackets == "(NP (NN A) (NN -LRB-) (NN red) (NN -RRB-) (NN pen) (NN .))"
    assert read_conllu(one.conllu)[0].words == ["A", "(", "red", ")", "pen", "."]
    assert nothing == Parse()
    assert len(read_brackets(two.brackets)) == len(read_conllu(two.conllu)) == 2
    assert parser.version.startswith("benepar 0.stand-in, benepar_en3, spacy 3.")
    assert "heads:" in parser.version


@pytest.mark.usefixtures("stand_in_benepar")
def test_benepar_keeps_the_words_of_tokenised_text() -> None:
    [parse] = benepar.make("benepar_en3, en", tokenised=True).parse(["can't stop"])
    assert read_conllu(parse.conllu)[0].words == ["can't", "stop"]


@pytest.mark.usefixtures("stand_in_benepar")
def test_benepars_refusal_names_the_segment() -> None:
    with pytest.raises(InputError, match="cannot parse the segment 'I refuse': Sentence of length 600"):
        benepar.make("").parse(["I refuse"])


@pytest.mark.usefixtures("stand_in_benepar")
def test_a_missing_model_of_benepar_names_the_command() -> None:
    with pytest.raises(InputError, match="cannot load its model 'benepar_zz9'") as caught:
        benepar.make("benepar_zz9")
    assert """python -c 'import benepar; benepar.download("benepar_zz9")'""" in str(caught.value)


def test_missing_benepar_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "benepar", None)
    with pytest.raises(InputError, match="Run: pip install benepar"):
        benepar.make("")


# --- CoreNLP: a server that answers as CoreNLP 4.5.10 did ------------------------------------------------------------


def make_sentence(brackets: str, edges: list[tuple[str, int, int]]) -> dict[str, Any]:
    """A sentence of CoreNLP's JSON, without the fields that nobody reads here."""
    return {
        "index": 0,
        "parse": brackets,
        "basicDependencies": [{"dep": dep, "governor": head, "dependent": word} for dep, head, word in edges],
    }


# What CoreNLP 4.5.10 from Maven Central said about 'I saw (a) "man". He left 😀.', line breaks included.
ANSWER = [
    make_sentence(
        "(ROOT\n  (S\n    (NP (PRP I))\n    (VP (VBD saw)\n      (NP\n        (NP (-LRB- -LRB-) (DT a) (-RRB- -RRB-))\n"
        '        (`` ")\n        (NP (NN man))\n        (\'\' ")))\n    (. .)))',
        [
            ("ROOT", 0, 2), ("nsubj", 2, 1), ("punct", 4, 3), ("iobj", 2, 4), ("punct", 4, 5),
            ("punct", 4, 6), ("dep", 4, 7), ("punct", 4, 8), ("punct", 2, 9),
        ],
    ),
    make_sentence("(ROOT\n  (S\n    (NP (PRP He))\n    (VP (VBD left))\n    (NFP 😀) (. .)))", []),
]  # fmt: skip


class StandInServer(BaseHTTPRequestHandler):
    """Answers what the text asks for, and ANSWER if it asks for nothing."""

    asked: ClassVar[list[tuple[dict[str, str], str]]] = []
    failures: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.asked.append((json.loads(parse_qs(urlsplit(self.path).query)["properties"][0]), text))
        if self.failures:
            self.answer(self.failures.pop(), "try again later")
        elif text == "too long":
            self.answer(500, "CoreNLP request timed out. Your document may be too long.")
        elif text == "slow":
            time.sleep(1)
            self.answer(200, "{}")
        elif text == "html":
            self.answer(200, "<html>Welcome to nginx</html>")
        elif text == "no trees":
            self.answer(200, json.dumps({"sentences": [{"index": 0}]}))
        else:
            self.answer(200, json.dumps({"sentences": ANSWER}))

    def answer(self, code: int, body: str) -> None:
        try:
            self.send_response(code)
            self.end_headers()
            self.wfile.write(body.encode())
        except OSError:
            pass  # whoever asked did not wait

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    StandInServer.asked.clear()
    StandInServer.failures.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), StandInServer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_corenlp_gives_both_trees(address: str) -> None:
    parser = corenlp.make(address)
    parse, nothing = parser.parse(['I saw (a)\n "man". He left 😀.', " "])
    assert parse.brackets.split("\n") == [
        "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (-LRB- -LRB-) (DT a) (-RRB- -RRB-))"
        " (`` \") (NP (NN man)) ('' \"))) (. .))",
        "(S (NP (PRP He)) (VP (VBD left)) (NFP 😀) (. .))",
    ]
    first, second = read_conllu(parse.conllu)
    assert first.words == ["I", "saw", "(", "a", ")", '"', "man", '"', "."]
    assert first.heads == [1, -1, 3, 1, 3, 3, 3, 3, 1]
    assert first.relations[:2] == ["nsubj", "ROOT"]
    assert second.words == ["He", "left", "😀", "."], "without the server's dependencies, those of the heads"
    assert nothing == Parse()
    assert StandInServer.asked[-1][1] == 'I saw (a) "man". He left 😀.'
    assert parser.version.startswith(f"corenlp {address}, probe:")


def test_corenlp_hears_of_tokenised_text(address: str) -> None:
    assert corenlp.make(address, tokenised=True).version.endswith(", tokenised")
    assert StandInServer.asked[-1][0] == {
        "annotators": "tokenize,ssplit,pos,parse",
        "outputFormat": "json",
        "tokenize.whitespace": "true",
    }


def test_corenlp_is_asked_for_many_and_answers_in_order(address: str) -> None:
    done: list[int] = []
    parser = corenlp.make(address)
    parses = parser.parse(["", "a"] * 50, done.append)
    assert [bool(parse.brackets) for parse in parses] == [False, True] * 50
    assert sum(done) == 100


def test_corenlp_is_asked_again_where_it_is_busy(address: str) -> None:
    StandInServer.failures += [503, 503]
    corenlp.CoreNLPParser(address, pause=0)
    assert len(StandInServer.asked) == 3
    StandInServer.failures += [503, 503, 503]
    with pytest.raises(InputError, match=r"refuses the segment .*: 503 try again later"):
        corenlp.CoreNLPParser(address, pause=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("too long", "refuses the segment 'too long': 500 CoreNLP request timed out"),
        ("slow", "took more than 0.2 seconds for the segment 'slow'"),
        ("html", "does not answer as CoreNLP does about 'html': '<html>Welcome to nginx</html>'"),
        ("no trees", "does not answer as CoreNLP does"),
    ],
)
def test_what_corenlp_cannot_do_is_named(address: str, text: str, message: str) -> None:
    parser = corenlp.CoreNLPParser(address, timeout=0.2, pause=0)
    with pytest.raises(InputError, match=message):
        parser.parse([text])


def test_a_server_that_is_not_there_is_named_with_the_command() -> None:
    with pytest.raises(InputError, match=r"no CoreNLP server answers at http://127\.0\.0\.1:9: .*refused") as caught:
        corenlp.CoreNLPParser("http://127.0.0.1:9", pause=0)
    assert "edu.stanford.nlp.pipeline.StanfordCoreNLPServer" in str(caught.value)


@pytest.mark.parametrize("address", ["localhost:9000", "file:///etc/passwd", "ftp://a", "http://"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(SpecError, match="is no address of a server"):
        get_parser(f"corenlp({address})")


def test_proxies_are_not_for_this_machine(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    corenlp.CoreNLPParser(address, pause=0)
