"""CONTRIBUTING's table is true: each kind of extension works from outside with the files of its row and no others.

Each test writes the one file of its row into a folder, adds the one line to the table of names, and uses the new thing
as a user would. What needed another file would fail here.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Annotated

import pytest
from typer.testing import CliRunner

import tertium
from scripts.docs_hooks import on_config, on_page_markdown
from tertium import registry
from tertium.cli import commands
from tertium.cli.app import app
from tertium.codec import describe_request
from tertium.corpus import build_index, open_counts
from tertium.edits import Edit
from tertium.errors import SpecError
from tertium.mtness import Segment, Stage, find_mtness, open_mtness
from tertium.options import argument, option
from tertium.report import describe_scores, name_metric, render
from tertium.samples import mtness as samples
from tertium.usecases import UseCase
from tertium.usecases import table as use_cases

ROOT = Path(__file__).resolve().parent.parent

Plug = Callable[[Mapping[str, str] | None, str, str, str], None]

HYPOTHESES, REFERENCES = ["the cat sat on the mat", "he reads"], ["the cat sat on a mat", "he is reading"]


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Write one module, and add one line to a table."""
    monkeypatch.syspath_prepend(tmp_path)

    def add(table: Mapping[str, str] | None, name: str, target: str, source: str) -> None:
        module = target.partition(":")[0]
        (tmp_path / f"{module}.py").write_text(dedent(source), encoding="utf-8")
        if table is not None:
            assert isinstance(table, dict)
            monkeypatch.setitem(table, name, target)

    return add


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A file of hypotheses, and one of references."""
    for name, lines in (("hypotheses.txt", HYPOTHESES), ("references.txt", REFERENCES)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(tmp_path / "hypotheses.txt"), str(tmp_path / "references.txt")


def test_a_metric(plug: Plug, files: tuple[str, str]) -> None:
    plug(
        registry.METRICS,
        "length-ratio",
        "toy_metric:LengthRatio",
        '''
        from dataclasses import dataclass
        from typing import ClassVar
        import numpy as np
        from tertium.metrics.metric import Metric, ratio

        @dataclass(frozen=True, kw_only=True)
        class LengthRatio(Metric):
            """Words of the hypothesis per word of its first reference."""

            name: ClassVar[str] = "length-ratio"
            display_name: ClassVar[str] = "Length ratio"
            summary: ClassVar[str] = "words per word of the reference"
            scale: ClassVar[tuple[float, float]] = (0, 2)
            cap: float = 2.0

            def prepare(self, segments, threads=1):
                return [len(segment.split()) for segment in segments]

            def tally(self, batch, threads=1):
                return np.array([batch.hypotheses, [batch.references[at] for at in batch.offsets[:-1]]], dtype=float).T

            def score(self, tallies):
                return np.minimum(ratio(tallies[..., 0], tallies[..., 1]), self.cap)
        ''',
    )
    result = tertium.score(HYPOTHESES, REFERENCES, ["length-ratio:cap=1.5"], confidence=0.9)["length-ratio:cap=1.5"]
    assert result.value == pytest.approx(8 / 9)
    assert result.segments is not None
    assert result.segments.tolist() == pytest.approx([1.0, 2 / 3])
    assert result.signature.startswith("length-ratio:cap=1.5|refs:1|")
    assert result.interval is not None
    hypotheses, references = files
    assert "length-ratio" in run("score", hypotheses, "-r", references, "-m", "length-ratio")
    # What other rooms and the site say of a metric comes from its class.
    assert name_metric("length-ratio:cap=1.5") == "Length ratio (cap=1.5)"
    assert "words per word of the reference" in run("metrics")
    with pytest.raises(SpecError, match="scores of 'length-ratio' cannot be explained"):
        tertium.explain("a", ["a"], "length-ratio")
    listed = "| `length-ratio` | words per word of the reference | 0 to 2 | higher | [Length ratio](length-ratio.md) |"
    assert listed in on_page_markdown((ROOT / "docs/metrics/index.md").read_text(encoding="utf-8"))


def test_the_site_has_the_page_of_a_new_metric(tmp_path: Path) -> None:
    (tmp_path / "metrics").mkdir()
    for name in ("bleu", "length-ratio"):
        (tmp_path / "metrics" / f"{name}.md").touch()
    pages = [{"BLEU": "metrics/bleu.md"}]
    on_config({"docs_dir": tmp_path, "nav": [{"Home": "index.md"}, {"Reference": [{"Metrics": pages}]}]})
    assert pages == [{"BLEU": "metrics/bleu.md"}, "metrics/length-ratio.md"]


# Modules of the web app choose what to offer.
CODE = [path for path in (ROOT / "src" / "tertium").rglob("*.py") if "web" not in path.parts]


def test_no_list_of_metrics_stands_beside_the_registry() -> None:
    found = []
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_bytes())):
            parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
            names = {each.value for each in parts if isinstance(each, ast.Constant)} & registry.METRICS.keys()
            if len(names) > 4:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert [place.partition(":")[0] for place in found] == ["src/tertium/registry.py"], found


def test_a_tokenizer(plug: Plug) -> None:
    plug(
        registry.TOKENIZERS,
        "vowels",
        "toy_tokenizer:make",
        """
        from tertium import _core

        class Vowels:
            version = "vowels-1"

            def tokenize(self, segments, threads=1, *, lowercase=False):
                words = [" ".join(each for each in segment if each in "aeiou") for segment in segments]
                return _core.tokenize(words, "none", threads)

        def make(name):
            return Vowels()
        """,
    )
    result = tertium.score(["a e i o", "u a"], ["xa xe xi xo", "u a"], ["bleu:tokenize=vowels"])
    assert result["bleu:tokenize=vowels"].value == pytest.approx(100.0)


def test_a_module_that_matches_words(plug: Plug) -> None:
    plug(
        registry.MODULES,
        "initial",
        "toy_module:make",
        """
        from tertium.lexicon.keys import Keys

        class Initial:
            name, resources = "initial", {}

            def keys(self, words):
                return Keys.from_strings([word[0] for word in words])

        def make(argument):
            return Initial()
        """,
    )
    spec = "meteor:stages=initial"
    assert tertium.score(["big dogs"], ["bold ducks"], [spec])[spec].value > 0.9


def test_a_parser(plug: Plug) -> None:
    plug(
        registry.PARSERS,
        "chain",
        "toy_parser:make",
        """
        from tertium.syntax.trees import Parse

        class Chain:
            version = "chain-1"

            def parse(self, segments, progress=None):
                return [Parse("", self.write(segment.split())) for segment in segments]

            def write(self, words):
                lines = [f"{at}\\t{word}\\t_\\tX\\t_\\t_\\t{at - 1}\\tdep\\t_\\t_" for at, word in enumerate(words, 1)]
                return "\\n".join(lines) + "\\n\\n"

        def make(argument, *, tokenised=False):
            return Chain()
        """,
    )
    spec = "hwcm:parser=chain,length=2"
    assert tertium.score(["a b c"], ["a b d"], [spec])[spec].value == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_a_count_provider(plug: Plug) -> None:
    plug(
        registry.COUNTS,
        "constant",
        "toy_counts:make",
        """
        from tertium.corpus.counts import Count

        class Constant:
            name, size = "constant", None

            def __init__(self, number):
                self.number = number

            def count_many(self, phrases, progress=None):
                return [Count(phrase=phrase, count=self.number) for phrase in phrases]

            def describe(self):
                return {"provider": self.name, "number": str(self.number)}

        def make(argument, *, options=None, normalisation=None):
            return Constant(int(argument))
        """,
    )
    assert [each.count for each in open_counts("constant(7)").count_many(["a", "b"])] == [7, 7]
    with open_mtness("es", "constant(7)", tagger="wordlist") as pipeline:
        assert not find_mtness(["La casa es grande ."], pipeline).instances


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("corpus") / "es.index"
    build_index([samples.path("corpus.es.txt")], folder)
    return f"index({folder})"


def test_a_tagger(plug: Plug, index: str) -> None:
    plug(
        registry.TAGGERS,
        "nouns",
        "toy_tagger:make",
        """
        import re
        from tertium.mtness.text.tags import Part, Tag
        from tertium.mtness.text.tokens import Token

        class Nouns:
            version = "nouns-1"

            def __init__(self, language):
                self.language = language

            def tag(self, texts, progress=None):
                return [
                    tuple(
                        Token(text=each[0], start=each.start(), end=each.end(), lemma=each[0], tag=Tag(part=Part.NOUN))
                        for each in re.finditer(r"\\S+", text)
                    )
                    for text in texts
                ]

        def make(argument, language, rules=None):
            return Nouns(language)
        """,
    )
    with open_mtness("es", index, tagger="nouns") as pipeline:
        assert "tagger:nouns-1" in find_mtness(["memoria RAMO"], pipeline).signature


def test_a_dictionary(plug: Plug, index: str) -> None:
    plug(
        registry.DICTIONARIES,
        "one-word",
        "toy_dictionary:make",
        """
        from tertium.mtness.resources.dictionary import Analysis, SourceWord, Translation
        from tertium.mtness.text.tags import Tag

        class OneWord:
            version = "one-word-1"

            def look_up(self, sources):
                return [self.find(source) for source in sources]

            def find(self, source):
                start = source.find("set")
                if start < 0:
                    return ()
                read = Analysis("set", Tag.parse("noun.f.s"))
                meanings = [Translation(each, Analysis(each, Tag.parse("noun.f.s")), read) for each in ("siete", "sed")]
                return (SourceWord("set", start, start + 3, tuple(meanings)),)

        def make(argument, source, target):
            return OneWord(), None
        """,
    )
    with open_mtness("es", index, source_language="ca", tagger="wordlist", dictionary="one-word") as pipeline:
        found = find_mtness(["Mueren de siete."], pipeline, sources=["Moren de set."], everything=True)
    assert "sed" in {each.repair.replacement for finding in found.findings for each in finding.suggestions}


def test_a_language(tmp_path: Path, index: str) -> None:
    folder = tmp_path / "xx"
    folder.mkdir()
    rules = """
        [[phrases]]
        name = "NP"
        kind = "NP"
        pattern = "determiner* noun"
    """
    (folder / "spans.toml").write_text(dedent(rules), encoding="utf-8")
    with open_mtness("es", index, rules=folder, tagger="wordlist") as pipeline:
        found = find_mtness(["La casa es grande."], pipeline, everything=True)
    assert [finding.text for finding in found.findings] == ["La casa"]


def test_a_kind_of_suggestion(plug: Plug, index: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plug(
        None,
        "",
        "toy_kind",
        """
        from tertium.mtness.repairs.action import Action
        from tertium.mtness.repairs.drafts import Change, Draft
        from tertium.mtness.repairs.error_types import ErrorType
        from tertium.mtness.repairs.repair_rules import RuleSection

        DOUBLED = Action(name="doubled word", error=ErrorType.WORD_FOR_WORD)
        ACTIONS = (DOUBLED,)
        SWITCH = RuleSection("doubled", ("on",), lambda table: bool(table.get("on", True)))
        SECTIONS = (SWITCH,)

        def propose(linked, rules):
            words = [token.text.casefold() for token in linked.tokens]
            for at in range(1, len(words)):
                if rules.find(SWITCH) and words[at] == words[at - 1]:
                    yield Draft.of(Change(at, at + 1, ""), DOUBLED)
        """,
    )
    toy = import_module("toy_kind")
    # What the line in the table of kinds does, in an interpreter that has imported the table already.
    kinds = import_module("tertium.mtness.repairs.kinds")
    repairer = import_module("tertium.mtness.repairs.repairer")
    monkeypatch.setattr(repairer, "KINDS", (*kinds.KINDS, toy))
    monkeypatch.setattr(repairer, "ACTIONS", {**kinds.ACTIONS, toy.DOUBLED.name: toy.DOUBLED})
    monkeypatch.setattr(repairer, "SECTIONS", (*kinds.SECTIONS, *toy.SECTIONS))
    with open_mtness("es", index, tagger="wordlist") as pipeline:
        segments = pipeline.run([Segment(text="Salario salario neto.")], Stage.SUGGESTIONS)
        found = find_mtness(["El salario salario neto es bajo."], pipeline, everything=True)
    assert "doubled word" in {str(repair.action) for repair in segments[0].repairs}
    assert found.to_dict()


def test_a_significance_test(plug: Plug) -> None:
    plug(
        registry.SYSTEM_TESTS,
        "coin",
        "toy_test:coin",
        """
        from tertium.stats.paired import Difference

        def coin(system, baseline, score, *, level, resamples, seed, threads=1, drawn=None):
            value = float(score(system.sum(axis=0)) - score(baseline.sum(axis=0)))
            return Difference(value, value, value, 0.5)
        """,
    )
    found = tertium.compare({"a": HYPOTHESES, "b": REFERENCES}, REFERENCES, ["bleu"], method="coin")
    assert [test.p_value for test in found.tests] == [0.5]


def test_a_table_format(plug: Plug, tmp_path: Path) -> None:
    plug(
        registry.TABLES,
        "semicolons",
        "toy_table:read",
        """
        from pathlib import Path
        from tertium.files.rows import Rows

        def read(path, choose, block_size):
            header, *rows = [line.split(";") for line in Path(path).read_text().splitlines()]
            yield Rows(dict(zip(header, zip(*rows))), list(range(2, len(rows) + 2)), "line")
        """,
    )
    (tmp_path / "data.ssv").write_text("hypothesis;reference\na b;a b\nc;c\n", encoding="utf-8")
    from tertium.files.table import read_rows

    [rows] = read_rows(str(tmp_path / "data.ssv"), "semicolons")
    assert list(rows.columns["hypothesis"]) == ["a b", "c"]


def test_a_localisation_format(plug: Plug, tmp_path: Path) -> None:
    plug(
        registry.BILINGUAL,
        "arrows",
        "toy_localisation:parse",
        """
        from tertium.text.bilingual.character_map import RawCharacters, fold
        from tertium.text.bilingual.coded_bytes import CodedBytes
        from tertium.text.bilingual.document import BilingualDocument
        from tertium.text.bilingual.units import BilingualUnit, TargetPlace

        def map_target(raw):
            characters = RawCharacters()
            characters.add_text(raw.decode(), 0)
            return fold(characters, keep_breaks=True)

        def parse(content, file, source_language="", target_language=""):
            units, start = [], 0
            for number, line in enumerate(content.splitlines(keepends=True), 1):
                source, target = line.decode().rstrip().split(" -> ")
                place = TargetPlace(start=start + line.index(b"> ") + 2, end=start + len(line.rstrip()))
                units.append(BilingualUnit(id=source, source=source, target=target, line=number, place=place))
                start += len(line)
            write = lambda text, section, coded: text.encode()
            coded = CodedBytes(body=content)
            return BilingualDocument(
                file=file, format="arrows", coded=coded, units=units, map_target=map_target, write_target=write
            )
        """,
    )
    path = tmp_path / "es.arrows"
    path.write_text("vol -> quiere\nset -> siete\n", encoding="utf-8")
    from tertium.text import read_bilingual

    # The line in the table of readers, which is made of this table.
    assert isinstance(registry.READERS, dict)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.READERS, "arrows", registry.READERS["po"])
        document = read_bilingual(path, "arrows")
        assert tertium.read_test_set([path], format="arrows").systems == {"es.arrows": ["quiere", "siete"]}
    assert document.edit({1: [Edit(0, 5, "sed")]}) == b"vol -> quiere\nset -> sed\n"


def test_an_output_format(plug: Plug) -> None:
    plug(
        registry.FORMATS,
        "shout",
        "toy_format:render",
        """
        def render(document):
            return document.title.upper() + "\\n"
        """,
    )
    scores = tertium.score(HYPOTHESES, REFERENCES, ["bleu"])
    assert render(describe_scores({"mine": scores}), "shout") == "SCORES\n"


def test_an_experiment(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        (ROOT / "src/tertium/meta/correlation/experiments/meteor-table-3.toml").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    data = str(ROOT / "src" / "tertium" / "samples")
    assert "meteor" in run("correlate", "--data", data, "-e", str(tmp_path / "mine.toml")).lower()


@dataclass(frozen=True, kw_only=True)
class EchoRequest:
    """Print a text."""

    text: Annotated[str, argument("TEXT", help="The text to print.")]
    times: Annotated[int, option("--times", help="How many times it is printed.", least=1)] = 1


def test_a_use_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("echo")
    module.ECHO = UseCase(  # type: ignore[attr-defined]
        name="echo",
        request=EchoRequest,
        run=lambda request, runtime: " ".join([request.text] * request.times),
        describe=None,
        is_quick=True,
    )
    monkeypatch.setitem(sys.modules, "echo", module)
    monkeypatch.setattr(use_cases, "USE_CASES", {**use_cases.USE_CASES, "echo": "echo:ECHO"})
    monkeypatch.setattr(commands, "COMMANDS", {"echo": "echo:ECHO", "run": commands.COMMANDS["run"]})
    own = commands.make_app(["echo", "run"])
    saved = tmp_path / "study.toml"
    result = CliRunner().invoke(own, ["echo", "hello", "--times", "2", "--save-request", str(saved)])
    assert result.stdout == "hello hello\n", result.output
    assert CliRunner().invoke(own, ["run", str(saved), "-q"]).stdout == "hello hello\n"
    assert "How many times" in CliRunner().invoke(own, ["echo", "--help"]).stdout
    assert CliRunner().invoke(own, ["echo", "hello", "--times", "0"]).exit_code == 2
    assert describe_request(EchoRequest, "echo")["properties"]["times"]["minimum"] == 1


# Rows that need no test here, and what shows them instead.
SHOWN_ELSEWHERE = {
    "an optional part (an extra, a model, a program)": "tests/test_parts.py",
    "an option of one command": "tests/usecases/test_requests.py",
    "an option of several commands": "tests/usecases/test_requests.py",
    "an operation of the JSON API": "tests/web/test_api.py",
    "a field of a result": "tests/usecases/test_result_schemas.py",
    "a command that is not a use case": "tests/test_docs.py",
    "a layout of judged data": "tests/meta/judgments/test_layouts.py",
    "an export of annotations": "tests/meta/judgments/test_annotation_files.py",
    "a reader of test sets": "tests/text/readers/test_door.py",
    "a control of partial correlations": "tests/meta/correlation/test_partial.py",
    "a plot": "tests/report/test_plots.py",
    "a kernel": "tests/test_rust_shell.py",
    "a kind of plug-in": "tests/test_plugins.py",
    "a result": "tests/report/test_notebook.py",
    "a dependency": "tests/test_locks.py",
    "a store": "tests/fuzz/test_damage.py",
}


def test_every_row_of_the_table_is_shown() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("## What a change touches")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (an? [^|]+?) \|", table, flags=re.MULTILINE)
    assert rows
    shown = {name.removeprefix("test_").replace("_", " ") for name in globals() if name.startswith("test_a")}
    for row in rows:
        assert row in shown or (ROOT / SHOWN_ELSEWHERE[row]).is_file(), row


def test_what_the_table_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## What a change touches")[2]
    for table in re.findall(r"`registry\.([A-Z_]+)`", text):
        assert getattr(registry, table)
    for page in re.findall(r"`(docs/[^`]+\.md)`", text):
        assert (ROOT / page).is_file() or page.endswith("/x.md"), page
    for folder in re.findall(r"`((?:[a-z_]+/)+)x\.[a-z]+`", text):
        assert any((ROOT / base / folder).is_dir() for base in ("src/tertium", ".")), folder
