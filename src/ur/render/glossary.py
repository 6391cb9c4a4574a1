"""The words of the game, and what they mean: those that a rule set needs."""

from ur.render.nature import Nature
from ur.render.wording import Wording


def glossary(wording: Wording, nature: Nature) -> list[dict[str, str]]:
    """Each ``word`` with its ``meaning``, in the order in which they are needed."""
    needed = {
        "throw": True,
        "tile": True,
        "hand": True,
        "home": True,
        "enter": True,
        "bear-off": True,
        "capture": True,
        "rosette": True,
        "bounce": nature.bounces,
        "lost-turn": nature.blank or nature.stuck,
        "pot": nature.rules.tokens,
        "team": True,
        "seat": True,
    }
    say = wording.text.say
    return [
        {"word": say(f"rules.word-{word}"), "meaning": say(f"rules.meaning-{word}")}
        for word, applies in needed.items()
        if applies
    ]
