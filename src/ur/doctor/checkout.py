"""The checkout: git itself, its branch and origin, and the state in it."""

import re
from collections.abc import Iterator
from itertools import islice

from ur import paths
from ur.dice import SECRET, Dice
from ur.doctor.copy import Copy, Trouble, Unseen
from ur.doctor.remedy import back
from ur.errors import KeeperFault, Unreachable
from ur.hosts import git
from ur.records import Records, line_of
from ur.store import codec
from ur.verify import verify_state

GIT = (2, 31)
"""Since then git takes its configuration from the environment, which the push needs."""
WARNED, REFUSED = 50 * 1024**2, 100 * 1024**2
"""Bytes of a file from which GitHub warns, and from which it refuses a push."""
TOLD = 3
"""So many wrong lines of the state are told."""
TEXTS = (paths.MATCH, paths.CLUB, paths.archived(1), paths.record_text(1), paths.players(1))
WRITTEN = (*TEXTS, paths.picture(1, 1), paths.page(1), paths.replay(1), paths.index())
"""One of each kind of what the game writes."""
NEEDED = (
    *(paths.README, paths.SETTINGS, "requirements.txt", "src/ur/__main__.py"),
    *(f".github/workflows/{name}.yml" for name in ("play", "sweep", "rebuild")),
    *(
        ".github/actions/house/action.yml",
        "templates/readme.md.j2",
        "templates/languages/en/answer.yml",
    ),
)
"""Files that have to be at GitHub."""


def the_place(copy: Copy) -> Iterator[Trouble]:
    """The root of a checkout; all else is looked for from there."""
    code, inside = copy.git("rev-parse", "--show-prefix")
    if code != 0:
        remedy = "Run this in a clone that git can read: git clone ADDRESS, then cd into it"
        raise KeeperFault("the current folder", "is no checkout of a repository", remedy)
    if inside.strip():
        where = "the current folder"
        yield Trouble(where, "is inside of a checkout", "cd to its root: git rev-parse --show-cdup")


def the_version_of_git(copy: Copy) -> Iterator[Trouble]:
    """A git that is new enough."""
    found = re.search(r"(\d{1,5})\.(\d{1,5})", copy.git("version")[1])
    if found and (int(found[1]), int(found[2])) < GIT:
        remedy = f"Install {GIT[0]}.{GIT[1]} or newer"
        yield Trouble("git", f"is {found[0]}, which cannot push as the game does", remedy)


def branch_and_origin(copy: Copy) -> Iterator[Trouble]:
    """A branch, and an origin to push it to."""
    if copy.branch is None:
        what = "is no checkout of a branch (detached HEAD)"
        yield Trouble("the checkout", what, "Check out the branch by its name: git switch NAME")
    if copy.git("remote", "get-url", "origin")[0] != 0:
        what = "has no remote origin, from which the game reads and to which it pushes"
        yield Trouble("the checkout", what, "git remote add origin ADDRESS")


def ignored(copy: Copy) -> Iterator[Trouble]:
    """Git ignores nothing of the state, and no file of the game that it has not got."""
    there = [path for path in NEEDED if (copy.root / path).is_file()]
    for source, line, path in git.ignored(copy.root, there):
        what = f"makes git ignore {path}, so it does not come to GitHub"
        yield Trouble(f"{source}, line {line}", what, f"git add --force {path}, and commit it")
    found = git.ignored(copy.root, WRITTEN, "--no-index")
    for source, line in dict.fromkeys((source, line) for source, line, _ in found):
        what = "makes git ignore what the game writes into state/"
        remedy = "Remove that line"
        if not source.startswith(f"{paths.STATE}/"):
            # git looks for nothing in a folder that is ignored, so that comes first
            remedy += f", or write the lines !/{paths.STATE}/ and !/{paths.STATE}/**"
            remedy += " at the end of .gitignore"
        yield Trouble(f"{source}, line {line}", what, remedy)


def attributes(copy: Copy) -> Iterator[Trouble]:
    """Records are the same bytes on every machine."""
    told = copy.git("check-attr", "-z", "text", "filter", "--", *TEXTS)[1].split("\0")
    values = {(name, value) for name, value in zip(told[1::3], told[2::3], strict=False)}
    if {value for name, value in values if name == "text"} - {"unset"}:
        what = "lets git change the line ends of records, which are then no longer the same bytes"
        yield Trouble(".gitattributes", what, f"Write at its end: {paths.STATE}/** -text")
    if {value for name, value in values if name == "filter"} - {"unset", "unspecified"}:
        what = "hands the records to a filter, as Git LFS is, which the game does not use"
        yield Trouble(".gitattributes", what, f"Write at its end: {paths.STATE}/** -text -filter")


def sizes(copy: Copy) -> Iterator[Trouble]:
    """No file is too large for GitHub."""
    for name in copy.git("ls-files", "-z")[1].split("\0")[:-1]:
        file = copy.root / name
        size = file.lstat().st_size if file.is_file() and not file.is_symlink() else 0
        if size > WARNED:
            refused = size > REFUSED
            does = "refuses pushes of files over 100" if refused else "warns of files over 50"
            what = f"has {size // 1024**2} MiB, and GitHub {does}"
            remedy = "Take it out of the repository, or keep it in a release"
            yield Trouble(name, what, remedy, hurts=refused)


def the_state(copy: Copy) -> Iterator[Trouble]:
    """Every record replays, and what was counted is what they come to."""
    if copy.git("config", "--type=bool", "core.sparseCheckout")[1].strip() == "true":
        raise Unseen("the past was not replayed, since this checkout is a sparse one")
    for path in (paths.MATCH, paths.CLUB):
        copy.read(path)  # a link is told
    records = Records(copy.settings.rule_sets)
    wrong = (one for one in verify_state(records, copy.root) if one.line is not None)
    root = f"{copy.root}/"
    for one in islice(wrong, TOLD):
        path = one.path.removeprefix(root)
        remedy = back(copy, path)
        if "rebuild --all" in one.said or path.endswith(paths.record_text(1)[-11:]):
            remedy = "Write it again: PYTHONPATH=src python -m ur rebuild --all"
        yield Trouble(f"{path}, line {one.line}", one.said, remedy)
    if more := sum(1 for _ in wrong):
        remedy = "See them all: PYTHONPATH=src python -m ur verify"
        yield Trouble(f"{paths.STATE}/", f"has {more} more that is wrong", remedy)


def whose_state(copy: Copy) -> Iterator[Trouble]:
    """The state is this repository's own."""
    try:
        data = copy.read(paths.CLUB)
        club = codec.read_club(paths.CLUB, data) if data else None
    except KeeperFault:
        return  # told with the state
    if data is None or club is None or not club.repository:
        return
    if club.repository != copy.repository_id:
        yield Trouble(
            f"{paths.CLUB}, line {line_of(data, 'repository')}",
            "is of another repository, so the game begins here with an empty past",
            "Let it begin: Actions, rebuild, Run workflow",
        )


def the_secret(copy: Copy) -> Iterator[Trouble]:
    """The secret that a sealed game cannot go on without."""
    match, secret = copy.match, copy.environment.get(SECRET, "")
    sealed = match is not None and not match.over and match.seal is not None
    remedy = f"Set {SECRET} again under Settings, Secrets and variables, Actions"
    if match and sealed and secret and not Dice(copy.repository_id, secret).fits(match):
        remedy += f", or end the game: ur-abandon-{match.number}"
        yield Trouble(f"secret {SECRET}", "is not the one that the game was sealed with", remedy)
    if secret:
        return
    try:
        there = SECRET in _secrets(copy)
    except (Unseen, Unreachable):
        if not sealed:
            raise
        what = f"{paths.MATCH} is sealed: whether {SECRET} is still set cannot be seen from here"
        raise Unseen(f"{what} (only with a token of somebody who may see the secrets)") from None
    if sealed and not there:
        yield Trouble(f"secret {SECRET}", "is missing, and the game in play is sealed", remedy)
    elif not there:
        what = "is not set, so games are played without a seal"
        remedy = f"For sealed dice set {SECRET} under Settings, Secrets and variables, Actions"
        yield Trouble(f"secret {SECRET}", what, remedy, hurts=False)


def _secrets(copy: Copy) -> set[object]:
    """The names of the secrets that a run is given."""
    hub = copy.hub()
    kinds = ["secrets"]
    if hub.of_organisation:
        kinds.append("organization-secrets")
    found: set[object] = set()
    for kind in kinds:
        listed = hub.ask(f"/actions/{kind}?per_page=100").get("secrets") or ()
        found |= {one.get("name") for one in listed}
    return found
