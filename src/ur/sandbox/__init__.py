"""GitHub on this machine: the part of it that the game uses, true to its rules.

``World`` is what GitHub knows, ``create_app`` speaks its REST API over it,
``Faults`` makes it misbehave on purpose, ``Server`` puts it on a port.
"""

from ur.sandbox.api import create_app
from ur.sandbox.faults import Faults
from ur.sandbox.limits import Limits
from ur.sandbox.refusals import Refusal
from ur.sandbox.server import Server
from ur.sandbox.world import World

__all__ = ["Faults", "Limits", "Refusal", "Server", "World", "create_app"]
