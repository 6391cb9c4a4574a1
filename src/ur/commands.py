"""What the commands do, from the root of a checkout; what each takes is in ``options``."""

import argparse
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path

from ur import importing, keeping, paths, settings
from ur import show as showing
from ur.errors import Conflict, KeeperFault, Unreachable
from ur.hosts import folder
from ur.house import ENGLISH, ROOT, TEMPLATES, Environment, House, furnish, load_text, the_font
from ur.options import Command, parser
from ur.rebuild import differences
from ur.records import Records, exists, name_of
from ur.render import board
from ur.rules import RULE_SETS, Unreadable
from ur.table import CONFLICTS, Table, labels_of
from ur.verify import verify_files, verify_state

OUTPUT = "standard output"
"""How the output is named where it is what cannot be written."""


@contextmanager
def _printing() -> Iterator[None]:
    """See to it that an error of printing says so."""
    try:
        yield
    except OSError as error:
        error.filename = OUTPUT
        raise


def say(line: str) -> None:
    """Print one line at once."""
    with _printing():
        print(line, flush=True)  # noqa: T201 - a command speaks


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; its exit code: 0, 1 for a fault or difference, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            options = parser(COMMANDS).parse_args(words)
            code: int = options.command(options)
        finally:
            with _printing():
                if sys.stdout:
                    sys.stdout.flush()  # what was only buffered, such as a page of help
    except (KeeperFault, Unreachable, Unreadable) as trouble:
        sys.stderr.write(f"ur: {trouble}\n")
        return 1
    except WrongUsage as wrong:
        sys.stderr.write(f"ur: {wrong}\n")
        return 2
    except BrokenPipeError:
        _say_no_more()  # whoever read this has read enough
        return 1
    except OSError as error:
        if error.filename == OUTPUT:
            _say_no_more()
        where = f"{name_of(Path(str(error.filename)))}: " if error.filename else ""
        sys.stderr.write(f"ur: {where}{error.strerror or error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _say_no_more() -> None:
    """Drop what cannot be printed: Python would complain of it once more at its end."""
    with suppress(OSError):  # a stream that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    environment = Environment.here(Path.cwd(), os.environ)
    if options.push:
        return _rebuild_pushed(environment, everything=options.all)
    house, here = _house_here(environment)
    found = differences(house, here, everything=options.all)
    for path in sorted(found.files):
        say(f"{path}: {'differs' if options.check else _done(found.files[path])}")
    if options.check:
        return 1 if found.files else 0
    folder.write(Path.cwd(), found.files)
    return 0


def bring(options: argparse.Namespace) -> int:
    """Bring in the archived games of another community."""
    house, here = _house_here(Environment.here(Path.cwd(), os.environ))
    wording = house.wording()
    found = importing.look_into(Path(options.folder))
    logs = []
    for log in importing.read(found, options.origin):
        for line in importing.told(wording, log, new=not importing.is_there(here, log)):
            say(line)
        logs.append(log)
    for name in found.left_out:
        say(importing.left_out(name))
    plan = importing.planned(house, here, logs)
    _write_here(plan.files, "Mend that, then import again")
    say(importing.summed_up(wording, plan, len(logs)))
    return 0


def install(options: argparse.Namespace) -> int:
    """Put the game into a repository that is already there, or a newer version of it."""
    from ur import install as installing  # noqa: PLC0415 - play starts sooner without it

    target = Path(options.folder)
    before = options.before is not None
    place = installing.Place(options.before if before else options.after, before=before)
    plan = installing.planned(ROOT, target, place)
    if plan.in_the_way:
        for fault in plan.in_the_way:
            sys.stderr.write(f"ur: {fault}\n")
        return 1
    installing.write(target, plan)
    for line in plan.said:
        say(line)
    say(plan.summed_up())
    return 0


def undo(_: argparse.Namespace) -> int:
    """Take the last move back."""
    house, here = _keepers()
    return _keep(keeping.taken_back(house, here))


def forget(options: argparse.Namespace) -> int:
    """Take somebody's name out of all records."""
    house, here = _keepers()
    return _keep(keeping.forgotten(house, here, options.who))


def adopt(options: argparse.Namespace) -> int:
    """Take over the past of another repository."""
    house, here = _keepers()
    return _keep(keeping.adopted(house, here, options.origin, abandon=options.abandon))


def _keepers() -> tuple[House, folder.FolderSnapshot]:
    """A house that takes the past in this folder as its own, whosever it is."""
    environment = Environment.here(Path.cwd(), os.environ)
    return _house_here(replace(environment, repository_id=None))


def _house_here(environment: Environment) -> tuple[House, folder.FolderSnapshot]:
    """The house on the branch that is checked out here, and the files as they lie here."""
    branch = environment.repository_here(Path.cwd()).branch
    return furnish(environment, branch), folder.FolderSnapshot(Path.cwd())


def _write_here(files: Mapping[str, bytes | None], remedy: str) -> None:
    try:
        folder.write(Path.cwd(), files)
    except OSError as error:
        where, what = name_of(Path(str(error.filename))), f"cannot be written: {error.strerror}"
        raise KeeperFault(where, what, remedy) from None


def _done(data: bytes | None) -> str:
    """What is done with a file."""
    return "removed" if data is None else "written"


def _keep(change: keeping.Change) -> int:
    """Write a keeper's change, and say so."""
    _write_here(change.files, "Mend that, git restore, then again")
    for path, data in sorted(change.files.items()):
        say(f"{path}: {_done(data)}")
    for line in change.said:
        say(line)
    return 0


def verify(options: argparse.Namespace) -> int:
    """Check records, or the whole of ``state/``."""
    records = _records(options.rules)
    checks = [verify_files(records, Path(path)) for path in options.paths]
    good = True
    for found in chain.from_iterable(checks or [verify_state(records, Path())]):
        say(str(found))
        good = good and found.line is None
    return 0 if good else 1


def show(options: argparse.Namespace) -> int:
    """Show a position or a record."""
    if options.png is not None and not options.png.lower().endswith(".png"):
        raise WrongUsage("--png: the picture is a PNG, so its name ends in .png")
    records = _records(options.rules)
    path = Path(options.what)
    if " " in options.what and not exists(path):
        if options.turn is not None:
            raise WrongUsage("--turn is for records; a position has no turns")
        usual = records.under or RULE_SETS[showing.USUAL]
        shown = showing.position(options.what, usual, options.throw)
    else:
        shown = showing.record(records, path, options.turn, options.throw)
    if options.png is not None:
        words = load_text(TEMPLATES, ENGLISH).words("board")
        _write(options.png, board.draw(shown.view, the_font(), words))
    say(showing.text(shown).rstrip())
    return 0


def doctor(_: argparse.Namespace) -> int:
    """Say what in this copy's set-up would stop or hurt the game."""
    from ur.doctor.copy import Copy  # noqa: PLC0415 - play starts sooner without it
    from ur.doctor.examine import Examination  # noqa: PLC0415

    copy, examination = Copy(Path.cwd(), os.environ), Examination()
    try:
        for line in examination.lines(copy):
            say(line)
    finally:
        copy.close()
    return 0 if examination.good else 1


def _write(name: str, picture: bytes) -> None:
    """Write a picture in the place of another, or where there is nothing; no folder is made."""
    path = Path(name)
    try:
        fault = showing.in_the_way(path)
        if fault is None:
            folder.write(Path(), {name: picture})
    except (OSError, ValueError):
        fault = "cannot be written"
    if fault is not None:
        raise KeeperFault(name_of(path), fault, "Name another file")


class WrongUsage(Exception):  # noqa: N818 - what it is
    """Words of a command that do not go together."""


def _records(name: str | None) -> Records:
    """A reader of record files that knows this table's rule sets; by the one of a name, if any."""
    file, fault = Path(paths.SETTINGS), None
    known = RULE_SETS
    try:
        known = settings.parse(file.read_bytes() if file.is_file() else None).rule_sets
    except (KeeperFault, OSError) as trouble:
        fault = trouble
    if name is not None and name not in known:
        if isinstance(fault, KeeperFault):
            raise fault
        raise WrongUsage(f"--rules: there are {', '.join(known)}")
    return Records(known, known[name] if name else None)


def sandbox(options: argparse.Namespace) -> int:
    """Open the whole game on this machine, in a browser."""
    try:
        from ur.sandbox.open import serve  # noqa: PLC0415 - needs what play does without
    except ModuleNotFoundError as missing:
        raise KeeperFault(
            str(missing.name), "is not here", "Run this in a checkout of the game, by make play"
        ) from None

    source = Path(options.source).resolve() if options.source else None
    return serve(
        Path.cwd() / ".sandbox",
        port=options.port,
        fresh=options.fresh,
        source=source,
        browser=options.browser,
    )


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
        forge.make_labels(labels_of(house.wording()))
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


COMMANDS: Mapping[str, Command] = {
    "play": play,
    "rebuild": rebuild,
    "verify": verify,
    "show": show,
    "import": bring,
    "install": install,
    "undo": undo,
    "forget": forget,
    "adopt": adopt,
    "doctor": doctor,
    "sandbox": sandbox,
}
