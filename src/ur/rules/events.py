"""What a move can do."""

from enum import StrEnum


class Event(StrEnum):
    """One thing that happened when a move was played, in the order listed."""

    ENTERED = "entered"
    ADVANCED = "advanced"
    BORNE_OFF = "borne-off"
    BOUNCED = "bounced"
    CAPTURED = "captured"
    ROSETTE = "rosette"
    PAID = "paid"
    TOOK = "took"
    WON = "won"
    AGAIN = "again"
