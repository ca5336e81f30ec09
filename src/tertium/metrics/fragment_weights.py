"""Weights of individual subtrees and chains, learned: a file, and how it spells what it weighs.

Liu and Gildea 2005 end with them as future work. A fragment that is in the file counts by its weight, instead of 1, in
numerator and denominator alike: ``sum w(g) clipped(g) / sum w(g) count(g)``. All others of a size have one weight. So
scores stay between 0 and 1, and equal weights give the score without a file. ``tertium tune SPEC --fragments`` learns
them.

A chain is spelled ``have pen red``, a subtree ``(NP DT (ADJP RB JJ))``; blanks, brackets and ``%`` within a label are
``%20``, ``%28``, ``%29`` and ``%25``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from tertium import _core
from tertium.errors import InputError
from tertium.files.opening import explaining_os_errors, read_bytes
from tertium.files.toml import parse_toml

FORMAT = 1

_REMEDY = "Learn the weights again: tertium tune SPEC --fragments --save-metric FILE.toml"
_ESCAPES = str.maketrans({"%": "%25", " ": "%20", "(": "%28", ")": "%29", "\t": "%09", "\n": "%0A"})
_PIECE = re.compile(r"[()]|[^()\s]+")


@dataclass(frozen=True, kw_only=True)
class FragmentWeights:
    """The weights of a file.

    Attributes:
        spec: The metric that they were learned for, without them.
        chains: Whether they are of chains; else they are of subtrees.
        weights: The weight of each fragment, as it is spelled.
        others: The weight of all other fragments of each size.
        version: The name of the file and the beginning of its hash, for signatures.
    """

    spec: str
    chains: bool
    weights: Mapping[str, float]
    others: Sequence[float]
    version: str = ""

    @cached_property
    def core(self) -> _core.FragmentWeights:
        """The weights as the compiled core reads them."""
        forest = _core.read_conllu([_to_conllu(text, chain=self.chains) for text in self.weights], False, 1)
        numbers = np.array(list(self.weights.values()), dtype=np.float64)
        return _core.FragmentWeights(self.chains, forest, numbers, np.array(self.others, dtype=np.float64))

    def to_toml(self, training: Mapping[str, Any]) -> str:
        """Return the file, with facts about the training; it is itself a metric: ``tertium score -m FILE.toml``."""
        import tomli_w

        return tomli_w.dumps(
            {
                "format": FORMAT,
                "spec": self.spec,
                "chains": self.chains,
                "others": list(self.others),
                "training": dict(training),
                "fragments": dict(self.weights),
            }
        )


def load_fragment_weights(path: str | Path) -> FragmentWeights:
    """Read a file of weights; each file is read once per process unless it changes.

    Raises:
        InputError: There is no such file, or it has no weights that this version can read.
    """
    place = Path(path)
    with explaining_os_errors(str(place)):
        changed = place.stat().st_mtime_ns
    return _load(place.resolve(), changed)


@lru_cache(maxsize=16)
def _load(path: Path, changed: int) -> FragmentWeights:
    data = read_bytes(path)
    table = parse_toml(data, path, kind="file of weights", remedy=_REMEDY)
    if "fragments" not in table:
        raise InputError("the file has no weights of subtrees or chains", file=path, remedy=_REMEDY)
    if table.get("format") != FORMAT:
        problem = f"the weights are of format {table.get('format', 'unknown')}, and this version reads format {FORMAT}"
        raise InputError(problem, file=path, remedy=_REMEDY)
    try:
        found = FragmentWeights(
            spec=str(table["spec"]),
            chains=bool(table["chains"]),
            weights={str(text): float(weight) for text, weight in table["fragments"].items()},
            others=[float(weight) for weight in table["others"]],
            version=f"{path.stem} sha256:{sha256(data).hexdigest()[:8]}",
        )
        _ = found.core  # refuses what is not a fragment, and weights of 0 or less
    except KeyError as error:
        raise InputError(f"the file of weights lacks {error.args[0]!r}", file=path, remedy=_REMEDY) from error
    except InputError as error:
        raise InputError(f"the weights cannot be used: {error.message}", file=path, remedy=_REMEDY) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"the file of weights is damaged: {error}", file=path, remedy=_REMEDY) from error
    return found


def spell_fragment(key: Any, *, chain: bool) -> str:
    """Return how a fragment is spelled.

    >>> spell_fragment(("have", "pen"), chain=True), spell_fragment(("NP", ("DT",), ("(",)), chain=False)
    ('have pen', '(NP DT %28)')

    Args:
        key: The labels of a chain; or of a subtree the label of its root, then its children, alike.
        chain: Whether it is a chain.
    """
    if chain:
        return " ".join(str(label).translate(_ESCAPES) for label in key)
    label, *below = key
    written = str(label).translate(_ESCAPES)
    return f"({written} {' '.join(spell_fragment(child, chain=False) for child in below)})" if below else written


def _to_conllu(text: str, *, chain: bool) -> str:
    """Return a fragment as a tree of dependencies, its nodes from the top down.

    Raises:
        ValueError: It is not spelled as a fragment is.
    """
    labels: list[str] = []
    heads: list[int] = []
    above = [0]
    opens = False
    for piece in _PIECE.findall(text):
        if piece == "(":
            is_wrong, opens = chain or opens, True
        elif piece == ")":
            is_wrong = chain or opens or len(above) < 2
            above.pop()
        else:
            is_wrong = False
            labels.append(unquote(piece, errors="strict"))
            heads.append(above[-1])
            if chain or opens:
                above.append(len(labels))
            opens = False
        if is_wrong:
            raise ValueError(f"{text!r} is not a {'chain' if chain else 'subtree'}")
    if not chain and (opens or len(above) > 1):
        raise ValueError(f"a bracket of {text!r} does not close")
    rows = zip(labels, heads, strict=True)
    return "".join(f"{place}\t{label}\t_\t_\t_\t_\t{head}\n" for place, (label, head) in enumerate(rows, 1))
