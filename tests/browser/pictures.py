"""Makes the pictures of the product for the README's docs.

``PYTHONPATH=src:. .venv/bin/python -m tests.browser.pictures``. Each has few
colours, so that it stays small.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import PROGRAM, QUIETLY, ROOT
from tests.browser.scenes import WHITE, Shelf, ask, settle
from tests.browser.visitor import Visitor
from ur.sandbox.sandbox import Sandbox

FOLDER = ROOT / "docs" / "pictures"
MOST = 60_000
COLOURS = (128, 96, 64, 48, 32, 16)


def main() -> None:
    """Play a little, and take the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        Shelf(Path(folder)).sandbox("playing") as sandbox,
    ):
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=list(QUIETLY))
        number = ask(sandbox, WHITE, sandbox.local.links()[0].title)
        settle(sandbox)
        issue = f"/{sandbox.world.full_name}/issues/{number}"
        take(browser, sandbox, "front-wide-light", "", (1280, 1100, "light"))
        take(browser, sandbox, "front-narrow-dark", "", (390, 844, "dark"))
        take(browser, sandbox, "answer-narrow-light", issue, (390, 844, "light"))
        browser.close()


def take(
    browser: Browser,
    sandbox: Sandbox,
    name: str,
    path: str,
    window: tuple[int, int, str],
) -> None:
    """One picture, from where the README or the answer begins."""
    width, height, scheme = window
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, color_scheme=scheme)
    visitor = Visitor(context.new_page(), sandbox)
    visitor.go(path)
    start = visitor.page.get_by_role("article", name="Comment 1") if path else visitor.readme
    start.evaluate("part => window.scrollTo(0, part.getBoundingClientRect().top - 16)")
    file = FOLDER / f"{name}.png"
    file.write_bytes(small(visitor.page.screenshot()))
    sys.stdout.write(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes\n")
    context.close()


def small(png: bytes) -> bytes:
    """The same picture in as many colours as its size allows."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in COLOURS:
        out = io.BytesIO()
        few = picture.quantize(colours, dither=Image.Dither.NONE)
        few.save(out, "PNG", optimize=True)
        if out.tell() < MOST:
            break
    return out.getvalue()


if __name__ == "__main__":
    main()
