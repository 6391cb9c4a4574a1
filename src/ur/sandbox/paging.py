"""Long lists, a page at a time, with the links that lead on."""

from typing import Protocol, TypeVar
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from ur.sandbox.faults import Fault, Lag, StalePage

PAGE, LONGEST_PAGE = 30, 100


class Listed(Protocol):
    """What stands in lists: whatever has an id, which only grows."""

    id: int


T = TypeVar("T", bound=Listed)


def page_of(
    items: list[T], wanted: "MultiDict[str, str]", url: str, fault: Fault | None = None
) -> tuple[list[T], str | None]:
    """One page of a list and its ``Link`` header, if there is more than this page."""
    if isinstance(fault, Lag):
        items = _without_newest(items, fault.newest)
    size = min(max(wanted.get("per_page", PAGE, int), 1), LONGEST_PAGE)
    number = max(wanted.get("page", 1, int), 1)
    link = _link(wanted, url, number, max(-(-len(items) // size), 1))
    if isinstance(fault, StalePage):
        number = max(number - 1, 1)
    return items[(number - 1) * size : number * size], link


def _without_newest(items: list[T], newest: int) -> list[T]:
    unknown = sorted(item.id for item in items)[len(items) - newest :] if newest else []
    return [item for item in items if item.id not in unknown]


def _link(wanted: "MultiDict[str, str]", url: str, number: int, last: int) -> str | None:
    places: dict[str, int] = {}
    if number > 1:
        places |= {"prev": min(number - 1, last)}
    if number < last:
        places |= {"next": number + 1, "last": last}
    if number > 1:
        places |= {"first": 1}
    given = wanted.to_dict()
    links = (
        f'<{url}?{urlencode(given | {"page": str(page)})}>; rel="{place}"'
        for place, page in places.items()
    )
    return ", ".join(links) or None
