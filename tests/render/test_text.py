"""Sentences and pages: complete, checked, and never half filled."""

from datetime import UTC, datetime, timedelta

import pytest

from ur.errors import KeeperFault
from ur.house import TEMPLATES, load_text
from ur.render.address import Address
from ur.render.readme import splice
from ur.render.text import Text
from ur.render.wording import Wording

LANGUAGES = sorted(path.name for path in (TEMPLATES / "languages").iterdir())


def test_languages_have_the_same_sentences():
    """A language that is half done is red."""
    texts = [set(load_text(TEMPLATES, language)._sentences) for language in LANGUAGES]

    assert all(text == texts[0] for text in texts)


def test_what_a_sentence_is_not_given_is_a_fault():
    """A sentence that asks for what nobody gives it names itself; none is shown half filled."""
    text = Text({}, {"a.b": "{{ who }} moved"})

    with pytest.raises(KeeperFault, match=r"a\.b"):
        text.say("a.b")
    with pytest.raises(KeeperFault, match=r"a\.c"):
        text.say("a.c")


def test_a_language_that_is_not_there_is_told(tmp_path):
    """An unknown language names those there are; a broken file names itself."""
    (tmp_path / "languages" / "xx").mkdir(parents=True)
    (tmp_path / "languages" / "xx" / "a.yml").write_text("- no keys\n")

    with pytest.raises(KeeperFault, match="there are xx"):
        load_text(tmp_path, "yy")
    with pytest.raises(KeeperFault, match=r"xx/a\.yml"):
        load_text(tmp_path, "xx")


@pytest.mark.parametrize(
    ("took", "words"),
    [
        (timedelta(milliseconds=10980866106), "4 months and 5 days"),
        (timedelta(milliseconds=2676027254), "1 month and 12 hours"),
        (timedelta(milliseconds=2426036110), "4 weeks and 1 hour"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(days=366), "1 year and 18 hours"),
    ],
)
def test_a_span_is_told_in_at_most_two_units(took, words):
    """How long a game took is said in its two largest units, whatever the clocks did."""
    wording = Wording(load_text(TEMPLATES, "en"), Address("https://x", "a/b", "main"))
    began = datetime(2020, 12, 31, 23, 30, tzinfo=UTC)

    assert wording.span(began, began + took) == words


def test_addresses_are_absolute_and_encoded():
    """Branches and titles with signs of their own make links that lead where they should."""
    address = Address("https://x", "Owner/owner", "a b/c#d")

    assert address.board == "https://x/Owner"
    assert address.raw("state/x.png") == "https://x/Owner/owner/raw/a%20b/c%23d/state/x.png"
    assert address.request("a@b c", "(d)") == (
        "https://x/Owner/owner/issues/new?title=a%40b%20c&body=%28d%29"
    )


@pytest.mark.parametrize(
    "readme",
    [
        None,
        b"",
        b"<!-- ur:begin -->\n",
        b"<!-- ur:end -->\n<!-- ur:begin -->\n",
        b"<!-- ur:begin -->\n<!-- ur:end -->\n<!-- ur:end -->\n",
        b"text <!-- ur:begin -->\n<!-- ur:end -->\n",
    ],
)
def test_markers_that_are_missing_or_doubled_are_a_fault(readme):
    """A README that does not say where the block belongs is refused with the remedy."""
    with pytest.raises(KeeperFault, match="README"):
        splice(readme, "block\n")
