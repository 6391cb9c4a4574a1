"""The rules in sentences: what applies to a rule set is said, and nothing else, and it is true.

What a sentence claims is read out of it, and held against what the engine does.
"""

import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment, meta

from ur.house import TEMPLATES, load_text
from ur.render.address import Address
from ur.render.rulebook import rulebook
from ur.render.text import Text
from ur.render.tips import MOST_TIPS
from ur.render.wording import Wording
from ur.rules import (
    RULE_SETS,
    BySide,
    Event,
    Game,
    RuleSet,
    Side,
    legal_moves,
    lose_turn,
    play,
    start,
    throw,
)
from ur.rules.ruleset import VALUES, variant
from ur.sandbox.markdown import render

LANGUAGES = sorted(path.name for path in (TEMPLATES / "languages").iterdir())
ADDRESS = Address("https://github.com", "somebody/royal-game-of-ur", "main")
ENGLISH = Wording(load_text(TEMPLATES, "en"), ADDRESS)
LARGEST = 6_000
"""How many bytes the rules of a game may take: they are committed with each move."""
EVERY_VALUE = {
    f"{field} {value}": replace(RULE_SETS["finkel"], name="one", **{field: value})
    for field, values in VALUES.items()
    for value in values
}
MIXES = {
    "mix-bounce": {"base": "masters", "safe_rosettes": "all", "on_protected": "bounce"},
    "mix-everything": {
        "base": "masters",
        "pieces": 1,
        "dice": 4,
        "safe_rosettes": "all",
        "on_protected": "bounce",
        "extra_on_capture": True,
        "exact_exit": False,
        "tokens": 10,
    },
    "mix-nothing": {
        "base": "finkel",
        "extra_on_rosette": False,
        "safe_rosettes": "none",
        "on_protected": "bounce",
        "zero_value": 4,
    },
    "mix-aseb": {"base": "aseb", "on_protected": "bounce", "tokens": 10},
    "mix-quiet": {"base": "rossjrw", "extra_on_rosette": False},
    "mix-hunters": {"base": "aseb", "extra_on_rosette": False, "extra_on_capture": True},
    "mix-lone": {"base": "finkel", "pieces": 1, "on_protected": "bounce"},
    "mix-easy": {
        "base": "quick",
        "safe_rosettes": "none",
        "extra_on_capture": True,
    },
    "mix-never-stuck": {"base": "masters", "exact_exit": False},
}


def house_rule(name: str) -> RuleSet:
    """A rule set of a table's own."""
    fields = dict(MIXES[name])
    return variant(RULE_SETS[fields.pop("base")], {"name": name, **fields})


EVERY = {**RULE_SETS, **EVERY_VALUE, **{name: house_rule(name) for name in MIXES}}
any_mix = st.builds(
    RuleSet,
    name=st.just("any-mix"),
    **{field: st.sampled_from(values) for field, values in VALUES.items()},
)


def of_any_mix(test):
    """A test of many mixes."""
    return settings(deadline=None, max_examples=60)(given(rules=any_mix)(test))


def page(rules: RuleSet, wording: Wording = ENGLISH) -> str:
    """All that is told of a rule set, as Markdown."""
    return wording.text.page("rules.md.j2", rules=rulebook(wording, rules))


def told(rules: RuleSet) -> str:
    """The rules of a rule set."""
    return "\n".join(rulebook(ENGLISH, rules)["lines"])


def asked(rules: RuleSet) -> dict[str, str]:
    """The questions of a rule set, each with its answer."""
    return {one["question"]: one["answer"] for one in rulebook(ENGLISH, rules)["disputes"]}


def found(pattern: str, texts) -> re.Match[str] | None:
    """Where the only text of that form is; None if there is none."""
    matches = [match for text in texts if (match := re.match(pattern, text))]
    assert len(matches) < 2
    return matches[0] if matches else None


def numbers(text: str) -> set[int]:
    """The numbers that a text names, those of ``1 to 4`` too."""
    rows = re.findall(r"(\d+)(?: to (\d+))?", text)
    return {n for first, last in rows for n in range(int(first), int(last or first) + 1)}


def bounces(rules: RuleSet) -> bool:
    """Whether the moves of a rule set know a bounce."""
    return any(move.bounced for move in rules.outcomes)


def place(rules: RuleSet, mine=(), theirs=(), *, thrown: int) -> Game:
    """A position of light to move, the pieces that are not given being home, dark's in hand."""
    pieces = BySide(
        tuple(sorted((*mine, *[rules.home] * (rules.pieces - len(mine))))),
        tuple(sorted((*theirs, *[0] * (rules.pieces - len(theirs))))),
    )
    return throw(Game(rules, pieces, Side.LIGHT, None, BySide(rules.tokens, rules.tokens)), thrown)


def hits(rules: RuleSet) -> dict[tuple[int, int], list[int]]:
    """By the steps of a piece and of one of theirs: the throws with which it captures that."""
    caught: dict[tuple[int, int], list[int]] = {}
    for step, theirs, thrown in product(range(rules.home), range(1, rules.home), rules.chances):
        if rules.route.meets[theirs] == step:
            continue
        moves = legal_moves(place(rules, [step], [theirs], thrown=thrown))
        if any(move.captured == theirs for move in moves):
            caught.setdefault((step, theirs), []).append(thrown)
    return caught


def in_danger(rules: RuleSet) -> set[int]:
    """The tiles on which a piece can be captured."""
    return {theirs for _, theirs in hits(rules)}


def keeps_still(rules: RuleSet) -> bool:
    """Whether a throw above 0 moves nothing in some position with one piece left to move."""
    return any(
        not legal_moves(place(rules, [step], theirs, thrown=thrown))
        for step, thrown in product(range(rules.home), rules.chances)
        for theirs in [[], *([other] for other in range(1, rules.home))]
        if thrown and rules.route.meets[step] not in theirs
    )


def leaving(rules: RuleSet, step: int) -> set[int]:
    """The throws that take a piece home."""
    return {
        thrown
        for thrown in rules.chances
        if any(m.to == rules.home for m in legal_moves(place(rules, [step], thrown=thrown)))
    }


def falls(rules: RuleSet, throws) -> int:
    """In how many of the ways in which the dice can fall one of these throws comes up."""
    faces = map("".join, product("01", repeat=rules.dice))
    return sum(rules.value(each) in throws for each in faces)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_every_shipped_rule_set_has_a_title_and_tells_how_it_differs(language, name):
    """A rule set without its two lines in a language is half done."""
    text = load_text(TEMPLATES, language)
    for line, longest in (("title", 30), ("about", 130)):
        assert 0 < len(text.say(f"rules.{line}-{name}")) <= longest


def test_a_tables_own_rule_set_is_shown_by_its_name():
    """A house rule has no title in any language, and nobody tells how it differs."""
    book = rulebook(ENGLISH, house_rule("mix-bounce"))
    assert (book["title"], book["about"]) == ("mix-bounce", None)
    assert page(house_rule("mix-bounce")).startswith("<p><img ")
    assert page(RULE_SETS["finkel"]).startswith("The usual game, as Irving Finkel")


# What applies is said.


@pytest.mark.parametrize(
    ("words", "applies"),
    [
        ("token", lambda rules: rules.tokens),
        ("pot", lambda rules: rules.tokens),
        ("bounce", bounces),
        ("is safe", lambda rules: any(map(rules.route.meets.__getitem__, rules.shelters))),
        ("No rosette shelters", lambda rules: not rules.shelters),
        ("no other piece can land", lambda rules: rules.shelters and not rules.bounces),
        ("on one earns another throw", lambda rules: rules.extra_on_rosette),
        ("any piece may move", lambda rules: rules.extra_on_rosette and rules.pieces > 1),
        ("A capture earns another throw", lambda rules: rules.extra_on_capture),
        ("if it cannot, the turn is lost.", keeps_still),
        ("it is a 0", lambda rules: 0 in rules.chances),
        ("worth 4", lambda rules: rules.zero_value == 4),
        ("exact throw", lambda rules: rules.exact_exit),
        ("any throw that takes", lambda rules: not rules.exact_exit),
        ("White's 12 is Black's 16", lambda rules: rules.route.name == "masters"),
        ("tiles 5 to 12.", lambda rules: rules.route.name == "bell"),
        ("tiles 5 to 16.", lambda rules: rules.route.name != "bell"),
        ("each team's own", lambda rules: rules.home),
        ("piece of its own team", lambda rules: bounces(rules) and rules.pieces > 1),
        ("from tile 16 home", lambda rules: bounces(rules) and rules.home == 17),
    ],
)
def test_a_sentence_is_said_where_it_applies_and_nowhere_else(words, applies):
    """Each rule is told by the rule sets that have it, whatever mix of fields they are."""
    wrong = [
        name for name, rules in EVERY.items() if (words in told(rules)) != bool(applies(rules))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("words", "applies"),
    [
        ("token", lambda rules: rules.tokens),
        ("pot", lambda rules: rules.tokens),
        ("ounc", bounces),
        ("**Lost turn**", lambda rules: 0 in rules.chances or keeps_still(rules)),
        ("Nobody has to press", lambda rules: 0 in rules.chances or keeps_still(rules)),
        ("throw of 0 do?", lambda rules: 0 in rules.chances),
        ("What if a throw", lambda rules: 0 not in rules.chances and keeps_still(rules)),
        ("two of my pieces", lambda rules: rules.pieces > 1),
        ("Must I capture", lambda rules: rules.pieces > 1),
        ("May I split", lambda rules: rules.pieces > 1),
        ("same person", lambda rules: rules.extra_on_rosette or rules.extra_on_capture),
        ("throw was earned", lambda r: "same person" in page(r) and "Lost turn" in page(r)),
        ("never a choice", lambda rules: rules.pieces == 1),
        ("Wait on rosette", lambda rules: rules.pieces > 1 and rules.shelters),
        ("May pieces pass one another?", lambda rules: rules.home),
        ("May I skip a turn?", lambda rules: rules.home),
        ("Who begins?", lambda rules: rules.home),
    ],
)
def test_an_answer_is_given_where_it_applies_and_nowhere_else(words, applies):
    """No word, question or tip is about what a rule set has not."""
    wrong = [
        name for name, rules in EVERY.items() if (words in page(rules)) != bool(applies(rules))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("finkel", "Each team races 7 pieces along its own route of 14 tiles."),
        ("finkel", "7 pieces along its own route of 14 tiles. The first to bring all of them home"),
        ("mix-everything", "Each team races 1 piece along its own route of 16 tiles."),
        ("mix-everything", "The first to bring it home wins."),
        ("three-dice", "A turn begins with a throw of 3 dice,"),
        ("finkel", "Tiles 1 to 4, 13 and 14 are each team's own"),
        ("aseb", "Tiles 1 to 4 are each team's own"),
        ("masters", "5 to 11 and 14 have the same number for both"),
        ("masters", "White's 16 is Black's 12, White's 13 is Black's 15 and White's 15"),
        ("finkel", "Tiles 4, 8 and 14 are rosettes"),
        ("finkel", "A piece on rosette 8 is safe: it cannot be captured, and no other"),
        ("aseb", "A piece on rosette 8, 12 or 16 is safe"),
        ("masters", "a piece on tile 8, 12 or 16 can be captured"),
        ("rossjrw", "It does not throw again. It cannot bounce onto a piece of its own team: then"),
        ("mix-everything", "It throws again only if it captures."),
        ("mix-everything", "It cannot bounce from tile 16 home: then it may not move."),
        ("mix-bounce", "of its own team, nor from tile 16 home: then it may not move."),
        ("mix-lone", "a piece of the other team there. It does not throw again.\n"),
        ("mix-quiet", "a piece of the other team there. It cannot bounce"),
        ("mix-hunters", "A capture earns another throw.\n"),
        ("blitz", "A capture earns another throw too. On a rosette it earns one throw, not two."),
        ("extra-throw-on-capture", "A capture earns another throw too.\n"),
        ("tablet", "Each team begins with 10 tokens."),
        ("mix-easy", "A throw that can be played must be played.\n"),
    ],
)
def test_the_sentences_are_exact(name, sentence):
    """Numbers and words are those of the rule set."""
    assert sentence in told(EVERY[name])


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("finkel", "May I skip a turn?", "No. If anything can move, something must."),
        ("finkel", "Can I be captured on tile 4 or 14?", "No. The other team never walks there."),
        ("masters", "Can I be captured on tile 4?", "No. The other team never walks there."),
        (
            "finkel",
            "Is a piece safe on rosette 8?",
            "Yes, for as long as it stays. Others may pass it, but not land.",
        ),
        ("rossjrw", "Is a piece safe on rosette 8?", "Yes, for as long as it stays."),
        (
            "masters",
            "Is a piece safe on rosette 8, 12 or 16?",
            "No. The other team may land there and capture it.",
        ),
        (
            "aseb",
            "Is a piece safe on rosette 8, 12 or 16?",
            "Yes, for as long as it stays. Others may pass it, but not land.",
        ),
        (
            "finkel",
            "Do I need the exact throw to go home?",
            "Yes. From tile 14 it takes a 1, from tile 13 a 2; a larger throw does",
        ),
        (
            "aseb",
            "Do I need the exact throw to go home?",
            "Yes. From tile 16 it takes a 1, from tile 15 a 2; a larger throw does",
        ),
        (
            "quick",
            "Do I need the exact throw to go home?",
            "No. From tile 14 any throw but a 0 will do.",
        ),
        (
            "mix-never-stuck",
            "Do I need the exact throw to go home?",
            "No. From tile 16 any throw will do.",
        ),
        (
            "finkel",
            "What earns another throw?",
            "Only landing on a rosette, each time anew. Neither a capture by itself",
        ),
        (
            "blitz",
            "What earns another throw?",
            "Landing on a rosette and capturing, each time anew; bearing off does not.",
        ),
        (
            "mix-hunters",
            "What earns another throw?",
            "Only capturing, each time anew. Neither a rosette nor bearing off does.",
        ),
        (
            "mix-quiet",
            "What earns another throw?",
            "Nothing. The other team is next, whatever a move did.",
        ),
        (
            "finkel",
            "Must the same person use an earned throw, on the same piece?",
            "No. Anybody on the team may, on any piece.",
        ),
        (
            "mix-lone",
            "Must the same person use an earned throw?",
            "No. Anybody on the team may.",
        ),
        (
            "rossjrw",
            "What does a throw of 0 do?",
            "The other team throws next, also when the throw was earned. Nobody has",
        ),
        (
            "mix-quiet",
            "What does a throw of 0 do?",
            "The other team throws next. Nobody has to press anything.",
        ),
        (
            "masters",
            "What if a throw cannot be played?",
            "The other team throws next, also when the throw was earned. Nobody has",
        ),
        (
            "tablet",
            "Does passing a rosette cost a token even when a piece stands on it?",
            "Yes. Paying and taking happen by themselves. A move that costs a token",
        ),
    ],
)
def test_the_usual_disputes_are_settled(name, question, answer):
    """What players ask most is answered as their rule set has it."""
    assert asked(EVERY[name])[question].startswith(answer)


@pytest.mark.parametrize(
    ("name", "tips"),
    [
        (
            "finkel",
            [
                "Before you choose, look for a rosette within reach: it earns another throw.",
                "Wait on rosette 8 while another piece can move: of the tiles",
                "Count for the other team too: a piece of theirs that needs a 2",
                "When nothing presses, bring in a new piece: on tiles 1 to 4",
                "From tile 13 a piece goes home with 6 throws of 16, from tile 11 with only 1.",
            ],
        ),
        (
            "blitz",
            [
                "Before you choose, look for a rosette or a capture within reach",
                "Count for the other team too: a piece of theirs that needs a 2",
                "When nothing presses, bring in a new piece: on tiles 1 to 4",
                "From tile 15 a piece goes home with 6 throws of 16, from tile 13 with only 1.",
                "The further a piece has come, the more it loses when it is captured",
            ],
        ),
        (
            "mix-nothing",
            [
                "Count for the other team too: a piece of theirs that needs a 2",
                "When nothing presses, bring in a new piece: on tiles 1 to 4",
                "From tile 13 a piece goes home with 6 throws of 16, from tile 11 with only 2.",
                "The further a piece has come, the more it loses when it is captured",
            ],
        ),
        (
            "mix-lone",
            ["With one piece there is never a choice. Press the link that is there, and hope."],
        ),
    ],
)
def test_beginners_are_given_a_few_tips(name, tips):
    """The tips are few, in the order of their use, and only those that fit the rule set."""
    said = rulebook(ENGLISH, EVERY[name])["tips"]
    assert [tip[: len(begins)] for tip, begins in zip(said, tips, strict=True)] == tips


@pytest.mark.parametrize(
    ("name", "tip"),
    [
        ("aseb", "Wait on rosette 8, 12 or 16 while another piece can move: of the tiles that"),
        ("aseb", "of the tiles that both teams walk, only these are safe."),
        ("masters", "needs a 1 or 2 to capture yours has 3 throws of 8 for it, one that needs a 3"),
        ("masters", "From tile 15 or 16 a piece goes home with 3 throws of 8, from tile 13 or 14"),
        ("three-dice", "From tile 13 or 14 a piece goes home with 3 throws of 8, from tile 12 "),
        ("quick", "A 1 goes home from tile 14 as well as a 4 does: a large throw may do more else"),
        ("mix-hunters", "look for a capture within reach"),
    ],
)
def test_the_numbers_of_a_tip_are_the_rule_sets(name, tip):
    """A tip names the tiles and throws of the rule set it is given for."""
    assert tip in "\n".join(rulebook(ENGLISH, EVERY[name])["tips"])


@pytest.mark.parametrize(
    ("name", "ways", "rows"),
    [
        (
            "finkel",
            16,
            [(0, 1, "6.25%"), (1, 4, "25%"), (2, 6, "37.5%"), (3, 4, "25%"), (4, 1, "6.25%")],
        ),
        ("three-dice", 8, [(0, 1, "12.5%"), (1, 3, "37.5%"), (2, 3, "37.5%"), (3, 1, "12.5%")]),
        ("masters", 8, [(1, 3, "37.5%"), (2, 3, "37.5%"), (3, 1, "12.5%"), (4, 1, "12.5%")]),
        ("mix-nothing", 16, [(1, 4, "25%"), (2, 6, "37.5%"), (3, 4, "25%"), (4, 2, "12.5%")]),
    ],
)
def test_the_odds_are_those_of_the_dice(name, ways, rows):
    """Each throw has its row."""
    odds = rulebook(ENGLISH, EVERY[name])["odds"]
    assert odds["ways"] == ways
    assert [(row["throw"], row["times"], row["share"]) for row in odds["rows"]] == rows


@pytest.mark.parametrize(
    ("name", "alt"),
    [
        (
            "bell",
            (
                "The route of each team: tiles 1 to 4 leftwards along its own row, 5 to 12 "
                "rightwards along the middle row, 13 and 14 leftwards along its own row, then "
                "home."
            ),
        ),
        (
            "masters",
            (
                "The route of each team: tiles 1 to 4 leftwards along its own row, 5 to 11 "
                "rightwards along the middle row, 12 and 13 rightwards along the other team's "
                "row, 14 in the middle row, 15 and 16 leftwards along its own row, then home."
            ),
        ),
        (
            "aseb",
            (
                "The route of each team: tiles 1 to 4 leftwards along its own row, 5 to 16 "
                "rightwards along the middle row, then home."
            ),
        ),
    ],
)
def test_the_route_is_drawn_and_told(name, alt):
    """The picture of the route is the one of its name, and its words lead along every square."""
    [route] = [route for route in VALUES["route"] if route.name == name]
    shown = rulebook(ENGLISH, replace(RULE_SETS["finkel"], route=route))["route"]
    there = "https://github.com/somebody/royal-game-of-ur/raw/main/docs/routes"
    assert shown == {"picture": f"{there}/{name}.png", "alt": alt}

    walked = []
    for stretch in alt.split(": ")[1].split(", ")[:-1]:
        rows = {"its own row": 1, "the middle row": 2, "the other team's row": 3}
        [row] = [number for words, number in rows.items() if words in stretch]
        columns = [route.light[step - 1][0] for step in sorted(numbers(stretch))]
        assert columns == sorted(columns, reverse="leftwards" in stretch)
        walked += [f"{column}{row}" for column in columns]
    assert tuple(walked) == route.light


# What is said is true of any mix.


@of_any_mix
def test_where_a_piece_is_said_to_be_safe_nobody_captures_it(rules):
    """Lines, answers and tips agree with the captures that are possible, tile by tile."""
    danger, questions = in_danger(rules), asked(rules)
    tips = rulebook(ENGLISH, rules)["tips"]
    both = {step for step in range(1, rules.home) if rules.route.meets[step]}
    assert numbers(found(r"Both teams walk tiles ([^.]*)", told(rules).split("\n"))[1]) == both
    own = numbers(found(r"Tiles (.*) are each team's own", told(rules).split("\n"))[1])
    assert own == set(range(1, rules.home)) - both
    assert not own & danger

    never = found(r"Can I be captured on tile (.*)\?", questions)
    assert questions[never[0]].startswith("No.")
    assert numbers(never[1]) == own & rules.rosettes
    middle = found(r"Is a piece safe on rosette (.*)\?", questions)
    assert numbers(middle[1]) == both & rules.rosettes
    captured = numbers(middle[1]) & danger
    assert captured == (set() if questions[middle[0]].startswith("Yes") else numbers(middle[1]))

    if tip := found(r"Wait on rosette (.*) while", tips):
        assert numbers(tip[1]) == both - danger
    else:
        assert rules.pieces == 1 or both == danger
    if tip := found(r"When nothing presses.* on tiles (.*) nobody", tips):
        assert numbers(tip[1]) == set(range(1, min(both)))
        assert not numbers(tip[1]) & danger
    if tip := found(r"The further .* tile (\d+) that is \1 tiles .* tile (\d+) only \2\.", tips):
        assert (int(tip[1]), int(tip[2])) == (max(danger), min(danger))


@of_any_mix
def test_the_risk_of_a_tip_is_the_chance_of_the_capture(rules):
    """A piece is captured by one that needs such a throw exactly as often as the tip says."""
    tip = found(
        r"Count .* needs a (.*) to capture yours has (\d+) throws of (\d+) for it,"
        r" one that needs a (.*) only (\d+)\.",
        rulebook(ENGLISH, rules)["tips"],
    )
    assert bool(tip) == (rules.pieces > 1)
    if not tip:
        return
    risks = {throws[0]: falls(rules, throws) for throws in hits(rules).values()}
    common, rare = numbers(tip[1]), numbers(tip[4])
    assert {risks[one] for one in common} == {int(tip[2])} == {max(risks.values())}
    assert {risks[one] for one in rare} == {int(tip[5])} == {min(risks.values())}
    assert int(tip[3]) == 2**rules.dice
    assert all(len(throws) == 1 for throws in hits(rules).values())
    assert set(risks) == set(rules.chances) - {0}


@of_any_mix
def test_the_way_home_is_as_told(rules):
    """The throws that bear off are those of the answer, and as many as the tip says."""
    last = rules.home - 1
    answer = asked(rules)["Do I need the exact throw to go home?"]
    tips = rulebook(ENGLISH, rules)["tips"]
    exact = found(r"Yes\. From tile (\d+) it takes a 1, from tile (\d+) a 2;", [answer])
    loose = found(r"No\. From tile (\d+) any throw(| but a 0) will do\.", [answer])
    if exact:
        assert (leaving(rules, int(exact[1])), leaving(rules, int(exact[2]))) == ({1}, {2})
        assert int(exact[1]) == last
    else:
        assert leaving(rules, int(loose[1])) == set(rules.chances) - {0}
        assert (0 in rules.chances) == bool(loose[2])
    if rules.pieces == 1:
        return
    if exact:
        tip = found(r"From tile (.*) a .* with (\d+) throws of (\d+), from tile (.*) with", tips)
        near = {falls(rules, leaving(rules, step)) for step in numbers(tip[1])}
        far = {falls(rules, leaving(rules, step)) for step in numbers(tip[4])}
        every = [falls(rules, leaving(rules, step)) for step in range(1, rules.home)]
        assert near == {int(tip[2])} == {max(every)}
        assert far == {int(tips[tips.index(tip.string)].split()[-1][:-1])}
        assert far == {min(number for number in every if number)}
    else:
        tip = found(r"A 1 goes home from tile (\d+) as well as a (\d) does", tips)
        assert {1, int(tip[2])} <= leaving(rules, int(tip[1]))
        assert int(tip[2]) == max(rules.chances)


@of_any_mix
def test_what_earns_another_throw_is_as_told(rules):
    """Of all moves those throw again that the answer names."""
    again = {move for move, outcome in rules.outcomes.items() if outcome.again}
    rosette = {m for m, outcome in rules.outcomes.items() if outcome.landed and not m.captured}
    capture = {m for m, outcome in rules.outcomes.items() if m.captured and not outcome.landed}
    answer = asked(rules)["What earns another throw?"]

    assert not any(move.to == rules.home for move in again)
    for moves, word in ((rosette, "landing on a rosette"), (capture, "capturing")):
        claimed = word in answer.lower()
        assert (moves <= again) == claimed
        assert bool(moves & again) == claimed
    assert answer.startswith("Nothing.") == (not again)
    both = [m for m, outcome in rules.outcomes.items() if m.captured and outcome.landed]
    assert ("one throw, not two" in told(rules)) == (
        bool(both) and rules.extra_on_rosette and rules.extra_on_capture
    )


@of_any_mix
def test_the_odds_of_any_dice_are_whole(rules):
    """The rows count every way in which the dice fall, once."""
    odds = rulebook(ENGLISH, rules)["odds"]
    assert sum(row["times"] for row in odds["rows"]) == odds["ways"]
    assert sum(Fraction(row["share"][:-1]) for row in odds["rows"]) == 100
    for row in odds["rows"]:
        assert row["times"] == falls(rules, [row["throw"]])
        assert Fraction(row["share"][:-1]) / 100 == Fraction(row["times"], odds["ways"])


@given(rules=any_mix, seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_in_play_nothing_happens_that_the_rules_deny(rules, seed):
    """A game at random: lost turns, stacks, choices and throws are as the sentences say."""
    chance, game, text = random.Random(seed), start(rules), page(rules)
    for _ in range(200):
        if game.winner:
            break
        faces = "".join(chance.choice("01") for _ in range(rules.dice))
        game = throw(game, rules.value(faces))
        moves = legal_moves(game)
        if not moves:
            assert "Lost turn" in text
            assert game.throw == 0 or "if it cannot, the turn is lost" in text
            mover, game = game.to_move, lose_turn(game)
            assert game.to_move is mover.other
            continue
        assert len(moves) == 1 or "never a choice" not in text
        mover = game.to_move
        game, events = play(game, chance.choice(moves))
        assert (game.to_move is mover) == bool({Event.AGAIN, Event.WON} & set(events))
        tiles = [step for step in game.pieces.of(mover) if 0 < step < rules.home]
        assert len(set(tiles)) == len(tiles)


@of_any_mix
def test_a_lost_turn_is_told_of_where_there_can_be_one(rules):
    """Where every throw moves something nobody reads of a throw that does not."""
    blank, still = 0 in rules.chances, keeps_still(rules)
    assert ("if it cannot, the turn is lost" in told(rules)) == still
    assert ("**Lost turn**" in page(rules)) == (blank or still)
    assert any("cannot be played" in question for question in asked(rules)) == (still and not blank)
    assert ("What does a throw of 0 do?" in asked(rules)) == blank


@of_any_mix
def test_pieces_pass_and_pay_as_told(rules):
    """One on a rosette is passed unharmed; with tokens that costs one, and so does a bounce."""
    moved, events = play(game := place(rules, [7], [8], thrown=2), legal_moves(game)[0])
    assert (moved.pieces.light[0], 8 in moved.pieces.dark) == (9, True)
    assert (Event.PAID in events) == bool(rules.tokens)
    if rules.pieces > 1:
        game = place(rules, [3, 4], thrown=2)
        [over] = [move for move in legal_moves(game) if move.step == 3]
        moved, events = play(game, over)
        assert moved.pieces.light[:2] == (4, 5)
        assert (Event.PAID in events) == bool(rules.tokens)
    if rules.tokens and bounces(rules):
        game = place(rules, [7], [8], thrown=1)
        assert {Event.BOUNCED, Event.PAID} < set(play(game, legal_moves(game)[0])[1])
        assert "and so does bouncing past one" in page(rules)


@of_any_mix
def test_a_move_onto_a_safe_piece_does_what_is_told(rules):
    """It is not allowed, or bounces on; from the last tile it cannot, nor onto one's own."""
    sheltered = [step for step in rules.shelters if rules.route.meets[step]]
    for tile in sheltered:
        moves = legal_moves(place(rules, [tile - 1], [rules.route.meets[tile]], thrown=1))
        stays = tile == rules.home - 1 or not bounces(rules)
        assert [move.to for move in moves] == ([] if stays else [tile + 1])
        if rules.pieces > 1 and tile + 1 < rules.home:
            mine = [tile - 1, tile + 1]
            moves = legal_moves(place(rules, mine, [rules.route.meets[tile]], thrown=1))
            assert tile - 1 not in [move.step for move in moves]
    nor = "from tile 16 home" in told(rules)
    assert nor == (bounces(rules) and rules.home - 1 in sheltered)


# How it is said.


@of_any_mix
def test_every_sentence_is_one(rules):
    """Nothing is left open, doubled or empty, and no sentence is said twice."""
    book = rulebook(ENGLISH, rules)
    lines = [*book["lines"], *book["tips"], book["route"]["alt"], *asked(rules).values()]
    meanings = [one["meaning"] for one in book["words"]]
    for line in [*lines, *meanings]:
        assert line.endswith(".")
        assert not re.search(r" {2}|None|[{}\[\]]| [.,:;?]|\.\.|,\.", line)
    for line in [*lines, *asked(rules), *(one["word"] for one in book["words"])]:
        assert line[0].isupper()
    assert all(question.endswith("?") for question in asked(rules))
    assert 1 <= len(book["tips"]) <= MOST_TIPS
    assert len(book["tips"]) >= (1 if rules.pieces == 1 else 3)

    sentences = re.split(r"(?<=[.?])\s+", " ".join([*lines, *asked(rules), *meanings]))
    twice = {said for said, times in Counter(sentences).items() if times > 1}
    assert twice <= {"No.", "Yes."}
    assert len({one["word"] for one in book["words"]}) == len(book["words"])


@of_any_mix
def test_the_rules_stay_small(rules):
    """Whatever the mix, the fold costs little with each move."""
    assert len(page(rules).encode()) <= LARGEST


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_page_reads_on_github(name):
    """It is one picture with its words, lists, and one table of three columns, without headings."""
    book = rulebook(ENGLISH, EVERY[name])
    drawn = render(page(EVERY[name]))

    [picture] = re.findall(r"<img [^>]*>", drawn)
    alt = re.search(r'alt="([^"]*)"', picture)[1].replace("&#39;", "'")
    assert alt == book["route"]["alt"]
    assert f'src="{book["route"]["picture"]}"' in picture
    assert drawn.count("<th") - drawn.count("<thead") == 3
    assert drawn.count("<tr>") == 1 + len(book["odds"]["rows"])
    lists = ("lines", "words", "disputes", "tips")
    assert drawn.count("<li>") == sum(len(book[part]) for part in lists)
    assert drawn.count("<ul>") == len(lists)
    assert "<h" not in drawn.replace("<hr", "")
    assert "**" not in drawn


class Listening(Text):
    """Sentences that remember which were said, and with what facts."""

    def __init__(self, text: Text) -> None:
        super().__init__(text._pages, text._sentences)
        self.said: dict[str, set[str]] = {}

    def say(self, key: str, **facts: object) -> str:
        """A sentence, remembered."""
        self.said.setdefault(key, set()).update(facts)
        return super().say(key, **facts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_and_every_fact_is_used(language):
    """No sentence of the file is never said, and no fact is given to one that does not use it."""
    text = Listening(load_text(TEMPLATES, language))
    for rules in EVERY.values():
        page(rules, Wording(text, ADDRESS))

    assert {key for key in text._sentences if key.startswith("rules.")} <= set(text.said)
    for key, facts in text.said.items():
        parsed = Environment(autoescape=True).parse(text._sentences[key])
        assert facts <= meta.find_undeclared_variables(parsed), key
