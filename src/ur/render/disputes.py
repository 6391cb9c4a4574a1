"""What players ask of the rules, and what the rules say to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ur.render.nature import Nature
from ur.render.tiles import any_of
from ur.render.wording import Wording

Facts = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Dispute:
    """A question that is asked where it applies, and the facts of its two sentences."""

    key: str
    applies: bool = True
    asked: Facts = field(default_factory=dict)
    settled: Facts = field(default_factory=dict)


def disputes(wording: Wording, nature: Nature) -> list[dict[str, str]]:
    """Each ``question`` that applies to a rule set, with its ``answer``."""
    say = wording.text.say
    every = (
        *_moving(nature),
        *_arriving(wording, nature),
        *_throwing(nature),
        *_playing(),
    )
    return [
        {
            "question": say(f"rules.ask-{one.key}", **one.asked),
            "answer": say(f"rules.settle-{one.key}", **one.settled),
        }
        for one in every
        if one.applies
    ]


def _moving(nature: Nature) -> list[_Dispute]:
    """What a throw must be used for, and how."""
    return [
        _Dispute("skip"),
        _Dispute("force", nature.others),
        _Dispute("split", nature.others),
        _Dispute("pass", settled={"others": nature.others}),
        _Dispute("stack", nature.others),
    ]


def _arriving(wording: Wording, nature: Nature) -> list[_Dispute]:
    """Where a piece is safe, and how it gets home."""
    own = nature.rules.rosettes & set(nature.own)
    safe = {"safe": bool(nature.sheltered), "bounces": nature.bounces}
    exact = {"exact": nature.rules.exact_exit, "last": nature.last, "blank": nature.blank}
    return [
        _Dispute("own", asked={"tiles": any_of(wording, own)}),
        _Dispute("safe", asked={"tiles": any_of(wording, nature.contested)}, settled=safe),
        _Dispute("exact", settled=exact),
    ]


def _throwing(nature: Nature) -> list[_Dispute]:
    """What earns a throw, what loses one, and what a move costs."""
    rules, others = nature.rules, {"others": nature.others}
    earn = {"rosette": rules.extra_on_rosette, "capture": rules.extra_on_capture}
    blank, earned = {"blank": nature.blank}, {"earned": nature.earned}
    return [
        _Dispute("earn", settled=earn),
        _Dispute("again", nature.earned, others, others),
        _Dispute("lost", nature.blank or nature.stuck, blank, earned),
        _Dispute("tokens", bool(rules.tokens), settled={"bounces": nature.bounces}),
    ]


def _playing() -> list[_Dispute]:
    """Who does what; the same under all rules."""
    return [_Dispute(key) for key in ("begin", "dice", "both", "wait")]
