"""The keeper's settings: what they may say, and how they are told what they may not."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ur.errors import KeeperFault
from ur.referee.policy import First
from ur.rules import RULE_SETS
from ur.settings import Settings, parse

WHOLE = b"""\
rules: three-unsafe
offer: [finkel, three-unsafe]
first: throw
moves_in_a_row: 2
keepers: [7]
blocked: [8, 9]
requests_per_run: 100
house_rules:
  three-unsafe: {base: finkel, dice: 3, safe_rosettes: none}
language: en
readme: {events: 3, games: 2, leaders: 1}
"""


def test_every_key_may_be_left_out():
    """Without a file, or with an empty one, everything is as usual."""
    assert parse(None) == parse(b"") == parse(b"# nothing\n") == Settings()


def test_every_key_is_read():
    """Every setting reaches the referee or the README."""
    settings = parse(WHOLE)
    policy = settings.policy(owner=5)

    assert policy.on_offer() == ("three-unsafe", "finkel")
    assert policy.first is First.THROW
    assert (policy.moves_in_a_row, policy.keepers, policy.blocked) == (2, {5, 7}, {8, 9})
    assert settings.requests_per_run == 100
    assert (settings.readme.events, settings.readme.games, settings.readme.leaders) == (3, 2, 1)
    own = settings.rule_sets["three-unsafe"]
    assert (own.dice, own.shelters, own.route) == (3, frozenset(), RULE_SETS["finkel"].route)


def test_without_an_owner_only_those_listed_are_keepers():
    """Where nobody is known to own the repository, the settings alone name keepers."""
    assert parse(b"keepers: [7]").policy(None).keepers == {7}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (b"frist: light", 1, '"frist" is no key here'),
        (b"rules: finkel\nfirst: white", 2, "first: takes one of alternate, light"),
        (b"rules: chess", 1, "rules: takes one of aseb, "),
        (b"offer: finkel", 1, "offer: takes a list, like [finkel]"),
        (b"\nkeepers: [somebody]", 2, "keepers: each takes a whole number"),
        (b"keepers:\n  - 1\n  - true", 3, "keepers: each takes a whole number"),
        (b"blocked: {a: 1}", 1, "blocked: takes a list"),
        (b"moves_in_a_row: -1", 1, "takes a whole number from 0"),
        (b"requests_per_run: 1", 1, "takes a whole number from 10"),
        (b"language: ../x", 1, "language: takes the name of a folder"),
        (b"readme: {event: 1}", 1, '"event" is no key here'),
        (b"readme: 3", 1, "readme: takes keys and values"),
        (b"rules: finkel\nrules: finkel", 2, "stands once"),
        (b"? [a]\n: b", 1, "a key is a word"),
        (b"- rules", 1, "takes keys and values"),
        (b"a: [", 1, "is no YAML"),
        (b"\x80", 1, "is no YAML in UTF-8"),
        (b"rules: finkel\nfirst: \x80", 2, "is no YAML in UTF-8"),
        (b"# \xf0\x9f\x8e\xb2\xc3\xa4\n\nrules: finkel\nfirst: \x1b", 4, "is no YAML in UTF-8"),
        (b"\xef\xbb\xbfrules: finkel\r\nfirst: \x1b\r\n\r\n", 2, "is no YAML in UTF-8"),
        ("rules: finkel\nfirst: \x01".encode("utf-16"), 2, "is no YAML in UTF-8"),
        (b"[" * 1500, 1, "is no YAML"),
        (b"rules: 2020-99-99", 1, "cannot be read"),
        (b'"\xe2\x80\xae<b>": 1', 1, "this is no key here"),
        (b"house_rules: {finkel: {base: finkel}}", 1, "a name is new"),
        (b"house_rules: {123: {base: finkel}}", 1, "house_rules: a name is new"),
        (b"house_rules: {'yes': {base: finkel}}", 1, "house_rules: a name is new"),
        (b"house_rules: [a]", 1, "house_rules: takes keys and values"),
        (
            b"house_rules:\n  x:\n    base: finkel\n    name: quick",
            4,
            "x: the fields of a rule set",
        ),
        (b"house_rules: {x: {base: finkel, pieces: 3.0}}", 1, "pieces takes one of"),
        (b"offer:\n  - finkel\n  - chess", 3, "offer: each takes one of"),
        (b"rules: !!bool x", 1, "rules: cannot be read"),
        (b"moves_in_a_row: !!float ''", 1, "cannot be read"),
        (b"rules: !!timestamp x", 1, "cannot be read"),
        (b"requests_per_run: !!int ''", 1, "cannot be read"),
        (b"house_rules: {A: {base: finkel}}", 1, "a name is new"),
        (b"house_rules: {mine: {dice: 3}}", 1, "base is missing"),
        (b"house_rules: {mine: {base: mine}}", 1, "house_rules: mine, base: takes one of aseb, "),
        (b"house_rules:\n  mine:\n    base: finkel\n    dice: 5", 4, "dice takes one of 3, 4"),
        (b"house_rules:\n  mine:\n    base: finkel\n    wings: 2", 4, "the fields of a rule set"),
        (b"house_rules: {mine: {base: finkel, pieces: true}}", 1, "pieces takes one of"),
    ],
)
def test_a_wrong_setting_is_told_by_key_and_line(text, line, says):
    """A fault in the file names its line and what belongs there."""
    with pytest.raises(KeeperFault) as fault:
        parse(text)

    assert fault.value.where == f".github/ur.yml, line {line}"
    assert says in fault.value.what


@given(st.one_of(st.binary(), st.text().map(lambda text: f"rules: {text}".encode())))
def test_no_file_is_a_surprise(text):
    """Whatever bytes the file holds, they are settings or a fault that says so."""
    with suppress(KeeperFault):
        assert isinstance(parse(text), Settings)
