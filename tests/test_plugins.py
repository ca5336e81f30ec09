"""Plug-ins of other packages: every kind by its name, and what happens to those that do not work."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tertium
from tertium import registry, samples, syntax
from tertium.cli.app import app
from tertium.errors import PluginError, SpecError, TertiumError, TertiumWarning
from tertium.lexicon.modules import get_module
from tertium.plugins import find_culprit
from tertium.syntax import parsers
from tertium.text.tokenizers import get_tokenizer
from tests.toy_package import EVERY_KIND, MODULE, install_toy

SYSTEMS = [str(samples.path(f"system.{name}.txt")) for name in ("careful", "literal")]
REFERENCE = ["-r", str(samples.path("reference.A.txt"))]


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has packages of its own, of the same names."""
    monkeypatch.delitem(sys.modules, "toy_plugins", raising=False)
    for made in (get_tokenizer, get_module, parsers._make):
        made.cache_clear()


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a plug-in of each kind."""
    folder = install_toy(tmp_path / "site")
    monkeypatch.syspath_prepend(folder)
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def show(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_every_kind_has_a_toy() -> None:
    assert [kind.group for kind in registry.PLUGINS.values()] == list(EVERY_KIND)


@pytest.mark.usefixtures("toys")
def test_all_are_listed() -> None:
    found = tertium.list_plugins()
    assert [(each.kind, each.status, each.problem) for each in found] == [
        (kind, "works", "") for kind in registry.PLUGINS
    ]
    assert {(each.package, each.version) for each in found} == {("toy", "1.0")}
    assert found[0].target == "toy_plugins:Words"
    assert [each.name for each in tertium.list_plugins("tokenizer")] == ["letters"]
    with pytest.raises(SpecError, match=r"there is no kind of plug-in 'tokenizers'. Did you mean 'tokenizer'\?"):
        tertium.list_plugins("tokenizers")


@pytest.mark.usefixtures("toys")
def test_metrics_tokenizers_modules_and_parsers() -> None:
    specs = ["words", "bleu:tokenize=letters", "meteor:stages=exact+initial", "hwcm:parser=chain,length=2"]
    shown = show("score", SYSTEMS[0], *REFERENCE, *(part for spec in specs for part in ("-m", spec)))
    for spec, signature in zip(specs, ("words", "tokenizer:letters-1", "initial", "parser:chain-1"), strict=True):
        assert spec in shown
        assert signature in shown
    assert show("align", "big dogs", "bold ducks", "-m", "meteor:stages=initial").count("initial") >= 1


@pytest.mark.usefixtures("toys")
def test_count_providers_taggers_and_dictionaries() -> None:
    folder = samples.path("judgments.tsv").parent / "mtness"
    options = ["-l", "es", "-s", str(folder / "source.ca.txt"), "--source-language", "ca"]
    shown = show(
        "mtness",
        str(folder / "system.literal.es.txt"),
        *options,
        *("--tagger", "nouns", "--dictionary", "empty", "--counts", "constant(7)", "-q"),
    )
    assert "nouns-1" in shown
    assert "empty-1" in shown
    assert "constant" in shown


@pytest.mark.usefixtures("toys")
def test_input_formats_and_tables_by_name_and_by_suffix(tmp_path: Path) -> None:
    (tmp_path / "mine.slashes").write_text("a b/c d\n", encoding="utf-8")
    (tmp_path / "ours.dat").write_text("a b/c d\n", encoding="utf-8")
    (tmp_path / "set.ssv").write_text("hypothesis;reference\na b;a b\nc d;c d\n", encoding="utf-8")
    by_suffix = show("score", str(tmp_path / "mine.slashes"), "-r", str(tmp_path / "mine.slashes"), "-m", "words")
    assert by_suffix.splitlines()[1].split() == ["mine", "4.00"]
    read = tertium.read_test_set([tmp_path / "ours.dat"], [tmp_path / "ours.dat"], format="slashes")
    assert read.systems == {"ours.dat": ["a b", "c d"]}
    table = tertium.read_test_set([tmp_path / "set.ssv"])
    assert (table.systems, table.references.flat) == ({"set": ["a b", "c d"]}, ["a b", "c d"])
    assert tertium.read_test_set([tmp_path / "set.ssv"], format="ssv").systems == table.systems
    with pytest.raises(SpecError, match=r"input format 'slash'\. Did you mean 'slashes'\? There are: auto, text.*ssv"):
        tertium.read_test_set([tmp_path / "set.ssv"], format="slash")


@pytest.mark.usefixtures("toys")
def test_layouts_and_controls(tmp_path: Path) -> None:
    folder = str(samples.path("judgments.tsv").parent)
    (tmp_path / "linked.tsv").write_text(f"folder\n{folder}\n", encoding="utf-8")
    options = ["-m", "chrf", "--level", "pooled", "--statistic", "partial-pearson", "--control", "initials"]
    assert "initials" in show("correlate", "--data", str(tmp_path), *options, "--resamples", "40")


@pytest.mark.usefixtures("toys")
def test_significance_tests_and_output_formats(tmp_path: Path) -> None:
    options = [*SYSTEMS, *REFERENCE, "-m", "words"]
    assert "0.5000" in show("compare", *options, "--test", "coin")
    assert show("compare", *options, "-f", "shout") == "COMPARISON\n"
    show("score", *options, "-o", str(tmp_path / "scores.shout"))
    assert (tmp_path / "scores.shout").read_text(encoding="utf-8") == "SCORES\n"
    assert show("plugins", "-f", "shout") == "PLUG-INS\n"


def test_a_list_in_all_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert show("plugins") == "no plug-ins are installed\n"
    monkeypatch.syspath_prepend(install_toy(tmp_path, {"tertium.formats": "text = toy_plugins:shout"}))
    for name in registry.FORMATS:
        shown = show("plugins", "-f", name)
        assert "toy" in shown
        assert "ignored" in shown
        assert "Tertium has an output format of this name" in shown
    [found] = json.loads(show("plugins", "-f", "json"))["plugins"]
    assert found == {
        "kind": "output format",
        "name": "text",
        "package": "toy",
        "version": "1.0",
        "target": "toy_plugins:shout",
        "status": "ignored",
        "problem": "Tertium has an output format of this name",
    }


BROKEN = {
    "tertium.metrics": "gone = nowhere_at_all:Gone\nquits = toy_quits:Metric\nnot-words = toy_plugins:Words\n"
    "function = toy_plugins:coin",
    "tertium.tokenizers": "nothing = toy_plugins:missing\nstrange = toy_plugins:coin",
    "tertium.modules": "exact = toy_plugins:make_module",
    "tertium.reader": "typo = toy_plugins:read_slashes",
}
PROBLEMS = {
    "gone": "cannot be imported: ModuleNotFoundError: No module named 'nowhere_at_all'",
    "quits": "cannot be imported: SystemExit: 3",
    "not-words": "has the name 'words' in its class",
    "function": "is not a class derived from tertium.metrics.Metric",
    "nothing": "cannot be imported: AttributeError: module 'toy_plugins' has no attribute 'missing'",
    "strange": "cannot be called with (name)",
    "exact": "Tertium has a module of this name",
    "typo": "there is no group of plug-ins 'tertium.reader'. Did you mean 'tertium.readers'? There are: ",
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (install_toy(tmp_path, BROKEN) / "toy_quits.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("broken")
def test_what_does_not_work_is_shown_and_does_no_harm() -> None:
    found = {each.name: each for each in tertium.list_plugins()}
    assert found.keys() == PROBLEMS.keys()
    for name, problem in PROBLEMS.items():
        assert found[name].problem.startswith(problem)
        assert found[name].status == ("ignored" if name == "exact" else "broken")
    with pytest.raises(TertiumError, match=r"^7 of 8 plug-ins cannot be used\. Report it to the authors of toy, or"):
        run("plugins")
    assert "words" not in show("score", *SYSTEMS, *REFERENCE)
    with pytest.raises(PluginError, match=r"^the metric 'gone' of the package 'toy' cannot be imported: "):
        tertium.score(["a"], ["a"], ["gone"])
    with pytest.raises(
        PluginError, match=r"the tokenizer 'strange' of the package 'toy' cannot be called with \(name\)"
    ):
        tertium.score(["a"], ["a"], ["bleu:tokenize=strange"])


def test_the_command_ends_with_status_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli.running import run_apart

    install_toy(tmp_path, {"tertium.metrics": "words = toy_plugins:Words"}, MODULE.replace("(tallies", "(wrong"))
    install_toy(tmp_path / "bad", {"tertium.parsers": "gone = nowhere:gone"}, "", name="bad", module="bad")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{tmp_path / 'bad'}:{Path(tertium.__file__).parents[1]}")
    listed = run_apart("plugins", "-f", "tsv")
    assert listed.returncode == 2
    assert "parser\tgone\tbad\t1.0\tnowhere:gone\tbroken\t" in listed.stdout
    assert "tertium: 1 of 2 plug-ins cannot be used. Report it to the authors of bad" in listed.stderr
    assert "Traceback" not in listed.stderr


def test_two_packages_with_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("toy", "second"):
        monkeypatch.syspath_prepend(
            install_toy(tmp_path / name, {"tertium.metrics": "words = toy_plugins:Words"}, name=name)
        )
    assert {(each.package, each.status) for each in tertium.list_plugins()} == {
        ("second", "ambiguous"),
        ("toy", "ambiguous"),
    }
    with pytest.raises(PluginError, match="'words' of the package 'second' is also in the package 'toy'") as caught:
        tertium.score(["a"], ["a"], ["words"])
    assert "pip uninstall second or toy" in str(caught.value)


def test_two_copies_of_one_package_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, name in (("old", "my.toy"), ("new", "My_Toy")):
        monkeypatch.syspath_prepend(
            install_toy(tmp_path / folder, {"tertium.metrics": "words = toy_plugins:Words"}, name=name)
        )
    assert [each.package for each in tertium.list_plugins()] == ["My_Toy"]


def test_metadata_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = install_toy(tmp_path, {"tertium.metrics": "no equals sign"})
    (folder / "toy-1.0.dist-info" / "METADATA").unlink()
    monkeypatch.syspath_prepend(folder)
    [found] = tertium.list_plugins()
    assert found.status == "broken"
    assert found.problem.startswith("its entry_points.txt cannot be read: ")
    assert "toy-1.0.dist-info" in found.package
    assert tertium.score(["a"], ["a"], ["wer"])["wer"].value == 0
    with pytest.raises(SpecError, match="there is no metric 'words'"):
        tertium.score(["a"], ["a"], ["words"])


# What is wrong with a toy, by a change of its source; what uses it; and what is said.
CHANGES = {
    "a tokenizer without a version": (
        ('version = "letters-1"', "number = 1"),
        lambda path: tertium.score(["a"], ["a"], ["bleu:tokenize=letters"]),
        "the tokenizer 'letters' of the package 'toy' returns something that has no version",
    ),
    "a tokenizer that returns lists": (
        ("return pack_tokens(", "return (lambda tokens, threads: tokens)("),
        lambda path: tertium.score(["a"], ["a"], ["bleu:tokenize=letters"]),
        "the tokenizer 'letters' of the package 'toy' returns list instead of what tertium.text.pack_tokens returns",
    ),
    "a tokenizer that loses a segment": (
        ("for segment in segments], threads)", "for segment in segments[1:]], threads)"),
        lambda path: tertium.score(["a"], ["a"], ["bleu:tokenize=letters"]),
        "the tokenizer 'letters' of the package 'toy' returns 0 segments for 1",
    ),
    "a metric with one row": (
        ("dtype=float)[:, None]", "dtype=float)[:1, None]"),
        lambda path: tertium.score(["a", "b"], ["a", "b"], ["words"]),
        "the metric 'words' of the package 'toy' returns tallies of shape (1, 1), not one row for each of 2 segments",
    ),
    "a metric with a list": (
        ("return np.array(batch.hypotheses, dtype=float)[:, None]", "return batch.hypotheses"),
        lambda path: tertium.score(["a", "b"], ["a", "b"], ["words"]),
        "the metric 'words' of the package 'toy' returns tallies of type list, not a numpy array",
    ),
    "a metric of words": (
        ("np.array(batch.hypotheses, dtype=float)", "np.array(batch.hypotheses, dtype=str)"),
        lambda path: tertium.score(["a", "b"], ["a", "b"], ["words"]),
        "the metric 'words' of the package 'toy' returns tallies of type <U",
    ),
    "a metric of an earlier contract": (
        ("def tally(self, batch, threads=1)", "def tally(self, hypotheses, references, offsets, threads=1)"),
        lambda path: tertium.score(["a", "b"], ["a", "b"], ["words"]),
        "the metric 'words' of the package 'toy' has a method tally(hypotheses, references, offsets, threads=1), which "
        "cannot be called with (batch, threads=1). Report it to the authors of the package, or remove it: pip "
        "uninstall toy. The contract is on the page 'Contracts of plug-ins'",
    ),
    "a parser that cannot report progress": (
        ("def parse(self, segments, progress=None)", "def parse(self, segments)"),
        lambda path: syntax.get_parser("chain"),
        "the parser 'chain' of the package 'toy' returns something that has a method parse that cannot be called with "
        "(segments, progress=None)",
    ),
    "a count provider that fails": (
        ("return Constant(int(argument))", "raise KeyError(argument)"),
        lambda path: tertium.open_counts("constant(7)"),
        "the count provider 'constant' of the package 'toy' fails: KeyError: '7'",
    ),
    "a dictionary alone": (
        ("return Empty(), None", "return Empty()"),
        lambda path: tertium.open_mtness("es", "constant(1)", source_language="ca", tagger="nouns", dictionary="empty"),
        "the dictionary 'empty' of the package 'toy' returns something that is not a tuple of 2",
    ),
    "a reader that returns texts": (
        ("yield SegmentRun.of_role(request.role, texts)", "yield texts"),
        lambda path: tertium.read_test_set([path / "x.slashes"]),
        "the input format 'slashes' of the package 'toy' returns list instead of tertium.text.SegmentRun",
    ),
    "a reader that does not iterate": (
        ("yield SegmentRun.of_role", "return SegmentRun.of_role"),
        lambda path: tertium.read_test_set([path / "x.slashes"]),
        "the input format 'slashes' of the package 'toy' returns something that is of type SegmentRun, not Iterator",
    ),
    "a reader that cannot count": (
        ("yield SegmentRun.of_role(request.role, texts)", "yield SegmentRun(length=9, sources=texts)"),
        lambda path: tertium.read_test_set([path / "x.slashes"]),
        "the input format 'slashes' of the package 'toy' returns 2 sources for 9 segments",
    ),
    "a reader of bytes": (
        ("of_role(request.role, texts)", "of_role(request.role, [b'a', b'b'])"),
        lambda path: tertium.read_test_set([path / "x.slashes"]),
        "the input format 'slashes' of the package 'toy' returns bytes among the hypotheses of system 1",
    ),
    "a table of another length": (
        ("range(2, len(rows) + 2)", "range(2, len(rows) + 3)"),
        lambda path: tertium.read_test_set([path / "x.ssv"]),
        "the table format 'ssv' of the package 'toy' returns 1 cells of the column 'hypothesis' for 2 rows",
    ),
    "a format that returns nothing": (
        ("return document.title.upper() +", "return None and"),
        lambda path: show("score", *SYSTEMS, *REFERENCE, "-f", "shout"),
        "the output format 'shout' of the package 'toy' returns something that is of type NoneType, not str",
    ),
    "a test without a result": (
        ("return Difference(value, value, value, 0.5)", "return value"),
        lambda path: tertium.compare({"a": ["a"], "b": ["b"]}, ["a"], ["words"], method="coin"),
        "the significance test 'coin' of the package 'toy' returns something that is of type float, not Difference",
    ),
    "a control of another shape": (
        ("if whole else found", "if whole else found[:1]"),
        lambda path: show(
            *("correlate", "--data", str(samples.path("judgments.tsv").parent), "-m", "chrf", "--level", "pooled"),
            *("--statistic", "partial-pearson", "--control", "initials"),
        ),
        "the control 'initials' of the package 'toy' returns an array of shape (1, 14), not (3, 14)",
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_violation_names_the_package(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (old, new), use, message = CHANGES[case]
    source = MODULE.replace(old, new)
    assert source != MODULE
    monkeypatch.syspath_prepend(install_toy(tmp_path / "site", source=source))
    (tmp_path / "x.slashes").write_text("a/b", encoding="utf-8")
    (tmp_path / "x.ssv").write_text("hypothesis\na\n", encoding="utf-8")
    with pytest.raises(PluginError) as caught:
        use(tmp_path)
    assert str(caught.value).startswith(message)
    assert caught.value.package == "toy"
    assert "page 'Contracts of plug-ins' of the documentation" in str(caught.value)


def test_a_layout_that_does_not_work_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(install_toy(tmp_path / "site", {"tertium.layouts": "gone = nowhere:gone"}))
    [judged] = tertium.read_judged(samples.path("judgments.tsv"))  # in one of our own layouts
    assert judged.name == "samples"
    with (
        pytest.warns(TertiumWarning, match="the layout 'gone' of the package 'toy' cannot be imported.* is left out"),
        pytest.raises(tertium.InputError, match="no judgments in a known layout"),
    ):
        tertium.read_judged(tmp_path)


@pytest.mark.usefixtures("toys")
def test_an_error_in_a_plugin_is_traced_to_its_package(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        tertium.read_test_set([tmp_path / "none.slashes"])
    culprit = find_culprit(caught.value)
    assert culprit.startswith("toy 1.0, ")
    assert "toy_plugins.py:" in culprit
    with pytest.raises(ZeroDivisionError) as ours:
        _ = 1 / 0
    assert find_culprit(ours.value) == ""


def test_the_command_names_the_package_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli.running import run_apart

    monkeypatch.setenv("PYTHONPATH", f"{install_toy(tmp_path)}:{Path(tertium.__file__).parents[1]}")
    failed = run_apart("score", str(tmp_path / "none.slashes"), "-m", "words")
    assert failed.returncode == 2
    assert failed.stderr.startswith("tertium: a plug-in fails: FileNotFoundError: ")
    assert "(toy 1.0, " in failed.stderr
    assert "Traceback" not in failed.stderr
