"""Attack the JSON API of a real server with what schemathesis makes from its description.

``python scripts/fuzz_api.py ST [EXAMPLES]`` starts a server on this machine with an empty workspace and one campaign,
runs the program ST (``st`` of schemathesis) against it, and ends it. All checks of schemathesis are made; an answer of
500 or more is a failure.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVER = """
import sys
from pathlib import Path
from tertium import make_test_set
from tertium.annotation import CampaignStore
from tertium.web import run_server
folder = Path(sys.argv[1])
store = CampaignStore(folder / "campaigns.sqlite")
store.prepare("test", make_test_set({"a": ["a dog"], "b": ["the dog"]}, ["one dog"]), "fluency-adequacy", ["Ada"])
store.close()
run_server(folder, port=int(sys.argv[2]), say=print)
"""


def main(program: str, examples: str = "300") -> int:
    """Return the status of schemathesis, or 1 if the server did not survive it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/api/v1/openapi.json"
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER, folder, str(port)])  # noqa: S603 - our own words
        try:
            _wait(address)
            phases = ("--phases", "examples,coverage,fuzzing,stateful")
            # DELETE cancels a job, which stays in the list: it may be used after that.
            checks = ("--checks", "all", "--exclude-checks", "use_after_free")
            settings = str(ROOT / "scripts" / "schemathesis.toml")
            command = (program, "--config-file", settings, "run", address, *phases, *checks)
            status = subprocess.call([*command, "--max-examples", examples, "--workers", "2"])  # noqa: S603
            if server.poll() is not None:
                return 1
            return status
        finally:
            server.terminate()
            server.wait(30)


def _wait(address: str) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(address):  # noqa: S310 - on this machine
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
