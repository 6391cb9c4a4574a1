"""Troubles on purpose that the API knows nothing of: a refused push, a run that dies half way.

Each strikes once. Those of a push are flags that the hooks of the bare
repository look for; those of the conversation are seen by the faults' hook.
"""

import re
from collections.abc import Callable
from pathlib import Path

from ur.sandbox.faults import AFTER, BEFORE, Call, Moment

REFUSE, BEFORE_PUSH, AFTER_PUSH = "refuse-push", "kill-before-push", "kill-after-push"
BEFORE_COMMENT, BEFORE_CLOSING = "kill-before-comment", "kill-before-closing"
CHOICES = (
    (REFUSE, "Refuse the next push, as a rule of the branch would"),
    (BEFORE_PUSH, "Kill the run just before its next push"),
    (AFTER_PUSH, "Kill the run just after its next push"),
    (BEFORE_COMMENT, "Kill the run just before its next comment"),
    (BEFORE_CLOSING, "Kill the run just after its next comment, before it closes the issue"),
)
_SENTENCES = dict(CHOICES)
_COMMENT = re.compile(r"/repos/[^/]+/[^/]+/issues/[0-9]+/comments")
_SEEN = {(BEFORE, BEFORE_COMMENT), (AFTER, BEFORE_CLOSING)}

_PRE_RECEIVE = f"""#!/bin/sh
# Part of the sandbox: troubles that were asked for on its page.
if [ -e {REFUSE} ]; then
    rm -f {REFUSE}
    echo "error: GH013: Repository rule violations found for refs/heads/main." >&2
    exit 1
fi
if [ -e {BEFORE_PUSH} ] && [ -e ../run.pid ]; then
    rm -f {BEFORE_PUSH}
    kill -9 "$(cat ../run.pid)"
    exit 1
fi
exit 0
"""
_POST_RECEIVE = f"""#!/bin/sh
# Part of the sandbox: troubles that were asked for on its page.
if [ -e {AFTER_PUSH} ] && [ -e ../run.pid ]; then
    rm -f {AFTER_PUSH}
    kill -9 "$(cat ../run.pid)"
fi
exit 0
"""


class Troubles:
    """What shall go wrong next in a bare repository and in the conversation.

    ``kill`` ends the run that goes on.
    """

    choices = CHOICES

    def __init__(self, origin: Path, kill: Callable[[], None]) -> None:
        self._origin = origin
        self._kill = kill

    def install(self) -> None:
        """Put the hooks into the repository."""
        for name, text in (("pre-receive", _PRE_RECEIVE), ("post-receive", _POST_RECEIVE)):
            hook = self._origin / "hooks" / name
            hook.parent.mkdir(exist_ok=True)
            hook.write_text(text, "ascii")
            hook.chmod(0o755)

    def set(self, key: str) -> None:
        """Let one of the choices happen.

        Raises:
            ValueError: there is no such choice.
        """
        if key not in _SENTENCES:
            raise ValueError("there is no such trouble")
        (self._origin / key).touch()

    @property
    def active(self) -> list[str]:
        """What shall still happen, in sentences."""
        return [sentence for key, sentence in CHOICES if (self._origin / key).exists()]

    def clear(self) -> None:
        """Let none of it happen."""
        for key, _ in CHOICES:
            (self._origin / key).unlink(missing_ok=True)

    def see(self, moment: Moment, call: Call) -> None:
        """Strike when a comment is about to be made, or was made just now."""
        if call.method != "POST" or not _COMMENT.fullmatch(call.path):
            return
        for when, key in _SEEN:
            if when is moment and (self._origin / key).exists():
                (self._origin / key).unlink()
                self._kill()
