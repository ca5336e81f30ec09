"""What the page of a campaign says of its judgments."""

from __future__ import annotations

import numpy as np
import pytest

from tertium.annotation import Separation, separate
from tertium.annotation.campaign import CampaignAnnotator
from tertium.meta import Judgments, measure_agreement
from tertium.report import tell_campaign

ANNOTATORS = [CampaignAnnotator(name="Ada", campaign="news", items=9, done=9)]


def tell_systems(separations: list[Separation]) -> str:
    return " ".join(tell_campaign(ANNOTATORS, [], separations, None, None))


def spread(mean: float, count: int) -> list[float]:
    """Values with a mean, and a deviation near 1."""
    return [mean + (1 if place % 2 else -1) for place in range(count)]


def test_a_pair_that_is_open_after_correction_needs_more_translations() -> None:
    # The best two have p of about 0.03, enough for one pair but not for three.
    found = separate({"a": spread(1.0, 40), "b": spread(0.5, 40), "c": spread(-5.0, 40)})
    assert [each.is_significant for each in found] == [False, True, True]
    assert 0.05 / 3 < found[0].p_value < 0.05
    said = tell_systems(found)
    assert "a is rated highest so far, but this may be chance: 2 of 3 pairs are told apart." in said
    assert f"To tell a from b, each needs some {found[0].more:,.0f} more judged translations" in said


@pytest.mark.parametrize("count", [3, 4, 5, 10, 40])
@pytest.mark.parametrize("lead", [0.0, 0.5, 1.0, 2.0, 3.0])
def test_every_open_pair_has_a_sentence(count: int, lead: float) -> None:
    found = separate({"a": spread(lead, count), "b": spread(0.0, count)})
    said = tell_systems(found)
    assert ("To tell a from b" in said or "would tell a from b" in said) == (not found[0].is_significant)


def test_agreement_on_one_value_is_not_taken_for_no_agreement() -> None:
    judgments = Judgments(
        kind=["da"] * 6,
        system=["x"] * 6,
        segment=np.array([1, 2, 3, 1, 2, 3]),
        annotator=["Ada"] * 3 + ["Ben"] * 3,
        value=np.full(6, 5.0),
    )
    said = " ".join(tell_campaign(ANNOTATORS, [], [], measure_agreement(judgments), None))
    assert "cannot be measured: all judgments that they share are the same" in said
    assert "no translation was judged by two" not in said
