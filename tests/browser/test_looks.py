"""How the pages look and are reached: wide and narrow, light and dark, by keyboard, unseen."""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.scenes import WHITE, now_playing
from tests.browser.visitor import Visitor
from ur import paths
from ur.sandbox.sandbox import Sandbox

WIDE, NARROW = 1280, 390

ALIKE = {"profile with the README", "archive", "all games", "open issues"}
"""Pages made of the same parts as others."""
PLAYER = re.compile(r"state/players/[0-9]+/[0-9]+\.md")
LIGHT = ALIKE | {"folder", "text", "drawn", "picture", "commits", "commit", "issues", "somebody"}
"""Pages without colours of their own, so that they need not be looked at in the dark as well."""
FOCUSED = """() => {
    const e = document.activeElement, style = getComputedStyle(e);
    const box = e.getBoundingClientRect();
    return {
        name: (e.innerText || e.getAttribute('aria-label') || e.name || '').trim(),
        inMain: !!e.closest('main'),
        shown: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1
            && box.width > 1 && box.height > 1 && box.top < innerHeight && box.bottom > 0,
        inOrder: !window.before
            || !!(window.before.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING),
        last: (window.before = e, false),
    };
}"""


def pages_of(sandbox: Sandbox) -> Mapping[str, str]:
    """The path of a page of each kind, and of each state that it can be in."""
    match = now_playing(sandbox)
    issues = {issue.state_reason: issue.number for issue in sandbox.world.issues()}
    commit = sandbox.local.log("%H")[0]
    archive = paths.archive(match.number - 1)
    owner = f"/{sandbox.world.owner.login}"
    home = f"/{sandbox.world.full_name}"
    return {
        "front": home,
        "profile with the README": owner,
        "folder": f"{home}/tree/main/{paths.STATE}",
        "text": f"{home}/blob/main/{paths.MATCH}",
        "drawn": f"{home}/blob/main/{paths.STATE}/{paths.ABOUT}",
        "picture": f"{home}/blob/main/{paths.picture(match.number, match.next_turn)}",
        "archive": f"{home}/tree/main/{archive}",
        "archive page": f"{home}/blob/main/{archive}/README.md",
        "all games": f"{home}/tree/main/{paths.ARCHIVE}",
        "commits": f"{home}/commits/main",
        "commit": f"{home}/commit/{commit}",
        "issues": f"{home}/issues?state=all",
        "open issues": f"{home}/issues",
        "new issue": f"{home}/issues/new?title=ur-new&body=Just%20press%20the%20green%20button.",
        "answered": f"{home}/issues/{issues['completed']}",
        "refused": f"{home}/issues/{issues['not_planned']}",
        "actions": f"{home}/actions",
        "run": f"{home}/actions/runs/{sandbox.actions.all()[0].number}",
        "somebody": f"/{WHITE}",
        "sandbox": "/sandbox",
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_every_page_fits_its_window(visit, playing, width, scheme):
    """Nothing is scrolled sideways, every picture loads, and the browser has no complaint."""
    somebody = visit(playing, WHITE, viewport={"width": width, "height": 844}, color_scheme=scheme)
    wrong = {}
    for name, path in pages_of(playing).items():
        somebody.go(path)
        somebody.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        found = somebody.too_wide() + somebody.pictures_missing()
        if found:
            wrong[name] = found
    assert wrong == {}
    ground = somebody.page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(map(int, re.findall(r"\d+", ground)[:3])) / 3
    assert (brightness > 128) is (scheme == "light")


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDE), ("dark", NARROW)])
def test_axe_finds_nothing(visit, playing, axe, scheme, width):
    """No page has a flaw of accessibility; one that was put there is found."""
    somebody = visit(
        playing,
        WHITE,
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
        bypass_csp=True,  # axe is put into the page as a script
    )
    pages = pages_of(playing)
    flaws = {}
    for name in [name for name in pages if name not in (ALIKE if scheme == "light" else LIGHT)]:
        somebody.go(pages[name])
        somebody.page.evaluate(axe)
        if found := flaws_of(somebody):
            flaws[name] = found
    assert flaws == {}

    somebody.go()
    somebody.page.evaluate(axe)
    somebody.page.evaluate("for (const i of document.images) i.removeAttribute('alt')")
    assert ("critical", "image-alt") in {one[:2] for one in flaws_of(somebody)}


def pages_of_the_past(sandbox: Sandbox) -> Mapping[str, str]:
    """The path of a page of each kind that tells of ended games."""
    home = f"/{sandbox.world.full_name}"
    player = next(path for path in sandbox.local.files() if PLAYER.fullmatch(path))
    return {
        "front": home,
        "all games": f"{home}/tree/main/{paths.ARCHIVE}",
        "some games": f"{home}/blob/main/{paths.index_page(1)}",
        "game": f"{home}/tree/main/{paths.archive(2)}",
        "player": f"{home}/blob/main/{player}",
    }


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDE), ("dark", NARROW)])
def test_the_past_is_worth_a_visit(visit, remembering, axe, scheme, width):
    """Its pages fit, their pictures load, and axe finds nothing, wide and narrow, in the dark."""
    window = {"width": width, "height": 844}
    somebody = visit(remembering, WHITE, viewport=window, color_scheme=scheme, bypass_csp=True)
    wrong = {}
    for name, path in pages_of_the_past(remembering).items():
        somebody.go(path)
        somebody.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        somebody.page.wait_for_load_state("networkidle")
        somebody.page.evaluate(axe)
        found = somebody.too_wide() + somebody.pictures_missing() + flaws_of(somebody)
        if found:
            wrong[name] = found
    assert wrong == {}


def flaws_of(visitor: Visitor) -> list[tuple[str, ...]]:
    """What axe finds on the page in a window: how bad, which rule, where, why."""
    found = visitor.page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        (one["impact"], one["id"], node["html"][:200], node["failureSummary"])
        for one in found["violations"]
        for node in one["nodes"]
    ]


def test_a_move_is_made_by_keyboard(visit, playing):
    """Tab comes to the first move in the page's order, always visibly; Enter opens the form."""
    ada = visit(playing, WHITE)
    ada.go()
    choice = ada.choices.first.inner_text()
    seen = []
    while not seen or seen[-1]["name"] != choice:
        ada.page.keyboard.press("Tab")
        seen.append(ada.page.evaluate(FOCUSED))
        assert len(seen) < 60, [one["name"] for one in seen]
    assert [one for one in seen if not one["shown"] or not one["inOrder"]] == []
    assert seen[0]["name"] == "Skip to the page"

    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_label("Title")).to_have_value(playing.local.links()[0].title)
    ada.page.get_by_label("Title").press("Enter")
    ada.wait_for("Closed as completed")


def test_the_keyboard_can_skip_the_frame(visit, playing):
    """The first thing that Tab comes to leads past the bar and the tabs."""
    ada = visit(playing, WHITE)
    ada.go()
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Tab")
    assert ada.page.evaluate(FOCUSED)["inMain"]


def test_news_are_said_to_who_cannot_see_them(visit, playing):
    """While a page follows, a status line tells what has changed."""
    ada = visit(playing, WHITE)
    ada.press_first_choice()
    number = ada.submit()
    expect(ada.page.get_by_role("status")).to_contain_text(f"Issue {number} is closed as completed")
