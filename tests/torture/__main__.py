"""Everything that may go wrong, on purpose: ``python -m tests.torture [--whole] [PART…]``.

Of the wrong answers that GitHub may give, one in twenty, which takes minutes; with
``--whole`` each of them, which takes an hour.

Ends with 1 when a request or a turn was lost, or something was done twice.
"""

import sys
import time
from importlib import import_module
from importlib.util import find_spec

PARTS = ("crashes", "misbehaviour", "races", "burst", "hostile", "years")
WHOLE, ONE_IN = "--whole", 20


def main(words: list[str]) -> int:
    """Run the parts, or those that are named, and print what was counted."""
    out, lost, table = sys.stdout.write, 0, []
    whole = WHOLE in words
    for part in [word for word in words if word != WHOLE] or PARTS:
        name = f"tests.torture.{part}"
        if find_spec(name) is None:
            out(f"{part}: not there\n")
            continue
        began = time.monotonic()
        try:
            sample = {} if whole or part != "misbehaviour" else {"one_in": ONE_IN}
            counts = import_module(name).run(out, **sample)
        except AssertionError as broken:
            out(f"{part}: {broken}\n")
            counts = {"lost": 1}
        lost += counts.get("lost", 0)
        rows = {**counts, "seconds": round(time.monotonic() - began)}
        table += [f"{part:14}{what:44}{number:>9}\n" for what, number in rows.items()]
        sys.stdout.flush()
    out("".join(["\n", *table]))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
