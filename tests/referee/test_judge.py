"""May this person do this now? One request in, one verdict out."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import combinations

import pytest

from tests.referee.people import (
    DAY,
    FINKEL,
    KEEPER,
    NOON,
    POLICY,
    Desk,
    cast,
    deed,
    in_play,
    moved,
    player,
)
from ur.errors import PlayerMistake
from ur.port import Request
from ur.referee import match as matches
from ur.referee import mistakes
from ur.referee.judge import ABANDONED, GRANTED, JOINED, MOVED, STARTED, judge, repeated
from ur.referee.match import Match
from ur.referee.mistakes import REFUSALS
from ur.referee.policy import First, Policy
from ur.rules import Event, RuleSet, Side
from ur.rules.route import BELL

ANN, BOB, CLEO, BLOCKED = (player(number) for number in (1, 2, 3, 66))
HOUSE_RULE = RuleSet("five", BELL, pieces=5)
STRICT = replace(
    POLICY,
    rule_sets={"finkel": FINKEL, "five": HOUSE_RULE, "secret": HOUSE_RULE},
    offer=("five", "finkel"),
    blocked=frozenset({BLOCKED.id}),
)
FRESH = in_play(throw=2, number=7)


def over(match: Match) -> Match:
    """The match, ended by the keeper."""
    return matches.abandon(match, deed())


@pytest.mark.parametrize(
    ("match", "by", "title", "code"),
    [
        pytest.param(FRESH, ANN, "ur-pass", "bad-title", id="no such request"),
        pytest.param(FRESH, None, "ur-new", "not-allowed", id="nobody"),
        pytest.param(FRESH, BLOCKED, "ur-move-2@0-7.1", "not-allowed", id="blocked, move"),
        pytest.param(FRESH, BLOCKED, "ur-join-white-7", "not-allowed", id="blocked, join"),
        pytest.param(None, BLOCKED, "ur-new", "not-allowed", id="blocked, new"),
        pytest.param(FRESH, ANN, "ur-abandon-7", "not-allowed", id="no keeper"),
        pytest.param(None, ANN, "ur-abandon-7", "not-allowed", id="no keeper, no game"),
        pytest.param(None, ANN, "ur-new-murray", "unknown-rules", id="no such rules"),
        pytest.param(None, ANN, "ur-new-secret", "unknown-rules", id="rules that are not on offer"),
        pytest.param(FRESH, ANN, "ur-new-murray", "unknown-rules", id="no such rules, in play"),
        pytest.param(FRESH, ANN, "ur-new", "game-in-progress", id="new while one is"),
        pytest.param(FRESH, ANN, "ur-new-five", "game-in-progress", id="other rules while one is"),
        pytest.param(FRESH, KEEPER, "ur-new", "game-in-progress", id="the keeper as well"),
        pytest.param(None, ANN, "ur-move-2@0-7.1", "no-game", id="move, never a game"),
        pytest.param(over(FRESH), ANN, "ur-move-2@0-7.1", "no-game", id="move after the end"),
        pytest.param(None, ANN, "ur-join-black-1", "no-game", id="join, never a game"),
        pytest.param(over(FRESH), ANN, "ur-join-black-7", "no-game", id="join after the end"),
        pytest.param(over(FRESH), KEEPER, "ur-abandon-7", "no-game", id="abandon after the end"),
        pytest.param(FRESH, ANN, "ur-move-2@0-6.1", "stale-link", id="move of the game before"),
        pytest.param(FRESH, ANN, "ur-move-2@0-8.1", "stale-link", id="move of the game to come"),
        pytest.param(FRESH, ANN, "ur-move-2@0-7.0", "stale-link", id="turn before"),
        pytest.param(FRESH, ANN, "ur-move-2@0-7.2", "stale-link", id="turn to come"),
        pytest.param(FRESH, ANN, "ur-join-white-6", "stale-link", id="join of another game"),
        pytest.param(FRESH, KEEPER, "ur-abandon-6", "stale-link", id="abandon of another game"),
        pytest.param(FRESH, ANN, "ur-move-1@0-7.1", "illegal-move", id="not what was thrown"),
        pytest.param(FRESH, ANN, "ur-move-2@1-7.1", "illegal-move", id="nobody stands there"),
        pytest.param(FRESH, ANN, "ur-move-2@15-7.1", "illegal-move", id="from home"),
        pytest.param(FRESH, ANN, "ur-move-2@99-7.1", "illegal-move", id="from nowhere"),
    ],
)
def test_a_mistake_is_refused_with_its_code(match, by, title, code):
    """Every mistake has its one code, and changes nothing."""
    before = match and replace(match)
    verdict = judge(Request(5, title, by), match, 7, STRICT, NOON)
    assert (verdict.code, verdict.match) == (code, None)
    assert match == before


def test_a_bot_is_refused_whatever_it_asks():
    """An account that is a bot may not play, a keeper's neither."""
    for title in ("ur-new", "ur-move-2@0-7.1", "ur-join-white-7", "ur-abandon-7"):
        assert Desk(FRESH).ask(KEEPER, title, is_bot=True).code == "not-allowed"


def test_a_blocked_keeper_is_blocked():
    """Being blocked weighs more than being a keeper."""
    policy = replace(POLICY, blocked=frozenset({KEEPER.id}))
    assert Desk(FRESH, policy=policy).ask(KEEPER, "ur-abandon-7").code == "not-allowed"


def test_unknown_rules_are_answered_with_those_on_offer():
    """The refusal lists what one may ask for, the usual rules first, each once."""
    verdict = Desk(policy=STRICT).ask(ANN, "ur-new-secret")
    assert verdict.facts == {"on_offer": ("finkel", "five")}


def test_every_mistake_is_in_the_order_of_refusals():
    """Each kind of mistake stands in the order, once, under a key of its own."""
    kinds = {
        kind
        for _, kind in inspect.getmembers(mistakes, inspect.isclass)
        if issubclass(kind, PlayerMistake) and kind is not PlayerMistake
    }
    assert set(REFUSALS) == kinds
    keys = [kind.key for kind in REFUSALS]
    assert len(set(keys)) == len(keys) == 10
    assert not set(keys) & set(GRANTED)


@dataclass
class Asked:
    """A request to a match, before any mistake is made in it."""

    what: str
    match: Match | None
    by: object = ANN
    throw: int = 2
    step: int = 0
    game: int = 7
    turn: int = 3
    rules: str = "finkel"
    spoiled: str = ""
    row: int = 0
    blocked: bool = False

    @property
    def title(self) -> str:
        """The title it is asked by."""
        return {
            "move": f"ur-move-{self.throw}@{self.step}-{self.game}.{self.turn}",
            "join": f"ur-join-black-{self.game}",
            "new": f"ur-new-{self.rules}",
            "abandon": f"ur-abandon-{self.game}",
        }[self.what] + self.spoiled


def _too_soon(asked: Asked) -> None:
    asked.by, asked.row = CLEO, 1


def _wrong_team(asked: Asked) -> None:
    other = matches.join(replace(asked.match, seats=()), Side.DARK, deed(asked.by))
    asked.match = replace(asked.match, seats=other.seats)


def _seated(asked: Asked) -> None:
    asked.match = matches.join(asked.match, Side.LIGHT, deed(asked.by, issue=9))


# What makes each mistake in each request, where that can be made in it.
SPOIL: dict[str, dict[str, Callable[[Asked], object]]] = {
    "move": {
        "bad-title": lambda asked: setattr(asked, "spoiled", "\n"),
        "not-allowed": lambda asked: setattr(asked, "blocked", True),
        "no-game": lambda asked: setattr(asked, "match", over(asked.match)),
        "stale-link": lambda asked: setattr(asked, "turn", 5),
        "too-soon": _too_soon,
        "wrong-team": _wrong_team,
        "illegal-move": lambda asked: setattr(asked, "step", 14),
    },
    "join": {
        "bad-title": lambda asked: setattr(asked, "spoiled", "x"),
        "not-allowed": lambda asked: setattr(asked, "blocked", True),
        "already-seated": _seated,
        "no-game": lambda asked: setattr(asked, "match", over(asked.match)),
        "stale-link": lambda asked: setattr(asked, "game", 6),
    },
    "new": {
        "bad-title": lambda asked: setattr(asked, "spoiled", "-"),
        "not-allowed": lambda asked: setattr(asked, "by", None),
        "unknown-rules": lambda asked: setattr(asked, "rules", "murray"),
        "game-in-progress": lambda asked: setattr(asked, "match", FRESH),
    },
    "abandon": {
        "bad-title": lambda asked: setattr(asked, "spoiled", " "),
        "not-allowed": lambda asked: setattr(asked, "by", ANN),
        "no-game": lambda asked: setattr(asked, "match", None),
        "stale-link": lambda asked: setattr(asked, "game", 8),
    },
}
ORDER = [kind.key for kind in REFUSALS]
MADE = {what: sorted(spoil, key=ORDER.index) for what, spoil in SPOIL.items()}


def _asked(what: str) -> Asked:
    """A request that would be granted: at turn 3 of game 7 light is to move with a 2."""
    match = cast(moved(in_play(throw=1), 0, CLEO, issue=30), [0, 2])
    by = KEEPER if what == "abandon" else ANN
    return Asked(what, None if what == "new" else match, by)


def _code(asked: Asked) -> str:
    blocked = {asked.by.id} if asked.blocked else set()
    policy = replace(STRICT, moves_in_a_row=asked.row, blocked=frozenset(blocked))
    request = Request(50, asked.title, asked.by)
    return judge(request, asked.match, 7, policy, NOON).code


@pytest.mark.parametrize("what", SPOIL)
def test_the_request_that_is_spoiled_below_is_granted_unspoiled(what):
    """Without a mistake each of the four requests is granted."""
    assert _code(_asked(what)) in GRANTED


def _spoilt(what: str, *keys: str) -> Asked:
    """A request in which mistakes are made: whose it is first, the game's end last."""
    asked = _asked(what)
    for key in sorted(keys, key=lambda key: (key == "no-game", key != "too-soon")):
        SPOIL[what][key](asked)
    return asked


@pytest.mark.parametrize(
    ("what", "key"), [(what, key) for what, keys in MADE.items() for key in keys]
)
def test_one_mistake_is_refused_as_what_it_is(what, key):
    """A mistake made alone is answered with its own code."""
    assert _code(_spoilt(what, key)) == key


@pytest.mark.parametrize(
    ("what", "earlier", "later"),
    [(what, *pair) for what, keys in MADE.items() for pair in combinations(keys, 2)],
)
def test_of_two_mistakes_the_earlier_in_the_order_is_answered(what, earlier, later):
    """Where two mistakes are made at once, the order of refusals decides."""
    assert _code(_spoilt(what, earlier, later)) == earlier


def test_the_first_move_takes_a_seat_on_the_team_to_move():
    """Whoever moves without a seat sits down where it is the turn, by that very request."""
    desk = Desk(FRESH, dice=[3])
    assert desk.move(ANN, 0).code == MOVED
    assert desk.move(BOB, 0).code == MOVED
    ann, bob = desk.match.seats
    assert (ann.person, ann.side, ann.turn, ann.issue) == (ANN, Side.LIGHT, 1, 1001)
    assert (bob.person, bob.side, bob.turn, bob.issue) == (BOB, Side.DARK, 2, 1002)


def test_the_starter_takes_no_seat():
    """Whoever begins a game may play on either team."""
    desk = Desk(dice=[1, 2])
    assert desk.ask(ANN, "ur-new").code == STARTED
    assert desk.match.seats == ()
    assert desk.move(BOB, 0).code == MOVED
    assert desk.move(ANN, 0).code == MOVED
    assert desk.match.seat(ANN.id).side is Side.DARK


def test_a_seat_can_be_taken_before_the_turn():
    """A join takes a seat on the team that is named, and plays nothing."""
    desk = Desk(FRESH)
    assert desk.ask(ANN, "ur-join-black-7").code == JOINED
    assert desk.match.seat(ANN.id).side is Side.DARK
    assert desk.match.turns == FRESH.turns
    assert desk.match.team(Side.DARK) == desk.match.seats
    assert desk.match.team(Side.LIGHT) == ()


@pytest.mark.parametrize("team", ["white", "black"])
def test_nobody_joins_twice(team):
    """Who has a seat in this game is told which, on whichever team they ask for another."""
    desk = Desk(FRESH)
    desk.ask(ANN, "ur-join-white-7")
    before = desk.match
    verdict = desk.ask(ANN, f"ur-join-{team}-7")
    assert (verdict.code, verdict.facts) == ("already-seated", {"side": Side.LIGHT})
    assert desk.match is before


def test_one_moves_only_for_ones_own_team():
    """Who sits on the other team hears on which."""
    desk = Desk(FRESH, dice=[3])
    desk.move(ANN, 0)
    verdict = desk.move(ANN, 0)
    assert (verdict.code, verdict.facts) == ("wrong-team", {"side": Side.LIGHT})


def test_a_new_game_is_the_next_number_under_the_rules_asked_for():
    """The usual rules where none are named; the number is one more than were begun."""
    desk = Desk(over(FRESH), policy=STRICT, games=7)
    assert desk.ask(ANN, "ur-new").code == STARTED
    assert (desk.match.number, desk.match.rules) == (8, FINKEL)
    assert desk.match.awaits_throw
    desk = Desk(policy=STRICT, games=0)
    desk.ask(ANN, "ur-new-five")
    assert (desk.match.number, desk.match.rules) == (1, HOUSE_RULE)
    assert (desk.match.began.by, desk.match.began.issue) == (ANN, 1001)


def test_the_keeper_ends_a_game_that_nobody_won():
    """Whoever is a keeper may abandon the game in play."""
    desk = Desk(FRESH)
    verdict = desk.ask(KEEPER, "ur-abandon-7")
    assert verdict.code == ABANDONED
    assert desk.match.over
    assert desk.match.winner is None
    assert desk.match.abandoned.by == KEEPER


def test_a_game_in_the_middle_is_not_replaced():
    """Case 1: `ur-new` by no keeper at turn 12 leaves the match as it is."""
    desk = Desk(in_play([2, 9], [5], throw=3))
    before = desk.match
    assert desk.ask(player(4), "ur-new").code == "game-in-progress"
    assert desk.match is before


def test_two_lost_turns_in_a_row_hand_the_dice_back():
    """Case 6: after a move, throws of 0 and 0 are two lost turns, and the third waits."""
    match = in_play([2], throw=1)
    desk = Desk(match, dice=[0, 0, 2])
    assert desk.move(ANN, 2).code == MOVED
    first, second, third = desk.match.turns
    assert (first.side, first.move.step, first.move.to) == (Side.LIGHT, 2, 3)
    assert [(turn.side, turn.move, turn.by) for turn in (second, third)] == [
        (Side.DARK, None, None),
        (Side.LIGHT, None, None),
    ]
    assert (desk.match.game.to_move, desk.match.game.throw) == (Side.DARK, 2)
    assert desk.match.next_turn == 4


def test_nought_is_a_value():
    """Case 7: a piece enters from step 0; a first throw of 0 is a lost turn, and play goes on."""
    desk = Desk(in_play(throw=1), dice=[2])
    assert desk.move(ANN, 0).code == MOVED
    assert desk.match.game.pieces.light[-1] == 1
    assert (desk.match.game.to_move, desk.match.game.throw) == (Side.DARK, 2)
    desk = Desk(dice=[0, 1])
    desk.ask(ANN, "ur-new")
    assert [(turn.side, turn.thrown.value) for turn in desk.match.turns] == [(Side.LIGHT, 0)]
    assert (desk.match.game.to_move, desk.match.game.throw) == (Side.DARK, 1)
    assert desk.move(BOB, 0).code == MOVED


def test_own_rows_are_private():
    """Case 8: a throw of 3 from hand captures nothing of the other side's own row."""
    desk = Desk(in_play([], [3], throw=3))
    assert desk.move(ANN, 0).code == MOVED
    assert desk.match.turns[-1].events == (Event.ENTERED,)
    assert 3 in desk.match.game.pieces.dark


def test_the_middle_rosette_is_held():
    """Case 9: a piece on the middle rosette can neither be captured nor moved upon."""
    match = in_play([8, 9], [5], throw=3, to_move=Side.DARK)
    assert Desk(match).move(BOB, 5).code == "illegal-move"
    assert Desk(match).move(BOB, 0).code == MOVED


def test_a_late_clock_does_not_make_time_run_back():
    """A seat or an end that is judged by a clock behind the record gets the record's time."""
    match = cast(moved(in_play(throw=1), 0, ANN, seconds=100), [1])
    early = Request(9, "ur-join-black-7", BOB)
    joined = judge(early, match, 7, POLICY, NOON - DAY).match
    assert joined.seat(BOB.id).at == NOON + timedelta(seconds=100)
    ended = judge(Request(9, "ur-abandon-7", KEEPER), match, 7, POLICY, NOON - DAY).match
    assert ended.abandoned.at == NOON + timedelta(seconds=100)


@pytest.mark.parametrize(
    ("first", "last", "begins"),
    [
        (First.ALTERNATE, None, Side.LIGHT),
        (First.ALTERNATE, Side.LIGHT, Side.DARK),
        (First.ALTERNATE, Side.DARK, Side.LIGHT),
        (First.LIGHT, Side.LIGHT, Side.LIGHT),
        (First.DARK, None, Side.DARK),
        (First.THROW, Side.LIGHT, None),
    ],
)
def test_the_keeper_says_who_begins(first, last, begins):
    """By turns, always the same, or by a throw: who begins the next game."""
    policy = replace(POLICY, first=first)
    before = last and over(matches.begin(7, FINKEL, last, deed()))
    desk = Desk(before, policy=policy)
    assert desk.ask(ANN, "ur-new").code == STARTED
    assert desk.match.first is begins
    assert desk.match.game.to_move is (begins or Side.LIGHT)


def test_after_a_game_that_was_never_decided_light_begins():
    """By turns, a last game in which nobody had begun yet counts as none."""
    undecided = over(matches.begin(7, FINKEL, None, deed()))
    assert Policy({}).first_side(undecided) is Side.LIGHT


def test_a_refusal_is_repeated_with_what_is_known_now():
    """Who was refused before hears the same code, with their seat if they have one by now."""
    request = Request(9, "ur-join-black-7", ANN)
    seated = judge(Request(8, "ur-join-white-7", ANN), FRESH, 7, POLICY, NOON).match

    for match, side in ((seated, Side.LIGHT), (FRESH, None), (None, None)):
        verdict = repeated("already-seated", request, match, POLICY)
        assert (verdict.code, verdict.match) == ("already-seated", None)
        assert verdict.facts == {"side": side, "on_offer": ("finkel",)}
    assert (
        repeated("not-allowed", replace(request, author=None), seated, POLICY).facts["side"] is None
    )
