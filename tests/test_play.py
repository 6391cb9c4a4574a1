"""A game played by opening issues: what became of each real trouble of games of this kind."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.town import OWNER, Town
from ur.errors import Conflict
from ur.house import TEMPLATES, load_text
from ur.paths import CLUB, MATCH
from ur.render.readme import BEGIN, END
from ur.render.text import Text
from ur.rules import Side
from ur.sandbox.faults import AFTER, BEFORE, Cut, error, html

PORTABLE = re.compile(r"(?:[a-z0-9._-]+/)*(?:[a-z0-9._-]+|README\.md)")


def test_a_stranger_moves_within_one_run(town: Town):
    """A move is committed, drawn, shown, answered, reacted to, labelled and closed in one run."""
    town.begin(4, 2)
    number = town.ask(1, "ur-move-4@0-1.1")

    assert town.play(event=number)

    issue = town.world.issue(number)
    assert (issue.state, issue.state_reason) == ("closed", "completed")
    assert [one.content for one in issue.reactions] == ["eyes", "rocket"]
    assert {label.name for label in town.world.labels_of(issue)} == {"white", "rosette"}
    assert town.answer(number) == "moved"
    assert town.log()[0] == "Game 1, turn 1: white enters on 4, rosette (#2)"
    assert town.match().turns[0].by == 1001
    assert "ur-move-2@4-1.2" in [link.title for link in town.links()]


def test_an_accepted_move_takes_five_requests(town: Town):
    """A move costs the list, eyes, a comment, a reaction and the closing, and nothing else."""
    town.begin(4, 2)
    number = town.ask(1, "ur-move-4@0-1.1")
    before = len(town.server.log)

    town.play(event=number)

    asked = [(method, path.rpartition("/")[2]) for method, path, _ in town.server.log[before:]]
    assert asked == [
        ("GET", "issues"),
        ("POST", "reactions"),
        ("POST", "comments"),
        ("POST", "reactions"),
        ("PATCH", str(number)),
    ]


def test_with_nothing_waiting_nothing_is_done(town: Town):
    """A run without requests asks for the list, makes no commit and ends well."""
    before = town.log()
    town.open("player-01", "How do I play this?")

    assert town.play()

    assert town.log() == before
    assert [method for method, _, _ in town.server.log] == ["GET"]


def test_a_new_game_in_the_middle_is_refused_and_changes_nothing(town: Town):
    """While a game is in play nobody begins another: one answer, no commit, no byte changed."""
    town.begin(2)
    before, log = town.tree(), town.log()

    number = town.asked(4, "ur-new")

    assert town.answer(number) == "game-in-progress"
    assert town.world.issue(number).state_reason == "not_planned"
    assert len(town.comments(number)) == 1
    assert (town.tree(), town.log()) == (before, log)


def test_a_game_that_nobody_won_is_archived_without_winner(town: Town):
    """An abandoned game has no winner, no best player, no winning move, and nobody's win."""
    town.begin(1, 1, 1, 1)
    for player, step in ((1, 0), (2, 0), (3, 1), (4, 1)):
        town.move(player, step)

    number = town.asked(OWNER, "ur-abandon-1")

    assert town.answer(number) == "abandoned"
    page = town.read("state/archive/0001/README.md").decode()
    assert "ended without a winner" in page
    assert "4 players, 4 moves and 0 lost turns" in page
    assert "Winning move" not in page
    assert "[result" not in town.read("state/archive/0001/record.txt").decode()
    assert '"wins": 0' in town.read("state/players/001.json").decode()


def test_two_lost_turns_in_a_row_are_told_and_the_links_are_there(town: Town):
    """A move followed by two lost turns is one commit; answer and README tell both."""
    town.begin(2, 0, 1, 0, 0, 2)
    town.move(1, 0)
    commits = len(town.log())

    number = town.move(1, 2)

    record = [(turn.side, turn.thrown.value, turn.move) for turn in town.match().turns[2:]]
    assert [(side, throw, bool(move)) for side, throw, move in record] == [
        (Side.LIGHT, 1, True),
        (Side.DARK, 0, False),
        (Side.LIGHT, 0, False),
    ]
    assert (town.match().game.to_move, town.match().game.throw) == (Side.DARK, 2)
    assert len(town.log()) == commits + 1
    assert "black loses turn 4; white loses turn 5" in town.log()[0]
    told = town.comments(number)[0]
    assert "Black threw 0 and lost the turn" in told
    assert "White threw 0 and lost the turn" in told
    assert "Black is to move, and 2 was thrown" in told
    readme = town.read("README.md").decode()
    assert "**4** Black threw 0" in readme
    assert "**5** White threw 0" in readme
    assert "ur-move-2@0-1.6" in [link.title for link in town.links()]


def test_a_game_whose_first_throw_is_nought_begins_with_a_lost_turn(town: Town):
    """Zero is a throw: the first turn is lost, and the other team has its links."""
    town.begin(0, 3)

    assert town.match().turns[0].move is None
    assert "ur-move-3@0-1.2" in [link.title for link in town.links()]


def test_the_middle_rosette_shelters_and_own_rows_are_private(town: Town):
    """Onto a sheltered piece there is no link; on one's own row nobody is captured."""
    town.begin(4, 4, 3, 1, 1, 3)
    town.move(1, 0)
    town.move(1, 4)
    town.move(1, 0)
    town.move(2, 0)
    town.move(3, 3)
    number = town.move(2, 1)

    assert "capturing" not in town.comments(number)[0]
    assert town.match().game.pieces.light == (0, 0, 0, 0, 0, 4, 8)


@pytest.mark.parametrize(
    ("player", "title", "code"),
    [
        (1, "ur-move-x3@10y-7.12", "bad-title"),
        (1, "ur-move-\N{FULLWIDTH DIGIT THREE}@0-1.1", "bad-title"),
        (1, "UR-NEW", "bad-title"),
        (1, "ur-hello", "bad-title"),
        (1, "ur-abandon-1", "not-allowed"),
        (30, "ur-join-white-1", "not-allowed"),
        ("robot", "ur-join-white-1", "not-allowed"),
        (1, "ur-new-chess", "unknown-rules"),
        (1, "ur-new-finkel", "game-in-progress"),
        (1, "ur-move-2@0-2.1", "stale-link"),
        (1, "ur-move-2@0-1.2", "stale-link"),
        (1, "ur-join-white-3", "stale-link"),
        (3, "ur-move-2@0-1.1", "wrong-team"),
        (3, "ur-join-white-1", "already-seated"),
        (1, "ur-move-3@0-1.1", "illegal-move"),
        (1, "ur-move-2@15-1.1", "illegal-move"),
        (1, "ur-move-2@1-1.1", "illegal-move"),
    ],
)
def test_every_mistake_has_its_one_kind_answer(town: Town, player, title, code):
    """A request that may not be granted hears why, once, and the game is as it was."""
    town.world.add_person("robot", kind="Bot")
    town.push({".github/ur.yml": b"blocked: [1030]\n"}, "Block somebody")
    town.begin(2)
    town.asked(3, "ur-join-black-1")
    before, log = town.tree(), town.log()

    number = town.asked(player, title)

    assert town.answer(number) == code
    issue = town.world.issue(number)
    assert issue.state_reason == "not_planned"
    assert [one.content for one in issue.reactions] == ["eyes", "confused"]
    assert [label.name for label in town.world.labels_of(issue)] == ["refused"]
    assert title not in town.comments(number)[0]
    assert (town.tree(), town.log()) == (before, log)


def test_without_a_game_a_move_hears_how_to_begin(town: Town):
    """Where nothing is in play the answer has the link to begin."""
    number = town.asked(1, "ur-move-2@0-1.1")

    assert town.answer(number) == "no-game"
    assert "issues/new?title=ur-new&body=" in town.comments(number)[0]


def test_somebody_who_is_gone_is_refused(town: Town):
    """A request whose author has no account any more is answered and changes nothing."""
    town.begin(2)
    number = town.ask(1, "ur-move-2@0-1.1")
    town.world.delete_account("player-01")

    assert town.play()

    assert town.answer(number) == "not-allowed"
    assert not town.match().turns


def test_one_move_too_soon_is_refused(town: Town):
    """Where the keeper limits moves in a row, the second of one player waits for somebody else."""
    town.push({".github/ur.yml": b"moves_in_a_row: 1\n"}, "One at a time")
    town.begin(1, 0, 1)
    town.move(1, 0)

    number = town.move(1, 0)

    assert town.answer(number) == "too-soon"


def test_the_same_request_is_played_once(town: Town):
    """The same event again, or a run by hand, makes no commit and no comment."""
    town.begin(2, 1)
    accepted = town.move(1, 0)
    refused = town.asked(1, "ur-move-2@0-1.1")
    log, comments = town.log(), (town.comments(accepted), town.comments(refused))

    for number in (accepted, refused):
        assert town.play(event=number)
        assert town.play()

    assert town.log() == log
    assert (town.comments(accepted), town.comments(refused)) == comments
    assert town.read(MATCH).count(f'"issue": {accepted}, "at"'.encode()) == 1


def test_two_requests_for_one_turn_are_played_in_order(town: Town):
    """Of two requests for one turn the first is played; the second hears that it was late."""
    town.begin(2, 1)
    first, second = town.ask(1, "ur-move-2@0-1.1"), town.ask(2, "ur-move-2@0-1.1")

    assert town.play()

    assert (town.answer(first), town.answer(second)) == ("moved", "stale-link")
    assert "Black is to move, and 1 was thrown" in town.comments(second)[0]


def test_links_are_exact_and_short(town: Town):
    """A link is percent-encoded, asks for no labels, and reads back as the canonical title."""
    town.begin(4)
    for link in town.links():
        assert link.url.startswith(f"{town.server.url}/owner-x/repo-y/issues/new?title=ur-")
        assert not re.search(r"[+ ]|labels=", link.url)
        assert len(link.url) < 2000
        assert set(parse_qs(urlsplit(link.url).query)) == {"title", "body"}
    assert any("title=ur-move-4%400-1.1&body=" in link.url for link in town.links())


def test_every_picture_shown_exists_in_the_commit_it_names(town: Town):
    """README and answers show pictures that are in their own commits; old ones go."""
    town.begin(1, 0, 1)
    first, second = town.ask(1, "ur-move-1@0-1.1"), town.ask(2, "ur-move-1@1-1.3")
    town.play()

    for number in (first, second):
        [(commit, path)] = re.findall(r'/raw/([0-9a-f]{40})/(\S+\.png)"', town.comments(number)[0])
        assert town.read(path, commit).startswith(b"\x89PNG")
    readme = town.read("README.md").decode()
    [shown] = re.findall(r"/raw/main/(state/board-\S+\.png)", readme)
    assert town.read(shown).startswith(b"\x89PNG")
    kept = [path for path in town.files() if path.endswith(".png")]
    assert kept == ["state/board-0001-0001.png", "state/board-0001-0004.png"]


def test_names_of_files_are_portable(town: Town):
    """Every file's name can be checked out on Windows, macOS and Linux."""
    town.begin(1)
    town.asked(OWNER, "ur-abandon-1")
    town.begin(1)

    names = [path for path in town.files() if path.startswith("state/")]
    assert all(PORTABLE.fullmatch(path) for path in names)
    assert len({path.lower() for path in names}) == len(names)


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_the_owners_own_words_survive_byte_for_byte(town: Town, newline):
    """Braces, backslashes, dollars and line ends outside the markers are as they were."""
    above = b"# {x} \\1 $HOME {{ y }} %s" + newline + b"\xff\xfe" + newline
    below = newline + b"{% raw %} <!-- ur:begin --> inline" + newline + b"no last newline"
    readme = above + BEGIN + newline + END + newline + below
    town.push({"README.md": readme}, "My own words")

    town.begin(1)

    written = town.read("README.md")
    assert written.startswith(above + BEGIN + newline)
    assert written.endswith(END + newline + below)
    assert b"Game 1" in written


@pytest.mark.parametrize(
    ("path", "text", "place"),
    [
        (MATCH, b'{"on":', "state/match.json, line 1"),
        (MATCH, b'{"schema": 99}', "state/match.json"),
        ("state/club.json", b"\xff", "state/club.json"),
        (".github/ur.yml", b"rules: finkel\nfrist: light\n", ".github/ur.yml, line 2"),
        ("README.md", b"no markers\n", "README.md"),
        ("README.md", b"<!-- ur:begin -->\n<!-- ur:begin -->\n<!-- ur:end -->\n", "README.md"),
    ],
)
def test_a_broken_house_holds_requests_until_it_is_mended(town: Town, path, text, place):
    """Nothing is written, the player hears once that it waits, the keeper hears file and place."""
    town.begin(2, 1)
    whole = town.read(path)
    town.push({path: text}, "Break something")
    log = town.log()
    number = town.ask(1, "ur-move-2@0-1.1")

    assert not town.play()
    assert not town.play()

    assert town.log() == log
    assert town.world.issue(number).state == "open"
    assert [body.splitlines()[0] for body in town.comments(number)] == ["<!-- ur:held -->"]
    [keeper] = [one for one in town.world.issues() if one.title == "The house needs its keeper"]
    assert place in keeper.body
    assert [label.name for label in town.world.labels_of(keeper)] == ["keeper"]

    town.push({path: whole}, "Mend it")
    assert town.play()

    assert town.answer(number) == "moved"
    assert town.world.issue(keeper.number).state == "closed"


def test_the_issue_to_the_keeper_is_reused(town: Town):
    """A second fault opens the same issue again, whatever strangers call theirs."""
    stranger = town.open("player-09", "The house needs its keeper")
    for _ in range(2):
        whole = town.read("README.md")
        town.push({"README.md": b"no markers\n"}, "Break it")
        town.ask(1, "ur-new")
        assert not town.play()
        town.push({"README.md": whole}, "Mend it")
        assert town.play()

    told = [one for one in town.world.issues() if one.title == "The house needs its keeper"]
    assert sorted((one.number == stranger, one.state) for one in told) == [
        (False, "closed"),
        (True, "open"),
    ]


def test_a_lost_secret_holds_moves_but_lets_the_keeper_end_the_game(town: Town):
    """A sealed game without its secret waits; it can be abandoned, its seal unrevealed."""
    town.secret = "kept well"
    town.asked(OWNER, "ur-new")
    town.secret = "another"
    throw = town.match().game.throw
    turn = town.match().next_turn
    number = town.ask(1, f"ur-move-{throw}@0-1.{turn}")

    assert not town.play()
    assert town.world.issue(number).state == "open"

    ended = town.ask(OWNER, "ur-abandon-1")
    assert town.play()

    assert (town.answer(number), town.answer(ended)) == ("no-game", "abandoned")
    assert (town.match().seed, bool(town.match().seal)) == (None, True)


def test_a_push_that_the_branch_refuses_is_held(town: Town):
    """Rules of the branch that refuse the push hold the house; afterwards the move is played."""
    town.begin(2, 1)
    hook = town.origin / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho GH013 >&2\nexit 1\n")
    hook.chmod(0o755)
    number = town.ask(1, "ur-move-2@0-1.1")

    assert not town.play()
    assert [body.splitlines()[0] for body in town.comments(number)] == ["<!-- ur:held -->"]

    hook.unlink()
    assert town.play()
    assert town.answer(number) == "moved"


def test_a_push_that_loses_every_race_says_nothing(town: Town):
    """Where another writer is always faster, no word of success is said and nothing is held."""
    town.begin(2, 1)
    hook = town.origin / "hooks" / "update"
    hook.write_text(
        "#!/bin/sh\nunset GIT_QUARANTINE_PATH\ntree=$(git rev-parse main^{tree})\n"
        "export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x\n"
        "git update-ref refs/heads/main $(git commit-tree -p main -m faster $tree)\nexit 0\n"
    )
    hook.chmod(0o755)
    number = town.ask(1, "ur-move-2@0-1.1")

    assert not town.play()

    assert town.world.issue(number).state == "open"
    assert town.comments(number) == []
    assert not town.match().turns


@pytest.mark.parametrize("moment", [BEFORE, AFTER])
@pytest.mark.parametrize("fault", [error(500, "no"), Cut(), html(502)], ids=["500", "cut", "html"])
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/comments$"), ("POST", "/reactions$"), ("PATCH", "/issues/")]
)
def test_what_a_run_left_unsaid_the_next_one_says_once(town: Town, method, path, fault, moment):
    """Whatever fails after the push, the move is played once and answered once in the end."""
    town.begin(2, 1)
    number = town.ask(1, "ur-move-2@0-1.1")
    town.faults.add(fault, method, path, moment=moment, times=4)

    town.play()
    town.faults.clear()
    assert town.play()

    assert town.answer(number) == "moved"
    assert len(town.comments(number)) == 1
    assert len(town.match().turns) == 1


def test_a_refusal_that_was_cut_off_is_not_judged_again(town: Town):
    """A refused request whose closing failed is closed by the next run as it was refused."""
    town.begin(2, 1)
    number = town.ask(1, "ur-move-2@0-1.2")
    town.faults.add(error(500, "no"), "PATCH", "/issues/", times=20)
    assert not town.play()
    town.faults.clear()
    town.move(2, 0)

    assert town.play()

    assert town.answer(number) == "stale-link"
    assert len(town.match().turns) == 1


def test_a_refusal_beside_a_move_is_settled_by_its_push(town: Town):
    """What was refused in a batch that was pushed is said as it was judged, whoever says it."""
    town.begin(2, 1, 1)
    late, early = town.ask(1, "ur-join-white-9"), town.ask(3, "ur-move-1@0-1.2")
    moved = town.ask(1, "ur-move-2@0-1.1")
    town.faults.add(error(500, "no"), "POST", "/comments$", times=100)
    assert not town.play()
    town.faults.clear()

    town.asked(3, "ur-move-1@0-1.2")

    assert [town.answer(number) for number in (late, early, moved)] == [
        *("stale-link", "stale-link", "moved")
    ]
    assert [town.match().turns[1].issue] == [moved + 1]
    club = json.loads(town.read(CLUB))
    assert club["refused"] == [[late, "stale-link"], [early, "stale-link"]]
    assert "club.json" not in town.git("show", "--format=", "--name-only", "main")


def test_a_refusal_is_told_with_its_own_code_when_the_game_is_another(town: Town):
    """Whoever was refused for their seat in a game hears of it, though the next has begun."""
    town.begin(2, 1)
    town.move(1, 0)
    wrong = town.ask(1, "ur-move-1@0-1.2")
    town.ask(OWNER, "ur-abandon-1")
    town.ask(OWNER, "ur-new")
    town.faults.add(error(500, "no"), "POST", f"/{wrong}/comments$", times=100)
    assert not town.play()
    town.faults.clear()

    assert town.play()

    assert town.answer(wrong) == "wrong-team"
    assert "It is not your team's turn.\n" in town.comments(wrong)[0]


def test_refusals_alone_make_no_commit(town: Town):
    """Who asks for nonsense leaves no trace in the repository."""
    town.begin(2, 1)
    log = town.log()

    town.asked(1, "ur-nonsense")

    assert town.log() == log


def test_a_comment_that_was_made_after_all_is_not_made_twice(town: Town):
    """A refusal is looked for before it is said again, though the list does not count it yet."""
    town.begin(2, 1)
    number = town.ask(1, "ur-nonsense")
    town.faults.add(Cut(), "POST", "/comments$", moment=AFTER)
    table, things = town.table()
    read = table._forge._request
    table._forge._request = lambda issue: read({**issue, "comments": 0})

    assert table.serve()
    for thing in things:
        thing.close()

    assert town.answer(number) == "bad-title"


def test_a_run_that_comes_second_takes_less_at_once(town: Town):
    """After each conflict a push carries half as many, so that it is ready sooner."""
    town.begin(2)
    numbers = [town.ask(number, "ur-join-white-1") for number in range(1, 26)]
    table, things = town.table()
    publish, sizes = table._repository.publish, []

    def slow(commits: Sequence[str]) -> None:
        sizes.append(len(commits))
        if len(sizes) < 4:
            raise Conflict
        publish(commits)

    table._repository.publish = slow

    assert table.serve()
    for thing in things:
        thing.close()

    assert sizes == [25, 12, 6, 3, 22]
    assert {town.answer(number) for number in numbers} == {"joined"}


def test_a_strangers_forged_marker_counts_for_nothing(town: Town):
    """A comment that looks like our answer, by anybody else, keeps nobody from theirs."""
    town.begin(2, 1)
    number = town.ask(1, "ur-move-2@0-1.1")
    forger = town.world.account("player-09")
    town.world.create_comment(forger, number, "<!-- ur:answer moved -->\nDone, believe me.")

    assert town.play()

    assert town.world.issue(number).state == "closed"
    assert len(town.match().turns) == 1
    assert len(town.comments(number)) == 2


def test_across_a_games_end_everybody_is_answered_once(late_town: Town):
    """The winning move, a new game and its first move survive a death after their push."""
    town = late_town
    town.begin(*[1] * 400)
    match = town.skip_to_the_last_move()
    winner = 1 if match.game.to_move is Side.LIGHT else 2
    last = town.ask(winner, f"ur-move-1@14-1.{match.next_turn}")
    new = town.ask(3, "ur-new")
    first = town.ask(4, "ur-move-1@0-2.1")
    town.faults.add(error(500, "no"), "POST", "/comments$", times=100)

    assert not town.play()
    assert town.match().number == 2
    town.faults.clear()
    assert town.play()

    assert [town.answer(number) for number in (last, new, first)] == ["moved", "started", "moved"]
    assert "has won game 1" in town.comments(last)[0]
    assert b"[result" in town.read("state/archive/0001/record.txt")
    assert len(town.match().turns) == 1


def test_a_closed_request_is_withdrawn(town: Town):
    """An issue that its author closed before the answer is none of our business, event or not."""
    town.begin(2)
    number = town.ask(1, "ur-move-2@0-1.1")
    town.world.edit_issue(town.world.account("player-01"), number, {"state": "closed"})

    assert town.play(event=number)

    assert town.comments(number) == []
    assert not town.match().turns


def test_the_fourth_refusal_of_one_person_is_closed_in_silence(town: Town):
    """Somebody who floods gets three answers, and then closed issues."""
    numbers = [town.ask(1, "ur-nonsense") for _ in range(6)]

    assert town.play()

    assert [len(town.comments(number)) for number in numbers] == [1, 1, 1, 0, 0, 0]
    assert {town.world.issue(number).state for number in numbers} == {"closed"}


def test_a_refusal_that_is_tried_again_is_one_refusal(town: Town):
    """Whose refusal could not be said at first still hears it, for it is not their fourth."""
    numbers = [town.ask(1, "ur-nonsense") for _ in range(3)]
    town.faults.add(error(500, "no"), "POST", "/comments$", times=4)

    town.play()
    town.play()

    assert [town.answer(number) for number in numbers] == ["bad-title"] * 3


def test_everybody_who_waits_for_the_keeper_hears_so(town: Town):
    """However many wait in a broken house, each is told once, and the keeper once."""
    town.push({"README.md": b"no markers\n"}, "Break it")
    numbers = [town.ask(1 + at % 20, "ur-new") for at in range(60)]

    assert not town.play()
    assert not town.play()

    assert {len(town.comments(number)) for number in numbers} == {1}
    assert all(town.comments(number)[0].startswith("<!-- ur:held -->") for number in numbers)
    assert sum("needs its keeper" in line for line in town.said) == 2


def test_who_cannot_be_told_keeps_nobody_else_from_hearing(town: Town):
    """Where GitHub takes no comment from one who waits, the others are told all the same."""
    town.push({"README.md": b"no markers\n"}, "Break it")
    numbers = [town.ask(player, "ur-new") for player in range(1, 5)]
    town.faults.add(error(403, "no"), "POST", f"/{numbers[0]}/comments$", times=100)

    assert not town.play()

    assert [len(town.comments(number)) for number in numbers] == [0, 1, 1, 1]


def test_a_lost_secret_spends_no_more_than_the_budget(town: Town):
    """However many moves wait for the secret, a run tells so many as it may, and ends."""
    town.secret = "long enough"
    town.asked(OWNER, "ur-new")
    town.push({".github/ur.yml": b"requests_per_run: 20\n"}, "Save")
    [(player, title)] = town.foresee(1)
    numbers = [town.ask(player, title) for _ in range(30)]
    town.secret = "another"
    rounds: list[float] = []
    before = len(town.server.log)
    table, things = town.table()
    table._sleep = rounds.append

    assert not table.serve()
    for thing in things:
        thing.close()

    assert len(rounds) < 30
    assert len(town.server.log) - before < 30
    assert 0 < sum(len(town.comments(number)) for number in numbers) < 30


def test_a_small_budget_is_not_all_spent_on_one_that_cannot_be_answered(town: Town):
    """Behind a request that fails in every run the others are answered, one run after another."""
    town.push({".github/ur.yml": b"requests_per_run: 10\n"}, "Save")
    numbers = [town.ask(player, "ur-nonsense") for player in range(1, 5)]
    town.faults.add(error(403, "no"), "POST", f"/{numbers[0]}/comments$", times=1000)

    for _ in range(3):
        assert not town.play()

    assert [town.world.issue(number).state for number in numbers] == ["open", *["closed"] * 3]


def test_a_run_answers_one_request_whatever_its_budget(town: Town):
    """Where long lists of other issues cost the whole budget, requests are answered one a run."""
    town.push({".github/ur.yml": b"requests_per_run: 10\n"}, "Save")
    for _ in range(620):
        town.open("player-01", "Something else")
    numbers = [town.ask(number, "ur-nonsense") for number in (1, 2)]

    for at in (1, 2):
        assert town.play()
        states = [town.world.issue(number).state for number in numbers]
        assert states.count("closed") == at


def test_a_broken_label_holds_requests_before_they_are_played(town: Town):
    """A sentence for a label that cannot be filled in is found before anybody is answered."""
    table, things = town.table()
    text = load_text(TEMPLATES, "en")
    broken = Text(text._pages, {**text._sentences, "label.home": "{{ nowhere }}"})
    table._house = replace(table._house, _texts={"en": broken})
    number = town.ask(OWNER, "ur-new")

    assert not table.serve()
    for thing in things:
        thing.close()

    assert town.world.issue(number).state == "open"
    assert [one.partition("\n")[0] for one in town.comments(number)] == ["<!-- ur:held -->"]
    assert town.play()
    assert "<!-- ur:answer started -->" in town.comments(number)[1]


def test_reactions_that_never_work_keep_nobody_waiting(town: Town):
    """Eyes and rockets are shown where that can be done; answer and closing do without."""
    town.begin(2, 1)
    numbers = [town.ask(1, "ur-move-2@0-1.1"), town.ask(2, "ur-nonsense")]
    town.faults.add(error(500, "no"), "POST", "/comments$", times=2)
    town.faults.add(error(500, "no"), "POST", "/reactions$", times=1000)
    before = len(town.server.log)

    assert town.play()

    assert [town.answer(number) for number in numbers] == ["moved", "bad-title"]
    tried = [path for _, path, _ in town.server.log[before:] if path.endswith("/reactions")]
    assert len(tried) == 2


def test_a_github_that_is_too_slow_is_no_rest(town: Town):
    """A run that lost its patience without being asked to wait ends as a fault."""
    town.begin(2, 1)
    town.ask(1, "ur-move-2@0-1.1")
    town.faults.add(error(500, "no"), "POST", "/comments$", times=1000)
    table, things = town.table()
    table._forge.patience._whole = 0.0

    assert not table.serve()
    for thing in things:
        thing.close()


def test_a_run_keeps_to_its_budget(town: Town):
    """A run spends no more requests than the keeper allows; the rest waits, in order."""
    town.push({".github/ur.yml": b"requests_per_run: 20\n"}, "Save")
    numbers = [town.ask(number, "ur-nonsense") for number in range(1, 11)]
    before = len(town.server.log)

    assert town.play()

    assert len(town.server.log) - before <= 20
    states = [town.world.issue(number).state for number in numbers]
    assert states == sorted(states)
    assert {"open", "closed"} == set(states)
    while "open" in {town.world.issue(number).state for number in numbers}:
        assert town.play()


def test_a_copy_of_the_template_begins_with_an_empty_past(town: Town):
    """Under another repository's id the first run leaves the past behind and counts from one."""
    town.begin(1)
    town.asked(OWNER, "ur-abandon-1")
    town.begin(1, 1)
    town.world.repository.id += 1
    town.dice = None

    town.asked(1, "ur-new")

    assert town.match().number == 1
    state = [path for path in town.files() if path.startswith("state/")]
    assert state == ["state/README.md", *state[1:]]
    assert not [path for path in state if "archive" in path or "players" in path]
