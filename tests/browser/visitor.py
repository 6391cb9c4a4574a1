"""Somebody at a window: what they press, type and see, in their words."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Request, Response, expect

from ur.sandbox.sandbox import Sandbox

PATIENCE = 20_000
"""Milliseconds: far more than a run takes, on a busy machine too."""


class Visitor:
    """One window on a sandbox. ``faults`` is what no visitor should meet with."""

    def __init__(self, page: Page, sandbox: Sandbox) -> None:
        self.page = page
        self.home = f"/{sandbox.world.full_name}"
        self.faults: list[str] = []
        self._url = sandbox.url
        page.on("console", lambda line: self._heard(line.type, line.text))
        page.on("pageerror", lambda error: self._heard("error", str(error)))
        page.on("request", self._asked)
        page.on("response", self._answered)
        page.on("requestfailed", self._failed)

    def go(self, path: str = "") -> None:
        """Open a page by its address: the repository's front page, or a path."""
        self.page.goto(self._url + (path or self.home))

    def be(self, login: str) -> None:
        """Switch to somebody, at the top."""
        self.page.get_by_label("You are").select_option(login)
        self.press("Switch")
        expect(self.page.get_by_label("You are")).to_have_value(login)

    def press(self, button: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Press a button."""
        (within or self.page).get_by_role("button", name=button, exact=True).click()

    def follow(self, link: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Press a link, the first of this name."""
        (within or self.page).get_by_role("link", name=link, exact=True).first.click()

    def open_fold(self, summary: str) -> Locator:
        """Open what is folded away; it."""
        fold = self.page.get_by_role("group").filter(has_text=summary)
        fold.get_by_text(summary, exact=True).click()
        return fold

    @property
    def readme(self) -> Locator:
        """The README, as it is drawn."""
        return self.page.get_by_role("region", name="README")

    @property
    def choices(self) -> Locator:
        """The links that are moves."""
        return (
            self.readme.get_by_role("listitem")
            .filter(has=self.page.locator("strong", has_text=re.compile("^[A-G]$")))
            .get_by_role("link")
        )

    def press_first_choice(self) -> str:
        """Press the first link of the board that is a move; the title that is filled in."""
        self.choices.first.click()
        return self.page.get_by_label("Title").input_value()

    def submit(self) -> int:
        """Press the green button of the form; the issue's number."""
        self.press("Create")
        self.page.wait_for_url(re.compile(r"/issues/\d+$"))
        return int(self.page.url.rpartition("/")[2])

    def ask(self, link: str) -> int:
        """Press a link of the board and the green button; the issue's number."""
        self.follow(link, self.readme)
        return self.submit()

    def wait_for(self, state: str) -> None:
        """Wait until the issue that is open in this window says how it stands."""
        expect(self.page.locator("#frame-state")).to_contain_text(state)
        expect(self.page.locator("#frame-state")).not_to_contain_text("following")

    def answer(self, number: int = 1) -> Locator:
        """A comment, by its place."""
        return self.page.get_by_role("article", name=f"Comment {number}")

    @property
    def asked(self) -> Locator:
        """What the issue asks, and the reactions to it."""
        return self.page.get_by_role("article", name="What was asked")

    def pictures_missing(self) -> list[str]:
        """The addresses of pictures that did not load."""
        return self.page.evaluate(
            "[...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src)"
        )

    def too_wide(self) -> list[str]:
        """What is wider than the window, where the page can be scrolled sideways."""
        return self.page.evaluate(
            """() => {
                const width = window.innerWidth;
                if (document.documentElement.scrollWidth <= width) return [];
                return [...document.querySelectorAll('body *')]
                    .filter(e => e.getBoundingClientRect().right > width + 1)
                    .map(e => `${e.tagName}.${e.className}: ${e.getBoundingClientRect().right}`);
            }"""
        )

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(f"{self.page.url}: {kind}: {text}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).hostname != "localhost" and not request.url.startswith("data:"):
            self.faults.append(f"{self.page.url} asks for {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{self.page.url}: {response.status} for {response.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # whoever leaves a page stops what it loads
            self.faults.append(f"{self.page.url}: {request.failure} for {request.url}")
