"""What in a copy's set-up would stop or hurt the game: one line and one remedy each.

``copy`` is what is looked at; ``files``, ``language``, ``workflows``, ``checkout`` and
``online`` are the checks; ``examine`` is their table, and what is said of them.
"""
