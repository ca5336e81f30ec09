"""All stores: what Tertium writes by itself and reads again, how each is made, and what it answers.

``test_damage.py`` damages them, and fails where the code writes a store that is not here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from tertium import compare_systems, make_test_set, samples
from tertium.annotation import CampaignStore, Sitting, check_annotators, export_judgments
from tertium.cli.run import _read_state
from tertium.corpus import build_index
from tertium.meta.correlation.score_store import ScoreStore
from tertium.metrics import checkpoint, score_reader
from tertium.metrics.features.feature_cache import use_cached
from tertium.metrics.score_cache import SCORE_CACHE, pack_scores, unpack_scores
from tertium.text import TestSetReader, open_test_set
from tertium.types import LARGEST_BATCH
from tertium.web.study_files import find_study, read_study, write_study
from tertium.web.workspace import Workspace
from tertium.web.workspace.digests import drop_digest, find_named, read_named, write_named
from tests.annotation.campaigns import give, prepare
from tests.fuzz.test_stores import count
from tests.older_stores import remove_sums
from tests.postedit.test_repository import make_version_3, write_version_2
from tests.test_damaged_stores import TEXTS, use_counts, use_forms, use_parses, use_repository

REPORT = "report.html"


@dataclass(frozen=True, kw_only=True)
class Store:
    """A store that is damaged.

    Attributes:
        ask: Makes the store in an empty folder, or asks a store that is there all that can be asked.
        part: The folder or the file that is damaged; all of them if empty.
        written: The modules that write it.
        age: What makes an old version of the store.
        summed: Whether there is a checksum for everything. Otherwise a changed value may look like any other.
        made_again: Whether damage leads to a warning, and to the same answer.
    """

    ask: Callable[[Path], object]
    part: str = ""
    written: tuple[str, ...] = ()
    age: Callable[[Path], None] | None = None
    summed: bool = True
    made_again: bool = False


def ask_campaigns(folder: Path) -> object:
    path = folder / "campaigns.sqlite"
    if not path.exists():
        made, keys = prepare(folder, redundancy=2, repeats=0.2)
        for number, key in enumerate(keys.values()):
            give(Sitting(made, key), iter([1 + (turn + number) % 5 for turn in range(40)]), 8)
        made.close()
    store = CampaignStore(path, create=False)
    try:
        return [
            [
                campaign,
                [str(each) for each in store.annotators(campaign.name)],
                str(vars(store.test_set(campaign.name))),
                str(store.lessons(campaign.name)),
                {name: list(column) for name, column in export_judgments(store, campaign.name).columns.items()},
                [str(each) for each in check_annotators(store, campaign.name)],
            ]
            for campaign in store.campaigns()
        ]
    finally:
        store.close()


def ask_workspace(folder: Path) -> object:
    is_new = not (folder / "tertium.sqlite").exists()
    workspace = Workspace.open(folder)
    try:
        if is_new:
            _fill(workspace)
        found: list[object] = [str(workspace.test_sets()), str(workspace.jobs.list()), str(workspace.uploads.get(1))]
        for record in workspace.test_sets():
            scores = workspace.scores(record.id)
            found += [str(workspace.comparison(record.id)), "" if scores is None else scores.values.tolist()]
            found += [str(workspace.segment(record.id, number + 1)) for number in range(record.segments)]
            found += [str(workspace.load(record.id).texts.search("cat").tolist())]
        found += [workspace.files.path(each.digest).read_bytes() for each in workspace.uploads.get(1).files]
        report = find_named(folder / "reports" / REPORT)
        found.append(report and read_named(report, "the report is", "Write it again"))
        found.append(read_study(find_study(workspace, 1, "mtness", "a")))
        return found
    finally:
        workspace.close()


def _fill(workspace: Workspace) -> None:
    with mock.patch("time.time", return_value=1000.0):
        for word in ("cat", "elephant"):
            outputs = {"a": [f"see the {word} {n}" for n in range(12)], "b": [f"see a {word}"] * 12}
            test_set = make_test_set(outputs, [f"see the {word}"] * 12)
            comparison = compare_systems(test_set, ["chrf", "ter"], pairs="all")
            workspace.add_scores(workspace.add_test_set(word, test_set), comparison.systems, comparison)
        workspace.uploads.add([workspace.files.copy(samples.path("reference.A.txt"))])
        workspace.jobs.submit("score", {"test_set": 1, "metrics": ["bleu"]}, upload=1)
    write_named(b"<p>a report</p>" * 50, workspace.folder / "reports" / REPORT)
    study = {"findings": [{"place": number} for number in range(50)], "rate": 3.5}
    write_study(study, find_study(workspace, 1, "mtness", "a"))


def ask_index(folder: Path) -> object:
    index = folder / "sample.index"
    if not index.exists():
        build_index([samples.path("reference.A.txt")], index)
    return count(index)


def ask_kept_scores(folder: Path) -> object:
    store = ScoreStore(folder)
    if not any(folder.iterdir()):
        store.save("key", np.arange(40.0))
    found = store.load("key")
    return found if found is None else found.tolist()


def ask_scores(folder: Path) -> object:
    keys = [text.encode() for text in TEXTS]
    with mock.patch.dict(os.environ, {"TERTIUM_CACHE": str(folder)}):
        found = SCORE_CACHE.open().complete(keys, lambda places: pack_scores([place / 7 for place in places]))
    return unpack_scores(found)


def ask_features(folder: Path) -> object:
    pairs = [(text, text.upper()) for text in TEXTS]
    with mock.patch.dict(os.environ, {"TERTIUM_CACHE": str(folder)}):
        return use_cached("e", pairs, 2, lambda places: np.array([[n / 3, n / 7] for n in places])).tolist()


class _StoppedError(Exception):
    pass


def ask_checkpoint(folder: Path) -> object:
    """Stop a run in the middle, or go on with it; the checkpoint is put back, since a run that is done removes it."""
    path = folder / "run.checkpoint"
    left = [2]

    def stop(_: int) -> None:
        left[0] -= 1
        if not left[0]:
            raise _StoppedError

    def run(progress: Callable[[int], None] | None = None) -> dict[str, Any]:
        reader = open_test_set([samples.path("system.neural.txt")], [samples.path("reference.A.txt")])
        with (
            mock.patch.object(checkpoint, "_PAUSE", 0.0),
            mock.patch.object(TestSetReader.passages, "__defaults__", (4, LARGEST_BATCH, None)),
        ):
            return score_reader(reader, ["bleu", "chrf"], checkpoint=path, progress=progress)

    if not path.exists():
        try:
            run(stop)
        except _StoppedError:
            assert path.exists()
    content = path.read_bytes()
    (scores,) = run().values()
    path.write_bytes(content)
    return [(spec, score.value, score.signature) for spec, score in scores.by_spec.items()]


def ask_state(folder: Path) -> object:
    """Return which requests are skipped though they have changed: a wrong digest only makes one run again."""
    path = folder / "study.toml.state"
    names = [f"scores {number}.json" for number in range(9)]
    before, now = ({name: sha256(f"{name}, {when}".encode()).hexdigest() for name in names} for when in ("then", "now"))
    if not path.exists():
        done = {name: {"request": digest, "output": digest} for name, digest in before.items()}
        path.write_text(json.dumps({"schema": 1, "done": done}, indent=2))
    return [name for name, known in _read_state(path).items() if known["request"] == now.get(name)]


def in_file(name: str, use: Callable[[Path], object]) -> Callable[[Path], object]:
    return lambda folder: use(folder / name)


def age_workspace(folder: Path) -> None:
    remove_sums(folder / "tertium.sqlite", 2)
    for path in [*(folder / "reports").iterdir(), *folder.glob("studies/*/*")]:
        path.replace(drop_digest(path))


def age_repository(folder: Path) -> None:
    (folder / "postedit.sqlite").unlink()
    write_version_2(folder / "postedit.sqlite")


_WORKSPACE = "tertium.web.workspace"

STORES: Mapping[str, Store] = {
    "campaigns": Store(ask=ask_campaigns, part="campaigns.sqlite", written=("tertium.annotation.store",)),
    "repository": Store(
        ask=in_file("postedit.sqlite", use_repository),
        part="postedit.sqlite",
        written=("tertium.postedit.decision_log",),
    ),
    "workspace": Store(ask=ask_workspace, part="tertium.sqlite", written=(f"{_WORKSPACE}.store",)),
    "texts": Store(ask=ask_workspace, part="texts", written=(f"{_WORKSPACE}.text_file",)),
    "segment scores": Store(ask=ask_workspace, part="scores", written=(f"{_WORKSPACE}.score_files",)),
    "uploaded files": Store(ask=ask_workspace, part="files", written=(f"{_WORKSPACE}.file_store",)),
    "reports": Store(
        ask=ask_workspace, part="reports", written=(f"{_WORKSPACE}.digests", "tertium.web.work.reporting")
    ),
    "studies": Store(ask=ask_workspace, part="studies", written=("tertium.web.study_files",)),
    "index": Store(ask=ask_index, part="sample.index", written=("tertium.corpus.manifest",)),
    "kept scores": Store(ask=ask_kept_scores, written=("tertium.meta.correlation.score_store",)),
    "checkpoint": Store(ask=ask_checkpoint, written=("tertium.metrics.checkpoint",)),
    "state of requests": Store(ask=ask_state, written=("tertium.cli.run",)),
    "cache of parses": Store(
        ask=in_file("parses.sqlite", use_parses), written=("tertium.syntax.cache",), made_again=True
    ),
    "cache of counts": Store(ask=in_file("counts.sqlite", use_counts), written=("tertium.corpus.cache",)),
    "cache of forms": Store(
        ask=in_file("forms.sqlite", use_forms), written=("tertium.mtness.resources.form_cache",), made_again=True
    ),
    "cache of scores": Store(ask=ask_scores, written=("tertium.metrics.score_cache",), made_again=True),
    "cache of features": Store(ask=ask_features, written=("tertium.metrics.features.feature_cache",), made_again=True),
    "campaigns of version 2": Store(
        ask=ask_campaigns,
        part="campaigns.sqlite",
        age=lambda folder: remove_sums(folder / "campaigns.sqlite", 2),
        summed=False,
    ),
    "workspace of version 2": Store(ask=ask_workspace, part="tertium.sqlite", age=age_workspace, summed=False),
    "repository of version 2": Store(
        ask=in_file("postedit.sqlite", use_repository), part="postedit.sqlite", age=age_repository, summed=False
    ),
    "repository of version 3": Store(
        ask=in_file("postedit.sqlite", use_repository),
        part="postedit.sqlite",
        age=lambda folder: make_version_3(folder / "postedit.sqlite"),
    ),
}

_OUTPUT = "writes what a command was asked for; who reads it checks it as any input"

NO_STORES: Mapping[str, str] = {
    "tertium.cli.output": _OUTPUT,
    "tertium.usecases.tune": _OUTPUT,
    "tertium.usecases.postedit": _OUTPUT,
    "tertium.usecases.request_file": _OUTPUT,
    "tertium.usecases.correlate": _OUTPUT,
    "tertium.usecases.learn": _OUTPUT,
    "tertium.report.plots.plot": _OUTPUT,
    "tertium.mtness.resources.headed_table": _OUTPUT,
    "tertium.meta.judgments.tidy": _OUTPUT,
    "tertium.lexicon.information": _OUTPUT,
    "tertium.sacrebleu.dataset.published": "plain text of published test sets, as sacrebleu keeps it",
    "tertium.files.keyed_cache": "what the caches of parses, scores and features are made of",
}
"""Modules that write files whole, or make a database, and why that is no store of its own."""

NO_PARTS: Mapping[str, str] = {
    "jobs.lock": "has no content",
    "indexes": "the index",
    "campaigns.sqlite": "campaigns",
    "postedit.sqlite": "the repository",
}
"""Parts of a workspace that are no stores of it, and why."""
