"""The real workflow files, read, and run on this machine by act against the stand-in for GitHub."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from ur.sandbox.local import Local

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = GITHUB / "workflows"
HOUSE = GITHUB / "actions" / "house" / "action.yml"
QUEUE = "      queue: max\n"
ACT = Path(sys.executable).parent / "act"
NEEDED = {"act": ACT.exists(), **{name: bool(shutil.which(name)) for name in ("node", "curl")}}
"""What act needs to run the files, and whether it is here: its own node counts hashFiles."""

CHECKOUT = """\
name: stand-in for actions/checkout
inputs: {ref: {}, fetch-depth: {}, filter: {}, sparse-checkout: {}, sparse-checkout-cone-mode: {}}
runs:
  using: composite
  steps:
    - shell: bash
      env:
        REF: ${{ inputs.ref }}
        DEPTH: ${{ inputs.fetch-depth }}
        FILTER: ${{ inputs.filter }}
        SPARSE: ${{ inputs.sparse-checkout }}
        CONE: ${{ inputs.sparse-checkout-cone-mode }}
      run: |
        git init --quiet --initial-branch=nothing .
        git remote add origin "$UR_TEST_ORIGIN"
        git fetch --quiet --no-tags --depth="$DEPTH" --filter="$FILTER" origin \\
          "+refs/heads/$REF:refs/remotes/origin/$REF"
        test "$CONE" = false
        git config core.sparseCheckout true
        printf '%s' "$SPARSE" >.git/info/sparse-checkout
        git checkout --quiet --force -B "$REF" "refs/remotes/origin/$REF"
        echo "checked-out $(git symbolic-ref --short HEAD) $(git rev-parse HEAD)"
        find state -mindepth 1 -maxdepth 1 -printf 'there %f\\n'
"""
"""What actions/checkout does with these inputs, from the bare repository of the test."""

SETUP_PYTHON = """\
name: stand-in for actions/setup-python
inputs: {python-version: {}}
outputs: {python-version: {value: "${{ inputs.python-version }}"}}
runs:
  using: composite
  steps:
    - shell: bash
      run: echo "$UR_TEST_PYTHON" >>"$GITHUB_PATH"
"""

CACHE = """\
name: stand-in for actions/cache
inputs: {path: {}, key: {}}
outputs: {cache-hit: {value: "true"}}
runs:
  using: composite
  steps:
    - shell: bash
      env:
        KEY: ${{ inputs.key }}
      run: echo "cached $KEY"
"""

STUBS = {
    "actions/checkout": CHECKOUT,
    "actions/setup-python": SETUP_PYTHON,
    "actions/cache": CACHE,
}


@cache
def read(name: str) -> dict[str, Any]:
    """A workflow as data; what stands under ``on`` is found under True, as YAML 1.1 has it."""
    return yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text("utf-8"))


def triggers(name: str) -> dict[str, Any]:
    """What starts a workflow."""
    return read(name)[True]


def job(name: str) -> dict[str, Any]:
    """The one job of a workflow."""
    [only] = read(name)["jobs"].values()
    return only


def steps(name: str) -> list[dict[str, Any]]:
    """The steps of a workflow's one job."""
    return job(name)["steps"]


def product() -> dict[str, bytes]:
    """The files of a copy of this repository that a run of the game needs."""
    wanted = [ROOT / "README.md", ROOT / "state" / "README.md", ROOT / "requirements.txt"]
    for folder in ("src", "templates", ".github"):
        wanted += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for path in wanted
        if "__pycache__" not in path.parts
    }


@dataclass(frozen=True)
class Run:
    """What became of one workflow run."""

    code: int
    lines: tuple[dict[str, Any], ...]

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The job's own steps that ran, with their results."""
        return [
            (line["step"], line["stepResult"])
            for line in self.lines
            if line.get("stage") == "Main" and "stepResult" in line and len(line["stepID"]) == 1
        ]

    @property
    def said(self) -> list[str]:
        """The output of all steps, as lines."""
        return [line["msg"].rstrip() for line in self.lines if line.get("raw_output")]

    def tell(self) -> str:
        """The whole log, for when a test fails."""
        return "\n".join(line.get("msg", "").rstrip() for line in self.lines)


class Actions:
    """Runs the workflows of ``local``'s repository as GitHub does, one run at a time."""

    def __init__(self, local: Local) -> None:
        self._local = local
        self._folder = local.folder / "actions"
        self._here = self._folder / "here"
        for name, text in STUBS.items():
            self._repository(self._folder / name, {"action.yml": text})
        # act asks a clone of the repository for the names that GitHub's contexts hold.
        remote = f"https://github.com/{local.world.full_name}.git"
        self._repository(self._here, {"README.md": "The runner's.\n"}, remote)
        for key in ("allowFilter", "allowAnySHA1InWant"):
            self._git(local.origin, "config", f"uploadpack.{key}", "true")

    def run(self, name: str, event: str, payload: dict[str, Any]) -> Run:
        """Run a workflow on an event: a copy of its file as it was pushed, but for ``queue``.

        act does not know that key yet, and runs one at a time anyway.
        """
        text = self._local.read(f".github/workflows/{name}.yml").decode()
        assert text.count(QUEUE) == 1
        workflow, payload_file = self._folder / f"{name}.yml", self._folder / "event.json"
        workflow.write_text(text.replace(QUEUE, ""), "utf-8")
        payload_file.write_text(json.dumps(payload), "utf-8")
        command = [ACT, event, "--json", "--no-cache-server", "--eventpath", payload_file]
        command += ["--workflows", workflow, "--platform", "ubuntu-latest=-self-hosted"]
        command += ["--action-cache-path", self._folder / "cache", "--action-offline-mode"]
        for step in [*steps("play"), *yaml.safe_load(HOUSE.read_text("utf-8"))["runs"]["steps"]]:
            uses = step.get("uses", "./")
            if not uses.startswith("./"):
                stub = self._folder / uses.partition("@")[0]
                command += ["--local-repository", f"{uses}={stub}"]
        for key, value in self._environment().items():
            command += ["--env", f"{key}={value}"]
        command += ["--secret", f"GITHUB_TOKEN={self._local.world.actions_token}"]
        command += ["--secret", f"UR_DICE_SECRET={self._local.secret}"]
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self._here,
            env=self._own_environment(),
            capture_output=True,
            check=False,
            text=True,
            timeout=60,
        )
        lines = (done.stdout + done.stderr).splitlines()
        return Run(done.returncode, tuple(_told(line) for line in lines))

    def _environment(self) -> dict[str, str]:
        """What GitHub provides to a run, as far as act cannot know it."""
        given = self._local.environment()
        kept = {key: text for key, text in given.items() if key.startswith("GITHUB_")}
        del kept["GITHUB_TOKEN"]  # a step that is not given it has to do without
        return kept | {
            "UR_TEST_ORIGIN": self._local.origin.as_uri(),
            "UR_TEST_PYTHON": str(Path(sys.executable).parent),
        }

    def _own_environment(self) -> dict[str, str]:
        """A home of its own; nothing of a run that these tests are part of."""
        home = self._folder / "home"
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "ACT_DISABLE_VERSION_CHECK": "1",
        }

    def _repository(self, folder: Path, files: dict[str, str], remote: str = "") -> None:
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
        self._git(folder, "init", "--quiet", "--initial-branch=main")
        self._git(folder, "add", "--all")
        person = ("-c", "user.name=nobody", "-c", "user.email=nobody@localhost")
        self._git(folder, *person, "commit", "--quiet", "--message", "Begin")
        if remote:
            self._git(folder, "remote", "add", "origin", remote)

    @staticmethod
    def _git(folder: Path, *words: str) -> None:
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def _told(line: str) -> dict[str, Any]:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return {"msg": line}
