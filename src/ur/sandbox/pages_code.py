"""The pages of what is committed: the front page, folders, files, commits."""

import posixpath
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from flask import Response, redirect, render_template, request
from markupsafe import Markup

from ur.sandbox import patch
from ur.sandbox.markdown import render
from ur.sandbox.origin import Entry, Origin
from ur.sandbox.visit import for_ever, missing

if TYPE_CHECKING:
    from ur.sandbox.sandbox import Sandbox

HERE = "/<owner>/<name>"
PICTURES = {
    ".png": "image/png",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
MARKDOWN = {".md", ".markdown"}
README = "readme.md"
PAGE = 30
LONGEST_SHOWN = 500_000
"""Bytes of a text that is shown on a page; a longer one has its raw link."""
_COMMIT_ID = 40


class CodePages:
    """One method a page, by the names in ``PAGES``."""

    PAGES = (
        ("GET", "/", "root"),
        ("GET", HERE, "front"),
        ("GET", f"{HERE}/", "front"),
        ("GET", f"{HERE}/tree/<ref>", "folder"),
        ("GET", f"{HERE}/tree/<ref>/", "folder"),
        ("GET", f"{HERE}/tree/<ref>/<path:path>", "folder"),
        ("GET", f"{HERE}/blob/<ref>/<path:path>", "file"),
        ("GET", f"{HERE}/raw/<ref>/<path:path>", "raw"),
        ("GET", f"{HERE}/commits", "commits"),
        ("GET", f"{HERE}/commits/<ref>", "commits"),
        ("GET", f"{HERE}/commits/<ref>/<path:path>", "commits"),
        ("GET", f"{HERE}/commit/<ref>", "commit"),
    )

    def __init__(self, sandbox: "Sandbox") -> None:
        self.sandbox = sandbox
        self.world = sandbox.world
        self._drawn = lru_cache(256)(self._draw)

    @property
    def origin(self) -> Origin:
        """What is committed."""
        return self.sandbox.origin

    @property
    def home(self) -> str:
        """The path of the repository."""
        return f"/{self.world.full_name}"

    def root(self) -> Any:
        """The one repository there is."""
        return redirect(self.home)

    def front(self) -> str:
        """The repository's front page."""
        return self._folder(self.world.repository.default_branch, "", "front.html")

    def folder(self, ref: str, path: str = "") -> Any:
        """What lies in a folder, with its README below."""
        path = path.strip("/")
        if path and self.origin.kind(path, ref) == "blob":
            return redirect(self._address("blob", ref, path))
        return self._folder(ref, path, "folder.html")

    def file(self, ref: str, path: str) -> Any:
        """A file: drawn, shown with its lines, or only linked to."""
        path = path.strip("/")
        if self.origin.kind(path, ref) == "tree":
            return redirect(self._address("tree", ref, path))
        commit, data = self._commit(ref), self._read(ref, path)
        return render_template(
            "file.html",
            **self._place(ref, path),
            **self._shown(commit, ref, path, data),
            size=len(data),
            latest=self.origin.commits(commit, path, most=1),
        )

    def raw(self, ref: str, path: str) -> Response:
        """The bytes of a file; nothing that a browser would run."""
        data = self._read(ref, path)
        kind = PICTURES.get(_suffix(path), "text/plain; charset=utf-8")
        if kind.startswith("text/") and _text(data) is None:
            kind = "application/octet-stream"
        reply = Response(data, content_type=kind)
        reply.headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        )
        reply.headers["X-Content-Type-Options"] = "nosniff"
        return for_ever(reply) if len(ref) == _COMMIT_ID else reply

    def commits(self, ref: str = "", path: str = "") -> str:
        """Commits, newest first; of a path, those that changed it."""
        ref = ref or self.world.repository.default_branch
        number = max(request.args.get("page", 1, int), 1)
        commit = self._commit(ref)
        found = self.origin.commits(commit, path, (number - 1) * PAGE, PAGE + 1)
        return render_template(
            "commits.html",
            **self._place(ref, path),
            commits=found[:PAGE],
            number=number,
            more=len(found) > PAGE,
        )

    def commit(self, ref: str) -> str:
        """What a commit changed."""
        try:
            commit = self.origin.commit(ref)
        except KeyError:
            raise missing() from None
        files = [
            patch.shown(change, is_picture=_suffix(change.path) in PICTURES)
            for change in self.origin.changes(commit.id)
        ]
        parent = next(iter(commit.parents), None)
        return render_template("commit.html", commit=commit, files=files, parent=parent)

    def readme(self, commit: str, ref: str, entries: list[Entry]) -> Markup | None:
        """A folder's README, drawn; None if it has none."""
        found = (e for e in entries if e.kind == "blob" and e.name.lower() == README)
        entry = next(found, None)
        return self._drawn(self.home, commit, ref, entry.path) if entry else None

    def _folder(self, ref: str, path: str, template: str) -> str:
        commit = self._commit(ref)
        entries = self.origin.entries(path, commit)
        if path and not entries:
            raise missing()
        return render_template(
            template,
            **self._place(ref, path),
            entries=entries,
            readme=self.readme(commit, ref, entries),
            latest=self.origin.commits(commit, path, most=1),
        )

    def _shown(self, commit: str, ref: str, path: str, data: bytes) -> dict[str, Any]:
        """How a file is shown: the first of these that is not None."""
        shown: dict[str, Any] = {"drawn": None, "lines": None, "is_picture": False}
        suffix = _suffix(path)
        if suffix in PICTURES:
            return shown | {"is_picture": True}
        text = _text(data) if len(data) <= LONGEST_SHOWN else None
        if text is None:
            return shown
        if suffix in MARKDOWN and not request.args.get("plain"):
            return shown | {"drawn": self._drawn(self.home, commit, ref, path)}
        return shown | {"lines": text.splitlines()}

    def _draw(self, home: str, commit: str, ref: str, path: str) -> Markup:
        """A Markdown file; the same values give the same for ever."""
        text = self.origin.read(path, commit).decode("utf-8", "replace")
        folder = posixpath.dirname(path)

        def link(address: str) -> str:
            return resolved(address, folder, home, "blob", ref)

        def picture(address: str) -> str:
            return resolved(address, folder, home, "raw", ref)

        return Markup(render(text, link=link, picture=picture))  # noqa: S704 - sanitised

    def _place(self, ref: str, path: str) -> dict[str, Any]:
        """Where a page is: the ref, the path, and the folders that lead there."""
        parts = path.split("/") if path else []
        crumbs = [("/".join(parts[: at + 1]), part) for at, part in enumerate(parts)]
        return {"ref": ref, "path": path, "crumbs": crumbs}

    def _address(self, what: str, ref: str, path: str) -> str:
        return f"{self.home}/{what}/{quote(ref)}/{quote(path)}"

    def _commit(self, ref: str) -> str:
        commit = self.origin.resolve(ref)
        if commit is None:
            raise missing()
        return commit

    def _read(self, ref: str, path: str) -> bytes:
        try:
            return self.origin.read(path, ref)
        except KeyError:
            raise missing() from None


def resolved(address: str, folder: str, home: str, what: str, ref: str) -> str:
    """Where a relative address in a file of a folder leads.

    ``what`` is ``blob`` or ``raw``. As on GitHub, an address that begins with a
    slash is told from the top of the repository, and none leads out of it.
    """
    path, mark, rest = _cut(address)
    whole = posixpath.normpath(posixpath.join("/", folder, path))
    if path.startswith("/"):
        whole = posixpath.normpath(path)
    whole = whole.strip("/")
    if what == "blob" and (path.endswith("/") or not whole):
        what = "tree"
    return f"{home}/{what}/{quote(ref)}/{whole}{mark}{rest}"


def _cut(address: str) -> tuple[str, str, str]:
    """The path of an address, the mark it ends at, and what follows: a query or a fragment."""
    for at, letter in enumerate(address):
        if letter in "?#":
            return address[:at], letter, address[at + 1 :]
    return address, "", ""


def _suffix(path: str) -> str:
    return posixpath.splitext(path)[1].lower()


def _text(data: bytes) -> str | None:
    """The text that bytes are, if they are one."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
