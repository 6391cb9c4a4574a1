"""Markdown as GitHub draws it, and nothing of it that could harm."""

import pytest

from ur.sandbox.markdown import is_relative, render, slug


def comment(text: str) -> str:
    """A text as it is drawn in a conversation."""
    return render(text, issues="/o/r/issues", conversation=True)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        pytest.param("**b** _i_ ~~s~~", "<strong>b</strong> <em>i</em> <del>s</del>", id="words"),
        pytest.param("# Hi", '<h1 id="hi">Hi</h1>', id="heading"),
        pytest.param("|a|\n|-:|\n|1|", '<td align="right">1</td>', id="table"),
        pytest.param("https://a.b/c", 'href="https://a.b/c" rel="nofollow"', id="autolink"),
        pytest.param("<kbd>a</kbd><sub>b</sub>", "<kbd>a</kbd><sub>b</sub>", id="tags"),
        pytest.param(
            '<img src="x" width="20" align="right">', 'width="20" align="right"', id="img"
        ),
        pytest.param(
            "<details open><summary>s</summary>\n\n*i*\n\n</details>",
            '<details open=""><summary>s</summary>\n<p><em>i</em></p>\n</details>',
            id="details",
        ),
        pytest.param(":tada: 12:30:45", "<p>🎉 12:30:45</p>", id="emoji by name"),
        pytest.param("🎲 :no_such_thing:", "<p>🎲 :no_such_thing:</p>", id="emoji itself"),
        pytest.param("`:tada:` ", "<code>:tada:</code>", id="no emoji in code"),
        pytest.param("- [x] a", 'disabled aria-label="Completed task" checked> a', id="task done"),
        pytest.param("- [ ] a", 'disabled aria-label="Incomplete task"> a', id="task to do"),
        pytest.param("a\nb", "<p>a\nb</p>", id="lines of a file flow"),
    ],
)
def test_a_file_is_drawn_as_github_draws_it(text, drawn):
    """GitHub's extensions, the tags that it lets through, emoji by name outside of code."""
    assert drawn in render(text)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        '<a href="javascript:alert(1)">a</a>',
        "[a](javascript:alert(1))",
        '<a href="data:text/html,alert(1)">a</a>',
        '<p style="position:fixed" class="bar" id="frame-main">alert(1)</p>',
        '<iframe src="https://alert(1)"></iframe>',
        '<form action="/sandbox/clear"><input name="alert(1)"><button>a</button></form>',
        '<input type="text" value="alert(1)">',
        "<svg onload=alert(1)></svg>",
        '<base href="//alert(1)"><meta http-equiv="refresh" content="0;alert(1)">',
        '<details ontoggle="alert(1)" open>a</details>',
        '<a title="><script>alert(1)</script>">a</a>',
    ],
)
@pytest.mark.parametrize("draw", [render, comment])
def test_nothing_runs_and_nothing_dresses_up(text, draw):
    """No script, style, class, form or foreign scheme comes through, whoever wrote it."""
    drawn = draw(text)
    harmful = ("<script", "<iframe", "<form", "<input", "<button", "<svg", "<base", "<meta")
    assert not any(tag in drawn.lower() for tag in harmful)
    tags = "".join(part.partition(">")[0] for part in drawn.split("<")[1:] if "title=" not in part)
    assert not any(word in tags for word in ("javascript", "data:", "style=", "class=", " on"))
    assert 'id="frame' not in drawn


def test_what_is_relative_is_led_to_its_place():
    """Links and pictures are resolved apart; what has a place of its own keeps it."""
    text = (
        "[a](docs/a.md#b) [b](#here) [c](https://x.y/z) [d](//x.y)\n\n![e](e.png)"
        '<picture><source srcset="d.png 1x, https://x.y/f.png 2x"><img src="/l.png"></picture>'
    )
    drawn = render(text, link=lambda at: f"/blob/{at}", picture=lambda at: f"/raw/{at}")
    for wanted in ("/blob/docs/a.md#b", "#here", "https://x.y/z", "//x.y"):
        assert f'href="{wanted}"' in drawn
    assert 'src="/raw/e.png"' in drawn
    assert 'srcset="/raw/d.png 1x, https://x.y/f.png 2x"' in drawn
    assert 'src="/raw//l.png"' in drawn


@pytest.mark.parametrize(
    ("address", "relative"),
    [
        ("a.md", True),
        ("/a.md", True),
        ("../a.md?b#c", True),
        ("#c", False),
        ("?a", False),
        ("https://a.b", False),
        ("//a.b/c", False),
        ("mailto:a@b.c", False),
        ("http://[", False),
    ],
)
def test_only_a_path_is_relative(address, relative):
    """A fragment, another host and what cannot be read stay as they are."""
    assert is_relative(address) is relative


def test_headings_are_anchors_as_on_github():
    """A heading's anchor is its words in small letters; the second of a name is numbered."""
    drawn = render("# Your own mix!\n\n## `make play` & more\n\n## Your own mix")
    anchors = [part.partition('"')[0] for part in drawn.split('id="')[1:]]
    assert anchors == ["your-own-mix", "make-play--more", "your-own-mix-1"]
    assert slug("Für Größe_1") == "für-größe_1"


def test_a_conversation_keeps_lines_and_knows_issues():
    """Line ends count, a number leads to its issue, but not in code, a link or a longer word."""
    drawn = comment("a\nb #12 `#13` [see #14](https://x.y) x#15 &#49;6")
    assert "a<br>\nb" in drawn
    assert drawn.count("/o/r/issues/") == 1
    assert '<a href="/o/r/issues/12">#12</a>' in drawn
    assert "<h1>Hi</h1>" in comment("# Hi")


def test_what_is_wide_can_be_scrolled_by_keyboard():
    """Tables and blocks of code, which scroll on a phone, can be reached."""
    drawn = render("```\ncode\n```\n\n|a|\n|-|\n|1|")
    assert drawn.count('tabindex="0"') == 2
