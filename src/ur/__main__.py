"""``PYTHONPATH=src python -m ur COMMAND``: the commands, where all is here that they need."""

import sys
from importlib import import_module

OLDEST = (3, 11)
INSTALL = "python -m pip install --requirement requirements.txt"


def main() -> int:
    """Run a command; where it cannot begin, say what is missing, instead of how that was found."""
    if sys.version_info < OLDEST:
        sys.stderr.write(f"ur: Python {OLDEST[0]}.{OLDEST[1]} or newer is needed\n")
        return 1
    try:
        commands = import_module("ur.commands")
    except ModuleNotFoundError as missing:
        name = str(missing.name)
        ours = name.partition(".")[0] == "ur"
        remedy = "bring it back, or install the game again" if ours else INSTALL
        sys.stderr.write(f"ur: {name} is not here: {remedy}\n")
        return 1
    except SyntaxError as broken:
        where = f"{broken.filename}, line {broken.lineno}"
        sys.stderr.write(f"ur: {where}: is no Python: bring it back\n")
        return 1
    code: int = commands.main()
    return code


if __name__ == "__main__":
    sys.exit(main())
