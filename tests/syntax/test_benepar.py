"""The adapter of benepar, which wants models from a hub: a stand-in behind the real spaCy is put in its place.

Nothing here shows that it parses well.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tertium.errors import InputError
from tertium.syntax.brackets import read_brackets
from tertium.syntax.conllu import read_conllu
from tertium.syntax.parsers import benepar
from tertium.syntax.trees import Parse


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
