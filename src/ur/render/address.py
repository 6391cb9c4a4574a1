"""Where things are on the web: every link of ours is made here, and encoded.

They are absolute, since a README is shown in more than one place; but on pages
below ``state/`` links into the repository are relative, and go with it when it is
copied or renamed.
"""

import posixpath
from dataclasses import dataclass
from urllib.parse import quote

from ur import paths
from ur.port import Person

NAMED_AT = "https://github.com"
"""Where people live of whom only the name is known."""


@dataclass(frozen=True, slots=True)
class Address:
    """A repository (owner/name) on a server, whose root is given without a slash at its end.

    ``inside`` is the folder of the page that is written, if its links are to be relative.
    """

    server: str
    repository: str
    branch: str
    inside: str | None = None

    @property
    def board(self) -> str:
        """The page that shows the README: the profile, where the repository is one."""
        if self.inside is not None:
            return self._from_inside(paths.README)
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
        if self.inside is not None and commit is None:
            return self._from_inside(path)
        return f"{self.server}/{self.repository}/raw/{quote(commit or self.branch)}/{quote(path)}"

    def file(self, path: str) -> str:
        """A file as the server shows it."""
        if self.inside is not None:
            return self._from_inside(path)
        return f"{self.server}/{self.repository}/blob/{quote(self.branch)}/{quote(path)}"

    def page(self, path: str) -> str:
        """A folder as the server shows it, with the page in it."""
        if self.inside is not None:
            return self._from_inside(f"{path}/{paths.ABOUT}")
        return f"{self.server}/{self.repository}/tree/{quote(self.branch)}/{quote(path)}"

    def game(self, number: int) -> str:
        """The page of an ended game."""
        return self.page(paths.archive(number))

    def games(self, page: int | None = None) -> str:
        """A page of the list of all games; without a number the newest."""
        return self.file(paths.index_page(page)) if page else self.page(paths.ARCHIVE)

    def player(self, person_id: int) -> str:
        """The page of a player."""
        return self.file(paths.player_page(person_id))

    def person(self, person: Person) -> str:
        """A person's profile."""
        return f"{NAMED_AT if person.named else self.server}/{quote(person.login)}"

    def avatar(self, person: Person) -> str:
        """A person's picture."""
        return f"{self.person(person)}.png"

    def _from_inside(self, path: str) -> str:
        return quote(posixpath.relpath(path, self.inside))
