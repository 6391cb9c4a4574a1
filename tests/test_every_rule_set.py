"""The whole product plays every rule set: links, picture, words, record, archive, next game."""

import re
from io import BytesIO

import pytest
import yaml
from PIL import Image

from tests.town import OWNER, LoadedDice, Town
from ur import paths
from ur.rules import RULE_SETS, Side, parse_record
from ur.rules.ruleset import as_fields

MIX = {"base": "aseb", "pieces": 2, "tokens": 10, "on_protected": "bounce", "exact_exit": False}
SETTINGS = {"offer": list(RULE_SETS), "house_rules": {"our-mix": MIX}, "rules": "our-mix"}
THROWS = [1, 2, 3, 2, 1, 3, 1, 2]


def play_a_link(town: Town) -> int:
    """The request of the last move link of the README, by somebody of the team to move."""
    links = [link.title for link in town.links() if link.title.startswith("ur-move-")]
    return town.asked(1 if town.match().game.to_move is Side.LIGHT else 2, links[-1])


@pytest.mark.parametrize("name", [*RULE_SETS, "our-mix"])
def test_a_game_is_played_from_its_beginning_to_the_next(late_town: Town, name):
    """Begun by its link, played by links, won, archived and proved; then the next game begins."""
    town = late_town
    town.push({paths.SETTINGS: yaml.safe_dump(SETTINGS).encode()}, "Offer everything")
    town.dice = LoadedDice(THROWS)
    began = town.asked(OWNER, "ur-new" if name == "our-mix" else f"ur-new-{name}")
    assert town.answer(began) == "started"
    match = town.match()
    assert match.rules.name == name

    for _ in range(5):
        assert town.answer(play_a_link(town)) == "moved"
        picture = paths.picture(1, town.match().next_turn)
        readme = town.read("README.md").decode()
        assert picture in readme
        assert Image.open(BytesIO(town.read(picture))).format == "PNG"
        assert ("token" in readme) == bool(match.rules.tokens)
    town.dice = LoadedDice([])
    match = town.skip_to_the_last_move()
    last = town.asked(
        1 if match.game.to_move is Side.LIGHT else 2,
        f"ur-move-1@{match.rules.home - 1}-1.{match.next_turn}",
    )

    assert "has won game 1!" in town.comments(last)[-1]
    own = {name: match.rules}
    record = parse_record(town.read(paths.record_text(1)).decode(), own)
    assert record.result == f"{match.game.to_move} home"
    page = town.read(f"{paths.archive(1)}/README.md").decode()
    assert ("tokens" in page) == bool(match.rules.tokens)
    if name == "our-mix":
        document = yaml.safe_load(town.read(paths.archived(1)))
        assert document["rules"] == as_fields(match.rules)
        town.push({paths.SETTINGS: b"offer: [masters]"}, "Drop the mix")
    town._git(town.checkout, "pull", "--quiet")
    rebuilt, verified = town.run("rebuild", "--check", "--all"), town.run("verify")
    assert rebuilt.stdout == ("README.md: differs\n" if name == "our-mix" else "")
    assert verified.returncode == 0, verified.stdout
    assert f"{paths.record_text(1)}: ok" in verified.stdout.splitlines()
    assert town.answer(town.asked(OWNER, "ur-new-masters")) == "started"


def test_a_sealed_game_is_proved_once_it_is_over(late_town: Town):
    """In play it says that it is sealed; when the seed is revealed every throw is checked."""
    town = late_town
    town.secret = "of the town"
    town.push({paths.SETTINGS: b"rules: blitz\nfirst: throw"}, "Throw for it")
    began = town.asked(OWNER, "ur-new")
    match = town.match()
    assert match.seal in town.comments(began)[-1]
    assert match.seal in town.read("README.md").decode()
    assert match.opening
    town._git(town.checkout, "pull", "--quiet")
    assert f"{paths.MATCH}: ok, sealed, not yet revealed" in town.run("verify").stdout.splitlines()

    for player, title in town.foresee(1000):
        town.ask(player, title)
    assert town.play()

    town._git(town.checkout, "pull", "--quiet")
    done = town.run("verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{paths.archived(1)}: ok" in done.stdout.splitlines()
    text = town.read(paths.record_text(1)).decode()
    assert f"[opening {len(match.opening)}]" in text
    assert re.search(r"^\[seed [0-9a-f]{64}\]$", text, re.MULTILINE)
    page = town.read(f"{paths.archive(1)}/README.md").decode()
    assert match.seal in page
    assert "ur verify" in page
