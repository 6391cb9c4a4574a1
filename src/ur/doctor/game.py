"""The files of the game that nobody writes by hand: its font, and all that was installed."""

from collections.abc import Iterator
from itertools import islice
from pathlib import PurePosixPath

from ur.doctor.copy import Copy, Trouble
from ur.doctor.remedy import back
from ur.house import FONTS, ROOT
from ur.install import MANIFEST
from ur.install.known import hash_of, manifest_of
from ur.install.parts import is_needed
from ur.render.palette import Colour
from ur.render.pen import Pen

FOLDER = FONTS.relative_to(ROOT).as_posix()
SHIPPED = f"{FOLDER}/rajdhani-bold.woff2"
TOLD = 5
"""So many files that are not as they were installed are told."""


def the_font(copy: Copy) -> Iterator[Trouble]:
    """A font that the board can be drawn with: the first of its folder."""
    names = [name for name in copy.names(FOLDER) if name.endswith(".woff2")]
    path = f"{FOLDER}/{names[0]}" if names else SHIPPED
    data = copy.read(path)
    if data is None:
        what = "is missing, and the board is drawn with it"
        yield Trouble(path, what, back(copy, path))
    elif not draws(data):
        what = "is no font that can be read, and the board is drawn with it"
        yield Trouble(path, what, back(copy, path))


def draws(font: bytes) -> bool:
    """Whether a word can be written in a font."""
    try:
        Pen(60, 30, font).text((30, 15), "Ur", 20, Colour.NIGHT)
    except (OSError, ValueError):
        return False
    return True


def as_installed(copy: Copy) -> Iterator[Trouble]:
    """What was installed is as it was; what a check has told more of is not told again.

    A module that is missing stops the game; whatever else differs may well be meant.
    """
    differing = (
        (path, here is None)
        for path, wanted in manifest_of(copy.root).items()
        if is_needed(path) and not _told(copy, path)
        for here in [copy.read(path)]
        if here is None or hash_of(here) != wanted
    )
    for path, missing in islice(differing, TOLD):
        what = "is missing, and was installed" if missing else "was changed since it was installed"
        stops = missing and path.endswith(".py")
        yield Trouble(path, what, back(copy, path), hurts=stops)
    if more := sum(1 for _ in differing):
        what = f"lists {more} more that are not as they were installed"
        remedy = "Look at those, and then run this again"
        yield Trouble(MANIFEST, what, remedy, hurts=False)


def _told(copy: Copy, path: str) -> bool:
    """Whether something was said of a file, or of a folder that it lies in."""
    file = PurePosixPath(path)
    return any(one.as_posix() in copy.told for one in (file, *file.parents))
