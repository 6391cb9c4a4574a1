"""What a command knows of the repository, in a run and outside of one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ur.errors import KeeperFault
from ur.house import GITHUB, ROOT, Environment, name_at, the_font


@pytest.mark.parametrize(
    ("server", "address", "name"),
    [
        (GITHUB, "https://github.com/ada/ada.git", "ada/ada"),
        (GITHUB, "https://github.com/ada/the.game\n", "ada/the.game"),
        (GITHUB, "https://token@github.com/ada/ada/", "ada/ada"),
        (GITHUB, "git@github.com:ada/ada.git", "ada/ada"),
        (GITHUB, "ssh://git@github.com/ada_x/a-b", "ada_x/a-b"),
        ("https://ghe.example.com", "https://ghe.example.com/ada/ada", "ada/ada"),
        ("http://127.0.0.1:8642", "http://127.0.0.1:8642/ada/ada.git", "ada/ada"),
        (GITHUB, "ssh://git@ssh.github.com:443/ada/ada.git", "ada/ada"),
        (GITHUB, "https://GitHub.com/Ada/ada", "Ada/ada"),
        (GITHUB, "https://ghe.example.com/ada/ada", None),
        (GITHUB, "../github.com.git", None),
        (GITHUB, "../sandbox/origin.git", None),
        (GITHUB, "https://github.com.example.com/ada/ada", None),
        (GITHUB, "https://notgithub.com/ada/ada", None),
        (GITHUB, "", None),
    ],
)
def test_a_repositorys_name_is_taken_from_an_address_at_its_server(server, address, name):
    """Any way to write an address at the server will do, and none at another."""
    assert name_at(server, address) == name


def test_without_a_name_no_links_are_made(tmp_path: Path):
    """Where origin is elsewhere the keeper is told, instead of links that lead nowhere."""
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    with pytest.raises(KeeperFault, match="Set GITHUB_REPOSITORY to owner/name"):
        Environment.here(tmp_path, {})
    assert Environment.here(tmp_path, {"GITHUB_REPOSITORY": "ada/ada"}).repository == "ada/ada"

    words = ["git", "remote", "add", "origin", "git@github.com:ada/game.git"]
    subprocess.run(words, cwd=tmp_path, check=True)
    assert Environment.here(tmp_path, {}).repository == "ada/game"


def test_a_missing_font_is_told(monkeypatch, tmp_path: Path):
    """The pictures' font is a file of the game, and its loss the keeper's to mend."""
    monkeypatch.setattr("ur.house.FONTS", tmp_path)
    with pytest.raises(KeeperFault, match=r"has no \.woff2"):
        the_font()


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ({"yaml.py": "import no_such_thing"}, "ur: no_such_thing is not here: python -m pip inst"),
        (
            {"yaml.py": "raise ModuleNotFoundError(name='ur.table')"},
            "ur: ur.table is not here: bring",
        ),
        ({"yaml.py": "this is no Python"}, "yaml.py, line 1: is no Python: bring it back"),
    ],
    ids=["a package", "a module of ours", "no Python"],
)
def test_a_command_that_cannot_begin_says_what_is_missing(tmp_path: Path, broken, told):
    """One line with what to do, for whoever has another Python, or lost a file."""
    for name, text in broken.items():
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "ur", "verify"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / 'src'}"},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 1
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
