"""The sentences that the game says: what every language has to have.

A list of its own, since a sentence that nobody wrote is missed nowhere else before it is said.
"""

from ur.rules import RULE_SETS

_LISTED = """
answer: abandoned again already-seated bad-title begin begins board game-in-progress held
  illegal-move joined lost moved next no-game not-allowed page sealed seated stale-link started
  too-soon unknown-rules unsealed won wrong-team
board: again bounce capture captured dark dark-to-move dark-won hand home light light-to-move
  light-won lost-turn nobody-won piece-home pot start tiles-to-go turn
commit: abandoned joined moved rebuilt started
common: alt and captures choice date did games issue lettered lost lost_turns moment moves or
  past person pieces players request_body rosettes seat span team tokens wins
hall: all_games captures expected fairness fell figures home leader most-captures most-moves
  most-rosettes most-wins moves note players rosettes this_game throw throws won
keeper: afterwards fault mended remedy what where
label: black capture home keeper refused rosette white winner
list: all last newest older other some
page: back elsewhere events files games race race_alt real record replay_alt revealed rules team
  teams title unrevealed
player: about captures count figure game games home last mate mates moves rosettes wins
readme: all_games begin begin_other begin_rules dice dice_real dice_revealed dice_sealed ended
  event events help help_seat help_stale help_steps help_wait in_play join lately leaders
  letters letters_key more nobody nothing over past position rules share share_links share_text
  so_far team teams teams_over thrown welcome won
rules: ask-again ask-begin ask-both ask-dice ask-earn ask-exact ask-force ask-lost ask-own
  ask-pass ask-safe ask-skip ask-split ask-stack ask-tokens ask-wait asked bounce capture_again
  captures dice goal home meaning-bear-off meaning-bounce meaning-capture meaning-enter
  meaning-hand meaning-home meaning-lost-turn meaning-pot meaning-rosette meaning-seat
  meaning-team meaning-throw meaning-tile move no_shelter odds-share odds-throw odds-times own
  range rosettes route settle-again settle-begin settle-both settle-dice settle-earn
  settle-exact settle-force settle-lost settle-own settle-pass settle-safe settle-skip
  settle-split settle-stack settle-tokens settle-wait share shared shelter stretch throw
  tip-cost tip-earn tip-enter tip-exact tip-hold tip-large tip-risk tip-single tips tokens
  word-bear-off word-bounce word-capture word-enter word-hand word-home word-lost-turn word-pot
  word-rosette word-seat word-team word-throw word-tile words
"""
"""Keys by the file that they stand in."""


def _named() -> list[str]:
    name, names = "", []
    for word in _LISTED.split():
        if word.endswith(":"):
            name = word[:-1]
        else:
            names.append(f"{name}.{word}")
    return names


SENTENCES = (
    *_named(),
    *(f"rules.{kind}-{rules}" for rules in RULE_SETS for kind in ("title", "about")),
)
"""Every sentence of the game as ``file.key``."""
