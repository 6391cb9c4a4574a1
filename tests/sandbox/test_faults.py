"""Faults, as the client meets them."""

import socket
import time

import pytest
import requests
from github import GithubException, RateLimitExceededException

from ur.sandbox import Server, faults
from ur.sandbox.faults import AFTER, BEFORE, Cut, Delay, Lag, StalePage


@pytest.fixture
def issue(repository, world):
    """An issue, as the workflow sees it."""
    return repository().get_issue(world.open_issue("ann", "ur-new"))


REPLIES = [
    pytest.param(faults.BAD_CREDENTIALS, 401, {}, id="bad credentials"),
    pytest.param(faults.rate_limited(), 403, {"x-ratelimit-remaining": "0"}, id="primary"),
    pytest.param(faults.secondary_limit(7), 403, {"retry-after": "7"}, id="secondary"),
    pytest.param(faults.NOT_ACCESSIBLE, 403, {}, id="not accessible"),
    pytest.param(faults.NOT_FOUND, 404, {}, id="not found"),
    pytest.param(faults.GONE, 410, {}, id="gone"),
    pytest.param(faults.UNPROCESSABLE, 422, {}, id="unprocessable"),
    pytest.param(faults.too_many_requests(3), 429, {"retry-after": "3"}, id="429 with a time"),
    pytest.param(faults.too_many_requests(), 429, {"retry-after": None}, id="429 without"),
    pytest.param(faults.SERVER_ERROR, 500, {}, id="server error"),
    pytest.param(faults.BAD_GATEWAY, 502, {}, id="bad gateway"),
]


@pytest.mark.parametrize("moment", [BEFORE, AFTER])
@pytest.mark.parametrize(("fault", "status", "headers"), REPLIES)
def test_a_wrong_reply_comes_before_or_after_the_effect(
    issue, world, server, *, fault, status, headers, moment
):
    """A wrong reply is told; the comment is there only when it came after the effect."""
    server.faults.add(fault, "POST", "/comments$", moment=moment)
    with pytest.raises(GithubException) as caught:
        issue.create_comment("c")
    assert caught.value.status == status
    assert {name: caught.value.headers.get(name) for name in headers} == headers
    assert caught.value.headers["x-ratelimit-limit"] == "1000"
    assert len(world.issue(41).comments) == (moment is AFTER)
    assert server.log == [("POST", "/repos/keeper/keeper/issues/41/comments", status)]


@pytest.mark.parametrize("fault", [faults.rate_limited(), faults.secondary_limit()])
def test_a_limit_is_told_in_the_words_that_clients_know(issue, server, fault):
    """PyGithub sees both limits for what they are."""
    server.faults.add(fault)
    with pytest.raises(RateLimitExceededException):
        issue.create_comment("c")


def test_a_page_comes_where_json_was_due(repository, world, server):
    """HTML comes with status 200, which PyGithub takes for an issue of nothing, or with 502."""
    world.open_issue("ann", "t")
    server.faults.add(faults.html(200), "GET")
    assert repository().get_issue(41).title is None
    server.faults.add(faults.html(502), "GET")
    with pytest.raises(GithubException, match="502"):
        _ = repository().get_issue(41).title
    assert repository().get_issue(41).title == "t"


@pytest.mark.parametrize("moment", [BEFORE, AFTER])
@pytest.mark.parametrize("midway", [False, True])
def test_a_connection_is_cut(issue, world, server, midway, moment):
    """The client hears nothing or half; the comment is there only when cut after the effect."""
    server.faults.add(Cut(midway=midway), "POST", "/comments$", moment=moment)
    with pytest.raises(requests.RequestException):
        issue.create_comment("c")
    assert len(world.issue(41).comments) == (moment is AFTER)
    status = (201 if moment is AFTER else 200) if midway else 0
    assert issue.create_comment("d").body == "d"
    server.stop()  # a request is logged at the latest when its thread ends
    assert status in [logged for _, _, logged in server.log]


@pytest.mark.parametrize("moment", [BEFORE, AFTER])
def test_a_late_reply_is_an_effect_all_the_same(world, server, moment):
    """A client that does not wait misses the reply, not the effect."""
    world.open_issue("ann", "t")
    server.faults.add(Delay(60), "POST", moment=moment)
    url = f"{server.url}/repos/keeper/keeper/issues/41/comments"
    token = {"Authorization": f"Bearer {world.actions_token}"}
    with pytest.raises(requests.Timeout):
        requests.post(url, json={"body": "c"}, headers=token, timeout=0.5)
    assert len(world.issue(41).comments) == (moment is AFTER)
    server.stop()
    assert len(world.issue(41).comments) == 1


def test_a_late_reply_comes_to_who_waits(issue, server):
    """A client that waits gets its reply."""
    server.faults.add(Delay(0.05), "POST")
    begun = time.monotonic()
    assert issue.create_comment("c").body == "c"
    assert time.monotonic() - begun >= 0.05


def test_a_stopped_server_ends_its_delays(world):
    """A delay does not hold up the end."""
    begun = time.monotonic()
    with Server(world) as server:
        server.faults.add(Delay(60))
        with pytest.raises(requests.Timeout):
            requests.get(f"{server.url}/users/ann", timeout=0.05)
    assert time.monotonic() - begun < 10


def test_a_world_and_its_faults_outlive_a_server(world, faults):
    """What was there before a restart is there after it, delays too."""
    for text in ("one", "two"):
        faults.add(Delay(0.05), "GET")
        with Server(world, faults) as server:
            begun = time.monotonic()
            requests.get(f"{server.url}/users/ann", timeout=5)
            assert time.monotonic() - begun >= 0.05
            world.open_issue("ann", text)
    assert [issue.title for issue in world.issues()] == ["one", "two"]


def test_an_idle_connection_does_not_hold_up_the_end(world):
    """A connection that was opened and never used is hung up."""
    with Server(world) as server:
        address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        idle = socket.create_connection(address, timeout=5)
        requests.get(f"{server.url}/users/ann", timeout=5)
    with idle:
        assert idle.recv(1) == b""


def test_a_list_lags(repository, world, server):
    """The newest issues are missing from a list that lags, and there the next time."""
    for _ in range(3):
        world.open_issue("ann", "t")
    server.faults.add(Lag(2), "GET", "/issues$")
    assert [issue.number for issue in repository().get_issues()] == [41]
    assert [issue.number for issue in repository().get_issues()] == [43, 42, 41]


def test_a_list_of_comments_lags(issue, server):
    """A list of comments that lags does not know the newest."""
    for text in ("one", "two"):
        issue.create_comment(text)
    server.faults.add(Lag(), "GET", "/comments$")
    assert [comment.body for comment in issue.get_comments()] == ["one"]


def test_a_list_lags_by_more_than_it_has(repository, world, server):
    """A list that lags by more than there is is empty; one that lags by nothing is whole."""
    world.open_issue("ann", "t")
    server.faults.add(Lag(5), "GET", "/issues$")
    server.faults.add(Lag(0), "GET", "/issues$")
    assert list(repository().get_issues()) == []
    assert len(list(repository().get_issues())) == 1


def test_a_page_is_repeated(repository, world, server):
    """A stale page lists again what the page before it listed."""
    for _ in range(4):
        world.open_issue("ann", "t")
    server.faults.add(StalePage(), "GET", r"[?&]page=2\b")
    issues = repository(per_page=2).get_issues(direction="asc")
    assert [issue.number for issue in issues] == [41, 42, 41, 42]


def test_faults_wait_for_their_request(issue, world, server):
    """A fault strikes the requests that fit, as often as told, after those it skips."""
    server.faults.add(faults.BAD_GATEWAY, "POST", "/comments$", skip=1, times=2)
    server.faults.add(faults.SERVER_ERROR, "PATCH", r"/issues/\d+$")
    issue.create_reaction("eyes")
    issue.create_comment("one")
    for _ in range(2):
        with pytest.raises(GithubException, match="502"):
            issue.create_comment("lost")
    issue.create_comment("two")
    assert server.faults.waiting == 1
    with pytest.raises(GithubException, match="500"):
        issue.edit(state="closed")
    issue.edit(state="closed")
    assert server.faults.waiting == 0
    assert [comment.body for comment in world.issue(41).comments] == ["one", "two"]


def test_faults_are_called_off(issue, server):
    """Faults that were cleared do not strike."""
    server.faults.add(faults.BAD_GATEWAY, times=100)
    server.faults.clear()
    assert issue.create_comment("c").body == "c"


def test_a_hook_sees_each_request_before_and_after_its_effect(issue, world, server):
    """The hook is told what is asked, then what was answered, while the effect stands between."""
    seen = []

    def hook(moment, call):
        seen.append((moment, call.method, call.path, call.status, len(world.issue(41).comments)))

    server.faults.hook = hook
    issue.create_comment("c")
    path = "/repos/keeper/keeper/issues/41/comments"
    assert seen == [(BEFORE, "POST", path, 0, 0), (AFTER, "POST", path, 201, 1)]


def test_a_hook_that_fails_is_a_server_error(issue, server, caplog):
    """What goes wrong in the stand-in itself is seen: by the client, and in the logs."""

    def hook(moment, call):
        raise RuntimeError("out of order")

    server.faults.hook = hook
    with pytest.raises(GithubException, match="500"):
        issue.create_comment("c")
    assert server.log[-1][2] == 500
    server.stop()
    assert "out of order" in caplog.text
