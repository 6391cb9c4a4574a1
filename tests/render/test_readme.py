"""The README's block: small, however long the past and the names are."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from ur.house import TEMPLATES, load_text
from ur.port import Person
from ur.referee import match as matches
from ur.referee.club import LEADERS_KEPT, PAST_KEPT, Club
from ur.referee.match import Deed, Match, Seat, Thrown
from ur.referee.standings import Totals, leaders, summary
from ur.render.address import Address
from ur.render.readme import SEATS_SHOWN, Frame, block
from ur.render.wording import Wording
from ur.rules import RULE_SETS, Side, legal_moves

AT = datetime(2026, 11, 30, tzinfo=UTC)
LONG = Wording(
    load_text(TEMPLATES, "en"), Address("https://github.com", "o" * 39 + "/" + "r" * 100, "b" * 60)
)


def somebody(number: int) -> Person:
    """A person with the longest of names."""
    return Person(10**8 + number, f"{number:04}".rjust(39, "a"))


def crowded() -> Match:
    """A game with five hundred seats and two hundred turns."""
    match = matches.begin(12345, RULE_SETS["finkel"], Side.LIGHT, Deed(somebody(0), AT, 10**7))
    values = [2, 3, 1, 4, 2, 1, 3, 2, 0, 2] * 100
    for number in range(200):
        while match.awaits_throw:
            match = matches.throw(match, Thrown(values.pop()), AT)
        if match.over:
            break
        person = somebody(2 * number + (match.game.to_move is Side.DARK))
        match = matches.move(match, legal_moves(match.game)[0], Deed(person, AT, 10**7 + number))
    more = [Seat(somebody(1000 + n), Side.LIGHT, 1, AT, 1) for n in range(500)]
    return replace(match, seats=(*match.seats, *more))


def test_the_block_stays_under_64_kib():
    """With every setting at its most, long names, a crowd and a long past, the block is small."""
    match = crowded()
    ended = matches.abandon(match, Deed(somebody(1), AT + timedelta(days=400), 10**7))
    past = replace(summary(ended), winner=Side.DARK, best=tuple(map(somebody, range(3))))
    everybody = [Totals(somebody(n), 99, 9, 999, 99, 99, 99) for n in range(400)]
    club = Club(1, 400, (), (past,) * PAST_KEPT, leaders(everybody, LEADERS_KEPT))
    frame = Frame("state/board-12345-0001.png", match.rules, ("finkel",) * 11, 30, 15, 30)

    text = block(LONG, club, match, frame)

    assert len(text.encode()) < 64 * 1024
    assert len(match.team(Side.LIGHT)) > SEATS_SHOWN
    assert f"and {len(match.team(Side.LIGHT)) - SEATS_SHOWN} more" in text


def test_what_is_shown_of_leaders_is_cut_and_what_is_kept_is_not():
    """Of twenty-five players ten are shown; a newcomer is counted one, two, three all the same."""
    everybody = [Totals(somebody(n), moves=100 - n) for n in range(25)]
    for moves in (1, 2, 3):
        kept = leaders([*everybody, Totals(somebody(99), moves=moves)], LEADERS_KEPT)
        assert [one.moves for one in kept if one.person == somebody(99)] == [moves]
        text = block(
            LONG,
            Club(1, leaders=kept),
            None,
            Frame("", RULE_SETS["finkel"], ("finkel",), 12, 5, 10),
        )
        assert text.count("1. [") == 10
