"""One probability for each repair, from all evidence: the language model, what was learned, counts, and rules.

The logarithm of the odds that a repair is right is a sum of its features, each with a weight. The weights were learned
from text that went through Apertium and back, where the original says which repairs are right, and from text by people,
where none is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from tertium.errors import InputError
from tertium.mtness.repairs.action import Action
from tertium.mtness.repairs.repair import Repair

_HERE = Path(__file__).parent / "combiner.json"
_MOST_GAIN = 10.0
ALL = "all"
"""What stands for all actions together."""

SETTLED = 0.75
"""How probable repairs are that counts settle, if it is not learned: nine in ten were right from Catalan, when read."""

RULED = 0.9
"""How probable repairs are that a rule of spelling or agreement proposes and counts call for."""

_MOST_TYPICAL = 10.0
_MOST_STRENGTH = 6.0
_MOST_ODDS = 8.0


@dataclass(frozen=True, slots=True)
class CountEvidence:
    """What the counts of a repair say.

    Attributes:
        strength: How improbable they are if nothing is wrong: minus the logarithm of p to the base of ten; 0 if the
            rule of counts does not call for the repair.
        refuted: Whether other words around it speak for the text as it is.
    """

    strength: float = 0.0
    refuted: bool = False


def list_features(repair: Repair, evidence: CountEvidence) -> dict[str, float]:
    """Return the features of a repair that a language model has judged."""
    if repair.change is None or repair.gain is None:
        raise ValueError("the repair has not been judged by a language model")
    first, stop, new = repair.change
    gain = min(repair.gain, _MOST_GAIN)
    # A text with fewer words is more probable by nature.
    length = "shorter" if len(new) < stop - first else "longer" if len(new) > stop - first else "as long"
    found = {
        "bias": 1.0,
        "gain": max(gain, 0.0),
        "loss": min(gain, 0.0),
        f"gain {length}": gain,
        f"gain {repair.action}": gain,
        "longer": float(len(new) - (stop - first)),
        "inserted": float(first == stop),
        "deleted": float(not new),
        "strength": min(evidence.strength, _MOST_STRENGTH),
        "refuted": float(evidence.refuted),
        f"action {repair.action}": 1.0,
    }
    confusion = repair.confusion
    if confusion is not None:
        share = min(confusion.share, 0.99)
        found |= {
            "known": 1.0,
            "share": math.log(share / (1 - share)),
            "often": math.log1p(confusion.count),
            "typical": min(max(confusion.gain, -_MOST_TYPICAL), _MOST_TYPICAL),
            "synonyms": float(confusion.synonyms),
        }
    if repair.choice is not None:
        # The language model says less about words that depend on others far away.
        odds = min(max(repair.choice, -_MOST_ODDS), _MOST_ODDS)
        found |= {"chosen": 1.0, "choice": odds, "choice against": min(odds, 0.0), "gain chosen": gain}
    return found


@dataclass(frozen=True)
class Combiner:
    """Weights of features.

    Attributes:
        weights: The weight of each feature; those that are not there weigh nothing.
        shares: The share of the repairs of each action that are right, in what they were learned from.
        origin: What they were learned from.
        settled: The least probability of a repair that counts call for, where they are enough (see ``Action``).
    """

    weights: Mapping[str, float]
    shares: Mapping[str, float] = field(default_factory=dict)
    origin: str = ""
    settled: float = SETTLED

    @classmethod
    def read(cls, path: Path = _HERE) -> Combiner:
        """Read the weights; ours if no file is given.

        Raises:
            InputError: The file is missing or not such a file.
        """
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            weights, shares = (
                {str(name): float(value) for name, value in data[part].items()} for part in ("weights", "shares")
            )
            origin, settled = str(data["origin"]), float(data["settled"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise InputError(
                f"this is not a file of weights: {error}", file=path, remedy="Make one with tertium mtness learn"
            ) from error
        if not all(map(math.isfinite, (*weights.values(), *shares.values()))):
            raise InputError("a weight is not finite", file=path, remedy="Make one with tertium mtness learn")
        if not 0 < settled < 1:
            raise InputError("'settled' is not between 0 and 1", file=path, remedy="Make one with tertium mtness learn")
        return cls(weights, shares, origin, settled)

    def render(self) -> str:
        """Return the weights as JSON, as ``read`` takes them."""
        weights, shares = (
            {name: round(value, 4) for name, value in sorted(part.items())} for part in (self.weights, self.shares)
        )
        data = {"origin": self.origin, "settled": round(self.settled, 4), "weights": weights, "shares": shares}
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"

    @cached_property
    def version(self) -> str:
        """A digest of the weights, for signatures."""
        return sha256(self.render().encode()).hexdigest()[:8]

    def find_share(self, action: Action) -> float:
        """Return how many repairs of an action were right in training; of all of them if it was not among them."""
        return self.shares.get(str(action), self.shares.get(ALL, 0.0))

    def is_trained(self, action: Action) -> bool:
        """Return whether the weights were learned from repairs of an action; about others they say nothing."""
        return str(action) in self.shares

    def weigh(self, features: Mapping[str, float]) -> float:
        """Return the logarithm of the odds that a repair is right."""
        return sum(self.weights.get(name, 0.0) * value for name, value in features.items())
