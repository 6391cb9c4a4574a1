"""The picture of a position.

The golden pictures beside this file are what a person has looked at and liked.
``PYTHONPATH=src:. python tests/render/test_board.py`` draws them anew.
"""

import random
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from ur.render.board import draw, same_picture
from ur.render.palette import PALETTE, Colour
from ur.render.places import MARGIN, TRAY, TRAY_WIDTH, WIDTH, Places
from ur.render.shapes import BODY
from ur.render.view import BoardView
from ur.rules import (
    RULE_SETS,
    BySide,
    Game,
    Side,
    legal_moves,
    lose_turn,
    play,
    start,
    throw,
)
from ur.rules.moves import Move

GOLDEN = Path(__file__).parent / "golden"
FONT = Path("templates/fonts/rajdhani-bold.woff2").read_bytes()
ENGLISH = {
    "light": "White",
    "dark": "Black",
    "light-to-move": "White to move",
    "dark-to-move": "Black to move",
    "light-won": "White wins",
    "dark-won": "Black wins",
    "nobody-won": "No winner",
    "hand": "hand",
    "home": "home",
    "pot": "pot",
}
LIGHT, DARK = Side.LIGHT, Side.DARK
GOLD = Colour.GOLD


FINKEL, MASTERS, ASEB = (RULE_SETS[name] for name in ("finkel", "masters", "aseb"))
TABLET, ROSSJRW = RULE_SETS["tablet"], RULE_SETS["rossjrw"]


def position(rules, light, dark, side, faces, *, last=None, tokens=None, over=False):
    if isinstance(rules, str):
        rules = RULE_SETS[rules]
    game = Game(
        rules,
        BySide(tuple(sorted(light)), tuple(sorted(dark))),
        side,
        None,
        tokens or BySide(rules.tokens, rules.tokens),
    )
    if faces:
        game = throw(game, rules.value(faces))
    return BoardView(game, faces, last, over)


MIDDLE = ([0, 0, 2, 6, 10, 13, 15], [0, 0, 0, 3, 8, 12, 15])
SHOWN = {
    "start": position(FINKEL, [0] * 7, [0] * 7, LIGHT, "0110"),
    "middle": position(FINKEL, *MIDDLE, LIGHT, "0110", last=(DARK, Move(5, 8))),
    "dark": position(
        FINKEL,
        [0, 0, 7, 9, 13, 15, 15],
        [0, 0, 2, 5, 6, 13, 15],
        DARK,
        "0110",
        last=(LIGHT, Move(11, 13)),
    ),
    "seven": position(
        FINKEL,
        [0, 2, 4, 6, 8, 10, 13],
        [0, 0, 0, 1, 3, 7, 12],
        LIGHT,
        "0010",
        last=(DARK, Move(0, 3)),
    ),
    "won": position(
        FINKEL, [15] * 7, [0, 3, 9, 15, 15, 15, 15], LIGHT, None, last=(LIGHT, Move(13, 15))
    ),
    "abandoned": position(FINKEL, *MIDDLE, LIGHT, "0110", over=True),
    "unthrown": position(FINKEL, *MIDDLE, DARK, None),
    "masters": position(
        MASTERS,
        [0, 0, 2, 6, 12, 14, 17],
        [0, 0, 0, 8, 13, 16, 17],
        LIGHT,
        "110",
        last=(DARK, Move(9, 13)),
    ),
    "masters-blank": position(
        MASTERS,
        [0, 0, 2, 6, 9, 15, 17],
        [0, 0, 0, 5, 10, 12, 14],
        DARK,
        "000",
        last=(LIGHT, Move(12, 15)),
    ),
    "aseb": position(
        ASEB, [0, 2, 7, 12, 14], [0, 4, 9, 10, 17], DARK, "0110", last=(LIGHT, Move(10, 14))
    ),
    "tablet": position(
        TABLET, [0, 2, 7, 12, 13], [0, 4, 9, 10, 15], DARK, "0110", tokens=BySide(8, 9)
    ),
    "tablet-won": position(
        TABLET,
        [15] * 5,
        [0, 4, 9, 10, 15],
        LIGHT,
        None,
        last=(LIGHT, Move(13, 15)),
        tokens=BySide(14, 6),
    ),
    "rossjrw": position(
        ROSSJRW,
        [0, 0, 0, 0, 4, 5, 15],
        [0, 0, 0, 0, 8, 9, 15],
        LIGHT,
        "1111",
        last=(DARK, Move(7, 9, bounced=True)),
    ),
    "quick": position("quick", [11, 12, 13, 14, 15, 15, 15], [0] * 7, LIGHT, "1111"),
    "three-dice": position("three-dice", *MIDDLE, LIGHT, "110", last=(DARK, Move(5, 8))),
    "no-safe-rosette": position("no-safe-rosette", *MIDDLE, LIGHT, "0110", last=(DARK, Move(5, 8))),
    "extra-throw-on-capture": position("extra-throw-on-capture", *MIDDLE, DARK, "1100"),
    "five-piece": position("five-piece", [0, 3, 8, 14, 15], [0, 2, 7, 12, 15], DARK, "0001"),
    "blitz": position(
        "blitz", [0, 3, 8, 14, 17], [2, 11, 13, 16, 17], DARK, "0111", last=(LIGHT, Move(11, 14))
    ),
}
CHOOSING = {name: view for name, view in SHOWN.items() if view.choices}


class Without(BoardView):
    """A view in which one choice is not shown."""

    hidden = ""

    @property
    def choices(self):
        """All but the hidden one."""
        return tuple(choice for choice in super().choices if choice.letter != self.hidden)


def without(view, letter):
    return type("Without", (Without,), {"hidden": letter, "__slots__": ()})(
        view.game, view.faces, view.last, view.over
    )


def picture(view, words=ENGLISH):
    return Image.open(BytesIO(draw(view, FONT, words))).convert("RGB")


def differs(one, other, box):
    return ImageChops.difference(one.crop(box), other.crop(box)).getbbox() is not None


def area(view, step):
    """The box of a place of the side to move: a square, its hand or its home."""
    game, places = view.game, Places(view.game.rules.route.board)
    square = game.rules.route.square(game.to_move, step)
    if square:
        x, y = places.corner(square)
        return x, y, x + places.pitch, y + places.pitch
    x, y = places.tray(game.to_move, 1 if step else 0)
    return x, y, x + TRAY_WIDTH, y + TRAY


def random_views(rules, number):
    """Positions reached by playing at random, each with its throw and its last move."""
    dice = random.Random(f"{rules.name} {number}")
    game, last = start(rules), None
    for _ in range(number):
        faces = "".join(dice.choice("01") for _ in range(rules.dice))
        game = throw(game, rules.value(faces))
        yield BoardView(game, faces, last)
        moves = legal_moves(game)
        if moves:
            move = dice.choice(moves)
            last = game.to_move, move
            game, _ = play(game, move)
        else:
            game = lose_turn(game)
        if game.winner:
            game, last = start(rules), None


@pytest.mark.parametrize("name", SHOWN)
def test_a_position_looks_as_it_did(name):
    """Hardly a pixel differs from the golden picture, whatever library drew the letters."""
    golden = Image.open(GOLDEN / f"{name}.png").convert("RGB")
    drawn = picture(SHOWN[name])
    assert drawn.size == golden.size
    changed = ImageChops.difference(drawn, golden).convert("L").point(lambda level: level > 8)
    assert sum(changed.histogram()[1:]) < 0.003 * drawn.width * drawn.height


def test_every_rule_set_has_a_golden_picture():
    """A shipped rule set that nobody has looked at is red."""
    assert {view.game.rules.name for view in SHOWN.values()} == set(RULE_SETS)


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_picture_weighs_at_most_ten_kilobytes(name):
    """Positions reached by playing at random are at most 10 kB each, by every rule set."""
    number = 50 if name == "finkel" else 10
    views = random_views(RULE_SETS[name], number)
    assert max(len(draw(view, FONT, ENGLISH)) for view in views) <= 10_000


@pytest.mark.parametrize("view", SHOWN.values(), ids=SHOWN)
def test_a_picture_keeps_to_the_palette_and_to_its_width(view):
    """A picture is as wide as every other, is indexed, and has no colour beyond the palette."""
    image = Image.open(BytesIO(draw(view, FONT, ENGLISH)))
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert {colour for _, colour in image.convert("RGB").getcolors()} <= set(PALETTE.values())


@pytest.mark.parametrize("view", SHOWN.values(), ids=SHOWN)
def test_the_margin_is_the_ground(view):
    """Nothing is drawn on the outermost pixels, so the picture stands off from its page."""
    image = picture(view)
    inside = ImageChops.difference(image, Image.new("RGB", image.size, image.getpixel((0, 0))))
    left, top, right, bottom = inside.getbbox()
    edge = MARGIN - 5
    assert left >= edge
    assert top >= edge
    assert right <= image.width - edge
    assert bottom <= image.height - edge


def test_the_same_position_is_the_same_file():
    """Drawing twice makes the same bytes."""
    view = SHOWN["middle"]
    assert draw(view, FONT, ENGLISH) == draw(view, FONT, ENGLISH)


@pytest.mark.parametrize("view", CHOOSING.values(), ids=CHOOSING)
def test_every_choice_is_marked_where_it_starts_and_where_it_lands(view):
    """Each letter changes the picture at its piece or hand and at the place it reaches."""
    whole = picture(view)
    assert view.choices
    for choice in view.choices:
        less = picture(without(view, choice.letter))
        assert differs(whole, less, area(view, choice.move.step)), choice
        assert differs(whole, less, area(view, choice.move.to)), choice


def test_choices_that_land_on_one_square_share_its_tag():
    """A bounce and a move to the square beyond are both lettered there."""
    view = SHOWN["rossjrw"]
    assert [choice.move.to for choice in view.choices] == [9, 9]
    one, other = (picture(without(view, letter)) for letter in "AB")
    assert differs(one, other, area(view, 9))


def test_the_last_move_is_shown_at_both_ends():
    """With a last move, the squares it left and reached look otherwise than without."""
    view = SHOWN["middle"]
    shown, hidden = picture(view), picture(replace(view, last=None))
    for step in (5, 8):
        assert differs(shown, hidden, area(view, step))


def test_a_capture_is_told_apart_from_a_move():
    """The square of the last move looks otherwise where it captured, and so does the other hand."""
    view, places = SHOWN["middle"], Places(FINKEL.route.board)
    moved, captured = (
        picture(replace(view, last=(DARK, Move(5, 8, captured=taken)))) for taken in (0, 8)
    )
    x, y = places.tray(LIGHT, 0)
    assert differs(moved, captured, area(view, 8))
    assert differs(moved, captured, (x, y, x + TRAY_WIDTH, y + TRAY))


@pytest.mark.parametrize(("move", "place"), [(Move(0, 2), 0), (Move(14, 15), 1)])
def test_the_hand_and_the_home_of_the_last_move_are_marked(move, place):
    """The tray that a piece of the last move left or reached has turquoise in it, no other has."""
    view, places = replace(SHOWN["middle"], last=(DARK, move)), Places(FINKEL.route.board)
    image, marked = picture(view), set()
    for side in Side:
        for which in (0, 1):
            x, y = places.tray(side, which)
            tray = image.crop((x, y, x + TRAY_WIDTH, y + TRAY - 4))
            if PALETTE[Colour.TURQUOISE] in {colour for _, colour in tray.getcolors()}:
                marked.add((side, which))
    assert marked == {(DARK, place)}


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("side", Side)
def test_the_mark_of_a_choice_in_a_full_hand_stands_off_from_the_count(name, side):
    """Nothing but lapis is between the golden frame and the number of pieces."""
    rules = RULE_SETS[name]
    view = position(rules, *[[0] * rules.pieces] * 2, side, "1" + "0" * (rules.dice - 1))
    x, y, right, bottom = area(view, 0)
    tray = picture(view).crop((x, y, right, bottom))
    gold = [at for at in range(tray.width) if tray.getpixel((at, TRAY // 2)) == PALETTE[GOLD]]
    beyond = tray.crop((max(gold) + 1, 0, max(gold) + 13, TRAY))
    assert beyond.getcolors() == [(12 * TRAY, PALETTE[Colour.LAPIS])]


@pytest.mark.parametrize("held", [0, 9, 19])
def test_a_name_and_its_tokens_stand_in_one_line_of_full_height(held):
    """The name is as large with tokens as without, and nothing else has moved on the board."""
    with_tokens, without_tokens = (
        picture(position(rules, [0] * 5, [0] * 5, LIGHT, None, tokens=BySide(held, held)))
        for rules in (TABLET, replace(TABLET, tokens=0))
    )
    places = Places(TABLET.route.board)
    for side in Side:
        top = places.side_row(side)
        name = (MARGIN + 8, top + 8, MARGIN + 130, top + TRAY - 8)
        assert not differs(with_tokens, without_tokens, name)
        hand, _ = places.tray(side, 0)
        assert not differs(
            with_tokens, without_tokens, (hand + TRAY_WIDTH - 50, top, WIDTH, top + TRAY)
        )


def test_entering_and_bearing_off_leave_a_trail():
    """A last move from the hand is shown beside its first square, one home beside the last."""
    for move in (Move(0, 2), Move(14, 15)):
        view = SHOWN["start"]
        assert differs(picture(replace(view, last=(DARK, move))), picture(view), (0, 0, WIDTH, 400))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("start", "light-to-move"),
        ("dark", "dark-to-move"),
        ("won", "light-won"),
        ("abandoned", "nobody-won"),
        ("start", "hand"),
        ("start", "home"),
        ("start", "light"),
        ("start", "dark"),
        ("tablet", "pot"),
    ],
)
def test_the_words_are_those_handed_in(name, key):
    """Another word is another picture; a missing one is a fault."""
    view = SHOWN[name]
    assert picture(view).tobytes() != picture(view, {**ENGLISH, key: "Zzz"}).tobytes()
    with pytest.raises(KeyError, match=key):
        draw(view, FONT, {word: text for word, text in ENGLISH.items() if word != key})


def test_black_can_win():
    """The winner's name is the one of the side whose pieces are home."""
    view = position(FINKEL, [0, 3, 9, 15, 15, 15, 15], [15] * 7, DARK, None)
    assert picture(view).tobytes() != picture(view, {**ENGLISH, "dark-won": "Zzz"}).tobytes()


def test_long_words_stay_in_their_places():
    """Words of a wordy language are drawn smaller, not over their neighbours."""
    words = {key: text * 6 for key, text in ENGLISH.items()}
    for name in ("start", "won", "tablet"):
        left, _, right, _ = ImageChops.difference(
            picture(SHOWN[name]), picture(SHOWN[name], words)
        ).getbbox()
        assert left >= MARGIN
        assert right <= WIDTH - MARGIN


def test_throws_of_one_value_show_their_dice():
    """Which dice are marked is seen, not only how many."""
    one, other = (position(FINKEL, *MIDDLE, LIGHT, faces) for faces in ("0110", "1001"))
    assert picture(one).tobytes() != picture(other).tobytes()


@pytest.mark.parametrize(
    ("rules", "value", "dice"),
    [
        ("finkel", 0, "0000"),
        ("finkel", 3, "1110"),
        ("three-dice", 0, "000"),
        ("masters", 2, "110"),
        ("masters", 4, "000"),
    ],
)
def test_a_throw_without_its_dice_is_shown_by_dice_of_its_value(rules, value, dice):
    """The marked ones come first; a blank throw worth four is blank."""
    view = BoardView(throw(start(RULE_SETS[rules]), value))
    assert view.dice == dice
    assert picture(view).tobytes() == picture(replace(view, faces=dice)).tobytes()


def test_a_position_without_a_throw_shows_whose_turn_it_is_and_no_dice():
    """Nothing is drawn where the dice would be, and nothing may be played."""
    view = BoardView(start(FINKEL, DARK))
    dice = (WIDTH // 2, MARGIN + 5, WIDTH - MARGIN - 5, MARGIN + 80)
    assert (view.dice, view.choices) == (None, ())
    assert len(picture(view).crop(dice).getcolors()) == 1
    assert picture(view).tobytes() != picture(view, {**ENGLISH, "dark-to-move": "Zzz"}).tobytes()


def test_an_abandoned_game_shows_no_choices_whatever_lies_on_the_table():
    """A throw that nobody used is neither drawn nor offered."""
    view = SHOWN["abandoned"]
    unthrown = replace(view, game=view.game._replace(throw=None), faces=None)
    assert view.game.throw
    assert view.choices == ()
    assert picture(view).tobytes() == picture(unthrown).tobytes()


@pytest.mark.parametrize("side", Side)
def test_a_square_that_is_another_tile_for_each_side_shows_both(side):
    """Both numbers stand on the block of six of the long route, on the colours of their sides."""
    places, image = (
        Places(MASTERS.route.board),
        picture(position(MASTERS, *[[0] * 7] * 2, LIGHT, None)),
    )
    for square in ("g3", "h3", "g1", "h1"):
        x, y = places.corner(square)
        at = (x + 10, y + 10) if side is DARK else (x + places.pitch - 44, y + 10)
        assert image.getpixel(at) == PALETTE[BODY[side]]


def test_a_lost_turn_is_shown_without_choices():
    """A throw that moves nothing is drawn like any other, without letters."""
    assert picture(position(FINKEL, *MIDDLE, LIGHT, "0000")).width == WIDTH


def test_pictures_are_compared_by_what_they_show():
    """Another encoding is the same picture; another position, size or a broken file is not."""
    drawn = draw(SHOWN["start"], FONT, ENGLISH)
    file = BytesIO()
    Image.open(BytesIO(drawn)).convert("RGB").save(file, "PNG", compress_level=1)
    assert file.getvalue() != drawn
    assert same_picture(file.getvalue(), drawn)
    for other in (draw(SHOWN["middle"], FONT, ENGLISH), draw(SHOWN["aseb"], FONT, ENGLISH)):
        assert not same_picture(drawn, other)
    for broken in (b"", b"not a picture", drawn[:3000]):
        assert not same_picture(drawn, broken)


if __name__ == "__main__":
    for shown, view in SHOWN.items():
        (GOLDEN / f"{shown}.png").write_bytes(draw(view, FONT, ENGLISH))
