"""The game as people play it: by pressing links and buttons."""

import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.scenes import BLACK, FOURTH, THIRD, WHITE, settle


def test_the_first_game_begins_by_its_link(visit, fresh):
    """A newcomer presses link and button, and sees 👀, 🚀 and the answer come without reloading."""
    ada = visit(fresh, WHITE)
    ada.follow("Begin the first game", ada.readme)
    expect(ada.page.get_by_label("Title")).to_have_value("ur-new")
    expect(ada.page.get_by_label("Description")).to_have_value(re.compile("press the green button"))
    ada.submit()
    ada.page.evaluate("window.neverReloaded = true")

    expect(ada.asked).to_contain_text("👀")
    expect(ada.asked).to_contain_text("🚀")
    expect(ada.answer()).to_contain_text("Game 1 has begun")
    expect(ada.answer().get_by_role("img", name=re.compile("White to move"))).to_be_visible()
    ada.wait_for("Closed as completed")
    expect(ada.page.get_by_role("region", name="Run 1", exact=True)).to_contain_text("success")
    assert ada.page.evaluate("window.neverReloaded") is True
    assert ada.pictures_missing() == []

    ada.follow("Back to the board", ada.answer())
    expect(ada.page.get_by_role("heading", name="Game 1 · White to move")).to_be_visible()
    expect(ada.page.get_by_role("img", name=re.compile("^Game 1. Turn 1"))).to_be_visible()


def test_two_people_play_a_turn_each(visit, playing):
    """White moves and then Black, in windows of their own, and the roster names both."""
    people = {"White": visit(playing, WHITE), "Black": visit(playing, BLACK)}
    moved = []
    while set(moved) != set(people):
        somebody = people["White"]
        somebody.go()
        heading = somebody.page.get_by_role("heading", name=re.compile("to move$")).inner_text()
        team = heading.split()[-3]
        people[team].go()
        title = people[team].press_first_choice()
        people[team].submit()
        people[team].wait_for("Closed as completed")
        expect(people[team].answer()).to_contain_text("You ")
        expect(people[team].page.get_by_role("heading", level=1)).to_contain_text(title)
        moved.append(team)
        assert len(moved) < 12

    ada = people["White"]
    ada.go()
    roster = ada.open_fold("Who plays")
    for login in (WHITE, BLACK):
        expect(roster.get_by_role("link", name=login, exact=True)).to_be_visible()


def test_somebody_new_joins_by_the_link(visit, playing):
    """Whoever is made up a moment ago takes a seat, and the roster names them."""
    shulgi = visit(playing)
    shulgi.go("/sandbox")
    shulgi.page.get_by_label("Make somebody up").fill("shulgi")
    shulgi.press("Add, and be them")
    expect(shulgi.page.get_by_label("You are")).to_have_value("shulgi")
    shulgi.go()
    shulgi.ask("join Black")
    expect(shulgi.answer()).to_contain_text("You have joined the Black team")
    shulgi.wait_for("Closed as completed")
    shulgi.go()
    roster = shulgi.open_fold("Who plays")
    expect(roster.get_by_role("link", name="shulgi", exact=True)).to_be_visible()


def test_a_move_of_the_wrong_team_is_refused(visit, playing):
    """It is told why, with 😕, and the issue is closed as not planned."""
    black = visit(playing, BLACK)
    black.press_first_choice()
    black.submit()
    expect(black.answer()).to_contain_text("It is not your team's turn")
    black.wait_for("Closed as not planned")
    expect(black.asked).to_contain_text("😕")


def test_a_form_that_was_kept_open_too_long_is_stale(visit, playing):
    """Who presses the button after somebody else has moved is told so, and nothing is lost."""
    slow, quick = visit(playing, THIRD), visit(playing, WHITE)
    assert slow.press_first_choice() == quick.press_first_choice()
    quick.submit()
    quick.wait_for("Closed as completed")
    slow.submit()
    expect(slow.answer()).to_contain_text("The board has moved on")
    slow.wait_for("Closed as not planned")
    expect(slow.asked).to_contain_text("😕")
    slow.follow("Back to the board", slow.page.locator("#frame-closing"))
    expect(slow.choices.first).to_be_visible()


def test_people_who_press_at_once_are_all_answered(visit, playing):
    """Their runs queue, one at a time in the order they came, and each page follows by itself."""
    ada, grace, tiamat = (visit(playing, login) for login in (WHITE, THIRD, FOURTH))
    before = len(playing.actions.all())
    ada.press_first_choice()
    grace.follow("join White", grace.readme)
    tiamat.follow("join Black", tiamat.readme)
    for one in (ada, grace, tiamat):
        one.submit()
    for one in (ada, grace, tiamat):
        one.wait_for("Closed as completed")
        expect(one.answer()).to_be_visible()
        expect(one.answer(2)).to_have_count(0)

    settle(playing)
    ada.follow(re.compile("^Actions"))
    expect(ada.page.get_by_role("region", name="Runs").get_by_role("listitem")).to_have_count(
        before + 3
    )
    runs = playing.actions.all()[:3][::-1]
    assert [run.conclusion for run in runs] == ["success"] * 3
    assert all(one.ended_at <= other.started_at for one, other in pairwise(runs))


def test_a_request_in_ones_own_words_is_left_alone(visit, playing):
    """An issue that asks for no move is opened, and no run is made for it."""
    grace = visit(playing, THIRD)
    grace.follow(re.compile("^Issues"))
    grace.follow("New issue")
    grace.page.get_by_label("Title").fill("May I bring a friend?")
    grace.page.get_by_label("Description").fill("He **plays** well.")
    grace.submit()
    expect(grace.asked.locator("strong")).to_have_text("plays")
    expect(grace.page.get_by_role("region", name=re.compile("^Run "))).to_have_count(0)
    grace.page.get_by_label(re.compile("^Add a comment")).fill("She said yes.")
    grace.press("Comment")
    expect(grace.answer()).to_contain_text("She said yes.")
    grace.press("Close issue")
    expect(grace.page.locator("#frame-state")).to_contain_text("Closed as completed")


def test_a_move_can_be_made_without_scripts(visit, playing):
    """The page says how to follow by hand, and the answer is there after loading anew."""
    ada = visit(playing, WHITE, java_script_enabled=False)
    ada.press_first_choice()
    ada.submit()
    expect(ada.page.get_by_text("This page follows by a script")).to_be_visible()
    ada.follow(re.compile("load anew every two seconds"))
    expect(ada.answer()).to_contain_text("You ")
    settle(playing)
    ada.page.reload()
    ada.wait_for("Closed as completed")
