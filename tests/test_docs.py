"""The documents are true: what they name is there, and what they show was run.

``PYTHONPATH=src:. python -m tests.test_docs`` writes their tables again.
"""

import argparse
import doctest
import inspect
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

import ur.rules
from tests.store.games import Play
from tests.town import USUAL
from ur.commands import COMMANDS, main
from ur.house import ENGLISH, TEMPLATES, load_text
from ur.install.board import WAITING
from ur.options import parser
from ur.referee.judge import GRANTED
from ur.referee.mistakes import REFUSALS
from ur.render.address import Address
from ur.render.rulebook import rulebook
from ur.render.wording import Wording
from ur.rules import RULE_SETS
from ur.rules.route import ROUTES, Route
from ur.rules.ruleset import VALUES, as_fields
from ur.settings import Settings, parse
from ur.store.record import record_text

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
UNSHIPPED = {".github/ISSUE_TEMPLATE", ".github/ISSUE_TEMPLATE/config.yml"}
"""What a keeper may have, and the template has not."""
README = (ROOT / "README.md").read_text("utf-8")
IS_COPY = WAITING not in README
"""Whether this is somebody's copy, with a README, settings and a state of its own."""
in_the_game_itself = pytest.mark.skipif(IS_COPY, reason="a copy has a README of its own")
PAGES = [*sorted(ROOT.glob("*.md")), ROOT / "state" / "README.md", *sorted(DOCS.rglob("*.md"))]
PAGES = [path for path in PAGES if path != ROOT / "README.md" or not IS_COPY]


def commands() -> list[str]:
    """The names of all commands."""
    [actions] = [action for action in parser(COMMANDS)._actions if action.choices]
    return list(actions.choices)


@in_the_game_itself
def test_every_command_is_told():
    """No command is missing from the README."""
    assert [name for name in commands() if f"| `{name}" not in README] == []


@in_the_game_itself
def test_every_setting_is_told_with_its_usual_value():
    """Each key stands in the table with the value it has when it is left out."""
    rows = re.findall(r"^\| `([a-z_]+)` \| `(.+?)` \|", README, re.MULTILINE)
    told = {key: yaml.safe_load(value) for key, value in rows}
    usual = {field.name for field in fields(Settings)} - {"rule_sets"} | {"house_rules"}

    assert set(told) == usual
    assert parse(yaml.safe_dump(told).encode()) == Settings()


@in_the_game_itself
def test_the_shipped_settings_are_the_usual_ones():
    """A fresh copy plays by the usual settings, and the tests by these."""
    shipped = (ROOT / ".github" / "ur.yml").read_bytes()
    assert shipped == USUAL
    assert parse(shipped) == Settings()


@in_the_game_itself
@pytest.mark.parametrize("code", [*GRANTED, *(mistake.key for mistake in REFUSALS)])
def test_every_code_of_an_answer_is_told(code):
    """A program finds every code it may meet in the README."""
    assert f"`{code}`" in README


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_the_documents_lead_somewhere(path):
    """Every file that a document links to is there."""
    for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
        assert (path.parent / link).exists(), link


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_is_there(path):
    """Commands, options, settings, files and make's targets that a document names exist."""
    text = path.read_text("utf-8")
    parsers = {name: one.format_help() for name, one in parsers_of()}
    for words in re.findall(r"python -m ur ([a-z]+(?: --[a-z-]+)*)", text):
        name, *options = words.split()
        assert name in parsers, words
        assert [option for option in options if option not in parsers[name]] == [], words
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)) <= targets
    for name in re.findall(r"`((?:src|docs|tests|templates|\.github)/[A-Za-z0-9_./-]+)`", text):
        assert (ROOT / name).exists() or name in UNSHIPPED, name


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_yaml_of_a_document_is_settings_that_can_be_used(path):
    """What a keeper copies works."""
    for block in re.findall(r"```yaml\n(.*?)```", path.read_text("utf-8"), re.DOTALL):
        parse(block.encode())


def parsers_of() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with its parser."""
    for action in parser(COMMANDS)._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


@in_the_game_itself
def test_state_is_shipped_empty():
    """A copy begins without a past."""
    assert [path.name for path in (ROOT / "state").iterdir()] == ["README.md"]


@pytest.mark.parametrize("page", ["library.md"])
def test_the_examples_of_a_page_run(page):
    """What a page shows is what happens."""
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert (failed, tried > 20) == (0, True)


def test_the_examples_of_the_library_run():
    """What the docstring of the rules shows is what happens."""
    failed, tried = doctest.testmod(ur.rules)
    assert (failed, tried > 3) == (0, True)


@pytest.mark.parametrize("first", [None, ur.rules.Side.DARK])
def test_a_seal_is_checked_by_the_ten_lines_of_the_page(tmp_path, first):
    """The page's own program prints the seal of a finished game, and finds any throw forged."""
    [program] = re.findall(
        r"```python\n(.*?)```", (DOCS / "seals.md").read_text("utf-8"), re.DOTALL
    )
    assert len([line for line in program.splitlines() if line]) == 10
    (tmp_path / "check.py").write_text(program)
    match = Play(5, sealed=True, first=first).moves(900).reveal().match
    text = record_text(match).decode()
    assert ("[opening" in text) == (first is None)

    def check(record: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "record.txt").write_text(record)
        words = [sys.executable, "check.py", "record.txt"]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)

    good = check(text)
    assert (good.returncode, good.stdout) == (0, f"seal: {match.seal}\n")
    [turn] = re.findall(r"^7\. . . \d+", text, re.MULTILINE)
    number, side, throw, dice = turn.split()
    other = str((int(throw) + 1) % 4)
    for forged in ([dice[1:] + dice[0]], [], ["0000" if dice != "0000" else "0001"]):
        told = " ".join([number, side, throw, *forged])
        assert told != turn
        assert check(text.replace(turn, told)).returncode == 1
    assert check(text.replace(turn, f"{number} {side} {other} {dice}")).returncode == 1


def test_the_record_of_the_page_is_one():
    """The page's example is proved like any other."""
    text = (DOCS / "records.md").read_text("utf-8")
    [example] = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert ur.rules.write_record(ur.rules.parse_record(example)) == example
    assert {"rules", "first", "seed", "opening", "result"} <= set(re.findall(r"\[(\w+)", example))


@pytest.mark.parametrize("number", [0, 1])
def test_the_commands_of_a_page_print_what_it_shows(tmp_path, monkeypatch, capsys, number):
    """Each command that the page on records shows is run, and its output is that of the page."""
    monkeypatch.chdir(tmp_path)
    wrong = "[rules finkel]\n[first light]\n1. l 3 1011: hand-b1\n2. d 2: hand-b3\n"
    (tmp_path / "wrong.txt").write_text(wrong)
    text = (DOCS / "records.md").read_text("utf-8")
    shown = re.findall(r"```console\n(.*?)```", text, re.DOTALL)[number]

    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", shown, re.MULTILINE):
        words = shlex.split(command)
        assert words[:4] == ["PYTHONPATH=src", "python", "-m", "ur"]
        main(words[4:])
        assert capsys.readouterr().out == output


def plain(value: object) -> str:
    """A value as it is written in YAML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def rule_sets() -> Iterator[str]:
    """The table of the shipped rule sets, finkel first, what differs from it in bold."""
    columns = list(VALUES)
    usual = as_fields(RULE_SETS["finkel"])
    right = {"pieces", "dice", "zero_value", "tokens"}
    yield f"| name | {' | '.join(columns)} |"
    yield f"| :-- | {' | '.join('--:' if column in right else ':--' for column in columns)} |"
    for name in ("finkel", *(name for name in RULE_SETS if name != "finkel")):
        told = as_fields(RULE_SETS[name])
        cells = [
            plain(told[column]) if told[column] == usual[column] else f"**{plain(told[column])}**"
            for column in columns
        ]
        yield f"| `{name}` | {' | '.join(cells)} |"


def routes() -> Iterator[str]:
    """The squares of every route in order, rosettes in bold."""

    def squares(route: Route) -> str:
        rosettes = route.board.rosettes
        return " ".join(f"**{one}**" if one in rosettes else one for one in route.light)

    for route in ROUTES.values():
        yield f"- `{route.name}`: {squares(route)}"


def names() -> Iterator[str]:
    """The public names of the library, and the first sentence of each."""
    yield "| name | what it is |"
    yield "| :-- | :-- |"
    for name in ur.rules.__all__:
        thing = getattr(ur.rules, name)
        said = (
            "Every shipped rule set, by its name." if name == "RULE_SETS" else inspect.getdoc(thing)
        )
        yield f"| `{name}` | {said.splitlines()[0].replace('``', '`')} |"


def rules() -> Iterator[str]:
    """The rules of every shipped rule set, as the README tells them, finkel first."""
    text = load_text(TEMPLATES, ENGLISH)
    wording = Wording(text, Address("https://github.com", "a/b", "main", inside="docs"))
    for name in ("finkel", *(name for name in RULE_SETS if name != "finkel")):
        told = text.page("rules.md.j2", rules=rulebook(wording, RULE_SETS[name])).rstrip()
        yield f"## {wording.rules_title(name)}\n\n`{name}`. {told}\n"


SECTIONS = [
    ("rules.md", "rules", rules),
    ("rule-sets.md", "table", rule_sets),
    ("rule-sets.md", "routes", routes),
    ("library.md", "names", names),
]


def section(page: str, name: str) -> re.Match[str]:
    """A section of a page between its marks."""
    text = (DOCS / page).read_text("utf-8")
    found = re.search(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", text, re.DOTALL)
    assert found
    return found


@pytest.mark.parametrize(("page", "name", "lines"), SECTIONS)
def test_the_tables_of_the_documents_are_those_of_the_program(page, name, lines):
    """What a page lists is what there is."""
    assert section(page, name)[0] == "\n".join(lines()) + "\n"


def test_every_value_of_a_rule_set_is_told():
    """The keeper reads each field with the values it takes."""
    text = (DOCS / "rule-sets.md").read_text("utf-8")
    for field in VALUES:
        assert f"| `{field}` | " in text


def test_the_house_rules_of_the_page_can_be_used():
    """The page's example is a file of settings."""
    text = (DOCS / "rule-sets.md").read_text("utf-8")
    [example] = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert {"three-unsafe", "sprint"} < set(parse(example.encode()).rule_sets)


if __name__ == "__main__":
    for page, name, lines in SECTIONS:
        found = section(page, name)
        text = (
            found.string[: found.start()] + "\n".join(lines()) + "\n" + found.string[found.end() :]
        )
        (DOCS / page).write_text(text, "utf-8")
