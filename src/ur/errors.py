"""What can go wrong, by whose doing.

A player's mistake is a value in the end: it is raised inside the referee,
caught once there, and answered kindly. A keeper's fault stops the house: the
requests wait, the run turns red, and the keeper reads file, place and remedy.
A conflict is nobody's: another run was faster, and everything is read again.
"""


class PlayerMistake(Exception):  # noqa: N818 - a mistake is answered, not an error of the house
    """A request that may not be granted.

    ``key`` is the code of the answer (its sentence is in the templates);
    ``facts`` are parsed values the sentence may name, never a stranger's text.
    """

    key: str

    def __init__(self, **facts: object) -> None:
        super().__init__(self.key)
        self.facts = facts


class KeeperFault(Exception):  # noqa: N818 - named after whom it waits for
    """Something that only the keeper can mend.

    ``where`` names the file (and place) or the thing at fault, ``what`` is what
    is wrong with it, ``remedy`` is what to do.
    """

    def __init__(self, where: str, what: str, remedy: str) -> None:
        super().__init__(f"{where}: {what}. {remedy}.")
        self.where = where
        self.what = what
        self.remedy = remedy


class Conflict(Exception):  # noqa: N818 - an ordinary event between two runs
    """The branch moved on since it was read: read everything again."""


class Unreachable(Exception):  # noqa: N818 - a state of the world, not of the program
    """A host did not do what it was asked, now; a later run may have better luck."""


class Resting(Unreachable):
    """A host asks for a rest, of everybody who asks as we do: nothing more is asked in this run."""
