"""The pages of the organiser: progress, agreement, which metric agrees with the annotators, links, and downloads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from tertium.annotation import (
    CampaignStore,
    check_annotators,
    export_judgments,
    export_spans,
    separate,
    values_by_system,
)
from tertium.errors import InputError, TertiumError
from tertium.meta import Agreement, JudgedSet, Judgments, Outcome, correlate, measure_agreement
from tertium.registry import DEFAULT_METRICS
from tertium.report import describe_campaign_page, describe_judgments, render, tell_campaign, write_content
from tertium.web.forms import read_form
from tertium.web.pages import show

# A campaign does not know its language, and the stemmer of METEOR is for English only.
METRICS = (*DEFAULT_METRICS, "meteor:stages=exact")
# With fewer judgments a correlation says nothing.
_FEWEST = 10
_KEPT = 16


@dataclass(frozen=True)
class CampaignFigures:
    """What is computed of the judgments of a campaign.

    Attributes:
        agreement: How far annotators agree; None before there are judgments.
        outcome: How far metrics agree with them; None while there are too few judgments.
        problem: Why metrics could not be compared with them.
    """

    agreement: Agreement | None = None
    outcome: Outcome | None = None
    problem: str = ""


def make_organiser_router(store: CampaignStore) -> APIRouter:
    """Return the pages of the organiser.

    Args:
        store: The campaigns.
    """
    router = APIRouter(include_in_schema=False)
    kept: dict[tuple[str, bytes], CampaignFigures] = {}

    def measure(name: str) -> CampaignFigures:
        """Return the figures of a campaign; those of the same judgments are computed once."""
        judgments = _read_judgments(store, name)
        if judgments is None:
            return CampaignFigures()
        key = (name, judgments.value.tobytes() + judgments.segment.tobytes())
        if key not in kept:
            while len(kept) >= _KEPT:
                kept.pop(next(iter(kept)), None)
            kept[key] = _compute(store, name, judgments)
        return kept[key]

    @router.get("/campaigns/{name}")
    def campaign(name: str) -> Response:
        """Show progress, quality, agreement, and how metrics agree with the annotators."""
        found, figures = store.campaign(name), measure(name)
        annotators, quality = store.annotators(name), check_annotators(store, name)
        separations = separate(values_by_system(store, name))
        document = describe_campaign_page(found, annotators, quality, separations, figures.agreement, figures.outcome)
        return show(
            "campaign.html",
            campaign=found,
            annotators=[(each, _write_day(each.expires)) for each in annotators],
            prepared=_write_day(found.created),
            sentences=tell_campaign(annotators, quality, separations, figures.agreement, figures.outcome),
            problem=figures.problem,
            content=write_content(document),
            has_spans=any(step.shape == "spans" for step in found.asked.steps),
            metrics=" ".join(f"-m {metric}" for metric in METRICS),
        )

    @router.get("/campaigns/{name}/figures.json")
    def figures(name: str) -> Response:
        """Return the figures of the page in full precision."""
        found, measured = store.campaign(name), measure(name)
        separations = separate(values_by_system(store, name))
        document = describe_campaign_page(
            found,
            store.annotators(name),
            check_annotators(store, name),
            separations,
            measured.agreement,
            measured.outcome,
        )
        return Response(render(document, "json"), media_type="application/json")

    @router.get("/campaigns/{name}/judgments.tsv")
    def judgments(name: str) -> Response:
        """Return the judgments as ``tertium correlate`` reads them."""
        store.campaign(name)
        return _download(render(describe_judgments(name, export_judgments(store, name)), "tsv"), "judgments.tsv")

    @router.get("/campaigns/{name}/spans.tsv")
    def spans(name: str) -> Response:
        """Return the marked errors."""
        store.campaign(name)
        return _download(render(describe_judgments(name, export_spans(store, name)), "tsv"), "spans.tsv")

    @router.post("/campaigns/{name}/renew")
    async def renew(name: str, request: Request) -> Response:
        """Make a new link for an annotator, and show it once."""
        fields = read_form(await request.body())

        def renew_it() -> Response:
            annotator = fields.get("annotator", [""])[-1]
            key = store.renew_key(name, annotator, days=read_days(fields))
            return show_links(request, name, {annotator: key}, is_new=False)

        return await run_in_threadpool(renew_it)

    return router


def show_links(request: Request, campaign: str, keys: Mapping[str, str], *, is_new: bool) -> Response:
    """Return the page with the links of annotators, which are shown this once."""
    address = f"{request.url.scheme}://{request.headers['host']}"
    links = [(name, f"{address}/judge/{key}") for name, key in keys.items()]
    return show("links.html", campaign=campaign, links=links, is_new=is_new)


def read_days(fields: Mapping[str, list[str]]) -> float | None:
    """Return after how many days links stop working; None for never."""
    text = fields.get("days", [""])[-1].strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 3650):
        raise InputError(f"links cannot stop working after {text!r} days", remedy="Give 1 to 3650, or nothing")
    return float(text)


def _compute(store: CampaignStore, name: str, judgments: Judgments) -> CampaignFigures:
    agreement = measure_agreement(judgments, resamples=1000)
    if len(judgments) < _FEWEST:
        return CampaignFigures(agreement)
    test_set = store.test_set(name)
    try:
        test_set.references.require_one_each()
        judged = JudgedSet(name=name, test_set=test_set, judgments=judgments)
        return CampaignFigures(agreement, correlate(judged, list(METRICS)))
    except TertiumError as error:
        return CampaignFigures(agreement, problem=f"Metrics cannot be compared with the annotators: {error}")


def _read_judgments(store: CampaignStore, name: str) -> Judgments | None:
    columns: Mapping[str, Any] = export_judgments(store, name).columns
    return Judgments(**columns) if len(columns["system"]) else None


def _download(text: str, name: str) -> Response:
    return Response(
        text,
        media_type="text/tab-separated-values; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _write_day(seconds: float | None) -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
