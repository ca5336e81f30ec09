"""The adapter of CoreNLP against a real HTTP server that answers with what CoreNLP 4.5.10 answered."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest

from tertium.errors import InputError, SpecError
from tertium.syntax.conllu import read_conllu
from tertium.syntax.parsers import corenlp, get_parser
from tertium.syntax.trees import Parse


def make_sentence(brackets: str, edges: list[tuple[str, int, int]]) -> dict[str, Any]:
    """A sentence of CoreNLP's JSON, without the fields that nobody reads here."""
    return {
        "index": 0,
        "parse": brackets,
        "basicDependencies": [{"dep": dep, "governor": head, "dependent": word} for dep, head, word in edges],
    }


# What CoreNLP 4.5.10 from Maven Central said about 'I saw (a) "man". He left 😀.', line breaks included.
ANSWER = [
    make_sentence(
        "(ROOT\n  (S\n    (NP (PRP I))\n    (VP (VBD saw)\n      (NP\n        (NP (-LRB- -LRB-) (DT a) (-RRB- -RRB-))\n"
        '        (`` ")\n        (NP (NN man))\n        (\'\' ")))\n    (. .)))',
        [
            ("ROOT", 0, 2), ("nsubj", 2, 1), ("punct", 4, 3), ("iobj", 2, 4), ("punct", 4, 5),
            ("punct", 4, 6), ("dep", 4, 7), ("punct", 4, 8), ("punct", 2, 9),
        ],
    ),
    make_sentence("(ROOT\n  (S\n    (NP (PRP He))\n    (VP (VBD left))\n    (NFP 😀) (. .)))", []),
]  # fmt: skip


class StandInServer(BaseHTTPRequestHandler):
    """Answers what the text asks for, and ANSWER if it asks for nothing."""

    asked: ClassVar[list[tuple[dict[str, str], str]]] = []
    failures: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.asked.append((json.loads(parse_qs(urlsplit(self.path).query)["properties"][0]), text))
        if self.failures:
            self.answer(self.failures.pop(), "try again later")
        elif text == "too long":
            self.answer(500, "CoreNLP request timed out. Your document may be too long.")
        elif text == "slow":
            time.sleep(1)
            self.answer(200, "{}")
        elif text == "html":
            self.answer(200, "<html>Welcome to nginx</html>")
        elif text == "redirect":
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
        elif text == "long":
            self.answer(200, "x" * 300_000)
        elif text == "deep":
            self.answer(200, '{"sentences": ' + "[" * 100_000)
        elif text == "escapes":
            self.answer(500, "\x1b[2J\u202e gone")
        elif text == "drip":
            self.drip(b"HTTP/1.0 200 OK\r\n\r\n", b" " * 100)
        elif text == "drip headers":
            self.drip(b"HTTP/1.0 200 OK\r\n", b"X-A: b\r\n" * 20)
        elif text == "no trees":
            self.answer(200, json.dumps({"sentences": [{"index": 0}]}))
        else:
            self.answer(200, json.dumps({"sentences": ANSWER}))

    def answer(self, code: int, body: str) -> None:
        try:
            self.send_response(code)
            self.end_headers()
            self.wfile.write(body.encode())
        except OSError:
            pass  # whoever asked did not wait

    def drip(self, start: bytes, rest: bytes) -> None:
        try:
            self.wfile.write(start)
            for byte in rest:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            pass  # whoever asked did not wait

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    StandInServer.asked.clear()
    StandInServer.failures.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), StandInServer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_corenlp_gives_both_trees(address: str) -> None:
    parser = corenlp.make(address)
    parse, nothing = parser.parse(['I saw (a)\n "man". He left 😀.', " "])
    assert parse.brackets.split("\n") == [
        "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (-LRB- -LRB-) (DT a) (-RRB- -RRB-))"
        " (`` \") (NP (NN man)) ('' \"))) (. .))",
        "(S (NP (PRP He)) (VP (VBD left)) (NFP 😀) (. .))",
    ]
    first, second = read_conllu(parse.conllu)
    assert first.words == ["I", "saw", "(", "a", ")", '"', "man", '"', "."]
    assert first.heads == [1, -1, 3, 1, 3, 3, 3, 3, 1]
    assert first.relations[:2] == ["nsubj", "ROOT"]
    assert second.words == ["He", "left", "😀", "."], "without the server's dependencies, those of the heads"
    assert nothing == Parse()
    assert StandInServer.asked[-1][1] == 'I saw (a) "man". He left 😀.'
    assert parser.version.startswith(f"corenlp {address}, probe:")


def test_corenlp_hears_of_tokenised_text(address: str) -> None:
    assert corenlp.make(address, tokenised=True).version.endswith(", tokenised")
    assert StandInServer.asked[-1][0] == {
        "annotators": "tokenize,ssplit,pos,parse",
        "outputFormat": "json",
        "tokenize.whitespace": "true",
    }


def test_corenlp_is_asked_for_many_and_answers_in_order(address: str) -> None:
    done: list[int] = []
    parser = corenlp.make(address)
    parses = parser.parse(["", "a"] * 50, done.append)
    assert [bool(parse.brackets) for parse in parses] == [False, True] * 50
    assert sum(done) == 100


def test_corenlp_is_asked_again_where_it_is_busy(address: str) -> None:
    StandInServer.failures += [503, 503]
    corenlp.CoreNLPParser(address, pause=0)
    assert len(StandInServer.asked) == 3
    StandInServer.failures += [503, 503, 503]
    with pytest.raises(InputError, match=r"refuses the segment .*: 503 try again later"):
        corenlp.CoreNLPParser(address, pause=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("too long", "refuses the segment 'too long': 500 CoreNLP request timed out"),
        ("slow", "took more than 0.2 seconds for the segment 'slow'"),
        ("html", "does not answer as CoreNLP does about 'html': '<html>Welcome to nginx</html>'"),
        ("no trees", "does not answer as CoreNLP does"),
        ("redirect", r"redirects to another address \(302\)"),
        ("long", "answers with more than"),
        ("deep", "does not answer as CoreNLP does"),
        ("escapes", r"500 �\[2J� gone"),
        ("drip", "took more than 0.2 seconds"),
        ("drip headers", "took more than 0.2 seconds"),
    ],
)
def test_what_corenlp_cannot_do_is_named(
    address: str, text: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corenlp, "_MOST_BYTES", 200_000)
    parser = corenlp.CoreNLPParser(address, timeout=0.2, pause=0)
    StandInServer.asked.clear()
    with pytest.raises(InputError, match=message):
        parser.parse([text])
    assert len(StandInServer.asked) == 1, "it is asked once, and nobody else is asked"


def test_a_password_in_the_address_is_refused_and_not_shown() -> None:
    with pytest.raises(SpecError, match="contains a user or password") as caught:
        corenlp.make("http://user:s3cret@127.0.0.1:9")
    assert "s3cret" not in str(caught.value)


def test_a_server_that_is_not_there_is_named_with_the_command() -> None:
    with pytest.raises(InputError, match=r"no CoreNLP server answers at http://127\.0\.0\.1:9: .*refused") as caught:
        corenlp.CoreNLPParser("http://127.0.0.1:9", pause=0)
    assert "edu.stanford.nlp.pipeline.StanfordCoreNLPServer" in str(caught.value)


@pytest.mark.parametrize("address", ["localhost:9000", "file:///etc/passwd", "ftp://a", "http://"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(SpecError, match="the address of CoreNLP is not valid"):
        get_parser(f"corenlp({address})")


def test_proxies_are_not_for_this_machine(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    corenlp.CoreNLPParser(address, pause=0)
