"""The loop of a run: everything that waits is judged, committed, pushed, and then answered.

Laws:
    1. The commit comes before the answer: nobody is told of a move that was not kept.
    2. A request that is part of the record is not judged again, only answered.
    3. What one request meets stops no other; what is left open, the next run takes up.
"""

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ur.batch import Batch, Reply
from ur.errors import Conflict, KeeperFault, Resting, Unreachable
from ur.house import House
from ur.port import Answer, Forge, Label, Repository, Request, Waiting
from ur.referee.judge import STARTED
from ur.render import answer
from ur.render.answer import COLOURS
from ur.render.wording import Wording
from ur.settings import Settings

BURST = 25
"""So many requests share one push; when more wait, they are not greeted one by one."""

TRIES = 3
CONFLICTS = 12
REFUSALS_HEARD = 3
"""How many of one person's refusals in a run get a comment; later ones are only closed."""

COST_GREETED, COST_SILENT = 5, 3
"""REST requests that one answer may take: eyes, comments read, comment, reaction, closing."""

LEFT = "What is open stays open for the next run."

Say = Callable[[str], None]
Sleep = Callable[[float], None]


class Table:
    """One run of the game at one repository."""

    def __init__(
        self,
        house: House,
        repository: Repository,
        forge: Forge,
        *,
        say: Say = print,
        sleep: Sleep = time.sleep,
    ) -> None:
        self._house = house
        self._repository = repository
        self._forge = forge
        self._say = say
        self._sleep = sleep
        self._tries: Counter[int] = Counter()
        self._refused: defaultdict[int | None, set[int]] = defaultdict(set)
        self._held: set[int] = set()
        self._finished: set[int] = set()
        self._broken = False
        self._conflicts = 0

    def serve(self) -> bool:
        """Answer every waiting request, oldest first; False where one stays open for a fault.

        Leaving the rest to the next run for GitHub's limits is none.
        """
        try:
            while self._round():
                self._sleep(self._pause())
        except Unreachable as trouble:
            self._say(f"Stopped: {trouble}. {LEFT}")
            if not isinstance(trouble, Resting):
                return False
        return not self._broken and not any(self._tries.values())

    def _round(self) -> bool:
        """One batch; whether there is more to do."""
        aside = len(self._held) + len(self._tries) + len(self._finished)
        enough = aside + BURST + 1
        waiting = self._forge.waiting(enough=enough)
        if len(waiting.requests) < enough:
            self._forget_gone(waiting)
        todo = [request for request in waiting.requests if self._is_open(request)]
        if not todo and (waiting.keeper_issue is None or self._broken):
            return False
        try:
            return self._batch(waiting, todo)
        except Conflict:
            self._conflicts += 1
            if self._conflicts > CONFLICTS:
                raise Unreachable("another writer was faster every time") from None
            return True
        except KeeperFault as fault:
            budget = Settings().requests_per_run  # the keeper's own may be what is broken
            return self._hold(filter(self._is_open, todo), fault, budget)

    def _forget_gone(self, waiting: Waiting) -> None:
        """Leave alone what could not be answered because it was deleted or withdrawn meanwhile."""
        for number in self._tries.keys() - {request.number for request in waiting.requests}:
            del self._tries[number]
            self._say(f"#{number}: is not open any more")

    def _is_open(self, request: Request) -> bool:
        """Whether this run should take a request up; a list may still show what it has closed."""
        number = request.number
        return self._tries[number] < TRIES and number not in self._held | self._finished

    def _pause(self) -> float:
        """Seconds until the next round: longer and more at random the more conflicts there were."""
        longest = min(2.0, 0.05 * 2**self._conflicts) if self._conflicts else 0.0
        return random.uniform(0, longest) + max(self._tries.values(), default=0)

    def _batch(self, waiting: Waiting, todo: Sequence[Request]) -> bool:
        snapshot = self._repository.load()
        batch = Batch(self._house, snapshot)
        labels = labels_of(batch.wording)
        greet = len(todo) <= BURST
        chosen = todo[: self._room(batch.settings, greet=greet)]
        if todo and not chosen:
            self._say(f"Stopped: this run's budget is spent. {LEFT}")
            return False
        if greet:
            for request in chosen:
                self._forge.greet(request)
        stuck: dict[Request, KeeperFault] = {}
        replies = [reply for request in chosen if (reply := self._judge(batch, request, stuck))]
        changes = batch.changes
        commits = self._repository.commit(snapshot, changes) if changes else ()
        answers = [(reply.request, batch.answer(reply, commits)) for reply in replies]
        if commits:
            self._repository.publish(commits)
        self._conflicts = 0
        for request, said in answers:
            self._answer(request, said, greet=greet)
        begun = any(reply.verdict and reply.verdict.code == STARTED for reply in replies)
        self._after(batch, waiting, labels if begun else ())
        if stuck and not batch.dice_fit:
            budget = batch.settings.requests_per_run
            if not self._hold(stuck, next(iter(stuck.values())), budget):
                return False
        return len(chosen) < len(todo) or any(map(self._is_open, chosen))

    def _room(self, settings: Settings, *, greet: bool) -> int:
        """How many answers the run's budget has room for, a push's worth at most.

        One at least, if this run has answered none: long lists may cost all of the budget, or
        some that cannot be answered.
        """
        left = settings.requests_per_run - self._forge.spent
        room = left // (COST_GREETED if greet else COST_SILENT)
        # The longer a push takes the likelier it comes second: those who did take less at once.
        most = max(1, BURST >> self._conflicts)
        enough = self._finished or len(self._tries) >= BURST
        return max(0 if enough else 1, min(most, room))

    def _judge(
        self, batch: Batch, request: Request, stuck: dict[Request, KeeperFault]
    ) -> Reply | None:
        """The reply to a request; None when it is stuck for now, or had its answer before."""
        try:
            known = batch.knows(request)
            tried = known or request.comments or self._tries[request.number]
            if tried and (code := self._forge.answered(request)):
                self._finish(batch, request, code)
                return None
            return batch.judge(request)
        except KeeperFault as fault:
            if batch.dice_fit:
                raise
            stuck[request] = fault
        except Unreachable as trouble:
            self._failed(request, trouble)
        return None

    def _finish(self, batch: Batch, request: Request, code: str) -> None:
        """Do what an earlier run left undone after its comment."""
        known = batch.labels_of(request)
        self._forge.answer(request, answer.settled(code, known), greet=True)
        self._done(request, code)

    def _answer(self, request: Request, said: Answer, *, greet: bool) -> None:
        silent = not said.granted and not self._is_heard(request)
        try:
            if silent:
                said = answer.settled(said.code)
            self._forge.answer(request, said, greet=greet and not silent)
        except Unreachable as trouble:
            self._failed(request, trouble)
        else:
            self._done(request, said.code)

    def _is_heard(self, request: Request) -> bool:
        """Whether a refusal is told to who asked: three of theirs a run are."""
        heard = self._refused[request.author.id if request.author else None]
        if len(heard) < REFUSALS_HEARD:
            heard.add(request.number)
        return request.number in heard

    def _done(self, request: Request, code: str) -> None:
        self._tries.pop(request.number, None)
        self._finished.add(request.number)
        self._say(f"#{request.number}: {code}")

    def _failed(self, request: Request, trouble: Unreachable) -> None:
        if isinstance(trouble, Resting):
            raise trouble
        self._tries[request.number] += 1
        self._say(f"#{request.number}: not answered yet ({trouble})")

    def _after(self, batch: Batch, waiting: Waiting, labels: Sequence[Label]) -> None:
        """What can wait until the players have their answers, and fails nobody."""
        if labels:
            self._try(lambda: self._forge.make_labels(labels))
        issue = waiting.keeper_issue
        if issue is not None and batch.dice_fit and not self._broken:
            done = answer.to_keeper(batch.wording, None)
            self._try(lambda: self._forge.keeper_done(issue, done))

    def _hold(self, requests: Iterable[Request], fault: KeeperFault, budget: int) -> bool:
        """Tell the keeper, in the one issue there is for it, and those who wait, once each.

        Whether more may be told: not when ``budget`` requests were made.
        """
        wording = self._house.wording()
        if not self._broken:
            self._broken = True
            self._say(f"The house needs its keeper: {fault}")
            self._try(lambda: self._forge.tell_keeper(answer.to_keeper(wording, fault)))
        text = answer.held(wording)
        for request in requests:
            if self._forge.spent >= budget:
                self._say(f"Stopped: this run's budget is spent. {LEFT}")
                return False
            self._held.add(request.number)
            self._try(partial(self._forge.hold, request, text))
        return True

    def _try(self, effect: Callable[[], object]) -> None:
        """Do what may fail and be done by a later run."""
        try:
            effect()
        except Resting:
            raise
        except Unreachable as trouble:
            self._say(f"Left for later: {trouble}")


def labels_of(wording: Wording) -> tuple[Label, ...]:
    """The labels of the house.

    Raises:
        KeeperFault: what is said of one cannot be filled in.
    """
    say = wording.text.say
    return tuple(Label(name, colour, say(f"label.{name}")) for name, colour in COLOURS.items())
