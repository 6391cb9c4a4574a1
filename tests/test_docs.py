"""The README is true: commands, settings and answers stand in it, and its links lead somewhere."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from ur.__main__ import _parser
from ur.referee.judge import GRANTED
from ur.referee.mistakes import REFUSALS
from ur.settings import Settings, parse

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def commands() -> list[str]:
    """The names of all commands."""
    [actions] = [action for action in _parser()._actions if action.choices]
    return list(actions.choices)


def test_every_command_is_told():
    """No command is missing from the README."""
    assert [name for name in commands() if f"| `{name}" not in README] == []


def test_every_setting_is_told_with_its_usual_value():
    """Each key stands in the table with the value it has when it is left out."""
    rows = re.findall(r"^\| `([a-z_]+)` \| `(.+?)` \|", README, re.MULTILINE)
    told = {key: yaml.safe_load(value) for key, value in rows}
    usual = {field.name for field in fields(Settings)} - {"rule_sets"} | {"house_rules"}

    assert set(told) == usual
    assert parse(yaml.safe_dump(told).encode()) == Settings()


def test_the_shipped_settings_are_the_usual_ones():
    """A fresh copy plays by the usual settings."""
    assert parse((ROOT / ".github" / "ur.yml").read_bytes()) == Settings()


@pytest.mark.parametrize("code", [*GRANTED, *(mistake.key for mistake in REFUSALS)])
def test_every_code_of_an_answer_is_told(code):
    """A program finds every code it may meet in the README."""
    assert f"`{code}`" in README


def test_links_of_the_documents_lead_somewhere():
    """Every file that a document links to is there."""
    for path in (ROOT / "README.md", ROOT / "state" / "README.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / link).exists(), link


def test_state_is_shipped_empty():
    """A copy begins without a past."""
    assert [path.name for path in (ROOT / "state").iterdir()] == ["README.md"]
