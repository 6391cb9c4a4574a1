"""The record's repository, with the real git program."""

import base64
import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from ur.errors import Conflict, KeeperFault, Unreachable
from ur.hosts.git import Access, GitRepository, Identity
from ur.port import Changeset

BY = Identity("somebody", "somebody@localhost")


def git(folder: Path, *words: str) -> str:
    """What a git command prints."""
    identity = ("-c", "user.name=a person", "-c", "user.email=person@localhost")
    done = subprocess.run(
        ["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """A bare repository with a README, an archive and a branch that is not called main."""
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=trunk", "origin.git")
    git(tmp_path, "clone", "--quiet", "origin.git", "person")
    person = tmp_path / "person"
    git(person, "switch", "--quiet", "--orphan", "trunk")
    for path in ("README.md", "state/a.json", "state/archive/0001/record.json"):
        (person / path).parent.mkdir(parents=True, exist_ok=True)
        (person / path).write_text(f"{path}\n")
    git(person, "add", "--all")
    git(person, "commit", "--quiet", "--message", "Begin")
    git(person, "push", "--quiet", "origin", "trunk")
    return tmp_path / "origin.git"


@pytest.fixture
def person(origin: Path) -> Path:
    """A person's checkout."""
    return origin.parent / "person"


def test_reads_the_tip_of_origin_not_of_the_checkout(origin: Path, person: Path):
    """What somebody else has pushed since is what is read."""
    git(person.parent, "clone", "--quiet", "origin.git", "other")
    (person / "README.md").write_text("newer\n")
    git(person, "commit", "--quiet", "--all", "--message", "Newer")
    git(person, "push", "--quiet", "origin", "trunk")

    snapshot = GitRepository(person.parent / "other", BY).load()

    assert snapshot.read(["README.md", "missing", "state"]) == {"README.md": b"newer\n"}
    assert snapshot.names("state") == ("a.json", "archive")
    assert snapshot.names("nowhere") == ()
    assert snapshot.read([]) == {}


def test_commits_are_added_in_order_and_nobodys_checkout_is_touched(origin: Path, person: Path):
    """Commits land at origin, one each; branch, index and unsaved work of the checkout stay."""
    (person / "README.md").write_text("not saved yet\n")
    (person / "staged").write_text("staged\n")
    git(person, "add", "staged")
    before = (git(person, "status", "--porcelain"), git(person, "rev-parse", "HEAD"))
    repository = GitRepository(person, BY)
    base = repository.load()

    made = repository.commit(
        base,
        [
            Changeset("One", {"state/b.png": b"\x00\xffb\n", "state/archive": None}),
            Changeset("Two", {"state/b.png": None, "état.txt": b"no newline"}),
        ],
    )
    repository.publish(made)
    repository.close()

    assert git(origin, "log", "--format=%s <%ae>", "trunk").splitlines()[:2] == [
        "Two <somebody@localhost>",
        "One <somebody@localhost>",
    ]
    assert git(origin, "rev-parse", "trunk", "trunk^", "trunk^^").split() == [
        made[1],
        made[0],
        base.commit,
    ]
    assert git(origin, "-c", "core.quotePath=no", "ls-tree", "-r", "--name-only", "trunk") == (
        "README.md\nstate/a.json\nétat.txt"
    )
    assert (git(person, "status", "--porcelain"), git(person, "rev-parse", "HEAD")) == before
    assert (person / "README.md").read_text() == "not saved yet\n"
    assert git(person, "for-each-ref", "refs/ur") == ""


def test_the_second_of_two_writers_is_told_of_the_conflict(origin: Path, person: Path):
    """A push onto a branch that moved on is refused, and nothing is forced."""
    repository = GitRepository(person, BY)
    base = repository.load()
    first = repository.commit(base, [Changeset("First", {"a": b"1"})])
    second = repository.commit(base, [Changeset("Second", {"a": b"2"})])
    repository.publish(first)

    with pytest.raises(Conflict):
        repository.publish(second)

    assert git(origin, "rev-parse", "trunk") == first[0]


@pytest.mark.parametrize("hook", ["pre-receive", "update"])
def test_a_branch_that_forbids_the_push_is_the_keepers_to_mend(origin: Path, person: Path, hook):
    """A push that rules refuse is a fault that says what to allow."""
    path = origin / "hooks" / hook
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    repository = GitRepository(person, BY)
    made = repository.commit(repository.load(), [Changeset("No", {"a": b"1"})])

    with pytest.raises(KeeperFault, match="contents: write"):
        repository.publish(made)


def test_a_repository_that_is_away_is_no_fault(origin: Path, person: Path):
    """Where origin cannot be reached a later run may have better luck."""
    repository = GitRepository(person, BY)
    base = repository.load()
    made = repository.commit(base, [Changeset("Later", {"a": b"1"})])
    origin.rename(origin.with_name("away.git"))

    with pytest.raises(Unreachable):
        repository.load()
    with pytest.raises(Conflict):
        repository.publish(made)


def test_a_detached_head_is_told_with_its_remedy(origin: Path, person: Path):
    """Without a branch there is nowhere to push to."""
    git(person, "switch", "--quiet", "--detach")

    with pytest.raises(KeeperFault, match="git switch"):
        GitRepository(person, BY)


def test_a_partial_checkout_needs_no_blob_of_the_archive(origin: Path, tmp_path: Path, monkeypatch):
    """In a shallow, blobless, sparse checkout a commit is built and pushed without old blobs."""
    git(origin, "config", "uploadpack.allowFilter", "true")
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    partial = tmp_path / "partial"
    options = ("--depth=1", "--filter=blob:none", "--no-checkout", "--quiet")
    git(tmp_path, "clone", *options, f"file://{origin}", "partial")
    git(partial, "sparse-checkout", "set", "--no-cone", "/*", "!/state/archive/")
    git(partial, "checkout", "--quiet", "trunk")
    archived = git(origin, "rev-parse", "trunk:state/archive/0001/record.json")
    unread = git(origin, "rev-parse", "trunk:state/a.json")
    log = tmp_path / "trace"
    monkeypatch.setenv("GIT_TRACE", str(log))
    repository = GitRepository(partial, BY)

    base = repository.load()
    log.write_text("")
    assert base.read(["README.md", "state/a.json"])["README.md"] == b"README.md\n"
    assert "fetch" not in log.read_text()
    repository.publish(repository.commit(base, [Changeset("Go on", {"state/c": b"c"})]))

    missing = git(partial, "rev-list", "--objects", "--all", "--missing=print").splitlines()
    assert f"?{archived}" in missing
    assert f"?{unread}" not in missing
    assert git(origin, "show", "trunk:state/archive/0001/record.json")
    assert base.read(["state/archive/0001/record.json"])
    assert log.read_text().count("trace: built-in: git fetch") == 1


def test_the_token_goes_to_its_server_by_environment_alone(person: Path):
    """Git sends the token as a header to the server it is for; it is in no file and no argument."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.headers.get_all("Authorization"))
            self.send_error(403)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}"
    git(person, "remote", "set-url", "origin", f"{url}/o/r.git")
    git(person, "config", f"http.{url}/.extraheader", "Authorization: Basic persisted")
    try:
        with pytest.raises(Unreachable):
            GitRepository(person, BY, Access(url, "s3cret")).load()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

    expected = base64.b64encode(b"x-access-token:s3cret").decode()
    assert seen[0] == [f"Basic {expected}"]
    assert "s3cret" not in (person / ".git" / "config").read_text()
    assert "GIT_CONFIG_VALUE_1" not in os.environ
