"""From campaigns of annotators to documents: links, progress, quality, judgments."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from tertium.annotation.campaign import Campaign, CampaignAnnotator
from tertium.annotation.quality import AnnotatorQuality
from tertium.annotation.sample_size import LEVEL, POWER, Separation
from tertium.frame import Frame
from tertium.meta.correlation.outcome import Outcome
from tertium.meta.judgments.agreement import Agreement
from tertium.report.blocks import Table, Tables
from tertium.report.cells import Cell, Number, Range
from tertium.report.document import Document
from tertium.report.tables.agreement import agreement_table, annotator_table
from tertium.report.tables.correlation import figure_table
from tertium.report.texts import write_p


def describe_links(campaign: Campaign, links: Mapping[str, str]) -> Document:
    """Return the link of each annotator, and what could not be planned as asked."""

    def make_tables() -> list[Table]:
        notes = [
            "whoever has a link judges as its annotator; links are not stored, so keep them",
            *(f"note: {note}" for note in campaign.notes),
        ]
        rows = list(links.items())
        return [Table(columns=("annotator", "link"), cells=rows, title=campaign.name, notes=notes, text_columns=2)]

    return Document(
        title=f"Links of {campaign.name}",
        blocks=[Tables(make_tables)],
        make_frame=lambda: Frame({"annotator": list(links), "link": list(links.values())}),
        make_data=lambda: {"campaign": campaign.name, "links": dict(links), "notes": list(campaign.notes)},
    )


def describe_campaigns(campaigns: Mapping[str, tuple[Campaign, Sequence[CampaignAnnotator]]]) -> Document:
    """Return all campaigns of a file and how far they are."""

    def list_rows() -> Iterator[tuple[Campaign, int, int, int]]:
        for campaign, annotators in campaigns.values():
            yield (
                campaign,
                len(annotators),
                sum(each.items for each in annotators),
                sum(each.done for each in annotators),
            )

    def make_tables() -> list[Table]:
        rows: list[Sequence[Cell]] = [
            [
                campaign.name,
                campaign.protocol,
                _write_time(campaign.created),
                *(Number(number, ",") for number in (len(campaign.systems), campaign.segments, *counts)),
                Number(counts[2] / counts[1] if counts[1] else math.nan, ".0%"),
            ]
            for campaign, *counts in list_rows()
        ]
        columns = ("campaign", "protocol", "prepared", "systems", "segments", "annotators", "items", "done", "share")
        return [Table(columns=columns, cells=rows, notes=[] if rows else ["no campaigns yet"], text_columns=3)]

    def make_data() -> dict[str, Any]:
        return {
            "campaigns": [
                {
                    "name": campaign.name,
                    "protocol": campaign.protocol,
                    "settings": dict(campaign.settings),
                    "seed": campaign.seed,
                    "created": campaign.created,
                    "systems": list(campaign.systems),
                    "segments": campaign.segments,
                    "annotators": annotators,
                    "items": items,
                    "done": done,
                    "notes": list(campaign.notes),
                }
                for campaign, annotators, items, done in list_rows()
            ]
        }

    def make_frame() -> Frame:
        rows = list(list_rows())
        return Frame(
            {
                "campaign": [campaign.name for campaign, *_ in rows],
                "protocol": [campaign.protocol for campaign, *_ in rows],
                **{
                    name: np.array([row[place] for row in rows], np.int64)
                    for place, name in enumerate(("annotators", "items", "done"), start=1)
                },
            }
        )

    return Document(title="Campaigns", blocks=[Tables(make_tables)], make_frame=make_frame, make_data=make_data)


def describe_progress(
    campaign: Campaign,
    annotators: Sequence[CampaignAnnotator],
    quality: Sequence[AnnotatorQuality],
    separations: Sequence[Separation],
) -> Document:
    """Return how far annotators are, whether they can be relied on, and how many more judgments are needed."""

    def make_tables() -> list[Table]:
        checked = {each.annotator: each for each in quality}
        return [
            progress_table(annotators, checked),
            *([separation_table(separations)] if separations else []),
        ]

    def make_data() -> dict[str, Any]:
        return {
            "campaign": campaign.name,
            "protocol": campaign.protocol,
            "annotators": [vars(each) for each in annotators],
            "quality": [_without_nan(vars(each)) for each in quality],
            "separations": [_without_nan({**vars(each), "more": each.more}) for each in separations],
        }

    return Document(
        title=f"Progress of {campaign.name}",
        blocks=[Tables(make_tables)],
        make_frame=lambda: Frame(
            {
                "annotator": [each.name for each in annotators],
                "items": np.array([each.items for each in annotators], np.int64),
                "done": np.array([each.done for each in annotators], np.int64),
                "active": np.array([each.active for each in annotators], np.float64),
            }
        ),
        make_data=make_data,
    )


def describe_campaign_page(
    campaign: Campaign,
    annotators: Sequence[CampaignAnnotator],
    quality: Sequence[AnnotatorQuality],
    separations: Sequence[Separation],
    agreement: Agreement | None,
    outcome: Outcome | None,
) -> Document:
    """Return all about a campaign: progress, needed judgments, agreement, and how metrics agree with the annotators."""
    progress = describe_progress(campaign, annotators, quality, separations)

    def make_tables() -> Iterator[Table]:
        yield from progress.tables
        if agreement is not None:
            yield agreement_table(campaign.name, agreement)
            yield annotator_table(campaign.name, agreement)
        if outcome is not None:
            yield figure_table(outcome, "Agreement of metrics with the annotators")

    def make_data() -> dict[str, Any]:
        return {
            **progress.make_data(),
            "agreement": None if agreement is None else agreement.to_dict(),
            "correlation": None if outcome is None else outcome.to_dict(),
        }

    return Document(
        title=f"Campaign {campaign.name}: {campaign.protocol}",
        blocks=[Tables(make_tables)],
        make_frame=progress.make_frame,
        make_data=make_data,
    )


def progress_table(annotators: Sequence[CampaignAnnotator], quality: Mapping[str, AnnotatorQuality]) -> Table:
    """Return one row per annotator: progress, time, controls and repeats."""
    rows: list[Sequence[Cell]] = []
    for each in annotators:
        checked = quality.get(each.name)
        rows.append(
            [
                each.name,
                Number(each.done, ","),
                Number(each.items, ","),
                Number(each.active / 60, ".0f"),
                Number(checked.seconds if checked else math.nan, ".0f"),
                f"{checked.noticed} of {checked.controls}" if checked and checked.controls else "–",
                write_p(checked.p_value) if checked and not math.isnan(checked.p_value) else "–",
                f"{checked.same} of {checked.repeats}" if checked and checked.repeats else "–",
                Number(checked.shift if checked else math.nan, ".2f"),
                f"{checked.understood} of {checked.lessons}" if checked and checked.lessons else "–",
            ]
        )
    columns = (
        "annotator",
        "done",
        "items",
        "minutes",
        "s/item",
        "controls noticed",
        "p",
        "repeats alike",
        "shift",
        "tutorial",
    )
    notes = [
        "controls: translations made worse on purpose, noticed if rated lower than the original; "
        "p: by chance as many would be noticed (sign test, from 5 controls on)",
        "shift: the mean absolute difference of repeated items; tutorial: examples that were answered as expected",
    ]
    return Table(columns=columns, cells=rows, title="Annotators", notes=notes)


def separation_table(separations: Sequence[Separation]) -> Table:
    """Return one row per pair of systems: the difference, and how many more translations would find it."""
    rows: list[Sequence[Cell]] = [
        [
            f"{each.first} − {each.second}",
            Number(each.difference, "+.2f"),
            Range(each.low, each.high, "+.2f"),
            write_p(each.p_value),
            Number(min(each.translations), ","),
            _write_count(each.needed),
            _write_count(each.more),
            f"{_write_count(each.needed_at_least)} to {_write_count(each.needed_at_most)}",
        ]
        for each in separations
    ]
    columns = ("systems", "difference", "95% interval", "p", "translations", "needed", "more", "range")
    notes = [
        f"needed: judged translations per system at which Welch's test finds this difference with a chance of "
        f"{POWER:.0%}, at a level of {LEVEL:.0%} divided by the number of pairs; range: for the ends of its interval; "
        "several judgments of one translation count as one; p is not corrected for the number of pairs"
    ]
    return Table(columns=columns, cells=rows, title="Translations that are needed", notes=notes)


def describe_judgments(title: str, frame: Frame) -> Document:
    """Return judgments or spans, one per row."""

    def make_tables() -> list[Table]:
        names = list(frame.columns)
        columns = [np.asarray(column).tolist() for column in frame.columns.values()]
        rows = [
            [f"{cell:g}" if isinstance(cell, float) else str(cell) for cell in row]
            for row in zip(*columns, strict=True)
        ]
        return [Table(columns=names, cells=rows, notes=[] if rows else ["no judgments yet"], text_columns=len(names))]

    return Document(
        title=title,
        blocks=[Tables(make_tables)],
        make_frame=lambda: frame,
        make_data=lambda: {
            "rows": [dict(zip(frame.columns, row, strict=True)) for row in zip(*frame.to_dict().values(), strict=True)]
        },
    )


def _write_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def _write_count(count: float) -> str:
    return "∞" if math.isinf(count) else f"{count:,.0f}"


def _without_nan(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data for JSON, which has no number that is not finite."""
    return {
        name: None
        if isinstance(value, float) and not math.isfinite(value)
        else list(value)
        if isinstance(value, tuple)
        else value
        for name, value in data.items()
    }
