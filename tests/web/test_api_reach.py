"""Clients of the API name no path and no server, except files of the folder that the server was given."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from tertium import make_test_set, registry
from tertium.errors import InputError, SpecError
from tertium.metrics import parse
from tertium.web.api import reach as module
from tertium.web.api.reach import ClientReach, ReachError, _list_text_settings
from tertium.web.workspace import Workspace
from tests.web.serving import serve


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside.txt").write_text("secret\n", encoding="utf-8")
    inside = tmp_path / "files"
    (inside / "deep").mkdir(parents=True)
    (inside / "words.txt").write_text("the\n", encoding="utf-8")
    (inside / "deep" / "words.txt").write_text("the\n", encoding="utf-8")
    (inside / "tuned.toml").write_text('spec = "chrf:beta=3"\n', encoding="utf-8")
    (inside / "leading-out.txt").symlink_to(tmp_path / "outside.txt")
    (inside / "leading-in.txt").symlink_to(inside / "words.txt")
    return inside


OUTWARD = ["/etc/passwd", "../outside.txt", "deep/../../outside.txt", "leading-out.txt", "~/words.txt", ".", "", "a\0b"]

# Every way in which a spec can name a file or a server; {} is the name.
FILES = [
    "{}.toml",
    "bleu:tokenize=spm({})",
    "bleu:lowercase=yes,tokenize=flores200({})",
    "bleu: tokenize = spBLEU-1K( {} )",
    "meteor:function_words={}",
    "meteor:stages=exact({})",
    "meteor:stages=exact+wn_stem({})",
    "meteor:stages=wn_synonym({})",
    "meteor:stages=thesaurus({})",
    "meteor:stages=relatedness(lin,0.5,{})",
    "hwcm:fragment_weights={}",
    "bertscore:encoder={}",
    "bertscore-qe:encoder={}",
    "slor:index={}",
    "stm:parser=ptb({})",
    "hwcm:parser=conllu({})",
]
SERVERS = [
    "stm:parser=corenlp(http://127.0.0.1:9000)",
    "stm:parser=corenlp(localhost)",
    "stm:parser=benepar(/tmp/model)",
    "stm:parser=spacy(/tmp/model)",
    "stm:parser=spacy(./model)",
    "stm:parser=spacy(model)",
]


@pytest.mark.parametrize("spec", FILES)
@pytest.mark.parametrize("name", OUTWARD)
def test_metrics_name_nothing_outside(folder: Path, spec: str, name: str) -> None:
    asked = spec.replace("{}", name)
    for reach in (ClientReach(), ClientReach(folder)):
        if name == "" and "{}.toml" not in spec:
            # An empty argument is the resource of the package.
            assert reach.metric(asked).replace(" ", "") == asked.replace(" ", "")
            continue
        with pytest.raises((ReachError, SpecError)) as caught:
            reach.metric(asked)
        assert str(folder) not in str(caught.value)


@pytest.mark.parametrize("spec", SERVERS)
def test_metrics_name_no_server(folder: Path, spec: str) -> None:
    with pytest.raises((ReachError, SpecError)) as caught:
        ClientReach(folder).metric(spec)
    assert "127.0.0.1" not in str(caught.value)


PROGRAMS = [
    "external(touch {})",
    " EXTERNAL ( touch {} ) : source",
    "external:command=touch {}",
    "external:version=1,command=touch {}",
    "external({})",
    "external(touch {}).toml",
    "external",
    "scores({})",
    " SCORES ( {} )",
    "scores:file={}",
]


@pytest.mark.parametrize("spec", PROGRAMS)
def test_metrics_run_no_program(folder: Path, tmp_path: Path, spec: str) -> None:
    asked = spec.replace("{}", str(tmp_path / "marker"))
    for reach in (ClientReach(), ClientReach(folder)):
        with pytest.raises(SpecError, match="runs a program"):
            reach.metric(asked)
        for other in (reach.counts, reach.tagger, reach.dictionary):
            with pytest.raises((SpecError, ReachError)):
                other(asked)
    assert not (tmp_path / "marker").exists()


def test_files_of_the_folder_run_no_program(folder: Path, tmp_path: Path) -> None:
    (folder / "tuned.toml").write_text(f'spec = "external(touch {tmp_path}/marker)"\n', encoding="utf-8")
    with pytest.raises(InputError, match="runs a program"):
        parse(ClientReach(folder).metric("tuned.toml"))


def test_a_server_runs_no_program(tmp_path: Path) -> None:
    """Neither by a form, nor by the API, nor by a job that was put into the workspace past both."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "tuned.toml").write_text(f'spec = "external(touch {tmp_path}/marker)"\n', encoding="utf-8")
    workspace = Workspace.open(tmp_path / "workspace")
    identity = workspace.add_test_set("test", make_test_set({"a": ["a dog"], "b": ["the dog"]}, ["one dog"]))
    job = workspace.jobs.submit("score", {"test_set": identity, "metrics": [f"external(touch {tmp_path}/marker)"]})
    workspace.close()
    body = {"hypotheses": ["a dog"], "references": ["one dog"]}
    with serve(tmp_path / "workspace", files=files) as client:
        for spec in (f"external(touch {tmp_path}/marker)", f"external:command=touch {tmp_path}/marker", "tuned.toml"):
            assert client.post(f"/sets/{identity}/score", {"metrics": spec}).status == 422
            asked = json.dumps({**body, "metrics": [spec]}).encode()
            reply = client.ask("POST", "/api/v1/score", asked, Content_Type="application/json")
            assert reply.status == 422
            assert "runs a program" in reply.text
        until = time.monotonic() + 60
        workspace = Workspace.open(tmp_path / "workspace")
        while not workspace.jobs.get(job).is_finished and time.monotonic() < until:
            time.sleep(0.1)
        assert "a server runs no programs" in str(workspace.jobs.get(job).error)
        workspace.close()
    assert not (tmp_path / "marker").exists()


def test_files_of_the_folder_may_be_named(folder: Path) -> None:
    reach = ClientReach(folder)
    assert reach.metric("meteor:function_words=deep/words.txt") == f"meteor:function_words={folder}/deep/words.txt"
    assert reach.metric("meteor:stages=exact(words.txt)+porter") == f"meteor:stages=exact({folder}/words.txt)+porter"
    assert reach.metric("meteor:stages=exact(leading-in.txt)") == f"meteor:stages=exact({folder}/words.txt)"
    assert parse(reach.metric("tuned.toml")) == parse("chrf:beta=3")
    assert reach.counts("scan(words.txt+deep/words.txt)") == f"scan({folder}/words.txt+{folder}/deep/words.txt)"
    assert reach.hide(f"{folder}/words.txt: it is empty") == "words.txt: it is empty"


@pytest.mark.parametrize(
    "spec", ["bleu", " BLEU:lowercase , order=2", "chrf++", "meteor-1.5", "meteor:weights=1+0.6+1"]
)
def test_other_specs_stay_as_they_are(spec: str) -> None:
    assert ClientReach().metric(spec) == spec
    parse(spec)


@pytest.mark.parametrize(
    "spec", ["index(/etc)", "scan(/etc/passwd)", "scan(words.txt+../outside.txt)", "elastic(http://127.0.0.1,a,b)"]
)
def test_counts_name_nothing_outside(folder: Path, spec: str) -> None:
    with pytest.raises(ReachError):
        ClientReach(folder).counts(spec)
    for other in ("infinigram(x)", "websearch(settings.toml)", "websearch(http://127.0.0.1)"):
        with pytest.raises(ReachError, match="may not choose"):
            ClientReach(folder).counts(other)


def test_taggers_and_dictionaries_name_nothing_outside(folder: Path) -> None:
    reach = ClientReach(folder)
    for spec in ("apertium(/tmp)", "spacy(/tmp)", "wordlist(/etc/passwd)", "wordlist(words.txt,../outside.txt)"):
        with pytest.raises((ReachError, SpecError)):
            reach.tagger(spec)
    for spec in ("apertium(/tmp)", "pairs(/etc/passwd)", "pairs(words.txt,,../outside.txt)"):
        with pytest.raises(ReachError):
            reach.dictionary(spec)
    assert reach.tagger("wordlist") == "wordlist"
    assert reach.dictionary("auto") == "auto"


@pytest.mark.parametrize(
    "spec",
    ["bleu:tokenize=spm((a))", "bleu:tokenize=spm(a", "bleu:tokenize=spm)a(", "bleu,chrf", "", ":", "bleu:=", "a\nb"],
)
def test_what_could_be_read_in_two_ways_is_refused(folder: Path, spec: str) -> None:
    with pytest.raises((ReachError, SpecError)):
        ClientReach(folder).metric(spec)


def test_every_setting_that_is_a_text_is_listed() -> None:
    found = {key for name in registry.METRICS for key in _list_text_settings(name)}
    assert found == set(module.SETTINGS)


def test_every_resource_is_one_that_was_looked_at() -> None:
    """Whoever adds one decides here whether clients may give it an argument; without a line they may not."""
    none = {"exact", "porter", "none", "13a", "intl", "zh", "char", "ja-mecab", "ko-mecab", "benepar", "corenlp"}
    none |= {"elastic", "infinigram", "websearch", "apertium"}
    for table, allowed in (
        (registry.TOKENIZERS, module.TOKENIZERS),
        (registry.MODULES, module.MODULES),
        (registry.PARSERS, module.PARSERS),
        (registry.COUNTS, module.PROVIDERS),
        (registry.TAGGERS, module.TAGGERS),
        (registry.DICTIONARIES, module.DICTIONARIES),
    ):
        assert set(table) <= {*allowed, *none}
    words = Path(module.__file__).parents[2] / "lexicon" / "function_words"
    assert {path.stem for path in words.glob("*.txt")} == set(module.WORD_LISTS)


def test_errors_of_unknown_names_list_the_known_ones() -> None:
    for spec, known in (("blue", "bleu"), ("bleu:tokenize=x", "13a"), ("stm:parser=x", "spacy"), ("a b", "bleu")):
        with pytest.raises(SpecError) as caught:
            ClientReach().metric(spec)
        assert re.search(rf"There are: .*\b{known}\b", str(caught.value))


def test_forms_of_pages_name_nothing_either(tmp_path: Path) -> None:
    (tmp_path / "weights.toml").write_text('spec = "chrf"\n', encoding="utf-8")
    workspace = Workspace.open(tmp_path / "workspace")
    identity = workspace.add_test_set("test", make_test_set({"a": ["a dog"], "b": ["the dog"]}, ["one dog"]))
    workspace.close()
    with serve(tmp_path / "workspace", files=tmp_path) as client:
        for spec in (f"{tmp_path}/weights.toml", "hwcm:fragment_weights=/etc/passwd", "stm:parser=corenlp(localhost)"):
            reply = client.post(f"/sets/{identity}/score", {"metrics": spec})
            assert reply.status == 422
            assert "root:" not in reply.text
        assert client.post(f"/sets/{identity}/score", {"metrics": "chrf"}).status == 303
