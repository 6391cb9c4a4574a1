"""A batch of requests on one snapshot: judged in order, one commit each, not yet pushed.

Laws:
    1. One commit holds everything a request changed.
    2. A picture that is shown stays until the next push; no other old one does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ur import archive, paths
from ur.house import House
from ur.overlay import Overlay
from ur.port import Answer, Changeset, Request, Snapshot
from ur.referee import match as matches
from ur.referee.judge import STARTED, Verdict, judge, repeated
from ur.referee.match import Match
from ur.referee.story import story
from ur.render import answer, commit
from ur.render.readme import Frame, block, splice
from ur.render.wording import Wording
from ur.settings import Settings, parse
from ur.store import codec
from ur.store import state as store
from ur.store.state import State

READ = (paths.SETTINGS, paths.CLUB, paths.MATCH, paths.README)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is to be said to a request.

    ``match`` is the board it speaks of. ``verdict`` is None where the request
    was part of the record before, so that only its answer is missing.
    ``change`` is the number of the last change of the batch by then, -1 for none.
    """

    request: Request
    match: Match | None
    verdict: Verdict | None = None
    change: int = -1


class Batch:
    """Requests in, changes and replies out.

    Raises:
        KeeperFault: settings, state or README cannot be read.
    """

    def __init__(self, house: House, snapshot: Snapshot) -> None:
        self._house = house
        self._snapshot = snapshot
        self._pending: dict[str, bytes | None] = {}
        files = snapshot.read(READ)
        self.settings: Settings = parse(files.get(paths.SETTINGS))
        self.wording: Wording = house.wording(self.settings.language)
        self.state: State = store.load(files, house.repository_id)
        self._readme = splice(files.get(paths.README), "")
        self._there = pictures(snapshot)
        self._pictures = set(self._there)
        self._at_first = self.state.match
        self._shown = self._picture_of(self._at_first)
        self._changes: list[Changeset] = []
        self._refused: list[tuple[int, str]] = []

    def judge(self, request: Request) -> Reply:
        """Judge a request; what it changes is added to the changes.

        Raises:
            KeeperFault: its throw cannot be made; nothing is changed by it.
        """
        known = self._match_of(request.number)
        if known:
            return Reply(request, known)
        at, club, match = self._house.now(), self.state.club, self.state.match
        policy = self.settings.policy(self._house.owner_id)
        before = club.refusal_of(request.number)
        verdict = (
            repeated(before, request, match, policy)
            if before
            else judge(request, match, club.games, policy, at)
        )
        if verdict.match is None:
            self._refused += [] if before else [(request.number, verdict.code)]
            return Reply(request, match, verdict, len(self._changes) - 1)
        new = self._settled(verdict)
        self._keep(verdict, new, request.number)
        return Reply(request, new, verdict, len(self._changes) - 1)

    def knows(self, request: Request) -> bool:
        """Whether it was pushed already what becomes of a request."""
        match, club, number = self.state.match, self.state.club, request.number
        here = match is not None and number in match.issues
        return here or club.game_of(number) is not None or club.refusal_of(number) is not None

    @property
    def changes(self) -> tuple[Changeset, ...]:
        """The commits: one for each granted request, in order.

        The last carries what was refused beside them, so that the push settles that too.
        A batch in which nothing was granted makes no commit.
        """
        if not self._changes or not self._refused:
            return tuple(self._changes)
        *others, last = self._changes
        club = self.state.club.refusing(self._refused)
        files = {**last.files, paths.CLUB: codec.write_club(club)}
        return (*others, replace(last, files=files))

    def labels_of(self, request: Request) -> tuple[str, ...]:
        """The labels of a request that is part of the record; none of another."""
        known = self._match_of(request.number)
        return answer.labels(story(known, request.number)) if known else ()

    @property
    def dice_fit(self) -> bool:
        """Whether the game in play can be thrown for."""
        match = self.state.match
        return match is None or match.over or not match.seal or self._house.dice.fits(match)

    def answer(self, reply: Reply, commits: Sequence[str]) -> Answer:
        """What is said to a request, once the changes are pushed as ``commits``."""
        at = commits[reply.change] if reply.change >= 0 else self._snapshot.commit
        if reply.verdict and reply.verdict.match is None:
            picture = self._address(reply.match, at) if reply.match else None
            return answer.refused(self.wording, reply.verdict, reply.match, picture)
        if reply.match is None:
            raise ValueError("a granted request is part of a match")
        told = story(reply.match, reply.request.number)
        shown = self._still_shown(told.match) if reply.verdict is None else told.match
        return answer.granted(self.wording, told, shown, self._address(shown, at))

    def _still_shown(self, match: Match) -> Match | None:
        """A match as it was, if its picture is still there; else as it is, if it is in play."""
        if self._picture_of(match) in self._there:
            return match
        now = self._at_first
        return now if now and now.number == match.number else None

    @property
    def _now(self) -> Overlay:
        """The files as they are after the changes so far."""
        return Overlay(self._snapshot, self._pending)

    def _match_of(self, issue: int) -> Match | None:
        """The match that a request is part of already."""
        if self.state.match and issue in self.state.match.issues:
            return self.state.match
        game = self.state.club.game_of(issue)
        if game is None:
            return None
        path = paths.archived(game)
        text = self._now.read([path]).get(path)
        return codec.read_match(path, text) if text else None

    def _settled(self, verdict: Verdict) -> Match:
        """The match of a verdict after as many throws as it takes until somebody has a move."""
        house, match = self._house, verdict.match
        if match is None:
            raise ValueError("nothing to settle")
        if verdict.code == STARTED:
            match = replace(match, seal=house.dice.seal(match.number))
        while match.awaits_throw:
            match = matches.throw(match, house.dice.throw(match), house.now())
        return self._revealed(match)

    def _revealed(self, match: Match) -> Match:
        """An ended match with its seed; an abandoned one goes without where the secret is lost."""
        if not match.over or match.seal is None:
            return match
        if match.abandoned and not self._house.dice.fits(match):
            return match
        return replace(match, seed=self._house.dice.seed(match))

    def _keep(self, verdict: Verdict, match: Match, issue: int) -> None:
        """Add the change that a granted request makes."""
        old = self.state
        files: dict[str, bytes] = {}
        new = store.begun(old, match) if verdict.code == STARTED else State(old.club, match)
        if match.over:
            ending = store.ended(new, match, self._now.read)
            new, players = ending.state, ending.players
            files |= ending.files
            files |= archive.files_of(self._house, self.wording, match, players)
            files |= archive.player_files(self.wording, players, ending.people)
            ended = archive.numbers(self._now.names(paths.ARCHIVE)) | {match.number}
            files |= archive.list_files(self.wording, new.club, ended)
        told = story(match, issue)
        changed: dict[str, bytes | None] = {**store.save(old, new), **files}
        changed |= self._shown_files(new)
        self._changes.append(Changeset(commit.message(self.wording, told, issue), changed))
        self._pending |= changed
        self.state = new

    def _shown_files(self, state: State) -> dict[str, bytes | None]:
        """The README and the picture of a state; pictures nobody is shown any more go."""
        files: dict[str, bytes | None] = {}
        picture = self._picture_of(state.match)
        gone = self._pictures - {picture, self._shown}
        files |= dict.fromkeys(gone)
        if picture and state.match and picture not in self._pictures:
            files[picture] = self._house.picture(self.wording, state.match)
        self._pictures = (self._pictures - gone) | ({picture} if picture else set())
        files[paths.README] = splice(self._readme, readme_block(self.wording, state, self.settings))
        return files

    def _picture_of(self, match: Match | None) -> str | None:
        return store.picture(match) if match else None

    def _address(self, match: Match | None, at: str) -> str | None:
        picture = self._picture_of(match)
        return self.wording.address.raw(picture, at) if picture else None


def pictures(snapshot: Snapshot) -> frozenset[str]:
    """The paths of the pictures of boards that are there."""
    names = filter(paths.is_picture, snapshot.names(paths.STATE))
    return frozenset(f"{paths.STATE}/{name}" for name in names)


def readme_block(wording: Wording, state: State, settings: Settings) -> str:
    """The README's block for a state."""
    match, shown = state.match, settings.readme
    frame = Frame(
        picture=store.picture(match) if match else "",
        rules=settings.rule_sets[settings.rules],
        on_offer=settings.policy(None).on_offer(),
        events=shown.events,
        games=shown.games,
        leaders=shown.leaders,
    )
    return block(wording, state.club, match, frame)
