"""The rules of a game in sentences: those that apply to its rule set, and no others."""

from collections.abc import Iterable
from itertools import groupby

from ur.render.wording import Wording
from ur.rules import RuleSet


def rulebook(wording: Wording, rules: RuleSet) -> dict[str, object]:
    """What a template is told of a rule set: its title, and its rules in sentences.

    ``about`` tells a shipped one's difference; it is None for a table's own.
    """
    return {
        "title": wording.rules_title(rules.name),
        "about": wording.rules_about(rules.name),
        "lines": [
            wording.text.say("rules.goal", pieces=rules.pieces, last=rules.home - 1),
            *_throws(wording, rules),
            *_tiles(wording, rules),
            *_rosettes(wording, rules),
            *_tokens(wording, rules),
            wording.text.say("rules.home", exact=rules.exact_exit, last=rules.home - 1),
            _chances(wording, rules),
        ],
    }


def _throws(wording: Wording, rules: RuleSet) -> list[str]:
    return [
        wording.text.say("rules.throw", dice=rules.dice, blank=rules.zero_value),
        wording.text.say("rules.move"),
    ]


def _tiles(wording: Wording, rules: RuleSet) -> list[str]:
    """Which tiles are walked by both teams, and which by one."""
    meets = rules.route.meets
    board = range(1, rules.home)
    shared = [step for step in board if meets[step]]
    alike = [step for step in shared if meets[step] == step]
    turned = [
        {"one": step, "other": other} for step, other in rules.route.turned.items() if step < other
    ]
    return [
        wording.text.say(
            "rules.shared",
            tiles=_ranges(wording, shared),
            alike=_ranges(wording, alike),
            turned=turned,
        ),
        wording.text.say("rules.captures"),
        wording.text.say("rules.own", tiles=_ranges(wording, set(board) - set(shared))),
    ]


def _rosettes(wording: Wording, rules: RuleSet) -> list[str]:
    """What rosettes and captures are good for."""
    say, again = wording.text.say, rules.extra_on_rosette
    contested = [step for step in sorted(rules.rosettes) if rules.route.meets[step]]
    sheltered = [step for step in contested if step in rules.shelters]
    lines = [say("rules.rosettes", tiles=wording.all_of(_words(rules.rosettes)), again=again)]
    if sheltered:
        tiles = wording.any_of(_words(sheltered))
        lines.append(say("rules.shelter", tiles=tiles, bounces=rules.bounces))
    else:
        lines.append(say("rules.no_shelter", tiles=wording.any_of(_words(contested))))
    if sheltered and rules.bounces:
        lines.append(_bounce(wording, rules, ends=rules.home - 1 in sheltered))
    if rules.extra_on_capture:
        both = again and contested != sheltered
        lines.append(say("rules.capture_again", too=again, both=both))
    return lines


def _bounce(wording: Wording, rules: RuleSet, *, ends: bool) -> str:
    """What becomes of a move onto a sheltered piece; ``ends`` if one may stand on the last tile."""
    earning = [m for m, outcome in rules.outcomes.items() if m.bounced and outcome.again]
    return wording.text.say(
        "rules.bounce",
        ends=ends,
        last=rules.home - 1,
        earns=any(move.captured for move in earning),
        never=rules.extra_on_rosette and not earning,
    )


def _tokens(wording: Wording, rules: RuleSet) -> list[str]:
    return [wording.text.say("rules.tokens", tokens=rules.tokens)] if rules.tokens else []


def _chances(wording: Wording, rules: RuleSet) -> str:
    chances = [
        wording.text.say("rules.chance", throw=throw, times=falls)
        for throw, falls in rules.falls.items()
    ]
    return wording.text.say("rules.chances", ways=2**rules.dice, chances=chances)


def _words(steps: Iterable[int]) -> list[str]:
    return [str(step) for step in sorted(steps)]


def _ranges(wording: Wording, steps: Iterable[int]) -> str:
    """Steps in a sentence, three or more in a row as from … to."""
    items: list[str] = []
    for _, group in groupby(enumerate(sorted(steps)), key=lambda pair: pair[1] - pair[0]):
        row = [step for _, step in group]
        if len(row) > 2:  # noqa: PLR2004 - two are named one by one
            items.append(wording.text.say("rules.range", first=row[0], last=row[-1]))
        else:
            items += _words(row)
    return wording.all_of(items)
