"""Where machine-translationness is looked for: what is needed, what is missing, and the form that starts the job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from tertium.errors import InputError, SpecError, TertiumError
from tertium.languages import to_two_letters
from tertium.mtness import list_languages, open_mtness
from tertium.registry import DICTIONARIES, TAGGERS
from tertium.web.addresses import findings_address
from tertium.web.corpora import CountedCorpus, choose_corpus, list_corpora
from tertium.web.fields import Number, read_fields
from tertium.web.multipart import receive_form
from tertium.web.pages import begin_sentence, show
from tertium.web.study_files import find_study, read_study
from tertium.web.workspace import StoredTestSet, Workspace

_FORMATS = ".txt,.xliff,.xlf,.sdlxliff,.mqxliff,.tmx,.po,.pot,.docx,.xlsx"


def make_examining_router(workspace: Workspace, files: Path | None = None) -> APIRouter:
    """Return the pages that start an examination.

    Args:
        workspace: The workspace; indexes are in its folder ``indexes``.
        files: Another folder that may have indexes.
    """
    router = APIRouter(include_in_schema=False)
    folders = [workspace.folder / "indexes", *([files] if files else [])]

    @router.get("/sets/{identity}/mtness")
    def overview(identity: Number) -> Response:
        """List the systems with what was found, and say what an examination needs."""
        record = workspace.test_set(identity)
        source, language = (to_two_letters(each) for each in record.languages)
        rows = [_describe_system(workspace, record, system) for system in record.systems]
        offer = _make_offer(folders, language, source)
        return show("mtness.html", record=record, rows=rows, offer=offer, folder=folders[0])

    @router.post("/sets/{identity}/mtness")
    async def examine(identity: Number, request: Request) -> Response:
        """Start the examination of all systems."""
        fields = read_fields(await request.body())

        def start() -> Response:
            record = workspace.test_set(identity)
            asked = _read_request(fields, list_corpora(folders), record.languages)
            job = workspace.jobs.submit("mtness", {"test_set": record.id, **asked}, shared=True)
            return RedirectResponse(f"/jobs/{job}", 303)

        return await run_in_threadpool(start)

    @router.get("/postedit")
    def postedit() -> Response:
        """Show the form for a document."""
        offer = _make_offer(folders, "", "")
        return show("postedit.html", offer=offer, formats=_FORMATS, folder=folders[0])

    @router.post("/upload/document/mtness")
    async def upload(request: Request) -> Response:
        """Take a document, and start its examination."""
        await run_in_threadpool(workspace.jobs.require_room)
        form = await receive_form(request, workspace.files)
        if not form.files:
            raise InputError("no document was chosen", remedy="Choose a file")
        # The form has the document first.
        given = [{**vars(file), "role": role} for file, role in zip(form.files, ("system", "source"), strict=False)]

        def start() -> Response:
            asked = _read_request(form.fields, list_corpora(folders), ("", ""))
            asked = {"name": given[0]["name"], "files": given, **asked}
            job = workspace.jobs.submit("mtness", asked, shared=True)
            return RedirectResponse(f"/jobs/{job}", 303)

        return await run_in_threadpool(start)

    return router


def _describe_system(workspace: Workspace, record: StoredTestSet, system: str) -> dict[str, Any]:
    data = read_study(find_study(workspace, record.id, "mtness", system))
    return {"system": system, "data": data, "address": findings_address(record.id, system)}


def _make_offer(folders: Sequence[Path], language: str, source: str) -> dict[str, Any]:
    """Return what the form offers, and what is missing for the languages that are known."""
    corpora = list_corpora(folders)
    chosen = choose_corpus(corpora, language) if language else None
    return {
        "languages": list_languages(),
        "language": language,
        "source_language": source,
        "corpora": corpora,
        "corpus": chosen.name if chosen else "",
        "taggers": ("auto", *TAGGERS),
        "dictionaries": ("auto", *DICTIONARIES, "none"),
        "missing": _find_missing(language, source, chosen) if language else [],
    }


def _find_missing(language: str, source: str, corpus: CountedCorpus | None) -> list[str]:
    """Return what cannot be done on this machine, and how to get what it needs."""
    missing: list[str] = []
    try:
        with open_mtness(language, None) as pipeline:
            missing += pipeline.hints
    except TertiumError as error:
        missing.append(_say(error))
    if source:
        try:
            open_mtness(language, None, source_language=source).close()
        except TertiumError as error:
            missing.append(f"Other translations are not suggested: {_say(error)}")
    if corpus is None:
        missing.append(f"There is no index of a corpus in the language {language!r} to count in.")
    return missing


def _say(error: TertiumError) -> str:
    message = begin_sentence(error.message)
    return f"{message}. {error.remedy}." if error.remedy else f"{message}."


def _read_request(
    fields: Mapping[str, str], corpora: Sequence[CountedCorpus], known: tuple[str, str]
) -> dict[str, Any]:
    """Return what a job needs from the fields of a form, each of which has to be one that was offered.

    Raises:
        SpecError: It is not.
    """
    language = to_two_letters(fields.get("language", "") or known[1])
    source = to_two_letters(fields.get("source_language", "") or known[0])
    # A language can also be a folder of rules, which nobody may choose from afar.
    if language and language not in list_languages():
        raise SpecError(
            f"there are no rules for the language {language!r}", remedy=f"There are: {', '.join(list_languages())}"
        )
    if source and not (source.isascii() and source.isalpha() and len(source) < 4):
        raise SpecError(
            f"{source!r} is not a language", remedy="Give the two letters of the source language, such as ca"
        )
    # Without a name the job takes the largest of the language, which only the file may say.
    wanted = fields.get("corpus", "")
    chosen = [each for each in corpora if each.name == wanted] if wanted else list(corpora)
    if not chosen:
        raise SpecError(
            "there is no such corpus to count in",
            remedy="Build one with `tertium index build TEXT... -o WORKSPACE/indexes/NAME`, and choose it",
        )
    counted = {"counts": chosen[0].spec} if wanted else {"corpora": list(map(vars, chosen))}
    asked: dict[str, Any] = {"language": language, "source_language": source, **counted}
    for name, offered in (("tagger", TAGGERS), ("dictionary", (*DICTIONARIES, "none"))):
        asked[name] = fields.get(name, "") or "auto"
        if asked[name] not in ("auto", *offered):
            raise SpecError(f"there is no {name} {asked[name]!r}", remedy="Choose one of those of the form")
    return asked
