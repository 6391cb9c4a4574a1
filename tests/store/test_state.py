"""The house's state as files, and the law that what is derived equals what is rebuilt."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.games import FINKEL, LONE, Play, changed
from ur import paths
from ur.errors import KeeperFault
from ur.port import Person
from ur.referee.club import LEADERS_KEPT, PAST_KEPT, Club
from ur.referee.figures import Figures
from ur.referee.standings import BOARDS, Player, Totals, named_on_pages, totals
from ur.rules import Side
from ur.store import codec
from ur.store.record import record_text
from ur.store.state import (
    Register,
    State,
    begun,
    ended,
    everybody,
    load,
    picture,
    record_files,
    recounted,
    save,
)

OURS, THEIRS = 11, 22


def in_play() -> State:
    """Game 1 in play."""
    return begun(State(Club(OURS)), Play(1).moves(3).match)


def files_of(state: State) -> dict[str, bytes]:
    """The documents of a state."""
    return {path: data for path, data in save(State(Club(0)), state).items() if data is not None}


class House:
    """A community that plays one game after another, with its files."""

    def __init__(self) -> None:
        self.state = State(Club(OURS))
        self.files: dict[str, bytes] = {}
        self.issues = 0
        self.reads: list[list[str]] = []
        self.moved: tuple[Player, ...] = ()

    def read(self, files):
        """The documents that there are."""
        self.reads.append(list(files))
        return {path: self.files[path] for path in files if path in self.files}

    def begin(self, chance: int) -> Play:
        """The next game."""
        play = Play(
            chance,
            rules=(LONE, FINKEL)[chance % 2],
            number=self.state.club.games + 1,
            first=(None, *Side)[chance % 3],
            sealed=chance % 5 == 0,
            issues=self.issues,
        )
        self.state = begun(self.state, play.match)
        return play

    def end(self, play: Play) -> None:
        """The end of the game in play, by a win or the keeper."""
        match = play.moves(play.chance.randrange(0, 40)).abandon().reveal().match
        self.issues = max(match.issues)
        before = State(self.state.club, play.match)
        self.reads = []
        self.ending = ended(before, match, self.read)
        self.state, self.moved = self.ending.state, self.ending.players
        self.files |= self.ending.files

    def records(self):
        """Every archived match, read from its document, oldest first."""
        numbers = range(1, self.state.club.games + 1)
        return [
            codec.read_match(path, self.files[path])
            for path in map(paths.archived, numbers)
            if path in self.files
        ]

    def players(self) -> dict[str, bytes]:
        """The documents of players."""
        return {path: text for path, text in self.files.items() if path.startswith(paths.PLAYERS)}


def test_without_documents_the_past_is_empty():
    """A new repository begins with an empty club and no game."""
    assert load({}, OURS) == State(Club(OURS))
    assert load({}, None) == State(Club(0))


def test_a_state_is_loaded_as_it_was_saved():
    """Club and game in play come back from their documents."""
    state = in_play()
    assert load(files_of(state), OURS) == state
    assert set(files_of(state)) == {"state/club.json", "state/match.json"}


def test_any_repositorys_state_can_be_looked_at():
    """Without a repository to compare, what there is counts as ours."""
    state = in_play()
    assert load(files_of(state), None) == state


def test_a_copy_begins_with_an_empty_past():
    """What lies in a copy is another repository's, and goes with the next commit."""
    state = load(files_of(in_play()), THEIRS)
    assert state == State(Club(THEIRS), foreign=True)
    assert save(state, State(Club(THEIRS))) == {
        "state/club.json": None,
        "state/match.json": None,
        "state/archive": None,
        "state/players": None,
    }
    match = Play(4).match
    new = save(state, begun(state, match))
    assert new["state/match.json"] == codec.write_match(match)
    assert codec.read_club("x", new["state/club.json"]).repository == THEIRS
    assert new["state/archive"] is None


def test_a_foreign_game_is_not_even_read():
    """Another repository's broken game is no fault of ours."""
    files = files_of(in_play()) | {paths.MATCH: b'{"on":'}
    assert load(files, THEIRS).foreign


def test_a_game_without_a_club_is_a_fault():
    """Half a state is the keeper's to mend."""
    files = files_of(in_play())
    del files[paths.CLUB]
    with pytest.raises(KeeperFault, match=r"state/club.json: is missing beside match.json"):
        load(files, OURS)


def test_a_club_without_its_game_is_a_fault():
    """The last game begun is never missing."""
    files = files_of(in_play())
    del files[paths.MATCH]
    with pytest.raises(KeeperFault, match=r"state/match.json: is not game 1, the last begun"):
        load(files, OURS)


def test_a_game_that_is_not_the_last_begun_is_a_fault():
    """Club and game have to agree on its number."""
    files = files_of(in_play())
    files[paths.CLUB] = changed(files[paths.CLUB], lambda plain: plain.update(games=2))
    with pytest.raises(KeeperFault, match=r"state/match.json: is not game 2, the last begun"):
        load(files, OURS)


@pytest.mark.parametrize("path", [paths.CLUB, paths.MATCH])
def test_a_broken_document_is_a_fault_at_its_place(path):
    """A truncated document names its file and line."""
    files = files_of(in_play()) | {path: b'{"on":'}
    with pytest.raises(KeeperFault) as caught:
        load(files, OURS)
    assert caught.value.where == f"{path}, line 1"


def test_only_what_differs_is_saved():
    """A move writes the game alone; nothing changed writes nothing."""
    state = in_play()
    assert save(state, state) == {}
    moved = State(state.club, Play(1).moves(4).match)
    assert save(state, moved) == {paths.MATCH: codec.write_match(moved.match)}


def test_a_new_game_remembers_the_requests_of_the_last():
    """What is known of the game before moves into the club's list."""
    house = House()
    play = house.begin(2)
    assert house.state.club.requests == ()
    house.end(play)
    last = house.state.match
    house.begin(3)
    assert house.state.club.requests == tuple((issue, 1) for issue in sorted(last.issues))
    assert (house.state.club.games, house.state.match.number) == (2, 2)


def test_a_games_end_writes_its_record_and_the_documents_of_its_players():
    """Record, text and the documents of those who moved: no more is read or written."""
    house = House()
    play = house.begin(4)
    house.end(play)
    match = house.state.match
    shards = sorted({paths.players(one.person.id) for one in totals(match)})
    assert house.reads == [shards, []]
    assert sorted(house.files) == sorted(
        ["state/archive/0001/record.json", "state/archive/0001/record.txt", *shards]
    )
    assert house.files["state/archive/0001/record.json"] == codec.write_match(match)
    assert house.files["state/archive/0001/record.txt"] == record_text(match)
    assert record_files(match).items() <= house.files.items()
    assert house.state.club.past[0].number == 1


def test_a_broken_document_of_players_stops_the_games_end():
    """Players who cannot be read are not overwritten."""
    house = House()
    play = house.begin(4)
    play.move()
    house.files = {paths.players(number): b"{" for number in range(1000)}
    with pytest.raises(KeeperFault, match="state/players/"):
        house.end(play)


@given(chances=st.lists(st.integers(0, 2**20), min_size=1, max_size=6))
@settings(max_examples=10)
def test_what_is_derived_is_what_is_rebuilt(chances):
    """After each beginning and end the club and all players are what the records make of them."""
    house = House()
    for chance in chances:
        play = house.begin(chance)
        _assert_rebuilt(house)
        house.end(play)
        _assert_rebuilt(house)


def test_a_long_past_stays_bounded_and_rebuilt():
    """Many games on, what is shown is cut, and still what the records make of it."""
    house = House()
    for chance in range(PAST_KEPT + 5):
        house.end(house.begin(chance))
    _assert_rebuilt(house)
    house.begin(1)
    _assert_rebuilt(house)
    assert len(house.state.club.past) == PAST_KEPT
    assert [past.number for past in house.state.club.past][:2] == [PAST_KEPT + 5, PAST_KEPT + 4]
    assert len(house.state.club.leaders) <= len(BOARDS) * LEADERS_KEPT
    assert house.state.club.figures.games == PAST_KEPT + 5


def _assert_rebuilt(house: House) -> None:
    club, records = house.state.club, house.records()
    register = Register()
    moved = [register.add(match) for match in records]
    assert register.documents() == house.players()
    assert moved[-1:] == ([house.moved] if records else [])
    assert register.leaders() == club.leaders
    assert register.figures == club.figures
    blank = Club(club.repository, club.games)
    assert register.club(blank, house.state.match) == club
    last = tuple(reversed(records))[: PAST_KEPT + 1]
    again = recounted(blank, house.state.match, last, house.players())
    assert again == replace(club, figures=Figures())
    assert load(files_of(house.state), OURS) == house.state


def test_without_all_records_the_figures_stay():
    """What was counted over all games is not counted again from the last of them."""
    house = House()
    house.end(house.begin(4))
    club = replace(house.state.club, figures=Figures(games=77), leaders=(), past=())
    again = recounted(club, house.state.match, house.records(), house.players())
    assert again == replace(house.state.club, figures=Figures(games=77))


def test_who_is_no_leader_is_counted_all_the_same():
    """Behind a crowd who did more of everything, a newcomer is counted and does not lead."""
    house = House()
    crowd = [
        Totals(Person(90_000 + number, f"x{number}"), *(500,) * 6)
        for number in range(2 * LEADERS_KEPT)
    ]
    for one in crowd:
        house.files[paths.players(one.person.id)] = codec.write_players([Player(one)])
    house.state = State(replace(house.state.club, leaders=tuple(crowd[:LEADERS_KEPT])))
    house.end(house.begin(4))
    moved = totals(house.state.match)
    assert moved
    for one in moved:
        path = paths.players(one.person.id)
        assert codec.read_players(path, house.files[path])[one.person.id].totals == one
    assert house.state.club.leaders == tuple(crowd[:LEADERS_KEPT])
    assert house.state.club.figures.players == len(moved)


def test_players_who_were_counted_before_are_no_newcomers():
    """The figures count each person once, whatever else lies in their document."""
    house = House()
    house.end(house.begin(1))
    first = {one.totals.person.id for one in house.moved}
    house.end(house.begin(3))
    second = {one.totals.person.id for one in house.moved}
    assert first & second
    assert house.state.club.figures.players == len(first | second)
    assert set(everybody(house.players())) == first | second


def test_a_player_in_anothers_document_is_a_fault():
    """Who is looked for by id is not kept elsewhere, where a game's end would overwrite others."""
    house = House()
    house.end(house.begin(4))
    path, text = min(house.players().items())
    with pytest.raises(KeeperFault, match=r"state/players/999\.json: holds player 10\d\d, who"):
        everybody({path: text, "state/players/999.json": text})


def test_figures_that_nobody_counted_are_not_made_up():
    """A past without them is read and played on, and they stay unknown until all is counted."""
    house = House()
    house.end(house.begin(4))
    house.end(house.begin(6))
    for path, text in house.players().items():
        house.files[path] = changed(text, _before_mates)
    old = changed(codec.write_club(house.state.club), lambda plain: plain.pop("figures"))
    house.state = State(codec.read_club(paths.CLUB, old), house.state.match)
    house.end(house.begin(8))
    assert house.state.club.figures is None
    assert b'"figures": null' in codec.write_club(house.state.club)
    assert all(one.last == (3,) for one in house.moved)

    register = Register()
    for match in house.records():
        register.add(match)
    assert register.club(house.state.club, house.state.match).figures.games == 3


def _before_mates(plain: dict) -> None:
    for one in plain["players"]:
        del one["last"], one["mates"]


def test_mates_on_pages_go_by_their_newest_names():
    """Who is named on a page is read from their own document, whoever moved in the last game."""
    house = House()
    for chance in range(2, 16, 2):
        house.end(house.begin(chance))
    people = house.ending.people
    assert people.keys() == named_on_pages(house.moved)
    assert people == {one: everybody(house.players())[one].totals.person for one in people}
    register = Register()
    for match in house.records():
        moved = register.add(match)
    assert register.people(moved) == people


def test_games_that_were_played_elsewhere_count_and_leave_no_requests():
    """An imported game is told with where it was played; its issues are none of ours."""
    origin = "https://github.com/owner-z/repo-z"
    match = replace(Play(2, number=20).moves(9).abandon().match, origin=origin)
    register = Register()
    register.add(match)
    club = register.club(Club(OURS, games=21), Play(3, number=21, issues=100).match)
    assert club.past[0].origin == origin
    assert club.requests == ()
    assert club.figures.games == 1
    assert codec.read_club(paths.CLUB, codec.write_club(club)) == club


def test_totals_go_by_the_newest_login():
    """Who was renamed between two games is one person, shown as they are called now."""
    house = House()
    house.end(house.begin(1))
    old = house.state.match
    play = house.begin(3)
    play.moves(6)
    seats = tuple(
        replace(seat, person=Person(seat.person.id, f"new-{seat.person.id}"))
        for seat in play.match.seats
    )
    play.match = replace(play.match, seats=seats)
    house.end(play)
    renamed = {one.person.id: one.person.login for one in totals(house.state.match)}
    assert set(renamed) & {one.person.id for one in totals(old)}
    for person, login in renamed.items():
        path = paths.players(person)
        found = codec.read_players(path, house.files[path])[person]
        assert found.totals.person.login == login
    _assert_rebuilt(house)


def test_an_abandoned_match_has_a_picture_of_its_own():
    """Its name is not the one that was shown while a turn was waited for."""
    played = Play(5).moves(3)
    waiting = picture(played.match)
    assert waiting == paths.picture(1, played.match.next_turn)
    assert picture(played.abandon().match) == paths.picture(1, played.match.next_turn + 1)
