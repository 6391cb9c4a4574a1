"""A match as a moving picture.

Three frames lie among the golden pictures; ``PYTHONPATH=src:. python
tests/render/test_replay.py`` draws them anew.
"""

import random
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from PIL import Image, ImageChops, ImageSequence

from tests.render.test_board import ENGLISH, FONT, GOLDEN, differs
from ur.port import Person
from ur.referee import match as matches
from ur.referee.match import Deed, Match, Thrown
from ur.render.board import same_picture
from ur.render.palette import PALETTE, Colour
from ur.render.places import BANNER, MARGIN, WIDTH, Places
from ur.render.replay import BLINK, END, LOST, START, THROW, TIMES, positions, replay
from ur.rules import RULE_SETS, Event, Side, legal_moves

WORDS = {
    **ENGLISH,
    "start": "start",
    "turn": "turn",
    "capture": "capture",
    "bounce": "bounces on",
    "again": "throws again",
    "lost-turn": "lost turn",
}
DEED = Deed(Person(1, "ada"), datetime(2026, 1, 1, tzinfo=UTC), 1)


@cache
def played(name: str = "finkel", seed: int = 1, turns: int = 1000) -> Match:
    """A match played at random until it is won, or has so many turns."""
    dice, match = random.Random(seed), begun(name)
    while not match.over and len(match.turns) < turns:
        if match.thrown is None:
            faces = "".join(dice.choice("01") for _ in range(match.rules.dice))
            match = matches.throw(match, Thrown(match.rules.value(faces), faces), DEED.at)
        else:
            match = matches.move(match, dice.choice(legal_moves(match.game)), DEED)
    return match


def begun(name: str = "finkel") -> Match:
    return matches.begin(1, RULE_SETS[name], Side.LIGHT, DEED)


def abandoned(match: Match) -> Match:
    return matches.abandon(match, DEED)


@cache
def film(match: Match) -> bytes:
    return replay(match, FONT, WORDS)


@cache
def shown(file: bytes) -> list[tuple[Image.Image, int]]:
    """What is seen of a film, and for how long; parts of a frame that blink by belong to it."""
    seen, time = [], 0
    for frame in ImageSequence.Iterator(Image.open(BytesIO(file))):
        time += frame.info["duration"]
        if frame.info["duration"] > BLINK:
            seen.append((frame.convert("RGB"), time))
            time = 0
    return seen


def frames(match: Match) -> list[Image.Image]:
    """Every frame as it is seen."""
    return [picture for picture, _ in shown(film(match))]


def durations(match: Match) -> list[int]:
    return [time for _, time in shown(film(match))]


def after(match: Match, number: int) -> int:
    """The place of the frame that shows what a turn did."""
    return sum(2 if turn.move else 1 for turn in match.turns[:number])


def turn_with(match: Match, event: Event) -> int:
    """The number of a turn in which something happened, once the game is under way."""
    return next(n for n, turn in enumerate(match.turns, 1) if n > 20 and event in turn.events)


def lost_turn(match: Match) -> int:
    return next(n for n, turn in enumerate(match.turns, 1) if n > 20 and turn.move is None)


def golden_frames() -> dict[str, Image.Image]:
    match = played()
    seen = frames(match)
    return {
        "replay-capture": seen[after(match, turn_with(match, Event.CAPTURED))],
        "replay-lost-turn": seen[after(match, lost_turn(match))],
        "replay-won": seen[-1],
    }


def half(box):
    return tuple(edge // 2 for edge in box)


@pytest.mark.parametrize("name", ["replay-capture", "replay-lost-turn", "replay-won"])
def test_a_frame_looks_as_it_did(name):
    """Hardly a pixel differs from the golden frame, whatever library drew the letters."""
    golden, drawn = Image.open(GOLDEN / f"{name}.png").convert("RGB"), golden_frames()[name]
    assert drawn.size == golden.size
    changed = ImageChops.difference(drawn, golden).convert("L").point(lambda level: level > 8)
    assert sum(changed.histogram()[1:]) < 0.003 * drawn.width * drawn.height


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_turn_has_its_frames_by_every_rule_set(name):
    """The start, each throw, what it moved, and the result; none is like the one before."""
    match = abandoned(played(name, turns=40))
    seen = frames(match)
    assert len(seen) == after(match, len(match.turns)) + 2
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(seen))


def test_a_replay_is_half_as_wide_as_the_board_and_begins_again():
    """It is 548 pixels wide, has no colour beyond the palette, and never stops."""
    moving = Image.open(BytesIO(film(played())))
    assert (moving.format, moving.width, moving.info["loop"]) == ("GIF", WIDTH // 2, 0)
    for frame in frames(played())[::20]:
        assert {colour for _, colour in frame.getcolors()} <= set(PALETTE.values())


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_replay_of_150_moves_weighs_at_most_200_kilobytes(name):
    """With all the lost turns that come between them."""
    match = played(name)
    moves = sum(turn.move is not None for turn in match.turns)
    assert len(film(match)) <= 200_000 * max(moves, 75) / 150


def test_the_eye_has_longer_for_what_matters():
    """Captures are seen longest, then rosettes, and the result for some seconds."""
    match = played()
    times = durations(match)
    assert (times[0], times[-1]) == (START, END)
    for number, turn in enumerate(match.turns, 1):
        seen = times[after(match, number - 1) + 1 : after(match, number) + 1]
        if turn.move is None:
            assert seen == [LOST]
        elif Event.CAPTURED in turn.events:
            assert seen == [THROW, TIMES["capture"]]
        elif Event.AGAIN in turn.events:
            assert seen == [THROW, TIMES["again"]]
        else:
            assert seen == [THROW, TIMES["move"]]
    assert TIMES["move"] < TIMES["again"] < TIMES["capture"] < END


def test_a_throw_is_seen_before_what_it_does():
    """The dice lie there first, with nothing moved yet; then only the board changes."""
    match = played()
    number = turn_with(match, Event.ADVANCED)
    at = after(match, number)
    before, cast, moved = frames(match)[at - 2 : at + 1]
    banner = half((MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + BANNER))
    rows = half((MARGIN, MARGIN + BANNER, WIDTH // 2, 2000))
    assert differs(before, cast, banner)
    assert not differs(before, cast, rows)
    assert not differs(cast, moved, banner)


def test_the_same_match_is_the_same_file():
    """Drawing twice makes the same bytes."""
    match = played(turns=12)
    assert replay(match, FONT, WORDS) == replay(match, FONT, WORDS)


def test_a_move_is_marked_at_both_ends():
    """The squares that it left and reached have turquoise in their frames; no others have."""
    match = played()
    places, route = Places(match.rules.route.board), match.rules.route
    number = turn_with(match, Event.ADVANCED)
    seen, turn = frames(match)[after(match, number)], match.turns[number - 1]
    marked = set()
    for square in route.board.squares:
        x, y = places.corner(square)
        foot = x + 70, y + places.pitch - 6
        if seen.getpixel(half(foot)) == PALETTE[Colour.TURQUOISE]:
            marked.add(square)
    assert marked == {
        route.square(turn.side, turn.move.step),
        route.square(turn.side, turn.move.to),
    }


def test_a_lost_turn_marks_no_square_and_is_told():
    """Nothing on it is turquoise but the arrow, and its words are the ones handed in."""
    match = played()
    number = lost_turn(match)
    seen = frames(match)[after(match, number)]
    below = seen.crop((0, (MARGIN + BANNER) // 2, *seen.size))
    assert PALETTE[Colour.TURQUOISE] not in {colour for _, colour in below.getcolors()}
    other, _ = shown(replay(match, FONT, {**WORDS, "lost-turn": "Zzz"}))[after(match, number)]
    assert other.tobytes() != seen.tobytes()


def test_an_unknown_throw_has_no_dice():
    """Where a log did not keep a throw, a question mark stands for it."""
    match = begun()
    known = matches.throw(match, Thrown(0), DEED.at)
    unknown = matches.throw(match, Thrown(0, known=False), DEED.at)
    one, other = (frames(abandoned(lost))[1] for lost in (known, unknown))
    assert differs(one, other, half((MARGIN + 300, MARGIN, WIDTH - MARGIN - 300, MARGIN + BANNER)))
    below = half((0, MARGIN + BANNER, WIDTH, one.height * 2))
    assert not differs(one, other, below)


def test_throws_without_dice_are_shown_by_dice_of_their_value():
    """A match of which only the values were kept is drawn like one with the marked dice first."""
    match = played(turns=15)
    kept = replace(match, turns=tuple(_turn(turn, match.rules, None) for turn in match.turns))
    first = replace(match, turns=tuple(_turn(turn, match.rules, "1") for turn in match.turns))
    assert replay(kept, FONT, WORDS) == replay(first, FONT, WORDS)


def _turn(turn, rules, mark):
    value = turn.thrown.value
    faces = mark and mark * value + "0" * (rules.dice - value)
    return replace(turn, thrown=Thrown(value, faces))


def test_a_match_abandoned_before_its_first_turn_is_two_frames():
    """The start, and that nobody won."""
    assert len(frames(abandoned(begun()))) == 2


def test_the_positions_are_those_of_the_game():
    """The last one is how the match stands."""
    match = played()
    *_, last = positions(match)
    assert (last.pieces, last.winner) == (match.game.pieces, match.winner)


@pytest.mark.parametrize(
    "key", ["start", "turn", "capture", "again", "lost-turn", "light-won", "hand"]
)
def test_a_missing_word_is_a_fault(key):
    """Every word that is shown has to be handed in."""
    words = {word: text for word, text in WORDS.items() if word != key}
    with pytest.raises(KeyError, match=re.escape(key)):
        replay(played(), FONT, words)


def test_every_language_has_the_words():
    """The words of a language are enough for a replay."""
    for path in Path("templates/languages").glob("*/board.yml"):
        assert replay(played(turns=3), FONT, yaml.safe_load(path.read_text("utf-8")))


def test_replays_are_compared_by_what_they_show():
    """Another encoding is the same; another frame, number of frames or duration is not."""
    match = played(turns=6)
    file = film(match)
    moving = ImageSequence.Iterator(Image.open(BytesIO(file)))
    seen, times = zip(*((one.convert("RGB"), one.info["duration"]) for one in moving), strict=True)
    other = encoded(seen, times)
    assert other != file
    assert same_picture(file, other)
    assert not same_picture(file, encoded(seen, [*times[:-1], 100]))
    assert not same_picture(file, encoded(seen[:-1], times[:-1]))
    assert not same_picture(file, film(played(turns=5)))
    assert not same_picture(file, film(played("aseb", turns=6)))
    for broken in (b"GIF89a", file[:900], file[: len(file) // 2]):
        assert not same_picture(file, broken)


def encoded(pictures, times):
    file = BytesIO()
    rest = {"append_images": pictures[1:], "duration": list(times), "loop": 0}
    pictures[0].save(file, "GIF", save_all=True, **rest)
    return file.getvalue()


if __name__ == "__main__":
    for shown, picture in golden_frames().items():
        few = picture.quantize(16, dither=Image.Dither.NONE)
        few.save(GOLDEN / f"{shown}.png", optimize=True)
