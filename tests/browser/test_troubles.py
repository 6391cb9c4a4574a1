"""What goes wrong on purpose, seen on the pages."""

import re

from playwright.sync_api import expect

from tests.browser.scenes import WHITE, settle


def test_a_run_that_was_killed_is_shown_as_failed_and_finished_by_hand(visit, playing):
    """The issue is open, with its log, until the keeper runs the workflow; it is moved once."""
    ada = visit(playing, WHITE)
    ada.go("/sandbox")
    ada.page.get_by_label("What shall happen").select_option(
        label="Kill the run just after its next push"
    )
    ada.press("Let it happen", ada.page.get_by_role("region", name="Let a push or a run go wrong"))
    expect(ada.page.get_by_role("link", name="1 trouble waiting")).to_be_visible()
    ada.go()
    ada.press_first_choice()
    number = ada.submit()
    run = ada.page.get_by_role("region", name=re.compile("^Run "))
    expect(run).to_contain_text("failure")
    expect(run).to_contain_text("The run was killed")
    ada.wait_for("Open")
    expect(ada.answer()).to_have_count(0)
    commits = playing.local.log()

    ada.be("keeper")
    ada.follow(re.compile("^Actions"))
    ada.press("Run workflow")
    expect(ada.page.get_by_role("region", name="Log")).to_contain_text("success")
    ada.go(f"/{playing.world.full_name}/issues/{number}")
    expect(ada.answer()).to_contain_text("You ")
    expect(ada.answer(2)).to_have_count(0)
    ada.wait_for("Closed as completed")
    assert playing.local.log() == commits


def test_only_the_keeper_is_offered_to_run_the_workflow(visit, fresh):
    """Anybody else is told who may, and can be them by a button; the timer has a switch."""
    ada = visit(fresh, WHITE)
    ada.follow(re.compile("^Actions"))
    expect(ada.page.get_by_role("button", name="Run workflow")).to_have_count(0)
    ada.press("Be keeper, who may run it by hand")
    ada.press("Run workflow")
    expect(ada.page.get_by_role("region", name="Log")).to_contain_text("success")
    ada.follow("All runs")
    ada.press("Switch the timer on")
    expect(ada.page.get_by_text("The timer is on")).to_be_visible()
    ada.press("Switch the timer off")
    expect(ada.page.get_by_text("The timer is off")).to_be_visible()


def test_requests_come_late_as_often_as_asked(visit, playing):
    """The next requests are slow, the move is made all the same, and nothing is left waiting."""
    ada = visit(playing, WHITE)
    ada.go("/sandbox")
    ada.page.get_by_label("The next").fill("3")
    ada.page.get_by_label("shall", exact=True).select_option(label="come late")
    ada.page.get_by_label(re.compile("^late by")).fill("0.2")
    ada.press("Let it happen", ada.page.get_by_role("region", name="Let requests go wrong"))
    waiting = ada.page.get_by_role("region", name="What is waiting to strike")
    expect(waiting).to_contain_text("for 3 more requests")
    ada.go()
    ada.press_first_choice()
    ada.submit()
    ada.wait_for("Closed as completed")
    settle(playing)
    ada.go("/sandbox")
    expect(waiting).to_contain_text("Nothing. All is well.")


def test_all_troubles_are_cleared_by_a_button(visit, fresh):
    """What was asked for by mistake does not strike."""
    ada = visit(fresh, WHITE)
    ada.go("/sandbox")
    regions = ("Let requests go wrong", "Let a push or a run go wrong")
    for region in regions:
        ada.press("Let it happen", ada.page.get_by_role("region", name=region))
    expect(ada.page.get_by_role("link", name="2 troubles waiting")).to_be_visible()
    ada.press("Clear all")
    waiting = ada.page.get_by_role("region", name="What is waiting to strike")
    expect(waiting).to_contain_text("Nothing. All is well.")
    expect(ada.page.get_by_role("link", name=re.compile("waiting$"))).to_have_count(0)
