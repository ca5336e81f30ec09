"""Uploading: files are received, their roles confirmed, and scored as a job."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from tertium.errors import InputError
from tertium.languages import LANGUAGES, read_languages
from tertium.metrics import parse_all
from tertium.registry import DEFAULT_METRICS
from tertium.web.api.reach import ClientReach
from tertium.web.fields import Number
from tertium.web.file_roles import ROLES, guess_languages, guess_role, has_everything, is_plain, name_systems
from tertium.web.forms import read_form
from tertium.web.guard import MOST_UPLOAD
from tertium.web.multipart import receive_form
from tertium.web.pages import show
from tertium.web.served_files import ServedFiles
from tertium.web.workspace import StoredFile, Workspace

UPLOAD = "/upload"
_OFFERED = (*DEFAULT_METRICS, "meteor", "chrf++", "nist", "wer", "cder", "gleu", "ribes")


def make_upload_router(workspace: Workspace, served: ServedFiles | None = None) -> APIRouter:
    """Return the pages of uploading.

    Args:
        workspace: The workspace.
        served: The folder of this machine whose files may be chosen; none by default.
    """
    router = APIRouter(include_in_schema=False)

    @router.get(UPLOAD)
    def choose(folder: str = "") -> Response:
        """Ask for files."""
        listing = None if served is None else served.list(folder)
        return show("upload.html", most=MOST_UPLOAD, listing=listing)

    @router.post(UPLOAD)
    async def receive(request: Request) -> Response:
        """Receive files. Scripts get the address of the next page."""
        await run_in_threadpool(workspace.jobs.require_room)
        form = await receive_form(request, workspace.files)
        if not form.files:
            raise InputError("no files were chosen", remedy="Choose at least one file")
        number = await run_in_threadpool(workspace.uploads.add, form.files)
        return _go(request, f"{UPLOAD}/{number}")

    @router.post(f"{UPLOAD}/from-folder")
    async def take(request: Request) -> Response:
        """Take files of the served folder."""
        body = await request.body()

        def copy() -> int:
            if served is None:
                raise InputError("no folder is served", remedy="Start the server with --files FOLDER")
            workspace.jobs.require_room()
            paths = served.resolve(read_form(body, "file"))
            return workspace.uploads.add([workspace.files.copy(path) for path in paths])

        return _go(request, f"{UPLOAD}/{await run_in_threadpool(copy)}")

    @router.get(f"{UPLOAD}/{{number}}")
    def confirm(number: Number) -> Response:
        """Show the roles of files as they are guessed, and what else is asked."""
        upload = workspace.uploads.get(number)
        if upload.job is not None:
            return RedirectResponse(f"/jobs/{upload.job}", 303)
        return show("roles.html", upload=upload, **_propose(upload.files))

    @router.post(f"{UPLOAD}/{{number}}")
    async def score(number: Number, request: Request) -> Response:
        """Score the files as a job."""
        body = await request.body()

        def submit() -> int:
            upload = workspace.uploads.get(number)
            if upload.job is not None:
                return upload.job  # the same form, sent twice
            return workspace.jobs.submit("score", _make_request(upload.files, body), upload=number)

        return _go(request, f"/jobs/{await run_in_threadpool(submit)}")

    return router


def _go(request: Request, target: str) -> Response:
    if request.headers.get("accept") == "application/json":
        return JSONResponse({"target": target})
    return RedirectResponse(target, 303)


def _propose(files: Sequence[StoredFile]) -> dict[str, Any]:
    """Return the roles, names, languages and metrics that are proposed."""
    names = [each.name for each in files]
    roles = [guess_role(name) for name in names]
    if len(files) == 1:
        roles = ["system"]
    plain = iter(name_systems([name for name, role in zip(names, roles, strict=True) if role == "system"]))
    systems = [next(plain) if role == "system" else "" for role in roles]
    source, target = guess_languages(names, roles)
    usual = (*DEFAULT_METRICS, "meteor") if target == "en" else DEFAULT_METRICS
    return {
        "rows": [
            {"file": file, "role": role, "system": system, "plain": is_plain(file.name)}
            for file, role, system in zip(files, roles, systems, strict=True)
        ],
        "roles": ROLES,
        "languages": LANGUAGES,
        "source": source,
        "target": target,
        "metrics": [(name, name in usual) for name in _OFFERED],
        "needs_reference": "reference" not in roles and not any(map(has_everything, names)),
        "name": _propose_name(names),
    }


def _propose_name(names: Sequence[str]) -> str:
    before = names[0]
    for name in names[1:]:
        while before and not name.startswith(before):
            before = before[:-1]
    found = before.rstrip("._- ")
    return Path(names[0]).stem if len(names) == 1 else found if len(found) > 2 else "test set"


def _make_request(files: Sequence[StoredFile], body: bytes) -> Mapping[str, Any]:
    """Return the request of the job, from the form of the roles."""
    form = read_form(body)
    metrics = [*form.get("metric", []), *" ".join(form.get("more", [])).replace(",", " ").split()]
    if not metrics:
        raise InputError("no metric was chosen", remedy="Choose at least one")
    # One that is unknown, or that names a file or a server, is refused here and not in the job.
    parse_all(map(ClientReach().metric, metrics))
    chosen = []
    for place, file in enumerate(files):
        role = _last(form, f"role{place}", "system")
        if role not in ROLES:
            raise InputError(f"there is no role {role!r}", remedy="Choose one on the page")
        if role:
            system = _last(form, f"system{place}") if role == "system" and is_plain(file.name) else ""
            chosen.append({"name": file.name, "digest": file.digest, "role": role, "system": system})
    if not any(each["role"] == "system" for each in chosen):
        raise InputError("no file is that of a system", remedy="Choose the role of a system for at least one file")
    languages = read_languages(_last(form, "language"), _last(form, "source_language"))
    request = {
        "name": _last(form, "name") or "test set",
        "files": chosen,
        "metrics": list(dict.fromkeys(metrics)),
        "source_language": languages.source,
        "language": languages.target,
        "unescape": bool(_last(form, "unescape")),
    }
    json.dumps(request)
    return request


def _last(form: Mapping[str, Sequence[str]], name: str, usual: str = "") -> str:
    values = form.get(name, [])
    return values[-1].strip() if values else usual
