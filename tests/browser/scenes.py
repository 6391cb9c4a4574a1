"""What a browser test begins with: a sandbox with nothing in it, or one with a game in play.

Each scene is played once and laid by; a test gets a copy in the same folder on
the same port, so that the links of its README lead to it.
"""

import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.store.logs import log_of, played, written
from tests.town import LoadedDice, template
from ur.house import Environment, furnish
from ur.importing import Read, planned
from ur.paths import MATCH
from ur.port import Person
from ur.referee import match as matches
from ur.referee.match import Deed, Match
from ur.referee.parse import MoveAsk, title
from ur.rules import BySide, Side, legal_moves, play
from ur.sandbox.sandbox import Sandbox
from ur.sandbox.server import HOST
from ur.store import rossjrw
from ur.store.codec import read_match, write_match

WHITE, BLACK, THIRD, FOURTH = "ada", "enheduanna", "grace", "tiamat"
SECRET = "browser" * 5
"""With it White moves once in the first game, and then Black."""

PATIENCE = 30.0


def ask(sandbox: Sandbox, login: str, title: str) -> int:
    """Open an issue and wait for its run; its number."""
    number = sandbox.local.open(login, title)
    sandbox.opened(number)
    settle(sandbox)
    return number


def settle(sandbox: Sandbox) -> None:
    """Wait until every run is over."""
    end = time.monotonic() + PATIENCE
    while sandbox.actions.busy:
        assert time.monotonic() < end, "the runs do not end"
        time.sleep(0.01)


def now_playing(sandbox: Sandbox) -> Match:
    """The game as it was pushed."""
    return read_match(MATCH, sandbox.local.read(MATCH))


def mover(sandbox: Sandbox) -> str:
    """Who plays for the team that is to move."""
    return BySide(WHITE, BLACK).of(now_playing(sandbox).game.to_move)


def _fresh(_: Sandbox) -> None:
    """Nothing was asked so far."""


def _playing(sandbox: Sandbox) -> None:
    """A game was won, a request refused, and in the next both have moved; White has one move."""
    ask(sandbox, THIRD, "ur-new")
    for login in (WHITE, WHITE):  # not White's turn any more: the second is refused
        ask(sandbox, login, sandbox.local.links()[0].title)
    match = _almost_won(sandbox, now_playing(sandbox))
    sandbox.local.push({MATCH: write_match(match)}, "Play on")
    step = legal_moves(match.game)[-1].step
    ask(sandbox, mover(sandbox), title(MoveAsk(1, step, match.number, match.next_turn)))
    ask(sandbox, THIRD, "ur-new")
    while not _white_has_one_move(now_playing(sandbox)):
        ask(sandbox, mover(sandbox), sandbox.local.links()[0].title)


def _remembering(sandbox: Sandbox) -> None:
    """Three games were brought in from elsewhere, and nothing was played here."""
    environment = Environment.read(sandbox.local.environment(None))
    with closing(environment.repository_here(sandbox.local.checkout)) as repository:
        house = furnish(environment, repository.branch)
        logs = [
            Read("", rossjrw.replay("", read_rows(number), number, rossjrw.ORIGIN))
            for number in (1, 2, 3)
        ]
        files = planned(house, repository.load(), logs).files
    sandbox.local.push(files, "Import")


def read_rows(number: int) -> list[rossjrw.Row]:
    """The log of a game that was played elsewhere."""
    log = written(log_of(played(number, number=number)))
    return rossjrw.read_rows("", log)


def _white_has_one_move(match: Match) -> bool:
    """Whether both have moved, and it is Black's turn after whatever White does."""
    game = match.game
    if len(match.seats) < len(Side) or game.to_move is not Side.LIGHT:
        return False
    return all(play(game, move)[0].to_move is Side.DARK for move in legal_moves(game))


SCENES = {scene.__name__.strip("_"): scene for scene in (_fresh, _playing, _remembering)}


class Shelf:
    """The scenes, each of them made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._live = folder / "live"
        self._port = _free_port()

    @contextmanager
    def sandbox(self, scene: str) -> Iterator[Sandbox]:
        """A sandbox that serves a scene of one's own."""
        kept = self._folder / scene
        if not kept.exists():
            self._make(scene, kept)
        shutil.rmtree(self._live, ignore_errors=True)
        shutil.copytree(kept, self._live)
        with Sandbox.open(self._live) as sandbox:
            yield sandbox

    def _make(self, scene: str, kept: Path) -> None:
        shutil.rmtree(self._live, ignore_errors=True)
        sandbox = Sandbox.create(self._live, template(), self._port)
        sandbox.about.secret = sandbox.local.secret = SECRET
        with sandbox:
            SCENES[scene](sandbox)
        shutil.copytree(self._live, kept)


def _almost_won(sandbox: Sandbox, match: Match) -> Match:
    """The same game, its seal left out, when one more move wins it."""
    dice, at = LoadedDice([]), datetime.now(UTC).replace(microsecond=0)
    match = replace(match, seal=None)
    people = {
        side: Person(sandbox.world.account(login).id, login)
        for side, login in ((Side.LIGHT, WHITE), (Side.DARK, BLACK))
    }
    while sorted(match.game.pieces.of(match.game.to_move))[:2] != [
        match.rules.home - 1,
        match.rules.home,
    ]:
        sandbox.world.ledger.last_number += 1
        deed = Deed(people[match.game.to_move], at, sandbox.world.ledger.last_number)
        match = matches.move(match, legal_moves(match.game)[-1], deed)
        while match.awaits_throw:
            match = matches.throw(match, dice.throw(match), at)
    return match


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]
