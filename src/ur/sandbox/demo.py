"""Four made-up people play a whole game by following the links of the README.

``python -m ur.sandbox.demo``, or ``make demo``.
"""

import argparse
import random
import sys
from pathlib import Path
from subprocess import CompletedProcess

from ur.paths import MATCH, archive, picture
from ur.referee.parse import JoinAsk, MoveAsk, NewAsk, parse
from ur.rules import Side
from ur.sandbox.local import Link, Local
from ur.sandbox.world import World
from ur.store.codec import read_match

PEOPLE = {"ada": Side.LIGHT, "enheduanna": Side.DARK, "grace": Side.LIGHT, "tiamat": Side.DARK}
SECRET = "the demo's own"  # noqa: S105 - a demonstration's dice need no secrecy


def demo(folder: Path, *, port: int = 0, requests: int | None = None) -> int:
    """Play until a game is won, and begin the next; 1 when anything went wrong."""
    world = World("ur-demo", "ur-demo")
    for login in PEOPLE:
        world.add_person(login)
    with Local(folder, world, port=port) as local:
        local.secret = SECRET
        local.create()
        failed = _say_failure(local.run("rebuild", "--push"))
        asked = 0
        while not failed and asked != requests and not _over(local):
            failed = _ask(local, *_choose(local))
            asked += 1
        failed = failed or (requests is None and _ask(local, "ada", _begin(local)))
        _farewell(local, asked)
    return int(failed)


def _ask(local: Local, login: str, link: Link) -> bool:
    """Follow one link to its answer; whether the run failed."""
    number = local.open(login, link.title, link.body)
    print(f"\n{login} opens #{number}: {link.title}")  # noqa: T201 - a demonstration speaks
    failed = _say_failure(local.run("play", event=local.event(number)))
    issue = local.world.issue(number)
    for line in (issue.comments[-1].body if issue.comments else "").splitlines():
        if line and not line.startswith(("<!--", "<p>", "[", "- ")):
            print(f"    {line}")  # noqa: T201 - a demonstration speaks
    return failed or issue.state != "closed"


def _choose(local: Local) -> tuple[str, Link]:
    """Somebody who may, and one of the links that is theirs to follow."""
    asks = [(parse(link.title), link) for link in local.links()]
    moves = [link for ask, link in asks if isinstance(ask, MoveAsk)]
    if not moves:
        return "ada", _begin(local)
    match = read_match(MATCH, local.read(MATCH))
    seated = {seat.person.login for seat in match.seats}
    for ask, link in asks:
        if isinstance(ask, JoinAsk) and ask.side is Side.DARK and "tiamat" not in seated:
            return "tiamat", link
    team = [login for login, side in PEOPLE.items() if side is match.game.to_move]
    return random.choice(team), random.choice(moves)


def _begin(local: Local) -> Link:
    return next(link for link in local.links() if isinstance(parse(link.title), NewAsk))


def _over(local: Local) -> bool:
    return MATCH in local.files() and read_match(MATCH, local.read(MATCH)).over


def _say_failure(done: "CompletedProcess[str]") -> bool:
    """Print what a run said that failed; whether it did."""
    if done.returncode:
        print(done.stdout, done.stderr)  # noqa: T201 - a demonstration speaks
    return bool(done.returncode)


def _farewell(local: Local, asked: int) -> None:
    match = read_match(MATCH, local.read(MATCH))
    print(  # noqa: T201 - a demonstration speaks
        f"\n{asked} requests, {len(local.log())} commits. What GitHub would show lies in"
        f" {local.folder}:\n"
        f"  git -C {local.origin} show main:README.md\n"
        f"  git -C {local.origin} show main:{picture(match.number, match.next_turn)} > board.png\n"
        f"  git -C {local.origin} ls-tree -r main {archive(1)}/"
    )


def main() -> int:
    """Play in ``.demo``, on any free port unless one is asked for."""
    parser = argparse.ArgumentParser(prog="ur.sandbox.demo", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="where it listens (0: any free port)")
    parser.add_argument("--requests", type=int, default=None, help="stop after so many")
    options = parser.parse_args()
    try:
        return demo(Path.cwd() / ".demo", port=options.port, requests=options.requests)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
