"""How well a corpus fits a text, in words and in figures."""

from pathlib import Path

import pytest

from tertium.corpus import LanguageModel, build_index, open_index
from tertium.mtness.corpus_fit import CorpusFit


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    folder: Path = tmp_path_factory.mktemp("fit")
    (folder / "corpus.txt").write_text("haga clic en la lista\nhaga clic en la tabla\n" * 20, encoding="utf-8")
    build_index([folder / "corpus.txt"], folder / "index")
    return LanguageModel(open_index(folder / "index"))


def fit(model: LanguageModel, *texts: str) -> CorpusFit:
    found = CorpusFit.of(model, [text.split() for text in texts])
    assert found is not None
    return found


def test_text_of_the_corpus_fits_better_than_other_text(model: LanguageModel) -> None:
    own, other = fit(model, "haga clic en la lista"), fit(model, "lista la en clic haga")
    assert own.perplexity < other.perplexity
    assert own.unknown == other.unknown == 0
    assert own.lacking == ()


def test_words_that_the_corpus_lacks_are_counted_by_frequency(model: LanguageModel) -> None:
    found = fit(model, "pulse la tecla .", "pulse 3 veces", "haga clic")
    assert found.lacking == ("pulse", "tecla", "veces")
    assert found.unknown == pytest.approx(4 / 7), "marks and numbers are not words"


def test_no_words_no_fit(model: LanguageModel) -> None:
    assert CorpusFit.of(model, []) is None
    assert CorpusFit.of(model, [[], []]) is None


@pytest.mark.parametrize(
    ("perplexity", "verdict"), [(299.9, "well"), (300, "partly"), (799.9, "partly"), (800, "hardly")]
)
def test_verdicts(perplexity: float, verdict: str) -> None:
    found = CorpusFit(perplexity=perplexity, unknown=0.05, lacking=("tecla",))
    assert found.verdict == verdict
    assert found.to_dict()["verdict"] == verdict
    assert ("such as tecla" in found.describe()) == (verdict != "well")
