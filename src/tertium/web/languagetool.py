"""``/v2/check`` and ``/v2/languages``, as LanguageTool's server has them: editors that can ask it can ask this one.

A text comes as ``text``, or as ``data`` with marks of a format between its parts. What it was translated from can be
said by ``motherTongue``, which editors let their users choose. Rules and categories to leave out are not known here,
and are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tertium.errors import InputError, SpecError, TertiumError
from tertium.languages import LANGUAGES, to_two_letters
from tertium.mtness import choose_dictionary, list_languages
from tertium.web.api import Api
from tertium.web.api.strict_json import parse_strictly
from tertium.web.corpora import choose_corpus, list_corpora
from tertium.web.fields import read_fields

# As the public server of LanguageTool has it.
MOST_CHARACTERS = 20_000
_REMEDY = (
    "Send the field 'text', or 'data' as JSON: an object with a list 'annotation' of objects with 'text' or 'markup'"
)


def make_languagetool_router(api: Api, folders: Sequence[Path]) -> APIRouter:
    """Return the addresses that editors ask.

    Args:
        api: What computes answers, in processes of its own.
        folders: Where indexes of corpora are.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/v2/languages")
    def languages() -> Response:
        """List the languages that there are rules for."""
        return JSONResponse(
            [{"name": LANGUAGES[code].name.title(), "code": code, "longCode": code} for code in list_languages()]
        )

    @router.post("/v2/check")
    async def check(request: Request) -> Response:
        """Return what was found in a text. Errors are texts, as LanguageTool's are."""
        try:
            asked = await run_in_threadpool(read_request, await request.body(), folders)
        except TertiumError as error:
            return PlainTextResponse(f"Error: {error}\n", 400)
        return await api.answer("matches", asked)

    return router


def read_request(body: bytes, folders: Sequence[Path]) -> dict[str, Any]:
    """Return the fields of ``MatchesRequest``.

    Raises:
        InputError: There is no text, or too much of it, or no corpus to count in.
        SpecError: There are no rules for the language.
    """
    fields = read_fields(body)
    text = _read_text(fields)
    language = to_two_letters(fields.get("language", "").partition("-")[0].casefold())
    if language not in list_languages():
        there_are = f"Set it to one of: {', '.join(list_languages())}"
        raise SpecError(f"there are no rules for the language {fields.get('language', '')!r}", remedy=there_are)
    corpus = choose_corpus(list_corpora(folders), language)
    if corpus is None:
        raise InputError(
            f"there is no corpus of the language {language!r} to count in",
            remedy=f"Build an index: tertium index build TEXT... -l {language} -o WORKSPACE/indexes/NAME",
        )
    counted = corpus.spec.partition("(")[2].removesuffix(")")
    source = _find_source(fields.get("motherTongue", ""), language)
    return {
        "text": text,
        "language": language,
        "source_language": source,
        "counts": corpus.spec,
        "folder": counted,
    }


def _find_source(given: str, language: str) -> str | None:
    """Return the source language, if there is a dictionary to use it with."""
    source = to_two_letters(given.partition("-")[0].casefold())
    if not (source.isascii() and source.isalpha() and len(source) < 4) or source == language:
        return None
    try:
        choose_dictionary(source, language)
    except SpecError:
        return None  # most people's mother tongue is not what they translate from
    return source


def _read_text(fields: Mapping[str, str]) -> str:
    text = fields.get("text")
    text = _join_annotations(fields.get("data", "")) if text is None else text
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            f"the text has {len(text):,} characters", remedy=f"Send parts of at most {MOST_CHARACTERS:,} characters"
        )
    return text


def _join_annotations(data: str) -> str:
    """Return the text of parts; marks of the format are spaces, and stay line breaks, so that all offsets are kept.

    >>> _join_annotations('{"annotation": [{"markup": "<b>"}, {"text": "El disco"}, {"markup": "</b>"}]}')
    '   El disco    '
    """
    if not data:
        raise InputError("the request has neither 'text' nor 'data' with annotations", remedy=_REMEDY)
    parts: list[str] = []
    try:
        for part in parse_strictly(data.encode())["annotation"]:
            is_text = "text" in part
            given = part["text" if is_text else "markup"]
            if not isinstance(given, str):
                raise TypeError("a part is not a text")
            parts.append(given if is_text else "".join(map(_blank, given)))
    except InputError as error:
        raise InputError(f"the field 'data' cannot be read: {error.message}", remedy=_REMEDY) from error
    except (TypeError, LookupError) as error:
        raise InputError("the field 'data' has no annotations with 'text' or 'markup'", remedy=_REMEDY) from error
    return "".join(parts)


def _blank(character: str) -> str:
    """Return as many UTF-16 code units of white space as the character has."""
    return character if character == "\n" else "  " if character > "\uffff" else " "
