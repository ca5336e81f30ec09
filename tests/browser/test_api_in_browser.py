"""The page of the JSON API in Chromium, with all of its parts open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.checks import OTHER_DIAGONAL, check_looks
from tests.browser.conftest import Open
from tests.web.serving import serve


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("workspace")) as client:
        yield f"http://127.0.0.1:{client.port}"


def test_the_page_of_the_api(address: str, open_page: Open) -> None:
    page = open_page(f"{address}/api/v1/docs")
    check_looks(page, OTHER_DIAGONAL)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.get_by_text("One text per segment.").first.is_visible()
    check_looks(page)
