"""The doctor: good copies are well, and each broken one hears the place and the remedy."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Union

import pytest
import yaml
from githubkit_schemas.latest import models
from pydantic import TypeAdapter

from tests.town import OWNER, Town, template
from ur.commands import main
from ur.dice import SECRET
from ur.doctor import checkout, examine, files, language, online
from ur.doctor.copy import Copy
from ur.doctor.examine import CHECKS, Examination
from ur.doctor.jobs import is_never
from ur.doctor.sentences import SENTENCES
from ur.doctor.workflows import reaches
from ur.house import ROOT, TEMPLATES
from ur.install import MANIFEST, Place, planned, write
from ur.sandbox.api import create_app
from ur.sandbox.world import World

FONT = "templates/fonts/rajdhani-bold.woff2"
ANSWERS = "templates/languages/en/answer.yml"
MARKED = b"<!-- ur:begin -->\n<!-- ur:end -->\n"
OF_THE_BOARD = [name for name in SENTENCES if name.startswith("board.")]
KEPT = ("README.md", "requirements.txt", "templates/", "state/", ".github/", ".git")
PLAY, SWEEP = ".github/workflows/play.yml", ".github/workflows/sweep.yml"
REBUILD = ".github/workflows/rebuild.yml"
YML = ".github/ur.yml"
HOUSE = ".github/actions/house/action.yml"
CONFIG = ".github/ISSUE_TEMPLATE/config.yml"
CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1"
SLOW = "language and templates"
SPRAY = "\x1b[31m\N{RIGHT-TO-LEFT OVERRIDE}<script>"

SHAPES = {
    "": models.FullRepository,
    "/actions/permissions": models.ActionsRepositoryPermissions,
    "/actions/permissions/selected-actions": models.SelectedActions,
    "/actions/workflows": models.ReposOwnerRepoActionsWorkflowsGetResponse200,
    "/actions/secrets": models.ReposOwnerRepoActionsSecretsGetResponse200,
    "/actions/organization-secrets": models.ReposOwnerRepoActionsOrganizationSecretsGetResponse200,
    "/rules/branches/main": list[
        Union[*(getattr(models, f"RepositoryRuleDetailedOneof{at}") for at in range(25))]
    ],
    "/rulesets/7": models.RepositoryRuleset,
    "/rulesets/8": models.RepositoryRuleset,
    "/branches/main": models.BranchWithProtection,
    "/branches/main/protection": models.BranchProtection,
}
"""GitHub's description of what the doctor asks for."""
TIME = "2026-11-30T12:00:00Z"
REFUSED = (403, {"message": "Resource not accessible by integration", "documentation_url": "x"})


def fresh() -> dict[str, bytes]:
    """What a fresh copy of the template has, as far as the doctor looks."""
    return {path: data for path, data in template().files.items() if path.startswith(KEPT)}


@pytest.fixture(scope="module")
def pattern(tmp_path_factory) -> Path:
    """A good copy that no test changes."""
    town = Town(tmp_path_factory.mktemp("pattern") / "town")
    with town:
        town.create(fresh())
    return town.checkout


@pytest.fixture
def copy(pattern, tmp_path) -> Path:
    """A good copy of one's own."""
    shutil.copytree(pattern, tmp_path / "copy")
    return tmp_path / "copy"


def told(
    folder: Path, environment: dict[str, str] | None = None, *, everything: bool = False
) -> list[str]:
    """What the doctor says of a folder; every line is one, of plain signs.

    The templates, which take longest, are only looked at with ``everything``.
    """
    checks = {name: check for name, check in examine.CHECKS.items() if everything or name != SLOW}
    one, examination = Copy(folder, environment or {}), Examination(checks)
    try:
        lines = list(examination.lines(one))
    finally:
        one.close()
    assert all(line.isprintable() for line in lines)
    assert examination.good == (not hurts(lines))
    return lines


def hurts(lines: list[str]) -> list[str]:
    """Those of the lines that tell of something that hurts."""
    return [line for line in lines if " Remedy: " in line and not line.startswith("note: ")]


def git(folder: Path, *words: str) -> None:
    """Run a git command."""
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def test_a_good_copy_is_well(copy):
    """Nothing is found in a fresh copy, and what was not looked at is said."""
    lines = told(copy, everything=True)

    assert hurts(lines) == []
    assert lines[0].startswith("ok: the folder, settings, README, issue templates, workflows,")
    assert lines[1].startswith("17 of 23 checks were done; nothing was found")
    assert lines[2].startswith("skipped, since GITHUB_TOKEN is not set: secret of the dice, ")
    assert len(lines) == 3


def test_the_command_exits_by_what_it_found(copy, monkeypatch, capsys):
    """0 for a good copy, 1 for a broken one; its help has an example."""
    for name in [name for name in os.environ if name.startswith("GITHUB_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(copy)
    assert main(["doctor"]) == 0
    (copy / "README.md").unlink()
    assert main(["doctor"]) == 1
    assert "README.md: is missing. Remedy: Put the two lines" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["doctor", "--help"])
    assert "Example: GITHUB_TOKEN=" in capsys.readouterr().out


def form(**values: object) -> str:
    """An issue form."""
    return json.dumps({"name": "A bug", "description": "x", "body": [], **values})


def at(path: str, text: str, nth: int = 0) -> str:
    """The place of a text in a shipped file, as it is told."""
    lines = (ROOT / path).read_text("utf-8").splitlines()
    return f"{path}, line {[n for n, line in enumerate(lines, 1) if text in line][nth]}"


OWN = "on: {issues: {types: [opened]}}\nname: Play\njobs: {one: {runs-on: x, steps: []}}\n"
BROKEN = {
    "a setting": ({YML: ("first: alternate", "first: heads")}, f"{YML}, line 5: cannot be used: "),
    "an unknown key": ({YML: ("offer:", "offers:")}, f"{YML}, line 4: cannot be used: "),
    "a login": (
        {YML: ("keepers: []", "keepers: [7, tiamat]")},
        (
            f'{YML}, line 7: cannot be used: keepers: takes numeric ids, and "tiamat" is a login.'
            " Remedy: Write the number in [ ] instead that https://api.github.com/users/tiamat"
        ),
    ),
    "no list": (
        {YML: ("blocked: []", 'blocked: "@tiamat"')},
        f'{YML}, line 8: cannot be used: blocked: takes numeric ids, and "tiamat" is a login',
    ),
    "a language": ({YML: ("language: en", "language: xx")}, f"{YML}, language: has no folder"),
    "no marker": (
        {"README.md": ("<!-- ur:end -->", "")},
        "README.md: has no line <!-- ur:end -->. Remedy: Put the two lines",
    ),
    "a marker twice": (
        {"README.md": b"<!-- ur:begin -->\na\n<!-- ur:begin -->\n<!-- ur:end -->\n"},
        (
            "README.md, lines 1, 3: has <!-- ur:begin --> on more than one line."
            " Remedy: Keep one pair, lines 3 and 4, and remove the others: line 1."
        ),
    ),
    "two pairs of markers": (
        {"README.md": b"<!-- ur:begin -->\n<!-- ur:end -->\n\n" * 2},
        (
            "README.md, lines 1, 4: has <!-- ur:begin --> on more than one line."
            " Remedy: Keep one pair, lines 1 and 2, and remove the others: lines 4 and 5."
        ),
    ),
    "a pair of markers that is only shown": (
        {"README.md": b"```\n<!-- ur:begin -->\n<!-- ur:end -->\n```\n" + MARKED},
        (
            "README.md, lines 2, 5: has <!-- ur:begin --> on more than one line."
            " Remedy: Keep one pair, lines 5 and 6, and remove the others: lines 2 and 3."
        ),
    ),
    "markers swapped": (
        {"README.md": b"<!-- ur:end -->\n\n<!-- ur:begin -->\n"},
        "README.md, lines 1, 3: has its markers in the wrong order. Remedy: Exchange the two",
    ),
    "markers in a code block": (
        {"README.md": b"a\n~~~~ md\n~~~\n" + MARKED + b"~~~~\n"},
        (
            "README.md, line 4: has <!-- ur:begin --> in a code block, so that the board is shown"
            " as code. Remedy: Close the code block of line 2 above it, or move both markers out."
        ),
    ),
    "an end in a code block": (
        {"README.md": b"<!-- ur:begin -->\n```\n<!-- ur:end -->\n```\n"},
        "README.md, line 3: has <!-- ur:end --> in a code block",
    ),
    "a README in UTF-16": (
        {"README.md": MARKED.decode().encode("utf-16")},
        "README.md, line 1: is UTF-16, and GitHub shows UTF-8. Remedy: Save it as UTF-8.",
    ),
    "a README in Latin-1": (
        {"README.md": b"x\n" + MARKED + b"\nOl\xe1\n"},
        "README.md, line 5: is not UTF-8 there, as GitHub shows it. Remedy: Save it as UTF-8.",
    ),
    "a README in capitals": (
        {"README.md": None, "Readme.MD": MARKED},
        (
            "Readme.MD: is the README, under another name. Remedy: Rename it:"
            " git mv Readme.MD README.md."
        ),
    ),
    "no README": ({"README.md": None}, "README.md: is missing. Remedy: Put the two lines"),
    "a README beside it": ({".github/README.md": b"x"}, ".github/README.md: is shown by GitHub"),
    "a README too long": (
        {"README.md": b"<!-- ur:begin -->\n<!-- ur:end -->\n" + b"x" * 512_000},
        "README.md: has 512034 bytes, of which GitHub shows 512000",
    ),
    "no blank issues": (
        {CONFIG: b"contact_links: []\nblank_issues_enabled: false\n"},
        f"{CONFIG}, line 2: blank_issues_enabled is false",
    ),
    "a form of requests": (
        {".github/ISSUE_TEMPLATE/bug.yml": form(title="UR-bug").encode()},
        ".github/ISSUE_TEMPLATE/bug.yml, line 1: begins titles with ur-",
    ),
    "a template of requests": (
        {".github/ISSUE_TEMPLATE/bug.md": b"---\nname: A bug\ntitle: 'ur-bug: '\n---\nHello\n"},
        ".github/ISSUE_TEMPLATE/bug.md, line 3: begins titles with ur-",
    ),
    "settings under another name": (
        {YML: None, ".github/ur.yaml": b"rules: finkel\n"},
        f".github/ur.yaml: is not read: the settings are {YML}. Remedy: Rename it to {YML}.",
    ),
    "settings with a slip": (
        {YML: None, ".github/ur.ylm": b"rules: finkel\n"},
        f".github/ur.ylm: is not read: the settings are {YML}. Remedy: Rename it to {YML}.",
    ),
    "settings in another folder": (
        {YML: None, "ur.yml": b"rules: finkel\n"},
        f"ur.yml: is not read: the settings are {YML}. Remedy: Rename it to {YML}.",
    ),
    "settings with a sign that is none": (
        {YML: ("language: en", "language: en\x1b")},
        f"{YML}, line 9: cannot be used: is no YAML in UTF-8",
    ),
    "a workflow with a sign that is none": (
        {SWEEP: ("jobs:", "\x01\njobs:")},
        f"{at(SWEEP, 'jobs:')}: is no YAML",
    ),
    "no font": (
        {FONT: None},
        f"{FONT}: is missing, and the board is drawn with it. Remedy: Bring it back: git checkout ",
    ),
    "a font that is none": (
        {FONT: b"wOF2 no more"},
        f"{FONT}: is no font that can be read, and the board is drawn with it. Remedy: Bring it",
    ),
    "no workflow": ({SWEEP: None}, f"{SWEEP}: is missing. Remedy: Bring it back"),
    "no YAML": ({SWEEP: ("jobs:", "jobs: [")}, f"{SWEEP}, line "),
    "no trigger": (
        {PLAY: ("    types: [opened]", "    types: [edited]")},
        (
            f"{at(PLAY, '[opened]')}: is not started by issues that are opened. Remedy: Write it"
            " anew: on: {issues: {types: [opened]}, workflow_dispatch: {}}."
        ),
    ),
    "no timer": (
        {SWEEP: ("schedule:", "push:")},
        f"{at(SWEEP, 'schedule:')}: is not started by schedule",
    ),
    "a timer that is none": (
        {SWEEP: ('    - cron: "17,47 * * * *"', "    #")},
        f"{at(SWEEP, '  schedule:')}: is not started by schedule",
    ),
    "pushes to another branch": (
        {REBUILD: ('branches: ["**"]', "branches: [develop, release/**]")},
        (
            f"{at(REBUILD, 'branches')}: is not started by pushes to main, on which the game is"
            " played. Remedy: Write it anew: on: {push: {branches: ['**']}, workflow_dispatch: {}}."
        ),
    ),
    "pushes to all but this branch": (
        {REBUILD: ('branches: ["**"]', "branches-ignore: [ma*]")},
        f"{at(REBUILD, 'branches')}: is not started by pushes to main",
    ),
    "pushes of tags": (
        {REBUILD: ('branches: ["**"]', "tags: ['*']")},
        f"{at(REBUILD, 'branches')}: is not started by pushes to main",
    ),
    "no token": (
        {PLAY: ("          GITHUB_TOKEN: ${{ github.token }}\n          UR_", "          UR_")},
        (
            f"{at(PLAY, 'GITHUB_TOKEN: ', 1)}: runs the game without GITHUB_TOKEN. Remedy: Write"
            " env: {GITHUB_TOKEN: '${{ github.token }}',"
            " UR_DICE_SECRET: '${{ secrets.UR_DICE_SECRET }}'} in that step, in place of any."
        ),
    ),
    "no environment": (
        {REBUILD: ("        env:\n          GITHUB_TOKEN: ${{ github.token }}\n", "")},
        (
            f"{at(REBUILD, 'name: Rebuild')}: runs the game without GITHUB_TOKEN. Remedy: Write"
            " env: {GITHUB_TOKEN: '${{ github.token }}'} in that step"
        ),
    ),
    "an empty token": (
        {SWEEP: ("GITHUB_TOKEN: ${{ github.token }}", "GITHUB_TOKEN:")},
        f"{at(SWEEP, 'GITHUB_TOKEN')}: runs the game without GITHUB_TOKEN",
    ),
    "no house in a job": (
        {SWEEP: ("        uses: ./.github/actions/house", "        run: true #")},
        (
            f"{at(SWEEP, 'name: Play')}: runs the game in a job that has not set up Python and"
            " packages before. Remedy: Write above it the step - uses: ./.github/actions/house."
        ),
    ),
    "no checkout": (
        {REBUILD: (f"uses: {CHECKOUT}", "run: true #")},
        f"{at(REBUILD, 'name: Rebuild')}: runs the game in a job that has not checked the repos",
    ),
    "a checkout that is never made": (
        {REBUILD: (f"uses: {CHECKOUT}", f"if: false\n        uses: {CHECKOUT}")},
        f"{REBUILD}, line 46: runs the game in a job that has not checked the repository out",
    ),
    "another command": (
        {PLAY: ("-m ur play", "-m ur show")},
        (
            f"{at(PLAY, '-m ur play')}: runs another command of the game, and has to run -m ur"
            ' play. Remedy: Write run: PYTHONPATH="src:$HOME/.cache/ur-site" python -m ur play.'
        ),
    ),
    "a rebuild that pushes nothing": (
        {REBUILD: ("-m ur rebuild --push", "-m ur rebuild --check")},
        f"{at(REBUILD, '-m ur rebuild')}: runs another command of the game, and has to run -m ur r",
    ),
    "a command that is a comment": (
        {SWEEP: ("run: PYTHON", "run: |\n          # PYTHON")},
        f"{at(SWEEP, '  play:')}: has no job that runs",
    ),
    "an old Python": (
        {HOUSE: ('python-version: "3.13"', "python-version: 3.10")},
        f"{at(HOUSE, '3.13')}: sets up Python 3.10, and the game needs 3.11",
    ),
    "a house that installs nothing": (
        {HOUSE: ("--requirement requirements.txt", "")},
        f"{at(HOUSE, 'name: Set up Python')}: does not install what requirements.txt names",
    ),
    "a job that never runs": (
        {SWEEP: ("if: ${{ !github.event.repository.fork }}", "if: false")},
        (
            f"{at(SWEEP, 'if:')}: is a condition that is never true, so the game does not run."
            " Remedy: Remove that condition."
        ),
    ),
    "a step that never runs": (
        {
            SWEEP: (
                "      - name: Play",
                "      - if: ${{ github.actor && (1 == 2) }}\n        name: P",
            )
        },
        f"{at(SWEEP, 'name: Play')}: is a condition that is never true",
    ),
    "no rights": (
        {
            PLAY: (
                (
                    "    permissions:\n      contents: write # commit what was played\n"
                    "      issues: write # react, answer, label, close\n"
                ),
                "",
            )
        },
        (
            f"{at(PLAY, 'name: Answer')}: the job that runs the game has no contents: write and no"
            " issues: write. Remedy: Write permissions: {contents: write, issues: write} in the"
            " job, in place of any permissions: there."
        ),
    ),
    "no right": (
        {PLAY: ("      issues: write # react, answer, label, close\n", "")},
        f"{at(PLAY, 'contents: write')}: the job that runs the game has no issues: write",
    ),
    "a right too many": (
        {REBUILD: ("      contents: write", "      actions: write\n      contents: write")},
        f'{at(REBUILD, "contents: write")}: gives the game rights that it does not need: "actions"',
    ),
    "all rights": (
        {
            SWEEP: (
                "    permissions:\n      contents: write",
                "    permissions: write-all\n    x:\n      y: z",
            )
        },
        f"{at(SWEEP, '    permissions:')}: gives the game rights that it does not need: all",
    ),
    "no pin": (
        {PLAY: (CHECKOUT, "actions/checkout@v7")},
        f'{at(PLAY, CHECKOUT)}: "actions/checkout@v7" is not pinned',
    ),
    "no pin in the house": (
        {HOUSE: ("actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae", "actions/cache@main")},
        f'{at(HOUSE, "actions/cache@")}: "actions/cache@main" is not pinned',
    ),
    "no house": ({HOUSE: None}, f"{HOUSE}: is missing"),
    "no game": ({SWEEP: ("-m ur play", "-m pip")}, f"{at(SWEEP, '  play:')}: has no job that runs"),
    "no queue": (
        {PLAY: ("      queue: max\n", "")},
        f"{at(PLAY, 'group:')}: keeps only one run waiting",
    ),
    "a queue in a word": (
        {
            PLAY: (
                "      group: ur-writer\n      cancel-in-progress: false\n      queue: max\n",
                "      ur-writer\n",
            )
        },
        (
            f"{at(PLAY, 'group:')}: keeps only one run waiting, and cancels the others. Remedy:"
            " Write concurrency: {group: ur-writer, cancel-in-progress: false, queue: max} in the"
            " job, in place of any there."
        ),
    ),
    "another group": (
        {PLAY: ("group: ur-writer", "group: mine")},
        f"{at(PLAY, 'group:')}: the job that runs the game is not in the group ur-writer",
    ),
    "runs are cancelled": (
        {PLAY: ("cancel-in-progress: false", "cancel-in-progress: true")},
        f"{at(PLAY, 'cancel-in')}: lets a run be cancelled",
    ),
    "a name that clashes": (
        {".github/workflows/mine.yml": OWN.encode()},
        ".github/workflows/mine.yml, line 2: starts with issues too, and is named like the game's",
    ),
    "a group that clashes": (
        {".github/workflows/mine.yaml": b"on: push\njobs:\n  a:\n    concurrency: UR-writer\n"},
        ".github/workflows/mine.yaml, line 4: waits in the game's own queue, ur-writer",
    ),
    "no page": ({"templates/held.md.j2": None}, "templates/held.md.j2: is missing"),
    "a broken page": ({"templates/held.md.j2": b"{% if %}"}, "templates/held.md.j2: cannot be fil"),
    "a page asks for what it is not given": (
        {"templates/readme.md.j2": b"{{ nothing_of_the_kind }}\n"},
        "templates/readme.md.j2: cannot be filled in (UndefinedError: 'nothing_of_the_kind'",
    ),
    "a sentence asks for what it is not given": (
        {"templates/languages/en/readme.yml": ("nothing: The", "nothing: '{{ none_such }}' #")},
        "templates/languages, readme.nothing: cannot be filled in (UndefinedError: 'none_such'",
    ),
    "sentences are missing": (
        {"templates/languages/en/page.yml": b"title: x\n"},
        (
            "templates/languages/en/page.yml, back: is a sentence that is missing. Remedy: Bring it"
            " back: git checkout "
        ),
    ),
    "many sentences are missing": (
        {"templates/languages/en/board.yml": b"again: x\n"},
        f"templates/languages/en: lacks {len(OF_THE_BOARD) - 1 - language.TOLD} more sentences.",
    ),
    **{
        f"the sentence {name} is missing": (
            {ANSWERS: (f"\n{name}:", f"\nno-{name}:")},
            f"{ANSWERS}, {name}: is a sentence that is missing. Remedy: Bring it back: git ",
        )
        for name in ("again", "seated", "won", "joined", "sealed", "unsealed", "abandoned")
    },
    "a file of sentences is missing": (
        {"templates/languages/en/keeper.yml": None},
        "templates/languages/en/keeper.yml: is missing, with all its sentences. Remedy: Bring it",
    ),
    "no pins": ({"requirements.txt": b"Jinja2>=3\n"}, "requirements.txt, line 1: pins no version"),
    "another version": (
        {"requirements.txt": b"jinja2==2.0\n"},
        f'requirements.txt, line 1: asks for jinja2 2.0, and "{metadata.version("jinja2")}" is',
    ),
    "no package": (
        {"requirements.txt": b"no-such-thing==1\n"},
        "requirements.txt, line 1: asks for no-such-thing 1, and it is not here. Remedy: python -m",
    ),
    "no requirements": ({"requirements.txt": None}, "requirements.txt: is missing"),
    "state is ignored": (
        {".gitignore": b"*.pyc\n*.json\nboard-*\n"},
        (
            ".gitignore, line 2: makes git ignore what the game writes into state/. Remedy: Remove"
            " that line, or write the lines !/state/ and !/state/** at the end of .gitignore."
        ),
    ),
    "state is ignored from within": (
        {"state/.gitignore": b"*\n"},
        (
            "state/.gitignore, line 1: makes git ignore what the game writes into state/."
            " Remedy: Remove that line."
        ),
    ),
    "line ends change": ({".gitattributes": b"* text=auto\n"}, ".gitattributes: lets git change"),
    "no attributes": ({".gitattributes": None}, ".gitattributes: lets git change the line ends"),
    "a filter": (
        {".gitattributes": b"state/** -text\n*.json filter=lfs\n"},
        ".gitattributes: hands the records to a filter",
    ),
    "no state": ({"state/match.json": b"{}\n"}, "state/match.json, line 1: "),
    "a record": (
        {"state/archive/0001/record.json": b"x"},
        "state/archive/0001/record.json, line 1: ",
    ),
}


def change(folder: Path, edits: dict[str, bytes | tuple[str, str] | None]) -> None:
    """Break a copy: whole files, or one place in them."""
    for path, edit in edits.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if edit is None:
            file.unlink()
        elif isinstance(edit, bytes):
            file.write_bytes(edit)
        else:
            text = file.read_text("utf-8")
            assert edit[0] in text
            file.write_text(text.replace(edit[0], edit[1], 1), "utf-8")


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_told_with_its_place_and_remedy(copy, name):
    """Each broken copy hears file and line, what is wrong, and what to do."""
    edits, wanted = BROKEN[name]
    change(copy, edits)
    git(copy, "add", "--all")

    lines = told(copy, everything="language" in name or any("templates/" in path for path in edits))

    assert [line for line in hurts(lines) if line.startswith(wanted)], lines
    assert all(not line.startswith("the check of ") for line in lines), lines


def test_logins_hide_no_other_fault(copy):
    """Every login is told by its line, and what else is wrong with the settings too."""
    change(copy, {YML: ("keepers: []", "keepers:\n  - ada\n  - 12\n  - grace\nfist: x")})

    assert [line.split(":")[0] for line in hurts(told(copy))] == [
        f"{YML}, line 8",
        f"{YML}, line 10",
        f"{YML}, line 11",
    ]


def test_a_queue_of_the_whole_workflow_is_told(copy):
    """A group on the workflow is claimed before the job's condition, by anybody's issue."""
    text = (copy / PLAY).read_text("utf-8")
    own = text[text.index("    concurrency:") : text.index("    steps:")]
    moved = "concurrency: ur-writer\n\njobs:"
    (copy / PLAY).write_text(text.replace(own, "").replace("jobs:", moved, 1), "utf-8")
    [line] = hurts(told(copy))
    assert line.startswith(f"{at(PLAY, 'jobs:')}: queues the whole workflow, so that other")


def test_forms_are_worth_a_note(copy):
    """A form stops nothing while blank issues are on; once that is written, nothing is said."""
    path = ".github/ISSUE_TEMPLATE/bug.yml"
    change(copy, {path: form(title="[bug]").encode()})
    lines = told(copy)
    assert lines[0].startswith(f"note: {path}: is a form: the board's links need blank issues")
    assert hurts(lines) == []
    change(copy, {CONFIG: b"blank_issues_enabled: true\n"})
    assert told(copy)[0].startswith("ok: ")


def test_another_workflow_that_is_no_yaml_is_only_noted(copy):
    """What GitHub itself cannot read does not stop the game."""
    change(copy, {".github/workflows/mine.yml": b"a: [\n"})
    assert told(copy)[0].startswith("note: .github/workflows/mine.yml, line ")


def test_other_workflows_stay_what_they_are(copy):
    """A workflow of the keeper's own with its own name and group is none of our business."""
    own = OWN.replace("Play", "Greet") + "concurrency: greet\n"
    change(copy, {".github/workflows/mine.yml": own.encode(), ".github/workflows/x.txt": b"["})
    assert hurts(told(copy)) == []


def test_a_language_that_is_half_done_is_told(copy):
    """Sentences that the chosen language lacks are named, and those that cannot be filled in."""
    shutil.copytree(copy / "templates/languages/en", copy / "templates/languages/xx")
    change(copy, {YML: ("language: en", "language: xx")})
    assert hurts(told(copy, everything=True)) == []
    change(copy, {"templates/languages/xx/label.yml": b"white: '{{ }'\n"})
    lines = hurts(told(copy, everything=True))
    assert "templates/languages/xx/label.yml, black: is a sentence that is missing" in lines[0]
    assert lines[-2].startswith("templates/languages/xx: lacks 2 more sentences.")
    assert lines[-1].startswith("templates/languages/xx/label.yml, white: cannot be filled in")
    assert len(lines) == language.TOLD + 2
    shutil.rmtree(copy / "templates/languages/en")
    assert hurts(told(copy, everything=True))[0].startswith("templates/languages/en: is missing")


def test_the_sentences_looked_for_are_all_there_are():
    """A new sentence is looked for by the doctor too, and one that is gone no more."""
    there = [
        f"{path.stem}.{key}"
        for path in (TEMPLATES / "languages/en").glob("*.yml")
        for key in yaml.safe_load(path.read_text("utf-8"))
    ]
    assert sorted(SENTENCES) == sorted(there)


def test_a_missing_file_of_sentences_is_all_that_is_told(copy):
    """A page is not blamed for a sentence that it says, nor a file for each sentence in it."""
    change(copy, {"templates/languages/en/keeper.yml": None})
    [line] = hurts(told(copy, everything=True))
    assert line.startswith("templates/languages/en/keeper.yml: is missing")


def test_the_pages_looked_for_are_all_there_are():
    """A new template is looked for by the doctor too."""
    assert sorted(language.PAGES) == sorted(p.name.split(".")[0] for p in TEMPLATES.glob("*.md.j2"))


@pytest.mark.parametrize(
    ("condition", "never"),
    [
        (False, True),
        ("false", True),
        ("${{ false }}", True),
        ("${{ github.actor == 'x' && false }}", True),
        ("!true", True),
        ("1 == 2 && always()", True),
        ("'a' != 'a'", True),
        ("${{ 0 }}", True),
        (True, False),
        (None, False),
        ("", False),
        ("false || true", False),
        ("!false", False),
        ("1 == 1", False),
        ("1 == '1'", False),
        ("${{ false }} && x", False),
        ("github.repository == 'a/b'", False),
        ([], False),
    ],
)
def test_conditions_that_are_never_true_are_known(condition, never):
    """What is false whatever happens is known as such, and nothing else."""
    assert is_never(condition) == never


@pytest.mark.parametrize(
    ("push", "branch", "reached"),
    [
        (None, "main", True),
        ({}, "main", True),
        ({"branches": ["**"]}, "a/b", True),
        ({"branches": ["*"]}, "a/b", False),
        ({"branches": "main"}, "main", True),
        ({"branches": ["mai?n", "x"]}, "man", True),
        ({"branches": ["v[12].[0-9]+"]}, "v2.10", True),
        ({"branches": ["v.1"]}, "vx1", False),
        ({"branches": ["**", "!main"]}, "main", False),
        ({"branches": ["!main", "**"]}, "main", True),
        ({"branches": None}, "main", False),
        ({"branches-ignore": ["rel/**"]}, "main", True),
        ({"branches-ignore": ["ma*"]}, "main", False),
        ({"tags": ["v*"]}, "main", False),
        ({"tags": ["v*"], "branches": ["main"]}, "main", True),
        ({"branches": ["["]}, "main", True),
        ({"branches": ["[z-a]"]}, "main", True),
        ({"branches": ["*a" * 40]}, "a" * 200, True),
        ({"paths": ["docs/**"]}, "main", True),
    ],
)
def test_a_push_starts_what_its_branches_say(push, branch, reached):
    """Patterns of branches are read as GitHub reads them; where one is odd, it is let be."""
    assert reaches(push, branch) == reached


def test_a_readme_may_begin_with_a_byte_order_mark(copy):
    """A marker behind it is one, as it is for the game."""
    change(copy, {"README.md": b"\xef\xbb\xbf" + MARKED})
    assert told(copy)[0].startswith("ok: ")


@pytest.mark.parametrize("path", [PLAY, HOUSE, "README.md", YML, "state/club.json"])
def test_links_are_told(copy, path):
    """GitHub starts no workflow that is a link, and the game reads where a link leads as a file."""
    file = copy / path
    file.touch()
    file.rename(file.with_name("elsewhere"))
    file.symlink_to("elsewhere")
    line, *more = hurts(told(copy))
    assert more == []
    what = "is a link, which neither GitHub nor the game follows"
    assert line == f"{path}: {what}. Remedy: Remove the link, and put there what it leads to."


def test_a_folder_that_is_a_link_is_told(copy):
    """What lies behind it is not in the repository."""
    (copy / ".github/workflows").rename(copy / "flows")
    (copy / ".github/workflows").symlink_to("../flows")
    assert hurts(told(copy))[0].startswith(".github/workflows: is a link, which neither")


def test_settings_beside_the_settings_are_worth_a_note(copy):
    """A second file is not read, and what is no settings of ours is let be."""
    change(copy, {".github/ur.yaml": b"a: b\n", ".github/our.yml": b"a: b\n", "ur.png": b""})
    assert [line for line in told(copy) if "not read" in line] == [
        f"note: .github/ur.yaml: is not read: the settings are {YML}. Remedy: Remove it."
    ]


def test_files_of_the_game_that_git_ignores_are_told(copy):
    """What was never added does not come to GitHub; what was is kept, whatever is ignored."""
    change(copy, {".gitignore": b".github/ur.yml\n/templates/\n"})
    assert hurts(told(copy)) == []
    git(copy, "rm", "--quiet", "--cached", YML)
    assert hurts(told(copy)) == [
        (
            f".gitignore, line 1: makes git ignore {YML}, so it does not come to GitHub."
            f" Remedy: git add --force {YML}, and commit it."
        )
    ]


def test_without_its_secret_a_workflow_plays_without_a_seal(copy):
    """That is worth a note; for a game that was sealed it is the end."""
    line = "          UR_DICE_SECRET: ${{ secrets.UR_DICE_SECRET }}\n"
    change(copy, {PLAY: (line, ""), SWEEP: (line, "")})
    lines = told(copy)
    assert hurts(lines) == []
    assert lines[0].startswith(f"note: {PLAY}, line ")
    assert "does not give the game UR_DICE_SECRET, so its dice are not sealed" in lines[0]
    assert lines[1].startswith(f"note: {SWEEP}, line ")

    with Town(copy.parent / "other") as other:
        other.create(fresh())
        other.secret = "right"
        other.asked(OWNER, "ur-new")
        change(copy, {path: other.read(path) for path in other.files() if "state" in path})
    lines = hurts(told(copy))
    assert "does not give the game UR_DICE_SECRET, and the game in play is sealed" in lines[0]


def commit(folder: Path) -> None:
    """Commit everything as it lies here."""
    git(folder, "add", "--all")
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    git(folder, *who, "commit", "--quiet", "--message", "x")


def follow(folder: Path, lines: list[str]) -> None:
    """Do what remedies say that are a command."""
    for line in lines:
        _, _, command = line.partition(" Remedy: Bring it back: git ")
        git(folder, *command.removesuffix(".").split())


@pytest.mark.parametrize("committed", [False, True])
@pytest.mark.parametrize(
    "path", [PLAY, HOUSE, FONT, ANSWERS, "requirements.txt", "templates/hall.md.j2", "templates"]
)
def test_what_was_deleted_comes_back(copy, path, committed):
    """The remedy is a command that works, also when the deletion was committed, and later ones."""
    file = copy / path
    shutil.rmtree(file / "languages/en") if file.is_dir() else file.unlink()
    if committed:
        commit(copy)
        change(copy, {"x": b"x"})
        commit(copy)
    lines = hurts(told(copy, everything=True))
    assert lines
    follow(copy, lines)
    assert hurts(told(copy, everything=True)) == []


@pytest.mark.parametrize("committed", [False, True])
def test_what_was_broken_comes_back(copy, committed):
    """It is the version before the change, whether that was committed or not."""
    change(copy, {FONT: b"x", SWEEP: ("-m ur play", "-m pip"), ANSWERS: b"moved: x\n"})
    if committed:
        commit(copy)
    lines = hurts(told(copy, everything=True))
    follow(copy, [line for line in lines if " Bring it back: " in line])
    assert hurts(told(copy, everything=True)) == []


def test_what_was_never_there_comes_back_from_the_game(copy):
    """Where no commit has a file, the game itself has it."""
    git(copy, "checkout", "--quiet", "--orphan", "other")
    (copy / PLAY).unlink()
    commit(copy)
    [line] = hurts(told(copy))
    assert line.endswith(" Remedy: Install the game again: docs/keeping.md, A newer version.")
    change(copy, {PLAY: b"on: issues\njobs: {}\n"})
    lines = hurts(told(copy))
    assert lines[-1].endswith(
        " Remedy: Remove it and commit that, then install the game again: docs/keeping.md,"
        " A newer version."
    )


@pytest.mark.parametrize(
    "line", ["state/", "/state", "*", "*.json", "state/*", "**/archive/", "state/archive/**"]
)
@pytest.mark.parametrize("where", [".gitignore", ".git/info/exclude"])
def test_the_remedy_for_what_is_ignored_works(copy, line, where):
    """Two lines take folders and files of the state in again, whatever ignored them."""
    change(copy, {where: f"{line}\n".encode()})
    assert "write the lines !/state/ and !/state/** at the end of .gitignore" in told(copy)[0]
    with (copy / ".gitignore").open("a", encoding="utf-8") as file:
        file.write("!/state/\n!/state/**\n")
    assert hurts(told(copy)) == []


def test_the_remedies_for_a_job_work(copy):
    """The lines that are to be written make a workflow whole again, and are YAML there."""
    text = (copy / PLAY).read_text("utf-8")
    own = text[text.index("    permissions:") : text.index("    steps:")]
    env = text[text.rindex("        env:") : text.rindex("        run:")]
    on = text[text.index("on:") : text.index("permissions: {}")]
    text = text.replace(own, "").replace(env, "").replace(on, "on: push\n\n")
    (copy / PLAY).write_text(text, "utf-8")
    lines = hurts(told(copy))
    assert len(lines) == 5
    for line in lines:
        _, _, remedy = line.partition(" Remedy: Write ")
        if remedy.startswith("it anew: "):
            wanted = remedy.removeprefix("it anew: ").removesuffix(".")
            text = text.replace("on: push", wanted, 1)
        else:
            wanted = remedy.partition(" in th")[0]
            above = "        run: PYTHON" if wanted.startswith("env") else "    steps:"
            indent = " " * (8 if wanted.startswith("env") else 4)
            text = text.replace(above, f"{indent}{wanted}\n{above}", wanted not in text)
    (copy / PLAY).write_text(text, "utf-8")
    assert told(copy)[0].startswith("ok: ")


@pytest.fixture
def profile(copy, tmp_path) -> Path:
    """A checkout of somebody's profile that the game was installed in."""
    folder = tmp_path / "profile"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "remote", "add", "origin", "https://github.com/ada/ada")
    change(folder, {"README.md": b"# Ada\n"})
    commit(folder)
    write(folder, planned(ROOT, folder, Place()))
    commit(folder)
    return folder


def test_a_copy_that_was_installed_is_well(profile, tmp_path):
    """Nothing is found in it, nor in a shallow clone, nor where the keeper's own files differ."""
    assert told(profile, everything=True)[0].startswith("ok: ")
    change(profile, {YML: b"rules: blitz\n", "docs/seals.md": b"x\n", "state/README.md": None})
    assert told(profile)[0].startswith("ok: ")
    commit(profile)
    git(tmp_path, "clone", "--quiet", "--depth", "1", profile.as_uri(), "shallow")
    assert hurts(told(tmp_path / "shallow", everything=True)) == []


@pytest.mark.parametrize("committed", [False, True])
def test_what_differs_from_what_was_installed_is_noted(profile, committed):
    """Each is a note with how to bring it back, but for what a check says more of."""
    wanted = "src/ur/rules/moves.py", "src/ur/dice.py", "templates/hall.md.j2"
    before = [(profile / path).read_bytes() for path in wanted]
    change(profile, {wanted[0]: b"x", wanted[1]: None, wanted[2]: b"x\n", SWEEP: b"on: push\n"})
    if committed:
        commit(profile)
        change(profile, {wanted[0]: b"y"})
        commit(profile)
    lines = told(profile)
    ours = [line for line in lines if "installed" in line]
    assert [line.partition(". ")[0] for line in ours] == [
        f"{wanted[1]}: is missing, and was installed",
        f"note: {wanted[0]}: was changed since it was installed",
        f"note: {wanted[2]}: was changed since it was installed",
    ]
    follow(profile, ours)
    assert [(profile / path).read_bytes() for path in wanted] == before
    assert not [line for line in told(profile) if "installed" in line]


def test_many_files_that_differ_are_summed_up(profile):
    """Some are told, and how many more there are; a list that is none is told by itself."""
    paths = [f"src/ur/{name}.py" for name in ("archive", "batch", "dice", "house", "keeping")]
    change(profile, dict.fromkeys((*paths, "src/ur/table.py", "src/ur/show.py"), b"x"))
    lines = [line for line in told(profile) if "installed" in line]
    assert [line.split(":")[1].strip() for line in lines[:-1]] == paths
    what = "lists 2 more that are not as they were installed"
    assert lines[-1] == f"note: {MANIFEST}: {what}. Remedy: Look at those, and then run this again."
    change(profile, {MANIFEST: b"x", PLAY: None})
    lines = hurts(told(profile))
    assert lines[0].startswith(f"{PLAY}: is missing. Remedy: Bring it back: git checkout ")
    assert lines[1].startswith(f"{MANIFEST}: is no list of installed files")


def test_the_checkout_has_a_branch_and_an_origin(copy):
    """Without a branch or an origin nothing can be pushed."""
    git(copy, "switch", "--quiet", "--detach")
    git(copy, "remote", "remove", "origin")
    lines = hurts(told(copy))
    assert lines[0].startswith("the checkout: is no checkout of a branch (detached HEAD). Remedy:")
    assert lines[1].startswith("the checkout: has no remote origin")


def test_elsewhere_nothing_else_is_looked_at(copy, tmp_path):
    """Outside of a checkout, or inside one but not at its root, only that is told."""
    lines = told(copy / "state")
    assert lines[0].startswith("the current folder: is inside of a checkout")
    assert lines[1:] == ["Nothing else was looked at."]
    shutil.rmtree(copy / ".git")
    lines = told(copy)
    assert lines[0].startswith("the current folder: is no checkout of a repository. Remedy: Run")


def test_an_old_git_or_python_is_told(copy, monkeypatch):
    """What is too old says so by its version."""
    monkeypatch.setattr(checkout, "GIT", (99, 0))
    monkeypatch.setattr(files, "OLDEST", (99, 0))
    lines = hurts(told(copy))
    assert lines[0].startswith("Python: is 3.")
    assert lines[1].startswith("git: is ")


def test_files_that_are_too_large_are_told(copy, monkeypatch):
    """What GitHub warns of is noted, what it refuses is a fault."""
    change(copy, {"a.bin": b"x" * 2**20, "b.bin": b"x" * 2**21})
    git(copy, "add", "--all")
    monkeypatch.setattr(checkout, "WARNED", 2**19)
    monkeypatch.setattr(checkout, "REFUSED", 2**20)
    lines = told(copy)
    assert lines[0].startswith("note: a.bin: has 1 MiB")
    assert lines[1].startswith("b.bin: has 2 MiB, and GitHub refuses")


def test_many_wrong_records_are_summed_up(copy):
    """Only the first lines of what does not replay are told."""
    change(copy, {f"state/archive/{n:04}/record.json": b"x" for n in range(1, 9)})
    lines = hurts(told(copy))
    assert len(lines) == checkout.TOLD + 1
    assert lines[-1].startswith("state/: has ")


def test_a_sparse_checkout_says_that_the_past_was_not_seen(copy):
    """Where the archive is not checked out, its absence is no fault."""
    git(copy, "config", "core.sparseCheckout", "true")
    lines = told(copy)
    assert lines[0] == "not seen: the past was not replayed, since this checkout is a sparse one."
    assert hurts(lines) == []


def test_nothing_hostile_is_shown_as_it_is(copy):
    """What files say and are called comes out as plain signs on one line, or not at all."""
    spray = SPRAY.encode()
    change(
        copy,
        {
            YML: ("keepers: []", f'keepers: ["a{SPRAY[1:]}", "::error::x\\nok"]'),
            f".github/workflows/{SPRAY}\n.yml".replace("/script", "script"): spray + b": [",
            PLAY: (CHECKOUT, "actions/checkout@::error::"),
            SWEEP: (
                "      contents: write",
                '      "\\e[31m\\u202E": write\n      contents: write',
            ),
            "templates/languages/en/label.yml": b"white: '{% \xe2\x80\xae %}'\n",
            "requirements.txt": b"\x1b[31m\n",
            CONFIG: b"*x\n",
            "state/match.json": b'{"schema": "' + spray + b'"}',
        },
    )

    lines = told(copy, everything=True)

    assert len(hurts(lines)) > 6
    assert "\x1b" not in "".join(lines)
    assert "::error" not in "".join(lines)
    assert not [line for line in lines if line.startswith("the check of ")]


@pytest.mark.parametrize(
    "text",
    [
        "&a [*a, *a]",
        "a: &a [1, 1]\n"
        + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise("abcdefghi")),
        "[" * 400,
        "? [1]\n: 2\n",
        "3",
        "jobs: [1]\non: 7\nconcurrency: [x]\n",
        "jobs: {a: {steps: [1, {uses: [2]}, {run: 3}], permissions: [4], concurrency: []}}",
        "keepers: {a: b}\nblocked: [{a: b}, [c]]\n? [keepers]\n: 1\n",
        "on: {issues: {types: opened}}\njobs: {a: 3}\n",
        "on: 2026-99-99\n",
    ],
)
def test_no_yaml_breaks_a_check(copy, text):
    """Whatever stands in a file of YAML, it is told, and nothing breaks or takes long."""
    paths = [PLAY, HOUSE, YML, CONFIG, ".github/workflows/x.yml", ".github/ISSUE_TEMPLATE/a.yml"]
    change(copy, dict.fromkeys(paths, text.encode()))
    lines = told(copy)
    assert hurts(lines)
    assert not [line for line in lines if line.startswith("the check of ")]


def test_what_cannot_be_read_is_told(copy):
    """A file far too large, or a folder in its place, is a fault with a place."""
    (copy / YML).write_bytes(b"#" * 5_000_000)
    (copy / PLAY).unlink()
    (copy / PLAY).mkdir()
    lines = hurts(told(copy))
    assert lines[0].startswith(f"{YML}: is too large to be one")
    assert lines[1].startswith(f"{PLAY}: is missing")


def test_a_check_that_breaks_stops_no_other(copy, monkeypatch):
    """A crash is told as one, with the kind of error and nothing else of it."""

    def breaks(_: Copy) -> Iterator[None]:
        raise ZeroDivisionError(SPRAY)

    monkeypatch.setitem(examine.CHECKS, "README", breaks)
    lines = told(copy)
    assert hurts(lines) == [
        (
            "the check of README: broke (ZeroDivisionError), so this was not looked at."
            " Remedy: Look at it yourself, and tell the makers of the game."
        )
    ]
    assert any(line.startswith("ok: ") for line in lines)
    assert any(line.startswith("15 of 22 checks were done; 1 thing would ") for line in lines)


class GitHub:
    """A town whose stand-in for GitHub also answers what the doctor asks."""

    def __init__(self, folder: Path, copy: Path) -> None:
        self.world = World(OWNER, "repo-y")
        app = create_app(self.world)
        app.after_request(self._answer)
        self.town = Town(folder)
        self.town.server.stop()
        self.town.server = type(self.town.server)(self.world, app=app)
        self.town.world = self.world
        self.copy = copy
        here = f"http://localhost/repos/{self.world.full_name}"
        names = ("play", "sweep", "rebuild")
        branch = {
            "name": "main",
            "commit": {},
            "_links": {"html": "x", "self": "x"},
            "protected": False,
            "protection": {"enabled": False},
            "protection_url": f"{here}/branches/main/protection",
        }
        self.repository: dict[str, object] = {}
        self.answers: dict[str, tuple[int, object]] = {
            "/actions/permissions": (200, {"enabled": True, "allowed_actions": "all"}),
            "/actions/workflows": (
                200,
                {
                    "total_count": 3,
                    "workflows": [
                        {
                            **dict.fromkeys(("node_id", "url", "html_url", "badge_url"), "x"),
                            **dict.fromkeys(("created_at", "updated_at"), TIME),
                            "id": at,
                            "name": name,
                            "path": f".github/workflows/{name}.yml",
                            "state": "active",
                        }
                        for at, name in enumerate(names)
                    ],
                },
            ),
            "/actions/secrets": (200, self.secrets(SECRET)),
            "/rules/branches/main": (200, []),
            "/branches/main": (200, branch),
        }
        self.unlike: list[str] = []

    @staticmethod
    def secrets(*names: str) -> dict[str, object]:
        """A list of secrets, which has their names only."""
        dates = {"created_at": TIME, "updated_at": TIME}
        listed = [{"name": name, **dates} for name in names]
        return {"total_count": len(names), "secrets": listed}

    def change(self, what: str, **values: object) -> None:
        """Let an answer say something else."""
        status, document = self.answers.get(what, (200, {}))
        self.answers[what] = (status, {**document, **values})

    def told(self, **more: str) -> list[str]:
        """What the doctor says of the copy."""
        return told(self.copy, self.town.environment() | more)

    def _answer(self, response):
        from flask import request  # noqa: PLC0415 - of the stand-in

        what = request.path.removeprefix(f"/repos/{self.world.full_name}")
        if what == "" and response.status_code == 200:
            found = (200, {**response.get_json(), **self.repository})
        else:
            found = self.answers.get(what, (response.status_code, None))
        status, document = found
        if document is None:
            return response
        shape = models.BasicError if status != 200 else SHAPES[what]
        if what != "/branches/main":  # whose commit is long, and never looked at
            TypeAdapter(shape).validate_python(document)
        response.status_code = status
        response.set_data(json.dumps(document))
        response.mimetype = "application/json"
        return response


@pytest.fixture
def github(copy, tmp_path) -> Iterator[GitHub]:
    one = GitHub(tmp_path / "town", copy)
    with one.town:
        yield one


def test_a_good_copy_is_well_at_github_too(github):
    """With a token every check is done, and nothing is written at GitHub."""
    lines = told(github.copy, github.town.environment(), everything=True)

    assert len(lines) == 2, lines
    assert (
        lines[1] == "23 of 23 checks were done; nothing was found that would stop or hurt the game."
    )
    assert lines[0].count(",") == len(CHECKS)
    assert {method for method, _, _ in github.town.server.log} == {"GET"}


AT_GITHUB = {
    "fork": ("", {"fork": True}, "the repository: is a fork"),
    "archived": ("", {"archived": True}, "the repository: is archived"),
    "disabled": ("", {"disabled": True}, "the repository: was disabled"),
    "private": ("", {"private": True}, "the repository: is not public"),
    "no issues": (
        "",
        {"has_issues": False},
        "the repository: has its issues switched off. Remedy: Tick Issues in its Settings.",
    ),
    "Actions off": ("/actions/permissions", {"enabled": False}, "Actions: are switched off"),
    "local actions": (
        "/actions/permissions",
        {"allowed_actions": "local_only"},
        "Actions: may not come from elsewhere",
    ),
    "no secret": (
        "/actions/secrets",
        {"secrets": [], "total_count": 0},
        "note: secret UR_DICE_SECRET: is not set, so games are played without a seal. Remedy: ",
    ),
    "other branch": (
        "",
        {"default_branch": "trunk"},
        "note: the branch looked at: is main, and the game is played on trunk. Remedy: ",
    ),
}


@pytest.mark.parametrize("name", AT_GITHUB)
def test_what_is_set_at_github_is_told(github, name):
    """What stops the game in the repository's own settings has a line and a remedy."""
    what, values, wanted = AT_GITHUB[name]
    if what:
        github.change(what, **values)
    else:
        github.repository |= values

    lines = github.told()

    assert [line for line in lines if line.startswith(wanted)], lines
    assert len([line for line in lines if " Remedy: " in line]) == 1


def test_only_chosen_actions_may_be_enough(github):
    """A choice of actions is no fault as long as it has GitHub's own."""
    github.change("/actions/permissions", allowed_actions="selected")
    chosen = "/actions/permissions/selected-actions"
    github.change(chosen, github_owned_allowed=True)
    assert hurts(github.told()) == []
    github.change(chosen, github_owned_allowed=False)
    assert hurts(github.told())[0].startswith("Actions: may not be GitHub's own")


def test_an_organisation_names_its_keepers(github):
    """Where no person owns the repository, somebody has to be named."""
    org = {"type": "Organization"}
    github.repository["owner"] = org | {
        **dict.fromkeys(
            (
                *("login", "node_id", "avatar_url", "gravatar_id", "url", "html_url"),
                *("followers_url", "following_url", "gists_url", "starred_url"),
                *("subscriptions_url", "organizations_url", "repos_url", "events_url"),
                "received_events_url",
            ),
            "x",
        ),
        "id": 1,
        "site_admin": False,
    }
    github.answers["/actions/secrets"] = (200, github.secrets())
    github.answers["/actions/organization-secrets"] = (200, github.secrets(SECRET))
    assert hurts(github.told()) == [
        (
            f"{YML}, keepers: belongs to an organisation, and nobody is named who may do what a"
            " keeper may. Remedy: Write the ids of keepers."
        )
    ]
    change(github.copy, {YML: ("keepers: []", "keepers: [1]")})
    assert github.told()[0].startswith("ok: ")


@pytest.mark.parametrize("state", ["disabled_inactivity", "disabled_manually", "disabled_fork"])
def test_a_workflow_that_is_switched_off_is_told(github, state):
    """Each kind of being off is told, with where to switch it on; unknown files are noted."""
    listed = github.answers["/actions/workflows"][1]["workflows"]
    listed[1]["state"] = state
    del listed[2]

    lines = github.told()

    assert hurts(lines)[0].startswith(f"{SWEEP}: was switched off ")
    assert hurts(lines)[0].endswith(" Remedy: Switch it on: Actions, sweep, Enable workflow.")
    assert any(line.startswith(f"note: {REBUILD}: is not known to GitHub yet") for line in lines)


def ruleset(*actors: tuple[str, int | None, str], shown: bool = True) -> dict[str, object]:
    """A set of rules, and who may bypass it, where the token is shown that."""
    keys = ("actor_type", "actor_id", "bypass_mode")
    listed = [dict(zip(keys, actor, strict=True)) for actor in actors]
    hidden = {"id": 7, "name": "x", "source": "owner-x/repo-y", "enforcement": "active"}
    return hidden | ({"bypass_actors": listed} if shown else {})


def rules(*kinds: str, number: int = 7) -> list[dict[str, object]]:
    """The rules of a branch, all of one set."""
    plain = {
        "required_status_checks": {
            "required_status_checks": [],
            "strict_required_status_checks_policy": False,
        },
        "max_file_size": {"max_file_size": 1},
        "update": {"update_allows_fetch_and_merge": False},
    }
    more = {kind: {"parameters": plain[kind]} for kind in kinds if kind in plain}
    return [{"type": kind, "ruleset_id": number, **more.get(kind, {})} for kind in kinds]


KINDS = ("deletion", "non_fast_forward", "pull_request", "required_signatures", "max_file_size")
PUSH = f" Remedy: {online.PUSHES}."
ACTIONS = ("Integration", 15368)
SEEN = {
    "nobody may bypass": (ruleset(), True),
    "others may bypass": (
        ruleset(
            ("RepositoryRole", 5, "always"), ("Integration", 1, "always"), ("Team", 15368, "always")
        ),
        True,
    ),
    "only by pull request": (ruleset((*ACTIONS, "pull_request")), True),
    "Actions may bypass": (ruleset(("DeployKey", None, "always"), (*ACTIONS, "always")), False),
    "Actions are exempt": (ruleset((*ACTIONS, "exempt")), False),
    "not shown": (ruleset(shown=False), None),
    "refused": (None, None),
}


@pytest.mark.parametrize("name", SEEN)
def test_rules_of_the_branch_that_refuse_the_push_are_told(github, name):
    """Each rule that would refuse the push is named, but for those that Actions may bypass.

    Where that is not shown it is a note; harmless rules are none.
    """
    told_of, refuses = SEEN[name]
    github.answers["/rules/branches/main"] = (200, rules(*KINDS))
    github.answers["/rulesets/7"] = (200, told_of) if told_of else REFUSED
    github.change("/branches/main", protected=True)
    github.answers["/branches/main/protection"] = (404, REFUSED[1])

    lines = [line for line in github.told() if "branch main: " in line]

    asks = ("asks for pull requests", "asks for signed commits")
    unsure = "and whether GitHub Actions may bypass it cannot be seen with this token"
    sizes = f"note: branch main: may refuse the game's push: a rule is about sizes of files.{PUSH}"
    assert (
        lines
        == {
            True: [
                *(f"branch main: refuses the game's push: a rule {what}.{PUSH}" for what in asks),
                sizes,
            ],
            False: [],
            None: [
                *(
                    f"note: branch main: may refuse the game's push: a rule {what}, {unsure}.{PUSH}"
                    for what in asks
                ),
                sizes,
            ],
        }[refuses]
    )


def test_of_several_sets_of_rules_each_has_its_own_bypass(github):
    """A rule that Actions may bypass in one set stands in another."""
    both = rules("update", number=8) + rules("update", "required_status_checks")
    github.answers["/rules/branches/main"] = (200, both)
    github.answers["/rulesets/7"] = (200, ruleset((*ACTIONS, "always")))
    github.answers["/rulesets/8"] = (200, ruleset() | {"id": 8})
    assert hurts(github.told()) == [
        f"branch main: refuses the game's push: a rule lets nobody update the branch.{PUSH}"
    ]


def test_protection_that_refuses_the_push_is_told(github):
    """The older protection is told by what it asks for; where it cannot be seen, that is said."""
    github.change("/branches/main", protected=True)
    github.answers["/branches/main/protection"] = (
        200,
        {"lock_branch": {"enabled": True}, "required_signatures": {"url": "x", "enabled": False}},
    )
    assert hurts(github.told())[0].startswith(
        "branch main: refuses the game's push: its protection lets nobody update"
    )
    github.answers["/branches/main/protection"] = REFUSED
    lines = github.told()
    assert hurts(lines) == []
    assert "not seen: the branch is protected; by what, only an admin's token may see." in lines


def test_each_kind_of_protection_that_refuses_is_told(github):
    """Reviews, checks, signatures and a choice of who may push; Actions may be among these."""
    github.change("/branches/main", protected=True)
    links = dict.fromkeys(("url", "users_url", "teams_url", "apps_url"), "x")
    protection = {
        "required_pull_request_reviews": {
            "dismiss_stale_reviews": False,
            "require_code_owner_reviews": False,
        },
        "required_status_checks": {"contexts": [], "checks": []},
        "required_signatures": {"url": "x", "enabled": True},
        "restrictions": {**links, "users": [], "teams": [], "apps": []},
    }
    github.answers["/branches/main/protection"] = (200, protection)
    assert [line.split(" Remedy:")[0] for line in hurts(github.told())] == [
        f"branch main: refuses the game's push: its protection {what}."
        for what in (
            "asks for pull requests",
            "asks for checks before a push",
            "asks for signed commits",
            "lets only some push",
        )
    ]
    actions = {**links, "users": [], "teams": [], "apps": [{"slug": "github-actions"}]}
    github.answers["/branches/main/protection"] = (200, {"restrictions": actions})
    assert hurts(github.told()) == []


def test_what_a_token_may_not_see_is_said(github):
    """Without the rights of an admin the secrets and permissions are not seen, and no fault."""
    for what in ("/actions/secrets", "/actions/permissions"):
        github.answers[what] = REFUSED

    lines = github.told()

    assert hurts(lines) == []
    assert [line for line in lines if line.startswith("not seen: ")] == [
        "not seen: secret of the dice: GitHub does not tell this token (status 403).",
        "not seen: Actions: GitHub does not tell this token (status 403).",
    ]
    assert "20 of 22 checks were done" in lines[-1]


def test_a_login_gets_its_id_from_github(github):
    """With a token the remedy is the id itself, or that nobody has the login."""
    github.world.add_person("tiamat", 4711)
    change(github.copy, {YML: ("keepers: []", "keepers: [tiamat, nobody-here]")})
    lines = hurts(github.told())
    assert lines[0].endswith(" Remedy: Write 4711 in [ ] instead, the id that belongs to it.")
    assert " Remedy: Nobody at GitHub has this login" in lines[1]


def test_another_repositorys_state_is_told(github):
    """State with another repository's id is left behind by the game, and so it is said."""
    club = {"schema": 1}
    town = github.town
    with Town(github.copy.parent / "other") as other:
        other.create(fresh())
        other.asked(OWNER, "ur-new")
        club = other.read("state/club.json")
        change(github.copy, {path: other.read(path) for path in other.files() if "state" in path})
    number = json.loads(club)["repository"]
    lines = github.told(GITHUB_REPOSITORY_ID=str(number + 1))
    assert hurts(lines)[0].startswith("state/club.json, line ")
    assert "is of another repository, so the game begins here with an empty past" in lines[0]
    assert hurts(told(github.copy, {"GITHUB_REPOSITORY_ID": str(number)})) == []
    assert town.world.repository.id


def test_a_sealed_game_needs_its_secret(github):
    """In a sealed game a secret that is missing, unseen or another is told as what it is."""
    with Town(github.copy.parent / "other") as other:
        other.create(fresh())
        other.secret = "right"
        other.asked(OWNER, "ur-new")
        own = other.environment()
        change(github.copy, {path: other.read(path) for path in other.files() if "state" in path})
    here = {"GITHUB_REPOSITORY_ID": own["GITHUB_REPOSITORY_ID"]}

    assert any("match.json is sealed: whether UR_DICE_SECRET" in line for line in told(github.copy))
    assert hurts(told(github.copy, {**here, SECRET: "right"})) == []
    wrong = hurts(told(github.copy, {**here, SECRET: "wrong"}))
    assert "secret UR_DICE_SECRET: is not the one that the game was sealed with" in wrong[0]
    assert "or end the game: ur-abandon-1." in wrong[0]
    assert hurts(github.told(**here)) == []
    github.answers["/actions/secrets"] = (200, github.secrets("OTHER"))
    missing = hurts(github.told(**here))
    assert missing[0].startswith(
        "secret UR_DICE_SECRET: is missing, and the game in play is sealed"
    )
    github.answers["/actions/secrets"] = REFUSED
    assert any("cannot be seen from here" in line for line in github.told(**here))


def test_a_network_that_fails_is_one_line(copy):
    """Where GitHub cannot be asked at all, one line says so, and the rest is as ever."""
    environment = {
        "GITHUB_TOKEN": "t",
        "GITHUB_REPOSITORY": "a/b",
        "GITHUB_API_URL": "http://localhost:9",
    }
    lines = told(copy, environment)
    assert hurts(lines) == []
    failed = [line for line in lines if "could not be asked" in line]
    assert failed[0] == "not seen: GitHub could not be asked: ConnectionError."
    assert failed[1:] == [lines[-1]]
    assert lines[-1].startswith("skipped, since GitHub could not be asked: ")


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "ftp://x/y", "https://", "localhost:80", "http://[", "//x"]
)
def test_an_address_that_cannot_be_asked_is_told_in_words(copy, address):
    """Only http and https are asked; no check breaks of another."""
    environment = {"GITHUB_TOKEN": "t", "GITHUB_REPOSITORY": "a/b", "GITHUB_API_URL": address}
    lines = told(copy, environment)
    assert hurts(lines) == []
    assert lines[-2].startswith("16 of 22 checks were done; ")
    wanted = "GITHUB_API_URL is no address that begins with https:// or http://"
    assert f"not seen: GitHub could not be asked: {wanted}." in lines


def test_a_token_that_is_refused_is_one_line(github):
    """A bad token, or a repository that it cannot see, ends the questions with one line."""
    lines = github.told(GITHUB_TOKEN="wrong")
    assert "not seen: GitHub could not be asked: status 401." in lines
    lines = github.told(GITHUB_REPOSITORY="nobody/nothing")
    assert "not seen: GitHub could not be asked: status 404." in lines
    assert [path for _, path, _ in github.town.server.log] == [
        "/repos/owner-x/repo-y",
        "/repos/nobody/nothing",
    ]


def test_no_token_goes_to_a_repository_that_is_not_known(copy):
    """An origin elsewhere is no repository at GitHub, whatever its path looks like."""
    lines = told(copy, {"GITHUB_TOKEN": "t"})
    wanted = "origin is no repository at github.com, and GITHUB_REPOSITORY not set"
    assert f"not seen: GitHub could not be asked: {wanted}." in lines


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://github.com/a/b", "a/b"),
        ("https://github.com/a/b.git", "a/b"),
        ("https://x:y@github.com/a-b/b.c.git", "a-b/b.c"),
        ("git@github.com:a/b.git", "a/b"),
        ("ssh://git@github.com/a/b", "a/b"),
        ("https://notgithub.com/a/b", None),
        ("https://example.org/github.com.a/b", None),
        ("/a/b", None),
    ],
)
def test_a_repository_is_known_by_its_address(copy, address, name):
    """Addresses at github.com name a repository, others do not."""
    git(copy, "remote", "set-url", "origin", address)
    assert Copy(copy, {}).repository == name
