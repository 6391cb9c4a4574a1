"""The pages of issues: the list, the form that links fill in, the conversation."""

from typing import TYPE_CHECKING, Any

from flask import Response, render_template, request
from markupsafe import Markup

from ur.sandbox import checks, refusals
from ur.sandbox.drawing import label_style
from ur.sandbox.ledger import Account, Issue, Reaction
from ur.sandbox.markdown import render
from ur.sandbox.refusals import Refusal
from ur.sandbox.saying import REACTIONS, count, name_of, standing, state_of
from ur.sandbox.visit import for_ever, missing, see_other, visitor

if TYPE_CHECKING:
    from ur.sandbox.sandbox import Sandbox

HERE = "/<owner>/<name>"
ISSUES = f"{HERE}/issues"
ISSUE = f"{ISSUES}/<int:number>"
PAGE = 25
STATES = ("open", "closed", "all")


class IssuePages:
    """One method a page, by the names in ``PAGES``."""

    PAGES = (
        ("GET", ISSUES, "listed"),
        ("POST", ISSUES, "create"),
        ("GET", f"{ISSUES}/new", "form"),
        ("GET", ISSUE, "issue"),
        ("POST", f"{ISSUE}/comments", "comment"),
        ("POST", f"{ISSUE}/state", "turn"),
        ("GET", "/sandbox/labels/<colours>.css", "colours"),
    )

    def __init__(self, sandbox: "Sandbox") -> None:
        self.sandbox = sandbox
        self.world = sandbox.world

    def listed(self) -> str:
        """The list of issues, newest first."""
        state = request.args.get("state", "open")
        state = state if state in STATES else "open"
        number = max(request.args.get("page", 1, int), 1)
        with self.world.lock:
            issues = [issue for issue in self.world.issues() if not issue.is_pull_request]
            chosen = [issue for issue in issues[::-1] if state in ("all", issue.state)]
            return render_template(
                "issues.html",
                **self._common(),
                state=state,
                issues=chosen[(number - 1) * PAGE : number * PAGE],
                number=number,
                more=len(chosen) > number * PAGE,
                counts={
                    "open": sum(issue.state == "open" for issue in issues),
                    "closed": sum(issue.state == "closed" for issue in issues),
                    "all": len(issues),
                },
            )

    def form(self) -> str:
        """The form for a new issue, filled in by the link that led here."""
        if not self.world.repository.has_issues:
            raise refusals.issues_disabled()
        return self._form(request.args.get("title", ""), request.args.get("body", ""))

    def create(self) -> Any:
        """Open the issue, or show the form again with what was typed."""
        title, body = request.form.get("title", ""), request.form.get("body", "")
        try:
            number = self.world.open_issue(visitor(self.sandbox).login, title, body)
        except Refusal as refusal:
            return self._form(title, body, _complaints(refusal)), refusal.status
        self.sandbox.opened(number)
        return see_other(self._address(number))

    def issue(self, number: int) -> str:
        """One issue with everything below it."""
        with self.world.lock:
            return self._issue(self._known(number))

    def comment(self, number: int) -> Any:
        """Comment as who you are."""
        body = request.form.get("body", "")
        with self.world.lock:
            issue = self._known(number)
            try:
                self.world.create_comment(visitor(self.sandbox), number, body)
            except Refusal as refusal:
                return self._issue(issue, body, _complaints(refusal)), refusal.status
        return see_other(self._address(number))

    def turn(self, number: int) -> Response:
        """Close or open an issue; its author may, and whoever keeps the repository."""
        changes = {"state": request.form.get("state"), "state_reason": request.form.get("reason")}
        self._known(number)
        self.world.edit_issue(visitor(self.sandbox), number, changes)
        return see_other(self._address(number))

    def colours(self, colours: str) -> Response:
        """The style of labels: what a page may not say itself, by its own policy."""
        reply = Response(label_style(colours.split("-")), content_type="text/css; charset=utf-8")
        return for_ever(reply)

    def _issue(self, issue: Issue, typed: str = "", complaints: tuple[str, ...] = ()) -> str:
        me = visitor(self.sandbox)
        trusted = self.world.is_trusted(me)
        runs = self.sandbox.actions.of_issue(issue.number)
        return render_template(
            "issue.html",
            **self._common(),
            issue=issue,
            body=self._drawn(issue.body or ""),
            comments=[(comment, self._drawn(comment.body)) for comment in issue.comments],
            reactions=self._reactions(issue.reactions),
            runs=runs,
            follow=self._goes_on(issue),
            said=_said(issue, [standing(run) for run in runs]),
            may_close=trusted or me.id == issue.author,
            may_comment=trusted or not issue.locked,
            typed=typed,
            complaints=complaints,
        )

    def _goes_on(self, issue: Issue) -> bool:
        """Whether something may still happen to an issue by itself."""
        actions = self.sandbox.actions
        if any(run.status != "completed" for run in actions.of_issue(issue.number)):
            return True
        return issue.state == "open" and (actions.busy or actions.timer)

    def _form(self, title: str, body: str, complaints: tuple[str, ...] = ()) -> str:
        return render_template(
            "new_issue.html",
            title=title,
            body=body,
            complaints=complaints,
            most_title=checks.MAX_TITLE,
            most_body=checks.MAX_BODY,
        )

    def _common(self) -> dict[str, Any]:
        return {
            "labels_of": self.world.labels_of,
            "account_of": self.world.ledger.accounts.__getitem__,
        }

    def _drawn(self, text: str) -> Markup:
        issues = f"/{self.world.full_name}/issues"
        return Markup(render(text, issues=issues, conversation=True))  # noqa: S704 - sanitised

    def _reactions(self, reactions: list[Reaction]) -> list[tuple[str, int, str]]:
        """Each kind: its emoji, how many, and whose."""
        people: dict[str, list[Account]] = {}
        for reaction in reactions:
            author = self.world.ledger.accounts[reaction.author]
            people.setdefault(reaction.content, []).append(author)
        return [
            (emoji, len(people[content]), ", ".join(map(name_of, people[content])))
            for content, emoji in REACTIONS.items()
            if content in people
        ]

    def _known(self, number: int) -> Issue:
        issue = self.world.issue(number)
        if issue.is_pull_request:
            raise missing()
        return issue

    def _address(self, number: int) -> str:
        return f"/{self.world.full_name}/issues/{number}"


def _said(issue: Issue, standings: list[str]) -> str:
    """What somebody who cannot see the page is told when it changes."""
    runs = f" Its run: {standings[0]}." if standings else ""
    comments = count(len(issue.comments), "comment")
    reactions = count(len(issue.reactions), "reaction")
    return f"Issue {issue.number} is {state_of(issue)}: {reactions}, {comments}.{runs}"


def _complaints(refusal: Refusal) -> tuple[str, ...]:
    """A refusal in the words of GitHub's form."""
    return tuple(_complaint(flaw) for flaw in refusal.flaws) or (refusal.message,)


def _complaint(flaw: refusals.Flaw) -> str:
    if flaw.code == "missing_field":
        return f"{flaw.field.capitalize()} can't be blank"
    words = flaw.message or f"{flaw.field} is invalid"
    return words[0].upper() + words[1:]
