"""A browser, a sandbox to look at, and people who look.

The browser is the machine's own. Where there is none, or no axe-core, these
tests are skipped; with ``UR_BROWSER=required`` they fail instead.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.scenes import Shelf
from tests.browser.visitor import PATIENCE, Visitor
from ur.sandbox.sandbox import Sandbox

ROOT = Path(__file__).parents[2]
AXE = ROOT / ".venv" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
PROGRAMS = ("chromium", "google-chrome")
PROGRAM = next(filter(None, map(shutil.which, PROGRAMS)), None)
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def needed(found: bool, what: str) -> None:  # noqa: FBT001 - the question is the argument
    """Skip where something is missing, or fail where it must not be."""
    if not found and os.environ.get("UR_BROWSER") == "required":
        pytest.fail(f"{what} is missing, and UR_BROWSER=required", pytrace=False)
    if not found:
        pytest.skip(f"{what} is missing")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's browser, one for all tests of a process."""
    needed(PROGRAM is not None, " or ".join(PROGRAMS))
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=list(QUIETLY))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """What finds flaws of accessibility, as a script."""
    needed(AXE.exists(), "axe-core")
    return AXE.read_text("utf-8")


@pytest.fixture(scope="session")
def shelf(browser, tmp_path_factory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf"))


@pytest.fixture
def served() -> Iterator[ExitStack]:
    """What is served to visitors, for as long as they are there: a window asks until it is shut."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def fresh(shelf, served) -> Sandbox:
    """A new sandbox."""
    return served.enter_context(shelf.sandbox("fresh"))


@pytest.fixture
def playing(shelf, served) -> Sandbox:
    """A sandbox in which one game was won and the next is in play; it is White's turn."""
    return served.enter_context(shelf.sandbox("playing"))


@pytest.fixture
def remembering(shelf, served) -> Sandbox:
    """A sandbox with a past that was brought in from elsewhere."""
    return served.enter_context(shelf.sandbox("remembering"))


@pytest.fixture
def visit(browser, served) -> Iterator[Callable[..., Visitor]]:
    """Let somebody open a window of their own; at the end nobody may have met with a fault."""
    visitors = []

    def opened(sandbox: Sandbox, login: str | None = None, **options: Any) -> Visitor:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        context.set_default_timeout(PATIENCE)
        visitor = Visitor(context.new_page(), sandbox)
        visitors.append(visitor)
        visitor.go()
        if login:
            visitor.be(login)
        return visitor

    yield opened
    for visitor in visitors:
        visitor.page.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
