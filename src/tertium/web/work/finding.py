"""A job: finds machine-translationness in the output of systems, for post-editing.

It examines a test set of the workspace, or reads an uploaded document first, which so becomes a test set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tertium.errors import InputError, SpecError
from tertium.languages import to_two_letters
from tertium.mtness import (
    Examination,
    choose_dictionary,
    find_mtness_by_system,
    list_hints,
    list_languages,
    open_mtness,
)
from tertium.postedit import is_localisation_file
from tertium.report import describe_evidence
from tertium.text import find_format, read_bilingual
from tertium.web.addresses import findings_address
from tertium.web.corpora import CountedCorpus, choose_corpus
from tertium.web.study_files import find_study, write_study
from tertium.web.workspace import JobProgress, Workspace


def run(workspace: Workspace, request: Mapping[str, Any], progress: JobProgress) -> dict[str, Any]:
    """Examine all systems of a test set.

    Args:
        workspace: The workspace.
        request: ``test_set``, its number, or what ``tertium.web.work.reading`` takes; ``language`` and
            ``source_language``; ``counts``, where to count, or ``corpora``, of which the largest that fits is taken;
            ``tagger`` and ``dictionary``.
        progress: How progress is reported.

    Returns:
        ``test_set``, its number, and ``page``, where the findings are.
    """
    identity = request.get("test_set")
    if identity is None:
        from tertium.web.work.reading import add_files

        identity = add_files(workspace, request, progress)
    test_set = workspace.read_test_set(identity)
    language = _choose_language(request, test_set.language)
    source_language, hints = _choose_source_language(workspace, request, language)
    files = _find_files(workspace, request, identity, len(test_set.systems))
    progress.begin("looking for machine-translationness", len(test_set) * len(test_set.systems))
    with open_mtness(
        language,
        _choose_counts(request, language),
        source_language=source_language,
        tagger=request.get("tagger", "auto"),
        dictionary=request.get("dictionary", "auto") if source_language else "auto",
    ) as pipeline:
        hints = [*hints, *list_hints(pipeline, test_set)]
        examinations = find_mtness_by_system(test_set, pipeline, progress=progress)
    for place, examination in enumerate(examinations):
        data = _write(examination)
        data["hints"] = list(dict.fromkeys([*hints, *examination.warnings]))
        data["file"] = files[place] if files else None
        write_study(data, find_study(workspace, identity, "mtness", examination.system))
    page = f"/sets/{identity}/mtness"
    return {
        "test_set": identity,
        "page": findings_address(identity, examinations[0].system) if len(examinations) == 1 else page,
    }


def _choose_language(request: Mapping[str, Any], known: str) -> str:
    """Return the language that was asked for, else that of the file."""
    language = to_two_letters(request.get("language") or known)
    if not language:
        raise InputError("the language of the translation is not known", remedy="Choose it")
    if language not in list_languages():
        there_are = f"There are: {', '.join(list_languages())}"
        raise InputError(f"there are no rules for the language {language!r}", remedy=there_are)
    return language


def _choose_counts(request: Mapping[str, Any], language: str) -> str:
    """Return where to count: what was asked for, or the largest corpus of the language among those offered."""
    if "counts" in request:
        return str(request["counts"])
    corpus = choose_corpus([CountedCorpus(**each) for each in request["corpora"]], language)
    if corpus is None:
        raise InputError(
            f"there is no corpus of the language {language!r} to count in",
            remedy=f"Build an index in the folder indexes of the workspace: tertium index build TEXT... -l {language}",
        )
    return corpus.spec


def _choose_source_language(
    workspace: Workspace, request: Mapping[str, Any], language: str
) -> tuple[str | None, list[str]]:
    """Return the source language if there is a dictionary to use it with; otherwise why not."""
    source = request.get("source_language") or _find_source_language(workspace, request)
    if source is not None and request.get("dictionary", "auto") == "auto":
        try:
            choose_dictionary(source, language)
        except SpecError as error:
            return None, [f"other translations are not suggested: {error.message}"]
    return source, []


def _find_source_language(workspace: Workspace, request: Mapping[str, Any]) -> str | None:
    """Return what an uploaded file with units says of its source; None if it says nothing."""
    for file in request.get("files", ()):
        if is_localisation_file(file["name"]):
            path = workspace.files.path(file["digest"])
            found = read_bilingual(path, find_format(file["name"], "auto")).source_language
            return to_two_letters(found) or None
    return None


def _write(examination: Examination) -> dict[str, Any]:
    """Return the examination as ``tertium mtness -f json`` writes it; each finding also has its evidence in words."""
    data = examination.to_dict()
    findings = zip(data["findings"], examination.findings, strict=True)
    return {**data, "findings": [{**row, "facts": describe_evidence(each)} for row, each in findings]}


def _find_files(
    workspace: Workspace, request: Mapping[str, Any], identity: int, systems: int
) -> list[dict[str, str]] | None:
    """Return name and digest of the uploaded file of each system; None if that is not known."""
    requests = [request, *(job.request for job in workspace.jobs.list(1000) if _made(job.result, identity))]
    for each in requests:
        files = [file for file in each.get("files", ()) if file["role"] == "system"]
        if len(files) == systems:
            return [{"name": file["name"], "digest": file["digest"]} for file in files]
    return None


def _made(result: Mapping[str, Any] | None, identity: int) -> bool:
    return result is not None and result.get("test_set") == identity
