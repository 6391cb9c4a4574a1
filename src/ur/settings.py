"""The keeper's settings, ``.github/ur.yml``: read strictly, faults name key and line."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from ur import port
from ur.errors import KeeperFault
from ur.paths import SETTINGS
from ur.referee.policy import First, Policy
from ur.rules import RULE_SETS, RuleSet
from ur.rules.ruleset import NAME, VALUES, variant

MOST_ID = port.NAMED - 1
NAMED = 30
"""So many names at most are told where one of them is wanted."""
_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class Shown:
    """How much of the past the README shows: numbers of events, games and leaders.

    At most 25, 10 and 25, so that the README's block stays small under the longest names.
    """

    events: int = 12
    games: int = 5
    leaders: int = 10


@dataclass(frozen=True, slots=True)
class Settings:
    """What the keeper decided; every key may be left out.

    ``rule_sets`` holds the shipped rule sets and this table's own, by name.
    """

    rules: str = "finkel"
    offer: tuple[str, ...] = ("finkel",)
    first: First = First.ALTERNATE
    moves_in_a_row: int = 0
    keepers: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    requests_per_run: int = 600
    language: str = "en"
    readme: Shown = field(default_factory=Shown)
    rule_sets: Mapping[str, RuleSet] = field(default_factory=lambda: RULE_SETS)

    def policy(self, owner: int | None) -> Policy:
        """What the referee has to know; ``owner`` is the id of the person who owns this, if any."""
        return Policy(
            rule_sets=self.rule_sets,
            rules=self.rules,
            offer=self.offer,
            first=self.first,
            moves_in_a_row=self.moves_in_a_row,
            keepers=self.keepers | ({owner} if owner else frozenset()),
            blocked=self.blocked,
        )


class _Wrong(Exception):  # noqa: N818 - caught on this page
    """A value that is not what its key takes."""

    def __init__(self, node: yaml.Node, what: str) -> None:
        super().__init__(what)
        self.line = node.start_mark.line + 1
        self.what = what

    def of(self, whose: str) -> "_Wrong":
        """The same, told of a key."""
        self.what = f"{whose}{self.what}"
        return self


Take = Callable[[yaml.Node], Any]


def parse(text: bytes | None) -> Settings:
    """The settings of a file; the usual ones where there is no file.

    Raises:
        KeeperFault: an unknown key, a wrong type or value; names the key and line.
    """
    if text is None:
        return Settings()
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        return Settings() if node is None else _settings(node)
    except _Wrong as wrong:
        raise _fault(wrong.line, wrong.what) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _fault(mark.line + 1 if mark else 1, "is no YAML") from None
    except yaml.reader.ReaderError as error:
        raise _fault(line_of_sign(text, error), "is no YAML in UTF-8") from None
    except (yaml.YAMLError, UnicodeError, RecursionError):
        raise _fault(1, "is no YAML in UTF-8") from None


def line_of_sign(text: bytes, error: yaml.reader.ReaderError) -> int:
    """The line of a byte or sign that no YAML may have: bytes are counted, or what they spell."""
    if error.encoding != "unicode":
        return text.count(b"\n", 0, error.position) + 1
    coding = "utf-16" if text.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    return text.decode(coding, "replace").count("\n", 0, error.position) + 1


def _fault(line: int, what: str) -> KeeperFault:
    told = f"cannot be used: {what}"
    return KeeperFault(f"{SETTINGS}, line {line}", told, "Correct it, or leave the key out")


def _settings(node: yaml.Node) -> Settings:
    own = dict(RULE_SETS)
    for key, value in _table(node).items():
        if key == "house_rules":
            own |= _house_rules(value)
    a_rule_set = _one_of(*own)
    people = _each(_whole(1, MOST_ID), "[1, 2]")
    values = _read(
        node,
        {
            "rules": a_rule_set,
            "offer": _each(a_rule_set, "[finkel]"),
            "first": lambda node: First(_one_of(*First)(node)),
            "moves_in_a_row": _whole(0, 1000),
            "keepers": lambda node: frozenset(people(node)),
            "blocked": lambda node: frozenset(people(node)),
            "requests_per_run": _whole(10, 1000),
            "house_rules": lambda _: own,
            "language": _language,
            "readme": _shown,
        },
    )
    return Settings(rule_sets=values.pop("house_rules", own), **values)


def _shown(node: yaml.Node) -> Shown:
    most = {"events": 25, "games": 10, "leaders": 25}
    return Shown(**_read(node, {key: _whole(0, limit) for key, limit in most.items()}))


def _house_rules(node: yaml.Node) -> dict[str, RuleSet]:
    try:
        return {name: _house_rule(name, rules) for name, rules in _table(node).items()}
    except _Wrong as wrong:
        raise wrong.of("house_rules: ") from None


def _house_rule(name: str, node: yaml.Node) -> RuleSet:
    if not NAME.fullmatch(name) or name in RULE_SETS or yaml.safe_load(name) != name:
        raise _Wrong(node, "a name is new, in lower case, like three-unsafe")
    pairs = _table(node)
    base = pairs.pop("base", None)
    if base is None:
        raise _Wrong(node, f"{name}: base is missing, the rule set it starts from")
    try:
        rules = variant(RULE_SETS[_one_of(*RULE_SETS)(base)], {"name": name})
    except _Wrong as wrong:
        raise wrong.of(f"{name}, base: ") from None
    for key, value in pairs.items():
        try:
            rules = variant(rules, {key if key in VALUES else "": _plain(value)})
        except ValueError as error:
            raise _Wrong(value, f"{name}: {error}") from None
    return rules


def _read(node: yaml.Node, readers: Mapping[str, Take]) -> dict[str, Any]:
    values = {}
    for key, value in _table(node).items():
        if key not in readers:
            raise _Wrong(value, f"{_quoted(key)} is no key here; there are {', '.join(readers)}")
        try:
            values[key] = readers[key](value)
        except _Wrong as wrong:
            raise wrong.of(f"{key}: ") from None
    return values


def _table(node: yaml.Node) -> dict[str, yaml.Node]:
    if not isinstance(node, yaml.MappingNode):
        raise _Wrong(node, "takes keys and values")
    pairs: dict[str, yaml.Node] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value in pairs:
            raise _Wrong(key, "a key is a word, and stands once")
        pairs[key.value] = value
    return pairs


def _each(take: Take, example: str) -> Take:
    def items(node: yaml.Node) -> tuple[Any, ...]:
        if not isinstance(node, yaml.SequenceNode):
            raise _Wrong(node, f"takes a list, like {example}")
        try:
            return tuple(take(item) for item in node.value)
        except _Wrong as wrong:
            raise wrong.of("each ") from None

    return items


def _one_of(*names: str) -> Take:
    def name(node: yaml.Node) -> str:
        if _plain(node) not in names:
            more = ["…"] if len(names) > NAMED else []
            raise _Wrong(node, f"takes one of {', '.join([*names[:NAMED], *more])}")
        return str(node.value)

    return name


def _whole(least: int, most: int) -> Take:
    def whole(node: yaml.Node) -> int:
        value = _plain(node)
        if type(value) is not int or not least <= value <= most:
            raise _Wrong(node, f"takes a whole number from {least} to {most}")
        return value

    return whole


def _language(node: yaml.Node) -> str:
    value = _plain(node)
    if not isinstance(value, str) or not _LANGUAGE.fullmatch(value):
        raise _Wrong(node, "takes the name of a folder in templates/languages, like en")
    return value


def _plain(node: yaml.Node) -> object:
    """A word, number or truth value; None for anything else."""
    if not isinstance(node, yaml.ScalarNode):
        return None
    try:
        return yaml.constructor.SafeConstructor().construct_object(node)
    except (ValueError, LookupError, AttributeError, TypeError, yaml.YAMLError):
        raise _Wrong(node, "cannot be read") from None


def _quoted(key: str) -> str:
    return f'"{key}"' if _KEY.fullmatch(key) else "this"
