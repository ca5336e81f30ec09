"""The commands on the page of the API print what the page shows, from a real server."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.annotation.campaigns import prepare
from tests.web.serving import serve

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "web-api.md"
sys.path.insert(0, str(ROOT / "scripts"))

from refresh_examples import BLOCK, list_commands  # noqa: E402

pytestmark = pytest.mark.posix


def test_the_page_shows_what_the_server_answers(tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("NO CURL: the commands on the page of the API are not run")
    commands = [
        (command.removeprefix("$ ").strip(), output.splitlines())
        for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))
        if block["kind"] == "console"
        for command, output in list_commands(block["kind"], block["body"])
    ]
    assert len(commands) >= 6
    store, _ = prepare(tmp_path)
    store.close()
    with serve(tmp_path) as client:
        for command, output in commands:
            here = command.replace("127.0.0.1:8017", f"127.0.0.1:{client.port}")
            done = subprocess.run(["/bin/sh", "-c", here], capture_output=True, text=True, check=True, timeout=60)
            assert done.stdout.splitlines() == output, command


def test_the_page_has_every_path_and_status() -> None:
    from tertium.web.api.openapi import describe_api

    text = PAGE.read_text(encoding="utf-8")
    for path, methods in describe_api()["paths"].items():
        for method, operation in methods.items():
            assert f"`{method.upper()} {path}`" in text
            for status in operation["responses"]:
                assert status in ("200", "202") or re.search(rf"^\| [\d, ]*{status}", text, flags=re.MULTILINE)
