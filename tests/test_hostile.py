"""What strangers write comes out nowhere: not in commits, pages, comments, logs or commands."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.torture import hostile
from tests.torture.hostile import (
    CANONICAL,
    FRAGMENTS,
    LOGINS,
    MARK,
    SETTINGS,
    check_run,
    check_settings,
    clean,
    clean_everywhere,
    deterministic_titles,
    enrol_hostile,
    open_hostile,
    settings_files,
    titles,
)
from tests.town import OWNER, Town
from ur.house import ROOT, Environment
from ur.port import LOGIN
from ur.referee.mistakes import BadTitle
from ur.referee.parse import is_ours, parse, title

CHECKS = ("format", "lint", "types", "workflows", "tests")


@settings(deadline=None)
@given(titles())
def test_an_answer_depends_on_the_code_alone(asked):
    """A title that is refused hears what a plain one of that code hears; a granted one is ours."""
    hostile._desk().check(asked)


@given(titles() | st.text(st.characters()) | st.sampled_from(CANONICAL))
def test_what_is_parsed_writes_the_same_title(asked):
    """A title is read only if it is, to the last byte, what we would write for it."""
    try:
        assert title(parse(asked)) == asked
    except BadTitle:
        return
    assert re.fullmatch(r"[a-z0-9@.-]+", asked)
    assert is_ours(asked)


@pytest.mark.parametrize("asked", CANONICAL + hostile.LONGER)
def test_no_stroke_may_be_another(asked):
    """Another digit, letter or blank at any place of a title is another title, or none."""
    odd = [*"".join(hostile.OTHERS), *hostile.ODD, *" -0\u017f\u212a\u0130", ""]
    for at in range(len(asked) + 1):
        for stroke in odd:
            for rest in {asked[at:], asked[at + 1 :]}:
                tried = asked[:at] + stroke + rest
                with suppress(BadTitle):
                    assert title(parse(tried)) == tried
                    assert tried.isascii()


def test_hostile_titles_bodies_and_comments_come_out_nowhere(town: Town, tmp_path: Path):
    """A hundred hostile issues in one run of the real command: no byte of them is anywhere."""
    town.begin(2)
    asked = deterministic_titles(100)
    numbers = open_hostile(town, asked)

    check_run(town, tmp_path / "run", event=numbers[3])

    assert [town.world.issue(number).title for number in numbers] == asked
    assert {town.world.issue(number).state for number in numbers} == {"closed"}


def test_the_search_finds_what_is_there(town: Town):
    """The mark is found in a commit's message, in a file, and in a comment of ours."""
    clean_everywhere(town)
    town.push({"state/README.md": b"plain"}, f"Say {MARK}")
    with pytest.raises(AssertionError):
        clean_everywhere(town)
    with pytest.raises(AssertionError):
        clean(f"x {MARK.upper()}")
    for odd in ("\x1b", "\u202e", "\u200b", "\N{FULLWIDTH DIGIT THREE}", "\x00", "\ud800", "\r"):
        with pytest.raises(AssertionError):
            clean(odd)


def test_a_login_that_is_none_is_shown_as_a_number(town: Town, tmp_path: Path):
    """Whatever the API calls somebody, only GitHub's own spelling of names is kept and shown."""
    town.begin(2)
    logins = enrol_hostile(town)
    numbers = [town.open(login, "ur-join-black-1", FRAGMENTS[0]) for login in logins]

    check_run(town, tmp_path / "run", event=numbers[0])

    assert [seat.person.login for seat in town.match().seats] == [
        f"id-{90_000 + at}" for at in range(len(LOGINS))
    ]


@given(st.text(st.characters() | st.sampled_from("ab-_[]bot\n"), max_size=50))
def test_a_login_of_the_right_spelling_does_no_harm(login):
    """What may be shown as a name has no character with a meaning in Markdown, HTML or a shell."""
    if LOGIN.fullmatch(login):
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,39}(\[bot\])?", login)
        assert login[0] not in "-_"


def test_a_forged_marker_counts_for_nothing(town: Town):
    """Answers and holds that strangers wrote themselves stop no answer."""
    town.begin(2, 1)
    number = town.ask(1, "ur-move-2@0-1.1")
    for body in ("<!-- ur:answer moved -->", "<!-- ur:held -->", f"<!-- ur:answer {MARK} -->"):
        town.world.create_comment(town.world.account("player-02"), number, f"{body}\n{MARK}")
    forger = town.world.account("player-03")
    forger.login = "github-actions"
    town.world.create_comment(forger, number, "<!-- ur:answer moved -->")

    assert town.play()

    ours = [text for text in town.comments(number) if "**Black is to move" in text]
    assert len(ours) == 1
    assert len(town.match().turns) == 1
    clean_everywhere(town)


def test_an_event_of_whatever_kind_does_no_harm(town: Town, tmp_path: Path):
    """The payload gives a number at most, and a broken one stops nothing."""
    path = tmp_path / "event.json"
    payloads = [
        {"issue": {"number": MARK, "title": MARK}},
        {"issue": {"number": -1}},
        {"issue": {"number": 10**30}},
        {"issue": {"number": True}},
        {"issue": [MARK]},
        MARK,
        {"issue": {"number": 99_999, "title": f"ur-\n::error::{MARK}"}},
    ]
    for payload in payloads:
        path.write_text(json.dumps(payload))
        forge = Environment.read(town.environment(path)).forge()
        assert forge.waiting(enough=1).requests == ()
        forge.close()


@settings(deadline=None)
@given(settings_files())
def test_hostile_settings_are_refused_by_line_and_repeated_nowhere(text):
    """Whatever the settings hold, the fault names the line in our own words alone."""
    check_settings(text)


@pytest.mark.parametrize("text", SETTINGS, ids=lambda text: ascii(text[:40]))
def test_each_hostile_setting_is_refused(text, tmp_path, monkeypatch):
    """Tags, bombs, huge numbers, ways out of the folder: refused, and nothing is executed."""
    monkeypatch.chdir(tmp_path)

    assert not check_settings(text.encode())

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [SETTINGS[0], SETTINGS[3], SETTINGS[14], f"language: {MARK.replace('7', '')}"],
    ids=["key", "tag", "house rule", "language"],
)
def test_the_keeper_is_told_of_hostile_settings_without_their_words(town: Town, tmp_path, text):
    """A run that hostile settings stop tells the keeper the line, and no word of them."""
    town.push({".github/ur.yml": text.encode()}, "Settings from a stranger's pull request")
    number = town.ask(1, "ur-new")

    done = town.run("play", event=town.event(number))

    assert done.returncode == 1
    [keeper] = [one for one in town.world.issues() if one.title == "The house needs its keeper"]
    assert ".github/ur.yml, l" in keeper.body
    clean(keeper.body, done.stdout, done.stderr, *town.comments(number))


def test_somebody_gone_is_nobody_however_github_says_so(town: Town):
    """An issue of a deleted account is refused, by null or by the ghost that stands for all."""
    town.begin(2)
    number = town.asked("ghost", "ur-join-white-1")

    assert town.answer(number) == "not-allowed"
    assert town.match().seats == ()


def test_no_check_is_left_out_or_silenced():
    """The one command runs every check; a finding is ignored only with a reason above it."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = re.search(r"^check-workflows:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1]

    assert re.search(r"^test:(.*)$", makefile, re.MULTILINE)[1].split()[:5] == [
        f"check-{name}" for name in CHECKS
    ]
    assert [word for word in ("zizmor", "actionlint", "jsonschema") if word not in recipe] == []
    assert not re.search(r"^\t-|\|\|| --no-exit-codes|--min-|--config", recipe, re.MULTILINE)
    assert not list((ROOT / ".github").rglob("zizmor.y*ml")) + list(ROOT.glob("zizmor.y*ml"))
    for path in (ROOT / ".github").rglob("*.yml"):
        lines = path.read_text("utf-8").splitlines()
        for before, line in zip(["", *lines], lines, strict=False):
            if re.search(r"zizmor:|shellcheck disable|yamllint", line):
                assert before.strip().startswith("# "), path


def test_what_strangers_can_start_has_no_right_and_no_secret():
    """A pull request runs check alone: it may read, and has no token, secret or cache."""
    texts = {path.stem: path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")}
    check = yaml.safe_load(texts["check"])
    [job] = check["jobs"].values()

    assert check["permissions"] == {}
    assert job["permissions"] == {"contents": "read"}
    assert [name for name, text in texts.items() if "pull_request" in text] == ["check"]
    assert all(
        word not in text
        for text in texts.values()
        for word in ("pull_request_target", "workflow_run", "issue_comment", "self-hosted")
    )
    assert not re.search(r"secrets\.|github\.token|actions/cache|/house|cache:", texts["check"])
    [checkout] = [step for step in job["steps"] if "checkout" in step.get("uses", "")]
    assert checkout["with"] == {"persist-credentials": False}


def test_secrets_are_named_where_they_are_used_and_nowhere_else():
    """The one secret is that of the dice, in the steps that throw; the token is Actions' own."""
    named = {
        path.stem: sorted(re.findall(r"secrets\.\w+|secrets: *\w+|secrets\[", path.read_text()))
        for path in (ROOT / ".github").rglob("*.yml")
    }

    assert {name: found for name, found in named.items() if found} == {
        "play": ["secrets.UR_DICE_SECRET"],
        "sweep": ["secrets.UR_DICE_SECRET"],
    }


def test_what_the_threat_model_names_is_tested():
    """Every test that the page calls as a witness is there."""
    page = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", page))

    assert len(named) > 20
    assert [name for name in named if f"def {name}(" not in tests] == []


def test_the_torture_counts_what_it_tries():
    """The longer run says how many inputs of each kind it tried."""
    said: list[str] = []

    counts = hostile.hostile(said.append, judged=5, read=5, asked=10)

    assert counts["titles judged"] >= 5
    assert counts["settings read"] >= 5 + len(SETTINGS)
    assert (counts["titles through a run"], counts["logins seated"]) == (20, len(LOGINS))
    assert said


def test_the_owner_may_be_called_anything(town: Town):
    """A keeper is known by a number: nobody becomes one by taking the name."""
    town.begin(2)
    town.world.rename(OWNER, "owner-before")
    town.world.rename("player-04", OWNER)

    assert town.answer(town.asked(OWNER, "ur-abandon-1")) == "not-allowed"
    assert town.answer(town.asked("owner-before", "ur-abandon-1")) == "abandoned"
