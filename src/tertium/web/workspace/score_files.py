"""Scores of a test set by one metric: a comparison without segments as JSON, and the segments in a file."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tertium.files.whole import write_whole
from tertium.results import Comparison, Interval, PairedTest, Score, Scores
from tertium.types import Array
from tertium.web.workspace.digests import DamagedFileError, is_whole, make_damaged, take_digest


def write_segment_scores(scores: Sequence[Array], folder: Path) -> str:
    """Write the segment scores of all systems, and return the digest that names the file."""
    buffer = io.BytesIO()
    np.save(buffer, np.stack([np.asarray(each, dtype="<f8") for each in scores]), allow_pickle=False)
    content = buffer.getvalue()
    digest = take_digest(content)
    if not has_segment_scores(digest, folder):
        write_whole(content, folder / f"{digest}.npy")
    return digest


def has_segment_scores(digest: str, folder: Path) -> bool:
    """Return whether segment scores are there, and not damaged."""
    return is_whole(folder / f"{digest}.npy", digest)


def read_segment_scores(digest: str, folder: Path, shape: tuple[int, int]) -> Array:
    """Return the segment scores of all systems.

    Raises:
        DamagedFileError: The file is missing or damaged.
    """
    path = folder / f"{digest}.npy"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _damaged(path) from error
    if take_digest(content) != digest:
        raise _damaged(path)
    found: Array = np.load(io.BytesIO(content), allow_pickle=False)
    if found.shape != shape:  # of another test set
        raise _damaged(path)
    return found


def write_outcome(systems: Mapping[str, Scores], spec: str, comparison: Comparison | None) -> dict[str, Any]:
    """Return the scores of systems by one metric, and their comparison if there are several, for JSON."""
    scores = {name: each[spec] for name, each in systems.items()}
    outcome: dict[str, Any] = {
        "spec": spec,
        "systems": {
            name: {**score.to_dict(segments=False), "component_decimals": dict(score.component_decimals)}
            for name, score in scores.items()
        },
        "count": next(iter(systems.values())).count,
    }
    first = next(iter(scores.values()))
    outcome |= {"higher_is_better": first.higher_is_better, "decimals": first.decimals}
    if comparison is not None:
        outcome["comparison"] = {
            "method": comparison.method,
            "resamples": comparison.resamples,
            "seed": comparison.seed,
            "level": comparison.level,
            "tests": [test.to_dict() for test in comparison.tests if test.metric == spec],
            "groups": dict(comparison.groups.get(spec, {})),
        }
    return outcome


def read_score(outcome: Mapping[str, Any], system: str) -> Score:
    """Return the score of a system by one metric, without segments."""
    data = outcome["systems"][system]
    interval = data["interval"]
    return Score(
        spec=outcome["spec"],
        value=data["value"],
        signature=data["signature"],
        components=data["components"],
        documents=data["documents"],
        interval=None if interval is None else Interval(**interval),
        higher_is_better=outcome["higher_is_better"],
        decimals=outcome["decimals"],
        component_decimals=data["component_decimals"],
    )


def read_comparison(outcomes: Sequence[Mapping[str, Any]], systems: Sequence[str]) -> Comparison:
    """Return the comparison by several metrics, without segments; there are no tests of a single system."""
    found = [each["comparison"] for each in outcomes if each.get("comparison")]
    # Metrics that were added later may have been drawn otherwise: what is said of all of them is that of the first.
    first: Mapping[str, Any] = found[0] if found else {"method": "bootstrap", "resamples": 0, "seed": 0, "level": 0.95}
    return Comparison(
        systems={
            name: Scores(name, outcomes[0]["count"], {each["spec"]: read_score(each, name) for each in outcomes})
            for name in systems
        },
        tests=[PairedTest(**test) for each in found for test in each["tests"]],
        groups={each["spec"]: each["comparison"]["groups"] for each in outcomes if _has_groups(each)},
        **{name: first[name] for name in ("method", "resamples", "seed", "level")},
    )


def _has_groups(outcome: Mapping[str, Any]) -> bool:
    return bool(outcome.get("comparison", {}).get("groups"))


def _damaged(path: Path) -> DamagedFileError:
    return make_damaged(path, "the segment scores are", "Score the test set again, on the first page")
