"""Those who would spoil the game for others: hogging, flooding, coming back, taking names."""

import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.referee.people import DAY, POLICY, Desk, in_play, player
from tests.town import OWNER, Town
from ur.rules import Side, legal_moves

ANN, BOB, CID = 1, 2, 3
"""player-01 and so on, whose ids are 1001 and so on."""


def keep(town: Town, text: str) -> None:
    """Let the keeper write these settings."""
    town.push({".github/ur.yml": text.encode()}, "Keep the house")


def refused(town: Town, number: int, code: str) -> None:
    """A request heard its one quiet answer: no mention, no name, no link to a move."""
    issue = town.world.issue(number)
    assert town.answer(number) == code
    assert issue.state_reason == "not_planned"
    assert [label.name for label in town.world.labels_of(issue)] == ["refused"]
    assert [one.content for one in issue.reactions] == ["eyes", "confused"]
    [text] = town.comments(number)
    assert "@" not in text
    assert "ur-move" not in text
    assert not re.search(r"player-\d|somebody-new", text)


def test_a_chain_counts_once_and_then_somebody_else_is_to_move(town: Town):
    """Two rosettes are one turn under the strictest limit; the next is for somebody else."""
    keep(town, "moves_in_a_row: 1")
    town.begin(4, 4, 1, 0, 1, 0, 2)
    for step in (0, 4, 8):
        assert town.answer(town.move(ANN, step)) == "moved"
    before = town.tree()

    refused(town, town.move(ANN, 9), "too-soon")

    assert town.tree() == before
    assert town.answer(town.move(CID, 9)) == "moved"
    assert town.answer(town.move(ANN, 0)) == "moved"


def test_the_limit_lapses_a_day_after_the_last_move(town: Town):
    """Who plays alone waits a day, no longer, and lost turns do not put it off."""
    keep(town, "moves_in_a_row: 1")
    town.begin(1, 0, 1, 0, 1)
    town.move(ANN, 0)
    last = town.match().turns[0].at
    town.now = last + timedelta(hours=23)
    refused(town, town.move(ANN, 1), "too-soon")

    town.now = last + timedelta(days=1)

    assert town.answer(town.move(ANN, 1)) == "moved"
    refused(town, town.move(ANN, 2), "too-soon")


@pytest.mark.parametrize("limit", [1, 2, 5])
@pytest.mark.parametrize("seed", range(8))
def test_no_limit_locks_a_game_of_two(limit, seed):
    """With one person on each side every game ends: whoever is too soon may move a day later."""
    dice = random.Random(seed)
    desk = Desk(
        in_play(throw=2),
        dice=[dice.getrandbits(4).bit_count() for _ in range(4000)],
        policy=replace(POLICY, moves_in_a_row=limit),
    )
    waits = 0
    while not desk.match.over:
        mover = player(ANN if desk.match.game.to_move is Side.LIGHT else BOB)
        step = dice.choice(legal_moves(desk.match.game)).step
        if desk.move(mover, step).code == "too-soon":
            waits += 1
            desk.now += DAY
            assert desk.move(mover, step).code == "moved"
    assert waits or limit > 1


def test_nobody_moves_for_both_teams(town: Town):
    """One person has one seat: neither a join nor a move gets a second one."""
    town.begin(1, 1, 1)
    town.move(ANN, 0)

    refused(town, town.move(ANN, 0), "wrong-team")
    refused(town, town.asked(ANN, "ur-join-black-1"), "already-seated")


@pytest.mark.parametrize(
    "title", ["ur-new", "ur-new-finkel", "ur-new-chess", "ur-join-white-1", "ur-move-2@0-1.1"]
)
@pytest.mark.parametrize("begun", [True, False])
def test_whoever_is_blocked_may_do_nothing(town: Town, title, begun):
    """Blocked is a number: whatever is asked, whenever, under whichever name."""
    keep(town, "blocked: [1001]")
    if begun:
        town.begin(2)
    town.world.rename("player-01", "somebody-new")
    before = town.tree()

    refused(town, town.asked("somebody-new", title), "not-allowed")

    assert town.tree() == before


def test_a_name_is_not_blocked_with_its_bearer(town: Town):
    """Whoever takes a blocked person's old name may play."""
    keep(town, "blocked: [1001]")
    town.begin(2)
    town.world.rename("player-01", "somebody-new")
    town.world.rename("player-02", "player-01")

    assert town.answer(town.asked("player-01", "ur-join-white-1")) == "joined"


def test_a_seated_player_who_is_blocked_keeps_the_seat_and_may_not_use_it(town: Town):
    """The game goes on without them, what they played stays, and unblocking lets them back."""
    town.begin(1, 1, 1, 1, 1, 1)
    town.move(ANN, 0)
    town.move(BOB, 0)
    keep(town, "blocked: [1001]")

    refused(town, town.move(ANN, 1), "not-allowed")
    assert town.answer(town.move(CID, 1)) == "moved"

    assert [seat.person.id for seat in town.match().team(Side.LIGHT)] == [1001, 1003]
    assert [turn.by for turn in town.match().turns] == [1001, 1002, 1003]
    town.move(BOB, 1)
    keep(town, "blocked: []")
    assert town.answer(town.move(ANN, 2)) == "moved"


@pytest.mark.parametrize("settings", ["blocked: [1001]", "{blocked: [1001], moves_in_a_row: 1}"])
def test_somebody_blocked_in_a_chain_leaves_it_to_their_team(town: Town, settings):
    """The throw that a blocked player earned is anybody else's of the team, or a newcomer's."""
    town.begin(4, 2, 1)
    town.move(ANN, 0)
    keep(town, settings)

    refused(town, town.move(ANN, 4), "not-allowed")
    assert town.match().game.to_move is Side.LIGHT
    assert town.answer(town.move(CID, 4)) == "moved"

    assert town.match().game.to_move is Side.DARK


def test_a_blocked_winner_to_be_does_not_stop_the_game(late_town: Town):
    """The last move is somebody else's when its maker was blocked."""
    town = late_town
    town.begin(*[1] * 9)
    match = town.skip_to_the_last_move()
    mover = ANN if match.game.to_move is Side.LIGHT else BOB
    step = legal_moves(match.game)[-1].step
    keep(town, f"blocked: [{1000 + mover}]")

    refused(town, town.move(mover, step), "not-allowed")
    town.move(CID, step)

    assert town.match().winner is match.game.to_move
    assert "player-03" in town.read("state/archive/0001/README.md").decode()


def test_keepers_are_numbers_too(town: Town):
    """Who is listed may end a game under any name; nobody else may, under theirs."""
    keep(town, "keepers: [1001]")
    town.begin(1)
    town.world.rename("player-01", "deputy")
    town.world.rename("player-02", "player-01")

    refused(town, town.asked("player-01", "ur-abandon-1"), "not-allowed")
    assert town.answer(town.asked("deputy", "ur-abandon-1")) == "abandoned"


def test_a_keeper_who_is_blocked_is_blocked(town: Town):
    """A number that stands in both lists may do nothing."""
    keep(town, "{keepers: [1001], blocked: [1001]}")
    town.begin(1)

    refused(town, town.asked(ANN, "ur-abandon-1"), "not-allowed")


def test_a_flood_of_one_costs_others_nothing(town: Town):
    """Of a blocked person's thirty requests three are answered; a move behind them is played."""
    keep(town, "blocked: [1001]")
    town.begin(2, 1)
    flood = [town.ask(ANN, "ur-move-2@0-1.1") for _ in range(30)]
    move = town.ask(BOB, "ur-move-2@0-1.1")

    assert town.play()

    assert town.answer(move) == "moved"
    assert [len(town.comments(number)) for number in flood] == [1] * 3 + [0] * 27
    assert {town.world.issue(number).state for number in flood} == {"closed"}


@pytest.mark.parametrize("first", ["ur-move-2@0-1.1", "ur-move-3@0-1.1"])
def test_a_request_that_was_answered_is_never_another(town: Town, first):
    """Whoever edits the title of an answered request, and has it reopened, plays nothing."""
    town.begin(2, 1)
    number = town.asked(ANN, first)
    log, comments = town.log(), town.comments(number)
    turn = len(town.match().turns) + 1
    issue = town.world.issue(number)
    issue.title = f"ur-move-{town.match().game.throw}@0-1.{turn}"
    issue.state = "open"

    assert town.play()

    assert town.world.issue(number).state == "closed"
    assert (town.log(), town.comments(number)) == (log, comments)


def test_who_takes_a_players_name_takes_nothing_else(town: Town):
    """A seat is a number's: the newcomer under an old name sits nowhere, and is shown apart."""
    town.begin(1, 1, 1, 1)
    town.move(ANN, 0)
    town.world.rename("player-01", "moved-away")
    town.world.rename("player-03", "player-01")

    assert town.answer(town.asked("player-01", "ur-join-black-1")) == "joined"
    assert town.match().seat(1001).side is Side.LIGHT
    assert town.match().seat(1003).side is Side.DARK
    town.move(BOB, 0)
    refused(town, town.asked("player-01", "ur-move-1@1-1.3"), "wrong-team")
    assert town.answer(town.asked("moved-away", "ur-move-1@1-1.3")) == "moved"


def test_who_deletes_the_account_stops_nothing(town: Town):
    """Seat and moves of somebody gone stay, what they asked for last is refused, others go on."""
    town.begin(1, 1, 1, 1)
    town.move(ANN, 0)
    town.move(BOB, 0)
    last = town.ask(ANN, "ur-move-1@1-1.3")
    town.world.delete_account("player-01")

    assert town.play()

    refused(town, last, "not-allowed")
    assert town.answer(town.move(CID, 1)) == "moved"
    assert [turn.by for turn in town.match().turns] == [1001, 1002, 1003]
    assert town.answer(town.asked(OWNER, "ur-abandon-1")) == "abandoned"
