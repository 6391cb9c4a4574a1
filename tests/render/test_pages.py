"""The pages of the past: an ended game, a player, the list of all games."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.games import Play
from ur import paths
from ur.house import TEMPLATES, load_text
from ur.port import NAMED, Person
from ur.referee.club import PAST_KEPT, Club, leading
from ur.referee.fairness import Throws
from ur.referee.figures import Figures
from ur.referee.match import Match, Seat
from ur.referee.standings import Player, Totals, summary
from ur.render.address import Address
from ur.render.hall import dice, figures, hall, paged
from ur.render.pages import PAGE, game_page, list_page, newest_page, page_of, player_page
from ur.render.wording import Wording
from ur.rules import RULE_SETS, BySide, Event, Side

ENGLISH = Wording(load_text(TEMPLATES, "en"), Address("https://x", "a/b", "main"))
ORIGIN = "https://github.com/somebody/game"


def ended(number: int = 7) -> Match:
    """A game played at random to its end."""
    played = Play(number, number=number)
    while not played.match.over:
        played.move()
    return played.match


def test_the_page_of_a_game_has_its_replay_its_race_and_every_turn():
    """Both pictures with words for them, figures of both teams, each turn with its issue."""
    match = ended()
    page = game_page(ENGLISH, match, ())

    assert page.startswith("# Game 7 · ")
    assert '<img src="replay.gif" alt="All of game 7, turn by turn. At its end: Game 7.' in page
    assert (
        '<img src="race.png" alt="How many tiles each team still had to go. At the start: ' in page
    )
    assert f"| moves | {moves_of(match)} |" in page
    turns = re.findall(r"^- \*\*(\d+)\*\* .*$", page, re.MULTILINE)
    assert turns == [str(number) for number in range(1, len(match.turns) + 1)]
    for turn in match.turns:
        assert not turn.issue or f"[#{turn.issue}](https://x/a/b/issues/{turn.issue})" in page
    assert "python -m ur verify \\\n  state/archive/0007\n" in page


def moves_of(match: Match) -> str:
    """The cells of the moves of both teams."""
    made = [[turn.by for turn in match.turns if turn.by and turn.side is side] for side in Side]
    return " | ".join(str(len(one)) for one in made)


@pytest.mark.parametrize(
    ("joined", "says"),
    [
        (0, "{players}"),
        (1, "{players} and 1 who joined but did not move"),
        (2, "{players} and 2 who joined but did not move"),
    ],
)
def test_the_page_of_a_game_counts_its_players_in_one_way(joined, says):
    """Players are those who moved, in head, table and roster; who only joined is told beside."""
    match = ended()
    moved = tuple(seat for seat in match.seats if any(seat.person.id == t.by for t in match.turns))
    guests = [seated(match, Person(9000 + n, f"guest-{n}"), Side.LIGHT) for n in range(joined)]
    page = game_page(ENGLISH, replace(match, seats=(*moved, *guests)), ())

    white, black = (
        len({turn.by for turn in match.turns if turn.by and turn.side is side}) for side in Side
    )
    assert f" {white + black} players, " in page
    assert f"| players | {white} | {black} |" in page
    assert f"<summary>White · {says.format(players=f'{white} players')}</summary>" in page
    assert f"<summary>Black · {black} players</summary>" in page
    for guest in guests:
        assert f"- [{guest.person.login}](https://x/{guest.person.login}) · 0 moves\n" in page


def seated(match: Match, person: Person, side: Side) -> Seat:
    """A seat that somebody took when the first one was taken."""
    return replace(match.seats[0], person=person, side=side)


def test_a_team_of_one_and_one_of_nobody_who_moved_are_counted_too():
    """One player is one; of a team that only joined nobody is a player."""
    match = ended()
    at, first = next(one for one in enumerate(match.turns, 1) if one[1].by)
    mover, other = sorted(Side, key=lambda side: side is not first.side)
    seats = (
        seated(match, Person(first.by, "solo"), mover),
        seated(match, Person(9000, "guest"), other),
    )
    left = replace(match, seats=seats, turns=match.turns[:at], abandoned=match.began)
    page = game_page(ENGLISH, left, ())

    assert " 1 player, " in page
    assert f"<summary>{ENGLISH.team(mover)} · 1 player</summary>" in page
    joined = "0 players and 1 who joined but did not move"
    assert f"<summary>{ENGLISH.team(other)} · {joined}</summary>" in page


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (b"\1" * 32, "the seed, `01010101"),
        (b"\1" * 32, "[how the seal works](../../../docs/seals.md)"),
        (None, "its throws cannot be checked"),
    ],
)
def test_the_page_of_a_sealed_game_tells_how_to_check_it(seed, words):
    """A revealed seed comes with the page that tells more; a lost one says so."""
    match = replace(ended(), seal="ab" * 32, seed=seed)
    assert words in game_page(ENGLISH, match, ())


def test_the_page_of_a_game_with_tokens_tells_who_got_them():
    """The winner takes the pot on the page as in the answer."""
    played = Play(3, rules=RULE_SETS["tablet"], number=3).moves(400)
    assert "takes the pot: it won the race, " in game_page(ENGLISH, played.match, ())


def test_only_players_with_a_page_are_linked_to_it():
    """The moves in a roster lead to a player's page where there is one."""
    match = ended()
    known, other = (seat.person.id for seat in match.seats[:2])
    page = game_page(ENGLISH, match, {known})

    assert f"](../../players/{known % 1000:03}/{known}.md)" in page
    assert f"{other}.md" not in page


def test_a_game_from_elsewhere_keeps_its_links():
    """Issues lead to the repository where it was played, and people to github.com."""
    guest = Person(NAMED + 5, "guest")
    match = replace(ended(), origin=ORIGIN)
    seats = (replace(match.seats[0], person=guest), *match.seats[1:])
    old = match.seats[0].person.id
    turns = tuple(replace(turn, by=guest.id) if turn.by == old else turn for turn in match.turns)
    page = game_page(ENGLISH, replace(match, seats=seats, turns=turns), ())

    assert f"]({ORIGIN}/issues/{match.turns[-1].issue})" in page
    assert "https://x/a/b/issues/" not in page
    assert "[guest](https://github.com/guest)" in page
    assert f"Game 7 was played at [github.com/somebody/game]({ORIGIN})" in page


def test_a_turn_whose_throw_was_not_kept_says_so():
    """A lost turn of unknown throw is told without a number."""
    match = replace(ended(), origin=ORIGIN)
    at = next(at for at, turn in enumerate(match.turns) if turn.move is None)
    lost = match.turns[at]
    unknown = replace(lost, thrown=replace(lost.thrown, value=0, known=False))
    turns = (*match.turns[:at], unknown, *match.turns[at + 1 :])

    assert "lost the turn; the throw was not kept" in game_page(
        ENGLISH, replace(match, turns=turns), ()
    )


def test_the_page_of_a_player_tells_figures_mates_and_last_games():
    """All counts by name, five mates at most, a link to each of the last games."""
    ada = Person(1007, "ada")
    people = {2000 + n: Person(2000 + n, f"mate-{n}") for n in range(8)}
    mates = tuple((person, 9 - n) for n, person in enumerate(people))
    player = Player(Totals(ada, 12, 5, 90, 8, 20, 11), (9, 7, 3), mates)
    page = player_page(ENGLISH, player, people)

    assert page.startswith("# ada\n")
    for name, count in (
        ("games", 12),
        ("games won", 5),
        ("moves", 90),
        ("captures", 8),
        ("rosettes", 20),
        ("pieces brought home", 11),
    ):
        assert f"| {name} | {count} |" in page
    assert re.findall(
        r"^1\. \[mate-(\d)\]\(https://x/mate-\d\): (\d) game", page, re.MULTILINE
    ) == [(str(n), str(9 - n)) for n in range(5)]
    assert re.findall(r"\[Game (\d)\]\(../../archive/000\d/README.md\)", page) == [
        "9",
        "7",
        "3",
    ]


def test_a_player_who_was_always_alone_has_no_mates():
    """Without mates there is no heading for them."""
    page = player_page(ENGLISH, Player(Totals(Person(1, "solo"), 3), (3, 2, 1)), {})
    assert "often" not in page


def summaries(numbers):
    """Ended games of these numbers, newest first."""
    one = summary(ended())
    return [replace(one, number=number) for number in sorted(numbers, reverse=True)]


def test_the_list_of_games_has_a_page_for_each_twenty_five():
    """Games keep their page for ever; each page leads to older ones and to the newest."""
    past = summaries(range(1, 61))
    there = {page_of(one.number) for one in past}
    first, last = (list_page(ENGLISH, past, page, there) for page in (1, 3))

    assert [page_of(number) for number in (1, 25, 26, 50, 51)] == [1, 1, 2, 2, 3]
    assert PAGE <= PAST_KEPT, "a page is written from what the club keeps"
    assert first.startswith("# Games 1 to 25\n")
    assert listed(first) == list(range(25, 0, -1))
    assert listed(last) == list(range(60, 50, -1))
    assert "Older games" not in first
    assert "[26 to 50](games-0002.md)" in last
    assert "[The newest games](README.md)" in last


def listed(page):
    """The numbers of the games on a page, in its order."""
    return [int(number) for number in re.findall(r"^\*\*\[(\d+)\.\]", page, re.MULTILINE)]


def test_the_newest_page_has_the_figures_of_all_games():
    """Totals by team, the dice, the last games, and where the others are."""
    past = summaries(range(36, 61))
    counted = Figures(60, BySide(30, 28), 600, 50, 40, *[BySide(3, 4)] * 3)
    counted = replace(counted, throws=(Throws(4, 0, (40, 160, 240, 160, 40)),))
    page = newest_page(ENGLISH, past, counted, {1, 2, 3})

    assert "60 games have ended, 2 of them without a winner: 600 moves and 50 lost turns" in page
    assert "| games won | 30 | 28 |" in page
    assert listed(page) == list(range(60, 35, -1))
    assert "Older games: [51 to 75](" in page
    assert "[1 to 25](" in page
    assert "| 2 | 240 | 240.0 |" in page
    assert "Chi-square is 0.00 with 4 degrees of freedom" in page
    assert "Nothing here is out of the ordinary." in page


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((1, 0, 2, 0, 0), "too few throws yet"),
        ((200, 160, 140, 80, 60), "more than chance usually does"),
    ],
)
def test_what_the_dice_look_like_is_told_with_care(counts, words):
    """Few throws are not judged, odd ones are called odd and nothing worse."""
    [told] = dice(ENGLISH, Figures(throws=(Throws(4, 0, counts),)))
    assert words in told["verdict"]


@given(pages=st.sets(st.integers(1, 3000), max_size=200))
def test_older_pages_are_few_links_that_lead_to_all(pages):
    """However many pages there are, few are linked: the next, leaps, and the first."""
    page = newest_page(ENGLISH, summaries([75_000]), Figures(1), pages)
    linked = [int(number) for number in re.findall(r"games-(\d+)\.md", page)]

    assert len(linked) <= 14
    assert set(linked) <= pages
    if pages:
        assert linked[0] == max(pages)
        assert linked[-1] == min(pages)


@pytest.mark.parametrize(
    ("games", "won", "words"),
    [
        (1, 1, "One game has ended: "),
        (1, 0, "One game, without a winner, has ended: "),
        (3, 3, "3 games have ended: "),
        (3, 2, "3 games have ended, 1 of them without a winner: "),
        (3, 0, "3 games have ended, all of them without a winner: "),
        (1200, 1200, "1,200 games have ended: "),
    ],
)
def test_ended_games_are_counted_in_words(games, won, words):
    """Those that nobody won are told, however few or many there are."""
    told = figures(ENGLISH, Figures(games, BySide(won, 0)))
    assert told["sentence"].startswith(words)


def test_figures_that_nobody_counted_are_not_shown():
    """Until the records are counted there is no table of them, and no word of the dice."""
    page = newest_page(ENGLISH, summaries([7]), None, {1})
    assert "have ended" not in page
    assert dice(ENGLISH, None) == []
    assert listed(page) == [7]


def test_nobody_leads_where_nobody_has_played():
    """Without ended games there are no figures and no boards."""
    assert hall(ENGLISH, Club(1), 10)["figures"] is None
    assert dice(ENGLISH, Figures()) == []


def test_leaders_with_three_games_have_a_page():
    """The boards lead to the pages of those who have one."""
    often, once = Totals(Person(1, "often"), 3, 1, 50), Totals(Person(2, "once"), 1, 1, 60)
    club = Club(1, leaders=leading([often, once]), figures=Figures(4))
    [moves, *_] = hall(ENGLISH, club, 10)["boards"]

    assert paged(club) == {1}
    assert [row["page"] for row in moves["rows"]] == [
        None,
        f"https://x/a/b/blob/main/{paths.player_page(1)}",
    ]


def test_the_winning_move_is_told():
    """The line of a past game names who won it, by which issue, and its page."""
    match = ended()
    line = ENGLISH.past(summary(match))
    assert Event.WON in match.turns[-1].events
    assert line.startswith("**[7.](https://x/a/b/tree/main/state/archive/0007)** Started on ")
    assert f"[#{match.turns[-1].issue}](" in line
