"""The commands: ``PYTHONPATH=src python -m ur COMMAND``, from the root of a checkout."""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ur.errors import Conflict, KeeperFault, Unreachable
from ur.hosts import folder
from ur.house import Environment, furnish
from ur.rebuild import differences
from ur.table import CONFLICTS, Table, make_labels


def say(line: str) -> None:
    """Print one line at once."""
    print(line, flush=True)  # noqa: T201 - a command speaks


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; its exit code: 0, 1 for a fault or difference, 2 for wrong usage."""
    options = _parser().parse_args(words)
    try:
        code: int = options.command(options)
    except (KeeperFault, Unreachable) as trouble:
        sys.stderr.write(f"ur: {trouble}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def play(_: argparse.Namespace) -> int:
    """Answer every waiting request."""
    environment = Environment.read(os.environ)
    if environment.repository_id is None:
        raise KeeperFault(
            "environment",
            "GITHUB_REPOSITORY_ID is not set",
            "Run this in GitHub Actions, or set it",
        )
    summary = Summary(environment.summary)
    repository = environment.repository_here(Path.cwd())
    forge = environment.forge()
    try:
        house = furnish(environment, repository.branch)
        return 0 if Table(house, repository, forge, say=summary.say).serve() else 1
    finally:
        forge.close()
        repository.close()


def rebuild(options: argparse.Namespace) -> int:
    """Write everything derived again, into the working tree or as a commit."""
    environment = Environment.read({**_here(), **os.environ})
    if options.push:
        return _rebuild_pushed(environment, everything=options.all)
    git = environment.repository_here(Path.cwd())
    house = furnish(environment, git.branch)
    found = differences(house, folder.FolderSnapshot(Path.cwd()), everything=options.all)
    for path in sorted(found.files):
        say(f"{path}: {'differs' if options.check else 'written'}")
    if options.check:
        return 1 if found.files else 0
    folder.write(Path.cwd(), found.files)
    return 0


def sandbox(options: argparse.Namespace) -> int:
    """Play a whole game on this machine."""
    from ur.sandbox.demo import demo  # noqa: PLC0415 - needs what play does without

    return demo(Path.cwd() / ".demo", port=options.port, requests=options.requests)


def _rebuild_pushed(environment: Environment, *, everything: bool) -> int:
    repository = environment.repository_here(Path.cwd())
    forge = environment.forge()
    try:
        house = furnish(environment, repository.branch)
        for _ in range(CONFLICTS):
            snapshot = repository.load()
            found = differences(house, snapshot, everything=everything)
            try:
                if found.files:
                    repository.publish(repository.commit(snapshot, [found.change]))
                break
            except Conflict:
                continue
        else:
            raise Unreachable("another writer was faster every time")
        make_labels(forge, house.wording())
        say(f"{len(found.files)} files written")
    finally:
        forge.close()
        repository.close()
    return 0


class Summary:
    """What a run says, in its log and in the job's summary. Nothing a stranger wrote is in it."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def say(self, line: str) -> None:
        """Say one line."""
        say(line)
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"- {line}\n")


def _here() -> Mapping[str, str]:
    """The repository that ``origin`` names, for use outside of Actions."""
    done = subprocess.run(
        ["git", "remote", "get-url", "origin"],  # noqa: S607 - git is found as everywhere
        capture_output=True,
        check=False,
        text=True,
    )
    found = re.search(r"([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+?)(?:\.git)?/?\s*$", done.stdout)
    return {"GITHUB_REPOSITORY": found[1]} if found else {}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ur", description="The Royal Game of Ur, played by opening issues."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: object, what: str, example: str) -> argparse.ArgumentParser:
        one = commands.add_parser(
            name,
            help=what,
            description=f"{what}.",
            epilog=f"Example: {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.set_defaults(command=run)
        return one

    command("play", play, "answer every waiting request", "python -m ur play")
    again = command(
        "rebuild", rebuild, "write everything derived again", "python -m ur rebuild --check"
    )
    how = again.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="write nothing, say what differs")
    how.add_argument("--push", action="store_true", help="commit and push it, make the labels")
    again.add_argument("--all", action="store_true", help="ended games too")
    local = command(
        "sandbox",
        sandbox,
        "play a whole game on this machine",
        "python -m ur sandbox --requests 20",
    )
    local.add_argument("--port", type=int, default=0, help="where it listens (0: any free port)")
    local.add_argument("--requests", type=int, default=None, help="stop after so many")
    return parser


if __name__ == "__main__":
    sys.exit(main())
