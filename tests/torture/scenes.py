"""Scenes: a town made ready once, and put back as it was for every trouble."""

import copy
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from tests.torture.report import Fate, against, fates, of_files, of_record, timeless
from tests.town import OWNER, Town
from ur.dice import Dice
from ur.house import KEEPER_TITLE
from ur.paths import MATCH
from ur.referee.match import Match
from ur.referee.parse import MoveAsk, title
from ur.render.text import Text
from ur.rules import Side, legal_moves
from ur.sandbox.faults import error
from ur.sandbox.ledger import Ledger
from ur.store.codec import write_match
from ur.table import Table

RUNS = 4
"""After so many runs without trouble everything is done, or it is lost."""


class Scene:
    """A town with requests that wait.

    ``prepare`` makes it ready and says which requests wait; ``mend`` is what the
    keeper does before the runs that are to finish everything.
    """

    def __init__(self, name: str, town: Town, prepare: Callable[[Town], list[int]]) -> None:
        self.name = name
        self.town = town
        self.codes: tuple[int, ...] = (0,)
        self.mend: Callable[[], None] | None = None
        town.create()
        self.numbers = prepare(town)
        self._kept = town.folder.with_name(f"{town.folder.name}-kept")
        shutil.copytree(town.folder, self._kept, symlinks=True)
        self._ledger = town.world.dump()
        self._hour = town.now
        self.wanted: dict[int, Fate] = {}
        self.files: dict[str, bytes] = {}

    def again(self) -> Town:
        """The town as it was."""
        town = self.town
        town.faults.clear()
        town.faults.hook = None
        shutil.rmtree(town.folder)
        shutil.copytree(self._kept, town.folder, symlinks=True)
        town.world.ledger = Ledger.from_document(copy.deepcopy(self._ledger))
        town.said.clear()
        town.server.log.clear()
        town.now = self._hour
        return town

    def undisturbed(self) -> None:
        """See what becomes of it without any trouble."""
        self.again()
        wrong = self.finish()
        assert not wrong, wrong
        self.wanted = fates(self.town, self.numbers)
        self.files = timeless(self.town.tree())

    def finish(self) -> list[str]:
        """Run until nothing waits; what is wrong then."""
        if self.mend:
            self.mend()
        town = self.town
        for _ in range(RUNS):
            good = town.play()
            if all(town.world.issue(number).state == "closed" for number in self.numbers):
                break
        return [] if good else [f"the last run was not good: {town.said[-3:]}"]

    def flaws(self, *, ordered: bool = True, reacted: bool = True) -> list[str]:
        """What is otherwise than it would have been without trouble.

        Not ``ordered``: a request that could not be judged at first let others go before it.
        Not ``reacted``: reactions never worked, and nobody was kept waiting for them.
        """
        now = fates(self.town, self.numbers)
        wrong = [
            flaw
            for number, one in now.items()
            for flaw in against(number, one, self.wanted[number], reacted=reacted)
        ]
        if ordered:
            wrong += of_files(timeless(self.town.tree()), self.files)
        told = [one for one in self.town.world.issues() if one.title == KEEPER_TITLE]
        if len(told) > 1 or any(one.state == "open" for one in told):
            wrong.append(f"the keeper's issues: {[one.state for one in told]}")
        return wrong + of_record(self.town)


class QuickTown(Town):
    """A town whose runs read the templates once, for they are thousands."""

    texts: ClassVar[dict[str, Text]] = {}

    def table(self, *, event: int | None = None) -> tuple[Table, list[Any]]:
        """A run that has not begun, and what is to be closed after it."""
        table, things = super().table(event=event)
        table._house = replace(table._house, _texts=self.texts)
        return table, things


@contextmanager
def town_in(folder: Path) -> Iterator[Town]:
    """A town that has had many issues, with a secret for its dice."""
    with QuickTown(folder, numbers_above=1000) as town:
        town.secret = "kept well"
        yield town


def batch(town: Town) -> list[int]:
    """All kinds of effect: a move, refusals, a join, a game's end, the next one and its move."""
    match = _late(town)
    mover = _player(match)
    first = _title(match)
    numbers = [
        town.ask(mover, first),
        town.ask(5, first),
        town.ask(6, f"ur-join-white-{match.number}"),
    ]
    match = _played(town, match, numbers[0])
    numbers += [town.ask(_player(match), _title(match)), town.ask(7, "ur-new")]
    following = _next_game(town)
    numbers += [town.ask(8, following), town.ask(5, "ur-nonsense")]
    return numbers


def ended(town: Town) -> list[int]:
    """A keeper who ends a game, and somebody who floods."""
    town.asked(OWNER, "ur-new")
    flood = [town.ask(9, "ur-nonsense") for _ in range(5)]
    return [*flood, town.ask(OWNER, "ur-abandon-1"), town.ask(9, "ur-join-black-1")]


def unsaid(town: Town) -> list[int]:
    """Requests that an earlier run played and could not answer, or not close."""
    town.asked(OWNER, "ur-new")
    numbers = [town.ask(3, "ur-join-white-1"), town.ask(4, _title(town.match()))]
    town.faults.add(error(500, "no"), "POST", "/comments$", times=1000)
    town.play()
    town.faults.clear()
    more = [town.ask(5, "ur-join-black-1"), town.ask(6, "ur-join-black-77")]
    town.faults.add(error(500, "no"), "POST", f"/{numbers[0]}/comments$", times=1000)
    town.faults.add(error(500, "no"), "POST", f"/{numbers[1]}/comments$", times=1000)
    town.faults.add(error(500, "no"), "PATCH", "/issues/", times=1000)
    town.play()
    town.faults.clear()
    return [*numbers, *more, town.ask(7, "ur-join-white-1")]


def broken(town: Town) -> list[int]:
    """A house that needs its keeper."""
    town.asked(OWNER, "ur-new")
    town.push({"README.md": b"no markers\n"}, "Break it")
    return [town.ask(3, "ur-join-white-1"), town.ask(4, _title(town.match()))]


def mended(town: Town) -> list[int]:
    """A house that was mended, with requests that were held."""
    whole = town.read("README.md")
    numbers = broken(town)
    assert not town.play()
    town.push({"README.md": whole}, "Mend it")
    return numbers


def small(town: Town) -> list[int]:
    """A move, a refusal and a join."""
    town.asked(OWNER, "ur-new")
    wanted = _title(town.match())
    return [town.ask(4, wanted), town.ask(5, wanted), town.ask(6, "ur-join-black-1")]


def start(town: Town) -> list[int]:
    """The first game, whose labels are still to be made."""
    return [town.ask(4, "ur-new"), town.ask(5, "ur-new")]


def _late(town: Town) -> Match:
    """A sealed game two moves before its end, pushed."""
    town.asked(OWNER, "ur-new")
    past = [town.match()]
    while not past[-1].over:
        past.append(_played(town, past[-1], len(past)))
    town.push({MATCH: write_match(past[-3])}, "Play on")
    return past[-3]


def _played(town: Town, match: Match, issue: int) -> Match:
    dice = Dice(town.world.repository.id, town.secret)
    return town._moved(match, legal_moves(match.game)[-1], issue, dice)


def _next_game(town: Town) -> str:
    """The title of the first move of the game that the requests so far begin."""
    kept, ledger = town.folder.with_name("ahead"), town.world.dump()
    shutil.copytree(town.folder, kept, symlinks=True)
    assert town.play(), town.said
    match = town.match()
    shutil.rmtree(town.folder)
    kept.rename(town.folder)
    town.world.ledger = Ledger.from_document(ledger)
    return _title(match)


def _title(match: Match) -> str:
    """The title of a move that may be made."""
    chosen = legal_moves(match.game)[-1]
    return title(MoveAsk(match.game.throw, chosen.step, match.number, match.next_turn))


def _player(match: Match) -> int:
    return 1 if match.game.to_move is Side.LIGHT else 2
