"""Where things are on the web: every link of ours is made here, absolute and encoded."""

from dataclasses import dataclass
from urllib.parse import quote

from ur.port import Person

NAMED_AT = "https://github.com"
"""Where people live of whom only the name is known."""


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

    def issue(self, number: int, origin: str | None = None) -> str:
        """An issue, of this repository or of the one at another address."""
        return f"{origin or f'{self.server}/{self.repository}'}/issues/{number}"

    def raw(self, path: str, commit: str | None = None) -> str:
        """A file's bytes, at a commit or on the branch."""
        return f"{self.server}/{self.repository}/raw/{quote(commit or self.branch)}/{quote(path)}"

    def file(self, path: str) -> str:
        """A file as the server shows it."""
        return f"{self.server}/{self.repository}/blob/{quote(self.branch)}/{quote(path)}"

    def page(self, path: str) -> str:
        """A folder as the server shows it, with the page in it."""
        return f"{self.server}/{self.repository}/tree/{quote(self.branch)}/{quote(path)}"

    def game(self, number: int) -> str:
        """The page of an ended game."""
        return self.page(f"state/archive/{number:04}")

    def games(self, page: int | None = None) -> str:
        """A page of the list of all games; without a number the newest."""
        return (
            self.file(f"state/archive/games-{page:04}.md") if page else self.page("state/archive")
        )

    def player(self, person_id: int) -> str:
        """The page of a player."""
        return self.file(f"state/players/{person_id % 1000:03}/{person_id}.md")

    def person(self, person: Person) -> str:
        """A person's profile."""
        return f"{NAMED_AT if person.named else self.server}/{quote(person.login)}"

    def avatar(self, person: Person) -> str:
        """A person's picture."""
        return f"{self.person(person)}.png"
