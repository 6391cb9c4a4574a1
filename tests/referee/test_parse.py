"""What a title asks for: one spelling, matched whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ur.referee.mistakes import BadTitle
from ur.referee.parse import AbandonAsk, JoinAsk, MoveAsk, NewAsk, is_ours, parse, title
from ur.rules import Side

GOOD = [
    ("ur-move-3@10-7.12", MoveAsk(3, 10, 7, 12)),
    ("ur-move-1@0-1.1", MoveAsk(1, 0, 1, 1)),
    ("ur-move-4@99-999999999.999999999", MoveAsk(4, 99, 999_999_999, 999_999_999)),
    ("ur-move-2@15-0.0", MoveAsk(2, 15, 0, 0)),
    ("ur-join-white-7", JoinAsk(Side.LIGHT, 7)),
    ("ur-join-black-12", JoinAsk(Side.DARK, 12)),
    ("ur-new", NewAsk(None)),
    ("ur-new-finkel", NewAsk("finkel")),
    ("ur-new-three-unsafe", NewAsk("three-unsafe")),
    ("ur-new-3", NewAsk("3")),
    ("ur-abandon-7", AbandonAsk(7)),
]

BAD = [
    "ur-",
    "ur-move",
    "ur-move-x3@10y-7.12",
    "ur-move-3@10junk-7.12",
    "ur-move-03@010-7.12",
    "ur-move-3@010-7.12",
    "ur-move-3@10-07.12",
    "ur-move-3@10-7.012",
    "ur-move-3@10-7.12-extra",
    "ur-move-\uff13@10-7.12",
    "ur-move-3@1\uff10-7.12",
    "ur-move-3@10-\u0667.12",
    "ur-move-3@10-7.1\u00b2",
    "ur-move-3@10-7.12\n",
    "ur-move-3@10-7.12 ",
    " ur-move-3@10-7.12",
    "ur-move-3@10-7.12\r\n",
    "ur-move-3@10-7.12\x00",
    "ur-move-5@10-7.12",
    "ur-move-0@10-7.12",
    "ur-move-3@-1-7.12",
    "ur-move-3@+1-7.12",
    "ur-move-3@100-7.12",
    "ur-move-3@10-7.1234567890",
    "ur-move-3@10-1234567890.1",
    "ur-move-3@10-7",
    "ur-move-3@10-7,12",
    "ur-move-3@10-7x12",
    "ur-move-3@10",
    "ur-move-33@10-7.12",
    "ur-move-pass-7.12",
    "UR-MOVE-3@10-7.12",
    "Ur-move-3@10-7.12",
    "ur-Move-3@10-7.12",
    "ur-join-7",
    "ur-join-red-7",
    "ur-join-light-7",
    "ur-join-White-7",
    "ur-join-white-07",
    "ur-join-white-7\n",
    "ur-join-white",
    "ur-new-",
    "ur-new-Finkel",
    "ur-new--finkel",
    "ur-new-finkel-",
    "ur-new-finkel\n",
    "ur-new\n",
    "ur-new finkel",
    "ur-new-fink\u00e9l",
    "ur-abandon",
    "ur-abandon-07",
    "ur-abandon-7\n",
    "ur-abandon-1234567890",
    "ur-help",
]


@pytest.mark.parametrize(("text", "ask"), GOOD)
def test_a_well_spelled_title_is_read(text, ask):
    """A title in the one spelling says what is asked, and what is asked has that title."""
    assert parse(text) == ask
    assert title(ask) == text
    assert is_ours(text)


@pytest.mark.parametrize("text", BAD, ids=ascii)
def test_another_spelling_is_none(text):
    """A title that is spelled otherwise is a bad title."""
    with pytest.raises(BadTitle):
        parse(text)


@pytest.mark.parametrize("text", ["ur-", "UR-MOVE-3@10-7.12", "uR-x", "ur-\nx", "ur-help me"])
def test_whatever_begins_like_a_request_is_ours(text):
    """The prefix counts in any case."""
    assert is_ours(text)


@pytest.mark.parametrize("text", ["", "u", "ur", "ur move", "our-new", " ur-new", "\uff55r-new"])
def test_other_issues_are_none_of_our_business(text):
    """Without the prefix an issue is no request."""
    assert not is_ours(text)


NUMBERS = st.integers(0, 999_999_999)
ASKS = st.one_of(
    st.builds(MoveAsk, st.integers(1, 4), st.integers(0, 99), NUMBERS, NUMBERS),
    st.builds(JoinAsk, st.sampled_from(Side), NUMBERS),
    st.builds(NewAsk, st.none() | st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True)),
    st.builds(AbandonAsk, NUMBERS),
)


@given(ask=ASKS)
def test_what_is_asked_survives_its_title(ask):
    """Every request can be asked for by its title."""
    text = title(ask)
    assert text.isascii()
    assert is_ours(text)
    assert parse(text) == ask


@given(
    text=st.one_of(
        st.text(max_size=30),
        st.text(alphabet="urmovejinwbackl-0123456789@.\n\uff13", max_size=20).map("ur-".__add__),
        st.tuples(ASKS.map(title), st.text(max_size=2), st.integers(0, 40)).map(
            lambda parts: parts[0][: parts[2]] + parts[1] + parts[0][parts[2] :]
        ),
    )
)
def test_any_text_is_a_request_or_a_bad_title(text):
    """Whatever the title, it is no request, or the very title of what it asks for."""
    try:
        ask = parse(text)
    except BadTitle:
        return
    assert title(ask) == text
