"""The pages of people: a profile, an avatar."""

from typing import TYPE_CHECKING

from flask import Response, render_template

from ur.sandbox.drawing import avatar
from ur.sandbox.ledger import Account
from ur.sandbox.markdown import ELSEWHERE
from ur.sandbox.pages_code import CodePages
from ur.sandbox.visit import missing

if TYPE_CHECKING:
    from ur.sandbox.sandbox import Sandbox

MOST = 30


class PeoplePages:
    """One method a page, by the names in ``PAGES``."""

    PAGES = (
        ("GET", "/<login>", "profile"),
        ("GET", "/<login>.png", "picture"),
        ("GET", f"{ELSEWHERE}/<login>.png", "other_picture"),
    )

    def __init__(self, sandbox: "Sandbox") -> None:
        self.world = sandbox.world
        self._code = CodePages(sandbox)

    def profile(self, login: str) -> str:
        """Somebody, and what they asked; a README of their own where the repository is that."""
        account = self._account(login)
        with self.world.lock:
            issues = [issue for issue in self.world.issues()[::-1] if issue.author == account.id]
            return render_template(
                "profile.html",
                account=account,
                issues=issues[:MOST],
                total=len(issues),
                readme=self._readme(account),
                labels_of=self.world.labels_of,
                account_of=self.world.ledger.accounts.__getitem__,
            )

    def picture(self, login: str) -> Response:
        """Somebody's avatar."""
        account = self._account(login)
        return _picture(account.login, account.id)

    def other_picture(self, login: str) -> Response:
        """The avatar of somebody who is known by name only, and played elsewhere."""
        return _picture(login, sum(login.encode()))

    def _account(self, login: str) -> Account:
        account = self.world.ledger.account(login)
        if account is None:
            raise missing()
        return account

    def _readme(self, account: Account) -> str | None:
        repository, origin = self.world.repository, self._code.origin
        owned = account.id == repository.owner
        commit = origin.resolve(repository.default_branch)
        if not owned or commit is None or account.login.lower() != repository.name.lower():
            return None
        ref = repository.default_branch
        return self._code.readme(commit, ref, origin.entries("", commit))


def _picture(login: str, number: int) -> Response:
    reply = Response(avatar(login, number), content_type="image/png")
    reply.headers["Cache-Control"] = "public, max-age=3600"
    return reply
