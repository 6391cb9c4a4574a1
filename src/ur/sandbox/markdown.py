"""Markdown as GitHub draws it: its own parser, its list of tags, emoji by name.

What comes out is safe to put on a page, whoever wrote it.
"""

import html
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import emoji
import nh3
from cmarkgfm import github_flavored_markdown_to_html
from cmarkgfm.cmark import Options

Resolve = Callable[[str], str]
"""Where a relative address leads."""

_BLOCKS = {*(f"h{level}" for level in range(1, 7)), "p", "div", "pre", "blockquote", "hr", "br"}
_LISTS = {"ul", "ol", "li", "dl", "dt", "dd"}
_TABLES = {"table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"}
_PICTURES = {"img", "picture", "source", "figure", "figcaption"}
_FOLDED = {"details", "summary"}
_WORDS = {
    *("a", "b", "strong", "i", "em", "code", "tt", "samp", "var", "kbd", "q", "cite", "dfn"),
    *("abbr", "mark", "small", "span", "sub", "sup", "s", "strike", "del", "ins", "bdo", "wbr"),
    *("ruby", "rt", "rp", "time"),
}
TAGS = {*_BLOCKS, *_LISTS, *_TABLES, *_PICTURES, *_FOLDED, *_WORDS, "input"}
"""What GitHub lets through, and ``input`` for the boxes of a list of tasks."""

ATTRIBUTES = {
    "*": {"align", "dir", "lang", "title", "width", "height"},
    "a": {"href"},
    "img": {"src", "alt", "border", "hspace", "vspace"},
    "source": {"srcset", "media", "type"},
    "ol": {"start", "reversed", "type"},
    "ul": {"type"},
    "li": {"value"},
    "table": {"border", "cellpadding", "cellspacing"},
    "td": {"colspan", "rowspan", "headers", "valign", "nowrap"},
    "th": {"colspan", "rowspan", "headers", "valign", "nowrap", "scope"},
    "details": {"open"},
    "time": {"datetime"},
    "abbr": set[str](),
    "input": {"type", "checked", "disabled"},
}
SCHEMES = {"http", "https", "mailto"}

_OPTIONS = int(Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_GITHUB_PRE_LANG)
_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?([a-z0-9]+)")
_HEADING = re.compile(r"<(h[1-6])((?: [^>]*)?)>(.*?)</\1>", re.DOTALL)
_MENTIONED = re.compile(r"(?<![\w&/#])#([1-9][0-9]{0,8})\b")
ELSEWHERE = "/people-elsewhere"
_FACE = re.compile(r"https://github\.com(/[A-Za-z0-9][A-Za-z0-9-]{0,38}\.png)")
"""Somebody's picture at GitHub. A page here draws its own: there may be no network."""
_CLOSED = {"code", "pre", "tt", "samp", "kbd"}
_BOX = '<input type="checkbox" disabled aria-label="{}"{}>'


def render(
    text: str,
    *,
    link: Resolve | None = None,
    picture: Resolve | None = None,
    issues: str = "",
    conversation: bool = False,
) -> str:
    """HTML of a Markdown text.

    ``link`` and ``picture`` tell where relative addresses lead; ``issues`` is
    where issues are listed, so that ``#12`` leads to one. In a conversation,
    unlike in a file, every line end is kept and headings are no anchors.
    """
    options = _OPTIONS | (int(Options.CMARK_OPT_HARDBREAKS) if conversation else 0)
    drawn = github_flavored_markdown_to_html(text, options)
    safe = _sanitised(drawn, link, picture)
    words = "".join(_finished(safe, issues))
    return words if conversation else _anchored(words)


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def is_relative(address: str) -> bool:
    """Whether an address depends on where it is written."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return bool(parts.path) and not parts.scheme and not parts.netloc


def _sanitised(drawn: str, link: Resolve | None, picture: Resolve | None) -> str:
    def filtered(tag: str, name: str, value: str) -> str | None:
        if (tag, name) == ("a", "href") and link is not None and is_relative(value):
            return link(value)
        if name in {"src", "srcset"} and picture is not None:
            return _pictures(tag, value, picture)
        return value

    return nh3.clean(
        drawn,
        tags=TAGS,
        clean_content_tags={"script", "style", "iframe", "svg", "math", "textarea", "title"},
        attributes=ATTRIBUTES,
        attribute_filter=filtered,
        link_rel="nofollow",
        url_schemes=SCHEMES,
    )


def _pictures(tag: str, value: str, picture: Resolve) -> str:
    """One address, or several with their sizes, as ``srcset`` has them."""
    if tag == "img":
        return picture(value) if is_relative(value) else _FACE.sub(rf"{ELSEWHERE}\1", value)
    several = (one.strip().partition(" ") for one in value.split(","))
    return ", ".join(
        (picture(address) if is_relative(address) else address) + space + size
        for address, space, size in several
    )


def _finished(safe: str, issues: str) -> Iterator[str]:
    """The pieces of a text: emoji by name, issues by number, boxes of tasks; no words of code."""
    within: list[str] = []
    for piece in _TAG.split(safe):
        found = _NAME.match(piece)
        if found:
            yield _reachable(_box(piece) if found[1] == "input" else piece)
            _step(within, found[1], piece)
        elif _CLOSED & set(within):
            yield piece
        else:
            yield _spoken(piece, "" if "a" in within else issues)


def _step(within: list[str], name: str, piece: str) -> None:
    if name not in _CLOSED | {"a"}:
        return
    if not piece.startswith("</"):
        within.append(name)
    elif name in within:
        within.remove(name)


def _reachable(tag: str) -> str:
    """A tag of what may be wider than the page, so that a keyboard can scroll it."""
    return re.sub("^<(pre|table)", r'<\1 tabindex="0"', tag)


def _box(tag: str) -> str:
    """The box of a task, which nobody can press; any other input is dropped."""
    if 'type="checkbox"' not in tag:
        return ""
    if " checked" in tag:
        return _BOX.format("Completed task", " checked")
    return _BOX.format("Incomplete task", "")


def _spoken(words: str, issues: str) -> str:
    if ":" in words:
        words = emoji.emojize(words, language="alias")
    if issues and "#" in words:
        words = _MENTIONED.sub(rf'<a href="{html.escape(issues)}/\1">#\1</a>', words)
    return words


def _anchored(words: str) -> str:
    """The text with an anchor at each heading; a second one of a name is numbered."""
    seen: dict[str, int] = {}

    def anchor(found: "re.Match[str]") -> str:
        name = slug(html.unescape(_TAG.sub("", found[3])))
        times = seen.get(name, 0)
        seen[name] = times + 1
        name = f"{name}-{times}" if times else name
        return f'<{found[1]}{found[2]} id="{html.escape(name)}">{found[3]}</{found[1]}>'

    return _HEADING.sub(anchor, words)
