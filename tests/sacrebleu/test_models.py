"""SentencePiece's tokenizers by sacrebleu's names, with a model that is trained here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tertium.sacrebleu
from tertium.text.tokenizers import get_tokenizer
from tests.sacrebleu.random_calls import assert_same
from tests.text.test_spm import HYPOTHESES, REFERENCES, sacrebleu_spm, train

pytestmark = pytest.mark.filterwarnings("ignore:The 'warn' method is deprecated:DeprecationWarning")


@pytest.fixture(scope="module", autouse=True)
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A model where sacrebleu has that of FLORES-101."""
    place = tmp_path_factory.mktemp("sacrebleu")
    file = place / "models" / "sacrebleu_tokenizer_spm.model"
    file.parent.mkdir()
    file.write_bytes(train(vocab_size=300, model_type="unigram"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SACREBLEU", str(place))
        patch.setattr(sacrebleu_spm, "SACREBLEU_DIR", str(place))
        get_tokenizer.cache_clear()
        yield file
    get_tokenizer.cache_clear()


@pytest.mark.parametrize("name", ["spm", "flores101"])
def test_spbleu_equals_that_of_sacrebleu(name: str) -> None:
    def use(package: ModuleType) -> list[Any]:
        metric = package.BLEU(tokenize=name, lowercase=True)
        lines = [metric.tokenizer(line) for line in ["", "Hello, world!", " a  b \n", "中文 ñ"]]
        return [metric.corpus_score(HYPOTHESES, [REFERENCES]), metric.get_signature(), lines]

    assert_same(use)


def test_a_model_can_be_named(model: Path) -> None:
    usual = tertium.sacrebleu.BLEU(tokenize="flores101").corpus_score(HYPOTHESES, [REFERENCES])
    for name, called in [("flores101", "flores101"), ("spm", "sacrebleu_tokenizer_spm")]:
        metric = tertium.sacrebleu.BLEU(tokenize=f"{name}({model})")
        assert str(metric.corpus_score(HYPOTHESES, [REFERENCES])) == str(usual)
        assert f"|tok:{called}|" in str(metric.get_signature())


def test_a_model_that_is_not_there_says_where_it_belongs() -> None:
    with pytest.raises(tertium.InputError, match=r"flores200sacrebleuspm: the model.*Copy it there"):
        tertium.sacrebleu.BLEU(tokenize="flores200")
    with pytest.raises(KeyError, match="there is no model 'none"):
        tertium.sacrebleu.BLEU(tokenize="none(file)")
