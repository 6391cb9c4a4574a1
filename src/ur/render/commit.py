"""The one line of a commit."""

from ur.referee.judge import MOVED
from ur.referee.story import Story
from ur.render.wording import Wording


def message(wording: Wording, story: Story, issue: int) -> str:
    """What a request changed, in one line that mentions nobody."""
    match, turn = story.match, story.turn
    first_lost = match.next_turn - len(story.lost)
    facts: dict[str, object] = {
        "game": match.number,
        "issue": issue,
        "lost_turns": [
            {"team": wording.team(lost.side), "turn": first_lost + at}
            for at, lost in enumerate(story.lost)
        ],
    }
    if story.seat:
        facts["team"] = wording.team(story.seat.side)
    if story.code == MOVED and turn and turn.move:
        facts |= {"turn": first_lost - 1, "team": wording.team(turn.side), "events": turn.events}
        facts |= {"step": turn.move.step, "to": turn.move.to}
    return wording.text.say(f"commit.{story.code}", **facts)
