"""The rules in sentences: what applies to a rule set is said, and nothing else."""

from dataclasses import replace

import pytest

from ur.house import TEMPLATES, load_text
from ur.render.address import Address
from ur.render.rulebook import rulebook
from ur.render.wording import Wording
from ur.rules import RULE_SETS
from ur.rules.ruleset import VALUES, variant

LANGUAGES = sorted(path.name for path in (TEMPLATES / "languages").iterdir())
ENGLISH = Wording(load_text(TEMPLATES, "en"), Address("https://x", "a/b", "main"))
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
}


def house_rule(name: str) -> object:
    """A rule set of a table's own."""
    fields = dict(MIXES[name])
    return variant(RULE_SETS[fields.pop("base")], {"name": name, **fields})


EVERY = {**RULE_SETS, **EVERY_VALUE, **{name: house_rule(name) for name in MIXES}}


def told(rules) -> str:
    """All sentences of a rule set."""
    return "\n".join(rulebook(ENGLISH, rules)["lines"])


def bounces(rules) -> bool:
    """Whether the moves of a rule set know a bounce."""
    return any(move.bounced for move in rules.outcomes)


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


@pytest.mark.parametrize(
    ("words", "applies"),
    [
        ("token", lambda rules: rules.tokens),
        ("pot", lambda rules: rules.tokens),
        ("bounce", bounces),
        ("is safe", lambda rules: any(map(rules.route.meets.__getitem__, rules.shelters))),
        ("No rosette shelters", lambda rules: not rules.shelters),
        ("no other piece can land", lambda rules: rules.shelters and not rules.bounces),
        ("on one throws again", lambda rules: rules.extra_on_rosette),
        ("captures throws again", lambda rules: rules.extra_on_capture),
        ("the turn is lost.", lambda rules: rules.home),
        ("it is a 0", lambda rules: 0 in rules.chances),
        ("worth 4", lambda rules: rules.zero_value == 4),
        ("exact throw", lambda rules: rules.exact_exit),
        ("any throw that takes", lambda rules: not rules.exact_exit),
        ("White's 12 is Black's 16", lambda rules: rules.route.name == "masters"),
        ("tiles 5 to 12.", lambda rules: rules.route.name == "bell"),
        ("tiles 5 to 16.", lambda rules: rules.route.name != "bell"),
        ("each team's own", lambda rules: rules.home),
        ("nor from tile 16 home", lambda rules: bounces(rules) and rules.home == 17),
    ],
)
def test_a_sentence_is_said_where_it_applies_and_nowhere_else(words, applies):
    """Each rule is told by the rule sets that have it, whatever mix of fields they are."""
    wrong = [
        name for name, rules in EVERY.items() if (words in told(rules)) != bool(applies(rules))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", EVERY)
def test_every_sentence_is_one(name):
    """Nothing is left open, doubled or empty: a capital at the start, a full stop at the end."""
    for line in rulebook(ENGLISH, EVERY[name])["lines"]:
        assert line[0].isupper()
        assert line.endswith(".")
        assert not any(bad in line for bad in ("  ", "None", "{", "[]", " .", " ,", ".."))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("finkel", "Each team races 7 pieces along its own route of 14 tiles."),
        ("mix-everything", "Each team races 1 piece along its own route of 16 tiles."),
        ("mix-everything", "The first to bring it home wins."),
        ("three-dice", "A turn begins with a throw of 3 dice,"),
        ("finkel", "Of 16 throws, on average: 1 x 0, 4 x 1, 6 x 2, 4 x 3 and 1 x 4."),
        ("three-dice", "Of 8 throws, on average: 1 x 0, 3 x 1, 3 x 2 and 1 x 3."),
        ("masters", "Of 8 throws, on average: 3 x 1, 3 x 2, 1 x 3 and 1 x 4."),
        ("mix-nothing", "Of 16 throws, on average: 4 x 1, 6 x 2, 4 x 3 and 2 x 4."),
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
        ("mix-quiet", "a piece of the other team there. It cannot bounce"),
        ("blitz", "Whoever captures throws again too. A capture on a rosette earns one"),
        ("extra-throw-on-capture", "Whoever captures throws again too.\n"),
        ("tablet", "Each team begins with 10 tokens."),
    ],
)
def test_the_sentences_are_exact(name, sentence):
    """Numbers and words are those of the rule set."""
    assert sentence in told(EVERY[name]).replace("\N{MULTIPLICATION SIGN}", "x")
