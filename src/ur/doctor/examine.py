"""The table of all checks, and what is said of them.

A check is a function of one entry: it yields what is wrong, raises ``KeeperFault``
for the last of it, ``Unseen`` for what it cannot see. Nothing it raises stops the others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ur.doctor import checkout, files, game, language, online, readme, workflows
from ur.doctor.copy import Check, Copy, Gone, NeedsToken, Trouble, Unseen
from ur.doctor.document import one_line
from ur.errors import KeeperFault, Unreachable

FIRST: tuple[str, Check] = ("the folder", checkout.the_place)
"""What all others build upon."""

CHECKS: dict[str, Check] = {
    "settings": files.the_settings,
    "README": readme.the_readme,
    "issue templates": files.issue_templates,
    "workflows": workflows.the_games_own,
    "other workflows": workflows.others,
    "language and templates": language.the_language,
    "font": game.the_font,
    "Python and packages": files.installed,
    "git": checkout.the_version_of_git,
    "branch and origin": checkout.branch_and_origin,
    ".gitignore": checkout.ignored,
    ".gitattributes": checkout.attributes,
    "sizes of files": checkout.sizes,
    "state": checkout.the_state,
    "files of the game": game.as_installed,
    "whose state it is": checkout.whose_state,
    "secret of the dice": checkout.the_secret,
    "repository": online.the_repository,
    "Actions": online.actions_switched_on,
    "workflows switched on": online.workflows_switched_on,
    "default branch": online.the_default_branch,
    "branch rules": online.branch_rules,
}
"""Every check by the name it has in what is said, in the order in which it is done."""


@dataclass
class Examination:
    """What came of the checks so far."""

    checks: Mapping[str, Check] = field(default_factory=lambda: CHECKS)
    ok: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    gone: str | None = None
    hurt: int = 0

    @property
    def good(self) -> bool:
        """Whether nothing was found that would stop or hurt the game."""
        return not self.hurt

    def lines(self, copy: Copy) -> Iterator[str]:
        """Do every check; what there is to say, one line each."""
        name, check = FIRST
        yield from self._done(name, check, copy)
        if self.hurt:
            yield "Nothing else was looked at."
            return
        for name, check in self.checks.items():
            yield from self._done(name, check, copy)
        yield from self._summary()

    def _done(self, name: str, check: Check, copy: Copy) -> Iterator[str]:
        quiet = True
        for trouble in self._found(name, check, copy):
            self.hurt += trouble.hurts
            quiet = False
            copy.told.add(trouble.where.partition(",")[0])
            yield one_line(str(trouble))
        if quiet and name not in (*self.skipped, *self.unseen):
            self.ok.append(name)
        if name in self.unseen:
            yield one_line(f"not seen: {self._why}.")

    def _found(self, name: str, check: Check, copy: Copy) -> Iterator[Trouble]:
        try:
            yield from check(copy)
        except KeeperFault as fault:
            yield Trouble(fault.where, fault.what, fault.remedy)
        except NeedsToken:
            self.skipped.append(name)
        except Gone as gone:
            self._is_gone(name, str(gone))
        except Unseen as unseen:
            self._not_seen(name, str(unseen))
        except Unreachable as trouble:
            try:
                copy.hub()
            except Unseen as gone:
                self._is_gone(name, str(gone))
            else:
                why = f"{name}: GitHub does not tell this token ({trouble})"
                self._not_seen(name, why)
        except Exception as error:  # noqa: BLE001 - one check that breaks stops no other
            self.broken.append(name)
            yield Trouble(
                f"the check of {name}",
                f"broke ({type(error).__name__}), so this was not looked at",
                "Look at it yourself, and tell the makers of the game",
            )

    def _is_gone(self, name: str, why: str) -> None:
        if self.gone is None:
            self.gone = why
            self._not_seen(name, why)
        else:
            self.skipped.append(name)

    def _not_seen(self, name: str, why: str) -> None:
        self.unseen.append(name)
        self._why = why

    def _summary(self) -> Iterator[str]:
        if self.ok:
            yield f"ok: {', '.join(self.ok)}."
        count = len(self.checks) + 1
        done = count - len(self.skipped) - len(self.unseen) - len(self.broken)
        yield f"{done} of {count} checks were done; {self._count()}."
        if self.skipped:
            why = "GitHub could not be asked" if self.gone else "GITHUB_TOKEN is not set"
            yield f"skipped, since {why}: {', '.join(self.skipped)}."

    def _count(self) -> str:
        if not self.hurt:
            return "nothing was found that would stop or hurt the game"
        things = "thing" if self.hurt == 1 else "things"
        return f"{self.hurt} {things} would stop or hurt the game"
