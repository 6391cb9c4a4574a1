"""GitHub's REST API as PyGithub meets it."""

import json
import threading
import urllib.request
from datetime import UTC, datetime
from urllib.error import HTTPError

import pytest
from github import BadCredentialsException, GithubException, UnknownObjectException

from ur.sandbox import Limits, Server, World


def raw(server, path, method="GET", body=None, token=None):
    """One request without PyGithub: status, headers and document."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(server.url + path, body, headers, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=5) as reply:  # noqa: S310
            return reply.status, reply.headers, json.loads(reply.read() or b"null")
    except HTTPError as error:
        with error:
            return error.code, error.headers, json.loads(error.read())


def refused(call, status, message=None):
    """The data of the refusal that a call meets."""
    with pytest.raises(GithubException) as caught:
        call()
    assert caught.value.status == status
    if message:
        assert caught.value.data["message"] == message
    return caught.value.data


# Who asks.


def test_a_person_is_told_who_they_are(github):
    """GET /user tells a person their login and id."""
    assert github("bob").get_user().id == 583_231


def test_the_workflow_is_not_told_who_it_is(github):
    """GET /user is not accessible by the workflow's token."""
    message = "Resource not accessible by integration"
    refused(lambda: github("workflow").get_user().login, 403, message)


def test_a_visitor_is_nobody(github):
    """GET /user without a token requires authentication."""
    refused(lambda: github("visitor").get_user().login, 401, "Requires authentication")


def test_a_wrong_token_opens_nothing(repository, world):
    """A token that is not known is refused even for reading."""
    world.open_issue("ann", "a")
    with pytest.raises(BadCredentialsException):
        list(repository(token="wrong").get_issues())


def test_anybody_may_look_somebody_up(github):
    """GET /users/LOGIN finds accounts, bots too, in any case."""
    assert github("visitor").get_user("BOB").id == 583_231
    assert github("visitor").get_user("github-actions[bot]").type == "Bot"
    with pytest.raises(UnknownObjectException):
        _ = github("visitor").get_user("nobody").id


def test_the_repository_is_found_in_any_case(github, world):
    """GET /repos/OWNER/NAME finds the repository, and no other."""
    found = github().get_repo("KEEPER/Keeper")
    assert (found.id, found.default_branch) == (world.repository.id, "main")
    assert found.permissions.push
    assert not github("ann").get_repo("keeper/keeper").permissions.push
    with pytest.raises(UnknownObjectException):
        _ = github().get_repo("keeper/other").id


@pytest.mark.parametrize("path", ["/repos/keeper/keeper/issues/x", "/users/", "/repos/a/b/c"])
def test_what_is_not_served_is_not_found(server, path):
    """A path that the API does not know is answered 404 in JSON."""
    status, headers, document = raw(server, path)
    assert (status, document["message"]) == (404, "Not Found")
    assert headers["x-ratelimit-remaining"] == "59"


def test_a_method_that_is_not_served_is_not_found(server):
    """A method that a path does not know is answered 404, as GitHub does."""
    assert raw(server, "/user", "DELETE")[0] == 404


def test_a_page_that_is_not_there_is_no_json(server):
    """A path outside the API is answered by a page."""
    with pytest.raises(json.JSONDecodeError):
        raw(server, "/keeper/keeper/settings")


# Opening issues.


def test_a_stranger_opens_an_issue(repository, world):
    """Anybody with an account opens an issue; labels and assignees of a stranger are dropped."""
    issue = repository("ann").create_issue("ur-new", "b", labels=["white"], assignees=["keeper"])
    assert (issue.number, issue.user.login, issue.body) == (41, "ann", "b")
    assert (issue.labels, issue.assignees, issue.state) == ([], [], "open")
    assert world.ledger.labels == []


def test_the_keeper_opens_an_issue_with_labels(repository):
    """The owner's labels and assignees are kept, and unknown labels made."""
    issue = repository("keeper").create_issue("t", labels=["keeper"], assignees=["keeper"])
    assert [label.name for label in issue.labels] == ["keeper"]
    assert [person.login for person in issue.assignees] == ["keeper"]


def test_a_visitor_opens_no_issue(repository, server):
    """Writing without a token requires authentication."""
    visitor = repository("visitor")
    refused(lambda: visitor.create_issue("t"), 401, "Requires authentication")
    assert server.log == [("POST", "/repos/keeper/keeper/issues", 401)]


@pytest.mark.parametrize("title", ["", "  ", "x" * 257])
def test_a_title_that_cannot_be_is_refused(repository, title):
    """A title is neither blank nor longer than 256 characters."""
    data = refused(lambda: repository("ann").create_issue(title), 422, "Validation Failed")
    assert data["errors"][0]["resource"] == "Issue"
    assert data["errors"][0]["field"] == "title"
    assert data["documentation_url"].startswith("https://docs.github.com/")


def test_a_title_of_full_length_is_taken(repository):
    """A title may have 256 characters, whatever they are."""
    assert len(repository("ann").create_issue("𒀭" * 256).title) == 256


def test_a_missing_title_is_refused(server, world):
    """An issue without a title names the missing field."""
    path, token = "/repos/keeper/keeper/issues", world.token_of("ann")
    status, _, document = raw(server, path, "POST", b"{}", token)
    assert status == 422
    error = {"resource": "Issue", "field": "title", "code": "missing_field"}
    assert document["errors"] == [error]


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff"])
def test_a_request_that_is_no_json_object_is_refused(server, world, body):
    """What cannot be read as a JSON object is a bad request."""
    path, token = "/repos/keeper/keeper/issues", world.token_of("ann")
    assert raw(server, path, "POST", body, token)[0] == 400


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(rb'"ur-new\ud800"', id="the first half of a character"),
        pytest.param(rb'"\udfff"', id="the second half"),
        pytest.param(rb'"\ude00\ud83d"', id="both in the wrong order"),
        pytest.param(b'"\xed\xa0\x80"', id="a half as bytes"),
        pytest.param(b"[" * 100_000, id="lists without end"),
        pytest.param(b'{"a":' * 100_000, id="objects without end"),
    ],
)
@pytest.mark.parametrize(
    "asked",
    [
        ("POST", "/issues", b'{"title": %s}'),
        ("POST", "/issues", b'{"title": "t", "body": %s}'),
        ("POST", "/issues", b'{"title": "t", "labels": [{"name": %s}]}'),
        ("POST", "/issues", b'{"title": "t", "assignees": [%s]}'),
        ("PATCH", "/issues/41", b'{"title": %s}'),
        ("PATCH", "/issues/41", b'{"body": %s}'),
        ("PATCH", "/issues/41", b'{"state": %s}'),
        ("POST", "/issues/41/comments", b'{"body": %s}'),
        ("PATCH", "/issues/comments/{}", b'{"body": %s}'),
        ("POST", "/issues/41/reactions", b'{"content": %s}'),
        ("POST", "/issues/41/labels", b"[%s]"),
        ("POST", "/labels", b'{"name": %s}'),
        ("POST", "/labels", b'{"name": "n", "description": %s}'),
        ("POST", "/issues/41/comments", b"%s"),
    ],
)
def test_what_no_reply_could_hold_is_refused(server, world, asked, text):
    """Half a character, and nesting without end, are no JSON, whatever they are sent for."""
    keeper = world.account("keeper")
    world.open_issue("ann", "t", "b")
    comment = world.create_comment(keeper, 41, "c")
    before = world.dump()
    method, path, body = asked
    path = f"/repos/keeper/keeper{path.format(comment.id)}"

    status, _, document = raw(server, path, method, body % text, world.token_of("keeper"))

    assert (status, document["message"]) == (400, "Problems parsing JSON")
    assert world.dump() == before


@pytest.mark.parametrize("name", ["a b", "type: bug", "rosette 🏵", "a/b", "50%", "#1?"])
def test_a_label_of_any_name_has_an_address(server, world, name):
    """A name is written into an address, and found by it."""
    token, sent = world.token_of("keeper"), json.dumps({"name": name}).encode()
    status, headers, document = raw(server, "/repos/keeper/keeper/labels", "POST", sent, token)

    assert (status, document["name"], headers["Location"]) == (201, name, document["url"])
    assert raw(server, document["url"].removeprefix(server.url))[2]["name"] == name


def test_a_label_with_a_line_end_breaks_no_header(server, world):
    """Its address is one line; that no address leads to it is said in JSON."""
    token, sent = world.token_of("keeper"), json.dumps({"name": "a\r\nb: c"}).encode()
    status, headers, document = raw(server, "/repos/keeper/keeper/labels", "POST", sent, token)

    assert (status, headers["Location"]) == (201, document["url"])
    assert raw(server, document["url"].removeprefix(server.url))[0] == 404


def test_a_long_body_is_refused(repository):
    """A body has at most 65,536 characters."""
    assert repository("ann").create_issue("t", "x" * 65_536).number == 41
    data = refused(lambda: repository("ann").create_issue("t", "x" * 65_537), 422)
    assert data["errors"][0]["message"] == "body is too long (maximum is 65536 characters)"


def test_a_repository_without_issues_has_none(repository, world):
    """With issues disabled, reading and writing them is gone."""
    world.repository.has_issues = False
    message = "Issues are disabled for this repo"
    refused(lambda: list(repository().get_issues()), 410, message)
    refused(lambda: repository("ann").create_issue("t"), 410, message)
    refused(lambda: repository().get_issue(41).edit(state="closed"), 410, message)


def test_an_archived_repository_is_read_only(repository, world):
    """Nothing is written to an archived repository."""
    world.repository.archived = True
    refused(lambda: repository("ann").create_issue("t"), 403)


def test_a_workflow_without_the_permission_writes_nothing(repository, world):
    """A workflow that was not granted ``issues: write`` reads, and is told so when it writes."""
    number = world.open_issue("ann", "t")
    world.repository.actions_may_write = False
    issue = repository().get_issue(number)
    assert issue.title == "t"
    message = "Resource not accessible by integration"
    refused(lambda: issue.create_comment("c"), 403, message)
    refused(lambda: issue.create_reaction("eyes"), 403, message)
    refused(lambda: issue.edit(state="closed"), 403, message)
    refused(lambda: repository().create_label("white", "ffffff"), 403, message)


# Reading issues.


def test_issues_are_listed_newest_first(repository, world):
    """The list holds open issues and pull requests; only the latter say so."""
    world.open_issue("ann", "a")
    world.open_pull_request("bob", "b")
    closed = world.open_issue("bob", "c")
    world.edit_issue(world.account("bob"), closed, {"state": "closed"})
    issues = list(repository().get_issues())
    assert [issue.number for issue in issues] == [42, 41]
    assert ["pull_request" in issue.raw_data for issue in issues] == [True, False]
    assert [i.number for i in repository().get_issues(state="closed")] == [43]
    assert [i.number for i in repository().get_issues(state="all", direction="asc")] == [41, 42, 43]
    refused(lambda: list(repository().get_issues(state="shut")), 422)


def test_issues_are_listed_by_label_author_and_time(repository, world, clock):
    """The list is narrowed by labels (all of them), creator and since, and sorted as asked."""
    keeper = world.account("keeper")
    for who in ("ann", "bob", "ann"):
        world.open_issue(who, "t")
        clock.tick()
    world.edit_issue(keeper, 41, {"labels": ["white", "keeper"]})
    world.edit_issue(keeper, 42, {"labels": ["white"]})
    world.create_comment(keeper, 42, "c")

    def numbers(**asked):
        return [issue.number for issue in repository().get_issues(**asked)]

    assert numbers(labels=["white"]) == [42, 41]
    assert numbers(labels=["White", "keeper"]) == [41]
    assert numbers(creator="ann") == [43, 41]
    assert numbers(since=datetime(2026, 11, 30, 12, 0, 3, tzinfo=UTC)) == [42, 41]
    assert numbers(sort="updated") == [42, 41, 43]
    assert numbers(sort="comments") == [42, 43, 41]


@pytest.mark.parametrize(("count", "per_page", "requests"), [(5, 2, 3), (4, 2, 2), (0, 2, 1)])
def test_long_lists_come_in_pages(repository, world, server, *, count, per_page, requests):
    """Every issue is listed once, page after page."""
    numbers = [world.open_issue("ann", "t") for _ in range(count)]
    issues = repository(per_page=per_page).get_issues(direction="asc")
    assert [issue.number for issue in issues] == numbers
    assert len(server.log) == requests


def test_a_page_is_linked_to_its_neighbours(server, world):
    """The Link header leads to next, last, first and previous page, and keeps what was asked."""
    for _ in range(5):
        world.open_issue("ann", "t")
    path = "/repos/keeper/keeper/issues"
    _, headers, _ = raw(server, f"{path}?state=all&per_page=2&page=2")
    page = f"<{server.url}{path}?state=all&per_page=2&page="
    expected = f'{page}1>; rel="prev", {page}3>; rel="next", {page}3>; rel="last", '
    assert headers["Link"] == expected + f'{page}1>; rel="first"'
    assert raw(server, f"{path}?per_page=5")[1]["Link"] is None
    assert len(raw(server, f"{path}?per_page=1000&page=x")[2]) == 5


def test_the_total_is_counted_by_the_last_page(repository, world):
    """PyGithub's totalCount is the number of issues."""
    for _ in range(3):
        world.open_issue("ann", "t")
    assert repository().get_issues().totalCount == 3


def test_reading_an_issue_costs_one_request(repository, world, server):
    """Everything that GitHub tells of an issue is in the first reply."""
    number = world.open_issue("ann", "t")
    issue = next(iter(repository().get_issues()))
    values = (
        *(issue.user.login, issue.user.id, issue.user.type, issue.comments, issue.labels),
        *(issue.reactions["eyes"], issue.state_reason, issue.locked, issue.assignees),
        *(issue.closed_at, issue.closed_by, issue.html_url, issue.milestone),
    )
    assert values[:5] == ("ann", world.account("ann").id, "User", 0, [])
    assert issue.number == number
    assert len(server.log) == 1


def test_an_issue_that_never_was_is_not_found(repository):
    """A number that no issue has is 404."""
    with pytest.raises(UnknownObjectException):
        _ = repository().get_issue(1).title


def test_a_deleted_issue_is_gone(repository, world):
    """A deleted issue is 410 and in no list."""
    world.delete_issue(world.open_issue("ann", "t"))
    refused(lambda: repository().get_issue(41).title, 410, "This issue was deleted")
    refused(lambda: repository().get_issue(41).edit(state="closed"), 410)
    assert list(repository().get_issues(state="all")) == []


def test_what_the_deleted_wrote_is_nobodys(repository, world):
    """Issues, comments and reactions of a deleted account have no user."""
    world.open_issue("ann", "t")
    world.create_comment(world.account("ann"), 41, "c")
    world.react(world.account("ann"), 41, "heart")
    world.delete_account("ann")
    issue = repository().get_issue(41)
    assert issue.user is None
    assert next(iter(issue.get_comments())).user is None
    assert next(iter(issue.get_reactions())).user is None


def test_an_author_stands_to_the_repository(repository, world):
    """The association of owner, collaborator, stranger and workflow is told."""
    world.add_collaborator("bob")
    for who in ("keeper", "bob", "ann", "github-actions[bot]"):
        world.open_issue(who, "t")
    told = [i.raw_data["author_association"] for i in repository().get_issues(direction="asc")]
    assert told == ["OWNER", "COLLABORATOR", "NONE", "NONE"]


# Changing issues.


def test_the_workflow_closes_with_reason_and_labels(repository, world, server, clock):
    """One PATCH closes an issue, says why, and replaces its labels; unknown ones are made grey."""
    world.open_issue("ann", "t")
    world.add_labels(world.account("keeper"), 41, ["old"])
    clock.tick()
    issue = repository().get_issue(41)
    issue.edit(state="closed", state_reason="not_planned", labels=["refused"])
    assert server.log == [("PATCH", "/repos/keeper/keeper/issues/41", 200)]
    assert (issue.state, issue.state_reason) == ("closed", "not_planned")
    assert [(label.name, label.color) for label in issue.labels] == [("refused", "ededed")]
    assert issue.closed_by.login == "github-actions[bot]"
    assert issue.closed_at == issue.updated_at == datetime(2026, 11, 30, 12, 0, 1, tzinfo=UTC)


def test_a_reason_is_ignored_where_the_state_stays(repository, world):
    """Closing a closed issue again does not change why it was closed."""
    world.open_issue("ann", "t")
    issue = repository().get_issue(41)
    issue.edit(state="closed")
    issue.edit(state="closed", state_reason="not_planned")
    assert issue.state_reason == "completed"


def test_an_author_closes_and_opens_again(repository, world):
    """Who opened an issue may close, reopen and rename it, but not label it."""
    world.open_issue("ann", "t")
    issue = repository("ann").get_issue(41)
    issue.edit(state="closed", labels=["winner"], title="u")
    assert (issue.state, issue.state_reason, issue.labels) == ("closed", "completed", [])
    issue.edit(state="open", body="")
    assert (issue.state, issue.state_reason, issue.closed_at) == ("open", "reopened", None)
    assert (issue.title, issue.body) == ("u", None)


def test_a_stranger_changes_nothing_of_others(repository, world):
    """Somebody else's issue, comment, reaction and the labels are not a stranger's to change."""
    world.open_issue("ann", "t")
    comment = world.create_comment(world.account("ann"), 41, "c")
    reaction, _ = world.react(world.account("ann"), 41, "heart")
    before = world.dump()
    bobs = repository("bob")
    issue = bobs.get_issue(41)
    refused(lambda: issue.edit(state="closed"), 403)
    refused(lambda: issue.add_to_labels("winner"), 403)
    refused(lambda: issue.remove_from_labels("winner"), 403)
    refused(lambda: bobs.create_label("winner", "ffffff"), 403)
    refused(lambda: issue.get_comment(comment.id).edit("d"), 403)
    refused(lambda: issue.get_comment(comment.id).delete(), 403)
    assert not issue.delete_reaction(reaction.id)
    assert world.dump() == before


@pytest.mark.parametrize(
    "change",
    [
        {"state": "shut"},
        {"state_reason": "because"},
        {"title": " "},
        {"body": "x" * 65_537},
        {"labels": ["x" * 51]},
        {"labels": [""]},
        {"assignees": ["ann"]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_change_that_cannot_be_is_refused(repository, world, change):
    """Values that GitHub does not know fail validation."""
    world.open_issue("ann", "t")
    issue = repository("keeper").get_issue(41)
    refused(lambda: issue.edit(**change), 422, "Validation Failed")


def test_a_label_or_assignee_list_must_be_one(server, world):
    """Labels and assignees that are no list fail validation, labels also as objects."""
    world.open_issue("ann", "t")
    path, token = "/repos/keeper/keeper/issues/41", world.actions_token
    for body in (b'{"labels": "white"}', b'{"assignees": [1]}', b'{"title": []}'):
        assert raw(server, path, "PATCH", body, token)[0] == 422
    status, _, document = raw(server, path, "PATCH", b'{"labels": [{"name": "white"}]}', token)
    assert (status, document["labels"][0]["name"]) == (200, "white")
    assert raw(server, path, "PATCH", b'{"title": 7}', token)[2]["title"] == "7"


def test_a_locked_conversation_is_for_the_keepers(repository, world):
    """Under a locked issue only the repository's own people comment and react."""
    world.lock_issue(world.open_issue("ann", "t"))
    refused(lambda: repository("ann").get_issue(41).create_comment("c"), 403)
    refused(lambda: repository("ann").get_issue(41).create_reaction("eyes"), 403)
    assert repository().get_issue(41).create_comment("c").body == "c"


# Comments.


def test_comments_are_counted_and_listed_oldest_first(repository, world, clock):
    """A comment counts, dates its issue, and is listed after the older ones."""
    world.open_issue("ann", "t")
    clock.tick()
    issue = repository().get_issue(41)
    first = issue.create_comment("one")
    clock.tick()
    repository("bob", per_page=1).get_issue(41).create_comment("two")
    found = list(repository(per_page=1).get_issue(41).get_comments())
    assert [(c.body, c.user.login) for c in found] == [
        ("one", "github-actions[bot]"),
        ("two", "bob"),
    ]
    later = issue.get_comments(since=datetime(2026, 11, 30, 12, 0, 2, tzinfo=UTC))
    assert [comment.body for comment in later] == ["two"]
    again = repository().get_issue(41)
    assert (again.comments, again.updated_at) == (2, found[1].created_at)
    assert first.html_url.endswith(f"/keeper/keeper/issues/41#issuecomment-{first.id}")


def test_a_comment_is_changed_and_taken_away(repository, world):
    """Its author and the keepers change and delete a comment."""
    world.open_issue("ann", "t")
    issue = repository("ann").get_issue(41)
    comment = issue.create_comment("one")
    comment.edit("two")
    assert repository().get_issue(41).get_comment(comment.id).body == "two"
    repository("keeper").get_issue(41).get_comment(comment.id).delete()
    assert (list(issue.get_comments()), world.issue(41).comments) == ([], [])
    refused(lambda: issue.get_comment(comment.id).body, 404)


@pytest.mark.parametrize("body", ["", " \n", "x" * 65_537])
def test_a_comment_that_cannot_be_is_refused(repository, world, body):
    """A comment is neither blank nor longer than 65,536 characters."""
    world.open_issue("ann", "t")
    issue = repository("ann").get_issue(41)
    data = refused(lambda: issue.create_comment(body), 422, "Validation Failed")
    assert data["errors"][0]["resource"] == "IssueComment"


def test_a_comment_needs_a_body(server, world):
    """A comment without a body names the missing field."""
    world.open_issue("ann", "t")
    path, token = "/repos/keeper/keeper/issues/41/comments", world.token_of("ann")
    status, _, document = raw(server, path, "POST", b"", token)
    assert (status, document["errors"][0]["code"]) == (422, "missing_field")
    assert raw(server, path, "POST", b'{"body": 7}', token)[0] == 422


# Reactions.


def test_a_reaction_given_twice_is_one(repository, server, world):
    """The first time a reaction is made, the second time it is found."""
    world.open_issue("ann", "t")
    issue = repository().get_issue(41)
    assert issue.create_reaction("eyes").id == issue.create_reaction("eyes").id
    repository("bob").get_issue(41).create_reaction("eyes")
    assert [status for _, _, status in server.log] == [201, 200, 201]
    again = repository().get_issue(41)
    assert (again.reactions["eyes"], again.reactions["total_count"]) == (2, 2)


def test_reactions_are_listed_and_taken_back(repository, server, world):
    """A reaction is listed with who gave it, by content, and taken back by them."""
    world.open_issue("ann", "t")
    issue = repository().get_issue(41)
    rocket = issue.create_reaction("rocket")
    issue.create_reaction("eyes")
    given = [(r.content, r.user.login) for r in issue.get_reactions()]
    assert given == [("rocket", "github-actions[bot]"), ("eyes", "github-actions[bot]")]
    path = "/repos/keeper/keeper/issues/41/reactions"
    assert [r["id"] for r in raw(server, f"{path}?content=rocket")[2]] == [rocket.id]
    assert issue.delete_reaction(rocket.id)
    assert not issue.delete_reaction(rocket.id)
    assert [reaction.content for reaction in issue.get_reactions()] == ["eyes"]


def test_a_reaction_that_is_none_is_refused(repository, world):
    """There are eight reactions; a frog is none."""
    world.open_issue("ann", "t")
    issue = repository().get_issue(41)
    data = refused(lambda: issue.create_reaction("frog"), 422, "Validation Failed")
    assert data["errors"][0]["field"] == "content"


# Labels.


def test_a_label_is_made_once(repository, world):
    """A label is made with its colour and description; a second of the name is refused."""
    label = repository().create_label("white", "FFFFFF", "of the White team")
    assert (label.color, label.description) == ("ffffff", "of the White team")
    data = refused(lambda: repository().create_label("White", "000000"), 422)
    error = {"resource": "Label", "field": "name", "code": "already_exists"}
    assert data["errors"] == [error]
    assert [label.name for label in repository().get_labels()] == ["white"]
    assert len(world.ledger.labels) == 1


@pytest.mark.parametrize(
    ("name", "colour", "description"),
    [
        ("white", "fff", ""),
        ("white", "#fffff", ""),
        ("white", "fffffg", ""),
        ("", "ffffff", ""),
        ("x" * 51, "ffffff", ""),
        ("white", "ffffff", "x" * 101),
    ],
)
def test_a_label_that_cannot_be_is_refused(repository, name, colour, description):
    """Name, colour and description of a label have their limits."""
    keeper = repository("keeper")
    refused(lambda: keeper.create_label(name, colour, description), 422, "Validation Failed")


def test_a_label_is_found_by_name(repository):
    """A label is found by its name, spaces and slashes included."""
    repository().create_label("good first/move", "00ff00")
    assert repository().get_label("good first/move").color == "00ff00"
    with pytest.raises(UnknownObjectException):
        _ = repository().get_label("white").color


def test_labels_are_put_on_and_taken_off(repository, world):
    """Labels are added to those there; taking off one that is not there is 404."""
    world.open_issue("ann", "t")
    issue = repository().get_issue(41)
    issue.add_to_labels("white", "home run")
    issue.add_to_labels("white")
    assert [label.name for label in repository().get_issue(41).labels] == ["white", "home run"]
    issue.remove_from_labels("home run")
    assert [label.name for label in repository().get_issue(41).labels] == ["white"]
    refused(lambda: issue.remove_from_labels("home run"), 404, "Label does not exist")


def test_labels_may_be_sent_in_an_object(server, world):
    """Labels are added from a list, or from an object that holds one."""
    world.open_issue("ann", "t")
    path, token = "/repos/keeper/keeper/issues/41/labels", world.actions_token
    status, _, document = raw(server, path, "POST", b'{"labels": ["white"]}', token)
    assert (status, [label["name"] for label in document]) == (200, ["white"])


# Limits.


def test_every_reply_tells_what_is_left(github, world, server):
    """The workflow has a thousand requests an hour, a person five thousand, a visitor sixty."""
    world.open_issue("ann", "t")
    path = "/repos/keeper/keeper/issues/41"
    for token, limit in ((world.actions_token, 1000), (world.token_of("ann"), 5000), (None, 60)):
        headers = raw(server, path, token=token)[1]
        assert headers["x-ratelimit-limit"] == str(limit)
        assert headers["x-ratelimit-remaining"] == str(limit - 1)
        assert headers["x-ratelimit-used"] == "1"
        assert headers["x-ratelimit-resource"] == "core"
        assert int(headers["x-ratelimit-reset"]) == world.clock().timestamp() + 3600
    client = github()
    assert client.get_repo("keeper/keeper").get_issue(41).title == "t"
    assert client.rate_limiting == (998, 1000)


def test_a_limit_that_is_enforced_turns_away_until_the_hour_is_over(world, clock):
    """Past the limit everything is refused, and nothing has an effect, until the reset."""
    world.open_issue("ann", "t")
    with Server(world, limits=Limits(world, enforced=True)) as server:
        path = "/repos/keeper/keeper/issues/41"
        for _ in range(60):
            assert raw(server, path)[0] == 200
        status, headers, document = raw(server, path)
        assert (status, headers["x-ratelimit-remaining"]) == (403, "0")
        assert document["message"].startswith("API rate limit exceeded")
        clock.tick(3600)
        assert raw(server, path)[0] == 200


# The server.


def test_addresses_lead_back_to_the_server(repository, server, world):
    """Every address in a reply is under the address it was asked at."""
    world.open_issue("ann", "t")
    data = repository().get_issue(41).raw_data
    assert data["url"] == f"{server.url}/repos/keeper/keeper/issues/41"
    assert data["html_url"] == f"{server.url}/keeper/keeper/issues/41"
    assert world.event(41)["issue"] == data


def test_many_clients_are_served_at_once(repository, world):
    """Comments of many clients at once are all there."""
    world.open_issue("ann", "t")
    issues = [repository(who).get_issue(41) for who in ("ann", "bob", "keeper", "workflow")]
    threads = [
        threading.Thread(target=lambda i=issue: [i.create_comment("c") for _ in range(5)])
        for issue in issues
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert repository().get_issue(41).comments == 20


def test_a_server_that_was_never_started_gives_its_port_back(world):
    """Stopping a server that did not start leaves nothing open."""
    server = Server(world)
    server.stop()
    port = int(server.url.rpartition(":")[2])
    with Server(world, port=port) as again:
        assert again.url == server.url


def test_an_owner_may_be_an_organisation():
    """A repository of an organisation says so."""
    with Server(World("team", "game", owner_type="Organization")) as server:
        document = raw(server, "/repos/team/game")[2]
        assert (document["full_name"], document["owner"]["type"]) == ("team/game", "Organization")
