"""The conversation, through the real PyGithub with a stand-in for GitHub."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ur.errors import Unreachable
from ur.hosts.github import GitHubForge
from ur.hosts.pace import Pace
from ur.port import Answer, Label, Request
from ur.sandbox.faults import Lag, StalePage, error, html
from ur.sandbox.server import Server
from ur.sandbox.world import World

MANY = 1_000


@pytest.fixture
def world() -> World:
    """A repository of keeper's, with two people."""
    world = World("keeper", "game")
    world.add_person("ada")
    world.add_person("grace")
    return world


@pytest.fixture
def server(world: World) -> Iterator[Server]:
    """The stand-in."""
    with Server(world) as one:
        yield one


@pytest.fixture
def forge(world: World, server: Server) -> Iterator[GitHubForge]:
    """The conversation as the workflow's account has it."""
    one = make(world, server)
    yield one
    one.close()


def make(world: World, server: Server, event: Path | None = None) -> GitHubForge:
    """A conversation."""
    return GitHubForge(
        server.url,
        world.actions_token,
        world.full_name,
        ours=lambda title: title.startswith("ur-"),
        keeper_title="To the keeper",
        event=event,
    )


def numbers(forge: GitHubForge, enough: int = MANY) -> list[int]:
    """The numbers of what waits."""
    return [request.number for request in forge.waiting(enough=enough).requests]


def test_every_page_is_read_oldest_first_without_pull_requests(world, server, forge):
    """Requests come by number, from every page; other issues and pull requests are left out."""
    wanted = [world.open_issue("ada", f"ur-{number}") for number in range(130)]
    world.open_issue("ada", "hello")
    world.open_pull_request("grace", "ur-pull")

    assert numbers(forge) == wanted
    assert forge.spent == 2


def test_no_more_pages_are_read_than_are_needed(world, server, forge):
    """With enough requests seen, the rest of a long list is left for later."""
    for number in range(250):
        world.open_issue("ada", f"ur-{number}")

    assert len(numbers(forge, enough=26)) >= 26
    assert forge.spent == 1


def test_a_page_that_comes_twice_counts_once(world, server, forge):
    """A request that is listed again on the next page is one request."""
    wanted = [world.open_issue("ada", f"ur-{number}") for number in range(120)]
    server.faults.add(StalePage(), "GET", r"[?&]page=2\b")

    assert sorted(set(wanted) - set(numbers(forge))) == wanted[100:]
    assert numbers(forge) == wanted


def test_the_events_own_issue_is_fetched_where_the_list_lags(world, server, tmp_path):
    """An issue that just opened is found although the list does not show it yet."""
    number = world.open_issue("ada", "ur-new")
    event = tmp_path / "event.json"
    event.write_text(f'{{"issue": {{"number": {number}}}}}')
    server.faults.add(Lag(newest=1), "GET", "/issues$")
    forge = make(world, server, event)

    assert numbers(forge) == [number]
    forge.close()


@pytest.mark.parametrize("text", ["", "[]", '{"issue": 3}', '{"issue": {"number": true}}'])
def test_an_event_of_another_kind_is_none(world, server, tmp_path, text):
    """A payload without an issue's number is no reason to fail."""
    event = tmp_path / "event.json"
    event.write_text(text)
    forge = make(world, server, event)

    assert numbers(forge) == []
    forge.close()


def test_labels_of_others_stay(world, server, forge):
    """Closing adds labels and takes none away."""
    number = world.open_issue("ada", "ur-new")
    world.create_label(world.owner, "theirs", "aabbcc", "")
    world.add_labels(world.owner, number, ["theirs"])
    [request] = forge.waiting(enough=MANY).requests

    forge.answer(request, Answer("moved", True, ("white",), "hello"), greet=True)

    issue = world.issue(number)
    assert {label.name for label in world.labels_of(issue)} == {"theirs", "white"}
    assert (issue.state, issue.state_reason) == ("closed", "completed")


def test_only_comments_of_our_own_account_are_answers(world, server, forge):
    """Whoever copies the marker is not us; the account tells itself by its reaction."""
    number = world.open_issue("ada", "ur-new")
    world.create_comment(world.account("grace"), number, "<!-- ur:answer moved -->")
    request = Request(number, "ur-new", None, comments=1)

    assert forge.answered(request) is None

    forge.answer(request, Answer("joined", True, (), "<!-- ur:answer joined -->\nyes"), greet=False)
    assert forge.answered(request) == "joined"


def test_a_request_is_held_once(world, server, forge):
    """The word that a request has to wait is said one time."""
    number = world.open_issue("ada", "ur-new")
    for _ in range(2):
        [request] = forge.waiting(enough=MANY).requests
        forge.hold(request, "<!-- ur:held -->\nwait")

    assert len(world.issue(number).comments) == 1


def test_labels_are_made_once(world, server, forge):
    """Labels that are there, in whatever capitals, are left as they are."""
    world.create_label(world.owner, "White", "ffffff", "mine")
    for _ in range(2):
        forge.make_labels([Label("white", "f5ecd9", "a"), Label("black", "000000", "b")])

    assert world.label("black").description == "b"
    assert world.label("white").description == "mine"


@pytest.mark.parametrize(
    "fault", [error(404, "Not Found"), error(410, "Gone"), error(422, "No"), html(200), html(502)]
)
def test_whatever_is_not_githubs_answer_is_unreachable(world, server, forge, fault):
    """An error, or a page where JSON belongs, is told with verb and path, and nothing else."""
    server.faults.add(fault, "GET", "/issues", times=5)

    with pytest.raises(Unreachable, match=r"^GET issues: "):
        forge.waiting(enough=MANY)


def test_comments_keep_the_pace_that_github_asks_for():
    """No more comments a minute than allowed; when an hour's are spent, a later run goes on."""
    time, slept = [0.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        time[0] += seconds

    pace = Pace(minute=3, hour=5, clock=lambda: time[0], sleep=sleep)
    for _ in range(5):
        pace.wait()
    with pytest.raises(Unreachable):
        pace.wait()

    assert slept == [60.0]
    time[0] += 3540
    pace.wait()
