"""The whole pipeline, with the real programs where they are: whatever is in the text, nothing is lost."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tertium._core import __version__
from tertium.corpus.building import build_index
from tertium.errors import SpecError
from tertium.mtness import find_mtness, make_segments, open_mtness
from tertium.mtness.detection.combiner import Combiner
from tertium.mtness.detection.findings import Verdict
from tertium.mtness.examination import Examination
from tertium.mtness.pipeline import Pipeline, Stage
from tertium.mtness.resources.spelling import FOLDERS
from tertium.mtness.segment import Segment
from tertium.mtness.text.taggers.apertium_tagger import ApertiumTagger
from tertium.mtness.text.tags import Part
from tertium.samples import mtness as samples
from tertium.types import References, TestSet
from tests.mtness.apertium_installed import needs_apertium
from tests.mtness.notation import GivenCounts

LITERAL, BETTER, SOURCE = (
    samples.read_lines(name) for name in ("system.literal.es.txt", "system.better.es.txt", "source.ca.txt")
)
OURS = {"tagger": "wordlist", "dictionary": "pairs"}
APERTIUM = {"tagger": "apertium", "dictionary": "apertium"}

needs_hunspell = pytest.mark.skipif(
    importlib.util.find_spec("hunspell") is None
    or not any(list(Path(folder).glob("es*.dic")) for folder in FOLDERS)
    or not any(list(Path(folder).glob("ca*.dic")) for folder in FOLDERS),
    reason="NO HUNSPELL: pip install 'tertium[spelling]'; apt-get install hunspell-es hunspell-ca",
)

# Output and source.
ODD = {
    "empty": ("", ""),
    "empty output": ("", "El disc és ple."),
    "empty source": ("El disco es lleno.", ""),
    "blanks": (" \t  ", "res"),
    "markup": ("<b>El disco</b> llevar &amp; {x} [y] ^a$ <p>es lleno</p>", "<b>El disc</b> dur &amp; {x} [y] ^a$"),
    "stream": ("^El/el<det>$ disco/ @ * # ~ es+lleno\\ \\0 [[t:b:x]]es lleno[[/]]", "^El/el<det>$ disc\\"),
    "addresses": ("Escribe a yo@a.org, @usuario, https://a.org/b?c=[d]&e={f} #tema: el disco es lleno", "@usuari"),
    "emoji": ("😀 El disco 👩‍👩‍👧 es lleno 🇪🇸!", "😀 El disc és ple"),
    "control": ("a\x00b el disco\x01 es\x1f lleno\x7f", "el disc\x00 és ple"),
    "surrogates": ("el disco \ud800 es lleno \udfff", "el disc \ud800 és ple"),
    "marks": ("!!! ... ¿¿?? --- «» …", "!!!"),
    "arabic": ("القرص ممتلئ", "El disc és ple"),
    "chinese": ("磁盘已满。没有空间 es lleno", "El disc és ple"),
    "windows": ("El disco es lleno.\r", "El disc és ple.\r"),
    "separators": ("La salida\u2028quiere\u200b a\u00a0París\x85 es\nlleno", "Sortida\u2029vol"),
    "combining": ("E\u0301l dis\u00adco es lleno \ufeff", "e\u0301s ple"),
    "capitals": ("İSTANBUL ıı ß ﬁn ES LLENO", "ISTANBUL ÉS PLE"),
}  # fmt: skip
TEXTS, SOURCES = ([each[place] for each in ODD.values()] for place in (0, 1))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("corpus") / "es.index"
    build_index([samples.path("corpus.es.txt")], folder)
    return f"index({folder})"


@pytest.fixture(params=[pytest.param(OURS, id="ours"), pytest.param(APERTIUM, id="apertium", marks=needs_apertium)])
def pipeline(request: pytest.FixtureRequest, index: str) -> Iterator[Pipeline]:
    with open_mtness("es", index, source_language="ca", **request.param) as opened:
        yield opened


def check(examination: Examination, texts: list[str]) -> None:
    """Nothing is lost, and everything is where it is said to be."""
    assert [each.text for each in examination.segments] == texts
    assert len(examination.words) == len(texts)
    for finding in examination.findings:
        text = texts[finding.segment]
        assert text[finding.start : finding.end] == finding.text != ""
        for suggestion in finding.suggestions:
            done = finding.start
            for edit in suggestion.repair.edits:
                assert done <= edit.start <= edit.end <= finding.end
                done = edit.end


def test_odd_text(pipeline: Pipeline) -> None:
    found = find_mtness(TEXTS, pipeline, sources=SOURCES, everything=True)
    check(found, TEXTS)
    wrong = {list(ODD)[each.segment] for each in found.instances if each.error == "ser/estar"}
    assert wrong >= {
        "empty source", "markup", "stream", "addresses", "emoji", "control", "surrogates", "windows", "combining",
        "capitals",
    }  # fmt: skip
    assert [found.words[list(ODD).index(name)] for name in ("empty", "empty output", "blanks", "marks")] == [0] * 4
    assert found.warnings == []
    json.dumps(found.to_dict())


def test_each_odd_text_alone_is_as_among_others(pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless evidence is pooled, which is about the others."""
    assert pipeline.judge is not None
    monkeypatch.setitem(pipeline.__dict__, "judge", replace(pipeline.judge, pooled=False))
    together = find_mtness(TEXTS, pipeline, sources=SOURCES, everything=True)
    for number, (text, source) in enumerate(ODD.values()):
        alone = find_mtness([text], pipeline, sources=[source], everything=True)
        expected = [(each.start, each.text, each.verdict) for each in together.findings if each.segment == number]
        assert [(each.start, each.text, each.verdict) for each in alone.findings] == expected


def test_the_same_is_found_again(pipeline: Pipeline, index: str) -> None:
    first = find_mtness(LITERAL, pipeline, sources=SOURCE, everything=True)
    assert find_mtness(LITERAL, pipeline, sources=SOURCE, everything=True) == first
    kind = APERTIUM if isinstance(pipeline.tagger, ApertiumTagger) else OURS
    with open_mtness("es", index, source_language="ca", **kind) as other:
        assert find_mtness(LITERAL, other, sources=SOURCE, everything=True).to_dict() == first.to_dict()


def test_the_order_of_systems_changes_nothing(pipeline: Pipeline) -> None:
    found = []
    for names in (("literal", "better"), ("better", "literal")):
        systems = {name: LITERAL if name == "literal" else BETTER for name in names}
        test_set = TestSet(systems=systems, references=References.from_nested([[]] * len(SOURCE)), sources=SOURCE)
        ledger = pipeline.open_ledger()
        examined = {name: pipeline.examine(make_segments(test_set, name), name, ledger=ledger) for name in names}
        found.append({name: each.to_dict() for name, each in examined.items()})
    assert found[0] == found[1]


def test_segments_of_no_text_at_all(pipeline: Pipeline) -> None:
    assert find_mtness([], pipeline, sources=[]).findings == []
    blank = find_mtness(["", " ", "\n"], pipeline, sources=["", "a", ""], everything=True)
    assert (blank.findings, list(blank.words)) == ([], [0, 0, 0])


_LONG = """
import sys
from tertium.mtness import find_mtness, open_mtness
size = 5000
texts = ("El disco es lleno y la salida quiere a París", "El disc és ple i la sortida vol a París")
text, source = (" ".join((each.split() * size)[:size]) for each in texts)
with open_mtness("es", sys.argv[1], source_language="ca", tagger=sys.argv[2], dictionary=sys.argv[3]) as pipeline:
    found = find_mtness([text, "El disco es lleno."], pipeline, sources=[source, "El disc és ple."], everything=True)
assert found.words[0] == size, found.words
assert all(found.segments[each.segment].text[each.start : each.end] == each.text for each in found.findings)
assert found.findings[-1].text == "es lleno", found.findings[-1]
assert not found.warnings, found.warnings
"""


@pytest.mark.parametrize(
    "kind", [pytest.param(OURS, id="ours"), pytest.param(APERTIUM, id="apertium", marks=needs_apertium)]
)
def test_a_line_of_5000_words_takes_no_time_to_speak_of(index: str, kind: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", _LONG, index, *kind.values()], check=True, timeout=60)


@needs_apertium
@pytest.mark.parametrize("which", [0, -1], ids=["first", "last"])
def test_a_program_killed_in_the_middle_changes_nothing(index: str, which: int) -> None:
    texts, sources = LITERAL * 10, SOURCE * 10
    with open_mtness("es", index, source_language="ca", **APERTIUM) as pipeline:
        expected = find_mtness(texts, pipeline, sources=sources)
        pipe = cast("ApertiumTagger", pipeline.tagger)._pipe
        killed: list[threading.Thread] = []

        def kill(_: int) -> None:
            # Never twice at the same text: that would be taken to be the fault of the text.
            if len(killed) < 2:
                killed.append(threading.Thread(target=os.kill, args=(pipe.process_ids[which], signal.SIGKILL)))
                killed[-1].start()
                killed[-1].join()

        before = pipe.restarts
        found = find_mtness(texts, pipeline, sources=sources, progress=kill)
        assert len(killed) == 2
        assert pipe.restarts > before
    check(found, texts)
    assert found.findings == expected.findings
    assert list(found.words) == list(expected.words)


@needs_apertium
def test_programs_end_with_the_pipeline(index: str) -> None:
    with open_mtness("es", index, source_language="ca", **APERTIUM) as pipeline:
        find_mtness(LITERAL, pipeline, sources=SOURCE)
        pipe = cast("ApertiumTagger", pipeline.tagger)._pipe
        running = pipe.process_ids
        assert running
    assert pipe.process_ids == ()
    for number in running:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
    # It may be used again.
    assert find_mtness(["El disco es lleno."], pipeline).instances
    pipeline.close()
    del pipeline
    gc.collect()


def test_every_stage_can_be_looked_at(pipeline: Pipeline) -> None:
    segments = [Segment(text=text, source=source) for text, source in zip(LITERAL, SOURCE, strict=True)]
    found: dict[Stage, Any] = {stage: pipeline.run(segments, stage) for stage in Stage}
    assert {len(each) for each in found.values()} == {36}
    assert found[Stage.TAGS] == pipeline.tag(segments)
    assert [each.with_tokens(each.tokens) for each in found[Stage.SPANS]] == found[Stage.TAGS]
    assert [each.with_spans(each.spans) for each in found[Stage.SUGGESTIONS]] == found[Stage.SPANS]
    assert [each.with_repairs(each.repairs) for each in found[Stage.COUNTS]] == found[Stage.SUGGESTIONS]
    for tagged in found[Stage.TAGS]:
        assert "".join(token.text for token in tagged.tokens).replace(" ", "") == tagged.text.replace(" ", "")


def test_words_are_all_but_marks(pipeline: Pipeline) -> None:
    tagged = pipeline.tag([Segment(text=text) for text in LITERAL])
    words = [
        sum(len(token.text.split()) for token in each.tokens if token.tag.part is not Part.PUNCTUATION)
        for each in tagged
    ]
    assert list(find_mtness(LITERAL, pipeline).words) == words


def test_all_spans_have_a_verdict(pipeline: Pipeline) -> None:
    few, all_ = (find_mtness(LITERAL, pipeline, sources=SOURCE, everything=each) for each in (False, True))
    assert few.verdicts == all_.verdicts
    assert len(all_.findings) == sum(all_.verdicts.values())
    assert few.instances == all_.instances
    assert few.candidates == all_.candidates
    assert all_.verdicts[Verdict.FINE] > all_.verdicts[Verdict.INSTANCE] > 15
    places = [(each.segment, each.start, each.end) for each in all_.findings]
    assert places == sorted(places)


def test_without_counts_there_are_three_stages() -> None:
    with open_mtness("es", **{**OURS, "dictionary": "none"}) as pipeline:
        assert pipeline.run([Segment(text="El disco es lleno.")], Stage.SUGGESTIONS)
        with pytest.raises(SpecError, match="no corpus to count in"):
            pipeline.run([Segment(text="El disco es lleno.")], Stage.COUNTS)
        with pytest.raises(SpecError, match="no corpus to count in"):
            find_mtness(["El disco es lleno."], pipeline)
        assert "counts:" not in pipeline.describe()


def test_the_signature_names_all_that_was_used(index: str) -> None:
    with open_mtness("es", index, source_language="ca", **OURS) as pipeline:
        parts = dict(each.split(":", 1) for each in pipeline.describe().split("|"))
        names = ["tagger", "language", "suggestions", "counts", "names", "forms", "rule"]
        assert list(parts) == [*names, "combiner", "learned", "choices", "tertium"]
        assert parts["combiner"] == Combiner.read().version
        assert parts["learned"].startswith("ca-es sha256:")
        assert parts["choices"].startswith("es sha256:")
        assert parts["tagger"].startswith("wordlist wordlist.es.tsv ")
        assert (parts["language"], parts["names"], parts["forms"]) == ("es", "replaced", "all")
        assert "dictionary=pairs.ca-es.tsv " in parts["suggestions"]
        assert "provider=index" in parts["counts"]
        assert "corpus=" in parts["counts"]
        assert "ratio=5" in parts["rule"]
        assert parts["tertium"] == __version__
        assert find_mtness(LITERAL, pipeline).signature == pipeline.describe()


@pytest.mark.parametrize("change", ["names", "vary", "limit", "dictionary", "counts"])
def test_whatever_changes_the_result_changes_the_signature(index: str, change: str) -> None:
    settings: dict[str, Any] = {"counts": index, "source_language": "ca", **OURS}
    changes = {"names": False, "vary": False, "limit": 2, "dictionary": "none", "counts": GivenCounts({})}
    with (
        open_mtness("es", **settings) as usual,
        open_mtness("es", **{**settings, change: changes[change]}) as other,
    ):
        assert usual.describe() != other.describe()


@needs_apertium
def test_the_signature_names_apertium_and_its_data(index: str) -> None:
    with open_mtness("es", index, source_language="ca") as pipeline:
        assert pipeline.hints == []
        signature = pipeline.describe()
    assert "tagger:spa-" in signature
    assert "dictionary=cat-spa, apertium lttoolbox" in signature


@needs_hunspell
def test_spelling_is_told_once(index: str) -> None:
    texts = ["El discoo es lleno.", "La sortida quiere a París."]
    with open_mtness("es", index, source_language="ca", spelling=True, **OURS) as pipeline:
        found = find_mtness(texts, pipeline, sources=["El disc és ple.", "La sortida vol a París."], everything=True)
        assert "spelling:" in found.signature
    check(found, texts)
    words = {each.text: each.note for each in found.instances if each.kind == "word"}
    assert words == {"discoo": "unknown word", "sortida": "untranslated"}
    assert not [each for each in found.candidates if "discoo" in each.text or "sortida" in each.text]


def test_languages_and_hints(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, index: str) -> None:
    monkeypatch.setenv("TERTIUM_APERTIUM", str(tmp_path))
    with open_mtness("es", index, source_language="ca") as pipeline:
        assert pipeline.language_pair == find_mtness(["El disco es lleno."], pipeline).language_pair == "ca-es"
        assert len(pipeline.hints) == 2
        assert all("apt-get install apertium" in hint for hint in pipeline.hints)
    with open_mtness("es", index) as pipeline:
        assert pipeline.language_pair == ""
        assert len(pipeline.hints) == 1
    with open_mtness("es", index, source_language="ca", **OURS) as pipeline:
        assert list(pipeline.hints) == []


@needs_apertium
def test_what_could_not_be_tagged_is_told(index: str) -> None:
    with open_mtness("es", index, **{**APERTIUM, "dictionary": "none"}) as pipeline:
        segments = [Segment(text=text) for text in LITERAL]
        tagged = pipeline.tag(segments)
        cast("ApertiumTagger", pipeline.tagger).failures = [3, 5]
        assert len(tagged) == 36
        assert pipeline._list_warnings(pipeline.open_ledger()) == [
            "2 segments could not be tagged, and were split into words only"
        ]
