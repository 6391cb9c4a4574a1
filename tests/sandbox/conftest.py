"""A world with a keeper and two strangers, on a port, and PyGithub to speak with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from github import Auth, Github
from github.Repository import Repository

from ur.sandbox import Faults, Server, World


@dataclass
class Clock:
    """A clock that stands still until it is told."""

    time: datetime = field(default=datetime(2026, 11, 30, 12, tzinfo=UTC))

    def __call__(self) -> datetime:
        """The time."""
        return self.time

    def tick(self, seconds: float = 1) -> None:
        """Let time pass."""
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world(clock) -> World:
    world = World("keeper", numbers_above=40, clock=clock)
    world.add_person("ann")
    world.add_person("bob", 583_231)
    return world


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def server(world, faults) -> Iterator[Server]:
    with Server(world, faults) as server:
        yield server


@pytest.fixture
def github(server, world) -> Iterator[Callable[..., Github]]:
    """PyGithub as somebody: by login, ``workflow``, ``visitor``, or with ``token``."""
    opened = []

    def connect(who="workflow", *, token=None, timeout=5, per_page=100) -> Github:
        tokens = {"workflow": world.actions_token, "visitor": None}
        secret = token or (tokens[who] if who in tokens else world.token_of(who))
        client = Github(
            base_url=server.url,
            auth=Auth.Token(secret) if secret else None,
            timeout=timeout,
            per_page=per_page,
            seconds_between_requests=None,
            seconds_between_writes=None,
            retry=None,
            lazy=True,
        )
        opened.append(client)
        return client

    yield connect
    for client in opened:
        client.close()


@pytest.fixture
def repository(github, world) -> Callable[..., Repository]:
    """The repository as somebody sees it."""

    def open_as(who="workflow", **options) -> Repository:
        return github(who, **options).get_repo(world.full_name)

    return open_as
