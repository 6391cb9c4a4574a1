"""What GitHub's replies look like: the ledger's values as JSON, complete.

Addresses in a reply point to where the reply came from. What one repository
alone cannot know is there all the same, with the value of a quiet repository:
a client that misses a key asks again, behind its user's back.
"""

import base64
from typing import Any, Literal
from urllib.parse import quote

from ur.sandbox.checks import REACTIONS
from ur.sandbox.ledger import (
    ACTIONS_ID,
    GHOST_ID,
    Account,
    Comment,
    Issue,
    Label,
    Ledger,
    Reaction,
    Repository,
)

Json = dict[str, Any]
_IN_A_PATH = "/:@!$&'()*+,;="
"""What may stand in the path of an address as it is."""
USER_LINKS = {
    "followers_url": "/followers",
    "following_url": "/following{/other_user}",
    "gists_url": "/gists{/gist_id}",
    "starred_url": "/starred{/owner}{/repo}",
    "subscriptions_url": "/subscriptions",
    "organizations_url": "/orgs",
    "repos_url": "/repos",
    "events_url": "/events{/privacy}",
    "received_events_url": "/received_events",
}
REPOSITORY_LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}
QUIET_REPOSITORY: Json = {
    "private": False,
    "description": None,
    "homepage": None,
    "language": None,
    "license": None,
    "mirror_url": None,
    "size": 1,
    "forks": 0,
    "forks_count": 0,
    "stargazers_count": 0,
    "watchers": 0,
    "watchers_count": 0,
    "has_projects": False,
    "has_wiki": False,
    "has_pages": False,
    "has_downloads": True,
    "has_discussions": False,
    "is_template": False,
    "allow_forking": True,
    "web_commit_signoff_required": False,
    "topics": [],
    "disabled": False,
    "visibility": "public",
}
QUIET_PROFILE: Json = {
    "name": None,
    "company": None,
    "blog": "",
    "location": None,
    "email": None,
    "hireable": None,
    "bio": None,
    "twitter_username": None,
    "public_repos": 1,
    "public_gists": 0,
    "followers": 0,
    "following": 0,
}
PRIVATE_PROFILE: Json = {
    "private_gists": 0,
    "total_private_repos": 0,
    "owned_private_repos": 0,
    "disk_usage": 1,
    "collaborators": 0,
    "two_factor_authentication": True,
}
QUIET_ISSUE: Json = {
    "milestone": None,
    "active_lock_reason": None,
    "type": None,
    "performed_via_github_app": None,
    "sub_issues_summary": {"total": 0, "completed": 0, "percent_completed": 0},
    "issue_dependencies_summary": {
        "blocked_by": 0,
        "blocking": 0,
        "total_blocked_by": 0,
        "total_blocking": 0,
    },
}


class Shapes:
    """The JSON of a ledger's values, for whoever reads it at ``url``."""

    def __init__(self, ledger: Ledger, url: str) -> None:
        self.ledger = ledger
        self.site = url.rstrip("/")
        repository = ledger.repository
        owner = ledger.accounts[repository.owner].login
        self.full_name = f"{owner}/{repository.name}"
        self.home = f"{self.site}/repos/{self.full_name}"
        self.page = f"{self.site}/{self.full_name}"

    def account(self, account: Account) -> Json:
        """Somebody, as they stand beside what they did."""
        url = f"{self.site}/users/{account.login}"
        return {
            "login": account.login,
            "id": account.id,
            "node_id": _node("U", account.id),
            "avatar_url": f"{self.site}/{account.login}.png",
            "gravatar_id": "",
            "url": url,
            "html_url": f"{self.site}/{account.login}",
            **{name: url + path for name, path in USER_LINKS.items()},
            "type": account.type,
            "user_view_type": "public",
            "site_admin": False,
        }

    def profile(self, account: Account, *, own: bool = False) -> Json:
        """Somebody, with what their own page tells."""
        times = {"created_at": account.created_at, "updated_at": account.created_at}
        shape = self.account(account) | QUIET_PROFILE | times
        return shape | {"user_view_type": "private"} | PRIVATE_PROFILE if own else shape

    def repository(self) -> Json:
        """The repository, as it stands in an event."""
        repository = self.ledger.repository
        issues = self.ledger.issues.values()
        still_open = sum(issue.state == "open" and not issue.deleted for issue in issues)
        return {
            "id": repository.id,
            "node_id": _node("R", repository.id),
            "name": repository.name,
            "full_name": self.full_name,
            "owner": self.account(self.ledger.accounts[repository.owner]),
            "html_url": self.page,
            "url": self.home,
            **{name: self.home + path for name, path in REPOSITORY_LINKS.items()},
            **self._remotes(),
            **QUIET_REPOSITORY,
            **_kept(repository),
            "open_issues": still_open,
            "open_issues_count": still_open,
        }

    def full_repository(self, reader: Account | None, *, trusted: bool) -> Json:
        """The repository, asked for by itself; whoever is signed in sees their rights."""
        shape = self.repository() | {"subscribers_count": 0, "network_count": 0}
        if reader is None:
            return shape
        owns = reader.id == self.ledger.repository.owner
        rights = {"admin": owns, "maintain": owns, "push": trusted, "triage": trusted}
        return shape | {"permissions": rights | {"pull": True}}

    def label(self, label: Label) -> Json:
        """A label."""
        return {
            "id": label.id,
            "node_id": _node("LA", label.id),
            "url": f"{self.home}/labels/{quote(label.name, _IN_A_PATH)}",
            "name": label.name,
            "color": label.color,
            "default": False,
            "description": label.description,
            "archived_at": None,
            "archived_by": None,
        }

    def issue(self, issue: Issue) -> Json:
        """An issue; a pull request is one with a key more."""
        url = f"{self.home}/issues/{issue.number}"
        assignees = [self.account(self.ledger.accounts[a]) for a in issue.assignees]
        return {
            "id": issue.id,
            "node_id": _node("PR" if issue.is_pull_request else "I", issue.id),
            "number": issue.number,
            "title": issue.title,
            "body": issue.body,
            "user": self._author(issue.author),
            "author_association": self._association(issue.author),
            "state": issue.state,
            "state_reason": issue.state_reason,
            "locked": issue.locked,
            "labels": [self.label(la) for la in self.ledger.labels if la.id in issue.labels],
            "assignee": assignees[0] if assignees else None,
            "assignees": assignees,
            "comments": len(issue.comments),
            "created_at": issue.created_at,
            "updated_at": issue.updated_at,
            "closed_at": issue.closed_at,
            "closed_by": None if issue.closed_by is None else self._author(issue.closed_by),
            "reactions": _rollup(f"{url}/reactions", issue.reactions),
            **QUIET_ISSUE,
            **self._issue_links(issue, url),
        }

    def comment(self, issue: Issue, comment: Comment) -> Json:
        """A comment."""
        url = f"{self.home}/issues/comments/{comment.id}"
        return {
            "id": comment.id,
            "node_id": _node("IC", comment.id),
            "url": url,
            "html_url": f"{self._html(issue)}#issuecomment-{comment.id}",
            "issue_url": f"{self.home}/issues/{issue.number}",
            "user": self._author(comment.author),
            "author_association": self._association(comment.author),
            "body": comment.body,
            "created_at": comment.created_at,
            "updated_at": comment.updated_at,
            "reactions": _rollup(f"{url}/reactions", []),
            "performed_via_github_app": None,
        }

    def reaction(self, reaction: Reaction) -> Json:
        """A reaction."""
        return {
            "id": reaction.id,
            "node_id": _node("REA", reaction.id),
            "user": self._author(reaction.author),
            "content": reaction.content,
            "created_at": reaction.created_at,
        }

    def opened(self, issue: Issue) -> Json:
        """The event of an issue just opened; its sender is the ghost when they are gone."""
        sender = self.ledger.accounts[issue.author]
        if sender.deleted:
            sender = self.ledger.accounts[GHOST_ID]
        return {
            "action": "opened",
            "issue": self.issue(issue),
            "repository": self.repository(),
            "sender": self.account(sender),
        }

    def _author(self, account_id: int) -> Json | None:
        account = self.ledger.accounts[account_id]
        return None if account.deleted else self.account(account)

    def _association(self, account_id: int) -> Literal["OWNER", "COLLABORATOR", "NONE"]:
        if account_id == self.ledger.repository.owner:
            return "OWNER"
        trusted = account_id in self.ledger.repository.collaborators
        return "COLLABORATOR" if trusted and account_id != ACTIONS_ID else "NONE"

    def _html(self, issue: Issue) -> str:
        return f"{self.page}/{'pull' if issue.is_pull_request else 'issues'}/{issue.number}"

    def _issue_links(self, issue: Issue, url: str) -> Json:
        links: Json = {
            "url": url,
            "html_url": self._html(issue),
            "repository_url": self.home,
            "labels_url": f"{url}/labels{{/name}}",
            "comments_url": f"{url}/comments",
            "events_url": f"{url}/events",
            "timeline_url": f"{url}/timeline",
        }
        if issue.is_pull_request:
            links["draft"] = False
            links["pull_request"] = {
                "url": f"{self.home}/pulls/{issue.number}",
                "html_url": links["html_url"],
                "diff_url": f"{links['html_url']}.diff",
                "patch_url": f"{links['html_url']}.patch",
                "merged_at": None,
            }
        return links

    def _remotes(self) -> Json:
        host = self.site.split("://")[-1]
        return {
            "git_url": f"git://{host}/{self.full_name}.git",
            "ssh_url": f"git@{host}:{self.full_name}.git",
            "clone_url": f"{self.page}.git",
            "svn_url": self.page,
        }


def _kept(repository: Repository) -> Json:
    return {
        "fork": repository.fork,
        "archived": repository.archived,
        "has_issues": repository.has_issues,
        "default_branch": repository.default_branch,
        "created_at": repository.created_at,
        "updated_at": repository.created_at,
        "pushed_at": repository.created_at,
    }


def _rollup(url: str, reactions: list[Reaction]) -> Json:
    contents = [reaction.content for reaction in reactions]
    counts = {content: contents.count(content) for content in REACTIONS}
    return {"url": url, "total_count": len(contents), **counts}


def _node(kind: str, number: int) -> str:
    return f"{kind}_{base64.urlsafe_b64encode(number.to_bytes(8, 'big')).decode().rstrip('=')}"
