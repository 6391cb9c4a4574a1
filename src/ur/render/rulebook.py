"""The rules of a game in sentences: those that apply to its rule set, and no others.

Laws:
    1. What is said follows from the rule set's own fields and tables, and is true of any mix.
    2. A number in a sentence is worked out, never written in one.
"""

from itertools import groupby

from ur.render.disputes import disputes
from ur.render.glossary import glossary
from ur.render.nature import Nature
from ur.render.tiles import all_of, any_of, ranges
from ur.render.tips import tips
from ur.render.wording import Wording
from ur.rules import RuleSet

PICTURES = "docs/routes"
"""The folder of the routes' pictures, one of each by its name."""


def rulebook(wording: Wording, rules: RuleSet) -> dict[str, object]:
    """What a template is told of a rule set.

    ``title``; ``about``, how a shipped one differs, None for a table's own;
    ``route`` (picture, alt); ``lines``, the rules; ``odds`` (ways, rows of
    throw, times, share); ``words`` (word, meaning); ``disputes`` (question,
    answer); ``tips``.
    """
    nature = Nature(rules)
    return {
        "title": wording.rules_title(rules.name),
        "about": wording.rules_about(rules.name),
        "route": _route(wording, rules),
        "lines": [
            *_race(wording, nature),
            *_tiles(wording, nature),
            *_rosettes(wording, nature),
            *_ends(wording, nature),
        ],
        "odds": _odds(wording, rules),
        "words": glossary(wording, nature),
        "disputes": disputes(wording, nature),
        "tips": tips(wording, nature),
    }


def _route(wording: Wording, rules: RuleSet) -> dict[str, str]:
    """The picture of the route, and its stretches in words: each lies in one row."""
    stretches = []
    for row, group in groupby(enumerate(rules.route.light, 1), key=lambda place: place[1][1]):
        places = list(group)
        first, last = places[0][1], places[-1][1]
        stretches.append(
            wording.text.say(
                "rules.stretch",
                tiles=ranges(wording, (step for step, _ in places)),
                row={"1": "own", "2": "middle", "3": "other"}[row],
                way="none" if first == last else "left" if last < first else "right",
            )
        )
    return {
        "picture": wording.address.raw(f"{PICTURES}/{rules.route.name}.png"),
        "alt": wording.text.say("rules.route", stretches=stretches),
    }


def _race(wording: Wording, nature: Nature) -> list[str]:
    """What it is about, and what a throw does."""
    say, rules = wording.text.say, nature.rules
    return [
        say("rules.goal", pieces=rules.pieces, others=nature.others, last=nature.last),
        say("rules.throw", dice=rules.dice, blank=rules.zero_value),
        say("rules.move", stuck=nature.stuck),
    ]


def _tiles(wording: Wording, nature: Nature) -> list[str]:
    """Which tiles are walked by both teams, and which by one."""
    route = nature.rules.route
    turned = [{"one": step, "other": other} for step, other in route.turned.items() if step < other]
    return [
        wording.text.say(
            "rules.shared",
            tiles=ranges(wording, nature.shared),
            alike=ranges(wording, (step for step in nature.shared if step not in route.turned)),
            turned=turned,
        ),
        wording.text.say("rules.captures"),
        wording.text.say("rules.own", tiles=ranges(wording, nature.own)),
    ]


def _rosettes(wording: Wording, nature: Nature) -> list[str]:
    """What rosettes and captures are good for."""
    say, rules = wording.text.say, nature.rules
    again, tiles = rules.extra_on_rosette, all_of(wording, rules.rosettes)
    lines = [say("rules.rosettes", tiles=tiles, again=again, others=nature.others)]
    if nature.sheltered:
        tiles = any_of(wording, nature.sheltered)
        lines.append(say("rules.shelter", tiles=tiles, bounces=nature.bounces))
    else:
        lines.append(say("rules.no_shelter", tiles=any_of(wording, nature.contested)))
    if nature.bounces:
        lines.append(_bounce(wording, nature))
    if rules.extra_on_capture:
        both = again and nature.contested != nature.sheltered
        lines.append(say("rules.capture_again", too=again, both=both))
    return lines


def _bounce(wording: Wording, nature: Nature) -> str:
    """What becomes of a move onto a sheltered piece; ``ends``: one may stand on the last tile."""
    rules = nature.rules
    earning = [m for m, outcome in rules.outcomes.items() if m.bounced and outcome.again]
    return wording.text.say(
        "rules.bounce",
        others=nature.others,
        ends=nature.last in nature.sheltered,
        last=nature.last,
        earns=any(move.captured for move in earning),
        never=rules.extra_on_rosette and not earning,
    )


def _ends(wording: Wording, nature: Nature) -> list[str]:
    """What tokens are for, and how a piece gets home."""
    say, rules = wording.text.say, nature.rules
    tokens = [say("rules.tokens", tokens=rules.tokens)] if rules.tokens else []
    return [*tokens, say("rules.home", exact=rules.exact_exit, last=nature.last)]


def _odds(wording: Wording, rules: RuleSet) -> dict[str, object]:
    """How often each throw falls; sixteenths have so few decimals that per cents are exact."""
    rows = [
        {
            "throw": throw,
            "times": falls,
            "share": wording.text.say(
                "rules.share", percent=f"{float(100 * rules.chances[throw]):g}"
            ),
        }
        for throw, falls in rules.falls.items()
    ]
    return {"ways": 2**rules.dice, "rows": rows}
