"""The stand-in is held against GitHub's own description of its API.

githubkit's models are made from that description. Every operation that the
application serves is called by PyGithub; what PyGithub sends and what it gets
must both fit.
"""

import json
import re
from typing import get_args

import pytest
from github import GithubException
from githubkit_schemas.latest import models
from pydantic import TypeAdapter

from ur.sandbox import create_app
from ur.sandbox.faults import AFTER

HERE = "/repos/<owner>/<name>"
ISSUE = f"{HERE}/issues/<int:number>"
COMMENT = f"{HERE}/issues/comments/<int:comment_id>"

REPLIES = {
    ("GET", "/user"): models.PrivateUser,
    ("GET", "/users/<login>"): models.PublicUser,
    ("GET", HERE): models.FullRepository,
    ("GET", f"{HERE}/issues"): list[models.Issue],
    ("POST", f"{HERE}/issues"): models.Issue,
    ("GET", ISSUE): models.Issue,
    ("PATCH", ISSUE): models.ReposOwnerRepoIssuesIssueNumberPatchResponse200,
    ("GET", f"{ISSUE}/comments"): list[models.IssueComment],
    ("POST", f"{ISSUE}/comments"): models.IssueComment,
    ("GET", COMMENT): models.IssueComment,
    ("PATCH", COMMENT): models.IssueComment,
    ("DELETE", COMMENT): None,
    ("GET", f"{ISSUE}/reactions"): list[models.Reaction],
    ("POST", f"{ISSUE}/reactions"): models.Reaction,
    ("DELETE", f"{ISSUE}/reactions/<int:reaction_id>"): None,
    ("POST", f"{ISSUE}/labels"): list[models.Label],
    ("DELETE", f"{ISSUE}/labels/<path:label>"): list[models.Label],
    ("GET", f"{HERE}/labels"): list[models.Label],
    ("POST", f"{HERE}/labels"): models.Label,
    ("GET", f"{HERE}/labels/<path:label>"): models.Label,
}
BODIES = {
    ("POST", f"{HERE}/issues"): models.ReposOwnerRepoIssuesPostBody,
    ("PATCH", ISSUE): models.ReposOwnerRepoIssuesIssueNumberPatchBody,
    ("POST", f"{ISSUE}/comments"): models.ReposOwnerRepoIssuesIssueNumberCommentsPostBody,
    ("PATCH", COMMENT): models.ReposOwnerRepoIssuesCommentsCommentIdPatchBody,
    ("POST", f"{ISSUE}/reactions"): models.ReposOwnerRepoIssuesIssueNumberReactionsPostBody,
    ("POST", f"{ISSUE}/labels"): list[str],
    ("POST", f"{HERE}/labels"): models.ReposOwnerRepoLabelsPostBody,
}
# In the version of the API that a client gets which asks for none, and no more in the newest.
OLD_KEYS = {"assignee", "has_downloads"}


class Exchanges:
    """What was asked and answered, operation by operation."""

    def __init__(self, app):
        self.routes = app.url_map.bind("localhost")
        self.seen = []

    def __call__(self, moment, call):
        """Keep what had its effect."""
        if moment is AFTER:
            rule, _ = self.routes.match(call.path, call.method, return_rule=True)
            self.seen.append(((call.method, rule.rule), call))


@pytest.fixture
def exchanges(world, server):
    server.faults.hook = Exchanges(create_app(world))
    return server.faults.hook


def use_everything(github, world):
    """Call every operation; each list is read both with something in it and with nothing."""
    repository = github("workflow").get_repo(world.full_name)
    assert github("bob").get_user().login == "bob"
    assert github("bob").get_user("keeper").type == "User"
    assert repository.default_branch == "main"
    assert not [*repository.get_issues(), *repository.get_labels()]
    repository.create_label("white", "ffffff", "of the White team")
    repository.create_label("plain", "000000")
    assert repository.get_label("white").color == "ffffff"
    assert len(list(repository.get_labels())) == 2
    theirs = github("ann").get_repo(world.full_name).create_issue("ur-new", "please")
    ours = repository.create_issue("t", "b", labels=["keeper"], assignees=["keeper"])
    world.open_pull_request("ann", "a change")
    issue = repository.get_issue(theirs.number)
    assert not [*issue.get_comments(), *issue.get_reactions()]
    reaction = issue.create_reaction("eyes")
    issue.create_reaction("eyes")
    github("bob").get_repo(world.full_name).get_issue(theirs.number).create_comment("hello")
    comment = issue.create_comment("done")
    comment.edit("done.")
    assert issue.get_comment(comment.id).body == "done."
    world.delete_account("bob")
    issue.add_to_labels("white", "new")
    issue.remove_from_labels("new")
    assert len([*issue.get_comments(), *issue.get_reactions()]) == 3
    issue.edit(state="closed", state_reason="not_planned", labels=["white", "refused"])
    issue.edit(title="u", body="c", state="open", assignees=["keeper"])
    ours.edit(state="closed")
    world.delete_account("ann")
    assert len(list(repository.get_issues(state="all"))) == 3
    assert issue.delete_reaction(reaction.id)
    comment.delete()
    assert repository.get_issue(ours.number).state == "closed"


def unknown_keys(shape, document):
    """The keys of a document, at its top, that its model does not have."""
    if isinstance(document, list):
        return {key for item in document for key in unknown_keys(get_args(shape)[0], item)}
    known = {field.alias or name for name, field in shape.model_fields.items()}
    return set(document) - known - OLD_KEYS


def test_every_operation_served_is_held_against_its_description(world):
    """The operations that are checked are literally those that the application serves."""
    rules = create_app(world).url_map.iter_rules()
    served = {(method, rule.rule) for rule in rules for method in rule.methods - {"HEAD"}}
    assert set(REPLIES) == served
    writing = {operation for operation in served if operation[0] in {"POST", "PATCH"}}
    assert set(BODIES) == writing


def test_replies_are_as_github_describes_them(github, world, exchanges):
    """Every reply of every operation fits its description, and has no key of our own."""
    use_everything(github, world)
    assert {operation for operation, _ in exchanges.seen} == set(REPLIES)
    for operation, call in exchanges.seen:
        shape = REPLIES[operation]
        if shape is None:
            assert (call.status, call.reply) == (204, b"")
            continue
        assert call.status in {200, 201}
        document = json.loads(call.reply)
        TypeAdapter(shape).validate_python(document)
        assert not unknown_keys(shape, document), operation


def test_requests_are_as_github_describes_them(github, world, exchanges):
    """What PyGithub sends for every operation fits the description of its body."""
    use_everything(github, world)
    sent = [(operation, call.body) for operation, call in exchanges.seen if call.body]
    assert {operation for operation, _ in sent} == set(BODIES)
    for operation, body in sent:
        TypeAdapter(BODIES[operation]).validate_json(body)


def test_an_event_is_as_github_describes_it(world, server):
    """The payload of an issue just opened fits its description, whoever opened it."""
    numbers = [world.open_issue(who, "ur-new", "b") for who in ("ann", "keeper")]
    world.delete_account("ann")
    for number in numbers:
        event = world.event(number)
        models.WebhookIssuesOpened.model_validate(event)
        assert not unknown_keys(models.WebhookIssuesOpened, event)


def test_refusals_are_as_github_describes_them(github, world, exchanges):
    """Every error has a message and the address of the documentation, and names what was wrong."""
    number = world.open_issue("ann", "t")
    repository = github("workflow").get_repo(world.full_name)
    visitor = github("visitor").get_repo(world.full_name)
    refusals = [
        (401, lambda: visitor.create_issue("t")),
        (403, lambda: github("bob").get_repo(world.full_name).get_issue(number).edit(title="u")),
        (404, lambda: repository.get_issue(1).title),
        (422, lambda: repository.create_issue("x" * 257)),
        (422, lambda: repository.get_issue(number).create_reaction("frog")),
        (422, lambda: repository.create_label("white", "red")),
        (422, lambda: repository.get_issue(number).create_comment(" ")),
    ]
    for status, call in refusals:
        with pytest.raises(GithubException, match=str(status)):
            call()
    for _, call in exchanges.seen:
        shape = models.ValidationError if call.status == 422 else models.BasicError
        document = json.loads(call.reply)
        shape.model_validate(document)
        assert set(document) <= {"message", "errors", "documentation_url", "status"}
        assert document["message"]
        assert document["status"] == str(call.status)


def test_times_are_written_as_github_writes_them(github, world, exchanges):
    """Every time in every reply is in UTC, to the second."""
    use_everything(github, world)
    text = b"".join(call.reply for _, call in exchanges.seen).decode()
    times = re.findall(r'"\w+_at": "([^"]*)"', text)
    assert times
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", one) for one in times)
