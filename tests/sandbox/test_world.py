"""What GitHub knows and allows, without HTTP."""

import json
import threading

import pytest

from ur.sandbox import Refusal, World
from ur.sandbox.ledger import ACTIONS_ID


def test_numbers_start_above_the_highest_known(world):
    """The first issue's number is one above the number given."""
    assert world.open_issue("ann", "ur-new") == 41


def test_pull_requests_share_the_numbers_of_issues(world):
    """A pull request takes a number that no issue gets."""
    numbers = [world.open_issue("ann", "a"), world.open_pull_request("bob", "b")]
    assert [*numbers, world.open_issue("ann", "c")] == [41, 42, 43]


def test_an_account_may_be_given_its_id(world):
    """A person's id is the one asked for, or one that nobody has."""
    assert world.account("bob").id == 583_231
    assert world.whose(world.add_person("cid")).id not in {583_231, ACTIONS_ID}


def test_two_accounts_share_neither_login_nor_id(world):
    """A login is taken, whatever the case it is written in, and so is an id."""
    with pytest.raises(ValueError, match="ANN"):
        world.add_person("ANN")
    with pytest.raises(ValueError, match="583231"):
        world.add_person("cid", 583_231)


def test_a_renamed_account_keeps_its_id_and_token(world):
    """Who was renamed is still the same person."""
    token = world.token_of("ann")
    world.rename("ann", "anna")
    assert world.whose(token).login == "anna"
    assert world.account("anna").id == world.whose(token).id


def test_the_token_of_a_deleted_account_opens_nothing(world):
    """A deleted account's token is as good as none."""
    token = world.token_of("ann")
    world.delete_account("ann")
    with pytest.raises(Refusal, match="Bad credentials"):
        world.whose(token)
    with pytest.raises(Refusal, match="Not Found"):
        world.account("ann")


def test_the_workflow_acts_as_the_bot_of_actions(world):
    """The workflow's token belongs to github-actions[bot]."""
    bot = world.whose(world.actions_token)
    assert (bot.login, bot.id, bot.type) == ("github-actions[bot]", 41898282, "Bot")


def test_an_event_tells_who_opened_what_where(world):
    """The payload of an issue just opened names action, issue, repository and sender."""
    event = world.event(world.open_issue("bob", "ur-new", "please"))
    assert event["action"] == "opened"
    assert (event["issue"]["number"], event["issue"]["title"]) == (41, "ur-new")
    assert event["repository"]["full_name"] == "keeper/keeper"
    assert event["repository"]["default_branch"] == "main"
    assert event["repository"]["fork"] is False
    assert event["repository"]["owner"]["login"] == "keeper"
    assert event["sender"]["id"] == 583_231


def test_the_event_of_somebody_gone_has_no_author(world):
    """An author who deleted the account is null in the event, and the sender a ghost."""
    number = world.open_issue("bob", "ur-new")
    world.delete_account("bob")
    event = world.event(number)
    assert event["issue"]["user"] is None
    assert event["sender"]["login"] == "ghost"


def test_an_empty_body_is_null(world):
    """The web form's empty body becomes null."""
    assert world.event(world.open_issue("bob", "ur-new"))["issue"]["body"] is None


def test_a_world_comes_back_from_json(world, clock):
    """What was dumped and loaded is the same world, and goes on where it was."""
    keeper, ann = world.account("keeper"), world.account("ann")
    world.add_collaborator("bob")
    number = world.open_issue("ann", "ur-new", "body")
    world.create_comment(keeper, number, "a comment")
    world.react(ann, number, "heart")
    world.edit_issue(keeper, number, {"labels": ["white"], "assignees": ["keeper"]})
    world.open_pull_request("bob", "a change")
    document = json.loads(json.dumps(world.dump()))
    again = World.load(document, clock)
    assert again.dump() == world.dump()
    assert again.event(number) == world.event(number)
    assert again.open_issue("ann", "next") == 43
    assert again.whose(world.token_of("ann")).login == "ann"


def test_a_world_of_another_schema_is_not_loaded(world):
    """A document of a schema that is not known is refused."""
    with pytest.raises(ValueError, match="schema 99"):
        World.load(world.dump() | {"schema": 99})


def test_halves_of_characters_that_were_once_taken_are_replaced(world):
    """A world of an older version opens with text that every page can show."""
    number, keeper = (
        world.open_issue("ann", "ur-new\ud800", "\udfff and 😀"),
        world.account("keeper"),
    )
    world.create_comment(keeper, number, "a\udc00\ud83d")
    world.add_labels(keeper, number, ["wh\ud800ite"])
    world.rename("ann", "an\ud800n")

    again = World.load(json.loads(json.dumps(world.dump())))

    issue = again.issue(number)
    assert (issue.title, issue.body) == ("ur-new\ufffd", "\ufffd and 😀")
    assert [comment.body for comment in issue.comments] == ["a\ufffd\ufffd"]
    assert [label.name for label in again.labels_of(issue)] == ["wh\ufffdite"]
    assert again.account("an\ufffdn").id == issue.author
    json.dumps(again.dump(), ensure_ascii=False).encode()


def test_people_who_act_at_once_get_numbers_of_their_own(world):
    """Issues opened by many threads at once all have different numbers."""
    threads = [
        threading.Thread(target=lambda: [world.open_issue("ann", "t") for _ in range(25)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(world.ledger.issues) == list(range(41, 141))


def test_a_label_removed_from_one_issue_stays_on_others(world):
    """Labels belong to the repository; issues only carry them."""
    keeper = world.account("keeper")
    first, second = world.open_issue("ann", "a"), world.open_issue("ann", "b")
    for number in (first, second):
        world.add_labels(keeper, number, ["white"])
    assert world.remove_label(keeper, first, "White") == []
    assert [label.name for label in world.labels_of(world.issue(second))] == ["white"]


def test_a_refused_edit_changes_nothing(world):
    """An edit with one bad value leaves the whole issue and the labels as they were."""
    number, keeper = world.open_issue("ann", "a"), world.account("keeper")
    before = world.dump()
    changes = {"labels": ["white"], "title": "b", "assignees": ["bob"]}
    with pytest.raises(Refusal, match="Validation Failed"):
        world.edit_issue(keeper, number, changes)
    assert world.dump() == before
