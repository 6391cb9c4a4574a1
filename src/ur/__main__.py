"""``PYTHONPATH=src python -m ur COMMAND``: the commands, where all is here that they need."""

import sys
from importlib import import_module

OLDEST = (3, 11)
INSTALL = "python -m pip install --requirement requirements.txt"


def main() -> int:
    """Run a command; where something of it is missing, say what, instead of how that was found."""
    if sys.version_info < OLDEST:
        return _sorry(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed")
    try:
        code: int = import_module("ur.commands").main()
    except ImportError as missing:
        name = str(missing.name)
        ours = name.partition(".")[0] == "ur"
        said = f"{name} is not here" if isinstance(missing, ModuleNotFoundError) else missing.msg
        return _sorry(f"{said}: {'bring it back, or install the game again' if ours else INSTALL}")
    except SyntaxError as broken:
        return _sorry(f"{broken.filename}, line {broken.lineno}: is no Python: bring it back")
    return code


def _sorry(said: str) -> int:
    sys.stderr.write(f"ur: {said}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
