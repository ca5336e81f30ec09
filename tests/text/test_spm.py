"""SentencePiece against sacrebleu's tokenizers, with models that are trained here on the samples."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from typer.testing import CliRunner

import tertium
from tertium.cli.app import app
from tertium.errors import InputError, SpecError
from tertium.text.tokenizers import get_tokenizer, spm
from tests.strategies import texts

sentencepiece = pytest.importorskip("sentencepiece", reason="sentencepiece is absent: pip install 'tertium[spm]'")
sacrebleu_spm = pytest.importorskip("sacrebleu.tokenizers.tokenizer_spm")

SAMPLES = Path(tertium.__file__).parent / "samples"
HYPOTHESES = (SAMPLES / "system.neural.txt").read_text(encoding="utf-8").splitlines()
REFERENCES = (SAMPLES / "reference.A.txt").read_text(encoding="utf-8").splitlines()

# Where sacrebleu looks for each; the settings make models that treat text as differently as models can.
MODELS = {
    "flores101": ("sacrebleu_tokenizer_spm.model", {"vocab_size": 300, "model_type": "unigram"}),
    "flores200": (
        "flores200sacrebleuspm",
        {"vocab_size": 320, "model_type": "bpe", "byte_fallback": True, "normalization_rule_name": "identity"},
    ),
    "spBLEU-1K": (
        "spbleu-1k_tokenizer_spm.model",
        {
            "vocab_size": 300,
            "model_type": "unigram",
            "remove_extra_whitespaces": False,
            "normalization_rule_name": "nfkc_cf",
        },
    ),
}
NAMES = ["spm", *MODELS]


def train(**settings: object) -> bytes:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([*HYPOTHESES, *REFERENCES]),
        model_writer=model,
        minloglevel=2,
        num_threads=1,
        hard_vocab_limit=False,
        **settings,
    )
    return model.getvalue()


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder as sacrebleu's, with a model under each of its names."""
    place = tmp_path_factory.mktemp("sacrebleu")
    (place / "models").mkdir()
    for name, settings in MODELS.values():
        (place / "models" / name).write_bytes(train(**settings))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SACREBLEU", str(place))
        patch.setattr(sacrebleu_spm, "SACREBLEU_DIR", str(place))
        get_tokenizer.cache_clear()
        yield place
    get_tokenizer.cache_clear()


def peer(name: str):
    from sacrebleu.metrics.bleu import _get_tokenizer

    return _get_tokenizer(name)()


@pytest.fixture(scope="module")
def peers(folder: Path) -> dict[str, object]:
    return {name: peer(name) for name in MODELS}


@pytest.mark.filterwarnings("ignore:The 'warn' method is deprecated:DeprecationWarning")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lowercase", ["yes", "no"])
def test_bleu_equals_sacrebleu(name: str, lowercase: str) -> None:
    from sacrebleu.metrics import BLEU

    spec = f"bleu:tokenize={name},lowercase={lowercase}"
    result = tertium.score(HYPOTHESES, REFERENCES, [spec], threads=2)[spec]
    theirs = BLEU(tokenize=name, lowercase=lowercase == "yes")
    assert result.value == pytest.approx(theirs.corpus_score(HYPOTHESES, [REFERENCES]).score, abs=1e-9)
    # What sacrebleu has in its signature, and the digest of the model.
    named = theirs.get_signature().info["tok"]
    assert f"|tokenizer:{named} sha256:" in result.signature
    assert get_tokenizer(name).name == named


@pytest.mark.parametrize("name", MODELS)
@given(text=st.one_of(texts, st.text(alphabet="Tthe caﬁ猫Ⅳ\u0301\x00\x1c\x85\xa0\u3000▁ .\n", max_size=20)))
@example(text=" \x85 the\x85 ")
@example(text="▁ the▁▁cat ▁")
def test_any_text_is_split_as_sacrebleu_splits_it(name: str, text: str, peers: dict) -> None:
    assert get_tokenizer(name).tokenize([text]).to_lists()[0] == peers[name](text.rstrip()).split()


def test_batches_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = get_tokenizer("flores101")
    whole = tokenizer.tokenize(HYPOTHESES).to_lists()
    monkeypatch.setattr(spm, "_MOST_CHARACTERS", 70)
    monkeypatch.setattr(spm, "_MOST_SEGMENTS", 3)
    assert max(map(len, HYPOTHESES)) > 70 > min(map(len, HYPOTHESES))
    assert tokenizer.tokenize(HYPOTHESES, 3).to_lists() == whole
    assert tokenizer.tokenize([], 2).to_lists() == []


def test_a_model_of_ones_own(tmp_path: Path, folder: Path) -> None:
    mine = tmp_path / "mine, at 400.model"
    mine.write_bytes(train(vocab_size=400))
    spec = f"bleu:tokenize=spm({mine}),lowercase"
    result = tertium.score(HYPOTHESES, REFERENCES, [spec])[spec]
    assert "|tokenizer:mine, at 400 sha256:" in result.signature
    pieces = get_tokenizer(f"spm({mine})").tokenize(["the cats"]).to_lists()[0]
    assert pieces == sentencepiece.SentencePieceProcessor(model_file=str(mine)).encode("the cats", out_type=str)
    # The first part of a signature is a spec.
    again = result.signature.partition("|")[0]
    assert tertium.score(HYPOTHESES, REFERENCES, [again])[again].signature == result.signature
    # A file given for a model with a name keeps the name, and shows that it is another by its digest.
    named = get_tokenizer(f"flores200({mine})")
    assert named.name == "flores200"
    assert named.version != get_tokenizer("flores200").version


def test_metrics_share_pieces_and_run_on_the_command_line(tmp_path: Path, folder: Path) -> None:
    found = CliRunner().invoke(
        app,
        [
            "score",
            str(SAMPLES / "system.neural.txt"),
            "-r",
            str(SAMPLES / "reference.A.txt"),
            "-m",
            f"wer:tokenize=flores200({folder}/models/sacrebleu_tokenizer_spm.model)",
            "-m",
            "nist:tokenize=flores200",
        ],
        catch_exceptions=False,
    )
    assert found.exit_code == 0
    assert "flores200 sha256:" in found.stdout


def test_a_missing_model_names_its_place_and_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    get_tokenizer.cache_clear()
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    place = tmp_path / "models" / "flores200sacrebleuspm"
    expected = f"{place}: the model of the tokenizer 'flores200' is not there. Copy it there from where sacrebleu has "
    with pytest.raises(InputError) as caught:
        tertium.score(["a"], ["a"], ["bleu:tokenize=flores200"])
    assert str(caught.value) == expected + (
        "run with --tokenize flores200, or name the file: tokenize=flores200(FILE). It is never downloaded."
    )
    place.parent.mkdir()
    place.touch()  # what sacrebleu leaves where a download failed
    with pytest.raises(InputError, match="is not there"):
        get_tokenizer("flores200")
    monkeypatch.delenv("SACREBLEU")
    assert spm.find_model_folder() == Path.home() / ".sacrebleu" / "models"
    with pytest.raises(InputError, match=r"none\.model: no such file"):
        get_tokenizer(f"flores200({tmp_path}/none.model)")
    get_tokenizer.cache_clear()


@pytest.mark.parametrize("content", [b"", b"not a model", bytes(100)])
def test_a_file_that_is_not_a_model_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.model").write_bytes(content)
    with pytest.raises(InputError, match=r"bad\.model: this is not a SentencePiece model\. Give the \.model file"):
        get_tokenizer(f"spm({tmp_path / 'bad.model'})")


def test_an_argument_is_refused_where_there_is_none() -> None:
    with pytest.raises(SpecError, match=r"the tokenizer '13a' takes no argument, but is given 'x\.model'. Write 13a"):
        tertium.score(["a"], ["a"], ["bleu:tokenize=13a(x.model)"])
    with pytest.raises(SpecError, match=r"there is no tokenizer 'spn'\. Did you mean 'spm'"):
        tertium.score(["a"], ["a"], ["bleu:tokenize=spn(x.model)"])
