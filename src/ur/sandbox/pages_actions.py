"""The pages of Actions: the runs, one run, and what starts one."""

from typing import TYPE_CHECKING

from flask import Response, render_template, request
from markupsafe import Markup

from ur.sandbox.actions import EVERY, Actions, Run
from ur.sandbox.markdown import render
from ur.sandbox.saying import standing
from ur.sandbox.visit import Barred, missing, see_other, visitor

if TYPE_CHECKING:
    from ur.sandbox.sandbox import Sandbox

HERE = "/<owner>/<name>/actions"
PAGE = 30


class ActionsPages:
    """One method a page, by the names in ``PAGES``."""

    PAGES = (
        ("GET", HERE, "listed"),
        ("POST", f"{HERE}/runs", "start"),
        ("GET", f"{HERE}/runs/<int:number>", "run"),
        ("POST", "/sandbox/timer", "timer"),
    )

    def __init__(self, sandbox: "Sandbox") -> None:
        self.sandbox = sandbox
        self.world = sandbox.world

    @property
    def actions(self) -> Actions:
        """The runs."""
        return self.sandbox.actions

    def listed(self) -> str:
        """Every run, newest first."""
        number = max(request.args.get("page", 1, int), 1)
        runs = self.actions.all()
        shown = runs[(number - 1) * PAGE : number * PAGE]
        return render_template(
            "actions.html",
            runs=[(run, self._title(run)) for run in shown],
            number=number,
            more=len(runs) > number * PAGE,
            timer=self.actions.timer,
            every=round(EVERY),
            may_run=self.world.is_trusted(visitor(self.sandbox)),
            follow=self.actions.busy or self.actions.timer,
            said=f"The newest run: {standing(runs[0])}." if runs else "",
        )

    def run(self, number: int) -> str:
        """One run: how it stands, its log, its summary."""
        try:
            run = self.actions.run(number)
        except KeyError:
            raise missing() from None
        drawn = Markup(render(run.summary))  # noqa: S704 - sanitised
        return render_template("run.html", run=run, title=self._title(run), summary=drawn)

    def start(self) -> Response:
        """Start a run by hand, as whoever keeps the repository may."""
        me = visitor(self.sandbox)
        if not self.world.is_trusted(me):
            owner = self.world.owner.login
            raise Barred(
                f"Only who keeps the repository may run its workflow: be {owner} for that."
            )
        run = self.actions.start("workflow_dispatch", me.login)
        return see_other(f"/{self.world.full_name}/actions/runs/{run.number}")

    def timer(self) -> Response:
        """Switch the timer on or off."""
        self.actions.timer = request.form.get("on") == "1"
        return see_other(f"/{self.world.full_name}/actions")

    def _title(self, run: Run) -> str:
        """What a run is called: by the issue it is about, or by what started it."""
        issue = self.world.ledger.issues.get(run.issue or 0)
        if issue is not None and not issue.deleted:
            return issue.title
        return "rebuild" if run.event == "push" else "play"
