"""Have translations judged by people: prepare a campaign, follow it, export its judgments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.options import argument, option
from tertium.registry import JUDGING_PROTOCOLS
from tertium.stats import SEED
from tertium.usecases import fields
from tertium.usecases.inputs import TestSetInput
from tertium.usecases.use_case import Runtime, UseCase

if TYPE_CHECKING:
    from tertium.annotation import AnnotatorQuality, Campaign, CampaignAnnotator, Separation
    from tertium.frame import Frame
    from tertium.report import Document

# Where `tertium serve` listens by default.
_ADDRESS = "http://127.0.0.1:8017"

_SPAN_COLUMNS = ("system", "segment", "annotator", "start", "end", "severity", "category", "prefilled", "sheet")

_File = Annotated[Path, argument("FILE", help="The file of campaigns.")]
_Campaign = Annotated[str, argument("CAMPAIGN", help="The name of the campaign.")]
_Address = Annotated[
    str, option("--address", metavar="URL", help="Where annotators reach the server; links begin with it.")
]
_Days = Annotated[
    float | None,
    option("--days", metavar="N", help="After how many days links stop working. Default: never.", least=0),
]


@dataclass(frozen=True)
class CampaignLinks:
    """The links of the annotators of a campaign.

    Attributes:
        campaign: The campaign.
        links: The link of each annotator. They are not stored.
    """

    campaign: Campaign
    links: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class PrepareRequest(TestSetInput):
    """Prepare a campaign and print one link per annotator.

    Documents stay together, systems rotate, and nobody sees a segment twice except on purpose. `tertium serve` shows
    the pages of the links. Links are not stored: keep them, or make new ones with `tertium judge renew`.

    **Examples**

    `tertium judge prepare campaigns.sqlite news a.txt b.txt -r reference.txt --annotator Ada --annotator Ben`

    `tertium judge prepare campaigns.sqlite esa a.txt b.txt -s source.txt --protocol esa --annotator Ada --items 100`
    """

    file: _File
    campaign: _Campaign
    annotators: Annotated[
        tuple[str, ...], option("--annotator", metavar="NAME", help="An annotator. Repeat it for each.")
    ] = ()
    protocol: Annotated[
        str,
        option("--protocol", choices=JUDGING_PROTOCOLS, help="What annotators are asked. Default: fluency-adequacy."),
    ] = "fluency-adequacy"
    items: Annotated[int | None, option("--items", metavar="N", help="The most translations per annotator.")] = None
    redundancy: Annotated[
        int, option("--redundancy", metavar="N", help="How many annotators judge each translation.")
    ] = 1
    repeats: Annotated[
        float, option("--repeats", metavar="SHARE", help="The share of translations that come again.")
    ] = 0.05
    controls: Annotated[
        float, option("--controls", metavar="SHARE", help="The share that comes again, made worse on purpose.")
    ] = 0.05
    ranked: Annotated[int | None, option("--ranked", metavar="N", help="How many translations are ranked at once.")] = (
        None
    )
    categories: Annotated[
        Path | None,
        option(
            "--categories",
            metavar="FILE",
            help="The kinds of errors, one per line, or TOML with categories and severities, for esa and mqm.",
        ),
    ] = None
    tutorial: Annotated[
        str,
        option(
            "--tutorial",
            metavar="FILE",
            help="Items that are explained and do not count: a file of JSON, `built-in` (in English), or `none`.",
        ),
    ] = "built-in"
    monolingual: Annotated[bool, option("--monolingual", help="Show the reference in place of the source.")] = False
    document_ids: fields.DocumentIds = None
    source_language: fields.SourceLanguage = None
    address: _Address = _ADDRESS
    days: _Days = None
    seed: fields.Seed = SEED


def prepare(request: PrepareRequest, runtime: Runtime) -> CampaignLinks:
    """Prepare a campaign."""
    from tertium.annotation import (
        CampaignStore,
        PlanSettings,
        find_lessons,
        find_protocol,
        read_error_types,
        read_lessons,
    )

    settings: dict[str, object] = {}
    if request.categories is not None:
        settings.update(read_error_types(request.categories))
    if request.ranked is not None:
        settings["ranked"] = request.ranked
    if request.monolingual:
        settings["monolingual"] = True
    asked = find_protocol(request.protocol, **settings)  # type: ignore[arg-type]
    if request.tutorial in ("built-in", "none"):
        lessons = find_lessons(asked) if request.tutorial == "built-in" else []
    else:
        lessons = read_lessons(request.tutorial, asked)
    test_set = request.open().read()
    people = list(request.annotators)
    plan = PlanSettings(
        annotators=max(1, len(people)),
        items=request.items,
        redundancy=request.redundancy,
        ranked=asked.ranked,
        repeats=request.repeats,
        controls=request.controls,
        seed=request.seed,
    )
    store = CampaignStore(request.file)
    keys = store.prepare(
        request.campaign,
        test_set,
        request.protocol,
        people,
        plan=plan,
        settings=settings,
        lessons=lessons,
        days=request.days,
    )
    links = {name: _make_link(request.address, key) for name, key in keys.items()}
    return CampaignLinks(store.campaign(request.campaign), links)


def describe_links(result: CampaignLinks, request: object) -> Document:
    """Return links as a document."""
    from tertium import report

    return report.describe_links(result.campaign, result.links)


@dataclass(frozen=True, kw_only=True)
class CampaignsRequest:
    """List the campaigns of a file and how far they are.

    **Example**

    `tertium judge list campaigns.sqlite`
    """

    file: _File


CampaignsFound = Mapping[str, "tuple[Campaign, Sequence[CampaignAnnotator]]"]


def list_campaigns(request: CampaignsRequest, runtime: Runtime) -> CampaignsFound:
    """Return the campaigns of a file."""
    from tertium.annotation import CampaignStore

    store = CampaignStore(request.file, create=False)
    return {each.name: (each, store.annotators(each.name)) for each in store.campaigns()}


def describe_campaigns(result: CampaignsFound, request: object) -> Document:
    """Return campaigns as a document."""
    from tertium import report

    return report.describe_campaigns(result)


@dataclass(frozen=True, kw_only=True)
class StatusRequest:
    """Show progress, the quality of annotators, and how many more judgments would distinguish the systems.

    **Example**

    `tertium judge status campaigns.sqlite news`
    """

    file: _File
    campaign: _Campaign


@dataclass(frozen=True)
class CampaignStatus:
    """How far a campaign is.

    Attributes:
        campaign: The campaign.
        annotators: How far each annotator is.
        quality: The quality of each annotator.
        separations: How many more judgments would distinguish the systems.
    """

    campaign: Campaign
    annotators: Sequence[CampaignAnnotator]
    quality: Sequence[AnnotatorQuality]
    separations: Sequence[Separation]


def find_status(request: StatusRequest, runtime: Runtime) -> CampaignStatus:
    """Return how far a campaign is."""
    from tertium.annotation import CampaignStore, check_annotators, separate, values_by_system

    store = CampaignStore(request.file, create=False)
    return CampaignStatus(
        store.campaign(request.campaign),
        store.annotators(request.campaign),
        check_annotators(store, request.campaign),
        separate(values_by_system(store, request.campaign)),
    )


def describe_status(result: CampaignStatus, request: object) -> Document:
    """Return the status of a campaign as a document."""
    from tertium.report import describe_progress

    return describe_progress(result.campaign, result.annotators, result.quality, result.separations)


@dataclass(frozen=True, kw_only=True)
class RenewRequest:
    """Make a new link for an annotator. The old one stops working, and the judgments stay.

    **Example**

    `tertium judge renew campaigns.sqlite news Ada`
    """

    file: _File
    campaign: _Campaign
    annotator: Annotated[str, argument("ANNOTATOR", help="The annotator.")]
    address: _Address = _ADDRESS
    days: _Days = None


def renew(request: RenewRequest, runtime: Runtime) -> CampaignLinks:
    """Make a new link for an annotator."""
    from tertium.annotation import CampaignStore

    store = CampaignStore(request.file, create=False)
    key = store.renew_key(request.campaign, request.annotator, days=request.days)
    return CampaignLinks(store.campaign(request.campaign), {request.annotator: _make_link(request.address, key)})


@dataclass(frozen=True, kw_only=True)
class ExportRequest:
    """Export the judgments of a campaign as `tertium correlate -j` reads them.

    Items made worse on purpose are left out, and items that came again are on a sheet of their own.

    **Example**

    `tertium judge export campaigns.sqlite news -o judgments.tsv`
    """

    file: _File
    campaign: _Campaign
    spans: Annotated[bool, option("--spans", help="Export error spans in place of values.")] = False


def export(request: ExportRequest, runtime: Runtime) -> Frame:
    """Return the judgments of a campaign."""
    from tertium.annotation import CampaignStore, export_judgments, export_spans

    store = CampaignStore(request.file, create=False)
    store.campaign(request.campaign)
    return (export_spans if request.spans else export_judgments)(store, request.campaign)


def describe_export(result: Frame, request: ExportRequest) -> Document:
    """Return judgments as a document."""
    from tertium.report import describe_judgments

    return describe_judgments(f"{'Spans' if request.spans else 'Judgments'} of {request.campaign}", result)


@dataclass(frozen=True, kw_only=True)
class ImportRequest(TestSetInput):
    """Make a campaign of exported judgments. Its figures are those of the campaign that they come from.

    Items made worse on purpose and the tutorial are in no export, and so are not in the new campaign.

    **Example**

    `tertium judge import campaigns.sqlite old judgments.tsv a.txt b.txt -r reference.txt`
    """

    file: _File
    campaign: _Campaign
    judgments: Annotated[Path, argument("JUDGMENTS", help="The table that `export` wrote.")]
    spans: Annotated[
        Path | None, option("--spans", metavar="FILE", help="The table of `export --spans`, for esa and mqm.")
    ] = None
    document_ids: fields.DocumentIds = None
    source_language: fields.SourceLanguage = None


def import_campaign(request: ImportRequest, runtime: Runtime) -> CampaignsFound:
    """Make a campaign of exported judgments."""
    from tertium.annotation import CampaignStore, import_judgments
    from tertium.files.table import read_table
    from tertium.meta import read_judgments

    test_set = request.open().read()
    read = read_judgments(request.judgments)
    marked = None
    if request.spans is not None:
        table = read_table(request.spans)
        marked = {name: table.texts(name) for name in _SPAN_COLUMNS}
    store = CampaignStore(request.file)
    found = import_judgments(
        store,
        request.campaign,
        test_set,
        {
            "system": read.system,
            "segment": read.segment.tolist(),
            "annotator": read.annotator,
            "kind": read.kind,
            "value": read.value.tolist(),
            "sheet": read.sheet or [""] * len(read),
        },
        spans=marked,
    )
    return {found.name: (found, store.annotators(found.name))}


@dataclass(frozen=True, kw_only=True)
class CampaignCheckRequest:
    """Read all of a file of campaigns and compare it with its checksums. Exit status: 0 if it is intact, 2 if not.

    **Example**

    `tertium judge check campaigns.sqlite`
    """

    file: _File


def check(request: CampaignCheckRequest, runtime: Runtime) -> str:
    """Check a file of campaigns."""
    from tertium.annotation import CampaignStore

    return f"{request.file}: intact; judgments: {CampaignStore(request.file, create=False).check()}"


@dataclass(frozen=True, kw_only=True)
class BackupRequest:
    """Write a copy of a file of campaigns and verify it. Annotators may go on judging meanwhile.

    In a folder, the copy is named by the date and time. A file that exists is not replaced.

    **Example**

    `tertium judge backup campaigns.sqlite backups/`
    """

    file: _File
    copy: Annotated[Path, argument("COPY", help="The copy: a new file, or a folder.")]


def back_up(request: BackupRequest, runtime: Runtime) -> str:
    """Write a verified copy of a file of campaigns."""
    from tertium.annotation import CampaignStore

    made = CampaignStore(request.file, create=False).back_up(request.copy)
    return f"{made}: intact; judgments: {CampaignStore(made, create=False).check()}"


def _make_link(address: str, key: str) -> str:
    return f"{address.rstrip('/')}/judge/{key}"


PREPARE = UseCase(name="judge prepare", request=PrepareRequest, run=prepare, describe=describe_links, is_quick=True)
LIST = UseCase(
    name="judge list", request=CampaignsRequest, run=list_campaigns, describe=describe_campaigns, is_quick=True
)
STATUS = UseCase(name="judge status", request=StatusRequest, run=find_status, describe=describe_status, is_quick=True)
RENEW = UseCase(name="judge renew", request=RenewRequest, run=renew, describe=describe_links, is_quick=True)
EXPORT = UseCase(name="judge export", request=ExportRequest, run=export, describe=describe_export, is_quick=True)
IMPORT = UseCase(
    name="judge import", request=ImportRequest, run=import_campaign, describe=describe_campaigns, is_quick=True
)
CHECK = UseCase(name="judge check", request=CampaignCheckRequest, run=check, describe=None, is_quick=True)
BACKUP = UseCase(name="judge backup", request=BackupRequest, run=back_up, describe=None, is_quick=True)
