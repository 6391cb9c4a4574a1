"""Values in words: what happened, what may be done, who and when. Sentences live in templates."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from ur.port import Person
from ur.referee.match import Match, Turn
from ur.referee.parse import Ask, title
from ur.referee.standings import Summary
from ur.render.address import Address
from ur.render.text import Text
from ur.render.view import Choice, view
from ur.rules import Event, Game, Move, Side

DAY = 86_400
_UNITS = (
    ("year", 365.25 * DAY),
    ("month", 365.25 / 12 * DAY),
    ("week", 7 * DAY),
    ("day", DAY),
    ("hour", 3_600),
    ("minute", 60),
)


class Wording:
    """The words of one language for one repository."""

    def __init__(self, text: Text, address: Address) -> None:
        self.text = text
        self.address = address

    def inside(self, folder: str) -> "Wording":
        """The words of a page in a folder, whose links into the repository are relative."""
        return Wording(self.text, replace(self.address, inside=folder))

    def team(self, side: Side) -> str:
        """A side as people know it."""
        return self.text.say("common.team", side=side)

    def person(self, person: Person) -> str:
        """A person's name, leading to their profile and calling nobody."""
        link = self.address.person(person)
        return self.text.say("common.person", login=person.login, link=link)

    def issue(self, number: int, origin: str | None = None) -> str:
        """An issue's number, leading to it; ``origin`` is where, if not here."""
        link = self.address.issue(number, origin)
        return self.text.say("common.issue", number=number, link=link)

    def ask(self, ask: Ask) -> str:
        """A form that asks for something, filled in."""
        body = self.text.say("common.request_body", board=self.address.board)
        return self.address.request(title(ask), body)

    def count(self, what: str, count: int) -> str:
        """So many of something."""
        return self.text.say(f"common.{what}", count=count)

    def all_of(self, items: Iterable[str]) -> str:
        """Several things as a list in a sentence."""
        return self.text.say("common.and", items=list(items))

    def any_of(self, items: Iterable[str]) -> str:
        """Several things as alternatives in a sentence."""
        return self.text.say("common.or", items=list(items))

    def rules_title(self, name: str) -> str:
        """A rule set as people know it: a table's own by the name that the keeper gave it."""
        key = f"rules.title-{name}"
        return self.text.say(key) if self.text.knows(key) else name

    def rules_about(self, name: str) -> str | None:
        """How a shipped rule set differs from the usual one."""
        key = f"rules.about-{name}"
        return self.text.say(key) if self.text.knows(key) else None

    def tokens(self, game: Game, *, over: bool = False) -> str | None:
        """Who holds how many tokens, where the game has any."""
        if not game.rules.tokens:
            return None
        winner = game.winner
        return self.text.say(
            "common.tokens",
            winner=self.team(winner) if winner else None,
            over=over,
            of_winner=game.tokens.of(winner or Side.LIGHT),
            of_other=game.tokens.of((winner or Side.LIGHT).other),
            white=game.tokens.light,
            black=game.tokens.dark,
            pot=game.pot,
        )

    def choice(self, choice: Choice, *, marked: bool = True) -> str:
        """What a move would do, captures and rosettes ``marked`` by a sign or not."""
        return self._move("common.choice", choice.move, choice.events, marked=marked)

    def did(self, turn: Turn) -> str:
        """What a turn did, after somebody's name."""
        if turn.move is None:
            thrown = turn.thrown.value if turn.thrown.known else None
            return self.text.say("common.lost", throw=thrown)
        return self._move("common.did", turn.move, turn.events)

    def _move(self, key: str, move: Move, events: Sequence[Event], **facts: bool) -> str:
        return self.text.say(key, step=move.step, to=move.to, events=events, **facts)

    def alt(self, match: Match) -> str:
        """The whole position and its choices, for those who cannot see the picture."""
        game = match.game
        choices = view(match).choices
        return self.text.say(
            "common.alt",
            game=match.number,
            turn=match.next_turn,
            winner=self.team(match.winner) if match.winner else None,
            mover=None if match.over else self.team(game.to_move),
            throw=game.throw,
            teams=[self._standing(game, side) for side in Side],
            last=self._last(match),
            choices=[f"{one.letter}, {self.choice(one, marked=False)}" for one in choices],
            tokens=self.tokens(game, over=match.over),
            turned=bool(game.rules.route.turned),
        )

    def _last(self, match: Match) -> str | None:
        """The last move, told of its team."""
        turn = next((turn for turn in reversed(match.turns) if turn.move), None)
        return f"{self.team(turn.side)} {self.did(turn)}" if turn else None

    def _standing(self, game: Game, side: Side) -> dict[str, object]:
        tiles = [step for step in game.pieces.of(side) if 0 < step < game.rules.home]
        hand, home = game.hand(side), game.home(side)
        return {"name": self.team(side), "hand": hand, "home": home, "tiles": tiles}

    def date(self, at: datetime) -> str:
        """A day, in UTC."""
        return self.text.say("common.date", day=at.day, month=at.month, year=at.year)

    def span(self, began: datetime, ended: datetime) -> str:
        """How long something took, in at most two units; a month is a twelfth of a year."""
        left = (ended - began).total_seconds()
        parts = []
        for unit, seconds in _UNITS:
            count = int(left // seconds)
            left -= count * seconds
            if count:
                parts.append(self.text.say("common.span", count=count, unit=unit))
        return self.all_of(parts[:2]) if parts else self.text.say("common.moment")

    def past(self, past: Summary, *, numbered: bool = True) -> str:
        """One line about an ended game, with its number leading to its page or without."""
        return self.text.say(
            "common.past",
            game=past.number,
            page=self.address.game(past.number) if numbered else None,
            began=self.date(past.began.at),
            starter=self.person(past.began.by),
            ended=self.date(past.ended.at),
            winner=self.team(past.winner) if past.winner else None,
            players=self.count("players", past.players),
            moves=self.count("moves", past.moves),
            lost_turns=self.count("lost_turns", past.lost),
            span=self.span(past.began.at, past.ended.at),
            pieces=self.count("pieces", past.captures.dark),
            rosettes=self.count("rosettes", past.rosettes.dark),
            white_captures=past.captures.light,
            white_rosettes=past.rosettes.light,
            best=[self.person(person) for person in past.best],
            more=past.more,
            best_moves=past.best_moves,
            winning=self.person(past.ended.by),
            issue=self.issue(past.ended.issue, past.origin),
        )
