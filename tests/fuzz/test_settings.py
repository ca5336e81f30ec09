"""Attacks on settings, models, experiments, rules, specs and trees."""

from __future__ import annotations

import gzip
import math
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from tertium.corpus.websearch import read_settings
from tertium.lexicon.modules import parse_stages
from tertium.meta.correlation.experiment import load_experiment
from tertium.metrics.features.model import load_model
from tertium.metrics.spec import parse
from tertium.mtness.chunking.chunk_rules import ChunkRules
from tertium.mtness.counting.proper_nouns import ProperNouns
from tertium.mtness.detection.combiner import Combiner, CountEvidence, list_features
from tertium.mtness.repairs.kinds import SECTIONS
from tertium.mtness.repairs.learned_repairs import LEARNED
from tertium.mtness.repairs.repair import Repair
from tertium.mtness.repairs.repair_rules import Rules
from tertium.mtness.resources.confusions import ConfusionTable
from tertium.mtness.resources.languages import KNOWN, find_language
from tertium.mtness.resources.sense_list import SenseList
from tertium.mtness.resources.word_choices import WordChoices
from tertium.mtness.text.words import split_words
from tertium.syntax import read_brackets, read_conllu
from tertium.syntax.parsers.files import make_conllu, make_ptb
from tests.fuzz.attacks import attack, attempt
from tests.fuzz.hostile import spoil, texts
from tests.fuzz.test_readers import with_file

MODEL = (
    'format = 1\nname = "m"\nlanguage = "en"\nplain = true\ntrained_on = "t"\nclip = 4.0\nfloor = -2.0\nceiling = 1.2\n'
    'feature = [\n  { name = "token1.precision", mean = 0.5, deviation = 0.2 },\n  { name = "score of bleu",'
    ' mean = 0.1, deviation = 1.0 },\n]\n[predictor]\nkind = "linear"\nweights = [0.5, 1.0]\nintercept = 0.1\n'
)
SETTINGS = (
    'url = "https://example.org/search?q={phrase}"\ntotal = "a.b"\nname = "n"\nmissing_is_zero = true\ntimeout = 3\n'
    '[headers]\nKey = "${TERTIUM_SEARCH_KEY}"\n'
)
EXPERIMENTS = [
    path.read_bytes() for path in sorted(Path(load_experiment.__code__.co_filename).parent.glob("experiments/*"))
]
RULES = {
    name: [path.read_bytes() for code in KNOWN if (path := find_language(code) / f"{name}.toml").is_file()]
    for name in ("spans", "suggestions", "proper_nouns", "words")
}
CONFUSIONS = (
    "# tertium confusions 1\n# pair: ca-es\n# origin: 90 lines through a and b\n"
    "replaced\treplacement\tcount\toccurrences\tgain\tsynonyms\n"
    "a\ten\t4\t20\t1.5\t\nclic a\tclic en\t4\t4\t2.5\t\n# x\t#\t3\t5\t-0.5\tyes\n<s>\t<s> ¿\t3\t9\t0.1\t\n"
    "replaced\treplacement\texpected\tshare\na\ten\t0.2000\t0.3500\n"
)
CHOICES = (
    "# tertium word choices 1\n# origin: 90 lines\n# language: es\n# determiners: el la\n# contractions: al=a el, x=\n"
    "one\tother\tcontext\tweight\na\ten\tbias\t-0.5\na\ten\tn lista\t2.3\nel\tla\t-1 a\t1e1\n"
)
WEIGHTS = Combiner({"bias": -4.0, "gain": 0.5}, {"A2": 0.1}, "here").render()
BRACKETS = "(ROOT (S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .)))\n( (S (NP-SBJ=1 (-NONE- *)) (VP (VB go)))) "
CONLLU = (
    "# text = The dog\n1-2\tThedog\t_\t_\t_\t_\t_\t_\t_\t_\n1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n"
    "2\tdog\tdog\tNOUN\tNN\t_\t0\troot\t_\t_\n2.1\tx\tx\tX\tX\t_\t_\t_\t_\t_\n\n"
)


@attack(spoil(MODEL), brief=25)
def test_models(content: bytes) -> None:
    with_file(load_model, "model.toml", content)


@attack(spoil(SETTINGS), brief=25)
def test_search_settings(content: bytes) -> None:
    with_file(read_settings, "search.toml", content)


@attack(spoil(*EXPERIMENTS), brief=25)
def test_experiments(content: bytes) -> None:
    with_file(lambda path: load_experiment(str(path)), "experiment.toml", content)


@attack(*(spoil(*RULES[name], most=3) for name in RULES), brief=15)
def test_rules(*contents: bytes) -> None:
    with TemporaryDirectory() as folder:
        for name, content in zip(RULES, contents, strict=True):
            Path(folder, f"{name}.toml").write_bytes(content)
        for use in (
            lambda: ChunkRules.of(folder),
            lambda: Rules.read(folder, SECTIONS),
            lambda: ProperNouns.of(folder),
            lambda: split_words("don't l'home aujourd'hui", folder),
        ):
            attempt(use)


def use_table(path: Path) -> None:
    """A table that is taken can be used and written."""
    table = ConfusionTable.read(path)
    text = ["haz", "clic", "a", "la", "lista", "#", "x"]
    for confusion in table.find(text).values():
        repair = Repair(
            edits=(), action=LEARNED, error=LEARNED.error, replaced="", replacement="", change=(0, 1, ()), gain=1.0,
            confusion=confusion,
        )  # fmt: skip
        assert math.isfinite(Combiner.read().weigh(list_features(repair, CountEvidence())))
    table.write(path.with_name("again.tsv"))
    assert ConfusionTable.read(path.with_name("again.tsv")).version == table.version


@attack(
    spoil(CONFUSIONS, gzip.compress(CONFUSIONS.encode(), mtime=0)), st.sampled_from(["t.tsv", "t.tsv.gz"]), brief=40
)
def test_confusions(content: bytes, name: str) -> None:
    with_file(use_table, name, content)


def use_choices(path: Path) -> None:
    """A table that is taken can be used and written."""
    table = WordChoices.read(path)
    text = ["haz", "clic", "al", "a", "la", "lista", "x"]
    for change in table.propose(text):
        odds = table.weigh(text, change)
        assert odds is None or math.isfinite(odds)
    table.write(path.with_name("again.tsv"))
    assert WordChoices.read(path.with_name("again.tsv")).version == table.version


@attack(spoil(CHOICES, gzip.compress(CHOICES.encode(), mtime=0)), st.sampled_from(["t.tsv", "t.tsv.gz"]), brief=40)
def test_word_choices(content: bytes, name: str) -> None:
    with_file(use_choices, name, content)


@attack(spoil("# senses\ncargol\tnoun\ttornillo|caracol\ntrucar\tverb\tllamar\n"), brief=25)
def test_sense_lists(content: bytes) -> None:
    with_file(lambda path: SenseList.read(path).version, "senses.tsv", content)


@attack(spoil(WEIGHTS), brief=25)
def test_weights(content: bytes) -> None:
    with_file(lambda path: Combiner.read(path).render(), "weights.json", content)


@attack(
    texts("bleu:tokenize=13a,order=4", "meteor:stages=exact+stem(english)", "stm:parser=ptb(x.mrg)", "learned(m.toml)")
)
def test_specs(text: str) -> None:
    attempt(lambda: parse(text))
    parse_stages(text)


@attack(texts(BRACKETS, CONLLU), st.sampled_from([read_brackets, read_conllu]), brief=25)
def test_trees(text: str, read: object) -> None:
    read(text)  # type: ignore[operator]


@attack(spoil(BRACKETS, CONLLU), brief=25)
def test_files_of_trees(content: bytes) -> None:
    with_file(lambda path: make_ptb(str(path)).parse(["The dog barks ."]), "trees.mrg", content)
    with_file(lambda path: make_conllu(str(path)).parse(["The dog"]), "trees.conllu", content)
