"""What helps a beginner: a few tips that fit a rule set. Their counts of throws are exact."""

from collections.abc import Iterable, Mapping

from ur.render.nature import Nature
from ur.render.tiles import any_of, ranges
from ur.render.wording import Wording

MOST_TIPS = 5

Facts = Mapping[str, object]
"""What the sentence of a tip is told; there are none where the tip does not apply."""


def tips(wording: Wording, nature: Nature) -> list[str]:
    """The tips that apply, in the order of their use; of many the first."""
    if not nature.others:
        return [wording.text.say("rules.tip-single")]
    every: dict[str, Facts | None] = {
        "earn": _earn(nature),
        "hold": _hold(wording, nature),
        "risk": _risk(wording, nature),
        "enter": _enter(wording, nature),
        "exact": _exact(wording, nature),
        "large": _large(nature),
        "cost": _cost(nature),
    }
    said = [wording.text.say(f"rules.tip-{key}", **facts) for key, facts in every.items() if facts]
    return said[:MOST_TIPS]


def _earn(nature: Nature) -> Facts | None:
    rules = nature.rules
    earning = {"rosette": rules.extra_on_rosette, "capture": rules.extra_on_capture}
    return earning if nature.earned else None


def _hold(wording: Wording, nature: Nature) -> Facts | None:
    safe = nature.sheltered
    return {"tiles": any_of(wording, safe), "several": len(safe) > 1} if safe else None


def _risk(wording: Wording, nature: Nature) -> Facts:
    common, rare = _throws(nature)
    return {
        "common": any_of(wording, common),
        "rare": any_of(wording, rare),
        **_counts(nature),
    }


def _enter(wording: Wording, nature: Nature) -> Facts | None:
    """The tiles that a piece walks before it meets anybody."""
    alone = range(1, nature.shared[0])
    return {"tiles": ranges(wording, alone)} if alone else None


def _exact(wording: Wording, nature: Nature) -> Facts | None:
    near, far = (
        any_of(wording, (nature.rules.home - throw for throw in throws))
        for throws in _throws(nature)
    )
    exact = nature.rules.exact_exit
    return {"near": near, "far": far, **_counts(nature)} if exact else None


def _large(nature: Nature) -> Facts | None:
    exact = nature.rules.exact_exit
    return None if exact else {"last": nature.last, "most": max(nature.rules.chances)}


def _cost(nature: Nature) -> Facts:
    exposed = [step for step in nature.shared if step not in nature.sheltered]
    return {"near": min(exposed), "far": max(exposed)}


def _throws(nature: Nature) -> tuple[Iterable[int], Iterable[int]]:
    """The commonest throws above 0, and the rarest."""
    return nature.falling(nature.often), nature.falling(nature.seldom)


def _counts(nature: Nature) -> Facts:
    """How often these fall, and of how many ways."""
    return {"often": nature.often, "seldom": nature.seldom, "ways": 2**nature.rules.dice}
