"""What can be written behind ``python -m ur``: the commands, and the options of each."""

import argparse
from argparse import ArgumentParser
from collections.abc import Callable, Mapping

from ur.referee.match import ORIGIN
from ur.store import rossjrw

Command = Callable[[argparse.Namespace], int]
"""Does what was asked for; its exit code."""


def parser(commands: Mapping[str, Command]) -> ArgumentParser:
    """The reader of the words; it sets ``command`` to the one of ``commands`` that was named."""
    whole = ArgumentParser(prog="ur", description="The Royal Game of Ur, played by opening issues.")
    group = whole.add_subparsers(required=True, metavar="COMMAND")
    for name, (what, example, options) in _COMMANDS.items():
        one = group.add_parser(
            name,
            help=what,
            description=f"{what}.",
            epilog=f"Example: {example.format(run=f'PYTHONPATH=src python -m ur {name}')}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        options(one)
        one.set_defaults(command=commands[name])
    return whole


def _none(_: ArgumentParser) -> None:
    """A command that takes no options."""


def _rebuild(one: ArgumentParser) -> None:
    how = one.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="write nothing, say what differs")
    how.add_argument("--push", action="store_true", help="commit and push it, make the labels")
    one.add_argument("--all", action="store_true", help="ended games too")


def _verify(one: ArgumentParser) -> None:
    one.add_argument("paths", nargs="*", metavar="PATH", help="records or folders (all of state/)")
    one.add_argument("--rules", metavar="NAME", help="replay them under another rule set")


def _show(one: ArgumentParser) -> None:
    one.add_argument("what", metavar="POSITION|RECORD", help="a position's line, or a file")
    one.add_argument("--turn", type=int, metavar="N", help="a record before its turn N")
    one.add_argument("--throw", type=int, metavar="N", help="what the dice show")
    one.add_argument("--rules", metavar="NAME", help="by another rule set")
    one.add_argument("--png", metavar="FILE", help="write the picture here too")


def _import(one: ArgumentParser) -> None:
    one.add_argument("system", choices=["rossjrw"], help="whose logs they are")
    one.add_argument("folder", metavar="DIR", help="the folder that holds the archived logs")
    one.add_argument(
        "--origin",
        type=_origin,
        default=rossjrw.ORIGIN,
        metavar="ADDRESS",
        help=f"the repository where they were played ({rossjrw.ORIGIN})",
    )


def _install(one: ArgumentParser) -> None:
    one.add_argument("folder", metavar="DIR", help="a checkout of the repository")
    where = one.add_mutually_exclusive_group()
    where.add_argument("--after", metavar="TEXT", help="the board goes below this line")
    where.add_argument("--before", metavar="TEXT", help="above this line (at the README's end)")


def _forget(one: ArgumentParser) -> None:
    one.add_argument("who", metavar="NAME|ID", help="the account's name, or its id")


def _adopt(one: ArgumentParser) -> None:
    one.add_argument("origin", type=_origin, metavar="ADDRESS", help="where it was played")
    one.add_argument("--abandon", action="store_true", help="end the game in play")


def _sandbox(one: ArgumentParser) -> None:
    one.add_argument("--port", type=_port, metavar="N", help="where it listens (8642)")
    one.add_argument("--fresh", action="store_true", help="begin anew")
    one.add_argument(
        "--from", dest="source", metavar="DIR", help="go on from another checkout's committed state"
    )
    one.add_argument(
        "--no-browser", dest="browser", action="store_false", help="open no browser window"
    )


_COMMANDS: Mapping[str, tuple[str, str, Callable[[ArgumentParser], None]]] = {
    "play": ("answer every waiting request", "{run}", _none),
    "rebuild": ("write everything derived again", "{run} --check", _rebuild),
    "verify": (
        "check records: every move, every throw, the seal",
        "{run} state/archive/0011",
        _verify,
    ),
    "show": (
        "show a position or a record, with its moves",
        "{run} '4xx2/8/4xx2 l 7 0 7 0' --throw 3",
        _show,
    ),
    "import": (
        "bring in the archived games of a community that played another system",
        "{run} rossjrw ../rossjrw/games",
        _import,
    ),
    "install": (
        "put the game into a repository that is already there, or a newer version of it",
        "{run} ../my-profile --before '## About me'",
        _install,
    ),
    "undo": ("take the last move back", "{run}", _none),
    "forget": ("take somebody's name out of all records", "{run} tiamat", _forget),
    "adopt": (
        "take over the past of another repository",
        "{run} https://github.com/tiamat/old",
        _adopt,
    ),
    "doctor": (
        "say what in this copy's set-up would stop or hurt the game, and what to do about it",
        "GITHUB_TOKEN=$(gh auth token) {run}",
        _none,
    ),
    "sandbox": ("open the whole game on this machine, in a browser", "{run} --fresh", _sandbox),
}
"""By name: what a command does, an example in which ``{run}`` is its beginning, its options."""


def _origin(text: str) -> str:
    """The address of a repository."""
    if not ORIGIN.fullmatch(text):
        raise argparse.ArgumentTypeError(f"is no address like {rossjrw.ORIGIN}")
    return text


def _port(text: str) -> int:
    """A port of this machine, by its number."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) < 2**16):
        raise argparse.ArgumentTypeError("is no number from 1 to 65535")
    return int(text)
