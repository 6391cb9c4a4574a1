"""A whole game as text: written, read, proved, and taken back."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.variants import EVERY, FINKEL
from ur.rules import (
    RULE_SETS,
    IllegalMove,
    Move,
    Record,
    RuleSet,
    Side,
    WrongRecord,
    add,
    begin,
    games,
    legal_moves,
    parse_record,
    resign,
    seeded,
    start,
    throw,
    undo,
    variant,
    write_record,
)
from ur.rules.heading import heading
from ur.rules.ruleset import same_rules

HEAD = "[rules finkel]\n[first light]\n"
KNOWN = "5f1c9a"
"""A seed of Game::RoyalUr's own tests: its first throw is 1001."""


def at_random(
    rules: RuleSet, chance: int, *, most: int = 10**6, seed: bytes | None = None
) -> Record:
    """A game played at random, to its end or so many turns."""
    dice = random.Random(chance)
    record = begin(rules, dice.choice(tuple(Side)))
    if seed is not None:
        opening, first = seeded.opening(seed, rules.dice)
        bare = begin(rules, first)
        record = Record(bare.game, first, seed=seed, opening=opening)
    while not record.game.winner and len(record.turns) < most:
        number = record.opening + len(record.turns)
        fell = f"{dice.getrandbits(rules.dice):0{rules.dice}b}"
        fell = fell if seed is None else seeded.faces(seed, number, rules.dice)
        moves = legal_moves(throw(record.game, rules.value(fell)))
        told = None if dice.random() < 0.3 else fell
        record = add(record, rules.value(fell), dice.choice(moves) if moves else None, told)
    return record


def test_a_record_reads_like_this():
    """The form of Game::RoyalUr: rules, who began, a turn a line, the result."""
    text = HEAD + "1. l 3: hand-b1\n2. d 0: -\n3. l 4 1111: b1-c2\n[result dark resign]\n"
    record = parse_record(text)

    assert [turn.side for turn in record.turns] == [Side.LIGHT, Side.DARK, Side.LIGHT]
    assert [turn.throw for turn in record.turns] == [3, 0, 4]
    assert [turn.faces for turn in record.turns] == [None, None, "1111"]
    assert [turn.move for turn in record.turns] == [Move(0, 3), None, Move(3, 7)]
    assert (record.rules, record.first, record.resigned) == (FINKEL, Side.LIGHT, Side.LIGHT)
    assert (record.result, record.game.winner) == ("dark resign", None)
    assert write_record(record) == text


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
@given(chance=st.integers(0, 2**32), sealed=st.booleans())
def test_what_is_written_is_read_and_written_the_same(rules, chance, sealed):
    """A game comes back from its text, with its seed and opening, and makes the same text."""
    seed = chance.to_bytes(5, "big") if sealed else None
    record = at_random(rules, chance, seed=seed, most=60)
    text = write_record(record)

    again = parse_record(text, {rules.name: rules, **RULE_SETS})

    assert write_record(again) == text
    assert (again.turns, again.seed, again.opening) == (record.turns, record.seed, record.opening)
    assert again.game.pieces == record.game.pieces


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_finished_game_of_every_rule_set_has_its_result(name):
    """Played to its end, a record tells who won and is read again whole."""
    record = at_random(RULE_SETS[name], 7)
    text = write_record(record)

    assert text.endswith(f"[result {record.game.winner} home]\n")
    assert parse_record(text) == record


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("finkel", "finkel"),
        ("masters", "masters"),
        ("quick", "quick"),
        ("tablet", "tablet"),
        ("three-dice", "route=short dice=3 zero_rolls=0 safe_rosettes=1 pieces=7"),
        ("no-safe-rosette", "route=short dice=4 zero_rolls=0 safe_rosettes=0 pieces=7"),
        ("extra-throw-on-capture", "extra-throw-on-capture"),
        ("five-piece", "route=short dice=4 zero_rolls=0 safe_rosettes=1 pieces=5"),
        ("blitz", "blitz"),
        ("aseb", "aseb"),
        ("rossjrw", "rossjrw"),
    ],
)
def test_a_rule_set_is_named_so_that_others_know_it(name, written):
    """Two by name, those that differ in the five known fields spelled out, the rest by our name."""
    assert heading(RULE_SETS[name]) == written
    assert parse_record(f"[rules {written}]\n[first dark]\n").rules == RULE_SETS[name]


def test_a_house_rule_is_spelled_out_or_named():
    """A table's own rule set is spelled out where five fields say it all, or keeps its name."""
    long = variant(RULE_SETS["masters"], {"name": "mine", "pieces": 3, "safe_rosettes": "all"})
    assert heading(long) == "route=long dice=3 zero_rolls=4 safe_rosettes=1 pieces=3"
    own = variant(long, {"exact_exit": False})
    assert heading(own) == "mine"
    assert heading(variant(FINKEL, {"name": "mine"})).startswith("route=short dice=4 ")

    text = f"[rules {heading(long)}]\n[first light]\n"
    assert same_rules(parse_record(text).rules, long)
    assert parse_record("[rules mine]\n[first light]\n", {"mine": own}).rules == own


def test_a_spelling_that_was_read_is_kept():
    """Finkel spelled out is finkel, and stays spelled out when it is written again."""
    text = "[rules route=short dice=4 zero_rolls=0 safe_rosettes=1 pieces=7]\n[first dark]\n"
    assert parse_record(text).rules == FINKEL
    assert write_record(parse_record(text)) == text
    named = "[rules five-piece]\n[first dark]\n"
    assert write_record(parse_record(named)) == named


WON = write_record(at_random(RULE_SETS["blitz"], 1))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the first line names the rules"),
        ("[rules finkel]", 2, "the second line is"),
        (HEAD + "1. l 3: hand-b1", 3, "the last line has no line end"),
        ("\n", 1, "the first line names the rules"),
        ("[first light]\n", 1, "the first line names the rules"),
        ("[rules chess]\n[first light]\n", 1, "rules are none that are known"),
        (
            "[rules route=short dice=5 zero_rolls=0 safe_rosettes=1 pieces=7]\n[first dark]\n",
            1,
            "rules are none",
        ),
        ("[rules finkel]\n", 2, "the second line is [first light] or [first dark]"),
        ("[rules finkel]\n[first white]\n", 2, "the second line is"),
        (HEAD + "[seed 5]\n", 3, "a seed is told in hex"),
        (HEAD + "[seed 5F1C9A]\n", 3, "a seed is told in hex"),
        (HEAD + f"[seed {KNOWN}]\n[opening 0]\n", 4, "an opening is a number"),
        ("[rules finkel]\r\n", 1, "ends with a carriage return"),
        (HEAD + f"[seed {KNOWN}]\n[seed {KNOWN}]\n", 4, "is no result"),
        (HEAD + "[opening 2]\n", 3, "opening stands only beside a seed"),
        (
            HEAD + f"[seed {KNOWN}]\n[opening 4]\n",
            4,
            "opening should be 2 by the seed, and light first",
        ),
        ("[rules finkel]\n[first dark]\n[seed 5f1c9a]\n[opening 2]\n", 4, "opening should be 2"),
        (HEAD + "1. l 3 hand-b1\n", 3, "is no turn, like 1. l 3: hand-b1"),
        (HEAD + "1. l 3: hand-b1 \n", 3, "is no turn"),
        (HEAD + "1. l 3: hand-b1\r\n", 3, "ends with a carriage return"),
        (HEAD + "1. l \N{FULLWIDTH DIGIT THREE}: hand-b1\n", 3, "is no turn"),
        (HEAD + "\n", 3, "is no turn"),
        (HEAD + "2. l 3: hand-b1\n", 3, "number should be 1"),
        (HEAD + "1. d 3: hand-b3\n", 3, "side should be l"),
        (HEAD + "1. l 4: hand-a1\n2. d 1: hand-d3\n", 4, "side should be l"),
        (
            "[rules masters]\n[first dark]\n1. d 0: -\n",
            3,
            "throw is no throw of the dice of masters",
        ),
        (HEAD + "1. l 3 1011: hand-b1\n2. d 3 101: hand-b3\n", 4, "faces should be 4 dice"),
        (HEAD + "1. l 3 1001: hand-b1\n", 3, "faces are worth 2, which is not the throw"),
        (HEAD + "1. l 3: hand-c1\n", 3, "move is no legal move in 4xx2/8/4xx2 l 7 0 7 0"),
        (HEAD + "1. l 3: -\n", 3, "move is no lost turn in 4xx2/8/4xx2 l 7 0 7 0 with 3 thrown"),
        (HEAD + "1. l 0: hand-b1\n", 3, "move is no legal move"),
        (HEAD + f"[seed {KNOWN}]\n1. l 3: hand-b1\n", 4, "throw should be 2 by the seed"),
        (HEAD + f"[seed {KNOWN}]\n1. l 2 0110: hand-c1\n", 4, "faces should be 1001 by the seed"),
        (HEAD + "[result light home]\n", 3, "result should be none: nobody has won"),
        (HEAD + "[result draw ply_cap]\n", 3, "result draw ply_cap is none here"),
        (HEAD + "[result light]\n", 3, "is no result, like [result light home]"),
        (HEAD + "[result dark resign]\n1. l 3: hand-b1\n", 4, "comes after the result"),
        (WON.rsplit("[", 1)[0], WON.count("\n"), "result is missing"),
        (WON.replace(" home]", " resign]"), WON.count("\n"), "result should be "),
        (WON.rsplit("[", 1)[0] + "999. l 1: hand-d1\n", WON.count("\n"), "comes after the end"),
    ],
)
def test_a_record_is_refused_at_the_first_line_that_cannot_be(text, line, reason):
    """The line of the file and the reason: throw, faces, side, number, move, lost turn, result."""
    with pytest.raises(WrongRecord) as wrong:
        parse_record(text)
    assert (wrong.value.line, wrong.value.reason[: len(reason)]) == (line, reason)
    assert str(wrong.value) == f"line {line}: {wrong.value.reason}"


def test_without_its_seed_throws_are_taken_as_written():
    """The same turn is refused beside a seed that makes another, and taken without it."""
    turn = "1. l 3: hand-b1\n"
    with pytest.raises(WrongRecord):
        parse_record(HEAD + f"[seed {KNOWN}]\n" + turn)
    assert parse_record(HEAD + turn).turns[0].throw == 3
    assert parse_record(HEAD + f"[seed {KNOWN}]\n1. l 2 1001: hand-c1\n").turns[0].faces == "1001"


def test_after_opening_throws_the_seed_goes_on():
    """With two throws spent on who begins the first turn's throw is the seed's third."""
    fell = seeded.faces(bytes.fromhex(KNOWN), 2, 4)
    value = FINKEL.value(fell)
    way = f"hand-{'xdcba'[value]}1" if value else "-"
    text = HEAD + f"[seed {KNOWN}]\n[opening 2]\n1. l {value} {fell}: {way}\n"
    assert write_record(parse_record(text)) == text


def test_another_rule_set_shows_where_the_two_part():
    """A game replays under other rules up to the first turn that they do not allow."""
    text = HEAD + "1. l 4: hand-a1\n2. l 4: a1-d2\n3. l 4: d2-h2\n4. d 0: -\n5. l 4: h2-home\n"
    assert parse_record(text, rules=RULE_SETS["quick"]).rules == RULE_SETS["quick"]
    assert write_record(parse_record(text, rules=RULE_SETS["quick"])) == text
    with pytest.raises(WrongRecord, match=r"line 7: move is no legal move"):
        parse_record(text, rules=RULE_SETS["tablet"])
    with pytest.raises(WrongRecord, match=r"line 5: move is no legal move"):
        parse_record(text, rules=RULE_SETS["masters"])


def test_who_gives_up_leaves_the_pot_to_the_other():
    """A resignation ends the game: the other side wins, and takes the tokens in the pot."""
    tablet = RULE_SETS["tablet"]
    record = begin(tablet)
    for value, step in ((3, 0), (1, 0), (2, 3)):
        moves = {move.step: move for move in legal_moves(throw(record.game, value))}
        record = add(record, value, moves[step])
    assert (record.game.tokens, record.game.pot) == ((9, 10), 1)

    given_up = resign(record, Side.DARK)

    assert (given_up.game.tokens, given_up.game.pot) == ((10, 10), 0)
    assert given_up.result == "light resign"
    assert parse_record(write_record(given_up)) == given_up
    assert undo(given_up, 1).game.tokens == (10, 10)
    for over in (given_up, at_random(tablet, 1)):
        with pytest.raises(ValueError, match="over"):
            resign(over, Side.LIGHT)
    with pytest.raises(ValueError, match="over"):
        add(given_up, 0, None)


@given(chance=st.integers(0, 2**32), back=st.integers(0, 60))
def test_turns_are_taken_back_by_replaying(chance, back):
    """Without its last turns a record is what it was before them; no further than its start."""
    record = at_random(FINKEL, chance, most=60)
    if back > len(record.turns):
        with pytest.raises(ValueError, match="turns to take back"):
            undo(record, back)
        return
    earlier = at_random(FINKEL, chance, most=len(record.turns) - back)
    assert undo(record, back) == earlier
    assert list(games(record))[len(earlier.turns)] == earlier.game


def test_before_the_first_turn_there_is_nothing_to_take_back():
    """Neither more turns than were used, nor fewer than none."""
    for turns in (1, -1):
        with pytest.raises(ValueError, match="there are 0 turns to take back"):
            undo(begin(FINKEL), turns)


def test_a_turn_that_cannot_be_is_not_added():
    """An illegal move, a turn that is not lost, a throw or dice that cannot be."""
    record = begin(FINKEL)
    with pytest.raises(IllegalMove):
        add(record, 3, Move(1, 4))
    for value, move, faces in ((3, None, None), (5, None, None), (3, Move(0, 3), "1000")):
        with pytest.raises(ValueError, match=r"dice|turn"):
            add(record, value, move, faces)
    assert record == begin(FINKEL)
    assert record.game == start(FINKEL)


def wrong_line(text: str) -> int | None:
    """The line at which a text is refused; None of a record, which is written the same again."""
    try:
        assert write_record(parse_record(text)) == text
    except WrongRecord as wrong:
        return wrong.line
    return None


@given(text=st.text() | st.text(alphabet="[]rules finkelft hand-b1234: d0\n.").map(HEAD.__add__))
def test_no_text_breaks_the_reader(text):
    """Any text is a record, or is refused with a line of it."""
    assert wrong_line(text) in {None, *range(1, text.count("\n") + 2)}


@given(at=st.integers(0, 400), mark=st.characters(codec="ascii"))
def test_no_changed_letter_breaks_the_reader(at, mark):
    """A record with one letter changed is refused at a line of it, or is another whole record."""
    text = WON[: at % len(WON)] + mark + WON[at % len(WON) + 1 :]
    assert wrong_line(text) in {None, *range(1, text.count("\n") + 2)}
