"""The pages of the sandbox, asked as a browser asks: what they show, take and refuse."""

import html
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from PIL import Image

from ur.sandbox import pages
from ur.sandbox.api import create_app
from ur.sandbox.drawing import avatar, label_style
from ur.sandbox.markdown import render
from ur.sandbox.pages_code import resolved
from ur.sandbox.pages_sandbox import MISHAPS, TARGETS
from ur.sandbox.patch import MOST_LINES, lines_of
from ur.sandbox.sandbox import Sandbox
from ur.sandbox.sources import Source

HOME = "/keeper/board"
PNG = avatar("ada", 1)
FILES = {
    "README.md": b"# The board\n\n[guide](docs/guide.md#how) :tada:\n\n![board](docs/board.png)\n",
    "docs/guide.md": b"# How\n\n[up](../README.md) [here](.) [top](/docs/)\n",
    "docs/README.md": b"All about *docs*.\n",
    "docs/board.png": PNG,
    "docs/page.html": b"<script>alert(1)</script>\n",
    "docs/raw.bin": bytes(range(256)),
    "docs/odd name#1.txt": b"odd\n",
    "match.json": b'{"a": "<b>"}\n',
}


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    """A sandbox of a few files, in which no run is taken up."""
    one = Sandbox.create(tmp_path / "town", Source(FILES, name="board"), 0)
    one.world.url = "http://localhost"
    yield one
    one.local.server.stop()


@pytest.fixture
def browser(sandbox) -> FlaskClient:
    """A browser, by default as ada."""
    app = create_app(sandbox.world, sandbox.faults)
    app.register_blueprint(pages.blueprint(sandbox))
    return app.test_client()


def text_of(reply) -> str:
    """The words of a page."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", reply.text)).split())


def main_of(reply) -> str:
    """The part of a page within its frame."""
    return reply.text.partition("<main")[2].partition("</main>")[0]


def ask(sandbox, title="ur-new", login="ada", body="") -> int:
    """Open an issue by hand."""
    return sandbox.world.open_issue(login, title, body)


# Every page.


def every_page(sandbox) -> list[str]:
    """One address of each kind."""
    commit = sandbox.origin.resolve("main")
    ask(sandbox)
    sandbox.opened(1)
    of_the_repository = (
        *("", "/tree/main", "/tree/main/docs", "/blob/main/README.md", "/blob/main/match.json"),
        *("/blob/main/docs/board.png", "/blob/main/docs/raw.bin", "/commits/main"),
        *(f"/commit/{commit}", f"/tree/{commit}/docs", "/commits/main/docs"),
        *(
            "/issues",
            "/issues?state=all",
            "/issues/new",
            "/issues/1",
            "/actions",
            "/actions/runs/1",
        ),
    )
    return [*(HOME + path for path in of_the_repository), "/sandbox", "/ada", "/keeper"]


def test_every_page_stands_in_the_frame(sandbox, browser):
    """Each has one heading of its own, landmarks and labels, and says what a browser may do."""
    for path in every_page(sandbox):
        reply = browser.get(path)
        assert reply.status_code == 200, path
        drawn = '<(article|div) class="markdown-body.*?</\\1>'
        ours = re.sub(drawn, "", reply.text, flags=re.DOTALL)
        assert ours.count("<h1") == 1, path
        assert "Sandbox:</b> GitHub on this machine" in reply.text
        assert {"<main", "<nav", "<header", "<footer"} <= set(re.findall("<[a-z]+", reply.text))
        fields = re.findall(r'<(?:input|select|textarea) id="([^"]+)"', ours)
        assert all(f'<label for="{name}"' in ours for name in fields), path
        assert "style=" not in ours
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Cache-Control"] == "no-store"


def test_every_link_of_the_frame_leads_somewhere(sandbox, browser):
    """No page links to one that is not there."""
    seen = {}
    for path in every_page(sandbox):
        for link in re.findall('(?:href|src)="(/[^"#]*)', browser.get(path).text):
            address = html.unescape(link)
            if address not in seen:
                seen[address] = browser.get(address).status_code
    assert {link: status for link, status in seen.items() if status not in (200, 302)} == {}


@pytest.mark.parametrize(
    "path",
    [
        *("/nobody", "/nobody.png", "/keeper/other", "/other/board", "/a/b/c/d", "/sandbox/none"),
        *(f"{HOME}/blob/main/none", f"{HOME}/raw/main/none", f"{HOME}/tree/main/none"),
        *(f"{HOME}/tree/none", f"{HOME}/blob/-x/README.md", f"{HOME}/commits/none"),
        *(f"{HOME}/commit/none", f"{HOME}/issues/9", f"{HOME}/actions/runs/9"),
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(browser, path):
    """An unknown address is answered in the frame."""
    reply = browser.get(path)
    assert reply.status_code == 404
    assert "There is no such page" in reply.text


def test_the_api_is_not_shadowed(sandbox, browser):
    """What belongs to the API is answered by it, in JSON, known or not."""
    token = {"Authorization": f"token {sandbox.world.token_of('ada')}"}
    assert browser.get("/user", headers=token).json["login"] == "ada"
    assert browser.get("/users/ada").json["login"] == "ada"
    assert browser.get("/repos/keeper/board").json["full_name"] == "keeper/board"
    for unknown in ("/repos/keeper", "/repos/a/b", "/repos/keeper/board/none", "/users/nobody"):
        assert browser.get(unknown).json["message"] == "Not Found"
        assert browser.get(unknown).status_code == 404
    assert browser.delete("/repos/keeper/board/none").status_code == 404


def test_a_browser_is_led_to_the_name_that_pictures_have(browser):
    """Who comes by number is led to localhost, where all the links lead."""
    reply = browser.get("/sandbox?a=1", base_url="http://127.0.0.1")
    assert (reply.status_code, reply.location) == (303, "http://localhost/sandbox?a=1")


# What is committed.


def test_the_front_page_shows_files_and_readme(browser):
    """Folders, files, the newest commit, and the README with its links led to pages and bytes."""
    assert browser.get("/").location == HOME
    page = browser.get(HOME)
    words = text_of(page)
    assert words.index("docs/") < words.index("README.md") < words.index("match.json")
    assert f'href="{HOME}/tree/main/docs"' in page.text
    assert f'href="{HOME}/blob/main/docs/guide.md#how"' in page.text
    assert f'src="{HOME}/raw/main/docs/board.png"' in page.text
    assert "🎉" in page.text
    assert "Begin from the template" in page.text


def test_a_folder_shows_its_own_readme(browser):
    """Below what lies in it."""
    page = browser.get(f"{HOME}/tree/main/docs")
    assert "<em>docs</em>" in page.text
    assert f'href="{HOME}/blob/main/docs/odd%20name%231.txt"' in page.text


def test_file_and_folder_lead_to_each_other(browser):
    """The wrong one of the two words leads to the right one."""
    assert browser.get(f"{HOME}/blob/main/docs").location == f"{HOME}/tree/main/docs"
    assert browser.get(f"{HOME}/tree/main/match.json").location == f"{HOME}/blob/main/match.json"


def test_a_file_is_shown_by_its_kind(browser):
    """Markdown drawn or plain, text with its lines, pictures, and a link to what is neither."""
    assert "<h1 id=" in browser.get(f"{HOME}/blob/main/README.md").text
    assert '<span id="L1"># The board' in browser.get(f"{HOME}/blob/main/README.md?plain=1").text
    assert "&#34;&lt;b&gt;&#34;" in browser.get(f"{HOME}/blob/main/match.json").text
    assert f'<img src="{HOME}/raw/main/docs/board.png"' in (
        browser.get(f"{HOME}/blob/main/docs/board.png").text
    )
    assert "not shown here" in browser.get(f"{HOME}/blob/main/docs/raw.bin").text


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("docs/board.png", "image/png"),
        ("docs/page.html", "text/plain; charset=utf-8"),
        ("match.json", "text/plain; charset=utf-8"),
        ("docs/raw.bin", "application/octet-stream"),
    ],
)
def test_raw_is_the_bytes_and_never_a_page(sandbox, browser, path, kind):
    """As they were committed, of a kind that no browser runs; at a commit they never change."""
    reply = browser.get(f"{HOME}/raw/main/{path}")
    assert (reply.data, reply.content_type) == (FILES[path], kind)
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in reply.headers["Content-Security-Policy"]
    assert reply.headers["Cache-Control"] == "no-store"
    kept = browser.get(f"{HOME}/raw/{sandbox.origin.resolve('main')}/{path}")
    assert "immutable" in kept.headers["Cache-Control"]


def test_a_commit_shows_what_it_changed(sandbox, browser):
    """Lines in their colours, a picture before and after, what came and went."""
    sandbox.local.push({"match.json": b'{"a": 2}\n', "docs/board.png": PNG + b"x"}, "Change two")
    listed = browser.get(f"{HOME}/commits/main")
    assert text_of(listed).index("Change two") < text_of(listed).index("Begin from the template")
    commit = sandbox.origin.resolve("main")
    page = browser.get(f"{HOME}/commit/{commit[:10]}")
    assert '<span class="removed">-{' in page.text
    assert '<span class="added">+{' in page.text
    assert page.text.count("/docs/board.png") == 3
    assert "board.png before" in page.text
    assert "board.png after" in page.text


def test_the_front_page_is_of_now(sandbox, browser):
    """What is pushed is seen at once, though pages are kept drawn."""
    assert "a new board" not in browser.get(HOME).text
    sandbox.local.push({"README.md": b"a new board\n"}, "Draw")
    assert "a new board" in browser.get(HOME).text


@pytest.mark.parametrize(
    ("address", "folder", "leads_to"),
    [
        ("a.md", "", "/h/blob/main/a.md"),
        ("a.md?plain=1#b", "docs", "/h/blob/main/docs/a.md?plain=1#b"),
        ("../a.md", "docs/more", "/h/blob/main/docs/a.md"),
        ("../../../../a.md", "docs", "/h/blob/main/a.md"),
        ("/a.md", "docs", "/h/blob/main/a.md"),
        ("sub/", "docs", "/h/tree/main/docs/sub"),
        ("..", "docs", "/h/tree/main/"),
    ],
)
def test_a_relative_link_leads_where_githubs_does(address, folder, leads_to):
    """From the file's folder, or from the top with a slash; never out of the repository."""
    assert resolved(address, folder, "/h", "blob", "main") == leads_to


def test_a_long_patch_is_cut():
    """A page shows so many lines of a change and no more."""
    lines = lines_of("@@ -1 +1 @@\n" + "+x\n" * 1000)
    assert len(lines) == 1001 > MOST_LINES
    assert lines[0].kind == "place"


# Issues.


def test_what_an_older_sandbox_took_in_breaks_no_page(sandbox):
    """Halves of characters in what a folder keeps: every page that shows them still opens."""
    number, keeper = ask(sandbox, "ur-new\ud800", body="\udfff"), sandbox.world.account("keeper")
    sandbox.world.create_comment(keeper, number, "a\ude00")
    sandbox.world.add_labels(keeper, number, ["\ud83d"])
    sandbox.actions.start("issues", "ada", number)
    sandbox.save()
    again = Sandbox.open(sandbox.folder, 0)
    try:
        again.world.url = "http://localhost"
        app = create_app(again.world)
        app.register_blueprint(pages.blueprint(again))
        for path in ("/issues", "/issues?state=all", f"/issues/{number}", "/actions"):
            assert app.test_client().get(HOME + path).status_code == 200, path
        assert "ur-new\ufffd" in app.test_client().get("/ada").text
    finally:
        again.local.server.stop()


def test_the_form_is_filled_in_by_the_link(browser):
    """Title and body of a link stand in the form, as data."""
    page = browser.get(
        f"{HOME}/issues/new",
        query_string={"title": 'ur-"new"', "body": "\na <b>\n</textarea><script>"},
    )
    assert 'value="ur-&#34;new&#34;"' in page.text
    assert '<textarea id="frame-body" name="body" rows="12">\n\na &lt;b&gt;\n' in page.text
    assert "<script>" not in page.text


def test_sending_the_form_opens_an_issue_and_starts_its_run(sandbox, browser):
    """As who one is; only a title that asks for it starts a run."""
    reply = browser.post(f"{HOME}/issues", data={"title": "ur-new", "body": "a\r\nb"})
    assert (reply.status_code, reply.location) == (303, f"{HOME}/issues/1")
    issue = sandbox.world.issue(1)
    assert (issue.title, issue.body) == ("ur-new", "a\r\nb")
    assert sandbox.world.ledger.accounts[issue.author].login == "ada"
    assert [(run.issue, run.actor) for run in sandbox.actions.all()] == [(1, "ada")]
    browser.post(f"{HOME}/issues", data={"title": "hello"})
    assert len(sandbox.actions.all()) == 1


@pytest.mark.parametrize(
    ("title", "body", "words"),
    [
        (" ", "kept", "Title can't be blank"),
        ("t" * 257, "kept", "Title is too long (maximum is 256 characters)"),
        ("kept", "🎲" * 65_537, "Body is too long (maximum is 65536 characters)"),
    ],
)
def test_the_form_has_githubs_limits_and_loses_nothing(sandbox, browser, title, body, words):
    """What cannot be taken comes back as it was typed, with the reason."""
    reply = browser.post(f"{HOME}/issues", data={"title": title, "body": body})
    assert reply.status_code == 422
    assert words in text_of(reply)
    assert f'value="{title}"' in reply.text
    assert body in reply.text
    assert sandbox.world.issues() == []


def test_an_issue_shows_all_that_happened(sandbox, browser):
    """State, labels, text, reactions, comments, its run; a deleted author is a ghost."""
    world = sandbox.world
    ask(sandbox, "<b>title</b>", "grace", "**bold** #1\n<script>alert(1)</script>")
    bot = world.whose(world.actions_token)
    world.create_label(bot, "white", "f5ecd9", "a move of White's")
    world.add_labels(bot, 1, ["white"])
    world.create_comment(bot, 1, "You *moved*.")
    for content in ("eyes", "rocket"):
        world.react(bot, 1, content)
    sandbox.actions.start("issues", "grace", 1).log = "line <1>\n"
    world.edit_issue(bot, 1, {"state": "closed"})
    page = browser.get(f"{HOME}/issues/1")
    words = text_of(page)
    assert "<b>title</b> #1" in words
    assert "Closed as completed" in words
    assert "🚀 1 by github-actions[bot] 👀 1 by github-actions[bot]" in words
    assert "line <1>" in words
    assert "<strong>bold</strong>" in page.text
    assert f'<a href="{HOME}/issues/1">#1</a>' in page.text
    assert "You <em>moved</em>." in page.text
    assert "<script>alert" not in page.text
    assert '<span class="label c-f5ecd9" title="a move of White&#39;s">white</span>' in page.text
    world.delete_account("grace")
    assert "ghost opened this" in text_of(browser.get(f"{HOME}/issues/1"))
    world.edit_issue(bot, 1, {"state": "open"})
    world.edit_issue(bot, 1, {"state": "closed", "state_reason": "not_planned"})
    assert "Closed as not planned" in text_of(browser.get(f"{HOME}/issues/1"))
    world.delete_issue(1)
    assert browser.get(f"{HOME}/issues/1").status_code == 410


def test_only_author_and_keeper_may_close(sandbox, browser):
    """For everybody else there is no button, and no way round it."""
    ask(sandbox, login="grace")
    state = f"{HOME}/issues/1/state"
    assert "Close issue" not in browser.get(f"{HOME}/issues/1").text
    assert browser.post(state, data={"state": "closed"}).status_code == 403
    for login, reason in (("grace", "completed"), ("keeper", "not_planned")):
        browser.post("/sandbox/be", data={"login": login})
        assert "Close issue" in browser.get(f"{HOME}/issues/1").text
        browser.post(state, data={"state": "closed", "reason": reason})
        assert sandbox.world.issue(1).state_reason == reason
        browser.post(state, data={"state": "open"})
        assert sandbox.world.issue(1).state == "open"


def test_a_comment_is_made_or_comes_back(sandbox, browser):
    """As who one is; what cannot be taken is not lost; a locked conversation has no form."""
    ask(sandbox)
    comments = f"{HOME}/issues/1/comments"
    assert browser.post(comments, data={"body": "well played"}).status_code == 303
    assert "well played" in browser.get(f"{HOME}/issues/1").text
    too_long = browser.post(comments, data={"body": "b" * 65_537})
    assert too_long.status_code == 422
    assert "b" * 65_537 in too_long.text
    assert "Body cannot be blank" in browser.post(comments, data={"body": " "}).text
    sandbox.world.lock_issue(1)
    assert "locked" in browser.get(f"{HOME}/issues/1").text


def test_issues_are_listed_by_state_a_page_at_a_time(sandbox, browser):
    """Newest first, with counts; pull requests are not among them."""
    for number in range(1, 31):
        ask(sandbox, f"issue {number}.")
    bot = sandbox.world.whose(sandbox.world.actions_token)
    sandbox.world.edit_issue(bot, 30, {"state": "closed"})
    sandbox.world.open_pull_request("ada", "a pull request")
    first, second = (browser.get(f"{HOME}/issues?page={page}") for page in (1, 2))
    titles = re.findall(r"issue \d+\.", first.text + second.text)
    assert titles == [f"issue {number}." for number in range(29, 0, -1)]
    assert "Open 29 Closed 1 All 30" in text_of(first)
    assert re.findall(r"issue \d+\.", browser.get(f"{HOME}/issues?state=closed").text) == [
        "issue 30."
    ]
    assert "pull request" not in browser.get(f"{HOME}/issues?state=all").text


# Runs.


def test_a_page_is_followed_while_something_goes_on(sandbox, browser):
    """An issue, its run and the list say that there is more to come, until there is not."""
    ask(sandbox)
    run = sandbox.actions.start("issues", "ada", 1)
    pages_of_it = [f"{HOME}/issues/1", f"{HOME}/actions", f"{HOME}/actions/runs/1"]
    for path in pages_of_it:
        page = browser.get(path)
        assert "data-follow" in page.text
        assert "queued" in main_of(page)
        live = re.findall("<[^>]*data-live[^>]*>", page.text)
        assert all(" id=" in tag for tag in live)
        assert "http-equiv" not in page.text
        assert '<meta http-equiv="refresh" content="2">' in browser.get(f"{path}?refresh=2").text
    run.status, run.conclusion = "completed", "failure"
    run.log, run.summary = "it broke", "* **broken**"
    for path in pages_of_it:
        page = browser.get(path)
        assert "data-follow" not in page.text
        assert "failure" in main_of(page)
    assert "<strong>broken</strong>" in page.text
    assert "it broke" in page.text
    sandbox.actions.timer = True
    assert "data-follow" in browser.get(f"{HOME}/issues/1").text


def test_only_a_keeper_runs_the_workflow_by_hand(sandbox, browser):
    """Others are offered to be the owner."""
    assert "Be keeper" in browser.get(f"{HOME}/actions").text
    assert browser.post(f"{HOME}/actions/runs").status_code == 403
    browser.post("/sandbox/be", data={"login": "keeper"})
    reply = browser.post(f"{HOME}/actions/runs")
    assert reply.location == f"{HOME}/actions/runs/1"
    [run] = sandbox.actions.all()
    assert (run.event, run.actor) == ("workflow_dispatch", "keeper")


def test_the_timer_is_switched(sandbox, browser):
    """On and off again."""
    for on in ("1", "0"):
        browser.post("/sandbox/timer", data={"on": on})
        assert sandbox.actions.timer is (on == "1")


# Who one is.


def test_one_is_whom_one_chose(sandbox, browser):
    """The choice is kept in a cookie that scripts and other sites do not get."""
    assert "<option selected>ada</option>" in browser.get(HOME).text
    reply = browser.post("/sandbox/be", data={"login": "grace", "back": f"{HOME}?a=1"})
    assert reply.location == f"{HOME}?a=1"
    assert {"HttpOnly", "SameSite=Lax"} <= set(reply.headers["Set-Cookie"].split("; "))
    assert "<option selected>grace</option>" in browser.get(HOME).text
    sandbox.world.delete_account("grace")
    assert "<option selected>ada</option>" in browser.get(HOME).text


@pytest.mark.parametrize(
    "back", ["https://a.b", "//a.b", "/\\a.b", "javascript:alert(1)", "/\t/a.b", "/\n/a.b", "/a b"]
)
def test_being_somebody_leads_nowhere_else(browser, back):
    """Only to a page of this server."""
    assert browser.post("/sandbox/be", data={"login": "ada", "back": back}).location == "/"


def test_nobody_can_be_who_is_not_there(browser):
    """Neither the ghost nor the workflow."""
    for login in ("ghost", "github-actions[bot]", "nobody", ""):
        assert browser.post("/sandbox/be", data={"login": login}).status_code == 403


def test_people_are_added_by_name(sandbox, browser):
    """And one is them at once; a name that cannot be is told why."""
    reply = browser.post("/sandbox/people", data={"login": "inanna"})
    assert reply.status_code == 303
    assert "<option selected>inanna</option>" in browser.get("/sandbox").text
    for wrong in ("inanna", "a b", "<b>"):
        refused = browser.post("/sandbox/people", data={"login": wrong})
        assert refused.status_code == 422
        assert f'value="{html.escape(wrong)}"' in refused.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://a.b"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Referer": "https://a.b/localhost"},
        {"Referer": "http://localhost.a.b/"},
    ],
)
def test_no_other_site_may_send_a_form(sandbox, browser, headers):
    """Whatever it is, nothing is done."""
    for path in (f"{HOME}/issues", "/sandbox/be", "/sandbox/clear", "/sandbox/faults"):
        assert browser.post(path, data={"title": "ur-new"}, headers=headers).status_code == 403
    assert sandbox.world.issues() == []


def test_a_form_of_our_own_may_be_sent(browser):
    """With the headers that a browser sends."""
    ours = {"Origin": "http://localhost", "Referer": f"http://localhost{HOME}/issues/new"}
    assert browser.post(f"{HOME}/issues", data={"title": "a"}, headers=ours).status_code == 303


def test_a_profile_shows_what_somebody_asked(sandbox, browser):
    """Made-up people, the owner and the workflow have one."""
    ask(sandbox, "hello", "grace")
    assert "hello" in browser.get("/grace").text
    assert "hello" not in browser.get("/ada").text
    assert "The workflow speaks" in browser.get("/github-actions%5Bbot%5D").text


def test_a_profile_is_the_readme_where_the_repository_is_that(sandbox, browser):
    """The board is found at the owner's name, as on GitHub."""
    sandbox.world.repository.name = "keeper"
    assert "The board</h1>" in browser.get("/keeper").text
    assert 'src="/keeper/keeper/raw/main/docs/board.png"' in browser.get("/keeper").text


def test_an_avatar_is_a_small_picture(browser):
    """It is a PNG that may be kept, another one for everybody."""
    ada, grace = (browser.get(f"/{login}.png") for login in ("ada", "grace"))
    assert ada.content_type == "image/png"
    assert len(ada.data) < 2000
    assert ada.data != grace.data
    assert "max-age" in ada.headers["Cache-Control"]
    assert Image.open(BytesIO(ada.data)).size == (80, 80)


def test_people_of_games_played_elsewhere_have_a_picture_here(browser):
    """Whom only GitHub knows is drawn here as well, for there may be no network."""
    drawn = render('<img src="https://github.com/player-028.png">', picture=str)
    [address] = re.findall('src="(.*?)"', drawn)
    assert address.startswith("/")
    assert Image.open(BytesIO(browser.get(address).data)).size == (80, 80)
    assert browser.get("/player-028").status_code == 404


def test_a_label_is_legible_on_its_colour(browser):
    """Black on light colours, white on dark ones; what is no colour is left out."""
    style = label_style(["ffffff", "1f2328", "f5ecd9", "zz;}", "b60205"])
    assert re.findall(r"\.c-(\w+) .*color: (#\w+);", style) == [
        ("ffffff", "#000"),
        ("1f2328", "#fff"),
        ("f5ecd9", "#000"),
        ("b60205", "#fff"),
    ]
    reply = browser.get("/sandbox/labels/ffffff-1f2328.css")
    assert reply.content_type.startswith("text/css")


# Faults on purpose.


@pytest.mark.parametrize("target", TARGETS)
def test_faults_strike_what_was_chosen_and_no_page(sandbox, browser, target):
    """Only requests of that kind, so often as was asked."""
    ask(sandbox)
    browser.post("/sandbox/faults", data={"target": target, "mishap": "500", "times": "2"})
    assert sandbox.faults.waiting == 2
    assert "2 more requests" in text_of(browser.get("/sandbox"))
    for path in every_page(sandbox):
        assert browser.get(path).status_code == 200
    assert sandbox.faults.waiting == 2
    token = {"Authorization": f"token {sandbox.world.actions_token}"}
    api = "/repos/keeper/board/issues"
    requests = {
        "list": ("GET", f"{api}?state=open"),
        "reactions": ("POST", f"{api}/1/reactions"),
        "comments": ("POST", f"{api}/1/comments"),
        "closing": ("PATCH", f"{api}/1"),
    }
    struck = {
        kind
        for kind, (method, path) in requests.items()
        if browser.open(path, method=method, headers=token, json={}).status_code == 500
    }
    assert struck == ({"list", "reactions"} if target == "all" else {target})


@pytest.mark.parametrize("mishap", MISHAPS)
def test_each_mishap_happens(sandbox, browser, mishap):
    """By its status, or as its words say."""
    data = {"target": "list", "mishap": mishap, "seconds": "0", "times": "1"}
    browser.post("/sandbox/faults", data=data)
    path = "/repos/keeper/board/issues"
    if mishap.startswith("cut"):
        with pytest.raises(ConnectionAbortedError):
            browser.get(path)
    else:
        expected = {"slow": 200, "limit": 403, "html": 502}.get(mishap) or int(mishap)
        assert browser.get(path).status_code == expected
    assert sandbox.faults.waiting == 0


@pytest.mark.parametrize(
    "data", [{}, {"target": "all"}, {"target": "none", "mishap": "500"}, {"mishap": "500"}]
)
def test_an_unknown_fault_is_refused(sandbox, browser, data):
    """Nothing waits."""
    assert browser.post("/sandbox/faults", data=data).status_code == 403
    assert sandbox.faults.waiting == 0


@pytest.mark.parametrize(("seconds", "times"), [("nan", "0"), ("inf", "9999999"), ("-1", "x")])
def test_odd_numbers_do_no_harm(sandbox, browser, seconds, times):
    """They are brought within what can be."""
    data = {"target": "all", "mishap": "slow", "seconds": seconds, "times": times}
    assert browser.post("/sandbox/faults", data=data).status_code == 303
    assert 1 <= sandbox.faults.waiting <= 1000


def test_troubles_are_set_and_all_is_cleared(sandbox, browser):
    """What waits is told on every page, and one button ends it."""
    for key, sentence in sandbox.troubles.choices:
        browser.post("/sandbox/troubles", data={"trouble": key})
        assert sentence in text_of(browser.get("/sandbox")).partition("Let requests")[0]
    browser.post("/sandbox/faults", data={"target": "all", "mishap": "404"})
    count = len(sandbox.troubles.choices) + 1
    assert f"{count} troubles waiting" in text_of(browser.get(HOME))
    assert browser.post("/sandbox/troubles", data={"trouble": "none"}).status_code == 403
    browser.post("/sandbox/clear")
    assert "All is well" in browser.get("/sandbox").text
    assert "waiting</a>" not in browser.get(HOME).text


def test_notes_stand_on_the_sandboxs_page(sandbox, browser):
    """They are text."""
    sandbox.about.notes.append("It goes on <unsealed>.")
    assert "It goes on &lt;unsealed&gt;." in browser.get("/sandbox").text
