"""The pages of annotators: the start, one step at a time, the tutorial's explanations, and the end."""

from __future__ import annotations

import json
import re
import secrets

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from tertium.annotation import Answer, CampaignStore, LinkError, Receipt, Sitting, Step, Task, split_words
from tertium.errors import InputError, TertiumError
from tertium.web.fields import Number, read_fields, read_number
from tertium.web.open_links import OpenLinks
from tertium.web.pages import begin_sentence, show
from tertium.web.workspace import RETRY_SECONDS, BusyError, MissingRecordError, TooLargeError

COOKIE = "tertium_annotator"
_BROWSER_COOKIE = "tertium_browser"
_BROWSER = re.compile(r"[\w-]{16}", re.ASCII)
_STATUSES = {LinkError: 403, MissingRecordError: 404, TooLargeError: 413, BusyError: 429}
_KEYS = {
    "scale": "1 to 5 choose",
    "slider": "type a score, or press the arrow keys",
    "spans": "arrow keys choose words, numbers mark them as wrong, 0 says that nothing is wrong",
    "ranking": "1 to 9 rank, up and down go to another translation",
}


def make_router(store: CampaignStore) -> APIRouter:
    """Return the pages of annotators.

    Args:
        store: The campaigns.
    """
    router = APIRouter(include_in_schema=False)
    links = OpenLinks()

    @router.get("/judge/{key}")
    def start(key: str, request: Request) -> Response:
        """Take the key out of the address: it stays in a cookie that other sites cannot use."""
        sitting = Sitting(store, key)
        steps = sitting.campaign.asked.steps
        browser = _name_browser(request) or secrets.token_urlsafe(12)
        page = show(
            "start.html",
            sitting=sitting,
            elsewhere=links.notice(sitting.tag, browser),
            items=sitting.items - sitting.lessons,
            place=sitting.next_place(),
            steps=steps,
            keys=f"Keys: {'; then '.join(dict.fromkeys(_KEYS[step.shape] for step in steps))}. Enter stores.",
        )
        for name, value in ((COOKIE, key), (_BROWSER_COOKIE, browser)):
            page.set_cookie(
                name, value, httponly=True, samesite="strict", path="/judge", secure=request.url.scheme == "https"
            )
        return page

    @router.get("/judge")
    def judge(request: Request, place: Number | None = None, step: str | None = None) -> Response:
        """Show the next step, or an item that may still be changed."""
        sitting = _sit(store, request)
        chosen = sitting.next_place() if place is None else place
        if chosen is None:
            return show("end.html", sitting=sitting, last=sitting.items - 1)
        return _show_task(sitting, chosen, step, _find_elsewhere(links, sitting, request))

    @router.get("/judge/lesson/{place}")
    def explain(place: Number, request: Request) -> Response:
        """Explain an item of the tutorial, once it is finished."""
        return _show_lesson(_sit(store, request), place)

    @router.post("/judge/{place}/{step}")
    async def answer(place: Number, step: str, request: Request) -> Response:
        """Store an answer. Scripts get a receipt, forms the next page."""
        body = await request.body()
        wants_receipt = request.headers.get("accept") == "application/json"

        def store_it() -> Response:
            fields = read_fields(body)
            sitting = _sit(store, request)
            if fields.get("tag", sitting.tag) != sitting.tag:
                # Another annotator's link was opened in this browser in the meantime.
                raise LinkError("this answer belongs to another annotator", remedy="Open that annotator's link again")
            time = read_number(fields.get("active_ms", ""))
            elsewhere = _find_elsewhere(links, sitting, request)
            given = _read_answer(fields)
            try:
                receipt = sitting.answer(place, step, given, attempt=fields.get("attempt", ""), active_ms=time)
            except InputError as error:
                if elsewhere is None:
                    raise
                remedy = f"{error.remedy}. This link is open in another browser: judge in one of them only"
                raise InputError(error.message, remedy=remedy) from error
            following = f"/judge/lesson/{place}" if receipt.finished and receipt.is_lesson else "/judge"
            if wants_receipt:
                return JSONResponse(_write_receipt(receipt, following))
            return RedirectResponse(following, 303)

        try:
            return await run_in_threadpool(store_it)
        except TertiumError as error:
            if not wants_receipt:
                raise
            told = {"error": begin_sentence(error.message), "remedy": error.remedy or ""}
            return JSONResponse(told, show_error(error).status_code)

    return router


def _sit(store: CampaignStore, request: Request) -> Sitting:
    key = request.cookies.get(COOKIE)
    if not key:
        raise LinkError("this page needs the link that you were sent", remedy="Open the link again")
    return Sitting(store, key)


def _name_browser(request: Request) -> str | None:
    """Return the name that a browser was given; None if it has none."""
    name = request.cookies.get(_BROWSER_COOKIE, "")
    return name if _BROWSER.fullmatch(name) else None


def _find_elsewhere(links: OpenLinks, sitting: Sitting, request: Request) -> int | None:
    """Return how many seconds ago another browser used the link; None if none did of late."""
    browser = _name_browser(request)
    return None if browser is None else links.notice(sitting.tag, browser)


def _show_task(sitting: Sitting, place: int, name: str | None, elsewhere: int | None) -> Response:
    task = sitting.task(place)
    # Of a finished item the last step is shown, to be changed, unless another one is asked for.
    chosen = [each for each in task.changeable if each.name == name]
    step = chosen[0] if chosen else task.step or task.changeable[-1]
    before = task.answers.get(step.name)
    following = sitting.next_place()
    turn = sitting.items if following is None else following
    is_lesson = place < task.lessons
    number, total = (place + 1, task.lessons) if is_lesson else (place + 1 - task.lessons, task.items - task.lessons)
    return show(
        "task.html",
        sitting=sitting,
        elsewhere=elsewhere,
        task=task,
        step=step,
        number=number,
        total=total,
        heading=f"{'Tutorial' if is_lesson else 'Item'} {number} of {total}",
        others=[each for each in (*task.changeable, *([task.step] if task.step else [])) if each is not step],
        before=before,
        pieces=_divide(task.texts[0]) if step.shape == "spans" else [],
        stored_spans="" if before is None else json.dumps([vars(span) for span in before.spans]),
        nothing=before is not None and not before.spans,
        attempt=secrets.token_urlsafe(16),
        choices=_list_choices(step, task),
        back=place - 1 if place > 0 and place - 1 >= turn - 10 else None,
        settings=json.dumps({"severities": list(step.severities)}),
    )


def _divide(text: str) -> list[tuple[str, int, int, str]]:
    """Divide a text into words and the gaps between them, with where each starts and ends."""
    found: list[tuple[str, int, int, str]] = []
    done = 0
    for start, end in [*split_words(text), (len(text), len(text))]:
        if start > done:
            found.append((text[done:start], done, start, "gap"))
        if end > start:
            found.append((text[start:end], start, end, "word"))
        done = end
    return found


def _show_lesson(sitting: Sitting, place: int) -> Response:
    lesson = sitting.lesson(place)
    if lesson is None:
        return RedirectResponse("/judge", 303)
    task = sitting.task(place)
    rows = [
        (
            step,
            _describe_answer(task.answers[step.name], lesson.texts[0]),
            _describe_expected(lesson.expected[step.name], step),
            lesson.is_met(step.name, task.answers[step.name]),
        )
        for step in sitting.campaign.asked.steps
    ]
    return show("lesson.html", sitting=sitting, place=place, task=task, lesson=lesson, rows=rows)


def _describe_answer(answer: Answer, text: str) -> str:
    if answer.value is not None:
        return f"{answer.value:g}"
    if answer.ranks:
        return ", ".join(map(str, answer.ranks))
    found = [f"“{text[span.start : span.end]}” ({span.severity})" for span in answer.spans if span.end > span.start]
    found += [f"something is missing ({span.severity})" for span in answer.spans if span.end == span.start]
    return ", ".join(found) or "nothing is wrong"


def _describe_expected(expected: object, step: Step) -> str:
    if isinstance(expected, dict):
        found = [f"“{words}” ({severity})" for words, severity in expected.items() if words]
        found += [f"something is missing ({severity})" for words, severity in expected.items() if not words]
        return ", ".join(found) or "nothing is wrong"
    numbers = list(expected) if isinstance(expected, list) else []
    if step.shape == "ranking":
        return ", ".join(map(str, numbers))
    low, high = numbers
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _list_choices(step: Step, task: Task) -> list[tuple[int, str]]:
    if step.shape == "scale":
        return sorted(((value, label) for value, label in step.labels.items()), reverse=True)
    return [(rank, str(rank)) for rank in range(1, len(task.texts) + 1)]


def _read_answer(fields: dict[str, str]) -> Answer:
    data: dict[str, object] = {}
    try:
        if fields.get("value", "") != "":
            data["value"] = float(fields["value"])
        if fields.get("spans", "") != "":
            data["spans"] = json.loads(fields["spans"])
        ranks = sorted((int(name[4:]), int(value)) for name, value in fields.items() if name.startswith("rank"))
    except (ValueError, RecursionError) as error:
        raise InputError("the answer is not a number or a list of spans", remedy="Choose an answer") from error
    if ranks:
        data["ranks"] = [rank for _, rank in ranks]
    if not data:
        # Nothing at all is not the same as no errors, which is an empty list of spans.
        raise InputError(
            "the form has no answer", remedy="Choose an answer; for no errors, send an empty list of spans"
        )
    return Answer.from_data(data)


def _write_receipt(receipt: Receipt, following: str) -> dict[str, object]:
    kept = ("place", "step", "revision", "finished")
    return {**{name: getattr(receipt, name) for name in kept}, "next": following}


def show_error(error: TertiumError, path: str = "") -> Response:
    """Return the page of an error: what is wrong, and what to do.

    Args:
        error: The error.
        path: The page that was asked for, which decides where to go on.
    """
    status = next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), 422)
    back = "" if status == 403 else "/judge" if path.startswith("/judge") else "/"
    title = {403: "No access", 404: "Not found", 429: "Too many jobs"}.get(status, "Not possible")
    message = begin_sentence(error.message)
    page = show("error.html", status, title=title, message=message, remedy=error.remedy or "", back=back)
    if status == 429:
        page.headers["Retry-After"] = str(RETRY_SECONDS)
    return page
