"""A board in letters, for terminals and bug reports.

``l`` and ``d`` are pieces, ``*`` is a rosette, free or under a piece, ``.`` a
square that is free.
"""

from ur.rules import Game
from ur.rules.notation import LETTER, standing

_WIDTH = 3


def board_text(game: Game) -> str:
    """The board of a game in five lines, light's row at the bottom as in the picture."""
    board, stands = game.rules.route.board, standing(game)
    letters = {square: LETTER[side] for square, side in stands.items()}

    def mark(square: str | None) -> str:
        if square is None:
            return " " * _WIDTH
        rosette = "*" if square in board.rosettes else ""
        return (letters.get(square, "" if rosette else ".") + rosette).ljust(_WIDTH)

    files = "".join(letter.ljust(_WIDTH) for letter in board.letters)
    rows = [
        f"{row}  " + "".join(mark(board.square(column, row)) for column in range(board.files))
        for row in (3, 2, 1)
    ]
    return "\n".join(line.rstrip() for line in (*rows, f"   {files}")) + "\n"
