"""One Chromium for all tests of this folder, and pages that are watched from their first request on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.browser.checks import LOOKS, Look, watch

# Two workers may share one core with other programs: what is slow there is not wrong.
TIMEOUT = 60_000


class Open(Protocol):
    """Opens an address in a page of its own, with cookies of its own."""

    def __call__(self, address: str | None = None, look: Look = ..., **settings: Any) -> Any: ...


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have one process run all tests of this folder, so that one browser is started."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("NO CHROMIUM: no page is looked at here. Install it by: make system-packages")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def window(browser: Any) -> Iterator[Any]:
    """A window that all tests share: a new one takes half a second, a new tab a fifth of it."""
    found = browser.new_context()
    found.set_default_timeout(TIMEOUT)
    yield found
    found.close()


@pytest.fixture
def open_page(browser: Any, window: Any) -> Iterator[Open]:
    """Opens pages: ``open_page(address, look)``. They are closed after the test, and their cookies are forgotten.

    The first page is a tab of the window that tests share, unless it has settings; others have windows of their own.
    """
    contexts: list[Any] = []

    def open_it(address: str | None = None, look: Look = LOOKS["wide-light"], **settings: Any) -> Any:
        context = window
        if settings or contexts:
            context = browser.new_context(**settings)
            context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = watch(context.new_page())
        page.set_viewport_size({"width": look.width, "height": look.height})
        page.emulate_media(color_scheme=look.scheme)
        if address is not None:
            page.goto(address)
        return page

    yield open_it
    for context in contexts:
        if context is not window:
            context.close()
    for page in window.pages:
        page.close()
    window.set_offline(False)
    window.clear_cookies()


@pytest.fixture(params=["phone-light", "wide-dark"])
def look(request: pytest.FixtureRequest) -> Look:
    """A phone and a desktop, one light and one dark: a test that takes it runs twice."""
    return LOOKS[request.param]
