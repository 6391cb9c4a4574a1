"""Where things are on the web: every link of ours is made here, absolute and encoded."""

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Address:
    """A repository (owner/name) on a server, whose root is given without a slash at its end."""

    server: str
    repository: str
    branch: str

    @property
    def board(self) -> str:
        """The page that shows the README: the profile, where the repository is one."""
        owner, _, name = self.repository.partition("/")
        return f"{self.server}/{owner if owner.lower() == name.lower() else self.repository}"

    @property
    def any_issue(self) -> str:
        """A form for an issue that is no request."""
        return f"{self.server}/{self.repository}/issues/new"

    def request(self, title: str, body: str) -> str:
        """A form for an issue, filled in."""
        return f"{self.any_issue}?title={quote(title, safe='')}&body={quote(body, safe='')}"

    def issue(self, number: int) -> str:
        """An issue."""
        return f"{self.server}/{self.repository}/issues/{number}"

    def raw(self, path: str, commit: str | None = None) -> str:
        """A file's bytes, at a commit or on the branch."""
        return f"{self.server}/{self.repository}/raw/{quote(commit or self.branch)}/{quote(path)}"

    def file(self, path: str) -> str:
        """A file as the server shows it."""
        return f"{self.server}/{self.repository}/blob/{quote(self.branch)}/{quote(path)}"

    def page(self, path: str) -> str:
        """A folder as the server shows it, with the page in it."""
        return f"{self.server}/{self.repository}/tree/{quote(self.branch)}/{quote(path)}"

    def person(self, login: str) -> str:
        """A person's profile."""
        return f"{self.server}/{quote(login)}"

    def avatar(self, login: str) -> str:
        """A person's picture."""
        return f"{self.server}/{quote(login)}.png"
