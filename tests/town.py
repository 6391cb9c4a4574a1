"""A small town with a game in it: what the end-to-end tests play in.

Runs of ``play`` happen in this process, which is quicker than one of their own
and the same in everything else: real git, real HTTP, the real PyGithub.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ur.dice import Dice
from ur.house import Environment, furnish
from ur.paths import ABOUT, MATCH, README, SETTINGS, STATE
from ur.port import Person
from ur.referee import match as matches
from ur.referee.match import Deed, Match, Thrown
from ur.referee.parse import MoveAsk, title
from ur.rules import Move, Side, legal_moves
from ur.sandbox import sources
from ur.sandbox.faults import Faults
from ur.sandbox.local import Local
from ur.sandbox.sources import Source
from ur.sandbox.world import World
from ur.store.codec import read_match, write_match
from ur.table import Table

OWNER = "owner-x"

USUAL = b"""\
# The keeper's settings. Every key may be left out; the README tells what each does,
# docs/rule-sets.md which rules there are, and how to mix your own.
rules: finkel
offer: [finkel]
first: alternate
moves_in_a_row: 0
keepers: []
blocked: []
language: en
readme: {events: 12, games: 5, leaders: 10}
"""
"""The settings that the game is shipped with: this checkout may be somebody's, who has others."""

PRISTINE = {
    README: b"# A board\n\n<!-- ur:begin -->\n<!-- ur:end -->\n",
    f"{STATE}/{ABOUT}": b"# What these files are\n",
    SETTINGS: USUAL,
}
"""What a fresh copy has that the game reads."""


def template() -> Source:
    """A fresh copy of the template, with all that is in it and the usual settings."""
    source = sources.template()
    return replace(source, files={**source.files, SETTINGS: USUAL})


class LoadedDice:
    """Dice that fall as they are told, and then as ``rest`` says for ever."""

    def __init__(self, values: Sequence[int], rest: int = 1) -> None:
        self.values = list(values)
        self.rest = rest

    def seal(self, _: int) -> str | None:
        """No seal."""
        return None

    def throw(self, match: Match) -> Thrown:
        """The next of the values."""
        value = self.values.pop(0) if self.values else self.rest
        marked = value if value <= match.rules.dice else 0
        return Thrown(value, ("1" * marked).ljust(match.rules.dice, "0"))

    def fits(self, _: Match) -> bool:
        """Nothing is sealed."""
        return False


class Town(Local):
    """A repository ``owner-x/repo-y`` whose owner keeps the game, with people who play."""

    began = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)

    def __init__(self, folder: Path, *, name: str = "repo-y", numbers_above: int = 0) -> None:
        self.faults = Faults()
        world = World(OWNER, name, numbers_above=numbers_above)
        super().__init__(folder, world, faults=self.faults)
        self.dice: LoadedDice | None = None
        self.said: list[str] = []
        self.now = self.began
        for number in range(1, 31):
            world.add_person(f"player-{number:02}", 1000 + number)

    def create(self, files: Mapping[str, bytes] | None = None) -> None:
        """Begin anew, with the files of a fresh copy or these."""
        super().create(PRISTINE if files is None else files)

    def ask(self, player: int | str, title: str) -> int:
        """Open an issue as player-NN, or as whoever has a login; its number."""
        login = player if isinstance(player, str) else f"player-{player:02}"
        return self.open(login, title, "Just press the button.")

    def table(self, *, event: int | None = None) -> tuple[Table, list[object]]:
        """A run that has not begun, and what is to be closed after it."""
        payload = self.event(event) if event else None
        environment = Environment.read(self.environment(payload))
        repository = environment.repository_here(self.checkout)
        forge = environment.forge()
        house = furnish(environment, repository.branch)
        house = replace(house, now=self._clock, dice=self.dice or house.dice)
        table = Table(house, repository, forge, say=self.said.append, sleep=lambda _: None)
        return table, [forge, repository]

    def play(self, *, event: int | None = None) -> bool:
        """One run of ``play``; whether it went well."""
        table, open_things = self.table(event=event)
        try:
            return table.serve()
        finally:
            for thing in open_things:
                thing.close()

    def asked(self, player: int | str, title: str) -> int:
        """Open an issue and play it; its number."""
        number = self.ask(player, title)
        assert self.play(), self.said
        return number

    def begin(self, *throws: int) -> None:
        """Begin a game by the owner, its dice loaded from the first throw on."""
        self.dice = LoadedDice(throws)
        self.asked(OWNER, "ur-new")

    def match(self) -> Match:
        """The game as it was pushed."""
        return read_match(MATCH, self.read(MATCH))

    def move(self, player: int, step: int) -> int:
        """Play from a step, whatever was thrown; the issue's number."""
        match = self.match()
        return self.asked(
            player, f"ur-move-{match.game.throw}@{step}-{match.number}.{match.next_turn}"
        )

    def skip_to_the_last_move(self) -> Match:
        """Play on without requests until one more move wins, and push that state."""
        match = self.match()
        home, issue = match.rules.home, 0
        while sorted(match.game.pieces.of(match.game.to_move))[:2] != [home - 1, home]:
            issue += 1
            match = self._moved(match, legal_moves(match.game)[-1], issue, self.dice)
        self.push({MATCH: write_match(match)}, "Play on")
        return match

    def foresee(self, requests: int) -> list[tuple[int, str]]:
        """The next moves as the dice will fall, as players and titles, until the game is won."""
        match = self.match()
        loaded = self.dice and LoadedDice(self.dice.values, self.dice.rest)
        dice = loaded or Dice(self.world.repository.id, self.secret)
        asked = []
        while not match.over and len(asked) < requests:
            chosen = legal_moves(match.game)[-1]
            player = 1 if match.game.to_move is Side.LIGHT else 2
            ask = MoveAsk(match.game.throw, chosen.step, match.number, match.next_turn)
            asked.append((player, title(ask)))
            match = self._moved(match, chosen, len(asked), dice)
        return asked

    def _moved(self, match: Match, chosen: Move, issue: int, dice: LoadedDice | Dice) -> Match:
        at = 1 if match.game.to_move is Side.LIGHT else 2
        deed = Deed(Person(1000 + at, f"player-{at:02}"), self.now, issue)
        match = matches.move(match, chosen, deed)
        while match.awaits_throw:
            match = matches.throw(match, dice.throw(match), self.now)
        return match

    def comments(self, number: int) -> list[str]:
        """The texts of an issue's comments."""
        return [comment.body for comment in self.world.issue(number).comments]

    def answer(self, number: int) -> str:
        """The code of the one answer to a closed request."""
        issue = self.world.issue(number)
        assert issue.state == "closed"
        codes = [
            body.splitlines()[0].removeprefix("<!-- ur:answer ").removesuffix(" -->")
            for body in self.comments(number)
            if body.startswith("<!-- ur:answer ")
        ]
        assert len(codes) == 1, codes
        return codes[0]

    def tree(self) -> dict[str, bytes]:
        """Every file as it was pushed."""
        return {path: self.read(path) for path in self.files()}

    def git(self, *words: str) -> str:
        """What a git command prints, in the bare repository."""
        return self._git(self.origin, *words).decode()

    def _clock(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now
