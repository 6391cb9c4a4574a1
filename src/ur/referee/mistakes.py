"""Every mistake a player can make, in the order in which they are looked for."""

from ur.errors import PlayerMistake


class BadTitle(PlayerMistake):
    """It begins like a request and is none."""

    key = "bad-title"


class NotAllowed(PlayerMistake):
    """It is not for this person to ask."""

    key = "not-allowed"


class UnknownRules(PlayerMistake):
    """Those rules are not on offer here."""

    key = "unknown-rules"


class GameInProgress(PlayerMistake):
    """A game is in play already."""

    key = "game-in-progress"


class NoGame(PlayerMistake):
    """Nothing is in play."""

    key = "no-game"


class StaleLink(PlayerMistake):
    """The board has moved on since the link was made."""

    key = "stale-link"


class WrongTeam(PlayerMistake):
    """It is the other team's turn."""

    key = "wrong-team"


class AlreadySeated(PlayerMistake):
    """This person has a seat in this game."""

    key = "already-seated"


class TooSoon(PlayerMistake):
    """Somebody else should have a go first."""

    key = "too-soon"


class IllegalMove(PlayerMistake):
    """Not what was thrown, or not one of its moves."""

    key = "illegal-move"


REFUSALS = (
    BadTitle,
    NotAllowed,
    UnknownRules,
    GameInProgress,
    NoGame,
    StaleLink,
    WrongTeam,
    AlreadySeated,
    TooSoon,
    IllegalMove,
)
