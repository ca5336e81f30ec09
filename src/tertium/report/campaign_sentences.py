"""What a campaign says so far, in plain sentences, and what it cannot say yet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tertium.annotation.campaign import CampaignAnnotator
from tertium.annotation.quality import AnnotatorQuality
from tertium.annotation.sample_size import Separation
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.judgments.agreement import Agreement
from tertium.report.agreement_verdict import conclude_outcome
from tertium.report.texts import state_p

_LEVEL = 0.05


def tell_campaign(
    annotators: Sequence[CampaignAnnotator],
    quality: Sequence[AnnotatorQuality],
    separations: Sequence[Separation],
    agreement: Agreement | None,
    outcome: Outcome | None,
) -> list[str]:
    """Return what the judgments of a campaign say so far: first the systems, then the annotators, then the metrics."""
    done, items = sum(each.done for each in annotators), sum(each.items for each in annotators)
    if not done:
        return ["Nobody has judged yet: send the links to the annotators."]
    share = f"{done:,} of {items:,} items are judged."
    return [
        *_tell_systems(separations),
        share,
        *_tell_annotators(quality, agreement),
        *(conclude_outcome(outcome) if outcome else ["Which metric agrees with the annotators cannot be said yet."]),
    ]


def _tell_systems(separations: Sequence[Separation]) -> Iterator[str]:
    if not separations:
        return
    told = [each for each in separations if each.is_significant]
    best = separations[0].first
    over = [each for each in separations if each.first == best]
    if len(told) == len(separations) and len(separations) > 1:
        yield f"All systems are told apart, and {best} is rated best."
    elif len(over) > 1 and all(each in told for each in over):
        yield f"{best} is rated best, beyond chance."
    elif len(separations) == 1 and told:
        each = separations[0]
        yield f"{best} is rated higher than {each.second}, by {each.difference:.2f} ({state_p(each.p_value)})."
    else:
        yield (
            f"{best} is rated highest so far, but this may be chance: "
            f"{len(told)} of {len(separations)} {'pair is' if len(separations) == 1 else 'pairs are'} told apart."
        )
    open_pairs = [each for each in separations if each not in told]
    if open_pairs:
        # The one that is nearest to an answer.
        nearest = min(open_pairs, key=lambda each: each.more)
        names = f"{nearest.first} from {nearest.second}"
        if math.isinf(nearest.more):
            yield f"No number of translations can be named that would tell {names}: their means are the same."
        elif nearest.more > 0:
            yield (
                f"To tell {names}, each needs some {nearest.more:,.0f} more judged translations, if the difference "
                f"stays as it is; {_write_range(nearest)}."
            )
        else:
            # The numbers are those of large samples; in small ones the test has to be surer.
            yield f"To tell {names}, each needs a few more judged translations."


def _write_range(separation: Separation) -> str:
    low, high = separation.needed_at_least, separation.needed_at_most
    if math.isinf(high):
        return f"it is uncertain, so that it may be {low:,.0f} in all, or no number may be enough"
    return f"it may be {low:,.0f} to {high:,.0f} in all"


def _tell_annotators(quality: Sequence[AnnotatorQuality], agreement: Agreement | None) -> Iterator[str]:
    if agreement is not None:
        if not agreement.shared:
            yield "How far annotators agree is not known: no translation was judged by two of them."
        elif math.isnan(agreement.alpha):
            yield "How far annotators agree cannot be measured: all judgments that they share are the same."
        else:
            interval = agreement.interval
            ends = f", 95% interval {interval.low:.2f} to {interval.high:.2f}" if interval else ""
            what = "pairs of translations" if agreement.kind == "rank" else "translations"
            yield (
                f"Annotators agree with an alpha of {agreement.alpha:.2f}{ends}, on {agreement.shared:,} {what} that "
                "several of them judged."
            )
        for report in agreement.outlier_annotators:
            yield f"{report.annotator or 'An annotator'} differs from the others: {', '.join(report.flags)}."
    for each in quality:
        if each.p_value >= _LEVEL:
            yield (
                f"{each.annotator} noticed {each.noticed} of {each.controls} translations that were made worse on "
                "purpose, no more than by chance."
            )
