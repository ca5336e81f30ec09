"""SentencePiece: flores101, flores200 and spBLEU-1K with sacrebleu's model files, spm with a model of your own.

It is an extra (``spm``). Nothing is downloaded: a model is the file that is named, ``flores200(FILE)``, or the
one in the folder where sacrebleu keeps it. sacrebleu does not say which content a model has, so its digest is in
the signature. How text is normalised (``nmt_nfkc`` and others) is part of the model.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tertium import _core
from tertium.errors import InputError, MissingExtraError
from tertium.files.opening import read_bytes
from tertium.files.user_folders import expand_user
from tertium.text.case import lowered

# Where sacrebleu keeps models and test sets.
FOLDER_VARIABLE = "SACREBLEU"

# What sacrebleu calls the file of each model.
_FILES: Mapping[str, str] = {
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}

# Names that stand for another one, as in sacrebleu.
_OTHER_NAMES: Mapping[str, str] = {"spm": "flores101"}

# How many characters, and segments, are encoded at a time: Ctrl-C has an effect only between such batches.
_MOST_CHARACTERS = 1 << 20
_MOST_SEGMENTS = 1 << 12


class SpmTokenizer:
    """A SentencePiece model.

    Args:
        name: What it is called in sacrebleu's signatures, or the name of its file.
        path: The file of the model.

    Attributes:
        name: The same name.
        processor: The model, as the library has it.
        version: Name and digest of the model, and the version of the library.
    """

    def __init__(self, name: str, path: str) -> None:
        data = read_bytes(path)
        self.processor: Any = import_module("sentencepiece").SentencePieceProcessor()
        try:
            self.processor.LoadFromSerializedProto(data)
        except RuntimeError as error:
            raise InputError(
                "this is not a SentencePiece model", file=path, remedy="Give the .model file that SentencePiece wrote"
            ) from error
        self.name = name
        self.version = f"{name} sha256:{sha256(data).hexdigest()[:8]} (sentencepiece {version('sentencepiece')})"

    def tokenize(self, segments: Sequence[str], threads: int = 1, *, lowercase: bool = False) -> _core.Tokens:
        """Return the pieces of each segment."""
        _core.check_texts(segments, nul=True)
        # sacrebleu strips the end and joins pieces by spaces, which its metrics then split at any white space.
        texts = [text.rstrip() for text in lowered(segments, lowercase)]
        joined = [
            " ".join(pieces)
            for batch in _divide(texts)
            for pieces in self.processor.encode(batch, out_type=str, num_threads=min(threads, len(batch)))
        ]
        return _core.tokenize(joined, "none", threads)


def make(name: str, argument: str = "") -> SpmTokenizer:
    """Make the tokenizer of this name, with the given model or with the one in sacrebleu's folder."""
    if find_spec("sentencepiece") is None:
        raise MissingExtraError(f"the tokenizer {name!r}", "spm")
    model = _OTHER_NAMES.get(name, name)
    if argument:
        return SpmTokenizer(Path(argument).stem if name in _OTHER_NAMES else model, argument)
    path = find_model_folder() / _FILES[model]
    # sacrebleu leaves an empty file where a download failed.
    if not path.is_file() or not path.stat().st_size:
        raise InputError(
            f"the model of the tokenizer {name!r} is not there",
            file=path,
            remedy=f"Copy it there from where sacrebleu has run with --tokenize {model}, "
            f"or name the file: tokenize={name}(FILE). It is never downloaded",
        )
    return SpmTokenizer(model, str(path))


def find_model_folder() -> Path:
    """Return the folder where sacrebleu keeps models: ``models`` in ``$SACREBLEU``, else in ``~/.sacrebleu``."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return (expand_user("~/.sacrebleu") if folder is None else Path(folder)) / "models"


def _divide(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Divide texts into batches that take less than a second."""
    start = characters = 0
    for at, text in enumerate(texts):
        if at > start and (characters + len(text) > _MOST_CHARACTERS or at - start == _MOST_SEGMENTS):
            yield texts[start:at]
            start, characters = at, 0
        characters += len(text)
    if start < len(texts):
        yield texts[start:]
