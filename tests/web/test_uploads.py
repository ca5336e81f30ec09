"""Uploading: files are received, their roles guessed, and scored in a job; what is too much or elsewhere is refused."""

from __future__ import annotations

import gzip
import http.client
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tertium import samples
from tertium.errors import InputError
from tertium.web.file_roles import guess_languages, guess_role, name_systems
from tertium.web.guard import MOST_UPLOAD
from tertium.web.multipart import LONGEST_BOUNDARY, MOST_FILES
from tertium.web.work.reading import check_expansion
from tertium.web.workspace import jobs
from tests.web.serving import Client, Reply, serve
from tests.web.test_set_pages import wait_for_job

BOUNDARY = "tertium-test-boundary"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    (folder / "inner").mkdir()
    (folder / "inner" / "ref.txt").write_text("a cat\n")
    (folder / "nmt.txt").write_text("the cat\n")
    (folder / ".hidden").write_text("x")
    (folder / "out.txt").symlink_to("/etc/passwd")
    return folder


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, served: Path) -> Iterator[Client]:
    with serve(tmp_path_factory.mktemp("workspace"), files=served) as opened:
        yield opened


def make_form(files: Sequence[tuple[str, bytes]], fields: Mapping[str, str] | None = None) -> bytes:
    parts = [
        b'--%b\r\nContent-Disposition: form-data; name="files"; filename="%b"\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n%b\r\n" % (BOUNDARY.encode(), name.encode(), content)
        for name, content in files
    ]
    parts += [
        b'--%b\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n' % (BOUNDARY.encode(), *map(str.encode, each))
        for each in (fields or {}).items()
    ]
    return b"".join(parts) + b"--%b--\r\n" % BOUNDARY.encode()


def send(client: Client, files: Sequence[tuple[str, bytes]], body: bytes | None = None) -> Reply:
    content = make_form(files) if body is None else body
    return client.ask("POST", "/upload", content, content_type=f"multipart/form-data; boundary={BOUNDARY}")


def read_fields(page: str) -> dict[str, object]:
    """What a browser would send of the page of roles, untouched."""
    fields: dict[str, object] = {}
    for name, inside in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', page):
        chosen = re.search(r'<option value="(\w*)" selected', inside)
        fields[name] = chosen[1] if chosen else ""
    fields.update(re.findall(r'<input name="(\w+)" value="([^"]*)"', page))
    fields["more"] = " ".join(re.findall(r'name="metric" value="([^"]+)" checked', page))
    return fields


def test_files_are_dropped_scored_and_shown(client: Client) -> None:
    names = ["system.neural.txt", "system.literal.txt", "reference.A.txt", "source.es.txt", "documents.txt"]
    sent = send(client, [(name, samples.path(name).read_bytes()) for name in names])
    assert sent.status == 303
    page = client.get(sent.headers["location"]).text
    fields = read_fields(page)
    assert [fields[f"role{n}"] for n in range(5)] == ["system", "system", "reference", "source", "documents"]
    assert [fields["system0"], fields["system1"]] == ["neural", "literal"]
    assert (fields["source_language"], fields["more"]) == ("es", "bleu chrf ter")
    going = client.post(sent.headers["location"], {**fields, "name": "drop", "language": "en"})
    assert going.status == 303
    # The same form, sent again, is the same job.
    assert client.post(sent.headers["location"], fields).headers["location"] == going.headers["location"]
    assert client.get(sent.headers["location"]).headers["location"] == going.headers["location"]
    wait_for_job(client, going.headers["location"])
    done = client.get(going.headers["location"])
    assert done.status == 303
    verdict = client.get(done.headers["location"]).text
    assert "14 segments, 2 systems, 1 reference, es to en" in verdict


def test_one_file_with_everything(client: Client) -> None:
    table = b"source\treference\thypothesis\nein Hund\ta dog\tthe dog\n"
    sent = send(client, [("data.tsv.gz", gzip.compress(table))])
    going = client.post(sent.headers["location"], read_fields(client.get(sent.headers["location"]).text))
    page = wait_for_job(client, going.headers["location"])
    job = client.get(going.headers["location"], accept="application/json").text
    assert json.loads(job)["state"] == "done", page


def test_escaped_text_is_named_as_it_was_uploaded_and_can_be_unescaped(client: Client) -> None:
    text = b"a &quot;cat&quot; &amp; a dog\n" * 30
    for chosen in (False, True):
        sent = send(client, [("nmt.txt", text), ("ref.txt", text.replace(b"&amp;", b"and"))])
        asked = client.get(sent.headers["location"]).text
        assert '<input type="checkbox" name="unescape" value="yes">' in asked
        fields = {**read_fields(asked), **({"unescape": "yes"} if chosen else {})}
        going = client.post(sent.headers["location"], fields)
        wait_for_job(client, going.headers["location"])
        job = client.get(going.headers["location"])
        if chosen:
            assert job.status == 303
            page = client.get(f"{job.headers['location']}/segments").text
            assert "a &quot;cat&quot; &amp; a dog" in page
        else:
            assert '<p class="note">nmt.txt, ref.txt: the text looks escaped' in job.text
            assert "tick Unescape" in job.text
            assert not re.search(r"\.reading-|unescape=True|TextWarning", job.text)


def test_files_that_do_not_fit_are_named_as_they_were_uploaded(client: Client) -> None:
    sent = send(client, [("nmt.txt", b"a\nb\n"), ("ref.txt", b"a\n")])
    going = client.post(sent.headers["location"], read_fields(client.get(sent.headers["location"]).text))
    wait_for_job(client, going.headers["location"])
    page = client.get(going.headers["location"]).text
    assert "The files have different numbers of lines: nmt.txt has 2, ref.txt has 1." in page
    assert '<a href="/upload">Upload other files</a>' in page
    assert "failed" in page
    assert ".reading-" not in page


def test_hostile_names_are_only_names(client: Client) -> None:
    sent = send(client, [("../../<script>x</script>.txt", b"a\n"), ("C:\\\\ref\x01.txt", b"a\n")])
    page = client.get(sent.headers["location"]).text
    assert "<script>x" not in page
    assert "script&gt;.txt" in page
    assert "ref.txt" in page


def test_what_is_not_an_upload_is_refused(client: Client) -> None:
    assert client.post("/upload", {"a": 1}).status == 422
    assert send(client, [], b"not a form").status == 422
    whole = make_form([("a.txt", b"x" * 1000)])
    assert "cut off" in send(client, [], whole[:700]).text
    assert "no files" in send(client, [], make_form([], {"a": "b"})).text.lower()
    assert "longer than" in send(client, [], make_form([], {"a": "b" * 70_000})).text
    assert send(client, [(f"{n}.txt", b"x") for n in range(MOST_FILES + 1)]).status == 413
    assert client.get("/upload/999").status == 404
    sent = send(client, [("a.txt", b"x")])
    assert "no metric" in client.post(sent.headers["location"], {"role0": "system"}).text.lower()
    assert client.post(sent.headers["location"], {"role0": "king", "more": "bleu"}).status == 422
    assert (
        "no file is that of a system"
        in client.post(sent.headers["location"], {"role0": "", "more": "bleu"}).text.lower()
    )
    assert client.post(sent.headers["location"], {"role0": "system", "more": "blue"}).status == 422


def test_too_much_is_refused_before_it_is_sent(client: Client) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=30)
    connection.putrequest("POST", "/upload")
    connection.putheader("Content-Type", f"multipart/form-data; boundary={BOUNDARY}")
    connection.putheader("Content-Length", str(MOST_UPLOAD + 1))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_nothing_is_left_of_what_was_refused(client: Client, tmp_path: Path) -> None:
    with serve(tmp_path) as other:
        whole = make_form([("a.txt", b"x" * 100_000)])
        assert send(other, [], whole[:70_000]).status == 422
        assert list((tmp_path / "files").iterdir()) == []


def test_a_form_that_is_sent_twelve_times_at_once_is_one_job(client: Client) -> None:
    sent = send(client, [("nmt.txt", b"the cat\n"), ("ref.txt", b"a cat\n")])
    fields = read_fields(client.get(sent.headers["location"]).text)

    def post(number: int) -> str:
        return client.post(sent.headers["location"], {**fields, "name": f"form {number}"}).headers["location"]

    with ThreadPoolExecutor(12) as pool:
        assert len(set(pool.map(post, range(12)))) == 1


def test_pages_queue_no_more_jobs_than_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [("nmt.txt", b"the cat\n" * 100_000), ("ref.txt", b"a cat\n")]
    with serve(tmp_path) as client:
        sent = send(client, files)
        fields = read_fields(client.get(sent.headers["location"]).text)
        monkeypatch.setattr(jobs, "MOST_QUEUED", 0)
        for refused in (client.post(sent.headers["location"], fields), send(client, files)):
            assert (refused.status, refused.headers["retry-after"]) == (429, "60")
            assert "jobs are waiting, which is the limit. Try again when some of them are done" in refused.text
        monkeypatch.undo()
        assert client.post(sent.headers["location"], fields).status == 303


def test_a_long_boundary_is_refused(client: Client) -> None:
    for length, status in ((LONGEST_BOUNDARY, 303), (LONGEST_BOUNDARY + 1, 422), (5000, 422)):
        mark = "b" * length
        body = make_form([("a.txt", b"x")]).replace(BOUNDARY.encode(), mark.encode())
        reply = client.ask("POST", "/upload", body, content_type=f"multipart/form-data; boundary={mark}")
        assert reply.status == status
    assert "The boundary of the form has 5,000 characters" in reply.text


def test_a_file_that_grows_too_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"a" * 30_000_000))
    with pytest.raises(InputError, match="becomes more than"):
        check_expansion(path, 1 << 30, 200)
    path.write_bytes(gzip.compress(b"some text\n" * 100))
    check_expansion(path, 1 << 30, 200)


def test_files_of_the_served_folder_can_be_chosen(client: Client) -> None:
    page = client.get("/upload").text
    assert "nmt.txt" in page
    assert "inner/" in page
    assert ".hidden" not in page
    assert "out.txt" not in page  # a link that leads out
    assert "ref.txt" in client.get("/upload?folder=inner").text
    sent = client.ask("POST", "/upload/from-folder", b"file=nmt.txt&file=inner%2Fref.txt")
    assert sent.status == 303
    assert read_fields(client.get(sent.headers["location"]).text)["role1"] == "reference"


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "out.txt", "..%2F..%2Fetc", "a%00b", "x" * 5000, "nothing"])
def test_no_path_leads_out_of_the_served_folder(client: Client, path: str) -> None:
    assert client.ask("POST", "/upload/from-folder", f"file={path}".encode()).status == 422
    assert client.get(f"/upload?folder={path}").status == 422


def test_no_folder_is_served_unless_it_was_given(tmp_path: Path) -> None:
    with serve(tmp_path) as client:
        assert "Files of the server" not in client.get("/upload").text
        assert client.ask("POST", "/upload/from-folder", b"file=a").status == 422


def test_uploading_needs_the_token_and_our_own_pages(tmp_path: Path) -> None:
    with serve(tmp_path, token="T0ken") as client:
        assert send(client, [("a.txt", b"x")]).status == 403
    with serve(tmp_path) as client:
        body = make_form([("a.txt", b"x")])
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        reply = client.ask("POST", "/upload", body, content_type=kind, sec_fetch_site="cross-site")
        assert reply.status == 403


def test_roles_and_names_are_guessed() -> None:
    assert guess_role("newstest2017-deen-ref.en") == "reference"
    assert guess_role("REF_1.txt") == "reference"
    assert guess_role("preferred.txt") == "system"
    assert name_systems(["newstest.A.1.de-en", "newstest.B.2.de-en"]) == ["A.1", "B.2"]
    assert name_systems(["a.txt", "a.tsv"]) == ["a", "a"]
    assert guess_languages(["a.txt"], ["system"]) == ("", "")
    assert guess_languages(["x.zh-en.txt"], ["system"]) == ("zh", "en")
