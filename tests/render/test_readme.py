"""The README's block: small, however long the past and the names are."""

from codecs import BOM_UTF8
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ur.errors import KeeperFault
from ur.house import TEMPLATES, load_text
from ur.port import Person
from ur.referee import match as matches
from ur.referee.club import PAST_KEPT, Club, leading
from ur.referee.fairness import Throws
from ur.referee.figures import Figures
from ur.referee.match import Deed, Match, Seat, Thrown
from ur.referee.standings import BEST_KEPT, Totals, summary
from ur.render.address import Address
from ur.render.readme import BEGIN, END, MOST, Frame, block, splice
from ur.render.wording import Wording
from ur.rules import RULE_SETS, BySide, RuleSet, Side, legal_moves
from ur.rules.ruleset import variant

EVERY = {
    **RULE_SETS,
    "odd-mix": variant(
        RULE_SETS["masters"],
        {
            "name": "odd-mix",
            "pieces": 1,
            "dice": 4,
            "safe_rosettes": "all",
            "on_protected": "bounce",
            "extra_on_capture": True,
            "exact_exit": False,
        },
    ),
}
AT = datetime(2026, 11, 30, tzinfo=UTC)
LONG = Wording(
    load_text(TEMPLATES, "en"), Address("https://github.com", "o" * 39 + "/" + "r" * 100, "b" * 60)
)


LONGEST = Wording(
    LONG.text,
    Address("https://" + "s" * 60 + ".example", "o" * 39 + "/" + "r" * 100, "b" * 200),
)
SHORT = Wording(load_text(TEMPLATES, "en"), Address("https://x", "a/b", "main"))


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


@pytest.mark.parametrize("address", [LONG.address, LONGEST.address], ids=["long", "longest"])
@pytest.mark.parametrize("origin", [None, "https://github.com/" + "o" * 39 + "/" + "r" * 100])
def test_the_block_stays_under_64_kib(address, origin):
    """With every setting at its most, the longest names, a crowd and a long past, it is small."""
    wording = Wording(LONG.text, address)
    match = crowded()
    ended = matches.abandon(match, Deed(somebody(1), AT + timedelta(days=400), 10**7))
    best = tuple(map(somebody, range(BEST_KEPT)))
    past = replace(summary(ended), winner=Side.DARK, best=best, more=99, origin=origin)
    club = Club(
        *(1, 400),
        past=(past,) * PAST_KEPT,
        leaders=leading(a_crowd()),
        figures=long_figures(),
    )
    frame = Frame("state/board-12345-0001.png", match.rules, tuple(RULE_SETS), 25, 10, 25)
    many = replace(frame, on_offer=(*RULE_SETS, *(f"{n:040}" for n in range(100))))

    for one in (match, ended, None):
        for offer in (frame, many):
            assert len(block(wording, club, one, offer).encode()) <= MOST


def a_crowd() -> list[Totals]:
    """Four hundred people, each with most of something."""
    return [
        Totals(somebody(n), 999, *(9999 if n % 4 == at else 99 for at in range(4)), 999)
        for n in range(400)
    ]


def long_figures() -> Figures:
    """All figures at six digits and more, for both kinds of dice."""
    counts = [BySide(10**6, 10**6)] * 3
    throws = (Throws(3, 0, (10**6,) * 4), Throws(4, 0, (10**6,) * 5))
    return Figures(10**5, BySide(10**5, 10**5), 10**7, 10**7, 10**6, *counts, throws)


def test_what_is_left_out_is_counted():
    """Of a large team and a long offer so many are shown, and the others are told by number."""
    match = crowded()
    over = matches.abandon(match, Deed(somebody(1), AT + timedelta(days=400), 10**7))
    frame = Frame("", match.rules, (*RULE_SETS, *(f"a-{n}" for n in range(100))), 25, 10, 25)

    assert f"and {len(match.team(Side.LIGHT)) - 25} more" in block(SHORT, Club(1), match, frame)
    assert "and 86 more" in block(SHORT, Club(1), over, frame)


def test_what_is_shown_of_leaders_is_cut_and_what_is_kept_is_not():
    """Of twenty-five players ten are shown; a newcomer is counted one, two, three all the same."""
    everybody = [Totals(somebody(n), moves=100 - n) for n in range(25)]
    for moves in (1, 2, 3):
        kept = leading([*everybody, Totals(somebody(99), moves=moves)])
        assert [one.moves for one in kept if one.person == somebody(99)] == [moves]
        text = block(
            LONG,
            Club(1, leaders=kept, figures=Figures(1)),
            None,
            Frame("", RULE_SETS["finkel"], ("finkel",), 12, 5, 10),
        )
        assert text.count("1. [") == 10


def begun(rules: RuleSet) -> Match:
    """A game with its first throw on the table."""
    match = matches.begin(3, rules, Side.LIGHT, Deed(somebody(0), AT, 1))
    return matches.throw(match, Thrown(2), AT)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("over", [False, True])
def test_the_block_fits_every_rule_set(name, over):
    """No word of what the rule set has not, its title on the fold, nothing left open."""
    rules = EVERY[name]
    match = begun(rules)
    if over:
        match = matches.abandon(match, Deed(somebody(0), AT, 2))
    frame = Frame("state/x.png", rules, (name,), 12, 5, 10)

    text = block(SHORT, Club(1), match, frame)

    whose = " of the next game" if over else ""
    assert f"<summary>The rules{whose}: {SHORT.rules_title(name)}</summary>" in text
    assert ("token" in text) == bool(rules.tokens)
    assert ("bounce" in text) == any(move.bounced for move in rules.outcomes)
    assert not any(bad in text for bad in ("None", "{{", "{%", "[]"))
    assert len(text.encode()) < 16 * 1024


def test_the_rules_told_are_of_the_game_in_play_and_else_of_the_next():
    """A game by other rules has its own fold; once it is over the usual rules are told."""
    frame = Frame("", RULE_SETS["finkel"], ("finkel",), 12, 5, 10)
    match = begun(RULE_SETS["masters"])
    over = matches.abandon(match, Deed(somebody(0), AT, 2))

    assert "The rules: Masters" in block(SHORT, Club(1), match, frame)
    assert "The rules of the next game: Finkel" in block(SHORT, Club(1), over, frame)
    assert "The rules: Finkel" in block(SHORT, Club(1), None, frame)


def test_other_rules_are_offered_by_title_with_their_difference():
    """Each rule set on offer has a link by its title; a table's own has its name alone."""
    frame = Frame("", RULE_SETS["finkel"], ("finkel", "masters", "ours"), 12, 5, 10)

    text = block(SHORT, Club(1), None, frame)

    assert "by the rules *Finkel*" in text
    assert "- [Masters](https://x/a/b/issues/new?title=ur-new-masters&" in text
    assert ") · A longer way around the far end" in text
    assert "- [ours](https://x/a/b/issues/new?title=ur-new-ours&" in text


def test_tokens_stand_beside_the_board_in_words():
    """The block says who holds how many tokens while they play, and when it is over."""
    frame = Frame("", RULE_SETS["finkel"], ("finkel",), 12, 5, 10)
    match = begun(RULE_SETS["tablet"])
    match = replace(match, game=match.game._replace(tokens=BySide(8, 9)))
    over = matches.abandon(match, Deed(somebody(0), AT, 2))

    playing, ended = (block(SHORT, Club(1), one, frame) for one in (match, over))

    assert "\nWhite holds 8 tokens, Black 9; 3 lie in the pot.\n" in playing
    assert "\nWhite held 8 tokens, Black 9; 3 stay in the pot.\n" in ended


def test_the_seal_is_told_with_how_to_check_it():
    """A sealed game's fold names what the seal is, the command and the page that tells more."""
    frame = Frame("", RULE_SETS["finkel"], ("finkel",), 12, 5, 10)
    match = replace(begun(RULE_SETS["finkel"]), seal="ab" * 32)

    text = block(SHORT, Club(1), match, frame)

    assert f"`{match.seal}`" in text
    assert "SHA-256" in text
    assert "`PYTHONPATH=src python -m ur verify`" in text
    assert "[how the seal works](https://x/a/b/blob/main/docs/seals.md)" in text


@pytest.mark.parametrize(
    ("readme", "where", "what", "remedy"),
    [
        (None, "README.md", "is missing", "Put the two lines"),
        (b"mine\n", "README.md", "has no line <!-- ur:begin -->", "Put the two lines"),
        (BEGIN + b"\n", "README.md", "has no line <!-- ur:end -->", "Put the two lines"),
        (
            b"\n".join((BEGIN, END, b"mine", BEGIN, END)),
            *("README.md, lines 1, 4", "has <!-- ur:begin --> on more than one line", "Leave one"),
        ),
        (
            END + b"\nmine\n" + BEGIN + b"\n",
            *("README.md, lines 1, 3", "has its markers in the wrong order", "Exchange"),
        ),
        ("mine\n".encode("utf-16"), "README.md", "is not in UTF-8", "Save it in UTF-8"),
    ],
)
def test_markers_that_are_not_as_they_should_be_are_told(readme, where, what, remedy):
    """Place, fault and remedy are those of just this fault."""
    with pytest.raises(KeeperFault) as caught:
        splice(readme, "board\n")
    assert (caught.value.where, caught.value.what) == (where, what)
    assert caught.value.remedy.startswith(remedy)


def test_a_byte_order_mark_is_no_part_of_the_first_line():
    """Some editors begin a file with one; it stays where it is."""
    readme = BOM_UTF8 + BEGIN + b"\n" + END + b"\n"
    assert splice(readme, "board\n") == BOM_UTF8 + BEGIN + b"\nboard\n" + END + b"\n"
