"""One Chromium for all tests of this folder, and pages that are watched from their first request on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.browser.checks import LOOKS, Look, watch


class Open(Protocol):
    """Opens an address in a window of its own, with cookies of its own."""

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
        pytest.skip("NO CHROMIUM: no page is looked at here. Install it by: sh scripts/install_browser.sh")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    """Opens pages: ``open_page(address, look)``. They are closed after the test."""
    contexts = []

    def open_it(address: str | None = None, look: Look = LOOKS["wide-light"], **settings: Any) -> Any:
        context = browser.new_context(
            viewport={"width": look.width, "height": look.height}, color_scheme=look.scheme, **settings
        )
        contexts.append(context)
        # Two workers may share one core with other programs: what is slow there is not wrong.
        context.set_default_timeout(60_000)
        page = watch(context.new_page())
        if address is not None:
            page.goto(address)
        return page

    yield open_it
    for context in contexts:
        context.close()


@pytest.fixture(params=["phone-light", "wide-dark"])
def look(request: pytest.FixtureRequest) -> Look:
    """A phone and a desktop, one light and one dark: a test that takes it runs twice."""
    return LOOKS[request.param]
