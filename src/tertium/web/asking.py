"""Preparing a campaign from a test set of the workspace: who is asked, what, and the links, which are shown once."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from tertium.annotation import Campaign, CampaignStore, PlanSettings, find_lessons, find_protocol
from tertium.errors import InputError, TertiumError
from tertium.stats import SEED
from tertium.types import TestSet
from tertium.web.fields import Number
from tertium.web.forms import read_form
from tertium.web.organising import read_days
from tertium.web.pages import begin_sentence, show
from tertium.web.workspace import StoredTestSet, Workspace

_PROTOCOLS = {
    "fluency-adequacy": "fluency from 1 to 5, then adequacy beside the reference",
    "da": "direct assessment: one score from 0 to 100",
    "esa": "error span annotation: errors with severities, then a score from 0 to 100",
    "mqm": "errors with severities and kinds, as in Multidimensional Quality Metrics",
    "ranking": "which of several translations is best",
}
# The common part of the MQM typology, for organisers who bring no list of their own.
_USUAL_KINDS = (
    "Accuracy: mistranslation",
    "Accuracy: omission",
    "Accuracy: addition",
    "Accuracy: untranslated",
    "Fluency: grammar",
    "Fluency: spelling",
    "Fluency: punctuation",
    "Terminology",
    "Style",
    "Other",
)
_DEFAULTS = {
    "annotators": "Annotator 1\nAnnotator 2\nAnnotator 3",
    "protocol": "fluency-adequacy",
    "name": "",
    "items": "50",
    "redundancy": "1",
    "repeats": "5",
    "controls": "5",
    "ranked": "",
    "days": "",
    "seed": str(SEED),
    "tutorial": "1",
    "monolingual": "",
    "categories": "",
}


def make_asking_router(workspace: Workspace, campaigns: CampaignStore) -> APIRouter:
    """Return the page on which a campaign is prepared.

    Args:
        workspace: The workspace.
        campaigns: The campaigns.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/sets/{identity}/judge")
    def ask(identity: Number) -> Response:
        """Show the form."""
        record = workspace.test_set(identity)
        return _show_form(record, campaigns, {**_DEFAULTS, "name": _find_name(record.name, campaigns)})

    @router.post("/sets/{identity}/judge")
    async def prepare(identity: Number, request: Request) -> Response:
        """Prepare the campaign and show the links; or the form again, with what is wrong."""
        body = await request.body()

        def prepare_it() -> Response:
            record = workspace.test_set(identity)
            fields = read_form(body)
            given = {name: fields.get(name, [""])[-1].replace("\r\n", "\n") for name in _DEFAULTS}
            try:
                name, keys = _prepare(campaigns, workspace.read_test_set(identity), record, given)
            except TertiumError as error:
                return _show_form(record, campaigns, given, f"{error.message}. {error.remedy or ''}")
            return _show_new_links(request, campaigns.campaign(name), keys)

        return await run_in_threadpool(prepare_it)

    return router


def _show_new_links(request: Request, campaign: Campaign, keys: Mapping[str, str]) -> Response:
    """Show the links, and what could not be planned as asked."""
    address = f"{request.url.scheme}://{request.headers['host']}"
    links = [(name, f"{address}/judge/{key}") for name, key in keys.items()]
    notes = [begin_sentence(note) for note in campaign.notes]
    return show("links.html", campaign=campaign.name, links=links, is_new=True, notes=notes)


def _show_form(
    record: StoredTestSet, campaigns: CampaignStore, given: Mapping[str, str], problem: str = ""
) -> Response:
    lacks_source, lacks_reference = not record.has_sources, not record.references
    protocols = [
        (name, what, _find_obstacle(name, lacks_source, lacks_reference, len(record.systems)))
        for name, what in _PROTOCOLS.items()
    ]
    allowed = [name for name, _, why in protocols if not why]
    chosen = given["protocol"] if given["protocol"] in allowed else (allowed or [""])[0]
    if lacks_source and not problem:
        given = {**given, "monolingual": "1"}
    return show(
        "ask.html",
        422 if problem else 200,
        record=record,
        given=SimpleNamespace(**{**given, "protocol": chosen}),
        protocols=protocols,
        usual_kinds=_USUAL_KINDS,
        problem=begin_sentence(problem),
        is_open=bool(problem),
        campaigns=[each.name for each in campaigns.campaigns() if each.origin == str(record.id)],
    )


def _find_obstacle(name: str, lacks_source: bool, lacks_reference: bool, systems: int) -> str:
    """Return why a protocol cannot be used for a test set; empty if it can."""
    if name == "ranking" and systems < 2:
        return "needs two systems"
    if name in ("fluency-adequacy", "ranking"):
        return "needs a reference" if lacks_reference else ""
    return "needs a source or a reference" if lacks_source and lacks_reference else ""


def _prepare(
    campaigns: CampaignStore, test_set: TestSet, record: StoredTestSet, given: Mapping[str, str]
) -> tuple[str, dict[str, str]]:
    settings: dict[str, Any] = {}
    protocol = given["protocol"]
    if protocol in ("esa", "mqm"):
        kinds = [line.strip() for line in given["categories"].split("\n") if line.strip()]
        if protocol == "mqm" and not kinds:
            kinds = list(_USUAL_KINDS)
        if kinds:
            settings["categories"] = list(dict.fromkeys(kinds))
    if protocol == "ranking":
        ranked = _read_number(given, "ranked", "translations in a ranking")
        settings["ranked"] = min(len(test_set.systems), 5 if ranked is None else ranked)
    if given["monolingual"] and protocol != "fluency-adequacy":
        settings["monolingual"] = True
    asked = find_protocol(protocol, **settings)
    names = [line.strip() for line in given["annotators"].split("\n") if line.strip()]
    if not names:
        raise InputError("the campaign has no annotators", remedy="Name at least one")
    plan = PlanSettings(
        annotators=len(names),
        items=_read_number(given, "items", "items"),
        redundancy=_read_number(given, "redundancy", "annotators per translation") or 1,
        ranked=asked.ranked,
        repeats=(_read_number(given, "repeats", "percent") or 0) / 100,
        controls=(_read_number(given, "controls", "percent") or 0) / 100,
        seed=_read_number(given, "seed", "seed") or 0,
    )
    name = given["name"].strip() or _find_name(record.name, campaigns)
    keys = campaigns.prepare(
        name,
        test_set,
        protocol,
        names,
        plan=plan,
        settings=settings,
        lessons=find_lessons(asked) if given["tutorial"] else [],
        days=read_days({"days": [given["days"]]}),
        origin=str(record.id),
    )
    return name, keys


def _read_number(given: Mapping[str, str], name: str, what: str) -> int | None:
    """Return a number of the form; None for an empty field."""
    text = given[name].strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f"{what}: {text!r} is not a whole number", remedy="Give one, or leave it empty")
    return int(text)


def _find_name(name: str, campaigns: CampaignStore) -> str:
    """Return a name that no campaign has yet."""
    base = " ".join(name.replace("/", " ").split())[:150] or "campaign"
    taken = {each.name for each in campaigns.campaigns()}
    names = (base if number == 1 else f"{base} {number}" for number in range(1, len(taken) + 2))
    return next(each for each in names if each not in taken)
