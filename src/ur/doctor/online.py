"""What only GitHub knows of a copy: asked with a token, never changed."""

from collections.abc import Iterator
from urllib.parse import quote

from ur.doctor.copy import Copy, Trouble, Unseen
from ur.doctor.hub import Hub, Refused
from ur.doctor.workflows import FOLDER, OWN

REFUSE = {
    "pull_request": "asks for pull requests",
    "required_status_checks": "asks for checks before a push",
    "required_signatures": "asks for signed commits",
    "required_deployments": "asks for deployments before a push",
    "merge_queue": "asks for a merge queue",
    "update": "lets nobody update the branch",
    "workflows": "asks for workflows before a push",
    "code_scanning": "asks for code scanning before a push",
    "code_quality": "asks for a code quality result before a push",
}
"""Rules of a branch that refuse the game's push, by GitHub's names."""
MAY_REFUSE = {
    "commit_message_pattern": "commit messages",
    "commit_author_email_pattern": "authors of commits",
    "committer_email_pattern": "committers",
    "file_path_restriction": "paths of files",
    "file_extension_restriction": "names of files",
    "max_file_size": "sizes of files",
    "max_file_path_length": "lengths of paths",
}
"""Rules that refuse it where what they are about does not fit."""
PUSHES = (
    "Take that off the branch under Settings, Rules or Branches;"
    " an organisation may let GitHub Actions bypass it instead"
)
HIDDEN = "whether GitHub Actions may bypass it cannot be seen with this token"
ACTIONS = 15368
"""The number of the app that is GitHub Actions."""
ALWAYS = ("always", "exempt")
"""How an app bypasses a rule at every push; the other way is by pull requests only."""
OFF = {
    "disabled_inactivity": "after 60 days in which nothing happened",
    "disabled_manually": "by hand",
    "disabled_fork": "since this is a fork",
}


def the_repository(copy: Copy) -> Iterator[Trouble]:
    """A repository that anybody can see and open issues in."""
    hub = copy.hub()
    about, where = hub.about, "the repository"
    if about.get("fork"):
        remedy = "Make a copy by Use this template instead"
        yield Trouble(where, "is a fork, in which the game's workflows do nothing", remedy)
    if about.get("archived"):
        remedy = "Unarchive it at the end of its Settings"
        yield Trouble(where, "is archived, so nothing can be written", remedy)
    if about.get("disabled"):
        yield Trouble(where, "was disabled by GitHub", "Ask GitHub's support")
    if about.get("private"):
        remedy = "Make it public at the end of its Settings"
        yield Trouble(where, "is not public, so only those invited can play", remedy)
    if about.get("has_issues") is False:
        yield Trouble(where, "has its issues switched off", "Tick Issues in its Settings")
    if hub.of_organisation and not copy.settings.keepers:
        what = "belongs to an organisation, and nobody is named who may do what a keeper may"
        yield Trouble(".github/ur.yml, keepers", what, "Write the ids of keepers")


def actions_switched_on(copy: Copy) -> Iterator[Trouble]:
    """Actions run, GitHub's own included."""
    where, remedy = "Actions", "Allow all of them under Settings, Actions, General"
    told = copy.hub().ask("/actions/permissions")
    if told.get("enabled") is False:
        yield Trouble(where, "are switched off, so nothing is answered", remedy)
    elif told.get("allowed_actions") == "local_only":
        yield Trouble(where, "may not come from elsewhere, and the game uses GitHub's own", remedy)
    elif told.get("allowed_actions") == "selected":
        chosen = copy.hub().ask("/actions/permissions/selected-actions")
        if chosen.get("github_owned_allowed") is False:
            yield Trouble(where, "may not be GitHub's own, and the game uses these", remedy)


def workflows_switched_on(copy: Copy) -> Iterator[Trouble]:
    """GitHub knows the game's workflows, and has none of them switched off."""
    listed = copy.hub().ask("/actions/workflows?per_page=100").get("workflows") or ()
    states = {one.get("path"): one.get("state") for one in listed}
    for name in OWN:
        path = f"{FOLDER}/{name}.yml"
        state = states.get(path, states.get(f"{FOLDER}/{name}.yaml"))
        if state is None:
            what = "is not known to GitHub yet"
            yield Trouble(path, what, "Push it to the default branch", hurts=False)
        elif state != "active":
            why = OFF.get(str(state), "")
            what = f"was switched off {why}".rstrip()
            yield Trouble(path, what, f"Switch it on: Actions, {name}, Enable workflow")


def the_default_branch(copy: Copy) -> Iterator[Trouble]:
    """What was looked at is what is played on."""
    default = str(copy.hub().about["default_branch"])
    if copy.branch and copy.branch != default:
        what = f"is {copy.branch}, and the game is played on {default}"
        remedy = f"Look at that one too: git switch {default}"
        yield Trouble("the branch looked at", what, remedy, hurts=False)


def branch_rules(copy: Copy) -> Iterator[Trouble]:
    """No rule of the branch refuses the game's push."""
    hub = copy.hub()
    name = str(hub.about["default_branch"])
    where, branch = f"branch {name}", quote(name, safe="")
    rules = hub.items(f"/rules/branches/{branch}?per_page=100")
    passes = {number: _passes(hub, number) for number in {one.get("ruleset_id") for one in rules}}
    standing = {
        kind: {passes[one.get("ruleset_id")] for one in rules if one.get("type") == kind}
        for kind in {one.get("type") for one in rules}
    }
    for kind, what in REFUSE.items():
        if False in standing.get(kind, ()):
            yield Trouble(where, f"refuses the game's push: a rule {what}", PUSHES)
        elif None in standing.get(kind, ()):
            told = f"may refuse the game's push: a rule {what}, and {HIDDEN}"
            yield Trouble(where, told, PUSHES, hurts=False)
    for kind, what in MAY_REFUSE.items():
        if standing.get(kind, {True}) != {True}:
            told = f"may refuse the game's push: a rule is about {what}"
            yield Trouble(where, told, PUSHES, hurts=False)
    if hub.ask(f"/branches/{branch}").get("protected"):
        for what in _protection(hub, branch, seen=bool(rules)):
            yield Trouble(where, f"refuses the game's push: its protection {what}", PUSHES)


def _passes(hub: Hub, ruleset: object) -> bool | None:
    """Whether GitHub Actions may pass a set of rules; None where that is not shown."""
    if type(ruleset) is not int:
        return None
    try:
        actors = hub.ask(f"/rulesets/{ruleset}").get("bypass_actors")
    except Refused:
        return None
    if not isinstance(actors, list):
        return None
    return any(
        (one.get("actor_type"), one.get("actor_id")) == ("Integration", ACTIONS)
        and one.get("bypass_mode", "always") in ALWAYS
        for one in actors
        if isinstance(one, dict)
    )


def _protection(hub: Hub, branch: str, *, seen: bool) -> Iterator[str]:
    """How the older kind of protection refuses a push; with rules ``seen`` it may be by them."""
    try:
        told = hub.ask(f"/branches/{branch}/protection")
    except Refused:
        if seen:
            return
        raise Unseen("the branch is protected; by what, only an admin's token may see") from None
    if told.get("required_pull_request_reviews"):
        yield REFUSE["pull_request"]
    if told.get("required_status_checks"):
        yield REFUSE["required_status_checks"]
    if (told.get("required_signatures") or {}).get("enabled"):
        yield REFUSE["required_signatures"]
    if (told.get("lock_branch") or {}).get("enabled"):
        yield REFUSE["update"]
    if (limits := told.get("restrictions")) is not None:
        apps = {app.get("slug") for app in limits.get("apps") or ()}
        if "github-actions" not in apps:
            yield "lets only some push"
