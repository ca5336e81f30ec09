"""``tertium judge``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tertium.cli import options
from tertium.cli.output import write
from tertium.cli.reading import open_input
from tertium.registry import JUDGING_PROTOCOLS
from tertium.stats import SEED

app = typer.Typer(
    name="judge",
    help="Have translations judged by people: prepare a campaign, follow it, export its judgments.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

# Where `tertium serve` listens by default.
_ADDRESS = "http://127.0.0.1:8017"

_SPAN_COLUMNS = ("system", "segment", "annotator", "start", "end", "severity", "category", "prefilled", "sheet")

_File = Annotated[Path, typer.Argument(metavar="FILE", help="The file of campaigns.", show_default=False)]
_Campaign = Annotated[str, typer.Argument(metavar="CAMPAIGN", help="The name of the campaign.", show_default=False)]
_Address = Annotated[
    str,
    typer.Option("--address", metavar="URL", help="Where annotators reach the server; links begin with it."),
]
_Days = Annotated[
    float | None,
    typer.Option("--days", metavar="N", help="After how many days links stop working. Default: never.", min=0),
]


@app.callback()
def judge() -> None:
    """Have translations judged by people: prepare a campaign, follow it, export its judgments."""


@app.command()
def prepare(
    file: _File,
    campaign: _Campaign,
    hypotheses: options.Hypotheses,
    references: options.References = None,
    source: options.Sources = None,
    annotators: Annotated[
        list[str] | None,
        typer.Option("--annotator", metavar="NAME", help="An annotator. Repeat it for each.", show_default=False),
    ] = None,
    protocol: Annotated[
        str,
        options.choice(
            "--protocol", among=JUDGING_PROTOCOLS, help="What annotators are asked. Default: fluency-adequacy."
        ),
    ] = "fluency-adequacy",
    items: Annotated[
        int | None,
        typer.Option("--items", metavar="N", help="The most translations per annotator.", show_default=False),
    ] = None,
    redundancy: Annotated[
        int, typer.Option("--redundancy", metavar="N", help="How many annotators judge each translation.")
    ] = 1,
    repeats: Annotated[
        float, typer.Option("--repeats", metavar="SHARE", help="The share of translations that come again.")
    ] = 0.05,
    controls: Annotated[
        float, typer.Option("--controls", metavar="SHARE", help="The share that comes again, made worse on purpose.")
    ] = 0.05,
    ranked: Annotated[
        int | None,
        typer.Option("--ranked", metavar="N", help="How many translations are ranked at once.", show_default=False),
    ] = None,
    categories: Annotated[
        Path | None,
        typer.Option(
            "--categories",
            metavar="FILE",
            help="The kinds of errors, one per line, or TOML with categories and severities, for esa and mqm.",
            show_default=False,
        ),
    ] = None,
    tutorial: Annotated[
        str,
        typer.Option(
            "--tutorial",
            metavar="FILE",
            help="Items that are explained and do not count: a file of JSON, `built-in` (in English), or `none`.",
        ),
    ] = "built-in",
    monolingual: Annotated[
        bool, typer.Option("--monolingual", help="Show the reference in place of the source.")
    ] = False,
    names: options.Names = None,
    document_ids: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    language: options.TargetLanguage = None,
    source_language: options.SourceLanguage = None,
    address: _Address = _ADDRESS,
    days: _Days = None,
    seed: options.Seed = SEED,
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """Prepare a campaign and print one link per annotator.

    Documents stay together, systems rotate, and nobody sees a segment twice except on purpose. `tertium serve` shows
    the pages of the links. Links are not stored: keep them, or make new ones with `tertium judge renew`.

    **Examples**

    `tertium judge prepare campaigns.sqlite news a.txt b.txt -r reference.txt --annotator Ada --annotator Ben`

    `tertium judge prepare campaigns.sqlite esa a.txt b.txt -s source.txt --protocol esa --annotator Ada --items 100`
    """
    from tertium.human import CampaignStore, PlanSettings, find_lessons, find_protocol, read_error_types, read_lessons
    from tertium.report import describe_links

    settings: dict[str, object] = {}
    if categories is not None:
        settings.update(read_error_types(categories))
    if ranked is not None:
        settings["ranked"] = ranked
    if monolingual:
        settings["monolingual"] = True
    asked = find_protocol(protocol, **settings)  # type: ignore[arg-type]
    if tutorial in ("built-in", "none"):
        lessons = find_lessons(asked) if tutorial == "built-in" else []
    else:
        lessons = read_lessons(tutorial, asked)
    test_set = open_input(
        hypotheses,
        references,
        names,
        document_ids,
        input_format,
        columns,
        sources=source,
        language=language,
        source_language=source_language,
        unescape=unescape,
        check_text=check_text,
    ).read()
    people = annotators or []
    plan = PlanSettings(
        annotators=max(1, len(people)),
        items=items,
        redundancy=redundancy,
        ranked=asked.ranked,
        repeats=repeats,
        controls=controls,
        seed=seed,
    )
    store = CampaignStore(file)
    keys = store.prepare(campaign, test_set, protocol, people, plan=plan, settings=settings, lessons=lessons, days=days)
    links = {name: _make_link(address, key) for name, key in keys.items()}
    write(describe_links(store.campaign(campaign), links), output_format, output)


@app.command("list")
def list_campaigns(file: _File, output_format: options.Format = None, output: options.Output = None) -> None:
    """List the campaigns of a file and how far they are.

    **Example**

    `tertium judge list campaigns.sqlite`
    """
    from tertium.human import CampaignStore
    from tertium.report import describe_campaigns

    store = CampaignStore(file, create=False)
    found = {each.name: (each, store.annotators(each.name)) for each in store.campaigns()}
    write(describe_campaigns(found), output_format, output)


@app.command()
def status(
    file: _File, campaign: _Campaign, output_format: options.Format = None, output: options.Output = None
) -> None:
    """Show progress, the quality of annotators, and how many more judgments would distinguish the systems.

    **Example**

    `tertium judge status campaigns.sqlite news`
    """
    from tertium.human import CampaignStore, check_annotators, separate, values_by_system
    from tertium.report import describe_progress

    store = CampaignStore(file, create=False)
    found = store.campaign(campaign)
    document = describe_progress(
        found,
        store.annotators(campaign),
        check_annotators(store, campaign),
        separate(values_by_system(store, campaign)),
    )
    write(document, output_format, output)


@app.command()
def renew(
    file: _File,
    campaign: _Campaign,
    annotator: Annotated[str, typer.Argument(metavar="ANNOTATOR", help="The annotator.", show_default=False)],
    address: _Address = _ADDRESS,
    days: _Days = None,
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """Make a new link for an annotator. The old one stops working, and the judgments stay.

    **Example**

    `tertium judge renew campaigns.sqlite news Ada`
    """
    from tertium.human import CampaignStore
    from tertium.report import describe_links

    store = CampaignStore(file, create=False)
    key = store.renew_key(campaign, annotator, days=days)
    write(describe_links(store.campaign(campaign), {annotator: _make_link(address, key)}), output_format, output)


@app.command()
def export(
    file: _File,
    campaign: _Campaign,
    spans: Annotated[bool, typer.Option("--spans", help="Export error spans in place of values.")] = False,
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """Export the judgments of a campaign as `tertium correlate -j` reads them.

    Items made worse on purpose are left out, and items that came again are on a sheet of their own.

    **Example**

    `tertium judge export campaigns.sqlite news -o judgments.tsv`
    """
    from tertium.human import CampaignStore, export_judgments, export_spans
    from tertium.report import describe_judgments

    store = CampaignStore(file, create=False)
    store.campaign(campaign)
    frame = (export_spans if spans else export_judgments)(store, campaign)
    write(describe_judgments(f"{'Spans' if spans else 'Judgments'} of {campaign}", frame), output_format, output)


@app.command("import")
def import_(
    file: _File,
    campaign: _Campaign,
    judgments: Annotated[
        Path, typer.Argument(metavar="JUDGMENTS", help="The table that `export` wrote.", show_default=False)
    ],
    hypotheses: options.Hypotheses,
    references: options.References = None,
    source: options.Sources = None,
    spans: Annotated[
        Path | None,
        typer.Option("--spans", metavar="FILE", help="The table of `export --spans`, for esa and mqm."),
    ] = None,
    names: options.Names = None,
    document_ids: options.Documents = None,
    input_format: options.InputFormat = "auto",
    columns: options.ColumnNames = None,
    unescape: options.Unescape = False,
    check_text: options.CheckText = True,
    language: options.TargetLanguage = None,
    source_language: options.SourceLanguage = None,
    output_format: options.Format = None,
    output: options.Output = None,
) -> None:
    """Make a campaign of exported judgments. Its figures are those of the campaign that they come from.

    Items made worse on purpose and the tutorial are in no export, and so are not in the new campaign.

    **Example**

    `tertium judge import campaigns.sqlite old judgments.tsv a.txt b.txt -r reference.txt`
    """
    from tertium.files.table import read_table
    from tertium.human import CampaignStore, import_judgments
    from tertium.meta import read_judgments
    from tertium.report import describe_campaigns

    test_set = open_input(
        hypotheses,
        references,
        names,
        document_ids,
        input_format,
        columns,
        sources=source,
        language=language,
        source_language=source_language,
        unescape=unescape,
        check_text=check_text,
    ).read()
    read = read_judgments(judgments)
    marked = None
    if spans is not None:
        table = read_table(spans)
        marked = {name: table.texts(name) for name in _SPAN_COLUMNS}
    store = CampaignStore(file)
    found = import_judgments(
        store,
        campaign,
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
    write(describe_campaigns({found.name: (found, store.annotators(found.name))}), output_format, output)


def _make_link(address: str, key: str) -> str:
    return f"{address.rstrip('/')}/judge/{key}"
