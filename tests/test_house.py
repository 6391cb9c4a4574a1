"""How the house is built: floors, names of files, and tests that say what they test."""

import ast
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "ur"

CELLAR = {"errors", "paths", "port"}
ROOF = {
    *(
        "__main__",
        "archive",
        "batch",
        "commands",
        "dice",
        "doctor",
        "house",
        "importing",
        "install",
        "keeping",
        "options",
        "overlay",
        "rebuild",
        "records",
        "settings",
        "show",
        "table",
        "verify",
    )
}
BELOW = {
    "errors": set(),
    "paths": set(),
    "port": set(),
    "rules": set(),
    "referee": {"rules", *CELLAR},
    "store": {"rules", "referee", *CELLAR},
    "render": {"rules", "referee", *CELLAR},
    "hosts": {"errors", "port"},
    "sandbox": {"rules", "referee", "store", "render", "hosts", *CELLAR, *ROOF},
    **{module: {"rules", "referee", "store", "render", "hosts", *CELLAR, *ROOF} for module in ROOF},
}
"""What each floor may import besides itself."""

IMPURE = {"os", "subprocess", "secrets", "github", "yaml", "pathlib", "time", "random", "socket"}
DRAWING = {"PIL", "jinja2"}
MODULES = sorted(SOURCE.rglob("*.py"))


def floor(path: Path) -> str:
    """The floor that a module lies on."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The names of all modules that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_only_point_down(path):
    """A module imports from its own floor and below; only its command knows the sandbox."""
    here = floor(path)
    if here == "__init__":
        return
    used = {name.split(".")[1] for name in imports(path) if name.startswith("ur.")} - {here}
    if here == "commands":
        used -= {"sandbox"}
    assert used <= BELOW[here]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_roof_and_porch_touch_the_world(path):
    """Rules, referee, store and render know no clock, file, process or network."""
    here = floor(path)
    used = {name.split(".")[0] for name in imports(path)}
    if here in {"rules", "referee", "store", "render", *CELLAR}:
        assert not used & IMPURE
    if here not in {"render", "sandbox"}:
        assert not used & DRAWING


def test_every_test_says_what_it_tests():
    """Each test's docstring names the behaviour in a sentence."""
    silent = [
        f"{path.name}: {node.name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not (ast.get_docstring(node) or "").endswith(".")
    ]
    assert silent == []


def test_no_file_names_a_place_outside():
    """Nothing in the project names an absolute path of the machine it was made on."""
    texts = (".py", ".md", ".yml", ".toml", ".txt", ".j2")
    files = [path for path in ROOT.rglob("*") if path.suffix in texts]
    ours = [path for path in files if not {".venv", ".demo"} & set(path.parts)]
    bad = re.compile(r"(?:^|[\s\"'(])/(?:work|root|home/[a-z]+)/")
    assert [path.name for path in ours if bad.search(path.read_text("utf-8"))] == []


def test_what_play_needs_is_pinned():
    """Every requirement is pinned to one version, and names no registry."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = (ROOT / name).read_text("utf-8").splitlines()
        wanted = [line for line in lines if line and not line.lstrip().startswith("#")]
        assert all(re.match(r"[a-z0-9.-]+(?:\[[a-z,-]+\])?==", line) for line in wanted)
        assert "://" not in (ROOT / name).read_text("utf-8")


def test_every_check_is_made_by_make_test():
    """Each target of the Makefile has one recipe, and ``make test`` does what each check does."""
    words = ("make", "--always-make", "--dry-run", "test")
    clean = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(words, cwd=ROOT, env=clean, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    checks = (
        *("ruff format --check", "ruff check", "mypy", "zizmor", "actionlint", "check-jsonschema"),
        "pytest --numprocesses=auto --cov",
        "pytest --numprocesses=auto --ignore",
    )
    assert [check for check in checks if f".venv/bin/{check}" not in done.stdout] == []
