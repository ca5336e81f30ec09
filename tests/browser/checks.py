"""What no page may have: errors in the console, failed requests, barriers, and a page that scrolls sideways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from weakref import WeakKeyDictionary


@dataclass(frozen=True)
class Look:
    """How a page is seen."""

    width: int
    height: int
    scheme: Literal["light", "dark"]


LOOKS = {
    "phone-light": Look(390, 844, "light"),
    "phone-dark": Look(390, 844, "dark"),
    "wide-light": Look(1440, 900, "light"),
    "wide-dark": Look(1440, 900, "dark"),
}

# Two looks that have both sizes and both papers. What goes wrong in one corner only, on one page, is rare: half of the
# pages are looked at in one diagonal, and half in the other.
DIAGONAL = (LOOKS["phone-light"], LOOKS["wide-dark"])
OTHER_DIAGONAL = (LOOKS["phone-dark"], LOOKS["wide-light"])

_PROBLEMS: WeakKeyDictionary[Any, list[str]] = WeakKeyDictionary()

_WIDER = """() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const inside = (node) => {
        for (let at = node.parentElement; at; at = at.parentElement)
            if (at !== root && at !== document.body && getComputedStyle(at).overflowX !== "visible") return true;
        return false;
    };
    return ["the page is wider than its window", ...[...document.querySelectorAll("body *")]
        .filter((node) => node.getBoundingClientRect().right > root.clientWidth + 1 && !inside(node))
        .slice(0, 5).map((node) => `too wide: ${node.outerHTML.slice(0, 120)}`)];
}"""


def watch(page: Any) -> Any:
    """Takes down what goes wrong on a page from now on, and returns the page."""
    found: list[str] = []
    _PROBLEMS[page] = found

    def hear(message: Any) -> None:
        text = message.text
        if message.type == "error" or (message.type == "warning" and "Content Security Policy" in text):
            found.append(f"console: {text} ({message.location.get('url', '')})")

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(f"script: {error}"))
    page.on("requestfailed", lambda request: found.append(f"failed: {request.method} {request.url} {request.failure}"))
    page.on(
        "response",
        lambda reply: (
            found.append(f"status {reply.status}: {reply.request.method} {reply.url}") if reply.status >= 400 else None
        ),
    )
    return page


def check_page(page: Any, *, allowed: Sequence[str] = (), barriers: bool = True) -> None:
    """Asserts that a page is sound now, and was so since it was opened or last checked.

    Args:
        page: A page of ``open_page``, or one that ``watch`` got.
        allowed: Parts of problems that are meant to be, such as ``status 403``. Chromium reports an error page in the
            console too: allow ``status of 403`` as well.
        barriers: Whether to look for barriers; axe takes long on a page with a very long word.
    """
    problems = [each for each in _PROBLEMS[page] if not any(part in each for part in allowed)]
    _PROBLEMS[page].clear()
    assert problems == [], f"{page.url}: {problems}"
    assert page.evaluate(_WIDER) == [], page.url
    found = find_barriers(page) if barriers else []
    assert found == [], f"{page.url}: {found}"


def check_looks(page: Any, looks: Sequence[Look] = DIAGONAL, *, allowed: Sequence[str] = ()) -> None:
    """Asserts that a page is sound in several looks; it is opened once, and ends as it was seen before.

    Args:
        page: A page of ``open_page``.
        looks: ``DIAGONAL`` or ``OTHER_DIAGONAL``: each has both sizes and both papers.
        allowed: As in ``check_page``.
    """
    before = page.viewport_size
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    for look in looks:
        page.emulate_media(color_scheme=look.scheme)
        page.set_viewport_size({"width": look.width, "height": look.height})
        # Once it is drawn, what scrolls at this size is known to be a stop of the Tab key.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        check_page(page, allowed=allowed)
    page.emulate_media(color_scheme="dark" if is_dark else "light")
    page.set_viewport_size(before)


def find_barriers(page: Any) -> list[str]:
    """Returns the serious and critical findings of axe."""
    from axe_playwright_python.base import AXE_SCRIPT

    if page.evaluate("window.axe === undefined"):
        page.evaluate(f"(() => {{ {AXE_SCRIPT} }})()")
    result = page.evaluate("() => axe.run(document, {resultTypes: ['violations'], preload: false})")
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for each in result["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


def wait_until(page: Any, expression: str) -> None:
    """Waits until a JavaScript expression is true, at most ten seconds.

    `page.wait_for_function` evaluates its text inside the page from its second try on, which the policy of our pages
    forbids: it fails where the first try comes too early.
    """
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"still not true after ten seconds: {expression}")
