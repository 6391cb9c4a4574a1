"""Tiles, or throws, in a sentence: by their numbers, the lowest first."""

from collections.abc import Iterable
from itertools import groupby

from ur.render.wording import Wording


def all_of(wording: Wording, numbers: Iterable[int]) -> str:
    """Each of them, the last after an and."""
    return wording.all_of(_each(numbers))


def any_of(wording: Wording, numbers: Iterable[int]) -> str:
    """Each of them, the last after an or."""
    return wording.any_of(_each(numbers))


def ranges(wording: Wording, numbers: Iterable[int]) -> str:
    """All of them, three or more in a row as from … to."""
    items: list[str] = []
    for _, group in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        row = [number for _, number in group]
        if len(row) > 2:  # noqa: PLR2004 - two are named one by one
            items.append(wording.text.say("rules.range", first=row[0], last=row[-1]))
        else:
            items += _each(row)
    return wording.all_of(items)


def _each(numbers: Iterable[int]) -> list[str]:
    return [str(number) for number in sorted(numbers)]
