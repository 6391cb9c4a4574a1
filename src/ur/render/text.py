"""Templates and sentences: the shape of a page, and the words in it, by key.

A page is ``NAME.md.j2``, the same in every language; its words are sentences of
``languages/LANG/NAME.yml``, looked up by key and filled with facts. Whatever a
template is not given is an error, never an empty place.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined, TemplateError

from ur.errors import KeeperFault

_SPACES = re.compile(r" {2,}")


class Text:
    """The pages and sentences of one language.

    ``pages`` are templates by file name, ``sentences`` by ``file.key``. Faults
    in either are the keeper's, who may have changed them.
    """

    def __init__(self, pages: Mapping[str, str], sentences: Mapping[str, str]) -> None:
        self._pages = pages
        self._sentences = sentences

    @cached_property
    def _environment(self) -> Environment:
        sentences = {f"{key} (sentence)": text for key, text in self._sentences.items()}
        environment = Environment(
            loader=DictLoader({**self._pages, **sentences}),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,  # noqa: S701 - Markdown, and no stranger's text is ever given
        )
        environment.globals["say"] = self.say
        return environment

    def say(self, key: str, /, **facts: Any) -> str:
        """A sentence, filled with facts.

        Raises:
            KeeperFault: there is no such sentence, or it asks for what it is not given.
        """
        text = self._render(f"{key} (sentence)", f"templates/languages, {key}", facts)
        return _SPACES.sub(" ", text).strip()

    def knows(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self._sentences

    def page(self, name: str, /, **facts: Any) -> str:
        """A page, ending with a newline.

        Raises:
            KeeperFault: the template is broken, or asks for what it is not given.
        """
        return self._render(name, f"templates/{name}", facts).rstrip() + "\n"

    def words(self, prefix: str) -> dict[str, str]:
        """The sentences of one file that take no facts, by their key alone."""
        keys = (key for key in self._sentences if key.startswith(f"{prefix}."))
        return {key.removeprefix(f"{prefix}."): self.say(key) for key in keys}

    def _render(self, name: str, where: str, facts: Mapping[str, Any]) -> str:
        try:
            return self._environment.get_template(name).render(facts)
        except TemplateError as error:
            what = f"cannot be filled in ({type(error).__name__}: {error.message})"
            raise KeeperFault(where, what, "Correct the template") from None
