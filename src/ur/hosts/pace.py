"""How fast GitHub is asked, and how long it is waited for."""

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from github import GithubRetry
from urllib3 import BaseHTTPResponse
from urllib3.exceptions import InvalidHeader

from ur.errors import Resting

LONGEST_WAIT = 60.0
"""Seconds that one wait may take; who is told to wait for longer leaves the rest to a later run."""

ALL_WAITS = 240.0
"""Seconds that a run may lose to waits and to requests that fail; a job has fifteen minutes."""

FORBIDDEN, TOO_MANY = 403, 429
"""How a limit of the pace is told. What was refused for it was not done, whatever the verb."""


class Pace:
    """No more than so many comments a minute and an hour, as GitHub asks for.

    Source: GitHub's documentation, rate limits for the REST API: 80 content-generating
    requests a minute and 500 an hour.
    """

    def __init__(
        self,
        minute: int = 75,
        hour: int = 480,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._limits = ((minute, 60.0), (hour, 3600.0))
        self._clock = clock
        self._sleep = sleep
        self._past: deque[float] = deque(maxlen=hour)

    def wait(self) -> None:
        """Sleep until one more may be made.

        Raises:
            Resting: that is too long for a run.
        """
        now = self._clock()
        for most, span in self._limits:
            if len(self._past) >= most and (early := self._past[-most] + span - now) > 0:
                if early > LONGEST_WAIT:
                    raise Resting("the comments of this hour are spent")
                self._sleep(early)
                now = self._clock()
        self._past.append(now)


class NoPace:
    """A server on this machine sets no limits."""

    def wait(self) -> None:
        """Go on at once."""


class Patience:
    """How long a run puts up with a GitHub that asks it to wait, or does not answer.

    Once it is ``out``, nothing more is asked: the limits are the account's, not
    one request's, and who goes on asking is shut out for longer. It is ``asked``
    for a rest by these, and by nothing else.
    """

    def __init__(
        self,
        once: float = LONGEST_WAIT,
        whole: float = ALL_WAITS,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.sleep = sleep
        self.clock = clock
        self.lost = 0.0
        self.out = False
        self.asked = False
        self._once = once
        self._whole = whole

    def wait(self, seconds: float) -> None:
        """Sleep, unless that is too long.

        Raises:
            Resting: it is.
        """
        if seconds > self._once or self.lost + seconds > self._whole:
            self.rest()
            raise Resting("GitHub asks for a longer wait than a run has time for")
        self.lost += seconds
        self.sleep(seconds)

    def rest(self) -> None:
        """Ask nothing more, since GitHub wants that."""
        self.out = self.asked = True

    def lose(self, seconds: float) -> None:
        """Count time that went by for nothing."""
        self.lost += seconds
        self.out = self.out or self.lost >= self._whole


class Retry(GithubRetry):
    """PyGithub's retries, with bounded waits: by themselves they sleep whatever a header says."""

    def __init__(self, patience: Patience, **options: Any) -> None:
        self._patience = patience
        super().__init__(**options)

    def new(self, **options: Any) -> "Retry":
        """The same for the next try."""
        return super().new(patience=self._patience, **options)

    def is_retry(
        self,
        method: str,
        status_code: int,
        has_retry_after: bool = False,  # noqa: FBT001, FBT002 - urllib3's
    ) -> bool:
        """Whether a reply is asked for again: what was refused for its pace is, by any verb."""
        if status_code in {FORBIDDEN, TOO_MANY}:
            return bool(self.total)
        return super().is_retry(method, status_code, has_retry_after)

    def sleep(self, response: BaseHTTPResponse | None = None) -> None:
        """Wait before the next try.

        Raises:
            Resting: that is too long.
        """
        wait = self.get_backoff_time()
        if response is not None:
            try:
                asked = self.get_retry_after(response)
            except InvalidHeader:
                asked = None
            if asked is None and response.status == TOO_MANY:
                asked = self.secondary_rate_wait
            wait = max(wait, asked or 0)
        if wait > 0:
            self._patience.wait(wait)
