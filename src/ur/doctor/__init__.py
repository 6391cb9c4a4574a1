"""What in a copy's set-up would stop or hurt the game: one line and one remedy each.

``copy`` is what is looked at; ``files``, ``readme``, ``language``, ``workflows`` with ``jobs``,
``game``, ``checkout`` and ``online`` are the checks; ``remedy`` brings files back; ``examine``
is the table of the checks, and what is said of them.
"""
