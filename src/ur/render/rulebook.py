"""The rules of a game in sentences: those that apply to its rule set, and no others.

Laws:
    1. What is said follows from the rule set's own fields and tables, and is true of any mix.
    2. A number in a sentence is worked out, never written in one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from ur.render.wording import Wording
from ur.rules import RuleSet
from ur.rules.ways import NOBODY

PICTURES = "docs/routes"
"""The folder of the routes' pictures, one of each by its name."""
MOST_TIPS = 5

Facts = Mapping[str, object]


def rulebook(wording: Wording, rules: RuleSet, *, pictures: str | None = None) -> dict[str, object]:
    """What a template is told of a rule set.

    ``pictures`` is where the routes' pictures are reached, if not by an absolute address.
    ``title``; ``about``, how a shipped one differs, None for a table's own;
    ``route`` (picture, alt); ``lines``, the rules; ``odds`` (ways, rows of
    throw, times, share); ``words`` (word, meaning); ``disputes`` (question,
    answer); ``tips``.
    """
    nature = _Nature(rules)
    return {
        "title": wording.rules_title(rules.name),
        "about": wording.rules_about(rules.name),
        "route": _route(wording, rules, pictures or wording.address.raw(PICTURES)),
        "lines": [
            *_race(wording, nature),
            *_tiles(wording, nature),
            *_rosettes(wording, nature),
            *_ends(wording, nature),
        ],
        "odds": _odds(wording, rules),
        "words": _words(wording, nature),
        "disputes": _disputes(wording, nature),
        "tips": _tips(wording, nature),
    }


@dataclass(frozen=True)
class _Nature:
    """What the sentences of a rule set depend on."""

    rules: RuleSet

    @cached_property
    def last(self) -> int:
        """The last tile."""
        return self.rules.home - 1

    @cached_property
    def others(self) -> bool:
        """Whether a team has more than one piece, and so a choice."""
        return self.rules.pieces > 1

    @cached_property
    def shared(self) -> list[int]:
        """The tiles that both teams walk."""
        return [step for step in range(1, self.rules.home) if self.rules.route.meets[step]]

    @cached_property
    def own(self) -> list[int]:
        """The tiles that only their team walks."""
        return [step for step in range(1, self.rules.home) if step not in self.shared]

    @cached_property
    def contested(self) -> list[int]:
        """The rosettes that both teams walk."""
        return [step for step in self.shared if step in self.rules.rosettes]

    @cached_property
    def sheltered(self) -> list[int]:
        """The tiles that both teams walk and where a piece is safe."""
        return [step for step in self.shared if step in self.rules.shelters]

    @cached_property
    def bounces(self) -> bool:
        """Whether a piece may be pushed on."""
        return self.rules.bounces and bool(self.sheltered)

    @cached_property
    def blank(self) -> bool:
        """Whether a throw may be 0."""
        return 0 in self.rules.chances

    @cached_property
    def stuck(self) -> bool:
        """Whether a throw above 0 may move nothing.

        A team's foremost piece has none of its own before it, and others may all
        be home: so what counts is whether one piece alone can be kept from moving.
        """
        ways = [way for row in self.rules.ways.values() for way in row[: self.rules.home]]
        return any(
            way is None or (way.theirs != NOBODY and not way.capture and not way.beyond)
            for way in ways
        )

    @cached_property
    def earned(self) -> bool:
        """Whether anything earns another throw."""
        return self.rules.extra_on_rosette or self.rules.extra_on_capture

    def falling(self, times: int) -> list[int]:
        """The throws above 0 that come up so many times."""
        return [throw for throw, falls in self.rules.falls.items() if throw and falls == times]

    @cached_property
    def often(self) -> int:
        """How many times the commonest throw above 0 comes up."""
        return max(falls for throw, falls in self.rules.falls.items() if throw)

    @cached_property
    def seldom(self) -> int:
        """How many times the rarest throw above 0 comes up."""
        return min(falls for throw, falls in self.rules.falls.items() if throw)


def _route(wording: Wording, rules: RuleSet, pictures: str) -> dict[str, str]:
    """The picture of the route, and its stretches in words: each lies in one row."""
    stretches = []
    for row, group in groupby(enumerate(rules.route.light, 1), key=lambda place: place[1][1]):
        places = list(group)
        first, last = places[0][1], places[-1][1]
        stretches.append(
            wording.text.say(
                "rules.stretch",
                tiles=_ranges(wording, (step for step, _ in places)),
                row={"1": "own", "2": "middle", "3": "other"}[row],
                way="none" if first == last else "left" if last < first else "right",
            )
        )
    return {
        "picture": f"{pictures}/{rules.route.name}.png",
        "alt": wording.text.say("rules.route", stretches=stretches),
    }


def _race(wording: Wording, nature: _Nature) -> list[str]:
    """What it is about, and what a throw does."""
    say, rules = wording.text.say, nature.rules
    return [
        say("rules.goal", pieces=rules.pieces, others=nature.others, last=nature.last),
        say("rules.throw", dice=rules.dice, blank=rules.zero_value),
        say("rules.move", stuck=nature.stuck),
    ]


def _tiles(wording: Wording, nature: _Nature) -> list[str]:
    """Which tiles are walked by both teams, and which by one."""
    route = nature.rules.route
    turned = [{"one": step, "other": other} for step, other in route.turned.items() if step < other]
    return [
        wording.text.say(
            "rules.shared",
            tiles=_ranges(wording, nature.shared),
            alike=_ranges(wording, (step for step in nature.shared if step not in route.turned)),
            turned=turned,
        ),
        wording.text.say("rules.captures"),
        wording.text.say("rules.own", tiles=_ranges(wording, nature.own)),
    ]


def _rosettes(wording: Wording, nature: _Nature) -> list[str]:
    """What rosettes and captures are good for."""
    say, rules = wording.text.say, nature.rules
    again, tiles = rules.extra_on_rosette, wording.all_of(_numbers(rules.rosettes))
    lines = [say("rules.rosettes", tiles=tiles, again=again, others=nature.others)]
    if nature.sheltered:
        tiles = wording.any_of(_numbers(nature.sheltered))
        lines.append(say("rules.shelter", tiles=tiles, bounces=nature.bounces))
    else:
        lines.append(say("rules.no_shelter", tiles=wording.any_of(_numbers(nature.contested))))
    if nature.bounces:
        lines.append(_bounce(wording, nature))
    if rules.extra_on_capture:
        both = again and nature.contested != nature.sheltered
        lines.append(say("rules.capture_again", too=again, both=both))
    return lines


def _bounce(wording: Wording, nature: _Nature) -> str:
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


def _ends(wording: Wording, nature: _Nature) -> list[str]:
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


def _words(wording: Wording, nature: _Nature) -> list[dict[str, str]]:
    """The words of the game that are needed, and what they mean."""
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


def _disputes(wording: Wording, nature: _Nature) -> list[dict[str, str]]:
    """What players ask, and what the rules say to it."""
    rules, others = nature.rules, {"others": nature.others}
    rosettes = {"tiles": wording.any_of(_numbers(rules.rosettes & set(nature.own)))}
    contested = {"tiles": wording.any_of(_numbers(nature.contested))}
    safe = {"safe": bool(nature.sheltered), "bounces": nature.bounces}
    exact = {"exact": rules.exact_exit, "last": nature.last, "blank": nature.blank}
    earn = {"rosette": rules.extra_on_rosette, "capture": rules.extra_on_capture}
    asked: list[tuple[str, bool, Facts, Facts]] = [
        ("skip", True, {}, {}),
        ("force", nature.others, {}, {}),
        ("split", nature.others, {}, {}),
        ("pass", True, {}, others),
        ("stack", nature.others, {}, {}),
        ("own", True, rosettes, {}),
        ("safe", True, contested, safe),
        ("exact", True, {}, exact),
        ("earn", True, {}, earn),
        ("again", nature.earned, others, others),
        (
            "lost",
            nature.blank or nature.stuck,
            {"blank": nature.blank},
            {"earned": nature.earned},
        ),
        ("tokens", bool(rules.tokens), {}, {"bounces": nature.bounces}),
        ("begin", True, {}, {}),
        ("dice", True, {}, {}),
        ("both", True, {}, {}),
        ("wait", True, {}, {}),
    ]
    say = wording.text.say
    return [
        {
            "question": say(f"rules.ask-{key}", **question),
            "answer": say(f"rules.settle-{key}", **answer),
        }
        for key, applies, question, answer in asked
        if applies
    ]


def _tips(wording: Wording, nature: _Nature) -> list[str]:
    """What helps a beginner under these rules."""
    say, rules, last = wording.text.say, nature.rules, nature.last
    if not nature.others:
        return [say("rules.tip-single")]
    open_tiles = [step for step in nature.shared if step not in nature.sheltered]
    common, rare = nature.falling(nature.often), nature.falling(nature.seldom)
    counts = {"often": nature.often, "seldom": nature.seldom, "ways": 2**rules.dice}
    near, far = ([rules.home - throw for throw in throws] for throws in (common, rare))

    def any_of(steps: Iterable[int]) -> str:
        return wording.any_of(_numbers(steps))

    entered = range(1, nature.shared[0])  # the tiles that a piece walks before it meets anybody
    sheltered = {"tiles": any_of(nature.sheltered), "several": len(nature.sheltered) > 1}
    tips: list[tuple[str, bool, Facts]] = [
        (
            "earn",
            nature.earned,
            {"rosette": rules.extra_on_rosette, "capture": rules.extra_on_capture},
        ),
        ("hold", bool(nature.sheltered), sheltered),
        ("risk", True, {"common": any_of(common), "rare": any_of(rare), **counts}),
        ("enter", bool(entered), {"tiles": _ranges(wording, entered)}),
        ("exact", rules.exact_exit, {"near": any_of(near), "far": any_of(far), **counts}),
        ("large", not rules.exact_exit, {"last": last, "most": max(rules.chances)}),
        ("cost", True, {"near": min(open_tiles), "far": max(open_tiles)}),
    ]
    said = [say(f"rules.tip-{key}", **facts) for key, applies, facts in tips if applies]
    return said[:MOST_TIPS]


def _numbers(steps: Iterable[int]) -> list[str]:
    return [str(step) for step in sorted(steps)]


def _ranges(wording: Wording, steps: Iterable[int]) -> str:
    """Steps in a sentence, three or more in a row as from … to."""
    items: list[str] = []
    for _, group in groupby(enumerate(sorted(steps)), key=lambda pair: pair[1] - pair[0]):
        row = [step for _, step in group]
        if len(row) > 2:  # noqa: PLR2004 - two are named one by one
            items.append(wording.text.say("rules.range", first=row[0], last=row[-1]))
        else:
            items += _numbers(row)
    return wording.all_of(items)
