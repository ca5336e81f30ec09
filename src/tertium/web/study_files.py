"""What studies found, as files of a workspace: written whole by a job, read by pages."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from tertium.web.workspace import Workspace
from tertium.web.workspace.digests import drop_digest, find_named, read_named, write_named


def find_study(workspace: Workspace, identity: int, kind: str, name: str = "") -> Path:
    """Return the file of a study of a test set; where it would be written, if there is none.

    Args:
        workspace: The workspace.
        identity: The number of the test set.
        kind: What was studied, such as ``mtness``.
        name: Of what, such as the name of a system.

    Raises:
        MissingRecordError: There is no such test set.
    """
    record = workspace.test_set(identity)
    digest = sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    path = workspace.folder / "studies" / f"{identity}-{record.texts[:16]}" / f"{kind}-{digest}.json"
    return find_named(path) or path


def write_study(data: dict[str, Any], path: Path) -> None:
    """Write what was found.

    Args:
        data: What was found.
        path: The file, as ``find_study`` returned it.
    """
    write_named(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"), drop_digest(path))


def read_study(path: Path) -> dict[str, Any] | None:
    """Return what was found; None if nothing was studied yet.

    Raises:
        DamagedFileError: The file is damaged.
    """
    if not path.exists():
        return None
    content = read_named(path, "the result of a study is", "Run it again")
    data: dict[str, Any] = json.loads(content)
    return data
