"""A filled workspace to look around in: the bundled samples, scored and examined, and a campaign with its links."""

from __future__ import annotations

from pathlib import Path

from tertium import samples
from tertium.annotation import CampaignStore, PlanSettings, find_lessons, find_protocol
from tertium.corpus import Normalisation, build_index
from tertium.samples import mtness as catalan
from tertium.text import open_test_set
from tertium.types import TestSet
from tertium.web.workspace import Workspace

DEMO_METRICS = ("chrf", "bleu", "ter", "meteor")
_SYSTEMS = ("careful", "neural", "literal")
_ANNOTATORS = ("Ada", "Ben", "Cleo")
_NAME = "sample"


def fill_demo(folder: Path) -> dict[str, str]:
    """Fill a workspace with the samples, unless it has them already; scores and findings are jobs of the server.

    Args:
        folder: The folder of the workspace.

    Returns:
        The key of each annotator of a new campaign; empty if the campaign is there already.
    """
    workspace = Workspace.open(folder)
    try:
        if workspace.test_sets():
            return {}
        judged = _queue_spanish(workspace)
        _queue_catalan(workspace)
    finally:
        workspace.close()
    return _prepare_campaign(folder, judged)


def _queue_spanish(workspace: Workspace) -> int:
    test_set = _read_sample()
    identity = workspace.add_test_set(_NAME, test_set, languages=("es", "en"))
    workspace.jobs.submit("score", {"test_set": identity, "metrics": list(DEMO_METRICS), "name": _NAME})
    judged = workspace.files.copy(samples.path("judgments.tsv"))
    file = {"name": judged.name, "digest": judged.digest}
    workspace.jobs.submit("agreement", {"test_set": identity, "name": _NAME, "file": file})
    return identity


def _queue_catalan(workspace: Workspace) -> None:
    """Look for machine-translationness in Spanish translations without a reference, in a small corpus."""
    name = "Catalan sample"
    systems = ("literal", "better")
    test_set = open_test_set(
        [catalan.path(f"system.{each}.es.txt") for each in systems],
        names=systems,
        sources=catalan.path("source.ca.txt"),
    ).read()
    identity = workspace.add_test_set(name, test_set, languages=("ca", "es"))
    index = workspace.folder / "indexes" / "sample-es"
    index.parent.mkdir(exist_ok=True)
    if not index.exists():
        build_index([catalan.path("corpus.es.txt")], index, normalisation=Normalisation("es"))
    request = {
        "test_set": identity,
        "name": name,
        "language": "es",
        "source_language": "ca",
        "counts": f"index({index.resolve()})",
        "tagger": "wordlist",
        "dictionary": "pairs",
    }
    workspace.jobs.submit("mtness", request)


def _prepare_campaign(folder: Path, test_set: int) -> dict[str, str]:
    store = CampaignStore(folder / "campaigns.sqlite")
    try:
        if store.campaigns():
            return {}
        # With 14 segments there is no room for repeats and controls, which are 20 items apart.
        plan = PlanSettings(annotators=len(_ANNOTATORS), repeats=0, controls=0)
        protocol = "fluency-adequacy"
        lessons = find_lessons(find_protocol(protocol))
        return store.prepare(
            _NAME, _read_sample(), protocol, _ANNOTATORS, plan=plan, lessons=lessons, origin=str(test_set)
        )
    finally:
        store.close()


def _read_sample() -> TestSet:
    return open_test_set(
        [samples.path(f"system.{name}.txt") for name in _SYSTEMS],
        [samples.path("reference.A.txt"), samples.path("reference.B.txt")],
        names=_SYSTEMS,
        sources=samples.path("source.es.txt"),
        documents=samples.path("documents.txt"),
    ).read()
