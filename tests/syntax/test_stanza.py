"""The adapter of Stanza, which wants models from a hub: a stand-in with its documented interface is put in its place.

Nothing here shows that it parses well.
"""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest

from tertium.errors import InputError
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.parsers import stanza
from tertium.syntax.trees import Parse


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
