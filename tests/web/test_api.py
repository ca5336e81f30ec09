"""The JSON API: its answers are those of the rooms, and what is wrong is a problem that says so."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import tertium
from tertium import samples
from tertium.report import write_json
from tertium.samples import mtness as mtness_samples
from tertium.web.api.operations import OPERATIONS
from tests.annotation.campaigns import prepare
from tests.web.serving import Client, Reply, serve

HYPOTHESES = samples.path("system.neural.txt").read_text(encoding="utf-8").splitlines()
OTHERS = samples.path("system.literal.txt").read_text(encoding="utf-8").splitlines()
REFERENCES = [
    list(pair)
    for pair in zip(
        samples.path("reference.A.txt").read_text(encoding="utf-8").splitlines(),
        samples.path("reference.B.txt").read_text(encoding="utf-8").splitlines(),
        strict=True,
    )
]
CORPUS = mtness_samples.path("corpus.es.txt")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    (folder / "corpus.es.txt").write_bytes(CORPUS.read_bytes())
    (folder / "words.txt").write_text("the\na\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory, files: Path) -> Iterator[Client]:
    workspace = tmp_path_factory.mktemp("workspace")
    store, _ = prepare(workspace)
    store.close()
    with serve(workspace, files=files) as client:
        yield client


def ask(client: Client, name: str, request: object, **headers: str) -> Reply:
    body = request if isinstance(request, bytes) else json.dumps(request).encode()
    return client.ask("POST", f"/api/v1/{name}", body, **{"Content_Type": "application/json", **headers})


def get(client: Client, name: str, request: object) -> Any:
    reply = ask(client, name, request)
    assert reply.status == 200, reply.text
    assert reply.headers["content-type"] == "application/json"
    found = json.loads(reply.text)
    assert found.pop("schema") == 1
    return found


def plain(data: object) -> Any:
    return json.loads(write_json(data))


def problem(reply: Reply) -> dict[str, Any]:
    assert reply.headers["content-type"] == "application/problem+json"
    found: dict[str, Any] = json.loads(reply.text)
    assert found["status"] == reply.status
    assert set(found) == {"type", "title", "status", "detail", "remedy", "file", "line", "errors"}
    return found


def test_scores_are_those_of_the_library(api: Client) -> None:
    request = {
        "hypotheses": HYPOTHESES,
        "references": REFERENCES,
        "metrics": ["bleu", "chrf:word_order=2", "ter", "meteor"],
        "confidence": 0.95,
        "documents": [str(number // 5) for number in range(len(HYPOTHESES))],
    }
    found = tertium.score(
        HYPOTHESES,
        REFERENCES,
        request["metrics"],
        confidence=0.95,
        documents=request["documents"],
    )
    assert get(api, "score", request) == plain(found.to_dict())
    assert get(api, "score", {**request, "segments": False}) == plain(found.to_dict(segments=False))
    defaults = tertium.score(HYPOTHESES, REFERENCES).to_dict()
    assert get(api, "score", {"hypotheses": HYPOTHESES, "references": REFERENCES}) == plain(defaults)


def test_comparisons_are_those_of_the_library(api: Client) -> None:
    systems = {"neural": HYPOTHESES, "literal": OTHERS}
    request = {"systems": systems, "references": REFERENCES, "metrics": ["chrf", "wer"]}
    assert get(api, "compare", request) == plain(tertium.compare(systems, REFERENCES, ["chrf", "wer"]).to_dict())
    other = {**request, "pairs": "all", "method": "randomization", "seed": 1, "resamples": 1500}
    found = tertium.compare(
        systems, REFERENCES, ["chrf", "wer"], pairs="all", method="randomization", seed=1, resamples=1500
    )
    assert get(api, "compare", other) == plain(found.to_dict())


def test_alignments_and_explanations_are_those_of_the_library(api: Client) -> None:
    found = tertium.align_many(HYPOTHESES, REFERENCES, "meteor:stages=exact+porter")
    request = {"hypotheses": HYPOTHESES, "references": REFERENCES, "metric": "meteor:stages=exact+porter"}
    assert get(api, "align", request) == plain({"alignments": [each.to_dict() for each in found]})
    for metric in ("bleu", "meteor", "ter", "chrf"):
        request = {"hypothesis": HYPOTHESES[0], "references": REFERENCES[0], "metric": metric}
        found = tertium.explain(HYPOTHESES[0], REFERENCES[0], metric)
        assert get(api, "explain", request) == plain(found.to_dict())


def test_audits_are_those_of_the_library(api: Client) -> None:
    request = {"hypothesis": HYPOTHESES[0], "references": REFERENCES[0], "against": ["chrf"], "samples": 50}
    answer = get(api, "audit", request)
    found = plain(tertium.audit_segment(HYPOTHESES[0], REFERENCES[0], against=["chrf"], samples=50).to_dict())
    for twin in (*answer["twins"].values(), *found["twins"].values()):
        twin.pop("seconds", None)  # the time that it took
    assert answer == found
    systems = {"neural": HYPOTHESES, "literal": OTHERS}
    test_set = tertium.make_test_set(systems, REFERENCES)
    request = {"systems": systems, "references": REFERENCES, "against": "chrf", "probes": ["bleu"], "edited": 5}
    audited = tertium.audit_corpus(test_set, against="chrf", probes=["bleu"], edited=5)
    assert get(api, "audit/corpus", request) == plain(audited.to_dict())


def test_counts_are_those_of_the_library(api: Client) -> None:
    phrases = ["el", "está lleno", "no hay tal"]
    found = plain({"counts": [each.to_dict() for each in tertium.count_phrases(phrases, f"scan({CORPUS})")]})
    assert get(api, "count", {"phrases": phrases, "source": "scan(corpus.es.txt)"}) == found
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    assert get(api, "count", {"phrases": phrases, "corpus": lines}) == found


def test_findings_are_those_of_the_library(api: Client, files: Path) -> None:
    outputs, sources = ["El salario limpio.", "El disco es lleno."], ["El salari net.", "El disc és ple."]
    request = {
        "outputs": outputs,
        "sources": sources,
        "language": "es",
        "source_language": "ca",
        "tagger": "wordlist",
        "dictionary": "pairs",
    }
    answer = get(api, "mtness", {**request, "source": "scan(corpus.es.txt)"})
    with tertium.open_mtness(
        "es", f"scan({files / 'corpus.es.txt'})", source_language="ca", tagger="wordlist", dictionary="pairs"
    ) as pipeline:
        found = tertium.find_mtness(outputs, pipeline, sources=sources)
    assert answer == plain(found.to_dict())
    assert answer["instances"] == 2
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    assert get(api, "mtness", {**request, "corpus": lines})["findings"] == answer["findings"]


def test_agreement_is_that_of_the_library(api: Client) -> None:
    judgments = tertium.read_judgments(samples.path("judgments.tsv"))
    columns = {
        name: np.asarray(getattr(judgments, name)).tolist()
        for name in ("system", "segment", "annotator", "kind", "value")
    }
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    assert get(api, "judgments", {"judgments": rows}) == plain(tertium.measure_agreement(judgments).to_dict())


def test_texts_are_given_one_unicode_form(api: Client) -> None:
    request = {
        "hypotheses": ["caf\u00e9 noir"],
        "references": ["cafe\u0301 noir"],
        "metrics": ["chrf"],
        "segments": False,
    }
    assert get(api, "score", request)["scores"][0]["value"] < 100
    (score,) = get(api, "score", {**request, "normalise": "nfc"})["scores"]
    assert (score["value"], "text:nfc" in score["signature"]) == (100, True)
    assert problem(ask(api, "score", {**request, "normalise": "nfd"}))["errors"][0]["pointer"] == "/normalise"


def test_campaigns_are_listed_and_exported(api: Client) -> None:
    listed = json.loads(api.get("/api/v1/judgments").text)["campaigns"]
    assert [each["name"] for each in listed] == ["test"]
    assert json.loads(api.get("/api/v1/judgments/test").text) == {"judgments": []}
    reply = api.get("/api/v1/judgments/none")
    assert reply.status == 404
    assert problem(reply)["remedy"] == "There are: test"


def test_every_example_of_the_description_is_answered(api: Client) -> None:
    description = json.loads(api.get("/api/v1/openapi.json").text)
    assert description["openapi"].startswith("3.1")
    for name, operation in OPERATIONS.items():
        assert "post" in description["paths"][f"/{name}"]
        assert operation.examples
        success = description["paths"][f"/{name}"]["post"]["responses"]["200"]
        schema = {**success["content"]["application/json"]["schema"], "components": description["components"]}
        for example in operation.examples:
            answer = get(api, name, example)
            Draft202012Validator(schema).validate(answer)
            described = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            assert set(answer) <= set(described["properties"]), "a field that the schema does not have"


def test_the_page_of_the_api_needs_no_other_site(api: Client) -> None:
    page = api.get("/api/v1/docs")
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    for name in OPERATIONS:
        assert f"/api/v1/{name}" in page.text
    assert "://" not in page.text.replace(f"http://127.0.0.1:{api.port}/", "")
    assert page.text.count("<script") == page.text.count('<script type="module" src="/static/')


@pytest.mark.parametrize(
    ("name", "change", "status", "words"),
    [
        ("score", {"metrics": ["blue"]}, 422, "Did you mean 'bleu'? There are: bertscore, bertscore-qe, blend, bleu"),
        ("score", {"metrics": ["bleu:lower=yes"]}, 422, "bleu has no setting 'lower'"),
        ("score", {"metrics": ["bleu:tokenize=13b"]}, 422, "There are: none, 13a"),
        ("score", {"references": ["a"]}, 422, "references"),
        ("score", {"references": [["a", "b"], "c", "d"]}, 422, "3"),
        ("score", {"documents": ["a"]}, 422, "document"),
        ("score", {"sources": ["a"]}, 422, "sources"),
        ("score", {"references": None}, 422, "no references are given"),
        ("score", {"metrics": ["bertscore-qe"]}, 422, "bertscore-qe needs the source segments"),
        ("score", {"language": "de", "metrics": ["meteor"]}, 422, "language"),
        ("align", {"metric": "bleu"}, 422, "does not align words"),
    ],
)
def test_what_the_rooms_refuse_is_a_problem(
    api: Client, name: str, change: dict[str, object], status: int, words: str
) -> None:
    reply = ask(api, name, {"hypotheses": ["a b", "c d"], "references": ["a", "c"], **change})
    assert reply.status == status
    found = problem(reply)
    assert words in f"{found['detail']} {found['remedy']}"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"hypotheses": []}, "/hypotheses"),
        ({"hypotheses": "a"}, "/hypotheses"),
        ({"hypotheses": [1]}, "/hypotheses/0"),
        ({"hypotheses": [None]}, "/hypotheses/0"),
        ({"references": [[]]}, "/references/0"),
        ({"metrics": []}, "/metrics"),
        ({"metrics": "bleu"}, "/metrics"),
        ({"seed": -1}, "/seed"),
        ({"seed": "1"}, "/seed"),
        ({"seed": True}, "/seed"),
        ({"seed": 1.5}, "/seed"),
        ({"seed": 10**200}, "/seed"),
        ({"confidence": 2}, "/confidence"),
        ({"segments": 1}, "/segments"),
        ({"a/b~c": 1}, "/a~1b~0c"),
    ],
)
def test_wrong_fields_are_pointed_at(api: Client, change: dict[str, object], pointer: str) -> None:
    reply = ask(api, "score", {"hypotheses": ["a"], "references": ["a"], **change})
    assert reply.status == 422
    assert any(error["pointer"].startswith(pointer) for error in problem(reply)["errors"])


def test_whole_numbers_may_be_written_as_json_allows(api: Client) -> None:
    body = b'{"hypotheses": ["a"], "references": ["a"], "metrics": ["chrf"], "confidence": 0.95, "seed": 1.0}'
    assert ask(api, "score", body).status == 200


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "no body"),
        (b"  ", "no body"),
        (b"{", "line 1, column 2"),
        (b"{} {}", "not JSON"),
        (b'{"seed": NaN}', "NaN"),
        (b'{"seed": -Infinity}', "Infinity"),
        (b'{"seed": 1e999}', "too large"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "5,000 digits"),
        (b'{"seed": 1, "seed": 2}', "'seed' occurs twice"),
        (b'{"hypotheses": ["\\ud800"]}', "surrogate"),
        (b'{"\\udc00": 1}', "surrogate"),
        (b'{"hypotheses": ["\xff"]}', "not UTF-8"),
        (b"\xef\xbb\xbf{}", "BOM"),
        (b"[" * 100_000, "nested"),
        (b'{"hypotheses": ' + b"[" * 100 + b"]" * 100 + b"}", "nested"),
    ],
)
def test_json_that_readers_disagree_about_is_refused(api: Client, body: bytes, words: str) -> None:
    reply = ask(api, "score", body)
    assert reply.status == 400
    assert words in problem(reply)["detail"]


def test_other_types_paths_and_methods_are_refused(api: Client) -> None:
    body = b'{"hypotheses": ["a"], "references": ["a"], "metrics": ["chrf"]}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"):
        assert problem(ask(api, "score", body, Content_Type=kind))["status"] == 415
    assert problem(api.ask("POST", "/api/v1/score", body))["status"] == 415
    assert problem(ask(api, "score", body, Content_Encoding="gzip"))["status"] == 415
    assert ask(api, "score", body, Content_Type='Application/JSON; charset="UTF-8"').status == 200
    for method, path, status in (
        ("POST", "nothing", 404),
        ("GET", "score", 405),
        ("PUT", "score", 405),
        ("POST", "judgments/test", 405),
        ("GET", "judgments/" + "x" * 600, 422),
        ("GET", "judgments/a%0Ab", 404),
    ):
        reply = api.ask(method, f"/api/v1/{path}")
        assert problem(reply)["status"] == status
        assert ("allow" in reply.headers) == (status == 405)


def test_texts_are_returned_as_they_were_sent(api: Client) -> None:
    text = "<script>\u202e\x00 &amp; 𝒳 \u2028 ]]>"
    answer = ask(api, "explain", {"hypothesis": text, "references": [text], "metric": "chrf"})
    assert answer.status == 200
    assert json.loads(answer.text)["hypothesis"] == text
    assert "\u202e" not in answer.text


def wait(client: Client, job: int) -> dict[str, Any]:
    for _ in range(600):
        found: dict[str, Any] = json.loads(client.get(f"/api/v1/jobs/{job}").text)
        if found["state"] not in ("queued", "running"):
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_large_requests_are_jobs_with_the_same_answer(api: Client) -> None:
    many = [f"{text} {number}" for number in range(1_000) for text in HYPOTHESES][:5_001]
    references = [text[::-1] for text in many]
    request = {"hypotheses": many, "references": references, "metrics": ["chrf"]}
    reply = ask(api, "score", request)
    assert reply.status == 202
    job = json.loads(reply.text)
    assert reply.headers["location"] == f"/api/v1/jobs/{job['id']}"
    assert job["kind"] == "score"
    early = api.get(job["result"])
    assert early.status in (200, 409)
    assert wait(api, job["id"])["state"] == "done"
    result = api.get(job["result"])
    assert result.headers["content-type"] == "application/json"
    assert json.loads(result.text) == {"schema": 1, **plain(tertium.score(many, references, ["chrf"]).to_dict())}
    listed = json.loads(api.get("/api/v1/jobs").text)["jobs"]
    assert job["id"] in [each["id"] for each in listed]


def test_jobs_may_be_asked_for_fail_and_be_cancelled(api: Client) -> None:
    request = {"hypotheses": ["a"], "references": ["a"], "metrics": ["meteor:function_words=words.txt,stages=exact"]}
    first = json.loads(ask(api, "score", request, Prefer="wait=10, Respond-Async").text)
    wrong = {"hypotheses": ["a"], "references": ["a", "b"]}
    second = json.loads(ask(api, "score", wrong, Prefer="respond-async").text)
    third = json.loads(ask(api, "score", request, Prefer="respond-async").text)
    cancelled = json.loads(api.ask("DELETE", f"/api/v1/jobs/{third['id']}").text)
    assert cancelled["state"] in ("cancelled", "running")
    assert problem(api.get(third["result"]))["status"] == 409
    assert wait(api, first["id"])["state"] == "done"
    assert "words.txt" in api.get(first["result"]).text
    failed = wait(api, second["id"])
    assert failed["state"] == "failed"
    assert "references" in failed["error"]["detail"]
    assert problem(api.get(second["result"]))["detail"] == failed["error"]["detail"]
    assert wait(api, third["id"])["state"] == "cancelled"
    for method, path in (("GET", "jobs/999"), ("DELETE", "jobs/999"), ("GET", "jobs/999/result")):
        assert problem(api.ask(method, f"/api/v1/{path}"))["status"] == 404
    assert problem(api.get("/api/v1/jobs/one"))["status"] == 422
    for name, change in (
        ("score", {"metrics": ["blue"]}),
        ("count", {"phrases": ["a"], "source": "scan(/etc/passwd)"}),
    ):
        base = request if name == "score" else {}
        assert ask(api, name, {**base, **change}, Prefer="respond-async").status in (403, 422)
    assert problem(api.get(f"/api/v1/jobs/{10**30}"))["status"] == 422


def test_answers_have_no_path_of_the_server(api: Client, files: Path) -> None:
    for request in (
        {"metrics": ["meteor:function_words=words.txt,stages=exact(words.txt)"]},
        {"metrics": ["tuned.toml"]},
        {"metrics": ["bleu:tokenize=spm(words.txt)"]},
        {"metrics": ["stm:parser=ptb(words.txt)"]},
    ):
        reply = ask(api, "score", {"hypotheses": ["a"], "references": ["a"], **request})
        assert str(files) not in reply.text
