"""What studies found, as files of a workspace: written whole by a job, read by pages."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from tertium.errors import InputError
from tertium.files.whole import write_whole
from tertium.web.workspace import Workspace


def find_study(workspace: Workspace, identity: int, kind: str, name: str = "") -> Path:
    """Return the file of a study of a test set, whether it exists or not.

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
    return workspace.folder / "studies" / f"{identity}-{record.texts[:16]}" / f"{kind}-{digest}.json"


def write_study(data: dict[str, Any], path: Path) -> None:
    """Write what was found; whoever reads it meanwhile sees the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"), path)


def read_study(path: Path) -> dict[str, Any] | None:
    """Return what was found; None if nothing was studied yet.

    Raises:
        InputError: The file is damaged.
    """
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError("the result of a study is damaged", file=path.name, remedy="Run it again") from error
    if not isinstance(data, dict):
        raise InputError("the result of a study is damaged", file=path.name, remedy="Run it again")
    return data
