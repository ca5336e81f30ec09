"""A run that was stopped and goes on gives what one gives that was never stopped, to the last bit."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import tertium
import tertium.metrics.checkpoint as checkpoint
from tertium import samples
from tertium.errors import InputError, SpecError, TertiumWarning
from tertium.metrics import Checkpoint, Metric, parse, score_reader
from tertium.registry import METRICS
from tertium.results import Scores
from tertium.stats import Resampling
from tertium.text import TestSetReader, open_test_set
from tertium.types import LARGEST_BATCH

# Others need a model or an index, or all references at once.
SPECS = [
    "meteor:stages=exact+porter" if name == "meteor" else name
    for name in METRICS
    if not ((metric := parse(name)).needs_model or metric.needs_index or metric.needs_fit)
]
COUNT = 60


class StoppedError(Exception):
    """Stands for a power cut."""


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of 16 segments, cut into batches of 5; and each of them is saved."""
    monkeypatch.setattr(TestSetReader.passages, "__defaults__", (16, LARGEST_BATCH, None))
    monkeypatch.setattr(Metric, "batch_size", 5)
    monkeypatch.setattr(checkpoint, "_PAUSE", 0.0)
    monkeypatch.setattr(checkpoint, "_LARGEST_PART", 0)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    draw = random.Random(1)
    lines = {name: samples.read_lines(f"{name}.txt") for name in ("system.neural", "system.literal", "reference.A")}
    for name, known in lines.items():
        chosen = [" ".join(draw.choices(draw.choice(known).split(), k=9)) for _ in range(COUNT)]
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in chosen), encoding="utf-8")
    (tmp_path / "documents.txt").write_text("".join(f"document {at // 7 % 4}\n" for at in range(COUNT)))
    return tmp_path


def open_files(folder: Path, **options: Any) -> TestSetReader:
    systems = [folder / "system.neural.txt", folder / "system.literal.txt"]
    return open_test_set(systems, [folder / "reference.A.txt"], documents=folder / "documents.txt", **options)


def stop_after(batches: int) -> Callable[[int], None]:
    def stop(_: int) -> None:
        nonlocal batches
        batches -= 1
        if not batches:
            raise StoppedError

    return stop


def values(found: dict[str, Scores]) -> dict[str, Any]:
    return {
        system: {
            spec: (score.value, score.signature, score.components, score.documents)
            for spec, score in scores.by_spec.items()
        }
        for system, scores in found.items()
    }


def stop(folder: Path, batches: int, metrics: list[str], **options: Any) -> Path:
    """Run for a while, and return the checkpoint."""
    path = folder / "run.state"
    with pytest.raises(StoppedError):
        score_reader(
            open_files(folder), metrics, progress=stop_after(batches), checkpoint=path, by_document=True, **options
        )
    assert path.exists()
    return path


@pytest.mark.parametrize("spec", SPECS)
def test_after_any_number_of_batches_the_result_is_the_same(files: Path, spec: str) -> None:
    whole = values(score_reader(open_files(files), [spec], by_document=True))
    for batches in range(1, 16):
        path = stop(files, batches, [spec], threads=1 + batches % 2)
        found = score_reader(open_files(files), [spec], by_document=True, checkpoint=path, threads=1 + batches // 2 % 2)
        assert values(found) == whole
        assert not path.exists()


def test_a_run_may_be_stopped_again_and_again(files: Path) -> None:
    metrics = ["bleu", "meteor:stages=exact", "chrf"]
    whole = values(score_reader(open_files(files), metrics, by_document=True))
    resumed = []
    while True:
        kept = Checkpoint(files / "run.state")
        try:
            found = score_reader(open_files(files), metrics, by_document=True, checkpoint=kept, progress=stop_after(3))
        except StoppedError:
            resumed.append(kept.resumed)
            continue
        break
    assert values(found) == whole
    assert resumed[0] == 0
    assert resumed == sorted(set(resumed))  # each got further
    assert kept.path.exists()  # it is for the caller to remove
    assert values(score_reader(open_files(files), metrics, by_document=True, checkpoint=kept.path)) == whole


def test_progress_begins_with_what_was_done(files: Path) -> None:
    path = stop(files, 5, ["bleu"])
    steps: list[int] = []
    score_reader(open_files(files), ["bleu"], by_document=True, checkpoint=path, progress=steps.append)
    assert steps[0] == 21  # batches of 5, 5, 5, 1 and 5 segments
    assert sum(steps) == COUNT


def test_warnings_and_facts_are_about_the_whole_text(tmp_path: Path) -> None:
    """The signs of tokenised text, of equal references and of entities were all before the run was stopped."""
    count = 40
    (tmp_path / "output.txt").write_text("a &amp; b .\n" * 18 + "the same\n" * (count - 18))
    (tmp_path / "reference.txt").write_text("a & b .\n" * 18 + "the same\n" * (count - 18))

    def read() -> TestSetReader:
        return open_test_set([tmp_path / "output.txt"], [tmp_path / "reference.txt"], unescape=True)

    def score(reader: TestSetReader, **options: Any) -> str:
        with pytest.warns(tertium.TextWarning, match="18 of 40 segments end in a space and a full stop"):
            (found,) = score_reader(reader, ["bleu"], **options).values()
        return found["bleu"].signature

    signature = score(read())
    with pytest.raises(StoppedError):
        score_reader(read(), ["bleu"], progress=stop_after(7), checkpoint=tmp_path / "run.state")
    reader = read()
    assert score(reader, checkpoint=tmp_path / "run.state") == signature
    assert "text:unescaped" in signature
    assert reader.equal_to_reference == []


@pytest.fixture
def stopped(files: Path) -> Path:
    return stop(files, 4, ["bleu", "chrf"])


def go_on(folder: Path, metrics: list[str] | None = None, **options: Any) -> dict[str, Scores]:
    path = folder / "run.state"
    return score_reader(open_files(folder, **options), metrics or ["bleu", "chrf"], by_document=True, checkpoint=path)


@pytest.mark.parametrize(
    ("metrics", "options", "message"),
    [
        (["bleu"], {}, "its metrics are bleu, chrf, and not bleu"),
        (["chrf", "bleu"], {}, "its metrics are bleu, chrf, and not chrf, bleu"),
        (None, {"names": ["a", "b"]}, "the option for the names of systems is another"),
        (None, {"unescape": True}, "the option for the unescaping is another"),
        (None, {"language": "de"}, "the option for the languages is another"),
        (None, {"format": "tsv"}, "its files were read in another role or format"),
    ],
)
def test_another_command_is_refused(
    stopped: Path, metrics: list[str] | None, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=rf"run\.state: this checkpoint is of another run: {message}\. Give the same"):
        go_on(stopped.parent, metrics, **options)
    assert stopped.exists()


def test_scores_by_document_are_part_of_the_command(stopped: Path) -> None:
    with pytest.raises(InputError, match="the option for the scores by document is another"):
        score_reader(open_files(stopped.parent), ["bleu", "chrf"], checkpoint=stopped)


def test_other_files_are_refused(stopped: Path) -> None:
    folder = stopped.parent
    reader = open_test_set([folder / "system.neural.txt"], [folder / "reference.A.txt"])
    with pytest.raises(
        InputError, match=r"its files are .*documents\.txt, and not .*reference\.A\.txt\. Give the same"
    ):
        score_reader(reader, ["bleu", "chrf"], by_document=True, checkpoint=stopped)


def test_a_file_that_has_changed_is_refused(stopped: Path) -> None:
    path = stopped.parent / "system.literal.txt"
    before, times = path.read_bytes(), path.stat()
    path.write_bytes(before + b"one more\n")
    with pytest.raises(InputError, match=r"literal\.txt has changed since: it had [\d,]+ bytes, and has [\d,]+\."):
        go_on(stopped.parent)
    path.write_bytes(before)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 1))
    with pytest.raises(InputError, match=r"literal\.txt was written again since\."):
        go_on(stopped.parent)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    go_on(stopped.parent)


def test_another_version_is_refused(stopped: Path) -> None:
    head, _, content = stopped.read_bytes().partition(b"\n")
    state = json.loads(content)
    state["run"]["version"] = "0.0.1"
    content = json.dumps(state).encode()
    stopped.write_bytes(head.rpartition(b" ")[0] + b" " + sha256(content).hexdigest().encode() + b"\n" + content)
    with pytest.raises(InputError, match=rf"it is of Tertium 0\.0\.1, and this is {tertium.__version__}"):
        go_on(stopped.parent)


def damage(content: bytes) -> Iterator[bytes]:
    yield content[:-1]
    yield content[: content.index(b"\n") + 1]
    yield content + b" "
    middle = len(content) // 2
    yield content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def test_a_damaged_checkpoint_is_refused(stopped: Path) -> None:
    for content in damage(stopped.read_bytes()):
        stopped.write_bytes(content)
        with pytest.raises(InputError, match=r"run\.state: the checkpoint is damaged\. Remove it to begin anew"):
            go_on(stopped.parent)


@pytest.mark.parametrize("content", [b"", b"my thesis\n", b"tertium-checkpoint 9 00\n{}"])
def test_a_file_of_somebody_else_is_left_alone(files: Path, content: bytes) -> None:
    path = files / "run.state"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"run\.state: this is not a checkpoint"):
        go_on(files)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("metrics", "options", "what"),
    [
        (["bleu", "nist"], {}, "the metric nist"),
        (["bleu"], {"by_segment": True}, "segment scores"),
        (["bleu"], {"resampling": Resampling()}, "intervals"),
    ],
)
def test_what_needs_all_segments_has_no_checkpoint(
    files: Path, metrics: list[str], options: dict[str, Any], what: str
) -> None:
    with pytest.raises(SpecError, match=f"{what} and a checkpoint cannot be had together") as caught:
        score_reader(open_files(files), metrics, checkpoint=files / "run.state", **options)
    assert caught.value.for_command_line().endswith(f"Leave out {what}, or --resume.")


def test_standard_input_has_no_checkpoint(files: Path) -> None:
    reader = open_test_set(["-"], [files / "reference.A.txt"])
    with pytest.raises(InputError, match="a run that reads standard input cannot go on later"):
        score_reader(reader, ["bleu"], checkpoint=files / "run.state")


def test_a_folder_that_does_not_exist_is_named_before_the_work(files: Path) -> None:
    with pytest.raises(InputError, match=r"no such folder"):
        score_reader(open_files(files), ["bleu"], checkpoint=files / "nowhere" / "run.state")


def test_a_run_goes_on_where_its_checkpoint_cannot_be_written(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise InputError("the result cannot be written: No space left on device")

    monkeypatch.setattr(checkpoint, "write_whole", fail)
    with pytest.warns(TertiumWarning, match=r"No space left on device .*; the run goes on"):
        found = score_reader(open_files(files), ["bleu"], checkpoint=files / "run.state")
    assert values(found) == values(score_reader(open_files(files), ["bleu"]))


def test_saves_are_seconds_apart(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "_PAUSE", 1000.0)
    with pytest.raises(StoppedError):
        score_reader(open_files(files), ["bleu"], progress=stop_after(9), checkpoint=files / "run.state")
    assert not (files / "run.state").exists()
