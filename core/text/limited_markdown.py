"""Markdown with limited work: the author of a text must not decide how long a processor is busy.

CommonMark's rules are tried at place after place, and some scan ahead to the end of the paragraph for a closing
bracket. The number of tries is counted: a document of 200 kB has some ten thousand, a text made to be slow has
millions. A count, not a clock, so that the same text gives the same result on a busy machine.
"""

from collections.abc import Mapping
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

MAX_STEPS = 40_000
"""About a second."""


MAX_CHARACTERS = 500_000


class WorkLimitExceeded(Exception):
    """Its Markdown takes more than MAX_STEPS, or it is longer than MAX_CHARACTERS."""


class LimitedMarkdown(MarkdownIt):
    """A MarkdownIt whose `parse` and `render` raise WorkLimitExceeded; calls with one `env` are counted together."""

    def __init__(self, config: str = "commonmark", options_update: Mapping[str, Any] | None = None) -> None:
        super().__init__(config, options_update)
        self.inline = _CountingInline()
        self.configure(config, options_update)
        self.inline.ruler.before("text", "count", _count_inline)
        self.block.ruler.before("table", "count", _count_block)

    def parse(self, src: str, env: EnvType | None = None) -> list[Token]:
        if len(src) > MAX_CHARACTERS:
            raise WorkLimitExceeded
        return super().parse(src, env)


class _CountingInline(ParserInline):
    def skipToken(self, state: StateInline) -> None:
        _count_step(state)
        super().skipToken(state)


def _count_inline(state: StateInline, silent: bool) -> bool:
    _count_step(state)
    return False


def _count_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    _count_step(state)
    return False


def _count_step(state: StateInline | StateBlock) -> None:
    steps = state.env.get("steps", 0) + 1
    if steps > MAX_STEPS:
        raise WorkLimitExceeded
    state.env["steps"] = steps
